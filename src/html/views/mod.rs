//! What the template of each kind of page is given.

mod cards;
mod event;
mod federation;
mod free;
mod hall;
mod law;
mod people;
mod print;
mod reports;
mod texts;
mod tools;

use serde_json::{Value as Json, json};

use super::writer::Writer;
use crate::core::report::{Table, Value};
use crate::site::{PageKind, Section, TEXTS};
use event::{
    standings, tab_page, tournament, tournament_line, tournament_of, tournaments, working_page,
};
use free::{folders, free_page, index as free_index, tag_page, tags};
use law::{
    calculations, chapter_page, circular_page, circulars, comparison_page, edition_page,
    regulation_lines, regulation_page, regulations,
};
use people::{clubs, norms, player, players};
use texts::{bulletin, bulletins, glossary};
use tools::{coverage, plan_page, tool_page, tools};

/// Tournaments on the home page.
const LATEST: usize = 6;
/// Pieces of news there.
const NEWS: usize = 3;
/// Rows of the standings there.
const TOP_AT_HOME: usize = 3;

/// The template of a page and its part of the context.
pub fn view(w: &mut Writer<'_>) -> (&'static str, Json) {
    let (template, mut view) = own_view(w);
    if let PageKind::Index(section) = w.page.kind {
        view["more"] = Json::Array(reports::of_section(w, section));
    }
    (template, view)
}

fn own_view(w: &mut Writer<'_>) -> (&'static str, Json) {
    match w.page.kind.clone() {
        PageKind::Home => ("pages/home.html", home(w)),
        PageKind::NotFound => ("pages/not-found.html", json!({})),
        PageKind::Index(Section::Tournaments) => ("pages/tournaments.html", tournaments(w)),
        PageKind::Index(Section::Regulations) => ("pages/regulations.html", regulations(w)),
        PageKind::Index(Section::Players) => ("pages/players.html", players(w)),
        PageKind::Index(Section::Clubs) => ("pages/clubs.html", clubs(w)),
        PageKind::Index(Section::Norms) => ("pages/norms.html", norms(w)),
        PageKind::Index(Section::Bulletins) => ("pages/bulletins.html", bulletins(w)),
        PageKind::Index(Section::Glossary) => ("pages/glossary.html", glossary(w)),
        PageKind::Index(Section::Pages) => ("pages/free-index.html", free_index(w)),
        PageKind::Free(index) => ("pages/free.html", free_page(w, index)),
        PageKind::Tags => ("pages/tags.html", tags(w)),
        PageKind::Tag(slug) => ("pages/tag.html", tag_page(w, &slug)),
        PageKind::Index(Section::About) => ("pages/about.html", about(w)),
        PageKind::Regulation(index) => ("pages/regulation.html", regulation_page(w, index)),
        PageKind::Chapter { regulation, chapter } => {
            ("pages/chapter.html", chapter_page(w, regulation, chapter))
        }
        PageKind::Edition { regulation, day } => {
            ("pages/regulation.html", edition_page(w, regulation, day))
        }
        PageKind::Comparison { regulation, before, after } => {
            ("pages/comparison.html", comparison_page(w, regulation, before, after))
        }
        PageKind::Circulars => ("pages/circulars.html", circulars(w)),
        PageKind::Circular(index) => ("pages/circular.html", circular_page(w, index)),
        PageKind::Calculations => ("pages/calculations.html", calculations(w)),
        PageKind::Index(Section::Tools) => ("pages/tools.html", tools(w)),
        PageKind::Tool(index) => ("pages/tool.html", tool_page(w, index)),
        PageKind::Plan(index) => ("pages/plan.html", plan_page(w, index)),
        PageKind::Coverage => ("pages/coverage.html", coverage(w)),
        PageKind::Search => ("pages/search.html", search(w)),
        PageKind::Tournament(event) => ("pages/tournament.html", tournament(w, event)),
        PageKind::Tab { event, tab } => ("pages/tab.html", tab_page(w, event, tab)),
        PageKind::Cards { event, part } => ("pages/cards.html", cards::cards(w, event, part)),
        PageKind::Hall(event) => ("pages/hall.html", hall::hall(w, event)),
        PageKind::Print { event, printable } => {
            ("pages/print.html", print::page(w, event, printable))
        }
        PageKind::Working { event, tab, part } => {
            ("pages/working.html", working_page(w, event, tab, part))
        }
        PageKind::Club(slug) => match w.site.input.archive.clubs.get(&slug) {
            Some(club) => ("pages/club.html", federation::club_page(w, club)),
            None => ("pages/not-found.html", json!({})),
        },
        PageKind::NewsIndex => ("pages/news.html", federation::news_index(w)),
        PageKind::News(index) => ("pages/news-item.html", federation::news_page(w, index)),
        PageKind::Agenda { year } => ("pages/agenda.html", federation::agenda(w, year)),
        PageKind::RatingLists => ("pages/rating-list.html", federation::rating_lists(w)),
        PageKind::RatingList(index) => {
            ("pages/rating-list.html", federation::rating_list(w, index))
        }
        PageKind::Records => ("pages/records.html", federation::records(w)),
        PageKind::Documents { year } => ("pages/documents.html", federation::documents(w, year)),
        PageKind::Person(slug) => match w.site.input.archive.people.get(&slug) {
            Some(person) => ("pages/player.html", player(w, person)),
            None => ("pages/not-found.html", json!({})),
        },
        PageKind::Report(index) => ("pages/report.html", reports::page(w, index)),
    }
}

fn home(w: &mut Writer<'_>) -> Json {
    let input = &w.site.input;
    let mut events: Vec<usize> = (0..input.events.len()).collect();
    events.sort_by_key(|&event| {
        let index = input.events[event].tournament;
        let tournament = &input.archive.tournaments[index];
        std::cmp::Reverse((tournament.end.or(tournament.start), index))
    });
    let latest: Vec<Json> = events
        .into_iter()
        .take(LATEST)
        .map(|event| {
            let mut line = tournament_line(w, event);
            let start = w.out.len();
            if let Some(table) = standings(&w.site.input.events[event]) {
                w.tournament = Some(tournament_of(w, event));
                top_names(w, table);
                w.tournament = None;
            }
            line["top_html"] = Json::String(w.take(start));
            line
        })
        .collect();
    let latest_news: &[crate::site::News] = &w.site.input.news;
    let news: Vec<Json> =
        latest_news.iter().take(NEWS).map(|news| federation::news_item(w, news, 4)).collect();
    let bulletins: Vec<Json> = input.bulletins.iter().take(3).map(|b| bulletin(w, b)).collect();
    let start = w.out.len();
    if let Some(page) = w.site.input.home_page() {
        w.blocks(&page.blocks, 2, &page.title);
    }
    json!({
        "intro_html": w.take(start),
        "folders": folders(w),
        "latest": latest,
        "news": news,
        "bulletins": bulletins,
        "regulations": regulation_lines(w),
        "news_href": w.href("noticies/"),
        "tournaments_href": w.href(Section::Tournaments.url()),
        "bulletins_href": w.href(Section::Bulletins.url()),
        "regulations_href": w.href(Section::Regulations.url()),
        "about_href": w.href(Section::About.url()),
    })
}

/// The first names of the standings with their points, as a list.
fn top_names(w: &mut Writer<'_>, table: &Table) {
    let points = table.columns.iter().position(|column| column.key == "points");
    w.raw("<ol class=\"podium\">");
    for row in table.rows.iter().take(TOP_AT_HOME) {
        let named = row.cells.iter().find(|c| matches!(c.value, Value::Entrant { .. }));
        let Some(name) = named else { continue };
        w.raw("<li>");
        w.value(&name.value);
        if let Some(cell) = points.and_then(|at| row.cells.get(at)) {
            w.raw(" <b>");
            w.value(&cell.value);
            w.raw("</b>");
        }
        w.raw("</li>");
    }
    w.raw("</ol>");
}

fn search(w: &mut Writer<'_>) -> Json {
    let sections = [
        Section::Players,
        Section::Clubs,
        Section::Tournaments,
        Section::Regulations,
        Section::Glossary,
    ];
    let link =
        |section: Section| json!({"title": w.word(section.key()), "href": w.href(section.url())});
    json!({
        "sections": sections.map(link),
        "texts": w.file_href(TEXTS),
    })
}

fn about(w: &mut Writer<'_>) -> Json {
    json!({
        "regulations_href": w.href(Section::Regulations.url()),
        "glossary_href": w.href(Section::Glossary.url()),
        "invented": w.site.input.archive.tournaments.iter().any(|t| t.invented),
    })
}
