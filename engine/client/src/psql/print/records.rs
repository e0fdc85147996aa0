//! `\x`: each row as a record, a line a column (`print_aligned_vertical`).
//!
//! ```text
//! -[ RECORD 1 ]-
//! a | 1
//! b | one        <- the names are one column, the values another
//! ```

use super::rules::{Position, Rules, pad};
use super::{Format, Options, Table, footers};
use crate::psql::width::{CellLine, lines};

/// What all records of a table share.
struct Frame {
    rules: &'static Rules,
    border: u32,
    name_width: usize,
    value_width: usize,
    /// Whether a name has several lines.
    long_names: bool,
}

/// Appends the rows as records (`print_aligned_vertical`).
pub(super) fn print(t: &Table, o: &Options, out: &mut String) {
    if t.rows.is_empty() || t.headers.is_empty() {
        if !o.tuples_only {
            for footer in footers(t, o) {
                out.push_str(&footer);
                out.push('\n');
            }
        }
        out.push('\n');
        return;
    }
    let names: Vec<Vec<CellLine>> = t.headers.iter().map(|name| lines(name)).collect();
    let rows: Vec<Vec<Vec<CellLine>>> =
        t.rows.iter().map(|row| row.iter().map(|cell| lines(cell)).collect()).collect();
    let widest =
        |cells: &[Vec<CellLine>]| cells.iter().flatten().map(|l| l.width).max().unwrap_or(0);
    let mut frame = Frame {
        rules: Rules::chosen(o),
        border: o.border.min(2),
        name_width: widest(&names),
        value_width: rows.iter().map(|row| widest(row)).max().unwrap_or(0),
        long_names: names.iter().any(|name| name.len() > 1),
    };
    if o.format == Format::Wrapped || o.values_fill_rule {
        fill_rule(&mut frame, &rows, o);
    }
    if let (Some(title), false) = (&t.title, o.tuples_only) {
        out.push_str(title);
        out.push('\n');
    }
    for (i, row) in rows.iter().enumerate() {
        let position = if i > 0 { Position::Middle } else { Position::Top };
        if !o.tuples_only {
            record_rule(out, i + 1, &frame, position);
        } else if i > 0 || frame.border == 2 {
            record_rule(out, 0, &frame, position);
        }
        for (name, value) in names.iter().zip(row) {
            for k in 0..name.len().max(value.len()) {
                record_line(out, name, value, k, &frame);
            }
        }
    }
    if frame.border == 2 {
        record_rule(out, 0, &frame, Position::Bottom);
    }
    let widest_line = frame.name_width + frame.value_width + [1, 3, 7][frame.border as usize];
    if o.format == Format::Wrapped && o.columns > 0 && widest_line > o.columns as usize {
        out.push_str("Left out: format wrapped of records is not modelled, lines are not broken\n");
    }
    if let (Some(footers), false) = (&t.footers, o.tuples_only) {
        if frame.border < 2 && !footers.is_empty() {
            out.push('\n');
        }
        for footer in footers {
            out.push_str(footer);
            out.push('\n');
        }
    }
    out.push('\n');
}

/// Makes the values as wide as the rule above the last record needs.
fn fill_rule(frame: &mut Frame, rows: &[Vec<Vec<CellLine>>], o: &Options) {
    let marked = frame.border < 2 && rows.iter().flatten().any(|value| value.len() > 1);
    let marks = usize::from(marked) + usize::from(frame.border == 0 && frame.long_names);
    let [between, label] = [[1, 10], [3, 13], [7, 16]][frame.border as usize];
    if !o.tuples_only {
        let rule = label + rows.len().ilog10() as usize;
        let left = rule.saturating_sub(frame.name_width + between + marks);
        frame.value_width = frame.value_width.max(left);
    }
}

/// Appends line `k` of a column's name and its value.
fn record_line(out: &mut String, name: &[CellLine], value: &[CellLine], k: usize, frame: &Frame) {
    let Frame { rules, border, name_width, value_width, long_names } = *frame;
    if border == 2 {
        out.push_str(rules.vertical);
    }
    match name.get(k) {
        Some(line) => {
            if border == 2 {
                out.push(' ');
            }
            out.push_str(&line.text);
            pad(out, name_width - line.width);
            if border > 0 || long_names {
                out.push_str(if k + 1 < name.len() { rules.newline } else { " " });
            }
        }
        None => {
            let extra = usize::from(border == 0 && long_names);
            pad(out, (name_width + border as usize + extra).max(1));
        }
    }
    if border > 0 {
        out.push_str(rules.vertical);
    }
    match value.get(k) {
        Some(line) => {
            out.push(' ');
            out.push_str(&line.text);
            if k + 1 < value.len() {
                pad(out, value_width - line.width);
                out.push_str(rules.newline);
            } else if border > 1 {
                pad(out, value_width - line.width);
                out.push(' ');
            }
        }
        None if border == 2 => pad(out, value_width + 2),
        None => {}
    }
    if border == 2 {
        out.push_str(rules.vertical);
    }
    out.push('\n');
}

/// Appends the rule above a record, `-[ RECORD 1 ]---`; record 0 has a rule without a number.
fn record_rule(out: &mut String, record: usize, frame: &Frame, position: Position) {
    let Frame { rules: r, border, name_width, value_width, .. } = *frame;
    let [left, middle, right] = r.crossings[position as usize];
    if border == 2 {
        out.push_str(left);
    }
    if border > 0 {
        out.push_str(r.horizontal);
    }
    let mut label = String::new();
    if record > 0 {
        label =
            if border == 0 { format!("* Record {record}") } else { format!("[ RECORD {record} ]") };
    }
    out.push_str(&label);
    let fill = if border > 0 { r.horizontal } else { " " };
    let mut length = label.len() as i64 + i64::from(border != 2);
    for _ in length..name_width as i64 {
        out.push_str(fill);
    }
    length -= name_width as i64;
    // A label wider than the names eats what would stand after them.
    let mut push = |out: &mut String, s: &str| {
        if length <= 0 {
            out.push_str(s);
        }
        length -= 1;
    };
    if border > 0 {
        push(out, r.horizontal);
        push(out, middle);
        push(out, r.horizontal);
    } else {
        push(out, " ");
    }
    for _ in length.max(0)..value_width as i64 {
        out.push_str(fill);
    }
    if border == 2 {
        out.push_str(r.horizontal);
        out.push_str(right);
    }
    out.push('\n');
}
