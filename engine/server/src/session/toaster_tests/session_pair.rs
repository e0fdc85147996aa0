//! One random program on two sessions: one has PostgreSQL 15's own toaster, the other the toaster to
//! be tried. Whatever a statement gives, rows or an error, must be the same.
//!
//! `TOASTER_PROGRAMS` says how many programs each test runs, `TOASTER_SEED` from which on.

use super::{Random, Reply, Session, owners};
use crate::session::Config;

/// The seeds of the programs that a test runs; `TOASTER_PROGRAMS` sets others.
pub fn seeds(debug: u64, release: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let first = number("TOASTER_SEED").unwrap_or(0);
    let usual = if cfg!(debug_assertions) { debug } else { release };
    first..first + number("TOASTER_PROGRAMS").unwrap_or(usual)
}

/// The result of a statement: its rows, or its error.
fn outcome(s: &mut Session, sql: &str) -> Result<Vec<String>, String> {
    let mut all = Vec::new();
    for outcome in s.execute(sql) {
        match outcome {
            Reply::Rows { rows, .. } => {
                all.extend(rows.into_iter().flatten().map(|c| c.unwrap_or("NULL".into())));
            }
            Reply::Error(e) => return Err(e.message),
            _ => {}
        }
    }
    Ok(all)
}

/// Two sessions that run the same program.
pub struct SessionPair {
    /// The seed, for the message of a failure.
    seed: u64,
    plain: Session,
    ours: Session,
    /// What was run so far, `--` before what only ours did.
    program: Vec<String>,
    /// 0 outside of a transaction block, else 1 and the savepoints that may be there.
    pub depth: usize,
}

impl SessionPair {
    /// Two fresh sessions, one with the toaster.
    pub fn new(seed: u64) -> SessionPair {
        let session = || Session::new(Config::default());
        SessionPair { seed, plain: session(), ours: session(), program: Vec::new(), depth: 0 }
    }

    /// Panics, and prints the program so far.
    pub fn fail(&self, what: &str) -> ! {
        panic!("seed {}: {what}\n{};", self.seed, self.program.join(";\n"))
    }

    /// Runs a statement only in the session with the toaster.
    pub fn ours(&mut self, sql: &str) {
        self.program.push(format!("/* ours */ {sql}"));
        if let Err(e) = outcome(&mut self.ours, sql) {
            self.fail(&e);
        }
    }

    /// Runs a statement in both sessions, and returns whether it succeeded. After an error in a
    /// transaction both roll back.
    pub fn run(&mut self, sql: &str) -> bool {
        self.program.push(sql.to_string());
        let (plain, ours) = (outcome(&mut self.plain, sql), outcome(&mut self.ours, sql));
        if plain != ours {
            let cut = |o: &Result<Vec<String>, String>| {
                format!("{o:?}").chars().take(600).collect::<String>()
            };
            self.fail(&format!("differs\nplain: {}\nours:  {}", cut(&plain), cut(&ours)));
        }
        let failed = plain.is_err();
        if failed && self.depth > 0 {
            self.run("ROLLBACK");
            self.depth = 0;
        }
        !failed
    }

    /// Sometimes begins, ends or rolls back a transaction or savepoint, or reads old values through
    /// a cursor.
    pub fn transact(&mut self, r: &mut Random, cursor: &str) {
        match (self.depth, r.below(8)) {
            (0, 0..4) => {
                self.run(["BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ"][r.below(2)]);
                self.depth = 1;
                if r.below(2) == 0 {
                    self.run(&format!("DECLARE c CURSOR FOR {cursor}"));
                }
            }
            (0, _) => {
                let table = ["VACUUM t", "VACUUM t", "VACUUM FULL t"][r.below(3)];
                self.run(table);
                self.owners();
            }
            (n, 0..3) if n < 4 => {
                self.run(&format!("SAVEPOINT s{n}"));
                self.depth += 1;
            }
            (n, 3 | 4) if n > 1 => {
                let to = 1 + r.below(n - 1);
                let what = ["ROLLBACK TO", "ROLLBACK TO", "RELEASE"][r.below(3)];
                self.run(&format!("{what} s{to}"));
                self.depth = if what == "RELEASE" { to } else { to + 1 }.min(self.depth);
            }
            (_, 5) => {
                self.run("FETCH 1 FROM c");
            }
            _ => {
                self.run(["COMMIT", "COMMIT", "ROLLBACK"][r.below(3)]);
                self.depth = 0;
            }
        }
    }

    /// Ends an open transaction.
    pub fn commit_open_transaction(&mut self) {
        if self.depth > 0 {
            self.run("COMMIT");
            self.depth = 0;
        }
    }

    /// Checks the rows of `t` and its TOAST table: after VACUUM each chunk has one owner, and each
    /// value its chunks. Documents have the same bytes in both sessions.
    pub fn owners(&mut self) {
        if let Err(e) = owners::check(&mut self.ours, "t") {
            self.fail(&e);
        }
        let (plain, ours) =
            (owners::payloads(&mut self.plain, "t"), owners::payloads(&mut self.ours, "t"));
        if plain != ours {
            self.fail("the values are not the same bytes");
        }
    }

    /// Deletes all rows, and checks that no chunk is left.
    pub fn finish(mut self) {
        self.commit_open_transaction();
        self.run("VACUUM t");
        self.owners();
        self.run("DELETE FROM t");
        self.run("VACUUM t");
        let toast = super::toast_of(&mut self.ours, "t");
        let left = super::value(&mut self.ours, &format!("SELECT pg_relation_size('{toast}')"));
        if left != "0" {
            self.fail("chunks are left behind");
        }
    }
}
