//! What arbiters print for an event: pages whose style is that of paper.
//!
//! They exist while they are of use, so that an archive of finished events has none: slips for the
//! round that is being played, cards and badges until the last round is over, receipts from then on.

use super::{EventOutline, tournament_url};
use crate::model::Tournament;

/// A kind of page to be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printable {
    /// A slip for the result of each game, or match, of the round that is being played.
    Slips,
    /// A card to stand on the table of each player.
    PlaceCards,
    Badges,
    /// A receipt for each prize won.
    Receipts,
}

impl Printable {
    pub const ALL: [Self; 4] = [Self::Slips, Self::PlaceCards, Self::Badges, Self::Receipts];

    /// Last part of its address.
    pub fn slug(self) -> &'static str {
        match self {
            Self::Slips => "paperetes",
            Self::PlaceCards => "cartells",
            Self::Badges => "acreditacions",
            Self::Receipts => "rebuts",
        }
    }

    /// Key of its name in the language file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Slips => "print.slips",
            Self::PlaceCards => "print.place-cards",
            Self::Badges => "print.badges",
            Self::Receipts => "print.receipts",
        }
    }

    /// Key of what it is for, in a sentence.
    pub fn lede(self) -> &'static str {
        match self {
            Self::Slips => "print.lede.slips",
            Self::PlaceCards => "print.lede.place-cards",
            Self::Badges => "print.lede.badges",
            Self::Receipts => "print.lede.receipts",
        }
    }

    /// What there is to print for an event now.
    pub fn of(t: &Tournament, outline: &EventOutline) -> impl Iterator<Item = Self> {
        let has_players = !t.entrants.is_empty();
        let (is_over, is_playing) = (t.is_finished(), pending_round(t).is_some());
        let has_receipts = is_over && outline.receipts > 0;
        Self::ALL.into_iter().filter(move |printable| match printable {
            Self::Slips => is_playing,
            Self::PlaceCards | Self::Badges => has_players && !is_over,
            Self::Receipts => has_receipts,
        })
    }

    /// `torneigs/1990/obert/imprimir/paperetes/`.
    pub fn url(self, t: &Tournament) -> String {
        format!("{}imprimir/{}/", tournament_url(t), self.slug())
    }
}

/// The last round that is paired, while it has not all its results.
pub fn pending_round(t: &Tournament) -> Option<u32> {
    let last = t.rounds_recorded();
    (last > t.rounds_complete()).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Bye, Cell, Colour, Entrant, Outcome, Score, System};
    use crate::site::EventReports;

    fn outline(receipts: usize) -> EventOutline {
        let mut outline = EventOutline::new(0, Vec::new(), Vec::new(), &EventReports::default());
        outline.receipts = receipts;
        outline
    }

    /// A Swiss of two rounds in which a round is paired and maybe played.
    fn event(rounds: &[Outcome]) -> Tournament {
        let mut t = Tournament::new("x", "X", System::Swiss, 2);
        t.entrants = (1..=2).map(|n| Entrant::new(n, format!("J{n}"))).collect();
        let cells = |opponent, colour| {
            let cell = |outcome: &Outcome| Cell::Paired {
                opponent,
                colour: Some(colour),
                outcome: *outcome,
            };
            rounds.iter().map(cell).collect::<Vec<_>>()
        };
        t.cells = vec![cells(1, Colour::White), cells(0, Colour::Black)];
        t
    }

    #[test]
    fn papers_exist_while_they_are_of_use() {
        let of =
            |t: &Tournament, receipts| Printable::of(t, &outline(receipts)).collect::<Vec<_>>();
        let played = Outcome::Played(Score::Draw);
        use Printable::{Badges, PlaceCards, Receipts, Slips};
        assert_eq!(of(&event(&[]), 0), [PlaceCards, Badges], "not begun");
        assert_eq!(of(&event(&[Outcome::Pending]), 3), [Slips, PlaceCards, Badges]);
        assert_eq!(of(&event(&[played]), 3), [PlaceCards, Badges], "between two rounds");
        assert_eq!(of(&event(&[played, Outcome::Pending]), 3), [Slips, PlaceCards, Badges]);
        assert_eq!(of(&event(&[played, played]), 0), []);
        assert_eq!(of(&event(&[played, played]), 3), [Receipts]);
        let mut byes = event(&[]);
        byes.cells = vec![vec![Cell::Bye(Bye::Full); 2]; 2];
        assert_eq!(of(&byes, 0), []);
    }
}
