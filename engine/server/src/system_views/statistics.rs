//! `pg_stats` and the cumulative statistics (`pg_stat_...`).
//!
//! The counters are those of [`storage::heap::counters`], as they last reached the statistics system.

use crate::backend::{BACKEND_PID, Backend, Block};
use crate::catalog::system::row::*;
use crate::catalog::{
    Catalog, Class, INFORMATION_SCHEMA, PG_CATALOG, POSTGRES_DATABASE, POSTGRES_ROLE,
};
use crate::functions::info::reads;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::EnvSession;
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid, RelFileNode};
use storage::types::array;

/// The rows of a view of this module; `None` for other relations.
pub(super) fn rows(b: &mut Backend<'_>, view: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let (group, rest) = match view.strip_prefix("pg_statio_") {
        Some(rest) => ("io", rest),
        None => ("", view.strip_prefix("pg_stat_").unwrap_or(view)),
    };
    let (own, rest) = match rest.strip_prefix("xact_") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let c = b.catalog.clone();
    let wanted = |r: &Class| {
        let system = r.oid.0 < crate::catalog::FIRST_NORMAL_OID
            || matches!(r.namespace, PG_CATALOG | INFORMATION_SCHEMA)
            || c.namespace_name(r.namespace).starts_with("pg_toast");
        (rest.starts_with("user_") && !system)
            || (rest.starts_with("sys_") && system)
            || rest.starts_with("all_")
    };
    let zeros = |n: usize| std::iter::repeat_with(|| big(0)).take(n);
    let part =
        rest.trim_start_matches("user_").trim_start_matches("sys_").trim_start_matches("all_");
    if part != rest {
        let tables = || c.classes().values().filter(|r| r.kind.has_table_am()).cloned();
        let head = |r: &Class| vec![id(r.oid), name(c.namespace_name(r.namespace)), name(&r.name)];
        return Ok(match (group, part) {
            ("", "tables") => Some(
                tables()
                    .filter(|r| wanted(r))
                    .map(|r| table_row(b, &c, &r, own, head(&r)))
                    .collect(),
            ),
            ("io", "tables") => {
                Some(tables().filter(|r| wanted(r)).map(|r| io_row(b, &c, &r, head(&r))).collect())
            }
            (_, "indexes") => Some(
                c.classes()
                    .values()
                    .filter(|r| r.kind == RelKind::Index && wanted(r))
                    .filter_map(|r| {
                        let heap = c.class(r.index.as_ref()?.heap)?;
                        let mut row = vec![
                            id(heap.oid),
                            id(r.oid),
                            name(c.namespace_name(heap.namespace)),
                            name(&heap.name),
                            name(&r.name),
                        ];
                        let s = b.store.statistics.shown(r.oid);
                        let u = b.store.statistics.shown_file(r.file);
                        row.extend(match group {
                            "io" => vec![count(reads(b, &u)), count(u.hit)],
                            _ => vec![count(s.scans), count(s.returned), count(s.fetched)],
                        });
                        Some(row)
                    })
                    .collect(),
            ),
            ("io", "sequences") => Some(
                c.classes()
                    .values()
                    .filter(|r| r.kind == RelKind::Sequence && wanted(r))
                    .map(|r| {
                        let mut row = head(r);
                        row.extend(zeros(2));
                        row
                    })
                    .collect(),
            ),
            _ => None,
        });
    }
    Ok(match view {
        "pg_stat_database" => Some(database_rows(b)),
        "pg_stats" => Some(column_statistics(b)?),
        "pg_locks" => Some(locks(b)?),
        "pg_stat_activity" => Some(activity(b)),
        "pg_stat_wal" => Some(vec![crate::functions::wal::statistics(b)]),
        _ => None,
    })
}

/// A count as a bigint.
fn count(n: u64) -> Datum {
    big(n as i64)
}

/// A row of `pg_stat_all_tables`; with `own` a row of `pg_stat_xact_all_tables`, from what is not published yet.
fn table_row(
    b: &Backend<'_>,
    c: &Catalog,
    r: &Class,
    own: bool,
    mut row: Vec<Datum>,
) -> Vec<Datum> {
    let stats = &b.store.statistics;
    let of = |oid| if own { stats.unpublished(oid) } else { stats.shown(oid) };
    let s = of(r.oid);
    let indexes = c.indexes_of(r.oid);
    let idx_scans: u64 = indexes.iter().map(|i| of(i.oid).scans).sum();
    let idx_fetched: u64 = indexes.iter().map(|i| of(i.oid).fetched).sum();
    row.extend([count(s.scans), count(s.returned)]);
    row.extend(match indexes.is_empty() {
        true => [NULL, NULL],
        false => [count(idx_scans), count(idx_fetched + s.fetched)],
    });
    row.extend([count(s.inserted), count(s.updated), count(s.deleted), count(s.hot_updated)]);
    if own {
        return row;
    }
    row.extend([big(s.live), big(s.dead), big(s.changed), big(s.inserted_since_vacuum)]);
    row.extend([s.last_vacuum.map_or(NULL, big), NULL, s.last_analyze.map_or(NULL, big), NULL]);
    row.extend([count(s.vacuums), big(0), count(s.analyzes), big(0)]);
    row
}

/// A row of `pg_statio_all_tables`.
fn io_row(b: &Backend<'_>, c: &Catalog, r: &Class, mut row: Vec<Datum>) -> Vec<Datum> {
    let pair = |files: Vec<RelFileNode>| {
        let mut sum = (0, 0);
        for f in &files {
            let u = b.store.statistics.shown_file(*f);
            sum = (sum.0 + reads(b, &u), sum.1 + u.hit);
        }
        if files.is_empty() { [NULL, NULL] } else { [count(sum.0), count(sum.1)] }
    };
    let of = |oid| c.indexes_of(oid).iter().map(|i| i.file).collect::<Vec<_>>();
    row.extend(pair(vec![r.file]));
    row.extend(pair(of(r.oid)));
    let toast: Vec<RelFileNode> = c.class(r.toast).map(|t| t.file).into_iter().collect();
    row.extend(pair(toast));
    row.extend(pair(of(r.toast)));
    row
}

/// The rows of `pg_stat_activity`: the session's, and those of the server's own processes, which wait.
#[inline(never)]
fn activity(b: &Backend<'_>) -> Vec<Vec<Datum>> {
    let started = b.cluster.server_started();
    let processes = b.store.release.processes.split(", ").enumerate();
    processes
        .map(|(place, process)| {
            let Some((waits_in, kind)) = process.split_once(':') else { return session(b) };
            let pid = BACKEND_PID - 20 + place as i32;
            let mut row = vec![NULL, NULL, int(pid), NULL, NULL, NULL, text("")];
            if waits_in == "LogicalLauncherMain" {
                (row[4], row[5]) = (id(POSTGRES_ROLE), name("postgres"));
            }
            row.extend([NULL, NULL, NULL, big(started), NULL, NULL, NULL, text("Activity")]);
            row.extend([text(waits_in), NULL, NULL, NULL, NULL, text(""), text(kind)]);
            row
        })
        .collect()
}

/// The session's row of `pg_stat_activity`.
fn session(b: &Backend<'_>) -> Vec<Datum> {
    vec![
        id(b.cluster.databases.here),
        name(&b.catalog.database),
        int(BACKEND_PID),
        NULL,
        id(POSTGRES_ROLE),
        name("postgres"),
        text(b.settings.raw("application_name").unwrap_or("")),
        NULL,
        NULL,
        int(-1),
        big(b.cluster.started),
        big(b.transaction.started),
        big(b.statement_timestamp()),
        big(b.statement_timestamp()),
        NULL,
        NULL,
        text("active"),
        b.store.xact.xid_if_assigned().map_or(NULL, |x| Datum::u32(x.0)),
        Datum::u32(b.store.xact.next_xid().0),
        NULL,
        text(&b.statement_text()),
        text("client backend"),
    ]
}

/// The rows of `pg_stat_database`: of relations that all databases share, then of each database. Only those of the
/// session's own database are counted.
fn database_rows(b: &Backend<'_>) -> Vec<Vec<Datum>> {
    let (s, commits) = b.store.statistics.database();
    let u = b.store.statistics.since_reset(b.store.pool.usage());
    let counted =
        [commits, 0, u.read, u.hit, s.returned, s.fetched, s.inserted, s.updated, s.deleted];
    let row = |oid: Oid, database: Datum| {
        let own = oid == b.cluster.databases.here;
        let mut row = vec![id(oid), database, int(own.into())];
        row.extend(counted.map(|n| count(if own { n } else { 0 })));
        row.extend((0..4).map(|_| big(0)));
        let checksums = b.settings.raw("data_checksums") == Some("on");
        row.extend([if checksums { big(0) } else { NULL }, NULL]);
        row.extend((0..5).map(|_| Datum::f64(0.0)));
        row.extend((0..4).map(|_| big(0)));
        row.push(b.store.statistics.reset_at.filter(|_| own).map_or(NULL, big));
        row
    };
    let mut rows = vec![row(Oid::INVALID, NULL)];
    rows.extend(super::objects::databases(b).into_iter().map(|(oid, n, _)| row(oid, name(n))));
    rows
}

/// The rows of `pg_locks`: the locks of a statement that is its own transaction and reads this
/// view. Locks that a block has taken before are not modelled.
fn locks(b: &Backend<'_>) -> Result<Vec<Vec<Datum>>> {
    if b.transaction_block() != Block::Started {
        return err!(FEATURE_NOT_SUPPORTED, "pg_locks in a transaction block is not modelled");
    }
    let Some(view) = b.catalog.class_named(PG_CATALOG, "pg_locks") else { return Ok(Vec::new()) };
    let virtual_xid = || text("3/1");
    let row = |kind: &str, what: [Datum; 9], mode: &str| {
        let mut row = vec![text(kind)];
        row.extend(what);
        row.extend([virtual_xid(), int(BACKEND_PID), text(mode), flag(true), flag(true), NULL]);
        row
    };
    let relation = [id(POSTGRES_DATABASE), id(view.oid), NULL, NULL, NULL, NULL, NULL, NULL, NULL];
    let own = [NULL, NULL, NULL, NULL, virtual_xid(), NULL, NULL, NULL, NULL];
    Ok(vec![row("relation", relation, "AccessShareLock"), row("virtualxid", own, "ExclusiveLock")])
}

/// The rows of `pg_stats`.
fn column_statistics(b: &mut Backend<'_>) -> Result<Vec<Vec<Datum>>> {
    let c = b.catalog.clone();
    let mut stats = Vec::new();
    for r in c.classes().values() {
        for (n, s) in r.state.columns.borrow().iter() {
            stats.push(((r.oid, *n), s.clone()));
        }
    }
    let mut rows = Vec::new();
    for ((rel, attno), s) in stats {
        let Some(r) = c.class(rel) else { continue };
        let a = r.desc.attr(AttrNumber(attno.0)).clone();
        let mut shown = |of: Oid, values: &mut dyn Iterator<Item = &Datum>| -> Result<Datum> {
            let items: Result<Vec<String>> = values.map(|d| b.output(of, d)).collect();
            let items = items?;
            Ok(if items.is_empty() { NULL } else { text_array(&items) })
        };
        let common = shown(a.type_oid, &mut s.most_common.iter().map(|(d, _)| d))?;
        let histogram = shown(a.type_oid, &mut s.histogram.iter())?;
        let elements = shown(array::element_type(a.type_oid), &mut s.elements.iter())?;
        let floats = |list: &[f32]| if list.is_empty() { NULL } else { float_array(list) };
        let freqs: Vec<f32> = s.most_common.iter().map(|(_, f)| *f).collect();
        rows.push(vec![
            name(c.namespace_name(r.namespace)),
            name(&r.name),
            name(&a.name),
            flag(false),
            Datum::f32(s.null_frac),
            int(s.avg_width),
            Datum::f32(s.n_distinct),
            common,
            floats(&freqs),
            histogram,
            s.correlation.map_or(NULL, Datum::f32),
            elements,
            floats(&s.element_shares),
            floats(&s.element_counts),
        ]);
    }
    Ok(rows)
}
