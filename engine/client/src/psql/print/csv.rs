//! `\pset format csv`: RFC 4180, as PostgreSQL's own COPY reads it.

use super::{Options, Table};

/// A field of CSV, quoted when it must be.
fn csv_field(text: &str, sep: char) -> String {
    let quote =
        text.is_empty() || text == "\\." || text.contains(sep) || text.contains(['"', '\n', '\r']);
    if quote && !text.is_empty() {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

/// Appends the table in format `csv`. `expanded`: a line for each column (`\x`).
pub(super) fn print(t: &Table, o: &Options, expanded: bool, out: &mut String) {
    let mut record = |fields: &[String]| {
        let fields: Vec<String> = fields.iter().map(|f| csv_field(f, o.csv_fieldsep)).collect();
        out.push_str(&fields.join(&o.csv_fieldsep.to_string()));
        out.push('\n');
    };
    if expanded {
        for row in &t.rows {
            for (h, c) in t.headers.iter().zip(row) {
                record(&[h.clone(), c.clone()]);
            }
        }
        return;
    }
    if !o.tuples_only {
        record(&t.headers);
    }
    t.rows.iter().for_each(|row| record(row));
}
