//! Hash joins (`cost_hashjoin`), and the size of the table (`ExecChooseHashTableSize`).

use super::methods::{JoinCtx, new_join};
use super::param::with_values;
use crate::analyze::JoinType;
use crate::expr::{Expr, Node};
use crate::plan::cost::{DISABLE_COST, clamp_row_est, page_size, relation_byte_size};
use crate::plan::path::add_path;
use crate::plan::root::{JoinPath, PathKind, Planner, RcClause, RcPath, Rel, Root};
use crate::plan::sel::{self, SelCtx, clauses_cost};
use std::rc::Rc;
use storage::page::layout::maxalign;

/// Returns how many buckets and batches a hash table gets for these rows of `width` bytes with
/// `hash_mem` bytes of memory (`ExecChooseHashTableSize`).
pub fn hash_table_size(hash_mem: f64, rows: f64, width: i32) -> (f64, f64) {
    let rows = if rows <= 0.0 { 1000.0 } else { rows };
    let tuple = (maxalign(16) + 16 + maxalign(width.max(0) as usize)) as f64;
    let bytes = rows * tuple;
    let skew = hash_mem * 2.0 / 100.0;
    let allowed = hash_mem - skew.trunc();
    let mut max_pointers = (allowed / 8.0).floor().min((0x3fff_ffff / 8) as f64);
    max_pointers = prev_power2(max_pointers);
    let mut buckets = next_power2((rows).min(max_pointers).ceil().max(1024.0));
    let mut batches = 1.0;
    if bytes + buckets * 8.0 > allowed {
        let bucket_size = tuple + 8.0;
        let sbuckets = next_power2((allowed / bucket_size).floor());
        buckets = sbuckets.min(max_pointers);
        let bucket_bytes = buckets * 8.0;
        let d = (bytes / (allowed - bucket_bytes)).ceil();
        batches = next_power2(d.min(max_pointers).max(2.0));
    }
    (buckets, batches)
}

/// The power of two that is not below the number.
fn next_power2(n: f64) -> f64 {
    ((n.max(1.0)) as u64).next_power_of_two() as f64
}

/// The power of two that is not above the number.
fn prev_power2(n: f64) -> f64 {
    let n = n.max(1.0) as u64;
    (1u64 << (63 - n.leading_zeros())) as f64
}

/// Adds the hash join of two paths to `rel` (`hash_inner_and_outer`).
pub(super) fn hash_join(
    pl: &mut Planner<'_>,
    root: &mut Root,
    rel: &mut Rel,
    outer: &RcPath,
    inner: &RcPath,
    hash: &[RcClause],
    ctx: &JoinCtx<'_>,
) {
    let required = (outer.required_outer | inner.required_outer) - rel.relids;
    if outer.required_outer.overlaps(inner.relids)
        || inner.required_outer.overlaps(outer.relids)
        || !required.is_empty() && !required.overlaps(ctx.sources)
    {
        return;
    }
    let own = ctx.clauses.to_vec();
    let Some((clauses, rows)) = with_values(pl, root, rel, (outer, inner), ctx.kind, own) else {
        return;
    };
    let costs = pl.costs.clone();
    let mut startup = outer.startup;
    let mut run = outer.total - outer.startup;
    startup += inner.total;
    startup += (costs.cpu_operator_cost * hash.len() as f64 + costs.cpu_tuple_cost) * inner.rows;
    run += costs.cpu_operator_cost * hash.len() as f64 * outer.rows;
    let (buckets, batches) =
        hash_table_size(costs.hash_mem_bytes(), inner.rows, inner.target.width);
    if batches > 1.0 {
        let op = page_size(outer.rows, outer.target.width);
        let ip = page_size(inner.rows, inner.target.width);
        startup += costs.seq_page_cost * ip;
        run += costs.seq_page_cost * (ip + 2.0 * op);
    }
    startup += costs.disable_cost(costs.enable_hashjoin);
    let virtual_buckets = buckets * batches;
    let (mut bucket_size, mut mcv) = (1.0f64, 1.0f64);
    if matches!(inner.kind, PathKind::Unique { .. }) {
        bucket_size = 1.0 / virtual_buckets;
        mcv = 0.0;
    } else {
        for c in hash {
            let Node::Op(o) = &c.expr.node else { continue };
            let key = if c.right.is_subset(inner.relids) { &o.args[1] } else { &o.args[0] };
            let (b, m) = bucket_stats(pl, root, key, virtual_buckets);
            bucket_size = bucket_size.min(b);
            mcv = mcv.min(m);
        }
    }
    if relation_byte_size(clamp_row_est(inner.rows * mcv), inner.target.width)
        > costs.hash_mem_bytes()
    {
        startup += DISABLE_COST;
    }
    let hash_cost = clauses_cost(hash);
    let mut qp = clauses_cost(&clauses);
    qp.startup -= hash_cost.startup;
    qp.per_tuple -= hash_cost.per_tuple;
    let tuples;
    if matches!(ctx.kind, JoinType::Semi | JoinType::Anti) || ctx.inner_unique {
        let matched = (outer.rows * ctx.match_frac).round_ties_even();
        let frac = 2.0 / (ctx.match_count + 1.0);
        startup += hash_cost.startup;
        run += hash_cost.per_tuple * matched * clamp_row_est(inner.rows * bucket_size * frac) * 0.5;
        run += hash_cost.per_tuple
            * (outer.rows - matched)
            * clamp_row_est(inner.rows / virtual_buckets)
            * 0.05;
        tuples = if ctx.kind == JoinType::Anti { outer.rows - matched } else { matched };
    } else {
        startup += hash_cost.startup;
        run += hash_cost.per_tuple * outer.rows * clamp_row_est(inner.rows * bucket_size) * 0.5;
        let sides = Some((outer.relids, inner.relids));
        let mut s = 1.0;
        for c in hash {
            if !c.redundant {
                s *=
                    sel::clause(pl, root, &c.expr, SelCtx { rel: 0, kind: JoinType::Inner, sides });
            }
        }
        tuples = clamp_row_est(s * outer.rows * inner.rows);
    }
    startup += qp.startup;
    run += (costs.cpu_tuple_cost + qp.per_tuple) * tuples;
    startup += rel.target.cost.startup;
    run += rel.target.cost.per_tuple * rows;
    let kind = PathKind::HashJoin {
        join: JoinPath {
            kind: ctx.kind,
            outer: Rc::clone(outer),
            inner: Rc::clone(inner),
            clauses,
            inner_unique: ctx.inner_unique,
        },
        clauses: hash.to_vec(),
        batches,
    };
    let mut p = new_join(rel, kind, outer, inner, Vec::new());
    p.rows = rows;
    p.disabled += costs.disabled_node(costs.enable_hashjoin);
    p.startup = startup;
    p.total = startup + run;
    add_path(rel, p);
}

/// Returns the share of the rows in an average bucket, and of the most common value
/// (`estimate_hash_bucket_stats`).
fn bucket_stats(pl: &Planner<'_>, root: &Root, key: &Expr, buckets: f64) -> (f64, f64) {
    let data = sel::examine(pl, root, key);
    let (mut distinct, default) = sel::num_distinct(root, &data);
    let (nulls, mcv) = sel::frequencies(&data);
    if default {
        return (f64::max(0.1, mcv), mcv);
    }
    let avg = (1.0 - nulls) / distinct;
    if let Some(rel) = sel::rel_of(root, &data)
        && rel.tuples > 0.0
    {
        distinct *= rel.rows / rel.tuples;
        distinct = clamp_row_est(distinct);
    }
    let mut fract = if distinct > buckets { 1.0 / buckets } else { 1.0 / distinct };
    if avg > 0.0 && mcv > avg {
        fract *= mcv / avg;
    }
    (fract.clamp(1.0e-6, 1.0), mcv)
}
