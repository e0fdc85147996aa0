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

pub use text::{changed_statement, statements};

use crate::house;
use crate::inputs::Rng;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Once;

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
    /// While this thread runs an input: where its last panic was, and what it said.
    static PANIC: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs an input. The error says where the target panicked, and the message, which is not printed.
pub fn outcome(target: &Target, input: &[u8]) -> Result<(), String> {
    static HOOKED: Once = Once::new();
    HOOKED.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANIC.with(|p| match &mut *p.borrow_mut() {
                Some(said) => *said = info.to_string(),
                None => print(info),
            });
        }));
    });
    PANIC.set(Some(String::new()));
    let done = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    let said = PANIC.take().unwrap_or_default();
    done.map_err(|_| said)
}

/// The bytes of the files below a folder of the repository whose names end with `ending`.
fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let bytes = |file: String| std::fs::read(house::root().join(&file)).expect("a readable file");
    house::files(folder, ending).into_iter().map(bytes).collect()
}
