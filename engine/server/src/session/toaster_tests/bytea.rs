//! The appendable toaster.

use super::*;

/// The state of the value as the prototype's regression script prints it after each step.
fn shown(s: &mut Session, at: usize) -> String {
    let text =
        "SELECT convert_from(substr(a, 9990, 20) || substr(a, AT, 20), 'UTF8') || length(a) FROM t";
    value(s, &text.replace("AT", &at.to_string()))
}

#[test]
fn rolled_back_appends_leave_no_trace() {
    for inline_tail in ["on", "off"] {
        let mut s = session();
        run(&mut s, &format!("SET bytea_toaster.inline_tail = {inline_tail}"));
        run(
            &mut s,
            "CREATE TABLE t (a bytea STORAGE EXTERNAL TOASTER bytea_toaster);
             INSERT INTO t VALUES (repeat('a', 10000)::bytea);
             BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ;
             SAVEPOINT p1; UPDATE t SET a = a || repeat('b', 3000)::bytea",
        );
        let b = "aaaaaaaaaaabbbbbbbbb";
        assert_eq!(shown(&mut s, 12990), format!("{b}bbbbbbbbbbb13000"));
        run(&mut s, "SAVEPOINT p2; UPDATE t SET a = a || repeat('c', 2000)::bytea");
        assert_eq!(shown(&mut s, 12990), format!("{b}bbbbbbbbbbbccccccccc15000"));
        run(&mut s, "ROLLBACK TO p2; UPDATE t SET a = a || repeat('d', 4000)::bytea");
        assert_eq!(shown(&mut s, 12990), format!("{b}bbbbbbbbbbbddddddddd17000"));
        run(&mut s, "ROLLBACK TO p1; UPDATE t SET a = a || repeat('e', 5000)::bytea");
        assert_eq!(shown(&mut s, 14990), "aaaaaaaaaaaeeeeeeeeeeeeeeeeeeee15000");
        run(&mut s, "COMMIT");
        assert_eq!(shown(&mut s, 14990), "aaaaaaaaaaaeeeeeeeeeeeeeeeeeeee15000");
        let toast = toast_of(&mut s, "t");
        run(&mut s, "UPDATE t SET a = NULL; VACUUM t");
        assert_eq!(value(&mut s, &format!("SELECT count(*) FROM {toast}")), "0");
        assert_eq!(value(&mut s, &format!("SELECT pg_relation_size('{toast}')")), "0");
    }
}

#[test]
fn full_chunks_are_shared_and_the_last_is_rewritten() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (a bytea STORAGE EXTERNAL TOASTER bytea_toaster)");
    run(&mut s, "INSERT INTO t VALUES (repeat('a', 5000)::bytea)");
    let toast = toast_of(&mut s, "t");
    run(&mut s, "UPDATE t SET a = a || repeat('b', 3000)::bytea");
    let chunks = format!(
        "SELECT chunk_seq || ' ' || length(chunk_data) || ' ' || encode(substr(chunk_data, 1, 1), 'hex')
         FROM {toast} ORDER BY 1"
    );
    // 1988 bytes of data in a chunk, and 8 of version: the last was rewritten as version 2.
    assert_eq!(
        column(&mut s, &chunks),
        ["0 1996 01", "1 1996 01", "2 1996 02", "3 1996 02", "4 56 02"]
    );
    assert_eq!(value(&mut s, &format!("SELECT count(DISTINCT chunk_id) FROM {toast}")), "1");
}

/// The buffers and bytes of log in a statement's plan.
fn cost(s: &mut Session, sql: &str) -> (u64, u64) {
    let options = "ANALYZE, BUFFERS, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF";
    let plan = column(s, &format!("EXPLAIN ({options}) {sql}")).join("\n");
    let after = |word: &str| {
        let rest = plan.split(word).nth(1).unwrap_or("");
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok()).unwrap_or(0)
    };
    (after("shared hit="), after("bytes="))
}

#[test]
fn an_append_costs_the_buffers_of_any_update() {
    for (server, buffers, log) in [("toasters", 3, 170), ("strategies", 2, 160)] {
        let mut s = Session::new(Config::default());
        run(&mut s, &format!("SET toastscope.server = '{server}'"));
        run(&mut s, "CREATE TABLE t (n int, a bytea); ALTER TABLE t ALTER a SET STORAGE EXTERNAL");
        if server == "toasters" {
            run(&mut s, "ALTER TABLE t ALTER a SET TOASTER bytea_toaster");
            run(&mut s, "SET bytea_toaster.inline_tail = on");
        }
        run(&mut s, "INSERT INTO t VALUES (1, repeat('a', 1000000)::bytea)");
        run(&mut s, "UPDATE t SET a = a || 'w'::bytea");
        let (n, bytes) = cost(&mut s, "UPDATE t SET a = a || 'x'::bytea");
        assert_eq!(n, buffers, "{server}");
        assert!(bytes <= log, "{server}: {bytes} bytes");
        assert_eq!(cost(&mut s, "UPDATE t SET n = n + 1").0, buffers, "{server}: another column");
    }
}
