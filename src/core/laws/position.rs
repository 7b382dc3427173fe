//! Is a position mate or stalemate (Actius 9.a, 11.a; Ràpides 8.a, 10.a)?
//!
//! Only that is asked, so castling needs no thought: it is no way out of check, and where it is legal
//! the king can also step to the square beside it.

use crate::core::computed::Computed;
use crate::core::report::Msg;
use crate::model::Colour;

use super::Rules;

/// Files and ranks of a board.
const SIDE: i8 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
}

type Piece = (Colour, Kind);

/// File and rank from 0.
type Square = (i8, i8);

const ROOK: [Square; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [Square; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [Square; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// A position with the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: [[Option<Piece>; SIDE as usize]; SIDE as usize],
    to_move: Colour,
    en_passant: Option<Square>,
}

/// How a position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Mate,
    Stalemate,
    /// There is a legal move.
    None,
}

impl End {
    pub fn key(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::None => "none",
        }
    }
}

impl Position {
    /// From the first fields of a FEN: board, side to move and, if they are there, castling and the
    /// square of a capture en passant.
    ///
    /// # Errors
    /// In words, when the text is no position with one king a side.
    pub fn from_fen(fen: &str) -> Result<Self, &'static str> {
        let mut fields = fen.split_whitespace();
        let (board, to_move) = (fields.next(), fields.next());
        let mut position =
            Self { board: Default::default(), to_move: Colour::White, en_passant: None };
        let ranks: Vec<&str> = board.unwrap_or_default().split('/').collect();
        if ranks.len() != SIDE as usize {
            return Err("eight ranks between strokes");
        }
        for (rank, text) in (0..SIDE).rev().zip(ranks) {
            let mut file = 0;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += i8::try_from(empty).unwrap_or(SIDE);
                    continue;
                }
                let colour =
                    if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
                let kind = match letter.to_ascii_uppercase() {
                    'K' => Kind::King,
                    'Q' => Kind::Queen,
                    'R' => Kind::Rook,
                    'B' => Kind::Bishop,
                    'N' => Kind::Knight,
                    'P' => Kind::Pawn,
                    _ => return Err("pieces as KQRBNP, in capitals for White"),
                };
                if file >= SIDE {
                    return Err("eight squares in each rank");
                }
                position.board[rank as usize][file as usize] = Some((colour, kind));
                file += 1;
            }
            if file != SIDE {
                return Err("eight squares in each rank");
            }
        }
        position.to_move = match to_move {
            Some("w") => Colour::White,
            Some("b") => Colour::Black,
            _ => return Err("`w` or `b` for the side to move"),
        };
        let kings =
            |colour| position.squares().filter(|(_, piece)| *piece == (colour, Kind::King)).count();
        if kings(Colour::White) != 1 || kings(Colour::Black) != 1 {
            return Err("one king a side");
        }
        if position.is_attacked(position.king(position.to_move.other()), position.to_move) {
            return Err("a position in which the side that moved is not in check");
        }
        position.en_passant = fields.nth(1).and_then(|text| {
            let [file, rank] = text.as_bytes() else { return None };
            let square = (file.wrapping_sub(b'a') as i8, rank.wrapping_sub(b'1') as i8);
            Self::is_on(square).then_some(square)
        });
        Ok(position)
    }

    fn is_on((file, rank): Square) -> bool {
        (0..SIDE).contains(&file) && (0..SIDE).contains(&rank)
    }

    fn at(&self, (file, rank): Square) -> Option<Piece> {
        self.board[rank as usize][file as usize]
    }

    fn squares(&self) -> impl Iterator<Item = (Square, Piece)> {
        let all = (0..SIDE).flat_map(|rank| (0..SIDE).map(move |file| (file, rank)));
        all.filter_map(|square| Some((square, self.at(square)?)))
    }

    fn king(&self, colour: Colour) -> Square {
        let mut kings = self.squares().filter(|(_, piece)| *piece == (colour, Kind::King));
        kings.next().map_or((0, 0), |(square, _)| square)
    }

    /// Squares that a piece attacks: its own moves, but for those of pawns straight on.
    fn attacks(&self, (file, rank): Square, (colour, kind): Piece) -> Vec<Square> {
        let steps = |all: &[Square]| -> Vec<Square> {
            let to = all.iter().map(|(f, r)| (file + f, rank + r));
            to.filter(|square| Self::is_on(*square)).collect()
        };
        let slides = |ways: &[Square]| -> Vec<Square> {
            let mut found = Vec::new();
            for (f, r) in ways {
                let mut square = (file + f, rank + r);
                while Self::is_on(square) {
                    found.push(square);
                    if self.at(square).is_some() {
                        break;
                    }
                    square = (square.0 + f, square.1 + r);
                }
            }
            found
        };
        match kind {
            Kind::King => steps(&[ROOK, BISHOP].concat()),
            Kind::Queen => slides(&[ROOK, BISHOP].concat()),
            Kind::Rook => slides(&ROOK),
            Kind::Bishop => slides(&BISHOP),
            Kind::Knight => steps(&KNIGHT),
            Kind::Pawn => steps(&[(1, forward(colour)), (-1, forward(colour))]),
        }
    }

    /// Does a side attack a square?
    fn is_attacked(&self, square: Square, by: Colour) -> bool {
        let mut pieces = self.squares().filter(|(_, piece)| piece.0 == by);
        pieces.any(|(from, piece)| self.attacks(from, piece).contains(&square))
    }

    pub fn is_check(&self) -> bool {
        self.is_attacked(self.king(self.to_move), self.to_move.other())
    }

    /// Where a piece of the side to move could go, the king's safety aside.
    fn moves(&self, from: Square, piece: Piece) -> Vec<Square> {
        let (colour, kind) = piece;
        let is_own = |square: &Square| self.at(*square).is_some_and(|(c, _)| c == colour);
        if kind != Kind::Pawn {
            return self.attacks(from, piece).into_iter().filter(|to| !is_own(to)).collect();
        }
        let takes = |to: &Square| {
            self.at(*to).is_some_and(|(c, _)| c != colour) || self.en_passant == Some(*to)
        };
        let mut found: Vec<Square> = self.attacks(from, piece).into_iter().filter(takes).collect();
        let ahead = (from.0, from.1 + forward(colour));
        // The second step may be the one that shields the king.
        if Self::is_on(ahead) && self.at(ahead).is_none() {
            found.push(ahead);
            let two = (from.0, ahead.1 + forward(colour));
            let is_home = from.1 == if colour == Colour::White { 1 } else { SIDE - 2 };
            if is_home && self.at(two).is_none() {
                found.push(two);
            }
        }
        found
    }

    /// May a piece go there without leaving its king in check?
    fn is_legal(&self, from: Square, to: Square, (colour, kind): Piece) -> bool {
        let mut after = self.clone();
        after.board[from.1 as usize][from.0 as usize] = None;
        if kind == Kind::Pawn && self.en_passant == Some(to) && self.at(to).is_none() {
            after.board[from.1 as usize][to.0 as usize] = None;
        }
        after.board[to.1 as usize][to.0 as usize] = Some((colour, kind));
        !after.is_attacked(after.king(colour), colour.other())
    }

    fn has_legal_move(&self) -> bool {
        let mut own = self.squares().filter(|(_, piece)| piece.0 == self.to_move);
        own.any(|(from, piece)| {
            self.moves(from, piece).into_iter().any(|to| self.is_legal(from, to, piece))
        })
    }

    pub fn end(&self) -> End {
        match (self.has_legal_move(), self.is_check()) {
            (true, _) => End::None,
            (false, true) => End::Mate,
            (false, false) => End::Stalemate,
        }
    }
}

fn forward(colour: Colour) -> i8 {
    match colour {
        Colour::White => 1,
        Colour::Black => -1,
    }
}

/// Does the position end the game, and by which rule?
pub fn end_of(position: &Position, rules: Rules) -> Computed<End> {
    let end = position.end();
    let (mate, stalemate) = match rules {
        Rules::FiveMinutes => ("Ràpides 8.a", "Ràpides 10.a"),
        _ => ("Actius 9.a", "Actius 11.a"),
    };
    let at = if end == End::Mate { mate } else { stalemate };
    let words = Msg::new(match end {
        End::Mate => "laws.mate",
        End::Stalemate => "laws.stalemate",
        End::None => "laws.no-end",
    });
    Computed::new(end).rule("laws.end", words, at).at(mate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rulebook;

    fn end(fen: &str) -> End {
        Position::from_fen(fen).unwrap_or_else(|why| panic!("{fen}: {why}")).end()
    }

    /// Actius 9.a, Ràpides 8.a.
    #[test]
    fn mates() {
        for fen in [
            // Fool's mate, the back rank, smothered, two rooks.
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1",
            "6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1",
            "1R5k/R7/8/8/8/8/8/K7 b - - 0 1",
        ] {
            assert_eq!(end(fen), End::Mate, "{fen}");
        }
        // The line can be closed, the king can step away, the checking piece can be taken.
        for fen in [
            "R5k1/4rppp/8/8/8/8/8/6K1 b - - 0 1",
            "R5k1/5pp1/8/8/8/8/8/6K1 b - - 0 1",
            "R5k1/5ppp/8/8/8/8/8/6Kb b - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            assert!(position.is_check());
            assert_eq!(position.end(), End::None, "{fen}");
        }
    }

    /// Actius 11.a, Ràpides 10.a: a king alone in the corner; a pinned piece cannot move.
    #[test]
    fn stalemates() {
        for fen in [
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
            "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
            // The pawn is blocked, the bishop pinned.
            "kb5R/8/1K6/8/8/p7/P7/8 b - - 0 1",
        ] {
            assert_eq!(end(fen), End::Stalemate, "{fen}");
        }
        assert_eq!(end("7k/5Q2/6K1/8/8/8/7p/8 b - - 0 1"), End::None, "the pawn moves");
    }

    /// A capture en passant is a move, here the only one.
    #[test]
    fn en_passant_counts() {
        let fen = |square| format!("k7/2Q5/8/8/3Pp3/4P3/8/6K1 b - {square} 0 1");
        assert_eq!(end(&fen("d3")), End::None);
        assert_eq!(end(&fen("-")), End::Stalemate);
    }

    #[test]
    fn what_is_no_position_is_told() {
        for fen in [
            "",
            "8/8/8/8/8/8/8 w - - 0 1",
            "9/8/8/8/8/8/8/8 w - - 0 1",
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "8/8/8/8/8/8/8/KX5k w - - 0 1",
            "8/8/8/8/8/8/8/K6k",
            // White to move and Black in check.
            "7k/8/8/8/8/8/8/K6R w - - 0 1",
        ] {
            assert!(Position::from_fen(fen).is_err(), "{fen}");
        }
    }

    #[test]
    fn the_end_cites_its_rule() {
        let position = Position::from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").unwrap();
        for rules in [Rules::Active, Rules::FiveMinutes] {
            let found = end_of(&position, rules);
            for at in &found.citations {
                assert!(rulebook().provision(at).is_some(), "{at}");
            }
            assert!(!found.citations.is_empty());
        }
    }
}
