//! The functions, operators and casts that SQL can name, a room for each subject.
//!
//! Every room has `pub static FUNCTIONS: &[Builtin]`, `OPERATORS: &[Operator]` and
//! `CASTS: &[Cast]` (empty where it brings none) and adds itself to the three lists here.

use crate::fmgr::{Builtin, Cast, Operator};

/// The function tables of all rooms, in the order in which ambiguous names are listed.
pub static FUNCTIONS: &[&[Builtin]] = &[];

/// The operator tables of all rooms.
pub static OPERATORS: &[&[Operator]] = &[];

/// The cast tables of all rooms.
pub static CASTS: &[&[Cast]] = &[];
