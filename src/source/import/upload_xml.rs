//! The XML that programs upload to chess-results.com: individual events, whole.

use std::collections::BTreeMap;

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

use super::builder::{PlayerRow, Said, build, parse_points, rule_set_of};
use super::{Context, Imported, Importer, Input, not_an_event};
use crate::diag::{Diagnostic, Span};
use crate::model::{
    Bye, Colour, Date, Entrant, Forfeit, Outcome, Points, Score, System, Title, Tournament,
};
use crate::source::rounds::MAX_ROUNDS;

pub struct UploadXml;

/// An element with its attributes.
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    span: Span,
}

impl Element {
    fn get(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", |value| value.trim())
    }

    fn given(&self, name: &str) -> Option<&str> {
        Some(self.get(name)).filter(|value| !value.is_empty())
    }

    fn number(&self, name: &str) -> Option<i64> {
        self.get(name).parse().ok()
    }
}

impl Importer for UploadXml {
    fn name(&self) -> &'static str {
        "the upload XML of chess-results.com"
    }

    fn recognise(&self, input: &Input<'_>) -> bool {
        let start = input.text.trim_start();
        let head = start.get(..start.len().min(400)).or_else(|| start.lines().next());
        (start.starts_with("<?xml") || start.starts_with("<chessresults"))
            && head.is_some_and(|head| head.contains("<chessresults"))
    }

    fn read(&self, input: &Input<'_>, context: &mut Context<'_>) -> Option<Imported> {
        let elements = elements(input, context)?;
        let of = |name: &'static str| elements.iter().filter(move |e| e.name == name);
        let event = of("tournament").next();
        let kind = event.and_then(|e| e.number("type")).unwrap_or(0);
        if kind > 1 {
            let at = event.map_or(Span::new(input.file, 0, 0), |e| e.span);
            not_an_event(context, at, "a team event of this XML", "export it as TRF26");
            return None;
        }
        let mut rows: Vec<PlayerRow> = Vec::new();
        let mut index = BTreeMap::new();
        for element in of("player") {
            let Some(entrant) = player(context, element) else { continue };
            index.insert(i64::from(entrant.number), rows.len());
            let points = entrant.stated_points.map(|_| element.span);
            let key = entrant.number;
            rows.push(PlayerRow { key, entrant, rounds: Vec::new(), span: element.span, points });
        }
        if rows.is_empty() {
            context.push(
                Diagnostic::error("E0613", "the file has no players")
                    .at(Span::new(input.file, 0, 0)),
            );
            return None;
        }
        for element in of("playerpairing") {
            pairing(context, element, &index, &mut rows);
        }
        let name = event.map_or("", |e| e.get("name"));
        let system = if kind == 1 { System::RoundRobin { double: false } } else { System::Swiss };
        let mut t = build(context, name, system, rows);
        if let Some(event) = event {
            complete(event, &mut t);
        }
        Some(Imported::Event(Box::new(t)))
    }
}

/// All elements in their order; what is no XML is an error.
fn elements(input: &Input<'_>, context: &mut Context<'_>) -> Option<Vec<Element>> {
    let mut reader = Reader::from_str(input.text);
    let mut elements = Vec::new();
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let span = Span::new(input.file, start, (reader.buffer_position() as usize).max(start));
        let wrong = |message: String, span: Span| {
            Diagnostic::error("E0636", format!("this is no well-formed XML: {message}"))
                .at(Span::new(input.file, span.start, span.start))
                .hint("has the file been cut?")
        };
        match event {
            Ok(Event::Start(element) | Event::Empty(element)) => {
                let name = String::from_utf8_lossy(element.name().as_ref().as_ref()).into_owned();
                let mut attributes = BTreeMap::new();
                for attribute in element.attributes() {
                    let pair = attribute.map_err(|error| error.to_string()).and_then(|found| {
                        let value = found
                            .normalized_value(XmlVersion::Implicit1_0)
                            .map_err(|error| error.to_string())?;
                        let key: &[u8] = found.key.as_ref().as_ref();
                        Ok((String::from_utf8_lossy(key).into_owned(), value.into_owned()))
                    });
                    match pair {
                        Ok((key, value)) => attributes.insert(key, value),
                        Err(message) => {
                            context.push(wrong(message, span));
                            return None;
                        }
                    };
                }
                elements.push(Element { name, attributes, span });
            }
            Ok(Event::Eof) => break,
            Ok(_) => {}
            Err(error) => {
                context.push(wrong(error.to_string(), span));
                return None;
            }
        }
    }
    if !input.text.trim_end().ends_with("</chessresults>") {
        context.push(
            Diagnostic::error("E0636", "the file ends before its XML does")
                .at(Span::new(input.file, input.text.len(), input.text.len()))
                .hint("has the file been cut?"),
        );
        return None;
    }
    Some(elements)
}

fn player(context: &mut Context<'_>, element: &Element) -> Option<Entrant> {
    let number = element.number("no").and_then(|no| u32::try_from(no).ok()).filter(|&no| no > 0);
    let Some(number) = number else {
        context
            .push(Diagnostic::error("E0601", "a player needs a starting number").at(element.span));
        return None;
    };
    // Some programs write `Last,First` into the first of the two.
    let [last, first] = ["lastname", "firstname"].map(|part| element.get(part));
    let parts = if first.is_empty() { last.splitn(2, ',').collect() } else { vec![last, first] };
    let parts: Vec<&str> = parts.into_iter().map(str::trim).filter(|p| !p.is_empty()).collect();
    let name = parts.join(", ");
    let mut entrant = Entrant::new(number, name);
    let positive =
        |name: &str| element.number(name).and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0);
    entrant.title = Title::from_key(element.get("title"));
    let mut rated = |name| super::table::rating(context, element.get(name), element.span);
    entrant.ratings.fide = rated("rtgfide");
    entrant.ratings.national = rated("rtgnat");
    entrant.fide_id = positive("fideid");
    entrant.federation =
        element.given("fed").filter(|fed| fed.chars().count() == 3).map(Into::into);
    entrant.birth = element.given("dob").and_then(day);
    entrant.sex = super::table::sex(element.get("sex"));
    entrant.stated_points = parse_points(element.get("pts"));
    entrant.stated_rank = positive("rank");
    Some(entrant)
}

/// A pairing: both sides are told from it.
fn pairing(
    context: &mut Context<'_>,
    element: &Element,
    index: &BTreeMap<i64, usize>,
    rows: &mut [PlayerRow],
) {
    let round = element.number("round").and_then(|n| usize::try_from(n).ok());
    let Some(round) = round.filter(|&n| (1..=MAX_ROUNDS as usize).contains(&n)) else {
        let text = element.get("round");
        context.push(Diagnostic::error("E0505", format!("`{text}` is no round")).at(element.span));
        return;
    };
    let mut put = |context: &mut Context<'_>, who: usize, said: Said| {
        let rounds = &mut rows[who].rounds;
        if rounds.len() < round {
            rounds.resize(round, (Said::Nothing, element.span));
        }
        if rounds[round - 1].0 != Said::Nothing {
            let first = rounds[round - 1].1;
            let message = format!("number {} is twice in round {round}", rows[who].entrant.number);
            context.push(
                Diagnostic::error("E0502", message)
                    .at_label(element.span, "second")
                    .related(first, "first"),
            );
            return;
        }
        rounds[round - 1] = (said, element.span);
    };
    let (white, black) = (element.number("whiteno"), element.number("blackno"));
    let found = |no: Option<i64>| no.and_then(|no| index.get(&no)).copied();
    let points = parse_points(element.get("reswhite"));
    match (found(white), found(black), black) {
        (Some(who), None, Some(-1)) => {
            let bye = if points == Some(Points::HALF) { Bye::Half } else { Bye::Pairing };
            put(context, who, Said::Bye(bye));
        }
        (Some(who), None, Some(-2)) => {
            let said = match points {
                Some(Points::HALF) => Said::Bye(Bye::Half),
                Some(Points::ONE) => Said::Bye(Bye::Full),
                _ => Said::Absent,
            };
            put(context, who, said);
        }
        (Some(a), Some(b), _) => {
            let forfeit = !element.get("forfeit").is_empty();
            let results = (points, parse_points(element.get("resblack")));
            let Some((first, second)) = outcomes(results, forfeit) else {
                context.push(
                    Diagnostic::error("E0504", "these results are not of one game")
                        .at(element.span)
                        .hint("`1.0` and `0.0`, `0.5` and `0.5`, or nothing while not known"),
                );
                return;
            };
            // Numbers are positive: they are indices of rows.
            let (own, theirs) = (rows_key(white), rows_key(black));
            put(
                context,
                a,
                Said::Game { opponent: theirs, colour: Some(Colour::White), outcome: first },
            );
            put(
                context,
                b,
                Said::Game { opponent: own, colour: Some(Colour::Black), outcome: second },
            );
        }
        _ => context.push(
            Diagnostic::error("E0603", "no player has one of these numbers")
                .at(element.span)
                .hint("`whiteno` is a player; `blackno` one too, -1 for a bye, -2 for not paired"),
        ),
    }
}

fn rows_key(number: Option<i64>) -> u32 {
    number.and_then(|number| u32::try_from(number).ok()).unwrap_or(0)
}

fn outcomes(
    (white, black): (Option<Points>, Option<Points>),
    forfeit: bool,
) -> Option<(Outcome, Outcome)> {
    let (one, half, zero) = (Points::ONE, Points::HALF, Points::ZERO);
    use Forfeit::{Lost, Won};
    Some(match (white, black, forfeit) {
        (None, None, false) => (Outcome::Pending, Outcome::Pending),
        (Some(a), Some(b), false) if (a, b) == (one, zero) => {
            (Outcome::Played(Score::Win), Outcome::Played(Score::Loss))
        }
        (Some(a), Some(b), false) if (a, b) == (half, half) => {
            (Outcome::Played(Score::Draw), Outcome::Played(Score::Draw))
        }
        (Some(a), Some(b), false) if (a, b) == (zero, one) => {
            (Outcome::Played(Score::Loss), Outcome::Played(Score::Win))
        }
        (Some(a), Some(b), true) if (a, b) == (one, zero) => {
            (Outcome::Forfeit(Won), Outcome::Forfeit(Lost))
        }
        (Some(a), Some(b), true) if (a, b) == (zero, one) => {
            (Outcome::Forfeit(Lost), Outcome::Forfeit(Won))
        }
        (Some(a), Some(b), true) if (a, b) == (zero, zero) => {
            (Outcome::Forfeit(Lost), Outcome::Forfeit(Lost))
        }
        _ => return None,
    })
}

fn complete(event: &Element, t: &mut Tournament) {
    let given = |name: &str| event.given(name).map(Into::into);
    t.place = given("location");
    t.federation = given("federation").filter(|code: &std::sync::Arc<str>| &**code != "XXX");
    t.chief_arbiter = given("chiefarbiter").or_else(|| given("arbiter"));
    t.organiser = given("organiser");
    t.time_control = given("timecontrol");
    t.start = event.given("from").and_then(day);
    t.end = event.given("to").and_then(day);
    let rounds = event.number("rounds").and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
    if rounds <= MAX_ROUNDS {
        t.rounds = t.rounds.max(rounds);
    }
    t.rule_set = rule_set_of(t.start);
}

/// `20250926`, `26.09.2025`, or a year.
fn day(text: &str) -> Option<Date> {
    if text.len() == 8 && text.bytes().all(|b| b.is_ascii_digit()) {
        let part = |range: std::ops::Range<usize>| text[range].parse().ok();
        let month: i16 = part(4..6)?;
        let day: i16 = part(6..8)?;
        return Date::new(part(0..4)?, month as i8, day as i8).ok();
    }
    super::table::birth(text)
}
