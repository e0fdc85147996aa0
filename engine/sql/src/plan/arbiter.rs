//! Which unique indexes decide about ON CONFLICT (`infer_arbiter_indexes`): those with all columns and
//! expressions that the target names and no others, whose predicate the target's WHERE implies.

use crate::analyze::{ArbiterElement, ArbiterTarget, UniqueIndex};
use crate::catalog;
use crate::expr::{Expr, Node};
use crate::host::Host;
use crate::plan::fold;
use crate::plan::prep::conjuncts;
use storage::err;
use storage::error::Result;
use storage::ids::{AttrNumber, Oid};
use storage::map::SortedSet;

/// Computes what is constant in the target's expressions and in those of the indexes, so that they can be compared.
pub(super) fn fold_target(host: &mut Host<'_>, target: &mut ArbiterTarget) -> Result<()> {
    let elements = target.elements.iter_mut().map(|e| &mut e.expr);
    let indexes =
        target.indexes.iter_mut().flat_map(|i| i.exprs.iter_mut().chain(&mut i.predicate));
    for expr in elements.chain(&mut target.predicate).chain(indexes) {
        fold::fold(host, expr, false)?;
    }
    Ok(())
}

/// The indexes that the target of ON CONFLICT means (`infer_arbiter_indexes`). `implied` says whether clauses together
/// imply a predicate.
///
/// # Errors
/// 42P10 if there is none.
pub(super) fn infer(
    target: ArbiterTarget,
    implied: &mut dyn FnMut(&Expr, &[&Expr]) -> bool,
) -> Result<Vec<Oid>> {
    let said = conjuncts(target.predicate);
    let said: Vec<&Expr> = said.iter().collect();
    let mut arbiters = Vec::new();
    for index in target.indexes.into_iter().filter(|index| matches(index, &target.elements)) {
        if conjuncts(index.predicate).iter().all(|part| implied(part, &said)) {
            arbiters.push(index.oid);
        }
    }
    if arbiters.is_empty() {
        return err!(
            INVALID_COLUMN_REFERENCE,
            "there is no unique or exclusion constraint matching the ON CONFLICT specification"
        );
    }
    Ok(arbiters)
}

/// Whether the index has the columns and expressions of the target, and no others.
fn matches(index: &UniqueIndex, elements: &[ArbiterElement]) -> bool {
    let keys: SortedSet<AttrNumber> = index.keys.iter().copied().filter(|&k| k.0 != 0).collect();
    let named: SortedSet<AttrNumber> = elements.iter().filter_map(|e| column(&e.expr)).collect();
    let written = |e: &&ArbiterElement| column(&e.expr).is_some() || index.exprs.contains(&e.expr);
    keys == named
        && elements.iter().all(|e| written(&e) && has_key(index, e))
        && index.exprs.iter().all(|x| elements.iter().any(|e| e.expr == *x))
}

/// The column that an expression is.
fn column(e: &Expr) -> Option<AttrNumber> {
    match &e.node {
        Node::Var(v) => Some(AttrNumber(v.attno)),
        _ => None,
    }
}

/// Whether a key of the index is this element, with the collation and operator class that are written
/// (`infer_collation_opclass_match`).
fn has_key(index: &UniqueIndex, element: &ArbiterElement) -> bool {
    let mut exprs = index.exprs.iter();
    index.keys.iter().enumerate().any(|(i, key)| {
        let (is_key, of_type) = match key.0 {
            0 => exprs
                .next()
                .map_or((false, Default::default()), |x| (*x == element.expr, x.type_oid)),
            _ => (column(&element.expr) == Some(*key), element.expr.type_oid),
        };
        let collation = element.collation.is_none_or(|c| index.collations.get(i) == Some(&c));
        let opclass = element.opclass.as_deref().is_none_or(|written| {
            match index.opclasses.get(i).and_then(Option::as_deref) {
                Some(class) => class == written,
                None => written.strip_suffix("_ops") == Some(catalog::type_name(of_type)),
            }
        });
        is_key && collation && opclass
    })
}
