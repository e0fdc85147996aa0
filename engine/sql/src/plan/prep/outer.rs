//! Outer joins whose NULL rows a condition above throws away become inner ones
//! (`reduce_outer_joins`).

use super::contain::is_strict_array_op;
use super::tree_relids;
use crate::analyze::{JoinTreeNode, JoinType, Query, RowMark};
use crate::expr::{BoolOp, BoolTest, Expr, Node, Var};
use crate::plan::relids::Relids;
use storage::err;
use storage::error::Result;

// ---- outer joins -------------------------------------------------------------------------------

/// What conditions above a join ask of the columns below it.
#[derive(Clone, Default)]
struct Above {
    /// Relations whose NULL-extended rows are thrown away.
    nonnullable: Relids,
    /// Columns that must be NULL.
    forced_null: Vec<Var>,
}

impl Above {
    /// What these conditions ask for.
    fn of(quals: Option<&Expr>) -> Above {
        let mut above = Above::default();
        if let Some(quals) = quals {
            above.nonnullable = nonnullable_rels(quals);
            forced_null(quals, &mut above.forced_null);
        }
        above
    }

    /// What both ask for.
    fn and(mut self, other: &Above) -> Above {
        self.nonnullable |= other.nonnullable;
        self.forced_null.extend(&other.forced_null);
        self
    }
}

/// Turns an outer join into an inner one if a strict condition above it removes its NULL-extended
/// rows, and RIGHT into LEFT (`reduce_outer_joins`).
pub fn reduce_outer_joins(q: &mut Query) {
    let above = Above::of(q.jointree.quals.as_ref());
    for n in &mut q.jointree.from {
        reduce(n, &above);
    }
}

/// Makes outer joins inner ones below a node.
fn reduce(n: &mut JoinTreeNode, above: &Above) {
    match n {
        JoinTreeNode::Rte(_) => {}
        JoinTreeNode::From(f) => {
            let above = Above::of(f.quals.as_ref()).and(above);
            for n in &mut f.from {
                reduce(n, &above);
            }
        }
        JoinTreeNode::Join(j) => {
            let left = above.nonnullable.overlaps(tree_relids(&j.left));
            let right = above.nonnullable.overlaps(tree_relids(&j.right));
            j.kind = match j.kind {
                JoinType::Left if right => JoinType::Inner,
                JoinType::Right if left => JoinType::Inner,
                JoinType::Full => match (left, right) {
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
                && forces_null(above, quals, tree_relids(&j.right))
            {
                j.kind = JoinType::Anti;
            }
            let own = Above::of(j.quals.as_ref());
            let (pass_left, pass_right) = match j.kind {
                JoinType::Inner | JoinType::Semi => {
                    let both = own.and(above);
                    (both.clone(), both)
                }
                JoinType::Left | JoinType::Anti => (above.clone(), own),
                _ => Default::default(),
            };
            reduce(&mut j.left, &pass_left);
            reduce(&mut j.right, &pass_right);
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

/// Whether a column of the join's right side must be NULL above, and not NULL for the join's condition.
fn forces_null(above: &Above, quals: &Expr, right: Relids) -> bool {
    !above.forced_null.is_empty()
        && nonnullable(quals, true, false)
            .iter()
            .any(|v| right.contains(v.rte) && above.forced_null.contains(v))
}

/// Adds the columns that conditions joined by AND want to be NULL (`find_forced_null_vars`).
fn forced_null(quals: &Expr, columns: &mut Vec<Var>) {
    let arg = match &quals.node {
        Node::Bool(BoolOp::And, args) => return args.iter().for_each(|a| forced_null(a, columns)),
        Node::NullTest(n) if n.is_null && !n.arg_is_row => &n.arg,
        Node::BooleanTest(BoolTest::Unknown, arg) => arg,
        _ => return,
    };
    if let Node::Var(v) = &arg.node
        && v.levels_up == 0
        && v.placeholder().is_none()
    {
        columns.push(*v);
    }
}

/// The relations for whose NULL-extended rows the condition is never true
/// (`find_nonnullable_rels`).
pub fn nonnullable_rels(quals: &Expr) -> Relids {
    let found = nonnullable(quals, true, true);
    found.iter().fold(Relids::EMPTY, |rels, v| rels | Relids::single(v.rte))
}

/// The columns whose NULL makes a condition fail (`find_nonnullable_vars`); where `whole` is asked for, the
/// relations, each as its whole row. `top`: the condition is not below NOT or a function, so that false is
/// enough.
fn nonnullable(e: &Expr, top: bool, whole: bool) -> Vec<Var> {
    let any_of =
        |args: &[Expr], top| args.iter().flat_map(|a| nonnullable(a, top, whole)).collect();
    match &e.node {
        // What stands for an expression of a join says nothing of the relation alone.
        Node::Var(v) if v.levels_up == 0 && v.attno < Var::PLACEHOLDER_OF_JOIN => {
            vec![Var { attno: if whole { 0 } else { v.attno }, ..*v }]
        }
        Node::Op(o) if o.op.strict => any_of(&o.args, false),
        Node::Func(f) if f.func.strict() => any_of(&f.args, false),
        Node::ScalarArrayOp(s) if s.use_or && s.op.strict || is_strict_array_op(s) => {
            any_of(&s.args[..], false)
        }
        Node::Bool(BoolOp::And, args) if top => any_of(args, top),
        Node::Bool(BoolOp::Not, args) => any_of(args, false),
        Node::Bool(_, args) => {
            let mut found = nonnullable(&args[0], top, whole);
            for arg in &args[1..] {
                let also = nonnullable(arg, top, whole);
                found.retain(|v| also.contains(v));
            }
            found
        }
        Node::Relabel(e, _) | Node::CoerceViaIO(e, _) | Node::Collate(e, _) => {
            nonnullable(e, top, whole)
        }
        Node::ArrayCoerce(e, ..) => nonnullable(e, top, whole),
        Node::NullTest(n) if top && !n.is_null && !n.arg_is_row => {
            nonnullable(&n.arg, false, whole)
        }
        Node::BooleanTest(BoolTest::True | BoolTest::False | BoolTest::NotUnknown, e) if top => {
            nonnullable(e, false, whole)
        }
        _ => Vec::new(),
    }
}
