//! Header records, and what is said of several players at once.

use super::Writer;
use super::columns::{Line, tenths};
use crate::model::{Colour, Date, InitialColour, PointSystem};

impl Writer<'_> {
    pub(super) fn header(&mut self) {
        let t = self.t;
        self.value("012", Some(&t.name));
        self.value("022", t.place.as_ref());
        self.value("032", t.federation.as_ref());
        self.value("042", t.start.map(day));
        self.value("052", t.end.map(day));
        let rated = t.entrants.iter().filter(|e| e.ratings.fide.is_some()).count();
        self.value("062", Some(t.entrants.len().to_string()));
        self.value("072", Some(rated.to_string()));
        self.value("082", Some(t.teams.len().to_string()));
        self.value("092", Some(t.type_text()));
        self.value("102", t.chief_arbiter.as_ref());
        for deputy in &t.report_file.deputies {
            self.value("112", Some(deputy));
        }
        self.value("122", t.time_control.as_ref());
        self.round_dates();
        let rounds = (t.rounds > 0).then(|| t.rounds.to_string());
        self.value(if self.is_26() { "142" } else { "XXR" }, rounds);
        self.first_colour();
        self.points();
        if self.is_26() {
            self.value("192", t.type_code());
        }
    }

    /// 132: each date over the columns of its round.
    fn round_dates(&mut self) {
        let dates = &self.t.report_file.round_dates;
        if dates.iter().all(Option::is_none) {
            return;
        }
        let mut line = Line::new("132");
        for (round, date) in dates.iter().enumerate() {
            if let Some(date) = date {
                let short = day(*date).get(2..).unwrap_or_default().to_owned();
                let first = 92 + 10 * round;
                line = line.left(first, first + 7, &short);
            }
        }
        self.line(&line);
    }

    fn first_colour(&mut self) {
        let Some(InitialColour::Drawn(colour)) = self.t.initial_colour else { return };
        let (code, value) = match (self.is_26(), colour) {
            (true, Colour::White) => ("152", "W"),
            (true, Colour::Black) => ("152", "B"),
            (false, Colour::White) => ("XXC", "white1"),
            (false, Colour::Black) => ("XXC", "black1"),
        };
        self.value(code, Some(value));
    }

    /// The points for results, those that are not what follows from the others.
    fn points(&mut self) {
        let Some(points) = self.t.report_file.points else { return };
        let PointSystem { win, draw, loss, absence, pairing_bye, unknown } = points;
        let usual = PointSystem::USUAL;
        let all = [
            ('W', "BBW", win, usual.win),
            ('D', "BBD", draw, usual.draw),
            ('L', "BBL", loss, usual.loss),
            ('A', "BBZ", absence, usual.absence),
            ('P', "BBU", pairing_bye, win),
            ('X', "", unknown, draw),
        ];
        let told = all.into_iter().filter(|(_, _, value, otherwise)| value != otherwise);
        if !self.is_26() {
            for (_, code, value, _) in told.filter(|(_, code, ..)| !code.is_empty()) {
                self.line(&Line::new(code).right(5, 8, tenths(value.into())));
            }
            return;
        }
        let mut line = Line::new("162");
        for (at, (symbol, _, value, _)) in told.enumerate() {
            let first = 6 + 9 * at;
            line = line.left(first, first, &symbol.to_string()).right(
                first + 1,
                first + 4,
                tenths(value.into()),
            );
        }
        self.line(&line);
    }
}

/// `1990/12/01`.
pub(super) fn day(date: Date) -> String {
    format!("{:04}/{:02}/{:02}", date.year(), date.month(), date.day())
}
