//! Columns that later releases added to catalogs and views, dropped, or moved: rows are made with the columns of 15,
//! and get here those of the release.

use crate::backend::Backend;
use crate::catalog::Class;
use crate::catalog::stored::shape::{self, Shape};
use crate::catalog::system::row::*;
use storage::datum::Datum;
use storage::ids::Oid;

/// Gives the rows of a catalog or view the columns that it has in this release.
#[inline(never)]
pub(super) fn of_release(b: &Backend<'_>, class: &Class, rows: Vec<Vec<Datum>>) -> Vec<Vec<Datum>> {
    let Some(shape) = Shape::of(class, b.store.release) else { return rows };
    let shaped = |row: Vec<Datum>| {
        shape.of_release(&class.desc.attrs, &row, &|column| added(b, &class.name, column, &row))
    };
    rows.into_iter().map(shaped).collect()
}

/// The value of a column that a later release added, in a row of a view.
fn added(b: &Backend<'_>, view: &str, column: &str, row: &[Datum]) -> Datum {
    let object = |at: usize| Oid(row[at].as_u32());
    let shown = |oid: Oid| b.store.statistics.shown(oid);
    let count = |n: u64| big(n as i64);
    let moment = |at: Option<i64>| at.map_or(NULL, big);
    let milliseconds = |us: u64| Datum::f64(us as f64 / 1e3);
    match column {
        "dathasloginevt" => flag(false),
        "parallel_workers_to_launch" | "parallel_workers_launched" => big(0),
        "result_types" => {
            b.result_types(std::str::from_utf8(&row[0].bytes()[4..]).unwrap_or_default())
        }
        "n_tup_newpage_upd" if view.contains("_xact_") => {
            count(b.store.statistics.unpublished(object(0)).newpage_updated)
        }
        "n_tup_newpage_upd" => count(shown(object(0)).newpage_updated),
        "last_seq_scan" => moment(shown(object(0)).last_scan),
        "last_idx_scan" if view.ends_with("indexes") => moment(shown(object(1)).last_scan),
        "last_idx_scan" => {
            let indexes = b.catalog.indexes_of(object(0));
            moment(indexes.iter().filter_map(|i| shown(i.oid).last_scan).max())
        }
        "total_vacuum_time" => milliseconds(shown(object(0)).vacuum_time),
        "total_analyze_time" => milliseconds(shown(object(0)).analyze_time),
        // Autovacuum is off.
        "total_autovacuum_time" | "total_autoanalyze_time" => milliseconds(0),
        _ => shape::added(&b.catalog, column, row),
    }
}
