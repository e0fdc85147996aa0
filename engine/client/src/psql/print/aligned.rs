//! `\pset format aligned`: columns as wide as their widest cell, names centred above them; and
//! `wrapped`, which breaks lines of cells so that the table is no wider than `\pset columns`.

use super::rules::{Position, Rules, pad};
use super::{Format, Options, Table, footers, records};
use crate::psql::width::{CellLine, broken, lines};

/// A line of a cell, and whether the next line goes on with what was broken here.
type Piece = (CellLine, bool);

/// Appends the table in format `aligned` or `wrapped`; as records under `\x auto` if it is wider
/// than `\pset columns` (`print_aligned_text`).
pub(super) fn print(t: &Table, o: &Options, out: &mut String) {
    let r = Rules::chosen(o);
    let n = t.headers.len();
    let border = o.border.min(2);
    let headers: Vec<Vec<CellLine>> = t.headers.iter().map(|h| lines(h)).collect();
    let mut widths: Vec<usize> =
        headers.iter().map(|h| h.iter().map(|l| l.width).max().unwrap_or(0)).collect();
    let names = widths.clone();
    let mut average = vec![0; n];
    let rows: Vec<Vec<Vec<CellLine>>> =
        t.rows.iter().map(|row| row.iter().map(|c| lines(c)).collect()).collect();
    for row in &rows {
        for ((w, sum), cell) in widths.iter_mut().zip(&mut average).zip(row) {
            let width = cell.iter().map(|l| l.width).max().unwrap_or(0);
            *w = width.max(*w);
            *sum += width;
        }
    }
    average.iter_mut().for_each(|sum| *sum /= rows.len().max(1));
    let frame = match border {
        0 => n,
        1 => (n * 3).saturating_sub(1),
        _ => n * 3 + 1,
    };
    let screen = o.columns as usize;
    let least = frame + names.iter().sum::<usize>();
    if o.format == Format::Wrapped && screen > 0 && screen >= least {
        squeeze(&mut widths, &names, &average, screen - frame);
    }
    let total = frame + widths.iter().sum::<usize>();
    if o.expanded == 2 && screen > 0 && n > 1 && (screen < least || screen < total) {
        return records::print(t, o, out);
    }
    if !o.tuples_only {
        if let Some(title) = &t.title {
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
    }
    for row in rows {
        let pieces: Vec<Vec<Piece>> =
            row.into_iter().zip(&widths).map(|(cell, width)| broken(cell, *width)).collect();
        data_row(out, &pieces, t, &widths, border, r);
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

/// Makes columns narrower, one by one, until they are `room` wide together or no wider than their
/// names: each time the column whose widest cell is the widest beside its average cell, wide
/// columns first (`print_aligned_text`).
fn squeeze(widths: &mut [usize], names: &[usize], average: &[usize], room: usize) {
    let widest = widths.to_vec();
    while widths.iter().sum::<usize>() > room {
        let mut worst = None;
        let mut worst_ratio = 0.0;
        for i in (0..widths.len()).filter(|&i| average[i] > 0 && widths[i] > names[i]) {
            let ratio = widths[i] as f64 / average[i] as f64 + widest[i] as f64 * 0.01;
            if ratio > worst_ratio {
                (worst, worst_ratio) = (Some(i), ratio);
            }
        }
        let Some(column) = worst else { return };
        widths[column] -= 1;
    }
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
    row: &[Vec<Piece>],
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
            let goes_on = i > 0 && cell.get(i - 1).is_some_and(|(_, broken)| *broken);
            if border != 0 {
                out.push_str(if goes_on { r.wrapped } else { " " });
            }
            match cell.get(i) {
                None if final_spaces => pad(out, widths[j]),
                None => {}
                Some((l, _)) if t.right[j] => {
                    pad(out, widths[j].saturating_sub(l.width));
                    out.push_str(&l.text);
                }
                Some((l, _)) => {
                    out.push_str(&l.text);
                    if final_spaces || more {
                        pad(out, widths[j].saturating_sub(l.width));
                    }
                }
            }
            if more {
                out.push_str(if cell[i].1 { r.wrapped } else { r.newline });
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
