//! The appendable toaster.

use super::*;

/// What the prototype's regression script prints after each step.
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

/// Random appends, replacements, deletions, rollbacks and vacuums: the same as on plain bytea, and
/// every chunk has an owner.
#[test]
fn random_work_equals_plain_bytea() {
    for seed in 0..12 {
        let mut r = Random::new(seed);
        let mut s = session();
        let tail = ["on", "off"][seed as usize % 2];
        run(&mut s, &format!("SET bytea_toaster.inline_tail = {tail}"));
        run(
            &mut s,
            "CREATE TABLE p (id int, a bytea STORAGE EXTERNAL);
             CREATE TABLE t (id int, a bytea STORAGE EXTERNAL TOASTER bytea_toaster);",
        );
        let toast = toast_of(&mut s, "t");
        let mut depth = 0;
        for step in 0..60 {
            let (id, n) = (r.below(4), [1, 20, 700, 1988, 5000][r.below(5)]);
            let letter = char::from(b'a' + r.below(26) as u8);
            let bytes = format!("repeat('{letter}', {n})::bytea");
            let both = match r.below(12) {
                0 | 1 => format!("INSERT INTO @ VALUES ({id}, {bytes})"),
                2 => format!("UPDATE @ SET a = {bytes} WHERE id = {id}"),
                3 => format!("DELETE FROM @ WHERE id = {id}"),
                4 => {
                    format!("INSERT INTO @ SELECT id, a FROM @ WHERE id = {id} ORDER BY a LIMIT 1")
                }
                5 if depth == 0 => {
                    run(&mut s, "BEGIN");
                    depth = 1;
                    continue;
                }
                5 | 6 if depth > 0 && depth < 3 => {
                    run(&mut s, &format!("SAVEPOINT s{depth}"));
                    depth += 1;
                    continue;
                }
                7 if depth > 1 => {
                    depth -= 1;
                    run(&mut s, &format!("ROLLBACK TO s{depth}"));
                    continue;
                }
                8 if depth > 0 => {
                    run(&mut s, ["COMMIT", "ROLLBACK"][r.below(2)]);
                    depth = 0;
                    continue;
                }
                9 if depth == 0 => {
                    run(&mut s, ["VACUUM t", "VACUUM FULL t"][r.below(2)]);
                    continue;
                }
                _ => format!("UPDATE @ SET a = a || {bytes} WHERE id = {id}"),
            };
            run(&mut s, &both.replace('@', "p"));
            run(&mut s, &both.replace('@', "t"));
            let rows = "SELECT id || ' ' || length(a) || ' ' || md5(a) || md5(substr(a, 1900, 300)) \
                        FROM @ ORDER BY 1";
            let (plain, ours) =
                (column(&mut s, &rows.replace('@', "p")), column(&mut s, &rows.replace('@', "t")));
            assert_eq!(ours, plain, "seed {seed}, step {step}: {both}");
        }
        if depth > 0 {
            run(&mut s, "COMMIT");
        }
        run(&mut s, "VACUUM t");
        let stored = format!("SELECT count(DISTINCT chunk_id) FROM {toast}");
        let owners = "SELECT count(*) FROM t WHERE pg_column_size(a) > 2000";
        let (stored, owners) = (value(&mut s, &stored), value(&mut s, owners));
        assert_eq!(stored, owners, "seed {seed}: chunks without an owner");
        run(&mut s, "DELETE FROM t; VACUUM t");
        assert_eq!(value(&mut s, &format!("SELECT pg_relation_size('{toast}')")), "0");
    }
}
