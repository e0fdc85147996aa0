//! A row of UPDATE (`ExecUpdate`), and the version that BEFORE triggers are given.

use super::{ChangedRow, ModifyRun, forget_dropped, source_tid};
use crate::analyze::Trigger;
use crate::exec::scan::RowMaker;
use crate::exec::state::Exec;
use crate::exec::tuple_shortener::form_stored;
use std::rc::Rc;
use storage::buffer::BufferTag;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::heap::{self, Relation, TupleState};
use storage::ids::{AttrNumber, ForkNumber, ItemPointer};
use storage::table;
use storage::tuple::header;

/// Updates the row that the source's `ctid` names; `None` if it is gone or a trigger prevents it.
pub(super) fn update_row<'p>(
    run: &mut ModifyRun<'p>,
    source: &[Datum],
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<ChangedRow>> {
    let Some(old) = source_tid(run, source)? else { return Ok(None) };
    let rel = Rc::clone(&run.rel);
    let (natts, cid) = (rel.desc.attrs.len(), ex.cid);
    let (mut new, before) = read_old(run, old, ex)?;
    for (i, &a) in run.plan.update_columns.iter().enumerate() {
        new[a as usize - 1] = source[i].clone();
    }
    forget_dropped(&rel, &mut new);
    let columns = run.plan.update_columns.iter().map(|a| AttrNumber(*a));
    let mut changed: Vec<AttrNumber> = columns.chain(run.computed_on_update()).collect();
    if let Some(t) = run.triggers.as_ref().filter(|t| t.rows(Trigger::UPDATE, true)) {
        form_stored(&rel.desc.attrs, &mut new);
        let locked = lock_old(ex, &mut run.maker, &rel, old, natts, Some(&changed))?;
        let Some(row) = locked else { return Ok(None) };
        match t.before_row(ex, Trigger::UPDATE, Some(&row), Some(&new))? {
            Some(after) => {
                let known = changed.len();
                let other = (0..natts).filter(|i| after[*i] != new[*i]);
                changed.extend(other.map(|i| AttrNumber(i as i16 + 1)));
                if changed.len() > known {
                    new = after;
                }
            }
            None => return Ok(None),
        }
    }
    run.check(ex, &mut new, true)?;
    let (st, mut exprs) = ex.host.index_exprs();
    let outcome = table::update(st, &rel, old, &new, &changed, cid, &mut exprs)?;
    if outcome.state != TupleState::Ok {
        return Ok(None);
    }
    Ok(Some(ChangedRow { tid: outcome.tid, new, before, replaced: Some(old) }))
}

/// The columns of the old version that are needed; and the whole old version if foreign keys need
/// it.
#[allow(clippy::type_complexity)]
fn read_old<'p>(
    run: &mut ModifyRun<'p>,
    old: ItemPointer,
    ex: &mut Exec<'_, 'p>,
) -> Result<(Vec<Datum>, Option<(Vec<Datum>, bool)>)> {
    let st = ex.host.store();
    if !st.toasters.settings.capabilities.whole_old_row {
        let tag = BufferTag { file: run.rel.file, fork: ForkNumber::Main, block: old.block };
        let before = run.old_page.replace(st.pool.read(tag)?);
        before.into_iter().for_each(|page| st.pool.release(page));
        clock::add(Kind::TupleSeen, 1);
    }
    let Some(t) = heap::peek_row(st, &run.rel, old) else {
        return err!(INTERNAL_ERROR, "failed to fetch tuple being updated");
    };
    run.maker.fill(t.tid, &t.bytes)?;
    let mut row = run.maker.row.clone();
    let own = ex.host.store().xact.is_current(header::raw_xmin(&t.bytes));
    let before = run.watched.then(|| (row.clone(), own));
    row.truncate(run.rel.desc.attrs.len());
    Ok((row, before))
}

/// Locks the old version and reads it for BEFORE triggers (`GetTupleForTrigger`); `None` if it is
/// gone. `changed` are the columns of an UPDATE.
pub(super) fn lock_old(
    ex: &mut Exec<'_, '_>,
    maker: &mut RowMaker,
    rel: &Rc<Relation>,
    old: ItemPointer,
    natts: usize,
    changed: Option<&[AttrNumber]>,
) -> Result<Option<Vec<Datum>>> {
    let mode = match changed {
        Some(columns) => heap::update_lock_mode(rel, columns),
        None => heap::LockMode::Exclusive,
    };
    let cid = ex.cid;
    if heap::lock_tuple(ex.host.store(), rel, old, cid, mode)? != TupleState::Ok {
        return Ok(None);
    }
    // The page is still pinned.
    let Some(t) = heap::peek_row(ex.host.store(), rel, old) else { return Ok(None) };
    maker.fill(t.tid, &t.bytes)?;
    Ok(Some(maker.row[..natts.min(maker.row.len())].to_vec()))
}
