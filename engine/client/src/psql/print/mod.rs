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

/// How a table is laid out (`\pset format`).
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
    /// How tables are laid out (`format`).
    pub format: Format,
    /// Whether a record takes a line per column: 0 off, 1 on, 2 when the table is wider than
    /// `columns` (`expanded`).
    pub expanded: u8,
    /// How many lines are drawn around the columns: 0 none, 1 between them, 2 around the table too
    /// (`border`).
    pub border: u32,
    /// What is between columns when they are not aligned (`fieldsep`).
    pub fieldsep: String,
    /// What is between rows when columns are not aligned (`recordsep`).
    pub recordsep: String,
    /// What is between columns of comma-separated values (`csv_fieldsep`).
    pub csv_fieldsep: char,
    /// What is printed for NULL (`null`).
    pub null: String,
    /// Whether only rows are printed, without names of columns, title and footer (`tuples_only`).
    pub tuples_only: bool,
    /// Whether the number of rows is printed below them (`footer`).
    pub footer: bool,
    /// What is printed above a table, if anything (`title`).
    pub title: Option<String>,
    /// What the tag of an HTML table has besides its border, if anything (`tableattr`).
    pub table_attributes: Option<String>,
    /// Whether lines are drawn with Unicode's characters rather than ASCII's (`linestyle`).
    pub unicode: bool,
    /// The width in columns of the screen that long values are broken at; 0 for none (`columns`).
    pub columns: u32,
    /// Whether the values of records are as wide as the rules above them.
    pub values_fill_rule: bool,
    /// Whether long output goes through a pager: 0 never, 1 if it is long, 2 always (`pager`). Nothing does here.
    pub pager: u8,
    /// How many lines are long output (`pager_min_lines`).
    pub pager_min_lines: i32,
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
            table_attributes: None,
            unicode: false,
            columns: 0,
            values_fill_rule: false,
            pager: 1,
            pager_min_lines: 0,
        }
    }
}

/// A table to print.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The title that is printed above it.
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
