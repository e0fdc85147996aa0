//! Triggers of a statement (`ExecBRInsertTriggers`, `AfterTriggerSaveEvent` and their kin).
//!
//! BEFORE triggers see each row on its way and may change it or turn it away; AFTER triggers get
//! the rows as stored, when the statement has done its work. Triggers of one kind fire by name.

use super::scan::RowMaker;
use super::state::Exec;
use crate::analyze::CommandType;
use crate::analyze::Trigger;
use crate::expr::{self, Compiled, Expr, Node, Rows, Side, Slot};
use crate::plan::ModifyTable;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::heap::{self, Relation};
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::xact::Snapshot;

/// A row on its way.
pub type Row<'a> = Option<&'a [Datum]>;

/// The triggers of a ModifyTable's target.
pub struct TriggerRun {
    rel: Rc<Relation>,
    all: Vec<(Rc<Trigger>, Option<Compiled>)>,
    /// At which events there are row triggers, BEFORE and AFTER, that need not fire (`TriggerDesc`).
    before: i16,
    after: i16,
    /// The statement's events: one, or INSERT and UPDATE with ON CONFLICT.
    events: Vec<i16>,
    /// Columns the statement assigns to.
    updated: Vec<AttrNumber>,
    started: bool,
    finished: bool,
    /// Rows for AFTER ROW triggers: the event, the old version, the new one.
    queue: Vec<(i16, Option<ItemPointer>, Option<ItemPointer>)>,
}

/// The slot of a column of the old or new row in a WHEN condition.
fn slot(e: &Expr) -> Option<Slot> {
    let Node::Var(v) = &e.node else { return None };
    let side = if v.rte == 1 { Side::Outer } else { Side::Scan };
    (v.attno >= 0).then(|| Slot { side, index: (v.attno as usize).saturating_sub(1) })
}

/// The condition of WHEN with the table's OID for `tableoid`, which rows here do not have.
fn with_table(when: &Expr, rel: Oid) -> Result<Expr> {
    let mut when = when.clone();
    let mut others = false;
    crate::analyze::visit_mut(&mut when, &mut |e| match &e.node {
        Node::Var(v) if v.attno == crate::expr::system_column::TABLEOID => {
            e.node = Node::Const(Datum::u32(rel.0))
        }
        Node::Var(v) => others |= v.attno < 0,
        _ => {}
    });
    if others {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "a system column in the WHEN condition of a trigger is not modelled"
        );
    }
    Ok(when)
}

impl TriggerRun {
    /// The triggers that may fire; `None` when there are none.
    pub fn new(
        ex: &mut Exec<'_, '_>,
        rel: &Rc<Relation>,
        m: &ModifyTable,
    ) -> Result<Option<Box<TriggerRun>>> {
        let mut events = vec![match m.command {
            CommandType::Insert => Trigger::INSERT,
            CommandType::Delete => Trigger::DELETE,
            _ => Trigger::UPDATE,
        }];
        let mut updated: Vec<AttrNumber> =
            m.update_columns.iter().map(|a| AttrNumber(*a)).collect();
        if let Some(c) = m.on_conflict.as_ref().filter(|c| c.update) {
            events.push(Trigger::UPDATE);
            updated = c.set.iter().map(|t| AttrNumber(t.resno)).collect();
        }
        let mut all = Vec::new();
        let (mut before, mut after) = (0, 0);
        for t in ex.host.triggers(rel.oid) {
            if t.is(Trigger::ROW) {
                *(if t.is(Trigger::BEFORE) { &mut before } else { &mut after }) |= t.kind;
            }
            let fires = events.iter().any(|e| t.kind & e != 0);
            if !fires || !matches!(t.enabled, 'O' | 'A') {
                continue;
            }
            let when = match &t.when {
                None => None,
                Some(w) => Some(expr::compile(&with_table(w, rel.oid)?, &mut slot)?),
            };
            all.push((t, when));
        }
        if all.is_empty() && events.iter().all(|e| (before | after) & e == 0) {
            return Ok(None);
        }
        Ok(Some(Box::new(TriggerRun {
            rel: Rc::clone(rel),
            all,
            before,
            after,
            events,
            updated,
            started: false,
            finished: false,
            queue: Vec::new(),
        })))
    }

    /// Whether there are triggers that are not disabled.
    pub fn fires(&self) -> bool {
        !self.all.is_empty()
    }

    /// Whether there are row triggers for this event, BEFORE it (`before`) or AFTER it: also if they are disabled, or
    /// for other columns.
    pub fn rows(&self, event: i16, before: bool) -> bool {
        (if before { self.before } else { self.after }) & event != 0
    }

    /// Whether a trigger fires at this event and moment, for each row or for the statement.
    fn fits(&self, t: &Trigger, event: i16, before: bool, row: bool) -> bool {
        t.kind & event != 0
            && t.is(Trigger::BEFORE) == before
            && t.is(Trigger::ROW) == row
            && (event != Trigger::UPDATE
                || t.columns.is_empty()
                || t.columns.iter().any(|c| self.updated.contains(c)))
    }

    /// Whether the trigger fires: it has no WHEN condition, or the condition is true
    /// (`TriggerEnabled`).
    fn wanted(
        &self,
        ex: &mut Exec<'_, '_>,
        when: &Option<Compiled>,
        old: Row<'_>,
        new: Row<'_>,
    ) -> Result<bool> {
        let Some(w) = when else { return Ok(true) };
        let none = vec![Datum::Null; self.rel.desc.attrs.len()];
        let (old, new) = (old.unwrap_or(&none), new.unwrap_or(&none));
        w.is_true(ex, Rows { scan: new, outer: old, inner: &[] })
    }

    /// Fires the BEFORE triggers of the statement.
    pub fn start(&mut self, ex: &mut Exec<'_, '_>) -> Result<()> {
        if std::mem::replace(&mut self.started, true) {
            return Ok(());
        }
        self.statement(ex, true)
    }

    /// Fires the triggers FOR EACH STATEMENT.
    fn statement(&self, ex: &mut Exec<'_, '_>, before: bool) -> Result<()> {
        // ON CONFLICT fires those of INSERT first, and last (`fireBSTriggers`, `fireASTriggers`).
        let mut events = self.events.clone();
        if !before {
            events.reverse();
        }
        for event in events {
            for (t, when) in &self.all {
                if self.fits(t, event, before, false) && self.wanted(ex, when, None, None)? {
                    ex.host.fire_trigger(self.rel.oid, t, event, None, None)?;
                }
            }
        }
        Ok(())
    }

    /// Fires the BEFORE triggers of a row. Returns the row as they leave it (for DELETE the old
    /// row); `None` if one of them returned NULL.
    pub fn before_row(
        &self,
        ex: &mut Exec<'_, '_>,
        event: i16,
        old: Row<'_>,
        new: Row<'_>,
    ) -> Result<Option<Vec<Datum>>> {
        let mut row = new.or(old).unwrap_or(&[]).to_vec();
        for (t, when) in &self.all {
            let now = new.map(|_| &row[..]);
            if !self.fits(t, event, true, true) || !self.wanted(ex, when, old, now)? {
                continue;
            }
            // Generated columns are computed later (`plpgsql_exec_trigger`); the built-in function sees the old ones.
            for (a, d) in self.rel.desc.attrs.iter().zip(&mut row) {
                if a.generated.is_some() && t.function != Trigger::SUPPRESS_REDUNDANT {
                    *d = Datum::Null;
                }
            }
            let now = new.map(|_| &row[..]);
            let natts = self.rel.desc.attrs.len();
            match ex.host.fire_trigger(self.rel.oid, t, event, old, now)? {
                None => return Ok(None),
                Some(r) if new.is_some() => {
                    row = r;
                    row.resize(natts, Datum::Null);
                }
                Some(_) => {}
            }
        }
        Ok(Some(row))
    }

    /// Queues the AFTER triggers of a changed row.
    pub fn after_row(&mut self, event: i16, old: Option<ItemPointer>, new: Option<ItemPointer>) {
        if self.all.iter().any(|(t, _)| self.fits(t, event, false, true)) {
            self.queue.push((event, old, new));
        }
    }

    /// Fires the AFTER triggers: those of rows, then those of the statement.
    pub fn finish(&mut self, ex: &mut Exec<'_, '_>, maker: &mut RowMaker) -> Result<()> {
        if std::mem::replace(&mut self.finished, true) {
            return Ok(());
        }
        for (event, old, new) in std::mem::take(&mut self.queue) {
            let old = self.stored(ex, maker, old)?;
            let new = self.stored(ex, maker, new)?;
            for (t, when) in &self.all {
                if self.fits(t, event, false, true)
                    && self.wanted(ex, when, old.as_deref(), new.as_deref())?
                {
                    ex.host.fire_trigger(self.rel.oid, t, event, old.as_deref(), new.as_deref())?;
                }
            }
        }
        self.statement(ex, false)
    }

    /// A stored version of a row, read again.
    fn stored(
        &self,
        ex: &mut Exec<'_, '_>,
        maker: &mut RowMaker,
        at: Option<ItemPointer>,
    ) -> Result<Option<Vec<Datum>>> {
        let Some(tid) = at else { return Ok(None) };
        let Some(t) = heap::fetch(ex.host.store(), &self.rel, tid, &Snapshot::Any)? else {
            return Ok(None);
        };
        maker.fill(t.tid, &t.bytes)?;
        let mut row = maker.row.clone();
        row.truncate(self.rel.desc.attrs.len());
        Ok(Some(row))
    }
}
