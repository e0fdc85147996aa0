//! Which of PostgreSQL's own test scripts the scoreboard runs: those that concern storage.
//!
//! A script is read from a checkout of PostgreSQL's source; none is kept here. Scripts of `src/test/regress` that use
//! its small tables run after the beginning of `test_setup.sql`, which makes them.

use std::fs;
use std::path::Path;

/// One of PostgreSQL's scripts.
#[derive(Clone, Copy, Debug)]
pub struct Suite {
    /// What the scoreboard calls it: `regress/strings`, `pageinspect/page`.
    pub name: &'static str,
    /// Whether it runs after the beginning of `test_setup.sql`.
    after_setup: bool,
}

const fn regress(name: &'static str) -> Suite {
    Suite { name, after_setup: true }
}

const fn contrib(name: &'static str) -> Suite {
    Suite { name, after_setup: false }
}

/// The scripts, in the order of the scoreboard.
pub const SUITES: [Suite; 22] = [
    regress("regress/strings"),
    regress("regress/compression"),
    regress("regress/reloptions"),
    regress("regress/vacuum"),
    regress("regress/misc_functions"),
    regress("regress/insert_conflict"),
    regress("regress/update"),
    regress("regress/tidscan"),
    regress("regress/tidrangescan"),
    regress("regress/truncate"),
    regress("regress/sequence"),
    regress("regress/btree_index"),
    contrib("pageinspect/page"),
    contrib("pageinspect/btree"),
    contrib("amcheck/check_btree"),
    contrib("amcheck/check_heap"),
    contrib("pgstattuple/pgstattuple"),
    contrib("pg_visibility/pg_visibility"),
    contrib("pg_walinspect/pg_walinspect"),
    contrib("pg_freespacemap/pg_freespacemap"),
    contrib("pg_buffercache/pg_buffercache"),
    contrib("test_decoding/toast"),
];

/// The first statement of `test_setup.sql` that reads a file of data: what comes before makes the small tables.
const FIRST_FILE: &str = "CREATE TABLE onek";

impl Suite {
    /// The script's text, from a checkout of PostgreSQL's source in the folder `source`.
    ///
    /// # Errors
    /// When a file is not there or cannot be read.
    pub fn text(&self, source: &Path) -> Result<String, String> {
        let read = |path: String| {
            let path = source.join(path);
            fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))
        };
        let (folder, script) = self.name.split_once('/').expect("a folder and a script");
        if !self.after_setup {
            return read(format!("contrib/{folder}/sql/{script}.sql"));
        }
        let regress = |script: &str| read(format!("src/test/regress/sql/{script}.sql"));
        let setup = regress("test_setup")?;
        let tables = setup.split(FIRST_FILE).next().unwrap_or_default();
        Ok(format!("{tables}{}", regress(script)?))
    }
}
