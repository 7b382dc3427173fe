//! Whole documents as data: which template sets them, and the JSON it walks.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use super::input::{
    BulletinInput, CertificateInput, FormInput, FrontMatter, Publisher, RegulationInput,
    TournamentInput, TournamentReportInput,
};
use super::text::Context;
use super::{reports, text};
use crate::core::report::{Block, Fact, Msg, Verdict};
use crate::diag::Diagnostic;
use crate::fingerprint::Fingerprint;
use crate::lang::Language;
use crate::model::{Date, Tournament};
use crate::rulebook::{ProvisionId, Regulation, RegulationKind};

/// The address of a provision on the site, for citations of what a document does not hold.
pub type Address = dyn Fn(&ProvisionId) -> Option<String> + Send + Sync;

/// A document ready to be typeset: a pure function of what is printed.
#[derive(Clone, Debug)]
pub struct Document {
    /// Template under the theme's `pdf/`.
    pub(super) template: &'static str,
    /// Names the document, always the same in all its editions.
    pub(super) ident: String,
    pub(super) date: Date,
    pub(super) data: Json,
}

impl Document {
    /// A number that changes when the contents do. Together with [`super::Press::fingerprint`] it
    /// tells whether a document must be typeset again.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&(self.template, &self.ident, self.date, self.data.to_string()))
    }

    /// As readers know it.
    pub fn title(&self) -> &str {
        self.data["meta"]["title"].as_str().unwrap_or_default()
    }
}

/// Makes documents in a language.
pub(super) struct Editor<'a> {
    pub language: &'a Language,
    pub address: &'a Address,
}

impl Editor<'_> {
    pub fn bulletin(&self, input: &BulletinInput<'_>) -> Document {
        let language = self.language;
        let is_editorial = |r: &&Regulation| r.kind == RegulationKind::Editorial;
        let regulations: Vec<_> =
            input.rulebook.regulations.iter().filter(|r| !is_editorial(r)).collect();
        let mut printed = provisions(regulations.iter().copied());
        let editorial = input.rulebook.regulations.iter().find(is_editorial);
        let front = editorial.map(FrontMatter::of).unwrap_or_default();
        printed.extend(front.prose.iter().map(|provision| &provision.id));
        let context = self.context(printed);

        let title = language.msg(
            &Msg::new("pdf.bulletin-title")
                .with("masthead", input.masthead)
                .with("number", input.number)
                .with("month", input.month),
        );
        let imprint: Vec<_> = front
            .imprint
            .iter()
            .map(|row| json!(row.map(|cell| text::inlines(&context, cell))))
            .collect();
        let prose: Vec<_> =
            front.prose.iter().map(|found| text::provision(&context, found, None)).collect();
        let regulations: Vec<_> =
            regulations.iter().map(|found| text::regulation(&context, found, 2)).collect();
        let tournaments: Vec<_> =
            input.tournaments.iter().map(|event| self.event(&context, event, 2)).collect();
        let data = json!({
            "meta": self.meta(&title, &input.publisher, input.date),
            "masthead": input.masthead,
            "number": input.number,
            "month": input.month,
            "first-page": input.first_page.max(1),
            "highlights": front.highlights,
            "imprint": imprint,
            "editorial": {
                "title": front.title.map_or_else(|| language.text("pdf.editorial"), str::to_owned),
                "provisions": prose,
            },
            "regulations": regulations,
            "tournaments": tournaments,
        });
        let ident = format!("{} {} {}", input.masthead, input.number, language.code);
        Document { template: "bulletin.typ", ident, date: input.date, data }
    }

    pub fn tournament_report(&self, input: &TournamentReportInput<'_>) -> Document {
        let context = self.context(BTreeSet::new());
        let tournament = input.event.tournament;
        let data = json!({
            "meta": self.meta(&tournament.name, &input.publisher, input.date),
            "tournament": self.event(&context, &input.event, 1),
            "signatories": input.signatories,
        });
        let ident = format!("{} {} {}", input.kind, tournament.slug, self.language.code);
        Document { template: "tournament.typ", ident, date: input.date, data }
    }

    pub fn regulation(&self, input: &RegulationInput<'_>) -> Document {
        let regulation = input.regulation;
        let context = self.context(provisions([regulation]));
        let date = regulation.in_force;
        let data = json!({
            "meta": self.meta(&regulation.title, &input.publisher, date),
            "regulation": text::regulation(&context, regulation, 1),
        });
        let ident = format!("regulation {} {date} {}", regulation.code, self.language.code);
        Document { template: "regulation.typ", ident, date, data }
    }

    pub fn form(&self, input: &FormInput<'_>) -> Document {
        let language = self.language;
        let context = self.context(BTreeSet::new());
        let title = language.msg(&input.report.title);
        let signatories: Vec<String> =
            input.signatories.iter().map(|key| language.text(key)).collect();
        let data = json!({
            "meta": self.meta(&title, &input.publisher, input.date),
            "kicker": input.kicker,
            "invented": input.tournament.invented,
            "report": reports::report(&context, input.report, input.workings, 1),
            "signatories": signatories,
        });
        let ident = format!("{} {} {}", input.name, input.tournament.slug, language.code);
        Document { template: "form.typ", ident, date: input.date, data }
    }

    /// Refuses an event that is not homologated, and says what is not met.
    pub fn certificate(&self, input: &CertificateInput<'_>) -> Result<Document, Vec<Diagnostic>> {
        let (language, tournament) = (self.language, input.tournament);
        let facts = input.report.blocks.iter().filter_map(|block| match block {
            Block::Facts(facts) => Some(facts),
            _ => None,
        });
        let verdict = |fact: &Fact| reports::verdict(&fact.entry.value);
        // Requirements alone: fees and deadlines are the organiser's.
        let facts: Vec<&Fact> = facts.flatten().filter(|fact| verdict(fact).is_some()).collect();
        let unmet = || facts.iter().filter(|fact| verdict(fact) == Some(Verdict::NotMet));
        if input.verdict == Verdict::NotMet {
            let message = format!("no certificate for `{}`: not homologated", tournament.slug);
            let refused = Diagnostic::error("E0806", message);
            return Err(vec![unmet().fold(refused, |refused, fact| {
                refused.hint(format!("not met: {}", language.msg(&fact.label)))
            })]);
        }
        let context = self.context(BTreeSet::new());
        let (pending, met): (Vec<&Fact>, Vec<&Fact>) = facts
            .iter()
            .filter(|fact| verdict(fact) != Some(Verdict::NotMet))
            .partition(|fact| verdict(fact) == Some(Verdict::Unknown));
        let json_of = |facts: &[&Fact]| -> Vec<Json> {
            facts.iter().map(|fact| reports::fact(&context, fact, false)).collect()
        };
        let title =
            language.msg(&Msg::new("pdf.certificate-title").with("name", tournament.name.clone()));
        let number =
            |number: &str| language.msg(&Msg::new("pdf.certificate-number").with("number", number));
        let data = json!({
            "meta": self.meta(&title, &input.publisher, input.issued),
            "number": input.number.map(number),
            "name": &*tournament.name,
            "invented": tournament.invented,
            "details": self.details(tournament),
            "met": json_of(&met),
            "pending": json_of(&pending),
            "issued": language.msg(&Msg::new("pdf.issued").with("date", input.issued)),
            "signatories": input.signatories,
        });
        let ident = format!("certificate {} {}", tournament.slug, language.code);
        Ok(Document { template: "certificate.typ", ident, date: input.issued, data })
    }

    pub(super) fn context<'b>(&'b self, printed: BTreeSet<&'b ProvisionId>) -> Context<'b> {
        Context { language: self.language, printed, address: self.address }
    }

    /// What every document says of itself, and the words of the templates.
    pub(super) fn meta(&self, title: &str, publisher: &Publisher<'_>, date: Date) -> Json {
        let language = self.language;
        let words: Map<_, _> = language
            .keys()
            .filter_map(|key| Some((key, key.strip_prefix("pdf.")?)))
            .map(|(key, short)| (short.to_owned(), json!(language.text(key))))
            .collect();
        json!({
            "title": title,
            "publisher": publisher.name,
            "notice": publisher.notice,
            "language": language.code,
            "date": [date.year(), date.month(), date.day()],
            "words": words,
        })
    }

    fn event(&self, context: &Context<'_>, input: &TournamentInput<'_>, level: usize) -> Json {
        let reports: Vec<_> = input
            .reports
            .iter()
            .map(|found| reports::report(context, found.report, found.workings, level + 1))
            .collect();
        json!({
            "title": &*input.tournament.name,
            "anchor": format!("event {}", input.tournament.slug),
            "level": level,
            "invented": input.tournament.invented,
            "details": self.details(input.tournament),
            "note": text::blocks(context, input.note),
            "reports": reports,
        })
    }

    /// When, where, how, by whom.
    pub(super) fn details(&self, tournament: &Tournament) -> Json {
        let language = self.language;
        let dates = match (tournament.start, tournament.end) {
            (Some(start), Some(end)) if start != end => {
                Some(range(&language.date(start), &language.date(end)))
            }
            (Some(day), _) | (None, Some(day)) => Some(language.date(day)),
            (None, None) => None,
        };
        let system = format!("pdf.system.{}", tournament.system.key());
        let count = |n: usize| (n > 0).then(|| n.to_string());
        let own = |text: &Option<std::sync::Arc<str>>| text.as_deref().map(str::to_owned);
        let rows = [
            ("pdf.place", own(&tournament.place)),
            ("pdf.dates", dates),
            ("pdf.system", Some(language.text(&system))),
            ("pdf.rounds", count(tournament.rounds as usize)),
            ("pdf.teams", count(tournament.teams.len())),
            ("pdf.players", count(tournament.entrants.len())),
            ("pdf.time-control", own(&tournament.time_control)),
            ("pdf.club", own(&tournament.organiser)),
            ("pdf.arbiter", own(&tournament.chief_arbiter)),
        ];
        reports::details(rows.map(|(key, value)| (language.text(key), value)))
    }
}

/// Two dates as a range, without what both end in: `1–9 de juliol de 1990`,
/// `28 de juny – 9 de juliol de 1990`.
fn range(start: &str, end: &str) -> String {
    let start_words: Vec<&str> = start.split(' ').collect();
    let common = start_words.iter().rev().zip(end.rsplit(' ')).take_while(|(a, b)| *a == b);
    let own = &start_words[..start_words.len() - common.count()];
    match own {
        [day] => format!("{day}–{end}"),
        _ => format!("{} – {end}", own.join(" ")),
    }
}

fn provisions<'a>(
    regulations: impl IntoIterator<Item = &'a Regulation>,
) -> BTreeSet<&'a ProvisionId> {
    regulations.into_iter().flat_map(Regulation::provisions).map(|p| &p.id).collect()
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn a_range_of_dates_says_month_and_year_once() {
        let (june, july) = ("28 de juny de 1990", "9 de juliol de 1990");
        assert_eq!(range("1 de juliol de 1990", july), "1–9 de juliol de 1990");
        assert_eq!(range(june, july), "28 de juny – 9 de juliol de 1990");
        assert_eq!(range("28 de juny de 1989", july), "28 de juny de 1989 – 9 de juliol de 1990");
    }
}
