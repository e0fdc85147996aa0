//! A condition between two relations (`eqjoinsel`): the most common values of both are compared.

use super::SelCtx;
use super::defaults::{DEFAULT_INEQ_SEL, DEFAULT_MATCH_SEL, clamp};
use super::variable::{VarData, examine, num_distinct, same_form};
use crate::analyze::JoinType;
use crate::expr::OpCall;
use crate::plan::root::{Planner, Root};
use crate::plan::tree::relids;
use storage::datum::Datum;
use storage::fmgr::SelectivityEstimator;
use storage::ids::Oid;
use storage::types::{self};

/// `eqjoinsel` and the defaults of the other join estimators.
#[inline(never)]
pub(super) fn join_sel(pl: &mut Planner<'_>, root: &Root, o: &OpCall, ctx: SelCtx) -> f64 {
    match o.op.restrict {
        SelectivityEstimator::Eq | SelectivityEstimator::Ne => {}
        SelectivityEstimator::Lt
        | SelectivityEstimator::Le
        | SelectivityEstimator::Gt
        | SelectivityEstimator::Ge => return DEFAULT_INEQ_SEL,
        SelectivityEstimator::Like => return DEFAULT_MATCH_SEL,
        SelectivityEstimator::Cont if types::array::element_type(o.args[0].type_oid).is_valid() => {
            return super::arrays::default(o.op.name);
        }
        SelectivityEstimator::Cont => return 0.01,
        SelectivityEstimator::No => return 0.5,
    }
    let (left_side, right_side) = ctx.sides.unwrap_or_default();
    let mut a = &o.args[0];
    let mut b = &o.args[1];
    let reversed =
        relids(a).is_subset(right_side) && !relids(a).is_empty() && relids(b).is_subset(left_side);
    if reversed {
        std::mem::swap(&mut a, &mut b);
    }
    let da = examine(pl, root, a);
    let db = examine(pl, root, b);
    let (na, default_a) = num_distinct(root, &da);
    let (nb, default_b) = num_distinct(root, &db);
    let inner = eq_join_inner(&da, &db, na, nb, a.type_oid);
    let s = match ctx.kind {
        JoinType::Semi | JoinType::Anti => {
            let inner_rel = root.find_rel(right_side).map_or(f64::INFINITY, |r| r.rows);
            eq_join_semi(&da, &db, na, nb, default_a, default_b, inner_rel, a.type_oid, root)
                .min(inner_rel * inner)
        }
        _ => inner,
    };
    clamp(if o.op.restrict == SelectivityEstimator::Ne {
        let nulls = da.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
        if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) { 1.0 - nulls } else { 1.0 - s }
    } else {
        s
    })
}

/// The selectivity of an equality in an inner or outer join (`eqjoinsel_inner`).
fn eq_join_inner(a: &VarData, b: &VarData, na: f64, nb: f64, type_oid: Oid) -> f64 {
    let null_a = a.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let null_b = b.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    if let (Some(sa), Some(sb)) = (&a.stats, &b.stats)
        && !sa.most_common.is_empty()
        && !sb.most_common.is_empty()
    {
        let (ma, mb) = (&sa.most_common, &sb.most_common);
        let mut used = vec![false; mb.len()];
        let mut matched_a = vec![false; ma.len()];
        let mut product = 0.0;
        let mut matches = 0.0;
        for (i, (va, fa)) in ma.iter().enumerate() {
            for (j, (vb, fb)) in mb.iter().enumerate() {
                if !used[j] && same_form(va, vb) && types::equal(type_oid, va, vb) {
                    used[j] = true;
                    matched_a[i] = true;
                    product += f64::from(*fa) * f64::from(*fb);
                    matches += 1.0;
                    break;
                }
            }
        }
        let product = clamp(product);
        let sum = |m: &[(Datum, f32)], hit: &[bool], want: bool| -> f64 {
            clamp(
                m.iter()
                    .zip(hit)
                    .filter(|(_, h)| **h == want)
                    .map(|((_, f), _)| f64::from(*f))
                    .sum(),
            )
        };
        let match_a = sum(ma, &matched_a, true);
        let unmatch_a = sum(ma, &matched_a, false);
        let match_b = sum(mb, &used, true);
        let unmatch_b = sum(mb, &used, false);
        let other_a = clamp(1.0 - null_a - match_a - unmatch_a);
        let other_b = clamp(1.0 - null_b - match_b - unmatch_b);
        let mut total_a = product;
        if nb > mb.len() as f64 {
            total_a += unmatch_a * other_b / (nb - mb.len() as f64);
        }
        if nb > matches {
            total_a += other_a * (other_b + unmatch_b) / (nb - matches);
        }
        let mut total_b = product;
        if na > ma.len() as f64 {
            total_b += unmatch_b * other_a / (na - ma.len() as f64);
        }
        if na > matches {
            total_b += other_b * (other_a + unmatch_a) / (na - matches);
        }
        return total_a.min(total_b);
    }
    let s = (1.0 - null_a) * (1.0 - null_b);
    if na > nb { s / na } else { s / nb }
}

/// The selectivity of an equality in a semijoin (`eqjoinsel_semi`).
#[allow(clippy::too_many_arguments)]
fn eq_join_semi(
    a: &VarData,
    b: &VarData,
    na: f64,
    nb: f64,
    default_a: bool,
    default_b: bool,
    inner_rows: f64,
    type_oid: Oid,
    root: &Root,
) -> f64 {
    let null_a = a.stats.as_ref().map_or(0.0, |s| f64::from(s.null_frac));
    let mut nb = nb;
    let mut default_b = default_b;
    if let Some(rte) = b.rte
        && let Some(Some(rel)) = root.rels.get(rte)
        && nb >= rel.rows
    {
        nb = rel.rows;
        default_b = false;
    }
    if nb >= inner_rows {
        nb = inner_rows;
        default_b = false;
    }
    if let (Some(sa), Some(sb)) = (&a.stats, &b.stats)
        && !sa.most_common.is_empty()
        && !sb.most_common.is_empty()
    {
        let take = sb.most_common.len().min(nb.ceil() as usize);
        let mut used = vec![false; take];
        let mut match_freq = 0.0;
        let mut matches = 0.0;
        for (va, fa) in &sa.most_common {
            for (j, (vb, _)) in sb.most_common.iter().take(take).enumerate() {
                if !used[j] && same_form(va, vb) && types::equal(type_oid, va, vb) {
                    used[j] = true;
                    match_freq += f64::from(*fa);
                    matches += 1.0;
                    break;
                }
            }
        }
        let match_freq = clamp(match_freq);
        let uncertain_frac = if !default_a && !default_b {
            let (na, nb) = (na - matches, nb - matches);
            if na <= nb || nb < 0.0 { 1.0 } else { nb / na }
        } else {
            0.5
        };
        let uncertain = clamp(1.0 - match_freq - null_a);
        return match_freq + uncertain_frac * uncertain;
    }
    if !default_a && !default_b {
        if na <= nb || nb < 0.0 { 1.0 - null_a } else { (nb / na) * (1.0 - null_a) }
    } else {
        0.5 * (1.0 - null_a)
    }
}
