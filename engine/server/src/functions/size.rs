//! How big relations are, and where their files are (`dbsize.c`).

use super::privileges::{check_database, database_exists};
use super::{Args, ServerFunction, scalar};
use super::{relation_of, text_of};
use crate::backend::Backend;
use crate::catalog::{Class, FIRST_NORMAL_OID, other_method};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::ids::{ForkNumber, Oid, RelFileNode};
use storage::types::oid::{INT8, NAME, OID, REGCLASS, TEXT};

/// A fork by its name (`forkname_to_number`).
pub(super) fn fork_named(name: &str) -> Result<ForkNumber> {
    Ok(match name {
        "main" => ForkNumber::Main,
        "fsm" => ForkNumber::Fsm,
        "vm" => ForkNumber::VisibilityMap,
        "init" => ForkNumber::Init,
        _ => {
            return Err(PgError::new(SqlState::INVALID_PARAMETER_VALUE, "invalid fork name")
                .hint("Valid fork names are \"main\", \"fsm\", \"vm\", and \"init\"."));
        }
    })
}

/// How many blocks a fork has. The system's own relations have the size that initdb left; an index
/// without pages has 0.
pub(super) fn blocks(b: &Backend<'_>, c: &Class, fork: ForkNumber) -> Result<u32> {
    if let Some(method) = other_method(c) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "the size of {method} index \"{}\" is not modelled",
            c.name
        );
    }
    Ok(known_blocks(b, c, fork))
}

/// How many pages a fork has. For a catalog whose pages the model does not hold, what `pg_class`
/// says, with the maps that initdb leaves.
fn known_blocks(b: &Backend<'_>, c: &Class, fork: ForkNumber) -> u32 {
    if c.has_no_pages() {
        let stored = matches!(c.kind, RelKind::Table | RelKind::Index | RelKind::Toast);
        return match fork {
            // A TOAST table's index: its meta page, and a root once there are chunks.
            ForkNumber::Main
                if c.kind == RelKind::Index && c.namespace == crate::catalog::PG_TOAST =>
            {
                let heap = c.index.as_ref().and_then(|i| b.catalog.class(i.heap));
                1 + u32::from(heap.is_some_and(|h| h.state.relpages.get() > 0))
            }
            ForkNumber::Main if stored => c.state.relpages.get(),
            ForkNumber::Fsm if c.kind == RelKind::Table && c.state.relpages.get() > 0 => 3,
            ForkNumber::VisibilityMap if c.kind == RelKind::Table && c.state.relpages.get() > 0 => {
                1
            }
            _ => 0,
        };
    }
    c.opened();
    if c.file.0 == 0 { 0 } else { b.store.pool.nblocks(c.file, fork) }
}

/// The bytes of all forks of a relation.
fn all_forks(b: &Backend<'_>, c: &Class) -> Result<i64> {
    ForkNumber::ALL.into_iter().map(|f| Ok(i64::from(blocks(b, c, f)?) * 8192)).sum()
}

/// The relation whose OID the argument is.
fn class(b: &Backend<'_>, d: &Datum) -> Option<Rc<Class>> {
    b.catalog.class(Oid(d.as_u32())).cloned()
}

/// The bytes of all indexes of a table.
fn index_bytes(b: &Backend<'_>, rel: Oid) -> Result<i64> {
    b.catalog.indexes_of(rel).iter().map(|i| all_forks(b, i)).sum()
}

/// The bytes of a table, its TOAST table and the TOAST index (`calculate_table_size`).
fn table_bytes(b: &Backend<'_>, c: &Class) -> Result<i64> {
    let mut size = all_forks(b, c)?;
    if let Some(t) = b.catalog.class(c.toast) {
        size += all_forks(b, t)? + index_bytes(b, t.oid)?;
    }
    Ok(size)
}

/// A size of the relation that the argument names; NULL if there is no such relation.
fn size_of(
    b: &Backend<'_>,
    args: &Args<'_>,
    size: impl Fn(&Class) -> Result<i64>,
) -> Result<Datum> {
    class(b, &args[0]).map_or(Ok(Datum::Null), |c| size(&c).map(Datum::i64))
}

/// `pg_relation_size`: one fork of one relation.
fn relation_size(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let fork = match args.get(1) {
        Some(d) if class(b, &args[0]).is_some() => fork_named(&text_of(b, d)?)?,
        _ => ForkNumber::Main,
    };
    size_of(b, args, |c| Ok(i64::from(blocks(b, c, fork)?) * 8192))
}

/// `pg_table_size`: the table with its maps and its TOAST table, without indexes.
fn table_size(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    size_of(b, args, |c| table_bytes(b, c))
}

/// The SQL function `pg_indexes_size`.
fn indexes_size(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    size_of(b, args, |c| index_bytes(b, c.oid))
}

/// The SQL function `pg_total_relation_size`.
fn total_size(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    size_of(b, args, |c| Ok(table_bytes(b, c)? + index_bytes(b, c.oid)?))
}

/// The SQL function `pg_database_size`.
fn database_size(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let here = b.cluster.databases.here;
    let template = match &args[0] {
        Datum::Word(oid) if !database_exists(b, Oid(*oid as u32)) => {
            if b.store.release.unknown_databases_refused {
                return err!(UNDEFINED_OBJECT, "database with OID {oid} does not exist");
            }
            return Ok(Datum::Null);
        }
        Datum::Word(oid) => Oid(*oid as u32) != here,
        name => {
            let name = name.as_name();
            check_database(b, name)?;
            *b.catalog.database != *name
        }
    };
    // `PG_VERSION` and the map of files, and once somebody was connected the cache of relations (`pg_internal.init`);
    // another database has but the relations that initdb makes.
    let mut size = if template { 515 } else { 163_175 };
    let left_out = |c: &Class| c.shared || template && c.oid.0 >= FIRST_NORMAL_OID;
    for c in b.catalog.classes().values().filter(|c| !left_out(c)) {
        size += all_forks(b, c)?;
    }
    Ok(Datum::i64(size))
}

/// The relation whose OID the argument is, with the number of its file; nothing without a file.
fn file_of(b: &Backend<'_>, d: &Datum) -> Option<(Rc<Class>, RelFileNode)> {
    let c = class(b, d)?;
    if !c.kind.has_storage() {
        return None;
    }
    let file = if c.file.0 == 0 { RelFileNode(c.oid.0) } else { c.file };
    Some((c, file))
}

/// The SQL function `pg_relation_filenode`.
fn filenode(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    Ok(file_of(b, &args[0]).map_or(Datum::Null, |(_, f)| Datum::u32(f.0)))
}

/// The SQL function `pg_relation_filepath`.
fn filepath(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let d = b.cluster.databases.here;
    Ok(file_of(b, &args[0]).map_or(Datum::Null, |(c, f)| {
        Datum::text(&match (c.shared, c.persistence) {
            (true, _) => format!("global/{f}"),
            (_, Persistence::Temp) => {
                let schema = b.store.release.temporary_schema;
                format!("base/{d}/t{}_{f}", schema.trim_start_matches("pg_temp_"))
            }
            _ => format!("base/{d}/{f}"),
        })
    }))
}

/// `pg_filenode_relation`: the relation that has this file.
fn filenode_relation(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    let file = RelFileNode(args[1].as_u32());
    // Files of temporary tables are not found by their number.
    let found = b
        .catalog
        .classes()
        .values()
        .find(|c| c.file == file && c.file.0 != 0 && c.persistence != Persistence::Temp);
    Ok(found.map_or(Datum::Null, |c| Datum::u32(c.oid.0)))
}

/// A page for a function to read; kind of relation, fork and block are checked.
pub(super) fn page_of(
    b: &mut Backend<'_>,
    c: &Class,
    fork: ForkNumber,
    block: i64,
) -> Result<storage::page::Page> {
    if !c.kind.has_storage() {
        return Err(PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            format!("cannot get raw page from relation \"{}\"", c.name),
        )
        .detail(c.unsupported()));
    }
    if let Some(method) = other_method(c) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "pages of {method} index \"{}\" are not modelled",
            c.name
        );
    }
    if !(0..=i64::from(u32::MAX - 1)).contains(&block) {
        return err!(INVALID_PARAMETER_VALUE, "invalid block number");
    }
    let block = block as u32;
    let there = !c.has_no_pages();
    if there && fork != ForkNumber::Main && !b.store.pool.exists(c.file, fork) {
        let suffix = match fork {
            ForkNumber::Fsm => "_fsm",
            ForkNumber::VisibilityMap => "_vm",
            _ => "_init",
        };
        return err!(
            UNDEFINED_FILE,
            "could not open file \"base/{}/{}{suffix}\": No such file or directory",
            b.cluster.databases.here,
            c.file.0
        );
    }
    if !there || block >= b.store.pool.nblocks(c.file, fork) {
        return err!(
            INVALID_PARAMETER_VALUE,
            "block number {block} is out of range for relation \"{}\"",
            c.name
        );
    }
    let tag =
        storage::buffer::BufferTag { file: c.file, fork, block: storage::ids::BlockNumber(block) };
    let buffer = b.store.pool.read(tag)?;
    let page = b.store.pool.page(buffer).clone();
    b.store.pool.release(buffer);
    Ok(page)
}

/// The relation of a `regclass` argument; an error if it does not exist.
pub(super) fn open(b: &Backend<'_>, d: &Datum) -> Result<Rc<Class>> {
    relation_of(b, Oid(d.as_u32()))
}

/// The functions of this module.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("pg_relation_size", &[REGCLASS], INT8, relation_size).volatile(),
    scalar("pg_relation_size", &[REGCLASS, TEXT], INT8, relation_size).volatile(),
    scalar("pg_table_size", &[REGCLASS], INT8, table_size).volatile(),
    scalar("pg_indexes_size", &[REGCLASS], INT8, indexes_size).volatile(),
    scalar("pg_total_relation_size", &[REGCLASS], INT8, total_size).volatile(),
    scalar("pg_database_size", &[NAME], INT8, database_size).volatile(),
    scalar("pg_database_size", &[OID], INT8, database_size).volatile(),
    scalar("pg_relation_filenode", &[REGCLASS], OID, filenode).stable(),
    scalar("pg_relation_filepath", &[REGCLASS], TEXT, filepath).stable(),
    scalar("pg_filenode_relation", &[OID, OID], REGCLASS, filenode_relation).stable(),
];
