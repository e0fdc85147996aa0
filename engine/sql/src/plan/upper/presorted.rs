//! Aggregates with ORDER BY or DISTINCT that get their rows sorted (`adjust_group_pathkeys_for_groupagg` of
//! `planner.c`): the order that most of them can use becomes the one that grouping asks of its input. Those do not
//! sort by themselves any more.

use crate::expr::{Aggref, Expr, Node};
use crate::plan::clauses::{pathkeys_in, push_key};
use crate::plan::prep::contains_volatile;
use crate::plan::root::{PathKey, Root};
use crate::plan::sel::strip_relabel;

/// Adds the sort order that serves most ordered aggregates to that of the groups, and marks these
/// aggregates.
pub(super) fn order_for_aggregates(root: &mut Root) {
    let mut waiting: Vec<Expr> = root.aggs.iter().filter(|e| sorts(e)).cloned().collect();
    let groups = root.group_pathkeys.clone();
    let (mut best, mut served) = (Vec::new(), Vec::new());
    while served.len() < waiting.len() {
        let mut order: Vec<PathKey> = Vec::new();
        let mut of_order: Vec<Expr> = Vec::new();
        for e in &waiting {
            let Node::Aggref(a) = &e.node else { continue };
            let clauses = if a.distinct.is_empty() { &a.order } else { &a.distinct };
            let mut keys = groups.clone();
            for key in pathkeys_in(root, clauses, &a.args) {
                let constant = |(e, _): &(Expr, _)| matches!(e.node, Node::Const(_));
                if !root.ecs[root.ec(key.ec)].members.iter().any(constant) {
                    push_key(root, &mut keys, key);
                }
            }
            if order.is_empty() || keys.starts_with(&order) {
                order = keys;
            } else if !order.starts_with(&keys) {
                continue;
            }
            of_order.push(e.clone());
        }
        waiting.retain(|e| !of_order.contains(e));
        if of_order.len() > served.len() {
            (best, served) = (order, of_order);
        }
    }
    if best.is_empty() {
        return;
    }
    root.group_pathkeys = best;
    let mut mark = |e: &mut Expr| {
        crate::plan::tree::rewrite(e, 0, &mut |e, _| {
            let found = served.contains(e);
            if let (true, Node::Aggref(a)) = (found, &mut e.node) {
                a.presorted = true;
            }
            !found
        });
    };
    root.tlist.iter_mut().for_each(|t| mark(&mut t.expr));
    root.query.having.iter_mut().for_each(&mut mark);
    root.aggs.iter_mut().for_each(&mut mark);
}

/// Whether an aggregate with ORDER BY or DISTINCT can be given sorted rows: it is no ordered-set aggregate, its arguments
/// are not volatile, and with a FILTER they are plain columns or constants, since sorting computes them also for rows
/// that the FILTER leaves out, where an expression could fail.
fn sorts(e: &Expr) -> bool {
    let Node::Aggref(a) = &e.node else { return false };
    let plain = |a: &Aggref| {
        a.args.iter().all(|t| matches!(strip_relabel(&t.expr).node, Node::Var(_) | Node::Const(_)))
    };
    let asks = !a.order.is_empty() || !a.distinct.is_empty();
    let volatile = a.args.iter().any(|t| contains_volatile(&t.expr));
    asks && !a.within_group && !volatile && (a.filter.is_none() || plain(a))
}
