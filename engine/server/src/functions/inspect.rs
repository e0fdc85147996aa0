//! pg_visibility and pg_freespacemap: the maps as rows (`contrib/pg_visibility`,
//! `contrib/pg_freespacemap`).

use super::size::{blocks, open};
use super::{Args, ServerFunction, scalar, set};
use crate::backend::Backend;
use crate::catalog::{Class, other_method};
use storage::buffer::{BufferId, BufferTag};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind, fsm, visibility_map};
use storage::ids::{BlockNumber, ForkNumber, Oid};
use storage::page;
use storage::types::oid::{BOOL, INT2, INT4, INT8, OID, RECORD, REGCLASS, TEXT, TID, VOID};

/// Opens a relation that has a heap; others are refused.
fn heap(b: &Backend<'_>, d: &Datum) -> Result<std::rc::Rc<Class>> {
    let c = open(b, d)?;
    if !c.kind.has_table_am() {
        return Err(PgError::new(
            SqlState::WRONG_OBJECT_TYPE,
            format!("relation \"{}\" is of wrong relation kind", c.name),
        )
        .detail(c.unsupported()));
    }
    Ok(c)
}

/// The bits of a block in the visibility map, all-visible and all-frozen; with `with_page` also the
/// page's own all-visible flag, else false. `held` is the map's page that is pinned.
fn visibility(
    b: &mut Backend<'_>,
    c: &Class,
    block: u32,
    with_page: bool,
    held: &mut Option<BufferId>,
) -> Result<[bool; 3]> {
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok([false; 3]) };
    let bits = visibility_map::get_status(b.store, &rel, BlockNumber(block), held)?;
    let mut mark = false;
    if with_page && block < b.store.pool.nblocks(c.file, ForkNumber::Main) {
        let p = super::size::page_of(b, c, ForkNumber::Main, i64::from(block))?;
        mark = page::is_all_visible(p.bytes());
    }
    Ok([bits & 1 != 0, bits & 2 != 0, mark])
}

/// The two bits of the visibility map for one block or for each; with `with_page` also the page's
/// own bit.
fn map_rows(b: &mut Backend<'_>, args: &Args<'_>, with_page: bool) -> Result<Vec<Vec<Datum>>> {
    let c = heap(b, &args[0])?;
    let count = blocks(b, &c, ForkNumber::Main)?;
    let single = args.get(1).map(|d| d.as_i64());
    if single.is_some_and(|n| !(0..=i64::from(u32::MAX - 1)).contains(&n)) {
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    let range = match single {
        Some(n) => n as u32..n as u32 + 1,
        None => 0..count,
    };
    let (mut rows, mut held) = (Vec::new(), None);
    for block in range {
        let [visible, frozen, mark] = visibility(b, &c, block, with_page, &mut held)?;
        let mut row = Vec::new();
        if single.is_none() {
            row.push(Datum::i64(i64::from(block)));
        }
        row.extend([Datum::bool(visible), Datum::bool(frozen)]);
        if with_page {
            row.push(Datum::bool(mark));
        }
        rows.push(row);
    }
    held.into_iter().for_each(|h| b.store.pool.release(h));
    Ok(rows)
}

/// `pg_visibility_map`: the map's bits.
fn pg_visibility_map(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    map_rows(b, args, false)
}

/// `pg_visibility`: the map's bits and the pages' own.
fn pg_visibility(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    map_rows(b, args, true)
}

/// `pg_visibility_map_summary`: how many pages are all-visible, how many all-frozen.
fn summary(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let c = heap(b, &args[0])?;
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok(Vec::new()) };
    let (visible, frozen) = visibility_map::count(b.store, &rel)?;
    let n = |v: u32| Datum::i64(i64::from(v));
    Ok(vec![vec![n(visible), n(frozen)]])
}

/// Returns a row for every block of a relation: the free bytes that its map records
/// (`pg_freespace`).
fn freespaces(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    // Written in SQL: a relation that is not there has no size, so no blocks.
    if b.catalog.class(Oid(args[0].as_u32())).is_none() {
        return Ok(Vec::new());
    }
    let c = open(b, &args[0])?;
    let count = blocks(b, &c, ForkNumber::Main)?;
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok(Vec::new()) };
    let mut rows = Vec::new();
    for block in 0..count {
        let free = fsm::recorded_free_space(b.store, &rel, BlockNumber(block))?;
        rows.push(vec![Datum::i64(i64::from(block)), Datum::i16(free as i16)]);
    }
    Ok(rows)
}

/// Returns the free bytes that a relation's map records for one block (`pg_freespace`).
fn freespace(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let c = open(b, &args[0])?;
    if !c.kind.has_storage() {
        let text = format!("relation \"{}\" does not have storage", c.name);
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, text).detail(c.unsupported()));
    }
    blocks(b, &c, ForkNumber::Main)?;
    let Some(rel) = b.catalog.relation(c.oid) else { return Ok(Datum::Null) };
    let n = args[1].as_i64();
    if !(0..=i64::from(u32::MAX - 1)).contains(&n) {
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    let free = fsm::recorded_free_space(b.store, &rel, BlockNumber(n as u32))?;
    Ok(Datum::i16(free as i16))
}

/// The SQL function `pg_truncate_visibility_map`.
fn truncate_map(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    b.store.lock_exclusively(open(b, &args[0])?.oid);
    let c = heap(b, &args[0])?;
    if let Some(rel) = b.catalog.relation(c.oid) {
        visibility_map::forget(b.store, &rel)?;
    }
    Ok(Datum::Word(0))
}

/// Refuses a NULL among the first arguments, which have these names.
fn none_null(args: &Args<'_>, names: &[&str]) -> Result<()> {
    match names.iter().zip(args.iter()).find(|(_, value)| value.is_null()) {
        Some((name, _)) => err!(INVALID_PARAMETER_VALUE, "{name} cannot be null"),
        None => Ok(()),
    }
}

/// Checks the range of blocks and reports no damage (`verify_heapam`).
fn verify_heap(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    none_null(args, &["relation", "on_error_stop", "check_toast", "skip"])?;
    let skip = super::text_of(b, &args[3])?.to_ascii_lowercase();
    if !matches!(skip.as_str(), "all-visible" | "all-frozen" | "none") {
        return Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, "invalid skip option")
            .hint("Valid skip options are \"all-visible\", \"all-frozen\", and \"none\"."));
    }
    let c = open(b, &args[0])?;
    if !c.kind.has_table_am() {
        let m = format!("cannot check relation \"{}\"", c.name);
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, m).detail(c.unsupported()));
    }
    let n = i64::from(blocks(b, &c, ForkNumber::Main)?);
    for (which, at) in [("starting", &args[4]), ("ending", &args[5])] {
        if n > 0 && !at.is_null() && !(0..n).contains(&at.as_i64()) {
            return err!(
                INVALID_PARAMETER_VALUE,
                "{which} block number must be between 0 and {}",
                n - 1
            );
        }
    }
    Ok(Vec::new())
}

/// Reports no damage: the engine's own pages are never corrupt.
fn none_corrupt(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    heap(b, &args[0])?;
    Ok(Vec::new())
}

/// `bt_index_check` and `bt_index_parent_check`: refuses what is no B-tree, and finds no damage.
fn check_index(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let c = open(b, &args[0])?;
    if c.kind != RelKind::Index {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not an index", c.name);
    }
    if other_method(&c).is_some() {
        let message = "only B-Tree indexes are supported as targets for verification";
        let detail = format!("Relation \"{}\" is not a B-Tree index.", c.name);
        return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, message).detail(detail));
    }
    Ok(Datum::Word(0))
}

/// Reads blocks of a relation, and returns how many (`pg_prewarm`).
fn prewarm(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    none_null(args, &["relation", "prewarm type"])?;
    let how = super::text_of(b, &args[1])?;
    if !matches!(how.as_str(), "prefetch" | "read" | "buffer") {
        return Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, "invalid prewarm type")
            .hint("Valid prewarm types are \"prefetch\", \"read\", and \"buffer\"."));
    }
    none_null(args, &["relation", "prewarm type", "relation fork"])?;
    let fork = super::size::fork_named(&super::text_of(b, &args[2])?)?;
    let c = open(b, &args[0])?;
    if b.store.release.prewarmed_kinds_named && !c.kind.has_storage() {
        let text = format!("relation \"{}\" does not have storage", c.name);
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, text).detail(c.unsupported()));
    }
    let n = i64::from(blocks(b, &c, fork)?);
    let exists = match fork {
        ForkNumber::Main => c.kind.has_storage(),
        ForkNumber::Init => {
            c.persistence == Persistence::Unlogged && c.kind != RelKind::MaterializedView
        }
        ForkNumber::Fsm | ForkNumber::VisibilityMap => n > 0,
    };
    if !exists {
        let fork = super::text_of(b, &args[2])?;
        return err!(INVALID_PARAMETER_VALUE, "fork \"{fork}\" does not exist for this relation");
    }
    let first = if args[3].is_null() { 0 } else { args[3].as_i64() };
    let last = if args[4].is_null() { n - 1 } else { args[4].as_i64() };
    for (what, at) in [("starting", first), ("ending", last)] {
        if !args[if what == "starting" { 3 } else { 4 }].is_null() && !(0..n).contains(&at) {
            return err!(
                INVALID_PARAMETER_VALUE,
                "{what} block number must be between 0 and {}",
                n - 1
            );
        }
    }
    for block in first..=last {
        let tag = BufferTag { file: c.file, fork, block: BlockNumber(block as u32) };
        let buffer = b.store.pool.read(tag)?;
        b.store.pool.release(buffer);
    }
    Ok(Datum::i64((last - first + 1).max(0)))
}

/// Returns a row for each of `shared_buffers`; one that holds no page has NULLs (`pg_buffercache_pages`).
fn buffercache(b: &mut Backend<'_>, _args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let empty = |frame: u32| {
        let mut row = vec![Datum::Null; CACHE.len()];
        row[0] = Datum::i32(frame as i32 + 1);
        row
    };
    let mut rows: Vec<_> = (0..b.store.pool.shared_buffers()).map(empty).collect();
    for (frame, tag, usage, dirty, pins) in b.store.pool.resident() {
        rows[frame as usize] = vec![
            Datum::i32(frame as i32 + 1),
            Datum::u32(tag.file.0),
            Datum::u32(1663),
            Datum::u32(5),
            Datum::i16(tag.fork as i16),
            Datum::i64(i64::from(tag.block.0)),
            Datum::bool(dirty),
            Datum::i16(i16::from(usage)),
            Datum::i32(pins as i32),
        ];
    }
    Ok(rows)
}

const CORRUPT: &[(&str, Oid)] =
    &[("blkno", INT8), ("offnum", INT4), ("attnum", INT4), ("msg", TEXT)];
const CACHE: &[(&str, Oid)] = &[
    ("bufferid", INT4),
    ("relfilenode", OID),
    ("reltablespace", OID),
    ("reldatabase", OID),
    ("relforknumber", INT2),
    ("relblocknumber", INT8),
    ("isdirty", BOOL),
    ("usagecount", INT2),
    ("pinning_backends", INT4),
];
/// The arguments of amcheck's functions for indexes.
const CHECKED: &[&str] = &["index", "heapallindexed", "rootdescend"];
const MAP: &[(&str, Oid)] = &[("blkno", INT8), ("all_visible", BOOL), ("all_frozen", BOOL)];
const MAP_ONE: &[(&str, Oid)] = &[("all_visible", BOOL), ("all_frozen", BOOL)];
const FULL: &[(&str, Oid)] =
    &[("blkno", INT8), ("all_visible", BOOL), ("all_frozen", BOOL), ("pd_all_visible", BOOL)];
const FULL_ONE: &[(&str, Oid)] =
    &[("all_visible", BOOL), ("all_frozen", BOOL), ("pd_all_visible", BOOL)];

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    set("pg_visibility_map", &[REGCLASS], RECORD, MAP, pg_visibility_map).volatile(),
    set("pg_visibility_map", &[REGCLASS, INT8], RECORD, MAP_ONE, pg_visibility_map)
        .volatile()
        .one_row(),
    set("pg_visibility", &[REGCLASS], RECORD, FULL, pg_visibility).volatile(),
    set("pg_visibility", &[REGCLASS, INT8], RECORD, FULL_ONE, pg_visibility).volatile().one_row(),
    set(
        "pg_visibility_map_summary",
        &[REGCLASS],
        RECORD,
        &[("all_visible", INT8), ("all_frozen", INT8)],
        summary,
    )
    .volatile()
    .one_row(),
    set("pg_check_frozen", &[REGCLASS], TID, &[("t_ctid", TID)], none_corrupt).volatile(),
    set("pg_check_visible", &[REGCLASS], TID, &[("t_ctid", TID)], none_corrupt).volatile(),
    scalar("pg_truncate_visibility_map", &[REGCLASS], VOID, truncate_map).volatile(),
    set("verify_heapam", &[REGCLASS, BOOL, BOOL, TEXT, INT8, INT8], RECORD, CORRUPT, verify_heap)
        .volatile()
        .not_strict()
        .named(&["relation", "on_error_stop", "check_toast", "skip", "startblock", "endblock"])
        .defaults(&["false", "false", "'none'", "NULL", "NULL"]),
    scalar("bt_index_check", &[REGCLASS], VOID, check_index).volatile().named(CHECKED),
    scalar("bt_index_check", &[REGCLASS, BOOL], VOID, check_index).volatile().named(CHECKED),
    scalar("bt_index_check", &[REGCLASS, BOOL, BOOL], VOID, check_index).volatile().named(&[
        "index",
        "heapallindexed",
        "checkunique",
    ]),
    scalar("bt_index_parent_check", &[REGCLASS], VOID, check_index).volatile().named(CHECKED),
    scalar("bt_index_parent_check", &[REGCLASS, BOOL], VOID, check_index).volatile().named(CHECKED),
    scalar("bt_index_parent_check", &[REGCLASS, BOOL, BOOL], VOID, check_index)
        .volatile()
        .named(CHECKED),
    scalar("bt_index_parent_check", &[REGCLASS, BOOL, BOOL, BOOL], VOID, check_index)
        .volatile()
        .named(&["index", "heapallindexed", "rootdescend", "checkunique"]),
    scalar("pg_prewarm", &[REGCLASS, TEXT, TEXT, INT8, INT8], INT8, prewarm)
        .volatile()
        .not_strict()
        .named(&["", "mode", "fork", "first_block", "last_block"])
        .defaults(&["'buffer'", "'main'", "NULL", "NULL"]),
    set("pg_buffercache_pages", &[], RECORD, CACHE, buffercache).volatile(),
    set("pg_freespace", &[REGCLASS], RECORD, &[("blkno", INT8), ("avail", INT2)], freespaces)
        .volatile(),
    scalar("pg_freespace", &[REGCLASS, INT8], INT2, freespace).volatile(),
];
