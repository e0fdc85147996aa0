//! Merge joins (`nodeMergejoin.c`), state by state.
//!
//! ```text
//! SkipTest ──equal──> JoinTuples ──> NextInner ──equal──> JoinTuples ...
//!   │ │                                  └──beyond──> NextOuter ──> TestOuter
//!   │ └─outer first: SkipOuter           same key as the marked row: back to it │
//!   └───inner first: SkipInner           beyond it: SkipTest with the row ahead ┘
//! ```
//!
//! The first inner row of equal ones is marked. For another outer row with its key the inner side goes back to it: the
//! rows are fetched, counted and compared once more. Simplified: they are kept meanwhile, so that an index scan below
//! reads no page again.

use super::join::{emit, nulls};
use super::node::{NodeRun, NodeState, exec_qual, upper_slot};
use super::sorting::compare_stored;
use super::state::Exec;
use crate::analyze::JoinType;
use crate::expr::{Compiled, Expr, Rows};
use crate::plan::{MergeClause, PlanKind, SortColumn};
use std::cmp::Ordering;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::types;

/// A column that both sides are sorted by.
struct MergeKey {
    outer: Compiled,
    inner: Compiled,
    sort: SortColumn,
    /// The types of the outer and of the inner side.
    types: [Oid; 2],
    collation: Oid,
}

impl MergeKey {
    /// The type that the sides' values are compared as.
    fn compared_as(&self) -> Oid {
        if self.types[0] == self.types[1] { self.types[0] } else { types::widest(self.types[0]) }
    }
}

/// What the join does next (`EXEC_MJ_*`).
#[derive(Clone, Copy, Default)]
enum State {
    #[default]
    InitializeOuter,
    InitializeInner,
    SkipTest,
    SkipOuter,
    SkipInner,
    JoinTuples,
    NextInner,
    NextOuter,
    TestOuter,
    /// The outer rows are over: those that remain inside have no partner.
    EndOuter,
    /// The inner rows are over.
    EndInner,
}

/// Whether a row can have a partner (`MJEvalResult`).
#[derive(Clone, Copy, PartialEq)]
enum Match {
    Possible,
    /// A column of its key is NULL.
    Never,
    /// There is no row, or nothing that comes after it can match either.
    EndOfJoin,
}

/// A row of one side with its key.
struct Row {
    row: Vec<Datum>,
    key: Vec<Datum>,
}

/// A merge join.
pub struct MergeRun {
    on: Vec<Compiled>,
    clauses: Vec<MergeKey>,
    at: Position,
}

/// Where a merge join is.
#[derive(Default)]
struct Position {
    state: State,
    outer: Option<Rc<Row>>,
    inner: Option<Rc<Row>>,
    marked: Option<Rc<Row>>,
    outer_matched: bool,
    inner_matched: bool,
    /// A condition that is false lets no rows match (`mj_ConstFalseJoin`).
    never: bool,
    /// The inner rows that were fetched since the marked one, and which of them comes next. `None`: the inner side's end.
    since_mark: Vec<Option<Rc<Row>>>,
    next: usize,
}

impl MergeRun {
    /// Prepares a merge join to run.
    pub fn new(on: Vec<Compiled>, merge: &[MergeClause]) -> Result<MergeRun> {
        let mut clauses = Vec::new();
        for m in merge {
            let key =
                SortColumn { column: 0, descending: m.descending, nulls_first: m.nulls_first };
            // The inner key is computed over the inner child's own row.
            let mut as_outer = |e: &Expr| upper_slot(e);
            clauses.push(MergeKey {
                outer: crate::expr::compile(&m.outer, &mut as_outer)?,
                inner: crate::expr::compile(&m.inner, &mut as_outer)?,
                sort: key,
                types: [m.outer.type_oid, m.inner.type_oid],
                collation: m.outer.collation,
            });
        }
        Ok(MergeRun { on, clauses, at: Position::default() })
    }
    /// Makes the next call start from the first rows again.
    pub fn reset(&mut self) {
        self.at = Position::default();
    }

    /// The key of a row that one side has just given.
    fn with_key(&self, ex: &mut Exec<'_, '_>, row: &[Datum], outer: bool) -> Result<Rc<Row>> {
        let mut key = Vec::with_capacity(self.clauses.len());
        for clause in &self.clauses {
            let rows = if outer {
                Rows { outer: row, ..Rows::default() }
            } else {
                Rows { inner: row, ..Rows::default() }
            };
            let d =
                if outer { clause.outer.eval(ex, rows)? } else { clause.inner.eval(ex, rows)? };
            let own = clause.types[usize::from(!outer)];
            let same = clause.types[0] == clause.types[1];
            key.push(if same { d } else { types::widened(own, &d) });
        }
        Ok(Rc::new(Row { row: row.to_vec(), key }))
    }

    /// Whether a row can have a partner (`MJEvalOuterValues`, `MJEvalInnerValues`). `fill`: rows of its side without one
    /// are given too.
    fn can_match(&self, row: Option<&Rc<Row>>, fill: bool) -> Match {
        let Some(row) = row else { return Match::EndOfJoin };
        match row.key.iter().position(Datum::is_null) {
            None => Match::Possible,
            Some(0) if !fill && !self.clauses[0].sort.nulls_first => Match::EndOfJoin,
            Some(_) => Match::Never,
        }
    }

    /// Fetches the next outer row.
    fn fetch_outer<'p>(&mut self, side: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<()> {
        self.at.outer = match side.next(ex)? {
            true => Some(self.with_key(ex, &side.row, true)?),
            false => None,
        };
        self.at.outer_matched = false;
        Ok(())
    }

    /// Fetches the next inner row: one that was fetched before, if the inner side went back.
    fn fetch_inner<'p>(&mut self, side: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<()> {
        self.at.inner = match self.at.since_mark.get(self.at.next) {
            Some(again) => {
                side.instrument.tuples += f64::from(u8::from(again.is_some()));
                again.clone()
            }
            None => {
                let row = match side.next(ex)? {
                    true => Some(self.with_key(ex, &side.row, false)?),
                    false => None,
                };
                if self.at.marked.is_some() {
                    self.at.since_mark.push(row.clone());
                }
                row
            }
        };
        self.at.next += 1;
        self.at.inner_matched = false;
        Ok(())
    }

    /// Marks the inner row (`ExecMarkPos`, `MarkInnerTuple`).
    fn mark(&mut self) {
        let passed = self.at.next.min(self.at.since_mark.len());
        self.at.since_mark.drain(..passed);
        self.at.next = 0;
        self.at.marked = self.at.inner.clone();
    }

    /// Drops the mark, which nothing goes back to any more.
    fn unmark(&mut self) {
        self.mark();
        self.at.marked = None;
    }

    /// How the outer row compares with the inner one, or with the marked one (`MJCompare`).
    fn compare(&self, ex: &mut Exec<'_, '_>, marked: bool) -> Result<Ordering> {
        let inner = if marked { &self.at.marked } else { &self.at.inner };
        let (Some(a), Some(b)) = (&self.at.outer, inner) else { return Ok(Ordering::Greater) };
        for (clause, (x, y)) in self.clauses.iter().zip(a.key.iter().zip(&b.key)) {
            let t = clause.compared_as();
            let o = compare_stored(ex, &clause.sort, t, clause.collation, x, y)?;
            if o.is_ne() {
                return Ok(o);
            }
        }
        Ok(if self.at.never { Ordering::Greater } else { Ordering::Equal })
    }

    /// What follows when an outer row was fetched in this state; `None` at the join's end.
    fn outer_fetched(
        &mut self,
        state: State,
        (fill_outer, fill_inner): (bool, bool),
    ) -> Option<State> {
        Some(match (self.can_match(self.at.outer.as_ref(), fill_outer), state) {
            (Match::Possible, State::InitializeOuter) => State::InitializeInner,
            (Match::Possible, State::NextOuter) => State::TestOuter,
            (Match::Possible, _) => State::SkipTest,
            (Match::Never, _) => state,
            (Match::EndOfJoin, State::InitializeOuter) if fill_inner => State::EndOuter,
            (Match::EndOfJoin, _) if fill_inner && self.at.inner.is_some() => State::EndOuter,
            (Match::EndOfJoin, _) => return None,
        })
    }

    /// What follows when an inner row was fetched in this state; `None` at the join's end.
    fn inner_fetched(
        &mut self,
        ex: &mut Exec<'_, '_>,
        state: State,
        (fill_outer, fill_inner): (bool, bool),
    ) -> Result<Option<State>> {
        Ok(Some(match (self.can_match(self.at.inner.as_ref(), fill_inner), state) {
            (Match::Possible, State::NextInner) => match self.compare(ex, false)? {
                Ordering::Equal => State::JoinTuples,
                _ => State::NextOuter,
            },
            (Match::Possible, _) => State::SkipTest,
            (Match::Never, State::NextInner) => State::NextOuter,
            (Match::Never, _) => state,
            (Match::EndOfJoin, State::NextInner) => {
                self.at.inner = None;
                State::NextOuter
            }
            (Match::EndOfJoin, _) if fill_outer => State::EndInner,
            (Match::EndOfJoin, _) => return Ok(None),
        }))
    }
}

/// Puts the next row of a merge join into `node.row`; false at the end.
#[inline(never)]
pub fn merge_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let (Some(mut outer), Some(mut inner)) = (node.outer.take(), node.inner.take()) else {
        return Ok(false);
    };
    let result = advance(node, ex, &mut outer, &mut inner);
    node.outer = Some(outer);
    node.inner = Some(inner);
    result
}

/// Goes on until there is a row (`ExecMergeJoin`).
fn advance<'p>(
    node: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
    outer: &mut NodeState<'p>,
    inner: &mut NodeState<'p>,
) -> Result<bool> {
    use State::*;
    let kind = node.join_kind();
    let PlanKind::MergeJoin { inner_unique, skip_mark_restore, .. } = &node.plan.kind else {
        return Ok(false);
    };
    let single = *inner_unique || kind == JoinType::Semi;
    let fill_outer = matches!(kind, JoinType::Left | JoinType::Full | JoinType::Anti);
    let fill_inner = kind.fills_right();
    let fill = (fill_outer, fill_inner);
    loop {
        let NodeRun::Merge(run) = &mut node.kind else { return Ok(false) };
        let state = run.at.state;
        // A row without a partner is given before the next one of its side is fetched.
        let outer_goes = matches!(state, InitializeOuter | NextOuter | SkipOuter | EndInner);
        if outer_goes && fill_outer && !run.at.outer_matched {
            run.at.outer_matched = true;
            if let Some(row) = run.at.outer.clone()
                && emit(node, ex, &row.row, &nulls(inner.plan))?
            {
                return Ok(true);
            }
            continue;
        }
        let inner_goes = matches!(state, InitializeInner | NextInner | SkipInner | EndOuter);
        if inner_goes && fill_inner && !run.at.inner_matched {
            run.at.inner_matched = true;
            if let Some(row) = run.at.inner.clone()
                && emit(node, ex, &nulls(outer.plan), &row.row)?
            {
                return Ok(true);
            }
            continue;
        }
        let next = match state {
            InitializeOuter | NextOuter | SkipOuter => {
                // A condition beside the keys of a RIGHT or FULL join is constant.
                run.at.never = fill_inner && !exec_qual(&run.on, ex, Rows::default())?;
                run.fetch_outer(outer, ex)?;
                run.outer_fetched(state, fill)
            }
            InitializeInner | SkipInner | NextInner => {
                run.fetch_inner(inner, ex)?;
                run.inner_fetched(ex, state, fill)?
            }
            SkipTest => Some(match run.compare(ex, false)? {
                Ordering::Equal => {
                    run.mark();
                    JoinTuples
                }
                Ordering::Less => SkipOuter,
                Ordering::Greater => SkipInner,
            }),
            TestOuter if run.compare(ex, true)?.is_eq() => {
                if !skip_mark_restore {
                    run.at.inner.clone_from(&run.at.marked);
                    run.at.next = 0;
                }
                Some(JoinTuples)
            }
            TestOuter => {
                run.unmark();
                match run.can_match(run.at.inner.as_ref(), fill_inner) {
                    Match::Possible => Some(SkipTest),
                    Match::Never => Some(SkipInner),
                    Match::EndOfJoin => fill_outer.then_some(EndInner),
                }
            }
            JoinTuples => {
                let (Some(a), Some(b)) = (run.at.outer.clone(), run.at.inner.clone()) else {
                    return Ok(false);
                };
                run.at.state = NextInner;
                if !exec_qual(&run.on, ex, Rows { outer: &a.row, inner: &b.row, scan: &[] })? {
                    node.instrument.filtered1 += 1.0;
                    continue;
                }
                (run.at.outer_matched, run.at.inner_matched) = (true, true);
                if single || kind == JoinType::Anti {
                    run.at.state = NextOuter;
                }
                if !matches!(kind, JoinType::Anti | JoinType::RightAnti)
                    && emit(node, ex, &a.row, &b.row)?
                {
                    return Ok(true);
                }
                continue;
            }
            EndOuter => {
                run.fetch_inner(inner, ex)?;
                run.at.inner.is_some().then_some(EndOuter)
            }
            EndInner => {
                run.fetch_outer(outer, ex)?;
                run.at.outer.is_some().then_some(EndInner)
            }
        };
        let Some(next) = next else { return Ok(false) };
        run.at.state = next;
    }
}
