//! `pg_stats` and the cumulative statistics (`pg_stat_...`).
//!
//! Simplified: a server sends its counters to the statistics system at most once a second, so a
//! script that has just run finds them at zero; here they stay there. The buffers' `pg_statio_...`
//! are zero likewise; what statements touch is told by EXPLAIN and by the trace.

use super::row::*;
use crate::catalog::{Class, POSTGRES_DATABASE, POSTGRES_ROLE};
use crate::datum::Datum;
use crate::error::Result;
use crate::fmgr::Env;
use crate::ids::AttrNumber;
use crate::session::Backend;

pub(super) fn rows(b: &mut Backend, view: &str) -> Result<Option<Vec<Vec<Datum>>>> {
    let (group, rest) = match view.strip_prefix("pg_statio_") {
        Some(rest) => ("io", rest),
        None => ("", view.strip_prefix("pg_stat_").unwrap_or(view)),
    };
    let c = b.catalog.clone();
    let wanted = |r: &Class| {
        let system = r.oid.0 < crate::catalog::FIRST_NORMAL_OID || r.kind == 't';
        (rest.starts_with("user_") && !system)
            || (rest.starts_with("sys_") && system)
            || rest.starts_with("all_")
    };
    let zeros = |n: usize| std::iter::repeat_with(|| big(0)).take(n);
    let part =
        rest.trim_start_matches("user_").trim_start_matches("sys_").trim_start_matches("all_");
    if part != rest {
        let tables = || c.classes().values().filter(|r| matches!(r.kind, 'r' | 't' | 'm')).cloned();
        let head = |r: &Class| vec![id(r.oid), name(c.namespace_name(r.namespace)), name(&r.name)];
        return Ok(match (group, part) {
            ("", "tables") => Some(
                tables()
                    .filter(|r| wanted(r))
                    .map(|r| {
                        let mut row = head(&r);
                        row.extend(zeros(2));
                        let idx = if r.has_index { big(0) } else { NULL };
                        row.extend([idx.clone(), idx]);
                        row.extend(zeros(8));
                        row.extend([NULL, NULL, NULL, NULL]);
                        row.extend(zeros(4));
                        row
                    })
                    .collect(),
            ),
            ("io", "tables") => Some(
                tables()
                    .filter(|r| wanted(r))
                    .map(|r| {
                        let mut row = head(&r);
                        let some = |there: bool| if there { big(0) } else { NULL };
                        row.extend(zeros(2));
                        row.extend([some(r.has_index), some(r.has_index)]);
                        let toast = r.toast.is_valid();
                        row.extend([some(toast), some(toast), some(toast), some(toast)]);
                        row
                    })
                    .collect(),
            ),
            (_, "indexes") => Some(
                c.classes()
                    .values()
                    .filter(|r| r.kind == 'i' && wanted(r))
                    .filter_map(|r| {
                        let heap = c.class(r.index.as_ref()?.heap)?;
                        let mut row = vec![
                            id(heap.oid),
                            id(r.oid),
                            name(c.namespace_name(heap.namespace)),
                            name(&heap.name),
                            name(&r.name),
                        ];
                        row.extend(zeros(if group == "io" { 2 } else { 3 }));
                        Some(row)
                    })
                    .collect(),
            ),
            _ => None,
        });
    }
    Ok(match view {
        "pg_stats" => Some(column_statistics(b)?),
        "pg_stat_activity" => {
            let now = b.clock_timestamp();
            Some(vec![vec![
                id(POSTGRES_DATABASE),
                name("postgres"),
                int(BACKEND_PID),
                NULL,
                id(POSTGRES_ROLE),
                name("postgres"),
                text("psql"),
                NULL,
                NULL,
                int(-1),
                big(now),
                big(now),
                big(now),
                big(now),
                NULL,
                NULL,
                text("active"),
                b.store.xact.current_xid_if_any().map_or(NULL, |x| Datum::u32(x.0)),
                Datum::u32(b.store.xact.next_xid().0),
                NULL,
                text(&b.statement_text()),
                text("client backend"),
            ]])
        }
        "pg_stat_wal" => Some(vec![crate::catalog::functions::wal::statistics(b)]),
        "pg_stat_bgwriter" => Some(vec![{
            let mut row: Vec<Datum> = zeros(2).collect();
            row.extend([Datum::f64(0.0), Datum::f64(0.0)]);
            row.extend(zeros(6));
            row.push(big(b.clock_timestamp()));
            row
        }]),
        _ => None,
    })
}

/// The process id of the one session.
pub const BACKEND_PID: i32 = 4242;

fn column_statistics(b: &mut Backend) -> Result<Vec<Vec<Datum>>> {
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
        let mut shown = |values: &mut dyn Iterator<Item = &Datum>| -> Result<Datum> {
            let items: Result<Vec<String>> = values.map(|d| b.output(a.type_oid, d)).collect();
            let items = items?;
            Ok(if items.is_empty() { NULL } else { text_array(&items) })
        };
        let common = shown(&mut s.most_common.iter().map(|(d, _)| d))?;
        let histogram = shown(&mut s.histogram.iter())?;
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
            if freqs.is_empty() { NULL } else { float_array(&freqs) },
            histogram,
            s.correlation.map_or(NULL, Datum::f32),
            NULL,
            NULL,
            NULL,
        ]);
    }
    Ok(rows)
}
