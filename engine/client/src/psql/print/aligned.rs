//! `\pset format aligned`: columns as wide as their widest cell, names centred above them.

use super::rules::{Position, Rules, pad};
use super::{Options, Table, footers};
use crate::psql::width::{CellLine, lines};

/// Appends the table in format `aligned`.
pub(super) fn print(t: &Table, o: &Options, out: &mut String) {
    let r = Rules::chosen(o);
    let n = t.headers.len();
    let border = o.border.min(2);
    let headers: Vec<Vec<CellLine>> = t.headers.iter().map(|h| lines(h)).collect();
    let mut widths: Vec<usize> =
        headers.iter().map(|h| h.iter().map(|l| l.width).max().unwrap_or(0)).collect();
    let rows: Vec<Vec<Vec<CellLine>>> =
        t.rows.iter().map(|row| row.iter().map(|c| lines(c)).collect()).collect();
    for row in &rows {
        for (w, cell) in widths.iter_mut().zip(row) {
            *w = cell.iter().map(|l| l.width).max().unwrap_or(0).max(*w);
        }
    }
    let frame = match border {
        0 => n,
        1 => (n * 3).saturating_sub(1),
        _ => n * 3 + 1,
    };
    if !o.tuples_only {
        if let Some(title) = &t.title {
            let total = frame + widths.iter().sum::<usize>();
            let title_lines = lines(title);
            let w = title_lines.iter().map(|l| l.width).max().unwrap_or(0);
            pad(out, total.saturating_sub(w) / 2);
            out.push_str(title);
            out.push('\n');
        }
        if border == 2 {
            r.across(out, &widths, border, Position::Top);
        }
        header(out, &headers, &widths, border, r);
        r.across(out, &widths, border, Position::Middle);
    } else if border == 2 {
        r.across(out, &widths, border, Position::Top);
    }
    for row in &rows {
        data_row(out, row, t, &widths, border, r);
    }
    if border == 2 {
        r.across(out, &widths, border, Position::Bottom);
    }
    if !o.tuples_only {
        for f in footers(t, o) {
            out.push_str(&f);
            out.push('\n');
        }
    }
    out.push('\n');
}

/// Appends the columns' names, each centred; if one has several lines, as many lines.
fn header(out: &mut String, headers: &[Vec<CellLine>], widths: &[usize], border: u32, r: &Rules) {
    let n = headers.len();
    let height = headers.iter().map(Vec::len).max().unwrap_or(0);
    for i in 0..height {
        if border == 2 {
            out.push_str(r.vertical);
        }
        for (j, h) in headers.iter().enumerate() {
            if border != 0 {
                out.push(' ');
            }
            match h.get(i) {
                Some(l) => {
                    let space = widths[j] - l.width;
                    pad(out, space / 2);
                    out.push_str(&l.text);
                    pad(out, space.div_ceil(2));
                }
                None => pad(out, widths[j]),
            }
            out.push_str(if i + 1 < h.len() { r.newline } else { " " });
            if border != 0 && j + 1 < n {
                out.push_str(r.vertical);
            }
        }
        if border == 2 {
            out.push_str(r.vertical);
        }
        out.push('\n');
    }
}

/// Appends a row, with as many lines as its tallest cell has.
fn data_row(
    out: &mut String,
    row: &[Vec<CellLine>],
    t: &Table,
    widths: &[usize],
    border: u32,
    r: &Rules,
) {
    let n = row.len();
    let height = row.iter().map(Vec::len).max().unwrap_or(0);
    for i in 0..height {
        if border == 2 {
            out.push_str(r.vertical);
        }
        for (j, cell) in row.iter().enumerate() {
            let last = j + 1 == n;
            let final_spaces = border == 2 || !last;
            let more = i + 1 < cell.len();
            if border != 0 {
                out.push(' ');
            }
            match cell.get(i) {
                None if final_spaces => pad(out, widths[j]),
                None => {}
                Some(l) if t.right[j] => {
                    pad(out, widths[j] - l.width);
                    out.push_str(&l.text);
                }
                Some(l) => {
                    out.push_str(&l.text);
                    if final_spaces || more {
                        pad(out, widths[j] - l.width);
                    }
                }
            }
            if more {
                out.push_str(r.newline);
            } else if final_spaces {
                out.push(' ');
            }
            if border != 0 && !last {
                out.push_str(r.vertical);
            }
        }
        if border == 2 {
            out.push_str(r.vertical);
        }
        out.push('\n');
    }
}
