//! A player's card in an event: who they are, every round with its opponent and result, what the
//! result is worth, and what it leads to.

use super::Rules1990;
use super::fide::rating::{RatedGame, performance};
use super::report::{Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value};
use super::score_table::{RoundScore, Unit, colour_played};
use super::standings::Standings;
use super::statistics::distribution::mean;
use super::values::category_msg;
use crate::model::{Cell, Colour, Forfeit, Outcome, Points, Score, Tournament};

/// A column of another report of the event that says something of each player: it stands on the
/// card with its working.
#[derive(Clone, Copy, Debug)]
pub struct Aside<'r> {
    pub report: &'r Report,
    /// Key of the column.
    pub column: &'static str,
    pub label: &'static str,
}

/// The cards of everybody, by index. Players of teams have none: their games stand with their
/// team's.
pub fn cards(
    t: &Tournament,
    standings: &Standings,
    rules: &Rules1990,
    asides: &[Aside<'_>],
) -> Vec<Report> {
    if standings.scores.unit == Unit::Team {
        return Vec::new();
    }
    let everybody = 0..standings.scores.rows.len();
    everybody.map(|who| card(t, standings, rules, asides, who)).collect()
}

fn card(
    t: &Tournament,
    standings: &Standings,
    rules: &Rules1990,
    asides: &[Aside<'_>],
    who: usize,
) -> Report {
    let title = Msg::new("card.title")
        .with("number", t.entrants[who].number)
        .with("name", t.entrants[who].name.clone());
    let mut facts = person_facts(t, rules, who);
    facts.extend(result_facts(t, standings, rules, who));
    for aside in asides {
        let entry = cell_about(aside.report, aside.column, who);
        // Nothing to say is not said.
        if let Some(entry) = entry.filter(|entry| entry.value != Value::Undefined) {
            facts.push(Fact::new(aside.column, Msg::new(aside.label), entry.clone()));
        }
    }
    let blocks = vec![Block::Facts(facts), Block::Table(games(t, standings, rules, who))];
    Report { key: "card", title, blocks }
}

/// What a report's table says of somebody in a column.
fn cell_about<'r>(report: &'r Report, column: &str, who: usize) -> Option<&'r Entry> {
    report.blocks.iter().find_map(|block| {
        let Block::Table(table) = block else { return None };
        let at = table.columns.iter().position(|of| of.key == column)?;
        table.rows.iter().find(|row| row.entrant == Some(who))?.cells.get(at)
    })
}

fn person_facts(t: &Tournament, rules: &Rules1990, who: usize) -> Vec<Fact> {
    let entrant = &t.entrants[who];
    let order = &rules.rating_order.order;
    let rating = entrant.ratings.first(&order.value).map(|(_, rating)| rating);
    let values: [(&'static str, &'static str, Value); 5] = [
        ("title", "column.title", entrant.title.map(|title| title.key()).into()),
        ("rating", "column.rating", rating.into()),
        ("club", "column.club", entrant.club.clone().into()),
        ("category", "column.category", entrant.category.map(category_msg).into()),
        ("federation", "column.federation", entrant.federation.clone().into()),
    ];
    let known = values.into_iter().filter(|(.., value)| *value != Value::Undefined);
    known.map(|(key, label, value)| Fact::new(key, Msg::new(label), Entry::plain(value))).collect()
}

fn result_facts(t: &Tournament, standings: &Standings, rules: &Rules1990, who: usize) -> Vec<Fact> {
    let scores = &standings.scores;
    let mut facts = Vec::new();
    if let Some(at) = standings.row_of(who) {
        let row = &standings.rows[at];
        let place = row.rank.map(|rank| {
            Msg::new("card.place-of").with("place", rank).with("of", standings.rows.len())
        });
        facts.push(Fact::new("place", Msg::new("column.rank"), Entry::plain(place)));
        facts.push(Fact::new("points", Msg::new("column.points"), row.score.clone()));
    }
    let rounds = &scores.rows[who].rounds;
    let colours = |wanted| rounds.iter().filter(|r| colour_played(&r.cell) == Some(wanted)).count();
    let (white, black) = (colours(Colour::White), colours(Colour::Black));
    if white + black > 0 {
        let value = Msg::new("card.colours").with("white", white).with("black", black);
        facts.push(Fact::new("colours", Msg::new("column.colour"), Entry::plain(value)));
    }
    let order = &rules.rating_order.order;
    let met: Vec<(u32, Score)> = rounds
        .iter()
        .filter_map(|round| {
            let (opponent, _, score) = round.cell.played()?;
            let (_, rating) = t.entrants.get(opponent)?.ratings.first(&order.value)?;
            Some((rating, score))
        })
        .collect();
    if !met.is_empty() {
        let ratings: Vec<u32> = met.iter().map(|(rating, _)| *rating).collect();
        let label = Msg::new("card.opponents").with("n", met.len());
        facts.push(Fact::new("opponents", label, mean(&ratings).cite_param(order)));
    }
    if let Some(fide) = rules.fide.rules() {
        let games: Vec<RatedGame> = met
            .iter()
            .map(|&(opponent, score)| RatedGame { opponent, score: score.points().exact() })
            .collect();
        if let Some(found) = performance(&games, fide) {
            let msg = Msg::new("b02.first").with("mean", found.mean).with("p", found.hundredths);
            let entry = Entry::plain(found.rating)
                .step(Step::new(msg).gives(found.rating))
                .cite(&fide.tables.dp.at);
            facts.push(Fact::new("performance", Msg::new("card.performance"), entry));
        }
    }
    facts
}

/// Every round, those not played too.
fn games(t: &Tournament, standings: &Standings, rules: &Rules1990, who: usize) -> Table {
    let scores = &standings.scores;
    let order = &rules.rating_order.order.value;
    let has_ratings = t.entrants.iter().any(|entrant| entrant.ratings.first(order).is_some());
    let mut sum = Points::ZERO;
    let rows = scores.rows[who].rounds.iter().map(|round| {
        sum += round.points;
        let opponent = round.cell.opponent();
        let rating = opponent.and_then(|other| t.entrants[other].ratings.first(order));
        let colour = match round.cell {
            Cell::Paired { colour, outcome: Outcome::Played(_) | Outcome::Pending, .. } => colour,
            _ => None,
        };
        let mut cells = vec![
            Entry::plain(round.round),
            Entry::plain(colour),
            Entry::plain(match opponent {
                Some(other) => scores.who(other),
                None => scores.words(who, round).into(),
            }),
        ];
        if has_ratings {
            cells.push(Entry::plain(rating.map(|(_, rating)| rating)));
        }
        cells.push(Entry::plain(result(round)));
        cells.push(Entry::plain(sum));
        Row { entrant: None, cells }
    });
    let rows = rows.collect();
    let mut columns = vec![
        Column::new("round", Msg::new("card.round"), Align::End),
        Column::new("colour", Msg::new("column.colour"), Align::Centre),
        Column::new("opponent", Msg::new("card.opponent"), Align::Start),
    ];
    if has_ratings {
        columns.push(Column::new("rating", Msg::new("column.rating"), Align::End).extra());
    }
    columns.push(Column::new("result", Msg::new("column.result"), Align::Start));
    columns.push(Column::new("sum", Msg::new("card.sum"), Align::End));
    let name = t.entrants[who].name.clone();
    Table { key: "card-games", caption: Msg::new("card.caption").with("name", name), columns, rows }
}

/// What a round gave; a win or loss without play says so.
fn result(round: &RoundScore) -> Value {
    match round.cell {
        Cell::Paired { outcome: Outcome::Pending, .. } => Msg::new("result.pending").into(),
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Won), .. } => {
            Msg::new("card.forfeit-won").into()
        }
        Cell::Paired { outcome: Outcome::Forfeit(Forfeit::Lost), .. } => {
            Msg::new("card.forfeit-lost").into()
        }
        _ => round.points.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::standings::Settings;
    use crate::model::Colour::{Black, White};
    use crate::model::{Absence, Bye, Entrant, System};
    use crate::test_rules::rules;

    fn event() -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 4);
        t.entrants = (1..=3).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        t.entrants[1].ratings.catalan = Some(2200);
        let cell =
            |opponent, colour, outcome| Cell::Paired { opponent, colour: Some(colour), outcome };
        use Outcome::{Forfeit as Forfeited, Played};
        t.cells = vec![
            vec![
                cell(1, White, Played(Score::Draw)),
                cell(2, Black, Forfeited(Forfeit::Won)),
                Cell::Bye(Bye::Half),
                Cell::Absent(Absence::Missed),
            ],
            vec![
                cell(0, Black, Played(Score::Draw)),
                Cell::Bye(Bye::Pairing),
                cell(2, White, Played(Score::Win)),
                cell(2, White, Outcome::Pending),
            ],
            vec![
                Cell::Bye(Bye::Zero),
                cell(0, White, Forfeited(Forfeit::Lost)),
                cell(1, Black, Played(Score::Loss)),
                cell(1, Black, Outcome::Pending),
            ],
        ];
        t
    }

    #[test]
    fn a_card_has_every_round_with_its_kind() {
        let t = event();
        let standings = Standings::compute(&t, rules(), 3, &Settings::default());
        let cards = cards(&t, &standings, rules(), &[]);
        assert_eq!(cards.len(), 3);
        let Block::Table(table) = &cards[0].blocks[1] else { panic!("a table") };
        let values: Vec<Vec<_>> = table
            .rows
            .iter()
            .map(|row| row.cells.iter().map(|cell| cell.value.clone()).collect())
            .collect();
        // Round, colour, opponent, rating, result, sum.
        assert_eq!(values[0][1], Value::Colour(White));
        assert_eq!(values[0][3], Value::Int(2200));
        assert_eq!(values[0][5], Value::Points(Points::HALF));
        assert_eq!(values[1][1], Value::Undefined, "a forfeit gives no colour");
        assert!(matches!(&values[1][4], Value::Msg(msg) if msg.key == "card.forfeit-won"));
        assert!(matches!(&values[2][2], Value::Msg(msg) if msg.key == "cell.half-bye"));
        let Block::Facts(facts) = &cards[0].blocks[0] else { panic!("facts") };
        let fact = |key| facts.iter().find(|fact| fact.key == key).map(|f| f.entry.value.clone());
        assert_eq!(fact("opponents"), Some(Value::Exact(2200.into())));
        // A draw against 2200: the performance is 2200 (B.02).
        assert_eq!(fact("performance"), Some(Value::Int(2200)));
        assert_eq!(fact("rating"), None, "what is not known is not said");
    }

    #[test]
    fn what_other_reports_say_stands_on_the_card() {
        let t = event();
        let standings = Standings::compute(&t, rules(), 3, &Settings::default());
        let row = Row { entrant: Some(1), cells: vec![Entry::plain("fa norma")] };
        let columns = vec![Column::new("outcome", Msg::new("column.result"), Align::Start)];
        let table = Table { key: "norms", caption: Msg::new("x"), columns, rows: vec![row] };
        let report =
            Report { key: "norms", title: Msg::new("x"), blocks: vec![Block::Table(table)] };
        let aside = Aside { report: &report, column: "outcome", label: "card.norm" };
        let cards = cards(&t, &standings, rules(), &[aside]);
        let has = |at: usize| {
            let Block::Facts(facts) = &cards[at].blocks[0] else { panic!("facts") };
            facts.iter().any(|fact| fact.key == "outcome")
        };
        assert_eq!((has(0), has(1)), (false, true));
    }
}
