//! What the site's search looks in. Nothing of it is computed by a server: the indexes are files.
//!
//! | file | what it holds |
//! |---|---|
//! | `words` | a text as the words by which it is found |
//! | `names` | the index of names and titles, in pieces fetched by the first letters that are typed |
//! | `pieces` | an index cut into files by the first letters of its words |
//! | `texts` | the index of the words of the published texts |

pub mod names;
mod pieces;
pub mod texts;
pub mod words;

/// What can be found. Results are grouped by it, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Player,
    Tournament,
    Club,
    Provision,
    Circular,
    Page,
    News,
    Term,
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Player,
        Self::Tournament,
        Self::Club,
        Self::Provision,
        Self::Circular,
        Self::Page,
        Self::News,
        Self::Term,
    ];

    /// Its name in the files of the indexes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Tournament => "tournament",
            Self::Club => "club",
            Self::Provision => "provision",
            Self::Circular => "circular",
            Self::Page => "page",
            Self::News => "news",
            Self::Term => "term",
        }
    }
}
