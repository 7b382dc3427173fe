//! Commands about one tournament: from a site, a folder, or a lone file.

use std::path::PathBuf;

use super::args::{
    CrosstableArgs, DrawArgs, NormsArgs, Order, ReportArgs, StandingsArgs, TournamentArgs,
};
use super::{Outcome, Session, colour, print, print_json};
use crate::build::RulesByDay;
use crate::core::crosstable;
use crate::core::fide::{FideRules, rating_report};
use crate::core::homologation::{self, HomologationContext};
use crate::core::norms::forecast;
use crate::core::pairing::draw as lots;
use crate::core::report::{Block, Msg, Report};
use crate::core::standings::{Settings, Standings};
use crate::core::{Rules1990, lineup_check, norms, numbering, promotion};
use crate::model::{Archive, Plan, RuleSet, Tournament};
use crate::source::{self, Found};
use crate::terminal::{self, Style};

/// A loaded tournament with the rules that hold for it.
pub(super) struct Loaded {
    pub tournament: Tournament,
    pub archive: Archive,
    pub rules: Rules1990,
    /// The folder of the event, or its file, on disk.
    pub place: Option<PathBuf>,
    is_lone_file: bool,
}

impl Loaded {
    /// The event as its standings are made. A file by itself keeps the lists of 1990 whatever its
    /// day; criteria that were asked for come in place of any list.
    fn for_standings(&self, tie_breaks: Option<&[String]>) -> Tournament {
        let mut tournament = self.tournament.clone();
        match tie_breaks {
            Some(names) => {
                tournament.tie_breaks =
                    Some(names.iter().map(|name| name.as_str().into()).collect());
            }
            None if self.is_lone_file => {
                tournament.rule_set = RuleSet::Fce1990;
                tournament.tie_breaks = None;
            }
            None => {}
        }
        tournament
    }
}

/// Loads the tournament and the rules; the problems are in the session.
pub(super) fn load(session: &mut Session, tournament: &str) -> Option<Loaded> {
    load_among(session, tournament, false)
}

/// The same, with all other events of the site where the event is compared with them.
fn load_among(session: &mut Session, tournament: &str, others: bool) -> Option<Loaded> {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    let rules = RulesByDay::bind(&versions, &mut diagnostics);
    let found =
        source::find_tournament(tournament, &session.project, &session.sources, &mut diagnostics);
    session.diagnostics = diagnostics;
    if session.diagnostics.has_errors() {
        return None;
    }
    let (mut found, rules) = (found?, rules?);
    if others {
        found = found.with_all_events(&session.sources);
    }
    let rules = rules.of(&found.tournament).clone();
    let Found { mut tournament, archive, place, is_lone_file, .. } = found;
    tournament.improper_lineups = lineup_check::improper(&tournament, &archive, &rules);
    Some(Loaded { tournament, archive, rules, place, is_lone_file })
}

/// What an answer is: the report for people, the same as data.
pub(super) struct Answer {
    pub report: Report,
    pub json: serde_json::Value,
}

/// Loads, computes and prints.
pub(super) fn answer(
    session: &mut Session,
    args: &TournamentArgs,
    compute: impl FnOnce(&Loaded) -> Answer,
) -> Outcome {
    answer_among(session, args, false, compute)
}

/// The same, with all other events of the site if the answer depends on them.
fn answer_among(
    session: &mut Session,
    args: &TournamentArgs,
    others: bool,
    compute: impl FnOnce(&Loaded) -> Answer,
) -> Outcome {
    let Some(loaded) = load_among(session, &args.tournament, others) else {
        return if args.json { session.report_json() } else { session.report() };
    };
    let Some(language) = session.load_language("ca") else { return session.report() };
    let answer = compute(&loaded);
    if args.json {
        print_json(&answer.json);
    } else {
        print(&terminal::render(&answer.report, &language, style(args.explain)));
    }
    // Warnings about the data go to standard error and do not fail the command.
    session.report()
}

pub(super) fn style(explain: bool) -> Style {
    let colour = colour(&std::io::stdout());
    let width = if std::io::IsTerminal::is_terminal(&std::io::stdout()) {
        terminal_width()
    } else {
        usize::MAX
    };
    Style { colour, width, explain }
}

/// Columns of the terminal; shells export them, and the fallback suits any.
fn terminal_width() -> usize {
    std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).unwrap_or(120)
}

pub fn standings(session: &mut Session, args: &StandingsArgs) -> Outcome {
    answer(session, &args.tournament, |loaded| {
        let rules = &loaded.rules;
        let tournament = &loaded.for_standings(args.tie_breaks.as_deref());
        let last = tournament.rounds_complete();
        let round = args.round.unwrap_or(last).min(tournament.rounds_recorded());
        let settings = Settings { plain_buchholz: args.plain_buchholz, edition: args.edition };
        let standings = Standings::compute(tournament, rules, round, &settings);
        Answer {
            report: standings.report(tournament, rules),
            json: standings.to_json(tournament, rules),
        }
    })
}

pub fn crosstable(session: &mut Session, args: &CrosstableArgs) -> Outcome {
    answer(session, &args.tournament, |loaded| {
        let rules = &loaded.rules;
        let tournament = &loaded.for_standings(None);
        let round = tournament.rounds_recorded();
        let standings = Standings::compute(tournament, rules, round, &Settings::default());
        let order = match args.order {
            Order::Rank => crosstable::Order::Rank,
            Order::Number => crosstable::Order::Number,
        };
        let table = crosstable::crosstable(tournament, &standings, rules, order);
        let title = Msg::new("crosstable.title").with("tournament", tournament.name.clone());
        Answer {
            report: Report { key: "crosstable", title, blocks: vec![Block::Table(table)] },
            json: crosstable::to_json(tournament, &standings, order),
        }
    })
}

pub fn norms(session: &mut Session, args: &NormsArgs) -> Outcome {
    answer(session, &args.tournament, |loaded| {
        if args.forecast {
            let t = &loaded.tournament;
            let over =
                args.round.unwrap_or_else(|| t.rounds_complete().min(t.rounds.saturating_sub(1)));
            return Answer {
                report: forecast::report(t, over, &loaded.rules),
                json: forecast::to_json(t, over, &loaded.rules),
            };
        }
        let context = HomologationContext::for_event(&loaded.tournament, &loaded.archive);
        Answer {
            report: norms::report(&loaded.tournament, &loaded.rules, &context),
            json: norms::norms_json(&loaded.tournament, &loaded.rules, &context),
        }
    })
}

pub fn homologate(session: &mut Session, args: &ReportArgs) -> Outcome {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let argument = &args.tournament.tournament;
    let plan = source::find_plan(argument, &session.project, &session.sources, &mut diagnostics);
    session.diagnostics = diagnostics;
    if let Some((plan, archive)) = plan {
        return homologate_plan(session, &args.tournament, plan.as_ref(), &archive);
    }
    answer_among(session, &args.tournament, true, |loaded| {
        let context = HomologationContext::for_event(&loaded.tournament, &loaded.archive);
        Answer {
            report: homologation::report(&loaded.tournament, &loaded.rules, &context),
            json: homologation::homologation_json(&loaded.tournament, &loaded.rules, &context),
        }
    })
}

/// The requirements of a planned event.
fn homologate_plan(
    session: &mut Session,
    args: &TournamentArgs,
    plan: Option<&Plan>,
    archive: &Archive,
) -> Outcome {
    let mut diagnostics = std::mem::take(&mut session.diagnostics);
    let (versions, _) = source::rulebook(session.texts(), &session.sources, &mut diagnostics);
    let rules = RulesByDay::bind(&versions, &mut diagnostics);
    session.diagnostics = diagnostics;
    let (Some(plan), Some(rules)) = (plan, rules) else {
        return if args.json { session.report_json() } else { session.report() };
    };
    if session.diagnostics.has_errors() {
        return if args.json { session.report_json() } else { session.report() };
    }
    let rules = rules.of(&plan.event);
    let context = HomologationContext::for_plan(plan, archive);
    let Some(language) = session.load_language("ca") else { return session.report() };
    if args.json {
        print_json(&homologation::homologation_json(&plan.event, rules, &context));
    } else {
        let report = homologation::report(&plan.event, rules, &context);
        print(&terminal::render(&report, &language, style(args.explain)));
    }
    session.report()
}

/// Promotions of one tournament; the list of a season is in [`super::promotions`].
pub fn promote(session: &mut Session, args: &TournamentArgs, round: Option<u32>) -> Outcome {
    answer(session, args, |loaded| {
        let then = round.map(|round| loaded.tournament.after_round(round));
        let t = then.as_ref().unwrap_or(&loaded.tournament);
        Answer {
            report: promotion::report(t, &loaded.rules),
            json: promotion::promotion_json(t, &loaded.rules),
        }
    })
}

pub fn lineup(session: &mut Session, args: &ReportArgs) -> Outcome {
    answer(session, &args.tournament, |loaded| {
        let Loaded { tournament, archive, rules, .. } = loaded;
        let report = lineup_check::report(tournament, archive, rules).unwrap_or_else(|| {
            let title = Msg::new("lineup-check.title").with("tournament", tournament.name.clone());
            let blocks = vec![Block::Paragraph(Msg::new("lineup-check.none"))];
            Report { key: "lineup-check", title, blocks }
        });
        Answer { report, json: lineup_check::to_json(tournament, archive, rules) }
    })
}

pub fn numbers(session: &mut Session, args: &ReportArgs) -> Outcome {
    answer(session, &args.tournament, |loaded| {
        let report = numbering::report(&loaded.tournament, &loaded.rules).unwrap_or_else(|| {
            let title =
                Msg::new("numbering.title").with("tournament", loaded.tournament.name.clone());
            let blocks = vec![Block::Paragraph(Msg::new("numbering.none"))];
            Report { key: "numbering", title, blocks }
        });
        Answer { json: report.to_json(), report }
    })
}

pub fn ratings(session: &mut Session, args: &ReportArgs) -> Outcome {
    by_fide(session, &args.tournament, rating_report::report, rating_report::to_json)
}

/// A calculation by the rules of FIDE, which a site of its own texts may not have.
pub(super) fn by_fide(
    session: &mut Session,
    args: &TournamentArgs,
    report: fn(&Tournament, &FideRules) -> Report,
    json: fn(&Tournament, &FideRules) -> serde_json::Value,
) -> Outcome {
    answer(session, args, |loaded| match loaded.rules.fide.rules() {
        Some(rules) => Answer {
            report: report(&loaded.tournament, rules),
            json: json(&loaded.tournament, rules),
        },
        None => {
            let blocks = vec![Block::Paragraph(Msg::new("fide.no-texts"))];
            let title = Msg::new("fide.title").with("tournament", loaded.tournament.name.clone());
            let report = Report { key: "fide", title, blocks };
            Answer { json: report.to_json(), report }
        }
    })
}

pub fn draw(session: &mut Session, args: &DrawArgs) -> Outcome {
    let (seed, clubmates_first) = (args.seed, args.clubmates_first);
    let mut missing = false;
    let outcome = answer(session, &args.tournament, |loaded| {
        let t = &loaded.tournament;
        missing = seed.is_none() && t.draw_seed.is_none();
        let seed = seed.or(t.draw_seed).unwrap_or_default();
        let report = lots::report(t, seed, clubmates_first || t.clubmates_first);
        Answer { json: report.to_json(), report }
    });
    if missing {
        eprintln!("no seed was given, nor is `draw_seed` in tournament.toml: this is seed 0");
    }
    outcome
}
