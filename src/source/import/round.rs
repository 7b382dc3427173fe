//! Pairings of single rounds, put together: a whole event from those of all its rounds, or the next
//! round of an event that another file holds.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Context;
use super::builder::{PlayerRow, Said, build, points_of, rule_set_of};
use super::identities::name_key;
use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::model::{
    Absence, Cell, Colour, Entrant, Outcome, Points, RoundTime, System, Tournament,
};
use crate::source::results::PairResult;

/// The pairings of a round, with the results there are.
#[derive(Clone, Debug)]
pub struct RoundList {
    pub path: PathBuf,
    /// Of the event.
    pub name: String,
    /// From 1; `None` where the list does not say.
    pub number: Option<u32>,
    pub time: Option<RoundTime>,
    pub boards: Vec<Board>,
    /// The heading line.
    pub at: Span,
}

/// A line of the list.
#[derive(Clone, Debug)]
pub struct Board {
    /// White, where there are two.
    pub first: Seat,
    pub against: Against,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Against {
    Player(Seat, PairResult),
    /// A bye, or not paired.
    Nobody(Said),
}

/// A player in a list.
#[derive(Clone, Debug)]
pub struct Seat {
    /// With the number 0 where the list has no starting numbers.
    pub entrant: Entrant,
    /// Points before the round.
    pub before: Option<(Points, Span)>,
}

/// By which a player is the same in several lists.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(u32),
    Name(String),
}

impl Seat {
    fn key(&self) -> Key {
        match self.entrant.number {
            0 => Key::Name(name_key(&self.entrant.name)),
            number => Key::Number(number),
        }
    }
}

impl Board {
    fn seats(&self) -> impl Iterator<Item = &Seat> {
        let second = match &self.against {
            Against::Player(seat, _) => Some(seat),
            Against::Nobody(_) => None,
        };
        [&self.first].into_iter().chain(second)
    }
}

impl RoundList {
    fn seats(&self) -> impl Iterator<Item = &Seat> {
        self.boards.iter().flat_map(Board::seats)
    }

    /// Its number; the first round is told by nobody having a point, too.
    fn round(&self) -> Option<u32> {
        let told = self.seats().filter_map(|seat| seat.before);
        let zeros = told.map(|(points, _)| points == Points::ZERO);
        let none = self.seats().all(|seat| seat.before.is_some()) && zeros.min() == Some(true);
        self.number.or(none.then_some(1))
    }
}

/// An event from the pairings of all its rounds. `None` with an error when a round is missing.
pub fn whole(mut lists: Vec<RoundList>, diagnostics: &mut Diagnostics) -> Option<Tournament> {
    lists.sort_by_key(RoundList::round);
    for (index, list) in lists.iter().enumerate() {
        let wanted = index as u32 + 1;
        let message = match list.round() {
            None => "pairings of a round, it is not said which, are not a whole event".to_owned(),
            Some(round) if round > wanted => {
                format!("pairings of round {round} without those of round {wanted}")
            }
            Some(round) if round < wanted => format!("two lists of pairings are of round {round}"),
            Some(_) => continue,
        };
        diagnostics.push(Diagnostic::error("E0632", message).at(list.at).hint(
            "give the crosstable, which holds all rounds, together with it or alone; or the \
             pairings of every round from the first at once: `Round 3` above the headings says \
             which",
        ));
        return None;
    }
    let first = lists.first()?;
    let mut context = Context { path: first.path.clone(), diagnostics };
    let mut rows = rows(&mut context, &lists);
    number(&mut context, &mut rows);
    let mut t = build(&mut context, &first.name, System::Swiss, rows);
    // A round that is paired has begun, even if nobody was paired in it that is known.
    let times: Option<Vec<RoundTime>> = lists.iter().map(|list| list.time).collect();
    t.round_times = times.unwrap_or_default();
    t.start = t.round_times.first().map(|time| time.day);
    t.rule_set = rule_set_of(t.start);
    for (round, list) in lists.iter().enumerate() {
        check_before(context.diagnostics, &t, list, round);
    }
    Some(t)
}

/// A row for each player, with what the lists say of every round.
fn rows(context: &mut Context<'_>, lists: &[RoundList]) -> Vec<PlayerRow> {
    let mut known: BTreeMap<Key, usize> = BTreeMap::new();
    let mut rows: Vec<PlayerRow> = Vec::new();
    for (round, list) in lists.iter().enumerate() {
        let mut seat = |context: &mut Context<'_>, seat: &Seat, span: Span| {
            let index = *known.entry(seat.key()).or_insert(rows.len());
            if index == rows.len() {
                let rounds = lists.iter().map(|list| (Said::Nothing, list.at)).collect();
                let (key, entrant) = (index as u32, seat.entrant.clone());
                rows.push(PlayerRow { key, entrant, rounds, span, points: None });
            }
            let row = &mut rows[index];
            if name_key(&row.entrant.name) != name_key(&seat.entrant.name) {
                let message = format!(
                    "number {} is {} here, and {} before",
                    seat.entrant.number, seat.entrant.name, row.entrant.name
                );
                let diagnostic = Diagnostic::error("E0602", message).at(span);
                context.push(diagnostic.related(row.span, "before"));
            }
            row.entrant.ratings = row.entrant.ratings.or(seat.entrant.ratings);
            row.entrant.title = row.entrant.title.or(seat.entrant.title);
            index
        };
        let mut said = Vec::new();
        for board in &list.boards {
            let first = seat(context, &board.first, board.span);
            match &board.against {
                Against::Nobody(what) => said.push((first, *what, board.span)),
                Against::Player(second, result) => {
                    let second = seat(context, second, board.span);
                    let game = |opponent: usize, colour, outcome| Said::Game {
                        opponent: opponent as u32,
                        colour: Some(colour),
                        outcome,
                    };
                    said.push((first, game(second, Colour::White, result.first), board.span));
                    said.push((second, game(first, Colour::Black, result.second), board.span));
                }
            }
        }
        for (index, what, span) in said {
            let row = &mut rows[index];
            let before = row.rounds[round];
            if before.0 != Said::Nothing {
                let message = format!("{} is twice in round {}", row.entrant.name, round + 1);
                context.push(
                    Diagnostic::error("E0502", message).at(span).related(before.1, "first").hint(
                        "lists without starting numbers cannot tell people of one name apart",
                    ),
                );
            }
            row.rounds[round] = (what, span);
        }
    }
    rows
}

/// Starting numbers in the order of the ratings, where the lists have none.
fn number(context: &mut Context<'_>, rows: &mut [PlayerRow]) {
    if rows.iter().all(|row| row.entrant.number > 0) {
        return;
    }
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by_cached_key(|&at| {
        let entrant = &rows[at].entrant;
        let rating = entrant.ratings.fide.or(entrant.ratings.national).unwrap_or(0);
        (std::cmp::Reverse(rating), name_key(&entrant.name))
    });
    for (place, at) in order.into_iter().enumerate() {
        rows[at].entrant.number = place as u32 + 1;
    }
    context.push(
        Diagnostic::note("N0634", "players are numbered in the order of their ratings")
            .in_file(context.path.clone())
            .hint("the lists have no starting numbers: give the starting list, too"),
    );
}

/// Are the points before a round, from 0, those of the rounds before?
fn check_before(diagnostics: &mut Diagnostics, t: &Tournament, list: &RoundList, round: usize) {
    for seat in list.seats() {
        let Some((stated, span)) = seat.before else { continue };
        let Some(index) = find(t, seat) else { continue };
        let sum: Points = t.cells[index].iter().take(round).map(points_of).sum();
        if stated != sum {
            let message =
                format!("points stated before the round: {stated}; the rounds give {sum}");
            diagnostics.push(
                Diagnostic::warning("W0608", message)
                    .at(span)
                    .hint("the rounds are what counts here"),
            );
        }
    }
}

/// The player of an event: of that number and name, or the only one of that name.
fn find(t: &Tournament, seat: &Seat) -> Option<usize> {
    let key = name_key(&seat.entrant.name);
    let mut same = (0..t.entrants.len()).filter(|&at| {
        let entrant = &t.entrants[at];
        (seat.entrant.number == 0 || seat.entrant.number == entrant.number)
            && name_key(&entrant.name) == key
    });
    same.next().filter(|_| same.next().is_none())
}

/// Adds rounds to the events whose players they have; what is of no event is given back.
pub fn add(
    events: &mut [Tournament],
    mut lists: Vec<RoundList>,
    diagnostics: &mut Diagnostics,
) -> Vec<RoundList> {
    lists.sort_by_key(|list| list.number.unwrap_or(u32::MAX));
    let mut left = Vec::new();
    for list in lists {
        let found = |t: &Tournament| list.seats().filter(|seat| find(t, seat).is_some()).count();
        let players = list.seats().count();
        let mut fitting = events.iter_mut().filter(|t| !t.is_team_event()).map(|t| (found(t), t));
        let mut best = fitting.next();
        for (count, t) in fitting {
            if best
                .as_ref()
                .is_none_or(|(most, b)| (count, t.rounds_recorded()) > (*most, b.rounds_recorded()))
            {
                best = Some((count, t));
            }
        }
        match best {
            Some((count, t)) if count * 2 > players => add_to(t, &list, diagnostics),
            _ => left.push(list),
        }
    }
    left
}

/// A line with the players of the event.
struct Placed<'l> {
    board: &'l Board,
    first: usize,
    second: Option<usize>,
}

impl Placed<'_> {
    fn is_in(&self, t: &Tournament, round: usize) -> bool {
        let cell = t.cells[self.first].get(round);
        match self.second {
            Some(second) => cell.is_some_and(|cell| cell.opponent() == Some(second)),
            None => cell.is_some_and(|cell| cell.opponent().is_none()),
        }
    }
}

/// Adds a round to an event, or completes the one that it has.
fn add_to(t: &mut Tournament, list: &RoundList, diagnostics: &mut Diagnostics) {
    let mut placed = Vec::new();
    let mut taken: BTreeMap<usize, Span> = BTreeMap::new();
    for board in &list.boards {
        let mut seats = Vec::new();
        for seat in board.seats() {
            let name = &seat.entrant.name;
            let Some(index) = find(t, seat) else {
                diagnostics.push(
                    Diagnostic::error("E0603", format!("`{name}` is nobody of `{}`", t.name))
                        .at(board.span)
                        .hint("give the crosstable or the starting list that has everybody"),
                );
                continue;
            };
            if let Some(first) = taken.insert(index, board.span) {
                let diagnostic =
                    Diagnostic::error("E0502", format!("{name} is twice in the round"));
                diagnostics.push(diagnostic.at(board.span).related(first, "first"));
                continue;
            }
            seats.push(index);
        }
        let whole = seats.len() == board.seats().count();
        if let Some((&first, rest)) = seats.split_first().filter(|_| whole) {
            placed.push(Placed { board, first, second: rest.first().copied() });
        }
    }
    let recorded = t.cells.first().map_or(0, Vec::len);
    let number = list.number.map(|number| number as usize).unwrap_or_else(|| {
        let has = |&round: &usize| placed.iter().all(|board| board.is_in(t, round));
        (0..recorded).find(has).unwrap_or(recorded) + 1
    });
    if number > recorded + 1 {
        let message = format!("pairings of round {number}, but `{}` has {recorded} rounds", t.name);
        diagnostics.push(
            Diagnostic::error("E0632", message)
                .at(list.at)
                .hint("give the pairings of the rounds between, too, or a newer crosstable"),
        );
        return;
    }
    let round = number - 1;
    check_before(diagnostics, t, list, round);
    let is_new = round == recorded;
    if is_new {
        for row in &mut t.cells {
            let entered = row.iter().any(|cell| *cell != Cell::Absent(Absence::NotEntered));
            row.push(Cell::Absent(match row.last() {
                Some(Cell::Absent(Absence::Withdrawn)) => Absence::Withdrawn,
                _ if entered => Absence::Missed,
                _ => Absence::NotEntered,
            }));
        }
        t.announced.retain(|told| told.round as usize > number);
        t.rounds = t.rounds.max(number as u32);
    }
    if let Some(time) = list.time.filter(|_| t.round_times.len() == round) {
        t.round_times.push(time);
    }
    for board in placed {
        place(t, round, &board, is_new, diagnostics);
    }
    diagnostics.push(Diagnostic::note(
        "N0633",
        format!("round {number} of `{}` is completed from `{}`", t.slug, list.path.display()),
    ));
}

/// A line in its round: a new one, or a result that was not known yet. What contradicts the event
/// is an error.
fn place(
    t: &mut Tournament,
    round: usize,
    placed: &Placed<'_>,
    is_new: bool,
    diagnostics: &mut Diagnostics,
) {
    let (first, span) = (placed.first, placed.board.span);
    let number = round + 1;
    if !is_new && !placed.is_in(t, round) {
        diagnostics.push(
            Diagnostic::error(
                "E0604",
                format!("round {number}: `{}` has other pairings than this", t.name),
            )
            .at(span)
            .hint("are both files of the same event and round?"),
        );
        return;
    }
    match (&placed.board.against, placed.second) {
        (Against::Player(_, result), Some(second)) => {
            let halves = [(first, second, Colour::White, result.first)].into_iter().chain([(
                second,
                first,
                Colour::Black,
                result.second,
            )]);
            let known = match t.cells[first][round] {
                Cell::Paired { outcome, .. } if !is_new => Some(outcome),
                _ => None,
            };
            match known {
                Some(known) if known != Outcome::Pending => {
                    if result.first != Outcome::Pending && result.first != known {
                        let message = format!("round {number}: `{}` has another result", t.name);
                        diagnostics.push(Diagnostic::error("E0606", message).at(span));
                    }
                }
                _ => {
                    for (own, opponent, colour, outcome) in halves {
                        t.cells[own][round] =
                            Cell::Paired { opponent, colour: Some(colour), outcome };
                    }
                }
            }
        }
        (Against::Nobody(said), _) if is_new => match *said {
            Said::Bye(bye) => t.cells[first][round] = Cell::Bye(bye),
            _ => {
                if t.cells[first][round] == Cell::Absent(Absence::NotEntered) {
                    return;
                }
                t.cells[first][round] = Cell::Absent(Absence::Missed);
            }
        },
        _ => {}
    }
}
