//! The cards of an event's players.

use serde_json::{Value as Json, json};

use super::super::report::Workings;
use super::super::writer::Writer;
use super::event::{event_frame, tournament_of};
use crate::core::report::Block;
use crate::site::{CARDS, cards_url};

pub(super) fn cards(w: &mut Writer<'_>, event: usize, part: usize) -> Json {
    let input = &w.site.input;
    let tournament = tournament_of(w, event);
    w.tournament = Some(tournament);
    w.event = Some(event);
    let reports = input.events[event].reports();
    let all = &reports.all().cards;
    let shown = all.iter().enumerate().skip(part * CARDS).take(CARDS);
    for (who, card) in shown {
        let Some(entrant) = tournament.entrants.get(who) else { continue };
        let id = format!("j{}", who + 1);
        w.claim_id(&id);
        w.raw("<section class=\"card\"");
        w.attribute("id", &id);
        w.attribute("aria-labelledby", &format!("{id}-nom"));
        w.raw("><h2");
        w.attribute("id", &format!("{id}-nom"));
        w.raw("><span class=\"num\">");
        w.text(&entrant.number.to_string());
        w.raw("</span> ");
        w.person_of(who, &entrant.name);
        w.raw("</h2>\n<div class=\"card-body\">\n");
        for block in &card.blocks {
            match block {
                Block::Facts(facts) => w.facts(facts, false),
                Block::Table(table) => w.drawn(table, &Default::default(), &Workings::Left),
                Block::Heading(_) | Block::Paragraph(_) => {}
            }
        }
        w.raw("</div></section>\n");
    }
    let parts = all.len().div_ceil(CARDS);
    let parts: Vec<Json> = (0..parts)
        .map(|at| {
            let (from, to) = (at * CARDS + 1, ((at + 1) * CARDS).min(all.len()));
            json!({
                "title": format!("{from}–{to}"),
                "href": w.href(&cards_url(tournament, at)),
                "here": at == part,
            })
        })
        .collect();
    let cards = w.take(0);
    json!({
        "event": event_frame(w, event, Some(usize::MAX)),
        "cards_html": cards,
        "parts": parts,
    })
}
