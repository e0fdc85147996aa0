//! Set-returning functions in target lists: which of them is computed where.
//!
//! A node computes sets only at the top of its columns, so `f(g(x)) + 1` takes three: the sets of
//! `g`, those of `f` over them, and the sum. `split_pathtarget_at_srfs` (`tlist.c`) cuts a target
//! into such steps; `adjust_paths_for_srfs` (`planner.c`) puts a ProjectSet or a Result for each.

use super::path::{apply_projection, cost_target, project_set};
use super::root::{Planner, RcPath, Root, Target};
use super::tree::children;
use crate::expr::{Expr, Node};
use std::rc::Rc;

/// A target in steps, the lowest first; the first has no sets to compute, the last is the target.
pub(super) struct SrfSteps(Vec<(Target, bool)>);

impl SrfSteps {
    /// The target of the node below all steps.
    pub(super) fn first(&self) -> &Target {
        &self.0[0].0
    }

    /// Whether there are steps above the first.
    pub(super) fn more(&self) -> bool {
        self.0.len() > 1
    }

    /// Puts the steps above the first on each path (`adjust_paths_for_srfs`).
    pub(super) fn put_on(&self, pl: &mut Planner<'_>, paths: Vec<RcPath>) -> Vec<RcPath> {
        let mut out = paths;
        for (target, sets) in &self.0[1..] {
            let target = Rc::new(target.clone());
            for p in &mut out {
                *p = Rc::new(match sets {
                    true => project_set(pl, p, &target),
                    false => apply_projection(pl, p, &target),
                });
            }
        }
        out
    }
}

/// An expression that a step needs, with the number of its sort clause; 0: it has none.
#[derive(Clone)]
struct Item(Expr, u32);

/// What one depth of nesting computes, and what it takes from the one below.
#[derive(Default)]
struct Depth {
    sets: Vec<Item>,
    columns: Vec<Item>,
    sets_below: Vec<Item>,
}

struct SrfSplit<'a> {
    /// What the node below computes already.
    given: &'a [Expr],
    depths: Vec<Depth>,
    /// What the expression at hand needs, and how deep sets are nested in it.
    columns: Vec<Item>,
    sets: Vec<Item>,
    depth: usize,
    sortref: u32,
}

/// Whether the expression is a call that returns a set.
fn is_set(e: &Expr) -> bool {
    matches!(&e.node, Node::Func(f) if f.returns_set)
}

impl SrfSplit<'_> {
    /// Sorts an expression and its parts into sets and columns, by how deep sets are nested in them.
    fn visit(&mut self, e: &Expr) {
        if self.given.contains(e)
            || matches!(e.node, Node::Var(_) | Node::Aggref(_) | Node::WindowFunc(_))
        {
            self.columns.push(Item(e.clone(), self.sortref));
            return;
        }
        let item = Item(e.clone(), std::mem::take(&mut self.sortref));
        if !is_set(e) {
            children(e).into_iter().for_each(|c| self.visit(c));
            return;
        }
        let columns = std::mem::take(&mut self.columns);
        let sets = std::mem::take(&mut self.sets);
        let around = std::mem::take(&mut self.depth);
        children(e).into_iter().for_each(|c| self.visit(c));
        let at = self.depth + 1;
        if at >= self.depths.len() {
            self.depths.push(Depth::default());
        }
        let depth = &mut self.depths[at];
        depth.sets.push(item.clone());
        depth.columns.append(&mut self.columns);
        depth.sets_below.append(&mut self.sets);
        self.columns = columns;
        self.sets = sets;
        self.sets.push(item);
        self.depth = around.max(at);
    }
}

/// Adds a column unless it is there. A column without a sort-group reference takes that of the new
/// one.
fn add(target: &mut Target, Item(e, r): &Item) {
    let mut there = target.exprs.iter().zip(&mut target.sortrefs);
    match there.find(|(x, s)| (*r == **s || *r == 0 || **s == 0) && *x == e) {
        Some((_, s)) => *s = if *r == 0 { *s } else { *r },
        None => {
            target.exprs.push(e.clone());
            target.sortrefs.push(*r);
        }
    }
}

/// Cuts a target into steps; expressions in `given` are already computed below.
#[inline(never)]
pub(super) fn split(
    pl: &mut Planner<'_>,
    root: &Root,
    target: &Target,
    given: Option<&Target>,
) -> SrfSteps {
    let mut s = SrfSplit {
        given: given.map_or(&[][..], |t| &t.exprs),
        depths: vec![Depth::default()],
        columns: Vec::new(),
        sets: Vec::new(),
        depth: 0,
        sortref: 0,
    };
    let (mut deepest, mut extra) = (0, false);
    for (e, &r) in target.exprs.iter().zip(&target.sortrefs) {
        s.sortref = r;
        s.depth = 0;
        s.visit(e);
        if s.depth == 0 {
            continue;
        }
        if deepest < s.depth {
            (deepest, extra) = (s.depth, false);
        }
        extra |= deepest == s.depth && !is_set(e);
    }
    if deepest == 0 {
        return SrfSteps(vec![(target.clone(), false)]);
    }
    let SrfSplit { mut depths, mut columns, mut sets, .. } = s;
    if extra {
        // A scalar over the deepest sets takes a step of its own.
        depths.push(Depth { sets: Vec::new(), columns, sets_below: sets });
    } else {
        depths[deepest].columns.append(&mut columns);
        depths[deepest].sets_below.append(&mut sets);
    }
    let mut steps: Vec<(Target, bool)> = Vec::new();
    for (i, depth) in depths.iter().enumerate() {
        let computes = !depth.sets.is_empty();
        let above = &depths[i + 1..];
        if above.is_empty() {
            steps.push((target.clone(), computes));
            break;
        }
        let mut t = Target::default();
        depth.sets.iter().for_each(|x| add(&mut t, x));
        above.iter().flat_map(|d| &d.columns).for_each(|x| add(&mut t, x));
        let below = steps.last().map_or(&[][..], |(t, _)| &t.exprs);
        let known = above.iter().flat_map(|d| &d.sets_below).filter(|x| below.contains(&x.0));
        known.for_each(|x| add(&mut t, x));
        cost_target(pl, root, &mut t);
        steps.push((t, computes));
    }
    SrfSteps(steps)
}
