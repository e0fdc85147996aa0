//! Which conditions an index can serve (`match_clause_to_indexcol` of `indxpath.c`).

use super::index_paths::movable_to;
use super::row_match::row_clause;
use crate::analyze::{CommandType, DEFAULT_COLLATION};
use crate::expr::{ArrayExpr, BoolOp, BoolTest, Expr, Node, OpCall, ScalarArrayOp};
use crate::plan::clauses::{family, join_equalities};
use crate::plan::fold::{commutator, fold, make_bool};
use crate::plan::predtest;
use crate::plan::relids::Relids;
use crate::plan::root::{IndexClause, IndexOpt, Planner, RcClause, Root};
use crate::plan::sel::{self, bare_operand};
use std::rc::Rc;
use storage::fmgr::{Operator, SelectivityEstimator};
use storage::heap::IndexKey;
use storage::ids::Oid;
use storage::types::array::array_type;
use storage::types::oid;

/// Whether an operator with these arguments compares by the collation `key`, which an index or a histogram is in
/// (`IndexCollMatchesExprColl`). They give it the one that is written, else that of a column, else the default.
#[inline]
pub fn same_collation<'a>(key: Oid, args: impl IntoIterator<Item = &'a Expr>) -> bool {
    !key.is_valid() || collates_by(key, args)
}

/// Whether arguments give an operator this collation, or none.
fn collates_by<'a>(key: Oid, args: impl IntoIterator<Item = &'a Expr>) -> bool {
    /// The collation of an argument, and how much it counts: most if it was written.
    fn counted(e: &Expr) -> (u8, Oid) {
        match &e.node {
            Node::Collate(..) => (3, e.collation),
            Node::Relabel(inner, _) => counted(inner),
            _ if e.collation == DEFAULT_COLLATION => (0, e.collation),
            Node::Var(_) => (1, e.collation),
            _ => (2, e.collation),
        }
    }
    let by = args.into_iter().map(counted).filter(|c| c.1.is_valid()).max_by_key(|c| c.0);
    by.is_none_or(|c| c.1 == key)
}

/// Whether an operator can search an index's key: `=` and, as its operator class has it, `<` or `~<~` and their kin.
pub(super) fn btree_op(op: &Operator, key: &IndexKey) -> bool {
    let comparison = match key.pattern_ops {
        true => op.name.strip_prefix('~').and_then(|name| name.strip_suffix('~')),
        false => Some(op.name),
    };
    let searches = matches!(
        (op.name, comparison, op.restrict),
        ("=", _, SelectivityEstimator::Eq)
            | (_, Some("<"), SelectivityEstimator::Lt)
            | (_, Some("<="), SelectivityEstimator::Le)
            | (_, Some(">"), SelectivityEstimator::Gt)
            | (_, Some(">="), SelectivityEstimator::Ge)
    );
    searches && family(op.left).is_some() && family(op.left) == family(key.type_oid)
}

/// Returns a clause as a condition on an index's column, counted from 0; `None` if the index cannot
/// check it (`match_clause_to_indexcol`).
pub(super) fn match_clause(
    pl: &mut Planner<'_>,
    index: &IndexOpt,
    column: usize,
    c: &RcClause,
) -> Option<IndexClause> {
    let own = Relids::single(index.rte);
    let key = bare_operand(&index.columns[column]);
    let of_index = &index.rel.index.as_ref()?.keys[column];
    let key_type = of_index.type_oid;
    let made = |quals: Vec<Expr>, lossy: bool| {
        Some(IndexClause { clause: Rc::clone(c), column, quals, rest: Vec::new(), lossy })
    };
    if c.pseudoconstant {
        return None;
    }
    match &c.expr.node {
        Node::Op(o) if o.args.len() == 2 => {
            let (l, r) = (&o.args[0], &o.args[1]);
            let same = same_collation(of_index.collation, &o.args);
            if bare_operand(l) == key && sel::indexable_value(r, own) {
                if same && btree_op(o.op, of_index) && family(o.op.right) == family(key_type) {
                    return made(vec![c.expr.clone()], false);
                }
                if o.op.restrict == SelectivityEstimator::Like || o.op.name == "^@" {
                    return like_quals(pl, o.op.name, l, r, of_index, same)
                        .and_then(|quals| made(quals, true));
                }
            }
            if bare_operand(r) == key && sel::indexable_value(l, own) {
                let swapped = commutator(o.op)?;
                if !same || !btree_op(swapped, of_index) {
                    return None;
                }
                let mut flipped = c.expr.clone();
                if let Node::Op(f) = &mut flipped.node {
                    f.op = swapped;
                    f.args.swap(0, 1);
                }
                return made(vec![flipped], false);
            }
            None
        }
        Node::ScalarArrayOp(s) if s.use_or && same_collation(of_index.collation, &*s.args) => {
            if bare_operand(&s.args[0]) == key
                && sel::indexable_value(&s.args[1], own)
                && btree_op(s.op, of_index)
            {
                return made(vec![c.expr.clone()], false);
            }
            None
        }
        Node::Bool(BoolOp::Or, arms) if pl.release.or_as_array => {
            made(vec![any_of(pl, key, of_index, own, arms)?], false)
        }
        Node::RowCompare(r) => row_clause(index, column, c, r),
        Node::NullTest(n) if !n.arg_is_row && bare_operand(&n.arg) == key => {
            let mut test = c.expr.clone();
            if let Node::NullTest(n) = &mut test.node {
                *n.arg = key.clone();
            }
            made(vec![test], false)
        }
        _ => {
            let wanted = make_bool(Some(boolean_of(&c.expr, key)?));
            made(vec![crate::plan::clauses::equality(oid::BOOL, key, &wanted)?], false)
        }
    }
}

/// The only value of a column of booleans where a condition holds (`match_boolean_index_clause`).
pub(super) fn boolean_of(e: &Expr, key: &Expr) -> Option<bool> {
    let (value, tested) = match &e.node {
        Node::Var(_) => (true, e),
        Node::Bool(BoolOp::Not, a) => (false, &a[0]),
        Node::BooleanTest(kind @ (BoolTest::True | BoolTest::False), a) => {
            (*kind == BoolTest::True, &**a)
        }
        _ => return None,
    };
    (tested.type_oid == oid::BOOL && tested == key).then_some(value)
}

/// An operator call as the index's column, the operator, and a value from elsewhere.
fn column_op<'a>(
    key: &Expr,
    own: Relids,
    e: &'a Expr,
) -> Option<(&'a Expr, &'static Operator, &'a Expr)> {
    let Node::Op(o) = &e.node else { return None };
    let [l, r] = &o.args[..] else { return None };
    if bare_operand(l) == key && sel::indexable_value(r, own) {
        Some((l, o.op, r))
    } else if bare_operand(r) == key && sel::indexable_value(l, own) {
        Some((r, commutator(o.op)?, l))
    } else {
        None
    }
}

/// `x = 1 OR x = 2` as `x = ANY ('{1,2}')` (`match_orclause_to_indexcol`).
fn any_of(
    pl: &mut Planner<'_>,
    key: &Expr,
    of_index: &IndexKey,
    own: Relids,
    arms: &[Expr],
) -> Option<Expr> {
    let (column, op, first) = column_op(key, own, arms.first()?)?;
    if !same_collation(of_index.collation, [column, first]) {
        return None;
    }
    let element_type = bare_operand(first).type_oid;
    if !btree_op(op, of_index) || family(op.right) != family(of_index.type_oid) {
        return None;
    }
    let mut elements = Vec::new();
    for arm in arms {
        let (_, same, value) = column_op(key, own, arm)?;
        let value = bare_operand(value);
        if !std::ptr::eq(same, op) || value.type_oid != element_type {
            return None;
        }
        elements.push(value.clone());
    }
    let mut array = Expr {
        node: Node::Array(ArrayExpr { elements, element_type, multi_dims: false }),
        type_oid: array_type(element_type)?,
        ..first.clone()
    };
    fold(&mut pl.host, &mut array, false).ok()?;
    let args = Box::new([column.clone(), array]);
    Some(Expr {
        node: Node::ScalarArrayOp(ScalarArrayOp { op, use_or: true, args }),
        ..make_bool(None)
    })
}

/// The arms of an OR in groups: arms that compare one column of an index by one operator are a group, which stands
/// where its first arm stood (`group_similar_or_args`).
pub(super) fn similar_arms(indexes: &[Rc<IndexOpt>], arms: &[Expr]) -> Vec<Vec<Expr>> {
    let mut groups: Vec<(Option<(usize, usize, *const Operator)>, Vec<Expr>)> = Vec::new();
    for arm in arms {
        let place = indexes.iter().enumerate().find_map(|(i, index)| {
            (0..index.key_columns).find_map(|column| {
                let key = bare_operand(&index.columns[column]);
                let (_, op, _) = column_op(key, Relids::single(index.rte), arm)?;
                Some((i, column, std::ptr::from_ref(op)))
            })
        });
        match groups.iter_mut().find(|(p, _)| p.is_some() && *p == place) {
            Some((_, group)) => group.push(arm.clone()),
            None => groups.push((place, vec![arm.clone()])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Returns the conditions for the range that a pattern's fixed prefix gives; the pattern itself is always checked too
/// (`match_pattern_prefix` of `like_support.c`). `None` without a prefix, and when the index compares another type
/// than the column has where the pattern is applied. All collations order as bytes do; only an equality wants that of the
/// index.
fn like_quals(
    pl: &mut Planner<'_>,
    op: &str,
    column: &Expr,
    pattern: &Expr,
    of_index: &IndexKey,
    same_collation: bool,
) -> Option<Vec<Expr>> {
    let compared = column.type_oid;
    let value_type = match compared {
        oid::TEXT | oid::VARCHAR | oid::NAME => oid::TEXT,
        oid::BPCHAR => oid::BPCHAR,
        _ => return None,
    };
    if !matches!(op, "~~" | "~~*" | "~" | "~*" | "^@")
        || family(compared) != family(of_index.type_oid)
    {
        return None;
    }
    let Node::Const(d @ storage::datum::Datum::Ref(_)) = &pattern.node else { return None };
    let bytes = pl.host.detoast(d).ok()?;
    let crate::plan::pattern::Prefix { bytes: prefix, exact, .. } =
        crate::plan::pattern::fixed_prefix(op, &bytes);
    if prefix.is_empty() {
        return None;
    }
    let make = |name: &str, bytes: &[u8]| {
        let left = if compared == oid::VARCHAR { oid::TEXT } else { compared };
        let op = crate::catalog::operator_exact(name, left, value_type)?;
        let value = Expr {
            node: Node::Const(storage::datum::Datum::varlena(bytes)),
            type_oid: value_type,
            typmod: -1,
            collation: column.collation,
            location: -1,
        };
        Some(Expr {
            node: Node::Op(OpCall { op, args: vec![column.clone(), value] }),
            type_oid: oid::BOOL,
            typmod: -1,
            collation: Oid::INVALID,
            location: -1,
        })
    };
    if exact {
        return same_collation.then(|| make("=", &prefix)).flatten().map(|qual| vec![qual]);
    }
    let (at_least, below) = if of_index.pattern_ops { ("~>=~", "~<~") } else { (">=", "<") };
    let mut quals = vec![make(at_least, &prefix)?];
    if let Some(greater) = crate::plan::pattern::greater(&prefix) {
        quals.push(make(below, &greater)?);
    }
    Some(quals)
}

pub(super) type ClauseSet = Vec<Vec<IndexClause>>;

/// Adds each condition to the first column of the index that it can search (`match_clauses_to_index`).
pub(super) fn match_clauses<'a>(
    pl: &mut Planner<'_>,
    index: &IndexOpt,
    clauses: impl IntoIterator<Item = &'a RcClause>,
    set: &mut ClauseSet,
) {
    for c in clauses {
        if set.iter().flatten().any(|m| Rc::ptr_eq(&m.clause, c)) {
            continue;
        }
        let mut columns = set.iter_mut().enumerate();
        let found = columns.find_map(|(n, slot)| Some((match_clause(pl, index, n, c)?, slot)));
        if let Some((m, slot)) = found {
            slot.push(m);
        }
    }
}

/// The join clauses of no equivalence class that a parameterized scan of the relation can check.
pub(super) fn movable_clauses(root: &Root, rte: usize) -> Vec<RcClause> {
    let own = Relids::single(rte);
    root.rel(rte).joininfo.iter().filter(|c| movable_to(root, c, own)).cloned().collect()
}

/// Notes which partial indexes can be used, and which conditions their predicates imply
/// (`check_index_predicates`).
pub(super) fn check_predicates(pl: &mut Planner<'_>, root: &mut Root, rte: usize) {
    let rel = root.rel(rte);
    if rel.indexes.iter().all(|i| i.predicate.is_empty()) {
        return;
    }
    let mut indexes = rel.indexes.clone();
    let restrict = rel.restrict.clone();
    let own = Relids::single(rte);
    let others = root.all_baserels - (own | root.nominal(own));
    let mut joins = movable_clauses(root, rte);
    joins.extend(join_equalities(pl, root, own | others, others, own));
    let all: Vec<&Expr> = restrict.iter().chain(&joins).map(|c| &c.expr).collect();
    // Rows that are changed or locked may be looked at again, when all conditions must be there.
    let again = !root.query.row_marks.is_empty()
        || matches!(root.query.command, CommandType::Update | CommandType::Delete);
    for index in indexes.iter_mut().filter(|i| !i.predicate.is_empty()) {
        let index = Rc::make_mut(index);
        index.usable = index.predicate.iter().all(|p| predtest::implied_by(pl, p, &all));
        let said: Vec<&Expr> = index.predicate.iter().collect();
        index.implied = match again {
            true => Vec::new(),
            false => restrict
                .iter()
                .filter(|c| predtest::implied_by(pl, &c.expr, &said))
                .map(|c| c.expr.clone())
                .collect(),
        };
    }
    root.rel_mut(rte).indexes = indexes;
}

/// The parts of an index's predicate that its conditions do not imply (`add_predicate_to_index_quals`).
pub(super) fn unsaid(pl: &mut Planner<'_>, index: &IndexOpt, quals: &[Expr]) -> Vec<Expr> {
    let given: Vec<&Expr> = quals.iter().collect();
    let said = |p: &&Expr| !predtest::implied_by(pl, p, &given);
    index.predicate.iter().filter(said).cloned().collect()
}
