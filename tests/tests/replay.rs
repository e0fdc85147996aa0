//! The log gives back every page: random programs are run with `wal_consistency_checking`, so that
//! each record carries its pages as they were after it; then everything since the checkpoint is
//! replayed onto the pages as they were at it. A crash right after any record would find the pages
//! that replay has made up to there.
//!
//! `TOASTSCOPE_PROGRAMS=100 cargo test -p toastscope-tests --test replay` runs more of them.

#[path = "../oracle/program/mod.rs"]
#[allow(dead_code)]
mod program;

use client::psql;
use server::catalog::stored::seed;
use server::session::{Config, Session};
use storage::ids::{BlockNumber, ForkNumber, Lsn};
use storage::page;
use storage::replay::{Pages, mask, redo, verify};
use storage::versions::Release;
use storage::wal::describe::waldump_line;
use storage::wal::read::Record;

/// Runs SQL whose output nobody reads.
fn run(session: &mut Session, sql: &str) {
    psql::run_script(session, "program.sql", sql, false, &mut std::io::sink());
}

/// Replays what the program with this seed logged. Returns how many pages were compared with the
/// images in their records.
fn check(seed: u64) -> usize {
    let config = Config { wal_keep: Some(usize::MAX), ..Config::default() };
    let mut session = Session::new(config);
    let switch = if seed.is_multiple_of(2) { "on" } else { "off" };
    run(
        &mut session,
        &format!(
            "ALTER SYSTEM SET full_page_writes = {switch}; SELECT pg_reload_conf(); SELECT 1;\n\
             SET wal_consistency_checking = 'all'; SELECT 1; CHECKPOINT;"
        ),
    );
    // The catalog's pages are as initdb leaves them: no DDL was run.
    let mut pages =
        Pages::of(&session.backend.store.pool).with(&seed::files(session.backend.store.release));
    let from = session.backend.store.wal.redo();
    run(&mut session, &program::statements(seed, false).join("\n"));
    let store = &session.backend.store;
    let log = &store.wal.log;
    let geometry = log.geometry();
    let mut compared = 0;
    for (pos, bytes) in log.records(from) {
        let record = Record::parse(&bytes, true).expect("a record");
        let images = record.blocks.iter().filter_map(|b| b.image.as_ref());
        compared += images.filter(|i| !i.apply()).count();
        let end = geometry.end(pos + (bytes.len() as u64).next_multiple_of(8));
        let line = || waldump_line(Release::of_server("15"), geometry.start(pos), &record);
        if let Err(e) = redo(Release::of_server("15"), &mut pages, &record, end) {
            panic!("program {seed}: {e:?}: {}", line());
        }
        if let Err(place) = verify(&pages, &record) {
            panic!("program {seed}: another page {place:?} after {}", line());
        }
    }
    // And in the end every page that was ever logged is there.
    let live = Pages::of(&store.pool);
    for (file, fork) in live.files() {
        if fork == ForkNumber::Fsm {
            continue;
        }
        for block in 0..live.blocks(file, fork) {
            let mut expected = *live.page(file, fork, block).expect("a page");
            // A sequence is logged some values ahead of what it has given.
            let is_sequence = page::special(&expected) == page::BLCKSZ - 8;
            if page::lsn(&expected) == Lsn::INVALID.0 || is_sequence {
                continue;
            }
            let mut actual = *pages.page(file, fork, block).expect("a replayed page");
            mask(&mut expected, BlockNumber(block));
            mask(&mut actual, BlockNumber(block));
            assert!(expected == actual, "program {seed}: {file} {fork:?} {block}");
        }
    }
    compared
}

#[test]
fn the_log_gives_back_every_page() {
    let programs = std::env::var("TOASTSCOPE_PROGRAMS").ok().and_then(|n| n.parse().ok());
    let mut compared = 0;
    for seed in 1..=programs.unwrap_or(6) {
        compared += check(seed);
    }
    assert!(compared > 1000, "{compared} pages");
}
