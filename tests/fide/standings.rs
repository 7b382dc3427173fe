//! Criteria of FIDE in standings, beside those of 1990.

use butlleti::core::Standings;
use butlleti::core::fide::tiebreak::{Descriptor, Edition};
use butlleti::core::fide::{rating_report, titles};
use butlleti::core::report::Block;
use butlleti::core::standings::Settings;
use butlleti::diag::{Diagnostics, Sources};
use butlleti::lang::Language;
use butlleti::model::{RuleSet, System, Tournament};
use butlleti::project::Project;
use butlleti::source::load_rulebook;
use butlleti::terminal::{self, Style};

use super::tournament::*;

fn sample() -> Option<Tournament> {
    corpus_json("tiebreaks/inputs/tec-swiss-16x5.json").map(|input| individual(&input))
}

fn keys(t: &Tournament) -> Vec<String> {
    let standings = Standings::compute(t, rules(), t.rounds, &Settings::default());
    standings.criteria.iter().map(|criterion| criterion.rule.key().to_owned()).collect()
}

#[test]
fn the_rule_set_decides_the_list() {
    let Some(mut t) = sample() else { return };
    assert_eq!(keys(&t), ["BH/C1", "BH", "DE", "WIN"]);
    t.system = System::RoundRobin { double: false };
    assert_eq!(keys(&t), ["DE", "SB", "WIN", "KS"]);
    t.rule_set = RuleSet::Fce1990;
    assert_eq!(keys(&t)[0], "sonneborn-berger");
    t.tie_breaks = Some(["progressive", "bh/c1", "KS/L+1", "nonsense"].map(Into::into).to_vec());
    assert_eq!(keys(&t), ["progressive", "BH/C1", "KS/L+1"]);
}

/// Every code, every working, in the language: no sentence is missing, every citation exists.
#[test]
fn every_sentence_is_written_and_every_citation_exists() {
    let Some(mut t) = sample() else { return };
    let mut codes: Vec<String> =
        Descriptor::codes().iter().map(|code| (*code).to_owned()).collect();
    let more = ["BH/C1", "BH/M1", "SB/C1", "ARO/M1", "PS/C1", "AOB/F", "KS/L-1", "RTNG/R"];
    codes.extend(more.map(Into::into));
    t.tie_breaks = Some(codes.iter().map(|code| code.as_str().into()).collect());
    let project = Project::disk(env!("CARGO_MANIFEST_DIR"));
    let (sources, mut diagnostics) = (Sources::default(), Diagnostics::new());
    let rulebook = load_rulebook(&project, &sources, &mut diagnostics);
    let language = Language::load("ca", &project, &sources, &mut diagnostics).unwrap();
    for edition in Edition::ALL {
        let settings = Settings { edition: Some(edition), ..Settings::default() };
        let standings = Standings::compute(&t, rules(), t.rounds, &settings);
        assert_eq!(standings.criteria.len(), codes.len());
        for block in &standings.report(&t, rules()).blocks {
            let Block::Table(table) = block else { continue };
            for citation in table.columns.iter().flat_map(|column| &column.citations) {
                assert!(rulebook.provision(citation).is_some(), "{citation}");
            }
            for step in table.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.working)
            {
                let text = language.msg(&step.text);
                assert!(!text.contains(['⟨', '{']), "{text}");
                for citation in &step.citations {
                    assert!(rulebook.provision(citation).is_some(), "{citation}");
                }
            }
        }
    }
    let style = Style { colour: false, width: usize::MAX, explain: true };
    for report in [titles::report(&t, &fide()), rating_report::report(&t, &fide())] {
        let text = terminal::render(&report, &language, style);
        assert!(!text.contains('⟨'), "{text}");
    }
}

#[test]
fn order_is_the_other_way_round_where_low_is_first() {
    let Some(mut t) = sample() else { return };
    // 1, 3, 4 and 16 have 3½; 1 has the highest rating.
    for (code, first, second) in [("TPN", 1, 4), ("TPN/R", 4, 1), ("RTNG", 1, 4), ("RTNG/R", 4, 1)]
    {
        t.tie_breaks = Some(vec![code.into()]);
        let standings = Standings::compute(&t, rules(), t.rounds, &Settings::default());
        let place = |number| {
            let who = t.by_number(number).unwrap();
            standings.rows[standings.row_of(who).unwrap()].rank.unwrap()
        };
        assert!(place(first) < place(second), "{code}");
    }
}
