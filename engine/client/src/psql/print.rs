//! Tables as psql prints them (`src/fe_utils/print.c`).
//!
//! ```text
//!  x+|       z        <- header, centred; + marks a newline inside
//!  y |
//! ---+----------------
//!  a+| long text here
//!  b |
//! (1 row)
//! ```

use super::width::{Line, lines};

/// `\pset format`
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    #[default]
    Aligned,
    Unaligned,
    Wrapped,
    Csv,
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
    /// `numericlocale`
    pub numericlocale: bool,
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
            numericlocale: false,
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

struct Rules {
    h: &'static str,
    v: &'static str,
    /// Left, middle, right crossing of the top, middle and bottom rules.
    cross: [[&'static str; 3]; 3],
    nl: &'static str,
}
const ASCII: Rules = Rules { h: "-", v: "|", cross: [["+"; 3]; 3], nl: "+" };
const UNICODE: Rules =
    Rules {
        h: "─", v: "│", cross: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]], nl: "↵"
    };

/// The text of a table.
pub fn print(table: &Table, o: &Options) -> String {
    let mut out = String::new();
    match (o.format, o.expanded == 1) {
        (Format::Aligned | Format::Wrapped, false) => aligned(table, o, &mut out),
        (Format::Aligned | Format::Wrapped, true) => vertical(table, o, &mut out),
        (Format::Unaligned, false) => unaligned(table, o, &mut out),
        (Format::Unaligned, true) => unaligned_vertical(table, o, &mut out),
        (Format::Csv, expanded) => csv(table, o, expanded, &mut out),
        (Format::Html, expanded) => html(table, o, expanded, &mut out),
    }
    out
}

/// The footers, or the default one.
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

fn pad(out: &mut String, n: usize) {
    out.extend(std::iter::repeat_n(' ', n));
}

fn rule(out: &mut String, widths: &[usize], border: u32, r: &Rules, pos: usize) {
    let [left, mid, right] = r.cross[pos];
    if border == 2 {
        out.push_str(left);
    }
    if border > 0 {
        out.push_str(r.h);
    }
    for (i, w) in widths.iter().enumerate() {
        out.push_str(&r.h.repeat(*w));
        if i + 1 < widths.len() {
            if border == 0 {
                out.push(' ');
            } else {
                out.push_str(r.h);
                out.push_str(mid);
                out.push_str(r.h);
            }
        }
    }
    if border > 0 {
        out.push_str(r.h);
    }
    if border == 2 {
        out.push_str(right);
    }
    out.push('\n');
}

fn aligned(t: &Table, o: &Options, out: &mut String) {
    let r = if o.unicode { &UNICODE } else { &ASCII };
    let n = t.headers.len();
    let border = o.border.min(2);
    let headers: Vec<Vec<Line>> = t.headers.iter().map(|h| lines(h)).collect();
    let mut widths: Vec<usize> =
        headers.iter().map(|h| h.iter().map(|l| l.width).max().unwrap_or(0)).collect();
    let rows: Vec<Vec<Vec<Line>>> =
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
            rule(out, &widths, border, r, 0);
        }
        header(out, &headers, &widths, border, r);
        rule(out, &widths, border, r, 1);
    } else if border == 2 {
        rule(out, &widths, border, r, 0);
    }
    for row in &rows {
        data_row(out, row, t, &widths, border, r);
    }
    if border == 2 {
        rule(out, &widths, border, r, 2);
    }
    if !o.tuples_only {
        for f in footers(t, o) {
            out.push_str(&f);
            out.push('\n');
        }
    }
    out.push('\n');
}

fn header(out: &mut String, headers: &[Vec<Line>], widths: &[usize], border: u32, r: &Rules) {
    let n = headers.len();
    let height = headers.iter().map(Vec::len).max().unwrap_or(0);
    for i in 0..height {
        if border == 2 {
            out.push_str(r.v);
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
            out.push_str(if i + 1 < h.len() { r.nl } else { " " });
            if border != 0 && j + 1 < n {
                out.push_str(r.v);
            }
        }
        if border == 2 {
            out.push_str(r.v);
        }
        out.push('\n');
    }
}

fn data_row(
    out: &mut String,
    row: &[Vec<Line>],
    t: &Table,
    widths: &[usize],
    border: u32,
    r: &Rules,
) {
    let n = row.len();
    let height = row.iter().map(Vec::len).max().unwrap_or(0);
    for i in 0..height {
        if border == 2 {
            out.push_str(r.v);
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
                out.push_str(r.nl);
            } else if final_spaces {
                out.push(' ');
            }
            if border != 0 && !last {
                out.push_str(r.v);
            }
        }
        if border == 2 {
            out.push_str(r.v);
        }
        out.push('\n');
    }
}

/// The rule above a record: `-[ RECORD 1 ]---`.
fn record_rule(
    out: &mut String,
    record: usize,
    hw: usize,
    dw: usize,
    border: u32,
    r: &Rules,
    pos: usize,
) {
    let [left, mid, right] = r.cross[pos];
    if border == 2 {
        out.push_str(left);
    }
    if border > 0 {
        out.push_str(r.h);
    }
    let mut label = String::new();
    if record > 0 {
        label =
            if border == 0 { format!("* Record {record}") } else { format!("[ RECORD {record} ]") };
    }
    out.push_str(&label);
    let fill = if border > 0 { r.h } else { " " };
    let mut length = label.len() as i64 + i64::from(border != 2);
    for _ in length..hw as i64 {
        out.push_str(fill);
    }
    length -= hw as i64;
    // A label wider than the names eats what would stand behind them.
    let mut push = |out: &mut String, s: &str| {
        if length <= 0 {
            out.push_str(s);
        }
        length -= 1;
    };
    if border > 0 {
        push(out, r.h);
        push(out, mid);
        push(out, r.h);
    } else {
        push(out, " ");
    }
    for _ in length.max(0)..dw as i64 {
        out.push_str(fill);
    }
    if border == 2 {
        out.push_str(r.h);
        out.push_str(right);
    }
    out.push('\n');
}

fn vertical(t: &Table, o: &Options, out: &mut String) {
    let r = if o.unicode { &UNICODE } else { &ASCII };
    let border = o.border.min(2);
    if t.rows.is_empty() {
        if !o.tuples_only {
            for f in footers(t, o) {
                out.push_str(&f);
                out.push('\n');
            }
        }
        out.push('\n');
        return;
    }
    let headers: Vec<Vec<Line>> = t.headers.iter().map(|h| lines(h)).collect();
    let widest = |cells: &[Vec<Line>]| cells.iter().flatten().map(|l| l.width).max().unwrap_or(0);
    let hw = widest(&headers);
    let h_multi = headers.iter().any(|h| h.len() > 1);
    let rows: Vec<Vec<Vec<Line>>> =
        t.rows.iter().map(|row| row.iter().map(|c| lines(c)).collect()).collect();
    let dw = rows.iter().map(|row| widest(row)).max().unwrap_or(0);
    if let (Some(title), false) = (&t.title, o.tuples_only) {
        out.push_str(title);
        out.push('\n');
    }
    for (i, row) in rows.iter().enumerate() {
        let pos = usize::from(i > 0);
        if !o.tuples_only {
            record_rule(out, i + 1, hw, dw, border, r, pos);
        } else if i > 0 || border == 2 {
            record_rule(out, 0, hw, dw, border, r, pos);
        }
        for (h, d) in headers.iter().zip(row) {
            for k in 0..h.len().max(d.len()) {
                if border == 2 {
                    out.push_str(r.v);
                }
                match h.get(k) {
                    Some(l) => {
                        if border == 2 {
                            out.push(' ');
                        }
                        out.push_str(&l.text);
                        pad(out, hw - l.width);
                        if border > 0 || h_multi {
                            out.push_str(if k + 1 < h.len() { r.nl } else { " " });
                        }
                    }
                    None => {
                        let extra = usize::from(border == 0 && h_multi);
                        pad(out, (hw + border as usize + extra).max(1));
                    }
                }
                if border > 0 {
                    out.push_str(r.v);
                }
                match d.get(k) {
                    Some(l) => {
                        out.push(' ');
                        out.push_str(&l.text);
                        if k + 1 < d.len() {
                            pad(out, dw - l.width);
                            out.push_str(r.nl);
                        } else if border > 1 {
                            pad(out, dw - l.width);
                            out.push(' ');
                        }
                    }
                    None if border == 2 => pad(out, dw + 2),
                    None => {}
                }
                if border == 2 {
                    out.push_str(r.v);
                }
                out.push('\n');
            }
        }
    }
    if border == 2 {
        record_rule(out, 0, hw, dw, border, r, 2);
    }
    if let (Some(f), false) = (&t.footers, o.tuples_only) {
        if border < 2 && !f.is_empty() {
            out.push('\n');
        }
        for f in f {
            out.push_str(f);
            out.push('\n');
        }
    }
    out.push('\n');
}

fn unaligned(t: &Table, o: &Options, out: &mut String) {
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

fn unaligned_vertical(t: &Table, o: &Options, out: &mut String) {
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

fn csv_field(text: &str, sep: char) -> String {
    let quote =
        text.is_empty() || text == "\\." || text.contains(sep) || text.contains(['"', '\n', '\r']);
    if quote && !text.is_empty() {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.into()
    }
}

fn csv(t: &Table, o: &Options, expanded: bool, out: &mut String) {
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

fn html_escape(text: &str) -> String {
    let mut out = String::new();
    let mut leading = true;
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("<br />\n"),
            ' ' if leading => out.push_str("&nbsp;"),
            c => out.push(c),
        }
        leading &= c == ' ';
    }
    out
}

fn html(t: &Table, o: &Options, expanded: bool, out: &mut String) {
    out.push_str(&format!("<table border=\"{}\">\n", o.border));
    if let (Some(title), false) = (&t.title, o.tuples_only) {
        out.push_str(&format!("  <caption>{}</caption>\n", html_escape(title)));
    }
    let cell = |tag: &str, align: &str, text: &str| {
        let text = if text.trim_start_matches([' ', '\t']).is_empty() {
            "&nbsp; ".to_string()
        } else {
            html_escape(text)
        };
        format!("    <{tag} align=\"{align}\">{text}</{tag}>\n")
    };
    if expanded {
        for (i, row) in t.rows.iter().enumerate() {
            if !o.tuples_only {
                out.push_str(&format!(
                    "\n  <tr><td colspan=\"2\" align=\"center\">Record {}</td></tr>\n",
                    i + 1
                ));
            } else {
                out.push_str("\n  <tr><td colspan=\"2\">&nbsp;</td></tr>\n");
            }
            for ((h, c), right) in t.headers.iter().zip(row).zip(&t.right) {
                let align = if *right { "right" } else { "left" };
                out.push_str("  <tr valign=\"top\">\n");
                out.push_str(&format!("    <th>{}</th>\n", html_escape(h)));
                out.push_str(&cell("td", align, c));
                out.push_str("  </tr>\n");
            }
        }
    } else {
        if !o.tuples_only {
            out.push_str("  <tr>\n");
            for h in &t.headers {
                out.push_str(&format!("    <th align=\"center\">{}</th>\n", html_escape(h)));
            }
            out.push_str("  </tr>\n");
        }
        for row in &t.rows {
            out.push_str("  <tr valign=\"top\">\n");
            for (c, right) in row.iter().zip(&t.right) {
                out.push_str(&cell("td", if *right { "right" } else { "left" }, c));
            }
            out.push_str("  </tr>\n");
        }
    }
    out.push_str("</table>\n");
    let f = if expanded { t.footers.clone().unwrap_or_default() } else { footers(t, o) };
    if !o.tuples_only && !f.is_empty() {
        out.push_str("<p>");
        for f in f {
            out.push_str(&html_escape(&f));
            out.push_str("<br />\n");
        }
        out.push_str("</p>");
    }
    out.push('\n');
}
