//! Many clients at once: pgbench's scripts, on a machine with a number of cores and a disk.
//!
//! The engine has one session, and time is modelled. So transactions are run one after the other in
//! the engine, which says how long each takes and what it locks ([`sample`]); then a simulation of events
//! ([`simulate`]) runs the clients' transactions side by side, in which they wait for each other
//! as PostgreSQL's backends do: for a core, for a page's content lock, for the lock under which a
//! file is made longer, for a row, to put a record into the log, and for the log to be flushed. What
//! comes out is [`Report`]: pgbench's own lines, and what the clients waited for by the names that
//! `pg_stat_activity` has.
//!
//! ```text
//! pgbench -n -c 16 -j 2 -T 2 -f update.sql       4 rows, a disk that takes 1.1 ms for a flush
//! latency average = 8.9 ms                       Lock:tuple 12.3 clients, IO:WALSync 1.0 ...
//! tps = 1791.2
//! ```
//!
//! Simplified: pages come from the system's cache, background processes take no time, a process that
//! has a core keeps it until it waits, and transactions that would lock rows in a circle are refused.

mod machine;
mod options;
mod report;
mod sample;
mod script;
mod simulate;
#[cfg(test)]
mod tests;

pub use machine::Machine;
pub use options::{MOST_CLIENTS, Options, RunLength};
pub use report::{Report, Span, Waited};
pub use sample::{Sample, Sampler, set_up};
pub use simulate::{WaitEvent, simulate};
