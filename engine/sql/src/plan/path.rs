//! Keeping the paths worth keeping (`pathnode.c`, `pathkeys.c`).

use super::cost::{Cost, clamp_row_est};
use super::relids::Relids;
use super::root::{Path, PathKey, PathKind, Planner, RcPath, Rel, Root, Target};
use super::sel;
use std::cmp::Ordering;
use std::rc::Rc;
use storage::clock::{self, Kind};

/// How two lists of keys relate.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KeysCompare {
    /// Both lists are equal.
    Equal,
    /// The first is longer.
    Better1,
    /// The second is longer.
    Better2,
    /// Neither contains the other.
    Different,
}

/// Compares two sort orders: whether one includes the other (`compare_pathkeys`).
pub fn compare_keys(a: &[PathKey], b: &[PathKey]) -> KeysCompare {
    if a.iter().zip(b).any(|(x, y)| x != y) {
        return KeysCompare::Different;
    }
    match a.len().cmp(&b.len()) {
        Ordering::Equal => KeysCompare::Equal,
        Ordering::Greater => KeysCompare::Better1,
        Ordering::Less => KeysCompare::Better2,
    }
}

/// Whether the sort order `have` includes the order `want` (`pathkeys_contained_in`).
pub fn keys_contained(want: &[PathKey], have: &[PathKey]) -> bool {
    want.len() <= have.len() && want.iter().zip(have).all(|(a, b)| a == b)
}

/// How many of the wanted keys the rows are ordered by, from the first one on (`pathkeys_count_contained_in`).
pub fn keys_in_common(want: &[PathKey], have: &[PathKey]) -> usize {
    want.iter().zip(have).take_while(|(a, b)| a == b).count()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CostsCompare {
    Equal,
    Better1,
    Better2,
    Different,
}

/// Compares the disabled nodes and the costs of two paths, which count as equal unless they differ by more than the factor
/// `fuzz`; `startup_matters`: startup costs too (`compare_path_costs_fuzzily`).
fn compare_fuzzily(a: &Path, b: &Path, fuzz: f64, startup_matters: bool) -> CostsCompare {
    let consider = startup_matters;
    match a.disabled.cmp(&b.disabled) {
        Ordering::Less => return CostsCompare::Better1,
        Ordering::Greater => return CostsCompare::Better2,
        Ordering::Equal => {}
    }
    if a.total > b.total * fuzz {
        if consider && b.startup > a.startup * fuzz {
            return CostsCompare::Different;
        }
        return CostsCompare::Better2;
    }
    if b.total > a.total * fuzz {
        if consider && a.startup > b.startup * fuzz {
            return CostsCompare::Different;
        }
        return CostsCompare::Better1;
    }
    if a.startup > b.startup * fuzz {
        return CostsCompare::Better2;
    }
    if b.startup > a.startup * fuzz {
        return CostsCompare::Better1;
    }
    CostsCompare::Equal
}

/// Adds a path, and removes those that it dominates, or drops it if one dominates it (`add_path`).
pub fn add_path(rel: &mut Rel, new: Path) {
    add_path_to(&mut rel.paths, new, rel.consider_startup, rel.consider_param_startup);
}

/// `add_path` for a list of paths. `consider_startup`: a low startup cost is worth keeping;
/// `param_startup`: also for parameterized paths.
pub fn add_path_to(
    paths: &mut Vec<RcPath>,
    new: Path,
    consider_startup: bool,
    param_startup: bool,
) {
    clock::add(Kind::PathWeighed, 1);
    let new = Rc::new(new);
    let empty = Vec::new();
    let new_keys = if !new.required_outer.is_empty() { &empty } else { &new.pathkeys };
    let mut accept = true;
    let mut insert_at = 0;
    let mut i = 0;
    while i < paths.len() {
        let old = &paths[i];
        let mut remove_old = false;
        let matters = if new.required_outer.is_empty() && old.required_outer.is_empty() {
            consider_startup
        } else {
            param_startup
        };
        let costs = compare_fuzzily(&new, old, 1.01, matters);
        if costs != CostsCompare::Different {
            let old_keys = if !old.required_outer.is_empty() { &empty } else { &old.pathkeys };
            let keys = compare_keys(new_keys, old_keys);
            if keys != KeysCompare::Different {
                let sub = |a: Relids, b: Relids| a.is_subset(b);
                let (n, o) = (new.required_outer, old.required_outer);
                match costs {
                    CostsCompare::Equal => {
                        if keys == KeysCompare::Better1 {
                            if sub(n, o) && new.rows <= old.rows {
                                remove_old = true;
                            }
                        } else if keys == KeysCompare::Better2 {
                            if sub(o, n) && new.rows >= old.rows {
                                accept = false;
                            }
                        } else if n == o {
                            if new.rows < old.rows {
                                remove_old = true;
                            } else if new.rows > old.rows {
                                accept = false;
                            } else if compare_fuzzily(&new, old, 1.000_000_000_1, matters)
                                == CostsCompare::Better1
                            {
                                remove_old = true;
                            } else {
                                accept = false;
                            }
                        } else if sub(n, o) && new.rows <= old.rows {
                            remove_old = true;
                        } else if sub(o, n) && new.rows >= old.rows {
                            accept = false;
                        }
                    }
                    CostsCompare::Better1 => {
                        if keys != KeysCompare::Better2 && sub(n, o) && new.rows <= old.rows {
                            remove_old = true;
                        }
                    }
                    CostsCompare::Better2 => {
                        if keys != KeysCompare::Better1 && sub(o, n) && new.rows >= old.rows {
                            accept = false;
                        }
                    }
                    CostsCompare::Different => {}
                }
            }
        }
        if remove_old {
            paths.remove(i);
        } else {
            let old = &paths[i];
            if (new.disabled, new.total) >= (old.disabled, old.total) {
                insert_at = i + 1;
            }
            i += 1;
        }
        if !accept {
            break;
        }
    }
    if accept {
        paths.insert(insert_at.min(paths.len()), new);
    }
}

/// Compares paths by their disabled nodes, then by total cost, then by startup cost (`compare_path_costs`).
pub fn by_total(a: &Path, b: &Path) -> Ordering {
    a.disabled
        .cmp(&b.disabled)
        .then(a.total.total_cmp(&b.total))
        .then(a.startup.total_cmp(&b.startup))
}

/// Compares paths by their disabled nodes, then by startup cost, then by total cost.
pub fn by_startup(a: &Path, b: &Path) -> Ordering {
    let first = a.startup.total_cmp(&b.startup);
    a.disabled.cmp(&b.disabled).then(first).then(a.total.total_cmp(&b.total))
}

/// Finds the cheapest paths of a relation (`set_cheapest`).
pub fn set_cheapest(rel: &mut Rel) {
    let mut startup: Option<RcPath> = None;
    let mut total: Option<RcPath> = None;
    let mut param: Option<RcPath> = None;
    for p in &rel.paths {
        if !p.required_outer.is_empty() {
            let better = match &param {
                None => true,
                Some(best) => {
                    let sub = |a: Relids, b: Relids| a.is_subset(b);
                    if p.required_outer == best.required_outer {
                        by_total(p, best).is_lt()
                    } else if sub(p.required_outer, best.required_outer) {
                        true
                    } else {
                        !sub(best.required_outer, p.required_outer) && by_total(p, best).is_lt()
                    }
                }
            };
            if better {
                param = Some(Rc::clone(p));
            }
            continue;
        }
        let replace = |best: &Option<RcPath>, order: fn(&Path, &Path) -> Ordering| match best {
            None => true,
            Some(best) => match order(best, p) {
                Ordering::Greater => true,
                Ordering::Equal => {
                    compare_keys(&best.pathkeys, &p.pathkeys) == KeysCompare::Better2
                }
                Ordering::Less => false,
            },
        };
        if replace(&startup, by_startup) {
            startup = Some(Rc::clone(p));
        }
        if replace(&total, by_total) {
            total = Some(Rc::clone(p));
        }
    }
    rel.cheapest_total = total.or(param);
    rel.cheapest_startup = startup;
}

/// The cheapest path with a sort order, by its total cost.
pub fn cheapest_for_keys(paths: &[RcPath], keys: &[PathKey]) -> Option<RcPath> {
    cheapest_of(paths, keys, &by_total)
}

/// The first path in an order of costs among those without parameters that have a sort order
/// (`get_cheapest_path_for_pathkeys`).
pub fn cheapest_of(
    paths: &[RcPath],
    keys: &[PathKey],
    order: &dyn Fn(&Path, &Path) -> Ordering,
) -> Option<RcPath> {
    let mut best: Option<&RcPath> = None;
    for p in paths {
        if !p.required_outer.is_empty() || !keys_contained(keys, &p.pathkeys) {
            continue;
        }
        let better = match best {
            None => true,
            Some(b) => order(p, b).is_lt(),
        };
        if better {
            best = Some(p);
        }
    }
    best.cloned()
}

/// Compares the costs of two paths for reading a fraction of the rows; by total cost if the
/// fraction is not between 0 and 1 (`compare_fractional_path_costs`).
pub fn by_fraction(a: &Path, b: &Path, fraction: f64) -> Ordering {
    if fraction <= 0.0 || fraction >= 1.0 {
        return by_total(a, b);
    }
    let cost = |p: &Path| p.startup + fraction * (p.total - p.startup);
    a.disabled.cmp(&b.disabled).then(cost(a).total_cmp(&cost(b)))
}

/// Whether the node computes its own target list (`is_projection_capable_path`).
pub fn can_project(kind: &PathKind) -> bool {
    !matches!(
        kind,
        PathKind::Material(_)
            | PathKind::Memoize { .. }
            | PathKind::Sort(_)
            | PathKind::IncrementalSort(..)
            | PathKind::UpperUnique { .. }
            | PathKind::SetOp { .. }
            | PathKind::LockRows(_)
            | PathKind::Limit { .. }
            | PathKind::Append(_)
            | PathKind::RecursiveUnion { .. }
            | PathKind::ProjectSet(_)
    ) && !matches!(kind, PathKind::Unique { hashed: false, noop: false, .. })
}

/// Whether it scans what FROM names, other than a join (`use_physical_tlist`: `rtekind`).
pub fn is_scan(kind: &PathKind) -> bool {
    matches!(
        kind,
        PathKind::SeqScan
            | PathKind::Index { .. }
            | PathKind::BitmapHeap(_)
            | PathKind::Tid(_)
            | PathKind::TidRange(_)
            | PathKind::Subquery(_)
            | PathKind::Function
            | PathKind::Values
            | PathKind::Cte(_)
            | PathKind::WorkTable(_)
    )
}

/// Sets cost and width of a target (`set_pathtarget_cost_width`).
pub fn cost_target(pl: &mut Planner<'_>, root: &Root, t: &mut Target) {
    use crate::expr::Node;
    t.cost = Default::default();
    t.width = 0;
    for e in &t.exprs {
        if let Node::Var(v) = &e.node
            && let Some(Some(rel)) = root.rels.get(v.rte)
            && let Some(w) = rel.widths.get(&v.attno)
            && *w > 0
        {
            t.width += w;
            continue;
        }
        t.width += sel::type_width(&*pl.host.session, e.type_oid, e.typmod);
        if !matches!(e.node, Node::Var(_)) {
            sel::expr_cost(pl, e, &mut t.cost);
        }
    }
}

/// A path of this kind above `sub`, with its cost.
pub fn over(sub: &RcPath, kind: PathKind, cost: Cost, rows: f64) -> Path {
    Path {
        kind,
        relids: sub.relids,
        target: Rc::clone(&sub.target),
        rows,
        disabled: sub.disabled,
        startup: cost.startup,
        total: cost.total,
        pathkeys: sub.pathkeys.clone(),
        required_outer: sub.required_outer,
        param_clauses: Vec::new(),
    }
}

/// Returns a path that computes `target` from the rows of `sub`; no node is costed if `sub` can
/// compute it itself or has the same columns (`create_projection_path`).
pub fn project(pl: &Planner<'_>, sub: &RcPath, target: &Rc<Target>) -> Path {
    let sub = match &sub.kind {
        PathKind::Projection { sub, .. } => sub,
        _ => sub,
    };
    let old = &sub.target;
    let dummy = can_project(&sub.kind) || old.exprs == target.exprs;
    let mut p = over(sub, PathKind::Projection { sub: Rc::clone(sub) }, Cost::default(), sub.rows);
    p.target = Rc::clone(target);
    if dummy {
        p.startup = sub.startup + (target.cost.startup - old.cost.startup);
        p.total = sub.total
            + (target.cost.startup - old.cost.startup)
            + (target.cost.per_tuple - old.cost.per_tuple) * sub.rows;
    } else {
        p.startup = sub.startup + target.cost.startup;
        p.total = sub.total
            + target.cost.startup
            + (pl.costs.cpu_tuple_cost + target.cost.per_tuple) * sub.rows;
    }
    p
}

/// Returns `sub` with `target` as its columns if its node can compute them, and a projection over
/// it if not (`apply_projection_to_path`).
pub fn apply_projection(pl: &Planner<'_>, sub: &RcPath, target: &Rc<Target>) -> Path {
    if !can_project(&sub.kind) {
        return project(pl, sub, target);
    }
    let mut p = (**sub).clone();
    let old = Rc::clone(&p.target);
    p.target = Rc::clone(target);
    p.startup += target.cost.startup - old.cost.startup;
    p.total += target.cost.startup - old.cost.startup
        + (target.cost.per_tuple - old.cost.per_tuple) * p.rows;
    p
}

/// Returns a path that sorts the rows of `sub` by `keys`; `limit` is how many rows are wanted,
/// below 0 for all (`create_sort_path`).
pub fn sort(pl: &Planner<'_>, sub: &RcPath, keys: &[PathKey], limit: f64) -> Path {
    let cost = pl.costs.sort(sub.total, sub.rows, sub.target.width, limit);
    let mut p = over(sub, PathKind::Sort(Rc::clone(sub)), cost, sub.rows);
    p.disabled += pl.costs.disabled_node(pl.costs.enable_sort);
    p.pathkeys = keys.to_vec();
    p
}

/// Returns a path that keeps the rows of `sub` to read them again (`create_material_path`).
pub fn material(pl: &Planner<'_>, sub: &RcPath) -> Path {
    let cost = pl.costs.material(
        Cost { startup: sub.startup, total: sub.total },
        sub.rows,
        sub.target.width,
    );
    over(sub, PathKind::Material(Rc::clone(sub)), cost, sub.rows)
}

/// Returns a path that computes `target`, which has set-returning functions, with the most rows
/// that any column is expected to return per row of `sub` (`create_set_projection_path`).
pub fn project_set(pl: &mut Planner<'_>, sub: &RcPath, target: &Rc<Target>) -> Path {
    let mut rows = 1.0f64;
    for e in &target.exprs {
        rows = rows.max(sel::estimated_set_rows(pl, e));
    }
    let mut p = over(sub, PathKind::ProjectSet(Rc::clone(sub)), Cost::default(), sub.rows * rows);
    p.target = Rc::clone(target);
    p.startup = sub.startup + target.cost.startup;
    p.total = sub.total
        + target.cost.startup
        + (pl.costs.cpu_tuple_cost + target.cost.per_tuple) * sub.rows
        + (p.rows - sub.rows) * pl.costs.cpu_tuple_cost / 2.0;
    p
}

/// Returns a path that skips `offset` rows and returns `count`; `offset_est` and `count_est` are what
/// they are estimated to be, 0 for none and below 0 if unknown. `with_ties`: also the rows that are
/// equal to the last one (`create_limit_path`, `adjust_limit_rows_costs`).
pub fn limit(
    sub: &RcPath,
    offset: Option<crate::expr::Expr>,
    count: Option<crate::expr::Expr>,
    offset_est: i64,
    count_est: i64,
    with_ties: bool,
) -> Path {
    let (mut rows, mut startup, mut total) = (sub.rows, sub.startup, sub.total);
    let (in_rows, in_startup, in_total) = (sub.rows, sub.startup, sub.total);
    if offset_est != 0 {
        let n = if offset_est > 0 { offset_est as f64 } else { clamp_row_est(in_rows * 0.10) };
        let n = n.min(rows);
        if rows > 0.0 {
            startup += (in_total - in_startup) * n / in_rows;
        }
        rows -= n;
        if rows < 1.0 {
            rows = 1.0;
        }
    }
    if count_est != 0 {
        let n = if count_est > 0 { count_est as f64 } else { clamp_row_est(in_rows * 0.10) };
        let n = n.min(rows);
        if in_rows > 0.0 {
            total = startup + (in_total - in_startup) * n / in_rows;
        }
        rows = n;
        if rows < 1.0 {
            rows = 1.0;
        }
    }
    let kind = PathKind::Limit { sub: Rc::clone(sub), offset, count, with_ties };
    over(sub, kind, Cost { startup, total }, rows)
}

#[cfg(test)]
mod tests {
    use super::{KeysCompare, compare_keys, keys_contained};
    use crate::plan::root::PathKey;

    #[test]
    fn a_longer_order_gives_the_shorter_one_too() {
        let key = |ec| PathKey { ec, descending: false, nulls_first: false };
        let (short, long) = ([key(1)], [key(1), key(2)]);
        assert!(keys_contained(&short, &long) && !keys_contained(&long, &short));
        assert!(compare_keys(&long, &short) == KeysCompare::Better1);
        assert!(compare_keys(&[key(2)], &long) == KeysCompare::Different);
    }
}
