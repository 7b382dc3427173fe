//! The norms of Mestre Català that a player holds, season by season (MC norma 4, MC títol 5;
//! AMB-20, 22, 102).
//!
//! [`ledger`] counts; [`history`] finds what there is to count in an archive, and [`report`]
//! writes it.

pub mod history;
pub mod report;

use std::collections::BTreeSet;

use super::report::{Entry, Msg, Step};

crate::rules! {
    /// Gaining the title and losing norms.
    pub struct LedgerRules {
        /// Norms that make the title (MC títol 5).
        for_title: u32 = "mc.titol-normes",
        /// Seasons in a row without a norm after which some are lost (MC norma 4).
        idle_seasons: u32 = "mc.temporades-sense-norma",
        /// How many are lost.
        lost: u32 = "mc.normes-perdudes",
    }
}

/// A norm that was made. Within a season they are given in order of date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerNorm {
    /// The year in which the season ends.
    pub season: i32,
    pub event: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LedgerInput {
    pub norms: Vec<LedgerNorm>,
    /// Season of a title obtained without norms (MC títol 1 to 4).
    pub direct_title: Option<i32>,
    /// Last season looked at; later norms are left out.
    pub through: i32,
    /// That season is not over: norms made in it count, idleness does not (AMB-102).
    pub open: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LedgerEvent {
    Gain,
    Loss,
    Title,
}

impl LedgerEvent {
    pub fn key(self) -> &'static str {
        match self {
            Self::Gain => "gain",
            Self::Loss => "loss",
            Self::Title => "title",
        }
    }
}

/// Something that happened to the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    pub season: i32,
    pub what: LedgerEvent,
    /// Norms held afterwards.
    pub held: u32,
    /// The event of the norm gained or lost.
    pub event: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    pub log: Vec<LedgerLine>,
    pub held: u32,
    pub title_season: Option<i32>,
    /// Finished seasons without a norm since the last gain or loss, while any norm is held.
    pub idle_seasons: u32,
}

/// Follows the norms season by season. An event gives one norm at most (AMB-22).
pub fn ledger(input: &LedgerInput, rules: &LedgerRules) -> Ledger {
    let mut norms: Vec<&LedgerNorm> =
        input.norms.iter().filter(|norm| norm.season <= input.through).collect();
    norms.sort_by_key(|norm| norm.season);
    let mut seen = BTreeSet::new();
    norms.retain(|norm| seen.insert((norm.season, norm.event.as_str())));

    let direct = input.direct_title.filter(|season| *season <= input.through);
    let mut book = Ledger { log: Vec::new(), held: 0, title_season: None, idle_seasons: 0 };
    // Oldest first.
    let mut held: Vec<String> = Vec::new();
    let mut previous: Option<i32> = None;
    for of_season in norms.chunk_by(|a, b| a.season == b.season) {
        let season = of_season[0].season;
        if direct.is_some_and(|direct| direct < season) {
            break;
        }
        if let Some(previous) = previous {
            pass_idle(&mut book, &mut held, previous, season - 1, rules);
            book.idle_seasons = 0;
        }
        for norm in of_season {
            held.push(norm.event.clone());
            book.record(season, LedgerEvent::Gain, &held, Some(norm.event.clone()));
            if held.len() >= rules.for_title.get() as usize {
                book.record(season, LedgerEvent::Title, &held, None);
                book.title_season = Some(season);
                return book;
            }
        }
        previous = Some(season);
    }
    let last_idle = match direct {
        Some(direct) => direct.saturating_sub(1),
        None if input.open => input.through.saturating_sub(1),
        None => input.through,
    };
    if let Some(previous) = previous {
        pass_idle(&mut book, &mut held, previous, last_idle, rules);
    }
    if let Some(season) = direct {
        book.idle_seasons = 0;
        book.record(season, LedgerEvent::Title, &held, None);
        book.title_season = Some(season);
    }
    book
}

/// The ends of the seasons after `last_norm`, up to `until`, in none of which a norm was made.
fn pass_idle(
    book: &mut Ledger,
    held: &mut Vec<String>,
    last_norm: i32,
    until: i32,
    rules: &LedgerRules,
) {
    let mut season = last_norm;
    // Ends at the latest when nothing is held, however long the time is.
    while season < until && !held.is_empty() {
        season += 1;
        book.idle_seasons += 1;
        if book.idle_seasons >= rules.idle_seasons.get() {
            book.idle_seasons = 0;
            // A text that takes none would make the loop endless.
            for _ in 0..rules.lost.get().max(1) {
                if held.is_empty() {
                    break;
                }
                let oldest = held.remove(0);
                book.record(season, LedgerEvent::Loss, held, Some(oldest));
            }
        }
    }
}

impl Ledger {
    fn record(&mut self, season: i32, what: LedgerEvent, held: &[String], event: Option<String>) {
        self.held = held.len() as u32;
        self.log.push(LedgerLine { season, what, held: self.held, event });
    }

    /// Norms held, with one line for each gain and loss.
    pub fn entry(&self, rules: &LedgerRules) -> Entry {
        let mut entry =
            Entry::plain(self.held).cite_param(&rules.idle_seasons).cite_param(&rules.for_title);
        for line in &self.log {
            // Which provision gave a norm or a direct title is not known here.
            let by_norms = self.held >= rules.for_title.get();
            let (key, at) = match line.what {
                LedgerEvent::Gain => ("ledger.gain", None),
                LedgerEvent::Loss => ("ledger.loss", Some(&rules.idle_seasons.at)),
                LedgerEvent::Title if by_norms => ("ledger.title", Some(&rules.for_title.at)),
                LedgerEvent::Title => ("ledger.direct-title", None),
            };
            let text = Msg::new(key)
                .with("season", line.season)
                .with("event", line.event.as_deref())
                .with("idle", rules.idle_seasons.get());
            let step = Step::new(text).gives(line.held);
            entry = entry.step(match at {
                Some(at) => step.cite(at),
                None => step,
            });
        }
        if self.idle_seasons > 0 {
            let text = Msg::new("ledger.idle").with("n", self.idle_seasons);
            entry = entry.step(Step::new(text).cite(&rules.idle_seasons.at));
        }
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_rules::rules;

    fn run(norms: &[(i32, &str)], through: i32) -> Ledger {
        let norms = norms
            .iter()
            .map(|&(season, event)| LedgerNorm { season, event: event.to_owned() })
            .collect();
        ledger(&LedgerInput { norms, through, ..LedgerInput::default() }, &rules().ledger)
    }

    fn log(book: &Ledger) -> Vec<(i32, &'static str, u32)> {
        book.log.iter().map(|line| (line.season, line.what.key(), line.held)).collect()
    }

    /// AMB-102: lost at the end of the second season without one.
    #[test]
    fn a_norm_is_lost_after_two_idle_seasons() {
        let book = run(&[(1986, "a")], 1987);
        assert_eq!((book.held, book.idle_seasons), (1, 1));
        let book = run(&[(1986, "a")], 1988);
        assert_eq!(log(&book), [(1986, "gain", 1), (1988, "loss", 0)]);
        assert_eq!((book.held, book.idle_seasons), (0, 0));
    }

    /// AMB-102: of two, the second goes two seasons later, the oldest first.
    #[test]
    fn every_two_seasons_take_one() {
        let book = run(&[(1986, "a"), (1986, "b")], 1990);
        assert_eq!(
            log(&book),
            [(1986, "gain", 1), (1986, "gain", 2), (1988, "loss", 1), (1990, "loss", 0)]
        );
        assert_eq!(book.log[2].event.as_deref(), Some("a"));
        assert_eq!(run(&[(1986, "a"), (1986, "b")], 1989).idle_seasons, 1);
    }

    /// AMB-20: every norm won or lost starts the count again; the season of the norm is season 0.
    #[test]
    fn a_new_norm_starts_the_count_again() {
        let book = run(&[(1986, "a"), (1988, "b")], 1989);
        assert_eq!((book.held, book.idle_seasons), (2, 1));
        // Norms of 1986 and 1989: the first was lost in 1988.
        let book = run(&[(1989, "b"), (1986, "a")], 1989);
        assert_eq!(log(&book), [(1986, "gain", 1), (1988, "loss", 0), (1989, "gain", 1)]);
    }

    #[test]
    fn the_third_norm_is_the_title_and_ends_losses() {
        let book = run(&[(1986, "a"), (1987, "b"), (1989, "c"), (1990, "d")], 2000);
        assert_eq!(log(&book).last(), Some(&(1989, "title", 3)));
        assert_eq!((book.held, book.title_season, book.idle_seasons), (3, Some(1989), 0));
    }

    /// AMB-22: one norm per event.
    #[test]
    fn an_event_gives_one_norm() {
        assert_eq!(run(&[(1986, "a"), (1986, "a")], 1986).held, 1);
        assert_eq!(run(&[(1986, "a"), (1987, "a")], 1987).held, 2);
    }

    /// AMB-102: a season still open is not counted.
    #[test]
    fn an_open_season_takes_nothing() {
        let norms = vec![LedgerNorm { season: 1986, event: "a".to_owned() }];
        let input = LedgerInput { norms, direct_title: None, through: 1988, open: true };
        let book = ledger(&input, &rules().ledger);
        assert_eq!((book.held, book.idle_seasons), (1, 1));
    }

    #[test]
    fn a_direct_title_ends_the_ledger() {
        let norm = |season| LedgerNorm { season, event: "a".to_owned() };
        let input = LedgerInput {
            norms: vec![norm(1986), norm(1990)],
            direct_title: Some(1987),
            through: 1995,
            open: false,
        };
        let book = ledger(&input, &rules().ledger);
        assert_eq!(log(&book), [(1986, "gain", 1), (1987, "title", 1)]);
        assert_eq!(book.title_season, Some(1987));
    }
}
