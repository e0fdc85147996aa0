//! Selectivities: the part of the rows that a condition leaves (`selfuncs.c`, `clausesel.c`).
//!
//! A condition is looked at with what ANALYZE left in `pg_statistic`: the most common values with their
//! frequencies, a histogram of the others, the part of NULLs, the number of distinct values. Where there is
//! nothing of that, the server's guesses stand in `guesses`.
//!
//! Simplified: no extended statistics.

mod arrays;
mod clauses;
mod defaults;
mod elements;
mod endpoint;
mod eval_cost;
mod groups;
mod histogram;
mod join;
mod restriction;
mod set_rows;
mod variable;

pub use clauses::{clause, clauses, exprs};
pub use defaults::DEFAULT_RANGE_INEQ_SEL;
pub use elements::{ArrayItem, array_elements, array_length, array_lengths};
pub use eval_cost::{clauses_cost, expr_cost, exprs_cost, indexable_value, type_width};
pub use groups::{num_groups, num_groups_default};
pub use histogram::merge_scan;
pub use set_rows::estimated_set_rows;
pub use variable::{
    bare_operand, examine, frequencies, index_column, num_distinct, rel_of, strip_relabel,
};

use crate::analyze::JoinType;
use crate::plan::relids::Relids;

/// Which estimate is wanted (`varRelid`, `jointype`, `sjinfo` of the server's functions).
#[derive(Clone, Copy)]
pub struct SelCtx {
    /// Only this RTE's columns count as variables (0: all).
    pub rel: usize,
    /// How the join counts its left rows.
    pub kind: JoinType,
    /// Left and right sides when a join is estimated.
    pub sides: Option<(Relids, Relids)>,
}

impl SelCtx {
    /// The context for restriction clauses of one relation.
    pub fn restriction() -> SelCtx {
        SelCtx { rel: 0, kind: JoinType::Inner, sides: None }
    }
    /// The context for a parameterized scan of a relation, in which other relations' columns are
    /// known.
    pub fn scan(rel: usize) -> SelCtx {
        SelCtx { rel, kind: JoinType::Inner, sides: None }
    }
}
