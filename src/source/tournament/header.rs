//! `tournament.toml`: what the event is.

use std::sync::Arc;

use crate::diag::{Diagnostic, Diagnostics, Span};
use crate::model::{
    ArbiterRole, ArbiterTitle, Archive, Category, Colour, Correction, Date, DateTime, Delegation,
    EventKind, FestivalGroup, FideEvent, Homologation, InitialColour, MAX_BOARDS, Official,
    PairingSystem, PointSystem, Points, PrizeFund, RoundTime, RuleSet, Sex, System, TeamScoring,
    Tournament,
};
use crate::source::calendar::known_town;
use crate::source::people::known_club;
use crate::source::rounds::{MAX_ROUNDS, beyond_boards};
use crate::source::settings::{FromToml, Given, Mistake, Place, Reading, keys, pick, word};

word!(
    System,
    "the name of a system",
    [
        ("swiss", System::Swiss),
        ("round-robin", System::RoundRobin { double: false }),
        ("double-round-robin", System::RoundRobin { double: true }),
        ("knock-out", System::KnockOut),
    ]
);
word!(EventKind, "a kind of event", EventKind::ALL.map(|kind| (kind.key(), kind)));
word!(RuleSet, "the name of a rule set", RuleSet::ALL.map(|set| (set.key(), set)));
word!(
    PairingSystem,
    "the name of a pairing system",
    PairingSystem::ALL.map(|system| (system.key(), system))
);
word!(Category, "a category", Category::ALL.map(|category| (category.key(), category)));
word!(Delegation, "a delegation", Delegation::ALL.map(|d| (d.key(), d)));
word!(Sex, "`f` or `m`", [("f", Sex::Female), ("m", Sex::Male)]);
word!(ArbiterRole, "what an arbiter does", ArbiterRole::ALL.map(|role| (role.key(), role)));
word!(ArbiterTitle, "a title of arbiters", ArbiterTitle::ALL.map(|title| (title.key(), title)));
word!(
    TeamScoring,
    "what the standings count",
    [("match", TeamScoring::Match), ("olympic", TeamScoring::Olympic)]
);

impl FromToml for InitialColour {
    const EXPECTED: &'static str = "`\"white\"`, `\"black\"`, or the number of a draw";

    fn from_value(
        value: &toml::de::DeValue<'_>,
        _: Span,
        _: &mut Reading<'_>,
    ) -> Result<Self, Mistake> {
        if let Some(number) = value.as_integer() {
            let seed = u64::from_str_radix(number.as_str(), number.radix());
            return seed.map(Self::Seed).map_err(|_| Mistake::default());
        }
        let written = value.as_str().ok_or_else(Mistake::default)?;
        pick(written, &[("white", Colour::White), ("black", Colour::Black)]).map(Self::Drawn)
    }
}

keys! {
    /// An event. Only `name` must be there, and not even that when `source` names a file that has
    /// it.
    pub struct TournamentFile = "data/tournaments/…/tournament.toml" {
        /// Name, as published.
        name: Arc<str>,
        /// Name of what the event is a part of, where several are held together: the groups of an
        /// open, a festival. Those with the same name share a page with all their players.
        festival: Given<Arc<str>>,
        /// What the event is called among those: `A`, `Sub-14`. Its own name when left out.
        group: Given<Arc<str>>,
        /// Where it is played.
        place: Arc<str>,
        /// Identifier of the town, from `data/towns.csv`: distances are taken from its coordinates
        /// where `homologation` has none.
        town: Given<Arc<str>>,
        /// Three letters of the federation.
        federation: Arc<str>,
        /// `barcelona`, `girona`, `lleida` or `tarragona`.
        delegation: Delegation,
        /// First day.
        start: Given<Date>,
        /// Last day.
        end: Given<Date>,
        /// Chief arbiter.
        chief_arbiter: Arc<str>,
        /// Who organises it.
        organiser: Arc<str>,
        /// Identifier of the organising club, from `data/clubs.csv`.
        club: Given<String>,
        /// Time control, in words.
        time_control: Arc<str>,
        /// `swiss` (when left out), `round-robin`, `double-round-robin` or `knock-out`.
        system: System,
        /// `closed`, `open`, `official`, `team-finals`, `cup` or `other` (when left out).
        kind: EventKind,
        /// `fce-1990`, `fide-2024` or `fide-2026`. When left out, by the first day: before 2000
        /// `fce-1990`, from 1 March 2026 `fide-2026`, between them `fide-2024`; without a first
        /// day `fce-1990`.
        rule_set: RuleSet,
        /// `fce-1990`, `fide-dutch-2026`, `fide-dutch-2017`, `round-robin` or `knock-out`: where
        /// it is not the rule set's own.
        pairing: PairingSystem,
        /// Criteria by the event's own rules, in place of the prescribed list: of 1990
        /// (`progressive`) or of FIDE (`BH/C1`, `DE`, `SB`).
        tie_breaks: Vec<Arc<str>>,
        /// Rounds of the event, played or not. When left out, those recorded.
        rounds: Given<u32>,
        /// Categories admitted: `preferent`, `1a`, `2a`, `3a`.
        categories: Vec<Category>,
        /// Period of the rating list used. When left out, the latest in force on the first day.
        rating_list: Given<Arc<str>>,
        /// Colour of number 1 in round 1 as drawn, or the number from which it is drawn.
        initial_colour: InitialColour,
        /// Number from which the numbers of a league were drawn.
        draw_seed: u64,
        /// `true` where the draw was restricted so that players of one club meet as early as can
        /// be.
        clubmates_first: bool,
        /// Day of each round, from the first, with the hour or without: `[1990-10-06,
        /// 1990-10-13T16:30:00]`.
        round_dates: Vec<Given<RoundTime>>,
        /// `true` for an event invented for demonstration; every page says so.
        invented: bool,
        /// What readers are told about the event, in Markdown.
        note: Arc<str>,
        /// A file in this folder with players and results, of any format that can be read, in
        /// place of `games.csv`. What is said here and in `players.csv` wins over it.
        source: Given<String>,
        /// Points for results, where they are not 1, ½ and 0.
        points: PointsFile,
        /// Team events.
        teams: TeamsFile,
        /// What the organiser reported.
        homologation: HomologationFile,
        /// What FIDE is told of the event beyond its results.
        fide: FideFile,
        /// The arbiters, each under `[[arbiters]]`.
        arbiters: Vec<ArbiterFile>,
        /// Recorded departures, each under `[[withdrawals]]`.
        withdrawals: Vec<Given<WithdrawalFile>>,
        /// Changes of what had been published, each under `[[corrections]]`.
        corrections: Vec<Given<CorrectionFile>>,
        /// Prizes in cash, each list under `[[prizes]]`.
        prizes: Vec<Given<PrizesFile>>,
        /// Pairing numbers of those who told that they play on without a chance of promotion, in an
        /// event that withdraws such players.
        playing_on: Vec<Given<u32>>,
    }
}

keys! {
    /// A list of prizes. Without any condition it is for all; several conditions must all be met.
    pub struct PrizesFile = "[[prizes]]" {
        /// Its name, as announced.
        name: Arc<str>,
        /// Pesetas, from the first place on. Players with as many points share them.
        amounts: Given<Vec<u64>>,
        /// Only for players of this category: `preferent`, `1a`, `2a` or `3a`.
        category: Category,
        /// Only for players of this club, by its identifier.
        club: Given<String>,
        /// `f` or `m`.
        sex: Sex,
        /// Only for players born in this year or later.
        born_from: u32,
        /// Only for players with a rating under this one, or with none.
        rating_under: u32,
        /// Who has won something from a list above is left out; `false` when left out.
        only_once: bool,
    }
}

keys! {
    /// A change of what had been published; every page of the event says so.
    pub struct CorrectionFile = "[[corrections]]" {
        /// Day on which it was published.
        date: Given<Date>,
        /// The round whose result changed, if it is about one.
        round: u32,
        /// What was changed, and why.
        text: Given<Arc<str>>,
    }
}

fn point_system(file: PointsFile) -> Option<PointSystem> {
    let usual = PointSystem::USUAL;
    let tenths = |points: Option<Points>, usual: u32| {
        points.map_or(usual, |points| points.halves().unsigned_abs() * 5)
    };
    let (win, draw) = (tenths(file.win, usual.win), tenths(file.draw, usual.draw));
    let system = PointSystem {
        win,
        draw,
        loss: tenths(file.loss, usual.loss),
        absence: tenths(file.absence, usual.absence),
        pairing_bye: tenths(file.bye, win),
        unknown: draw,
    };
    (system != usual).then_some(system)
}

fn read_correction(
    Given { value: file, span }: Given<CorrectionFile>,
    diagnostics: &mut Diagnostics,
) -> Option<Correction> {
    let (Some(date), Some(text)) = (file.date, file.text) else {
        diagnostics.push(
            Diagnostic::error("E0206", "a correction needs its `date` and its `text`")
                .at(span)
                .hint("add `date = 1990-10-02` and `text = \"…\"`"),
        );
        return None;
    };
    Some(Correction { date: date.value, round: file.round, text: text.value })
}

keys! {
    /// Points of an individual event for results, as its own rules give them; for the standings and
    /// FIDE's tie-breaks. A whole number, or a text with a half: `"½"`.
    pub struct PointsFile = "[points]" {
        /// A game won, and a full-point bye; 1 when left out.
        win: Points,
        /// A game drawn, and a half-point bye; `"½"` when left out.
        draw: Points,
        /// A game lost on the board; 0 when left out.
        loss: Points,
        /// A forfeit lost, or a round without a game; 0 when left out.
        absence: Points,
        /// The bye that the pairing gives; as a game won when left out.
        bye: Points,
    }
}

keys! {
    /// A team event.
    pub struct TeamsFile = "[teams]" {
        /// `match` (points by match, when left out) or `olympic` (sum of the boards).
        scoring: TeamScoring,
        /// Boards of a match. When left out, the most that a match has.
        boards: Given<u32>,
    }
}

keys! {
    /// What the organiser reported; what is left out is not known yet.
    pub struct HomologationFile = "[homologation]" {
        /// Valid for international rating.
        valid_for_fide: bool,
        /// Day of the written request.
        request: Date,
        /// Arrival of the full entry list, with the time.
        list_received: DateTime,
        /// Start of the second round, with the time.
        round_2_start: DateTime,
        /// Arrival of the papers.
        papers_received: Date,
        /// Latitude and longitude of the place of play, in degrees.
        at: Place,
        /// Entered players, where they are not those who played.
        entered: u32,
        /// The rules name an approved director and arbiter.
        officials_recognised: bool,
        /// The rules were approved.
        rules_approved: bool,
        /// The certificate hangs in the hall.
        certificate_shown: bool,
        /// Papers handed in: `fitxes`, `planilles`, `classificacio`, `informe`, as *Oberts 8* lists
        /// them.
        documents: Vec<String>,
        /// Fee paid, in pesetas.
        fee_paid: u32,
    }
}

keys! {
    /// What FIDE is told of the event beyond its results, for the form of a title norm (IT1) and
    /// the report of the tournament (IT3).
    pub struct FideFile = "[fide]" {
        /// Number of the event in FIDE's register.
        event_code: Arc<str>,
        /// Day of the registration.
        registered: Date,
        /// Minutes of each period of the clock, from the first: `[90, 30]`.
        minutes: Vec<u32>,
        /// Seconds added for each move; none when left out.
        increment: u32,
        /// Moves of the first period, where there is a control before the end of the game.
        first_control: u32,
    }
}

keys! {
    /// An arbiter. The chief one stands in `chief_arbiter` too, or in its place.
    pub struct ArbiterFile = "[[arbiters]]" {
        /// `Cognoms, Nom`.
        name: Given<Arc<str>>,
        /// `chief`, `deputy`, `sector` or `arbiter` (when left out).
        role: ArbiterRole,
        /// `IA`, `FA` or `NA`.
        title: ArbiterTitle,
        /// Three letters of the federation.
        federation: Arc<str>,
        /// International number.
        fide_id: u32,
    }
}

keys! {
    /// Somebody who left. It is never inferred from missing rounds.
    pub struct WithdrawalFile = "[[withdrawals]]" {
        /// Pairing number; in a team event the team's.
        number: Given<u32>,
        /// Last round for which they were still in the event.
        after_round: Given<u32>,
        /// Eliminated rather than withdrawn; `false` when left out.
        eliminated: bool,
    }
}

/// The rule set of an event that names none.
pub fn default_rule_set(start: Option<Date>) -> RuleSet {
    let Some(start) = start else { return RuleSet::Fce1990 };
    if start < jiff::civil::date(2000, 1, 1) {
        RuleSet::Fce1990
    } else if start >= jiff::civil::date(2026, 3, 1) {
        RuleSet::Fide2026
    } else {
        RuleSet::Fide2024
    }
}

/// Puts what `tournament.toml` says into a tournament, which may come from another file.
pub fn apply(
    file: TournamentFile,
    tournament: &mut Tournament,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) {
    let t = tournament;
    if let (Some(start), Some(end)) = (file.start, file.end)
        && end.value < start.value
    {
        diagnostics.push(
            Diagnostic::error("E0511", "the last day comes before the first")
                .at_label(end.span, "last day")
                .related(start.span, "first day"),
        );
    }
    fn set<T>(slot: &mut T, given: Option<T>) {
        if let Some(given) = given {
            *slot = given;
        }
    }
    set(&mut t.name, file.name);
    t.festival = festival_group(file.festival, file.group, diagnostics);
    set(&mut t.place, file.place.map(Some));
    set(&mut t.federation, file.federation.map(Some));
    set(&mut t.delegation, file.delegation.map(Some));
    set(&mut t.start, file.start.map(|start| Some(start.value)));
    set(&mut t.end, file.end.map(|end| Some(end.value)));
    let given = file.end.or(file.start).filter(|_| file.end.is_none() || file.start.is_none());
    if let (Some(start), Some(end), Some(given)) = (t.start, t.end, given)
        && end < start
    {
        diagnostics.push(
            Diagnostic::error("E0511", "the last day comes before the first")
                .at(given.span)
                .hint(format!("the file of the results has the other day: from {start} to {end}")),
        );
    }
    set(&mut t.chief_arbiter, file.chief_arbiter.map(Some));
    set(&mut t.organiser, file.organiser.map(Some));
    set(&mut t.time_control, file.time_control.map(Some));
    set(&mut t.system, file.system);
    set(&mut t.kind, file.kind);
    set(&mut t.pairing, file.pairing.map(Some));
    set(&mut t.tie_breaks, file.tie_breaks.map(Some));
    set(&mut t.categories, file.categories);
    set(&mut t.initial_colour, file.initial_colour.map(Some));
    set(&mut t.draw_seed, file.draw_seed.map(Some));
    set(&mut t.clubmates_first, file.clubmates_first);
    set(&mut t.invented, file.invented);
    set(&mut t.report_file.points, file.points.map(point_system));
    set(&mut t.note, file.note.map(Some));
    for correction in file.corrections.into_iter().flatten() {
        t.corrections.extend(read_correction(correction, diagnostics));
    }
    t.rule_set = file.rule_set.unwrap_or_else(|| default_rule_set(t.start));
    if let Some(club) = file.club {
        t.club = known_club(&club.value, club.span, archive, diagnostics);
    }
    if let Some(list) = file.rating_list {
        let periods = || archive.rating_lists.iter().map(|list| list.period.as_str());
        if periods().any(|period| period == &*list.value) || archive.rating_lists.is_empty() {
            t.rating_list = Some(list.value);
        } else {
            diagnostics.push(
                Diagnostic::error("E0404", format!("no rating list `{}`", list.value))
                    .at(list.span)
                    .hint("the name of a file in `data/ratings`, without `.csv`")
                    .suggest(&list.value, periods()),
            );
        }
    }
    if let Some(rounds) = file.rounds {
        if (1..=MAX_ROUNDS).contains(&rounds.value) {
            t.rounds = rounds.value;
        } else {
            diagnostics.push(
                Diagnostic::error("E0505", format!("{} rounds?", rounds.value))
                    .at(rounds.span)
                    .hint(format!("from 1 to {MAX_ROUNDS}")),
            );
        }
    }
    if let Some(times) = file.round_dates {
        round_times(times, t, diagnostics);
    }
    if let Some(teams) = file.teams {
        set(&mut t.team_scoring, teams.scoring);
        match teams.boards {
            Some(boards) if boards.value <= MAX_BOARDS => t.boards = boards.value,
            Some(boards) => diagnostics.push(beyond_boards(boards.value, boards.span)),
            None => {}
        }
    }
    if let Some(fide) = file.fide {
        t.fide = FideEvent {
            event_code: fide.event_code,
            registered: fide.registered,
            minutes: fide.minutes.unwrap_or_default(),
            increment: fide.increment.unwrap_or_default(),
            first_control: fide.first_control,
        };
    }
    if let Some(arbiters) = file.arbiters {
        arbiters_of(arbiters, t, diagnostics);
    }
    if let Some(prizes) = file.prizes {
        let funds = prizes.into_iter().filter_map(|fund| prize_fund(fund, archive, diagnostics));
        t.prizes = funds.collect();
    }
    if let Some(homologation) = file.homologation {
        t.homologation = homologation_of(homologation);
    }
    if let Some(town) = file.town
        && let Some(town) = known_town(&town.value, town.span, archive, diagnostics)
        && let Some(town) = archive.towns.get(&town)
    {
        t.place = t.place.take().or_else(|| Some(town.name.clone()));
        t.homologation.at = t.homologation.at.or(Some(town.at));
    }
}

/// The events that an event belongs to.
fn festival_group(
    festival: Option<Given<Arc<str>>>,
    name: Option<Given<Arc<str>>>,
    diagnostics: &mut Diagnostics,
) -> Option<FestivalGroup> {
    let Some(festival) = festival else {
        if let Some(name) = name {
            diagnostics.push(
                Diagnostic::error("E0206", "a `group` needs the `festival` that it is a group of")
                    .at(name.span)
                    .hint("add `festival = \"…\"`, the same words in each of its events"),
            );
        }
        return None;
    };
    let group = FestivalGroup { festival: festival.value, name: name.map(|name| name.value) };
    if group.slug().is_empty() {
        diagnostics.push(
            Diagnostic::error("E0206", "a festival needs a name with letters or digits")
                .at(festival.span)
                .hint("its address is made of them"),
        );
        return None;
    }
    Some(group)
}

/// What an organiser reported.
pub fn homologation_of(h: HomologationFile) -> Homologation {
    Homologation {
        valid_for_fide: h.valid_for_fide,
        request: h.request,
        list_received: h.list_received,
        round_2_start: h.round_2_start,
        papers_received: h.papers_received,
        at: h.at.map(|Place(latitude, longitude)| (latitude, longitude)),
        entered: h.entered,
        officials_recognised: h.officials_recognised,
        rules_approved: h.rules_approved,
        certificate_shown: h.certificate_shown,
        documents: h.documents,
        fee_paid: h.fee_paid,
    }
}

/// A list of prizes; one without amounts is an error.
fn prize_fund(
    Given { value: file, span }: Given<PrizesFile>,
    archive: &Archive,
    diagnostics: &mut Diagnostics,
) -> Option<PrizeFund> {
    let Some(amounts) = file.amounts.filter(|amounts| !amounts.value.is_empty()) else {
        diagnostics.push(
            Diagnostic::error("E0521", "a list of prizes without amounts")
                .at(span)
                .hint("write them from the first place on: `amounts = [50000, 30000, 20000]`"),
        );
        return None;
    };
    if amounts.value.windows(2).any(|pair| pair[0] < pair[1]) {
        diagnostics.push(
            Diagnostic::warning("W0522", "a prize is larger than the one before it")
                .at(amounts.span)
                .hint("write them from the first place on"),
        );
    }
    let club = file.club.and_then(|club| known_club(&club.value, club.span, archive, diagnostics));
    Some(PrizeFund {
        name: file.name,
        amounts: amounts.value,
        category: file.category,
        club,
        sex: file.sex,
        born_from: file.born_from.and_then(|year| i16::try_from(year).ok()),
        rating_under: file.rating_under,
        only_once: file.only_once.unwrap_or(false),
    })
}

/// The arbiters; the chief one is the event's where it names none.
fn arbiters_of(given: Vec<ArbiterFile>, t: &mut Tournament, diagnostics: &mut Diagnostics) {
    let mut chief: Option<Span> = None;
    for file in given {
        let Some(name) = file.name else { continue };
        let role = file.role.unwrap_or(ArbiterRole::Arbiter);
        if role == ArbiterRole::Chief {
            if let Some(first) = chief {
                diagnostics.push(
                    Diagnostic::error("E0517", "two chief arbiters")
                        .at_label(name.span, "second")
                        .related(first, "first")
                        .hint("one is the chief; the other a `deputy`"),
                );
            }
            chief.get_or_insert(name.span);
            t.chief_arbiter.get_or_insert_with(|| name.value.clone());
        }
        t.arbiters.push(Official {
            name: name.value,
            role,
            title: file.title,
            federation: file.federation,
            fide_id: file.fide_id,
        });
    }
}

/// The days of the rounds: in order, within the event, and not more than there are rounds.
fn round_times(times: Vec<Given<RoundTime>>, t: &mut Tournament, diagnostics: &mut Diagnostics) {
    if let Some(extra) = times.get(t.rounds as usize).filter(|_| t.rounds > 0) {
        diagnostics.push(
            Diagnostic::error("E0514", format!("a day for round {}", t.rounds + 1))
                .at(extra.span)
                .hint(format!("the event has {} rounds: give one day for each", t.rounds)),
        );
    }
    for pair in times.windows(2) {
        let at = |time: &RoundTime| (time.day, time.hour);
        if at(&pair[1].value) < at(&pair[0].value) {
            diagnostics.push(
                Diagnostic::error("E0514", "a round comes before the one before it")
                    .at_label(pair[1].span, "this round")
                    .related(pair[0].span, "the round before")
                    .hint("give the days in the order of the rounds"),
            );
        }
    }
    for time in &times {
        let before = t.start.is_some_and(|start| time.value.day < start);
        let after = t.end.is_some_and(|end| time.value.day > end);
        if before || after {
            let what = if before { "before the first day" } else { "after the last day" };
            diagnostics.push(
                Diagnostic::warning("W0515", format!("a round {what} of the event"))
                    .at(time.span)
                    .hint("correct it, or `start` and `end`"),
            );
        }
    }
    t.round_times = times.into_iter().map(|time| time.value).collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_day_decides_the_rule_set() {
        let on = |y, m, d| default_rule_set(Some(jiff::civil::date(y, m, d)));
        assert_eq!(on(1999, 12, 31), RuleSet::Fce1990);
        assert_eq!(on(2000, 1, 1), RuleSet::Fide2024);
        assert_eq!(on(2026, 2, 28), RuleSet::Fide2024);
        assert_eq!(on(2026, 3, 1), RuleSet::Fide2026);
        assert_eq!(default_rule_set(None), RuleSet::Fce1990);
    }

    #[test]
    fn prizes_are_read_and_their_problems_told() {
        let (t, problems) = read(
            "[[prizes]]\namounts = [500, 300]\n[[prizes]]\nname = \"Segona\"\n\
             category = \"2a\"\nsex = \"f\"\nborn_from = 1970\nonly_once = true\namounts = [200]\n",
        );
        assert_eq!(problems, "");
        assert_eq!(t.prizes[0].amounts, [500, 300]);
        let second = &t.prizes[1];
        assert_eq!((second.category, second.sex), (Some(Category::Second), Some(Sex::Female)));
        assert_eq!((second.born_from, second.only_once), (Some(1970), true));
        let (t, problems) =
            read("[[prizes]]\nname = \"x\"\n[[prizes]]\namounts = [1, 2]\ncategory = \"4a\"\n");
        assert_eq!(t.prizes.len(), 1);
        for word in ["E0521", "W0522", "expected a category"] {
            assert!(problems.contains(word), "{word}: {problems}");
        }
    }

    fn read(text: &str) -> (Tournament, String) {
        let (sources, mut diagnostics) = (crate::diag::Sources::default(), Diagnostics::new());
        let project = crate::project::Project::memory([("tournament.toml", text)]);
        let path = std::path::Path::new("tournament.toml");
        let file =
            crate::source::settings::read_settings(&project, path, &sources, &mut diagnostics);
        let mut t = Tournament::new("x", "X", System::Swiss, 0);
        apply(file.unwrap().value, &mut t, &Archive::default(), &mut diagnostics);
        (t, diagnostics.render(&sources, false))
    }

    #[test]
    fn days_of_rounds_are_read_with_their_hours() {
        let (t, problems) = read(
            "rounds = 3\ndraw_seed = 7\nclubmates_first = true\n\
             round_dates = [1990-10-06, 1990-10-13T16:30:00]\n",
        );
        assert_eq!(problems, "");
        assert_eq!((t.draw_seed, t.clubmates_first, t.round_times.len()), (Some(7), true, 2));
        assert_eq!(t.round_times[0].hour, None);
        assert_eq!(t.round_times[1].hour, Some(jiff::civil::time(16, 30, 0, 0)));
    }

    #[test]
    fn days_of_rounds_out_of_place_are_told() {
        let (_, problems) = read(
            "rounds = 2\nstart = 1990-10-06\nend = 1990-10-20\n\
             round_dates = [1990-10-13, 1990-10-05, 1990-10-20]\n",
        );
        assert!(problems.contains("error[E0514]: a day for round 3"), "{problems}");
        assert!(problems.contains("E0514]: a round comes before the one before it"), "{problems}");
        assert!(problems.contains("W0515]: a round before the first day"), "{problems}");
        let (t, problems) = read("round_dates = [\"demà\", 1990-10-06]\n");
        assert!(problems.contains("E0205") && problems.contains("or with its hour"), "{problems}");
        assert_eq!(t.round_times.len(), 1);
    }
}
