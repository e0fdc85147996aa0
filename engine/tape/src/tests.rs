use super::words::{ANY_BLOCK, NO_ITEMS, PAGE_WORDS};
use super::*;
use client::inspect::words::ITEM_WORDS;
use client::inspect::{Baseline, Usage, counters, relations, summary};
use server::session::{Config, Session};
use std::collections::BTreeMap;
use storage::event::Detail;
use storage::wal::WalUsage;

/// Runs statements and returns each one's tape with what its counters say.
fn tapes(statements: &[&str]) -> (Session, Vec<(Tape, Usage, WalUsage)>) {
    let mut s = Session::new(Config::default());
    s.set_detail(Detail::Full);
    let recorder = Recorder::attach(&s.backend);
    let mut out = Vec::new();
    for sql in statements {
        let baseline = Baseline::take(&s.backend);
        let logged = s.backend.store.wal.usage();
        let recording = recorder.begin(&s.backend);
        s.execute(sql);
        let tape = recording.finish(&mut s.backend);
        let logged = s.backend.store.wal.usage() - logged;
        out.push((tape, counters(&s.backend, &baseline).statement, logged));
    }
    (s, out)
}

fn pinned(tape: &Tape) -> Usage {
    let mut usage = Usage::default();
    for pin in tape.pins.chunks(4) {
        let n = u64::from(pin[3]);
        match pin[2] % 8 {
            0 => usage.hit += n,
            1 => usage.read += n,
            2 => usage.dirtied += n,
            _ => usage.written += n,
        }
    }
    usage
}

/// The pages' summaries after all patches, by file and block.
fn replay(tapes: &[(Tape, Usage, WalUsage)]) -> BTreeMap<(u32, u32), Vec<u16>> {
    let mut pages = BTreeMap::new();
    for (tape, ..) in tapes {
        let mut words = &tape.patch[..];
        while !words.is_empty() {
            let number = |i: usize| u32::from(words[i]) | u32::from(words[i + 1]) << 16;
            pages.insert((number(0), number(2)), words[4..PAGE_WORDS - 1].to_vec());
            let items =
                if words[PAGE_WORDS - 1] == NO_ITEMS { 0 } else { words[PAGE_WORDS - 1] as usize };
            words = &words[PAGE_WORDS + ITEM_WORDS * items..];
        }
    }
    pages
}

const SCRIPT: &[&str] = &[
    "CREATE TABLE t (id int PRIMARY KEY, b text)",
    "INSERT INTO t VALUES (1, 'short'), (2, repeat('x', 200000))",
    "ALTER TABLE t ALTER b SET STORAGE EXTERNAL",
    "INSERT INTO t SELECT i, repeat('x', 3000 + i) FROM generate_series(3, 900) i",
    "INSERT INTO t VALUES (1000, repeat('x', 100000))",
    "UPDATE t SET b = b || 'y' WHERE id > 880",
    "SELECT sum(length(substr(b, 2500, 20))) FROM t",
    "DELETE FROM t WHERE id % 7 = 0",
    "VACUUM t",
];

#[test]
fn the_pins_and_records_on_the_tape_are_the_statements_counters() {
    let (_, tapes) = tapes(SCRIPT);
    for ((tape, counted, logged), sql) in tapes.iter().zip(SCRIPT) {
        assert_eq!(pinned(tape), *counted, "{sql}");
        let sum = |i: usize| tape.wal.chunks(5).map(|w| u64::from(w[i])).sum::<u64>();
        let recorded = WalUsage { records: sum(4), images: sum(3), bytes: sum(1) };
        assert_eq!(recorded, *logged, "{sql}");
    }
}

#[test]
fn the_patches_lead_to_the_pages_as_they_are() {
    let (s, tapes) = tapes(SCRIPT);
    let pages = replay(&tapes);
    for r in relations(&s.backend) {
        for (block, now) in summary(&s.backend, r.oid).chunks(8).enumerate() {
            assert_eq!(pages.get(&(r.file, block as u32)).unwrap(), now, "{} {block}", r.name);
        }
    }
}

#[test]
fn many_rows_are_few_frames_and_the_first_and_last_have_their_own() {
    let (_, tapes) = tapes(SCRIPT);
    let bulk = &tapes[3].0;
    assert!(bulk.frames.len() < 1400, "{} frames", bulk.frames.len());
    let rows = |tape: &Tape| -> u32 {
        let inserted = tape.frames.iter().filter_map(|f| f.bulk.as_ref()).map(|b| b.inserted);
        inserted.sum()
    };
    let formed = bulk.frames.iter().filter(|f| matches!(f.event, Some(Event::TupleFormed { .. })));
    assert!(rows(bulk) > 800);
    assert!(formed.count() > 25);
    // A value of 51 chunks: the first eight and the last two, and one frame for the others.
    let long = &tapes[4].0;
    let cut = long.frames.iter().filter(|f| matches!(f.event, Some(Event::ChunkCut { .. })));
    assert_eq!(cut.count(), 10);
    let folded = long.frames.iter().find_map(|f| f.bulk.as_ref()).unwrap();
    assert_eq!(folded.chunks_written, 41);
}

#[test]
fn a_chunk_that_is_written_anew_is_no_row() {
    let (_, tapes) = tapes(&[
        "SET toastscope.server = 'toasters'",
        "CREATE TABLE t (data bytea STORAGE EXTERNAL TOASTER bytea_toaster)",
        "INSERT INTO t SELECT repeat('a', 5000)::bytea FROM generate_series(1, 100)",
        "SET bytea_toaster.inline_tail = off",
        "UPDATE t SET data = data || 'x'",
    ]);
    let tape = &tapes[4].0;
    let updated: u32 = tape.frames.iter().filter_map(|f| f.bulk.as_ref()).map(|b| b.updated).sum();
    let count_of = |kind: fn(&Event) -> bool| {
        tape.frames.iter().filter(|f| f.event.as_ref().is_some_and(kind)).count() as u32
    };
    // Each row shown by itself has its chunk's new version with it; the others are counted once.
    let moved = count_of(|e| matches!(e, Event::TailMoved { .. }));
    let made = count_of(|e| matches!(e, Event::PointerMade { .. }));
    assert_eq!(moved, made);
    let shown = count_of(|e| matches!(e, Event::TupleUpdated { .. }));
    assert_eq!(shown, 2 * moved);
    assert_eq!(updated + moved, 100);
}

#[test]
fn a_row_that_is_passed_on_as_it_lies_is_formed_too() {
    let (_, tapes) = tapes(&[
        "CREATE TABLE t (id int, b text)",
        "INSERT INTO t VALUES (1, repeat('x', 100)), (2, repeat('y', 3000000))",
        "CREATE TABLE u (id int, b text)",
        "INSERT INTO u SELECT * FROM t",
    ]);
    let lengths: Vec<usize> = tapes[3]
        .0
        .frames
        .iter()
        .filter_map(|f| match f.event {
            Some(Event::TupleFormed { length, .. }) => Some(length),
            _ => None,
        })
        .collect();
    // 24 of header, 4 of id, 1 and 100 of text; then with the pointer of 18 bytes it came with.
    assert_eq!(lengths, [129, 46]);
}

/// How often each page of a file was pinned, and how often one without a number was.
fn heat(tape: &Tape, file: u32) -> (BTreeMap<u32, u32>, u32) {
    let (mut pages, mut unnumbered) = (BTreeMap::new(), 0);
    for pin in tape.pins.chunks(4).filter(|pin| pin[0] == file && pin[2] == 0) {
        match pin[1] {
            ANY_BLOCK => unnumbered += pin[3],
            block => *pages.entry(block).or_default() += pin[3],
        }
    }
    (pages, unnumbered)
}

#[test]
fn of_many_rows_it_is_told_how_often_each_page_was_pinned() {
    let (s, tapes) = tapes(&[
        "CREATE TABLE t (b text)",
        "ALTER TABLE t ALTER b SET STORAGE EXTERNAL",
        "INSERT INTO t SELECT repeat('x', 2100) FROM generate_series(1, 2000)",
        "SELECT sum(length(b)) FROM t",
    ]);
    let all = relations(&s.backend);
    let index = all.iter().find(|r| r.name.ends_with("_index")).expect("TOAST has an index");
    let (pages, unnumbered) = heat(&tapes[3].0, index.file);
    assert_eq!(unnumbered, 0);
    // Each row's value is found from the root, and on one of its leaves.
    let root = pages.values().max().copied();
    assert_eq!(root, Some(2000));
    assert_eq!(pages.values().sum::<u32>(), 4000);
    let table = all.iter().find(|r| r.name == "t").expect("the table");
    let (pages, _) = heat(&tapes[3].0, table.file);
    assert!(pages.values().all(|&times| times == 1), "a scan pins each page once");
}

#[test]
fn recovery_tells_the_rows_of_the_file_and_of_each_record() {
    let (mut s, _) = tapes(&[
        "CREATE TABLE accounts (owner text, balance int)",
        "INSERT INTO accounts VALUES ('Ada', 100), ('Ben', NULL)",
        "CHECKPOINT",
        "UPDATE accounts SET balance = 70 WHERE owner = 'Ada'",
    ]);
    let recorder = Recorder::attach(&s.backend);
    let recording = recorder.begin(&s.backend);
    s.crash(None);
    let tape = recording.finish(&mut s.backend);
    let pages_of = |kind: fn(&Event) -> bool| {
        let pages = tape.recovered.iter();
        pages
            .filter(|p| tape.frames[p.frame].event.as_ref().is_some_and(kind))
            .map(|p| p.rows.clone())
            .collect::<Vec<_>>()
    };
    let file = [["Ada", "100"], ["Ben", "NULL"]];
    assert_eq!(pages_of(|e| matches!(e, Event::ServerStopped { .. })), [file.map(Vec::from)]);
    let replayed = pages_of(|e| matches!(e, Event::RecordReplayed { .. }));
    assert_eq!(replayed.last().unwrap()[2], ["Ada", "70"]);
}
