//! Who wins a knock-out match: board points, board weights, the boards one by one, Black on the
//! first board (Desempats 1.2.1, 1.5.1, 2.5–2.5.2).

use serde_json::{Value as Json, json};

use super::Rules1990;
use super::report::{Entry, Msg, Step, Value, exact_json};
use super::team::{board_points, board_score};
use crate::model::{Colour, Forfeit, Match, Points, Score, Tournament};
use crate::rulebook::ProvisionId;
use crate::rulebook::bind::Key;

crate::rules! {
    /// What decides after the board weights, in order.
    pub struct KnockoutRules {
        steps: Vec<KnockoutStep> = "desempats.eliminatori",
    }
}

/// A step after the board weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnockoutStep {
    /// The first board that is not drawn (Desempats 2.5.1).
    BoardOrder,
    /// The team with Black on the first board (Desempats 2.5.2).
    BlackOnFirstBoard,
}

impl Key for KnockoutStep {
    const LIST: &'static str = "a list of steps that decide a match";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "board-order" => Some(Self::BoardOrder),
            "black-board-1" => Some(Self::BlackOnFirstBoard),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["board-order", "black-board-1"]
    }
}

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Team {
    /// First named, or home.
    A,
    B,
}

impl Team {
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// What decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The other team did not appear.
    Absence,
    BoardPoints,
    BoardWeights,
    /// The number of the board.
    Board(u32),
    BlackOnFirstBoard,
}

impl By {
    /// The article of Desempats, for programs; board points come before any of them.
    pub fn key(self) -> &'static str {
        match self {
            Self::Absence => "absence",
            Self::BoardPoints => "board_points",
            Self::BoardWeights => "2.5",
            Self::Board(_) => "2.5.1",
            Self::BlackOnFirstBoard => "2.5.2",
        }
    }

    pub fn provision(self) -> ProvisionId {
        ProvisionId::from(match self {
            Self::Absence => "SAP 3.1",
            Self::BoardPoints => "SAP 4.1.1",
            Self::BoardWeights => "Desempats 2.5",
            Self::Board(_) => "Desempats 2.5.1",
            Self::BlackOnFirstBoard => "Desempats 2.5.2",
        })
    }
}

/// The outcome of a knock-out match.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// `None` when the record does not say enough: who had Black on the first board, or that
    /// neither team appeared.
    pub winner: Option<Team>,
    pub by: Option<By>,
    pub board_points: [Points; 2],
    pub dutch: [Points; 2],
    /// The winner's letter, with every step up to the one that decided.
    pub entry: Entry,
}

/// Decides a match from what each board gave to each team; boards in order from the first. A
/// board at which nobody appeared is a loss for both.
pub fn decide(
    boards: &[(Score, Score)],
    black_on_first_board: Option<Team>,
    rules: &Rules1990,
) -> Decision {
    let n = boards.len() as u32;
    let sum = |of: &dyn Fn(u32, &(Score, Score)) -> Points| -> Points {
        (1..).zip(boards).map(|(board, scores)| of(board, scores)).sum()
    };
    let weighted = |board, score| rules.dutch.points(score) * rules.dutch.weight(board, n);
    let points =
        [sum(&|_, &(a, _)| board_points(a, rules)), sum(&|_, &(_, b)| board_points(b, rules))];
    let dutch =
        [sum(&|board, &(a, _)| weighted(board, a)), sum(&|board, &(_, b)| weighted(board, b))];

    let mut steps = vec![compared("knockout.board-points", points, By::BoardPoints)];
    let mut decided = leader(points).map(|winner| (winner, By::BoardPoints));
    if decided.is_none() {
        steps.push(compared("knockout.board-weights", dutch, By::BoardWeights));
        decided = leader(dutch).map(|winner| (winner, By::BoardWeights));
    }
    for step in &rules.knockout.steps.value {
        if decided.is_some() {
            break;
        }
        match step {
            KnockoutStep::BoardOrder => {
                for (board, &(a, b)) in (1..).zip(boards) {
                    let by = By::Board(board);
                    let scores = [board_points(a, rules), board_points(b, rules)];
                    let mut step = compared("knockout.board", scores, by);
                    step.text.args.push(("board", Value::from(board)));
                    steps.push(step);
                    decided = leader(scores).map(|winner| (winner, by));
                    if decided.is_some() {
                        break;
                    }
                }
            }
            KnockoutStep::BlackOnFirstBoard => {
                let by = By::BlackOnFirstBoard;
                let msg = match black_on_first_board {
                    Some(team) => Msg::new("knockout.black").with("team", letter(team)),
                    None => Msg::new("knockout.black-unknown"),
                };
                steps.push(Step::new(msg).cite(&by.provision()));
                decided = black_on_first_board.map(|winner| (winner, by));
            }
        }
    }
    decision(decided, points, dutch, steps)
}

/// Decides a match of a tournament; the home team is A. `None` while a board is pending, or when
/// there is no opponent.
pub fn decide_match(t: &Tournament, m: &Match, rules: &Rules1990) -> Option<Decision> {
    m.away?;
    if let Some((home, away)) = m.forfeit {
        let winner = match (home, away) {
            (Forfeit::Won, _) => Some(Team::A),
            (_, Forfeit::Won) => Some(Team::B),
            _ => None,
        };
        let by = By::Absence;
        let msg = match winner {
            Some(team) => Msg::new("knockout.absence").with("team", letter(team.other())),
            None => Msg::new("knockout.both-absent"),
        };
        let steps = vec![Step::new(msg).cite(&by.provision())];
        return Some(decision(
            winner.map(|w| (w, by)),
            [Points::ZERO; 2],
            [Points::ZERO; 2],
            steps,
        ));
    }
    let mut games: Vec<_> = m.boards.iter().collect();
    games.sort_by_key(|game| game.board);
    let scores: Option<Vec<(Score, Score)>> =
        games.iter().map(|game| board_score(game, false).zip(board_score(game, true))).collect();
    let scores = scores.filter(|scores| !scores.is_empty() && scores.len() >= t.boards as usize)?;
    let black = games.first().map(|game| match game.home_colour {
        Colour::Black => Team::A,
        Colour::White => Team::B,
    });
    Some(decide(&scores, black, rules))
}

fn leader([a, b]: [Points; 2]) -> Option<Team> {
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => Some(Team::A),
        std::cmp::Ordering::Less => Some(Team::B),
        std::cmp::Ordering::Equal => None,
    }
}

fn letter(team: Team) -> &'static str {
    match team {
        Team::A => "A",
        Team::B => "B",
    }
}

fn compared(key: &'static str, [a, b]: [Points; 2], by: By) -> Step {
    Step::new(Msg::new(key).with("a", a).with("b", b)).cite(&by.provision())
}

fn decision(
    decided: Option<(Team, By)>,
    board_points: [Points; 2],
    dutch: [Points; 2],
    steps: Vec<Step>,
) -> Decision {
    let value = decided.map_or(Value::Undefined, |(winner, _)| letter(winner).into());
    let mut entry = Entry::plain(value).steps(steps);
    if let Some((_, by)) = decided {
        entry = entry.cite(&by.provision());
    }
    Decision {
        winner: decided.map(|(winner, _)| winner),
        by: decided.map(|(_, by)| by),
        board_points,
        dutch,
        entry,
    }
}

impl Decision {
    /// `{"board_points":[2,2],"dutch":[5,5],"winner":"A","by":"2.5.2","working":[…]}`
    pub fn to_json(&self) -> Json {
        let pair = |points: [Points; 2]| points.map(|p| exact_json(p.exact()));
        json!({
            "board_points": pair(self.board_points),
            "dutch": pair(self.dutch),
            "winner": self.winner.map(letter),
            "by": self.by.map(By::key),
            "citation": self.entry.citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
            "working": self.entry.working.iter().map(Step::to_json).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    /// Boards by team A's results: `1=0` is a win, a draw, a loss.
    fn boards(a: &str) -> Vec<(Score, Score)> {
        a.chars()
            .map(|c| match c {
                '1' => (Score::Win, Score::Loss),
                '=' => (Score::Draw, Score::Draw),
                '-' => (Score::Loss, Score::Loss),
                _ => (Score::Loss, Score::Win),
            })
            .collect()
    }

    fn halves(decision: &Decision) -> [i32; 4] {
        let [a, b] = decision.board_points;
        let [c, d] = decision.dutch;
        [a, b, c, d].map(Points::halves)
    }

    #[test]
    fn board_points_come_first() {
        // 2½–1½, although the weights say otherwise: 4·0 + 3·½ + 2 + 1 = 4½ against 4 + 3·½ = 5½.
        let decision = decide(&boards("0=11"), Some(Team::B), rules());
        assert_eq!((decision.winner, decision.by), (Some(Team::A), Some(By::BoardPoints)));
        assert_eq!(halves(&decision), [5, 3, 9, 11]);
    }

    #[test]
    fn desempats_2_5_board_weights() {
        // 2–2; A: 4 + 2·½ + 1·½ = 5½, B: 3 + 2·½ + 1·½ = 4½.
        let decision = decide(&boards("10=="), None, rules());
        assert_eq!((decision.winner, decision.by), (Some(Team::A), Some(By::BoardWeights)));
        assert_eq!(halves(&decision), [4, 4, 11, 9]);
    }

    #[test]
    fn desempats_2_5_1_the_first_board_decides() {
        // 2–2 and 4 + 1 = 3 + 2: the weights are level, A won the first board.
        let decision = decide(&boards("1001"), Some(Team::B), rules());
        assert_eq!((decision.winner, decision.by), (Some(Team::A), Some(By::Board(1))));
        assert_eq!(halves(&decision), [4, 4, 10, 10]);
        // The first board drawn: six boards, 6·½ on both sides, 5 + 2 = 4 + 3, the last drawn.
        let decision = decide(&boards("=0110="), Some(Team::A), rules());
        assert_eq!((decision.winner, decision.by), (Some(Team::B), Some(By::Board(2))));
        assert_eq!(decision.by.map(By::key), Some("2.5.1"));
    }

    #[test]
    fn desempats_2_5_2_black_on_the_first_board_decides() {
        let decision = decide(&boards("===="), Some(Team::B), rules());
        assert_eq!((decision.winner, decision.by), (Some(Team::B), Some(By::BlackOnFirstBoard)));
        assert_eq!(decision.entry.citations, ["Desempats 2.5.2".into()]);
        let unknown = decide(&boards("===="), None, rules());
        assert_eq!((unknown.winner, unknown.by), (None, None));
    }

    #[test]
    fn a_board_at_which_nobody_appeared_gives_nothing() {
        let decision = decide(&boards("-1"), None, rules());
        assert_eq!(halves(&decision), [2, 0, 2, 0]);
    }

    #[test]
    fn every_step_cites_a_provision() {
        for by in
            [By::Absence, By::BoardPoints, By::BoardWeights, By::Board(1), By::BlackOnFirstBoard]
        {
            assert!(crate::test_rules::rulebook().provision(&by.provision()).is_some(), "{by:?}");
        }
    }
}
