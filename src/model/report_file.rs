//! What report files of other programs say beyond results: kept so that it can be written back.

use std::sync::Arc;

use super::{
    Bye, Cell, Colour, Date, Forfeit, Outcome, PairingSystem, Points, Score, System, Tournament,
};

/// Points for results, where they are not 1, ½ and 0 (record 162 of TRF26, `BB*` of bbpPairings).
/// In tenths of a point: files may say `3.0` or `0.7`. Individual events count them in the standings
/// and in FIDE's tie-breaks where they are whole half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointSystem {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
    /// A zero-point bye, an absence, a forfeit lost.
    pub absence: u32,
    /// The bye given by the pairing.
    pub pairing_bye: u32,
    /// A game that is not decided yet.
    pub unknown: u32,
}

impl PointSystem {
    /// 1, ½, 0; the bye is a win.
    pub const USUAL: Self =
        Self { win: 10, draw: 5, loss: 0, absence: 0, pairing_bye: 10, unknown: 5 };

    /// What a round gives, in tenths of a point.
    pub fn tenths_of(&self, cell: &Cell) -> u32 {
        match *cell {
            Cell::Paired { outcome, .. } => match outcome {
                Outcome::Pending => 0,
                Outcome::Played(Score::Win) | Outcome::Forfeit(Forfeit::Won) => self.win,
                Outcome::Played(Score::Draw) => self.draw,
                Outcome::Played(Score::Loss) => self.loss,
                Outcome::Forfeit(Forfeit::Lost) => self.absence,
            },
            Cell::Bye(Bye::Pairing) => self.pairing_bye,
            Cell::Bye(Bye::Full) => self.win,
            Cell::Bye(Bye::Half) => self.draw,
            Cell::Bye(Bye::Zero) | Cell::Absent(_) => self.absence,
        }
    }

    /// What a round gives; `None` where that is no whole number of half points.
    pub fn points_of(&self, cell: &Cell) -> Option<Points> {
        let tenths = self.tenths_of(cell);
        let halves = tenths.is_multiple_of(5).then_some(tenths / 5)?;
        i32::try_from(halves).ok().map(Points::from_halves)
    }

    /// Are all points whole numbers of half points, as standings count them?
    pub fn is_in_halves(&self) -> bool {
        let Self { win, draw, loss, absence, pairing_bye, unknown: _ } = *self;
        [win, draw, loss, absence, pairing_bye].iter().all(|tenths| tenths.is_multiple_of(5))
    }
}

/// Points that the pairing adds for a while (record 250 of TRF26, `XXA` of JaVaFo).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acceleration {
    /// Added match points, in a team event.
    pub match_points: Option<Points>,
    /// Added points.
    pub points: Points,
    /// First and last round.
    pub rounds: (u32, u32),
    /// First and last pairing number (of players, or of teams in a team event).
    pub numbers: (u32, u32),
}

/// The part of a report file that is there for pairing and for being written back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportFile {
    pub deputies: Vec<Arc<str>>,
    /// By round from the first; a day that could not be read is `None`.
    pub round_dates: Vec<Option<Date>>,
    /// `None`: the usual points.
    pub points: Option<PointSystem>,
    pub accelerations: Vec<Acceleration>,
    /// The Baku acceleration (`_BAKU` in record 192); explicit accelerations go before it.
    pub baku: bool,
    /// Lines of records that are not understood, or say more than this program holds, as they
    /// stood and in their order.
    pub extra_records: Vec<String>,
}

/// No match has more boards.
pub const MAX_BOARDS: u32 = 99;

impl Tournament {
    /// What sort of event it is, in the words of report files: `Individual: Swiss-System
    /// (fce-1990)`. What reads such a file understands the words.
    pub fn type_text(&self) -> String {
        let who = if self.is_team_event() { "Team" } else { "Individual" };
        let system = match self.system {
            System::Swiss => "Swiss-System",
            System::RoundRobin { double: false } => "Round-Robin",
            System::RoundRobin { double: true } => "Double Round-Robin",
            System::KnockOut => "Knock-Out",
        };
        match self.pairing {
            Some(pairing) if self.system == System::Swiss => {
                format!("{who}: {system} ({})", pairing.key())
            }
            _ => format!("{who}: {system}"),
        }
    }

    /// The colours of the home team, board by board, if they are the same in all matches and known
    /// for every board.
    pub fn board_colours(&self) -> Option<Vec<Colour>> {
        let mut colours: Vec<Option<Colour>> = vec![None; self.boards.min(MAX_BOARDS) as usize];
        for board in self.matches.iter().flat_map(|m| &m.boards) {
            let at = (board.board as usize).checked_sub(1)?;
            let known = colours.get_mut(at)?;
            if known.is_some_and(|colour| colour != board.home_colour) {
                return None;
            }
            *known = Some(board.home_colour);
        }
        colours.into_iter().collect()
    }

    /// The code of the type in TRF26 (record 192); `None` where the table of codes has none.
    pub fn type_code(&self) -> Option<String> {
        let code = match (self.system, self.pairing, self.is_team_event()) {
            (System::RoundRobin { double: false }, _, false) => Some("FIDE_ROUNDROBIN"),
            (System::RoundRobin { double: true }, _, false) => Some("FIDE_DOUBLEROUNDROBIN"),
            (System::Swiss, Some(PairingSystem::FideDutch2026), false) => Some("FIDE_DUTCH_2026"),
            (System::Swiss, Some(PairingSystem::FideDutch2017), false) => Some("FIDE_DUTCH_2017"),
            (System::Swiss, _, false) => Some("CUSTOM_SWISS"),
            (System::Swiss, _, true) => Some("CUSTOM_TEAM_SWISS"),
            _ => None,
        };
        let baku = if self.report_file.baku { "_BAKU" } else { "" };
        code.map(|code| format!("{code}{baku}"))
    }
}
