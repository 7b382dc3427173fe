//! Writing HTML by hand: everything that is not markup goes through [`Writer::text`] or
//! [`Writer::attribute`], so that a name such as `<script>` stays a name.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::core::report::Value;
use crate::diag::Diagnostic;
use crate::lang::Language;
use crate::model::{Colour, Date, Tournament, initials};
use crate::rulebook::{ProvisionId, Rulebook};
use crate::site::{Page, Site, Target, UnknownTarget, card_url, relative};

/// Anchors that the templates give.
const TEMPLATE_IDS: [&str; 10] = [
    "taula-titol",
    "estat",
    "contingut",
    "cerca-q",
    "sumari",
    "capitols",
    "dades",
    "capdavant",
    "calculs",
    "calculs-titol",
];

/// What is written of one page, and the problems met on the way.
pub struct Writer<'a> {
    pub site: &'a Site<'a>,
    pub page: &'a Page,
    /// The tournament that the page is about, to which indices of entrants belong.
    pub tournament: Option<&'a Tournament>,
    /// The day whose text citations lead to; that of the tournament when there is one.
    pub day: Option<Date>,
    /// The text whose parameters are shown.
    pub rulebook: &'a Rulebook,
    /// Provisions that stand on this page: links to them stay on it.
    pub here: BTreeSet<ProvisionId>,
    /// The event whose pages tell of its players: their names lead to their cards.
    pub event: Option<usize>,
    /// Tables written so far.
    pub tables: usize,
    pub out: String,
    pub problems: Vec<Diagnostic>,
    /// Tables on the page before those of its report.
    pub tables_before: usize,
    /// Anchors already given on the page: none is given twice.
    ids: HashSet<String>,
    /// Links to provisions that do not stand on the page, by the day whose text they lead to:
    /// reports cite the same few over and over.
    cited: HashMap<(ProvisionId, Option<Date>), String>,
}

impl<'a> Writer<'a> {
    pub fn new(site: &'a Site<'a>, page: &'a Page) -> Self {
        Self {
            site,
            page,
            tournament: None,
            day: None,
            rulebook: site.input.rulebook(),
            here: BTreeSet::new(),
            event: None,
            tables: 0,
            out: String::new(),
            problems: Vec::new(),
            tables_before: 0,
            ids: TEMPLATE_IDS.map(str::to_owned).into(),
            cited: HashMap::new(),
        }
    }

    pub fn language(&self) -> &'a Language {
        self.site.input.language
    }

    /// A sentence of the interface.
    pub fn word(&self, key: &str) -> String {
        self.language().text(key)
    }

    /// What was written since `start`, taken out.
    pub fn take(&mut self, start: usize) -> String {
        self.out.split_off(start)
    }

    pub fn raw(&mut self, html: &str) {
        self.out.push_str(html);
    }

    pub fn text(&mut self, text: &str) {
        escape_into(text, &mut self.out);
    }

    /// ` name="value"`.
    pub fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        escape_into(value, &mut self.out);
        self.out.push('"');
    }

    /// `<a href="…">text</a>`; `url` is an address in the site.
    pub fn link(&mut self, url: &str, class: &str, text: &str) {
        self.open_link(url, class);
        self.text(text);
        self.raw("</a>");
    }

    pub fn open_link(&mut self, url: &str, class: &str) {
        self.raw("<a");
        if !class.is_empty() {
            self.attribute("class", class);
        }
        self.attribute("href", &self.href(url));
        self.raw(">");
    }

    /// The relative link to an address in the site.
    pub fn href(&self, url: &str) -> String {
        relative(&self.page.url, url)
    }

    /// The relative link to a file that all languages share, such as a document.
    pub fn file_href(&self, url: &str) -> String {
        relative(&format!("{}{}", self.site.input.folder(), self.page.url), url)
    }

    /// ` lang="…"` of words of the page within a published text in another language.
    pub fn page_language(&mut self) {
        if self.site.input.has_foreign_texts() {
            self.attribute("lang", &self.language().code);
        }
    }

    /// Is the anchor free on this page? It is taken from now on.
    pub fn claim_id(&mut self, id: &str) -> bool {
        self.ids.insert(id.to_owned())
    }

    /// The address of a target; an unknown one is a problem (`E0903`) and gives none. A provision's
    /// is on this page if it stands here, else where its words on the page's day are.
    pub fn resolve(&mut self, target: Target<'_>) -> Option<String> {
        let found = match target {
            Target::Provision(id) => self.provision_address(id),
            _ => self.site.links.resolve(target),
        };
        match found {
            Ok(url) => Some(url),
            Err(unknown) => {
                self.problems.push(
                    Diagnostic::error(
                        "E0903",
                        format!("{unknown}; the page /{} links it", self.page.url),
                    )
                    .hint("publish what is named, or take the link away"),
                );
                None
            }
        }
    }

    fn provision_address(&self, id: &ProvisionId) -> Result<String, UnknownTarget> {
        let now = self.site.input.rulebook().resolve(id);
        if self.here.contains(now) {
            return Ok(format!("{}#{}", self.page.url, now.anchor()));
        }
        let links = &self.site.links;
        match self.day.or(self.followed()) {
            Some(day) => links.provision_on(now, day),
            None => links.resolve(Target::Provision(id)),
        }
    }

    /// A page that is linked by its address: that it is not there is a problem (`E0903`).
    pub fn must_exist(&mut self, url: &str) {
        if !self.site.has_page(url) {
            let page = &self.page.url;
            self.problems.push(
                Diagnostic::error("E0903", format!("no page is /{url}; the page /{page} links it"))
                    .hint("publish what is named, or take the link away"),
            );
        }
    }

    /// A citation as a link.
    pub fn cite(&mut self, id: &ProvisionId, text: &str) {
        let words = if text.is_empty() { id.as_str() } else { text };
        let key = (id.clone(), self.day.or(self.followed()));
        if !self.cited.contains_key(&key) {
            let Some(url) = self.resolve(Target::Provision(id)) else { return self.text(words) };
            let start = self.out.len();
            self.open_link(&url, "cite");
            let link = self.take(start);
            if !self.here.is_empty() {
                // What stands on the page changes while a text is written.
                self.raw(&link);
                self.text(words);
                return self.raw("</a>");
            }
            self.cited.insert(key.clone(), link);
        }
        self.out.push_str(&self.cited[&key]);
        self.text(words);
        self.raw("</a>");
    }

    /// The first day of the tournament that the page is about: it follows the text of that day;
    /// without one, the text as published.
    fn followed(&self) -> Option<Date> {
        self.tournament.map(|t| t.start.unwrap_or(Date::MIN))
    }

    /// Citations after another, with commas.
    pub fn cites<'c>(&mut self, citations: impl IntoIterator<Item = &'c ProvisionId>) {
        for (at, id) in citations.into_iter().enumerate() {
            if at > 0 {
                self.raw(", ");
            }
            self.cite(id, "");
        }
    }

    /// Somebody's name; a link to their card in the event, or to their page.
    pub fn entrant(&mut self, index: usize, name: &str) {
        if let Some(url) = self.card_url(index) {
            self.link(&url, "", name);
            return;
        }
        self.person_of(index, name);
    }

    /// Address of somebody's card in the event of the page, if there are cards.
    pub fn card_url(&self, index: usize) -> Option<String> {
        let pages = self.site.input.events.get(self.event?)?;
        (index < pages.cards).then_some(())?;
        Some(card_url(self.site.input.archive.tournaments.get(pages.tournament)?, index))
    }

    /// Somebody's name; a link to the page of the person, where there is one.
    pub fn person_of(&mut self, index: usize, name: &str) {
        let entrant = self.tournament.and_then(|t| t.entrants.get(index));
        // In a team event an index may be a team's: the name tells.
        let person = entrant.filter(|e| *e.name == *name).and_then(|e| e.person.clone());
        let registered = person.as_ref().and_then(|p| self.site.input.archive.people.get(p));
        match (person, registered) {
            (Some(_), Some(registered)) if registered.hidden => self.text(&initials(name)),
            (Some(person), Some(_)) => match self.resolve(Target::Person(&person)) {
                Some(url) => self.link(&url, "", name),
                None => self.text(name),
            },
            _ => self.text(name),
        }
    }

    /// The name of somebody in the register; a link to their page where they have one.
    fn person(&mut self, slug: &str, name: &str) {
        let registered = self.site.input.archive.people.get(slug);
        let url = match registered.filter(|person| !person.hidden) {
            Some(_) => self.resolve(Target::Person(slug)),
            None => None,
        };
        match url {
            Some(url) => self.link(&url, "", name),
            None => self.text(name),
        }
    }

    /// A tournament's name, leading to its overview or to a tab.
    fn event(&mut self, index: usize, tab: Option<&str>, name: &str) {
        match self.resolve(Target::Tournament(index)) {
            Some(url) => {
                let url = tab.map_or(url.clone(), |tab| format!("{url}{tab}/"));
                if tab.is_some() {
                    self.must_exist(&url);
                }
                self.link(&url, "", name);
            }
            None => self.text(name),
        }
    }

    /// Somebody's name where it is no link: initials of those who asked not to be shown.
    pub fn shown_name(&self, index: usize, name: &str) -> String {
        let entrant = self.tournament.and_then(|t| t.entrants.get(index));
        let person = entrant.filter(|e| *e.name == *name).and_then(|e| e.person.as_ref());
        match person.and_then(|person| self.site.input.archive.people.get(person)) {
            Some(registered) if registered.hidden => initials(name),
            _ => name.to_owned(),
        }
    }

    /// A value as people read it.
    pub fn value(&mut self, value: &Value) {
        match value {
            Value::Colour(colour) => self.colour(*colour),
            Value::Verdict(verdict) => {
                let sign = match verdict.key() {
                    "met" => "✓",
                    "not-met" => "×",
                    _ => "?",
                };
                self.raw("<span");
                self.attribute("class", &format!("verdict {}", verdict.key()));
                self.raw("><span aria-hidden=\"true\">");
                self.raw(sign);
                self.raw("</span> ");
                let words = self.language().value(value);
                self.text(&words);
                self.raw("</span>");
            }
            Value::Entrant { index, name, .. } => self.entrant(*index, name),
            Value::Person { slug, name } => self.person(slug, name),
            Value::Event { index, tab, name } => self.event(*index, *tab, name),
            Value::Undefined => self.raw("<span class=\"nil\">–</span>"),
            Value::List(values) => {
                for (at, value) in values.iter().enumerate() {
                    if at > 0 {
                        self.raw(", ");
                    }
                    self.value(value);
                }
            }
            _ => {
                let words = self.language().value(value);
                self.text(&words);
            }
        }
    }

    /// A hollow square for white, a filled one for black, with the word for those who do not see.
    pub fn colour(&mut self, colour: Colour) {
        let class = match colour {
            Colour::White => "sq w",
            Colour::Black => "sq b",
        };
        let word = self.language().value(&Value::Colour(colour));
        self.raw("<span role=\"img\"");
        self.attribute("class", class);
        self.attribute("aria-label", &word);
        self.raw("></span>");
    }
}

/// Text made safe for content and for attributes in double quotes.
pub fn escape_into(text: &str, out: &mut String) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let safe = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(safe);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}
