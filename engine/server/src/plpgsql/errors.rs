//! What a handler catches, and where in a function an error arose.

use crate::pl_gram::conditions::{is_state, state, states_named};
use storage::error::{PgError, SqlState};

/// The SQLSTATE that a condition's name, or SQLSTATE '...', means (`plpgsql_recognize_err_condition`); `None` for what
/// is neither.
pub(super) fn condition(name: &str) -> Option<SqlState> {
    if is_state(name) {
        return Some(state(name));
    }
    states_named(name).next()
}

/// Whether a handler's condition matches an error (`exception_matches_conditions`). None matches what says that
/// something is not modelled: no server gives that error.
pub(super) fn matches(name: &str, e: &PgError) -> bool {
    if e.code == SqlState::FEATURE_NOT_SUPPORTED && e.is_refusal() {
        return false;
    }
    if name == "others" {
        return e.code != SqlState::QUERY_CANCELED && e.code.0 != "P0004";
    }
    // A class stands for all its members.
    let is_it =
        |code: SqlState| code == e.code || code.0.ends_with("000") && code.0[..2] == e.code.0[..2];
    match is_state(name) {
        true => is_it(state(name)),
        false => states_named(name).any(is_it),
    }
}

/// Adds SPI's context to an error in a body's SQL (`_SPI_error_callback`): if the error has a
/// position in the query, the query becomes the internal query, else a context line.
pub(super) fn in_sql(mut e: Box<PgError>, text: &str, what: &str) -> Box<PgError> {
    if e.location.is_some() && e.query.is_none() {
        e.query = Some(text.to_string());
        return e;
    }
    e.push_context(format!("{what} \"{text}\""))
}
