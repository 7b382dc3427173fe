//! Who is promoted in a tournament.

use serde_json::{Value as Json, json};

use super::chance::{Chance, ChanceInput, chance_input, still_promotable};
use super::{
    ByCategories, ByCategoriesInput, Promotable, ToPreferent, ToPreferentInput, by_categories,
    mean_value, to_preferent,
};
use crate::core::report::{
    Align, Block, Column, Entry, Msg, Report, Row, Table, Value, exact_json,
};
use crate::core::rules::Rules1990;
use crate::core::values::{
    Who, category_msg, effective_category, points_made, possible_games, rounds_of,
};
use crate::model::{Category, EventKind, Exact, Points, Tournament};

/// One player who could be promoted.
#[derive(Clone, Debug)]
struct Candidate {
    who: Who,
    category: Promotable,
    points: Points,
    outcome: Outcome,
}

#[derive(Clone, Debug)]
enum Outcome {
    ToPreferent(Box<(ToPreferentInput, ToPreferent)>),
    ByCategories(Box<(ByCategoriesInput, ByCategories)>),
    /// The event is not over.
    Chance(Box<(ChanceInput, Chance)>),
}

impl Candidate {
    fn needed(&self) -> Option<Points> {
        match &self.outcome {
            Outcome::ToPreferent(outcome) => outcome.1.needed,
            Outcome::ByCategories(outcome) => outcome.1.needed,
            Outcome::Chance(outcome) => outcome.1.needed,
        }
    }

    /// Promoted; or, while the event lasts, still able to be.
    fn verdict(&self) -> Option<bool> {
        match &self.outcome {
            Outcome::ToPreferent(outcome) => outcome.1.promoted,
            Outcome::ByCategories(outcome) => outcome.1.promoted,
            Outcome::Chance(outcome) => outcome.1.can,
        }
    }

    fn mean(&self) -> Option<Exact> {
        match &self.outcome {
            Outcome::ToPreferent(outcome) => outcome.1.opponents.mean,
            Outcome::ByCategories(_) => None,
            Outcome::Chance(outcome) => outcome.1.best_mean,
        }
    }

    fn second(&self) -> Option<u32> {
        match &self.outcome {
            Outcome::ToPreferent(_) => None,
            Outcome::ByCategories(outcome) => Some(outcome.1.second),
            Outcome::Chance(outcome) => outcome.1.best_second,
        }
    }

    /// Does somebody without a chance stay in the event (RGC 14.2.2)?
    fn stays(&self) -> Entry {
        let Outcome::Chance(outcome) = &self.outcome else { return Entry::plain(Value::Undefined) };
        let text = match (outcome.1.can, outcome.1.withdrawn) {
            (_, true) => Msg::new("promotion.withdrawn"),
            (Some(false), false) => Msg::new("promotion.plays-on"),
            _ => return Entry::plain(Value::Undefined),
        };
        Entry::plain(text)
    }

    fn entry(&self, rules: &Rules1990) -> Entry {
        match &self.outcome {
            Outcome::ToPreferent(outcome) => outcome.1.entry(&outcome.0, rules),
            Outcome::ByCategories(outcome) => outcome.1.entry(&outcome.0, rules),
            Outcome::Chance(outcome) => outcome.1.entry(&outcome.0, rules),
        }
    }
}

fn candidates(tournament: &Tournament, rules: &Rules1990) -> Vec<Candidate> {
    let finished = tournament.is_finished();
    let over = tournament.rounds_complete();
    let scores = points_made(tournament, over as usize, &rules.scoring);
    let possible = Some(possible_games(tournament));
    let rounds = tournament.rounds;
    let mut found: Vec<Candidate> = (0..tournament.cells.len().min(tournament.entrants.len()))
        .filter_map(|index| {
            let player = &tournament.entrants[index];
            let category = Promotable::of(effective_category(player.category, player.title)?)?;
            let games = || rounds_of(tournament, index, rounds as usize, &scores, rules);
            let outcome = if !finished {
                let input = chance_input(tournament, index, over, rules)?;
                let chance = still_promotable(&input, rules);
                Outcome::Chance(Box::new((input, chance)))
            } else if let Promotable::Lower(category) = category {
                let input = ByCategoriesInput { category, rounds, games: games() };
                let result = by_categories(&input, rules);
                Outcome::ByCategories(Box::new((input, result)))
            } else {
                let input = ToPreferentInput { rounds, possible, games: games() };
                let result = to_preferent(&input, rules);
                Outcome::ToPreferent(Box::new((input, result)))
            };
            let who = Who::of(tournament, index);
            Some(Candidate { who, category, points: scores[index], outcome })
        })
        .collect();
    // Promoted ones first, then by points; the pairing number decides the rest.
    found.sort_by_key(|candidate| {
        let promoted = candidate.verdict() == Some(true);
        (!promoted, std::cmp::Reverse(candidate.points), candidate.who.number)
    });
    found
}

/// Somebody who goes up.
#[derive(Clone, Debug)]
pub struct Promoted {
    pub who: Who,
    pub from: Category,
    pub to: Category,
    pub points: Points,
    pub needed: Option<Points>,
    /// Met, with the working and the provision of the table.
    pub entry: Entry,
}

/// Who goes up by a finished event, whatever the event counts for; nobody while it lasts.
pub fn promoted(tournament: &Tournament, rules: &Rules1990) -> Vec<Promoted> {
    if refusal(tournament).is_some() || !tournament.is_finished() {
        return Vec::new();
    }
    let all = candidates(tournament, rules).into_iter();
    all.filter(|candidate| candidate.verdict() == Some(true))
        .map(|candidate| Promoted {
            from: candidate.category.category(),
            to: candidate.category.target(),
            points: candidate.points,
            needed: candidate.needed(),
            entry: candidate.entry(rules),
            who: candidate.who,
        })
        .collect()
}

/// Are players who cannot rise any more withdrawn automatically (RGC 14.2.2)? In the individual
/// championship of the categories that the text names.
fn withdraws(tournament: &Tournament, rules: &Rules1990) -> bool {
    let named = &rules.promotion.automatic.value;
    tournament.kind == EventKind::Official
        && !tournament.categories.is_empty()
        && tournament.categories.iter().all(|category| named.iter().any(|n| n.0 == *category))
}

/// Why no promotion is looked for in an event of this kind, if so.
fn refusal(tournament: &Tournament) -> Option<Msg> {
    if tournament.is_team_event() {
        return Some(Msg::new("promotion.no.teams"));
    }
    match tournament.kind {
        EventKind::Official | EventKind::Open | EventKind::Other => None,
        EventKind::Closed | EventKind::TeamFinals | EventKind::Cup => {
            Some(Msg::new("promotion.no.kind"))
        }
    }
}

/// Every player of 1a, 2a and 3a: promoted or not, with points needed and working. While the event
/// lasts, whether promotion is still possible.
///
/// The tables hold for the championship of Catalonia and for homologated opens (AMB-91); for others
/// the report says so.
pub fn report(tournament: &Tournament, rules: &Rules1990) -> Report {
    let title = Msg::new("promotion.title").with("tournament", tournament.name.clone());
    let mut blocks = Vec::new();
    if let Some(refusal) = refusal(tournament) {
        blocks.push(Block::Paragraph(refusal));
        return Report { key: "promotions", title, blocks };
    }
    match tournament.kind {
        EventKind::Open => blocks.push(Block::Paragraph(Msg::new("promotion.if.homologated"))),
        EventKind::Other => blocks.push(Block::Paragraph(Msg::new("promotion.if.kind"))),
        _ => {}
    }
    let candidates = candidates(tournament, rules);
    if candidates.is_empty() {
        blocks.push(Block::Paragraph(Msg::new("promotion.nobody")));
        return Report { key: "promotions", title, blocks };
    }
    let finished = tournament.is_finished();
    if !finished {
        let over = Msg::new("promotion.in-progress")
            .with("over", tournament.rounds_complete())
            .with("rounds", tournament.rounds);
        blocks.push(Block::Paragraph(over));
    }
    let withdraws = !finished && withdraws(tournament, rules);
    if withdraws {
        blocks.push(Block::Paragraph(Msg::new("promotion.withdraws")));
    }
    blocks.push(Block::Table(table(&candidates, finished, withdraws, rules)));
    Report { key: "promotions", title, blocks }
}

fn table(candidates: &[Candidate], finished: bool, withdraws: bool, rules: &Rules1990) -> Table {
    let (bands, rows) = (&rules.promotion.bands.at, &rules.promotion.nine_rounds.at);
    let verdict = if finished { "promotion.head.promoted" } else { "promotion.head.can" };
    let needed = if finished { "promotion.head.needed" } else { "promotion.head.best-needed" };
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    let mut columns = vec![
        head("number", "promotion.head.number", Align::End),
        head("name", "promotion.head.name", Align::Start),
        head("promotion", "promotion.head.promotion", Align::Start),
        head("mean", "promotion.head.mean", Align::End).extra().cite(bands),
        head("second", "promotion.head.second", Align::End).extra().cite(rows),
        head("points", "promotion.head.points", Align::End),
        head("needed", needed, Align::End).cite(bands).cite(rows),
        head("verdict", verdict, Align::Start),
    ];
    let automatic = &rules.promotion.automatic.at;
    if withdraws {
        columns.push(head("withdrawn", "promotion.head.withdrawn", Align::Start).cite(automatic));
    }
    let rows = candidates
        .iter()
        .map(|candidate| {
            let promotion = Msg::new("promotion.from-to")
                .with("from", category_msg(candidate.category.category()))
                .with("to", category_msg(candidate.category.target()));
            let mut cells = vec![
                Entry::plain(candidate.who.number),
                Entry::plain(candidate.who.value()),
                Entry::plain(promotion),
                Entry::plain(mean_value(candidate.mean())),
                Entry::plain(candidate.second()),
                Entry::plain(candidate.points),
                Entry::plain(candidate.needed()),
                candidate.entry(rules),
            ];
            if withdraws {
                cells.push(candidate.stays().cite(automatic));
            }
            Row { entrant: Some(candidate.who.index), cells }
        })
        .collect();
    Table { key: "promotions", caption: Msg::new("promotion.caption"), columns, rows }
}

/// For programs: `{"report": "promotions", "finished", "players": [{"number", "name", "from",
/// "to", "mean", "second", "points", "needed", "promoted" or "can"}]}`; fractions other than
/// points as strings in lowest terms, `null` where no table covers the length.
pub fn promotion_json(tournament: &Tournament, rules: &Rules1990) -> Json {
    let finished = tournament.is_finished();
    let candidates = match refusal(tournament) {
        Some(_) => Vec::new(),
        None => candidates(tournament, rules),
    };
    let players: Vec<Json> = candidates
        .iter()
        .map(|candidate| {
            let mut player = json!({
                "number": candidate.who.number,
                "name": &*candidate.who.name,
                "from": candidate.category.category().key(),
                "to": candidate.category.target().key(),
                "mean": candidate.mean().map(|mean| mean.to_string()),
                "second": candidate.second(),
                "points": exact_json(candidate.points.exact()),
                "needed": candidate.needed().map(|needed| exact_json(needed.exact())),
                "working": candidate.entry(rules).to_json(),
            });
            let verdict = if finished { "promoted" } else { "can" };
            if let Outcome::Chance(outcome) = &candidate.outcome
                && withdraws(tournament, rules)
            {
                player["withdrawn"] = json!(outcome.1.withdrawn);
            }
            player[verdict] = json!(candidate.verdict());
            player
        })
        .collect();
    json!({"report": "promotions", "finished": finished, "players": players})
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::report::Verdict;
    use crate::model::{Cell, Colour, Entrant, Outcome as Result, Score, System};
    use crate::test_rules::rules;

    /// Nine players of 3a and 2a in a league: number 1 beats everybody.
    fn league(rounds: u32) -> Tournament {
        let mut tournament =
            Tournament::new("lliga", "Lliga", System::RoundRobin { double: false }, 9);
        tournament.kind = EventKind::Official;
        for number in 1..=10_u32 {
            let mut entrant = Entrant::new(number, format!("Jugador {number}"));
            entrant.category = Some(if number <= 5 { Category::Second } else { Category::Third });
            tournament.entrants.push(entrant);
        }
        // Berger by the circle: 10 stays, the others turn.
        tournament.cells = vec![Vec::new(); 10];
        for round in 0..rounds as usize {
            let seat = |at: usize| if at == 9 { 9 } else { (at + round) % 9 };
            for board in 0..5 {
                let pair = if board == 0 { (9, 0) } else { (board, 9 - board) };
                let (a, b) = (seat(pair.0), seat(pair.1));
                for (me, other, colour) in [(a, b, Colour::White), (b, a, Colour::Black)] {
                    let score = if me < other { Score::Win } else { Score::Loss };
                    tournament.cells[me].push(Cell::Paired {
                        opponent: other,
                        colour: Some(colour),
                        outcome: Result::Played(score),
                    });
                }
            }
        }
        tournament
    }

    #[test]
    fn a_finished_event_promotes() {
        let json = promotion_json(&league(9), rules());
        let players = json["players"].as_array().unwrap();
        assert_eq!(players.len(), 10);
        // 9 points against four of 2a and five of 3a: 7½ are asked for.
        assert_eq!(players[0]["number"], 1);
        assert_eq!(players[0]["second"], 4);
        assert_eq!(players[0]["needed"], 7.5);
        assert_eq!(players[0]["promoted"], true);
        let promoted = players.iter().filter(|player| player["promoted"] == true).count();
        // 8 points of number 2 as well; number 6 has 4 of the 5½ asked for.
        assert_eq!(promoted, 2);
    }

    #[test]
    fn an_event_in_progress_tells_who_still_can() {
        let json = promotion_json(&league(5), rules());
        assert_eq!(json["finished"], false);
        let player = |number: u32| {
            let players = json["players"].as_array().unwrap().clone();
            players.into_iter().find(|player| player["number"] == number).unwrap()
        };
        assert_eq!(player(1)["can"], true);
        assert_eq!(player(10)["can"], false);
        let report = report(&league(5), rules());
        let Block::Table(table) = &report.blocks[1] else { panic!("{report:?}") };
        assert_eq!(table.rows.len(), 10);
        assert_eq!(table.rows[0].cells[7].value, Value::Verdict(Verdict::Met));
    }

    #[test]
    fn other_kinds_of_event_say_so() {
        let mut tournament = league(9);
        tournament.kind = EventKind::Closed;
        let report = report(&tournament, rules());
        assert_eq!(report.blocks, [Block::Paragraph(Msg::new("promotion.no.kind"))]);
        assert_eq!(promotion_json(&tournament, rules())["players"], json!([]));
    }
}
