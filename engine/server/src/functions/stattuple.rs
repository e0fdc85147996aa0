//! pgstattuple: live, dead and free space of heaps and B-trees (`contrib/pgstattuple`).
//!
//! ```text
//! SELECT table_len, tuple_count, tuple_percent, free_space FROM pgstattuple('t');
//!  table_len | tuple_count | tuple_percent | free_space
//!     688128 |       10000 |         88.65 |       5776     84 pages, every line pointer judged
//! ```
//!
//! `pgstattuple` reads every page twice, once as a scan that sees everything and once for its free
//! space; `pgstattuple_approx` believes the maps for pages that are all visible. Hash and GiST
//! indexes, which the model does not have, are left out.

use super::size::blocks;
use super::{Args, ServerFunction, scalar, set};
use super::{relation_named, relation_of, text_of};
use crate::backend::Backend;
use crate::catalog::{Class, other_method};
use std::rc::Rc;
use storage::btree;
use storage::buffer::BufferTag;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{self, RelKind, VacuumState, fsm, visibility_map};
use storage::ids::{BlockNumber, ForkNumber, OffsetNumber, Oid};
use storage::page::layout::SIZE_OF_PAGE_HEADER;
use storage::page::{self, BLCKSZ, Page};
use storage::types::oid::{FLOAT8, INT4, INT8, RECORD, REGCLASS, TEXT};
use storage::xact::Snapshot;

/// The relation named by a text or given as a regclass.
fn target(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Rc<Class>> {
    if args.types.first() == Some(&REGCLASS) {
        return relation_of(b, Oid(args[0].as_u32()));
    }
    let name = text_of(b, &args[0])?;
    relation_named(b, &name)
}

/// Counts of bytes and tuples (`pgstattuple_type`).
#[derive(Default)]
struct Counts {
    live: u64,
    live_bytes: u64,
    dead: u64,
    dead_bytes: u64,
    free: u64,
}

/// A share of the whole in per cent, with two decimals as `%.2f` rounds.
fn percent(part: u64, whole: u64) -> Datum {
    let exact = if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 };
    Datum::f64(format!("{exact:.2}").parse().unwrap_or(0.0))
}

/// A count as a bigint.
fn n(v: u64) -> Datum {
    Datum::i64(v as i64)
}

/// A page of a relation, read through a buffer.
fn block_of(b: &mut Backend<'_>, c: &Class, block: u32) -> Result<Page> {
    let tag = BufferTag { file: c.file, fork: ForkNumber::Main, block: BlockNumber(block) };
    let buffer = b.store.pool.read(tag)?;
    let page = b.store.pool.page(buffer).clone();
    b.store.pool.release(buffer);
    Ok(page)
}

/// Counts the live and dead tuples and the free bytes on all pages of a table (`pgstat_heap`).
fn heap_counts(b: &mut Backend<'_>, c: &Class, pages: u32) -> Result<Counts> {
    let mut counts = Counts::default();
    for block in 0..pages {
        let tag = BufferTag { file: c.file, fork: ForkNumber::Main, block: BlockNumber(block) };
        let buffer = b.store.pool.read(tag)?;
        let max = page::max_offset(b.store.pool.page(buffer).bytes());
        for off in (1..=max).map(OffsetNumber) {
            let id = page::item_id(b.store.pool.page(buffer).bytes(), off);
            if !id.is_normal() {
                continue;
            }
            let length = id.length() as u64;
            if heap::satisfies_visibility(b.store, buffer, off, &Snapshot::Dirty) {
                counts.live += 1;
                counts.live_bytes += length;
            } else {
                counts.dead += 1;
                counts.dead_bytes += length;
            }
        }
        b.store.pool.release(buffer);
        let page = block_of(b, c, block)?;
        counts.free += free_space(b, page.bytes(), page::heap_free_space);
    }
    Ok(counts)
}

/// The free bytes of a page, as the version counts them.
fn free_space(b: &Backend<'_>, p: &page::PageBytes, usual: fn(&page::PageBytes) -> usize) -> u64 {
    let count = if b.store.release.exact_free_space { page::exact_free_space } else { usual };
    count(p) as u64
}

/// Counts the live and dead entries and the free bytes on the leaf pages of a B-tree index
/// (`pgstat_index`, `pgstat_btree_page`); deleted pages are free.
fn index_counts(b: &mut Backend<'_>, c: &Class, pages: u32) -> Result<Counts> {
    let mut counts = Counts::default();
    for block in 1..pages {
        let page = block_of(b, c, block)?;
        let p = page.bytes();
        let opaque = btree::layout::Opaque::of(p);
        if page::is_new(p) || opaque.ignore() {
            counts.free += BLCKSZ as u64;
        } else if opaque.is_leaf() {
            counts.free += free_space(b, p, page::free_space);
            for off in (opaque.first_data_key()..=page::max_offset(p)).map(OffsetNumber) {
                let id = page::item_id(p, off);
                if id.is_dead() {
                    counts.dead += 1;
                    counts.dead_bytes += id.length() as u64;
                } else {
                    counts.live += 1;
                    counts.live_bytes += id.length() as u64;
                }
            }
        }
    }
    Ok(counts)
}

/// `pgstattuple`: reads each page and counts what is on it.
fn pgstattuple(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let c = target(b, args)?;
    let pages = blocks(b, &c, ForkNumber::Main)?;
    let counts = match c.kind {
        RelKind::Table | RelKind::Toast | RelKind::MaterializedView | RelKind::Sequence => {
            let counts = heap_counts(b, &c, pages)?;
            b.store.statistics.scan(c.oid);
            b.store.statistics.returned(c.oid, counts.live + counts.dead);
            counts
        }
        RelKind::Index => index_counts(b, &c, pages)?,
        _ => {
            return Err(PgError::new(
                SqlState::FEATURE_NOT_SUPPORTED,
                format!("cannot get tuple-level statistics for relation \"{}\"", c.name),
            )
            .detail(c.unsupported()));
        }
    };
    let whole = u64::from(pages) * BLCKSZ as u64;
    Ok(vec![vec![
        n(whole),
        n(counts.live),
        n(counts.live_bytes),
        percent(counts.live_bytes, whole),
        n(counts.dead),
        n(counts.dead_bytes),
        percent(counts.dead_bytes, whole),
        n(counts.free),
        percent(counts.free, whole),
    ]])
}

/// Returns the approximate statistics of a table: pages that the visibility map has as all visible
/// are not read (`statapprox_heap`). Other kinds of relation are refused with 0A000.
fn pgstattuple_approx(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let c = target(b, args)?;
    let rel = b.catalog.relation(c.oid).filter(|_| c.kind.has_table_am());
    let Some(rel) = rel else {
        let message = format!("relation \"{}\" is of wrong relation kind", c.name);
        return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, message).detail(c.unsupported()));
    };
    let oldest = b.store.xact.oldest_xmin();
    let pages = blocks(b, &c, ForkNumber::Main)?;
    let mut counts = Counts::default();
    let mut scanned = 0u32;
    let mut map = None;
    for block in (0..pages).map(BlockNumber) {
        let bits = visibility_map::get_status(b.store, &rel, block, &mut map)?;
        if bits & visibility_map::ALL_VISIBLE != 0 {
            let free = fsm::recorded_free_space(b.store, &rel, block)? as u64;
            counts.live_bytes += BLCKSZ as u64 - free;
            counts.free += free;
            continue;
        }
        let tag = BufferTag { file: c.file, fork: ForkNumber::Main, block };
        let buffer = b.store.pool.read(tag)?;
        let p = b.store.pool.page(buffer).bytes();
        counts.free += match page::is_new(p) {
            true => (BLCKSZ - SIZE_OF_PAGE_HEADER) as u64,
            false => free_space(b, p, page::heap_free_space),
        };
        scanned += 1;
        for off in (1..=page::max_offset(p)).map(OffsetNumber) {
            let id = page::item_id(b.store.pool.page(buffer).bytes(), off);
            if !id.is_normal() {
                continue;
            }
            let length = id.length() as u64;
            match heap::satisfies_vacuum(b.store, buffer, off, oldest) {
                VacuumState::Live | VacuumState::DeleteInProgress => {
                    counts.live += 1;
                    counts.live_bytes += length;
                }
                _ => {
                    counts.dead += 1;
                    counts.dead_bytes += length;
                }
            }
        }
        b.store.pool.release(buffer);
    }
    if let Some(held) = map {
        b.store.pool.release(held);
    }
    let old = (rel.state.relpages.get(), f64::from(rel.state.reltuples.get()));
    let tuples = storage::table::estimate_tuples(pages, scanned, counts.live as f64, old);
    let whole = u64::from(pages) * BLCKSZ as u64;
    let share =
        |part: u64| Datum::f64(if whole == 0 { 0.0 } else { 100.0 * part as f64 / whole as f64 });
    let read = f64::from(scanned) * 100.0 / f64::from(pages.max(1));
    Ok(vec![vec![
        n(whole),
        Datum::f64(if b.store.release.exact_scanned_percent { read } else { read.trunc() }),
        n(tuples.max(0.0) as u64),
        n(counts.live_bytes),
        share(counts.live_bytes),
        n(counts.dead),
        n(counts.dead_bytes),
        share(counts.dead_bytes),
        n(counts.free),
        share(counts.free),
    ]])
}

/// Returns the statistics of a B-tree index: pages of each kind, density, fragmentation
/// (`pgstatindex_impl`). Other relations are refused with 42809.
fn pgstatindex(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Vec<Vec<Datum>>> {
    let c = target(b, args)?;
    if c.kind != RelKind::Index || other_method(&c).is_some() {
        return err!(WRONG_OBJECT_TYPE, "relation \"{}\" is not a btree index", c.name);
    }
    let meta = btree::layout::Meta::of(block_of(b, &c, 0)?.bytes());
    let (mut internal, mut leaf, mut empty, mut deleted) = (0u64, 0u64, 0u64, 0u64);
    let (mut available, mut free, mut fragments) = (0u64, 0u64, 0u64);
    for block in 1..blocks(b, &c, ForkNumber::Main)? {
        let page = block_of(b, &c, block)?;
        let opaque = btree::layout::Opaque::of(page.bytes());
        if opaque.is_deleted() {
            deleted += 1;
        } else if opaque.ignore() {
            empty += 1;
        } else if opaque.is_leaf() {
            available += (page::special(page.bytes()) - SIZE_OF_PAGE_HEADER) as u64;
            free += free_space(b, page.bytes(), page::free_space);
            leaf += 1;
            fragments += u64::from(!opaque.rightmost() && opaque.next < block);
        } else {
            internal += 1;
        }
    }
    let rounded = |v: f64, count: u64| {
        Datum::f64(if count == 0 { f64::NAN } else { format!("{v:.2}").parse().unwrap_or(0.0) })
    };
    Ok(vec![vec![
        Datum::i32(meta.version as i32),
        Datum::i32(meta.level as i32),
        n((1 + internal + leaf + empty + deleted) * BLCKSZ as u64),
        n(u64::from(meta.root)),
        n(internal),
        n(leaf),
        n(empty),
        n(deleted),
        rounded(100.0 - free as f64 / available as f64 * 100.0, available),
        rounded(fragments as f64 / leaf as f64 * 100.0, leaf),
    ]])
}

/// The SQL function `pg_relpages`.
fn relpages(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let c = target(b, args)?;
    if !c.kind.has_storage() {
        let message = format!("cannot get page count of relation \"{}\"", c.name);
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, message).detail(c.unsupported()));
    }
    Ok(Datum::i64(i64::from(blocks(b, &c, ForkNumber::Main)?)))
}

const TUPLES: &[(&str, Oid)] = &[
    ("table_len", INT8),
    ("tuple_count", INT8),
    ("tuple_len", INT8),
    ("tuple_percent", FLOAT8),
    ("dead_tuple_count", INT8),
    ("dead_tuple_len", INT8),
    ("dead_tuple_percent", FLOAT8),
    ("free_space", INT8),
    ("free_percent", FLOAT8),
];
const APPROX: &[(&str, Oid)] = &[
    ("table_len", INT8),
    ("scanned_percent", FLOAT8),
    ("approx_tuple_count", INT8),
    ("approx_tuple_len", INT8),
    ("approx_tuple_percent", FLOAT8),
    ("dead_tuple_count", INT8),
    ("dead_tuple_len", INT8),
    ("dead_tuple_percent", FLOAT8),
    ("approx_free_space", INT8),
    ("approx_free_percent", FLOAT8),
];
const INDEX: &[(&str, Oid)] = &[
    ("version", INT4),
    ("tree_level", INT4),
    ("index_size", INT8),
    ("root_block_no", INT8),
    ("internal_pages", INT8),
    ("leaf_pages", INT8),
    ("empty_pages", INT8),
    ("deleted_pages", INT8),
    ("avg_leaf_density", FLOAT8),
    ("leaf_fragmentation", FLOAT8),
];

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    set("pgstattuple", &[TEXT], RECORD, TUPLES, pgstattuple).volatile().one_row(),
    set("pgstattuple", &[REGCLASS], RECORD, TUPLES, pgstattuple).volatile().one_row(),
    set("pgstattuple_approx", &[REGCLASS], RECORD, APPROX, pgstattuple_approx).volatile().one_row(),
    set("pgstatindex", &[TEXT], RECORD, INDEX, pgstatindex).volatile().one_row(),
    set("pgstatindex", &[REGCLASS], RECORD, INDEX, pgstatindex).volatile().one_row(),
    scalar("pg_relpages", &[TEXT], INT8, relpages).volatile(),
    scalar("pg_relpages", &[REGCLASS], INT8, relpages).volatile(),
];
