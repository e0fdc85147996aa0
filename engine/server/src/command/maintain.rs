//! VACUUM, ANALYZE, and taking over the files of rewritten tables.

use super::safe_path::with_safe_path;
use super::{define, rewrite};
use crate::backend::{Backend, StatementResult};
use crate::catalog::stored::remaining_changes::{own_state, relation_changed};
use crate::catalog::stored::{CatalogStore, objects as stored};
use crate::catalog::{Catalog, Class, ConstraintType, UserTypeKind, left_out};
use sql::ast::{VacuumRelation, VacuumStmt};
use sql::settings::RING;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::fmgr::EnvSession;
use storage::heap::{Persistence, RelKind, RelState, Relation};
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::store::Store;
use storage::table::{
    AnalyzeOptions, IndexCleanup, MaintenanceHost, Order, VacuumOptions, analyze, copy_table_data,
};

/// What maintenance asks of the server.
struct MaintenanceServer<'a> {
    /// The catalog, where relations are opened meanwhile.
    catalog: Option<&'a mut Catalog>,
    /// Whether the open table was read anew.
    anew: bool,
    namespaces: Vec<(Oid, String)>,
    reports: Vec<Box<PgError>>,
}

impl MaintenanceServer<'_> {
    /// Takes the schemas' names from the catalog; no report has come yet.
    fn of<'a>(b: &Backend<'_>) -> MaintenanceServer<'a> {
        let namespaces = b.catalog.namespaces().values().map(|n| (n.oid, n.name.clone())).collect();
        MaintenanceServer { catalog: None, anew: false, namespaces, reports: Vec::new() }
    }
}

impl MaintenanceHost for MaintenanceServer<'_> {
    fn database(&self) -> String {
        "postgres".to_string()
    }
    fn namespace(&self, oid: Oid) -> String {
        let found = self.namespaces.iter().find(|(o, _)| *o == oid);
        found.map_or_else(String::new, |(_, n)| n.clone())
    }
    fn info(&mut self, report: Box<PgError>) {
        self.reports.push(report);
    }
    fn open(&mut self, store: &mut Store, rel: Oid, indexes: bool) {
        let Some(catalog) = &mut self.catalog else { return };
        let mut cat = CatalogStore { store, catalog };
        match indexes {
            true => stored::indexes_opened(&mut cat, rel, self.anew),
            false => self.anew = stored::opened_alone(&mut cat, rel),
        }
    }
}

/// Copies a table's storage state before it changes, so that a rollback restores the old one.
pub(super) fn fork_states(b: &mut Backend<'_>, rel: Oid) {
    let mut all = vec![rel];
    all.extend(b.catalog.indexes_of(rel).iter().map(|i| i.oid));
    if let Some(toast) = b.catalog.class(rel).map(|c| c.toast).filter(|t| t.is_valid()) {
        all.push(toast);
        all.extend(b.catalog.indexes_of(toast).iter().map(|i| i.oid));
    }
    for oid in all {
        if let Some(c) = b.catalog.class_mut(oid) {
            c.state = copy_state(&c.state);
        }
    }
    b.sync_store();
}

/// A copy of a relation's storage state that later changes of the original do not reach.
fn copy_state(old: &RelState) -> Rc<RelState> {
    let new = RelState::new();
    new.put_counts(old);
    new.put_ages(old);
    *new.columns.borrow_mut() = old.columns.borrow().clone();
    new
}

/// Gives a truncated table its new files, and drops the old ones.
pub(super) fn adopt(b: &mut Backend<'_>, files: &[(Oid, RelFileNode)]) {
    let mut old = Vec::new();
    for (oid, file) in files {
        let Some(class) = b.catalog.class(*oid).cloned() else { continue };
        old.push(class.file);
        b.adopt_file(*file);
        let usage = b.store.pool.file_usage(class.file);
        b.store.statistics.file_replaced(class.file, *file, usage);
        if let Some(c) = b.catalog.class_mut(*oid) {
            c.file = *file;
            c.state.invalidate();
            if let Some(e) = c.index.as_mut().filter(|e| e.check_xmin.is_some()) {
                Rc::make_mut(e).check_xmin = None;
                b.store.xact.catalog_changes(1);
            }
        }
        relation_changed(&mut b.catalog_store(), *oid);
    }
    old.into_iter().for_each(|file| b.drop_file(file));
    b.sync_store();
}

/// Rewrites one table for VACUUM FULL or CLUSTER (`rebuild_relation`). `verbose`: tells what was done.
pub(super) fn rewrite_table(
    b: &mut Backend<'_>,
    rel: Oid,
    order: Option<Oid>,
    verbose: bool,
) -> Result<()> {
    b.store.wal.changed_unlogged();
    b.store.lock_exclusively(rel);
    stored::opened(&mut b.catalog_store(), rel);
    let (Some(relation), Some(class)) = (b.catalog.relation(rel), b.catalog.class(rel).cloned())
    else {
        return Ok(());
    };
    relation.opened_whole();
    let order = match order.and_then(|i| b.catalog.relation(i)) {
        Some(index) => {
            let sorts = sql::plan::cluster_sorts(&mut b.host(), rel, index.oid)?;
            Some(Order { index, sorts })
        }
        None => None,
    };
    let transient = rewrite::make_new_heap(b, &class, class.persistence)?;
    let Some(copy) = b.catalog.relation(transient) else { return Ok(()) };
    // Pointers keep the old TOAST table's OID (`rd_toastoid`).
    let toast = relation.toast.iter().zip(&copy.toast);
    let toast =
        toast.map(|(old, new)| Rc::new(Relation { oid: old.oid, ..(**new).clone() })).next();
    let new_heap = Relation { toast, indexes: Vec::new(), file: copy.file, ..(*relation).clone() };
    let mut around = MaintenanceServer::of(b);
    let done = with_safe_path(b, |b| {
        let (st, mut exprs) = b.index_exprs();
        let order = order.as_ref();
        copy_table_data(st, &relation, &new_heap, order, verbose, &mut exprs, &mut around)
    });
    b.client.notices.append(&mut around.reports);
    let done = done?;
    copy.state.relpages.set(done.pages);
    copy.state.reltuples.set(done.rows as f32);
    stored::class_changed(&mut b.catalog_store(), transient);
    b.store.xact.catalog_changes(1);
    stored::next_command(&mut b.catalog_store());
    rewrite::finish_heap_swap(b, &class, transient, Some(done.frozen))?;
    forget_missing(b, rel);
    Ok(())
}

/// Removes the missing values of a table that was rewritten (`RelationClearMissing`).
pub(super) fn forget_missing(b: &mut Backend<'_>, rel: Oid) {
    if let Some(c) = b.catalog.class_mut(rel)
        && c.desc.attrs.iter().any(|a| a.missing.is_some())
    {
        Rc::make_mut(&mut c.desc).attrs.iter_mut().for_each(|a| a.missing = None);
        relation_changed(&mut b.catalog_store(), rel);
        b.store.xact.current_command_id(true);
    }
}

struct MaintenanceOptions {
    vacuum: VacuumOptions,
    full: bool,
    analyze: bool,
    verbose: bool,
    skip_locked: bool,
    workers: i32,
    /// ONLY_DATABASE_STATS
    only_statistics: bool,
    /// SKIP_DATABASE_STATS
    skip_statistics: bool,
}

/// Reads the options in parentheses and the settings they replace (`ExecVacuum`).
fn options(b: &Backend<'_>, s: &VacuumStmt) -> Result<MaintenanceOptions> {
    let mut w = MaintenanceOptions {
        vacuum: VacuumOptions {
            freeze_min_age: b.settings.int("vacuum_freeze_min_age") as u32,
            freeze_table_age: b.settings.int("vacuum_freeze_table_age") as u32,
            ring: b.settings.int(RING) as u32,
            ..VacuumOptions::default()
        },
        full: false,
        analyze: !s.is_vacuum,
        verbose: false,
        skip_locked: false,
        workers: 0,
        only_statistics: false,
        skip_statistics: false,
    };
    let newer = b.store.release.vacuum_options;
    let mut ring = false;
    for d in &s.options {
        match (d.name.as_str(), s.is_vacuum) {
            ("verbose", _) => w.verbose = define::boolean(d)?,
            ("skip_locked", _) => w.skip_locked = define::boolean(d)?,
            ("buffer_usage_limit", _) if newer => {
                ring = true;
                let size = b.settings.canonical_value(RING, &define::string(d)?).map_err(|e| {
                    let text =
                        "BUFFER_USAGE_LIMIT option must be 0 or between 128 kB and 16777216 kB";
                    PgError { message: text.into(), detail: None, ..*e }
                })?;
                w.vacuum.ring = size.parse().unwrap_or(0);
            }
            ("process_main", true) if newer => w.vacuum.process_main = define::boolean(d)?,
            ("skip_database_stats", true) if newer => w.skip_statistics = define::boolean(d)?,
            ("only_database_stats", true) if newer => w.only_statistics = define::boolean(d)?,
            ("full", true) => w.full = define::boolean(d)?,
            ("freeze", true) => w.vacuum.freeze = define::boolean(d)?,
            ("analyze", true) => w.analyze = define::boolean(d)?,
            ("disable_page_skipping", true) => w.vacuum.disable_page_skipping = define::boolean(d)?,
            ("process_toast", true) => w.vacuum.process_toast = define::boolean(d)?,
            ("truncate", true) => w.vacuum.truncate = Some(define::boolean(d)?),
            ("index_cleanup", true) => {
                let auto = d.arg.as_ref().is_none_or(|a| a.text().eq_ignore_ascii_case("auto"));
                w.vacuum.index_cleanup = Some(match auto {
                    true => IndexCleanup::Auto,
                    false if define::boolean(d)? => IndexCleanup::On,
                    false => IndexCleanup::Off,
                });
            }
            ("parallel", true) => {
                if d.arg.is_none() {
                    return Err(PgError::new(
                        SqlState::SYNTAX_ERROR,
                        "parallel option requires a value between 0 and 1024",
                    )
                    .at(d.location));
                }
                let n = define::int32(d)?;
                if !(0..=1024).contains(&n) {
                    return Err(PgError::new(
                        SqlState::SYNTAX_ERROR,
                        "parallel workers for vacuum must be between 0 and 1024",
                    )
                    .at(d.location));
                }
                w.workers = n;
            }
            (name, _) => {
                let what = if s.is_vacuum { "VACUUM" } else { "ANALYZE" };
                return Err(PgError::new(
                    SqlState::SYNTAX_ERROR,
                    format!("unrecognized {what} option \"{name}\""),
                )
                .at(d.location));
            }
        }
    }
    w.vacuum.verbose = w.verbose;
    if w.full && w.workers > 0 {
        return err!(FEATURE_NOT_SUPPORTED, "VACUUM FULL cannot be performed in parallel");
    }
    if w.full && ring && !w.analyze {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "BUFFER_USAGE_LIMIT cannot be specified for VACUUM FULL"
        );
    }
    if w.full && w.vacuum.disable_page_skipping {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "VACUUM option DISABLE_PAGE_SKIPPING cannot be used with FULL"
        );
    }
    if w.full && !w.vacuum.process_toast {
        return err!(FEATURE_NOT_SUPPORTED, "PROCESS_TOAST required with VACUUM FULL");
    }
    let more = w.analyze || w.full || w.skip_locked || w.skip_statistics;
    let more = more || w.vacuum.freeze || w.vacuum.disable_page_skipping;
    let with = if s.relations.is_empty() { "other VACUUM options" } else { "a list of tables" };
    if w.only_statistics && (more || !s.relations.is_empty()) {
        return err!(FEATURE_NOT_SUPPORTED, "ONLY_DATABASE_STATS cannot be specified with {with}");
    }
    Ok(w)
}

/// Runs `VACUUM` or `ANALYZE` on the relations that are named, or on all of the user's. VACUUM is
/// refused in a block.
#[inline(never)]
pub(super) fn vacuum(b: &mut Backend<'_>, s: &VacuumStmt) -> Result<StatementResult> {
    let w = options(b, s)?;
    let tag = if s.is_vacuum { "VACUUM" } else { "ANALYZE" };
    if !w.analyze && s.relations.iter().any(|r| !r.columns.is_empty()) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "ANALYZE option must be specified when a column list is provided"
        );
    }
    if s.is_vacuum {
        b.prevent_in_block("VACUUM")?;
    }
    let mut targets: Vec<(Rc<Class>, Option<&VacuumRelation>)> = Vec::new();
    for r in &s.relations {
        targets.push((b.find_relation(&r.relation)?, Some(r)));
    }
    if s.relations.is_empty() && !w.only_statistics {
        let all = b.catalog.classes().values();
        targets = all
            .filter(|c| {
                c.oid.0 >= crate::catalog::FIRST_NORMAL_OID
                    && matches!(c.kind, RelKind::Table | RelKind::MaterializedView)
            })
            .map(|c| (Rc::clone(c), None))
            .collect();
    }
    // Each table has transactions of its own, but for a single one that is analyzed (`use_own_xacts`).
    let whole = s.relations.is_empty() && !w.only_statistics;
    let own = s.is_vacuum || !b.in_block() && (whole || targets.len() > 1);
    if whole && w.analyze {
        match own {
            true => analyze_catalogs(b)?,
            // In a block they share its transaction.
            false => _ = b.store.xact.assign_xid(),
        }
    }
    for (class, written) in targets {
        vacuum_one(b, s, &w, &class, written, own)?;
    }
    if s.is_vacuum && !w.skip_statistics {
        commit_and_begin(b)?;
        stored::classes_scanned(&mut b.catalog_store());
    }
    Ok(tag.into())
}

/// How many catalogs have rows in a new database, but for `pg_statistic`, which is not analyzed.
const CATALOGS_WITH_ROWS: usize = 38;

/// ANALYZE of the catalogs, which a whole database begins with: each that has rows takes a transaction id, since its
/// statistics are stored. What is found of them is not kept.
fn analyze_catalogs(b: &mut Backend<'_>) -> Result<()> {
    for _ in 0..catalogs_with_rows(&b.catalog) {
        let _ = b.store.xact.assign_xid();
        commit_and_begin(b)?;
    }
    // The rows of the statistics were logged: their commits flush the log (`RecordTransactionCommit`).
    b.store.wal.flush();
    Ok(())
}

/// How many catalogs have rows, but for `pg_statistic`: those of a new database, and `pg_sequence`, `pg_attrdef`,
/// `pg_trigger` and `pg_enum` when they have got some.
fn catalogs_with_rows(c: &Catalog) -> usize {
    let classes = || c.classes().values().filter(|r| r.oid.0 >= crate::catalog::FIRST_NORMAL_OID);
    let filled = [
        classes().any(|r| r.kind == RelKind::Sequence),
        classes().any(|r| !r.defaults.is_empty()),
        classes().any(|r| !r.triggers.is_empty())
            || c.constraints().values().any(|k| k.kind == ConstraintType::ForeignKey),
        c.types().values().any(|t| matches!(t.kind, UserTypeKind::Enum(_))),
    ];
    CATALOGS_WITH_ROWS + filled.into_iter().filter(|has_rows| *has_rows).count()
}

/// The columns that ANALYZE was asked for, or nothing for all.
fn columns(class: &Class, r: &VacuumRelation) -> Result<Option<Vec<AttrNumber>>> {
    if r.columns.is_empty() {
        return Ok(None);
    }
    let mut out = Vec::new();
    for n in &r.columns {
        match class.column(n) {
            Some(a) if out.contains(&a) => {
                return err!(
                    DUPLICATE_COLUMN,
                    "column \"{n}\" of relation \"{}\" appears more than once",
                    class.name
                );
            }
            Some(a) => out.push(a),
            None => {
                return err!(
                    UNDEFINED_COLUMN,
                    "column \"{n}\" of relation \"{}\" does not exist",
                    class.name
                );
            }
        }
    }
    Ok(Some(out))
}

/// Warns that a temporary table is vacuumed without parallel workers, if there would be work for them
/// (`dead_items_alloc`).
fn warn_of_workers(b: &mut Backend<'_>, class: &Class, w: &MaintenanceOptions) {
    if w.workers > 0
        && class.persistence == Persistence::Temp
        && w.vacuum.index_cleanup != Some(IndexCleanup::Off)
        && b.catalog.indexes_of(class.oid).len() > 1
    {
        let message = format!(
            "disabling parallel option of vacuum on \"{}\" --- cannot vacuum temporary tables in parallel",
            class.name
        );
        b.warning(PgError::new(SqlState::WARNING, message));
    }
}

/// Vacuums one relation, in a transaction of its own, and analyzes it, as the statement says
/// (`vacuum_rel`, `analyze_rel`). `own_transactions`: ANALYZE has a transaction of its own too.
fn vacuum_one(
    b: &mut Backend<'_>,
    s: &VacuumStmt,
    w: &MaintenanceOptions,
    class: &Class,
    written: Option<&VacuumRelation>,
    own_transactions: bool,
) -> Result<()> {
    let toast_alone = class.kind == RelKind::Toast && s.is_vacuum;
    if !matches!(class.kind, RelKind::Table | RelKind::MaterializedView) && !toast_alone {
        let verb = if s.is_vacuum { "vacuum" } else { "analyze" };
        b.warning(PgError::new(
            SqlState::WARNING,
            format!(
                "skipping \"{}\" --- cannot {verb} non-tables or special system tables",
                class.name
            ),
        ));
        return Ok(());
    }
    if class.has_no_pages() {
        let what = if s.is_vacuum { "VACUUM" } else { "ANALYZE" };
        return err!(FEATURE_NOT_SUPPORTED, "{what} of \"{}\" is not modelled", class.name);
    }
    if w.full && class.oid.0 < crate::catalog::FIRST_NORMAL_OID {
        return err!(FEATURE_NOT_SUPPORTED, "VACUUM FULL of catalogs is not modelled");
    }
    if s.is_vacuum {
        // Each table is vacuumed in a transaction of its own.
        commit_and_begin(b)?;
        if w.full {
            // Without the table itself its TOAST table alone is written anew.
            let rel = if w.vacuum.process_main { class.oid } else { class.toast };
            rewrite_table(b, rel, None, w.verbose)?;
        } else if let Some(relation) = b.catalog.relation(class.oid) {
            relation.opened_whole();
            if w.vacuum.process_main {
                reset_has_index(b, class.oid);
            }
            let others = b.catalog.indexes_of(class.oid).into_iter();
            let left_out: Vec<String> = others.filter_map(|i| left_out(i)).collect();
            for line in left_out.into_iter().filter(|_| w.verbose) {
                b.warning(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, line));
            }
            warn_of_workers(b, class, w);
            let around = MaintenanceServer::of(b);
            let mut around = MaintenanceServer { catalog: Some(&mut b.process.catalog), ..around };
            let result = storage::table::vacuum(b.store, &relation, &w.vacuum, &mut around);
            let mut reports = around.reports;
            b.client.notices.append(&mut reports);
            result?;
            let at = b.clock_timestamp();
            let live = |r: &storage::heap::Relation| r.state.reltuples.get().max(0.0) as i64;
            if w.vacuum.process_main {
                b.store.statistics.vacuumed(relation.oid, live(&relation), at);
            }
            if let Some(t) = relation.toast.as_ref().filter(|_| w.vacuum.process_toast) {
                b.store.statistics.vacuumed(t.oid, live(t), at);
            }
        }
        if class.has_triggers
            && class.triggers.is_empty()
            && !b.is_watched(class.oid)
            && let Some(c) = b.catalog.class_mut(class.oid)
        {
            c.has_triggers = false;
        }
        commit_and_begin(b)?;
    }
    if w.analyze && class.kind != RelKind::Toast {
        let columns = written.map_or(Ok(None), |r| columns(class, r))?;
        // What is found of the columns a rollback takes back, the table's size it leaves.
        let before = b.catalog.class(class.oid).map(|c| Rc::clone(&c.state));
        stored::opened(&mut b.catalog_store(), class.oid);
        own_state(&mut b.catalog_store(), class.oid);
        if !b.in_block() && !b.session.atomic {
            reset_has_index(b, class.oid);
        }
        b.sync_store();
        let Some(relation) = b.catalog.relation(class.oid) else { return Ok(()) };
        relation.opened_with_indexes();
        let mut around = MaintenanceServer::of(b);
        let options = AnalyzeOptions {
            verbose: w.verbose,
            columns,
            target: b.settings.int("default_statistics_target") as u32,
            ring: w.vacuum.ring,
            ..AnalyzeOptions::default()
        };
        let result = with_safe_path(b, |b| {
            let (st, mut exprs) = b.index_exprs();
            analyze(st, &relation, &options, &mut around, Some(&mut exprs))
        });
        b.client.notices.append(&mut around.reports);
        result?;
        if let Some(before) = before {
            before.put_counts(&relation.state);
        }
        for (n, options) in &class.column_options {
            let given = options.iter().find(|(name, _)| name == "n_distinct");
            let wanted = given.and_then(|(_, v)| v.parse().ok()).filter(|v| *v != 0.0);
            if let (Some(v), Some(s)) = (wanted, relation.state.columns.borrow_mut().get_mut(n)) {
                s.n_distinct = v;
            }
        }
        let at = b.clock_timestamp();
        b.store.statistics.analyzed_at(relation.oid, at);
        let known = relation.state.columns.borrow().len();
        b.store.xact.catalog_changes(1 + u32::from(known > 0));
        if own_transactions {
            commit_and_begin(b)?;
        }
    }
    for n in &mut b.client.notices {
        if n.severity == Severity::Error {
            n.severity = Severity::Info;
        }
    }
    Ok(())
}

/// Says that a table has no indexes, if its last one is gone (`vac_update_relstats`).
fn reset_has_index(b: &Backend<'_>, rel: Oid) {
    if let Some(class) = b.catalog.class(rel)
        && class.state.has_index.get()
        && b.catalog.indexes_of(rel).is_empty()
    {
        class.state.has_index.set(false);
        class.state.no_index_left.set(true);
    }
}

/// Ends the statement's transaction and starts the next, as VACUUM does between tables.
pub(super) fn commit_and_begin(b: &mut Backend<'_>) -> Result<()> {
    b.commit_now()?;
    b.start_command();
    Ok(())
}
