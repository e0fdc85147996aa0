//! What a sequence gives: `nextval`, `currval`, `setval` (`sequence.c`).
//!
//! A sequence is a relation of one page with one row. `nextval` reads and dirties that page every
//! time, and logs 32 values ahead, so only every 33rd call needs an xid.

use crate::backend::Backend;
use crate::catalog::SequenceEntry;
use std::rc::Rc;
use storage::buffer::BufferTag;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::Persistence;
use storage::ids::{BlockNumber, ForkNumber, Oid};

/// What marks a page as a sequence's; it is in the first 4 bytes of the special space
/// (`SEQ_MAGIC`).
const MAGIC: u32 = 0x1717;

/// How many values are logged ahead (`SEQ_LOG_VALS`).
const LOG_AHEAD: i64 = 32;

/// Writes the sequence's row to its page (`fill_seq_with_data`); for an unlogged sequence also to its
/// initialisation fork, which is logged, so that a crash leaves the sequence at its start.
pub(crate) fn write_page(b: &mut Backend<'_>, q: Oid) -> Result<()> {
    let Some(class) = b.catalog.class(q).cloned() else { return Ok(()) };
    fill_fork(b, &class, ForkNumber::Main)?;
    if class.persistence == Persistence::Unlogged {
        b.store.pool.create_file(class.file, ForkNumber::Init);
        b.store.log_file_created(class.file, ForkNumber::Init);
        fill_fork(b, &class, ForkNumber::Init)?;
    }
    Ok(())
}

/// Writes the sequence's row to a page of this fork (`fill_seq_fork_with_data`).
fn fill_fork(b: &mut Backend<'_>, class: &crate::catalog::Class, fork: ForkNumber) -> Result<()> {
    let Some(s) = &class.sequence else { return Ok(()) };
    s.state.logged.set(b.store.pool.checkpoints());
    let mut row = storage::tuple::form(
        &class.desc,
        &[
            Datum::i64(s.state.last_value.get()),
            Datum::i64(s.state.log_cnt.get()),
            Datum::bool(s.state.is_called.get()),
        ],
    );
    use storage::tuple::header;
    header::set_xmin(&mut row, storage::ids::TransactionId::FROZEN);
    let mask = header::infomask(&row) | 0x0300 | 0x0800;
    header::set_infomask(&mut row, mask);
    header::set_ctid(&mut row, storage::ids::ItemPointer::new(0, 1));
    let buffer = b.store.pool.extend(class.file, fork, None)?;
    let page = b.store.pool.page_mut(buffer).bytes_mut();
    storage::page::init(page, 8);
    storage::page::special_space_mut(page)[..4].copy_from_slice(&MAGIC.to_le_bytes());
    storage::page::add_item(page, &row, None, false);
    b.store.pool.mark_dirty(buffer);
    if class.persistence == Persistence::Permanent || fork == ForkNumber::Init {
        log_row(b.store, class.file, buffer);
    }
    b.store.pool.release(buffer);
    Ok(())
}

/// Logs the row on a sequence's page (`xl_seq_rec`).
pub(crate) fn log_row(
    st: &mut storage::store::Store,
    file: storage::ids::RelFileNode,
    buffer: storage::buffer::BufferId,
) {
    use storage::wal::{info::SEQ_LOG, layout::REGBUF_WILL_INIT, relation_bytes};
    let storage::store::Store { wal, pool, .. } = st;
    wal.begin();
    wal.buffer(0, pool, buffer, REGBUF_WILL_INIT);
    wal.data(&relation_bytes(file.0));
    let page = pool.page(buffer).bytes();
    wal.data(storage::page::item(page, storage::ids::OffsetNumber(1)));
    st.log(storage::ids::Rmgr::Sequence, SEQ_LOG);
}

/// The sequence with this OID, or the error.
pub(crate) fn entry_of(
    b: &Backend<'_>,
    q: Oid,
) -> Result<(Rc<crate::catalog::Class>, Rc<SequenceEntry>)> {
    let Some(class) = b.catalog.class(q).cloned() else {
        return err!(INTERNAL_ERROR, "could not open relation with OID {q}");
    };
    match class.sequence.clone() {
        Some(s) => Ok((class, s)),
        None => {
            let (release, what) = (b.store.release, "not a sequence");
            Err(sql::analyze::opened_as_other(
                release.sequence_kind_in_message,
                class.kind,
                &class.name,
                what,
            ))
        }
    }
}

/// Refuses a change of a sequence in a read-only transaction, unless it is temporary
/// (`PreventCommandIfReadOnly`).
fn refuse_read_only(b: &Backend<'_>, class: &crate::catalog::Class, command: &str) -> Result<()> {
    if class.persistence != Persistence::Temp && b.settings.bool("transaction_read_only") {
        return Err(sql::exec::refused_read_only(command));
    }
    Ok(())
}

/// Writes the fields of a sequence's row on its page. `is_called`: the value was handed out.
pub(crate) fn put_row(
    page: &mut storage::page::PageBytes,
    last_value: i64,
    log_cnt: i64,
    is_called: bool,
) {
    let item = storage::page::item_mut(page, storage::ids::OffsetNumber(1));
    if item.len() >= 41 {
        item[24..32].copy_from_slice(&last_value.to_le_bytes());
        item[32..40].copy_from_slice(&log_cnt.to_le_bytes());
        item[40] = u8::from(is_called);
    }
}

/// Changes the row on the sequence's page. `logged` is the value to log, which for `nextval` is
/// well ahead of the current one, and `is_called`; `None` logs nothing.
pub(crate) fn touch(
    b: &mut Backend<'_>,
    class: &crate::catalog::Class,
    s: &SequenceEntry,
    logged: Option<(i64, bool)>,
) -> Result<()> {
    let tag = BufferTag { file: class.file, fork: ForkNumber::Main, block: BlockNumber(0) };
    let buffer = b.store.pool.read(tag)?;
    b.store.pool.mark_dirty(buffer);
    if let Some((value, called)) = logged.filter(|_| class.persistence == Persistence::Permanent) {
        put_row(b.store.pool.page_mut(buffer).bytes_mut(), value, 0, called);
        log_row(b.store, class.file, buffer);
    }
    let state = &s.state;
    let page = b.store.pool.page_mut(buffer).bytes_mut();
    put_row(page, state.last_value.get(), state.log_cnt.get(), state.is_called.get());
    b.store.pool.release(buffer);
    Ok(())
}

/// Reads a sequence's row from its page, after recovery: values that were logged ahead count as
/// used. Nothing happens if there is no row.
pub(crate) fn reload(b: &Backend<'_>, class: &crate::catalog::Class, fork: ForkNumber) {
    let tag = BufferTag { file: class.file, fork, block: BlockNumber(0) };
    let Some(s) = &class.sequence else { return };
    let Some(page) = b.store.pool.raw_page(tag) else { return };
    let row =
        storage::page::try_item(page.bytes(), storage::ids::OffsetNumber(1)).unwrap_or_default();
    let number = |at: usize| row.get(at..at + 8)?.try_into().ok().map(i64::from_le_bytes);
    if let (Some(last), Some(ahead), Some(called)) = (number(24), number(32), row.get(40)) {
        s.state.last_value.set(last);
        s.state.log_cnt.set(ahead);
        s.state.is_called.set(*called != 0);
    }
    s.state.current.set(None);
    s.state.cached.set(0);
}

/// Sets an unlogged sequence to the row in its initialisation fork.
pub(crate) fn reset(b: &mut Backend<'_>, class: &crate::catalog::Class) -> Result<()> {
    reload(b, class, ForkNumber::Init);
    fill_fork(b, class, ForkNumber::Main)
}

/// Hands out the sequence's next value (`nextval_internal`). Refused with 2200H beyond the last
/// value of a sequence without CYCLE.
pub(crate) fn next_value(b: &mut Backend<'_>, q: Oid) -> Result<i64> {
    let (class, s) = entry_of(b, q)?;
    refuse_read_only(b, &class, "nextval()")?;
    let st = &s.state;
    let exhausted = |which: &str, limit: i64| -> Result<i64> {
        Err(PgError::new(
            SqlState("2200H"),
            format!("nextval: reached {which} value of sequence \"{}\" ({limit})", class.name),
        ))
    };
    if let Some(current) = st.current.get()
        && st.cached.get() != current
        && st.is_called.get()
    {
        let next = current.wrapping_add(s.increment);
        st.current.set(Some(next));
        b.session.last_sequence = Some(q);
        return Ok(next);
    }
    b.store.wal.learn_redo();
    let called = st.is_called.get();
    let (mut log, mut fetch) = (st.log_cnt.get(), s.cache);
    let mut result = st.last_value.get();
    let mut rescnt = 0;
    if !called {
        rescnt += 1;
        fetch -= 1;
    }
    let mut next = result;
    let mut last = result;
    let mut logit = false;
    // Also when the page was last logged before the last checkpoint, or never is.
    let permanent = class.persistence == Persistence::Permanent;
    let before = !permanent || st.logged.get() != b.store.pool.checkpoints();
    if log < fetch || !called || before {
        fetch += LOG_AHEAD;
        log = fetch;
        logit = true;
    }
    while fetch > 0 {
        let stepped = if s.increment > 0 {
            match next.checked_add(s.increment) {
                Some(v) if v <= s.max => Some(v),
                _ => None,
            }
        } else {
            match next.checked_add(s.increment) {
                Some(v) if v >= s.min => Some(v),
                _ => None,
            }
        };
        next = match stepped {
            Some(v) => v,
            None if rescnt > 0 => break,
            None if s.cycle => {
                if s.increment > 0 {
                    s.min
                } else {
                    s.max
                }
            }
            None if s.increment > 0 => return exhausted("maximum", s.max),
            None => return exhausted("minimum", s.min),
        };
        fetch -= 1;
        if rescnt < s.cache {
            log -= 1;
            rescnt += 1;
            last = next;
            if rescnt == 1 {
                result = next;
            }
        }
    }
    log -= fetch;
    st.current.set(Some(result));
    st.cached.set(last);
    b.session.last_sequence = Some(q);
    if logit && permanent {
        let _ = b.store.xact.top_xid();
        st.logged.set(b.store.pool.checkpoints());
    }
    st.last_value.set(last);
    st.is_called.set(true);
    st.log_cnt.set(log);
    touch(b, &class, &s, logit.then_some((next, true)))?;
    Ok(result)
}

/// Sets the sequence's value (`setval`, `do_setval`). `called`: the value counts as returned, so
/// that `nextval` gives the next one. A value out of the sequence's range is refused.
pub(crate) fn set_value(b: &mut Backend<'_>, q: Oid, value: i64, called: bool) -> Result<i64> {
    let (class, s) = entry_of(b, q)?;
    refuse_read_only(b, &class, "setval()")?;
    if value < s.min || value > s.max {
        return err!(
            NUMERIC_VALUE_OUT_OF_RANGE,
            "setval: value {value} is out of bounds for sequence \"{}\" ({}..{})",
            class.name,
            s.min,
            s.max
        );
    }
    if called {
        s.state.current.set(Some(value));
        b.session.last_sequence = Some(q);
    }
    s.state.cached.set(s.state.current.get().unwrap_or(value));
    if class.persistence == Persistence::Permanent {
        let _ = b.store.xact.top_xid();
    }
    s.state.last_value.set(value);
    s.state.is_called.set(called);
    s.state.log_cnt.set(0);
    s.state.logged.set(b.store.pool.checkpoints());
    touch(b, &class, &s, Some((value, called)))?;
    Ok(value)
}

/// Returns the value that `nextval` or `setval` left to this session (`currval`); refused with 55000
/// if there is none.
pub(crate) fn current_value(b: &Backend<'_>, q: Oid) -> Result<i64> {
    let (class, s) = entry_of(b, q)?;
    match s.state.current.get() {
        Some(v) => Ok(v),
        None => err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "currval of sequence \"{}\" is not yet defined in this session",
            class.name
        ),
    }
}
