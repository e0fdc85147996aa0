//! EXPLAIN (`explain.c`): plans as text, JSON, YAML and XML, all through one [`writer`].
//! Its times are modelled ([`storage::clock`]).

mod detail;
mod names;
mod node;
mod serialize;
mod writer;

use crate::exec;
use crate::exec::node::NodeState;
use crate::exec::state::{Exec, Instrument};
use crate::host::{Host, TriggerCalls};
use crate::plan::{PlanKind, PlannedStmt};
use crate::settings::NANOSECONDS;
use serialize::Serialization;
use std::rc::Rc;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;
use storage::map::SortedSet;
use writer::ExplainWriter;

/// How EXPLAIN prints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    /// FORMAT TEXT
    Text,
    /// FORMAT JSON
    Json,
    /// FORMAT XML
    Xml,
    /// FORMAT YAML
    Yaml,
}

/// EXPLAIN's options, defaults resolved by the caller (TIMING and SUMMARY default to ANALYZE).
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// ANALYZE: run the statement and show what was measured.
    pub analyze: bool,
    /// Whether columns have their tables' names, and more is shown: VERBOSE.
    pub verbose: bool,
    /// Whether costs are shown: COSTS.
    pub costs: bool,
    /// Whether the buffers used are shown: BUFFERS.
    pub buffers: bool,
    /// Whether the records written to the log are shown: WAL.
    pub wal: bool,
    /// Whether the rows are turned into what a client gets: SERIALIZE.
    pub serialize: bool,
    /// Whether the time of each node is shown: TIMING.
    pub timing: bool,
    /// Whether the times of planning and execution are shown: SUMMARY.
    pub summary: bool,
    /// The planner's parameters that are not at their defaults, with SETTINGS.
    pub settings: Option<Vec<(String, String)>>,
    /// Whether the time of reads and writes is measured (`track_io_timing`).
    pub io_timing: bool,
    /// In which format it prints: FORMAT.
    pub format: Format,
    /// Modelled milliseconds that planning took.
    pub planning: f64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            analyze: false,
            verbose: false,
            costs: true,
            buffers: false,
            wal: false,
            serialize: false,
            timing: false,
            summary: false,
            settings: None,
            io_timing: false,
            format: Format::Text,
            planning: 0.0,
        }
    }
}

/// Where EXPLAIN ANALYZE leaves the rows.
pub enum RowDestination<'a> {
    /// Nowhere.
    Dropped,
    /// This function gets each row, and whether the row is as a table stores it.
    Received(&'a mut dyn FnMut(&mut Host<'_>, &[Datum], bool) -> Result<()>),
    /// They are not asked for (WITH NO DATA).
    NotFetched,
}

/// The lines of EXPLAIN for a planned statement, which ANALYZE also runs. A format other than text is
/// one line with line breaks in it.
pub fn explain(
    stmt: &PlannedStmt,
    host: &mut Host<'_>,
    options: &Options,
    extern_params: &[Datum],
    rows: RowDestination<'_>,
) -> Result<Vec<String>> {
    let names = names::table_names(stmt, host);
    let prices = Rc::clone(&host.store().prices);
    let release = host.store().release;
    if options.analyze {
        exec::check_read_only(stmt, host)?;
    }
    let mut ex = Exec::new(stmt, host, extern_params, options.analyze)?;
    let mut node = NodeState::new(&mut ex, &stmt.plan)?;
    let mut serialization = Serialization::new(stmt);
    match rows {
        RowDestination::Dropped if options.serialize => {
            exec::run_to_end(&mut ex, &mut node, &mut |host, row| serialization.row(host, row))?;
        }
        RowDestination::Dropped if options.analyze => {
            exec::run_to_end(&mut ex, &mut node, &mut |_, _| Ok(()))?;
        }
        RowDestination::Received(f) if options.analyze => {
            let stored = node.keep_stored();
            exec::run_to_end(&mut ex, &mut node, &mut |host, row| f(host, row, stored))?;
        }
        _ => {}
    }
    let w = ExplainWriter::new(options.format);
    let execution = ex.milliseconds();
    let mut printer = node::Printer {
        stmt,
        options,
        names,
        w,
        params: Vec::new(),
        printed: Vec::new(),
        prices,
        release,
    };
    printer.w.open("Query", None, true);
    printer.node(&mut ex, &node, node::NodePlace::default());
    settings(&mut printer.w, options);
    if options.buffers && !printer.w.is_text() {
        printer.w.open("Planning", Some("Planning"), true);
        printer.buffers(&Instrument::default());
        printer.w.close("Planning", true);
    }
    if options.summary {
        printer.w.float("Planning Time", "ms", options.planning, 3);
    }
    if options.analyze {
        let ctes = stmt.modifying_ctes.iter().filter_map(|i| stmt.subplans.get(*i).map(Rc::as_ref));
        let changed: Vec<Oid> = ctes
            .chain([&stmt.plan])
            .filter_map(|plan| match &plan.kind {
                PlanKind::ModifyTable(m) => Some(m.relation),
                _ => None,
            })
            .collect();
        let several = changed.len() > 1;
        let tables: SortedSet<Oid> = changed.into_iter().collect();
        let calls: Vec<TriggerCalls> =
            tables.into_iter().flat_map(|rel| ex.host.trigger_calls(rel)).collect();
        triggers(&mut printer.w, options, &calls, several);
    }
    if options.serialize {
        printer.serialization(&serialization);
    }
    if options.summary && options.analyze {
        let nanoseconds = ex.host.setting(NANOSECONDS).as_deref() == Some("on");
        let digits = if nanoseconds { 6 } else { 3 };
        printer.w.float("Execution Time", "ms", execution, digits);
    }
    printer.w.close("Query", true);
    Ok(finished(printer.w, options.format))
}

/// EXPLAIN's output for a utility statement, which has no plan.
pub fn no_plan(format: Format) -> Vec<String> {
    let mut w = ExplainWriter::new(format);
    let text = format == Format::Text;
    w.dummy(if text { "Utility statements have no plan structure" } else { "Utility Statement" });
    finished(w, format)
}

/// The output as rows: a row for each line of FORMAT TEXT, a single row for the other formats.
fn finished(w: ExplainWriter, format: Format) -> Vec<String> {
    let all = w.finish();
    match format {
        Format::Text => all.split('\n').map(str::to_string).collect(),
        _ => vec![all],
    }
}

/// Prints the settings that differ from their defaults (`ExplainPrintSettings`).
fn settings(w: &mut ExplainWriter, options: &Options) {
    let Some(list) = &options.settings else { return };
    if !w.is_text() {
        w.open("Settings", Some("Settings"), true);
        list.iter().for_each(|(name, value)| w.text(name, value));
        w.close("Settings", true);
    } else if !list.is_empty() {
        let parts: Vec<String> = list.iter().map(|(n, v)| format!("{n} = '{v}'")).collect();
        w.text("Settings", &parts.join(", "));
    }
}

/// Prints the triggers with their calls; with `several`, also their table (`ExplainPrintTriggers`).
fn triggers(w: &mut ExplainWriter, options: &Options, calls: &[TriggerCalls], several: bool) {
    w.open("Triggers", Some("Triggers"), false);
    // Tables are named when there is more than the one changed.
    let named = several || calls.iter().any(|c| c.table != calls[0].table);
    for c in calls {
        let ms = c.milliseconds;
        w.open("Trigger", None, true);
        if w.is_text() {
            let name = match &c.constraint {
                Some(_) if !options.verbose => String::new(),
                _ => format!(" {}", c.name),
            };
            let constraint =
                c.constraint.as_ref().map_or(String::new(), |k| format!(" for constraint {k}"));
            let on = if named { format!(" on {}", c.table) } else { String::new() };
            let time = if options.timing { format!("time={ms:.3} ") } else { String::new() };
            w.line(&format!("Trigger{name}{constraint}{on}: {time}calls={}", c.calls));
        } else {
            w.text("Trigger Name", &c.name);
            if let Some(k) = &c.constraint {
                w.text("Constraint Name", k);
            }
            w.text("Relation", &c.table);
            if options.timing {
                w.float("Time", "ms", ms, 3);
            }
            w.number("Calls", c.calls as f64);
        }
        w.close("Trigger", true);
    }
    w.close("Triggers", false);
}
