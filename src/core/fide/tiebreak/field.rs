//! The tournament as C.07 sees it: kinds of unplayed rounds, points of each round, ratings.

use std::sync::Arc;

use super::descriptor::Account;
use super::{C07Rules, Edition};
use crate::core::report::{Msg, Value};
use crate::core::score_table::{RoundScore, ScoreTable, Unit};
use crate::model::{
    Absence, Bye, Cell, Colour, Exact, Forfeit, Outcome, PointSystem, Points, RatingKind, Score,
    Tournament,
};

/// Do pairings depend on results?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingKind {
    Swiss,
    /// Round robins and other schedules fixed beforehand (C.07 15.2).
    Fixed,
}

/// What became of a round (C.07 16.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Played,
    /// Against the scheduled opponent.
    ForfeitWin,
    ForfeitLoss,
    PairingBye,
    FullBye,
    /// Requested.
    HalfBye,
    /// Requested; a missed round, or one after a withdrawal.
    ZeroBye,
}

impl Kind {
    pub fn is_forfeit(self) -> bool {
        matches!(self, Self::ForfeitWin | Self::ForfeitLoss)
    }

    /// Paired with somebody, whether they played or not.
    pub fn is_paired(self) -> bool {
        self == Self::Played || self.is_forfeit()
    }

    fn key(self) -> &'static str {
        match self {
            Self::Played => "c07.kind.played",
            Self::ForfeitWin => "c07.kind.forfeit-win",
            Self::ForfeitLoss => "c07.kind.forfeit-loss",
            Self::PairingBye => "c07.kind.pairing-bye",
            Self::FullBye => "c07.kind.full-bye",
            Self::HalfBye => "c07.kind.half-bye",
            Self::ZeroBye => "c07.kind.zero-bye",
        }
    }

    pub fn words(self) -> Msg {
        Msg::new(self.key())
    }
}

/// One round of a contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldRound {
    /// From 1.
    pub round: u32,
    pub kind: Kind,
    /// Index of the (scheduled) opponent; there for paired kinds, and only for them.
    pub opponent: Option<usize>,
    pub colour: Option<Colour>,
    /// Points given; of a team the match points.
    pub points: Exact,
    /// Of a team the game points; of a player again the points.
    pub game_points: Exact,
    /// Game points by board, of a team.
    pub boards: Vec<(u32, Points)>,
}

impl FieldRound {
    pub fn points_in(&self, account: Account) -> Exact {
        match account {
            Account::Match => self.points,
            Account::Game => self.game_points,
        }
    }
}

/// A player or team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    pub number: u32,
    pub name: Arc<str>,
    pub rating: Option<u32>,
    /// In order. A round that is still going on, or a free round of a league, is not there.
    pub rounds: Vec<FieldRound>,
}

/// What a win and a draw give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    pub win: Exact,
    pub draw: Exact,
}

/// Everything that the criteria need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub edition: Edition,
    pub pairing: PairingKind,
    pub is_team: bool,
    /// Rounds counted.
    pub rounds: u32,
    /// Boards of a match, in a team event.
    pub boards: u32,
    /// Points of a game, or match points.
    pub match_scale: Scale,
    /// Game points of a match; the same as the other in an individual event.
    pub game_scale: Scale,
    /// Which score decides the standings.
    pub primary: Account,
    /// What an unrated player counts by the event's own rules (C.07 10).
    pub unrated: Option<u32>,
    pub contestants: Vec<Contestant>,
}

impl Field {
    /// The field of a tournament after the rounds of `scores`.
    pub fn new(t: &Tournament, scores: &ScoreTable, rules: &C07Rules, edition: Edition) -> Self {
        let is_team = scores.unit == Unit::Team;
        let boards = scores.rows.iter().flat_map(|row| &row.rounds);
        let boards = boards.filter_map(|round| round.side.as_ref().map(|side| side.boards.len()));
        let boards = boards.max().unwrap_or(0).max(t.boards as usize) as u32;
        let own = t.report_file.points.filter(|_| scores.points_of_event);
        let match_scale = match own {
            Some(PointSystem { win, draw, .. }) => {
                let points = |tenths: u32| Exact::new(tenths.into(), 10);
                Scale { win: points(win), draw: points(draw) }
            }
            None if is_team => rules.match_scale(),
            None => rules.game_scale(),
        };
        let game_scale = if is_team {
            let all = Exact::from(i64::from(boards));
            Scale { win: all, draw: all / 2 }
        } else {
            match_scale
        };
        let mut field = Self {
            edition,
            pairing: if scores.is_league { PairingKind::Fixed } else { PairingKind::Swiss },
            is_team,
            rounds: scores.after_round,
            boards,
            match_scale,
            game_scale,
            primary: match (is_team, scores.scoring) {
                (true, crate::model::TeamScoring::Olympic) => Account::Game,
                _ => Account::Match,
            },
            unrated: None,
            contestants: Vec::new(),
        };
        field.contestants = scores
            .rows
            .iter()
            .map(|row| Contestant {
                number: row.number,
                name: row.name.clone(),
                rating: row.ratings.get(RatingKind::Fide),
                rounds: row.rounds.iter().filter_map(|round| field.round(round)).collect(),
            })
            .collect();
        field
    }

    fn round(&self, score: &RoundScore) -> Option<FieldRound> {
        let (kind, opponent) = match score.cell {
            Cell::Paired { outcome: Outcome::Pending, .. } | Cell::Absent(Absence::FreeRound) => {
                return None;
            }
            Cell::Paired { opponent, outcome, .. } => {
                let kind = match outcome {
                    Outcome::Forfeit(Forfeit::Won) => Kind::ForfeitWin,
                    Outcome::Forfeit(Forfeit::Lost) => Kind::ForfeitLoss,
                    _ => Kind::Played,
                };
                (kind, Some(opponent))
            }
            Cell::Bye(Bye::Pairing) => (Kind::PairingBye, None),
            Cell::Bye(Bye::Full) => (Kind::FullBye, None),
            Cell::Bye(Bye::Half) => (Kind::HalfBye, None),
            Cell::Bye(Bye::Zero) | Cell::Absent(_) => (Kind::ZeroBye, None),
        };
        // A forfeited game keeps the colour it was to have, for where it is a normal game.
        let colour = match score.cell {
            Cell::Paired { colour, .. } => colour,
            _ => None,
        };
        let zero = Exact::from(0);
        let (points, game_points) = if self.is_team {
            let game_points = score.side.as_ref().map(|side| side.board_points.exact());
            match (kind, score.cell) {
                (Kind::Played, Cell::Paired { outcome: Outcome::Played(result), .. }) => {
                    let points = match result {
                        Score::Win => self.match_scale.win,
                        Score::Draw => self.match_scale.draw,
                        Score::Loss => zero,
                    };
                    (points, game_points.unwrap_or(zero))
                }
                (Kind::ForfeitWin, _) => {
                    let entered = game_points.filter(|points| *points > zero);
                    (self.match_scale.win, entered.unwrap_or(self.game_scale.win))
                }
                (Kind::FullBye, _) => (self.match_scale.win, self.game_scale.win),
                (Kind::PairingBye | Kind::HalfBye, _) => {
                    (self.match_scale.draw, self.game_scale.draw)
                }
                _ => (zero, zero),
            }
        } else {
            (score.points.exact(), score.points.exact())
        };
        let boards = score.side.as_ref().map_or_else(Vec::new, |side| {
            side.boards.iter().map(|board| (board.board, board.points)).collect()
        });
        Some(FieldRound { round: score.round, kind, opponent, colour, points, game_points, boards })
    }

    /// Somebody as a value.
    pub fn who(&self, who: usize) -> Value {
        let contestant = &self.contestants[who];
        Value::Entrant { index: who, number: contestant.number, name: contestant.name.clone() }
    }

    pub fn rounds_of(&self, who: usize) -> &[FieldRound] {
        &self.contestants[who].rounds
    }

    pub fn scale(&self, account: Account) -> Scale {
        match account {
            Account::Match => self.match_scale,
            Account::Game => self.game_scale,
        }
    }

    /// The score that does not decide the standings.
    pub fn secondary(&self) -> Account {
        match self.primary {
            Account::Match => Account::Game,
            Account::Game => Account::Match,
        }
    }

    /// All points of somebody.
    pub fn points(&self, who: usize, account: Account) -> Exact {
        self.rounds_of(who).iter().map(|round| round.points_in(account)).sum()
    }

    /// Is the round a game as far as results of opponents go (C.07 15.2)? `forfeits` is `/P`.
    pub fn counts_as_game(&self, kind: Kind, forfeits: bool) -> bool {
        kind == Kind::Played
            || (kind.is_forfeit() && (forfeits || self.pairing == PairingKind::Fixed))
    }

    /// Voluntary unplayed rounds (C.07 16.2.3–16.2.5).
    pub fn is_voluntary(&self, kind: Kind, forfeits: bool) -> bool {
        !self.counts_as_game(kind, forfeits)
            && matches!(kind, Kind::HalfBye | Kind::ZeroBye | Kind::ForfeitLoss)
    }
}
