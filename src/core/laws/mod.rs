//! The laws of play as decision helpers, by rule set: flags, illegal moves, claims, endings (Actius,
//! Ràpides, Blog; AMB-66 … 72).

pub mod claims;
pub mod illegal;
pub mod material;
pub mod position;

use super::computed::Computed;
use super::report::{Msg, Verdict};
use crate::rulebook::{Binder, FromRulebook};
use material::Material;

/// Under which rules a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Escacs actius of 1990.
    Active,
    /// Partides ràpides of 1990: five minutes.
    FiveMinutes,
    /// The modern Laws, as the blog tells them.
    Modern,
}

impl Rules {
    pub const KEYS: [&'static str; 3] = ["actius", "rapides", "modern"];

    pub fn from_key(key: &str) -> Option<Self> {
        match key {
            "actius" => Some(Self::Active),
            "rapides" => Some(Self::FiveMinutes),
            "modern" => Some(Self::Modern),
            _ => None,
        }
    }
}

/// What becomes of the game for the player who claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ruling {
    Win,
    Draw,
    Loss,
    PlayOn,
}

impl Ruling {
    pub fn key(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
            Self::PlayOn => "play-on",
        }
    }

    pub(super) fn word(self) -> Msg {
        Msg::new(match self {
            Self::Win => "clock.ruling-win",
            Self::Draw => "clock.ruling-draw",
            Self::Loss => "clock.ruling-loss",
            Self::PlayOn => "clock.ruling-play-on",
        })
    }
}

/// Every parameter of the laws.
#[derive(Clone, Debug)]
pub struct LawRules {
    pub illegal: illegal::IllegalRules,
    pub claims: claims::ClaimRules,
}

impl FromRulebook for LawRules {
    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        let illegal = FromRulebook::bind(binder);
        let claims = FromRulebook::bind(binder);
        Some(Self { illegal: illegal?, claims: claims? })
    }
}

/// A flag that has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlagFall {
    pub rules: Rules,
    /// The game had ended before (mate, stalemate, agreement …).
    pub over: bool,
    /// The opponent's flag is down.
    pub opponent_down: bool,
    /// The claimant's own flag is down after the clocks were stopped.
    pub own_down: bool,
    pub claimed: bool,
    /// The claimant's pieces.
    pub material: Material,
    /// Five minutes: the claimant proves that these pieces can mate. Modern: some series of legal
    /// moves can mate. Unknown to the program, an arbiter finds it.
    pub can_mate: Option<bool>,
}

/// What a fallen flag means for the claimant (Actius 9.c, 10, 11.c, 11.d; Ràpides 8.d, 9, 10.c,
/// 10.f; Blog 6.9; AMB-68).
pub fn flag_fall(flag: FlagFall) -> Computed<Ruling> {
    let bare = flag.material.cannot_mate_1990();
    let enough = match flag.rules {
        Rules::Active => !bare,
        Rules::FiveMinutes => !bare || flag.can_mate == Some(true),
        // Pieces that could mate in some position, unless the arbiter finds that here they cannot.
        Rules::Modern => flag.can_mate.unwrap_or(!flag.material.is_bare_king()),
    };
    let draws_both = flag.rules != Rules::Modern;
    let ruling = if flag.over || !flag.opponent_down {
        Ruling::PlayOn
    } else if flag.own_down && draws_both {
        Ruling::Draw
    } else if !enough {
        // Drawn whether claimed or not.
        Ruling::Draw
    } else if flag.claimed || flag.rules == Rules::Modern {
        Ruling::Win
    } else {
        Ruling::PlayOn
    };
    let (win, both, material) = match flag.rules {
        Rules::Active => ("Actius 9.c", "Actius 11.c", "Actius 11.d"),
        Rules::FiveMinutes => ("Ràpides 8.d", "Ràpides 10.c", "Ràpides 10.f"),
        Rules::Modern => ("Blog 6.9", "Blog 6.9", "Blog 6.9"),
    };
    let computed = Computed::new(ruling)
        .rule("clock.opponent-flag", Verdict::of(flag.opponent_down), win)
        .rule("clock.own-flag-up", Verdict::of(!flag.own_down), both)
        .rule("clock.enough-material", Verdict::of(enough), material)
        .line("clock.claimed", Verdict::of(flag.claimed))
        .line("clock.ruling", ruling.word());
    match flag.rules {
        Rules::Active => computed.at("Actius 10"),
        Rules::FiveMinutes => computed.at("Ràpides 9"),
        Rules::Modern => computed,
    }
}

/// Games with the colours swapped (Blog 7.3): begun again before so many moves.
pub fn colours_swapped(moves: u32, rules: &claims::ClaimRules) -> Computed<bool> {
    Computed::new(moves < rules.colours_moves.get())
        .line("clock.moves", moves)
        .limit("clock.moves-limit", &rules.colours_moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn flag(rules: Rules, pieces: &str) -> FlagFall {
        FlagFall {
            rules,
            over: false,
            opponent_down: true,
            own_down: false,
            claimed: true,
            material: Material::of(pieces),
            can_mate: None,
        }
    }

    /// Actius 9.c, 10, 11.c, 11.d.
    #[test]
    fn flags_of_active_chess() {
        let of = |f| flag_fall(f).value;
        let rook = flag(Rules::Active, "R");
        assert_eq!(of(rook), Ruling::Win);
        assert_eq!(of(FlagFall { claimed: false, ..rook }), Ruling::PlayOn);
        assert_eq!(of(FlagFall { own_down: true, ..rook }), Ruling::Draw);
        assert_eq!(of(FlagFall { opponent_down: false, ..rook }), Ruling::PlayOn);
        assert_eq!(of(FlagFall { over: true, ..rook }), Ruling::PlayOn);
        for pieces in ["", "B", "N"] {
            assert_eq!(of(flag(Rules::Active, pieces)), Ruling::Draw, "{pieces}");
        }
        assert_eq!(of(FlagFall { can_mate: Some(true), ..flag(Rules::Active, "N") }), Ruling::Draw);
        assert_eq!(of(flag(Rules::Active, "P")), Ruling::Win);
    }

    /// Ràpides 10.f: the side with time may prove a mate (AMB-68).
    #[test]
    fn amb_68_flags_by_rule_set() {
        let of = |f| flag_fall(f).value;
        let knight = flag(Rules::FiveMinutes, "N");
        assert_eq!(of(knight), Ruling::Draw);
        assert_eq!(of(FlagFall { can_mate: Some(true), ..knight }), Ruling::Win);
        assert_eq!(of(FlagFall { own_down: true, ..flag(Rules::FiveMinutes, "Q") }), Ruling::Draw);
        assert_eq!(of(flag(Rules::Modern, "N")), Ruling::Win);
        assert_eq!(
            of(FlagFall { can_mate: Some(false), ..flag(Rules::Modern, "N") }),
            Ruling::Draw
        );
        assert_eq!(of(flag(Rules::Modern, "")), Ruling::Draw);
    }

    /// AMB-66: a claim of repetition in five-minute chess is asked by its name; the number that the
    /// text prints for it, an article of other rules, is nowhere a citation.
    #[test]
    fn amb_66_rules_are_called_by_name() {
        let rulebook = crate::test_rules::rulebook();
        for printed in ["Laws 7", "Laws 8", "Laws 18.2", "Actius 7.touch", "Ràpides 18.2"] {
            assert!(rulebook.provision(&printed.into()).is_none(), "{printed}");
        }
        for rules in [Rules::Active, Rules::FiveMinutes, Rules::Modern] {
            let found = flag_fall(flag(rules, "R"));
            let cited: Vec<_> = found.working.iter().flat_map(|step| &step.citations).collect();
            assert!(!cited.is_empty());
            for at in cited {
                assert!(rulebook.provision(at).is_some(), "{at}");
            }
        }
    }

    #[test]
    fn swapped_colours() {
        assert!(colours_swapped(9, &rules().laws.claims).value);
        assert!(!colours_swapped(10, &rules().laws.claims).value);
    }
}
