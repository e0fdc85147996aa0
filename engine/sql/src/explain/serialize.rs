//! EXPLAIN (SERIALIZE): rows are written as a client would get them, and dropped (`explain_dr.c`). So what is in a
//! TOAST table is read, as it is when a query runs.

use super::node::Printer;
use crate::analyze::CommandType;
use crate::exec::state::Instrument;
use crate::host::Host;
use crate::plan::PlannedStmt;
use storage::clock;
use storage::datum::Datum;
use storage::error::Result;
use storage::ids::Oid;

/// What writing the rows took.
#[derive(Default)]
pub(super) struct Serialization {
    types: Vec<Oid>,
    bytes: u64,
    spent: Instrument,
    milliseconds: f64,
}

impl Serialization {
    /// An empty serialization for the columns that the statement returns.
    pub(super) fn new(stmt: &PlannedStmt) -> Serialization {
        let all = stmt.command != CommandType::Select;
        let columns = stmt.plan.target.iter().filter(|t| all || !t.junk);
        Serialization { types: columns.map(|t| t.expr.type_oid).collect(), ..Default::default() }
    }

    /// Counts a row as it would be sent (`serializeAnalyzeReceive`): the number of columns, then
    /// each column with its length.
    pub(super) fn row(&mut self, host: &mut Host<'_>, row: &[Datum]) -> Result<()> {
        let (before, began) = (host.store().pool.usage(), clock::now());
        self.bytes += 2;
        for (value, type_oid) in row.iter().zip(&self.types) {
            self.bytes += 4;
            if !value.is_null() {
                self.bytes += host.output(*type_oid, value)?.len() as u64;
            }
        }
        let store = host.store();
        self.spent.usage = self.spent.usage + (store.pool.usage() - before);
        self.milliseconds += clock::now().since(&began).milliseconds(&store.prices);
        Ok(())
    }
}

impl Printer<'_> {
    /// Prints the size of the output, and the time and buffers that it took
    /// (`ExplainPrintSerialize`).
    pub(super) fn serialization(&mut self, s: &Serialization) {
        let kb = s.bytes.div_ceil(1024);
        if !self.w.is_text() {
            self.w.open("Serialization", Some("Serialization"), true);
            if self.options.timing {
                self.w.float("Time", "ms", s.milliseconds, 3);
            }
            self.w.number("Output Volume", kb as f64);
            self.w.text("Format", "text");
            if self.options.buffers {
                self.buffers(&s.spent);
            }
            self.w.close("Serialization", true);
            return;
        }
        let time = match self.options.timing {
            true => format!("time={:.3} ms  ", s.milliseconds),
            false => String::new(),
        };
        self.w.line(&format!("Serialization: {time}output={kb}kB  format=text"));
        if self.options.buffers {
            self.w.indent += 1;
            self.buffers(&s.spent);
            self.w.indent -= 1;
        }
    }
}
