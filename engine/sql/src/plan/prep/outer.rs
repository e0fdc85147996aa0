//! Outer joins whose NULL rows a condition above throws away become inner ones
//! (`reduce_outer_joins`).

use super::{conjuncts, tree_relids};
use crate::analyze::{JoinTreeNode, JoinType, Query, RowMark};
use crate::expr::{BoolOp, Expr, Node, Var};
use crate::plan::relids::Relids;
use storage::err;
use storage::error::Result;

// ---- outer joins -------------------------------------------------------------------------------

/// Turns an outer join into an inner one if a strict condition above it removes its NULL-extended
/// rows, and RIGHT into LEFT (`reduce_outer_joins`).
pub fn reduce_outer_joins(q: &mut Query) {
    let mut tree = std::mem::take(&mut q.jointree);
    let quals = tree.quals.clone();
    let mut nonnullable = Relids::EMPTY;
    if let Some(quals) = &quals {
        nonnullable = nonnullable_rels(quals, true);
    }
    for n in &mut tree.from {
        reduce(n, nonnullable, quals.as_ref());
    }
    q.jointree = tree;
}

/// Makes outer joins inner ones below a node; of `nonnullable` relations a NULL row is thrown away
/// above.
fn reduce(n: &mut JoinTreeNode, nonnullable: Relids, upper: Option<&Expr>) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => {
            let mut nonnullable = nonnullable;
            if let Some(quals) = &f.quals {
                nonnullable |= nonnullable_rels(quals, true);
            }
            for n in &mut f.from {
                reduce(n, nonnullable, upper);
            }
        }
        JoinTreeNode::Join(j) => {
            let left = tree_relids(&j.left);
            let right = tree_relids(&j.right);
            j.kind = match j.kind {
                JoinType::Left if nonnullable.overlaps(right) => JoinType::Inner,
                JoinType::Right if nonnullable.overlaps(left) => JoinType::Inner,
                JoinType::Full => match (nonnullable.overlaps(left), nonnullable.overlaps(right)) {
                    (true, true) => JoinType::Inner,
                    (true, false) => JoinType::Left,
                    (false, true) => JoinType::Right,
                    (false, false) => JoinType::Full,
                },
                kind => kind,
            };
            if j.kind == JoinType::Right {
                j.kind = JoinType::Left;
                std::mem::swap(&mut j.left, &mut j.right);
            }
            if j.kind == JoinType::Left
                && let Some(quals) = &j.quals
                && let Some(upper) = upper
                && forced_null(upper, nonnullable_vars(quals), tree_relids(&j.right))
            {
                j.kind = JoinType::Anti;
            }
            let own = j.quals.as_ref().map_or(Relids::EMPTY, |q| nonnullable_rels(q, true));
            let (pass_left, pass_right) = match j.kind {
                JoinType::Inner | JoinType::Semi => (nonnullable | own, nonnullable | own),
                JoinType::Left | JoinType::Anti => (nonnullable, own),
                _ => (Relids::EMPTY, Relids::EMPTY),
            };
            reduce(&mut j.left, pass_left, upper);
            reduce(&mut j.right, pass_right, None);
        }
    }
}

/// Refuses locks of rows on a side of an outer join that NULLs may stand for (`make_outerjoininfo`).
pub fn check_locked_sides(q: &Query) -> Result<()> {
    q.jointree.from.iter().try_for_each(|node| check_locks_of_node(node, &q.row_marks))
}

/// Refuses such locks of the joins in a node.
fn check_locks_of_node(node: &JoinTreeNode, marks: &[RowMark]) -> Result<()> {
    let join = match node {
        JoinTreeNode::Rte(_) => return Ok(()),
        JoinTreeNode::From(f) => {
            return f.from.iter().try_for_each(|node| check_locks_of_node(node, marks));
        }
        JoinTreeNode::Join(join) => join,
    };
    check_locks_of_node(&join.left, marks)?;
    check_locks_of_node(&join.right, marks)?;
    let nullable = match join.kind {
        JoinType::Inner => Relids::EMPTY,
        JoinType::Full => tree_relids(&join.left) | tree_relids(&join.right),
        _ => tree_relids(&join.right),
    };
    match marks.iter().find(|mark| nullable.contains(mark.rte)) {
        Some(mark) => err!(
            FEATURE_NOT_SUPPORTED,
            "{} cannot be applied to the nullable side of an outer join",
            mark.strength.clause()
        ),
        None => Ok(()),
    }
}

/// Whether an `x IS NULL` above requires NULL for a column that the join's condition requires to be
/// not NULL.
fn forced_null(upper: &Expr, strict: Vec<Var>, right: Relids) -> bool {
    conjuncts(Some(upper.clone())).iter().any(|c| match &c.node {
        Node::NullTest(n) if n.is_null && !n.arg_is_row => match &n.arg.node {
            Node::Var(v) => v.levels_up == 0 && right.contains(v.rte) && strict.contains(v),
            _ => false,
        },
        _ => false,
    })
}

/// The columns whose NULL makes a condition fail (`find_nonnullable_vars`).
fn nonnullable_vars(quals: &Expr) -> Vec<Var> {
    let mut out = Vec::new();
    for c in conjuncts(Some(quals.clone())) {
        if let Node::Op(o) = &c.node
            && o.op.strict
        {
            for a in &o.args {
                if let Node::Var(v) = &a.node {
                    out.push(*v);
                }
            }
        }
    }
    out
}

/// The relations for whose NULL-extended rows the condition is never true
/// (`find_nonnullable_rels`). `top`: the condition is not below NOT or a function, so that false is
/// enough.
pub fn nonnullable_rels(e: &Expr, top: bool) -> Relids {
    match &e.node {
        Node::Var(v) if v.levels_up == 0 => Relids::single(v.rte),
        Node::Op(o) if o.op.strict => {
            o.args.iter().fold(Relids::EMPTY, |a, e| a | nonnullable_rels(e, false))
        }
        Node::Func(f) if f.func.strict() => {
            f.args.iter().fold(Relids::EMPTY, |a, e| a | nonnullable_rels(e, false))
        }
        Node::ScalarArrayOp(s) if s.op.strict && s.use_or => nonnullable_rels(&s.args[0], false),
        Node::Bool(BoolOp::And, args) if top => {
            args.iter().fold(Relids::EMPTY, |a, e| a | nonnullable_rels(e, top))
        }
        Node::Bool(BoolOp::And | BoolOp::Or, args) => {
            args.iter().map(|e| nonnullable_rels(e, top)).reduce(|a, b| a & b).unwrap_or_default()
        }
        Node::Bool(BoolOp::Not, args) => nonnullable_rels(&args[0], false),
        Node::Relabel(e, _) | Node::CoerceViaIO(e, _) | Node::Collate(e, _) => {
            nonnullable_rels(e, top)
        }
        Node::NullTest(n) if top && !n.is_null && !n.arg_is_row => nonnullable_rels(&n.arg, false),
        _ => Relids::EMPTY,
    }
}
