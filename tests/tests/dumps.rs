//! Dumps in custom format have the rows of plain dumps of the same database; broken ones are named with their place.
//! `tests/dumps` has dumps of its `make.sql` by 15 to 18 in each compression that they know, and plain ones.

use client::psql::Psql;
use dump::{Rule, script};
use server::session::{Config, Session};
use std::fs;
use std::path::{Path, PathBuf};
use toastscope_tests::server::{Server, installed_version, leaves_out};

/// The folder of the recorded dumps.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("dumps")
}

/// A recorded dump's bytes.
fn recorded(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).expect("it is recorded")
}

/// The recorded dumps in custom format: their names and bytes.
fn archives() -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder()).expect("a folder").map(|file| file.expect("a file").path());
    let archives = files.filter(|file| file.extension().is_some_and(|e| e == "dump"));
    let mut all: Vec<(String, Vec<u8>)> = archives
        .map(|file| {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            let bytes = recorded(&name);
            (name, bytes)
        })
        .collect();
    all.sort();
    all
}

/// The script of an archive that is not broken.
fn text(archive: &[u8]) -> String {
    String::from_utf8(script(archive).expect("an archive")).expect("UTF-8")
}

/// The lines of a plain dump, or of an archive's script, that make tables and their rows.
fn statements(script: &str) -> Vec<&str> {
    let left_out = ["--", "SET ", "\\restrict", "\\unrestrict", "SELECT pg_catalog.lo"];
    let kept = |line: &&str| {
        !line.is_empty()
            && !line.contains(" OWNER TO ")
            && !left_out.iter().any(|start| line.starts_with(start))
    };
    let lines: Vec<&str> = script.lines().filter(kept).collect();
    let is_of_large_objects = |line: &&str| *line == "BEGIN;" || *line == "COMMIT;";
    lines.into_iter().filter(|line| !is_of_large_objects(line)).collect()
}

/// Checks that two scripts have the same statements, and rows; the first lines that differ are printed.
fn assert_same(ours: &str, theirs: &str, what: &str) {
    let (ours, theirs) = (statements(ours), statements(theirs));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours, theirs, "{what}");
    }
    assert_eq!(ours.len(), theirs.len(), "{what}");
}

/// What the engine answers for all rows of all tables after a script.
fn loaded(script: &str) -> String {
    let mut session = Session::new(Config::default());
    let mut psql = Psql::new(Some("dump"), false);
    let mut ignored = Vec::new();
    script.lines().for_each(|line| psql.line(&mut session, line, &mut ignored));
    let mut printed = Vec::new();
    for table in ["\"My Shop\".notes", "public.empty", "public.codes", "public.recent"] {
        psql.line(&mut session, &format!("SELECT * FROM {table} ORDER BY 1;"), &mut printed);
    }
    String::from_utf8(printed).expect("UTF-8")
}

#[test]
fn archives_have_the_rows_of_plain_dumps() {
    let archives = archives();
    assert!(archives.len() >= 12, "{} archives", archives.len());
    for (name, archive) in &archives {
        let plain = String::from_utf8(recorded(&format!("{}.sql", &name[..2]))).expect("UTF-8");
        let script = text(archive);
        if !name.contains("inserts") {
            assert_same(&script, &plain, name);
        }
        let rows = loaded(&script);
        assert_eq!(rows.matches(" rows)").count(), 4, "{name}: {rows}");
        assert!(rows.contains("(40 rows)"), "{name}: {rows}");
        assert_eq!(rows, loaded(&plain), "{name}");
    }
}

#[test]
fn archives_of_servers_that_are_here_have_the_rows_of_plain_dumps() {
    if leaves_out("dumps of a live server") {
        return;
    }
    for version in ["15", "16", "17", "18"] {
        if installed_version(version).is_none() {
            continue;
        }
        let server = Server::prepare_version(version).expect("it is here").expect("a server");
        let live = server.live("").expect("it starts");
        live.script(&folder().join("make.sql")).expect("it runs");
        let plain = String::from_utf8(live.dump(&["-Fp"]).expect("a dump")).expect("UTF-8");
        let compressions: &[&str] =
            if version == "15" { &["0", "1", "9"] } else { &["none", "gzip", "lz4", "zstd"] };
        for compression in compressions {
            match live.dump(&["-Fc", "-Z", compression]) {
                // It goes to a pipe, so no place is written down.
                Ok(archive) => assert_same(&text(&archive), &plain, compression),
                Err(why) => assert!(why.contains("not support"), "{version}, {compression}: {why}"),
            }
        }
    }
}

#[test]
fn a_cut_archive_is_named_wherever_it_is_cut() {
    for (name, archive) in archives() {
        for length in (0..archive.len()).step_by(5) {
            // Large objects come last; an archive that lacks them has all rows.
            if let Err(broken) = script(&archive[..length]) {
                assert!(broken.at <= length, "{name} cut at {length}: {broken}");
            }
        }
        let half = script(&archive[..archive.len() / 2]).expect_err("it is cut");
        assert!(matches!(half.rule, Rule::Cut | Rule::NoBlock(_)), "{name}: {half}");
    }
}

#[test]
fn a_changed_byte_never_panics() {
    for name in ["15-none.dump", "16-gzip.dump", "17-lz4.dump", "17-zstd.dump"] {
        let archive = recorded(name);
        let mut changed = archive.clone();
        for at in 0..archive.len() {
            for value in [0, 0xff] {
                changed[at] = value;
                drop(script(&changed));
            }
            changed[at] = archive[at];
        }
    }
}

#[test]
fn what_is_no_archive_is_named_with_its_place() {
    let of_17 = recorded("17-zstd.dump");
    let changed = |at: usize, byte: u8| {
        let mut changed = of_17.clone();
        changed[at] = byte;
        script(&changed).expect_err("it is broken").to_string()
    };
    assert_eq!(changed(0, b'X'), "byte 0: no dump in custom format: that begins with PGDMP");
    assert_eq!(
        changed(6, 17),
        "byte 5: archive version 1.17; versions 1.14 to 1.16 (PostgreSQL 12 to 18) are read"
    );
    assert_eq!(changed(8, 0), "byte 8: numbers of 0 bytes");
    let tar = "a dump in tar or directory format; pg_restore -f dump.sql makes a script of it";
    assert_eq!(changed(10, 3), format!("byte 10: {tar}"));
    assert_eq!(
        changed(11, 4),
        "byte 11: compression number 4; none, gzip, lz4 and zstd are 0 to 3"
    );
    let encoding = of_17.windows(6).position(|bytes| bytes == b"'UTF8'").expect("its encoding");
    let mut latin = of_17.clone();
    latin[encoding..encoding + 6].copy_from_slice(b"'WIN1'");
    let broken = script(&latin).expect_err("it is not UTF-8");
    assert_eq!(broken.rule, Rule::Encoding("WIN1".into()));
    // Rows, and the codec's own error.
    let wrong_codec = changed(11, 1);
    assert!(wrong_codec.contains("damaged compressed data"), "{wrong_codec}");
    assert_eq!(script(b"").expect_err("nothing").to_string(), changed(0, b'X'));
}
