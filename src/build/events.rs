//! Everything that is computed about one tournament: its reports, as pages and for other pages.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::core::crosstable::{self, Order};
use crate::core::cup::Cup;
use crate::core::fide::{rating_report, titles};
use crate::core::homologation::{self, HomologationContext};
use crate::core::ledger::history::MadeNorm;
use crate::core::norms::forecast;
use crate::core::norms::tournament::{PlayerNorm, TournamentNorms, norms_of};
use crate::core::report::{Block, Msg, Report, Value, Verdict};
use crate::core::standings::{Settings, Standings};
use crate::core::{
    Rules1990, lineup_check, lineups, norms, numbering, prizes, promotion, round_report, rounds,
    schedule,
};
use crate::model::{Archive, EventKind, Points, RuleSet, System, Tournament};
use crate::site::{EventPages, NormLine, Participation, Tab};

/// Tabs that other code refers to.
pub const STANDINGS: &str = "classificacio";
pub const CROSSTABLE: &str = "quadre";
pub const BRACKET: &str = "eliminatories";
pub const SCHEDULE: &str = "calendari";
pub const NORMS: &str = "normes";
pub const PRIZES: &str = "premis";
pub const FORECAST: &str = "pronostic";
pub const HOMOLOGATION: &str = "homologacio";

/// One tournament, computed.
#[derive(Debug)]
pub struct Event {
    /// Index into the archive's tournaments.
    pub index: usize,
    pub pages: EventPages,
    pub standings: Standings,
    norms: Option<TournamentNorms>,
    /// The norm report with those alone who made a norm or missed it narrowly: for the bulletin.
    pub norms_in_brief: Option<Report>,
    /// Is the event homologated? `None` when its kind has no such rules.
    pub homologated: Option<Verdict>,
}

impl Event {
    pub fn compute(index: usize, archive: &Archive, rules: &Rules1990) -> Self {
        let t = &archive.tournaments[index];
        let context = HomologationContext::for_event(t, archive);
        let complete = t.rounds_complete();
        let standings = Standings::compute(t, rules, complete, &Settings::default());
        let mut tabs = vec![
            tab(STANDINGS, "tab.standings", standings.report(t, rules)),
            crosstable_tab(CROSSTABLE, "tab.crosstable", t, &standings, rules, Order::Rank),
            crosstable_tab(
                "quadre-numero",
                "tab.crosstable-number",
                t,
                &standings,
                rules,
                Order::Number,
            ),
        ];
        if t.system == System::KnockOut {
            let bracket = tab(BRACKET, "tab.bracket", Cup::of(t, rules).report(t, rules));
            tabs.insert(0, bracket);
        }
        if let Some(calendar) = schedule::report(t, rules) {
            tabs.push(tab(SCHEDULE, "tab.schedule", calendar));
        }
        for round in 1..=t.rounds_recorded() {
            tabs.push(round_tab(t, rules, round));
        }
        if t.is_team_event() {
            tabs.push(tab("equips", "tab.lineups", lineups::lineups(t, rules)));
            if let Some(report) = lineup_check::report(t, archive, rules) {
                tabs.push(tab("control-alineacions", "tab.lineup-check", report));
            }
            tabs.push(tab("taulers", "tab.boards", lineups::best_boards(t, rules)));
        }
        tabs.push(tab(
            "jugadors",
            "tab.players",
            table_report("players", "players.title", t, rounds::starting_list(t, rules)),
        ));
        if t.rule_set == RuleSet::Fce1990
            && let Some(report) = numbering::report(t, rules)
        {
            tabs.push(tab("numeros", "tab.numbers", report));
        }
        let closed_or_open = matches!(t.kind, EventKind::Closed | EventKind::Open);
        let individual = !t.is_team_event();
        let mut norms_found = None;
        if individual && matches!(t.kind, EventKind::Closed | EventKind::Open | EventKind::Official)
        {
            tabs.push(tab(NORMS, "tab.norms", norms::report(t, rules, &context)));
            norms_found = norms_of(t, rules, &context).ok();
            if complete > 0 && !t.is_finished() {
                tabs.push(tab(FORECAST, "tab.forecast", forecast::report(t, complete, rules)));
            }
        }
        if individual && closed_or_open {
            let report = homologation::report(t, rules, &context);
            tabs.push(tab(HOMOLOGATION, "tab.homologation", report));
        }
        if individual && matches!(t.kind, EventKind::Open | EventKind::Official) {
            tabs.push(tab("ascensos", "tab.promotions", promotion::report(t, rules)));
        }
        if let Some(report) = prizes::report(t, &standings, rules) {
            tabs.push(tab(PRIZES, "tab.prizes", report));
        }
        let note = t.note.as_deref().map(crate::source::markdown).unwrap_or_default();
        if let Some(fide) = rules.fide.rules()
            && individual
            && t.rule_set != RuleSet::Fce1990
        {
            tabs.push(tab("normes-fide", "tab.title-norms", titles::report(t, fide)));
            tabs.push(tab("avaluacio", "tab.ratings", rating_report::report(t, fide)));
        }
        let homologated = closed_or_open.then(|| homologation::verdict(t, rules, &context));
        let norms_in_brief = norms_found.as_ref().and_then(|norms| {
            let report = tabs.iter().find(|tab| tab.slug == NORMS).map(|tab| &tab.report)?;
            Some(in_brief(report, norms))
        });
        Self {
            index,
            pages: EventPages { tournament: index, note, tabs },
            standings,
            norms: norms_found,
            norms_in_brief,
            homologated,
        }
    }

    /// The report of a tab.
    pub fn report(&self, slug: &str) -> Option<&Report> {
        self.pages.tabs.iter().find(|tab| tab.slug == slug).map(|tab| &tab.report)
    }

    /// What each registered person did here, for the pages of people.
    pub fn participations(&self, archive: &Archive) -> Vec<(Arc<str>, Participation)> {
        let t = &archive.tournaments[self.index];
        if t.is_team_event() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for row in &self.standings.rows {
            let Some(person) = &t.entrants[row.entrant].person else { continue };
            let norms = self.norm_of(row.entrant).then(|| Msg::new("norm.mc"));
            let participation = Participation {
                tournament: self.index,
                entrant: row.entrant,
                rank: row.rank.into(),
                points: Value::Points(row.points),
                norms: norms.into_iter().collect(),
            };
            found.push((person.clone(), participation));
        }
        found
    }

    /// Norms made here, for the federation's list.
    pub fn norm_lines(&self) -> Vec<NormLine> {
        let rows = self.standings.rows.iter().filter(|row| self.norm_of(row.entrant));
        rows.map(|row| NormLine {
            tournament: self.index,
            entrant: row.entrant,
            kind: Msg::new("norm.mc"),
            points: Value::Points(row.points),
            tab: Some(NORMS.to_owned()),
        })
        .collect()
    }

    /// Every norm made here once the event is over, whatever it counts for.
    pub fn made_norms(&self) -> Vec<MadeNorm> {
        let of =
            |player: &PlayerNorm| MadeNorm { tournament: self.index, entrant: player.who.index };
        self.norm_makers().map(of).collect()
    }

    /// Who made a norm here, once the event is over, with the test of it.
    pub fn norm_makers(&self) -> impl Iterator<Item = &PlayerNorm> {
        let finished = self.norms.as_ref().filter(|norms| norms.finished);
        let players = finished.into_iter().flat_map(|norms| &norms.players);
        players.filter(|player| player.report.norm() == Verdict::Met)
    }

    /// Did this entrant make a norm that counts for something? Norms are of finished events, and
    /// of those who do not hold the title already.
    fn norm_of(&self, entrant: usize) -> bool {
        self.norms.as_ref().is_some_and(|norms| {
            norms.finished
                && norms.players.iter().any(|player| {
                    player.who.index == entrant
                        && player.holds.is_none()
                        && player.report.norm() == Verdict::Met
                })
        })
    }
}

/// A report of norms without the rows of those who were far from one. Where everybody was, the
/// best are kept: a table without rows would look like a fault.
fn in_brief(report: &Report, norms: &TournamentNorms) -> Report {
    let near: BTreeSet<usize> = norms
        .players
        .iter()
        .filter(|player| player.report.result.mean_enough)
        .filter(|player| player.report.missing() <= Points::HALF)
        .map(|player| player.who.index)
        .collect();
    let mut brief = report.clone();
    for block in &mut brief.blocks {
        let Block::Table(table) = block else { continue };
        if near.is_empty() {
            table.rows.truncate(3);
        } else {
            table.rows.retain(|row| row.entrant.is_none_or(|entrant| near.contains(&entrant)));
        }
    }
    brief.blocks.push(Block::Paragraph(Msg::new("norms.in-brief")));
    brief
}

fn tab(slug: impl Into<String>, title: &'static str, report: Report) -> Tab {
    Tab { slug: slug.into(), title: Msg::new(title), report }
}

fn crosstable_tab(
    slug: &str,
    title: &'static str,
    t: &Tournament,
    standings: &Standings,
    rules: &Rules1990,
    order: Order,
) -> Tab {
    let table = crosstable::crosstable(t, standings, rules, order);
    tab(slug, title, table_report("crosstable", "crosstable.title", t, table))
}

fn round_tab(t: &Tournament, rules: &Rules1990, round: u32) -> Tab {
    Tab {
        slug: format!("rondes/{round}"),
        title: Msg::new("tab.round").with("round", round),
        report: round_report::report(t, rules, round),
    }
}

fn table_report(
    key: &'static str,
    title: &'static str,
    t: &Tournament,
    table: crate::core::report::Table,
) -> Report {
    let title = Msg::new(title).with("tournament", t.name.clone());
    Report { key, title, blocks: vec![Block::Table(table)] }
}
