//! Header and other records of a TRF file: what the event is, byes asked for, bans.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::dates;
use super::read::Reader;
use super::records::{Columns, Field, Record, VALUE, player};
use crate::diag::{Diagnostic, Span};
use crate::model::{
    Absence, Bye, Cell, Colour, Date, ForbiddenPair, InitialColour, PairingSystem, System,
    Tournament, fold,
};
use crate::source::rounds::MAX_ROUNDS;

/// What the header says that is not put into the tournament at once.
pub(super) struct Header {
    /// Entrant, round (`None` = the one to be paired), cell, place.
    pub announced: Vec<(usize, Option<u32>, Cell, Span)>,
    pub system: Option<System>,
    /// Are points counted 1, ½, 0?
    pub usual_points: bool,
}

impl Reader<'_> {
    pub(super) fn header(
        &mut self,
        records: &[Record<'_>],
        numbers: &BTreeMap<u32, usize>,
        tournament: &mut Tournament,
    ) -> Header {
        let mut header = Header { announced: Vec::new(), system: None, usual_points: true };
        for record in records {
            let value = record.field(VALUE);
            let given = || (!value.is_empty()).then(|| Arc::<str>::from(value.text));
            match record.code {
                "001" | "062" | "072" | "082" | "112" => {}
                "012" => tournament.name = given().unwrap_or_else(|| tournament.name.clone()),
                "022" => tournament.place = given(),
                "032" => tournament.federation = given(),
                "042" => tournament.start = self.date(value),
                "052" => tournament.end = self.date(value),
                "092" => describe_type(value.text, tournament, &mut header),
                "102" => tournament.chief_arbiter = given(),
                "122" => tournament.time_control = given(),
                "142" | "XXR" => self.said_rounds(value),
                "152" => {
                    let colour = match value.text {
                        "W" | "w" => Some(Colour::White),
                        "B" | "b" => Some(Colour::Black),
                        _ => None,
                    };
                    tournament.initial_colour = colour.map(InitialColour::Drawn);
                }
                "192" => describe_type(value.text, tournament, &mut header),
                "240" => self.byes(record, numbers, &mut header),
                "260" => {
                    let first = record.field(Columns(5, 7)).number().unwrap_or(1);
                    let last = record.field(Columns(9, 11)).number().unwrap_or(MAX_ROUNDS);
                    let players = record.numbers_from(13);
                    self.forbid(&players, (first, last), numbers, tournament);
                }
                "XXP" => {
                    let players: Vec<_> = words(value).collect();
                    self.forbid(&players, (1, MAX_ROUNDS), numbers, tournament);
                }
                "XXZ" => {
                    for word in words(value) {
                        if let Some(entrant) = self.number(word, numbers) {
                            let cell = Cell::Absent(Absence::Missed);
                            header.announced.push((entrant, None, cell, word.span));
                        }
                    }
                }
                "XXC" => {
                    for word in words(value) {
                        tournament.initial_colour = match word.text {
                            "white1" => Some(InitialColour::Drawn(Colour::White)),
                            "black1" => Some(InitialColour::Drawn(Colour::Black)),
                            _ => tournament.initial_colour,
                        };
                    }
                }
                code => {
                    let points = ["162", "250", "299", "362", "XXS", "XXA"];
                    if points.contains(&code) || code.starts_with("BB") {
                        header.usual_points = false;
                    }
                    let number = record.field(player::NUMBER).number();
                    let national = code.bytes().all(|b| b.is_ascii_uppercase())
                        && !code.starts_with("XX")
                        && !code.starts_with("BB")
                        && code != "DAT";
                    match number.and_then(|n| numbers.get(&n)).filter(|_| national) {
                        Some(&entrant) => {
                            tournament.entrants[entrant].ratings.national =
                                self.positive(record.field(player::RATING));
                        }
                        None => self.note(code.to_owned(), record.span()),
                    }
                }
            }
        }
        header
    }

    fn said_rounds(&mut self, value: Field<'_>) {
        match value.number() {
            Some(rounds) if (1..=MAX_ROUNDS).contains(&rounds) => {
                self.rounds = Some((rounds, value.span));
            }
            _ => self.diagnostics.push(
                Diagnostic::warning("W0614", format!("`{}` is no number of rounds", value.text))
                    .at(value.span)
                    .hint(format!("from 1 to {MAX_ROUNDS}")),
            ),
        }
    }

    fn date(&mut self, value: Field<'_>) -> Option<Date> {
        let date = dates::parse(value.text);
        if date.is_none() && !value.is_empty() {
            self.diagnostics.push(
                Diagnostic::warning(
                    "W0611",
                    format!("`{}` is not understood as a date", value.text),
                )
                .at(value.span)
                .hint("write `1990/12/01`"),
            );
        }
        date
    }

    /// 240: byes asked for and absences, by round.
    fn byes(&mut self, record: &Record<'_>, numbers: &BTreeMap<u32, usize>, header: &mut Header) {
        let kind = record.field(Columns(5, 5));
        let cell = match kind.text {
            "F" => Cell::Bye(Bye::Full),
            "H" => Cell::Bye(Bye::Half),
            "Z" => Cell::Absent(Absence::Missed),
            _ => return self.note("240".to_owned(), record.span()),
        };
        let round = record.field(Columns(7, 9)).number();
        let Some(round) = round else { return self.note("240".to_owned(), record.span()) };
        for field in record.numbers_from(11) {
            if let Some(entrant) = self.number(field, numbers) {
                header.announced.push((entrant, Some(round), cell, field.span));
            }
        }
    }

    /// No two of these players may meet in the rounds from first to last.
    fn forbid(
        &mut self,
        players: &[Field<'_>],
        rounds: (u32, u32),
        numbers: &BTreeMap<u32, usize>,
        tournament: &mut Tournament,
    ) {
        let found: Vec<usize> =
            players.iter().filter_map(|&field| self.number(field, numbers)).collect();
        for (at, &first) in found.iter().enumerate() {
            for &second in &found[at + 1..] {
                let players = (first.min(second), first.max(second));
                tournament.forbidden_pairs.push(ForbiddenPair { players, rounds });
            }
        }
    }

    fn number(&mut self, field: Field<'_>, numbers: &BTreeMap<u32, usize>) -> Option<usize> {
        let found = field.number().and_then(|n| numbers.get(&n)).copied();
        if found.is_none() {
            self.diagnostics.push(
                Diagnostic::error("E0603", format!("no player has number {}", field.text))
                    .at(field.span),
            );
        }
        found
    }
}

/// Records that the specifications know and that are not used here.
pub(super) fn known_record(code: &str) -> Option<&'static str> {
    Some(match code {
        "013" | "310" => "team records",
        "132" => "dates of rounds",
        "162" | "XXS" => "other points for results",
        "172" => "the method of the starting rank",
        "182" => "the pairing program",
        "202" | "212" => "coded tie-breaks",
        "222" => "the coded time control",
        "240" => "byes of another form",
        "250" | "XXA" => "accelerations",
        "299" => "abnormal points",
        "300" => "line-ups",
        "320" => "byes of teams",
        "330" => "forfeited matches",
        "352" => "colours of boards",
        "362" => "points of matches",
        "801" | "802" => "team tables",
        "DAT" => "further data of players",
        code if code.starts_with("BB") => "other points for results",
        _ => return None,
    })
}

/// Words of a value with their places.
fn words<'t>(value: Field<'t>) -> impl Iterator<Item = Field<'t>> {
    let base = value.text.as_ptr() as usize;
    value.text.split_whitespace().map(move |text| {
        let start = value.span.start + (text.as_ptr() as usize - base);
        Field { text, span: Span::new(value.span.file, start, start + text.len()) }
    })
}

/// System and pairing system, from the free text of 092 or the code of 192.
fn describe_type(text: &str, tournament: &mut Tournament, header: &mut Header) {
    let plain: String =
        fold(text).chars().filter(|c| c.is_ascii_alphanumeric() || *c == ' ').collect();
    let compact = plain.replace(' ', "");
    if compact.contains("roundrobin") {
        header.system = Some(System::RoundRobin { double: compact.contains("double") });
    } else if compact.contains("swiss") || compact.contains("dutch") {
        header.system = Some(System::Swiss);
    }
    let dutch = compact.contains("fidedutch");
    let named = PairingSystem::ALL.into_iter().find(|system| {
        let key: String = system.key().chars().filter(|&c| c != '-').collect();
        compact.contains(&key)
    });
    match named {
        Some(PairingSystem::RoundRobin | PairingSystem::KnockOut) | None => {}
        Some(system) => tournament.pairing = Some(system),
    }
    // `FIDE_DUTCH`, and `FIDE_DUTCH_2025` as a draft of the code table had it.
    if dutch && named.is_none() {
        tournament.pairing = Some(PairingSystem::FideDutch2026);
    }
}
