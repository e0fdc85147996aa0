//! Information functions: of the session, its settings, transactions and sequences, and of how
//! values are stored.

use super::text_of;
use super::{Args, ServerFunction, scalar};
use crate::backend::Backend;
use crate::backend::sequence;
use sql::functions::datetime::add_interval;
use sql::settings;
use storage::buffer::BufferUsage;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::heap::counters::RelationCounts;
use storage::ids::Oid;
use storage::types::datetime::Interval;
use storage::types::oid::{
    ANY, BOOL, FLOAT8, INT4, INT8, INTERVAL, NAME, NAME_ARRAY, OID, REGCLASS, TEXT, TIMESTAMPTZ,
    VOID, XID8,
};
use storage::varlena;

/// The SQL function `current_setting`.
fn current_setting(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let name = text_of(b, &args[0])?;
    let missing_ok = args.get(1).is_some_and(|d| d.as_bool());
    match b.settings.show(&name) {
        Some(v) => Ok(Datum::text(&v)),
        None if missing_ok => Ok(Datum::Null),
        None => Err(settings::unrecognized(&name)),
    }
}

/// The SQL function `set_config`.
fn set_config(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    if args[0].is_null() {
        return err!(NULL_VALUE_NOT_ALLOWED, "SET requires parameter name");
    }
    let name = text_of(b, &args[0])?;
    let local = !args[2].is_null() && args[2].as_bool();
    if args[1].is_null() {
        b.settings.reset(&name, local)?;
    } else {
        let value = text_of(b, &args[1])?;
        b.change_setting(&name, &value, local)?;
    }
    b.sync_settings();
    Ok(Datum::text(&b.settings.show(&name).unwrap_or_default()))
}

/// `pg_reload_conf`: the new configuration takes effect one statement late, as in a server.
fn reload_conf(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    b.session.reload_in = Some(1);
    Ok(Datum::bool(true))
}

/// The SQL function `version`.
fn version(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    let release = b.store.release;
    Ok(Datum::text(&format!("PostgreSQL {} on {}", release.server_version, release.compiled)))
}

/// The SQL function `current_database`.
fn database(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::name(&b.catalog.database))
}

/// `current_user` and its like: the only role is postgres.
fn user(_b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::name("postgres"))
}

/// `current_schema`: the first schema of the search path that exists.
fn current_schema(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    b.create_awaited_temp();
    let found = sql::analyze::CatalogView::current_schema(b.process);
    Ok(found.map_or(Datum::Null, |s| Datum::name(&s)))
}

/// The SQL function `current_schemas`.
fn current_schemas(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let all = args[0].as_bool();
    b.create_awaited_temp();
    let view = b.view();
    let path = if all { view.path() } else { view.named_path() };
    let names: Vec<Datum> =
        path.into_iter().map(|o| Datum::name(b.catalog.namespace_name(o))).collect();
    storage::types::array::Array::of(NAME, names).to_datum()
}

/// The SQL function `pg_backend_pid`.
fn backend_pid(_b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::i32(crate::backend::BACKEND_PID))
}

/// `pg_current_xact_id`: assigns an xid if the transaction has none.
fn current_xact(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::Word(u64::from(b.store.xact.top_xid().0)))
}

/// The SQL function `pg_current_xact_id_if_assigned`.
fn current_xact_if_any(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    let found = b.store.xact.top_xid_if_any();
    Ok(found.map_or(Datum::Null, |x| Datum::Word(u64::from(x.0))))
}

/// When the server started and read its configuration.
fn started(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::i64(b.cluster.server_started()))
}

/// The SQL function `nextval`.
fn nextval(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    sequence::next_value(b, Oid(args[0].as_u32())).map(Datum::i64)
}

/// The SQL function `currval`.
fn currval(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    sequence::current_value(b, Oid(args[0].as_u32())).map(Datum::i64)
}

/// The SQL function `lastval`.
fn lastval(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    match b.session.last_sequence.filter(|q| b.catalog.class(*q).is_some()) {
        Some(q) => sequence::current_value(b, q).map(Datum::i64),
        None => {
            err!(OBJECT_NOT_IN_PREREQUISITE_STATE, "lastval is not yet defined in this session")
        }
    }
}

/// The SQL function `pg_sequence_last_value`.
fn last_value(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let state = &sequence::entry_of(b, Oid(args[0].as_u32()))?.1.state;
    Ok(if state.is_called.get() { Datum::i64(state.last_value.get()) } else { Datum::Null })
}

/// The SQL function `setval`.
fn setval(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let called = args.get(2).is_none_or(|d| d.as_bool());
    sequence::set_value(b, Oid(args[0].as_u32()), args[1].as_i64(), called).map(Datum::i64)
}

/// Resets all statistics of the cluster (`pg_stat_reset_shared`): of those only the WAL's can be read here.
fn reset_all_shared(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    let now = b.clock_timestamp();
    b.store.wal.reset_statistics(now);
    Ok(Datum::Word(0))
}

/// Resets the statistics of the WAL (`pg_stat_reset_shared`). Other targets are refused: with 0A000
/// if the server has them, else with 22023.
fn reset_shared(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    match &*text_of(b, &args[0])? {
        "wal" => {
            let now = b.clock_timestamp();
            b.store.wal.reset_statistics(now);
        }
        target if b.store.release.reset_targets.split(' ').any(|t| t == target) => {
            return err!(FEATURE_NOT_SUPPORTED, "statistics of \"{target}\" are not modelled");
        }
        other => {
            return Err(PgError::new(
                SqlState::INVALID_PARAMETER_VALUE,
                format!("unrecognized reset target: \"{other}\""),
            )
            .hint(format!(
                "Target must be \"{}\", or \"wal\".",
                b.store.release.reset_targets.replace(' ', "\", \"")
            )));
        }
    }
    Ok(Datum::Word(0))
}

/// Does nothing and returns void.
fn nothing(_b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Datum> {
    Ok(Datum::Word(0))
}

/// One of the statistics counters of a relation.
fn counted(
    b: &mut Backend<'_>,
    args: &Args<'_>,
    which: fn(&RelationCounts) -> i64,
) -> Result<Datum> {
    let shown = b.store.statistics.shown(Oid(args[0].as_u32()));
    Ok(Datum::i64(which(&shown)))
}

/// How many pages of a file count as read.
pub(crate) fn reads(b: &Backend<'_>, u: &BufferUsage) -> u64 {
    // A page that is added counts as one that was not found.
    u.read + if b.store.release.growth_counted_as_read { u.extended } else { 0 }
}

/// How many of a relation's blocks were asked for, or of these only those that were in the pool.
fn blocks(b: &mut Backend<'_>, args: &Args<'_>, hits_only: bool) -> Result<Datum> {
    let Some(file) = b.catalog.class(Oid(args[0].as_u32())).map(|c| c.file) else {
        return Ok(Datum::i64(0));
    };
    let u = b.store.statistics.shown_file(file);
    let read = if hits_only { 0 } else { reads(b, &u) };
    Ok(Datum::i64((u.hit + read) as i64))
}

/// Returns the bytes that the value takes where it is stored (`pg_column_size`,
/// `toast_datum_size`).
fn column_size(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let t = args.types[0];
    Ok(Datum::i32(match &args[0] {
        Datum::Null => return Ok(Datum::Null),
        Datum::Word(_) => match storage::types::info(t) {
            Some(i) if i.len > 0 => i32::from(i.len),
            _ => 4,
        },
        Datum::Ref(bytes) => match length_of(b, t) {
            -1 => {
                let store = &b.store;
                storage::toaster::stored_size(store, &args[0]) as i32
            }
            -2 => bytes.len() as i32 + 1,
            n => i32::from(n),
        },
    }))
}

/// A type's length (`typlen`), for a domain that of its base type.
fn length_of(b: &mut Backend<'_>, t: Oid) -> i16 {
    if let Some(i) = storage::types::info(t) {
        return i.len;
    }
    match b.catalog.types().get(&t).map(|t| &t.kind) {
        Some(crate::catalog::UserTypeKind::Enum(_)) => 4,
        Some(crate::catalog::UserTypeKind::Domain(d)) => {
            storage::types::info(d.base).map_or(-1, |i| i.len)
        }
        _ => -1,
    }
}

/// Returns the method of a compressed value, inline or not (`pg_column_compression`).
fn column_compression(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let t = args.types[0];
    if args[0].is_null() || length_of(b, t) != -1 {
        return Ok(Datum::Null);
    }
    let bytes = args[0].bytes();
    let method = if varlena::is_external(bytes) {
        varlena::ToastPointer::decode(bytes).and_then(|p| p.compression())
    } else if varlena::is_compressed(bytes) {
        varlena::compressed_header(bytes).map(|(_, m)| m)
    } else {
        None
    };
    Ok(match method {
        None => Datum::Null,
        Some(storage::tuple::Compression::Pglz) => Datum::text("pglz"),
        Some(storage::tuple::Compression::Lz4) => Datum::text("lz4"),
    })
}

/// Returns the chunk_id of a value in the TOAST table (`pg_column_toast_chunk_id`).
fn chunk_id(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    if args[0].is_null() || length_of(b, args.types[0]) != -1 {
        return Ok(Datum::Null);
    }
    let pointer = varlena::ToastPointer::decode(args[0].bytes());
    Ok(pointer.map_or(Datum::Null, |p| Datum::Word(u64::from(p.value_id.0))))
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("pg_column_size", &[ANY], INT4, column_size).stable().not_strict(),
    scalar("pg_column_compression", &[ANY], TEXT, column_compression).stable(),
    scalar("pg_column_toast_chunk_id", &[ANY], OID, chunk_id).stable(),
    scalar("current_setting", &[TEXT], TEXT, current_setting).stable(),
    scalar("current_setting", &[TEXT, BOOL], TEXT, current_setting).stable(),
    scalar("set_config", &[TEXT, TEXT, BOOL], TEXT, set_config).volatile().not_strict(),
    scalar("pg_reload_conf", &[], BOOL, reload_conf).volatile(),
    scalar("version", &[], TEXT, version).stable(),
    scalar("current_database", &[], NAME, database).stable(),
    scalar("current_user", &[], NAME, user).stable(),
    scalar("session_user", &[], NAME, user).stable(),
    scalar("current_schema", &[], NAME, current_schema).stable(),
    scalar("current_schemas", &[BOOL], NAME_ARRAY, current_schemas).stable(),
    scalar("pg_backend_pid", &[], INT4, backend_pid).stable(),
    scalar("txid_current", &[], INT8, current_xact).stable(),
    scalar("txid_current_if_assigned", &[], INT8, current_xact_if_any).stable(),
    scalar("pg_current_xact_id", &[], XID8, current_xact).stable(),
    scalar("pg_current_xact_id_if_assigned", &[], XID8, current_xact_if_any).stable(),
    scalar("pg_postmaster_start_time", &[], TIMESTAMPTZ, started).stable(),
    scalar("pg_conf_load_time", &[], TIMESTAMPTZ, started).stable(),
    scalar("pg_is_in_recovery", &[], BOOL, |_, _| Ok(Datum::bool(false))).volatile(),
    scalar("nextval", &[REGCLASS], INT8, nextval).volatile(),
    scalar("currval", &[REGCLASS], INT8, currval).volatile(),
    scalar("lastval", &[], INT8, lastval).volatile(),
    scalar("pg_sequence_last_value", &[REGCLASS], INT8, last_value).volatile(),
    scalar("setval", &[REGCLASS, INT8], INT8, setval).volatile(),
    scalar("setval", &[REGCLASS, INT8, BOOL], INT8, setval).volatile(),
    scalar("pg_stat_reset_shared", &[], VOID, reset_all_shared).volatile(),
    scalar("pg_stat_reset_shared", &[TEXT], VOID, reset_shared).volatile(),
    scalar("pg_stat_reset", &[], VOID, |b, _| {
        let usage = b.store.pool.usage();
        let now = b.statement_timestamp();
        b.store.statistics.reset(usage, now);
        Ok(Datum::Word(0))
    })
    .volatile(),
    scalar("pg_stat_force_next_flush", &[], VOID, |b, _| {
        b.store.statistics.force();
        Ok(Datum::Word(0))
    })
    .volatile(),
    scalar("pg_stat_clear_snapshot", &[], VOID, nothing).volatile(),
    scalar("pg_stat_reset_single_table_counters", &[OID], VOID, |b, a| {
        let rel = Oid(a[0].as_u32());
        if let Some(file) = b.catalog.class(rel).map(|c| c.file) {
            b.store.statistics.reset_one(rel, file);
        }
        Ok(Datum::Word(0))
    })
    .volatile(),
    scalar("pg_stat_get_live_tuples", &[OID], INT8, |c, a| counted(c, a, |s| s.live)).stable(),
    scalar("pg_stat_get_dead_tuples", &[OID], INT8, |c, a| counted(c, a, |s| s.dead)).stable(),
    scalar("pg_stat_get_mod_since_analyze", &[OID], INT8, |c, a| counted(c, a, |s| s.changed))
        .stable(),
    scalar("pg_stat_get_numscans", &[OID], INT8, |c, a| counted(c, a, |s| s.scans as i64)).stable(),
    scalar("pg_stat_get_tuples_inserted", &[OID], INT8, |c, a| {
        counted(c, a, |s| s.inserted as i64)
    })
    .stable(),
    scalar("pg_stat_get_tuples_updated", &[OID], INT8, |c, a| counted(c, a, |s| s.updated as i64))
        .stable(),
    scalar("pg_stat_get_tuples_deleted", &[OID], INT8, |c, a| counted(c, a, |s| s.deleted as i64))
        .stable(),
    scalar("pg_stat_get_tuples_hot_updated", &[OID], INT8, |c, a| {
        counted(c, a, |s| s.hot_updated as i64)
    })
    .stable(),
    scalar("pg_stat_get_blocks_fetched", &[OID], INT8, |c, a| blocks(c, a, false)).stable(),
    scalar("pg_stat_get_blocks_hit", &[OID], INT8, |c, a| blocks(c, a, true)).stable(),
    scalar("pg_stat_get_vacuum_count", &[OID], INT8, |c, a| counted(c, a, |s| s.vacuums as i64))
        .stable(),
    scalar("pg_stat_get_analyze_count", &[OID], INT8, |c, a| counted(c, a, |s| s.analyzes as i64))
        .stable(),
    scalar("pg_sleep", &[FLOAT8], VOID, |b, a| {
        b.sleep(a[0].as_f64())?;
        Ok(Datum::Word(0))
    })
    .volatile(),
    scalar("pg_sleep_for", &[INTERVAL], VOID, |b, a| {
        let now = b.clock_timestamp();
        let end = add_interval(now, Interval::from_datum(&a[0]))?;
        b.sleep((end - now) as f64 / 1e6)?;
        Ok(Datum::Word(0))
    })
    .volatile(),
];
