//! Clocks, adjourned games, sealed moves, results by telephone (RGC 5.3, 5.5, 10, 11; AMB-34, 38,
//! 39).

use crate::core::calendar::WorkingCalendar;
use crate::core::computed::Computed;
use crate::core::report::{Msg, Value, Verdict};
use crate::model::{Colour, Date, DateTime, Delegation};

crate::rules! {
    /// Numbers of RGC 5.3, 5.5 and 10.
    pub struct SessionRules {
        /// Hours, moves.
        control_1_hours: u32 = "rgc.control-1-hores",
        control_1_moves: u32 = "rgc.control-1-jugades",
        control_2_hours: u32 = "rgc.control-2-hores",
        control_2_moves: u32 = "rgc.control-2-jugades",
        moves_per_hour: u32 = "rgc.ritme",
        start_hours: u32 = "rgc.rellotge-inici-hores",
        start_minutes: u32 = "rgc.rellotge-inici-minuts",
        flag_hours: u32 = "rgc.rellotge-control",
        /// Hour of the day.
        results_hour: i64 = "rgc.resultats-hora",
        /// Working days after the match.
        results_days: u32 = "rgc.resultats-dies",
        analysis_hours: u32 = "rgc.analisi-control",
        /// Minutes each.
        quick_finish: u32 = "rgc.final-pactat",
        sessions: u32 = "rgc.sessions-abans-secreta",
        sealing: u32 = "rgc.secreta-temps",
        individual_white: Vec<crate::core::discipline::Item> = "rgc.blanques-individual",
    }
}

/// Minutes of an hour.
const MINUTES: u32 = 60;

/// A player's clock at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Minutes used by the player.
    pub used: u32,
    pub moves: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Control {
    /// The flag fell before the moves of a control were made.
    pub lost: bool,
    /// The control that is due: 1, 2; `None` after the second.
    pub due: Option<u8>,
    /// Minutes left to it.
    pub left: u32,
}

/// Controls of a session of six hours (RGC 5.3.1.1, AMB-34): half of the session's hours for each
/// player, so 120 minutes to move 40 and 60 more to move 60. The dial setting is only that.
pub fn control(clock: Clock, rules: &SessionRules) -> Computed<Control> {
    // Both players share the hours of the session.
    let budget = |hours: u32| hours * MINUTES / 2;
    let (first, second) =
        (budget(rules.control_1_hours.get()), budget(rules.control_2_hours.get()));
    let at_first = clock.moves < rules.control_1_moves.get();
    let at_second = clock.moves < rules.control_2_moves.get();
    let (due, limit) = match (at_first, at_second) {
        (true, _) => (Some(1), first),
        (false, true) => (Some(2), second),
        (false, false) => (None, second),
    };
    let lost = due.is_some() && clock.used >= limit;
    let left = limit.saturating_sub(clock.used);
    Computed::new(Control { lost, due, left })
        .line("rgc.minutes-used", clock.used)
        .line("rgc.moves", clock.moves)
        .limit("rgc.control-1-moves", &rules.control_1_moves)
        .line("rgc.control-1-minutes", first)
        .limit("rgc.control-2-moves", &rules.control_2_moves)
        .line("rgc.control-2-minutes", second)
        .line("rgc.flag", Verdict::of(!lost))
}

/// White in an individual event that is no league: the first in the list of pairings
/// (RGC 5.3.1.2); in a team match see [`crate::core::team::home_colour`].
pub fn individual_colour(named_first: bool, rules: &SessionRules) -> Computed<Colour> {
    let colour = if named_first { Colour::White } else { Colour::Black };
    Computed::new(colour).by(&rules.individual_white).line("rgc.colour", colour)
}

/// A lost envelope costs the home team the game (RGC 5.3.4); points of the board to the visitors.
pub fn lost_envelope(in_team_championship: bool) -> Computed<bool> {
    Computed::new(in_team_championship).rule(
        "rgc.home-loses-game",
        Verdict::of(in_team_championship),
        "RGC 5.3.4",
    )
}

/// Last moment to report results (RGC 5.5.1): 13:00 of the first working day after the match.
pub fn results_deadline(
    played: Date,
    reported: Option<DateTime>,
    calendar: &WorkingCalendar,
    rules: &SessionRules,
) -> Computed<(Option<DateTime>, Option<bool>)> {
    let day = calendar.last_day(played, rules.results_days.get());
    let hour = i8::try_from(rules.results_hour.get()).unwrap_or_default();
    let limit = day.and_then(|day| {
        day.to_datetime(jiff::civil::time(0, 0, 0, 0)).with().hour(hour).build().ok()
    });
    let in_time = reported.zip(limit).map(|(at, limit)| at <= limit);
    Computed::new((limit, in_time))
        .line("rgc.played", played)
        .limit("rgc.working-days-after", &rules.results_days)
        .line("rgc.last-day", day)
        .limit("rgc.until-hour", &rules.results_hour)
        .line("rgc.in-time", in_time.map(Verdict::of))
}

/// Where results are reported (RGC 5.5.2).
pub fn report_to_delegation(delegation: Delegation, touches_others: bool) -> Computed<bool> {
    let own = delegation != Delegation::Barcelona && !touches_others;
    Computed::new(own).rule("rgc.to-delegation", Verdict::of(own), "RGC 5.5.2")
}

/// An unfinished game of a team match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// Both flags of the data (AMB-38): does it decide the match, can it be judged?
    pub decides_match: bool,
    pub can_be_judged: bool,
    /// Sessions played.
    pub session: u32,
    /// Hours on both clocks together.
    pub hours: u32,
    /// Both agree to finish quickly.
    pub agreed: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuation {
    PlayOn,
    /// Sent to the federation for analysis.
    Analysis,
    /// A quarter of an hour each.
    QuickFinish,
    /// Stopped with a sealed move (RGC 10.2).
    Sealed,
}

impl Continuation {
    pub fn key(self) -> &'static str {
        match self {
            Self::PlayOn => "play-on",
            Self::Analysis => "analysis",
            Self::QuickFinish => "quick-finish",
            Self::Sealed => "sealed",
        }
    }
}

/// What becomes of an unfinished game (RGC 10.1, 10.2). In the second session those whose match has
/// been decided wait only for the first control.
pub fn unfinished(game: Unfinished, rules: &SessionRules) -> Computed<Continuation> {
    let last_session = game.session >= rules.sessions.get();
    let needed = if last_session { &rules.control_1_hours } else { &rules.analysis_hours };
    let reached = game.hours >= needed.get();
    let continuation = if !game.decides_match && game.agreed {
        Continuation::QuickFinish
    } else if !game.decides_match && game.can_be_judged {
        if reached { Continuation::Analysis } else { Continuation::PlayOn }
    } else if last_session && reached {
        Continuation::Sealed
    } else {
        Continuation::PlayOn
    };
    Computed::new(continuation)
        .rule("rgc.decides-match", Verdict::of(game.decides_match), "RGC 10.1")
        .line("rgc.can-be-judged", Verdict::of(game.can_be_judged))
        .line("rgc.session", game.session)
        .line("rgc.hours", game.hours)
        .limit("rgc.control-hours", needed)
        .by(&rules.quick_finish)
        .line(
            "rgc.continuation",
            Msg::new(match continuation {
                Continuation::PlayOn => "rgc.play-on",
                Continuation::Analysis => "rgc.analysis",
                Continuation::QuickFinish => "rgc.quick-finish",
                Continuation::Sealed => "rgc.sealed",
            }),
        )
}

/// What goes with a sealed move (RGC 10.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sealing {
    pub minutes: u32,
    pub envelope_closed: bool,
    pub signed_by_both: bool,
    pub telephones: bool,
}

pub fn sealing(sealing: Sealing, rules: &SessionRules) -> Computed<bool> {
    let in_time = sealing.minutes <= rules.sealing.get();
    let complete = sealing.envelope_closed && sealing.signed_by_both && sealing.telephones;
    Computed::new(in_time && complete)
        .line("rgc.minutes-used", sealing.minutes)
        .limit("rgc.limit-minutes", &rules.sealing)
        .line("rgc.envelope-complete", Verdict::of(complete))
}

/// The numbers of pieces that both players wrote down against the adjourned position (RGC 11.1);
/// the position as in FEN, only its board.
pub fn pieces_agree(board: &str, white: u32, black: u32) -> Computed<bool> {
    let placement = board.split_whitespace().next().unwrap_or_default();
    let of_white = placement.chars().filter(char::is_ascii_uppercase).count() as u32;
    let of_black = placement.chars().filter(char::is_ascii_lowercase).count() as u32;
    Computed::new(white == of_white && black == of_black)
        .rule("rgc.pieces-white", Value::List(vec![white.into(), of_white.into()]), "RGC 11.1")
        .line("rgc.pieces-black", Value::List(vec![black.into(), of_black.into()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;
    use jiff::civil::{date, datetime};

    fn rules_() -> &'static SessionRules {
        &rules().competition.sessions
    }

    /// AMB-34: 120 minutes to move 40, then 60 more to move 60.
    #[test]
    fn amb_34_controls() {
        let of = |used, moves| control(Clock { used, moves }, rules_()).value;
        assert!(!of(119, 39).lost && of(120, 39).lost && !of(120, 40).lost);
        assert!(!of(179, 59).lost && of(180, 59).lost && !of(500, 60).lost);
        assert_eq!(of(100, 39).left, 20);
        assert_eq!(of(120, 40).due, Some(2));
        // The pace is that of the controls; the dial stands one minute before three hours.
        assert_eq!(rules_().moves_per_hour.get() * 2, rules_().control_1_moves.get());
        assert_eq!(
            (rules_().start_hours.get(), rules_().start_minutes.get(), rules_().flag_hours.get()),
            (2, 59, 5)
        );
    }

    /// RGC 5.5.1: a match on Saturday 15 December is reported on Monday.
    #[test]
    fn results_until_one_o_clock_of_the_next_working_day() {
        let calendar = WorkingCalendar::new([]);
        let of = |hour, minute| {
            let reported = datetime(1990, 12, 17, hour, minute, 0, 0);
            let played = date(1990, 12, 16);
            results_deadline(played, Some(reported), &calendar, rules_()).value.1
        };
        assert_eq!(of(13, 0), Some(true));
        assert_eq!(of(13, 1), Some(false));
        assert!(report_to_delegation(Delegation::Girona, false).value);
        assert!(!report_to_delegation(Delegation::Girona, true).value);
        assert!(!report_to_delegation(Delegation::Barcelona, false).value);
    }

    /// RGC 10.1, 10.2; AMB-38.
    #[test]
    fn unfinished_games() {
        let game = Unfinished {
            decides_match: false,
            can_be_judged: true,
            session: 1,
            hours: 6,
            agreed: false,
        };
        let of = |game| unfinished(game, rules_()).value;
        assert_eq!(of(game), Continuation::Analysis);
        assert_eq!(of(Unfinished { hours: 5, ..game }), Continuation::PlayOn);
        assert_eq!(of(Unfinished { agreed: true, ..game }), Continuation::QuickFinish);
        let decides = Unfinished { decides_match: true, ..game };
        assert_eq!(of(decides), Continuation::PlayOn);
        assert_eq!(of(Unfinished { session: 2, ..decides }), Continuation::Sealed);
        assert_eq!(of(Unfinished { session: 2, hours: 4, ..game }), Continuation::Analysis);
        assert_eq!(of(Unfinished { session: 2, hours: 3, ..game }), Continuation::PlayOn);
    }

    /// AMB-38: fifteen minutes inclusive.
    #[test]
    fn amb_38_sealed_moves() {
        let ok =
            Sealing { minutes: 15, envelope_closed: true, signed_by_both: true, telephones: true };
        assert!(sealing(ok, rules_()).value);
        assert!(!sealing(Sealing { minutes: 16, ..ok }, rules_()).value);
        assert!(!sealing(Sealing { telephones: false, ..ok }, rules_()).value);
    }

    #[test]
    fn smaller_findings() {
        assert!(lost_envelope(true).value && !lost_envelope(false).value);
        assert_eq!(individual_colour(true, rules_()).value, Colour::White);
        assert_eq!(individual_colour(false, rules_()).value, Colour::Black);
        assert!(pieces_agree("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 2, 1).value);
        assert!(!pieces_agree("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 1, 2).value);
    }
}
