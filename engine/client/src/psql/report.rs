//! Errors and notices as libpq words them (`pqBuildErrorMessage3`), with the `LINE n:` excerpt.

use super::width::char_width;
use storage::error::{PgError, Severity};

/// How much of an error is shown (`VERBOSITY`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verbosity {
    /// Message, excerpt, DETAIL, HINT, CONTEXT.
    #[default]
    Default,
    /// The message alone.
    Terse,
    /// With the SQLSTATE.
    Verbose,
    /// The SQLSTATE alone.
    SqlState,
}

/// The text of a report as libpq builds it, with a newline at the end.
pub fn format_report(report: &PgError, query: &str, verbosity: Verbosity) -> String {
    let severity = match report.severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Notice => "NOTICE",
        Severity::Info => "INFO",
    };
    if verbosity == Verbosity::SqlState {
        return format!("{severity}:  {}\n", report.code.0);
    }
    let mut out = match verbosity {
        Verbosity::Verbose => format!("{severity}:  {}: {}", report.code.0, report.message),
        _ => format!("{severity}:  {}", report.message),
    };
    let query = report.query.as_deref().unwrap_or(query);
    // The server counts characters from 1.
    let position = report.location.map(|at| match query.get(..at) {
        Some(before) => before.chars().count() + 1,
        // A place in the text of PREPARE, beyond the end of EXECUTE.
        None => at + 1,
    });
    if verbosity == Verbosity::Terse {
        if let Some(p) = position {
            out.push_str(&format!(" at character {p}"));
        }
        out.push('\n');
        return out;
    }
    out.push('\n');
    if let Some(p) = position {
        out.push_str(&excerpt(query, p));
    }
    if let Some(d) = &report.detail {
        out.push_str(&format!("DETAIL:  {d}\n"));
    }
    if let Some(h) = &report.hint {
        out.push_str(&format!("HINT:  {h}\n"));
    }
    if let Some(q) = &report.query {
        out.push_str(&format!("QUERY:  {q}\n"));
    }
    if let Some(c) = &report.context
        && report.severity == Severity::Error
    {
        out.push_str(&format!("CONTEXT:  {c}\n"));
    }
    if verbosity == Verbosity::Verbose {
        out.push_str("LOCATION:  not modelled\n");
    }
    out
}

/// The excerpt of an error (`reportErrorPosition`): the line with the position (a character number
/// from 1) and a caret under it, cut to 60 columns with at least 10 to the right of the caret.
pub fn excerpt(query: &str, position: usize) -> String {
    const DISPLAY_SIZE: usize = 60;
    const MIN_RIGHT_CUT: usize = 10;
    let Some(loc) = position.checked_sub(1) else { return String::new() };
    let mut chars: Vec<char> = Vec::new();
    let mut columns: Vec<usize> = Vec::new();
    let (mut column, mut line, mut begin, mut end) = (0, 1, 0, None);
    let mut previous = '\0';
    for (i, c) in query.chars().enumerate() {
        columns.push(column);
        let mut shown = c;
        if c == '\t' {
            shown = ' ';
        } else if c == '\r' || c == '\n' {
            if i < loc {
                if c == '\r' || previous != '\r' {
                    line += 1;
                }
                begin = i + 1;
            } else {
                end = Some(i);
                break;
            }
        }
        previous = c;
        chars.push(shown);
        column += usize::try_from(char_width(c)).unwrap_or(1).max(1);
    }
    let total = chars.len();
    let mut end = end.unwrap_or_else(|| {
        columns.push(column);
        total
    });
    if loc > total {
        return String::new();
    }
    let (mut cut_left, mut cut_right) = (false, false);
    if columns[end] - columns[begin] > DISPLAY_SIZE {
        if columns[begin] + DISPLAY_SIZE >= columns[loc] + MIN_RIGHT_CUT {
            while columns[end] - columns[begin] > DISPLAY_SIZE {
                end -= 1;
            }
            cut_right = true;
        } else {
            while columns[loc] + MIN_RIGHT_CUT < columns[end] {
                end -= 1;
                cut_right = true;
            }
            while columns[end] - columns[begin] > DISPLAY_SIZE {
                begin += 1;
                cut_left = true;
            }
        }
    }
    let mut out = format!("LINE {line}: ");
    if cut_left {
        out.push_str("...");
    }
    let indent = out.len() + columns[loc] - columns[begin];
    out.extend(&chars[begin..end]);
    if cut_right {
        out.push_str("...");
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push_str("^\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut() {
        let q = "SELECT aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa, \
                 bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb, cccccccccccccccccccccccccc from t \
                 where x;";
        let at = q.find(" t where").map_or(0, |i| i + 2);
        assert_eq!(
            excerpt(q, at),
            "LINE 1: ...bbbbbbbbbbbbbbbb, cccccccccccccccccccccccccc from t where x;\n\
             \x20                                                            ^\n"
        );
    }
}
