//! People and clubs.

use std::sync::Arc;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::Date;

/// Individual categories of the Catalan federation, from the highest (RGC 2, Ascensos).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    Preferent,
    First,
    Second,
    Third,
}

impl Category {
    pub const ALL: [Self; 4] = [Self::Preferent, Self::First, Self::Second, Self::Third];

    /// As written in data files and in the published text.
    pub fn key(self) -> &'static str {
        match self {
            Self::Preferent => "preferent",
            Self::First => "1a",
            Self::Second => "2a",
            Self::Third => "3a",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|category| category.key() == key)
    }
}

/// Titles, from the highest; the order is that of ties on rating (AMB-109).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    GM,
    IM,
    FM,
    CM,
    WGM,
    WIM,
    WFM,
    WCM,
    /// Mestre Nacional.
    MN,
    /// Mestre Català.
    MC,
}

impl Title {
    pub const ALL: [Self; 10] = [
        Self::GM,
        Self::IM,
        Self::FM,
        Self::CM,
        Self::WGM,
        Self::WIM,
        Self::WFM,
        Self::WCM,
        Self::MN,
        Self::MC,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Self::GM => "GM",
            Self::IM => "IM",
            Self::FM => "FM",
            Self::CM => "CM",
            Self::WGM => "WGM",
            Self::WIM => "WIM",
            Self::WFM => "WFM",
            Self::WCM => "WCM",
            Self::MN => "MN",
            Self::MC => "MC",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|title| title.key() == key)
    }

    /// Given by FIDE, not by a national federation.
    pub fn is_fide(self) -> bool {
        !matches!(self, Self::MN | Self::MC)
    }

    /// Masters count as Preferents (AMB-104).
    pub fn is_master(self) -> bool {
        matches!(self, Self::GM | Self::IM | Self::FM | Self::MN | Self::MC)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sex {
    Female,
    Male,
}

/// The four delegations of the federation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Delegation {
    Barcelona,
    Girona,
    Lleida,
    Tarragona,
}

impl Delegation {
    pub const ALL: [Self; 4] = [Self::Barcelona, Self::Girona, Self::Lleida, Self::Tarragona];

    pub fn key(self) -> &'static str {
        match self {
            Self::Barcelona => "barcelona",
            Self::Girona => "girona",
            Self::Lleida => "lleida",
            Self::Tarragona => "tarragona",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|delegation| delegation.key() == key)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Club {
    pub slug: Arc<str>,
    pub name: Arc<str>,
    pub town: Option<Arc<str>>,
    pub delegation: Option<Delegation>,
}

/// Somebody in the federation's register, `data/players.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub slug: Arc<str>,
    /// As published: `Cognoms, Nom`.
    pub name: Arc<str>,
    /// Slug of the club.
    pub club: Option<Arc<str>>,
    pub category: Option<Category>,
    pub title: Option<Title>,
    pub fide_id: Option<u32>,
    pub birth: Option<Date>,
    pub sex: Option<Sex>,
    /// Three letters, `CAT`, `ESP` …
    pub federation: Option<Arc<str>>,
    /// Asked not to be shown: initials only, no page.
    pub hidden: bool,
}

/// `A. S.` for somebody who asked not to be named. Initials of initials are the same.
pub fn initials(name: &str) -> String {
    name.split(|c: char| c.is_whitespace() || c == ',')
        .filter_map(|word| word.chars().next())
        .map(|letter| format!("{letter}."))
        .collect::<Vec<_>>()
        .join(" ")
}

/// A text without accents, case, `·` and doubled blanks: what names are compared by.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfd().filter(|&c| !is_combining_mark(c)).flat_map(char::to_lowercase) {
        match c {
            '·' | '\'' | '’' => {}
            // Letters that are not a base letter with a mark, as lists without accents write them.
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            c if c.is_whitespace() => {
                if !folded.ends_with(' ') {
                    folded.push(' ');
                }
            }
            c => folded.push(c),
        }
    }
    folded.trim().to_owned()
}

/// A readable address part: ASCII letters and digits joined by hyphens (`Obert d'Olot` →
/// `obert-dolot`).
pub fn slugify(text: &str) -> String {
    let mut slug = String::new();
    for c in fold(text).chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c);
        } else if !slug.ends_with('-') && !slug.is_empty() {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn initials_are_of_every_word() {
        assert_eq!(initials("Soler i Puig, Anna"), "S. i. P. A.");
        assert_eq!(initials("S. i. P. A."), "S. i. P. A.");
    }

    #[test]
    fn folding_drops_accents_case_and_the_middle_dot() {
        assert_eq!(fold("Col·legi  Lluís d'Àger"), "collegi lluis dager");
        assert_eq!(slugify("Obert d'Olot, grup A"), "obert-dolot-grup-a");
    }
}
