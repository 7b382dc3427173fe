//! What the site holds, in formats for other programs.

pub mod akn;
pub mod atom;
pub mod data;
pub mod ics;
pub mod json_ld;
pub mod pgn;
pub mod rulebook_json;
pub mod sheet;
pub mod tournament_json;
pub mod trf;
#[cfg(feature = "xlsx")]
pub mod xlsx;
mod xml;

/// Who publishes the regulations, for formats that must say it.
#[derive(Clone, Copy, Debug)]
pub struct Publisher<'a> {
    /// Address part: `fce`.
    pub slug: &'a str,
    /// `Federació Catalana d'Escacs`.
    pub name: &'a str,
    /// ISO 3166 code of the country or region in small letters: `es-ct`.
    pub jurisdiction: &'a str,
}
