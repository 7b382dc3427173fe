//! What can be asked of the rules, as pages: every calculation with its inputs and a worked
//! example, the forms, the planned events, and what is computed.

use serde_json::{Value as Json, json};

use super::Prepared;
use crate::core::Rules1990;
use crate::core::ask::{self, Calculation as Asked, Field};
use crate::core::coverage::{self, How};
use crate::core::formula::{Data, Sheet};
use crate::core::homologation::{self, HomologationContext};
use crate::core::report::{Align, Block, Column, Entry, Msg, Report, Row, Table, Value};
use crate::model::{Archive, EventKind, Plan};
use crate::site::{Calculation, CalculationInput, CoverageLine, Form, PlannedEvent, Tools};

/// All of them. The forms go by the text in force now, examples too.
pub fn tools(prepared: &Prepared) -> Tools {
    let archive = &prepared.data.archive;
    let rules = prepared.rules.latest();
    let plans = archive.plans.iter().enumerate().map(|(index, plan)| {
        let context = HomologationContext::for_plan(plan, archive);
        let note = plan.event.note.as_deref().map(crate::source::markdown).unwrap_or_default();
        let report = homologation::report(&plan.event, prepared.rules.of(&plan.event), &context);
        PlannedEvent { plan: index, note, report, form: form_of(plan) }
    });
    // A site of its own texts may lack some of the provisions: what cannot be cited is left out.
    let latest = prepared.data.versions.latest();
    let published = |at: &str| latest.provision(&at.into()).is_some();
    Tools {
        calculations: ask::all()
            .iter()
            .filter(|asked| asked.provisions.iter().all(|at| published(at)))
            .map(|asked| calculation(asked, rules, archive))
            .collect(),
        plans: plans.collect(),
        coverage: coverage::all()
            .iter()
            .filter(|line| published(line.provision))
            .map(|line| {
                let (by, reason) = match line.how {
                    How::Computed { by, .. } => (Some(by), None),
                    How::Person(reason) => (None, Some(Msg::new(reason.key))),
                };
                CoverageLine { provision: line.provision.into(), by, reason }
            })
            .collect(),
    }
}

/// Name of the calculation that checks such an event.
fn form_of(plan: &Plan) -> &'static str {
    match plan.event.kind {
        EventKind::Closed => "closed-homologation",
        _ => "open-homologation",
    }
}

fn calculation(asked: &Asked, rules: &Rules1990, archive: &Archive) -> Calculation {
    let input = |field: &Field| CalculationInput {
        name: field.name,
        required: field.required,
        kind: field.kind.msg(),
    };
    Calculation {
        name: asked.name,
        provisions: asked.provisions.iter().map(|at| (*at).into()).collect(),
        inputs: asked.fields.iter().map(input).collect(),
        example: example(asked, rules),
        form: asked.sheet.map(|sheet| form(asked, &sheet(rules), archive)),
    }
}

/// The worked example: what is asked, and the answer.
fn example(asked: &Asked, rules: &Rules1990) -> Option<(String, Entry)> {
    let input: Json = serde_json::from_str(asked.example).ok()?;
    let answer = asked.ask(&input, rules).ok()?;
    let entry = Entry {
        value: Value::from(format!("{:#}", answer.value)),
        citations: answer.citations,
        working: answer.working,
    };
    Some((format!("{input:#}"), entry))
}

/// What the site knows of the fields of a form: they are not asked.
pub fn given(asked: &Asked, archive: &Archive) -> Vec<(&'static str, Data)> {
    let takes = |name: &str| asked.fields.iter().any(|field| field.name == name);
    let mut given = Vec::new();
    if takes("holidays") {
        given.push(("holidays", Data::list(archive.holidays.iter().copied())));
        given.push(("saturdays_free", Data::Unknown));
    }
    if takes("established") && takes("request_year") {
        let context = HomologationContext::of_archive(archive);
        let established = context.established.iter().map(|event| event.data());
        given.push(("established", Data::list(established)));
        // The limit is the last one before the first day.
        given.push(("request_year", Data::Unknown));
    }
    given
}

fn form(asked: &Asked, sheet: &Sheet, archive: &Archive) -> Form {
    let given = given(asked, archive);
    let known: serde_json::Map<_, _> =
        given.iter().map(|(name, data)| ((*name).to_owned(), data.export())).collect();
    let plans = archive.plans.iter().filter(|plan| form_of(plan) == asked.name);
    let mut examples: Vec<Json> = plans
        .map(|plan| {
            let context = HomologationContext::for_plan(plan, archive);
            // The rules matter not for what is known of the event.
            let input = homologation::plan_data(plan, &context);
            let id = format!("pla-{}", plan.event.slug);
            json!({"id": id, "title": &*plan.event.name, "input": input.to_input()})
        })
        .collect();
    if examples.is_empty()
        && let Ok(input) = serde_json::from_str::<Json>(asked.example)
    {
        examples.push(json!({"id": "exemple", "input": input}));
    }
    let asks_place = asked.fields.iter().any(|field| field.name == "at" || field.name == "new");
    let towns = archive.towns.values().filter(|_| asks_place);
    let towns: Vec<_> = towns.map(|t| json!({"name": &*t.name, "at": [t.at.0, t.at.1]})).collect();
    let mut blank = sheet.blank.clone();
    if let Data::Record(fields) = &mut blank {
        fields.extend(given.iter().map(|(name, data)| ((*name).to_owned(), data.clone())));
    }
    let blocks = sheet.compute(&blank).blocks();
    let title = || Msg::new("homologation.requirements");
    Form {
        data: json!({
            "sheet": sheet.export(),
            "given": known,
            "examples": examples,
            "towns": towns,
            "blank": sheet.blank.to_input(),
        }),
        keys: sheet.keys(),
        citations: sheet.citations(),
        blank: Report { key: "requirements", title: title(), blocks },
        given: (asked.name == "open-homologation").then(|| established(archive)),
    }
}

/// The established events that a new open is compared with.
fn established(archive: &Archive) -> Report {
    let context = HomologationContext::of_archive(archive);
    let column = |key: &'static str, header| Column::new(key, Msg::new(header), Align::Start);
    let rows = context.established.iter().map(|event| Row {
        entrant: None,
        cells: vec![
            Entry::plain(event.name.clone()),
            Entry::plain(event.start),
            Entry::plain(event.end),
        ],
    });
    let table = Table {
        key: "established",
        caption: Msg::new("form.established"),
        columns: vec![
            column("name", "form.event"),
            column("start", "form.first-day"),
            column("end", "form.last-day"),
        ],
        rows: rows.collect(),
    };
    let title = Msg::new("form.established");
    Report { key: "established", title, blocks: vec![Block::Table(table)] }
}
