//! What the grammars of 16, 17 and 18 have that is left out here: where the parser of 15 stops at it, the error names it.

use storage::error::{PgError, SqlState};
use storage::versions::Release;

/// A piece of grammar: the release that has it first; the word at which the parser stops, or any; words of which one
/// comes before it, the nearest ones first where there are several in a row; and what it is called.
type Piece = (&'static str, &'static str, &'static [&'static str], &'static str);

const PIECES: &[Piece] = &[
    ("17", "local", &["at"], "AT LOCAL"),
    ("16", "json", &["is", "is not"], "IS JSON"),
    ("16", "system_user", &[""], "SYSTEM_USER"),
    ("16", ";", &["reindex database", "reindex system"], "REINDEX of a database without its name"),
    ("17", "default", &["statistics"], "SET STATISTICS DEFAULT"),
    ("17", "default", &["method"], "SET ACCESS METHOD DEFAULT"),
    ("16", "default", &["(", ","], "COPY option DEFAULT"),
    ("17", "on_error", &[""], "COPY option ON_ERROR"),
    ("17", "log_verbosity", &[""], "COPY option LOG_VERBOSITY"),
    ("18", "reject_limit", &[""], "COPY option REJECT_LIMIT"),
    (
        "18",
        "only",
        &["vacuum", "analyze", "verbose", "freeze", "full", ")"],
        "ONLY in VACUUM and ANALYZE",
    ),
    ("18", "no", &["null"], "NOT NULL with NO INHERIT"),
    ("18", "virtual", &[")"], "a virtual generated column"),
    ("18", "enforced", &[""], "ENFORCED"),
    ("18", "period", &[""], "PERIOD"),
    ("18", "overlaps", &["without"], "WITHOUT OVERLAPS"),
    ("18", "without", &[""], "WITHOUT OVERLAPS"),
];

/// A piece within a call or a clause: the release, the words at which the parser stops, a word that is somewhere before
/// it or is that word, and what it is called.
type Within = (&'static str, &'static [&'static str], &'static str, &'static str);

/// Words within the calls of the SQL standard on JSON, and the calls themselves.
const JSON: &[&str] = &[
    ":",
    "value",
    "select",
    "null",
    "absent",
    "returning",
    "with",
    "without",
    "columns",
    "passing",
    "error",
    "on",
    "empty",
    "keep",
    "omit",
    "default",
    "format",
    "json_array",
    "json_arrayagg",
    "json_objectagg",
    "json_query",
    "json_value",
    "json_exists",
    "json_scalar",
    "json_serialize",
];

const WITHIN: &[Within] = &[
    ("16", JSON, "json_object", "the constructor JSON_OBJECT"),
    ("16", JSON, "json_array", "the constructor JSON_ARRAY"),
    ("16", JSON, "json_arrayagg", "JSON_ARRAYAGG"),
    ("16", JSON, "json_objectagg", "JSON_OBJECTAGG"),
    ("17", JSON, "json_table", "JSON_TABLE"),
    ("17", JSON, "json_query", "JSON_QUERY"),
    ("17", JSON, "json_value", "JSON_VALUE"),
    ("17", JSON, "json_exists", "JSON_EXISTS"),
    ("17", JSON, "json_scalar", "JSON_SCALAR"),
    ("17", JSON, "json_serialize", "JSON_SERIALIZE"),
    ("18", &["old", "new", "with"], "returning", "RETURNING of old and new"),
    ("18", &["not"], "add", "NOT NULL as a constraint of a table"),
    ("18", &["not"], ",", "NOT NULL as a constraint of a table"),
    ("18", &["not"], "constraint", "NOT NULL as a constraint of a table"),
    ("18", &[")", ","], "generated", "a virtual generated column"),
];

/// A release, and the types that it casts to bytea and back.
const CAST_TO_BYTEA: (&str, &[&str]) = ("18", &["smallint", "integer", "bigint"]);

/// Whether the error is that a cast does not exist which this release has.
fn is_later_cast(release: &Release, e: &PgError) -> bool {
    let types = e.message.strip_prefix("cannot cast type ").and_then(|t| t.split_once(" to "));
    let (since, whole) = CAST_TO_BYTEA;
    e.code == SqlState::CANNOT_COERCE
        && release.has_since(since)
        && types.is_some_and(|t| match t {
            ("bytea", other) | (other, "bytea") => whole.contains(&other),
            _ => false,
        })
}

/// The words and signs of a text in lower case, each with its place.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (at, c) in text.char_indices() {
        let of_word = c.is_alphanumeric() || c == '_';
        match out.last_mut() {
            Some((_, word)) if inside && of_word => word.extend(c.to_lowercase()),
            _ if c.is_whitespace() => {}
            _ => out.push((at, c.to_lowercase().collect())),
        }
        inside = of_word;
    }
    out
}

/// Replaces the error that something does not exist (a word of the grammar, a function, a column, a cast) by the refusal
/// that it is not modelled, if a later release has it; returns any other error as it is. `text` is the statement's, in
/// which the error's location is a place.
#[inline(never)]
pub fn refuse_later_features(release: &Release, text: &str, e: Box<PgError>) -> Box<PgError> {
    if is_later_cast(release, &e) {
        let text = e.message.replacen("cannot cast type", "the cast of type", 1);
        let text = format!("{text} is not modelled");
        return Box::new(PgError { message: text, code: SqlState::FEATURE_NOT_SUPPORTED, ..*e });
    }
    let missing = matches!(
        e.code,
        SqlState::SYNTAX_ERROR
            | SqlState::UNDEFINED_TABLE
            | SqlState::UNDEFINED_COLUMN
            | SqlState::UNDEFINED_FUNCTION
    );
    let missing = missing && !e.message.starts_with("DEFAULT is not allowed");
    let Some(at) = e.location.filter(|_| missing && e.query.is_none()) else { return e };
    let words = words(text);
    let here = words.iter().position(|(place, _)| *place >= at).unwrap_or(words.len());
    let word = |n: usize| words.get(n).map_or("", |(_, w)| w.as_str());
    let before = here.checked_sub(1).map_or("", word);
    let two = here.checked_sub(2).map_or("", word);
    let follows = |phrase: &str| match phrase.split_once(' ') {
        Some((first, second)) => two == first && before == second,
        None => phrase.is_empty() || phrase == before,
    };
    // WITHOUT before TIME is no name, and begins nothing.
    let joined = word(here) == "without" && word(here + 1) == "time";
    let is_here = |(since, stop, phrases, _): &&Piece| {
        let stops = *stop == word(here) && !joined;
        release.has_since(since) && stops && phrases.iter().any(|p| follows(p))
    };
    let is_within = |(since, stops, begun, _): &&Within| {
        let mut met = words.iter().take(here + 1);
        release.has_since(since) && stops.contains(&word(here)) && met.any(|(_, w)| w == begun)
    };
    let piece = PIECES.iter().find(is_here).map(|p| p.3);
    let piece = piece.or_else(|| WITHIN.iter().find(is_within).map(|w| w.3));
    match piece {
        Some(what) => {
            PgError::new(SqlState::FEATURE_NOT_SUPPORTED, format!("{what} is not modelled")).at(at)
        }
        None => e,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_later_release_has_is_named() {
        let said = |server: &str, text: &str| {
            let release = Release::of_server(server);
            let e = crate::parser::parse_for(release, text).unwrap_err();
            refuse_later_features(release, text, e).message
        };
        let local = "SELECT now() AT LOCAL";
        assert_eq!(said("17", local), "AT LOCAL is not modelled");
        assert_eq!(said("16", local), "syntax error at or near \"LOCAL\"");
        assert_eq!(said("16", "SELECT '1' IS NOT JSON"), "IS JSON is not modelled");
        let column = "CREATE TABLE t (a int, b int GENERATED ALWAYS AS (a + 1))";
        assert_eq!(said("18", column), "a virtual generated column is not modelled");
        assert_eq!(said("17", column), "syntax error at or near \")\"");
        assert_eq!(said("18", "SELECT FROM WHERE"), "syntax error at or near \"WHERE\"");
        let unnamed = "SELECT * FROM (SELECT 1)";
        assert!(said("15", unnamed).ends_with("must have an alias"));
        assert!(crate::parser::parse_for(Release::of_server("16"), unnamed).is_ok());
    }
}
