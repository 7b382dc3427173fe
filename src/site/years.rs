//! Lists of all events, cut by years where there are many.

use std::cmp::Reverse;

use super::SiteInput;

/// Events that one page lists; where there are more, those of each year have a page of their own.
const EVENTS_AT_ONCE: usize = 80;

/// The years of a site's events, the latest first, where lists are cut by them. The latest is on
/// the list's first page, the others have their own.
pub fn years(input: &SiteInput<'_>) -> Vec<i16> {
    if input.events.len() <= EVENTS_AT_ONCE {
        return Vec::new();
    }
    let mut years: Vec<i16> =
        (0..input.events.len()).filter_map(|event| year_of(input, event)).collect();
    years.sort_unstable_by_key(|&year| Reverse(year));
    years.dedup();
    years
}

/// The year of an event's first day, by its index in the input.
pub fn year_of(input: &SiteInput<'_>, event: usize) -> Option<i16> {
    let tournament = &input.archive.tournaments[input.events[event].tournament];
    tournament.start.map(|day| day.year())
}

/// The events that a list has on the page of a year, or on its first page; in the order of the
/// input. Those without a day are on the first.
pub fn events_of(input: &SiteInput<'_>, year: Option<i16>) -> Vec<usize> {
    let latest = years(input).first().copied();
    let is_here = |&event: &usize| match (year, latest) {
        (_, None) => true,
        (Some(year), _) => year_of(input, event) == Some(year),
        (None, Some(_)) => {
            let own = year_of(input, event);
            own.is_none() || own == latest
        }
    };
    (0..input.events.len()).filter(is_here).collect()
}

/// The page of a year, below that of a list.
pub fn year_url(list: &str, year: i16) -> String {
    format!("{list}{year}/")
}
