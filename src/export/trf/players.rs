//! Player records with their rounds, and what is told for rounds to come.

use std::collections::BTreeMap;

use super::Writer;
use super::columns::{Line, plain, tenths};
use super::header::day;
use crate::model::{
    Acceleration, Bye, Cell, Colour, Entrant, Forfeit, Outcome, PointSystem, Points, Score, Sex,
};

/// No event has more rounds; a ban for all of them ends here.
pub(super) const MAX_ROUNDS: u32 = 400;

impl Writer<'_> {
    pub(super) fn players(&mut self, places: Option<&[u32]>) {
        let t = self.t;
        let recorded = t.cells.first().map_or(0, Vec::len);
        let mut ahead: BTreeMap<usize, BTreeMap<u32, Cell>> = BTreeMap::new();
        if !self.is_26() {
            for told in &t.announced {
                ahead.entry(told.entrant).or_default().insert(told.round, told.cell);
            }
        }
        for (index, entrant) in t.entrants.iter().enumerate() {
            let place = entrant.stated_rank.or_else(|| places?.get(index).copied());
            let mut line = identity("001", entrant)
                .right_if(49, 52, entrant.ratings.fide)
                .left(54, 56, federation(entrant))
                .right_if(58, 68, entrant.fide_id)
                .left(70, 79, &entrant.birth.map(day).unwrap_or_default())
                .right(81, 84, self.points_of(index))
                .right_if(86, 89, place);
            for (round, cell) in t.cells.get(index).into_iter().flatten().enumerate() {
                line = self.round(line, round, cell);
            }
            for (&round, cell) in ahead.get(&index).into_iter().flatten() {
                let round = round as usize;
                if round > recorded && round <= MAX_ROUNDS as usize {
                    line = self.round(line, round - 1, cell);
                }
            }
            self.line(&line);
        }
        if self.is_26() {
            self.national();
            self.announced();
        }
        self.accelerations();
        self.forbidden();
    }

    /// The points stated, where they are not those of the rounds; else the sum of the rounds, which
    /// is what other programs check.
    fn points_of(&self, index: usize) -> String {
        let system = self.t.report_file.points.unwrap_or(PointSystem::USUAL);
        let cells = self.t.cells.get(index).into_iter().flatten();
        let recorded = self.t.cells.get(index).map_or(0, Vec::len) as u32;
        let told = self.t.announced.iter();
        let told = told.filter(|told| told.entrant == index && told.round == recorded + 1);
        let sum: u32 = cells.map(|cell| system.tenths_of(cell)).sum();
        let with_told: u32 = sum + told.map(|told| system.tenths_of(&told.cell)).sum::<u32>();
        // Byes asked for in the columns of the round to come count already; in a record of their
        // own they do not.
        let own = i64::from(if self.is_26() { sum } else { with_told });
        let stated = self.t.entrants[index].stated_points.map(|p| i64::from(p.halves()) * 5);
        let others = [sum, with_told].map(i64::from);
        tenths(stated.filter(|stated| !others.contains(stated)).unwrap_or(own))
    }

    /// Ten columns: opponent, colour, result.
    fn round(&self, line: Line, round: usize, cell: &Cell) -> Line {
        let first = 92 + 10 * round;
        let (opponent, colour, result) = match *cell {
            Cell::Paired { opponent, colour, outcome } => {
                let number = self.t.entrants.get(opponent).map_or(0, |e| e.number);
                let colour = match colour {
                    Some(Colour::White) => "w",
                    Some(Colour::Black) => "b",
                    None => "-",
                };
                let result = match outcome {
                    Outcome::Pending => "",
                    Outcome::Played(Score::Win) => "1",
                    Outcome::Played(Score::Draw) => "=",
                    Outcome::Played(Score::Loss) => "0",
                    Outcome::Forfeit(Forfeit::Won) => "+",
                    Outcome::Forfeit(Forfeit::Lost) => "-",
                };
                (number.to_string(), colour, result)
            }
            Cell::Bye(bye) => {
                let result = match bye {
                    Bye::Pairing => "U",
                    Bye::Full if self.t.is_team_event() => "+",
                    Bye::Full => "F",
                    Bye::Half => "H",
                    Bye::Zero => "Z",
                };
                ("0000".to_owned(), "-", result)
            }
            Cell::Absent(_) => ("0000".to_owned(), "-", "Z"),
        };
        line.right(first, first + 3, opponent).left(first + 5, first + 5, colour).left(
            first + 7,
            first + 7,
            result,
        )
    }

    /// Ratings of federations: the Catalan one, the Spanish one, that of a player's own.
    fn national(&mut self) {
        for entrant in &self.t.entrants {
            let own = federation(entrant);
            let ratings = [
                ("CAT", entrant.ratings.catalan),
                ("ESP", entrant.ratings.feda),
                (own, entrant.ratings.national),
            ];
            for (at, (code, rating)) in ratings.into_iter().enumerate() {
                let proper = code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
                let doubled = at == 2 && matches!(code, "CAT" | "ESP");
                if let Some(rating) = rating.filter(|_| proper && !doubled) {
                    self.national_line(entrant, code, rating);
                }
            }
        }
    }

    fn national_line(&mut self, entrant: &Entrant, code: &str, rating: u32) {
        // One that says more is written back as it stood.
        let stands = self.t.report_file.extra_records.iter().any(|record| {
            record.get(..3) == Some(code)
                && record.get(4..8).and_then(|n| n.trim().parse().ok()) == Some(entrant.number)
        });
        if stands {
            return;
        }
        let line = Line::new(code)
            .right(5, 8, entrant.number)
            .left(15, 47, &named(&entrant.name, entrant.number))
            .right(49, 52, rating);
        let misfit = line.misfit.is_some();
        self.text.push_str(&line.finish());
        self.text.push('\n');
        if misfit {
            self.line(&line);
        }
    }

    /// 240: byes and absences told for rounds to come, by round and kind.
    /// Byes told for rounds to come: the format has one record for each kind in a round.
    fn announced(&mut self) {
        let mut records: Vec<((u32, &str), Vec<u32>)> = Vec::new();
        for told in &self.t.announced {
            let kind = match told.cell {
                Cell::Bye(Bye::Full | Bye::Pairing) => "F",
                Cell::Bye(Bye::Half) => "H",
                _ => "Z",
            };
            let Some(entrant) = self.t.entrants.get(told.entrant) else { continue };
            let of = (told.round, kind);
            match records.iter_mut().find(|(known, _)| *known == of) {
                Some((_, numbers)) => numbers.push(entrant.number),
                None => records.push((of, vec![entrant.number])),
            }
        }
        for ((round, kind), numbers) in records {
            let mut line = Line::new("240").left(5, 5, kind).right(7, 9, round);
            for (place, number) in numbers.into_iter().enumerate() {
                line = line.right(11 + 5 * place, 14 + 5 * place, number);
            }
            self.line(&line);
        }
    }

    fn accelerations(&mut self) {
        for acceleration in &self.t.report_file.accelerations {
            let Acceleration { match_points, points, rounds, numbers } = *acceleration;
            let decimal = |points: Points| tenths(i64::from(points.halves()) * 5);
            let line = Line::new("250")
                .right_if(5, 8, match_points.map(decimal))
                .right(10, 13, decimal(points))
                .right(15, 17, rounds.0)
                .right(19, 21, rounds.1)
                .right(23, 26, numbers.0)
                .right(28, 31, numbers.1);
            self.line(&line);
        }
    }

    /// Bans for the whole event, in TRF16, have a record of pairing programs.
    fn forbidden(&mut self) {
        for pair in &self.t.forbidden_pairs {
            let number = |index: usize| self.t.entrants.get(index).map(|e| e.number);
            let (Some(a), Some(b)) = (number(pair.players.0), number(pair.players.1)) else {
                continue;
            };
            if !self.is_26() && pair.rounds == (1, MAX_ROUNDS) {
                self.value("XXP", Some(format!("{a} {b}")));
                continue;
            }
            let line = Line::new("260")
                .right(5, 7, pair.rounds.0)
                .right(9, 11, pair.rounds.1)
                .right(13, 16, a)
                .right(18, 21, b);
            self.line(&line);
        }
    }
}

/// A name that is nothing on one line is told as reading tells somebody without one.
fn named(name: &str, number: u32) -> String {
    let name = plain(name);
    if name.is_empty() { format!("№ {number}") } else { name }
}

/// Code, number, sex, title, name.
fn identity(code: &str, entrant: &Entrant) -> Line {
    let sex = match entrant.sex {
        Some(Sex::Male) => "m",
        Some(Sex::Female) => "w",
        None => "",
    };
    Line::new(code)
        .right(5, 8, entrant.number)
        .left(10, 10, sex)
        .right(
            11,
            13,
            entrant.title.filter(|title| title.is_fide()).map_or("", |title| title.key()),
        )
        .left(15, 47, &named(&entrant.name, entrant.number))
}

/// Three letters; what is longer is no code.
fn federation(entrant: &Entrant) -> &str {
    entrant.federation.as_deref().filter(|code| code.chars().count() <= 3).unwrap_or("")
}
