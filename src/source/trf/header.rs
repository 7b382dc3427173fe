//! Header and other records of a TRF file: what the event is, byes asked for, bans.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::dates;
use super::read::{Reader, parse_points};
use super::records::{Columns, Field, Record, VALUE, player};
use crate::diag::{Diagnostic, Span};
use crate::model::{
    Absence, Acceleration, Bye, Cell, Colour, Date, ForbiddenPair, InitialColour, PairingSystem,
    PointSystem, System, Tournament, fold,
};
use crate::source::rounds::MAX_ROUNDS;

/// What the header says that is not put into the tournament at once.
pub(super) struct Header {
    /// Entrant, round (`None` = the one to be paired), cell, place.
    pub announced: Vec<(usize, Option<u32>, Cell, Span)>,
    pub system: Option<System>,
    /// Can the points of the players be compared with their rounds? Not with accelerations,
    /// penalties, or points whose record is not understood.
    pub points_comparable: bool,
    /// Colours of the boards for the team named first (352).
    pub board_colours: Vec<Colour>,
}

impl Reader<'_> {
    /// `is_team_event`: numbers in 240, 250 and 260 are those of teams.
    pub(super) fn header(
        &mut self,
        records: &[Record<'_>],
        numbers: &BTreeMap<u32, usize>,
        is_team_event: bool,
        tournament: &mut Tournament,
    ) -> Header {
        let mut header = Header {
            announced: Vec::new(),
            system: None,
            points_comparable: true,
            board_colours: Vec::new(),
        };
        let mut points = Points162::default();
        for record in records {
            let value = record.field(VALUE);
            let given = || (!value.is_empty()).then(|| Arc::<str>::from(value.text));
            let understood = match record.code {
                "001" | "013" | "062" | "072" | "082" | "300" | "310" | "320" | "330" => true,
                "012" => {
                    tournament.name = given().unwrap_or_else(|| tournament.name.clone());
                    true
                }
                "022" => set(&mut tournament.place, given()),
                "032" => set(&mut tournament.federation, given()),
                "042" => self.day(value, &mut tournament.start),
                "052" => self.day(value, &mut tournament.end),
                "092" | "192" => {
                    describe_type(value.text, tournament, &mut header);
                    value.is_empty()
                }
                "102" => set(&mut tournament.chief_arbiter, given()),
                "112" => {
                    tournament.report_file.deputies.extend(given());
                    true
                }
                "122" => set(&mut tournament.time_control, given()),
                "132" => self.round_dates(record, tournament),
                "142" | "XXR" => {
                    self.said_rounds(value);
                    true
                }
                "152" => {
                    let colour = match value.text {
                        "W" | "w" => Some(Colour::White),
                        "B" | "b" => Some(Colour::Black),
                        _ => None,
                    };
                    // What is not understood does not undo what another record has told.
                    let drawn = colour.map(InitialColour::Drawn);
                    tournament.initial_colour = drawn.or(tournament.initial_colour);
                    colour.is_some() || value.is_empty()
                }
                "162" => points.record(record),
                "240" if !is_team_event => self.byes(record, numbers, &mut header),
                "250" => {
                    header.points_comparable = false;
                    acceleration(record, tournament)
                }
                "260" if !is_team_event => {
                    let first = record.field(Columns(5, 7)).number().unwrap_or(1);
                    let last = record.field(Columns(9, 11)).number().unwrap_or(MAX_ROUNDS);
                    let players = record.numbers_from(13);
                    self.forbid(&players, (first, last), numbers, tournament);
                    true
                }
                "352" => {
                    header.board_colours = board_colours(value.text).unwrap_or_default();
                    !header.board_colours.is_empty()
                }
                "XXP" => {
                    let players: Vec<_> = words(value).collect();
                    self.forbid(&players, (1, MAX_ROUNDS), numbers, tournament);
                    true
                }
                "XXZ" => {
                    for word in words(value) {
                        if let Some(entrant) = self.number(word, numbers) {
                            let cell = Cell::Absent(Absence::Missed);
                            header.announced.push((entrant, None, cell, word.span));
                        }
                    }
                    true
                }
                "XXC" => {
                    let mut understood = true;
                    for word in words(value) {
                        match word.text {
                            "white1" => {
                                tournament.initial_colour =
                                    Some(InitialColour::Drawn(Colour::White));
                            }
                            "black1" => {
                                tournament.initial_colour =
                                    Some(InitialColour::Drawn(Colour::Black));
                            }
                            _ => understood = false,
                        }
                    }
                    understood
                }
                code if code.starts_with("BB") => points.named(code, value.text),
                code => {
                    if ["299", "XXS", "XXA"].contains(&code) {
                        header.points_comparable = false;
                    }
                    self.national(record, numbers, tournament).unwrap_or_else(|| {
                        self.note(code.to_owned(), record.span());
                        false
                    })
                }
            };
            if !understood {
                let code = record.code;
                if matches!(code, "162" | "240" | "250" | "260") || code.starts_with("BB") {
                    self.note(code.to_owned(), record.span());
                }
                if code == "162" || code.starts_with("BB") {
                    header.points_comparable = false;
                }
                tournament.report_file.extra_records.push(record.text().to_owned());
            }
        }
        tournament.report_file.points = points.finish();
        if tournament.report_file.points.is_some_and(|points| !points.is_in_halves()) {
            let code = records.iter().find(|r| r.code == "162" || r.code.starts_with("BB"));
            let diagnostic = Diagnostic::warning("W0640", "points that are no whole half points");
            let place = code.map_or(diagnostic.clone(), |record| diagnostic.at(record.span()));
            self.diagnostics.push(place.hint("the standings count 1, ½ and 0"));
        }
        header
    }

    /// A national rating record: `Some(true)` when it says nothing but the rating, `Some(false)`
    /// when it says more, `None` when it is no such record.
    fn national(
        &mut self,
        record: &Record<'_>,
        numbers: &BTreeMap<u32, usize>,
        tournament: &mut Tournament,
    ) -> Option<bool> {
        let code = record.code;
        let national = code.bytes().all(|b| b.is_ascii_uppercase())
            && !code.starts_with("XX")
            && code != "DAT";
        let number = record.field(player::NUMBER).number().filter(|_| national)?;
        let &entrant = numbers.get(&number)?;
        let rating = self.positive(record.field(player::RATING));
        let entrant = &mut tournament.entrants[entrant];
        match code {
            "CAT" => entrant.ratings.catalan = rating,
            "ESP" => entrant.ratings.feda = rating,
            _ => entrant.ratings.national = rating,
        }
        let usual = matches!(code, "CAT" | "ESP") || entrant.federation.as_deref() == Some(code);
        let more = [player::TITLE, player::FEDERATION, player::FIDE_ID, player::BIRTH]
            .into_iter()
            .any(|columns| !record.field(columns).is_empty());
        Some(usual && !more && rating.is_some())
    }

    /// 132: a date over each round. A line with a date that is none is kept as it stands.
    fn round_dates(&mut self, record: &Record<'_>, tournament: &mut Tournament) -> bool {
        let mut dates = Vec::new();
        let mut understood = true;
        while player::opponent(dates.len()).0 <= record.width() && dates.len() < MAX_ROUNDS as usize
        {
            let field = record.field(player::round(dates.len()));
            let date = self.date(field);
            understood &= field.is_empty() || date.flatten().is_some();
            dates.push(date.flatten());
        }
        while dates.last() == Some(&None) {
            dates.pop();
        }
        tournament.report_file.round_dates = dates;
        understood
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

    /// Sets a day; a record with what is no date is kept as it stands.
    fn day(&mut self, value: Field<'_>, target: &mut Option<Date>) -> bool {
        match self.date(value) {
            None => true,
            Some(None) => false,
            Some(date) => set(target, date),
        }
    }

    /// `None` for nothing, `Some(None)` for what is no date, which is reported.
    fn date(&mut self, value: Field<'_>) -> Option<Option<Date>> {
        if value.is_empty() {
            return None;
        }
        let date = dates::parse(value.text);
        if date.is_none() {
            self.diagnostics.push(
                Diagnostic::warning(
                    "W0611",
                    format!("`{}` is not understood as a date", value.text),
                )
                .at(value.span)
                .hint("write `1990/12/01`"),
            );
        }
        Some(date)
    }

    /// 240: byes asked for and absences, by round.
    fn byes(
        &mut self,
        record: &Record<'_>,
        numbers: &BTreeMap<u32, usize>,
        header: &mut Header,
    ) -> bool {
        let cell = match record.field(Columns(5, 5)).text {
            "F" => Cell::Bye(Bye::Full),
            "H" => Cell::Bye(Bye::Half),
            "Z" => Cell::Absent(Absence::Missed),
            _ => return false,
        };
        let Some(round) = record.field(Columns(7, 9)).number() else { return false };
        for field in record.numbers_from(11) {
            if let Some(entrant) = self.number(field, numbers) {
                header.announced.push((entrant, Some(round), cell, field.span));
            }
        }
        true
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
    if compact.contains("knockout") {
        header.system = Some(System::KnockOut);
    }
    let dutch = compact.contains("fidedutch");
    if compact.ends_with("baku") {
        tournament.report_file.baku = true;
    }
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

/// Sets a value of the header, where there is one; such a record is understood.
fn set<T>(target: &mut Option<T>, value: Option<T>) -> bool {
    if value.is_some() {
        *target = value;
    }
    true
}

/// `WBWB`.
fn board_colours(text: &str) -> Option<Vec<Colour>> {
    text.chars()
        .map(|c| match c {
            'W' => Some(Colour::White),
            'B' => Some(Colour::Black),
            _ => None,
        })
        .collect()
}

/// 250: points added in some rounds to a range of numbers.
fn acceleration(record: &Record<'_>, tournament: &mut Tournament) -> bool {
    let match_points = record.field(Columns(5, 8));
    let number = |first, last| record.field(Columns(first, last)).number();
    let (Some(points), Some(first), Some(last), Some(from), Some(to)) = (
        parse_points(record.field(Columns(10, 13)).text),
        number(15, 17),
        number(19, 21),
        number(23, 26),
        number(28, 31),
    ) else {
        return false;
    };
    let given = parse_points(match_points.text);
    if given.is_none() && !match_points.is_empty() {
        return false;
    }
    tournament.report_file.accelerations.push(Acceleration {
        match_points: given,
        points,
        rounds: (first, last),
        numbers: (from, to),
    });
    true
}

/// The points for results, as records give them one by one.
#[derive(Default)]
struct Points162 {
    given: BTreeMap<char, u32>,
}

impl Points162 {
    /// 162: symbol in column 6, points in 7–10, and again every nine columns.
    fn record(&mut self, record: &Record<'_>) -> bool {
        let mut found = BTreeMap::new();
        for at in (6..=record.width()).step_by(9) {
            let symbol = record.field(Columns(at, at));
            let value = record.field(Columns(at + 1, at + 4));
            if symbol.is_empty() && value.is_empty() {
                continue;
            }
            let (Some(symbol), Some(tenths)) = (symbol.text.chars().next(), tenths(value.text))
            else {
                return false;
            };
            let symbol = if symbol == 'Z' { 'A' } else { symbol };
            if !"WDLAPX".contains(symbol) {
                return false;
            }
            found.insert(symbol, tenths);
        }
        self.given.extend(found);
        true
    }

    /// `BBW 3.0` and the like, of bbpPairings. Absence and forfeit are one kind in TRF26.
    fn named(&mut self, code: &str, value: &str) -> bool {
        let symbol = match code {
            "BBW" => 'W',
            "BBD" => 'D',
            "BBL" => 'L',
            "BBZ" | "BBF" => 'A',
            "BBU" => 'P',
            _ => return false,
        };
        let Some(tenths) = tenths(value) else { return false };
        if self.given.get(&symbol).is_some_and(|&other| other != tenths) {
            return false;
        }
        self.given.insert(symbol, tenths);
        true
    }

    fn finish(self) -> Option<PointSystem> {
        let usual = PointSystem::USUAL;
        let get = |symbol, or| self.given.get(&symbol).copied().unwrap_or(or);
        let (win, draw) = (get('W', usual.win), get('D', usual.draw));
        let system = PointSystem {
            win,
            draw,
            loss: get('L', usual.loss),
            absence: get('A', usual.absence),
            pairing_bye: get('P', win),
            unknown: get('X', draw),
        };
        (system != usual).then_some(system)
    }
}

/// `3.0`, `0.5`, `1`: tenths of a point.
fn tenths(text: &str) -> Option<u32> {
    let (whole, decimals) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() != 1 {
        return None;
    }
    let whole: u32 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
    whole.checked_mul(10)?.checked_add(decimals.parse().ok()?)
}
