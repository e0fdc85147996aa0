//! Inputs that nobody thought of: each target takes any bytes, and must neither panic nor hang.
//!
//! ```text
//! seeds ──> mutate ──> Target::run ──> a panic: the input goes to tests/fuzz/findings/TARGET/ and is run for ever
//! ```
//!
//! | target | its input | what runs it |
//! |---|---|---|
//! | `sql` | a script of SQL and psql commands | psql, the session, and the page's view of what is left |
//! | `values` | a type's number and a text | the input function of the type, and casts |
//! | `page` | 8192 bytes | pageinspect, and the fields that the page shows |
//! | `segment` | a segment of the log | the reader of segments |
//! | `stream` | a compressed stream | pglz, lz4, zstd |
//! | `dump` | an archive of pg_dump, a gzip file, a Parquet page | the readers of files that are dropped on the page |
//! | `archive` | a file that `archive_command` made | the lab's decompressors |
//! | `pgbench` | options, and a script | the Clients lab |

mod bytes;
mod pages;
mod sql;
mod text;

use crate::inputs::Rng;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// Something that takes any bytes.
pub struct Target {
    /// What it is called: the name of its folder of findings.
    pub name: &'static str,
    /// Runs an input. Panics where the engine does.
    pub run: fn(&[u8]),
    /// Makes inputs that are valid, or were.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// Changes one of the seeds a little.
    pub mutate: fn(&mut Rng, &[Vec<u8>]) -> Vec<u8>,
}

/// All targets.
pub const TARGETS: [Target; 8] = [
    Target { name: "sql", run: sql::run, seeds: sql::seeds, mutate: text::mutate_script },
    Target { name: "values", run: sql::run_value, seeds: sql::value_seeds, mutate: bytes::mutate },
    Target { name: "page", run: pages::run, seeds: pages::seeds, mutate: bytes::mutate },
    Target {
        name: "segment",
        run: bytes::run_segment,
        seeds: bytes::segments,
        mutate: bytes::mutate,
    },
    Target { name: "stream", run: bytes::run_stream, seeds: bytes::streams, mutate: bytes::mutate },
    Target { name: "dump", run: bytes::run_dump, seeds: bytes::dumps, mutate: bytes::mutate },
    Target {
        name: "archive",
        run: bytes::run_archive,
        seeds: bytes::archives,
        mutate: bytes::mutate,
    },
    Target {
        name: "pgbench",
        run: text::run_pgbench,
        seeds: text::pgbench_seeds,
        mutate: bytes::mutate,
    },
];

/// Returns the target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|t| t.name == name)
}

/// The folder of the inputs that once made a target panic, or hang.
pub fn findings(target: &Target) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/findings").join(target.name)
}

thread_local! {
    /// Where the last panic of this thread was, and what it said.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs an input. The error says where the target panicked, and the message.
pub fn outcome(target: &Target, input: &[u8]) -> Result<(), String> {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|info| PANIC.with(|p| *p.borrow_mut() = info.to_string())));
    let done = catch_unwind(AssertUnwindSafe(|| (target.run)(input)))
        .map_err(|_| PANIC.with(|p| p.borrow().clone()));
    std::panic::set_hook(loud);
    done
}

/// The paths of all files with an ending below a folder of `tests`, in order.
fn files_below(folder: &str, ending: &str) -> Vec<PathBuf> {
    fn visit(folder: &std::path::Path, ending: &str, found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for path in entries.flatten().map(|e| e.path()) {
            if path.is_dir() {
                visit(&path, ending, found);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    visit(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(folder), ending, &mut found);
    found.sort();
    found
}
