//! Illegal moves and penalties, by rule set (Actius 21, 22; Ràpides 8.c, 18; Blog 7.5, Rapid 6;
//! AMB-67, 70, 71).

use super::material::Material;
use super::{Rules, Ruling};
use crate::core::computed::Computed;
use crate::core::report::Verdict;

crate::rules! {
    /// Numbers of penalties.
    pub struct IllegalRules {
        /// Minutes.
        active_penalty: u32 = "actius.penalitzacio-infraccio",
        active_times: u32 = "actius.vegades-infraccio-lleu",
        active_back: u32 = "actius.jugades-enrere-dos-escacs",
        penalty: u32 = "blog.penalitzacio-illegal",
        blitz_penalty: u32 = "blog.blitz-penalitzacio",
        first: u32 = "blog.illegal-faltes-temps",
        second: u32 = "blog.illegal-faltes-derrota",
    }
}

/// What follows from an illegal move or a breach, for the opponent of who made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Penalty {
    pub ruling: Ruling,
    /// Minutes added to the opponent.
    pub minutes: u32,
}

/// An illegal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    pub rules: Rules,
    /// Claimed by the opponent, or seen by an arbiter who must act, before the next move.
    pub claimed: bool,
    /// The opponent touched a piece before claiming.
    pub touched: bool,
    /// The clock was pressed: the move is completed.
    pub completed: bool,
    /// The opponent took the king.
    pub king_taken: bool,
    /// The opponent's next move has been made.
    pub answered: bool,
    /// Illegal moves of the player so far, this one included.
    pub count: u32,
    pub blitz: bool,
    /// The opponent's pieces.
    pub material: Material,
}

/// What an illegal move gives to the opponent (AMB-67, 71).
pub fn illegal_move(case: IllegalMove, rules: &IllegalRules) -> Computed<Penalty> {
    let none = Penalty { ruling: Ruling::PlayOn, minutes: 0 };
    let computed = |penalty: Penalty| {
        Computed::new(penalty)
            .line("clock.claimed", Verdict::of(case.claimed))
            .line("clock.answered", Verdict::of(case.answered))
            .line("clock.ruling", penalty.ruling.word())
            .line("clock.minutes-added", penalty.minutes)
    };
    match case.rules {
        Rules::Active => {
            if case.answered || !case.claimed {
                return computed(none).at("Actius 21");
            }
            let minutes = rules.active_penalty.get();
            computed(Penalty { minutes, ..none }).by(&rules.active_penalty)
        }
        Rules::FiveMinutes => {
            if case.king_taken && !case.completed {
                let draw = Penalty { ruling: Ruling::Draw, minutes: 0 };
                return computed(draw).at("Ràpides 8.c");
            }
            // Taking the king shows that it stood in check; it is not touching a piece first.
            let claim = (case.claimed && !case.touched) || case.king_taken;
            if case.answered || !claim {
                return computed(none).at("Ràpides 18");
            }
            computed(Penalty { ruling: Ruling::Win, minutes: 0 }).at("Ràpides 8.c")
        }
        Rules::Modern => {
            if case.answered || !case.claimed {
                return computed(none).at("Blog Rapid 6.c");
            }
            if !case.completed {
                return computed(none).at("Blog 7.5.1");
            }
            if case.count >= rules.second.get() {
                let ruling = if case.material.is_bare_king() { Ruling::Draw } else { Ruling::Win };
                return computed(Penalty { ruling, minutes: 0 }).by(&rules.second);
            }
            let minutes = if case.blitz { &rules.blitz_penalty } else { &rules.penalty };
            computed(Penalty { minutes: minutes.get(), ..none })
                .limit("clock.penalty", minutes)
                .limit("clock.faults", &rules.first)
        }
    }
}

/// A breach of active chess that the opponent claims (Actius 22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breach {
    /// Of rules 7, 8, 18 or 19.
    Conduct,
    IllegalMove,
    /// Of rules 2 or 5, or an ambiguous move.
    Slight,
}

/// The minutes that the arbiter may add (AMB-70): slight breaches from the second, all kinds of
/// them counted together. `earlier` are slight breaches before this one.
pub fn active_penalty(breach: Breach, earlier: u32, rules: &IllegalRules) -> Computed<u32> {
    let counts = breach != Breach::Slight || earlier.saturating_add(1) >= rules.active_times.get();
    let minutes = if counts { rules.active_penalty.get() } else { 0 };
    Computed::new(minutes)
        .line("clock.earlier", earlier)
        .limit("clock.from-time", &rules.active_times)
        .limit("clock.penalty", &rules.active_penalty)
        .line("clock.minutes-added", minutes)
}

/// Both kings stand in check (Actius 21): one move back for each, or a draw if that does not help.
pub fn both_in_check(resolved_by_one_back: bool, rules: &IllegalRules) -> Computed<Ruling> {
    let ruling = if resolved_by_one_back { Ruling::PlayOn } else { Ruling::Draw };
    Computed::new(ruling)
        .limit("clock.moves-back", &rules.active_back)
        .line("clock.resolved", Verdict::of(resolved_by_one_back))
        .line("clock.ruling", ruling.word())
}

/// Both kings in check, or a pawn on the last rank, in a modern game without supervision: the next
/// move is awaited (Blog Rapid 6.e).
pub fn impossible_position(still_after_next_move: bool) -> Computed<Ruling> {
    let ruling = if still_after_next_move { Ruling::Draw } else { Ruling::PlayOn };
    Computed::new(ruling)
        .rule("clock.still-so", Verdict::of(still_after_next_move), "Blog Rapid 6.e")
        .line("clock.ruling", ruling.word())
}

/// What the player of a completed illegal move must do instead (Blog 7.5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    MoveTouched,
    CaptureTouched,
    AnyLegalMove,
}

impl Instead {
    pub fn key(self) -> &'static str {
        match self {
            Self::MoveTouched => "move-touched",
            Self::CaptureTouched => "capture-touched",
            Self::AnyLegalMove => "any-legal-move",
        }
    }
}

/// The touched piece must move; else the touched piece of the opponent be captured; else any move.
pub fn instead(own_touched_can_move: bool, other_touched_can_be_taken: bool) -> Computed<Instead> {
    let instead = match (own_touched_can_move, other_touched_can_be_taken) {
        (true, _) => Instead::MoveTouched,
        (false, true) => Instead::CaptureTouched,
        (false, false) => Instead::AnyLegalMove,
    };
    Computed::new(instead)
        .rule("clock.touched-moves", Verdict::of(own_touched_can_move), "Blog 7.5.1")
        .line("clock.touched-taken", Verdict::of(other_touched_can_be_taken))
}

/// A pawn left on the last rank when the clock was pressed is an illegal move and becomes a queen
/// (Blog 7.5.2).
pub fn promotion_forgotten(on_last_rank: bool, clock_pressed: bool) -> Computed<bool> {
    Computed::new(on_last_rank && clock_pressed)
        .rule("clock.last-rank", Verdict::of(on_last_rank), "Blog 7.5.2")
        .line("clock.pressed", Verdict::of(clock_pressed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn case(rules: Rules) -> IllegalMove {
        IllegalMove {
            rules,
            claimed: true,
            touched: false,
            completed: true,
            king_taken: false,
            answered: false,
            count: 1,
            blitz: false,
            material: Material::of("R"),
        }
    }

    fn of(case: IllegalMove) -> (Ruling, u32) {
        let penalty = illegal_move(case, &rules().laws.illegal).value;
        (penalty.ruling, penalty.minutes)
    }

    /// AMB-71: three regimes.
    #[test]
    fn amb_71_illegal_moves_by_rule_set() {
        assert_eq!(of(case(Rules::Active)), (Ruling::PlayOn, 2));
        assert_eq!(of(IllegalMove { count: 5, ..case(Rules::Active) }), (Ruling::PlayOn, 2));
        assert_eq!(of(IllegalMove { answered: true, ..case(Rules::Active) }), (Ruling::PlayOn, 0));
        assert_eq!(of(case(Rules::FiveMinutes)), (Ruling::Win, 0));
        let touched = IllegalMove { touched: true, ..case(Rules::FiveMinutes) };
        assert_eq!(of(touched), (Ruling::PlayOn, 0));
        let answered = IllegalMove { answered: true, ..case(Rules::FiveMinutes) };
        assert_eq!(of(answered), (Ruling::PlayOn, 0));
        assert_eq!(of(case(Rules::Modern)), (Ruling::PlayOn, 2));
        assert_eq!(of(IllegalMove { blitz: true, ..case(Rules::Modern) }), (Ruling::PlayOn, 1));
        let second = IllegalMove { count: 2, ..case(Rules::Modern) };
        assert_eq!(of(second), (Ruling::Win, 0));
        assert_eq!(of(IllegalMove { material: Material::of(""), ..second }), (Ruling::Draw, 0));
        assert_eq!(of(IllegalMove { completed: false, ..second }), (Ruling::PlayOn, 0));
        assert_eq!(of(IllegalMove { answered: true, ..second }), (Ruling::PlayOn, 0));
    }

    /// AMB-67: a draw if the king is taken before the move was completed.
    #[test]
    fn amb_67_the_king_taken() {
        let taken = IllegalMove { king_taken: true, claimed: false, ..case(Rules::FiveMinutes) };
        assert_eq!(of(taken), (Ruling::Win, 0));
        assert_eq!(of(IllegalMove { completed: false, ..taken }), (Ruling::Draw, 0));
    }

    /// AMB-70.
    #[test]
    fn amb_70_slight_breaches_count_from_the_second() {
        let of = |breach, earlier| active_penalty(breach, earlier, &rules().laws.illegal).value;
        assert_eq!(of(Breach::Conduct, 0), 2);
        assert_eq!(of(Breach::IllegalMove, 0), 2);
        assert_eq!([0, 1, 4].map(|earlier| of(Breach::Slight, earlier)), [0, 2, 2]);
    }

    #[test]
    fn impossible_positions_and_touched_pieces() {
        assert_eq!(both_in_check(true, &rules().laws.illegal).value, Ruling::PlayOn);
        assert_eq!(both_in_check(false, &rules().laws.illegal).value, Ruling::Draw);
        assert_eq!(impossible_position(true).value, Ruling::Draw);
        assert_eq!(impossible_position(false).value, Ruling::PlayOn);
        assert_eq!(instead(true, true).value, Instead::MoveTouched);
        assert_eq!(instead(false, true).value, Instead::CaptureTouched);
        assert_eq!(instead(false, false).value, Instead::AnyLegalMove);
        assert!(promotion_forgotten(true, true).value && !promotion_forgotten(true, false).value);
    }
}
