//! Tables as psql prints them (`src/fe_utils/print.c`): one module a format.
//!
//! ```text
//!  x+|       z        <- header, centred; + marks a newline inside
//!  y |
//! ---+----------------
//!  a+| long text here
//!  b |
//! (1 row)
//! ```

mod aligned;
mod csv;
mod html;
mod records;
mod rules;
mod unaligned;

/// `\pset format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    /// Columns padded to one width.
    Aligned,
    /// Values separated by `fieldsep`.
    Unaligned,
    /// Aligned, with long values broken at `columns`.
    Wrapped,
    /// Comma-separated values.
    Csv,
    /// An HTML table.
    Html,
}

/// What `\pset` sets.
#[derive(Clone, Debug)]
pub struct Options {
    /// `format`
    pub format: Format,
    /// `expanded`: off 0, on 1, auto 2 (without a terminal's width auto never applies).
    pub expanded: u8,
    /// `border`
    pub border: u32,
    /// `fieldsep`
    pub fieldsep: String,
    /// `recordsep`
    pub recordsep: String,
    /// `csv_fieldsep`
    pub csv_fieldsep: char,
    /// `null`
    pub null: String,
    /// `tuples_only`
    pub tuples_only: bool,
    /// `footer`
    pub footer: bool,
    /// `title`
    pub title: Option<String>,
    /// `linestyle unicode`
    pub unicode: bool,
    /// `columns`
    pub columns: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            format: Format::Aligned,
            expanded: 0,
            border: 1,
            fieldsep: "|".into(),
            recordsep: "\n".into(),
            csv_fieldsep: ',',
            null: String::new(),
            tuples_only: false,
            footer: true,
            title: None,
            unicode: false,
            columns: 0,
        }
    }
}

/// A table to print.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Above it.
    pub title: Option<String>,
    /// The columns' names.
    pub headers: Vec<String>,
    /// Which columns are right-aligned.
    pub right: Vec<bool>,
    /// The cells, NULLs already made text.
    pub rows: Vec<Vec<String>>,
    /// Below it; none: the row count.
    pub footers: Option<Vec<String>>,
}

/// Formats a result as psql prints it.
pub fn print(table: &Table, o: &Options) -> String {
    let mut out = String::new();
    match (o.format, o.expanded == 1) {
        (Format::Aligned | Format::Wrapped, false) => aligned::print(table, o, &mut out),
        (Format::Aligned | Format::Wrapped, true) => records::print(table, o, &mut out),
        (Format::Unaligned, false) => unaligned::print(table, o, &mut out),
        (Format::Unaligned, true) => unaligned::print_records(table, o, &mut out),
        (Format::Csv, expanded) => csv::print(table, o, expanded, &mut out),
        (Format::Html, expanded) => html::print(table, o, expanded, &mut out),
    }
    out
}

/// The footers of a table: its own, or the count of rows, `(3 rows)`.
fn footers(t: &Table, o: &Options) -> Vec<String> {
    match &t.footers {
        Some(f) => f.clone(),
        None if o.footer => {
            let n = t.rows.len();
            vec![if n == 1 { "(1 row)".into() } else { format!("({n} rows)") }]
        }
        None => Vec::new(),
    }
}
