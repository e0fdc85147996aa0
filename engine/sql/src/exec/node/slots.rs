//! Where the columns of a node's expressions lie, and the computing of its rows and conditions.

use super::Projection;
use crate::exec::state::Exec;
use crate::expr::{self, Compiled, Expr, Node, Rows, Side, Slot, SubLinkKind, Var};
use crate::plan::Plan;
use storage::datum::Datum;
use storage::error::Result;

/// The input row and the index of a column of a join or an upper node; `None` for any other
/// expression.
pub fn upper_slot(e: &Expr) -> Option<Slot> {
    let Node::Var(v) = &e.node else { return None };
    let side = match v.rte {
        Var::OUTER => Side::Outer,
        Var::INNER => Side::Inner,
        _ => return None,
    };
    Some(Slot { side, index: v.attno as usize - 1 })
}

/// Compiles expressions over a slot map.
pub fn compile_all<'e>(
    list: impl IntoIterator<Item = &'e Expr>,
    slots: &mut dyn FnMut(&Expr) -> Option<Slot>,
) -> Result<Vec<Compiled>> {
    list.into_iter().map(|e| expr::compile(e, slots)).collect()
}

/// Compiles a target list.
pub fn projection(
    plan: &Plan,
    slots: &mut dyn FnMut(&Expr) -> Option<Slot>,
) -> Result<Vec<Projection>> {
    plan.target
        .iter()
        .map(|t| {
            if let Node::SubPlan(p) = &t.expr.node
                && matches!(p.kind, SubLinkKind::MultiExpr(_))
            {
                return Ok(Projection::MultiAssignment(expr::compile(&t.expr, slots)?));
            }
            let whole = matches!(&t.expr.node, Node::Var(v) if v.attno == 0);
            Ok(match slots(&t.expr) {
                Some(s) if !whole => Projection::Slot(s),
                _ => Projection::Expr(expr::compile(&t.expr, slots)?),
            })
        })
        .collect()
}

/// Computes an output row.
pub fn project(
    list: &[Projection],
    ex: &mut Exec<'_, '_>,
    rows: Rows<'_>,
    out: &mut Vec<Datum>,
) -> Result<()> {
    out.clear();
    for p in list {
        // Before all columns, which take their values from it (`ExecCreateExprSetupSteps`).
        if let Projection::MultiAssignment(c) = p {
            c.eval(ex, rows)?;
        }
    }
    for p in list {
        out.push(match p {
            Projection::MultiAssignment(_) => Datum::Null,
            Projection::Slot(s) => rows.of(s.side).get(s.index).cloned().unwrap_or(Datum::Null),
            Projection::Expr(c) => c.eval(ex, rows)?,
        });
    }
    Ok(())
}

/// Whether all conditions hold; NULL counts as false (`ExecQual`).
pub fn exec_qual(list: &[Compiled], ex: &mut Exec<'_, '_>, rows: Rows<'_>) -> Result<bool> {
    for c in list {
        if !c.is_true(ex, rows)? {
            return Ok(false);
        }
    }
    Ok(true)
}
