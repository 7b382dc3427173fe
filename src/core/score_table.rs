//! Points round by round: what standings, tie-breaks and crosstables are made from.
//!
//! One shape for players and for teams: a row per contestant with one entry per round, after the
//! recorded withdrawals (RGC 14.3) have had their effect.

use std::sync::Arc;

use super::Rules1990;
use super::cup::Cup;
use super::fide::tiebreak::Field;
use super::report::{Entry, Msg, Step, Value};
use super::team::{Improper, Side, score_match};
use crate::model::{
    Absence, Bye, Cell, Colour, Exact, Forfeit, Outcome, PointSystem, Points, Ratings, RuleSet,
    Score, System, TeamScoring, Tournament, Withdrawal,
};
use crate::rulebook::{Cited, ProvisionId};

crate::rules! {
    /// Who keeps the points made before leaving (RGC 14.3).
    pub struct DepartureRules {
        half: Exact = "rgc.meitat-torneig",
    }
}

/// A team with an improper line-up loses the match.
const IMPROPER: &str = "RGC 8.3.5";

/// Whom the rows are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Player,
    Team,
}

/// Somebody left, by a recorded decision, in the rounds looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    pub after_round: u32,
    pub eliminated: bool,
    /// Before half of the event: the points are annulled (RGC 14.3.1).
    pub annulled: bool,
}

/// One round of a contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundScore {
    /// From 1.
    pub round: u32,
    /// What happened. Of a league, games with a contestant whose points are annulled are free
    /// rounds here (AMB-99).
    pub cell: Cell,
    /// What the round gives in the standings.
    pub points: Points,
    /// The boards, in a team match.
    pub side: Option<Side>,
}

/// One contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreRow {
    pub number: u32,
    pub name: Arc<str>,
    pub ratings: Ratings,
    pub rounds: Vec<RoundScore>,
    /// Points made, also when they are annulled.
    pub made: Points,
    pub departure: Option<Departure>,
}

impl ScoreRow {
    pub fn is_annulled(&self) -> bool {
        self.departure.is_some_and(|departure| departure.annulled)
    }

    /// Points in the standings: none when they are annulled.
    pub fn points(&self) -> Points {
        if self.is_annulled() { Points::ZERO } else { self.made }
    }

    /// The entries of a round: one, but for a team that played twice.
    pub fn round(&self, round: u32) -> impl Iterator<Item = &RoundScore> {
        self.rounds.iter().filter(move |r| r.round == round)
    }
}

/// The points of everybody after a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreTable {
    pub unit: Unit,
    /// Rounds 1 … `after_round` are counted.
    pub after_round: u32,
    pub scoring: TeamScoring,
    pub is_league: bool,
    /// The provision that gives the points, where that is one of FIDE.
    pub points_of_fide: Option<ProvisionId>,
    /// The points are those of the event, which no provision gives.
    pub points_of_event: bool,
    /// Aligned with the entrants, or teams, of the tournament.
    pub rows: Vec<ScoreRow>,
}

/// The score that a contestant counts for in the Buchholz of the opponents (AMB-92).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorrectedScore {
    /// Points made on the board.
    pub on_board: Points,
    /// Other rounds.
    pub unplayed: u32,
    pub total: Points,
}

impl ScoreTable {
    /// The points after a round; a round that has not begun is not counted.
    ///
    /// A withdrawal has its effect from the standings of the last round in which the contestant
    /// was still in the event: points are kept if that round is at least half of the event's
    /// (AMB-33, AMB-99).
    pub fn new(t: &Tournament, rules: &Rules1990, after_round: u32) -> Self {
        let after_round = after_round.min(t.rounds_recorded());
        let unit = if t.is_team_event() { Unit::Team } else { Unit::Player };
        let mut rows = match unit {
            Unit::Player => player_rows(t, after_round),
            Unit::Team => team_rows(t, rules, after_round),
        };
        for (index, row) in rows.iter_mut().enumerate() {
            row.departure = t
                .withdrawal(index)
                .filter(|w| w.after_round <= after_round)
                .map(|w| departure(w, t, &rules.departure));
        }
        let is_league = t.system.is_league();
        if is_league {
            remove_annulled(&mut rows);
            forfeit_rounds_left(&mut rows);
        }
        if t.system == System::KnockOut {
            mark_eliminated(&mut rows, &Cup::of(t, rules));
        }
        let fide = rules.fide.rules().filter(|_| t.rule_set != RuleSet::Fce1990);
        let points_of_fide = fide.map(|fide| match unit {
            Unit::Player => fide.c07.game_win.at.clone(),
            Unit::Team => fide.c07.match_win.at.clone(),
        });
        let scoring = t.team_scoring;
        let event = t.report_file.points.filter(|points| points.is_in_halves());
        let event = event.filter(|_| unit == Unit::Player);
        let points_of_event = event.is_some();
        let mut table =
            Self { unit, after_round, scoring, is_league, points_of_fide, points_of_event, rows };
        table.count(t.system, event, rules);
        if unit == Unit::Team && t.rule_set != RuleSet::Fce1990 {
            table.count_by_fide(t, rules);
        }
        table
    }

    /// Team points of FIDE (C.07 13 punts): a match is worth other points than in 1990, and a bye
    /// a drawn match.
    fn count_by_fide(&mut self, t: &Tournament, rules: &Rules1990) {
        let Some(fide) = rules.fide.rules() else { return };
        let edition = fide.c07.editions.value.of(t.start);
        let field = Field::new(t, self, &fide.c07, edition);
        for (row, contestant) in self.rows.iter_mut().zip(&field.contestants) {
            for round in &mut row.rounds {
                let of_field = contestant
                    .rounds
                    .iter()
                    .find(|r| r.round == round.round && r.opponent == round.cell.opponent());
                let points = of_field.map(|r| r.points_in(field.primary));
                round.points = points.and_then(Points::from_exact).unwrap_or(Points::ZERO);
            }
            row.made = row.rounds.iter().map(|round| round.points).sum();
        }
    }

    /// The points of every round: of the event's own scale, if it has one; else of the rules.
    fn count(&mut self, system: System, event: Option<PointSystem>, rules: &Rules1990) {
        for row in &mut self.rows {
            for round in &mut row.rounds {
                round.points = match &round.side {
                    Some(side) if round.cell.opponent().is_some() => {
                        side.points(self.scoring, rules)
                    }
                    // A free round of a league is none.
                    _ if round.cell == Cell::Absent(Absence::FreeRound) => Points::ZERO,
                    _ => event
                        .and_then(|event| event.points_of(&round.cell))
                        .unwrap_or_else(|| cell_points(&round.cell, system, rules)),
                };
            }
            row.made = row.rounds.iter().map(|round| round.points).sum();
        }
    }

    /// Indices of everybody, in order of number.
    pub fn by_number(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.sort_by_key(|&who| (self.rows[who].number, who));
        order
    }

    /// Somebody as a value: a name that leads to a row.
    pub fn who(&self, who: usize) -> Value {
        let row = &self.rows[who];
        Value::Entrant { index: who, number: row.number, name: row.name.clone() }
    }

    /// Board points plus ½ for every other round (Swiss 16, AMB-92). A free round of a league is
    /// no round, and a game without its result counts nothing yet.
    pub fn corrected(&self, who: usize, unplayed_round: &Cited<Points>) -> CorrectedScore {
        let mut on_board = Points::ZERO;
        let mut unplayed = 0;
        for round in &self.rows[who].rounds {
            match round.cell {
                Cell::Paired { outcome: Outcome::Played(_), .. } => on_board += round.points,
                Cell::Paired { outcome: Outcome::Pending, .. }
                | Cell::Absent(Absence::FreeRound) => {}
                _ => unplayed += 1,
            }
        }
        let total = on_board + unplayed_round.get() * unplayed as i32;
        CorrectedScore { on_board, unplayed, total }
    }

    /// Did the opponent of a forfeited pairing not appear either?
    fn both_absent(&self, round: u32, opponent: usize, who: usize) -> bool {
        self.rows[opponent].round(round).any(|r| {
            matches!(r.cell, Cell::Paired { opponent, outcome: Outcome::Forfeit(Forfeit::Lost), .. }
                if opponent == who)
        })
    }

    /// What happened to somebody in a round, in words.
    pub fn words(&self, who: usize, round: &RoundScore) -> Msg {
        let (key, opponent, colour) = match round.cell {
            Cell::Paired { opponent, colour, outcome } => {
                let key = match (outcome, colour) {
                    (Outcome::Pending, _) => "cell.pending",
                    (Outcome::Played(Score::Win), Some(_)) => "cell.win-as",
                    (Outcome::Played(Score::Draw), Some(_)) => "cell.draw-as",
                    (Outcome::Played(Score::Loss), Some(_)) => "cell.loss-as",
                    (Outcome::Played(Score::Win), None) => "cell.win",
                    (Outcome::Played(Score::Draw), None) => "cell.draw",
                    (Outcome::Played(Score::Loss), None) => "cell.loss",
                    (Outcome::Forfeit(Forfeit::Won), _) => "cell.forfeit-win",
                    (Outcome::Forfeit(Forfeit::Lost), _)
                        if self.both_absent(round.round, opponent, who) =>
                    {
                        "cell.double-forfeit"
                    }
                    (Outcome::Forfeit(Forfeit::Lost), _) => "cell.forfeit-loss",
                };
                (key, Some(opponent), colour)
            }
            Cell::Bye(bye) => (bye_key(bye), None, None),
            Cell::Absent(absence) => (absence_key(absence), None, None),
        };
        let msg = Msg::new(key);
        let msg = match opponent {
            Some(opponent) => {
                msg.with("opponent", self.who(opponent)).with("number", self.rows[opponent].number)
            }
            None => msg,
        };
        match colour {
            Some(colour) => msg.with("colour", colour),
            None => msg,
        }
    }

    /// A line of a working: the round, what happened in it, and what it adds. A match that a line-up
    /// decided says so (RGC 8.3.5).
    pub fn step(&self, who: usize, round: &RoundScore) -> Step {
        let what = self.words(who, round);
        let improper = round.side.as_ref().and_then(|side| side.improper);
        let what = match improper.filter(|_| !round.cell.is_pending()) {
            None => what,
            Some(improper) => Msg::new(match improper {
                Improper::Own => "cell.improper-own",
                Improper::Other => "cell.improper-other",
                Improper::Both => "cell.improper-both",
            })
            .with("what", what),
        };
        let step = Step::new(Msg::new("step.round").with("round", round.round).with("what", what));
        match improper {
            Some(_) => step.cite(&ProvisionId::from(IMPROPER)),
            None => step,
        }
    }

    /// The points of somebody, round by round.
    pub fn points_entry(&self, who: usize, rules: &Rules1990) -> Entry {
        let row = &self.rows[who];
        let mut entry = Entry::plain(row.points());
        for round in &row.rounds {
            let mut step = self.step(who, round).gives(round.points);
            if let Some(at) = points_provision(&round.cell, self, rules) {
                step = step.cite(&at);
                entry = entry.cite(&at);
            }
            if round.side.as_ref().is_some_and(|side| side.improper.is_some()) {
                entry = entry.cite(&ProvisionId::from(IMPROPER));
            }
            entry = entry.step(step);
        }
        if row.is_annulled() {
            let at = ProvisionId::from("RGC 14.3.1");
            let msg = Msg::new("standings.points-annulled").with("points", row.made);
            entry = entry.cite(&at).step(Step::new(msg).gives(Points::ZERO).cite(&at));
        }
        entry
    }
}

/// Which provision gives the points of a round.
fn points_provision(cell: &Cell, table: &ScoreTable, rules: &Rules1990) -> Option<ProvisionId> {
    match cell {
        Cell::Paired { outcome: Outcome::Pending, .. } | Cell::Absent(_) => None,
        _ if table.points_of_event => None,
        _ if table.points_of_fide.is_some() => table.points_of_fide.clone(),
        Cell::Paired { .. } if table.unit == Unit::Team => Some(match table.scoring {
            TeamScoring::Match => rules.scoring.win.at.clone(),
            TeamScoring::Olympic => ProvisionId::from("SAP 4.1.1"),
        }),
        Cell::Paired { outcome: Outcome::Forfeit(_), .. } if !table.is_league => {
            Some(rules.scoring.forfeit_win.at.clone())
        }
        Cell::Paired { .. } => Some(rules.scoring.win.at.clone()),
        Cell::Bye(Bye::Pairing | Bye::Full) => Some(rules.scoring.bye.at.clone()),
        Cell::Bye(_) => None,
    }
}

/// Points of a player's round (SAP 4.1, Swiss 6 and 8.3, table of AMB-93).
pub fn cell_points(cell: &Cell, system: System, rules: &Rules1990) -> Points {
    let scoring = &rules.scoring;
    match *cell {
        Cell::Paired { outcome, .. } => match outcome {
            Outcome::Pending => Points::ZERO,
            Outcome::Played(Score::Win) => scoring.win.get(),
            Outcome::Played(Score::Draw) => scoring.draw.get(),
            Outcome::Played(Score::Loss) | Outcome::Forfeit(Forfeit::Lost) => scoring.loss.get(),
            Outcome::Forfeit(Forfeit::Won) if system == System::Swiss => scoring.forfeit_win.get(),
            Outcome::Forfeit(Forfeit::Won) => scoring.win.get(),
        },
        Cell::Bye(Bye::Pairing | Bye::Full) => scoring.bye.get(),
        Cell::Bye(Bye::Half) => Points::HALF,
        Cell::Bye(Bye::Zero) | Cell::Absent(_) => Points::ZERO,
    }
}

fn bye_key(bye: Bye) -> &'static str {
    match bye {
        Bye::Pairing => "cell.bye",
        Bye::Full => "cell.full-bye",
        Bye::Half => "cell.half-bye",
        Bye::Zero => "cell.zero-bye",
    }
}

fn absence_key(absence: Absence) -> &'static str {
    match absence {
        Absence::Missed => "cell.absent",
        Absence::NotEntered => "cell.not-entered",
        Absence::Withdrawn => "cell.withdrawn",
        Absence::KnockedOut => "cell.knocked-out",
        Absence::FreeRound => "cell.free",
    }
}

/// Points are annulled by the rules of 1990 alone: FIDE's count the rounds that are left as byes
/// without points.
fn departure(w: &Withdrawal, t: &Tournament, rules: &DepartureRules) -> Departure {
    let half = rules.half.get() * i64::from(t.rounds);
    Departure {
        after_round: w.after_round,
        eliminated: w.eliminated,
        annulled: t.rule_set == RuleSet::Fce1990 && Exact::from(i64::from(w.after_round)) < half,
    }
}

fn row(number: u32, name: Arc<str>, ratings: Ratings) -> ScoreRow {
    ScoreRow { number, name, ratings, rounds: Vec::new(), made: Points::ZERO, departure: None }
}

fn player_rows(t: &Tournament, after_round: u32) -> Vec<ScoreRow> {
    let players = t.entrants.len();
    t.entrants
        .iter()
        .enumerate()
        .map(|(index, entrant)| {
            let cells = t.cells.get(index).map_or(&[][..], Vec::as_slice);
            let rounds = (0..after_round).map(|round| RoundScore {
                round: round + 1,
                cell: cells
                    .get(round as usize)
                    .filter(|cell| cell.opponent().is_none_or(|o| o < players))
                    .copied()
                    .unwrap_or(Cell::Absent(Absence::Missed)),
                points: Points::ZERO,
                side: None,
            });
            ScoreRow {
                rounds: rounds.collect(),
                ..row(entrant.number, entrant.name.clone(), entrant.ratings)
            }
        })
        .collect()
}

fn team_rows(t: &Tournament, rules: &Rules1990, after_round: u32) -> Vec<ScoreRow> {
    let mut rows: Vec<ScoreRow> = t
        .teams
        .iter()
        .map(|team| row(team.number, team.name.clone(), Ratings::default()))
        .collect();
    let teams = rows.len();
    let known = |m: &&crate::model::Match| {
        m.round <= after_round && m.home < teams && m.away.is_none_or(|away| away < teams)
    };
    for m in t.matches.iter().filter(known) {
        let mut add = |who: usize, cell: Cell, side: Option<Side>| {
            rows[who].rounds.push(RoundScore { round: m.round, cell, points: Points::ZERO, side });
        };
        let meets =
            |opponent, side: &Side| Cell::Paired { opponent, colour: None, outcome: side.outcome };
        match (m.away, score_match(t, m, rules)) {
            (Some(away), Some(score)) => {
                add(m.home, meets(away, &score.home), Some(score.home.clone()));
                add(away, meets(m.home, &score.away), Some(score.away));
            }
            _ if t.system == System::Swiss => add(m.home, Cell::Bye(Bye::Pairing), None),
            _ => add(m.home, Cell::Absent(Absence::FreeRound), None),
        }
    }
    let absence = if t.system == System::Swiss { Absence::Missed } else { Absence::FreeRound };
    for row in &mut rows {
        for round in 1..=after_round {
            if row.round(round).next().is_none() {
                let cell = Cell::Absent(absence);
                row.rounds.push(RoundScore { round, cell, points: Points::ZERO, side: None });
            }
        }
        row.rounds.sort_by_key(|r| (r.round, r.cell.opponent()));
    }
    rows
}

/// Whoever lost a tie of a knock-out is in none of the rounds that follow.
fn mark_eliminated(rows: &mut [ScoreRow], cup: &Cup) {
    let ties = cup.rounds.iter().flatten();
    for (last, loser) in ties.filter_map(|tie| Some((tie.round, tie.loser()?))) {
        for round in rows[loser].rounds.iter_mut().filter(|round| round.round > last) {
            if matches!(round.cell, Cell::Absent(_)) {
                round.cell = Cell::Absent(Absence::KnockedOut);
            }
        }
    }
}

/// The games of those whose points are annulled vanish for everybody (AMB-33, AMB-99).
fn remove_annulled(rows: &mut [ScoreRow]) {
    let annulled: Vec<bool> = rows.iter().map(ScoreRow::is_annulled).collect();
    for (who, row) in rows.iter_mut().enumerate() {
        for round in &mut row.rounds {
            if annulled[who] || round.cell.opponent().is_some_and(|o| annulled[o]) {
                round.cell = Cell::Absent(Absence::FreeRound);
                round.side = None;
            }
        }
    }
}

/// In a league, games that were left when somebody went, keeping the points, are forfeits
/// (AMB-99).
fn forfeit_rounds_left(rows: &mut [ScoreRow]) {
    let left: Vec<Option<u32>> =
        rows.iter().map(|row| row.departure.map(|departure| departure.after_round)).collect();
    let gone = |who: usize, round: u32| left[who].is_some_and(|after| round > after);
    for (who, row) in rows.iter_mut().enumerate() {
        for round in &mut row.rounds {
            let number = round.round;
            if let Cell::Paired { opponent, outcome, .. } = &mut round.cell
                && *outcome == Outcome::Pending
                && (gone(who, number) || gone(*opponent, number))
            {
                let forfeit = if gone(who, number) { Forfeit::Lost } else { Forfeit::Won };
                *outcome = Outcome::Forfeit(forfeit);
                if let Some(side) = &mut round.side {
                    side.outcome = *outcome;
                }
            }
        }
    }
}

/// Colour of a game on the board, if it had one: forfeits and byes give none (AMB-96).
pub(crate) fn colour_played(cell: &Cell) -> Option<Colour> {
    cell.played().and_then(|(_, colour, _)| colour)
}
