//! Material: which endings nobody can win (Actius 13, 14.b; Ràpides 10.e; AMB-68, 69).

use crate::core::computed::Computed;
use crate::core::report::Verdict;

/// Pieces of a side besides the king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Material {
    pub queens: u32,
    pub rooks: u32,
    pub light_bishops: u32,
    pub dark_bishops: u32,
    pub knights: u32,
    pub pawns: u32,
}

impl Material {
    /// From letters: `Q`, `R`, `B` (on light squares), `D` (a bishop on dark squares), `N`, `P`; a
    /// `K` and any other sign are passed over.
    pub fn of(letters: &str) -> Self {
        let count = |letter: char| {
            letters.chars().filter(|c| c.to_ascii_uppercase() == letter).count() as u32
        };
        Self {
            queens: count('Q'),
            rooks: count('R'),
            light_bishops: count('B'),
            dark_bishops: count('D'),
            knights: count('N'),
            pawns: count('P'),
        }
    }

    fn bishops(self) -> u32 {
        self.light_bishops + self.dark_bishops
    }

    pub fn is_bare_king(self) -> bool {
        self == Self::default()
    }

    /// A bare king, or with one bishop or one knight (AMB-68).
    pub fn cannot_mate_1990(self) -> bool {
        let heavy = self.queens + self.rooks + self.pawns;
        heavy == 0 && self.bishops() + self.knights <= 1
    }

    /// The one piece, if there is exactly one.
    fn only(self) -> Option<Piece> {
        let pieces = [
            (self.queens, Piece::Queen),
            (self.rooks, Piece::Rook),
            (self.bishops(), Piece::Bishop),
            (self.knights, Piece::Knight),
            (self.pawns, Piece::Pawn),
        ];
        let total: u32 = pieces.iter().map(|(count, _)| count).sum();
        (total == 1)
            .then(|| pieces.iter().find(|(count, _)| *count == 1).map(|(_, p)| *p))
            .flatten()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

impl Piece {
    /// Bishop and knight are worth the same.
    fn worth(self) -> u8 {
        match self {
            Self::Queen => 4,
            Self::Rook => 3,
            Self::Bishop | Self::Knight => 2,
            Self::Pawn => 1,
        }
    }
}

/// A dead ending: king against king; bishop or knight against a bare king; bishops on one colour
/// (Actius 13, Ràpides 10.e). `active` says under which text it is cited.
pub fn is_dead(a: Material, b: Material, active: bool) -> Computed<bool> {
    let minor = |m: Material| m.cannot_mate_1990();
    let bishops = |m: Material| m.bishops() == 1 && m.cannot_mate_1990();
    let same_colour = a.light_bishops == b.light_bishops && a.dark_bishops == b.dark_bishops;
    let dead = (a.is_bare_king() && minor(b))
        || (b.is_bare_king() && minor(a))
        || (bishops(a) && bishops(b) && same_colour);
    let at = if active { "Actius 13" } else { "Ràpides 10.e" };
    Computed::new(dead).rule("clock.dead", Verdict::of(dead), at)
}

/// An ending of the list of Actius 14.b, and whether the claimant is the right side (AMB-69).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    pub listed: bool,
    pub right_side: bool,
}

/// The list helps the arbiter; it decides nothing by itself. `holds_corner` is for the last case: a
/// bare king that commands the queening square against a bad bishop and rook pawns.
pub fn listed_ending(
    claimant: Material,
    opponent: Material,
    holds_corner: bool,
) -> Computed<Listed> {
    use Piece::{Bishop, Knight, Pawn, Queen, Rook};
    let bad_bishop = claimant.is_bare_king()
        && opponent.bishops() == 1
        && opponent.pawns > 0
        && opponent.queens + opponent.rooks + opponent.knights == 0
        && holds_corner;
    let found = match (claimant.only(), opponent.only()) {
        (Some(a), Some(b)) => {
            let pair = if a.worth() >= b.worth() { (a, b) } else { (b, a) };
            let listed = matches!(
                pair,
                (Queen | Rook | Bishop | Knight | Pawn, other) if other == pair.0
            ) || matches!(
                pair,
                (Rook, Knight | Bishop)
                    | (Bishop, Knight)
                    | (Knight, Bishop)
                    | (Bishop | Knight | Rook, Pawn)
                    | (Queen, Rook | Bishop | Knight | Pawn)
            );
            Listed { listed, right_side: listed && a.worth() >= b.worth() }
        }
        _ => Listed { listed: bad_bishop, right_side: bad_bishop },
    };
    Computed::new(found)
        .rule("clock.listed", Verdict::of(found.listed), "Actius 14.b")
        .line("clock.right-side", Verdict::of(found.right_side))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Actius 13, Ràpides 10.e.
    #[test]
    fn dead_endings() {
        let dead = |a, b| is_dead(Material::of(a), Material::of(b), true).value;
        for (a, b) in [("", ""), ("B", ""), ("", "N"), ("B", "B"), ("D", "D")] {
            assert!(dead(a, b), "{a} {b}");
        }
        for (a, b) in [("B", "D"), ("NN", ""), ("P", ""), ("B", "N"), ("BB", "B"), ("R", "R")] {
            assert!(!dead(a, b), "{a} {b}");
        }
        assert_eq!(
            is_dead(Material::of("B"), Material::of(""), false).citations,
            ["Ràpides 10.e".into()]
        );
    }

    /// Actius 14.b, AMB-69: of unequal material only the stronger side may claim; the bare king of
    /// the last case is an exception.
    #[test]
    fn amb_69_listed_endings() {
        let of = |a, b| listed_ending(Material::of(a), Material::of(b), true).value;
        for pieces in ["Q", "R", "B", "N", "P"] {
            assert_eq!(of(pieces, pieces), Listed { listed: true, right_side: true });
        }
        for (a, b) in
            [("R", "N"), ("R", "B"), ("B", "P"), ("N", "P"), ("R", "P"), ("Q", "R"), ("Q", "P")]
        {
            assert_eq!(of(a, b), Listed { listed: true, right_side: true }, "{a} {b}");
            assert_eq!(of(b, a), Listed { listed: true, right_side: false }, "{b} {a}");
        }
        assert!(of("B", "N").right_side && of("N", "B").right_side);
        assert!(!of("RP", "R").listed);
        assert!(of("", "BP").right_side);
        assert!(!listed_ending(Material::of(""), Material::of("BP"), false).value.listed);
    }
}
