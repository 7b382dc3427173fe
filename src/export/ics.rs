//! iCalendar (RFC 5545): the rounds of a tournament for people's own calendars.
//!
//! Hours are local to the place of play ("floating"): the data do not say a time zone, and a round
//! begins at four wherever the player's telephone thinks it is.

use std::fmt::Write as _;

use crate::model::{Date, RoundTime};

/// A calendar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Calendar {
    pub name: String,
    pub events: Vec<CalendarEvent>,
}

/// One entry of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CalendarEvent {
    /// Unique for ever and the same in every build: a calendar that is loaded again changes its
    /// entries and doubles none.
    pub uid: String,
    /// Since when the entry is as it is (UTC midnight): from the data, never from the clock.
    pub stamp: Date,
    pub begins: RoundTime,
    /// Last day, of an entry without an hour that takes several.
    pub last_day: Option<Date>,
    pub summary: String,
    pub description: Option<String>,
    pub location: Option<String>,
    /// Page of the event.
    pub url: Option<String>,
}

impl Calendar {
    /// The file: lines of at most 75 octets that end in CR LF.
    pub fn to_ics(&self) -> String {
        let mut out = Lines(String::new());
        out.line("BEGIN", "VCALENDAR");
        out.line("VERSION", "2.0");
        out.line("PRODID", concat!("-//butlleti//butlleti ", env!("CARGO_PKG_VERSION"), "//CA"));
        out.line("CALSCALE", "GREGORIAN");
        out.line("METHOD", "PUBLISH");
        out.line("X-WR-CALNAME", &text(&self.name));
        for event in &self.events {
            event.write(&mut out);
        }
        out.line("END", "VCALENDAR");
        out.0
    }
}

impl CalendarEvent {
    fn write(&self, out: &mut Lines) {
        out.line("BEGIN", "VEVENT");
        out.line("UID", &text(&self.uid));
        out.line("DTSTAMP", &format!("{}T000000Z", day(self.stamp)));
        match self.begins.hour {
            Some(hour) => {
                let (h, m, s) = (hour.hour(), hour.minute(), hour.second());
                out.line("DTSTART", &format!("{}T{h:02}{m:02}{s:02}", day(self.begins.day)));
            }
            None => {
                out.line("DTSTART;VALUE=DATE", &day(self.begins.day));
                // The end is the first day after.
                let last = self.last_day.filter(|last| *last > self.begins.day);
                if let Some(after) = last.and_then(|last| last.tomorrow().ok()) {
                    out.line("DTEND;VALUE=DATE", &day(after));
                }
            }
        }
        out.line("SUMMARY", &text(&self.summary));
        if let Some(description) = &self.description {
            out.line("DESCRIPTION", &text(description));
        }
        if let Some(location) = &self.location {
            out.line("LOCATION", &text(location));
        }
        if let Some(url) = &self.url {
            // An address is no text: nothing in it is escaped, and it has no line ends.
            out.line("URL", &url.replace(char::is_control, ""));
        }
        out.line("TRANSP", "OPAQUE");
        out.line("END", "VEVENT");
    }
}

fn day(date: Date) -> String {
    format!("{:04}{:02}{:02}", date.year(), date.month(), date.day())
}

/// A value of type TEXT: backslash, semicolon, comma and line ends are escaped; other control
/// characters are not allowed and left out.
fn text(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' => escaped.push_str("\\n"),
            c if c.is_control() => {}
            c => escaped.push(c),
        }
    }
    escaped
}

/// Octets of a line without its end.
const LINE: usize = 75;

/// Content lines, folded between characters.
struct Lines(String);

impl Lines {
    fn line(&mut self, name: &str, value: &str) {
        let mut room = LINE;
        let mut unfolded = String::new();
        // Writing into a string does not fail.
        let _ = write!(unfolded, "{name}:{value}");
        for c in unfolded.chars() {
            if c.len_utf8() > room {
                self.0.push_str("\r\n ");
                room = LINE - 1;
            }
            self.0.push(c);
            room -= c.len_utf8();
        }
        self.0.push_str("\r\n");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;
    use crate::model::Time;

    type Properties = BTreeMap<String, String>;

    /// A strict reader of what is written here: refuses everything that RFC 5545 does.
    pub(crate) fn parse(ics: &str) -> Result<(Properties, Vec<Properties>), String> {
        let body = ics.strip_suffix("\r\n").ok_or("the last line has no end")?;
        let mut lines: Vec<String> = Vec::new();
        for line in body.split("\r\n") {
            if line.contains(['\r', '\n']) {
                return Err(format!("a lone line end in {line:?}"));
            }
            if line.len() > 75 {
                return Err(format!("{} octets in {line:?}", line.len()));
            }
            if line.chars().any(|c| c.is_control() && c != '\t') {
                return Err(format!("a control character in {line:?}"));
            }
            match line.strip_prefix(' ') {
                Some(rest) => lines.last_mut().ok_or("folded from nothing")?.push_str(rest),
                None => lines.push(line.to_owned()),
            }
        }
        let mut calendar = Properties::new();
        let mut events = Vec::new();
        let mut open: Vec<String> = Vec::new();
        let mut event = Properties::new();
        for line in &lines {
            let (name, value) = line.split_once(':').ok_or(format!("no colon in {line:?}"))?;
            let base = name.split(';').next().unwrap_or_default();
            let known = base.bytes().all(|b| b.is_ascii_uppercase() || b == b'-');
            if !known || base.is_empty() {
                return Err(format!("no name in {line:?}"));
            }
            match (base, value, open.len()) {
                ("BEGIN", "VCALENDAR", 0) | ("BEGIN", "VEVENT", 1) => open.push(value.to_owned()),
                ("END", _, _) => {
                    if open.pop().as_deref() != Some(value) {
                        return Err(format!("{line:?} ends nothing"));
                    }
                    if value == "VEVENT" {
                        events.push(check(std::mem::take(&mut event))?);
                    }
                }
                (_, _, 1) if events.is_empty() => {
                    if calendar.insert(name.to_owned(), value.to_owned()).is_some() {
                        return Err(format!("{base} twice"));
                    }
                }
                (_, _, 2) => {
                    let taken = event.keys().any(|key| key.split(';').next() == Some(base));
                    if taken {
                        return Err(format!("{base} twice"));
                    }
                    event.insert(name.to_owned(), value.to_owned());
                }
                _ => return Err(format!("{line:?} stands nowhere")),
            }
        }
        if !open.is_empty() {
            return Err("not ended".to_owned());
        }
        if calendar.get("VERSION").map(String::as_str) != Some("2.0")
            || !calendar.contains_key("PRODID")
        {
            return Err("VERSION and PRODID are required".to_owned());
        }
        let uids: BTreeSet<_> = events.iter().map(|event| &event["UID"]).collect();
        if uids.len() != events.len() {
            return Err("a UID twice".to_owned());
        }
        Ok((calendar, events))
    }

    fn check(event: Properties) -> Result<Properties, String> {
        for needed in ["UID", "DTSTAMP", "SUMMARY"] {
            if !event.contains_key(needed) {
                return Err(format!("an event without {needed}"));
            }
        }
        let digits = |text: &str, count: usize| {
            text.len() == count && text.bytes().all(|b| b.is_ascii_digit())
        };
        let date_time = |text: &str| {
            text.split_once('T').is_some_and(|(day, time)| digits(day, 8) && digits(time, 6))
        };
        let stamp = event["DTSTAMP"].strip_suffix('Z').is_some_and(date_time);
        let start = match (event.get("DTSTART"), event.get("DTSTART;VALUE=DATE")) {
            (Some(at), None) => date_time(at) && !event.contains_key("DTEND;VALUE=DATE"),
            (None, Some(day)) => {
                digits(day, 8)
                    && event.get("DTEND;VALUE=DATE").is_none_or(|end| digits(end, 8) && end > day)
            }
            _ => false,
        };
        for key in ["UID", "SUMMARY", "DESCRIPTION", "LOCATION"] {
            let Some(value) = event.get(key) else { continue };
            unescape(value).ok_or(format!("{key} is badly escaped: {value:?}"))?;
        }
        if stamp && start { Ok(event) } else { Err(format!("bad times: {event:?}")) }
    }

    fn unescape(value: &str) -> Option<String> {
        let mut text = String::new();
        let mut chars = value.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next()? {
                    c @ ('\\' | ';' | ',') => text.push(c),
                    'n' | 'N' => text.push('\n'),
                    _ => return None,
                },
                ';' | ',' => return None,
                c => text.push(c),
            }
        }
        Some(text)
    }

    fn event(summary: &str, hour: Option<Time>, last_day: Option<Date>) -> CalendarEvent {
        CalendarEvent {
            uid: "1990/copa-1@butlleti".to_owned(),
            stamp: Date::constant(1990, 10, 6),
            begins: RoundTime { day: Date::constant(1990, 10, 6), hour },
            last_day,
            summary: summary.to_owned(),
            description: Some("Soler–Roca\nVidal–Puig".to_owned()),
            location: Some("Barcelona, carrer de l'Om, 3".to_owned()),
            url: Some("https://escacs.example/torneigs/1990/copa/".to_owned()),
        }
    }

    #[test]
    fn a_round_with_its_hour() {
        let time = Time::constant(16, 30, 0, 0);
        let calendar = Calendar {
            name: "Copa".to_owned(),
            events: vec![event("Copa: final", Some(time), None)],
        };
        let written = calendar.to_ics();
        assert!(written.starts_with("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"));
        assert!(written.contains("\r\nDTSTAMP:19901006T000000Z\r\nDTSTART:19901006T163000\r\n"));
        assert!(written.contains("DESCRIPTION:Soler–Roca\\nVidal–Puig\r\n"));
        assert!(written.contains("LOCATION:Barcelona\\, carrer de l'Om\\, 3\r\n"));
        let (_, events) = parse(&written).unwrap();
        assert_eq!(events.len(), 1);
    }

    #[test]
    fn days_without_an_hour_end_on_the_day_after() {
        let last = Some(Date::constant(1990, 12, 31));
        let calendar = Calendar { name: String::new(), events: vec![event("x", None, last)] };
        let (_, events) = parse(&calendar.to_ics()).unwrap();
        assert_eq!(events[0]["DTSTART;VALUE=DATE"], "19901006");
        assert_eq!(events[0]["DTEND;VALUE=DATE"], "19910101");
    }

    #[test]
    fn the_reader_of_the_test_refuses_what_is_wrong() {
        let good = Calendar { name: "x".to_owned(), events: vec![event("x", None, None)] }.to_ics();
        assert!(parse(&good).is_ok());
        for (from, to) in [
            ("\r\n", "\n"),
            ("SUMMARY:x", "SUMMARY:x;y"),
            ("UID:", "UIX:"),
            ("DTSTAMP:19901006T000000Z", "DTSTAMP:19901006T000000"),
            ("END:VEVENT\r\n", ""),
            ("SUMMARY:x", "SUMMARY:x\r\nSUMMARY:y"),
        ] {
            assert!(parse(&good.replace(from, to)).is_err(), "{from:?} → {to:?}");
        }
    }

    proptest! {
        /// Whatever the names: valid, and read back as they were.
        #[test]
        fn every_text_survives(summary in "\\PC{0,200}", name in ".{0,120}") {
            let calendar =
                Calendar { name, events: vec![event(&summary, None, None)] };
            let (_, events) = parse(&calendar.to_ics()).unwrap();
            prop_assert_eq!(unescape(&events[0]["SUMMARY"]), Some(summary));
        }
    }
}
