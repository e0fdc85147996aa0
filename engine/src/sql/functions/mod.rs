//! The functions, operators and casts that SQL can name, a room for each subject.
//!
//! Every room has `pub static FUNCTIONS: &[Builtin]`, `OPERATORS: &[Operator]` and
//! `CASTS: &[Cast]` (empty where it brings none) and adds itself to the three lists here.

pub mod bytea;
pub mod compare;
pub mod integer;
pub mod search;
pub mod support;
pub mod text;

use crate::fmgr::{Builtin, Cast, Operator};

/// The function tables of all rooms, in the order in which ambiguous names are listed.
pub static FUNCTIONS: &[&[Builtin]] =
    &[compare::FUNCTIONS, integer::FUNCTIONS, text::FUNCTIONS, search::FUNCTIONS, bytea::FUNCTIONS];

/// The operator tables of all rooms.
pub static OPERATORS: &[&[Operator]] = &[
    compare::OPERATORS,
    compare::EQUALITY_OPERATORS,
    integer::OPERATORS,
    integer::BIT_OPERATORS,
    text::OPERATORS,
    bytea::OPERATORS,
];

/// The cast tables of all rooms.
pub static CASTS: &[&[Cast]] = &[];
