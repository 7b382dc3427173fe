//! Fixed columns: a record under construction.

/// A record. Columns are counted from 1, as the specification does, and hold one character each.
pub(super) struct Line {
    columns: Vec<char>,
    /// What did not fit where it should stand.
    pub(super) misfit: Option<String>,
}

impl Line {
    pub fn new(code: &str) -> Self {
        Self { columns: code.chars().collect(), misfit: None }
    }

    /// Text from a column on, without a limit.
    pub fn text(mut self, first: usize, text: &str) -> Self {
        self.set(first, &plain(text));
        self
    }

    /// Text at the left of a field; what is too long is cut.
    pub fn left(mut self, first: usize, last: usize, text: &str) -> Self {
        let cut: String = plain(text).chars().take(last + 1 - first).collect();
        self.set(first, cut.trim_end());
        self
    }

    /// At the right of a field. What is too long cannot be cut without saying something else.
    pub fn right(mut self, first: usize, last: usize, value: impl ToString) -> Self {
        let value = value.to_string();
        let (width, room) = (value.chars().count(), last + 1 - first);
        if width > room {
            let columns = format!("`{value}` does not fit columns {first}–{last}");
            self.misfit.get_or_insert(columns);
            return self;
        }
        self.set(last + 1 - width, &value);
        self
    }

    /// At the right of a field, if there is something.
    pub fn right_if(self, first: usize, last: usize, value: Option<impl ToString>) -> Self {
        match value {
            Some(value) => self.right(first, last, value),
            None => self,
        }
    }

    fn set(&mut self, first: usize, text: &str) {
        let start = first - 1;
        let end = start + text.chars().count();
        if self.columns.len() < end {
            self.columns.resize(end, ' ');
        }
        for (at, c) in text.chars().enumerate() {
            self.columns[start + at] = c;
        }
    }

    pub fn finish(&self) -> String {
        let line: String = self.columns.iter().collect();
        line.trim_end().to_owned()
    }
}

/// A text on one line.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.trim().to_owned()
}

/// Tenths of a point: `11.5`.
pub(super) fn tenths(value: i64) -> String {
    format!("{}.{}", value / 10, value % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_stand_in_their_columns() {
        let line =
            Line::new("001").right(5, 8, 12).left(15, 47, "Àngel,\tNúria").right(49, 52, 2101);
        assert_eq!(line.finish(), "001   12      Àngel, Núria                      2101");
        assert!(Line::new("001").right(5, 8, 12345).misfit.is_some());
    }
}
