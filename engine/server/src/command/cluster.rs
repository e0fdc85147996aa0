//! CLUSTER: a table written anew in the order of one of its indexes (`cluster.c`).
//!
//! ```text
//! CLUSTER t USING t_pkey;   marks t_pkey (indisclustered), writes t anew
//! CLUSTER t;                by the index that is marked
//! CLUSTER;                  the table with a marked index, in a transaction of its own
//! ```

use super::{columns, define, maintain};
use crate::backend::{Backend, StatementResult, missing_on_table};
use crate::catalog::stored::{objects::opened, remaining_changes::relation_changed};
use crate::catalog::{Class, other_method};
use sql::ast::{ClusterStmt, RangeVar};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;

/// Reads CLUSTER's options, of which VERBOSE is the only one.
fn is_verbose(s: &ClusterStmt) -> Result<bool> {
    let mut verbose = false;
    for d in &s.params {
        if d.name != "verbose" {
            let message = format!("unrecognized CLUSTER option \"{}\"", d.name);
            return Err(PgError::new(SqlState::SYNTAX_ERROR, message).at(d.location));
        }
        verbose = define::boolean(d)?;
    }
    Ok(verbose)
}

/// The table or materialized view with this name (`RangeVarCallbackOwnsTable`).
///
/// # Errors
///
/// 42809 for another kind of relation.
pub(super) fn find_table(b: &Backend<'_>, r: &RangeVar) -> Result<Rc<Class>> {
    let class = b.find_relation(r)?;
    if !class.kind.has_table_am() {
        let name = &class.name;
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not a table or materialized view");
    }
    Ok(class)
}

/// Runs `CLUSTER`: writes a table anew in the order of the index that is named or else marked, and
/// without a table all tables that have a marked one. A table without a marked index is refused
/// with 42704.
#[inline(never)]
pub(super) fn cluster(b: &mut Backend<'_>, s: &ClusterStmt) -> Result<StatementResult> {
    columns::refuse_at(b, s.end.filter(|_| !b.store.release.cluster_options_alone), 1)?;
    let verbose = is_verbose(s)?;
    let Some(r) = &s.relation else {
        return every(b, verbose);
    };
    let class = find_table(b, r)?;
    b.store.lock_exclusively(class.oid);
    opened(&mut b.catalog_store(), class.oid);
    let index = match &s.index_name {
        Some(n) => find_index(b, &class, n)?,
        None => {
            let indexes = b.catalog.indexes_of(class.oid);
            match indexes.into_iter().find(|i| is_marked(i)) {
                Some(i) => i.oid,
                None => {
                    return err!(
                        UNDEFINED_OBJECT,
                        "there is no previously clustered index for table \"{}\"",
                        class.name
                    );
                }
            }
        }
    };
    table(b, &class, index, verbose)?;
    Ok("CLUSTER".into())
}

/// Whether CLUSTER without an index would use this one (`indisclustered`).
fn is_marked(index: &Class) -> bool {
    index.index.as_ref().is_some_and(|e| e.clustered)
}

/// The index by which a table can be clustered (`check_index_is_clusterable`).
pub(super) fn find_index(b: &Backend<'_>, class: &Class, name: &str) -> Result<Oid> {
    let Some(index) = b.catalog.class_named(class.namespace, name) else {
        return Err(missing_on_table("index", name, &class.name));
    };
    if index.index.is_none() {
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not an index");
    }
    let Some(entry) = index.index.as_ref().filter(|entry| entry.heap == class.oid) else {
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not an index for table \"{}\"", class.name);
    };
    match other_method(index) {
        Some("gist") => {
            return err!(FEATURE_NOT_SUPPORTED, "CLUSTER by a gist index is not modelled");
        }
        Some(_) => {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "cannot cluster on index \"{name}\" because access method does not support clustering"
            );
        }
        None => {}
    }
    if entry.predicate.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "cannot cluster on partial index \"{name}\"");
    }
    Ok(index.oid)
}

/// Runs CLUSTER without a table, on all tables with a marked index (`get_tables_to_cluster`). The
/// server takes them in the order of their `pg_index` rows, which depends on earlier pruning.
/// `verbose`: tells what was done.
fn every(b: &mut Backend<'_>, verbose: bool) -> Result<StatementResult> {
    b.prevent_in_block("CLUSTER")?;
    let marked = b.catalog.classes().values().filter(|i| is_marked(i));
    let marked: Vec<Oid> = marked.map(|i| i.oid).collect();
    if marked.len() > 1 {
        return err!(FEATURE_NOT_SUPPORTED, "CLUSTER of several tables at once is not modelled");
    }
    for index in marked {
        maintain::commit_and_begin(b)?;
        let heap = b.catalog.class(index).and_then(|i| i.index.as_ref()).map(|e| e.heap);
        if let Some(class) = heap.and_then(|h| b.catalog.class(h)).cloned() {
            table(b, &class, index, verbose)?;
        }
    }
    maintain::commit_and_begin(b)?;
    Ok("CLUSTER".into())
}

/// Rewrites a table in the order of an index, and marks the index (`cluster_rel`). `verbose`: tells
/// what was done.
fn table(b: &mut Backend<'_>, class: &Class, index: Oid, verbose: bool) -> Result<()> {
    super::objects::refuse_in_use(b, class.oid, "CLUSTER")?;
    b.store.lock_exclusively(class.oid);
    b.store.lock_exclusively(index);
    mark_clustered(b, class.oid, Some(index));
    maintain::rewrite_table(b, class.oid, Some(index), verbose)
}

/// Sets `indisclustered` of one index of a table, and clears it for the others.
pub(super) fn mark_clustered(b: &mut Backend<'_>, rel: Oid, index: Option<Oid>) {
    let all: Vec<Oid> = b.catalog.indexes_of(rel).iter().map(|i| i.oid).collect();
    for i in all {
        let wanted = index == Some(i);
        if b.catalog.class(i).is_some_and(|c| is_marked(c) != wanted)
            && let Some(c) = b.catalog.class_mut(i)
            && let Some(e) = c.index.as_mut()
        {
            Rc::make_mut(e).clustered = wanted;
            relation_changed(&mut b.catalog_store(), i);
        }
    }
}
