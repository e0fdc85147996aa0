//! SQL's own regular expressions (`SIMILAR TO`) rewritten as advanced ones
//! (`similar_escape_internal`): `a%(b|_)` becomes `^(?:a.*(?:b|.))$`.

use storage::error::{PgError, Result, SqlState};

/// The regular expression for a SIMILAR TO pattern (`similar_escape_internal`); an empty `escape`
/// means that there is none.
///
/// # Errors
/// 22025 for an escape of several characters, 2200C for too many `#"`.
pub fn rewrite(pattern: &str, escape: &str) -> Result<String> {
    let mut chars = escape.chars();
    let escape = chars.next();
    if chars.next().is_some() {
        return Err(PgError::new(SqlState::INVALID_ESCAPE_SEQUENCE, "invalid escape string")
            .hint("Escape string must be empty or one character."));
    }
    let mut out = String::from("^(?:");
    // How many brackets are open, and whether the next character is the first of the outermost (1), or follows its `^` (2).
    let (mut depth, mut place) = (0, 0);
    let (mut after_escape, mut quotes) = (false, 0);
    for c in pattern.chars() {
        if after_escape {
            after_escape = false;
            if c == '"' && depth == 0 {
                out.push_str(match quotes {
                    0 => "){1,1}?(",
                    1 => "){1,1}(?:",
                    _ => {
                        return Err(PgError::new(
                            SqlState::INVALID_USE_OF_ESCAPE_CHARACTER,
                            "SQL regular expression may not contain more than two \
                             escape-double-quote separators",
                        ));
                    }
                });
                quotes += 1;
            } else {
                out.push('\\');
                out.push(c);
                place = 3;
            }
        } else if Some(c) == escape {
            after_escape = true;
        } else if depth > 0 {
            if c == '\\' {
                out.push('\\');
            }
            out.push(c);
            match c {
                ']' if place > 2 => depth -= 1,
                '^' => place += 1,
                _ => {
                    depth += i32::from(c == '[');
                    place = 3;
                }
            }
        } else {
            match c {
                '[' => {
                    out.push('[');
                    (depth, place) = (1, 1);
                }
                '%' => out.push_str(".*"),
                '_' => out.push('.'),
                '(' => out.push_str("(?:"),
                '\\' | '.' | '^' | '$' => {
                    out.push('\\');
                    out.push(c);
                }
                c => out.push(c),
            }
        }
    }
    out.push_str(")$");
    Ok(out)
}
