//! `promote`: promotions of a tournament, or the list of a season.

use super::args::{PromoteArgs, TournamentArgs};
use super::tournament::style;
use super::{Outcome, Session, ledger, print, print_json, tournament};
use crate::build::RulesByDay;
use crate::core::promotion::list::{self, Period};
use crate::core::report::Msg;
use crate::core::season;
use crate::model::{Archive, Date};
use crate::terminal;

pub fn promote(session: &mut Session, args: &PromoteArgs) -> Outcome {
    if let Some(tournament) = &args.tournament {
        let of = TournamentArgs {
            tournament: tournament.clone(),
            json: args.json,
            explain: args.explain,
        };
        return tournament::promote(session, &of, args.round);
    }
    let Some((data, rules)) = ledger::load(session) else {
        return if args.json { session.report_json() } else { session.report() };
    };
    let archive = &data.archive;
    let (period, title) = match period(args, archive, &rules) {
        Ok(found) => found,
        Err(message) => {
            eprintln!("error: {message}");
            return Outcome::Usage;
        }
    };
    let listed = list::promotions(archive, period, |t| rules.of(t));
    if args.csv {
        print(&list::to_csv(&listed, archive));
    } else if args.json {
        print_json(&list::to_json(&listed, archive, period));
    } else {
        let Some(language) = session.load_language(&data.config.language.clone()) else {
            return session.report();
        };
        let report = list::report(&listed, archive, title, period);
        print(&terminal::render(&report, &language, style(args.explain)));
    }
    session.report()
}

fn period(
    args: &PromoteArgs,
    archive: &Archive,
    rules: &RulesByDay,
) -> Result<(Period, Msg), String> {
    let day = |text: &Option<String>, otherwise: Date| match text {
        None => Ok(otherwise),
        Some(text) => {
            text.parse::<Date>().map_err(|_| format!("`{text}` is no day such as 1991-03-01"))
        }
    };
    if args.from.is_some() || args.to.is_some() {
        let period = Period { from: day(&args.from, Date::MIN)?, to: day(&args.to, Date::MAX)? };
        return Ok((period, Msg::new("promotions.title")));
    }
    let published = rules.published();
    let latest = archive.tournaments.iter().filter_map(|t| t.end.or(t.start)).max();
    let season = args.season.or_else(|| latest.map(|day| season::season_of(day, published)));
    let Some(season) = season else { return Err("the site has no event with a day".to_owned()) };
    let Some((from, to)) = season::days(season, published) else {
        return Err(format!("there is no season {season}"));
    };
    Ok((Period { from, to }, Msg::new("promotions.season").with("season", season)))
}
