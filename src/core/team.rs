//! Team matches: board points, match points and board weights of a match, its table, and the
//! comparison of teams of different groups.

use std::sync::Arc;

use super::Rules1990;
use super::report::{Align, Column, Entry, Msg, Row, Step, Table, Value};
use super::tiebreak::dutch::DutchWeights;
use crate::model::{
    BoardGame, Colour, Exact, Forfeit, Match, Outcome, Points, Score, TeamScoring, Tournament,
};
use crate::rulebook::ProvisionId;
use crate::rulebook::bind::Key;

crate::rules! {
    /// Who has White on which board (RGC 5.3.1.2).
    pub struct BoardColours {
        home_has_white: Vec<BoardParity> = "rgc.blanques-local",
    }
}

/// Boards with odd or with even numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardParity {
    Odd,
    Even,
}

impl BoardParity {
    fn holds(self, board: u32) -> bool {
        (self == Self::Odd) == (board % 2 == 1)
    }
}

impl Key for BoardParity {
    const LIST: &'static str = "a list of board parities";

    fn from_key(key: &str) -> Option<Self> {
        match key {
            "senars" => Some(Self::Odd),
            "parells" => Some(Self::Even),
            _ => None,
        }
    }

    fn known() -> Vec<&'static str> {
        vec!["senars", "parells"]
    }
}

/// Colour of the home team on a board (RGC 5.3.1.2). With no home team the first named one is
/// meant (AMB-39).
pub fn home_colour(board: u32, rules: &Rules1990) -> Colour {
    if rules.board_colours.home_has_white.value.iter().any(|parity| parity.holds(board)) {
        Colour::White
    } else {
        Colour::Black
    }
}

/// One board, seen by one of the teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardResult {
    /// From 1.
    pub board: u32,
    /// Win, draw or loss, with or without play; `None` while the game is pending.
    pub score: Option<Score>,
    pub points: Points,
    /// Coefficient of the board (Desempats 2.5).
    pub weight: i32,
    /// Coefficient × points of the board.
    pub weighted: Points,
}

/// A match, seen by one of the teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub boards: Vec<BoardResult>,
    /// Win, draw or loss of the match, and whether absence decided it.
    pub outcome: Outcome,
    /// An improper line-up decided the match, whatever the boards say.
    pub improper: Option<Improper>,
    /// Sum of the boards, as entered in the record (SAP 4.1.1, AMB-98).
    pub board_points: Points,
    /// Sum of the weighted boards (Desempats 2.5).
    pub dutch: Points,
}

impl Side {
    /// Points of the match (SAP 4.1); none while it is pending.
    pub fn match_points(&self, rules: &Rules1990) -> Points {
        match self.outcome {
            Outcome::Pending => Points::ZERO,
            Outcome::Played(score) => board_points(score, rules),
            Outcome::Forfeit(Forfeit::Won) => rules.scoring.win.get(),
            Outcome::Forfeit(Forfeit::Lost) => rules.scoring.loss.get(),
        }
    }

    /// What the match gives in the standings: nothing before it is over.
    pub fn points(&self, scoring: TeamScoring, rules: &Rules1990) -> Points {
        match (scoring, self.outcome) {
            (TeamScoring::Olympic, Outcome::Pending) => Points::ZERO,
            (TeamScoring::Olympic, _) => self.board_points,
            (TeamScoring::Match, _) => self.match_points(rules),
        }
    }
}

/// Whose line-up was improper (RGC 8.3.5), seen by one of the teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Improper {
    Own,
    Other,
    Both,
}

/// A match between two teams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchScore {
    pub home: Side,
    pub away: Side,
}

/// Adds up the boards of a match. `None` in a free round.
///
/// The match is won by more board points; when neither team appears neither has a match point
/// (AMB-98). A match counts as decided by absence when the record says so, or when every board was
/// forfeited and one team has more of them.
pub fn score_match(t: &Tournament, m: &Match, rules: &Rules1990) -> Option<MatchScore> {
    m.away?;
    let n = board_count(t, m);
    let scores = |flip: bool| -> Vec<(u32, Option<Score>)> {
        m.boards.iter().map(|game| (game.board, board_score(game, flip))).collect()
    };
    let (home, away) = (scores(false), scores(true));
    let sum = |boards: &[(u32, Option<Score>)]| -> Points {
        boards.iter().filter_map(|&(_, score)| score).map(|s| board_points(s, rules)).sum()
    };
    let outcomes = match_outcome(m, sum(&home), sum(&away));
    let improper = improper_of(t, m);
    let (home_outcome, away_outcome) = without_improper(outcomes, improper);
    let seen = |own: bool, other: bool| match (own, other) {
        (true, true) => Some(Improper::Both),
        (true, false) => Some(Improper::Own),
        (false, true) => Some(Improper::Other),
        (false, false) => None,
    };
    Some(MatchScore {
        home: side(&home, home_outcome, seen(improper.0, improper.1), n, rules),
        away: side(&away, away_outcome, seen(improper.1, improper.0), n, rules),
    })
}

/// Did the home team, or the other, line up improperly? While a match goes on it is only told.
fn improper_of(t: &Tournament, m: &Match) -> (bool, bool) {
    let is_improper = |team: usize| {
        t.improper_lineups
            .iter()
            .any(|lineup| (lineup.round, lineup.table, lineup.team) == (m.round, m.table, team))
    };
    (is_improper(m.home), m.away.is_some_and(is_improper))
}

/// A team that lines up improperly loses the match, and the other wins it; if both do, both lose
/// (RGC 8.3.5). The text takes "the overall point of the match": the boards stay as they were
/// played.
fn without_improper(outcomes: (Outcome, Outcome), improper: (bool, bool)) -> (Outcome, Outcome) {
    use Outcome::{Pending, Played};
    match (outcomes, improper) {
        (outcomes, (false, false)) | (outcomes @ (Pending, _), _) => outcomes,
        (_, (true, true)) => (Played(Score::Loss), Played(Score::Loss)),
        (_, (true, false)) => (Played(Score::Loss), Played(Score::Win)),
        (_, (false, true)) => (Played(Score::Win), Played(Score::Loss)),
    }
}

/// Boards played in a match: the *n* of Desempats 2.5 (AMB-47).
fn board_count(t: &Tournament, m: &Match) -> u32 {
    m.boards.iter().map(|game| game.board).max().unwrap_or(0).max(t.boards)
}

/// Points of a board (SAP 4.1).
pub fn board_points(score: Score, rules: &Rules1990) -> Points {
    match score {
        Score::Win => rules.scoring.win.get(),
        Score::Draw => rules.scoring.draw.get(),
        Score::Loss => rules.scoring.loss.get(),
    }
}

/// What a board gave to the home team, or to the away team; `None` while pending.
pub fn board_score(game: &BoardGame, away: bool) -> Option<Score> {
    match game.outcome {
        Outcome::Pending => None,
        _ if game.both_absent => Some(Score::Loss),
        Outcome::Played(score) => Some(if away { score.mirrored() } else { score }),
        Outcome::Forfeit(forfeit) => {
            let home_wins = forfeit == Forfeit::Won;
            Some(if home_wins != away { Score::Win } else { Score::Loss })
        }
    }
}

fn match_outcome(m: &Match, home: Points, away: Points) -> (Outcome, Outcome) {
    use Outcome::{Pending, Played};
    let absent = |h, a| (Outcome::Forfeit(h), Outcome::Forfeit(a));
    if let Some((h, a)) = m.forfeit {
        return absent(h, a);
    }
    if m.boards.is_empty() || m.boards.iter().any(|game| game.outcome == Pending) {
        return (Pending, Pending);
    }
    let nobody_played = m.boards.iter().all(|game| matches!(game.outcome, Outcome::Forfeit(_)));
    match home.cmp(&away) {
        std::cmp::Ordering::Greater if nobody_played => absent(Forfeit::Won, Forfeit::Lost),
        std::cmp::Ordering::Less if nobody_played => absent(Forfeit::Lost, Forfeit::Won),
        std::cmp::Ordering::Equal if nobody_played && m.boards.iter().all(|g| g.both_absent) => {
            absent(Forfeit::Lost, Forfeit::Lost)
        }
        std::cmp::Ordering::Greater => (Played(Score::Win), Played(Score::Loss)),
        std::cmp::Ordering::Less => (Played(Score::Loss), Played(Score::Win)),
        std::cmp::Ordering::Equal => (Played(Score::Draw), Played(Score::Draw)),
    }
}

fn side(
    boards: &[(u32, Option<Score>)],
    outcome: Outcome,
    improper: Option<Improper>,
    n: u32,
    rules: &Rules1990,
) -> Side {
    let boards: Vec<BoardResult> = boards
        .iter()
        .map(|&(board, score)| {
            let weight = rules.dutch.weight(board, n);
            BoardResult {
                board,
                score,
                points: score.map_or(Points::ZERO, |s| board_points(s, rules)),
                weight,
                weighted: score.map_or(Points::ZERO, |s| rules.dutch.points(s) * weight),
            }
        })
        .collect();
    Side {
        outcome,
        improper,
        board_points: boards.iter().map(|board| board.points).sum(),
        dutch: boards.iter().map(|board| board.weighted).sum(),
        boards,
    }
}

/// The weighted boards of one side as terms of a sum: `8 × 1, 7 × ½ …`.
pub(crate) fn dutch_terms(side: &Side, weights: &DutchWeights) -> Value {
    Value::List(
        side.boards
            .iter()
            .filter_map(|board| {
                let points = weights.points(board.score?);
                Some(
                    Msg::new("tiebreak.dutch.term")
                        .with("weight", board.weight)
                        .with("points", points)
                        .into(),
                )
            })
            .collect(),
    )
}

/// The boards of a match: home player, result, away player.
pub fn match_table(t: &Tournament, m: &Match, rules: &Rules1990) -> Table {
    let team = |index: usize| t.teams.get(index).map_or("", |team| &*team.name);
    let player = |index: Option<usize>| -> Value {
        index.and_then(|i| t.entrants.get(i).map(|e| (i, e))).map_or(Value::Undefined, |(i, e)| {
            Value::Entrant { index: i, number: e.number, name: e.name.clone() }
        })
    };
    let rows = m
        .boards
        .iter()
        .map(|game| Row {
            entrant: None,
            cells: vec![
                Entry::plain(game.board),
                Entry::plain(player(game.home)),
                Entry::plain(game.home_colour),
                Entry::plain(board_text(game, rules)),
                Entry::plain(player(game.away)),
            ],
        })
        .collect();
    Table {
        key: "match",
        caption: Msg::new("team.match")
            .with("round", m.round)
            .with("home", team(m.home))
            .with("away", m.away.map_or("–", team)),
        columns: vec![
            Column::new("board", Msg::new("column.board"), Align::End),
            Column::new("home", Msg::new("column.home"), Align::Start),
            Column::new("home-colour", Msg::new("column.colour"), Align::Centre).extra(),
            Column::new("result", Msg::new("column.result"), Align::Centre),
            Column::new("away", Msg::new("column.away"), Align::Start),
        ],
        rows,
    }
}

fn board_text(game: &BoardGame, rules: &Rules1990) -> Value {
    let both = board_score(game, false).zip(board_score(game, true));
    match (both, game.outcome) {
        (None, _) => Msg::new("result.pending").into(),
        (Some(_), Outcome::Forfeit(_)) if game.both_absent => Msg::new("result.none").into(),
        (Some((Score::Win, _)), Outcome::Forfeit(_)) => Msg::new("result.forfeit-home").into(),
        (Some(_), Outcome::Forfeit(_)) => Msg::new("result.forfeit-away").into(),
        (Some((home, away)), _) => Msg::new("result.played")
            .with("home", board_points(home, rules))
            .with("away", board_points(away, rules))
            .into(),
    }
}

/// A team that might fill a vacancy, with what it did in its own group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupTeam {
    pub group: Arc<str>,
    pub team: Arc<str>,
    /// In the unit of that competition (SAP 4.1 or 4.1.1).
    pub points: Points,
    /// Matches of each team of the group.
    pub matches: u32,
    /// Already promoted: not a candidate.
    pub promoted: bool,
}

/// A candidate in the order of RGC 4.2.1.2, with what was compared.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupRank {
    /// Shared by teams that are level: then a play-off or a draw decides.
    pub rank: u32,
    /// Index into the list given.
    pub index: usize,
    /// Points, or points per match where the groups are of different sizes.
    pub compared: Entry,
    /// Points per match were compared, which has to be said (AMB-36).
    pub per_match: bool,
}

/// "Most points in any group" (RGC 4.2.1.2): raw points while all groups have the same number of
/// matches, points per match otherwise, flagged (AMB-36). A group without matches comes last.
pub fn most_points(teams: &[GroupTeam]) -> Vec<GroupRank> {
    let provision = ProvisionId::from("RGC 4.2.1.2.a");
    let mut candidates: Vec<usize> = (0..teams.len()).filter(|&i| !teams[i].promoted).collect();
    let per_match =
        candidates.windows(2).any(|pair| teams[pair[0]].matches != teams[pair[1]].matches);
    let compared = |index: usize| -> Exact {
        let team = &teams[index];
        match (per_match, i64::from(team.matches)) {
            (false, _) => team.points.exact(),
            (true, 0) => Exact::from(0),
            (true, matches) => team.points.exact() / matches,
        }
    };
    candidates.sort_by(|&a, &b| {
        compared(b)
            .cmp(&compared(a))
            .then_with(|| (&teams[a].group, &teams[a].team).cmp(&(&teams[b].group, &teams[b].team)))
    });
    let mut ranks: Vec<GroupRank> = Vec::with_capacity(candidates.len());
    for (at, &index) in candidates.iter().enumerate() {
        let value = compared(index);
        let level = at > 0 && compared(candidates[at - 1]) == value;
        let rank = if level { ranks[at - 1].rank } else { at as u32 + 1 };
        let team = &teams[index];
        let key = if per_match { "team.points-per-match" } else { "team.points-in-group" };
        let step = Step::new(
            Msg::new(key)
                .with("team", team.team.clone())
                .with("group", team.group.clone())
                .with("points", team.points)
                .with("n", team.matches),
        )
        .gives(value)
        .cite(&provision);
        let compared = Entry::plain(value).cite(&provision).step(step);
        ranks.push(GroupRank { rank, index, compared, per_match });
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn team(group: &str, name: &str, halves: i32, matches: u32) -> GroupTeam {
        GroupTeam {
            group: group.into(),
            team: name.into(),
            points: Points::from_halves(halves),
            matches,
            promoted: false,
        }
    }

    /// RGC 5.3.1.2: the home team, or the one named first where nobody is at home, has White on odd
    /// boards.
    #[test]
    fn amb_39_the_first_named_has_white_on_odd_boards() {
        let rules = crate::test_rules::rules();
        let colours: Vec<_> = (1..=4).map(|board| home_colour(board, rules)).collect();
        use Colour::{Black, White};
        assert_eq!(colours, [White, Black, White, Black]);
    }

    /// Desempats 2.5: *n* is the boards played, four in the Cup though a team has five members.
    /// Another *n* adds the same to both teams where their boards are level.
    #[test]
    fn amb_47_the_first_board_weighs_as_many_as_are_played() {
        let weights = &crate::test_rules::rules().dutch;
        let of = |n| (1..=4).map(|board| weights.weight(board, n)).collect::<Vec<_>>();
        assert_eq!(of(4), [4, 3, 2, 1]);
        assert_eq!(of(10), [10, 9, 8, 7]);
        // Boards 1 and 4 against boards 2 and 3, 2–2; and 1 and 2 against 3 and 4.
        for (a, b) in [([0, 3], [1, 2]), ([0, 1], [2, 3])] {
            let lead = |n| {
                let total = |boards: [usize; 2]| boards.map(|at| of(n)[at]).iter().sum::<i32>();
                total(a) - total(b)
            };
            assert_eq!(lead(4), lead(5));
        }
    }

    #[test]
    fn amb_36_raw_points_while_the_groups_are_equal() {
        let mut teams = vec![team("1", "A", 14, 9), team("2", "B", 15, 9), team("3", "C", 18, 9)];
        teams[2].promoted = true;
        let ranks = most_points(&teams);
        assert_eq!(ranks.iter().map(|r| r.index).collect::<Vec<_>>(), [1, 0]);
        assert!(!ranks[0].per_match);
        let citation = &ranks[0].compared.citations[0];
        assert!(crate::test_rules::rulebook().provision(citation).is_some(), "{citation}");
        assert_eq!(ranks[0].compared.value, Value::Exact(Exact::new(15, 2)));
    }

    #[test]
    fn amb_36_points_per_match_otherwise() {
        // 7 of 9 is 0.78 a match, 6½ of 7 is 0.93.
        let ranks = most_points(&[team("1", "A", 14, 9), team("2", "B", 13, 7)]);
        assert_eq!(ranks.iter().map(|r| r.index).collect::<Vec<_>>(), [1, 0]);
        assert!(ranks.iter().all(|r| r.per_match));
        assert_eq!(ranks[0].compared.value, Value::Exact(Exact::new(13, 14)));
    }

    #[test]
    fn level_teams_share_the_place() {
        let ranks = most_points(&[team("1", "A", 14, 9), team("2", "B", 14, 9)]);
        assert_eq!(ranks.iter().map(|r| r.rank).collect::<Vec<_>>(), [1, 1]);
    }
}
