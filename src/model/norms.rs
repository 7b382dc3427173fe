//! What players achieved towards the title of Mestre Català outside the site's own tournaments.

use std::sync::Arc;

use super::{Date, Delegation};

/// An event whose first places are worth a title or a norm of Mestre Català (MC títol 1, 3, 4;
/// MC norma 2, 6, 7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlaceEvent {
    /// Absolute championship of Catalonia.
    Absolute,
    SpanishJunior,
    /// Final stage of the Spanish individual championship.
    SpanishFinal,
    /// Group A of the open of Barcelona.
    BarcelonaOpenA,
    Interterritorial,
    /// Championship of a province.
    Provincial(Delegation),
}

impl PlaceEvent {
    pub const ALL: [Self; 9] = [
        Self::Absolute,
        Self::SpanishJunior,
        Self::SpanishFinal,
        Self::BarcelonaOpenA,
        Self::Interterritorial,
        Self::Provincial(Delegation::Barcelona),
        Self::Provincial(Delegation::Girona),
        Self::Provincial(Delegation::Lleida),
        Self::Provincial(Delegation::Tarragona),
    ];

    /// As written in data files.
    pub fn key(self) -> &'static str {
        match self {
            Self::Absolute => "absolute",
            Self::SpanishJunior => "spanish-junior",
            Self::SpanishFinal => "spanish-final",
            Self::BarcelonaOpenA => "barcelona-open-a",
            Self::Interterritorial => "interterritorial",
            Self::Provincial(Delegation::Barcelona) => "provincial-barcelona",
            Self::Provincial(Delegation::Girona) => "provincial-girona",
            Self::Provincial(Delegation::Lleida) => "provincial-lleida",
            Self::Provincial(Delegation::Tarragona) => "provincial-tarragona",
        }
    }
}

/// Why something counts towards the title.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NormBasis {
    /// The percentage in a homologated tournament (MC norma 3).
    Tournament,
    /// A rating list with enough points and games (MC norma 1).
    RatingList,
    /// A place, from 1.
    Place(PlaceEvent, u32),
    /// A title of FIDE (MC títol 2).
    Title,
    /// A norm of International Master (MC títol 2).
    InternationalMasterNorm,
}

/// A line of `data/norms.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NormRecord {
    /// Slug of the person.
    pub player: Arc<str>,
    pub day: Date,
    pub basis: NormBasis,
    /// Name of the event, as published.
    pub event: Option<Arc<str>>,
}
