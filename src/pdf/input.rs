//! What a document is made of: regulations, reports already computed, and words.

use crate::core::report::{Entry, Fact, Report, Verdict};
use crate::model::{Date, Tournament};
use crate::rulebook::{Block, Inline, Item, Provision, Regulation, Rulebook, plain_text};

/// Who publishes, and in whose name a document speaks.
#[derive(Clone, Debug, Default)]
pub struct Publisher<'a> {
    /// `Federació Catalana d'Escacs`.
    pub name: &'a str,
    /// Told on every document, such as that the texts restate a bulletin.
    pub notice: Option<&'a str>,
}

/// A number of the bulletin.
#[derive(Clone, Debug)]
pub struct BulletinInput<'a> {
    pub publisher: Publisher<'a>,
    /// `Butlletí d'Escacs`.
    pub masthead: &'a str,
    /// `54`.
    pub number: &'a str,
    /// `desembre de 1990`.
    pub month: &'a str,
    /// Day of publication: the document's date.
    pub date: Date,
    /// Number of the first page, for volumes that count on; 1 otherwise. An odd number.
    pub first_page: u32,
    pub rulebook: &'a Rulebook,
    /// In the order of publication.
    pub tournaments: Vec<TournamentInput<'a>>,
}

/// A tournament with the reports about it.
#[derive(Clone, Debug)]
pub struct TournamentInput<'a> {
    pub tournament: &'a Tournament,
    /// What readers are told about the event.
    pub note: &'a [Block],
    pub reports: Vec<ReportInput<'a>>,
}

/// A report, with or without its working.
#[derive(Clone, Copy, Debug)]
pub struct ReportInput<'a> {
    pub report: &'a Report,
    /// Print how every value comes about: for norms and homologation.
    pub workings: bool,
}

impl<'a> ReportInput<'a> {
    pub fn new(report: &'a Report) -> Self {
        Self { report, workings: false }
    }

    pub fn with_workings(report: &'a Report) -> Self {
        Self { report, workings: true }
    }
}

/// A tournament's report as a document of its own.
#[derive(Clone, Debug)]
pub struct TournamentReportInput<'a> {
    pub publisher: Publisher<'a>,
    /// The document's date: the last day of the event, usually.
    pub date: Date,
    pub event: TournamentInput<'a>,
    /// Names the document among those of the event: `report`, `closing`.
    pub kind: &'static str,
    /// Offices that sign at the end; none for a report that nobody signs.
    pub signatories: Vec<String>,
}

/// The certificate of homologation that hangs in the hall (Oberts 5).
#[derive(Clone, Debug)]
pub struct CertificateInput<'a> {
    pub publisher: Publisher<'a>,
    /// `1990/14`.
    pub number: Option<&'a str>,
    pub tournament: &'a Tournament,
    /// The report's facts are the requirements: those that are met are printed, those that cannot
    /// be known yet are printed as pending. One that is not met is left out: the event is
    /// homologated by another route.
    pub report: &'a Report,
    /// Is the event homologated? [`Verdict::NotMet`] is an error: it is not certified.
    pub verdict: Verdict,
    pub issued: Date,
    /// Offices that sign: `El president de la Comissió Esportiva`.
    pub signatories: Vec<&'a str>,
}

/// The certificate of a norm of Mestre Català.
#[derive(Clone, Debug)]
pub struct NormCertificateInput<'a> {
    pub publisher: Publisher<'a>,
    pub tournament: &'a Tournament,
    /// Name of who made it.
    pub player: &'a str,
    /// What makes it.
    pub facts: &'a [Fact],
    /// How it comes about, step by step.
    pub working: &'a Entry,
    pub issued: Date,
    /// Offices that sign.
    pub signatories: Vec<&'a str>,
}

/// A paper of the federation: a list, a sheet, a decision.
#[derive(Clone, Debug)]
pub struct PaperInput<'a> {
    pub publisher: Publisher<'a>,
    /// Template under the theme's `pdf/`: `paper.typ`, `resolution.typ`.
    pub template: &'static str,
    /// Names the document, always the same in all its editions.
    pub ident: &'a str,
    pub date: Date,
    /// What sort of paper it is, above the title.
    pub kind: &'a str,
    pub title: String,
    /// `Exp. 3/1991`.
    pub number: Option<String>,
    /// What, and what it is.
    pub details: Vec<(String, String)>,
    /// Paragraphs before and after the reports.
    pub opening: Vec<String>,
    pub reports: Vec<ReportInput<'a>>,
    pub closing: Vec<String>,
    /// Its data are invented for demonstration.
    pub invented: bool,
    pub signatories: Vec<String>,
}

/// A form that is signed: the certificate of a norm (IT1), the report for FIDE (IT3).
#[derive(Clone, Debug)]
pub struct FormInput<'a> {
    pub publisher: Publisher<'a>,
    /// Names the document among those of its event: `it1-7-im`.
    pub name: &'a str,
    pub tournament: &'a Tournament,
    /// What it is, above its title: `IT1`.
    pub kicker: &'a str,
    pub report: &'a Report,
    /// Print how every value comes about.
    pub workings: bool,
    /// The document's date.
    pub date: Date,
    /// Keys of the language file for who signs: `pdf.form-arbiter`.
    pub signatories: &'a [&'static str],
}

/// One regulation as a document of its own.
#[derive(Clone, Debug)]
pub struct RegulationInput<'a> {
    pub publisher: Publisher<'a>,
    pub regulation: &'a Regulation,
}

/// The editorial "regulation" by what its provisions are: a table is the imprint, a list the
/// highlights of the cover, prose the editorial.
#[derive(Clone, Debug, Default)]
pub(super) struct FrontMatter<'a> {
    /// Rows of the imprint: what, and who.
    pub imprint: Vec<[&'a [Inline]; 2]>,
    pub highlights: Vec<String>,
    /// Title of the division that the prose stands in.
    pub title: Option<&'a str>,
    pub prose: Vec<&'a Provision>,
}

impl<'a> FrontMatter<'a> {
    pub fn of(regulation: &'a Regulation) -> Self {
        let mut front = Self::default();
        let mut division = None;
        for item in &regulation.items {
            match item {
                Item::Division(found) => division = Some(found.title.as_str()),
                Item::Provision(provision) => front.take(provision, division),
            }
        }
        front
    }

    fn take(&mut self, provision: &'a Provision, division: Option<&'a str>) {
        let mut is_prose = true;
        for block in &provision.blocks {
            match block {
                Block::Table(table) => {
                    is_prose = false;
                    let pairs = table.rows.iter().filter_map(|row| match row.as_slice() {
                        [what, who, ..] => Some([what.as_slice(), who.as_slice()]),
                        _ => None,
                    });
                    self.imprint.extend(pairs);
                }
                Block::List { items, .. } => {
                    is_prose = false;
                    self.highlights.extend(items.iter().map(|item| words_of(item)));
                }
                _ => {}
            }
        }
        if is_prose {
            self.title = self.title.or(division);
            self.prose.push(provision);
        }
    }
}

/// The words of an item, without the semicolon or full stop that ends it in a sentence.
fn words_of(blocks: &[Block]) -> String {
    let paragraphs = blocks.iter().filter_map(|block| match block {
        Block::Paragraph(inlines) => Some(plain_text(inlines)),
        _ => None,
    });
    let words = paragraphs.collect::<Vec<_>>().join(" ");
    words.trim_end_matches([';', '.', ',']).trim_end_matches("; i").to_owned()
}
