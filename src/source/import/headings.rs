//! Headings of lists, in the languages in which programs write them.

use crate::model::fold;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    Rank,
    /// Starting number.
    Number,
    Title,
    Name,
    Federation,
    /// A rating, it is not said which.
    Rating,
    FideRating,
    NationalRating,
    FideId,
    NationalId,
    Club,
    Points,
    TieBreak(u32),
    /// `1.Rd` and the like.
    Round(u32),
    /// A bare number: an opponent of a grid, or a round of a team list.
    Bare(u32),
    Type,
    Group,
    Sex,
    Birth,
    /// Performance, expected score, rating change …: computed, and not kept.
    Computed,
    Board,
    White,
    Black,
    Result,
    Team,
    Games,
}

/// Words for each column: English, Spanish, Portuguese, German, French, Catalan, and what is
/// common to all. Compared without accents, case, dots and blanks.
const WORDS: &[(Heading, &[&str])] = &[
    (
        Heading::Rank,
        &[
            "rk", "rank", "rg", "rang", "pl", "platz", "pos", "lloc", "lugar", "cl", "clas",
            "class", "place", "puesto",
        ],
    ),
    (
        Heading::Number,
        &[
            "sno", "no", "noini", "noinic", "nrini", "nri", "nr", "snr", "startnr", "num",
            "numero", "nini", "ninic", "n", "startno", "sn", "numini", "nrinic", "noinic",
            "dorsal",
        ],
    ),
    (Heading::Title, &["title", "titulo", "titel", "titre", "titol", "tit"]),
    (
        Heading::Name,
        &["name", "nombre", "nome", "nom", "jugador", "jogador", "joueur", "spieler", "player"],
    ),
    (
        Heading::Federation,
        &["fed", "feder", "federation", "country", "land", "pais", "federacio", "federacion"],
    ),
    (Heading::Rating, &["rtg", "elo", "rating", "rat", "elofce", "rtgloc"]),
    (Heading::FideRating, &["rtgi", "eloi", "elofide", "rtgfide", "eloint", "rtgintl", "fide"]),
    (
        Heading::NationalRating,
        &["rtgn", "elon", "elonat", "elofeda", "rtgnat", "nwz", "dwz", "eloloc"],
    ),
    (
        Heading::FideId,
        &[
            "fideid",
            "idfide",
            "codigofide",
            "codifide",
            "codefide",
            "fidecode",
            "idnumber",
            "intlid",
            "fidenr",
        ],
    ),
    (Heading::NationalId, &["id", "idfeda", "idnat", "locid", "idfce", "codi", "codigo"]),
    (
        Heading::Club,
        &[
            "club/city",
            "club/ciudad",
            "clube/cidade",
            "verein/ort",
            "club/ville",
            "club/lieu",
            "club/ciutat",
            "club",
            "verein",
            "clube",
            "clubcity",
            "club/lugar",
            "ort",
        ],
    ),
    (
        Heading::Points,
        &["pts", "pkt", "pkte", "points", "puntos", "punts", "pontos", "punkte", "total", "tot"],
    ),
    (Heading::Type, &["typ", "type", "tipo", "tipus", "tip", "cat", "categoria", "categorie"]),
    (Heading::Group, &["gr", "group", "grupo", "grup", "gruppe", "groupe"]),
    (Heading::Sex, &["sex", "sexo", "sexe", "geschlecht", "s", "gen", "gender"]),
    (
        Heading::Birth,
        &[
            "birth",
            "birthday",
            "bday",
            "born",
            "geb",
            "gebjahr",
            "fechanac",
            "nacimiento",
            "dataneixement",
            "naixement",
            "datenaiss",
            "nasc",
            "datanasc",
            "year",
        ],
    ),
    (
        Heading::Computed,
        &[
            "rp",
            "w",
            "we",
            "w-we",
            "k",
            "rtg+/-",
            "elo+/-",
            "recrp",
            "+/-",
            "ratp",
            "krtg+/-",
            "rtgavg",
            "mediaelo",
            "performance",
        ],
    ),
    (
        Heading::Board,
        &[
            "bo",
            "board",
            "br",
            "brett",
            "mesa",
            "m",
            "tab",
            "tabl",
            "tauler",
            "taul",
            "tabuleiro",
            "tablero",
            "ech",
            "echiquier",
            "tisch",
            "bd",
        ],
    ),
    (
        Heading::White,
        &["white", "weiss", "blancas", "blanques", "brancas", "blancs", "blanc", "blanco"],
    ),
    (Heading::Black, &["black", "schwarz", "negras", "negres", "pretas", "noirs", "noir", "negro"]),
    (Heading::Result, &["result", "res", "resultado", "resultat", "ergebnis", "erg", "resultats"]),
    (Heading::Team, &["team", "equipo", "equip", "equipa", "mannschaft", "equipe"]),
    (Heading::Games, &["games", "partidas", "partides", "partien", "parties", "partits"]),
];

/// Words for a round after or before its number.
const ROUND_WORDS: &[&str] = &[
    "rd", "r", "rda", "ron", "ronda", "rnd", "runde", "ronde", "rodada", "round", "rde", "jornada",
];
/// Words for a tie-break before its number.
const TIE_BREAK_WORDS: &[&str] =
    &["tb", "des", "desp", "wtg", "dep", "desempat", "desempate", "fw"];

/// A heading as words are compared: letters, digits and `/ + -`.
fn plain(text: &str) -> String {
    fold(text)
        .chars()
        .filter(|c| c.is_alphanumeric() && !"ºª".contains(*c) || "/+-".contains(*c))
        .collect()
}

/// What a heading says; `None` for one that is not known, or nothing.
pub fn recognise(text: &str) -> Option<Heading> {
    let plain = plain(text);
    let word = |plain: &str| WORDS.iter().find(|(_, words)| words.contains(&plain));
    // `FIDE-ID` is `FideID`; in `w-we` the sign means something.
    if let Some((heading, _)) = word(&plain).or_else(|| word(&plain.replace('-', ""))) {
        return Some(*heading);
    }
    let letters: String = plain.chars().filter(|c| !c.is_ascii_digit()).collect();
    let digits: String = plain.chars().filter(char::is_ascii_digit).collect();
    let number: u32 = digits.parse().ok().filter(|&n| (1..=400).contains(&n))?;
    // Digits in one piece, at the start or at the end.
    if !plain.starts_with(&digits) && !plain.ends_with(&digits) {
        return None;
    }
    match letters.as_str() {
        "" => Some(Heading::Bare(number)),
        word if ROUND_WORDS.contains(&word) => Some(Heading::Round(number)),
        word if TIE_BREAK_WORDS.contains(&word) => Some(Heading::TieBreak(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_columns_in_six_languages() {
        for text in ["Name", "Nombre", "Nome", "Nom", "NAME "] {
            assert_eq!(recognise(text), Some(Heading::Name), "{text}");
        }
        for text in ["1.Rd", "1.Rd.", "R1", "1. Rda", "Ronda 1", "Runde 1", "1.Ron"] {
            assert_eq!(recognise(text), Some(Heading::Round(1)), "{text}");
        }
        for text in ["TB1", " Des 1 ", "Desp1", "Wtg1", "Dép.1", "Desempat 1"] {
            assert_eq!(recognise(text), Some(Heading::TieBreak(1)), "{text}");
        }
        for text in ["SNo", "No.", "No.Ini.", "Nº.Inic.", "Núm.", "Nr."] {
            assert_eq!(recognise(text), Some(Heading::Number), "{text}");
        }
        for text in ["FideID", "FIDE-ID", "Id FIDE", "Codi FIDE", "Code FIDE", "Código FIDE"] {
            assert_eq!(recognise(text), Some(Heading::FideId), "{text}");
        }
        for text in ["Club/City", "Club/Ciudad", "Clube/Cidade", "Verein/Ort", "Club/Ciutat"] {
            assert_eq!(recognise(text), Some(Heading::Club), "{text}");
        }
        assert_eq!(recognise("Pts. "), Some(Heading::Points));
        assert_eq!(recognise("rtg+/-"), Some(Heading::Computed));
        assert_eq!(recognise("7"), Some(Heading::Bare(7)));
        assert_eq!(recognise(""), None);
        assert_eq!(recognise("colour"), None);
    }
}
