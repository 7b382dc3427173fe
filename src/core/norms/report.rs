//! The norms of a tournament as a report and as JSON.

use serde_json::{Value as Json, json};

use super::MinimumMean;
use super::tournament::{NoNorms, Outlook, PlayerNorm, TournamentNorms, norms_of};
use crate::core::homologation::HomologationContext;
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value, Verdict, exact_json,
};
use crate::core::rules::Rules1990;
use crate::core::values::{Counted, Round, Unplayed};
use crate::model::{Exact, Points, Tournament};

/// Who makes a norm of Mestre Català in a tournament: one row for each player, with the working.
pub fn report(tournament: &Tournament, rules: &Rules1990, context: &HomologationContext) -> Report {
    report_of(tournament, rules, norms_of(tournament, rules, context).as_ref())
}

/// The report of the norms that were found, or of why there are none.
pub fn report_of(
    tournament: &Tournament,
    rules: &Rules1990,
    found: Result<&TournamentNorms, &NoNorms>,
) -> Report {
    let title = Msg::new("norms.title").with("tournament", tournament.name.clone());
    let mut blocks = Vec::new();
    match found {
        Err(NoNorms::TeamEvent) => blocks.push(Block::Paragraph(Msg::new("norms.no.teams"))),
        Err(NoNorms::Kind) => blocks.push(Block::Paragraph(Msg::new("norms.no.kind"))),
        Ok(norms) => {
            blocks.push(Block::Facts(event_facts(tournament, norms, rules)));
            if !norms.finished {
                let text = Msg::new("norms.in-progress")
                    .with("over", tournament.rounds_complete())
                    .with("rounds", tournament.rounds);
                blocks.push(Block::Paragraph(text));
            }
            if norms.players.is_empty() {
                blocks.push(Block::Paragraph(Msg::new("norms.nobody")));
            } else {
                blocks.push(Block::Table(table(norms, rules)));
            }
        }
    }
    Report { key: "norms", title, blocks }
}

fn event_facts(tournament: &Tournament, norms: &TournamentNorms, rules: &Rules1990) -> Vec<Fact> {
    let (min_rounds, at) = super::min_rounds(tournament.kind, rules);
    let rounds_ok = Verdict::of(tournament.rounds >= min_rounds);
    let rounds = Fact::new(
        "rounds",
        Msg::new("norms.fact.rounds")
            .with("measured", tournament.rounds)
            .with("minimum", min_rounds),
        Entry::plain(rounds_ok)
            .cite(&at)
            .step(Step::new(Msg::new("homologation.measured")).gives(tournament.rounds).cite(&at)),
    );
    let homologated = Fact::new(
        "homologated",
        Msg::new("norms.fact.homologated"),
        Entry::plain(norms.homologated).cite_param(&rules.norms.base_mean),
    );
    let minimum = MinimumMean::of(tournament.delegation, &rules.norms);
    let key = if minimum.strict { "norms.fact.minimum" } else { "norms.fact.minimum.delegation" };
    let minimum =
        Fact::new("minimum-mean", Msg::new(key), Entry::plain(minimum.value).cite(&minimum.at));
    vec![rounds, homologated, minimum]
}

fn table(norms: &TournamentNorms, rules: &Rules1990) -> Table {
    let at = &rules.norms.base_mean.at;
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    let columns = vec![
        head("number", "norms.head.number", Align::End),
        head("name", "norms.head.name", Align::Start),
        head("games", "norms.head.games", Align::End).extra(),
        head("mean", "norms.head.mean", Align::End).cite(&rules.rating_order.order.at),
        head("required", "norms.head.required", Align::End).extra().cite(at),
        head("needed", "norms.head.needed", Align::End).cite(at),
        head("points", "norms.head.points", Align::End),
        head("outcome", "norms.head.outcome", Align::Start).cite(at),
    ];
    let rows = norms.players.iter().map(|player| row(player, rules)).collect();
    Table { key: "norms", caption: Msg::new("norms.caption"), columns, rows }
}

fn row(player: &PlayerNorm, rules: &Rules1990) -> Row {
    let result = &player.report.result;
    let outcome = player.report.entry(&player.input, rules);
    let text = outcome_text(player, rules);
    let cells = vec![
        Entry::plain(player.who.number),
        Entry::plain(player.who.value()),
        Entry::plain(result.opponents.games),
        Entry::plain(result.opponents.mean),
        Entry::plain(result.required.map_or(Value::Undefined, Value::Percent)),
        Entry::plain(result.points_needed),
        Entry::plain(result.points),
        Entry { value: Value::from(text), ..outcome },
    ];
    Row { entrant: Some(player.who.index), cells }
}

fn outcome_text(player: &PlayerNorm, rules: &Rules1990) -> Msg {
    match (player.holds, player.outlook) {
        (Some(title), _) => Msg::new("norms.outcome.holds").with("title", title.key()),
        (None, Some(outlook)) => outlook_text(outlook, rules),
        (None, None) => player.report.outcome(),
    }
}

fn outlook_text(outlook: Outlook, rules: &Rules1990) -> Msg {
    let key = if outlook.points_missing == Points::ZERO {
        "norms.outlook.reached"
    } else if outlook.is_possible(rules.scoring.win.get()) {
        "norms.outlook.missing"
    } else {
        "norms.outlook.impossible"
    };
    Msg::new(key).with("points", outlook.points_missing).with("n", outlook.games_left)
}

/// For programs: `{"report": "norms", "event": …, "players": […]}`. Points are numbers, means and
/// percentages strings in lowest terms, `null` where there is none.
pub fn norms_json(
    tournament: &Tournament,
    rules: &Rules1990,
    context: &HomologationContext,
) -> Json {
    match norms_of(tournament, rules, context) {
        Err(reason) => {
            let reason = match reason {
                NoNorms::TeamEvent => "team-event",
                NoNorms::Kind => "kind",
            };
            json!({"report": "norms", "not_applicable": reason, "players": []})
        }
        Ok(norms) => json!({
            "report": "norms",
            "finished": norms.finished,
            "homologated": known(norms.homologated),
            "players": norms.players.iter().map(|p| player_json(p, rules)).collect::<Vec<_>>(),
        }),
    }
}

fn player_json(player: &PlayerNorm, rules: &Rules1990) -> Json {
    let report = &player.report;
    let result = &report.result;
    let values: Vec<Json> = result
        .opponents
        .values
        .iter()
        .zip(&player.input.games)
        .map(|(counted, round)| round_json(*counted, round))
        .collect();
    let mut json = json!({
        "number": player.who.number,
        "name": &*player.who.name,
        "games": result.opponents.games,
        "sum": result.opponents.sum,
        "mean": lowest_terms(result.opponents.mean),
        "minimum_mean": report.minimum.value,
        "mean_enough": result.mean_enough,
        "required_percent": lowest_terms(result.required.map(|share| share * 100)),
        "points_needed": result.points_needed.map(|needed| exact_json(needed.exact())),
        "points": exact_json(result.points.exact()),
        "event_valid": known(report.event_valid),
        "norm": known(report.norm()),
        "by": report.by().map(super::By::key),
        "missing": exact_json(report.missing().exact()),
        "holds_title": player.holds.map(|title| title.key()),
        "values": values,
        "working": report.entry(&player.input, rules).to_json(),
    });
    if let Some(outlook) = player.outlook {
        json["outlook"] = json!({
            "points_missing": exact_json(outlook.points_missing.exact()),
            "games_left": outlook.games_left,
            "possible": outlook.is_possible(rules.scoring.win.get()),
        });
        // Nothing is decided before the end.
        json["norm"] = Json::Null;
        json["by"] = Json::Null;
    }
    json
}

/// `{"value", "source"}` and, for a game, the opponent's number; `null` for a free round.
fn round_json(counted: Option<Counted>, round: &Round) -> Json {
    let Some(counted) = counted else { return Json::Null };
    let mut json = json!({"value": counted.value, "source": counted.source.key()});
    match round {
        Round::Played { opponent, .. } => {
            json["opponent"] = json!(opponent.who.as_ref().map(|who| who.number));
        }
        Round::Unplayed { why, .. } => {
            json["why"] = json!(match why {
                Unplayed::ForfeitWon => "forfeit-win",
                Unplayed::ForfeitLost => "forfeit-loss",
                Unplayed::Bye => "bye",
                Unplayed::Missed => "absent",
            });
        }
        Round::Free => {}
    }
    json
}

fn lowest_terms(value: Option<Exact>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// `true`, `false`, or `null` when it is not known.
pub(crate) fn known(verdict: Verdict) -> Json {
    match verdict {
        Verdict::Met => json!(true),
        Verdict::NotMet => json!(false),
        Verdict::Unknown => Json::Null,
    }
}
