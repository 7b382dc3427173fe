//! Claims: of a draw, of the set-up, by repetition and by the count of moves (Actius 4, 14; Ràpides
//! 3, 10.d, 10.g; Blog 9; AMB-69, 72).

use std::collections::BTreeMap;

use super::{Rules, Ruling};
use crate::core::computed::Computed;
use crate::core::report::Verdict;

crate::rules! {
    /// Numbers of claims.
    pub struct ClaimRules {
        active_setup: u32 = "actius.jugada-reclamacio-inicial",
        /// Minutes.
        active_penalty: u32 = "actius.penalitzacio-reclamacio-taules",
        five_setup: u32 = "rapides.jugada-reclamacio-inicial",
        /// Seconds.
        five_seconds: u32 = "rapides.segons-reclamacio-taules",
        repetitions: u32 = "blog.repeticions-reclamacio",
        repetitions_automatic: u32 = "blog.repeticions-automatiques",
        moves: u32 = "blog.jugades-reclamacio",
        moves_automatic: u32 = "blog.jugades-automatiques",
        /// Minutes.
        wrong_claim: u32 = "blog.penalitzacio-reclamacio",
        colours_moves: u32 = "blog.colors-jugades",
    }
}

/// May pieces and clock still be complained of (Actius 4, Ràpides 3)? Active: until each has made a
/// move, or both agree; five minutes: until the claimant has.
pub fn setup_claim(
    rules_: Rules,
    claimant_moves: u32,
    other_moves: u32,
    agreed: bool,
    rules: &ClaimRules,
) -> Computed<bool> {
    let (made, limit, by_agreement) = match rules_ {
        Rules::FiveMinutes => (claimant_moves, &rules.five_setup, false),
        Rules::Active | Rules::Modern => {
            (claimant_moves.min(other_moves), &rules.active_setup, agreed)
        }
    };
    Computed::new(made < limit.get() || by_agreement)
        .line("clock.moves", made)
        .limit("clock.moves-limit", limit)
        .line("clock.agreed", Verdict::of(by_agreement))
}

/// Why a draw is claimed in active chess (Actius 14).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    PerpetualCheck,
    NoPracticalChance,
    ClearlyWon,
    ClearlyDrawn,
}

impl Reason {
    fn at(self) -> &'static str {
        match self {
            Self::PerpetualCheck => "Actius 14.a",
            Self::NoPracticalChance => "Actius 14.b",
            Self::ClearlyWon => "Actius 14.c",
            Self::ClearlyDrawn => "Actius 14.d",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Can be heard at all.
    pub heard: bool,
    pub ruling: Ruling,
    /// Minutes added to the opponent for a wrong claim.
    pub minutes: u32,
}

/// A draw claimed in active chess; `found` is what the arbiter finds. Two minutes more for the
/// opponent after a wrong claim of the first two kinds.
pub fn active_draw(
    flag_up: bool,
    reason: Reason,
    found: bool,
    rules: &ClaimRules,
) -> Computed<Claim> {
    let penalised = matches!(reason, Reason::PerpetualCheck | Reason::NoPracticalChance);
    let ruling = if flag_up && found { Ruling::Draw } else { Ruling::PlayOn };
    let minutes = if flag_up && !found && penalised { rules.active_penalty.get() } else { 0 };
    Computed::new(Claim { heard: flag_up, ruling, minutes })
        .rule("clock.own-flag-up", Verdict::of(flag_up), "Actius 14")
        .rule("clock.arbiter-finds", Verdict::of(found), reason.at())
        .limit("clock.penalty", &rules.active_penalty)
        .line("clock.minutes-added", minutes)
        .line("clock.ruling", ruling.word())
}

/// A draw claimed in a plainly drawn position of five-minute chess (Ràpides 10.g): with thirty
/// seconds or more, or with less but more than the opponent.
pub fn five_draw(own: u32, other: u32, found: bool, rules: &ClaimRules) -> Computed<Claim> {
    let heard = own >= rules.five_seconds.get() || own > other;
    let ruling = if heard && found { Ruling::Draw } else { Ruling::PlayOn };
    Computed::new(Claim { heard, ruling, minutes: 0 })
        .line("clock.seconds-left", own)
        .limit("clock.seconds-needed", &rules.five_seconds)
        .line("clock.seconds-opponent", other)
        .line("clock.arbiter-finds", Verdict::of(found))
        .line("clock.ruling", ruling.word())
}

/// How often the positions of a game occurred; a position is its board, the side to move, the rights
/// to castle and to take en passant, as the first four fields of FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// Most times that one occurred.
    pub most: u32,
    /// A claim is right (Blog 9.2).
    pub claim: bool,
    /// The arbiter ends the game (Blog 9 automatic 1).
    pub automatic: bool,
}

pub fn repetition(positions: &[String], rules: &ClaimRules) -> Computed<Repetition> {
    let mut counts: BTreeMap<Vec<&str>, u32> = BTreeMap::new();
    for position in positions {
        // Counters of moves are no part of a position.
        let fields: Vec<&str> = position.split_whitespace().take(4).collect();
        *counts.entry(fields).or_default() += 1;
    }
    let most = counts.into_values().max().unwrap_or_default();
    let found = Repetition {
        most,
        claim: most >= rules.repetitions.get(),
        automatic: most >= rules.repetitions_automatic.get(),
    };
    Computed::new(found)
        .line("clock.repetitions", most)
        .limit("clock.repetitions-claim", &rules.repetitions)
        .limit("clock.repetitions-automatic", &rules.repetitions_automatic)
}

/// Moves in a row without a pawn move or a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietMoves {
    /// Of each side, whole ones.
    pub moves: u32,
    pub claim: bool,
    pub automatic: bool,
}

/// Fifty and seventy-five moves of each side (Blog 9.3, 9 automatic 2; AMB-72). `progress` tells for
/// every half-move of the game whether it was a pawn move or a capture; the longest run counts for
/// the arbiter, the last for a claim.
pub fn quiet_moves(progress: &[bool], rules: &ClaimRules) -> Computed<QuietMoves> {
    let runs = progress.split(|progress| *progress).map(<[bool]>::len);
    let longest = runs.max().unwrap_or_default() as u32;
    let last = progress.iter().rev().take_while(|progress| !**progress).count() as u32;
    // A move is one of each side.
    let (longest, last) = (longest / 2, last / 2);
    let found = QuietMoves {
        moves: last,
        claim: last >= rules.moves.get(),
        automatic: longest >= rules.moves_automatic.get(),
    };
    Computed::new(found)
        .line("clock.quiet-moves", last)
        .limit("clock.quiet-claim", &rules.moves)
        .line("clock.quiet-longest", longest)
        .limit("clock.quiet-automatic", &rules.moves_automatic)
}

/// What a claim of repetition or of fifty moves leads to (Blog 9 after claim).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterClaim {
    pub ruling: Ruling,
    pub minutes: u32,
    /// The announced move has to be played; where it is illegal, touched pieces decide.
    pub play_written: bool,
}

pub fn after_claim(right: bool, rules: &ClaimRules) -> Computed<AfterClaim> {
    let after = if right {
        AfterClaim { ruling: Ruling::Draw, minutes: 0, play_written: false }
    } else {
        let minutes = rules.wrong_claim.get();
        AfterClaim { ruling: Ruling::PlayOn, minutes, play_written: true }
    };
    Computed::new(after)
        .rule("clock.claim-right", Verdict::of(right), "Blog 9 after claim")
        .limit("clock.penalty", &rules.wrong_claim)
        .line("clock.ruling", after.ruling.word())
}

/// Perpetual check or a forced repetition in five-minute chess (Ràpides 10.d): the repetition is
/// counted, the rest is the arbiter's finding.
pub fn five_repetition(
    positions: &[String],
    perpetual_check: bool,
    forced: bool,
    rules: &ClaimRules,
) -> Computed<Ruling> {
    let found = repetition(positions, rules);
    let drawn = perpetual_check || (found.value.claim && forced);
    let ruling = if drawn { Ruling::Draw } else { Ruling::PlayOn };
    Computed::new(ruling)
        .rule("clock.perpetual-check", Verdict::of(perpetual_check), "Ràpides 10.d")
        .line("clock.forced", Verdict::of(forced))
        .after(found)
        .line("clock.ruling", ruling.word())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn rules_() -> &'static ClaimRules {
        &rules().laws.claims
    }

    /// Actius 4, Ràpides 3.
    #[test]
    fn claims_before_the_first_move() {
        let of = |set, own, other, agreed| setup_claim(set, own, other, agreed, rules_()).value;
        assert!(of(Rules::Active, 1, 0, false) && !of(Rules::Active, 1, 1, false));
        assert!(of(Rules::Active, 9, 9, true));
        assert!(of(Rules::FiveMinutes, 0, 1, false) && !of(Rules::FiveMinutes, 1, 0, true));
    }

    /// Actius 14.
    #[test]
    fn draws_claimed_in_active_chess() {
        let of = |up, reason, found| active_draw(up, reason, found, rules_()).value;
        let right = of(true, Reason::PerpetualCheck, true);
        assert_eq!((right.ruling, right.minutes), (Ruling::Draw, 0));
        let wrong = of(true, Reason::NoPracticalChance, false);
        assert_eq!((wrong.ruling, wrong.minutes), (Ruling::PlayOn, 2));
        assert_eq!(of(true, Reason::ClearlyWon, false).minutes, 0);
        assert_eq!(of(true, Reason::ClearlyDrawn, true).ruling, Ruling::Draw);
        assert!(!of(false, Reason::PerpetualCheck, true).heard);
    }

    /// Ràpides 10.g.
    #[test]
    fn draws_claimed_in_five_minutes() {
        let heard = |own, other| five_draw(own, other, true, rules_()).value.heard;
        assert!(heard(30, 200) && !heard(29, 29) && heard(29, 28) && !heard(29, 200));
        assert_eq!(five_draw(30, 5, false, rules_()).value.ruling, Ruling::PlayOn);
    }

    #[test]
    fn repetitions_need_the_same_rights() {
        let (castling, none) = ("8/8/8/8/8/8/8/K6k w KQ - 0 1", "8/8/8/8/8/8/8/K6k w - - 4 3");
        let of = |list: &[&str]| {
            let list: Vec<String> = list.iter().map(|text| (*text).to_owned()).collect();
            repetition(&list, rules_()).value
        };
        assert!(!of(&[castling, none, none]).claim);
        assert!(of(&[none, castling, none, none]).claim);
        assert!(!of(&[none; 4]).automatic && of(&[none; 5]).automatic);
        assert!(!of(&[]).claim);
        let five = |positions: &[String], forced| {
            five_repetition(positions, false, forced, rules_()).value
        };
        let three = vec![none.to_owned(); 3];
        assert_eq!(five(&three, true), Ruling::Draw);
        assert_eq!(five(&three, false), Ruling::PlayOn);
        assert_eq!(five(&three[..2], true), Ruling::PlayOn);
        assert_eq!(five_repetition(&[], true, false, rules_()).value, Ruling::Draw);
    }

    /// AMB-72: 100 and 150 half-moves.
    #[test]
    fn amb_72_moves_of_each_side() {
        let of = |halves: usize| quiet_moves(&vec![false; halves], rules_()).value;
        assert!(!of(99).claim && of(100).claim);
        assert!(!of(149).automatic && of(150).automatic);
        let mut broken = vec![false; 150];
        broken[75] = true;
        assert!(!quiet_moves(&broken, rules_()).value.claim);
    }

    #[test]
    fn after_claims() {
        assert_eq!(after_claim(true, rules_()).value.ruling, Ruling::Draw);
        let wrong = after_claim(false, rules_()).value;
        assert_eq!((wrong.minutes, wrong.play_written), (2, true));
    }
}
