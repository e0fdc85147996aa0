//! Segments beside PostgreSQL's own `pg_waldump`: it reads ours without a complaint, and what it says
//! of a real one is what we say.

#[path = "../oracle/program/mod.rs"]
#[allow(dead_code)]
mod program;

use client::psql;
use libtest_mimic::{Arguments, Failed, Trial};
use server::session::{Config, Session};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use storage::versions::Release;
use storage::wal::describe::waldump_line;
use storage::wal::read::Record;
use storage::wal::segment::{file_name, parse, segment, segments};
use toastscope_tests::server::{Server, leaves_out};

/// A script that logs records of all kinds: rows of all sizes, indexes, sequences, savepoints,
/// full-page images.
fn script() -> String {
    let mut all = String::from("SET wal_compression = lz4;\n");
    for seed in [1, 2] {
        all.push_str("CHECKPOINT;\n");
        all.push_str(&program::statements(seed, false).join("\n"));
        all.push_str("\nROLLBACK;\nDROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\n");
        all.push_str("SET wal_compression = off;\n");
    }
    all.push_str(
        "CREATE TABLE big (id serial PRIMARY KEY, v text);\n\
         INSERT INTO big (v) SELECT repeat(md5(g::text), 200) FROM generate_series(1, 4000) g;\n\
         SELECT pg_switch_wal() IS NOT NULL;\n\
         DELETE FROM big WHERE id % 3 = 0;\nVACUUM big;\nVACUUM FULL big;\n",
    );
    all
}

/// Our descriptions of a segment's records, as lines of `pg_waldump`.
fn ours(bytes: &[u8]) -> String {
    let s = parse(bytes).expect("a segment");
    let lines = s.records.iter().map(|(lsn, bytes)| {
        let record = Record::parse(bytes, true).expect("a record");
        waldump_line(Release::of_server("15"), *lsn, &record) + "\n"
    });
    lines.collect()
}

/// Fails at the first line that differs.
fn assert_same(expected: &str, actual: &str, what: &Path) {
    let differs = expected.lines().zip(actual.lines()).find(|(a, b)| a != b);
    assert!(differs.is_none(), "{}: {differs:#?}", what.display());
    assert_eq!(expected.lines().count(), actual.lines().count(), "{}", what.display());
}

fn main() -> ExitCode {
    let left_out = leaves_out("segments read by pg_waldump");
    let test = Trial::test("segments_are_the_servers", segments_are_the_servers);
    let tests = vec![test.with_ignored_flag(left_out)];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

fn segments_are_the_servers() -> Result<(), Failed> {
    let server = Server::for_test()?;
    let folder = std::env::temp_dir().join(format!("toastscope-waldump-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");

    // Ours, read by pg_waldump.
    let config = Config { wal_keep: Some(usize::MAX), ..Config::default() };
    let mut session = Session::new(config);
    psql::run_script(&mut session, "script.sql", &script(), false, &mut std::io::sink());
    let log = &session.backend.store.wal.log;
    let size = log.geometry().segment_size;
    let numbers = segments(log);
    assert!(numbers.clone().count() > 1, "{numbers:?}");
    for number in numbers {
        let path = folder.join(file_name(number, size));
        fs::write(path, segment(&session.backend.store.wal, number)).expect("a file");
    }
    let (start, end) = (log.geometry().start(log.start_pos()), log.end_lsn());
    let (start, end) = (start.to_string(), end.to_string());
    let (printed, complaints) = server.waldump(&folder, Some((&start, &end))).expect("pg_waldump");
    assert_eq!(complaints, "");
    let written: String = log
        .records(storage::ids::Lsn(0))
        .map(|(pos, bytes)| {
            let record = Record::parse(&bytes, true).expect("a record");
            waldump_line(Release::of_server("15"), log.geometry().start(pos), &record) + "\n"
        })
        .collect();
    assert_same(&printed, &written, Path::new("all segments"));

    // The server's, read by us.
    let file = folder.join("script.sql");
    fs::write(&file, script()).expect("a file");
    server.transcript(&file).expect("a transcript");
    let mut real: Vec<PathBuf> = fs::read_dir(server.wal_directory())
        .expect("the log's folder")
        .map(|e| e.expect("a file").path())
        .filter(|p| p.file_name().is_some_and(|n| n.len() == 24))
        .collect();
    real.sort();
    let mut records = 0;
    for path in &real {
        let bytes = fs::read(path).expect("a segment");
        // A file that waits to be used again still holds another segment.
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if parse(&bytes).is_none_or(|s| file_name(s.start.0 / size, size) != name) {
            continue;
        }
        let (printed, _) = server.waldump(path, None).expect("pg_waldump");
        let lines = ours(&bytes);
        // A record that goes on in the next segment is pg_waldump's only if it finds that.
        let whole: String =
            printed.lines().take(lines.lines().count()).map(|l| format!("{l}\n")).collect();
        assert_same(&whole, &lines, path);
        records += lines.lines().count();
    }
    assert!(records > 10_000, "{records} records");
    fs::remove_dir_all(&folder)?;
    Ok(())
}
