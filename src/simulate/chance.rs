//! Who wins: results drawn by the difference in playing strength.

use super::Random;
use crate::model::Score;

/// How often things happen, in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    /// Games between equals that end in a draw. Between unequals there are fewer.
    pub draws: u32,
    /// Pairings of which one player, or rarely both, does not appear.
    pub forfeits: u32,
    /// Players who announce before a round of a Swiss that they will miss it.
    pub absences: u32,
}

impl Chances {
    /// What one sees in opens.
    pub const USUAL: Self = Self { draws: 380, forfeits: 8, absences: 6 };
    /// Everybody always plays.
    pub const ALL_PLAY: Self = Self { draws: 380, forfeits: 0, absences: 0 };
}

/// Of forfeited pairings, those that neither player attends, in thousandths.
pub const BOTH_ABSENT: u32 = 160;

/// What White's move is worth, in rating points.
const FIRST_MOVE: i32 = 35;

/// Expected score of the stronger player in thousandths, by difference in strength: the logistic
/// curve of base 10 and width 400, rounded. Straight between the entries, flat after the last.
const EXPECTED: [(i32, i32); 18] = [
    (0, 500),
    (25, 536),
    (50, 571),
    (75, 606),
    (100, 640),
    (125, 672),
    (150, 703),
    (175, 733),
    (200, 760),
    (250, 808),
    (300, 849),
    (350, 882),
    (400, 909),
    (450, 930),
    (500, 947),
    (600, 969),
    (700, 983),
    (800, 990),
];

/// Expected score of the first of two, in thousandths, if the first is `difference` stronger.
pub fn expected(difference: i32) -> i32 {
    let size = difference.saturating_abs();
    let stronger = EXPECTED.windows(2).find(|pair| size < pair[1].0).map_or(
        EXPECTED[EXPECTED.len() - 1].1,
        |pair| {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            y0 + (y1 - y0) * (size - x0) / (x1 - x0)
        },
    );
    if difference < 0 { 1000 - stronger } else { stronger }
}

/// White's result in a game on the board between players of these strengths.
pub fn white_score(white: i32, black: i32, draws: u32, random: &mut Random) -> Score {
    let share = expected(white - black + FIRST_MOVE);
    // 4·e·(1 − e) is 1 between equals and falls to 0; a draw gives half of what is expected.
    let evenness = 4 * share * (1000 - share) / 1000;
    let draw = (draws.min(1000) as i32 * evenness / 1000).min(2 * share.min(1000 - share));
    let win = share - draw / 2;
    match random.below(1000) as i32 {
        roll if roll < win => Score::Win,
        roll if roll < win + draw => Score::Draw,
        _ => Score::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectation_is_symmetric_and_rises() {
        for difference in -900..900 {
            assert_eq!(expected(difference) + expected(-difference), 1000);
            assert!(expected(difference + 1) >= expected(difference));
        }
        assert_eq!((expected(0), expected(200), expected(10_000)), (500, 760, 990));
    }

    #[test]
    fn results_follow_the_expectation() {
        let mut random = Random::new(3);
        let halves: i32 =
            (0..20_000).map(|_| white_score(2200, 2100, 400, &mut random).points().halves()).sum();
        // 20,000 games at 0.685: a thousandth of it is three standard deviations.
        assert!((halves / 40 - expected(135)).abs() < 12, "{halves}");
        let draws = |d: u32, random: &mut Random| {
            (0..5000).filter(|_| white_score(2000, 2000, d, random) == Score::Draw).count()
        };
        assert_eq!(draws(0, &mut random), 0);
        assert!((1700..2300).contains(&draws(400, &mut random)));
    }
}
