//! What a session finds after a crash, as PostgreSQL 15 was seen to do it (`kill -9` of the postmaster).

use crate::session::{Config, Reply, Session};

fn session() -> Session {
    Session::new(Config::default())
}

/// The first cell of each result, tags, and errors' messages.
fn run(s: &mut Session, sql: &str) -> Vec<String> {
    let outcomes = s.execute(sql);
    outcomes
        .into_iter()
        .map(|o| match o {
            Reply::Rows { rows, .. } => {
                let cells = rows.into_iter().map(|r| r[0].clone().unwrap_or_default());
                cells.collect::<Vec<_>>().join(" ")
            }
            Reply::Command { tag } => tag,
            Reply::Error(e) => e.message.clone(),
            Reply::ConnectionLost { .. } => "lost".into(),
            _ => String::new(),
        })
        .collect()
}

fn crash(s: &mut Session) -> Vec<String> {
    match s.crash(None).pop() {
        Some(Reply::ConnectionLost { log }) => log,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_committed_is_there_and_what_did_not_is_not() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (id int PRIMARY KEY)");
    run(&mut s, "CHECKPOINT");
    run(&mut s, "INSERT INTO t VALUES (1), (2)");
    run(&mut s, "BEGIN");
    run(&mut s, "INSERT INTO t VALUES (3)");
    run(&mut s, "CREATE TABLE gone (id int)");
    let log = crash(&mut s);
    assert!(log[1].ends_with("was not properly shut down; automatic recovery in progress"));
    assert!(log[2].starts_with("LOG:  redo starts at 0/"), "{log:?}");
    assert_eq!(run(&mut s, "SELECT id FROM t ORDER BY id"), ["1 2"]);
    assert_eq!(run(&mut s, "SELECT * FROM gone"), ["relation \"gone\" does not exist"]);
    assert_eq!(run(&mut s, "INSERT INTO t VALUES (3)"), ["INSERT 0 1"]);
    // Recovery ended with a checkpoint: right after it there is nothing to replay.
    crash(&mut s);
    let log = crash(&mut s);
    assert!(log[2].starts_with("LOG:  invalid record length at 0/"), "{log:?}");
    assert_eq!(log[3], "LOG:  redo is not required");
    assert_eq!(run(&mut s, "SELECT id FROM t ORDER BY id"), ["1 2 3"]);
}

#[test]
fn the_session_is_another() {
    let mut s = session();
    run(&mut s, "CREATE TEMP TABLE tt (a int)");
    run(&mut s, "PREPARE p AS SELECT 1");
    run(&mut s, "SET work_mem = '8MB'");
    run(&mut s, "ALTER SYSTEM SET random_page_cost = 2");
    crash(&mut s);
    assert_eq!(run(&mut s, "SELECT * FROM tt"), ["relation \"tt\" does not exist"]);
    assert_eq!(run(&mut s, "EXECUTE p"), ["prepared statement \"p\" does not exist"]);
    assert_eq!(run(&mut s, "SHOW work_mem"), ["4MB"]);
    assert_eq!(run(&mut s, "SHOW random_page_cost"), ["2"]);
    assert_eq!(run(&mut s, "SELECT wal_records > 5 FROM pg_stat_wal"), ["f"]);
}

#[test]
fn sequences_and_oids_go_on_behind_what_was_logged_ahead() {
    let mut s = session();
    run(&mut s, "CREATE SEQUENCE s");
    run(&mut s, "CREATE UNLOGGED TABLE u (id int PRIMARY KEY, v text)");
    run(&mut s, "INSERT INTO u VALUES (1, 'x')");
    run(&mut s, "CREATE UNLOGGED SEQUENCE us");
    assert_eq!(run(&mut s, "SELECT nextval('s'), nextval('us')"), ["1"]);
    run(&mut s, "CHECKPOINT");
    assert_eq!(run(&mut s, "SELECT nextval('s')"), ["2"]);
    crash(&mut s);
    assert_eq!(run(&mut s, "SELECT last_value || ' ' || log_cnt FROM s"), ["34 0"]);
    assert_eq!(run(&mut s, "SELECT nextval('s')"), ["35"]);
    assert_eq!(run(&mut s, "SELECT last_value FROM us WHERE NOT is_called"), ["1"]);
    assert_eq!(run(&mut s, "SELECT count(*) FROM u"), ["0"]);
    assert_eq!(run(&mut s, "INSERT INTO u VALUES (1, 'y')"), ["INSERT 0 1"]);
    assert_eq!(run(&mut s, "SELECT v FROM u WHERE id = 1"), ["y"]);
    run(&mut s, "CREATE TABLE n (a int)");
    assert_eq!(run(&mut s, "SELECT 'n'::regclass::oid"), ["24576"]);
}

#[test]
fn an_xid_that_the_log_does_not_know_is_given_again() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (id int)");
    run(&mut s, "BEGIN");
    run(&mut s, "INSERT INTO t VALUES (1)");
    let xid = run(&mut s, "SELECT txid_current()");
    crash(&mut s);
    assert_eq!(run(&mut s, "SELECT txid_current()"), xid);
    assert_eq!(run(&mut s, "SELECT count(*) FROM t"), ["0"]);
}

#[test]
fn it_stops_in_the_middle_of_a_statement() {
    let mut s = session();
    run(&mut s, "CREATE TABLE t (id int)");
    for records in 0..12 {
        s.crash(Some(records));
        // Ten rows, ten records, then the commit.
        let answer = run(&mut s, "INSERT INTO t SELECT generate_series(1, 10)");
        let committed = records >= 11;
        assert_eq!(answer.len(), if committed { 2 } else { 1 }, "{records}: {answer:?}");
        assert_eq!(answer.last().map(String::as_str), Some("lost"));
        let count = if committed { "10" } else { "0" };
        assert_eq!(run(&mut s, "SELECT count(*) FROM t"), [count], "{records}");
    }
}

#[test]
fn of_a_long_log_the_end_is_replayed() {
    let mut s = Session::new(Config { wal_keep: Some(1 << 20), ..Config::default() });
    run(&mut s, "CREATE TABLE t AS SELECT i, repeat('x', 1000) FROM generate_series(1, 8000) i");
    run(&mut s, "CREATE INDEX ON t (i)");
    run(&mut s, "BEGIN");
    run(&mut s, "UPDATE t SET i = -i WHERE i <= 4000");
    run(&mut s, "ROLLBACK");
    run(&mut s, "INSERT INTO t VALUES (8001, 'committed')");
    run(&mut s, "BEGIN");
    run(&mut s, "UPDATE t SET i = -i WHERE i <= 4");
    let log = crash(&mut s);
    assert!(log[2].starts_with("LOG:  redo starts at 0/"), "{log:?}");
    run(&mut s, "SET enable_seqscan = off");
    assert_eq!(run(&mut s, "SELECT count(*) FROM t WHERE i > 0"), ["8001"]);
    assert_eq!(run(&mut s, "SELECT count(*) FROM t WHERE i < 0"), ["0"]);
}
