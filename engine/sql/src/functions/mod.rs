//! The functions, operators and casts that SQL can name, a module for each subject.
//!
//! Every module has `pub static FUNCTIONS: &[Builtin]`, `OPERATORS: &[Operator]` and
//! `CASTS: &[Cast]` (empty where it brings none) and adds itself to the three lists here.

pub mod aggregates;
pub mod array;
pub mod bits;
pub mod bytea;
pub mod cast;
pub mod compare;
pub mod datetime;
pub mod extract;
pub mod float;
pub mod from_char;
pub mod integer;
pub mod json;
pub mod jsonb;
pub mod like;
pub mod number_format;
mod number_output;
mod number_picture;
pub mod numeric;
pub mod regex;
pub mod search;
pub mod series;
pub mod sizes;
pub mod support;
pub mod text;
pub mod to_char;
pub mod window;

use storage::fmgr::{Builtin, Cast, Operator, ScalarFn};
use storage::ids::Oid;

/// The function tables of all modules, in the order in which ambiguous names are listed.
pub static FUNCTIONS: &[&[Builtin]] = &[
    compare::FUNCTIONS,
    integer::FUNCTIONS,
    float::FUNCTIONS,
    numeric::FUNCTIONS,
    text::FUNCTIONS,
    search::FUNCTIONS,
    datetime::FUNCTIONS,
    extract::FUNCTIONS,
    to_char::FUNCTIONS,
    from_char::FUNCTIONS,
    number_format::FUNCTIONS,
    bits::FUNCTIONS,
    like::FUNCTIONS,
    regex::functions::FUNCTIONS,
    sizes::FUNCTIONS,
    bytea::FUNCTIONS,
    cast::FUNCTIONS,
    series::FUNCTIONS,
    aggregates::numbers::FUNCTIONS,
    aggregates::values::FUNCTIONS,
    aggregates::ordered::FUNCTIONS,
    array::FUNCTIONS,
    json::access::FUNCTIONS,
    json::build::FUNCTIONS,
    json::expand::FUNCTIONS,
    json::record::FUNCTIONS,
    jsonb::build::FUNCTIONS,
    jsonb::query::FUNCTIONS,
    jsonb::access::FUNCTIONS,
    jsonb::change::FUNCTIONS,
    jsonb::expand::FUNCTIONS,
];

/// The operator tables of all modules.
pub static OPERATORS: &[&[Operator]] = &[
    compare::OPERATORS,
    compare::EQUALITY_OPERATORS,
    integer::OPERATORS,
    integer::BIT_OPERATORS,
    float::OPERATORS,
    float::OTHER_OPERATORS,
    numeric::OPERATORS,
    text::OPERATORS,
    datetime::OPERATORS,
    bits::OPERATORS,
    like::OPERATORS,
    regex::functions::OPERATORS,
    bytea::OPERATORS,
    array::OPERATORS,
    json::access::OPERATORS,
    jsonb::query::OPERATORS,
    jsonb::access::OPERATORS,
    jsonb::change::OPERATORS,
];

/// The cast tables of all modules.
pub static CASTS: &[&[Cast]] = &[
    cast::CASTS,
    cast::FLOAT_CASTS,
    cast::OBJECT_CASTS,
    cast::STRING_CASTS,
    datetime::CASTS,
    jsonb::casts::CASTS,
];

/// The function of an operator, for SQL functions that are defined through operators.
///
/// # Panics
/// If there is no such operator: the caller names one that the tables must have.
pub fn operator_function(name: &str, left: Oid, right: Oid) -> ScalarFn {
    OPERATORS
        .iter()
        .copied()
        .flatten()
        .find(|op| op.name == name && op.left == left && op.right == right)
        .map(|op| op.run)
        .unwrap_or_else(|| panic!("the operator {name} of types {left} and {right} is in a table"))
}

#[cfg(test)]
mod tests;
