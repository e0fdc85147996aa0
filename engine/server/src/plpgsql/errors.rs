//! Names of error conditions (`plerrcodes.h`), and where in a function an error arose.

use storage::error::{PgError, SqlState};

/// Names and codes, those that scripts name.
const CONDITIONS: &[(&str, &str)] = &[
    ("successful_completion", "00000"),
    ("no_data", "02000"),
    ("feature_not_supported", "0A000"),
    ("case_not_found", "20000"),
    ("cardinality_violation", "21000"),
    ("data_exception", "22000"),
    ("string_data_right_truncation", "22001"),
    ("numeric_value_out_of_range", "22003"),
    ("null_value_not_allowed", "22004"),
    ("invalid_datetime_format", "22007"),
    ("datetime_field_overflow", "22008"),
    ("division_by_zero", "22012"),
    ("invalid_parameter_value", "22023"),
    ("array_subscript_error", "2202E"),
    ("invalid_text_representation", "22P02"),
    ("bad_copy_file_format", "22P04"),
    ("integrity_constraint_violation", "23000"),
    ("not_null_violation", "23502"),
    ("foreign_key_violation", "23503"),
    ("unique_violation", "23505"),
    ("check_violation", "23514"),
    ("exclusion_violation", "23P01"),
    ("invalid_transaction_state", "25000"),
    ("read_only_sql_transaction", "25006"),
    ("in_failed_sql_transaction", "25P02"),
    ("dependent_objects_still_exist", "2BP01"),
    ("invalid_transaction_termination", "2D000"),
    ("invalid_cursor_name", "34000"),
    ("invalid_schema_name", "3F000"),
    ("serialization_failure", "40001"),
    ("deadlock_detected", "40P01"),
    ("syntax_error", "42601"),
    ("insufficient_privilege", "42501"),
    ("undefined_column", "42703"),
    ("undefined_function", "42883"),
    ("undefined_table", "42P01"),
    ("undefined_object", "42704"),
    ("duplicate_column", "42701"),
    ("duplicate_table", "42P07"),
    ("duplicate_object", "42710"),
    ("duplicate_schema", "42P06"),
    ("duplicate_function", "42723"),
    ("ambiguous_column", "42702"),
    ("datatype_mismatch", "42804"),
    ("wrong_object_type", "42809"),
    ("insufficient_resources", "53000"),
    ("disk_full", "53100"),
    ("out_of_memory", "53200"),
    ("program_limit_exceeded", "54000"),
    ("statement_too_complex", "54001"),
    ("object_not_in_prerequisite_state", "55000"),
    ("object_in_use", "55006"),
    ("lock_not_available", "55P03"),
    ("query_canceled", "57014"),
    ("undefined_file", "58P01"),
    ("duplicate_file", "58P02"),
    ("plpgsql_error", "P0000"),
    ("raise_exception", "P0001"),
    ("no_data_found", "P0002"),
    ("too_many_rows", "P0003"),
    ("assert_failure", "P0004"),
    ("internal_error", "XX000"),
    ("data_corrupted", "XX001"),
    ("index_corrupted", "XX002"),
];

/// The SQLSTATE that a condition's name, or SQLSTATE '...', means.
pub(super) fn condition(name: &str) -> Option<SqlState> {
    if let Some(c) = CONDITIONS.iter().find(|c| c.0 == name) {
        return Some(SqlState(c.1));
    }
    let code =
        name.len() == 5 && name.bytes().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    code.then(|| state(name))
}

/// The SQLSTATE with these five characters. An unknown one is kept for the life of the process:
/// scripts make up few.
fn state(code: &str) -> SqlState {
    match CONDITIONS.iter().find(|c| c.1 == code) {
        Some(c) => SqlState(c.1),
        None => SqlState(Box::leak(code.to_string().into_boxed_str())),
    }
}

/// Whether a handler's condition matches an error (`exception_matches_conditions`).
pub(super) fn matches(name: &str, e: &PgError) -> bool {
    if name == "others" {
        return e.code != SqlState::QUERY_CANCELED && e.code.0 != "P0004";
    }
    let Some(code) = condition(name) else { return false };
    // A class stands for all its members.
    code == e.code || code.0.ends_with("000") && code.0[..2] == e.code.0[..2]
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
