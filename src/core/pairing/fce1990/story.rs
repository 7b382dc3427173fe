//! Why a round is paired as it is, as data. Players are indices into
//! [`Position::players`](crate::core::pairing::Position::players).

use std::collections::BTreeMap;

use crate::model::Points;

/// The way in which groups are paired and floaters go (Swiss 9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    Down,
    Up,
}

/// Which rule gave the colours of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourRule {
    /// Only one way is allowed (12.1).
    Prohibition,
    /// Each gets the due colour (12.2).
    Due,
    /// The one with twice the same colour in a row goes first (12.3).
    Repeated,
    /// The greater difference goes first: equalising comes before alternating (12.2).
    Equalise,
    /// The last game in which their colours differed (12.4).
    History,
    /// Same history: the better number going down, the worse going up (12.4, second paragraph).
    /// `shorter`: one of the two had played less.
    Number { shorter: bool },
    /// Neither has played: by the place in the list (14.2).
    NoGames,
}

/// Why a candidate was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rejection {
    /// They have met (2).
    Met,
    /// A restriction of the tournament keeps them apart.
    Restricted,
    /// One of the two would get a forbidden colour (9.1, 12.1).
    Colours,
    /// The others could not all be paired then (11.4).
    Incomplete,
    /// Both are due the same colour (9.5, second pass).
    SameDue,
}

/// Why a floater got this opponent (10.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpponentChoice {
    /// The first possible one, and the colours suit.
    First,
    /// The first possible one who is due the other colour; `before` came earlier in the list.
    ByColour { before: usize },
    /// The first one, though `suited` would have suited: too far down by rating.
    HundredPoints { suited: usize },
    /// The first one: nobody suits by colour.
    NobodySuits,
}

/// Why a player leaves a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatReason {
    /// Has met everybody in the group (9.3 a).
    MetAll,
    /// A difference of two, and nobody allows the due colour (9.3 b).
    ColourDifference,
    /// The other prohibitions of colour leave nobody (9.3 c).
    ColourRow,
    /// Restrictions of the tournament leave nobody.
    Restricted,
    /// Alone in the group (9.3 d).
    Alone,
    /// To make the number even (9.3 d), chosen by 10.2.
    Parity(ParityChoice),
    /// In place of the one that 10.2 named (11.4 a).
    InPlaceOf { proposed: usize },
    /// An even group gives one more (11.4 b).
    EvenGroup,
    /// The other groups need more players from here (10.3 with the look ahead).
    NeededElsewhere,
}

/// What decided in 10.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParityChoice {
    /// As many are due White as Black: the worst.
    EqualColours,
    /// The worst of all is of the majority.
    WorstIsOfMajority,
    /// The worst of the majority.
    Majority,
    /// The worst of the majority (`spared`) is more than 100 points from the worst of all.
    HundredPoints { spared: usize },
    /// Nobody who can be paired in the next group is due the colour of the majority.
    NobodyOfMajority,
}

/// Why a floater goes on (10.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoesOn {
    /// Nobody free in the group is compatible.
    NobodyCompatible,
    /// Whoever is compatible would leave somebody else without an opponent.
    Incomplete,
}

/// A pair that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paired {
    pub white: usize,
    pub black: usize,
    pub colour: ColourRule,
}

/// What happened in a group, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A floater found an opponent.
    FloaterPaired {
        floater: usize,
        opponent: usize,
        choice: OpponentChoice,
        passed: Vec<(usize, Rejection)>,
        paired: Paired,
    },
    /// A floater finds nobody and goes on to the next group.
    GoesOn { floater: usize, to: Points, why: GoesOn },
    /// In the median a floater who finds nobody joins the rest.
    Joins { floater: usize, why: GoesOn },
    /// A player leaves the group.
    Leaves {
        player: usize,
        to: Points,
        why: FloatReason,
        /// Worse ranked, but without an opponent in the next group (10.2, second paragraph).
        not_counted: Vec<usize>,
        /// Nobody could have an opponent in the next group.
        nobody_next: bool,
    },
    /// A pair of the rest.
    Exchanged {
        first: usize,
        /// In the order of trial.
        candidates: Vec<usize>,
        /// Those passed over and why; a candidate without a reason was not tried.
        passed: Vec<(usize, Rejection)>,
        opponent: usize,
        /// Nobody possible suited by colour.
        nobody_suits: bool,
        /// The opponent stands in the same half of the list as `first`.
        own_half: bool,
        paired: Paired,
    },
}

/// A score group and all that happened in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub score: Points,
    pub is_median: bool,
    pub direction: Direction,
    /// Its own players, the best number first going down and the worst going up.
    pub members: Vec<usize>,
    /// In the order in which they look for an opponent.
    pub floaters_in: Vec<usize>,
    pub events: Vec<Event>,
}

/// Why somebody before them did not get the bye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByeRejection {
    /// Had a bye, or won without playing (8.2).
    Barred,
    /// The others could not all be paired (AMB-56).
    Incomplete,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ByeStory {
    pub player: usize,
    pub passed: Vec<(usize, ByeRejection)>,
    /// Given to somebody barred, because the arbiter allows it.
    pub second: bool,
    /// Not of the lowest score group.
    pub from_higher_group: bool,
}

/// A round with its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwissRound {
    pub round: u32,
    /// In the order of publication.
    pub boards: Vec<Paired>,
    pub bye: Option<ByeStory>,
    /// In the order in which they were paired.
    pub groups: Vec<Group>,
    /// Freed from the prohibitions of colour, in the order of release.
    pub releases: Vec<usize>,
    /// No pairing respected the restriction on promotion (Oberts 4): it was dropped.
    pub promotion_dropped: bool,
}

impl SwissRound {
    /// How often each branch of the regulation decided.
    pub fn decided(&self) -> BTreeMap<&'static str, u32> {
        let mut count: BTreeMap<&'static str, u32> = BTreeMap::new();
        let mut add = |key: &'static str| *count.entry(key).or_default() += 1;
        for _ in &self.releases {
            add("released");
        }
        if self.promotion_dropped {
            add("promotion dropped");
        }
        if let Some(bye) = &self.bye {
            add("8 bye");
            if bye.second {
                add("8 second bye");
            }
            if bye.from_higher_group {
                add("8 bye from a higher group");
            }
            for (_, why) in &bye.passed {
                add(match why {
                    ByeRejection::Barred => "8.2 bye barred",
                    ByeRejection::Incomplete => "8 bye moved",
                });
            }
        }
        for group in &self.groups {
            if group.is_median && group.members.is_empty() && !group.floaters_in.is_empty() {
                add("9.2 empty median");
            }
            for event in &group.events {
                for key in event.branches() {
                    add(key);
                }
                if let Some(paired) = event.paired() {
                    add(match (paired.colour, group.direction) {
                        (ColourRule::Prohibition, _) => "colours 1",
                        (ColourRule::Due, _) => "colours 2",
                        (ColourRule::Repeated, _) => "colours 3",
                        (ColourRule::Equalise, _) => "colours 4",
                        (ColourRule::History, _) => "colours 5",
                        (ColourRule::Number { shorter: true }, _) => "colours 6, shorter",
                        (ColourRule::Number { .. }, Direction::Down) => "colours 6 down",
                        (ColourRule::Number { .. }, Direction::Up) => "colours 6 up",
                        (ColourRule::NoGames, _) if self.round == 1 => "colours 7",
                        (ColourRule::NoGames, _) => "colours 7 after round 1",
                    });
                }
            }
        }
        count
    }
}

impl Event {
    pub fn paired(&self) -> Option<Paired> {
        match self {
            Self::FloaterPaired { paired, .. } | Self::Exchanged { paired, .. } => Some(*paired),
            _ => None,
        }
    }

    fn branches(&self) -> Vec<&'static str> {
        match self {
            Self::FloaterPaired { choice, passed, .. } => {
                let mut keys = vec![match choice {
                    OpponentChoice::First => "10.6 first",
                    OpponentChoice::ByColour { .. } => "10.6 by colour",
                    OpponentChoice::HundredPoints { .. } => "10.6 100 points",
                    OpponentChoice::NobodySuits => "10.6 nobody suits",
                }];
                if passed.iter().any(|(_, why)| *why == Rejection::Incomplete) {
                    keys.push("floater's opponent passed over");
                }
                keys
            }
            Self::GoesOn { why: GoesOn::NobodyCompatible, .. } => vec!["10.5"],
            Self::GoesOn { why: GoesOn::Incomplete, .. } => vec!["10.5, look ahead"],
            Self::Joins { .. } => vec!["floater joins the rest"],
            Self::Leaves { why, not_counted, nobody_next, .. } => {
                let mut keys = vec![match why {
                    FloatReason::MetAll => "9.3 a",
                    FloatReason::ColourDifference => "9.3 b",
                    FloatReason::ColourRow => "9.3 c",
                    FloatReason::Restricted => "restriction",
                    FloatReason::Alone => "9.3 d alone",
                    FloatReason::Parity(ParityChoice::EqualColours) => "10.2 equal",
                    FloatReason::Parity(ParityChoice::WorstIsOfMajority) => "10.2 worst of all",
                    FloatReason::Parity(ParityChoice::Majority) => "10.2 majority",
                    FloatReason::Parity(ParityChoice::HundredPoints { .. }) => "10.2 100 points",
                    FloatReason::Parity(ParityChoice::NobodyOfMajority) => {
                        "10.2 nobody of the majority"
                    }
                    FloatReason::InPlaceOf { .. } => "11.4 a",
                    FloatReason::EvenGroup => "11.4 b",
                    FloatReason::NeededElsewhere => "10.3, look ahead",
                }];
                if !not_counted.is_empty() {
                    keys.push("10.2 par. 2");
                }
                if *nobody_next {
                    keys.push("10.2 par. 2, nobody");
                }
                keys
            }
            Self::Exchanged { passed, nobody_suits, own_half, .. } => {
                let mut keys = vec![match (passed.is_empty(), nobody_suits) {
                    (true, _) => "9.4 tentative",
                    (false, true) => "9.5 nobody suits",
                    (false, false) => "9.5 exchange",
                }];
                if passed.iter().any(|(_, why)| *why == Rejection::Incomplete) {
                    keys.push("11.4 the rest");
                }
                if *own_half {
                    keys.push("11.2 own half");
                }
                keys
            }
        }
    }
}
