//! Where the time of a build goes: `butlleti build --timings`.
//!
//! Times are shown to whoever builds; nothing that is made depends on them.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// A part of the way, one after another.
    Stage,
    /// Pages by their template.
    Template,
    Page,
    Document,
}

/// How many of each are shown.
const SHOWN: usize = 8;

/// Times taken, in any thread.
#[derive(Debug, Default)]
pub struct Timings(Mutex<BTreeMap<(What, String), (Duration, u32)>>);

impl Timings {
    /// Adds the time since `started`.
    pub fn add(&self, what: What, name: &str, started: Instant) {
        let time = started.elapsed();
        let mut times = self.0.lock().expect("nobody panics while it is held");
        let entry = times.entry((what, name.to_owned())).or_default();
        entry.0 += time;
        entry.1 += 1;
    }

    /// The slowest of each, in lines. Times of pages and documents are added up over threads.
    pub fn report(&self) -> String {
        let times = self.0.lock().expect("nobody panics while it is held");
        let mut text = String::new();
        let kinds = [
            (What::Stage, "stages"),
            (What::Template, "slowest templates (all threads together)"),
            (What::Page, "slowest pages"),
            (What::Document, "slowest documents"),
        ];
        for (what, title) in kinds {
            let mut lines: Vec<_> = times.iter().filter(|((kind, _), _)| *kind == what).collect();
            if lines.is_empty() {
                continue;
            }
            lines.sort_by_key(|(_, (time, _))| std::cmp::Reverse(*time));
            // Writing to a string never fails.
            let _ = writeln!(text, "{title}");
            for ((_, name), (time, count)) in lines.into_iter().take(SHOWN) {
                let times = if *count > 1 { format!("  ({count} times)") } else { String::new() };
                let _ = writeln!(text, "{:>10.1} ms  {name}{times}", time.as_secs_f64() * 1000.0);
            }
        }
        text
    }
}

/// Takes the time until it is dropped, if anybody wants it.
#[derive(Debug)]
pub struct Timer<'a> {
    timings: Option<&'a Timings>,
    what: What,
    name: &'a str,
    started: Instant,
}

impl<'a> Timer<'a> {
    pub fn start(timings: Option<&'a Timings>, what: What, name: &'a str) -> Self {
        Self { timings, what, name, started: Instant::now() }
    }
}

impl Drop for Timer<'_> {
    fn drop(&mut self) {
        if let Some(timings) = self.timings {
            timings.add(self.what, self.name, self.started);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_come_first_and_times_add_up() {
        let timings = Timings::default();
        let started = Instant::now();
        std::thread::sleep(Duration::from_millis(3));
        timings.add(What::Page, "slow", started);
        drop(Timer::start(Some(&timings), What::Page, "fast"));
        drop(Timer::start(Some(&timings), What::Page, "fast"));
        drop(Timer::start(None, What::Page, "unheard"));
        let report = timings.report();
        assert!(report.find("slow").unwrap() < report.find("fast  (2 times)").unwrap(), "{report}");
        assert!(!report.contains("unheard"));
    }
}
