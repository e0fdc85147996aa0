//! Reads rows: finds the types that each column may have, and keeps some of the rows as a sample.
//!
//! Every row counts for the types. At first every row is kept. When the sample exceeds its limits, the rows whose
//! number has an odd hash are dropped, later those whose hash has fewer than two zero bits at its end, and so on. So
//! the file is read once, each row has the same chance, and the same file gives the same sample.

use crate::copy;
use crate::kind::{Guess, Kind};

/// How much of a file is kept.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// How many rows.
    pub rows: usize,
    /// How many bytes of their lines.
    pub bytes: usize,
}

/// A row that is kept.
#[derive(Clone, Debug)]
pub struct Row {
    /// The line, or the record, of the file it was read from: from 1.
    pub number: u64,
    /// Its values as a line in COPY's format.
    pub line: String,
}

/// Rows that are read.
#[derive(Clone, Debug)]
pub struct Sample {
    names: Vec<String>,
    guesses: Vec<Guess>,
    limit: Limit,
    rows: Vec<Row>,
    bytes: usize,
    /// One in 2 to this power is kept.
    halvings: u32,
    seen: u64,
}

impl Sample {
    /// An empty sample with these columns, by their names in the file.
    pub fn new(names: &[String], limit: Limit) -> Sample {
        Sample {
            names: distinct(names),
            guesses: vec![Guess::default(); names.len()],
            limit,
            rows: Vec::new(),
            bytes: 0,
            halvings: 0,
            seen: 0,
        }
    }

    /// Takes one row, a line in COPY's text format; an error says why it cannot be a row of these
    /// columns.
    ///
    /// # Errors
    /// When it has more values than there are columns, or fewer, or a byte 0.
    pub fn add(&mut self, number: u64, line: &str) -> Result<(), String> {
        let values: Vec<Option<String>> = copy::values(line).collect();
        if values.len() != self.names.len() {
            let (has, wants) = (values.len(), self.names.len());
            return Err(format!("{has} values where the table has {wants} columns"));
        }
        if values.iter().flatten().any(|value| value.contains('\0')) {
            return Err("a byte 0, which no text in PostgreSQL can hold".into());
        }
        for (guess, value) in self.guesses.iter_mut().zip(&values) {
            if let Some(value) = value {
                guess.add(value);
            }
        }
        self.seen += 1;
        if self.keeps(number) {
            self.bytes += line.len();
            self.rows.push(Row { number, line: line.to_owned() });
            self.halve();
        }
        Ok(())
    }

    /// Whether the hash of a row's number has enough zero bits at its end.
    fn keeps(&self, number: u64) -> bool {
        hash(number).trailing_zeros() >= self.halvings
    }

    /// Drops half of the rows, again and again until the limits hold.
    fn halve(&mut self) {
        while self.rows.len() > 1
            && (self.rows.len() > self.limit.rows || self.bytes > self.limit.bytes)
        {
            self.halvings += 1;
            let halvings = self.halvings;
            if halvings >= u64::BITS {
                self.rows.truncate(1);
            }
            self.rows.retain(|row| hash(row.number).trailing_zeros() >= halvings);
            self.bytes = self.rows.iter().map(|row| row.line.len()).sum();
        }
    }

    /// How many valid rows were read.
    pub fn seen(&self) -> u64 {
        self.seen
    }

    /// The rows that are kept, in the order of the file; vectors are spelled as PostgreSQL spells
    /// arrays.
    pub fn rows(&self) -> Vec<Row> {
        let reals: Vec<bool> = self.guesses.iter().map(|g| g.kind() == Kind::Reals).collect();
        if !reals.contains(&true) {
            return self.rows.clone();
        }
        let braces = |row: &Row| {
            let values: Vec<Option<String>> = copy::values(&row.line)
                .zip(&reals)
                .map(|(value, reals)| match value {
                    Some(v) if *reals => Some(v.replace('[', "{").replace(']', "}")),
                    value => value,
                })
                .collect();
            Row { number: row.number, line: copy::line(values.iter().map(Option::as_deref)) }
        };
        self.rows.iter().map(braces).collect()
    }

    /// The statement that makes a table of these columns.
    pub fn create_table(&self, name: &str) -> String {
        let width = self.names.iter().map(|n| quoted(n).chars().count()).max().unwrap_or(0);
        let columns = self
            .names
            .iter()
            .zip(&self.guesses)
            .map(|(name, guess)| format!("  {:width$} {}", quoted(name), guess.kind().sql()));
        let columns = columns.collect::<Vec<_>>().join(",\n");
        format!("CREATE TABLE {} (\n{columns}\n);", quoted(name))
    }
}

/// How many rows the table has that a script was sampled from, if a comment of it says so, as `sample.sql` prints it.
pub fn rows_said(script: &str) -> Option<u64> {
    let line = script.lines().take(10).find_map(|line| line.strip_prefix("-- toastscope: "))?;
    line.strip_suffix(" rows in the table")?.parse().ok()
}

/// The names made valid for a table: each has one, none is too long or there twice.
fn distinct(names: &[String]) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(names.len());
    for (i, name) in names.iter().enumerate() {
        let trimmed = name.trim().trim_start_matches('\u{feff}').replace('\0', "");
        let mut name: String =
            if trimmed.is_empty() { format!("column_{}", i + 1) } else { trimmed };
        while name.len() > 63 {
            name.pop();
        }
        let mut free = name.clone();
        let mut next = 2;
        while all.contains(&free) {
            free = format!("{name}_{next}");
            next += 1;
        }
        all.push(free);
    }
    all
}

/// Words that cannot be a column's name without quotes: the reserved ones of `kwlist.h` and those that can only name
/// types and functions.
const RESERVED: &[&str] = &[
    "all",
    "analyse",
    "analyze",
    "and",
    "any",
    "array",
    "as",
    "asc",
    "asymmetric",
    "authorization",
    "binary",
    "both",
    "case",
    "cast",
    "check",
    "collate",
    "collation",
    "column",
    "concurrently",
    "constraint",
    "create",
    "cross",
    "current_catalog",
    "current_date",
    "current_role",
    "current_schema",
    "current_time",
    "current_timestamp",
    "current_user",
    "default",
    "deferrable",
    "desc",
    "distinct",
    "do",
    "else",
    "end",
    "except",
    "false",
    "fetch",
    "for",
    "foreign",
    "freeze",
    "from",
    "full",
    "grant",
    "group",
    "having",
    "ilike",
    "in",
    "initially",
    "inner",
    "intersect",
    "into",
    "is",
    "isnull",
    "join",
    "lateral",
    "leading",
    "left",
    "like",
    "limit",
    "localtime",
    "localtimestamp",
    "natural",
    "not",
    "notnull",
    "null",
    "offset",
    "on",
    "only",
    "or",
    "order",
    "outer",
    "overlaps",
    "placing",
    "primary",
    "references",
    "returning",
    "right",
    "select",
    "session_user",
    "similar",
    "some",
    "symmetric",
    "table",
    "tablesample",
    "then",
    "to",
    "trailing",
    "true",
    "union",
    "unique",
    "user",
    "using",
    "variadic",
    "verbose",
    "when",
    "where",
    "window",
    "with",
];

/// A name quoted as SQL needs it.
pub fn quoted(name: &str) -> String {
    let plain = name.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && !RESERVED.contains(&name);
    if plain { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// Mixes a row's number (splitmix64), so that the sample is fair even for files in which every so
/// many rows repeat.
fn hash(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(rows: usize) -> Sample {
        let names = ["id", "Name", "", "select", "id"].map(str::to_owned);
        Sample::new(&names, Limit { rows, bytes: 1 << 20 })
    }

    #[test]
    fn names_are_made_distinct_and_quoted() {
        let mut sample = sample(10);
        sample.add(1, "1\ta\t\\N\t2.5\t[1,2]").expect("a row");
        assert_eq!(
            sample.create_table("My table"),
            "CREATE TABLE \"My table\" (\n  id       integer,\n  \"Name\"   text,\n  column_3 text,\n  \
             \"select\" numeric,\n  id_2     real[]\n);"
        );
        assert_eq!(sample.rows()[0].line, "1\ta\t\\N\t2.5\t{1,2}");
    }

    #[test]
    fn too_many_rows_are_drawn_from_fairly_and_in_order() {
        let mut sample = sample(1000);
        for i in 1..=20_000 {
            sample.add(i, "1\ta\tb\tc\td").expect("a row");
        }
        let rows = sample.rows();
        assert_eq!(sample.seen(), 20_000);
        assert!((500..=1000).contains(&rows.len()), "{}", rows.len());
        assert!(rows.is_sorted_by_key(|row| row.number));
        let late = rows.iter().filter(|row| row.number > 10_000).count();
        assert!((rows.len() * 2 / 5..rows.len() * 3 / 5).contains(&late), "{late}");
    }

    #[test]
    fn a_row_of_other_length_is_refused_with_both_numbers() {
        let why = sample(10).add(1, "1\t2").expect_err("too short");
        assert_eq!(why, "2 values where the table has 5 columns");
    }
}
