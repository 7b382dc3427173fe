//! Calculations with their forms, planned events, and what is computed.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::super::report::Workings;
use super::super::words::date_range;
use super::super::writer::Writer;
use crate::core::report::Msg;
use crate::model::EventKind;
use crate::site::{
    CALCULATIONS, COVERAGE, Calculation, Form, Target, plan_url, regulation_url, tool_url,
};

/// Sentences that every form may say, by the beginnings of their keys.
const WORDS: [&str; 8] = [
    "field.",
    "form.",
    "word.",
    "values.category.",
    "verdict.",
    "unit.p",
    "homologation.moment",
    "site.rule",
];

pub(super) fn tools(w: &mut Writer<'_>) -> Json {
    let site = w.site;
    let all = &site.input.tools;
    let (forms, others): (Vec<&Calculation>, Vec<&Calculation>) =
        all.calculations.iter().partition(|calculation| calculation.form.is_some());
    let homologation = |calculation: &&Calculation| calculation.name.ends_with("-homologation");
    let (events, forms): (Vec<_>, Vec<_>) = forms.into_iter().partition(homologation);
    let mut lines =
        |list: Vec<&Calculation>| list.into_iter().map(|c| line(w, c)).collect::<Vec<Json>>();
    let groups: Vec<Json> = [
        ("site.tools-homologation", lines(events)),
        ("site.tools-forms", lines(forms)),
        ("site.tools-others", lines(others)),
    ]
    .into_iter()
    .filter(|(_, lines)| !lines.is_empty())
    .map(|(key, lines)| json!({"title": w.word(key), "lines": lines}))
    .collect();
    json!({
        "groups": groups,
        "plans": plans(w),
        "coverage_href": w.href(COVERAGE),
        "numbers_href": w.href(CALCULATIONS),
    })
}

fn line(w: &mut Writer<'_>, calculation: &Calculation) -> Json {
    w.cites(&calculation.provisions);
    let provisions = w.take(0);
    json!({
        "name": calculation.name,
        "title": w.word(&format!("ask.{}", calculation.name)),
        "href": w.href(&tool_url(calculation.name)),
        "provisions_html": provisions,
    })
}

fn plans(w: &Writer<'_>) -> Vec<Json> {
    let input = &w.site.input;
    let plans =
        input.tools.plans.iter().filter_map(|planned| input.archive.plans.get(planned.plan));
    plans
        .map(|plan| {
            let event = &plan.event;
            json!({
                "title": &*event.name,
                "href": w.href(&plan_url(&event.slug)),
                "place": event.place.as_deref(),
                "dates": date_range(w.language(), event.start, event.end),
            })
        })
        .collect()
}

pub(super) fn tool_page(w: &mut Writer<'_>, index: usize) -> Json {
    let site = w.site;
    let calculation = &site.input.tools.calculations[index];
    let inputs: Vec<Json> = calculation
        .inputs
        .iter()
        .map(|input| {
            let label = format!("field.{}", input.name);
            let language = w.language();
            json!({
                "name": input.name,
                "label": language.has(&label).then(|| language.text(&label)),
                "required": input.required,
                "kind": language.msg(&input.kind),
            })
        })
        .collect();
    let example = calculation.example.as_ref().map(|(asked, entry)| {
        let start = w.out.len();
        w.working(entry);
        let working = w.take(start);
        json!({
            "asked": asked,
            "answer": w.language().value(&entry.value),
            "working_html": working,
        })
    });
    let mut view = line(w, calculation);
    view["inputs"] = json!(inputs);
    view["example"] = json!(example);
    view["form"] = json!(calculation.form.as_ref().map(|form| form_view(w, form)));
    view
}

fn form_view(w: &mut Writer<'_>, form: &Form) -> Json {
    let start = w.out.len();
    w.report(&form.blank, &[], &Workings::Left);
    let blank = w.take(start);
    let given = form.given.as_ref().map(|given| {
        let start = w.out.len();
        w.report(given, &[], &Workings::Left);
        w.take(start)
    });
    let language = w.language();
    let mut words: BTreeMap<&str, String> = BTreeMap::new();
    for key in language.keys() {
        let own = form.keys.iter().any(|own| key.strip_suffix(".one").unwrap_or(key) == *own);
        if own || WORDS.iter().any(|beginning| key.starts_with(beginning)) {
            words.insert(key, language.text(key));
        }
    }
    let mut links = Map::new();
    for id in &form.citations {
        if let Some(url) = w.resolve(Target::Provision(id)) {
            links.insert(id.as_str().to_owned(), json!(w.href(&url)));
        }
    }
    let formats = &w.language().formats;
    let mut data = form.data.clone();
    data["words"] = json!(words);
    data["links"] = Json::Object(links);
    data["formats"] = json!({
        "decimal": formats.decimal,
        "date": formats.date,
        "months": formats.months,
        "of_months": formats.of_months,
    });
    let examples = data["examples"].as_array().into_iter().flatten();
    let anchors: Vec<Json> = examples.map(|example| example["id"].clone()).collect();
    if let Some(examples) = data["examples"].as_array_mut() {
        for example in examples.iter_mut().filter(|example| example["title"].is_null()) {
            example["title"] = json!(w.word("form.example"));
        }
    }
    // In a script element only what looks like markup must not stand.
    let data = data.to_string().replace('<', "\\u003c");
    json!({
        "anchors": anchors, "data_html": data, "blank_html": blank, "given_html": given,
    })
}

pub(super) fn plan_page(w: &mut Writer<'_>, index: usize) -> Json {
    let site = w.site;
    let planned = &site.input.tools.plans[index];
    let Some(plan) = site.input.archive.plans.get(planned.plan) else { return json!({}) };
    let event = &plan.event;
    w.blocks(&planned.note, 2, &event.name);
    let note = w.take(0);
    w.day = event.start;
    w.report(&planned.report, &[], &Workings::Left);
    let report = w.take(0);
    let kind = match event.kind {
        EventKind::Closed => "form.plan-closed",
        _ => "form.plan-open",
    };
    let facts = [
        ("pdf.place", event.place.as_deref().map(str::to_owned)),
        ("pdf.dates", date_range(w.language(), event.start, event.end)),
        ("pdf.rounds", (event.rounds > 0).then(|| event.rounds.to_string())),
        ("pdf.club", event.organiser.as_deref().map(str::to_owned)),
        ("pdf.arbiter", event.chief_arbiter.as_deref().map(str::to_owned)),
    ];
    let facts: Vec<Json> = facts
        .into_iter()
        .filter_map(|(key, value)| Some(json!({"what": w.word(key), "value": value?})))
        .collect();
    w.must_exist(&tool_url(planned.form));
    let form = format!("{}#pla-{}", w.href(&tool_url(planned.form)), event.slug);
    json!({
        "kind": w.word(kind),
        "facts": facts,
        "note_html": note,
        "report_html": report,
        "form_href": form,
        "invented": event.invented,
    })
}

pub(super) fn coverage(w: &mut Writer<'_>) -> Json {
    let site = w.site;
    let all = &site.input.tools.coverage;
    let computed = all.iter().filter(|line| line.by.is_some()).count();
    let mut groups = Vec::new();
    for regulation in &site.input.rulebook().regulations {
        let own = all.iter().filter(|line| line.provision.code() == regulation.code);
        let lines: Vec<Json> = own
            .map(|line| {
                w.cite(&line.provision, "");
                let cite = w.take(0);
                json!({
                    "cite_html": cite,
                    "by": line.by,
                    "reason": line.reason.as_ref().map(|reason| w.language().msg(reason)),
                })
            })
            .collect();
        if !lines.is_empty() {
            groups.push(json!({
                "code": regulation.code,
                "title": regulation.title,
                "href": w.href(&regulation_url(&regulation.slug)),
                "lines": lines,
            }));
        }
    }
    let summary = Msg::new("site.coverage-count").with("computed", computed).with("all", all.len());
    json!({"groups": groups, "summary": w.language().msg(&summary)})
}
