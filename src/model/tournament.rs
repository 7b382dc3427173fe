//! Tournaments: who took part and what happened to everybody in every round.

use std::sync::Arc;

use super::{
    Category, Date, DateTime, Delegation, FideEvent, ImproperLineup, Incident, Official, Points,
    PrizeFund, Ratings, ReportFile, Sex, SubstitutionRecord, Time, Title,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    White,
    Black,
}

impl Colour {
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// The result of a game on the board, seen by one of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Score {
    Loss,
    Draw,
    Win,
}

impl Score {
    pub fn mirrored(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    pub const fn points(self) -> Points {
        Points::from_halves(self as i32)
    }
}

/// A pairing decided without play. When both are absent both have [`Forfeit::Lost`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    Won,
    Lost,
}

/// What became of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Paired, no result yet.
    Pending,
    Played(Score),
    Forfeit(Forfeit),
}

/// A round without an opponent that gives something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bye {
    /// Given by the pairing to the odd player (descans).
    Pairing,
    /// Asked for, one point.
    Full,
    /// Asked for, half a point.
    Half,
    /// Asked for, nothing.
    Zero,
}

/// Why somebody has neither opponent nor bye in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absence {
    /// Missed the round.
    Missed,
    /// Had not entered yet.
    NotEntered,
    /// Had withdrawn or was eliminated.
    Withdrawn,
    /// Had lost a tie of a knock-out: what follows from its results, and is in no file.
    KnockedOut,
    /// Free round of a league with an odd number, or whose opponent was removed (AMB-100).
    FreeRound,
}

/// One player's round. The *kind* is kept, not only the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Paired with `opponent` (index into [`Tournament::entrants`]). The colour of a forfeited
    /// pairing is the one it was to have.
    Paired {
        opponent: usize,
        colour: Option<Colour>,
        outcome: Outcome,
    },
    Bye(Bye),
    Absent(Absence),
}

impl Cell {
    /// The opponent of a pairing, played or not.
    pub fn opponent(&self) -> Option<usize> {
        match *self {
            Self::Paired { opponent, .. } => Some(opponent),
            _ => None,
        }
    }

    /// The game on the board, if there was one: opponent, colour, score.
    pub fn played(&self) -> Option<(usize, Option<Colour>, Score)> {
        match *self {
            Self::Paired { opponent, colour, outcome: Outcome::Played(score) } => {
                Some((opponent, colour, score))
            }
            _ => None,
        }
    }

    /// Is the round still without its result?
    pub fn is_pending(&self) -> bool {
        matches!(self, Self::Paired { outcome: Outcome::Pending, .. })
    }
}

/// Somebody who takes part in an individual tournament, or plays for a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// Pairing number, 1 = best.
    pub number: u32,
    /// Slug in the federation's register, when known there.
    pub person: Option<Arc<str>>,
    pub name: Arc<str>,
    pub club: Option<Arc<str>>,
    pub category: Option<Category>,
    pub title: Option<Title>,
    pub ratings: Ratings,
    pub fide_id: Option<u32>,
    pub federation: Option<Arc<str>>,
    pub birth: Option<Date>,
    pub sex: Option<Sex>,
    /// Index of the team, in a team event.
    pub team: Option<usize>,
    /// Place in the team's list.
    pub board: Option<u32>,
    /// Points a file states, to be compared with the sum of the rounds.
    pub stated_points: Option<Points>,
    /// Place a file states.
    pub stated_rank: Option<u32>,
}

impl Entrant {
    pub fn new(number: u32, name: impl Into<Arc<str>>) -> Self {
        Self {
            number,
            person: None,
            name: name.into(),
            club: None,
            category: None,
            title: None,
            ratings: Ratings::default(),
            fide_id: None,
            federation: None,
            birth: None,
            sex: None,
            team: None,
            board: None,
            stated_points: None,
            stated_rank: None,
        }
    }
}

/// A recorded decision that somebody left: `after_round` is the last round for which they were
/// still in the event (AMB-99).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Withdrawal {
    /// Index of the entrant (or team).
    pub entrant: usize,
    pub after_round: u32,
    /// Eliminated rather than withdrawn.
    pub eliminated: bool,
}

/// A change of what had been published: a result, an order of tie-breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    pub date: Date,
    /// The round whose result changed, if it is about one.
    pub round: Option<u32>,
    /// What was changed, and why.
    pub text: Arc<str>,
}

/// A bye asked for, or an absence told, for a round that is not paired yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announcement {
    /// Index of the entrant.
    pub entrant: usize,
    pub round: u32,
    /// A [`Cell::Bye`] or [`Cell::Absent`].
    pub cell: Cell,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Team {
    pub number: u32,
    pub slug: Arc<str>,
    pub name: Arc<str>,
    pub club: Option<Arc<str>>,
    /// Division or category of the championship in which the team plays.
    pub level: Option<TeamLevel>,
}

/// Divisions and categories of the team championship, from the highest (RGC 2.1, 8.1, AMB-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TeamLevel {
    Division1,
    Division2,
    Division3,
    Category1,
    Category2,
    Category3,
    Promotion,
}

impl TeamLevel {
    pub const ALL: [Self; 7] = [
        Self::Division1,
        Self::Division2,
        Self::Division3,
        Self::Category1,
        Self::Category2,
        Self::Category3,
        Self::Promotion,
    ];

    /// As written in data files and in the published text.
    pub fn key(self) -> &'static str {
        match self {
            Self::Division1 => "divisio-1",
            Self::Division2 => "divisio-2",
            Self::Division3 => "divisio-3",
            Self::Category1 => "categoria-1",
            Self::Category2 => "categoria-2",
            Self::Category3 => "categoria-3",
            Self::Promotion => "promocio",
        }
    }
}

/// The day of a round, and the hour if it is told, in the time of the place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundTime {
    pub day: Date,
    pub hour: Option<Time>,
}

/// What a team standing counts (SAP 4.1, 4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TeamScoring {
    /// Points by match.
    Match,
    /// Sum of the boards ("olympic").
    Olympic,
}

/// One board of a match, seen by the home team. Players are indices into
/// [`Tournament::entrants`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardGame {
    pub board: u32,
    pub home: Option<usize>,
    pub away: Option<usize>,
    pub home_colour: Colour,
    pub outcome: Outcome,
    /// Both players lost by absence.
    pub both_absent: bool,
}

/// A match between two teams (indices into [`Tournament::teams`]); `away` is `None` in a free
/// round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    pub round: u32,
    pub table: u32,
    pub home: usize,
    pub away: Option<usize>,
    pub boards: Vec<BoardGame>,
    /// The whole match decided by absence: what the home team got, and what the away team got.
    pub forfeit: Option<(Forfeit, Forfeit)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum System {
    Swiss,
    RoundRobin { double: bool },
    KnockOut,
}

impl System {
    pub fn key(self) -> &'static str {
        match self {
            Self::Swiss => "swiss",
            Self::RoundRobin { double: false } => "round-robin",
            Self::RoundRobin { double: true } => "double-round-robin",
            Self::KnockOut => "knock-out",
        }
    }

    pub fn is_league(self) -> bool {
        matches!(self, Self::RoundRobin { .. })
    }
}

/// The program that makes the pairings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairingSystem {
    Fce1990,
    FideDutch2026,
    FideDutch2017,
    RoundRobin,
    KnockOut,
}

impl PairingSystem {
    pub const ALL: [Self; 5] =
        [Self::Fce1990, Self::FideDutch2026, Self::FideDutch2017, Self::RoundRobin, Self::KnockOut];

    pub fn key(self) -> &'static str {
        match self {
            Self::Fce1990 => "fce-1990",
            Self::FideDutch2026 => "fide-dutch-2026",
            Self::FideDutch2017 => "fide-dutch-2017",
            Self::RoundRobin => "round-robin",
            Self::KnockOut => "knock-out",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|system| system.key() == key)
    }
}

/// Which body of rules a tournament follows where it does not say otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// The bulletin no. 54.
    Fce1990,
    Fide2024,
    Fide2026,
}

impl RuleSet {
    pub const ALL: [Self; 3] = [Self::Fce1990, Self::Fide2024, Self::Fide2026];

    pub fn key(self) -> &'static str {
        match self {
            Self::Fce1990 => "fce-1990",
            Self::Fide2024 => "fide-2024",
            Self::Fide2026 => "fide-2026",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.key() == key)
    }
}

/// What sort of event it is: decides which checks and which list of tie-breaks apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EventKind {
    /// Closed event (Tancats).
    Closed,
    /// Open event (Oberts).
    Open,
    /// Official event of the federation.
    Official,
    /// Final stage of the team championship.
    TeamFinals,
    /// Catalan Cup.
    Cup,
    /// Anything else.
    Other,
}

impl EventKind {
    pub const ALL: [Self; 6] =
        [Self::Closed, Self::Open, Self::Official, Self::TeamFinals, Self::Cup, Self::Other];

    pub fn key(self) -> &'static str {
        match self {
            Self::Closed => "closed",
            Self::Open => "open",
            Self::Official => "official",
            Self::TeamFinals => "team-finals",
            Self::Cup => "cup",
            Self::Other => "other",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }
}

/// What the organiser reported; everything may be missing ("not yet known").
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Homologation {
    /// Valid for international rating, which homologates a closed event by itself (route 1).
    pub valid_for_fide: Option<bool>,
    /// Day of the written request (Oberts 1).
    pub request: Option<Date>,
    /// Arrival of the full entry list (Oberts 6).
    pub list_received: Option<DateTime>,
    /// Start of the second round.
    pub round_2_start: Option<DateTime>,
    /// Arrival of the papers (Oberts 8).
    pub papers_received: Option<Date>,
    /// Latitude and longitude in millionths of a degree.
    pub at: Option<(i64, i64)>,
    /// Size of each group on the entry list, where it differs from those who played.
    pub entered: Option<u32>,
    /// The rules name an approved director and arbiter (Oberts 7).
    pub officials_recognised: Option<bool>,
    /// The rules were approved (Oberts 5).
    pub rules_approved: Option<bool>,
    /// The certificate hangs in the hall (Oberts 5).
    pub certificate_shown: Option<bool>,
    /// Papers handed in, by their words in the text (Oberts 8).
    pub documents: Option<Vec<String>>,
    /// Fee paid, in pesetas (Oberts 9).
    pub fee_paid: Option<u32>,
}

/// Two players who must not be paired in some rounds, whatever their scores (record 260 of TRF26).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForbiddenPair {
    /// Indices of the entrants.
    pub players: (usize, usize),
    /// First and last round of the ban.
    pub rounds: (u32, u32),
}

/// How the colour of number 1 in round 1 is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitialColour {
    Drawn(Colour),
    Seed(u64),
}

/// The place of an event among several that are held together: the groups of an open, the events of
/// a festival.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FestivalGroup {
    /// Name of the whole. Events with the same one belong together.
    pub festival: Arc<str>,
    /// What the event is called there: `A`, `Sub-14`; its own name when left out.
    pub name: Option<Arc<str>>,
}

impl FestivalGroup {
    /// Identifier of the whole, made from its name.
    pub fn slug(&self) -> String {
        super::slugify(&self.festival)
    }
}

/// A tournament with everything that happened.
///
/// Invariant (upheld by `source`): `cells[i]` belongs to `entrants[i]` and all rows have the same
/// length; if `cells[i][r]` is paired with `j`, then `cells[j][r]` is paired with `i`, colours are
/// opposite and outcomes agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// `1990/obert-barcelona-a` within a site, the file's name outside.
    pub slug: Arc<str>,
    pub name: Arc<str>,
    /// The events that it belongs to, if it is one of several.
    pub festival: Option<FestivalGroup>,
    pub place: Option<Arc<str>>,
    pub federation: Option<Arc<str>>,
    pub delegation: Option<Delegation>,
    pub start: Option<Date>,
    pub end: Option<Date>,
    pub chief_arbiter: Option<Arc<str>>,
    /// All arbiters, where they are told with what they do.
    pub arbiters: Vec<Official>,
    pub organiser: Option<Arc<str>>,
    /// Slug of the organising club.
    pub club: Option<Arc<str>>,
    pub time_control: Option<Arc<str>>,
    pub system: System,
    pub kind: EventKind,
    pub rule_set: RuleSet,
    pub pairing: Option<PairingSystem>,
    /// Criteria by the event's own rules, in place of the prescribed list.
    pub tie_breaks: Option<Vec<Arc<str>>>,
    /// Rounds of the event, played or not.
    pub rounds: u32,
    /// Categories admitted, for opens.
    pub categories: Vec<Category>,
    /// Period of the rating list used.
    pub rating_list: Option<Arc<str>>,
    pub initial_colour: Option<InitialColour>,
    /// Seed from which the numbers of a league were drawn.
    pub draw_seed: Option<u64>,
    /// The draw was restricted so that players of one club meet as early as can be.
    pub clubmates_first: bool,
    /// Day and hour of each round, from the first; may be shorter than the event.
    pub round_times: Vec<RoundTime>,
    pub forbidden_pairs: Vec<ForbiddenPair>,
    pub entrants: Vec<Entrant>,
    /// `cells[entrant][round]`, `round` from 0.
    pub cells: Vec<Vec<Cell>>,
    pub withdrawals: Vec<Withdrawal>,
    /// Published changes, in the order in which they are told.
    pub corrections: Vec<Correction>,
    /// For rounds without cells yet.
    pub announced: Vec<Announcement>,
    /// Empty in an individual event.
    pub teams: Vec<Team>,
    pub matches: Vec<Match>,
    /// Players who came in during a match.
    pub substitutions: Vec<SubstitutionRecord>,
    /// Teams that lose a match by their line-up, as worked out from the clubs' lists in order of
    /// strength; no file says so.
    pub improper_lineups: Vec<ImproperLineup>,
    /// What happened besides the results.
    pub incidents: Vec<Incident>,
    pub team_scoring: TeamScoring,
    /// Boards of a match, in a team event.
    pub boards: u32,
    pub homologation: Homologation,
    /// Prizes, list by list.
    pub prizes: Vec<PrizeFund>,
    /// Indices of the entrants who told that they play on without a chance of promotion
    /// (RGC 14.2.2).
    pub playing_on: Vec<usize>,
    pub fide: FideEvent,
    /// Invented for demonstration; every page says so.
    pub invented: bool,
    /// What readers are told about the event, Markdown.
    pub note: Option<Arc<str>>,
    /// What a report file says beyond all this.
    pub report_file: ReportFile,
}

impl Tournament {
    /// An empty individual tournament, to be filled in.
    pub fn new(
        slug: impl Into<Arc<str>>,
        name: impl Into<Arc<str>>,
        system: System,
        rounds: u32,
    ) -> Self {
        Self {
            slug: slug.into(),
            name: name.into(),
            festival: None,
            place: None,
            federation: None,
            delegation: None,
            start: None,
            end: None,
            chief_arbiter: None,
            arbiters: Vec::new(),
            organiser: None,
            club: None,
            time_control: None,
            system,
            kind: EventKind::Other,
            rule_set: RuleSet::Fce1990,
            pairing: None,
            tie_breaks: None,
            rounds,
            categories: Vec::new(),
            rating_list: None,
            initial_colour: None,
            draw_seed: None,
            clubmates_first: false,
            round_times: Vec::new(),
            forbidden_pairs: Vec::new(),
            entrants: Vec::new(),
            cells: Vec::new(),
            withdrawals: Vec::new(),
            corrections: Vec::new(),
            announced: Vec::new(),
            teams: Vec::new(),
            matches: Vec::new(),
            substitutions: Vec::new(),
            improper_lineups: Vec::new(),
            incidents: Vec::new(),
            team_scoring: TeamScoring::Match,
            boards: 0,
            homologation: Homologation::default(),
            prizes: Vec::new(),
            playing_on: Vec::new(),
            fide: FideEvent::default(),
            invented: false,
            note: None,
            report_file: ReportFile::default(),
        }
    }

    pub fn is_team_event(&self) -> bool {
        !self.teams.is_empty()
    }

    /// Rounds that have begun: those for which there are cells (or matches).
    pub fn rounds_recorded(&self) -> u32 {
        let matches = self.matches.iter().map(|m| m.round).max().unwrap_or(0);
        matches.max(self.cells.first().map_or(0, |row| row.len() as u32))
    }

    /// Rounds of which every result is known.
    pub fn rounds_complete(&self) -> u32 {
        let recorded = self.rounds_recorded();
        (0..recorded)
            .take_while(|&round| {
                self.cells.iter().all(|row| !row[round as usize].is_pending())
                    && self.matches.iter().filter(|m| m.round == round + 1).all(|m| {
                        m.forfeit.is_some()
                            || m.boards.iter().all(|b| b.outcome != Outcome::Pending)
                    })
            })
            .count() as u32
    }

    /// Have all rounds of the event been completed?
    pub fn is_finished(&self) -> bool {
        self.rounds_complete() >= self.rounds
    }

    /// The event as it stood when `round` rounds were over: later results, pairings and departures
    /// are not there yet.
    pub fn after_round(&self, round: u32) -> Self {
        let mut then = self.clone();
        for row in &mut then.cells {
            row.truncate(round as usize);
        }
        then.matches.retain(|m| m.round <= round);
        then.withdrawals.retain(|left| left.after_round <= round);
        then.announced.clear();
        then.improper_lineups.retain(|lineup| lineup.round <= round);
        then.incidents.retain(|incident| incident.round <= round);
        then
    }

    /// The recorded departure of an entrant (or team), if any.
    pub fn withdrawal(&self, entrant: usize) -> Option<&Withdrawal> {
        self.withdrawals.iter().find(|w| w.entrant == entrant)
    }

    /// Index of the entrant with a pairing number.
    pub fn by_number(&self, number: u32) -> Option<usize> {
        self.entrants.iter().position(|e| e.number == number)
    }
}
