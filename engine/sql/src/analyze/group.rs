//! The rule of GROUP BY (`parseCheckAggregates`, `check_ungrouped_columns`).

use super::state::{Analyzer, At};
use super::{Query, RteKind, walk};
use crate::expr::{Expr, Node};
use storage::err;
use storage::error::Result;
use storage::ids::AttrNumber;

struct GroupingCheck<'q> {
    q: &'q Query,
    grouped: Vec<Expr>,
    deps: std::cell::RefCell<Vec<storage::ids::Oid>>,
    functionally_grouped: Vec<usize>,
}

impl Analyzer<'_> {
    /// Checks that columns outside aggregates are grouped by, or depend on a grouped primary key, and that a recursive term
    /// has no aggregates.
    pub(super) fn check_aggregates(&mut self, q: &mut Query) -> Result<()> {
        let mut grouped: Vec<Expr> = Vec::new();
        let common: Vec<u32> = q.group.iter().map(|g| g.tle_ref).collect();
        for r in &common {
            if let Some(t) = q.target.iter().find(|t| t.sort_group_ref == *r) {
                if let Some(at) = walk::find_agg(&t.expr) {
                    return err!(GROUPING_ERROR, "aggregate functions are not allowed in GROUP BY")
                        .at_loc(at);
                }
                grouped.push(t.expr.clone());
            }
        }
        // For functional dependence only columns in every grouping set count.
        let in_all: Vec<u32> = common
            .iter()
            .copied()
            .filter(|r| q.grouping_sets.iter().all(|s| s.refs.contains(r)))
            .collect();
        let vars: Vec<(usize, i16)> = q
            .target
            .iter()
            .filter(|t| in_all.contains(&t.sort_group_ref) && t.sort_group_ref != 0)
            .filter_map(|t| match &t.expr.node {
                Node::Var(v) if v.levels_up == 0 => Some((v.rte, v.attno)),
                _ => None,
            })
            .collect();
        let mut c =
            GroupingCheck { q, grouped, deps: Default::default(), functionally_grouped: vec![] };
        for (i, r) in q.rtable.iter().enumerate() {
            let RteKind::Relation { oid, .. } = &r.kind else { continue };
            let Some(rel) = self.view.relation_by_oid(*oid) else { continue };
            let keys = &rel.primary_key;
            let all =
                !keys.is_empty() && keys.iter().all(|k: &AttrNumber| vars.contains(&(i + 1, k.0)));
            if all {
                c.functionally_grouped.push(i + 1);
            }
        }
        for t in &q.target {
            c.check(&t.expr, 0)?;
        }
        if let Some(h) = &q.having {
            c.check(h, 0)?;
        }
        let deps = c.deps.into_inner();
        q.constraint_deps = deps;
        let names_itself =
            |kind: &RteKind| matches!(kind, RteKind::Cte { self_reference: true, .. });
        if q.has_aggs && q.rtable.iter().any(|r| names_itself(&r.kind)) {
            let mut searched = q.target.iter().map(|t| &t.expr).chain(&q.having);
            return err!(
                INVALID_RECURSION,
                "aggregate functions are not allowed in a recursive query's recursive term"
            )
            .at_loc(searched.find_map(walk::find_agg).unwrap_or(-1));
        }
        // GROUPING()'s arguments are among the grouped; nothing more to do for them.
        Ok(())
    }
}

impl GroupingCheck<'_> {
    /// Fails if the expression, which is `level` sub-queries deep in the query, has a column of the query that is neither
    /// grouped nor in an aggregate.
    fn check(&self, e: &Expr, level: u32) -> Result<()> {
        if let Node::Const(_) | Node::Param(_) = e.node {
            return Ok(());
        }
        if let Node::Aggref(a) = &e.node {
            if a.levels_up == level {
                for d in &a.direct_args {
                    self.check(d, level)?;
                }
                return Ok(());
            }
            if a.levels_up > level {
                return Ok(());
            }
        }
        if let Node::Grouping(_) = &e.node {
            return Ok(());
        }
        if level == 0 && self.grouped.iter().any(|g| g == e) {
            return Ok(());
        }
        if let Node::Var(v) = &e.node {
            if v.levels_up != level {
                return Ok(());
            }
            if level > 0
                && self.grouped.iter().any(
                    |g| matches!(&g.node, Node::Var(o) if o.rte == v.rte && o.attno == v.attno),
                )
            {
                return Ok(());
            }
            let rte = &self.q.rtable[v.rte - 1];
            if self.functionally_grouped.contains(&v.rte) {
                if let RteKind::Relation { oid, .. } = rte.kind {
                    self.deps.borrow_mut().push(oid);
                }
                return Ok(());
            }
            let name = match v.attno {
                0 => "*".to_string(),
                n if n > 0 => rte.eref.columns.get(n as usize - 1).cloned().unwrap_or_default(),
                n => crate::expr::system_column_name(n).to_string(),
            };
            if level > 0 {
                return err!(
                    GROUPING_ERROR,
                    "subquery uses ungrouped column \"{}.{name}\" from outer query",
                    rte.eref.name
                )
                .at_loc(e.location);
            }
            return err!(
                GROUPING_ERROR,
                "column \"{}.{name}\" must appear in the GROUP BY clause or be used in an \
                 aggregate function",
                rte.eref.name
            )
            .at_loc(e.location);
        }
        let mut result = Ok(());
        walk::children(e, &mut |c| {
            if result.is_ok() {
                result = self.check(c, level);
            }
        });
        result?;
        if let Node::SubLink(s) = &e.node {
            return self.check_query(&s.query, level + 1);
        }
        Ok(())
    }

    /// [`Self::check`] for the columns in a sub-query that are of this level. An aggregate in it that belongs to
    /// this query, or to one further out, may have ungrouped columns.
    fn check_query(&self, q: &Query, level: u32) -> Result<()> {
        let mut result = Ok(());
        walk::tops(q, &mut |e| {
            if result.is_ok() {
                result = self.check(e, level);
            }
        });
        let within = q.rtable.iter().filter_map(|r| match &r.kind {
            RteKind::Subquery { query, .. } => Some(&**query),
            _ => None,
        });
        for inner in within.chain(q.ctes.iter().map(|c| &*c.query)) {
            result = result.and_then(|()| self.check_query(inner, level + 1));
        }
        result
    }
}
