//! What VACUUM VERBOSE says (`heap_vacuum_rel`).
//!
//! The rates and the CPU times of the last lines are those of the machine the server runs on, and among
//! its buffers are those of the catalogs, as many as its caches lack. Neither is modelled, which is said.

use super::MaintenanceHost;
use super::vacuum_scan::Vacuum;
use crate::buffer::BufferUsage;
use crate::error::{PgError, Severity, SqlState};
use crate::heap::Relation;
use crate::heap::vacuum_freeze::Kept;
use crate::store::Store;
use crate::versions::VacuumWords;
use crate::wal::WalUsage;
use std::fmt::Write;

/// Collects what is said at the end.
pub(super) struct Report {
    verbose: bool,
    name: String,
    taken: UsageAtStart,
    orig_pages: u32,
    orig: Kept,
}

/// Reports a text as INFO.
fn info(host: &mut dyn MaintenanceHost, text: String) {
    host.info(PgError::new(SqlState::SUCCESSFUL_COMPLETION, text).severity(Severity::Info));
}

/// A part in percent of the whole; 100 of nothing.
fn percent(part: u32, whole: u32) -> f64 {
    if whole == 0 { 100.0 } else { 100.0 * f64::from(part) / f64::from(whole) }
}

impl Report {
    /// Begins the report of a VACUUM; it is shown only if `verbose`.
    pub(super) fn begin(
        st: &Store,
        v: &Vacuum<'_>,
        verbose: bool,
        host: &mut dyn MaintenanceHost,
    ) -> Report {
        let name = if verbose {
            let schema = host.namespace(v.rel.namespace);
            format!("{}.{schema}.{}", host.database(), v.rel.name)
        } else {
            String::new()
        };
        if verbose {
            let how = if v.aggressive { "aggressively vacuuming" } else { "vacuuming" };
            info(host, format!("{how} \"{name}\""));
        }
        Report {
            verbose,
            name,
            taken: UsageAtStart::begin(st),
            orig_pages: v.rel_pages,
            orig: Kept { xid: v.rel.state.relfrozenxid.get(), multi: v.rel.state.relminmxid.get() },
        }
    }

    /// Reports that the table was cut from `from` to `to` pages.
    pub(super) fn truncated(
        &mut self,
        rel: &Relation,
        from: u32,
        to: u32,
        host: &mut dyn MaintenanceHost,
    ) {
        if self.verbose {
            info(host, format!("table \"{}\": truncated {from} to {to} pages", rel.name));
        }
    }

    /// Prints the report.
    pub(super) fn finish(
        &mut self,
        st: &Store,
        v: &Vacuum<'_>,
        advanced: (bool, bool),
        host: &mut dyn MaintenanceHost,
    ) {
        if !self.verbose {
            return;
        }
        let text = self.text(st, v, advanced).unwrap_or_default();
        info(host, text);
    }

    /// The report at the end of VACUUM VERBOSE.
    fn text(
        &self,
        st: &Store,
        v: &Vacuum<'_>,
        advanced: (bool, bool),
    ) -> std::result::Result<String, std::fmt::Error> {
        let mut t = String::new();
        writeln!(t, "finished vacuuming \"{}\": index scans: {}", self.name, v.index_scans)?;
        let words = st.release.vacuum_words;
        let eager = if words >= VacuumWords::Map { ", 0 eagerly scanned" } else { "" };
        writeln!(
            t,
            "pages: {} removed, {} remain, {} scanned ({:.2}% of total){eager}",
            v.removed_pages,
            v.rel_pages,
            v.scanned_pages,
            percent(v.scanned_pages, self.orig_pages)
        )?;
        writeln!(
            t,
            "tuples: {} removed, {:.0} remain, {} are dead but not yet removable",
            v.tuples_deleted, v.new_rel_tuples, v.recently_dead
        )?;
        let cutoff = v.cutoffs.oldest_xmin;
        let age = st.xact.next_xid().0.wrapping_sub(cutoff.0) as i32;
        writeln!(t, "removable cutoff: {cutoff}, which was {age} XIDs old when operation ended")?;
        let Kept { xid, multi } = v.oldest;
        for (advanced, name, new, old, kind) in [
            (advanced.0, "relfrozenxid", xid, self.orig.xid, "XIDs"),
            (advanced.1, "relminmxid", multi, self.orig.multi, "MXIDs"),
        ] {
            let ahead = new.0.wrapping_sub(old.0) as i32;
            if advanced {
                writeln!(t, "new {name}: {new}, which is {ahead} {kind} ahead of previous value")?;
            }
        }
        if words >= VacuumWords::Frozen {
            writeln!(
                t,
                "frozen: {} pages from table ({:.2}% of total) had {} tuples frozen",
                v.frozen.pages,
                percent(v.frozen.pages, self.orig_pages),
                v.frozen.rows
            )?;
        }
        if words >= VacuumWords::Map {
            let f = v.frozen;
            writeln!(
                t,
                "visibility map: {} pages set all-visible, {} pages set all-frozen ({} were all-visible)",
                f.set_visible,
                f.set_both + f.set_frozen,
                f.set_frozen
            )?;
        }
        let (scan, verb) = if !v.do_index_vacuuming {
            ("bypassed", "have")
        } else if v.index_scans == 0 {
            ("not needed", "had")
        } else {
            ("needed", "had")
        };
        let removed = if v.do_index_vacuuming { " removed" } else { "" };
        writeln!(
            t,
            "index scan {scan}: {} pages from table ({:.2}% of total) {verb} {} dead item identifiers{removed}",
            v.dead_item_pages,
            percent(v.dead_item_pages, self.orig_pages),
            v.dead_item_count
        )?;
        for (index, stats) in v.rel.indexes.iter().zip(&v.index_stats) {
            if let Some(s) = stats {
                writeln!(
                    t,
                    "index \"{}\": pages: {} in total, {} newly deleted, {} currently deleted, {} reusable",
                    index.name, s.num_pages, s.pages_newly_deleted, s.pages_deleted, s.pages_free
                )?;
            }
        }
        t.push_str(&self.taken.text(st, true));
        Ok(t)
    }
}

/// The counts of buffers and log when a command began.
pub(super) struct UsageAtStart {
    usage: BufferUsage,
    wal: WalUsage,
}

impl UsageAtStart {
    /// Begins to count: what was used before is left out.
    pub(super) fn begin(st: &Store) -> UsageAtStart {
        UsageAtStart { usage: st.pool.usage(), wal: st.wal.usage() }
    }
    /// What was used since; the log is in it only if all that was `logged` is modelled.
    pub(super) fn text(&self, st: &Store, logged: bool) -> String {
        let usage = st.pool.usage() - self.usage;
        let (reads, full) = match st.release.vacuum_words {
            VacuumWords::Map => ("reads", ", 0 buffers full"),
            _ => ("misses", ""),
        };
        let wal = st.wal.usage() - self.wal;
        let wal = match logged {
            true => format!(
                "{} records, {} full page images, {} bytes{full}",
                wal.records, wal.images, wal.bytes
            ),
            false => "not modelled".to_string(),
        };
        format!(
            "avg read rate: not modelled, avg write rate: not modelled\n\
             buffer usage: {} hits, {} {reads}, {} dirtied; look-ups in catalogs are not modelled\n\
             WAL usage: {wal}\n\
             system usage: not modelled",
            usage.hit, usage.read, usage.dirtied
        )
    }
}
