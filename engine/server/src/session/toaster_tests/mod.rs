//! Toasters through SQL: the prototype's regression cases, and random work beside plain values.

mod bytea;
mod jsonb;
mod owners;
mod random_bytea;
mod random_jsonb;
mod session_pair;

use crate::session::{Config, Reply, Session};
use storage::types::random::Prng;

/// A session on the server with both toasters.
fn session() -> Session {
    let mut s = Session::new(Config::default());
    run(&mut s, "SET toastscope.server = 'toasters'");
    s
}

/// Runs statements that must succeed, each by itself; none has a semicolon inside.
fn run(s: &mut Session, sql: &str) {
    for statement in sql.split(';') {
        for outcome in s.execute(statement) {
            if let Reply::Error(e) = outcome {
                panic!("{statement}: {e}");
            }
        }
    }
}

/// The message of a statement that fails.
fn error(s: &mut Session, sql: &str) -> String {
    let failed = s.execute(sql).into_iter().find_map(|o| match o {
        Reply::Error(e) => Some(e.message),
        _ => None,
    });
    failed.unwrap_or_else(|| panic!("{sql}: succeeded"))
}

/// The first column of a query's rows.
fn column(s: &mut Session, sql: &str) -> Vec<String> {
    let mut found = Vec::new();
    for outcome in s.execute(sql) {
        match outcome {
            Reply::Rows { rows, .. } => {
                found.extend(rows.into_iter().map(|r| r[0].clone().unwrap_or_default()));
            }
            Reply::Error(e) => panic!("{sql}: {e}"),
            _ => {}
        }
    }
    found
}

/// The single value that a query returns.
fn value(s: &mut Session, sql: &str) -> String {
    column(s, sql).pop().unwrap_or_default()
}

/// The name of a table's TOAST table.
fn toast_of(s: &mut Session, table: &str) -> String {
    value(s, &format!("SELECT reltoastrelid::regclass FROM pg_class WHERE relname = '{table}'"))
}

/// Random numbers that are the same in every run.
struct Random(Prng);

impl Random {
    /// A generator that always gives the same numbers for a seed.
    fn new(seed: u64) -> Random {
        Random(Prng::seed(seed))
    }
    /// A number from 0 up to, but without, `n`.
    fn below(&mut self, n: usize) -> usize {
        ((self.0.next_f64() * n as f64) as usize).min(n - 1)
    }
}

#[test]
fn a_server_without_toasters_looks_like_postgresql_15() {
    let mut s = Session::new(Config::default());
    assert_eq!(error(&mut s, "TABLE pg_toaster"), "relation \"pg_toaster\" does not exist");
    let storage = error(&mut s, "CREATE TABLE t (a bytea STORAGE EXTERNAL)");
    assert_eq!(storage, "syntax error at or near \"STORAGE\"");
    let columns = "SELECT count(*) FROM pg_attribute WHERE attrelid IN (1249, 1259) AND attnum > 0";
    assert_eq!(value(&mut s, columns), "59");
    let names = "SELECT name FROM pg_settings WHERE name ~ 'toaster|jsonb'";
    assert!(column(&mut s, names).is_empty());
    let unknown = error(&mut s, "SET jsonb_toast_fields = on");
    assert_eq!(unknown, "unrecognized configuration parameter \"jsonb_toast_fields\"");
    run(&mut s, "BEGIN; CREATE EXTENSION bytea_toaster; ROLLBACK");
    assert_eq!(value(&mut s, columns), "59");
}

#[test]
fn a_toaster_in_use_stays() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (a bytea STORAGE EXTERNAL TOASTER bytea_toaster)");
    let dropped = "cannot drop extension bytea_toaster because other objects depend on it";
    assert_eq!(error(&mut s, "DROP EXTENSION bytea_toaster CASCADE"), dropped);
    run(&mut s, "ALTER TABLE t ALTER a SET TOASTER deftoaster");
    assert_eq!(error(&mut s, "DROP EXTENSION bytea_toaster"), dropped, "old values may be there");
    run(&mut s, "DROP TABLE t; DROP EXTENSION bytea_toaster");
    assert_eq!(column(&mut s, "SELECT tsrname FROM pg_toaster ORDER BY 1").len(), 2);
}

#[test]
fn one_column_holds_values_of_several_toasters() {
    let mut s = session();
    run(
        &mut s,
        "CREATE TABLE t (id int, a bytea STORAGE EXTERNAL);
         INSERT INTO t VALUES (1, repeat('a', 5000)::bytea);
         ALTER TABLE t ALTER a SET TOASTER bytea_toaster;
         INSERT INTO t VALUES (2, repeat('b', 5000)::bytea);
         UPDATE t SET a = a || 'x'::bytea;
         ALTER TABLE t ALTER a SET TOASTER deftoaster;
         INSERT INTO t VALUES (3, repeat('c', 5000)::bytea);",
    );
    let seen = column(&mut s, "SELECT length(a) || convert_from(substr(a, 5000), 'UTF8') FROM t");
    assert_eq!(seen, ["5001ax", "5001bx", "5000c"]);
    run(&mut s, "UPDATE t SET a = a || 'y'::bytea; DELETE FROM t WHERE id = 3; VACUUM FULL t");
    let seen = column(&mut s, "SELECT length(a) || convert_from(substr(a, 4999), 'UTF8') FROM t");
    assert_eq!(seen, ["5002aaxy", "5002bbxy"]);
}
