//! Transactions as values: their snapshots, their ages, and what became of them (`xid8funcs.c`).
//!
//! A `pg_snapshot` is a varlena of a count, `xmin`, `xmax` and the xids running in between; its
//! text is `xmin:xmax:xip,...`. With one session nothing else ever runs, so the list stays empty.

use super::text_of;
use super::{Args, ServerFunction, scalar, set};
use crate::backend::Backend;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::ids::TransactionId;
use storage::types::oid::{BOOL, INT4, INT8, PG_SNAPSHOT, RECORD, TEXT, TXID_SNAPSHOT, XID, XID8};
use storage::types::scalar::PgSnapshot;
use storage::xact::{Member, Snapshot, Status};

/// The SQL function `pg_current_snapshot`.
fn current(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    let (mut xmin, mut xmax) = (TransactionId::INVALID, TransactionId::INVALID);
    if let Snapshot::Mvcc { xmin: from, xmax: to, .. } = b.store.xact.snapshot() {
        (xmin, xmax) = (from, to);
    }
    let (xmin, xmax) = (u64::from(xmin.0), u64::from(xmax.0));
    Ok(PgSnapshot { xmin, xmax, running: Vec::new() }.to_datum())
}

/// Reads a `pg_snapshot`.
fn value(b: &mut Backend<'_>, d: &Datum) -> Result<PgSnapshot> {
    Ok(PgSnapshot::from_payload(&b.detoast(d)?))
}

/// The SQL function `pg_snapshot_xmin`.
fn xmin(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::Word(value(b, &args[0])?.xmin))
}

/// The SQL function `pg_snapshot_xmax`.
fn xmax(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::Word(value(b, &args[0])?.xmax))
}

/// `pg_snapshot_xip`: a row for each transaction that runs.
fn xip(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let running = value(b, &args[0])?.running;
    Ok(running.into_iter().map(|x| vec![Datum::Word(x)]).collect())
}

/// Returns whether a transaction had ended for a snapshot (`is_visible_fxid`).
fn visible(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let s = value(b, &args[1])?;
    let x = args[0].word();
    Ok(Datum::bool(x < s.xmin || (x < s.xmax && !s.running.contains(&x))))
}

/// Returns whether a transaction runs, committed or aborted (`pg_xact_status`): NULL for 0 and for one of those whose
/// status initdb's VACUUM FREEZE let be forgotten (`TransactionIdInRecentPast`); an xid that is not assigned yet is
/// refused with 22023.
fn status(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let xid = args[0].word();
    if xid >= u64::from(b.store.xact.next_xid().0) {
        return err!(INVALID_PARAMETER_VALUE, "transaction ID {xid} is in the future");
    }
    let is_normal = xid > u64::from(TransactionId::FROZEN.0);
    if xid == 0 || is_normal && xid < u64::from(b.store.release.oldest_xid().0) {
        return Ok(Datum::Null);
    }
    Ok(Datum::text(match b.store.xact.status(TransactionId(xid as u32)) {
        Status::InProgress => "in progress",
        Status::Committed => "committed",
        Status::Aborted => "aborted",
    }))
}

/// Returns how many transactions an xid is behind the own one, or behind the next (`xid_age`).
fn age(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let xid = args[0].as_u32();
    if xid < 3 {
        return Ok(Datum::i32(i32::MAX));
    }
    let xact = &b.store.xact;
    let now = xact.top_xid_if_any().unwrap_or_else(|| xact.next_xid());
    Ok(Datum::i32(now.0.wrapping_sub(xid) as i32))
}

/// Returns how old a multixact is (`mxid_age`).
fn mxid_age(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let multi = args[0].as_u32();
    let next = b.store.xact.multixacts.next().0;
    Ok(Datum::i32(if multi == 0 { i32::MAX } else { next.wrapping_sub(multi) as i32 }))
}

/// `pg_get_multixact_members`: a row for each transaction that holds a row by this multixact. A number that was not
/// given yet is refused.
fn multixact_members(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let id = TransactionId(args[0].as_u32());
    let all = &b.store.xact.multixacts;
    if id.0 < 1 {
        return err!(INVALID_PARAMETER_VALUE, "invalid MultiXactId: {id}");
    }
    if id.0 >= all.next().0 {
        return err!(
            INTERNAL_ERROR,
            "MultiXactId {id} has not been created yet -- apparent wraparound"
        );
    }
    let words = ["keysh", "sh", "fornokeyupd", "forupd", "nokeyupd", "upd"];
    let row = |m: &Member| vec![Datum::u32(m.xid.0), Datum::text(words[m.status as usize])];
    Ok(all.members(id).iter().map(row).collect())
}

/// A text as an xid8.
fn xid8_from_text(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let text = text_of(b, &args[0])?;
    storage::types::scalar::xid8_in(&text, b.store.release.xids_checked)
}

/// The low 32 bits of an xid8.
fn xid_of_xid8(_b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::u32(args[0].word() as u32))
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("pg_current_snapshot", &[], PG_SNAPSHOT, current).stable(),
    scalar("txid_current_snapshot", &[], TXID_SNAPSHOT, current).stable(),
    scalar("pg_snapshot_xmin", &[PG_SNAPSHOT], XID8, xmin),
    scalar("pg_snapshot_xmax", &[PG_SNAPSHOT], XID8, xmax),
    set("pg_snapshot_xip", &[PG_SNAPSHOT], XID8, &[], xip),
    scalar("txid_snapshot_xmin", &[TXID_SNAPSHOT], INT8, xmin),
    scalar("txid_snapshot_xmax", &[TXID_SNAPSHOT], INT8, xmax),
    set("txid_snapshot_xip", &[TXID_SNAPSHOT], INT8, &[], xip),
    scalar("pg_visible_in_snapshot", &[XID8, PG_SNAPSHOT], BOOL, visible),
    scalar("txid_visible_in_snapshot", &[INT8, TXID_SNAPSHOT], BOOL, visible),
    scalar("pg_xact_status", &[XID8], TEXT, status).volatile(),
    scalar("txid_status", &[INT8], TEXT, status).volatile(),
    scalar("age", &[XID], INT4, age).stable(),
    scalar("mxid_age", &[XID], INT4, mxid_age).stable(),
    set(
        "pg_get_multixact_members",
        &[XID],
        RECORD,
        &[("xid", XID), ("mode", TEXT)],
        multixact_members,
    )
    .volatile(),
    scalar("xid8", &[TEXT], XID8, xid8_from_text),
    scalar("xid", &[XID8], XID, xid_of_xid8),
];
