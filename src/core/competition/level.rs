//! Levels of team competitions (RGC 2, 8.1; AMB-25).

use crate::core::report::Msg;
use crate::rulebook::bind::Key;

/// From the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Division1,
    Division2,
    /// Optional: only RGC 2.1 counts three divisions.
    Division3,
    Category1,
    Category2,
    Category3,
    /// Promotion to third category.
    Promotion,
}

impl Level {
    pub const ALL: [(&'static str, Self); 7] = [
        ("divisio-1", Self::Division1),
        ("divisio-2", Self::Division2),
        ("divisio-3", Self::Division3),
        ("categoria-1", Self::Category1),
        ("categoria-2", Self::Category2),
        ("categoria-3", Self::Category3),
        ("promocio", Self::Promotion),
    ];
    /// Their names in data.
    pub const KEYS: [&'static str; 7] = [
        "divisio-1",
        "divisio-2",
        "divisio-3",
        "categoria-1",
        "categoria-2",
        "categoria-3",
        "promocio",
    ];

    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(_, level)| *level == self).map_or("", |(key, _)| key)
    }

    pub fn word(self) -> Msg {
        Msg::new(match self {
            Self::Division1 => "rgc.division-1",
            Self::Division2 => "rgc.division-2",
            Self::Division3 => "rgc.division-3",
            Self::Category1 => "rgc.category-1",
            Self::Category2 => "rgc.category-2",
            Self::Category3 => "rgc.category-3",
            Self::Promotion => "rgc.promotion",
        })
    }
}

impl Key for Level {
    const LIST: &'static str = "a list of levels";

    fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == key).map(|(_, level)| *level)
    }

    fn known() -> Vec<&'static str> {
        Self::KEYS.to_vec()
    }
}
