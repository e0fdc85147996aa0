//! EXPLAIN (`explain.c`): plans as text.

mod text;

use crate::datum::Datum;
use crate::error::Result;
use crate::sql::exec::node::NodeState;
use crate::sql::exec::state::{Exec, Instrument};
use crate::sql::exec::{self, Host};
use crate::sql::plan::{PlanKind, PlannedStmt};

/// How EXPLAIN prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Format {
    #[default]
    Text,
    Json,
    Xml,
    Yaml,
}

/// EXPLAIN's options, defaults resolved by the caller (TIMING and SUMMARY default to ANALYZE).
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Options {
    pub analyze: bool,
    pub verbose: bool,
    pub costs: bool,
    pub buffers: bool,
    pub wal: bool,
    pub timing: bool,
    pub summary: bool,
    pub settings: bool,
    pub format: Format,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            analyze: false,
            verbose: false,
            costs: true,
            buffers: false,
            wal: false,
            timing: false,
            summary: false,
            settings: false,
            format: Format::Text,
        }
    }
}

/// Where EXPLAIN ANALYZE leaves the rows.
pub enum Rows<'a> {
    /// Nowhere.
    Dropped,
    /// With this, told also whether the row is as a table stores it.
    Received(&'a mut dyn FnMut(&mut dyn Host, &[Datum], bool) -> Result<()>),
    /// They are not asked for (WITH NO DATA).
    NotFetched,
}

/// The lines of EXPLAIN for a planned statement; runs it when ANALYZE was asked for. In a format
/// other than text there is one "line" with line breaks in it.
pub fn explain(
    stmt: &PlannedStmt,
    host: &mut dyn Host,
    options: &Options,
    extern_params: &[Datum],
    rows: Rows<'_>,
) -> Result<Vec<String>> {
    if options.format != Format::Text {
        return crate::err!(FEATURE_NOT_SUPPORTED, "EXPLAIN supports only FORMAT TEXT");
    }
    let names = text::table_names(stmt, host);
    let mut ex = Exec::new(stmt, host, extern_params, options.analyze)?;
    let mut node = NodeState::new(&mut ex, &stmt.plan)?;
    match rows {
        Rows::Dropped if options.analyze => {
            exec::run_to_end(&mut ex, &mut node, &mut |_, _| Ok(()))?;
        }
        Rows::Received(f) if options.analyze => {
            let stored = node.keep_stored();
            exec::run_to_end(&mut ex, &mut node, &mut |host, row| f(host, row, stored))?;
        }
        _ => {}
    }
    let mut printer = text::Printer { stmt, options, names, out: Vec::new(), params: Vec::new() };
    printer.node(&mut ex, &node, 0, None);
    let mut out = printer.out;
    if options.summary {
        out.push("Planning Time: 0.050 ms".into());
    }
    if options.analyze
        && let PlanKind::ModifyTable(m) = &stmt.plan.kind
    {
        let calls = ex.host.trigger_calls(m.relation);
        // Tables are named when there is more than the one changed.
        let named = calls.iter().any(|c| c.1 != calls[0].1);
        for (constraint, table, n) in calls {
            let on = if named { format!(" on {table}") } else { String::new() };
            let time = if options.timing {
                format!("time={:.3} ", n as f64 * MODELLED_TRIGGER_MS)
            } else {
                String::new()
            };
            out.push(format!("Trigger for constraint {constraint}{on}: {time}calls={n}"));
        }
    }
    if options.summary && options.analyze {
        out.push(format!("Execution Time: {:.3} ms", modelled_ms(&node.instrument)));
    }
    Ok(out)
}

/// A trigger's call as modelled, in ms.
const MODELLED_TRIGGER_MS: f64 = 0.01;

/// Time as modelled: 0.1 µs a row, 1 µs a page found, 10 µs a page read or written, 1 ns a byte that
/// decompressing gives. It is no measurement, and the same on every machine.
fn modelled_ms(i: &Instrument) -> f64 {
    let u = i.usage;
    i.tuples * 0.0001
        + u.hit as f64 * 0.001
        + (u.read + u.written) as f64 * 0.01
        + i.decompressed as f64 * 1e-6
        + 0.001 * i.loops
}
