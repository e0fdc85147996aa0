//! `\pset format unaligned`: fields and records with separators between them, for other programs.

use super::{Options, Table, footers};

/// Appends the table in format `unaligned`.
pub(super) fn print(t: &Table, o: &Options, out: &mut String) {
    let mut records = Vec::new();
    if !o.tuples_only {
        if let Some(title) = &t.title {
            records.push(title.clone());
        }
        records.push(t.headers.join(&o.fieldsep));
    }
    records.extend(t.rows.iter().map(|row| row.join(&o.fieldsep)));
    if !o.tuples_only {
        records.extend(footers(t, o));
    }
    if !records.is_empty() {
        out.push_str(&records.join(&o.recordsep));
        out.push('\n');
    }
}

/// Appends the rows as records in format `unaligned`: a line for each column.
pub(super) fn print_records(t: &Table, o: &Options, out: &mut String) {
    let mut records = Vec::new();
    if let (Some(title), false) = (&t.title, o.tuples_only) {
        records.push(title.clone());
    }
    for row in &t.rows {
        let fields: Vec<String> =
            t.headers.iter().zip(row).map(|(h, c)| format!("{h}{}{c}", o.fieldsep)).collect();
        records.push(fields.join(&o.recordsep));
    }
    let mut text = records.join(&o.recordsep.repeat(2));
    if let (Some(f), false) = (&t.footers, o.tuples_only) {
        text.push_str(&o.recordsep);
        for f in f {
            text.push_str(&o.recordsep);
            text.push_str(f);
        }
    }
    if !text.is_empty() {
        out.push_str(&text);
        out.push('\n');
    }
}
