//! Regulations in force and of other days, their chapters, circulars, and the numbers that
//! calculations take from them.

use serde_json::{Value as Json, json};

use super::super::law::{self, Shown};
use super::super::words::dated;
use super::super::writer::Writer;
use super::texts::document;
use crate::core::report::{Msg, Value};
use crate::model::Date;
use crate::rulebook::{
    Action, Amendment, ChangeKind, Circular, Param, ParamValue, Percent, Position, Provision,
    ProvisionId, Regulation, RegulationKind, diff::Part,
};
use crate::site::{
    About, CALCULATIONS, CIRCULARS, chapter_url, chapters, circular_url, comparison_url,
    edition_url, regulation_url,
};

pub(super) fn regulation_lines(w: &Writer<'_>) -> Vec<Json> {
    let input = &w.site.input;
    let regulations = input.rulebook().regulations.iter();
    regulations
        .map(|regulation| {
            let since = w.site.editions.latest(&regulation.code).unwrap_or(regulation.in_force);
            json!({
                "code": regulation.code,
                "title": regulation.title,
                "href": w.href(&regulation_url(&regulation.slug)),
                "kind": regulation.kind.key(),
                "provisions": regulation.provisions().count(),
                "in_force": input.language.date(since),
            })
        })
        .collect()
}

pub(super) fn regulations(w: &mut Writer<'_>) -> Json {
    let lines = regulation_lines(w);
    let groups: Vec<Json> = RegulationKind::ALL
        .iter()
        .filter_map(|(key, _)| {
            let members: Vec<&Json> = lines.iter().filter(|line| line["kind"] == *key).collect();
            let title = w.word(&format!("site.kind.{}", ascii_key(key)));
            (!members.is_empty()).then(|| json!({"title": title, "lines": members}))
        })
        .collect();
    let whole = w.site.input.documents.iter().find(|d| d.url.ends_with("reglaments.json"));
    json!({
        "groups": groups,
        "circulars": circular_lines(w),
        "circulars_href": w.href(CIRCULARS),
        "calculations_href": w.href(CALCULATIONS),
        "whole": whole.map(|d| document(w, d)),
    })
}

/// `recomanació` → `recomanacio`: keys of the language file are ASCII.
fn ascii_key(key: &str) -> String {
    crate::model::slugify(key)
}

fn latest<'a>(w: &Writer<'a>, index: usize) -> &'a Regulation {
    &w.site.input.rulebook().regulations[index]
}

/// What all pages of a regulation's text say at their head.
fn head(w: &Writer<'_>, regulation: &Regulation, day: Date) -> Json {
    let language = w.language();
    let note = |key, elided, date: Option<Date>| date.map(|d| dated(language, key, elided, d));
    let url = regulation_url(&regulation.slug);
    let about = About::Regulation(regulation.code.clone());
    let documents: Vec<Json> = w.site.documents_about(&about).map(|d| document(w, d)).collect();
    json!({
        "code": regulation.code,
        "title": regulation.title,
        "href": w.href(&url),
        "kind": w.word(&format!("site.kind-one.{}", ascii_key(regulation.kind.key()))),
        "in_force": dated(language, "site.in-force", "site.in-force.elided", day),
        "approved": note("site.approved", "site.approved.elided", regulation.approved),
        "repealed": note("site.repealed", "site.repealed.elided", regulation.repealed),
        "source": regulation.source,
        "pages": regulation.pages,
        "documents": documents,
        "editions": editions(w, regulation),
        "comparisons": comparisons(w, regulation),
        "consolidated": w.site.editions.has_several(&regulation.code),
    })
}

/// The texts of a regulation, the first as published.
fn editions(w: &Writer<'_>, regulation: &Regulation) -> Vec<Json> {
    let days = w.site.editions.of(&regulation.code);
    if days.len() < 2 {
        return Vec::new();
    }
    let line = |(at, &day): (usize, &Date)| {
        let is_latest = at + 1 == days.len();
        let url = match is_latest {
            true => regulation_url(&regulation.slug),
            false => edition_url(&regulation.slug, day),
        };
        let dated_url = edition_url(&regulation.slug, day);
        json!({
            "date": w.language().date(day),
            "iso": day.to_string(),
            "href": w.href(&url),
            "published": at == 0,
            "latest": is_latest,
            "here": w.page.url == url || w.page.url == dated_url,
        })
    };
    days.iter().enumerate().map(line).collect()
}

fn comparisons(w: &Writer<'_>, regulation: &Regulation) -> Vec<Json> {
    let pairs = w.site.editions.comparisons(&regulation.code);
    pairs
        .into_iter()
        .map(|(before, after)| {
            let url = comparison_url(&regulation.slug, before, after);
            json!({
                "href": w.href(&url),
                "before": w.language().date(before),
                "after": w.language().date(after),
                "here": w.page.url == url,
            })
        })
        .collect()
}

pub(super) fn regulation_page(w: &mut Writer<'_>, index: usize) -> Json {
    let regulation = latest(w, index);
    let since = w.site.editions.latest(&regulation.code).unwrap_or(regulation.in_force);
    w.regulation(regulation, Shown::Whole, !chapters(regulation).is_empty());
    let body = w.take(0);
    let mut view = head(w, regulation, since);
    view["contents"] = json!(law::contents(&regulation.items));
    view["chapters"] = json!(chapter_lines(w, regulation, None));
    view["body_html"] = json!(body);
    view["json_ld"] = json!(w.site.input.json_ld.get(&regulation.code));
    view
}

fn chapter_lines(w: &Writer<'_>, regulation: &Regulation, current: Option<usize>) -> Vec<Json> {
    let lines = chapters(regulation).into_iter().enumerate().map(|(at, chapter)| {
        json!({
            "title": chapter.division.title,
            "href": w.href(&chapter_url(&regulation.slug, chapter.division)),
            "here": current == Some(at),
        })
    });
    lines.collect()
}

pub(super) fn chapter_page(w: &mut Writer<'_>, index: usize, number: usize) -> Json {
    let regulation = latest(w, index);
    let since = w.site.editions.latest(&regulation.code).unwrap_or(regulation.in_force);
    let mut view = head(w, regulation, since);
    if let Some(chapter) = chapters(regulation).into_iter().nth(number) {
        let anchor = law::division_id(chapter.division);
        w.claim_id(&anchor);
        w.items(chapter.before, regulation, Shown::Chapter, &|_| None);
        w.items(chapter.items, regulation, Shown::Chapter, &|_| None);
        view["anchor"] = json!(anchor);
        view["contents"] = json!(law::contents(chapter.before.iter().chain(chapter.items)));
    }
    view["chapters"] = json!(chapter_lines(w, regulation, Some(number)));
    view["body_html"] = json!(w.take(0));
    view
}

pub(super) fn edition_page(w: &mut Writer<'_>, index: usize, day: Date) -> Json {
    let code = &latest(w, index).code;
    let rulebook = w.site.input.versions.on(day);
    let Some(regulation) = rulebook.regulations.iter().find(|r| r.code == *code) else {
        return json!({});
    };
    let days = w.site.editions.of(code);
    let until = days.iter().find(|next| **next > day).and_then(|next| next.yesterday().ok());
    (w.day, w.rulebook) = (Some(day), rulebook);
    w.regulation(regulation, Shown::Edition, false);
    let body = w.take(0);
    let mut view = head(w, regulation, day);
    let date = |day| w.language().date(day);
    let notice = match until {
        Some(until) => Msg::new("site.old-text").with("from", date(day)).with("until", date(until)),
        None => Msg::new("site.current-text"),
    };
    view["notice"] = json!(w.language().msg(&notice));
    view["old"] = json!(until.is_some());
    if until.is_some() {
        let mark = |key| w.word(key);
        view["in_force"] = json!(mark("site.not-in-force"));
    }
    view["documents"] = json!([]);
    view["contents"] = json!(law::contents(&regulation.items));
    view["chapters"] = json!([]);
    view["body_html"] = json!(body);
    view
}

pub(super) fn comparison_page(w: &mut Writer<'_>, index: usize, before: Date, after: Date) -> Json {
    let regulation = latest(w, index);
    let versions = w.site.input.versions;
    let changes = versions.compare(before, after);
    for change in changes.iter().filter(|change| change.id.code() == regulation.code) {
        let (key, parts) = match &change.kind {
            ChangeKind::Added(text) => ("site.how.added", vec![Part::Inserted(text.clone())]),
            ChangeKind::Removed(text) => ("site.how.repealed", vec![Part::Deleted(text.clone())]),
            ChangeKind::Changed(parts) => ("site.how.replaced", parts.clone()),
        };
        w.raw("<section class=\"change\"><h2>");
        w.cite(&change.id, "");
        w.raw("</h2><p class=\"when\">");
        let how = w.word(key);
        w.text(&how);
        if let Some(number) = &change.by {
            w.raw(" · ");
            w.circular(number);
        }
        w.raw("</p>\n<p class=\"diff\">");
        parts.iter().for_each(|part| difference(w, part));
        w.raw("</p></section>\n");
    }
    let body = w.take(0);
    let since = w.site.editions.latest(&regulation.code).unwrap_or(after);
    let mut view = head(w, regulation, since);
    let line = |day: Date| {
        json!({
            "date": w.language().date(day), "href": w.href(&edition_url(&regulation.slug, day)),
        })
    };
    view["before"] = line(before);
    view["after"] = line(after);
    view["comparing"] = json!(true);
    view["body_html"] = json!(body);
    view
}

/// Words that stayed, went or came. Line breaks of the text are kept by the style sheet; the
/// marks do not embrace the blanks around them.
fn difference(w: &mut Writer<'_>, part: &Part) {
    let (tag, text) = match part {
        Part::Same(text) => return w.text(text),
        Part::Deleted(text) => ("del", text),
        Part::Inserted(text) => ("ins", text),
    };
    let words = text.trim_end();
    w.raw(&format!("<{tag}>"));
    w.text(words);
    w.raw(&format!("</{tag}>"));
    w.text(&text[words.len()..]);
}

fn circular_lines(w: &Writer<'_>) -> Vec<Json> {
    w.site.input.versions.circulars().iter().rev().map(|c| circular_line(w, c)).collect()
}

fn circular_line(w: &Writer<'_>, circular: &Circular) -> Json {
    let language = w.language();
    json!({
        "number": circular.number,
        "title": circular.title,
        "href": w.href(&circular_url(&circular.slug)),
        "date": language.date(circular.date),
        "iso": circular.date.to_string(),
        "in_force": dated(language, "site.since", "site.since.elided", circular.in_force),
        "invented": circular.invented,
        "source": circular.source,
    })
}

pub(super) fn circulars(w: &mut Writer<'_>) -> Json {
    json!({"circulars": circular_lines(w)})
}

pub(super) fn circular_page(w: &mut Writer<'_>, index: usize) -> Json {
    let site = w.site;
    let circular = &site.input.versions.circulars()[index];
    w.blocks(&circular.intro, 2, &circular.title);
    let intro = w.take(0);
    (w.day, w.rulebook) = (Some(circular.in_force), site.input.versions.on(circular.in_force));
    for amendment in &circular.amendments {
        amendment_text(w, amendment);
    }
    let body = w.take(0);
    let mut view = circular_line(w, circular);
    let codes: std::collections::BTreeSet<&str> =
        circular.amendments.iter().map(|a| a.target.code()).collect();
    let mut links = Vec::new();
    for regulation in &site.input.rulebook().regulations {
        let days = site.editions.of(&regulation.code);
        let at = days.iter().position(|day| *day == circular.in_force);
        let Some(at) = at.filter(|at| *at > 0 && codes.contains(&*regulation.code)) else {
            continue;
        };
        links.push(json!({
            "title": regulation.title,
            "href": w.href(&regulation_url(&regulation.slug)),
            "text_href": w.href(&edition_url(&regulation.slug, days[at])),
            "comparison_href":
                w.href(&comparison_url(&regulation.slug, days[at - 1], days[at])),
        }));
    }
    view["regulations"] = json!(links);
    view["intro_html"] = json!(intro);
    view["body_html"] = json!(body);
    view
}

/// What a circular changes, and the new text.
fn amendment_text(w: &mut Writer<'_>, amendment: &Amendment) {
    let (key, anchor): (&str, Option<&ProvisionId>) = match &amendment.action {
        Action::Replace => ("site.amends.replace", None),
        Action::ReplaceAll => ("site.amends.replace-all", None),
        Action::Repeal => ("site.amends.repeal", None),
        Action::Add(position) => (
            match position {
                Position::After(_) => "site.amends.add-after",
                Position::Before(_) => "site.amends.add-before",
                Position::Under(_) => "site.amends.add-under",
            },
            Some(position.anchor()),
        ),
    };
    w.raw("<section class=\"amendment\"><h2>");
    w.cite(&amendment.target, "");
    w.raw("</h2><p class=\"when\">");
    let words = w.word(key);
    w.text(&words);
    if let Some(anchor) = anchor {
        w.raw(" ");
        w.cite(anchor, "");
    }
    w.raw("</p>\n");
    w.blocks(&amendment.reason, 3, "");
    for provision in &amendment.provisions {
        let Provision { label, title, blocks, depth, id, .. } = provision;
        w.raw(&format!("<div class=\"prov d{}\"><span class=\"label\">", (*depth).min(6)));
        w.text(label);
        w.raw("</span><div class=\"body\">");
        if let Some(title) = title {
            w.raw("<h3>");
            w.text(title);
            w.raw("</h3>");
        }
        w.blocks(blocks, 4, id.as_str());
        w.raw("</div></div>\n");
    }
    w.raw("</section>\n");
}

/// Every provision with numbers that calculations read, and the reports that rest on it.
pub(super) fn calculations(w: &mut Writer<'_>) -> Json {
    let site = w.site;
    let rulebook = site.input.rulebook();
    let mut groups = Vec::new();
    for regulation in &rulebook.regulations {
        let mut lines = Vec::new();
        for provision in regulation.provisions() {
            let params: Vec<Json> = rulebook
                .params
                .values()
                .filter(|param| param.provision == provision.id)
                .map(|param| param_line(w, param))
                .collect();
            if params.is_empty() {
                continue;
            }
            w.cite(&provision.id, "");
            let cite = w.take(0);
            let reports = site.uses.get(&provision.id).map(|found| &found.reports);
            let pages: Vec<Json> = site
                .uses
                .get(&provision.id)
                .into_iter()
                .flat_map(|found| found.pages.iter().take(1))
                .map(|page| json!({"title": page.title, "href": w.href(&page.url)}))
                .collect();
            lines.push(json!({
                "id": law::calculation_id(&provision.id),
                "cite_html": cite,
                "title": law::first_words(provision),
                "params": params,
                "reports": reports.map(|r| r.iter().cloned().collect::<Vec<_>>().join(", ")),
                "examples": pages,
            }));
        }
        if !lines.is_empty() {
            groups.push(json!({
                "code": regulation.code,
                "title": regulation.title,
                "href": w.href(&regulation_url(&regulation.slug)),
                "lines": lines,
            }));
        }
    }
    json!({"groups": groups})
}

fn param_line(w: &Writer<'_>, param: &Param) -> Json {
    let language = w.language();
    let value = match &param.value {
        ParamValue::Integer(n) => language.value(&Value::Int(*n)),
        ParamValue::Fraction(f) => language.value(&Value::Exact(*f)),
        ParamValue::Percent(Percent(p)) => language.value(&Value::Percent(*p)),
        ParamValue::Day(day) => {
            let month = usize::from(day.month.unsigned_abs()).saturating_sub(1);
            let month = language.formats.of_months.get(month).map_or("", String::as_str);
            format!("{} {month}", day.day)
        }
        ParamValue::Time(minutes) => format!("{}.{:02}", minutes / 60, minutes % 60),
        // Keys of a list are the program's words: the text's own are shown.
        ParamValue::List(items) if param.text.is_empty() => items.join(", "),
        ParamValue::List(_) => param.text.clone(),
        ParamValue::Table(table) => {
            language.msg(&Msg::new("site.table-of").with("n", table.rows.len()))
        }
    };
    json!({"id": param.id, "value": value, "unit": param.unit})
}
