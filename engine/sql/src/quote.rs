//! Names and literals as SQL writes them (`quote_identifier`, `simple_quote_literal`).

use crate::lexer::keywords::{self, Category};
use std::cell::Cell;
use storage::versions::Release;

/// The key words of later releases that are quoted where they are names: first those of 16, then those of 17.
const LATER_WORDS: [&str; 13] = [
    "json_array",
    "json_arrayagg",
    "json_object",
    "json_objectagg",
    "system_user",
    "json",
    "json_exists",
    "json_query",
    "json_scalar",
    "json_serialize",
    "json_table",
    "json_value",
    "merge_action",
];

thread_local! {
    /// Those of them that the session's release knows.
    static QUOTED: Cell<&'static [&'static str]> = const { Cell::new(&[]) };
}

/// Tells which key words the release of the session whose message is answered quotes besides those of 15.
pub fn also_quoted(release: &Release) {
    QUOTED.set(match (release.json_functions_quoted, release.json_is_keyword) {
        (_, true) => &LATER_WORDS,
        (true, _) => &LATER_WORDS[..5],
        _ => &[],
    });
}

/// The name as SQL writes it (`quote_identifier`): in double quotes unless it is in lower case and
/// no key word, or an unreserved one.
pub fn quote_identifier(name: &str) -> String {
    let mut chars = name.chars();
    let safe = chars.next().is_some_and(|c| c.is_ascii_lowercase() || c == '_')
        && chars.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
        && keywords::lookup(name).is_none_or(|k| k.category == Category::Unreserved)
        && !QUOTED.get().contains(&name);
    if safe { name.to_string() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// Returns a text in single quotes, with `E` when a backslash is in it (`simple_quote_literal`).
pub fn quote_literal(text: &str) -> String {
    let e = if text.contains('\\') { "E" } else { "" };
    format!("{e}'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

/// Name of a system column.
pub fn system_column_name(attno: i16) -> &'static str {
    match attno {
        -1 => "ctid",
        -2 => "xmin",
        -3 => "cmin",
        -4 => "xmax",
        -5 => "cmax",
        -6 => "tableoid",
        _ => "",
    }
}
