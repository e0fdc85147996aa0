//! A row of INSERT, and what ON CONFLICT DO UPDATE does with the row that is there (`ExecInsert`,
//! `ExecOnConflictUpdate`).

use super::update::lock_old;
use super::{ChangedRow, ModifyRun, forget_dropped};
use crate::analyze::OnConflict;
use crate::analyze::Trigger;
use crate::exec::copy::After;
use crate::exec::state::Exec;
use crate::exec::tuple_shortener::{form_given, form_stored};
use crate::expr::{Compiled, Rows};
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{self, InsertOptions, TupleState};
use storage::ids::{AttrNumber, ItemPointer};
use storage::table::{self, Conflict};
use storage::tuple::header;

/// Inserts a row of the source; `None` if a trigger, COPY or ON CONFLICT leaves nothing to return.
pub(super) fn insert_row<'p>(
    run: &mut ModifyRun<'p>,
    source: &[Datum],
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<ChangedRow>> {
    let rel = Rc::clone(&run.rel);
    let natts = rel.desc.attrs.len();
    let mut new = source[..natts.min(source.len())].to_vec();
    let stored = run.as_stored.then_some(new.len());
    new.resize(natts, Datum::Null);
    match &mut run.copying {
        Some(copying) => copying.next_row(),
        None if stored.is_none() => form_given(&rel.desc.attrs, &mut new),
        None => {}
    }
    if let Some(t) = run.triggers.as_ref().filter(|t| t.rows(Trigger::INSERT, true)) {
        form_stored(&rel.desc.attrs, &mut new);
        match t.before_row(ex, Trigger::INSERT, None, Some(&new))? {
            // A row that the trigger did not change stays the tuple that it was.
            Some(row) if row == new => {}
            Some(row) => new = row,
            None => return Ok(None),
        }
    }
    run.check(ex, &mut new, false)?;
    if let Some(copying) = run.copying.as_mut().filter(|c| c.collects()) {
        ex.processed += 1;
        let after = After { triggers: run.triggers.as_deref_mut(), watched: run.watched };
        copying.keep(ex, &rel, new, after)?;
        return Ok(None);
    }
    let cid = ex.cid;
    let Some(conflict) = run.plan.on_conflict.as_deref() else {
        let (st, mut exprs) = ex.host.index_exprs();
        let (options, bulk) = match &mut run.copying {
            Some(copying) => copying.insertion(),
            None => (InsertOptions::default(), None),
        };
        let tid = table::insert(st, &rel, &new, stored, cid, &mut exprs, options, bulk)?;
        return Ok(Some(ChangedRow { tid, new, before: None, replaced: None }));
    };
    let (st, mut exprs) = ex.host.index_exprs();
    let arbiters = &conflict.arbiters;
    let outcome = table::insert_on_conflict(st, &rel, &new, stored, cid, arbiters, &mut exprs)?;
    match outcome {
        Conflict::Inserted(tid) => {
            run.inserted += 1;
            Ok(Some(ChangedRow { tid, new, before: None, replaced: None }))
        }
        Conflict::Existing(old) => {
            run.conflicting += 1;
            update_existing(run, conflict, old, &new, source, ex)
        }
    }
}

/// Updates the existing row at `old`, which has the key of the row to insert (`excluded`).
fn update_existing<'p>(
    run: &mut ModifyRun<'p>,
    conflict: &OnConflict,
    old: ItemPointer,
    excluded: &[Datum],
    source: &[Datum],
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<ChangedRow>> {
    if !conflict.update {
        return Ok(None);
    }
    // The row is locked before it is looked at.
    let mode = heap::update_lock_mode(&run.rel, &set_columns(run));
    let (cid, st) = (ex.cid, ex.host.store());
    let (locked, buffer) = heap::lock_and_pin(st, &run.rel, old, cid, mode)?;
    if locked == TupleState::Invisible {
        ex.host.store().pool.release(buffer);
        return Err(second_time());
    }
    // Its slot pins the page until the new version is stored: a page is not pruned meanwhile.
    let changed = update_locked(run, old, excluded, source, ex);
    ex.host.store().pool.release(buffer);
    changed
}

/// Updates the row at `old`, which is locked and whose page is pinned (`ExecOnConflictUpdate` after the lock).
fn update_locked<'p>(
    run: &mut ModifyRun<'p>,
    old: ItemPointer,
    excluded: &[Datum],
    source: &[Datum],
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<ChangedRow>> {
    let rel = Rc::clone(&run.rel);
    let (natts, cid) = (rel.desc.attrs.len(), ex.cid);
    let Some(t) = heap::peek_row(ex.host.store(), &rel, old) else { return Ok(None) };
    run.maker.fill(t.tid, &t.bytes)?;
    let own = ex.host.store().xact.is_current(header::raw_xmin(&t.bytes));
    let existing = run.maker.row.clone();
    let rows = Rows { scan: &existing, inner: excluded, outer: source };
    if let Some(w) = &run.set_where
        && !w.is_true(ex, rows)?
    {
        run.filtered += 1;
        return Ok(None);
    }
    for sub_query in &run.set_sources {
        sub_query.eval(ex, rows)?;
    }
    let mut new = existing[..natts].to_vec();
    for (i, value) in &run.set {
        new[*i] = value.eval(ex, rows)?;
    }
    let changed = set_columns(run);
    forget_dropped(&rel, &mut new);
    if let Some(t) = run.triggers.as_ref().filter(|t| t.rows(Trigger::UPDATE, true)) {
        form_stored(&rel.desc.attrs, &mut new);
        // It has the lock, and asks for it again.
        if lock_old(ex, &mut run.maker, &rel, old, natts, Some(&changed))?.is_none() {
            return Ok(None);
        }
        match t.before_row(ex, Trigger::UPDATE, Some(&existing[..natts]), Some(&new))? {
            Some(changed) => new = changed,
            None => return Ok(None),
        }
    }
    run.check(ex, &mut new, true)?;
    let (st, mut exprs) = ex.host.index_exprs();
    let done = table::update(st, &rel, old, &new, &changed, cid, &mut exprs)?;
    if done.state == TupleState::SelfModified {
        return Err(second_time());
    }
    let before = Some((existing, own));
    Ok(Some(ChangedRow { tid: done.tid, new, before, replaced: Some(old) }))
}

/// The columns that SET assigns to.
fn assigned(set: &[(usize, Compiled)]) -> impl Iterator<Item = AttrNumber> {
    set.iter().map(|(i, _)| AttrNumber(*i as i16 + 1))
}

/// The columns that DO UPDATE changes: those of SET, and generated ones.
fn set_columns(run: &ModifyRun<'_>) -> Vec<AttrNumber> {
    assigned(&run.set).chain(run.computed_on_update()).collect()
}

/// The error of a row that the same command has already changed.
fn second_time() -> Box<PgError> {
    PgError::new(
        SqlState::CARDINALITY_VIOLATION,
        "ON CONFLICT DO UPDATE command cannot affect row a second time",
    )
    .hint(
        "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.",
    )
}
