//! Regulations: number in the margin, text in the column, and under each provision what surrounds
//! it: how to cite it, what speaks of it, where it was applied, what it said before.

use super::words::dated;
use super::writer::Writer;
use crate::core::report::Msg;
use crate::model::Date;
use crate::rulebook::{
    Amended, Division, How, Item, Note, Provision, ProvisionId, Regulation, Version, plain_text,
};
use crate::site::{CALCULATIONS, chapter_url, circular_url, edition_url};

/// A line of a regulation's contents.
#[derive(Debug, serde::Serialize)]
pub struct ContentsLine {
    pub label: String,
    pub title: String,
    pub href: String,
    pub level: u8,
}

/// Divisions and titled articles.
pub fn contents<'i>(items: impl IntoIterator<Item = &'i Item> + Clone) -> Vec<ContentsLine> {
    let mut lines = Vec::new();
    let has_divisions = items.clone().into_iter().any(|i| matches!(i, Item::Division(_)));
    for item in items {
        match item {
            Item::Division(division) => lines.push(ContentsLine {
                label: String::new(),
                title: division.title.clone(),
                href: format!("#{}", division_id(division)),
                level: division.level,
            }),
            Item::Provision(Provision { id, label, depth: 1, title: Some(title), .. }) => {
                lines.push(ContentsLine {
                    label: label.trim_end_matches('.').to_owned(),
                    title: title.clone(),
                    href: format!("#{}", id.anchor()),
                    level: if has_divisions { 2 } else { 1 },
                });
            }
            Item::Provision(_) => {}
        }
    }
    lines
}

/// Divisions are no provisions: their anchors keep out of the way of theirs.
pub fn division_id(division: &Division) -> String {
    format!("part-{}", division.anchor)
}

/// What is shown of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All of it, on one page.
    Whole,
    /// One of several chapters.
    Chapter,
    /// The text of another day: what surrounds it stands with the text in force.
    Edition,
}

impl<'a> Writer<'a> {
    /// The whole text of a regulation. `chapters`: has it pages of its chapters?
    pub fn regulation(&mut self, regulation: &'a Regulation, shown: Shown, chapters: bool) {
        if !regulation.intro.is_empty() {
            self.raw("<div class=\"intro\">");
            self.blocks(&regulation.intro, 2, &regulation.title);
            self.raw("</div>\n");
        }
        let link = |division: &Division| {
            let wanted = chapters && shown == Shown::Whole && division.level == 1;
            wanted.then(|| chapter_url(&regulation.slug, division))
        };
        self.items(&regulation.items, regulation, shown, &link);
        self.moved_elsewhere(regulation);
    }

    /// Provisions and divisions below a heading of the first level; `link` gives the address of a
    /// division's own page.
    pub fn items(
        &mut self,
        items: &'a [Item],
        regulation: &Regulation,
        shown: Shown,
        link: &dyn Fn(&Division) -> Option<String>,
    ) {
        self.here.extend(items.iter().filter_map(|item| match item {
            Item::Provision(provision) => Some(provision.id.clone()),
            Item::Division(_) => None,
        }));
        // Level of the heading under which what follows stands, and of the titled provisions
        // above by depth: heading levels never skip one.
        let mut division_level = 1;
        let mut levels: Vec<(u8, u8)> = Vec::new();
        for item in items {
            match item {
                Item::Division(division) => {
                    division_level = (division.level + 1).min(division_level + 1).max(2);
                    levels.clear();
                    self.division(division, division_level);
                    if let Some(url) = link(division) {
                        self.raw("<p class=\"only\">");
                        let words = self.word("site.only-chapter");
                        self.link(&url, "", &words);
                        self.raw("</p>\n");
                    }
                }
                Item::Provision(provision) => {
                    levels.retain(|&(depth, _)| depth < provision.depth);
                    let above = levels.last().map_or(division_level, |&(_, level)| level);
                    let level = (above + 1).min(6);
                    if provision.title.is_some() {
                        levels.push((provision.depth, level));
                    }
                    self.provision(provision, level, regulation, shown);
                }
            }
        }
    }

    fn division(&mut self, division: &Division, level: u8) {
        let id = division_id(division);
        self.raw(&format!("<h{level}"));
        if self.claim_id(&id) {
            self.attribute("id", &id);
        }
        self.raw(" class=\"division\">");
        self.text(&division.title);
        self.raw(&format!("</h{level}>\n"));
    }

    fn provision(
        &mut self,
        provision: &'a Provision,
        level: u8,
        regulation: &Regulation,
        shown: Shown,
    ) {
        let Provision { id, label, depth, title, blocks, notes, .. } = provision;
        self.former_anchors(id);
        self.raw("<div");
        self.attribute("class", &format!("prov d{}", (*depth).min(6)));
        let anchor = id.anchor();
        if self.claim_id(&anchor) {
            self.attribute("id", &anchor);
        }
        self.raw(">");
        // The label itself is the permalink; when the address names it, how to cite it is shown.
        self.raw("<a");
        self.attribute("class", if label.is_empty() { "label own" } else { "label" });
        self.attribute("href", &format!("#{anchor}"));
        self.attribute("title", id.as_str());
        self.raw(">");
        self.text(if label.is_empty() { id.as_str() } else { label });
        self.raw("</a><div class=\"body\">\n");
        let table_title = title.clone().unwrap_or_else(|| id.to_string());
        if let Some(title) = title {
            self.raw(&format!("<h{level}>"));
            self.text(title);
            self.raw(&format!("</h{level}>\n"));
        }
        self.blocks(blocks, (level + u8::from(title.is_some())).min(6), &table_title);
        if let Some(amended) = &provision.amended {
            self.amended(amended);
        }
        for note in notes {
            self.note(note);
        }
        self.citation(provision, regulation);
        if shown != Shown::Edition {
            self.surroundings(provision);
        }
        self.raw("</div></div>\n");
    }

    /// Anchors under which a provision was published before lead to it still.
    fn former_anchors(&mut self, id: &ProvisionId) {
        let redirects = &self.site.input.rulebook().redirects;
        for (old, _) in redirects.iter().filter(|(old, new)| *new == id && old.code() == id.code())
        {
            let anchor = old.anchor();
            if self.claim_id(&anchor) {
                self.raw("<span");
                self.attribute("id", &anchor);
                self.raw("></span>");
            }
        }
    }

    /// What was published in this regulation and is now in another one.
    fn moved_elsewhere(&mut self, regulation: &Regulation) {
        let redirects = &self.site.input.rulebook().redirects;
        for (old, new) in redirects {
            let leaves = old.code() == regulation.code && new.code() != regulation.code;
            let anchor = old.anchor();
            if leaves && self.claim_id(&anchor) {
                self.raw("<p class=\"moved\"");
                self.attribute("id", &anchor);
                self.raw(">");
                let words = self.language().msg(&Msg::new("site.moved").with("old", old.as_str()));
                self.text(&words);
                self.raw(" ");
                self.cite(new, "");
                self.raw("</p>\n");
            }
        }
    }

    /// The circular that gave a provision its present text.
    fn amended(&mut self, amended: &Amended) {
        self.raw("<p class=\"amended\">");
        self.circular(&amended.by);
        self.raw(" · ");
        let words = self.word(how_key(amended.how));
        self.text(&words);
        self.raw(", ");
        let since = self.since(amended.from);
        self.text(&since);
        self.raw("</p>\n");
    }

    /// A circular's number as a link, with its mark if it is made up.
    pub fn circular(&mut self, number: &str) {
        let site = self.site;
        let name = self.language().msg(&Msg::new("site.circular-number").with("number", number));
        match site.input.versions.circular(number) {
            Some(circular) => {
                self.link(&circular_url(&circular.slug), "", &name);
                if circular.invented {
                    self.invented();
                }
            }
            None => self.text(&name),
        }
    }

    /// The mark of an invented circular.
    pub fn invented(&mut self) {
        self.raw(" <em class=\"invented\">");
        let words = self.word("site.invented-circular");
        self.text(&words);
        self.raw("</em>");
    }

    fn since(&self, day: Date) -> String {
        dated(self.language(), "site.since", "site.since.elided", day)
    }

    fn note(&mut self, note: &Note) {
        self.raw("<div class=\"note\" role=\"note\"><p class=\"kicker\">");
        let words = self.word("site.editors-note");
        self.text(&words);
        if !note.readings.is_empty() {
            self.raw(" <span>");
            self.text(&note.readings.join(", "));
            self.raw("</span>");
        }
        self.raw("</p>");
        self.blocks(&note.blocks, 6, "");
        self.raw("</div>\n");
    }

    /// How to cite the provision: shown when the address names it, one click marks it whole.
    fn citation(&mut self, provision: &Provision, regulation: &Regulation) {
        let (source, day) = match &provision.amended {
            Some(amended) => {
                let number = Msg::new("site.circular-number").with("number", amended.by.as_str());
                (self.language().msg(&number), amended.from)
            }
            None => (self.source_in_short(&regulation.source), regulation.in_force),
        };
        let number = format!("{}-{}-{}", day.day(), day.month(), day.year());
        let elided = matches!(day.day(), 1 | 11) && self.language().has("site.citation.elided");
        let key = if elided { "site.citation.elided" } else { "site.citation" };
        let text = Msg::new(key)
            .with("provision", provision.id.as_str())
            .with("source", source)
            .with("date", number);
        let (hint, text) = (self.word("site.cite-as"), self.language().msg(&text));
        self.raw("<p class=\"citation\">");
        self.text(&hint);
        self.raw(" <span>");
        self.text(&text);
        self.raw("</span></p>\n");
    }

    /// `Butlletí 54` for a source that is one of the site's bulletins, else as it stands.
    fn source_in_short(&self, source: &str) -> String {
        let words: Vec<&str> = source.split(|c: char| !c.is_alphanumeric()).collect();
        let bulletins = &self.site.input.bulletins;
        let bulletin = bulletins.iter().find(|bulletin| {
            let number = bulletin.number.to_string();
            words.iter().any(|word| *word == number)
        });
        match bulletin {
            Some(bulletin) => self
                .language()
                .msg(&Msg::new("site.citation-bulletin").with("number", bulletin.number)),
            None => source.to_owned(),
        }
    }

    /// What speaks of a provision, where it was applied, what is calculated with it, its history.
    fn surroundings(&mut self, provision: &'a Provision) {
        let site = self.site;
        let start = self.out.len();
        let rulebook = site.input.rulebook();
        if let Some(sources) = rulebook.backlinks.get(&provision.id) {
            self.unfold("site.backlinks", sources.len(), |w| w.cites(sources));
        }
        if let Some(found) = site.uses.get(&provision.id) {
            self.unfold("site.applied", 0, |w| {
                w.raw("<ul>");
                for page in &found.pages {
                    w.raw("<li>");
                    w.link(&page.url, "", &page.title);
                    w.raw("</li>");
                }
                w.raw("</ul>");
            });
        }
        let history = site.input.versions.history(&provision.id);
        if history.len() > 1 {
            self.unfold("site.history", history.len(), |w| w.history(provision, &history));
        }
        if rulebook.params.values().any(|param| param.provision == provision.id) {
            let words = self.word("site.calculates");
            self.link(&calculation_url(&provision.id), "", &words);
        }
        let tools = self.take(start);
        if !tools.is_empty() {
            self.raw("<div class=\"tools\">");
            self.raw(&tools);
            self.raw("</div>\n");
        }
    }

    /// Something folded; `count` beside its title unless it is 0.
    fn unfold(&mut self, key: &str, count: usize, inside: impl FnOnce(&mut Self)) {
        self.raw("<details><summary>");
        let words = self.word(key);
        self.text(&words);
        if count > 0 {
            self.raw(&format!(" <span>({count})</span>"));
        }
        self.raw("</summary><div>");
        inside(self);
        self.raw("</div></details>");
    }

    /// The texts of a provision, the latest first.
    fn history(&mut self, provision: &Provision, history: &[Version]) {
        let site = self.site;
        self.raw("<ol class=\"history\">");
        for version in history.iter().rev() {
            self.raw("<li><p class=\"when\">");
            let span = match version.until.and_then(|until| until.yesterday().ok()) {
                Some(last) => {
                    let from = self.language().date(version.from);
                    format!("{from} – {}", self.language().date(last))
                }
                None => self.since(version.from),
            };
            let slug = site.input.rulebook().regulation_of(&provision.id).map(|r| &r.slug);
            let editions = site.editions.of(provision.id.code());
            match slug.filter(|_| editions.contains(&version.from)) {
                Some(slug) => {
                    let url = edition_url(slug, version.from);
                    let url = format!("{url}#{}", provision.id.anchor());
                    self.link(&url, "", &span);
                }
                None => self.text(&span),
            }
            self.raw(" · ");
            match &version.by {
                Some(number) => self.circular(number),
                None => {
                    let words = self.word("site.as-published");
                    self.text(&words);
                }
            }
            if let Some(how) = version.how {
                self.raw(" · ");
                let words = self.word(how_key(how));
                self.text(&words);
            }
            self.raw("</p>");
            // The present text stands above.
            if version.until.is_some() {
                let now =
                    std::mem::replace(&mut self.rulebook, site.input.versions.on(version.from));
                self.raw("<div>");
                if let Some(title) = &version.title {
                    self.raw("<p><strong>");
                    self.text(title);
                    self.raw("</strong></p>");
                }
                self.blocks(&version.blocks, 6, "");
                self.raw("</div>");
                self.rulebook = now;
            }
            self.raw("</li>");
        }
        self.raw("</ol>");
    }
}

fn how_key(how: How) -> &'static str {
    match how {
        How::Replaced => "site.how.replaced",
        How::Added => "site.how.added",
        How::Repealed => "site.how.repealed",
    }
}

/// Where the numbers of a provision are listed.
pub fn calculation_url(id: &ProvisionId) -> String {
    format!("{CALCULATIONS}#{}", calculation_id(id))
}

/// Anchor of a provision among all regulations: `rgc-8.3.2`.
pub fn calculation_id(id: &ProvisionId) -> String {
    format!("{}-{}", crate::model::slugify(id.code()), id.anchor())
}

/// The first words of a provision, for a list.
pub fn first_words(provision: &Provision) -> Option<String> {
    match (&provision.title, provision.blocks.first()) {
        (Some(title), _) => Some(title.clone()),
        (None, Some(crate::rulebook::Block::Paragraph(text))) => {
            let text = plain_text(text);
            match text.char_indices().nth(90) {
                None => Some(text),
                Some((end, _)) => {
                    let cut = text[..end].rfind(' ').unwrap_or(end);
                    Some(format!("{}…", &text[..cut]))
                }
            }
        }
        (None, _) => None,
    }
}
