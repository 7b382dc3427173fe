//! How results are written in our CSV files.

use crate::model::{Absence, Bye, Cell, Forfeit, Outcome, Score};

/// The result of a pairing, seen by each of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResult {
    pub first: Outcome,
    pub second: Outcome,
}

impl PairResult {
    pub const PENDING: Self = Self { first: Outcome::Pending, second: Outcome::Pending };

    pub fn played(first: Score) -> Self {
        Self { first: Outcome::Played(first), second: Outcome::Played(first.mirrored()) }
    }

    pub fn forfeit(first: Forfeit, second: Forfeit) -> Self {
        Self { first: Outcome::Forfeit(first), second: Outcome::Forfeit(second) }
    }

    /// The result of a board of which the chairs may be empty: an empty chair decides it. `None`
    /// when that contradicts what was written.
    pub fn with_chairs(self, home: bool, away: bool) -> Option<Self> {
        use Forfeit::{Lost, Won};
        let decided = match (home, away) {
            (true, true) => return Some(self),
            (true, false) => Self::forfeit(Won, Lost),
            (false, true) => Self::forfeit(Lost, Won),
            (false, false) => Self::forfeit(Lost, Lost),
        };
        let both = Self::forfeit(Lost, Lost);
        match self {
            written if written == both => Some(both),
            written if written == decided || written == Self::PENDING => Some(decided),
            _ => None,
        }
    }
}

/// For messages and documentation.
pub const PAIR_RESULTS: &str = "1-0, 0-1, ½-½, forfeits +:-, -:+, -:-, or * while it is not known";
pub const SINGLE_RESULTS: &str =
    "bye, full-bye, half-bye, zero-bye, absent, withdrawn, not-entered, free-round";

/// Reads the result of a pairing; nothing is a result not known yet. `None` for what is none.
pub fn pair_result(text: &str) -> Option<PairResult> {
    let plain: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            '–' | '—' | '−' => '-',
            c => c.to_ascii_lowercase(),
        })
        .collect();
    let plain = plain.replace("1/2", "½").replace("0.5", "½").replace("0,5", "½");
    use Forfeit::{Lost, Won};
    Some(match plain.as_str() {
        "" | "*" => PairResult::PENDING,
        "1-0" | "1:0" => PairResult::played(Score::Win),
        "0-1" | "0:1" => PairResult::played(Score::Loss),
        "½-½" | "½:½" | "=-=" | "½" | "=" => PairResult::played(Score::Draw),
        "+:-" | "+-" | "+--" | "1-0f" | "1f-0" | "1f-0f" => PairResult::forfeit(Won, Lost),
        "-:+" | "-+" | "--+" | "0-1f" | "0f-1" | "0f-1f" => PairResult::forfeit(Lost, Won),
        "-:-" | "--" | "---" | "0-0f" | "0f-0f" => PairResult::forfeit(Lost, Lost),
        _ => return None,
    })
}

/// Reads what a round without an opponent was.
pub fn single_result(text: &str) -> Option<Cell> {
    Some(match text.to_ascii_lowercase().as_str() {
        "bye" => Cell::Bye(Bye::Pairing),
        "full-bye" => Cell::Bye(Bye::Full),
        "half-bye" => Cell::Bye(Bye::Half),
        "zero-bye" => Cell::Bye(Bye::Zero),
        "absent" => Cell::Absent(Absence::Missed),
        "withdrawn" => Cell::Absent(Absence::Withdrawn),
        "not-entered" => Cell::Absent(Absence::NotEntered),
        "free-round" => Cell::Absent(Absence::FreeRound),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_spellings_are_read() {
        let read = |text| pair_result(text).map(|r| (r.first, r.second));
        let draw = Some((Outcome::Played(Score::Draw), Outcome::Played(Score::Draw)));
        for text in ["½-½", "1/2-1/2", "0.5-0.5", "0,5 – 0,5", "½ : ½"] {
            assert_eq!(read(text), draw, "{text}");
        }
        let won = Some((Outcome::Forfeit(Forfeit::Won), Outcome::Forfeit(Forfeit::Lost)));
        for text in ["+:-", "+-", "+ - -", "1-0F"] {
            assert_eq!(read(text), won, "{text}");
        }
        let both = Some((Outcome::Forfeit(Forfeit::Lost), Outcome::Forfeit(Forfeit::Lost)));
        for text in ["-:-", "--", "- - -", "0-0F"] {
            assert_eq!(read(text), both, "{text}");
        }
        for text in ["0-0", "2-0", "1-1", "bye", "1-"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
