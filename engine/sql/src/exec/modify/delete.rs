//! A row of DELETE (`ExecDelete`).

use super::update::lock_old;
use super::{ChangedRow, ModifyRun, source_tid};
use crate::analyze::Trigger;
use crate::exec::state::Exec;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::{self, TupleState};
use storage::table;

/// Deletes the row that the source's `ctid` names; `None` if it is gone or a trigger prevents it.
pub(super) fn delete_row<'p>(
    run: &mut ModifyRun<'p>,
    source: &[Datum],
    ex: &mut Exec<'_, 'p>,
) -> Result<Option<ChangedRow>> {
    let Some(old) = source_tid(run, source)? else { return Ok(None) };
    let rel = Rc::clone(&run.rel);
    let natts = rel.desc.attrs.len();
    if let Some(t) = run.triggers.as_ref().filter(|t| t.rows(Trigger::DELETE, true)) {
        let Some(row) = lock_old(ex, &mut run.maker, &rel, old, natts, None)? else {
            return Ok(None);
        };
        if t.before_row(ex, Trigger::DELETE, Some(&row), None)?.is_none() {
            return Ok(None);
        }
    }
    let outcome = table::delete(ex.host.store, &rel, old, ex.cid)?;
    if outcome.state != TupleState::Ok {
        return Ok(None);
    }
    let mut row = ChangedRow { tid: old, new: Vec::new(), before: None, replaced: Some(old) };
    if run.returning.is_some() || run.watched {
        // As it is now that it is deleted: `xmax` says by whom.
        let deleted = heap::peek_row(ex.host.store(), &rel, old);
        let bytes = deleted.map_or_else(|| outcome.old.to_vec(), |t| t.bytes.to_vec());
        run.maker.fill(old, &bytes)?;
        row.new = run.maker.row.clone();
        row.before = Some((row.new.clone(), false));
    }
    Ok(Some(row))
}
