//! A case file as reports: for its page, as a resolution, in the list of published cases.

use serde_json::{Value as Json, json};

use super::case::{CaseDeadline, Decided, Judged};
use super::terms::Deadline;
use crate::core::computed::Computed;
use crate::core::report::{
    Align, Block, Column, Entry, Fact, Msg, Report, Row, Step, Table, Value, Verdict, exact_json,
};
use crate::model::{CaseFile, Imposed, InfringerKind, Sanction, SanctionUnit};
use crate::rulebook::ProvisionId;

/// The infringer as the document says: the name, or words that name nobody.
pub fn who(case: &CaseFile) -> Value {
    match (&case.name, &case.person) {
        (Some(name), Some(slug)) => Value::Person { slug: slug.clone(), name: name.clone() },
        (Some(name), None) => Value::from(name.clone()),
        (None, _) => Msg::new(match case.kind {
            InfringerKind::Club => "case.withheld-club",
            InfringerKind::Player => "case.withheld-player",
            InfringerKind::Official => "case.withheld-official",
            InfringerKind::Other => "case.withheld",
        })
        .into(),
    }
}

fn kind(case: &CaseFile) -> Msg {
    Msg::new(match case.kind {
        InfringerKind::Club => "case.kind.club",
        InfringerKind::Player => "case.kind.player",
        InfringerKind::Official => "case.kind.official",
        InfringerKind::Other => "case.kind.other",
    })
}

/// A sanction in words: `suspensió, 5 mesos`.
pub fn sanction_words(imposed: &Imposed) -> Msg {
    let name = Msg::new(match imposed.sanction {
        Sanction::Warning => "case.sanction.warning",
        Sanction::PublicAdmonition => "case.sanction.public-admonition",
        Sanction::Suspension => "case.sanction.suspension",
        Sanction::LossOfRights => "case.sanction.loss-of-rights",
        Sanction::PermanentLossOfRights => "case.sanction.permanent-loss-of-rights",
        Sanction::LicenceWithdrawal => "case.sanction.licence-withdrawal",
        Sanction::LifeDisqualification => "case.sanction.life-disqualification",
        Sanction::Fine => "case.sanction.fine",
        Sanction::VenueClosing => "case.sanction.venue-closing",
        Sanction::LossOrExclusion => "case.sanction.loss-or-exclusion",
        Sanction::LossOfPointsOrPlaces => "case.sanction.loss-of-points-or-places",
        Sanction::LossOfCategory => "case.sanction.loss-of-category",
    });
    let amount: Option<Value> = imposed.amount.zip(imposed.unit).map(|(amount, unit)| match unit {
        SanctionUnit::Months => Msg::new("case.unit.months").with("n", amount).into(),
        SanctionUnit::Years => Msg::new("case.unit.years").with("n", amount).into(),
        SanctionUnit::Seasons => Msg::new("case.unit.seasons").with("n", amount).into(),
        SanctionUnit::Matches => Msg::new("case.unit.matches").with("n", amount).into(),
        SanctionUnit::Pesetas => Value::Money(i64::from(amount)),
    });
    match (amount, imposed.fine) {
        (Some(amount), Some(fine)) => Msg::new("case.sanction.measured-fined")
            .with("sanction", name)
            .with("amount", amount)
            .with("fine", Value::Money(i64::from(fine))),
        (Some(amount), None) => {
            Msg::new("case.sanction.measured").with("sanction", name).with("amount", amount)
        }
        (None, Some(fine)) => Msg::new("case.sanction.fined")
            .with("sanction", name)
            .with("fine", Value::Money(i64::from(fine))),
        (None, None) => Msg::new("case.sanction.alone").with("sanction", name),
    }
}

fn deadline_words(deadline: Deadline) -> Msg {
    Msg::new(match deadline {
        Deadline::EmergencyMeeting => "case.term.emergency-meeting",
        Deadline::OrdinaryAppeal => "case.term.ordinary-appeal",
        Deadline::OrdinaryAppealMeeting => "case.term.ordinary-appeal-meeting",
        Deadline::Annexes => "case.term.annexes",
        Deadline::OrdinaryMeeting => "case.term.ordinary-meeting",
        Deadline::CouncilAppeal => "case.term.council-appeal",
        Deadline::ProposalMeeting => "case.term.proposal-meeting",
        Deadline::OpeningOrder => "case.term.opening-order",
        Deadline::Challenge => "case.term.challenge",
        Deadline::ChallengeRuling => "case.term.challenge-ruling",
        Deadline::EvidenceShortest => "case.term.evidence-shortest",
        Deadline::EvidenceLongest => "case.term.evidence-longest",
        Deadline::EvidenceClaim => "case.term.evidence-claim",
        Deadline::EvidenceRuling => "case.term.evidence-ruling",
        Deadline::Defence => "case.term.defence",
        Deadline::Ruling => "case.term.ruling",
        Deadline::Review => "case.term.review",
        Deadline::GeneralAppeal => "case.term.general-appeal",
        Deadline::ClaimSilence => "case.term.claim-silence",
        Deadline::Notification => "case.term.notification",
        Deadline::AppealSilence => "case.term.appeal-silence",
    })
}

/// Everything about a case: for its page and the terminal.
pub fn report(case: &CaseFile, decided: &Decided) -> Report {
    let mut blocks = vec![Block::Facts(circumstances(case))];
    blocks.push(Block::Heading(Msg::new("case.heading.facts")));
    blocks.push(Block::Paragraph(said(&case.facts)));
    blocks.push(Block::Heading(Msg::new("case.heading.law")));
    blocks.push(Block::Facts(law(decided)));
    if let Some(judged) = &decided.judged {
        blocks.push(Block::Heading(Msg::new("case.heading.sanction")));
        blocks.push(Block::Facts(sanction(judged)));
    }
    if !decided.deadlines.is_empty() {
        blocks.push(Block::Heading(Msg::new("case.heading.terms")));
        blocks.push(Block::Table(deadlines(&decided.deadlines)));
    }
    let title = Msg::new("case.title").with("number", case.number.clone());
    Report { key: "case", title, blocks }
}

/// Data written as it stands.
fn said(text: &std::sync::Arc<str>) -> Msg {
    Msg::new("case.text").with("text", text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn circumstances(case: &CaseFile) -> Vec<Fact> {
    let fact = |key, label, value: Value| Fact::new(key, Msg::new(label), Entry::plain(value));
    let mut facts = vec![
        fact("infringer", "case.infringer", who(case)),
        fact("kind", "case.kind", kind(case).into()),
        fact("committed", "rde.committed", case.committed.into()),
    ];
    if let Some(event) = &case.event {
        facts.push(fact("event", "case.event", event.clone().into()));
    }
    facts
}

fn law(decided: &Decided) -> Vec<Fact> {
    let mut facts = Vec::new();
    let class = decided.class.map(|class| class.word());
    let mut charge = decided
        .charge
        .entry_of(class.map_or_else(|| Msg::new("case.not-chargeable").into(), Value::from));
    // The infraction itself comes first.
    charge.citations.reverse();
    facts.push(Fact::new("class", Msg::new("rde.class"), charge));
    if let Some(competence) = &decided.competence {
        let procedure = Msg::new(match competence.value.procedure {
            super::procedure::Procedure::Emergency => "case.procedure.emergency",
            super::procedure::Procedure::Ordinary => "case.procedure.ordinary",
            super::procedure::Procedure::Extraordinary => "case.procedure.extraordinary",
        });
        facts.push(Fact::new(
            "procedure",
            Msg::new("case.procedure"),
            competence.entry_of(procedure),
        ));
        facts.push(Fact::new(
            "body",
            Msg::new("rde.body"),
            Entry::plain(competence.value.body.word()),
        ));
        facts.push(Fact::new(
            "appeal",
            Msg::new("rde.appeal-to"),
            Entry::plain(competence.value.appeal.word()),
        ));
    }
    if let Some(lapse) = &decided.lapse {
        let words = Msg::new(if lapse.value.lapsed { "case.lapsed" } else { "case.not-lapsed" });
        facts.push(Fact::new("lapse", Msg::new("case.lapse"), lapse.entry_of(words)));
    }
    if let Some(record) = decided.record.as_ref().filter(|record| !record.cases.is_empty()) {
        let told = |entry: Entry| {
            let lines = record.cases.iter().map(|(earlier, class)| {
                // Of a case that is not public nothing is told but that there is one.
                let Some(number) = &earlier.number else {
                    return Step::new(Msg::new("case.earlier-private"));
                };
                let text = Msg::new("case.earlier")
                    .with("number", number.clone())
                    .with("day", earlier.resolved);
                let class = class.map(|class| Value::from(class.word()));
                Step::new(text).gives(class.unwrap_or(Value::Undefined))
            });
            entry.steps(lines)
        };
        for (key, label, found) in [
            ("reiteration", "rde.circumstance.reiteration", &record.reiteration),
            ("recidivism", "rde.circumstance.recidivism", &record.recidivism),
        ] {
            let value = Msg::new(if found.value { "form.yes" } else { "form.no" });
            let at = if key == "reiteration" { "RDE 15.a" } else { "RDE 15.b" };
            let entry = told(found.entry_of(value)).cite(&at.into());
            facts.push(Fact::new(key, Msg::new(label), entry));
        }
    }
    facts
}

fn sanction(judged: &Judged) -> Vec<Fact> {
    let mut facts = vec![Fact::new(
        "sanction",
        Msg::new("case.sanction"),
        Entry::plain(sanction_words(&judged.imposed)),
    )];
    facts.push(Fact::new("available", Msg::new("rde.available"), judged.available.verdict()));
    if let Some(graded) = &judged.graded {
        let part = graded.value.part.map(|part| Value::from(part.word()));
        facts.push(Fact::new(
            "degree",
            Msg::new("rde.part"),
            graded.entry_of(part.unwrap_or(Value::Undefined)),
        ));
        facts.push(Fact::new(
            "amount",
            Msg::new("case.amount-fits"),
            Entry::plain(Verdict::from_known(judged.amount_fits)).steps(limits(graded)),
        ));
    }
    if let Some(fine) = &judged.fine_fits {
        facts.push(Fact::new("fine", Msg::new("case.fine-fits"), fine.verdict()));
    }
    if let Some(suspension) = &judged.suspension {
        let words = Msg::new("case.from-to")
            .with("from", suspension.value.first_day)
            .with("to", suspension.value.last_day);
        facts.push(Fact::new(
            "suspension",
            Msg::new("case.suspension"),
            suspension.entry_of(words),
        ));
    }
    facts
}

fn limits(graded: &Computed<super::sanctions::SanctionResult>) -> Option<Step> {
    let range = graded.value.graded.as_ref()?;
    let limits = Value::List(vec![range.from.into(), range.to.into()]);
    Some(Step::new(Msg::new("rde.limits")).gives(limits).cite(&range.at))
}

fn deadlines(list: &[CaseDeadline]) -> Table {
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let rows = list.iter().map(|found| {
        let in_time = found.term.value.in_time.map(|ok| Value::from(Verdict::of(ok)));
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(deadline_words(found.deadline)),
                Entry::plain(found.from),
                found.term.entry_of(found.term.value.last_day),
                Entry::plain(found.act),
                Entry::plain(in_time.unwrap_or(Value::Undefined)),
            ],
        }
    });
    Table {
        key: "deadlines",
        caption: Msg::new("case.heading.terms"),
        columns: vec![
            column("term", "case.head.term", Align::Start),
            column("from", "rde.from", Align::Start).extra(),
            column("last-day", "rde.last-day", Align::Start),
            column("act", "rde.act", Align::Start).extra(),
            column("in-time", "rde.in-time", Align::Start),
        ],
        rows: rows.collect(),
    }
}

/// The resolution (RDE 26.1): what happened, why it is so judged, what is decided, and how it can
/// be appealed.
pub fn resolution(case: &CaseFile, decided: &Decided) -> Report {
    let heading = |key| Block::Heading(Msg::new(key));
    let mut blocks = vec![heading("case.heading.facts"), Block::Facts(circumstances(case))];
    blocks.push(Block::Paragraph(said(&case.facts)));
    blocks.push(heading("case.heading.law"));
    blocks.push(Block::Facts(law(decided)));
    if let Some(judged) = &decided.judged {
        blocks.push(Block::Facts(sanction(judged)));
    }
    blocks.push(heading("case.heading.decision"));
    let decision = match &decided.judged {
        Some(judged) => Msg::new("case.decision")
            .with("who", who(case))
            .with("sanction", sanction_words(&judged.imposed)),
        None => Msg::new("case.decision.none").with("who", who(case)),
    };
    blocks.push(Block::Paragraph(decision));
    if let Some(suspension) = decided.judged.as_ref().and_then(|judged| judged.suspension.as_ref())
    {
        blocks.push(Block::Paragraph(
            Msg::new("case.decision.suspension")
                .with("from", suspension.value.first_day)
                .with("to", suspension.value.last_day),
        ));
    }
    blocks.push(heading("case.heading.appeal"));
    let appeal = match decided.appeal() {
        Some((body, Some(day))) => {
            Msg::new("case.appeal-until").with("body", body.word()).with("day", day)
        }
        Some((body, None)) => Msg::new("case.appeal").with("body", body.word()),
        None => Msg::new("case.no-appeal"),
    };
    blocks.push(Block::Paragraph(appeal));
    Report { key: "resolution", title: Msg::new("case.resolution"), blocks }
}

/// The published cases: number, what, how grave, what came of it.
pub fn list(cases: &[(&CaseFile, &Decided, String)]) -> Report {
    let column = |key, text, align| Column::new(key, Msg::new(text), align);
    let rows = cases.iter().map(|(case, decided, _)| {
        let class = decided.class.map(|class| Value::from(class.word()));
        let at = decided.charge.citations.first().cloned();
        let mut class = Entry::plain(class.unwrap_or(Value::Undefined));
        if let Some(at) = &at {
            class = class.cite(at);
        }
        let imposed = case.imposed.as_ref().map(|imposed| Value::from(sanction_words(imposed)));
        Row {
            entrant: None,
            cells: vec![
                Entry::plain(case.number.clone()),
                Entry::plain(case.days.resolved),
                Entry::plain(who(case)),
                class,
                Entry::plain(imposed.unwrap_or(Value::Undefined)),
            ],
        }
    });
    let table = Table {
        key: "cases",
        caption: Msg::new("case.list"),
        columns: vec![
            column("number", "case.number", Align::Start),
            column("resolved", "case.resolved", Align::Start).extra(),
            column("infringer", "case.infringer", Align::Start),
            column("class", "rde.class", Align::Start),
            column("sanction", "case.sanction", Align::Start),
        ],
        rows: rows.collect(),
    };
    Report { key: "cases", title: Msg::new("case.list"), blocks: vec![Block::Table(table)] }
}

/// For programs.
pub fn to_json(case: &CaseFile, decided: &Decided) -> Json {
    let day = |day: Option<crate::model::Date>| day.map(|day| day.to_string());
    let judged = decided.judged.as_ref().map(|judged| {
        let graded = judged.graded.as_ref();
        let range = graded.and_then(|graded| graded.value.graded.as_ref());
        json!({
            "available": judged.available.value,
            "part": graded.and_then(|graded| graded.value.part).map(|part| part.key()),
            "from": range.map(|range| exact_json(range.from)),
            "to": range.map(|range| exact_json(range.to)),
            "amount_fits": judged.amount_fits,
            "fine_fits": judged.fine_fits.as_ref().map(|fits| fits.value),
            "first_day": day(judged.suspension.as_ref().and_then(|s| s.value.first_day)),
            "last_day": day(judged.suspension.as_ref().and_then(|s| s.value.last_day)),
        })
    });
    let deadlines = decided.deadlines.iter().map(|found| {
        json!({
            "term": deadline_words(found.deadline).key.trim_start_matches("case.term."),
            "from": found.from.to_string(),
            "last_day": day(found.term.value.last_day),
            "act": day(found.act),
            "in_time": found.term.value.in_time,
            "citation": found.term.citations.iter().map(ProvisionId::as_str).collect::<Vec<_>>(),
        })
    });
    json!({
        "case": &*case.number,
        "class": decided.class.map(|class| class.key()),
        "residual": decided.charge.value.residual,
        "procedure": decided.competence.as_ref().map(|c| c.value.procedure.key()),
        "body": decided.competence.as_ref().map(|c| c.value.body.key()),
        "appeal": decided.competence.as_ref().map(|c| c.value.appeal.key()),
        "lapsed": decided.lapse.as_ref().map(|lapse| lapse.value.lapsed),
        "earlier": decided.record.iter().flat_map(|record| &record.cases).map(|(earlier, class)| {
            earlier.number.as_ref().map(|number| json!({
                "case": &**number,
                "resolved": earlier.resolved.to_string(),
                "class": class.map(|class| class.key()),
            }))
        }).collect::<Vec<_>>(),
        "reiteration": decided.record.as_ref().map(|record| record.reiteration.value),
        "recidivism": decided.record.as_ref().map(|record| record.recidivism.value),
        "lapse_last_day": day(decided.lapse.as_ref().and_then(|lapse| lapse.value.last_day)),
        "sanction": judged,
        "deadlines": deadlines.collect::<Vec<_>>(),
        "working": report(case, decided).to_json(),
    })
}
