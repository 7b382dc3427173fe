//! Writing XML.

use std::fmt::Write as _;

/// An XML text in the making. Elements are closed in the order in which they must be.
#[derive(Debug)]
pub(super) struct Xml {
    out: String,
    open: Vec<&'static str>,
}

impl Xml {
    pub fn new() -> Self {
        Self { out: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned(), open: Vec::new() }
    }

    /// Opens an element on a line of its own.
    pub fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.line();
        self.tag(name, attributes, ">");
        self.open.push(name);
    }

    /// Closes the last element that was opened, on a line of its own.
    pub fn close(&mut self) {
        let Some(name) = self.open.pop() else { return };
        self.line();
        let _ = write!(self.out, "</{name}>");
    }

    /// An element without content, on a line of its own.
    pub fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.line();
        self.tag(name, attributes, "/>");
    }

    /// An element with mixed content: no blanks are added within it.
    pub fn mixed(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Inside<'_>),
    ) {
        self.line();
        self.tag(name, attributes, ">");
        content(&mut Inside { xml: &mut *self });
        let _ = write!(self.out, "</{name}>");
    }

    pub fn text(&mut self, name: &'static str, attributes: &[(&str, &str)], text: &str) {
        self.mixed(name, attributes, |inside| inside.text(text));
    }

    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out.push('\n');
        self.out
    }

    fn line(&mut self) {
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n("  ", self.open.len()));
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        let _ = write!(self.out, "<{name}");
        for (key, value) in attributes {
            let _ = write!(self.out, " {key}=\"{}\"", escaped(value));
        }
        self.out.push_str(end);
    }
}

/// Within an element of mixed content.
#[derive(Debug)]
pub(super) struct Inside<'a> {
    xml: &'a mut Xml,
}

impl Inside<'_> {
    pub fn text(&mut self, text: &str) {
        self.xml.out.push_str(&escaped(text));
    }

    pub fn element(
        &mut self,
        name: &'static str,
        attributes: &[(&str, &str)],
        content: impl FnOnce(&mut Inside<'_>),
    ) {
        self.xml.tag(name, attributes, ">");
        content(&mut Inside { xml: &mut *self.xml });
        let _ = write!(self.xml.out, "</{name}>");
    }

    pub fn empty(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        self.xml.tag(name, attributes, "/>");
    }
}

/// A text for content and attributes; characters that XML forbids are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{FFFE}' | '\u{FFFF}' => {}
            c if c < ' ' => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_elements_closed() {
        let mut xml = Xml::new();
        xml.open("a", &[("k", "\"<'&")]);
        xml.mixed("p", &[], |p| {
            p.text("x < y\u{0}");
            p.element("b", &[], |b| b.text("&"));
            p.empty("br", &[]);
        });
        assert_eq!(
            xml.finish(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a k=\"&quot;&lt;'&amp;\">\n  <p>x &lt; y<b>&amp;</b><br/></p>\n</a>\n"
        );
    }
}
