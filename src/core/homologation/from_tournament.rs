//! From a tournament to the checks of its kind.

use serde_json::{Value as Json, json};

use super::closed::{ClosedInput, ClosedPlayer, check_closed};
use super::closed_sheet::closed_sheet;
use super::open::{OpenGroup, OpenInput, check_open};
use super::open_sheet::open_sheet;
use super::{HomologationContext, known};
use crate::core::distance::Place;
use crate::core::formula::{Data, Found, Sheet};
use crate::core::report::{Block, Msg, Report, Verdict};
use crate::core::rules::Rules1990;
use crate::model::{Cell, EventKind, Forfeit, Outcome, Plan, Tournament};

/// A closed event as its checks see it. Participants are those who start (AMB-104): everybody, until
/// there are rounds; then all but those who never appeared.
pub fn closed_input(tournament: &Tournament) -> ClosedInput {
    let starts = |index: usize| {
        tournament.cells.get(index).is_none_or(|row| {
            row.is_empty()
                || row.iter().any(|cell| match cell {
                    Cell::Paired { outcome, .. } => *outcome != Outcome::Forfeit(Forfeit::Lost),
                    Cell::Bye(_) => true,
                    Cell::Absent(_) => false,
                })
        })
    };
    let players = tournament
        .entrants
        .iter()
        .enumerate()
        .filter(|(index, _)| starts(*index))
        .map(|(_, entrant)| ClosedPlayer {
            name: Some(entrant.name.clone()),
            club: entrant.club.clone(),
            category: entrant.category,
            title: entrant.title,
            ratings: entrant.ratings,
        })
        .collect();
    ClosedInput {
        rounds: tournament.rounds,
        valid_for_fide: tournament.homologation.valid_for_fide,
        players,
    }
}

/// An open as its checks see it: this tournament is one of its groups.
pub fn open_input(tournament: &Tournament, context: &HomologationContext) -> OpenInput {
    let told = &tournament.homologation;
    let listed = u32::try_from(tournament.entrants.len()).ok().filter(|&players| players > 0);
    let mut groups = context.groups.clone().unwrap_or_else(|| {
        let players = told.entered.or(listed);
        vec![OpenGroup { categories: tournament.categories.clone(), players }]
    });
    groups.extend(context.other_groups.iter().cloned());
    OpenInput {
        request: told.request,
        request_year: context.request_year,
        rounds: tournament.rounds,
        start: tournament.start,
        end: tournament.end,
        at: told.at.map(|(latitude, longitude)| Place { latitude, longitude }),
        groups,
        list_received: told.list_received,
        round_2_start: told.round_2_start,
        papers_received: told.papers_received,
        rules_approved: told.rules_approved,
        officials_recognised: told.officials_recognised,
        established: context.established.clone(),
        certificate_shown: told.certificate_shown,
        documents: told.documents.clone(),
        fee_paid: told.fee_paid,
    }
}

/// Is the event homologated: for Catalan Elo if it is closed, at all if it is open?
pub fn verdict(t: &Tournament, rules: &Rules1990, context: &HomologationContext) -> Verdict {
    match t.kind {
        EventKind::Closed => check_closed(&closed_input(t), rules).homologated_elo,
        EventKind::Open => {
            let input = open_input(t, context);
            check_open(&input, &context.calendar, rules).can_be_homologated
        }
        _ => Verdict::Unknown,
    }
}

/// Is the event homologated for norms of Mestre Català? By its kind: closed and open events by
/// their checks; official events are the federation's own; of others it is not known.
pub fn homologated_for_norms(
    tournament: &Tournament,
    rules: &Rules1990,
    context: &HomologationContext,
) -> Verdict {
    match tournament.kind {
        EventKind::Closed => check_closed(&closed_input(tournament), rules).homologated_norms,
        EventKind::Open => {
            let input = open_input(tournament, context);
            check_open(&input, &context.calendar, rules).can_give_norms
        }
        EventKind::Official => Verdict::Met,
        EventKind::TeamFinals | EventKind::Cup => Verdict::NotMet,
        EventKind::Other => Verdict::Unknown,
    }
}

/// The homologation check of a tournament, requirement by requirement.
pub fn report(tournament: &Tournament, rules: &Rules1990, context: &HomologationContext) -> Report {
    let title = Msg::new("homologation.title").with("tournament", tournament.name.clone());
    let mut blocks = Vec::new();
    match no_rules(tournament) {
        Some((_, text)) => blocks.push(Block::Paragraph(Msg::new(text))),
        None => {
            let (sheet, input) = sheet_of(tournament, rules, context);
            blocks.extend(sheet_blocks(&sheet, &input));
        }
    }
    Report { key: "homologation", title, blocks }
}

/// Every requirement for programs: `{key, value, measured, citation, advice}`.
fn requirements(t: &Tournament, rules: &Rules1990, context: &HomologationContext) -> Json {
    let (sheet, input) = sheet_of(t, rules, context);
    sheet.compute(&input).all().iter().map(Found::to_json).collect()
}

/// The requirements of an event's kind, and what is known of the event.
pub fn sheet_of(t: &Tournament, rules: &Rules1990, context: &HomologationContext) -> (Sheet, Data) {
    match t.kind {
        EventKind::Closed => (closed_sheet(rules), closed_input_named(t, context).data()),
        _ => (open_sheet(rules), open_input(t, context).data(&context.calendar)),
    }
}

/// What is known of a planned event, in the fields of its sheet.
pub fn plan_data(plan: &Plan, context: &HomologationContext) -> Data {
    match plan.event.kind {
        EventKind::Closed => closed_input_named(&plan.event, context).data(),
        _ => open_input(&plan.event, context).data(&context.calendar),
    }
}

/// A closed event with the names of the clubs.
fn closed_input_named(t: &Tournament, context: &HomologationContext) -> ClosedInput {
    let mut input = closed_input(t);
    for player in &mut input.players {
        let name = player.club.as_ref().and_then(|club| context.clubs.get(club));
        player.club = name.cloned().or_else(|| player.club.take());
    }
    input
}

/// The summary and the requirements of an input.
fn sheet_blocks(sheet: &Sheet, input: &Data) -> Vec<Block> {
    let mut computed = sheet.compute(input);
    let summary = computed.summary().map(Block::Paragraph);
    summary.into_iter().chain(computed.blocks()).collect()
}

/// Why no homologation rules apply, if none do: a key for programs and a sentence.
fn no_rules(tournament: &Tournament) -> Option<(&'static str, &'static str)> {
    if tournament.is_team_event() {
        return Some(("team-event", "homologation.no.teams"));
    }
    match tournament.kind {
        EventKind::Closed | EventKind::Open => None,
        EventKind::Official => Some(("official", "homologation.no.official")),
        EventKind::TeamFinals | EventKind::Cup => Some(("kind", "homologation.no.kind")),
        EventKind::Other => Some(("unknown-kind", "homologation.no.other")),
    }
}

/// For programs: `{"report": "homologation", "kind": "closed" | "open", …}` with the fields of
/// [`ClosedReport::to_json`](super::closed::ClosedReport::to_json) or
/// [`OpenReport::to_json`](super::open::OpenReport::to_json), and `working` with every requirement.
pub fn homologation_json(
    tournament: &Tournament,
    rules: &Rules1990,
    context: &HomologationContext,
) -> Json {
    let kind = tournament.kind.key();
    if let Some((reason, _)) = no_rules(tournament) {
        return json!({"report": "homologation", "kind": kind, "not_applicable": reason});
    }
    let mut json = if tournament.kind == EventKind::Closed {
        check_closed(&closed_input(tournament), rules).to_json()
    } else {
        let input = open_input(tournament, context);
        check_open(&input, &context.calendar, rules).to_json(&input)
    };
    json["report"] = json!("homologation");
    json["kind"] = json!(kind);
    json["for_norms"] = known(homologated_for_norms(tournament, rules, context));
    json["requirements"] = requirements(tournament, rules, context);
    json["working"] = report(tournament, rules, context).to_json()["blocks"].take();
    json
}
