//! References in Catalan prose: `article 22`, `apartats 7 i 8 de l'article 12`, `la regla 10`.
//!
//! Only the wording is read here; [`super::references`] finds what it refers to.

use std::ops::Range;

/// What a reference calls its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// `article 22`, `art. 12.6`, `regla 10`: counted from the top of the regulation.
    Article,
    /// `apartat 5.9`, `punt 13`: a full path, or a number beside or above the speaker.
    Section,
    /// `norma 3`.
    Norm,
    /// `capítol II`.
    Chapter,
    /// `lletra b`.
    Letter,
    /// `disposició addicional 1a`, by its label in small letters.
    Disposition(&'static str),
    /// `RGC 8.3.2`: the regulation's code itself.
    Code,
}

/// A number or letter of a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    pub range: Range<usize>,
    /// `12.6`, `b`, `II`; without ordinal endings.
    pub path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    Before,
    After,
}

/// To what text a reference says it belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// It says nothing, or "d'aquest reglament".
    Here,
    /// The code of a regulation that it names.
    Regulation(String),
    /// `… de l'article 23`.
    Under(Box<Mention>),
    /// A law, statutes, another text.
    Outside,
    /// "del reglament", and nothing more.
    Unclear,
}

/// A reference as it is worded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// From the word to the last number; with what it is under, when that says so.
    pub range: Range<usize>,
    pub word: Word,
    pub numbers: Vec<Number>,
    /// `l'article anterior`: no number.
    pub neighbour: Option<Neighbour>,
    pub whose: Whose,
    /// It stands alone in quotation marks: another text's wording.
    pub quoted: bool,
}

/// The names of regulations in prose, with their codes.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// In small letters, longest first.
    names: Vec<(String, String)>,
    /// As they are, longest first.
    codes: Vec<String>,
}

impl Names {
    pub fn new<'a>(named: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let mut names: Vec<(String, String)> =
            named.into_iter().map(|(name, code)| (name.to_lowercase(), code.to_owned())).collect();
        let mut codes: Vec<String> = names.iter().map(|(_, code)| code.clone()).collect();
        codes.sort_by_key(|code| (std::cmp::Reverse(code.len()), code.clone()));
        codes.dedup();
        names.extend(codes.iter().map(|code| (code.to_lowercase(), code.clone())));
        names.sort_by_key(|(name, _)| (std::cmp::Reverse(name.len()), name.clone()));
        Self { names, codes }
    }
}

const KEYWORDS: [(&str, Word, bool); 19] = [
    ("articles", Word::Article, true),
    ("article", Word::Article, false),
    ("arts.", Word::Article, true),
    ("art.", Word::Article, false),
    ("regles", Word::Article, true),
    ("regla", Word::Article, false),
    ("apartats", Word::Section, true),
    ("apartat", Word::Section, false),
    ("punts", Word::Section, true),
    ("punt", Word::Section, false),
    ("normes", Word::Norm, true),
    ("norma", Word::Norm, false),
    ("capítols", Word::Chapter, true),
    ("capítol", Word::Chapter, false),
    ("lletres", Word::Letter, true),
    ("lletra", Word::Letter, false),
    ("disposició addicional", Word::Disposition("disposició addicional"), false),
    ("disposició transitòria", Word::Disposition("disposició transitòria"), false),
    ("disposició final", Word::Disposition("disposició final"), false),
];

/// Nouns of texts that the rulebook does not hold.
const OUTSIDE: [&str; 18] = [
    "llei",
    "lleis",
    "estatut",
    "estatuts",
    "codi",
    "decret",
    "constitució",
    "conveni",
    "normativa",
    "reglamentació",
    "aquell",
    "aquella",
    "aquells",
    "aquelles",
    "handbook",
    "laws",
    "manual",
    "document",
];

/// All references in a text, in order; they do not overlap.
pub(super) fn mentions(text: &str, names: &Names) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    let mut at = 0;
    let mut boundary = true;
    while at < text.len() {
        let here = text[at..].chars().next().expect("not at the end");
        if boundary && here.is_alphabetic() {
            let mut cursor = Cursor { text, at, names };
            if let Some(mention) = cursor.mention() {
                at = mention.range.end;
                found.push(mention);
                boundary = false;
                continue;
            }
        }
        boundary = !here.is_alphanumeric();
        at += here.len_utf8();
    }
    found
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
    names: &'a Names,
}

impl Cursor<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    /// Steps over words, in whatever case; their ends are not looked at.
    fn eat(&mut self, words: &str) -> bool {
        let mut rest = self.rest().chars();
        let same = words.chars().all(|w| {
            rest.next().is_some_and(|c| {
                let (c, w) = (if c == '’' { '\'' } else { c }, w);
                c == w || c.to_lowercase().eq(w.to_lowercase())
            })
        });
        if same {
            self.at = self.text.len() - rest.as_str().len();
        }
        same
    }

    fn eat_blanks(&mut self) -> bool {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches([' ', '\u{a0}', '\u{202f}']);
        let some = trimmed.len() < rest.len();
        self.at += rest.len() - trimmed.len();
        some
    }

    fn at_word_end(&self) -> bool {
        !self.rest().starts_with(char::is_alphanumeric)
    }

    /// A reference that begins here.
    fn mention(&mut self) -> Option<Mention> {
        let start = self.at;
        let (word, plural) = self.keyword()?;
        let section = matches!(word, Word::Article | Word::Section) && !plural;
        let neighbour = if section { self.neighbour() } else { None };
        let mut numbers = Vec::new();
        if neighbour.is_none() {
            let first = self.number(word)?;
            numbers.push(first);
            self.sub_number(word, &mut numbers);
            while plural && let Some(next) = self.next_number(word) {
                numbers.push(next);
            }
        }
        let mut end = self.at;
        let before = &self.text[..start];
        let quoted = before.ends_with(['«', '“', '"']) && self.rest().starts_with(['»', '”', '"']);
        let whose = if word == Word::Code {
            let code = self.names.codes.iter().find(|c| self.text[start..].starts_with(*c))?;
            Whose::Regulation(code.clone())
        } else if belongs_outside(before) {
            Whose::Outside
        } else {
            self.whose()
        };
        if let Whose::Under(under) = &whose {
            end = under.range.end;
        }
        self.at = end;
        Some(Mention { range: start..end, word, numbers, neighbour, whose, quoted })
    }

    /// The word that a reference begins with, and whether it is plural.
    fn keyword(&mut self) -> Option<(Word, bool)> {
        let start = self.at;
        let first = self.rest().chars().next()?.to_ascii_lowercase();
        for (keyword, word, plural) in KEYWORDS {
            if keyword.starts_with(first) && self.eat(keyword) && self.eat_blanks() {
                return Some((word, plural));
            }
            self.at = start;
        }
        let names = self.names;
        for code in &names.codes {
            if self.rest().starts_with(code.as_str()) {
                self.at += code.len();
                if self.eat_blanks() {
                    return Some((Word::Code, false));
                }
                self.at = start;
            }
        }
        None
    }

    fn neighbour(&mut self) -> Option<Neighbour> {
        let start = self.at;
        for (word, neighbour) in [
            ("anterior", Neighbour::Before),
            ("precedent", Neighbour::Before),
            ("següent", Neighbour::After),
        ] {
            if self.eat(word) && self.at_word_end() {
                return Some(neighbour);
            }
            self.at = start;
        }
        None
    }

    /// A number, letter or Roman numeral that fits the word before it.
    fn number(&mut self, word: Word) -> Option<Number> {
        let start = self.at;
        let path = match word {
            Word::Chapter => self.run(|c| "IVXLC".contains(c)).or_else(|| self.digits()),
            Word::Letter => self.clause_letter(),
            Word::Section => self.path().or_else(|| self.clause_letter()),
            Word::Code => self.code_path(),
            _ => self.path(),
        };
        match path {
            Some(path) if self.at_number_end() => Some(Number { range: start..self.at, path }),
            _ => {
                self.at = start;
                None
            }
        }
    }

    /// No digit, letter, decimal or percentage goes on here.
    fn at_number_end(&self) -> bool {
        let mut rest = self.rest().chars();
        match rest.next() {
            None => true,
            Some(',' | '.' | ':') => !rest.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => {
                !c.is_alphanumeric() && c != '%' && !self.rest().trim_start().starts_with('%')
            }
        }
    }

    fn run(&mut self, accept: impl Fn(char) -> bool) -> Option<String> {
        let rest = self.rest();
        let length = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        let found = rest[..length].to_owned();
        self.at += length;
        (length > 0).then_some(found)
    }

    fn digits(&mut self) -> Option<String> {
        self.run(|c| c.is_ascii_digit())
    }

    fn letter(&mut self) -> Option<String> {
        let c = self.rest().chars().next().filter(char::is_ascii_alphabetic)?;
        self.at += 1;
        (self.at_word_end() && !self.rest().starts_with(['\'', '’'])).then(|| c.to_string())
    }

    /// A letter that may be a word (`a`, `e`, `i`, `o`) must end its clause to be a letter.
    fn clause_letter(&mut self) -> Option<String> {
        let letter = self.letter()?;
        let rest = self.rest();
        let ends = rest.is_empty() || rest.starts_with([')', '.', ';', ':', '»']);
        match letter.as_str() {
            "e" | "i" | "o" if !ends => None,
            "a" if !ends && !rest.starts_with(',') && !rest.starts_with(" i ") => None,
            _ => Some(letter),
        }
    }

    /// `12`, `12.6`, `7.A.1`, `1r`, `8 bis`.
    fn path(&mut self) -> Option<String> {
        let mut path = self.digits()?;
        let after = self.at;
        for ending in ["è", "é", "r", "n", "t", "a", "ª"] {
            if self.rest().starts_with(ending) {
                self.at += ending.len();
                if self.at_word_end() {
                    return Some(path);
                }
                self.at = after;
            }
        }
        for bis in [" bis", " ter", " quater"] {
            if self.eat(bis) && self.at_word_end() {
                return Some(path + bis);
            }
            self.at = after;
        }
        loop {
            let before = self.at;
            if !self.rest().starts_with('.') {
                return Some(path);
            }
            self.at += 1;
            match self.digits().or_else(|| self.letter()) {
                Some(part) => path = format!("{path}.{part}"),
                None => {
                    self.at = before;
                    return Some(path);
                }
            }
        }
    }

    /// After a code: a path, or `DT 1.2.a`, `norma 3`.
    fn code_path(&mut self) -> Option<String> {
        let start = self.at;
        for prefix in ["DT ", "DA ", "norma ", "ELO "] {
            if self.rest().starts_with(prefix) {
                self.at += prefix.len();
                if let Some(path) = self.path() {
                    return Some(format!("{prefix}{path}"));
                }
                self.at = start;
            }
        }
        self.path()
    }

    /// `, número 1,`, `, lletra b`, ` lletra b`: goes on with the one number there is.
    fn sub_number(&mut self, word: Word, numbers: &mut [Number]) {
        let [number] = numbers else { return };
        if matches!(word, Word::Chapter | Word::Letter | Word::Code) {
            return;
        }
        let start = self.at;
        self.eat(",");
        if !self.eat_blanks() {
            self.at = start;
            return;
        }
        for (name, word) in [
            ("número ", Word::Section),
            ("apartat ", Word::Section),
            ("punt ", Word::Section),
            ("lletra ", Word::Letter),
        ] {
            if self.eat(name)
                && let Some(sub) = self.number(word)
            {
                number.path = format!("{}.{}", number.path, sub.path);
                number.range.end = sub.range.end;
                return;
            }
        }
        self.at = start;
    }

    /// The next number of a list: `, 8`, ` i 9`, `–11`, ` a 12`.
    fn next_number(&mut self, word: Word) -> Option<Number> {
        let start = self.at;
        for separator in [", ", " i ", " o ", " ni ", " a ", " al ", " fins a ", "–", "-"] {
            if self.eat(separator)
                && let Some(number) = self.number(word)
            {
                return Some(number);
            }
            self.at = start;
        }
        None
    }

    /// What a reference says after its numbers: to what text they belong.
    fn whose(&mut self) -> Whose {
        self.eat(",");
        if !self.eat_blanks() {
            return Whose::Here;
        }
        let preposition = ["de la ", "de les ", "del ", "dels ", "de l'", "d'", "de "]
            .iter()
            .any(|p| self.eat(p));
        if !preposition {
            return Whose::Here;
        }
        let start = self.at;
        if let Some(mention) = self.mention() {
            return Whose::Under(Box::new(mention));
        }
        self.at = start;
        let names = self.names;
        for (name, code) in &names.names {
            if self.eat(name) && self.at_word_end() {
                return Whose::Regulation(code.clone());
            }
            self.at = start;
        }
        let noun: String = self.rest().chars().take_while(|c| c.is_alphanumeric()).collect();
        let small = noun.to_lowercase();
        if OUTSIDE.contains(&small.as_str()) || noun.starts_with(char::is_uppercase) {
            Whose::Outside
        } else if small == "reglament" {
            Whose::Unclear
        } else {
            Whose::Here
        }
    }
}

/// `Lleis dels Escacs, article 9`: the other text stands before, with a comma.
fn belongs_outside(before: &str) -> bool {
    let Some(clause) = before.trim_end().strip_suffix(',') else { return false };
    let clause = clause.rsplit(['.', ';', ':', '(', ',']).next().unwrap_or(clause);
    clause
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| ["Llei", "Lleis", "Estatut", "estatuts", "Laws"].contains(&word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        Names::new([
            ("Reglament de Disciplina", "RDE"),
            ("Reglamentació General de Competicions", "RGC"),
            ("sistema suís", "Swiss"),
            ("Mestre Català", "MC"),
        ])
    }

    /// Words, numbers and belonging of each reference, in one line.
    fn read(text: &str) -> Vec<String> {
        mentions(text, &names()).iter().map(show).collect()
    }

    fn show(mention: &Mention) -> String {
        let numbers: Vec<_> = mention.numbers.iter().map(|n| n.path.as_str()).collect();
        let whose = match &mention.whose {
            Whose::Here => String::new(),
            Whose::Regulation(code) => format!(" of {code}"),
            Whose::Under(under) => format!(" under ({})", show(under)),
            Whose::Outside => " outside".into(),
            Whose::Unclear => " unclear".into(),
        };
        let neighbour = mention.neighbour.map_or(String::new(), |n| format!("{n:?}"));
        format!("{:?} {}{neighbour}{whose}", mention.word, numbers.join(","))
    }

    #[test]
    fn references_are_read_as_they_are_worded() {
        for (text, expected) in [
            ("segons l'article 22, es fa", "Article 22"),
            ("Articles 7 i 8.", "Article 7,8"),
            ("els articles 7–9 diuen", "Article 7,9"),
            ("vegeu art. 12.6.", "Article 12.6"),
            ("l’article 12.1.a diu", "Article 12.1.a"),
            ("RDE, article 7.B.1.a.", "Article 7.B.1.a"),
            ("d'acord amb l'apartat 5.9.", "Section 5.9"),
            ("el punt 13 i", "Section 13"),
            ("com a l'apartat a.", "Section a"),
            ("la regla 10 diu", "Article 10"),
            ("Article 7è.", "Article 7"),
            ("l'article 8 bis,", "Article 8 bis"),
            ("el capítol II tracta", "Chapter II"),
            ("la lletra b)", "Letter b"),
            ("les lletres a i b compten", "Letter a,b"),
            ("l'article anterior", "Article Before"),
            ("l'apartat següent", "Section After"),
            (
                "la disposició addicional 1a d'aquest text",
                "Disposition(\"disposició addicional\") 1",
            ),
            ("l'article 16 del sistema suís", "Article 16 of Swiss"),
            ("article 4 de la Reglamentació General de Competicions", "Article 4 of RGC"),
            ("article 4 de l'RGC", "Article 4 of RGC"),
            ("l'apartat 6 de l'article 23", "Section 6 under (Article 23)"),
            ("apartats 1 a 5 de l'article 23 del RDE", "Section 1,5 under (Article 23 of RDE)"),
            ("l'article 12, lletra b, i", "Article 12.b"),
            ("segons RGC 8.3.2, no", "Code 8.3.2 of RGC"),
            ("vegeu MC norma 3", "Code norma 3 of MC"),
            ("l'article 65, número 1, de la Llei catalana", "Article 65.1 outside"),
            ("l'article 10.7 de les Lleis", "Article 10.7 outside"),
            ("articles 5.1, 5.20 i 7.8 dels estatuts", "Article 5.1,5.20,7.8 outside"),
            ("l'article 16 d'aquella normativa", "Article 16 outside"),
            ("Lleis dels Escacs, article 9", "Article 9 outside"),
            ("l'article 4 del reglament", "Article 4 unclear"),
        ] {
            assert_eq!(read(text), [expected], "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_reference_is_none() {
        for text in [
            "un articles a mà",
            "anotar, en lletra i després de la llista",
            "els mateixos punts o, si no pot ser,",
            "la lletra anterior",
            "els punts d'encontre i els punts d’ELO",
            "2 punts 0,5 i res",
            "el punt 3,5 de mitjana",
            "l'article 50 % més",
            "l'apartat a què es refereix",
            "punt a punt",
            "contrapunt 3",
            "d'articles anteriors",
            "cada norma 12½",
            "RGC i RDE",
        ] {
            assert_eq!(read(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn quotations_are_told_apart() {
        assert!(mentions("la regla («art. 7» del joc)", &names())[0].quoted);
        assert!(!mentions("la regla (art. 7)", &names())[0].quoted);
    }

    proptest::proptest! {
        /// Any text can be read, and ranges lie within it, in order.
        #[test]
        fn any_text_can_be_read(text in "(article|apartats|punt|[a-z’'«» ,.]|RGC |[0-9]|de la |½|è| i |\\PC){0,20}") {
            let mut end = 0;
            for mention in mentions(&text, &names()) {
                proptest::prop_assert!(mention.range.start >= end);
                end = mention.range.end;
                proptest::prop_assert!(text.get(mention.range.clone()).is_some());
                for number in &mention.numbers {
                    proptest::prop_assert!(text.get(number.range.clone()).is_some());
                }
            }
        }
    }
}
