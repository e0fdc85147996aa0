//! REINDEX: indexes built anew from their tables, into new files (`ExecReindex`, `reindex_relation`).
//!
//! ```text
//! REINDEX INDEX i;     one index
//! REINDEX TABLE t;     those of t, then those of its TOAST table
//! REINDEX SCHEMA s;    table by table, each in a transaction of its own
//! ```
//!
//! Simplified: CONCURRENTLY builds as without it. The indexes of catalogs are not built anew, so that what
//! would do it (SYSTEM, DATABASE) is refused.

use super::cluster::find_table;
use super::index::{build, set_check_xmin};
use super::{define, maintain, misc, objects};
use crate::backend::{Backend, StatementResult};
use crate::catalog::{Class, FIRST_NORMAL_OID};
use sql::ast::{RangeVar, ReindexKind, ReindexStmt};
use storage::buffer::BufferTag;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::RelKind;
use storage::ids::{BlockNumber, ForkNumber, Oid};

/// What stands in place of how long it took.
const CPU: &str = "CPU: not modelled";

/// The options (`ReindexParams`).
#[derive(Clone, Copy, Default)]
struct ReindexOptions {
    verbose: bool,
    concurrently: bool,
    /// Uniqueness is not checked, so that equal entries (NULLs) are merged (`skip_constraint_checks`).
    unchecked: bool,
}

/// Reads the options of REINDEX. The only tablespaces are the two that initdb makes, of which only
/// one takes tables.
fn options(b: &Backend<'_>, s: &ReindexStmt) -> Result<ReindexOptions> {
    let mut w = ReindexOptions::default();
    let mut tablespace = None;
    for d in &s.params {
        match d.name.as_str() {
            "verbose" => w.verbose = define::boolean(d)?,
            "concurrently" => w.concurrently = define::boolean(d)?,
            "tablespace" => tablespace = Some(define::string(d)?),
            name => {
                let message = format!("unrecognized REINDEX option \"{name}\"");
                return Err(PgError::new(SqlState::SYNTAX_ERROR, message).at(d.location));
            }
        }
    }
    if w.concurrently {
        b.prevent_in_block("REINDEX CONCURRENTLY")?;
    }
    match tablespace.as_deref() {
        None | Some("pg_default") => Ok(w),
        Some("pg_global") if w.concurrently => {
            err!(
                FEATURE_NOT_SUPPORTED,
                "cannot move non-shared relation to tablespace \"pg_global\""
            )
        }
        name => super::tablespace::check(name).map(|()| w),
    }
}

/// Reports a line of REINDEX (VERBOSE).
fn report_line(b: &mut Backend<'_>, text: String, detail: Option<&str>) {
    let mut report = PgError::new(SqlState::SUCCESSFUL_COMPLETION, text).severity(Severity::Info);
    report.detail = detail.map(str::to_string);
    b.client.notices.push(report);
}

/// The relation's name as `schema.name`.
fn qualified(b: &Backend<'_>, class: &Class) -> String {
    format!("{}.{}", b.catalog.namespace_name(class.namespace), class.name)
}

/// Rebuilds one index (`reindex_index`).
fn rebuild(b: &mut Backend<'_>, index: Oid, w: ReindexOptions) -> Result<()> {
    super::objects::refuse_in_use(b, index, "REINDEX INDEX")?;
    let Some(class) = b.catalog.class(index).cloned() else { return Ok(()) };
    let Some(entry) = &class.index else { return Ok(()) };
    b.store.lock_exclusively(index);
    objects::new_file(b, index);
    b.store.xact.catalog_changes(1);
    if !build(b, entry.heap, index, w.unchecked)? && entry.check_xmin.is_some() {
        set_check_xmin(b, index, None);
        b.store.xact.catalog_changes(1);
        storage::heap::class_row::invalidate(b.store, entry.heap);
    }
    super::index::set_valid(b, index);
    if w.concurrently {
        validate(b, index)?;
    }
    if w.verbose {
        // REINDEX CONCURRENTLY reports the time at the end, for all indexes.
        let (name, detail) = match w.concurrently {
            true => (qualified(b, &class), None),
            false => (class.name.clone(), Some(CPU)),
        };
        report_line(b, format!("index \"{name}\" was reindexed"), detail);
    }
    Ok(())
}

/// Reads a rebuilt index page by page once more (`validate_index`).
fn validate(b: &mut Backend<'_>, index: Oid) -> Result<()> {
    let Some(file) = b.catalog.class(index).map(|c| c.file) else { return Ok(()) };
    for block in 0..b.store.pool.nblocks(file, ForkNumber::Main) {
        let tag = BufferTag { file, fork: ForkNumber::Main, block: BlockNumber(block) };
        let buffer = b.store.pool.read(tag)?;
        b.store.pool.release(buffer);
    }
    Ok(())
}

/// Rebuilds all indexes of a table and of its TOAST table (`reindex_relation`, `ReindexRelationConcurrently`).
fn relation(b: &mut Backend<'_>, rel: Oid, w: ReindexOptions) -> Result<()> {
    let mut indexes: Vec<Oid> = b.catalog.indexes_of(rel).iter().map(|i| i.oid).collect();
    let toast = b.catalog.toast_of(rel);
    if toast.is_valid() {
        let before = b.store.release.toast_reindexed_first && !w.concurrently;
        let at = if before { 0 } else { indexes.len() };
        indexes.splice(at..at, b.catalog.indexes_of(toast).iter().map(|i| i.oid));
    }
    for i in indexes {
        rebuild(b, i, w)?;
    }
    Ok(())
}

/// Rebuilds the indexes of a table, not those of its TOAST table. They become logged or unlogged as the
/// table is (`REINDEX_REL_FORCE_INDEXES_PERMANENT`). `unchecked`: without `REINDEX_REL_CHECK_CONSTRAINTS`.
pub(super) fn reindex_own(b: &mut Backend<'_>, rel: Oid, unchecked: bool) -> Result<()> {
    let persistence = b.catalog.class(rel).map(|c| c.persistence);
    let indexes: Vec<Oid> = b.catalog.indexes_of(rel).iter().map(|i| i.oid).collect();
    for i in indexes {
        if let (Some(c), Some(persistence)) = (b.catalog.class_mut(i), persistence) {
            c.persistence = persistence;
        }
        rebuild(b, i, ReindexOptions { unchecked, ..ReindexOptions::default() })?;
    }
    Ok(())
}

/// Runs `REINDEX`: builds one index, those of a table, or those of a schema, the database or the
/// system anew.
#[inline(never)]
pub(super) fn reindex(b: &mut Backend<'_>, s: &ReindexStmt) -> Result<StatementResult> {
    let w = options(b, s)?;
    match (&s.relation, s.kind) {
        (Some(r), ReindexKind::Index) => index(b, r, w)?,
        (Some(r), _) => table(b, r, w)?,
        (None, kind) => several(b, kind, s.name.as_deref().unwrap_or_default(), w)?,
    }
    Ok("REINDEX".into())
}

/// Refuses to rebuild an index of the catalog.
fn refuse_catalog(class: &Class) -> Result<()> {
    if class.oid.0 < FIRST_NORMAL_OID {
        return err!(FEATURE_NOT_SUPPORTED, "REINDEX of catalogs is not modelled");
    }
    Ok(())
}

/// Runs `REINDEX INDEX`.
fn index(b: &mut Backend<'_>, r: &RangeVar, w: ReindexOptions) -> Result<()> {
    let class = b.find_relation(r)?;
    if class.kind != RelKind::Index {
        return err!(WRONG_OBJECT_TYPE, "\"{}\" is not an index", class.name);
    }
    refuse_catalog(&class)?;
    rebuild(b, class.oid, ReindexOptions { verbose: w.verbose && !w.concurrently, ..w })?;
    if w.verbose && w.concurrently {
        let name = qualified(b, &class);
        report_line(b, format!("index \"{name}\" was reindexed"), Some(CPU));
    }
    Ok(())
}

/// Whether a table or its TOAST table has indexes.
fn is_indexed(b: &Backend<'_>, class: &Class) -> bool {
    class.toast.is_valid() || !b.catalog.indexes_of(class.oid).is_empty()
}

/// Runs `REINDEX TABLE`.
fn table(b: &mut Backend<'_>, r: &RangeVar, w: ReindexOptions) -> Result<()> {
    let class = find_table(b, r)?;
    refuse_catalog(&class)?;
    if !is_indexed(b, &class) {
        let how = if w.concurrently { "that can be reindexed concurrently" } else { "to reindex" };
        let text = format!("table \"{}\" has no indexes {how}", class.name);
        misc::notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
        return Ok(());
    }
    relation(b, class.oid, w)?;
    if w.concurrently && w.verbose {
        let name = qualified(b, &class);
        report_line(b, format!("table \"{name}\" was reindexed"), Some(CPU));
    }
    Ok(())
}

/// Rebuilds the indexes of many tables, in the order of their `pg_class` rows
/// (`ReindexMultipleTables`).
fn several(b: &mut Backend<'_>, kind: ReindexKind, name: &str, w: ReindexOptions) -> Result<()> {
    let what = match kind {
        ReindexKind::Schema => "REINDEX SCHEMA",
        ReindexKind::System => "REINDEX SYSTEM",
        _ => "REINDEX DATABASE",
    };
    b.prevent_in_block(what)?;
    if kind != ReindexKind::Schema {
        if *name != *b.catalog.database {
            return err!(FEATURE_NOT_SUPPORTED, "can only reindex the currently open database");
        }
        return err!(FEATURE_NOT_SUPPORTED, "{what} is not modelled");
    }
    let Some(schema) = b.catalog.namespace_named(name).map(|n| n.oid) else {
        return err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist");
    };
    let classes = b.catalog.classes().values();
    let there = classes.filter(|c| {
        c.namespace == schema && matches!(c.kind, RelKind::Table | RelKind::MaterializedView)
    });
    let mut all: Vec<_> = there.map(|c| (c.state.class_row.get(), c.oid)).collect();
    all.sort();
    for (_, rel) in all {
        maintain::commit_and_begin(b)?;
        let Some(class) = b.catalog.class(rel).cloned() else { continue };
        refuse_catalog(&class)?;
        let indexed = is_indexed(b, &class);
        relation(b, rel, w)?;
        if w.verbose && indexed {
            let text = format!("table \"{}\" was reindexed", qualified(b, &class));
            report_line(b, text, w.concurrently.then_some(CPU));
        }
    }
    maintain::commit_and_begin(b)
}
