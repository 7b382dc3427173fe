//! Title norms as a report for people and as JSON for programs.

use serde_json::{Value as Json, json};

use super::{
    Assessment, Check, EventNorms, FideRules, NormInput, Outlook, PlayerNorm, Requirement, norms_of,
};
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value, Verdict, exact_json,
};
use crate::model::{Points, Tournament};
use crate::rulebook::ProvisionId;

impl Requirement {
    pub fn key(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Federations => "federations",
            Self::OwnFederation => "own-federation",
            Self::OneFederation => "one-federation",
            Self::Titled => "titled",
            Self::RequiredTitles => "required-titles",
            Self::Average => "average",
            Self::Percentage => "percentage",
            Self::Performance => "performance",
        }
    }

    fn label(self) -> Msg {
        Msg::new(match self {
            Self::Games => "b01.games",
            Self::Federations => "b01.federations",
            Self::OwnFederation => "b01.own-federation",
            Self::OneFederation => "b01.one-federation",
            Self::Titled => "b01.titled",
            Self::RequiredTitles => "b01.required-titles",
            Self::Average => "b01.average",
            Self::Percentage => "b01.percentage",
            Self::Performance => "b01.performance",
        })
    }

    /// The provision that asks for it.
    fn provision(self, rules: &FideRules) -> ProvisionId {
        let r = &rules.titles;
        match self {
            Self::Games => r.games.at.clone(),
            Self::Federations => r.federations.at.clone(),
            Self::OwnFederation | Self::OneFederation => r.own_part.at.clone(),
            Self::Titled | Self::RequiredTitles => r.titled_part.at.clone(),
            Self::Average => "B.01 1.4.6".into(),
            Self::Percentage | Self::Performance => r.percentage.at.clone(),
        }
    }

    /// At most, rather than at least.
    fn is_limit(self) -> bool {
        matches!(self, Self::OwnFederation | Self::OneFederation)
    }
}

/// The report of a tournament: norms made, who was near, and the requirements of each.
pub fn report(t: &Tournament, rules: &FideRules) -> Report {
    let title = Msg::new("b01.title").with("tournament", t.name.clone());
    let Some(norms) = norms_of(t, rules) else {
        let blocks = vec![Block::Paragraph(Msg::new("b01.not-for-teams"))];
        return Report { key: "title-norms", title, blocks };
    };
    let mut blocks = Vec::new();
    if norms.exemption.is_some() {
        blocks.push(Block::Paragraph(Msg::new("b01.large-swiss")));
    }
    let shown: Vec<(&PlayerNorm, usize)> = norms.players.iter().filter_map(shown_of).collect();
    if shown.is_empty() {
        blocks.push(Block::Paragraph(Msg::new("b01.nobody")));
    } else {
        blocks.push(Block::Table(table(t, &norms, &shown, rules)));
        for (player, at) in shown {
            blocks.push(Block::Heading(
                Msg::new("b01.player")
                    .with("player", who(t, player.entrant))
                    .with("title", player.assessments[at].title.key()),
            ));
            let facts = facts(&player.input, &player.assessments[at], rules);
            blocks.push(Block::Facts(facts));
        }
    }
    blocks.push(Block::Paragraph(Msg::new("b01.event-conditions")));
    Report { key: "title-norms", title, blocks }
}

/// The assessment of a player that is worth showing: a norm, or a performance that would do; while
/// the event lasts, also one that can still be reached.
fn shown_of(player: &PlayerNorm) -> Option<(&PlayerNorm, usize)> {
    let reaches = |at: &usize| {
        let found = &player.assessments[*at];
        let near = found
            .check(Requirement::Performance)
            .is_some_and(|check| check.verdict == Verdict::Met)
            && found.check(Requirement::Average).is_some_and(|c| c.verdict == Verdict::Met);
        let open = player.outlooks[*at].is_some_and(|outlook| outlook.points_needed.is_some());
        found.verdict() == Verdict::Met || near || open
    };
    (0..player.assessments.len()).find(reaches).map(|at| (player, at))
}

fn who(t: &Tournament, entrant: usize) -> Value {
    let e = &t.entrants[entrant];
    Value::Entrant { index: entrant, number: e.number, name: e.name.clone() }
}

fn table(
    t: &Tournament,
    norms: &EventNorms,
    shown: &[(&PlayerNorm, usize)],
    rules: &FideRules,
) -> Table {
    let mut columns = vec![
        Column::new("player", Msg::new("column.player"), Align::Start),
        Column::new("norm", Msg::new("b01.column.title"), Align::Start),
        Column::new("verdict", Msg::new("b01.column.verdict"), Align::Start),
        Column::new("games", Msg::new("b01.column.games"), Align::End),
        Column::new("points", Msg::new("column.points"), Align::End),
        Column::new("average", Msg::new("b01.column.average"), Align::End),
        Column::new("performance", Msg::new("b01.column.performance"), Align::End),
        Column::new("length", Msg::new("b01.column.length"), Align::End)
            .extra()
            .cite(&"B.01 1.4.1 llargada".into()),
    ];
    if !norms.finished {
        columns.push(Column::new("needed", Msg::new("b01.column.needed"), Align::End));
    }
    let rows = shown.iter().map(|&(player, at)| {
        let found = &player.assessments[at];
        let verdict = found.verdict();
        let mut cells = vec![
            Entry::plain(who(t, player.entrant)),
            Entry::plain(found.title.key()).cite_param(&rules.titles.titles),
            Entry::plain(verdict).steps(found.checks.iter().map(|check| step(check, rules))),
            Entry::plain(found.games.len()).cite_param(&rules.titles.games),
            Entry::plain(points(found.points)),
            average_entry(&player.input, found, rules),
            performance_entry(found, rules),
            Entry::plain((verdict == Verdict::Met).then_some(found.length)),
        ];
        if !norms.finished {
            cells.push(outlook_entry(player.outlooks[at]));
        }
        Row { entrant: Some(player.entrant), cells }
    });
    Table { key: "title-norms", caption: Msg::new("b01.caption"), rows: rows.collect(), columns }
}

pub(in crate::core::fide) fn points(value: crate::model::Exact) -> Value {
    Points::from_exact(value).map_or(Value::Exact(value), Value::Points)
}

fn step(check: &Check, rules: &FideRules) -> Step {
    let key = if check.requirement.is_limit() { "b01.at-most" } else { "b01.at-least" };
    let value = |value| match check.requirement {
        Requirement::Percentage => Value::Percent(value),
        _ => points(value),
    };
    let msg = Msg::new(key)
        .with("what", check.requirement.label())
        .with("found", value(check.found))
        .with("asked", value(check.asked));
    Step::new(msg).gives(check.verdict).cite(&check.requirement.provision(rules))
}

/// Every requirement as a fact with its verdict.
pub(super) fn facts(input: &NormInput, found: &Assessment, rules: &FideRules) -> Vec<Fact> {
    found
        .checks
        .iter()
        .map(|check| {
            let mut entry = Entry::plain(check.verdict)
                .cite(&check.requirement.provision(rules))
                .step(step(check, rules));
            if input.exemption.is_some()
                && matches!(
                    check.requirement,
                    Requirement::Federations
                        | Requirement::OwnFederation
                        | Requirement::OneFederation
                )
            {
                let at = ProvisionId::from("B.01 1.4.3 excepcions");
                entry = entry.step(Step::new(Msg::new("b01.exempt")).cite(&at)).cite(&at);
            }
            match check.requirement {
                Requirement::Average => {
                    entry.working.extend(average_entry(input, found, rules).working)
                }
                Requirement::Performance => {
                    entry.working.extend(performance_entry(found, rules).working);
                }
                Requirement::Games => entry.working.extend(games_steps(input, found)),
                _ => {}
            }
            Fact::new(check.requirement.key(), check.requirement.label(), entry)
        })
        .collect()
}

fn games_steps(input: &NormInput, found: &Assessment) -> Vec<Step> {
    let mut steps = Vec::new();
    for &at in &found.left_out {
        let msg = Msg::new("b01.left-out").with("round", input.games[at].round);
        steps.push(Step::new(msg).cite(&"B.01 1.4.1 descartar".into()));
    }
    if found.filled_up {
        steps.push(Step::new(Msg::new("b01.filled-up")).cite(&"B.01 1.4.1".into()));
    }
    for &at in &found.games {
        if !matches!(input.games[at].played, super::Played::Game(_)) {
            let msg = Msg::new("b01.last-forfeit").with("round", input.games[at].round);
            steps.push(Step::new(msg).cite(&"B.01 1.4.2.c".into()));
        }
    }
    steps
}

pub(super) fn average_entry(input: &NormInput, found: &Assessment, rules: &FideRules) -> Entry {
    let numbers = rules.titles.titles.value.0.get(&found.title);
    let mut entry = Entry::plain(found.average).cite(&"B.01 1.4.6".into());
    for &at in &found.games {
        let game = &input.games[at];
        let key = match (found.raised == Some(at), game.rating) {
            (true, _) => "b01.raised",
            (false, None) => "b01.unrated",
            _ => "b01.opponent",
        };
        let msg = Msg::new(key).with("round", game.round).with("opponent", game.name.clone());
        let counted = match (found.raised == Some(at), game.rating) {
            (true, _) => numbers.map(|numbers| numbers.floor),
            (false, Some(rating)) => Some(i64::from(rating)),
            (false, None) => Some(i64::from(rules.titles.unrated.get())),
        };
        entry = entry.step(Step::new(msg).gives(counted));
    }
    entry
}

pub(super) fn performance_entry(found: &Assessment, rules: &FideRules) -> Entry {
    let msg = Msg::new("b01.performance-of")
        .with("average", found.average)
        .with("p", found.percentage)
        .with("dp", found.dp);
    let step = Step::new(msg).gives(found.performance).cite(&rules.tables.dp.at);
    Entry::plain(found.performance).cite(&rules.titles.percentage.at).step(step)
}

fn outlook_entry(outlook: Option<Outlook>) -> Entry {
    let Some(outlook) = outlook else { return Entry::plain(Value::Undefined) };
    let msg = Msg::new("b01.games-left").with("n", i64::from(outlook.games_left));
    Entry::plain(outlook.points_needed).step(Step::new(msg))
}

/// For programs: every player with an assessment of every title that would be a gain.
pub fn to_json(t: &Tournament, rules: &FideRules) -> Json {
    let Some(norms) = norms_of(t, rules) else {
        return json!({"report": "title-norms", "tournament": &*t.slug, "players": []});
    };
    let players: Vec<Json> = norms
        .players
        .iter()
        .map(|player| {
            let titles: Vec<Json> = player
                .assessments
                .iter()
                .zip(&player.outlooks)
                .map(|(found, outlook)| assessment_json(found, *outlook, rules))
                .collect();
            let entrant = &t.entrants[player.entrant];
            json!({
                "number": entrant.number,
                "name": &*entrant.name,
                "norm": player.norm().map(|found| found.title.key()),
                "titles": titles,
            })
        })
        .collect();
    json!({
        "report": "title-norms",
        "tournament": &*t.slug,
        "final": norms.finished,
        "exempt": norms.exemption.is_some(),
        "players": players,
    })
}

/// One assessment, exact numbers, each requirement with its provision.
pub fn assessment_json(found: &Assessment, outlook: Option<Outlook>, rules: &FideRules) -> Json {
    let checks: Vec<Json> = found
        .checks
        .iter()
        .map(|check| {
            json!({
                "requirement": check.requirement.key(),
                "verdict": check.verdict.key(),
                "found": exact_json(check.found),
                "asked": exact_json(check.asked),
                "citation": check.requirement.provision(rules).as_str(),
            })
        })
        .collect();
    json!({
        "title": found.title.key(),
        "verdict": found.verdict().key(),
        "games": found.games.len(),
        "left_out": found.left_out.len(),
        "points": exact_json(found.points),
        "average": found.average,
        "percentage": found.percentage,
        "dp": found.dp,
        "performance": found.performance,
        "length": found.length,
        "checks": checks,
        "outlook": outlook.map(|outlook| json!({
            "games_left": outlook.games_left,
            "points_needed": outlook.points_needed.map(|points| exact_json(points.exact())),
        })),
    })
}
