//! Loads rows into a table with COPY, a few hundred at a time. A row that the server refuses is put aside,
//! and the others are loaded.

use crate::printed;
use crate::sample::Row;

/// Rows of one COPY: those before one that is refused are sent again, so there are not too many.
const BATCH: usize = 200;
/// How many bytes one COPY loads.
const BATCH_BYTES: usize = 1 << 20;
/// How many rows may be refused.
pub const MOST_REFUSED: usize = 1000;

/// A row that was not loaded.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Refused {
    /// The line, or the record, of the file: from 1.
    pub number: u64,
    /// Why, in the words of whoever refused it.
    pub why: String,
}

/// Rows on their way into a table.
#[derive(Debug)]
pub struct Loader {
    table: String,
    rows: Vec<Row>,
    /// The first that is not loaded yet, and the end of those that were sent.
    at: usize,
    sent: usize,
    refused: Vec<Refused>,
    loaded: usize,
}

impl Loader {
    /// A loader that inserts the sample's rows into a table, by its name as SQL writes it.
    pub fn new(table: &str, rows: Vec<Row>) -> Loader {
        Loader { table: table.to_owned(), rows, at: 0, sent: 0, refused: Vec::new(), loaded: 0 }
    }

    /// The script to run in psql next; `None` when all rows are loaded.
    pub fn next_script(&mut self) -> Option<String> {
        if self.at >= self.rows.len() {
            return None;
        }
        let mut text = format!("COPY {} FROM stdin;\n", self.table);
        let start = text.len();
        self.sent = self.at;
        while self.sent < self.rows.len()
            && self.sent - self.at < BATCH
            && text.len() - start < BATCH_BYTES
        {
            text += &self.rows[self.sent].line;
            text.push('\n');
            self.sent += 1;
        }
        text += "\\.\n";
        Some(text)
    }

    /// Takes what psql printed for the script that [`Loader::next_script`] returned last.
    ///
    /// # Errors
    /// When no row is to blame, or too many are.
    pub fn answer(&mut self, text: &str) -> Result<(), String> {
        let Some(error) = printed::error(text) else {
            self.loaded += self.sent - self.at;
            self.at = self.sent;
            return Ok(());
        };
        let Some(line) = printed::copy_line(text).filter(|n| (1..=self.sent - self.at).contains(n))
        else {
            return Err(error);
        };
        let row = self.rows.remove(self.at + line - 1);
        self.refused.push(Refused { number: row.number, why: error });
        if self.refused.len() > MOST_REFUSED {
            let first = &self.refused[0];
            return Err(format!(
                "more than {MOST_REFUSED} rows are refused; the first, {}: {}",
                first.number, first.why
            ));
        }
        Ok(())
    }

    /// How many rows are loaded, and how many there are in all.
    pub fn progress(&self) -> (usize, usize) {
        (self.loaded, self.rows.len())
    }

    /// The rows that the server refused, with its reasons, in the order of the file.
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_that_is_refused_is_named_and_the_others_are_sent_again() {
        let rows = [(3, "1"), (5, "x"), (9, "2")];
        let rows = rows.map(|(number, line)| Row { number, line: line.to_owned() }).to_vec();
        let mut loader = Loader::new("t", rows);
        assert_eq!(loader.next_script().as_deref(), Some("COPY t FROM stdin;\n1\nx\n2\n\\.\n"));
        let printed = "psql:<stdin>:5: ERROR:  invalid input syntax for type integer: \"x\"\n\
                       CONTEXT:  COPY t, line 2, column a: \"x\"\n";
        loader.answer(printed).expect("one row is to blame");
        let why = "invalid input syntax for type integer: \"x\"".to_owned();
        assert_eq!(loader.refused(), [Refused { number: 5, why }]);
        assert_eq!(loader.next_script().as_deref(), Some("COPY t FROM stdin;\n1\n2\n\\.\n"));
        loader.answer("COPY 2\n").expect("loaded");
        assert_eq!((loader.next_script(), loader.progress()), (None, (2, 2)));
        let mut loader = Loader::new("t", vec![Row { number: 1, line: "1".into() }]);
        loader.next_script();
        let none = "psql:<stdin>:5: ERROR:  relation \"t\" does not exist\n";
        assert_eq!(loader.answer(none), Err("relation \"t\" does not exist".into()));
    }
}
