//! After a crash there is what committed, and nothing else: random programs are stopped dead between
//! statements and in the middle of them, and what every table then has, read whole and through its
//! indexes, is what a session without the crash sees after a rollback. Every page that was logged is
//! there again, but for hints, as it was.
//!
//! The pool is small, so that pages are written out before their transaction ends.
//! `TOASTSCOPE_PROGRAMS=100 cargo test -p toastscope-tests --test crash` runs more of them.

#[path = "../oracle/program/mod.rs"]
#[allow(dead_code)]
mod program;

use server::session::{Config, Reply, Session, TransactionStatus};
use storage::ids::{BlockNumber, ForkNumber, Lsn};
use storage::page;
use storage::replay::{Pages, mask};

/// A session with so many shared buffers that keeps so many bytes of log.
fn session(shared_buffers: usize, wal_keep: usize) -> Session {
    Session::new(Config { wal_keep: Some(wal_keep), shared_buffers, ..Config::default() })
}

/// The rows of a query, or its error.
fn rows(s: &mut Session, sql: &str) -> Vec<String> {
    let mut all = Vec::new();
    for outcome in s.execute(sql) {
        match outcome {
            Reply::Rows { rows, .. } => {
                all.extend(rows.iter().map(|r| format!("{r:?}")));
            }
            Reply::Error(e) => all.push(e.message.clone()),
            _ => {}
        }
    }
    all
}

/// The contents of all permanent tables, read by a sequential scan and through each index.
fn contents(s: &mut Session) -> Vec<String> {
    const TABLES: &str = "SELECT c.oid::regclass::text FROM pg_class c WHERE c.relkind IN ('r', 'm') \
        AND c.relpersistence = 'p' AND c.oid >= 16384 ORDER BY 1";
    let names: Vec<String> = s
        .execute(TABLES)
        .into_iter()
        .filter_map(|o| if let Reply::Rows { rows, .. } = o { Some(rows) } else { None })
        .flatten()
        .filter_map(|r| r.into_iter().next().flatten())
        .collect();
    let mut all = Vec::new();
    for name in names {
        all.push(name.clone());
        for plan in ["enable_seqscan", "enable_indexscan"] {
            rows(s, &format!("SET {plan} = off"));
            all.extend(rows(s, &format!("SELECT t::text FROM {name} t ORDER BY 1")));
            all.extend(rows(s, &format!("SELECT count(*) FROM {name} WHERE id >= 0")));
            rows(s, &format!("RESET {plan}"));
        }
    }
    all.push(rows(s, "SELECT relname, relkind FROM pg_class WHERE oid >= 16384 AND relpersistence = 'p' ORDER BY 1").join(";"));
    all
}

/// Checks that every logged page that `before` has up to `flushed` is equal in `after`, except for
/// hint bits. Returns how many pages were compared.
fn compare_pages(before: &Pages, after: &Pages, flushed: Lsn, what: &str) -> usize {
    let mut compared = 0;
    for (file, fork) in before.files().filter(|(_, fork)| *fork != ForkNumber::Fsm) {
        // A file that never committed is swept.
        for block in 0..before.blocks(file, fork).min(after.blocks(file, fork)) {
            let mut expected = *before.page(file, fork, block).expect("a page");
            let is_sequence = page::special(&expected) == page::BLCKSZ - 8;
            let lsn = page::lsn(&expected);
            if lsn == 0 || lsn > flushed.0 || is_sequence {
                continue;
            }
            let mut actual = *after.page(file, fork, block).expect("a page");
            mask(&mut expected, BlockNumber(block));
            mask(&mut actual, BlockNumber(block));
            assert!(expected == actual, "{what}: {file} {fork:?} {block}");
            compared += 1;
        }
    }
    compared
}

/// Crashes, and compares the tables with those after a rollback at the same place. Returns how many
/// pages were compared.
fn crash_here(s: &mut Session, what: &str) -> usize {
    let mark = s.mark();
    if s.transaction_status() != TransactionStatus::Idle {
        s.execute("ROLLBACK");
    }
    let expected = contents(s);
    s.restore(&mark);
    let store = &s.backend.store;
    let flushed = Lsn(store.wal.flushed().0.max(store.pool.log_forced().0));
    let before = Pages::of(&store.pool);
    let outcomes = s.crash(None);
    assert!(matches!(outcomes[..], [Reply::ConnectionLost { .. }]), "{what}: {outcomes:?}");
    assert_eq!(s.transaction_status(), TransactionStatus::Idle);
    let after = Pages::of(&s.backend.store.pool);
    let compared = compare_pages(&before, &after, flushed, what);
    let actual = contents(s);
    let other = expected.iter().zip(&actual).find(|(a, b)| a != b);
    assert!(other.is_none() && expected.len() == actual.len(), "{what}: {other:?}");
    compared
}

/// Runs a program with crashes between its statements, with `inside` also within them; `keep` bytes
/// of log are kept. Returns how many pages were compared.
fn check(seed: u64, shared_buffers: usize, inside: bool, keep: usize) -> usize {
    let mut s = session(shared_buffers, keep);
    if seed.is_multiple_of(3) {
        for sql in
            ["ALTER SYSTEM SET full_page_writes = off", "SELECT pg_reload_conf()", "SELECT 1"]
        {
            s.execute(sql);
        }
    }
    let mut compared = 0;
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % below
    };
    for (i, sql) in program::statements(seed, seed.is_multiple_of(2)).iter().enumerate() {
        let what = format!("program {seed}, after statement {i}: {sql}");
        if sql.starts_with('\\') {
            continue;
        }
        // Some statements commit several times.
        let one = ["INSERT", "UPDATE", "DELETE", "TRUNCATE", "CREATE TABLE", "CREATE INDEX"];
        if inside && next(8) == 0 && one.iter().any(|w| sql.starts_with(w)) {
            let idle = s.transaction_status() == TransactionStatus::Idle;
            let mark = s.mark();
            if !idle {
                s.execute("ROLLBACK");
            }
            let without = contents(&mut s);
            s.restore(&mark);
            s.execute(sql);
            let with = if idle { contents(&mut s) } else { without.clone() };
            s.restore(&mark);
            s.crash(Some(next(40)));
            let outcomes = s.execute(sql);
            if !outcomes.iter().any(|o| matches!(o, Reply::ConnectionLost { .. })) {
                s.crash(None);
            }
            let actual = contents(&mut s);
            assert!(actual == without || actual == with, "{what}: neither all nor nothing");
            continue;
        }
        s.execute(sql);
        if next(12) == 0 {
            compared += crash_here(&mut s, &what);
        }
    }
    compared
}

/// How many programs are run.
fn programs() -> u64 {
    let asked = std::env::var("TOASTSCOPE_PROGRAMS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(6)
}

#[test]
fn what_committed_is_there_again() {
    let compared: usize = (1..=programs()).map(|seed| check(seed, 64, false, usize::MAX)).sum();
    assert!(compared > 10 * programs() as usize, "{compared} pages");
}

#[test]
fn a_large_pool_loses_more_and_gives_the_same() {
    let compared: usize =
        (1..=programs()).map(|seed| check(100 + seed, 16_384, false, usize::MAX)).sum();
    assert!(compared > 10 * programs() as usize, "{compared} pages");
}

#[test]
fn a_statement_is_there_as_a_whole_or_not_at_all() {
    for seed in 1..=programs() {
        check(200 + seed, 48, true, usize::MAX);
    }
}

/// Nothing is kept: whatever is logged goes to the files at once, in the middle of statements too.
#[test]
fn files_that_have_all_that_was_logged_need_no_log() {
    for seed in 1..=programs() {
        check(300 + seed, 64, false, 0);
        check(400 + seed, 16_384, true, 0);
    }
}

/// A few statements' worth is kept, so that recovery begins now and then where no checkpoint was.
#[test]
fn recovery_begins_where_the_files_are() {
    let compared: usize = (1..=programs()).map(|seed| check(500 + seed, 64, false, 20_000)).sum();
    assert!(compared > 10 * programs() as usize, "{compared} pages");
}
