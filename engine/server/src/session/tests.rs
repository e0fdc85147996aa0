//! OIDs, tags and messages, as the server gave them.

use super::*;

fn session() -> Session {
    Session::new(Config::default())
}

/// The tags, and errors and notices with their severity.
fn run(s: &mut Session, sql: &str) -> Vec<String> {
    s.execute(sql)
        .into_iter()
        .inspect(|o| {
            if let Reply::Error(e) = o {
                println!("{sql}: {e}");
            }
        })
        .map(|o| match o {
            Reply::Rows { tag, .. } | Reply::Command { tag } | Reply::CopyOut { tag, .. } => tag,
            Reply::CopyIn => String::new(),
            Reply::ConnectionLost { log } => log.join("\n"),
            Reply::Notice(e) => format!("{:?}: {}", e.severity, e.message),
            Reply::Error(e) => format!("ERROR: {}", e.message),
        })
        .collect()
}

/// OID, file and TOAST table of a relation.
fn class(s: &Session, name: &str) -> (u32, u32, u32) {
    let c = s.backend.catalog.classes().values().find(|c| c.name == name).expect("it is there");
    (c.oid.0, c.file.0, c.toast.0)
}

#[test]
fn oids_are_taken_in_the_servers_order() {
    let mut s = session();
    assert_eq!(run(&mut s, "create table a(i int primary key, t text)"), ["CREATE TABLE"]);
    assert_eq!(class(&s, "a"), (16384, 16384, 16387));
    assert_eq!(class(&s, "a_pkey").0, 16389);
    run(
        &mut s,
        "create table b(i serial primary key, t text default 'x' || 'y' check (t <> '') unique, n numeric not null)",
    );
    assert_eq!(class(&s, "b_i_seq").0, 16391);
    assert_eq!(class(&s, "b"), (16392, 16392, 16398));
    assert_eq!(class(&s, "b_pkey").0, 16400);
    assert_eq!(class(&s, "b_t_key").0, 16402);
    run(
        &mut s,
        "create table c(id bigint generated always as identity, v int, w int generated always as (v*2) stored, constraint cc check (v>0), unique(v,w))",
    );
    assert_eq!(class(&s, "c"), (16405, 16405, 0));
    assert_eq!(class(&s, "c_v_w_key").0, 16410);
    run(&mut s, "create table d(i int, j int)");
    run(&mut s, "create index on d(j)");
    run(&mut s, "create unique index didx on d(i) where j>0");
    run(&mut s, "create index on d((i+j), lower(j::text))");
    assert_eq!(class(&s, "d_expr_lower_idx").0, 16417);
    run(&mut s, "alter table d add primary key (i)");
    run(&mut s, "alter table d add column k text");
    assert_eq!(class(&s, "d"), (16412, 16412, 16420));
    run(&mut s, "alter table d add column l text default 'abc'");
    run(&mut s, "alter table d add column m timestamptz default clock_timestamp()");
    assert_eq!(class(&s, "d"), (16412, 16424, 16427));
    assert_eq!(class(&s, "d_pkey").1, 16432);
    run(&mut s, "truncate d");
    assert_eq!(class(&s, "d"), (16412, 16433, 16427));
    assert_eq!(class(&s, "pg_toast_16412_index").1, 16439);
    run(&mut s, "vacuum d");
    run(&mut s, "vacuum full d");
    assert_eq!(class(&s, "d"), (16412, 16440, 16427));
    run(&mut s, "alter table d alter j type bigint");
    assert_eq!(class(&s, "d"), (16412, 16452, 16455));
    assert_eq!(class(&s, "d_j_idx"), (16449, 16458, 0));
}

#[test]
fn blocks_fail_and_roll_back() {
    let mut s = session();
    let said = run(&mut s, "begin; begin; commit; commit; rollback; savepoint a");
    assert_eq!(
        said,
        [
            "BEGIN",
            "Warning: there is already a transaction in progress",
            "BEGIN",
            "COMMIT",
            "Warning: there is no transaction in progress",
            "COMMIT",
            "Warning: there is no transaction in progress",
            "ROLLBACK",
            "ERROR: SAVEPOINT can only be used in transaction blocks",
        ]
    );
    run(&mut s, "begin");
    run(&mut s, "create table t(i int)");
    assert_eq!(run(&mut s, "create table t(i int)"), ["ERROR: relation \"t\" already exists"]);
    assert_eq!(s.transaction_status(), TransactionStatus::Failed);
    assert_eq!(
        run(&mut s, "show work_mem"),
        ["ERROR: current transaction is aborted, commands ignored until end of transaction block"]
    );
    assert_eq!(run(&mut s, "commit"), ["ROLLBACK"]);
    assert_eq!(
        run(&mut s, "drop table if exists t"),
        ["Notice: table \"t\" does not exist, skipping", "DROP TABLE"]
    );
}

#[test]
fn a_statement_ends_wherever_it_is_when_asked_to() {
    use std::cell::Cell;
    let mut s = session();
    for sql in [
        "SELECT count(*) FROM generate_series(1, 3000) a, generate_series(1, 3000) b",
        "SELECT max(a) FROM generate_series(1, 300000) a GROUP BY a % 7",
        "SELECT a FROM generate_series(1, 100000) a ORDER BY a % 1000, a LIMIT 1",
        "SELECT row_number() OVER (ORDER BY a) FROM generate_series(1, 100000) a",
        "SELECT DISTINCT a FROM generate_series(1, 300000) a",
    ] {
        let questions = Cell::new(0);
        s.backend.client.interrupt = Some(Box::new(move || {
            questions.set(questions.get() + 1);
            questions.get() > 150_000
        }));
        let printed = run(&mut s, sql);
        s.backend.client.interrupt = None;
        let said = "canceling statement due to user request";
        assert!(printed.iter().any(|line| line.contains(said)), "{sql}: {printed:?}");
    }
}

#[test]
fn explain_prints_nanoseconds_only_when_they_are_on() {
    let mut s = session();
    let mut decimals = |setting: &str| {
        run(&mut s, &format!("SET toastscope.nanoseconds = {setting}"));
        let replies = s.execute("EXPLAIN (ANALYZE, TIMING OFF) SELECT 1");
        let Some(Reply::Rows { rows, .. }) = replies.first() else { panic!("no plan") };
        let last = rows.last().and_then(|row| row[0].clone()).expect("a line");
        let ms = last.strip_prefix("Execution Time: ").and_then(|t| t.strip_suffix(" ms"));
        ms.and_then(|ms| ms.split_once('.')).expect("a time").1.len()
    };
    for (setting, expected) in [
        ("on", 6),
        ("off", 3),
        ("yes", 6),
        ("no", 3),
        ("1", 6),
        ("0", 3),
        ("true", 6),
        ("DEFAULT", 3),
    ] {
        assert_eq!(decimals(setting), expected, "{setting}");
    }
    assert_eq!(
        run(&mut s, "SET toastscope.nanoseconds = perhaps"),
        ["ERROR: parameter \"toastscope.nanoseconds\" requires a Boolean value"]
    );
}

#[test]
fn a_columns_comment_names_its_table() {
    let mut s = session();
    run(&mut s, "create table t(a int)");
    let said = run(&mut s, "comment on column a is 'x'; comment on column t.a is 'x'");
    assert_eq!(said, ["ERROR: column name must be qualified"]);
    assert_eq!(run(&mut s, "comment on column t.a is 'x'"), ["COMMENT"]);
}
