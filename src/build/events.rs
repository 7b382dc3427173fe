//! Everything that is computed about one tournament: its reports, as pages and for other pages.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::core::crosstable::{self, Order};
use crate::core::cup::Cup;
use crate::core::fide::{rating_report, titles};
use crate::core::homologation::{self, HomologationContext};
use crate::core::norms::tournament::{TournamentNorms, norms_of};
use crate::core::report::{Block, Msg, Report, Value, Verdict};
use crate::core::rounds::ListOrder;
use crate::core::standings::{Settings, Standings};
use crate::core::{
    Rules1990, cards, groups, lineups, norms, progress, promotion, round_report, rounds, schedule,
    statistics, status, ties,
};
use crate::model::{Archive, EventKind, Points, RuleSet, System, Tournament};
use crate::site::{EventPages, NormLine, Participation, Tab};

/// Tabs that other code refers to.
pub const STANDINGS: &str = "classificacio";
pub const CROSSTABLE: &str = "quadre";
pub const BRACKET: &str = "eliminatories";
pub const SCHEDULE: &str = "calendari";
pub const NORMS: &str = "normes";
pub const HOMOLOGATION: &str = "homologacio";
const PROMOTIONS: &str = "ascensos";
const RATINGS: &str = "avaluacio";
const STATISTICS: &str = "estadistiques";

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
        let mut first = tab(STANDINGS, "tab.standings", standings.report(t, rules));
        first.charts.extend(progress::scores(&standings));
        let mut tabs = vec![
            first,
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
            tabs.push(tab("taulers", "tab.boards", lineups::best_boards(t, rules)));
        }
        if t.system != System::KnockOut {
            tabs.extend(standings_by_round(t, rules, &standings));
            if complete > 0 {
                tabs.push(tab("desempats", "tab.ties", ties::report(t, &standings)));
            }
        }
        if let Some(report) = groups::report(t, &standings).filter(|_| complete > 0) {
            tabs.push(tab("grups", "tab.groups", report));
        }
        tabs.extend(lists(t, rules));
        if complete > 0 {
            let report = statistics::report(t, archive, rules);
            tabs.push(tab(STATISTICS, "tab.statistics", report));
        }
        let closed_or_open = matches!(t.kind, EventKind::Closed | EventKind::Open);
        let individual = !t.is_team_event();
        let mut norms_found = None;
        if individual && matches!(t.kind, EventKind::Closed | EventKind::Open | EventKind::Official)
        {
            let mut of_norms = tab(NORMS, "tab.norms", norms::report(t, rules, &context));
            norms_found = norms_of(t, rules, &context).ok();
            of_norms.charts.extend(norms_found.as_ref().and_then(norms::distance));
            tabs.push(of_norms);
        }
        if individual && closed_or_open {
            let report = homologation::report(t, rules, &context);
            tabs.push(tab(HOMOLOGATION, "tab.homologation", report));
        }
        if individual && matches!(t.kind, EventKind::Open | EventKind::Official) {
            tabs.push(tab(PROMOTIONS, "tab.promotions", promotion::report(t, rules)));
        }
        let note = t.note.as_deref().map(crate::source::markdown).unwrap_or_default();
        if let Some(fide) = rules.fide.rules()
            && individual
            && t.rule_set != RuleSet::Fce1990
        {
            tabs.push(tab("normes-fide", "tab.title-norms", titles::report(t, fide)));
            tabs.push(tab(RATINGS, "tab.ratings", rating_report::report(t, fide)));
        }
        let homologated = closed_or_open.then(|| homologation::verdict(t, rules, &context));
        let norms_in_brief = norms_found.as_ref().and_then(|norms| {
            let report = tabs.iter().find(|tab| tab.slug == NORMS).map(|tab| &tab.report)?;
            Some(in_brief(report, norms))
        });
        let status = status::facts(t, rules, &context);
        let cards = player_cards(t, &standings, rules, &tabs);
        Self {
            index,
            pages: EventPages { tournament: index, note, status, tabs, cards },
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
    Tab { slug: slug.into(), title: Msg::new(title), charts: Vec::new(), report }
}

/// The standings after each round that is over, with what moved.
fn standings_by_round(t: &Tournament, rules: &Rules1990, last: &Standings) -> Vec<Tab> {
    let rounds = last.scores.after_round;
    if rounds < 2 {
        return Vec::new();
    }
    let mut tabs = Vec::new();
    let mut before: Option<Standings> = None;
    for round in 1..=rounds {
        let after = match round == rounds {
            true => last.clone(),
            false => Standings::compute(t, rules, round, &Settings::default()),
        };
        tabs.push(Tab {
            slug: format!("{STANDINGS}/{round}"),
            title: Msg::new("tab.standings-after").with("round", round),
            charts: Vec::new(),
            report: progress::after_round(t, rules, before.as_ref(), &after),
        });
        before = Some(after);
    }
    tabs
}

/// Those who entered, in each order that tells something.
fn lists(t: &Tournament, rules: &Rules1990) -> Vec<Tab> {
    let orders = [
        ("jugadors", "tab.players", ListOrder::Number),
        ("jugadors/nom", "tab.players-name", ListOrder::Name),
        ("jugadors/elo", "tab.players-rating", ListOrder::Rating),
        ("jugadors/club", "tab.players-club", ListOrder::Club),
    ];
    let applies = |(_, _, order): &(_, _, ListOrder)| order.applies(t, rules);
    orders
        .into_iter()
        .filter(applies)
        .map(|(slug, title, order)| {
            let table = rounds::list_of_players(t, rules, order);
            tab(slug, title, table_report("players", "players.title", t, table))
        })
        .collect()
}

/// The card of everybody, with what the other pages say of them.
fn player_cards(
    t: &Tournament,
    standings: &Standings,
    rules: &Rules1990,
    tabs: &[Tab],
) -> Vec<Report> {
    let asides = [
        (RATINGS, "change", "b02.column.change"),
        (RATINGS, "new", "b02.column.new"),
        (NORMS, "outcome", "norms.head.outcome"),
        (PROMOTIONS, "verdict", "promotion.head.promoted"),
    ];
    let asides: Vec<cards::Aside<'_>> = asides
        .into_iter()
        .filter_map(|(slug, column, label)| {
            let report = &tabs.iter().find(|tab| tab.slug == slug)?.report;
            Some(cards::Aside { report, column, label })
        })
        .collect();
    cards::cards(t, standings, rules, &asides)
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
        charts: Vec::new(),
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
