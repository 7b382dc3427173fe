//! PGN: the tags of the games. Players, rounds and results follow from them; moves are skipped.

use std::collections::BTreeMap;

use super::builder::rule_set_of;
use super::identities::name_key;
use super::{Context, Imported, Importer, Input};
use crate::diag::{Diagnostic, Span};
use crate::model::{Bye, Cell, Colour, Date, Entrant, Outcome, Score, System, Title, Tournament};
use crate::source::rounds::{MAX_ROUNDS, Rounds};

pub struct Pgn;

impl Importer for Pgn {
    fn name(&self) -> &'static str {
        "PGN"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let first = input.text.lines().find(|line| !line.trim().is_empty());
        first.is_some_and(|line| line.starts_with('[') && tag(line).is_some())
            && input.text.contains("[White \"")
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let games = games(input);
        let mut reader = Reader { context, entrants: Vec::new(), known: BTreeMap::new() };
        let mut placed = Vec::new();
        for game in &games {
            placed.extend(reader.game(game));
        }
        let entrants = reader.entrants;
        if entrants.is_empty() {
            context.push(
                Diagnostic::error("E0613", "the file has no games").at(Span::new(input.file, 0, 0)),
            );
            return None;
        }
        let mut grid = Rounds::new(entrants.len());
        for (player, round, cell, span) in placed {
            if let Some(first) = grid.taken(player, round) {
                let name = &entrants[player].name;
                context.push(
                    Diagnostic::error("E0502", format!("{name} plays twice in round {round}"))
                        .at_label(span, "second")
                        .related(first, "first"),
                );
                return None;
            }
            grid.place(player, round, cell, span);
        }
        let first = |name: &str| games.iter().find_map(|game| game.get(name)).unwrap_or("?");
        let known = |text: &str| (text != "?" && !text.is_empty()).then(|| text.to_owned());
        let slug = context.slug();
        let name = known(first("Event")).unwrap_or_else(|| slug.clone());
        let mut t = Tournament::new(slug, name, System::Swiss, 0);
        t.place = known(first("Site")).map(Into::into);
        let days = games.iter().filter_map(|game| date(game.get("Date")?));
        let days: Vec<Date> = days.collect();
        t.start = days.iter().min().copied();
        t.end = days.iter().max().copied();
        let settled = grid.settle(System::Swiss, &[], 0);
        t.cells = settled.cells;
        t.entrants = entrants;
        t.rounds = t.rounds_recorded();
        t.rule_set = rule_set_of(t.start);
        Some(Imported::Event(Box::new(t)))
    }
}

/// The tags of a game, with the place of each value.
#[derive(Default)]
struct Game {
    tags: BTreeMap<String, (String, Span)>,
    span: Option<Span>,
}

impl Game {
    fn get(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(|(value, _)| value.as_str())
    }

    fn span_of(&self, name: &str, or: Span) -> Span {
        self.tags.get(name).map_or(self.span.unwrap_or(or), |(_, span)| *span)
    }
}

/// `[Name "value"]`.
fn tag(line: &str) -> Option<(&str, String)> {
    let inside = line.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let proper = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    proper.then(|| (name, value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// Tags stand before the moves; comments in braces may hold lines that look like tags.
fn games(input: &Input<'_>) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    let (mut in_tags, mut in_comment) = (false, false);
    let mut start = 0;
    for line in input.text.split_inclusive('\n') {
        let span = Span::new(input.file, start, start + line.trim_end().len());
        start += line.len();
        if !in_comment && let Some((name, value)) = tag(line) {
            if !in_tags {
                games.push(Game { span: Some(span), ..Game::default() });
            }
            in_tags = true;
            if let Some(game) = games.last_mut() {
                game.tags.insert(name.to_owned(), (value, span));
            }
            continue;
        }
        if !line.trim().is_empty() {
            in_tags = false;
        }
        for c in line.chars() {
            in_comment = c == '{' || in_comment && c != '}';
        }
    }
    games
}

struct Reader<'a, 'd> {
    context: &'a mut Context<'d>,
    entrants: Vec<Entrant>,
    /// By FIDE identifier or folded name.
    known: BTreeMap<String, usize>,
}

impl Reader<'_, '_> {
    /// What a game says of both players.
    fn game(&mut self, game: &Game) -> Vec<(usize, u32, Cell, Span)> {
        let Some(span) = game.span else { return Vec::new() };
        let round = game.get("Round").unwrap_or("?");
        // `5.12` is the twelfth board of the fifth round.
        let number = round.split('.').next().and_then(|n| n.parse().ok());
        let Some(round) = number.filter(|n| (1..=MAX_ROUNDS).contains(n)) else {
            let at = game.span_of("Round", span);
            self.context.push(
                Diagnostic::error("E0505", format!("`{round}` is no round"))
                    .at(at)
                    .hint("a game belongs to a round, 1, 2, 3 …"),
            );
            return Vec::new();
        };
        let outcome = match game.get("Result").unwrap_or("*") {
            "1-0" => Outcome::Played(Score::Win),
            "0-1" => Outcome::Played(Score::Loss),
            "1/2-1/2" => Outcome::Played(Score::Draw),
            "*" => Outcome::Pending,
            other => {
                let message = format!("`{other}` is no result");
                self.context.push(
                    Diagnostic::error("E0504", message)
                        .at(game.span_of("Result", span))
                        .hint("`1-0`, `1/2-1/2`, `0-1` or `*`"),
                );
                return Vec::new();
            }
        };
        let [white, black] = ["White", "Black"].map(|side| self.player(game, side));
        let theirs = match outcome {
            Outcome::Played(score) => Outcome::Played(score.mirrored()),
            other => other,
        };
        match (white, black) {
            (Some(white), Some(black)) if white == black => {
                self.context.push(
                    Diagnostic::error("E0503", "nobody plays against themselves")
                        .at(game.span_of("Black", span)),
                );
                Vec::new()
            }
            (Some(white), Some(black)) => {
                let cell = |opponent, colour, outcome| Cell::Paired {
                    opponent,
                    colour: Some(colour),
                    outcome,
                };
                vec![
                    (white, round, cell(black, Colour::White, outcome), span),
                    (black, round, cell(white, Colour::Black, theirs), span),
                ]
            }
            (Some(player), None) | (None, Some(player)) => {
                vec![(player, round, Cell::Bye(Bye::Pairing), span)]
            }
            (None, None) => Vec::new(),
        }
    }

    /// Somebody by identifier, else by name; `None` for a bye.
    fn player(&mut self, game: &Game, side: &str) -> Option<usize> {
        let name = game.get(side).unwrap_or("").trim();
        if matches!(name.to_lowercase().as_str(), "" | "?" | "bye" | "no player") {
            return None;
        }
        let tag = |what: &str| game.get(&format!("{side}{what}"));
        let id: Option<u32> = tag("FideId").and_then(|id| id.parse().ok()).filter(|&id| id > 0);
        let key = id.map_or_else(|| name_key(name), |id| format!("#{id}"));
        let next = self.entrants.len();
        let index = *self.known.entry(key).or_insert(next);
        if index == next {
            self.entrants.push(Entrant::new(next as u32 + 1, name));
        }
        let entrant = &mut self.entrants[index];
        entrant.fide_id = entrant.fide_id.or(id);
        let rating = tag("Elo").filter(|elo| *elo != "-" && *elo != "?").and_then(|elo| {
            let at = game.span_of(&format!("{side}Elo"), game.span?);
            super::table::rating(self.context, elo, at)
        });
        entrant.ratings.fide = entrant.ratings.fide.or(rating);
        entrant.title = entrant.title.or(tag("Title").and_then(Title::from_key));
        Some(index)
    }
}

/// `2024.12.12`; parts that are not known make it none.
fn date(text: &str) -> Option<Date> {
    // A year has no sign: `-145` is no year that can be written of.
    let number = |part: &str| {
        let digits = part.bytes().all(|b| b.is_ascii_digit());
        part.parse::<i16>().ok().filter(|_| digits)
    };
    let mut parts = text.split('.').map(number);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    Date::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
}
