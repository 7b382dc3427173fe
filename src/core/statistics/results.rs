//! What the games of an event came to: by colour, by round, against the ratings.

use std::cmp::Reverse;

use super::distribution::share;
use super::games::Pairing;
use crate::core::Rules1990;
use crate::core::report::{Align, Block, Column, Entry, Fact, Msg, Row, Step, Table, Value};
use crate::model::{Absence, Bye, Cell, Exact, Outcome, Points, Score, Tournament};

/// Upsets that are listed: how much is shown, no rule.
const UPSETS: usize = 10;

/// Games of some rounds counted by what they came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won by White, drawn, won by Black, on the board.
    pub white: usize,
    pub draws: usize,
    pub black: usize,
    pub forfeits: usize,
    /// Forfeits of both: counted in `forfeits` too.
    pub nobody: usize,
    pub pending: usize,
}

impl Tally {
    pub fn of<'p>(pairings: impl IntoIterator<Item = &'p Pairing>) -> Self {
        let mut tally = Self::default();
        for pairing in pairings {
            match pairing.outcome {
                Outcome::Played(Score::Win) => tally.white += 1,
                Outcome::Played(Score::Draw) => tally.draws += 1,
                Outcome::Played(Score::Loss) => tally.black += 1,
                Outcome::Forfeit(_) => tally.forfeits += 1,
                Outcome::Pending => tally.pending += 1,
            }
            tally.nobody += usize::from(pairing.nobody);
        }
        tally
    }

    pub fn played(&self) -> usize {
        self.white + self.draws + self.black
    }

    /// Share of the points on the board that went to White.
    pub fn white_share(&self) -> Option<Exact> {
        let halves = 2 * self.white + self.draws;
        (self.played() > 0).then(|| Exact::new(halves as i64, 2 * self.played() as i64))
    }
}

/// Games played, drawn, forfeited; byes and absences.
pub fn facts(t: &Tournament, pairings: &[Pairing]) -> Vec<Fact> {
    let tally = Tally::of(pairings);
    let played = tally.played();
    let fact = |key, label, entry| Fact::new(key, Msg::new(label), entry);
    let mut facts = vec![fact("played", "stats.played", Entry::plain(played))];
    if played > 0 {
        let of = |n: usize| {
            let step = Msg::new("stats.share-step").with("part", n).with("all", played);
            Entry::plain(share(n, played)).step(Step::new(step).gives(share(n, played)))
        };
        facts.push(fact("drawn", "stats.drawn", of(tally.draws)));
    }
    if let Some(white) = tally.white_share().filter(|_| pairings.iter().all(|p| p.has_colours)) {
        let points = Points::from_halves((2 * tally.white + tally.draws) as i32);
        let step = Msg::new("stats.white-step").with("points", points).with("all", played);
        let entry =
            Entry::plain(Value::Percent(white)).step(Step::new(step).gives(Value::Percent(white)));
        facts.push(fact("white-share", "stats.white-share", entry));
    }
    let optional = [
        ("forfeits", "stats.forfeits", tally.forfeits - tally.nobody),
        ("double-forfeits", "stats.double-forfeits", tally.nobody),
        ("pending", "stats.pending", tally.pending),
    ];
    let cells = |wanted: fn(&Cell) -> bool| {
        if t.is_team_event() {
            return 0;
        }
        t.cells.iter().flatten().filter(|cell| wanted(cell)).count()
    };
    let absences = [
        ("byes", "stats.byes", cells(|cell| matches!(cell, Cell::Bye(Bye::Pairing)))),
        (
            "asked-byes",
            "stats.asked-byes",
            cells(|cell| matches!(cell, Cell::Bye(Bye::Full | Bye::Half | Bye::Zero))),
        ),
        ("missed", "stats.missed", cells(|cell| matches!(cell, Cell::Absent(Absence::Missed)))),
    ];
    let counted = optional.into_iter().chain(absences).filter(|(.., n)| *n > 0);
    facts.extend(counted.map(|(key, label, n)| fact(key, label, Entry::plain(n))));
    facts
}

/// Won by White, drawn, won by Black: how many, which share. `None` without colours or games.
pub fn by_colour(pairings: &[Pairing]) -> Option<Table> {
    let tally = Tally::of(pairings);
    if tally.played() == 0 || pairings.iter().any(|pairing| !pairing.has_colours) {
        return None;
    }
    let rows = [
        ("stats.white-won", tally.white),
        ("stats.draw", tally.draws),
        ("stats.black-won", tally.black),
    ];
    let rows = rows.map(|(label, n)| Row {
        entrant: None,
        cells: vec![
            Entry::plain(Msg::new(label)),
            Entry::plain(n),
            Entry::plain(share(n, tally.played())),
        ],
    });
    Some(Table {
        key: "results-by-colour",
        caption: Msg::new("stats.by-colour"),
        columns: vec![
            Column::new("result", Msg::new("column.result"), Align::Start),
            Column::new("games", Msg::new("stats.games"), Align::End),
            Column::new("share", Msg::new("stats.share"), Align::End),
        ],
        rows: rows.into(),
    })
}

/// The same round by round, with forfeits.
pub fn by_round(pairings: &[Pairing]) -> Option<Table> {
    let rounds = pairings.iter().map(|pairing| pairing.round).max()?;
    let rows = (1..=rounds).map(|round| {
        let tally = Tally::of(pairings.iter().filter(|pairing| pairing.round == round));
        let white = tally.white_share().map_or(Value::Undefined, Value::Percent);
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(Msg::new("round.caption").with("round", round)),
                Entry::plain(tally.white),
                Entry::plain(tally.draws),
                Entry::plain(tally.black),
                Entry::plain(tally.forfeits),
                Entry::plain(share(tally.draws, tally.played())),
                Entry::plain(white),
            ],
        }
    });
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    Some(Table {
        key: "results-by-round",
        caption: Msg::new("stats.by-round"),
        columns: vec![
            head("round", "stats.round", Align::Start),
            head("white", "stats.white-won-short", Align::End),
            head("draws", "stats.draw-short", Align::End),
            head("black", "stats.black-won-short", Align::End),
            head("forfeits", "stats.forfeits-short", Align::End),
            head("drawn", "stats.drawn-short", Align::End).extra(),
            head("white-share", "stats.white-share-short", Align::End).extra(),
        ],
        rows: rows.collect(),
    })
}

/// Games on the board of two rated players, against their ratings: what the higher rated made of
/// them, and the greatest differences that did not hold.
pub fn against_ratings(t: &Tournament, rules: &Rules1990, pairings: &[Pairing]) -> Vec<Block> {
    let order = &rules.rating_order.order;
    let rating = |who: usize| t.entrants[who].ratings.first(&order.value).map(|(_, r)| r);
    let (mut won, mut drawn, mut lost) = (0_usize, 0_usize, 0_usize);
    let mut upsets = Vec::new();
    for pairing in pairings {
        let Outcome::Played(score) = pairing.outcome else { continue };
        let (Some(white), Some(black)) = (rating(pairing.white), rating(pairing.black)) else {
            continue;
        };
        let of_favourite = match white.cmp(&black) {
            std::cmp::Ordering::Greater => score,
            std::cmp::Ordering::Less => score.mirrored(),
            std::cmp::Ordering::Equal => continue,
        };
        match of_favourite {
            Score::Win => won += 1,
            Score::Draw => drawn += 1,
            Score::Loss => {
                lost += 1;
                let (winner, loser) = match score {
                    Score::Win => (pairing.white, pairing.black),
                    _ => (pairing.black, pairing.white),
                };
                upsets.push((white.abs_diff(black), pairing.round, winner, loser));
            }
        }
    }
    let all = won + drawn + lost;
    if all == 0 {
        return Vec::new();
    }
    let fact = |key, label, n: usize| {
        let step = Msg::new("stats.share-step").with("part", n).with("all", all);
        let entry = Entry::plain(share(n, all))
            .cite_param(order)
            .step(Step::new(step).gives(share(n, all)));
        Fact::new(key, Msg::new(label), entry)
    };
    let facts = vec![
        fact("favourite-won", "stats.favourite-won", won),
        fact("favourite-drew", "stats.favourite-drew", drawn),
        fact("favourite-lost", "stats.favourite-lost", lost),
    ];
    let mut blocks =
        vec![Block::Heading(Msg::new("stats.heading.ratings-held")), Block::Facts(facts)];
    upsets.sort_by_key(|&(difference, round, winner, _)| (Reverse(difference), round, winner));
    if !upsets.is_empty() {
        blocks.push(Block::Table(upset_table(t, rules, &upsets)));
    }
    blocks
}

fn upset_table(t: &Tournament, rules: &Rules1990, upsets: &[(u32, u32, usize, usize)]) -> Table {
    let order = &rules.rating_order.order;
    let rating = |who: usize| t.entrants[who].ratings.first(&order.value).map(|(_, r)| r);
    let who = |index: usize| {
        let entrant = &t.entrants[index];
        Value::Entrant { index, number: entrant.number, name: entrant.name.clone() }
    };
    let rows = upsets.iter().take(UPSETS).map(|&(difference, round, winner, loser)| Row {
        entrant: None,
        cells: vec![
            Entry::plain(round),
            Entry::plain(who(winner)),
            Entry::plain(rating(winner)),
            Entry::plain(who(loser)),
            Entry::plain(rating(loser)),
            Entry::plain(difference),
        ],
    });
    let head = |key, text, align| Column::new(key, Msg::new(text), align);
    Table {
        key: "upsets",
        caption: Msg::new("stats.upsets"),
        columns: vec![
            head("round", "stats.round", Align::End),
            head("winner", "stats.winner", Align::Start),
            head("winner-rating", "column.rating", Align::End).extra().cite(&order.at),
            head("loser", "stats.loser", Align::Start),
            head("loser-rating", "column.rating", Align::End).extra().cite(&order.at),
            head("difference", "stats.difference", Align::End),
        ],
        rows: rows.collect(),
    }
}
