//! `\pset format html`: a `<table>`.

use super::{Options, Table, footers};

/// The text with the characters that HTML reserves as entities (`html_escaped_print`).
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

/// Appends the table in format `html`. `expanded`: a row for each column (`\x`).
pub(super) fn print(t: &Table, o: &Options, expanded: bool, out: &mut String) {
    let attributes = o.table_attributes.as_ref().map_or_else(String::new, |a| format!(" {a}"));
    out.push_str(&format!("<table border=\"{}\"{attributes}>\n", o.border));
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
