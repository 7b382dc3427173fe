//! The list of pages. A kind of page is a variant of [`PageKind`], a line in [`pages`], and a view
//! in `html::views` with its template.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::uses::Cites;
use super::{
    Batch, Batches, CARDS, CIRCULARS, Chapter, Editions, EventBatch, EventOutline, Printable,
    SiteInput, WORKING_ROWS, cards_url, chapter_url, chapters, circular_url, club_url,
    comparison_url, edition_url, news_url, person_url, rating_list_url, regulation_url,
    tournament_url, year_url, years,
};
use crate::core::report::Msg;
use crate::fingerprint::Fingerprint;
use crate::model::{Date, Person};
use crate::rulebook::{Circular, FreePage, ProvisionId, Regulation};

/// Address of the search.
pub const SEARCH: &str = "cerca/";
/// How the script of the search finds its way in the index of the texts.
pub const TEXTS: &str = "cerca/textos/index.json";
/// How the script of the search finds its way in the index of names, in a language.
pub const FINDER: &str = "cerca/index.json";
/// Address of the tags of the free pages.
pub const TAGS: &str = "pagines/etiquetes/";
/// A feed, in the folder that it is about.
pub const FEED: &str = "novetats.atom";
/// Address of the events month by month.
pub const AGENDA: &str = "agenda/";
/// Address of the files.
pub const DOCUMENTS: &str = "documents/";
/// All events for people's own calendars.
pub const AGENDA_FILE: &str = "agenda/agenda.ics";

/// Pages beside the sections, with the keys of their titles: at the foot of every page.
pub const MORE: [(&str, &str, PageKind); 5] = [
    ("noticies/", "site.news", PageKind::NewsIndex),
    (AGENDA, "site.agenda", PageKind::Agenda { year: None }),
    ("avaluacions/", "site.rating-lists", PageKind::RatingLists),
    ("registres/", "site.records", PageKind::Records),
    (DOCUMENTS, "site.library", PageKind::Documents { year: None }),
];

/// The page for the playing hall, below an event's.
pub const HALL: &str = "sala/";
/// The pairings of a round as text, below the round's page.
pub const PAIRINGS_TEXT: &str = "aparellaments.txt";
/// The list of those who take part, below an event's page.
pub const PLAYERS: &str = "jugadors";
/// The pages of the rounds, below an event's.
pub const ROUNDS: &str = "rondes/";
/// The tables for spreadsheets, below an event's.
pub const TABLES: &str = "taules/";

/// The file of a tab's table in [`TABLES`], for the tabs that have one; all rounds share one.
pub fn table_file(slug: &str) -> Option<&'static str> {
    match slug {
        PLAYERS => Some("participants.csv"),
        "classificacio" => Some("classificacio.csv"),
        "quadre" => Some("quadre.csv"),
        _ if slug.starts_with(ROUNDS) => Some("aparellaments.csv"),
        _ => None,
    }
}

/// Address of the list of the numbers that calculations use.
pub const CALCULATIONS: &str = "que-calcula/";
/// Address of the list of provisions that are computed.
pub const COVERAGE: &str = "eines/cobertura/";

/// Address of a calculation.
pub fn tool_url(name: &str) -> String {
    format!("{}{name}/", Section::Tools.url())
}

/// Address of a planned event.
pub fn plan_url(slug: &str) -> String {
    format!("{}plans/{slug}/", Section::Tools.url())
}

/// A part of the site, as in its main navigation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    Tournaments,
    Regulations,
    Players,
    Clubs,
    Norms,
    Bulletins,
    Tools,
    Glossary,
    /// Pages that the federation writes freely.
    Pages,
    About,
}

impl Section {
    /// In the order of the navigation.
    pub const ALL: [Self; 10] = [
        Self::Tournaments,
        Self::Regulations,
        Self::Players,
        Self::Clubs,
        Self::Norms,
        Self::Bulletins,
        Self::Tools,
        Self::Glossary,
        Self::Pages,
        Self::About,
    ];

    /// The sections that a site has, in the order of the navigation.
    pub fn of(input: &SiteInput<'_>) -> impl Iterator<Item = Self> {
        let has_pages = input.free_pages.iter().any(|page| !page.url.is_empty());
        let has_rules = !input.rulebook().regulations.is_empty();
        Self::ALL.into_iter().filter(move |section| match section {
            Self::Pages => has_pages,
            Self::Tools => has_rules,
            _ => true,
        })
    }

    /// Its address.
    pub fn url(self) -> &'static str {
        match self {
            Self::Tournaments => "torneigs/",
            Self::Regulations => "reglaments/",
            Self::Players => "jugadors/",
            Self::Clubs => "clubs/",
            Self::Norms => "normes/",
            Self::Bulletins => "butlletins/",
            Self::Tools => "eines/",
            Self::Glossary => "glossari/",
            Self::Pages => "pagines/",
            Self::About => "com-es-fa/",
        }
    }

    /// Key of its name in the language file.
    pub fn key(self) -> &'static str {
        match self {
            Self::Tournaments => "site.tournaments",
            Self::Regulations => "site.regulations",
            Self::Players => "site.players",
            Self::Clubs => "site.clubs",
            Self::Norms => "site.norms",
            Self::Bulletins => "site.bulletins",
            Self::Tools => "site.tools",
            Self::Glossary => "site.glossary",
            Self::Pages => "site.free-pages",
            Self::About => "site.about",
        }
    }
}

/// What a page shows. Indices are into the site's input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageKind {
    Home,
    NotFound,
    /// The first page of a section.
    Index(Section),
    /// Index into the latest text's regulations.
    Regulation(usize),
    /// A chapter of a regulation of the latest text.
    Chapter {
        regulation: usize,
        chapter: usize,
    },
    /// The text of a regulation from a day on; the regulation is that of the latest text.
    Edition {
        regulation: usize,
        day: Date,
    },
    /// What changed in a regulation between two texts.
    Comparison {
        regulation: usize,
        before: Date,
        after: Date,
    },
    Circulars,
    /// Index into the circulars.
    Circular(usize),
    /// The numbers that calculations use.
    Calculations,
    /// A calculation (index into `tools.calculations`).
    Tool(usize),
    /// A planned event (index into `tools.plans`).
    Plan(usize),
    Coverage,
    Search,
    /// Overview of an event (index into `events`).
    Tournament(usize),
    /// One tab of an event.
    Tab {
        event: usize,
        tab: usize,
    },
    /// Cards of an event's players, from `CARDS × part`.
    Cards {
        event: usize,
        part: usize,
    },
    /// The last round in large letters, for the hall and its wall.
    Hall(usize),
    /// Something that the arbiters of an event print.
    Print {
        event: usize,
        printable: Printable,
    },
    /// The workings of a tab's tables whose place on the tab's own page would be too large: rows
    /// from `WORKING_ROWS × part`.
    Working {
        event: usize,
        tab: usize,
        part: usize,
    },
    /// Slug of the person.
    Person(Arc<str>),
    /// Index into the free pages.
    Free(usize),
    /// All tags of the free pages.
    Tags,
    /// Slug of the tag.
    Tag(String),
    /// Index into the report pages.
    Report(usize),
    /// Slug of the club.
    Club(Arc<str>),
    NewsIndex,
    /// Index into the news.
    News(usize),
    /// Events month by month: all, or those of the latest year; or of another.
    Agenda {
        year: Option<i16>,
    },
    /// The last rating list, and the way to the others.
    RatingLists,
    /// Index into the archive's rating lists.
    RatingList(usize),
    Records,
    /// Files of the site: all, or without those of events of earlier years; or those of a year.
    Documents {
        year: Option<i16>,
    },
}

/// A step of the way down from the home page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Crumb {
    pub title: String,
    pub url: String,
}

/// The page before or after in a sequence.
pub type Neighbour = Crumb;

/// A page of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Address below the root: `torneigs/1990/obert/`.
    pub url: String,
    pub title: String,
    /// One sentence for search engines; may be empty.
    pub description: String,
    pub kind: PageKind,
    pub section: Option<Section>,
    /// From the section down, without the page itself.
    pub crumbs: Vec<Crumb>,
    pub previous: Option<Neighbour>,
    pub next: Option<Neighbour>,
    /// Address of the page that stands for this one in search engines, when it is another.
    pub canonical: Option<String>,
}

impl Page {
    fn new(url: impl Into<String>, title: impl Into<String>, kind: PageKind) -> Self {
        Self {
            url: url.into(),
            title: title.into(),
            description: String::new(),
            kind,
            section: None,
            crumbs: Vec::new(),
            previous: None,
            next: None,
            canonical: None,
        }
    }

    fn within(mut self, section: Section, input: &SiteInput<'_>) -> Self {
        self.section = Some(section);
        self.crumbs
            .push(Crumb { title: input.language.text(section.key()), url: section.url().into() });
        self
    }

    fn below(mut self, parent: &Page) -> Self {
        self.section = parent.section;
        self.crumbs = parent.crumbs.clone();
        self.crumbs.push(Crumb { title: parent.title.clone(), url: parent.url.clone() });
        self
    }

    fn described(mut self, description: String) -> Self {
        self.description = description;
        self
    }
}

/// All pages of a site that are neither of an event, of a person, nor written freely, in reading
/// order.
fn general_pages(input: &SiteInput<'_>, editions: &Editions) -> Vec<Page> {
    let home =
        Page::new("", input.title.clone(), PageKind::Home).described(input.description.clone());
    let text = |key: &str| input.language.text(key);
    let mut pages = vec![
        home,
        Page::new("404.html", text("site.not-found"), PageKind::NotFound),
        Page::new(SEARCH, text("site.search"), PageKind::Search),
    ];
    for section in Section::of(input) {
        let mut page = Page::new(section.url(), text(section.key()), PageKind::Index(section));
        page.section = Some(section);
        pages.push(page);
        match section {
            Section::Regulations => regulation_pages(input, editions, &mut pages),
            Section::Pages => tag_pages(input, &mut pages),
            Section::Clubs => club_pages(input, &mut pages),
            Section::Tools => tool_pages(input, &mut pages),
            _ => {}
        }
        report_pages(input, section, &mut pages);
    }
    for (url, key, kind) in MORE {
        let page = Page::new(url, text(key), kind.clone());
        pages.push(page.clone());
        match kind {
            PageKind::NewsIndex => news_pages(input, &page, &mut pages),
            PageKind::RatingLists => list_pages(input, &page, &mut pages),
            PageKind::Agenda { .. } => {
                let kind = |year| PageKind::Agenda { year };
                year_pages(input, &page, "site.agenda-of-year", kind, &mut pages);
            }
            PageKind::Documents { .. } => {
                let kind = |year| PageKind::Documents { year };
                year_pages(input, &page, "site.library-of-year", kind, &mut pages);
            }
            _ => {}
        }
    }
    pages
}

/// The pages of a site, in batches.
#[derive(Debug)]
pub(super) struct AllPages {
    /// Of no event.
    pub batches: Vec<Arc<Batch>>,
    /// In the order of the site's events.
    pub events: Vec<EventBatch>,
}

impl AllPages {
    pub fn batches(&self) -> impl Iterator<Item = &Batch> {
        let events = self.events.iter().map(|event| &event.pages);
        self.batches.iter().chain(events).map(|batch| &**batch)
    }
}

/// All pages of a site. Addresses are unique if the slugs are; [`Site::plan`](super::Site::plan)
/// checks it.
pub(super) fn pages(input: &SiteInput<'_>, editions: &Editions, known: &mut Batches) -> AllPages {
    let mut batches = vec![Arc::new(Batch::new(general_pages(input, editions)))];
    batches.push(person_batch(input, known));
    batches.extend(free_batches(input, known));
    let plan = |event| (event_pages(input, event), Cites::of(input, event));
    AllPages { batches, events: known.events(input, plan) }
}

fn club_pages(input: &SiteInput<'_>, pages: &mut Vec<Page>) {
    for club in input.archive.clubs.values() {
        let place = club.town.as_deref().map(|town| format!(", {town}")).unwrap_or_default();
        pages.push(
            Page::new(
                club_url(&club.slug),
                club.name.to_string(),
                PageKind::Club(club.slug.clone()),
            )
            .described(format!("{}{place}.", club.name))
            .within(Section::Clubs, input),
        );
    }
}

/// The pages of the years after the latest, which is on the list's own.
fn year_pages(
    input: &SiteInput<'_>,
    list: &Page,
    title: &'static str,
    kind: impl Fn(Option<i16>) -> PageKind,
    pages: &mut Vec<Page>,
) {
    let first = pages.len();
    for year in years(input).into_iter().skip(1) {
        let title = input.language.msg(&Msg::new(title).with("year", i32::from(year)));
        pages.push(Page::new(year_url(&list.url, year), title, kind(Some(year))).below(list));
    }
    chain(&mut pages[first..]);
}

fn news_pages(input: &SiteInput<'_>, index: &Page, pages: &mut Vec<Page>) {
    let first = pages.len();
    for (at, news) in input.news.iter().enumerate() {
        let page = Page::new(news_url(&news.slug), news.title.clone(), PageKind::News(at));
        pages.push(page.described(news.title.clone()).below(index));
    }
    chain(&mut pages[first..]);
}

fn list_pages(input: &SiteInput<'_>, index: &Page, pages: &mut Vec<Page>) {
    let first = pages.len();
    for (at, list) in input.archive.rating_lists.iter().enumerate() {
        let title = Msg::new("records.list").with("period", list.period.as_str());
        let title = input.language.msg(&title);
        let page = Page::new(rating_list_url(&list.period), title, PageKind::RatingList(at));
        pages.push(page.below(index));
    }
    chain(&mut pages[first..]);
}

fn regulation_pages(input: &SiteInput<'_>, editions: &Editions, pages: &mut Vec<Page>) {
    let first = pages.len();
    let regulations = &input.rulebook().regulations;
    for (index, regulation) in regulations.iter().enumerate() {
        let url = regulation_url(&regulation.slug);
        let description = format!("{}. {}", regulation.title, regulation.source);
        pages.push(
            Page::new(url, regulation.title.clone(), PageKind::Regulation(index))
                .described(description)
                .within(Section::Regulations, input),
        );
    }
    chain(&mut pages[first..]);
    for (index, regulation) in regulations.iter().enumerate() {
        let whole = pages[first + index].clone();
        chapter_pages(regulation, index, &whole, pages);
        edition_pages(input, editions, regulation, index, &whole, pages);
    }
    circular_pages(input, pages);
    pages.push(
        Page::new(CALCULATIONS, input.language.text("site.calculations"), PageKind::Calculations)
            .described(input.language.text("site.calculations-lede"))
            .within(Section::Regulations, input),
    );
}

/// The chapters of a regulation, from its whole text to the next regulation.
fn chapter_pages(regulation: &Regulation, index: usize, whole: &Page, pages: &mut Vec<Page>) {
    let mut own = vec![whole.clone()];
    for (chapter, Chapter { division, .. }) in chapters(regulation).into_iter().enumerate() {
        own.push(
            Page::new(
                chapter_url(&regulation.slug, division),
                division.title.clone(),
                PageKind::Chapter { regulation: index, chapter },
            )
            .described(format!("{}. {}.", regulation.title, division.title))
            .below(whole),
        );
    }
    chain(&mut own);
    if let Some(last) = own.last_mut().filter(|page| page.url != whole.url) {
        last.next = whole.next.clone();
    }
    pages.extend(own.into_iter().skip(1));
}

/// The texts of a regulation that circulars changed, and what changed between them.
fn edition_pages(
    input: &SiteInput<'_>,
    editions: &Editions,
    regulation: &Regulation,
    index: usize,
    whole: &Page,
    pages: &mut Vec<Page>,
) {
    let Regulation { code, slug, title, .. } = regulation;
    if !editions.has_several(code) {
        return;
    }
    let first = pages.len();
    for &day in editions.of(code) {
        let name = Msg::new("site.edition-title").with("title", title.clone()).with("date", day);
        let mut page = Page::new(
            edition_url(slug, day),
            input.language.msg(&name),
            PageKind::Edition { regulation: index, day },
        )
        .below(whole);
        page.canonical = Some(whole.url.clone());
        pages.push(page);
    }
    chain(&mut pages[first..]);
    for (before, after) in editions.comparisons(code) {
        let name = Msg::new("site.comparison-title")
            .with("title", title.clone())
            .with("before", before)
            .with("after", after);
        pages.push(
            Page::new(
                comparison_url(slug, before, after),
                input.language.msg(&name),
                PageKind::Comparison { regulation: index, before, after },
            )
            .below(whole),
        );
    }
}

fn circular_pages(input: &SiteInput<'_>, pages: &mut Vec<Page>) {
    let list = Page::new(CIRCULARS, input.language.text("site.circulars"), PageKind::Circulars)
        .described(input.language.text("site.circulars-lede"))
        .within(Section::Regulations, input);
    pages.push(list.clone());
    let first = pages.len();
    for (index, circular) in input.versions.circulars().iter().enumerate() {
        let Circular { number, slug, title, .. } = circular;
        let name = Msg::new("site.circular-title")
            .with("number", number.clone())
            .with("title", title.clone());
        let page =
            Page::new(circular_url(slug), input.language.msg(&name), PageKind::Circular(index));
        pages.push(page.described(title.clone()).below(&list));
    }
    chain(&mut pages[first..]);
}

fn tool_pages(input: &SiteInput<'_>, pages: &mut Vec<Page>) {
    let within = |page: Page| page.within(Section::Tools, input);
    for (index, calculation) in input.tools.calculations.iter().enumerate() {
        let title = input.language.text(&format!("ask.{}", calculation.name));
        let description = format!("{title}. {}.", cited(&calculation.provisions));
        let page = Page::new(tool_url(calculation.name), title, PageKind::Tool(index));
        pages.push(within(page.described(description)));
    }
    for (index, planned) in input.tools.plans.iter().enumerate() {
        let Some(plan) = input.archive.plans.get(planned.plan) else { continue };
        let name = plan.event.name.to_string();
        let title = Msg::new("homologation.title").with("tournament", name.clone());
        let page = Page::new(plan_url(&plan.event.slug), name, PageKind::Plan(index));
        pages.push(within(page.described(input.language.msg(&title))));
    }
    let page = Page::new(COVERAGE, input.language.text("site.coverage"), PageKind::Coverage);
    pages.push(within(page.described(input.language.text("site.coverage-lede"))));
}

fn cited(provisions: &[ProvisionId]) -> String {
    provisions.iter().map(ProvisionId::as_str).collect::<Vec<_>>().join(", ")
}

/// Everybody who may be named.
fn person_batch(input: &SiteInput<'_>, batches: &mut Batches) -> Arc<Batch> {
    let people = || input.archive.people.values().filter(|person| !person.hidden);
    let made_of: Vec<_> = people().map(|person| (&person.slug, &person.name)).collect();
    batches.named(Section::Players.url(), Fingerprint::of(&made_of), || {
        let page = |Person { slug, name, .. }: &Person| {
            Page::new(person_url(slug), name.to_string(), PageKind::Person(slug.clone()))
                .within(Section::Players, input)
        };
        people().map(page).collect()
    })
}

/// The pages written freely, a batch for each folder.
fn free_batches(input: &SiteInput<'_>, batches: &mut Batches) -> Vec<Arc<Batch>> {
    let top = Crumb { title: input.language.text("site.free-pages"), url: "pagines/".to_owned() };
    let titles: BTreeMap<&str, &str> = input
        .free_pages
        .iter()
        .filter(|page| page.is_section)
        .map(|page| (&*page.url, &*page.title))
        .collect();
    let mut found = Vec::new();
    for pages in input.free_pages.chunk_by(|a, b| a.section == b.section) {
        let section = &*pages[0].section;
        let mut crumbs = vec![top.clone()];
        for (end, _) in section.match_indices('/') {
            let url = &section[..=end];
            let title = titles.get(url).copied().unwrap_or(url).to_owned();
            crumbs.push(Crumb { title, url: url.to_owned() });
        }
        let first = input.free_pages.partition_point(|page| *page.section < *section);
        let own: Vec<_> =
            pages.iter().map(|p| (&p.url, &p.title, &p.description, p.is_section)).collect();
        let made_of = Fingerprint::of(&(first, &crumbs, own));
        found.push(batches.named(&format!("/{section}"), made_of, || {
            let page = |(index, free): (usize, &Arc<FreePage>)| {
                let mut page = Page::new(&*free.url, &*free.title, PageKind::Free(index));
                page.description = free.description.clone();
                page.section = Some(Section::Pages);
                page.crumbs = crumbs.clone();
                page
            };
            // The home page's own text is shown there.
            let shown = (first..).zip(pages).filter(|(_, free)| !free.url.is_empty());
            let (sections, texts): (Vec<_>, Vec<_>) = shown.partition(|(_, free)| free.is_section);
            let mut texts: Vec<Page> = texts.into_iter().map(page).collect();
            chain(&mut texts);
            sections.into_iter().map(page).chain(texts).collect()
        }));
    }
    found
}

fn tag_pages(input: &SiteInput<'_>, pages: &mut Vec<Page>) {
    let tags: BTreeMap<&str, &str> = input
        .free_pages
        .iter()
        .flat_map(|page| &page.tags)
        .map(|tag| (&*tag.slug, &*tag.name))
        .collect();
    if tags.is_empty() {
        return;
    }
    let index = Page::new(TAGS, input.language.text("site.tags"), PageKind::Tags)
        .within(Section::Pages, input);
    pages.push(index.clone());
    for (slug, name) in tags {
        let kind = PageKind::Tag(slug.to_owned());
        pages.push(Page::new(format!("{TAGS}{slug}/"), name, kind).below(&index));
    }
}

/// The pages of a section that are one report each; a page under another's address stands below it.
fn report_pages(input: &SiteInput<'_>, section: Section, pages: &mut Vec<Page>) {
    let first = pages.len();
    for (index, found) in input.report_pages.iter().enumerate() {
        if found.section != section {
            continue;
        }
        let title = input.language.msg(&found.report.title);
        let lede = found.lede.as_ref().map(|lede| input.language.msg(lede));
        let page = Page::new(found.url.clone(), title, PageKind::Report(index))
            .described(lede.unwrap_or_default());
        let parent = pages[first..].iter().rev().find(|page| found.url.starts_with(&page.url));
        let page = match parent.cloned() {
            Some(parent) => page.below(&parent),
            None => page.within(section, input),
        };
        pages.push(page);
    }
}

fn event_pages(input: &SiteInput<'_>, event: usize) -> Vec<Page> {
    let EventOutline { tournament, tabs, .. } = &*input.events[event];
    let tournament = &input.archive.tournaments[*tournament];
    let base = tournament_url(tournament);
    let place = tournament.place.as_deref().map(|place| format!(", {place}")).unwrap_or_default();
    let overview =
        Page::new(base.clone(), tournament.name.to_string(), PageKind::Tournament(event))
            .described(format!("{}{place}.", tournament.name))
            .within(Section::Tournaments, input);
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    let mut own = vec![overview.clone()];
    for (index, tab) in tabs.iter().enumerate() {
        let title = input.language.msg(&tab.title);
        let page = Page::new(
            format!("{base}{}/", tab.slug),
            title.clone(),
            PageKind::Tab { event, tab: index },
        )
        .described(format!("{title}. {}.", tournament.name))
        .below(&overview);
        if let Some((group, _)) = tab.slug.split_once('/') {
            groups.entry(group).or_default().push(own.len());
        }
        let parts = tab.working_parts;
        let workings: Vec<Page> =
            (0..parts).map(|part| working_page(input, event, index, part, &page)).collect();
        own.push(page);
        let first = own.len();
        own.extend(workings);
        chain(&mut own[first..]);
    }
    for members in groups.values() {
        link_in_order(&mut own, members);
    }
    card_pages(input, event, &overview, &mut own);
    if tabs.iter().any(|tab| tab.slug.starts_with("rondes/")) {
        let title = input.language.text("site.hall");
        let page = Page::new(format!("{base}{HALL}"), title, PageKind::Hall(event));
        own.push(page.below(&overview));
    }
    for printable in Printable::of(tournament, &input.events[event]) {
        let title = input.language.text(printable.key());
        let kind = PageKind::Print { event, printable };
        own.push(Page::new(printable.url(tournament), title, kind).below(&overview));
    }
    own
}

/// The players' cards, some on each page.
fn card_pages(input: &SiteInput<'_>, event: usize, overview: &Page, pages: &mut Vec<Page>) {
    let EventOutline { tournament, cards, .. } = *input.events[event];
    let tournament = &input.archive.tournaments[tournament];
    let first = pages.len();
    let parts = cards.div_ceil(CARDS);
    for part in 0..parts {
        let (from, to) = (part * CARDS + 1, ((part + 1) * CARDS).min(cards));
        let title = match parts {
            1 => input.language.text("tab.cards"),
            _ => input.language.msg(&Msg::new("site.cards-part").with("from", from).with("to", to)),
        };
        let page =
            Page::new(cards_url(tournament, part), title.clone(), PageKind::Cards { event, part });
        pages.push(page.described(format!("{title}. {}.", tournament.name)).below(overview));
    }
    chain(&mut pages[first..]);
}

fn working_page(
    input: &SiteInput<'_>,
    event: usize,
    tab: usize,
    part: usize,
    parent: &Page,
) -> Page {
    let rows = input.events[event].tabs[tab].rows;
    let last = ((part + 1) * WORKING_ROWS).min(rows);
    let title =
        Msg::new("site.workings-part").with("from", part * WORKING_ROWS + 1).with("to", last);
    Page::new(
        format!("{}calculs/{}/", parent.url, part + 1),
        input.language.msg(&title),
        PageKind::Working { event, tab, part },
    )
    .below(parent)
}

/// Each page leads to the one before and after it.
fn chain(pages: &mut [Page]) {
    let all: Vec<usize> = (0..pages.len()).collect();
    link_in_order(pages, &all);
}

fn link_in_order(pages: &mut [Page], members: &[usize]) {
    let crumb = |page: &Page| Crumb { title: page.title.clone(), url: page.url.clone() };
    for pair in members.windows(2) {
        let (before, after) = (crumb(&pages[pair[0]]), crumb(&pages[pair[1]]));
        pages[pair[0]].next = Some(after);
        pages[pair[1]].previous = Some(before);
    }
}
