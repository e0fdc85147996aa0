//! What an expression does with variables that are rows. A row is an expanded record: what reads one as a whole fetches its
//! TOAST pointers, which otherwise stay as they are (`expandedrecord.c`).
//!
//! ```text
//! RETURN COALESCE(new, old);          new is passed on, with its pointers
//! n := (new).id;                      a field is read
//! n := length(to_jsonb(new)::text);   new is read: from then on it has no pointers
//! ```

use crate::pl_gram::tree::{PreparedStep, RowUse};
use sql::expr::{Expr, Node};
use sql::plan::tree;
use storage::error::Result;
use storage::types;

/// An expression that is evaluated at once.
pub(super) fn value_step(e: &Expr) -> Result<PreparedStep> {
    let compiled = sql::expr::compile(e, &mut |_| None)?;
    Ok(PreparedStep::Value(compiled, e.type_oid, e.typmod, row_use(e)))
}

/// What an expression does with parameters that are rows.
fn row_use(e: &Expr) -> RowUse {
    let most =
        |all: &mut dyn Iterator<Item = &Expr>| all.map(row_use).max().unwrap_or(RowUse::Fields);
    match &e.node {
        Node::Param(_) if types::info(e.type_oid).is_none_or(|t| t.kind == 'p') => RowUse::Passed,
        Node::FieldSelect(row, _) if matches!(row.node, Node::Param(_)) => RowUse::Fields,
        Node::Coalesce(list) => most(&mut list.iter()),
        Node::Case(c) => {
            let tests = most(&mut c.arg.iter().chain(c.whens.iter().map(|w| &w.0)));
            let values = most(&mut c.whens.iter().map(|w| &w.1).chain([&c.default]));
            if tests == RowUse::Fields { values } else { RowUse::Read }
        }
        _ => match most(&mut tree::children(e).into_iter()) {
            RowUse::Fields => RowUse::Fields,
            _ => RowUse::Read,
        },
    }
}
