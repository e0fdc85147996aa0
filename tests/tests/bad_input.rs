//! Bad input and too much of it: an error in PostgreSQL's words, nothing changed, the session goes on.

use server::session::{Config, Reply, Session};
use storage::error::SqlState;

/// Runs a statement and gives its error's code and message.
fn error(session: &mut Session, sql: &str) -> (SqlState, String) {
    match session.execute(sql).pop() {
        Some(Reply::Error(report)) => (report.code, report.message),
        other => panic!("{} gave {other:?}", &sql[..sql.len().min(80)]),
    }
}

/// The single value that a query returns.
fn value(session: &mut Session, sql: &str) -> String {
    match session.execute(sql).pop() {
        Some(Reply::Rows { mut rows, .. }) => {
            rows.pop().and_then(|mut row| row.pop()).flatten().unwrap_or_default()
        }
        other => panic!("{} gave {other:?}", &sql[..sql.len().min(80)]),
    }
}

#[test]
fn nesting_ends_before_the_stack_does() {
    let mut session = Session::new(Config::default());
    for sql in [
        format!("SELECT {}1{}", "(".repeat(100_000), ")".repeat(100_000)),
        format!("SELECT {}1{}", "abs(".repeat(100_000), ")".repeat(100_000)),
        format!("SELECT {}1", "- ".repeat(100_000)),
        format!("SELECT 1{}", " + 1".repeat(100_000)),
        format!("SELECT {}1{}", "CASE WHEN true THEN ".repeat(50_000), " END".repeat(50_000)),
        format!("SELECT '{}'::jsonb", "[".repeat(100_000)),
        format!("SELECT 1 WHERE {}true", "NOT ".repeat(100_000)),
        format!("{}SELECT 1{}", "SELECT (".repeat(50_000), ")".repeat(50_000)),
    ] {
        let (code, message) = error(&mut session, &sql);
        assert_eq!(code, SqlState::STATEMENT_TOO_COMPLEX, "{message}: {}", &sql[..40]);
        assert_eq!(message, "stack depth limit exceeded");
    }
    assert_eq!(value(&mut session, "SELECT 1"), "1");
}

#[test]
fn a_statement_of_10_mb_runs() {
    let mut session = Session::new(Config::default());
    let text = "z".repeat(10_000_000);
    assert_eq!(value(&mut session, &format!("SELECT length('{text}')")), "10000000");
    let rows = vec!["(1, 'some text')"; 400_000].join(", ");
    assert_eq!(value(&mut session, &format!("SELECT count(*) FROM (VALUES {rows}) v")), "400000");
}

#[test]
fn values_past_their_limits() {
    let mut session = Session::new(Config::default());
    let columns = |n: usize| (0..n).map(|i| format!("c{i} int")).collect::<Vec<_>>().join(", ");
    for (sql, code, message) in [
        ("SELECT repeat('x', 1073741820)", "54000", "requested length too large"),
        (
            "SELECT repeat('x', 1073741800) || repeat('y', 100)",
            "XX000",
            "invalid memory alloc request size 1073741904",
        ),
        ("SELECT 2147483647 + 1", "22003", "integer out of range"),
        ("SELECT 1 / 0", "22012", "division by zero"),
        (
            &format!("CREATE TABLE w ({})", columns(1601)),
            "54011",
            "tables can have at most 1600 columns",
        ),
    ] {
        let (got, text) = error(&mut session, sql);
        assert_eq!((got.0, text.as_str()), (code, message));
    }
    assert_eq!(value(&mut session, "SELECT count(*) FROM pg_class WHERE oid >= 16384"), "0");
}

#[test]
fn a_failed_statement_changes_nothing() {
    let mut session = Session::new(Config::default());
    session.execute("CREATE TABLE t (id int PRIMARY KEY, v text)");
    session.execute("INSERT INTO t VALUES (1, repeat('a', 100000))");
    for sql in [
        "INSERT INTO t SELECT i, repeat('b', 5000) FROM generate_series(2, 300) i UNION ALL SELECT 1, 'x'",
        "UPDATE t SET v = v || (1 / (id - 1))::text",
        "INSERT INTO t VALUES (2, 'x'), ('three', 'y')",
        "ALTER TABLE t ADD COLUMN n int DEFAULT 1, DROP COLUMN nothing",
        "INSERT INTO t VALUES (5)), (6)",
    ] {
        error(&mut session, sql);
        assert_eq!(
            value(&mut session, "SELECT count(*) || ' ' || sum(length(v)) FROM t"),
            "1 100000"
        );
    }
    assert_eq!(
        value(
            &mut session,
            "SELECT count(*) FROM pg_attribute WHERE attrelid = 't'::regclass AND attnum > 0"
        ),
        "2"
    );
}

#[test]
fn a_run_that_needs_too_much_memory_is_rolled_back() {
    let config = Config { memory_limit: 32 << 20, ..Config::default() };
    let mut session = Session::new(config);
    session.execute("CREATE TABLE t (v text)");
    session.execute("ALTER TABLE t ALTER v SET STORAGE EXTERNAL");
    session.execute("INSERT INTO t VALUES (repeat('x', 100000))");
    for sql in [
        // Pages of noise, which take no less room when they are folded.
        "INSERT INTO t SELECT (SELECT string_agg(md5((i * 1000 + j)::text), '') FROM generate_series(1, 1000) j) FROM generate_series(1, 2000) i",
        "SELECT string_agg(repeat('y', 1000000), '') FROM generate_series(1, 200)",
        "SELECT count(*) FROM (SELECT repeat('y', 1000000) r FROM generate_series(1, 200) ORDER BY 1) s",
    ] {
        let (code, message) = error(&mut session, sql);
        assert_eq!((code, message.as_str()), (SqlState::OUT_OF_MEMORY, "out of memory"));
        assert_eq!(value(&mut session, "SELECT count(*) FROM t"), "1");
    }
}
