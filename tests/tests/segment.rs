//! Segments opened for looking at: every record and every page image down to its bytes, sums as
//! `pg_waldump --stats` has them, and never a panic, whatever the bytes are.

use client::inspect::fields::{Field, Place, SegmentFile, What};
use client::psql;
use libtest_mimic::{Arguments, Failed, Trial};
use server::session::{Config, Session};
use std::fs;
use std::process::ExitCode;
use storage::wal::crc::of_record;
use storage::wal::layout::XL_CRC;
use storage::wal::segment::{parse, segment, segments};
use toastscope_tests::server::{Server, leaves_out};

const SCRIPT: &str = "
CREATE TABLE t (id serial PRIMARY KEY, v text, n numeric);
INSERT INTO t (v, n) SELECT repeat(md5(g::text), g % 90), g FROM generate_series(1, 900) g;
CHECKPOINT; UPDATE t SET v = v || '!' WHERE id % 3 = 0;
SET wal_compression = pglz; CHECKPOINT; UPDATE t SET v = v || '?' WHERE id % 3 = 1;
SET wal_compression = lz4; CHECKPOINT; DELETE FROM t WHERE id % 5 = 0; VACUUM t;
SET wal_compression = zstd; CHECKPOINT; UPDATE t SET n = n + 1 WHERE id % 4 = 0;
BEGIN; SAVEPOINT a; INSERT INTO t (v) VALUES ('x'); ROLLBACK; DROP TABLE t;
";

/// The log that the engine writes for the script, as a segment.
fn written() -> Vec<u8> {
    let config = Config { wal_keep: Some(usize::MAX), ..Config::default() };
    let mut session = Session::new(config);
    psql::run_script(&mut session, "script.sql", SCRIPT, false, &mut std::io::sink());
    let log = &session.backend.store.wal.log;
    segment(&session.backend.store.wal, *segments(log).start())
}

/// Checks that all fields lie within the bytes from `from` to `to`, and children within their
/// parents.
fn check(field: &Field, from: u32, to: u32) {
    assert!(field.at >= from && field.at + field.length <= to, "{field:?}");
    for child in &field.children {
        check(child, field.at, field.at + field.length);
    }
}

/// Opens everything in the file. Returns how many page images were opened as pages.
fn open_all(file: &mut SegmentFile) -> usize {
    let rows = file.rows();
    let count = rows.len() / 8;
    assert_eq!(file.words(0, count).len(), count);
    let mut pages = 0;
    for row in rows.chunks(8) {
        let lsn = u64::from(row[0]) | u64::from(row[1]) << 32;
        pages += open_record(file, lsn);
    }
    pages
}

/// Opens a record. Returns how many of its images were opened as pages.
fn open_record(file: &mut SegmentFile, lsn: u64) -> usize {
    let mut pages = 0;
    let place = Place::Record { lsn };
    let Some(opened) = file.open_place(place) else { return 0 };
    assert_eq!(opened.what, What::Record);
    let bytes = file.bytes(place).expect("its bytes").stored;
    check(&opened.tree, 0, bytes.len() as u32);
    for image in opened.tree.children.iter().filter_map(|f| f.leads) {
        let Place::Image { .. } = image else { continue };
        let Some(page) = file.open_place(image) else { continue };
        check(&page.tree, 0, 8192);
        assert_eq!(file.bytes(image).expect("a page").stored.len(), 8192);
        pages += 1;
        for more in page.tree.children.iter().filter_map(|f| f.more) {
            file.expand(image, more).iter().for_each(|f| check(f, 0, 8192));
        }
    }
    pages
}

fn main() -> ExitCode {
    let left_out = leaves_out("sums over segments as pg_waldump has them");
    let tests = vec![
        Trial::test("every_record_and_image_opens", done(every_record_and_image_opens)),
        Trial::test(
            "damaged_segments_are_errors_or_end_early",
            done(damaged_segments_are_errors_or_end_early),
        ),
        Trial::test("sums_are_those_of_pg_waldump", sums_are_those_of_pg_waldump)
            .with_ignored_flag(left_out),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit_code()
}

/// Makes a test that fails by panicking.
fn done(test: fn()) -> impl FnOnce() -> Result<(), Failed> + Send {
    move || {
        test();
        Ok(())
    }
}

fn every_record_and_image_opens() {
    let bytes = written();
    let mut file = SegmentFile::open(&bytes).expect("a segment");
    let images: u32 = file.rows().chunks(8).map(|r| r[5]).sum();
    assert!(images > 50, "{images}");
    assert_eq!(open_all(&mut file), images as usize);
    let view = file.view();
    let sum: u32 = view.types.iter().map(|t| t.records).sum();
    assert_eq!(sum, view.records);
    assert!(view.why.starts_with("invalid record length at "), "{}", view.why);
}

fn damaged_segments_are_errors_or_end_early() {
    let mut whole = written();
    let end = parse(&whole).expect("a segment").end.0 % (16 << 20);
    whole.truncate((end as usize).next_multiple_of(8192) + 8192);
    for (bytes, says) in [
        (&whole[..0], "This is no segment"),
        (&b"SELECT 1;\n"[..], "This is no segment"),
        (&whole[..30], "but not like the first one"),
        (&whole[8192..16_384], "but not like the first one"),
    ] {
        let why = SegmentFile::open(bytes).err().expect("an error");
        assert!(why.contains(says), "{why}");
    }
    let mut other = whole.clone();
    other[0] = 0x0d;
    assert!(SegmentFile::open(&other).err().is_some_and(|why| why.contains("D10D")));

    let records = parse(&whole).expect("a segment").records;
    let start = u64::from_le_bytes(whole[8..16].try_into().expect("eight bytes"));
    let mut random = 0x9e37_79b9_7f4a_7c15u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    for round in 0..48 {
        let mut bytes = whole.clone();
        let mut damaged = None;
        if round % 3 == 0 {
            // Anything, anywhere: the log ends there.
            let at = next(whole.len());
            bytes[at] ^= 1 << next(8);
        } else {
            // One record is nonsense, with a checksum that says it is right.
            let (lsn, record) = &records[next(records.len())];
            let (at, length) = ((lsn.0 - start) as usize, record.len());
            if at / 8192 != (at + length) / 8192 || length < 25 {
                continue;
            }
            for _ in 0..3 {
                bytes[at + 16 + next(length - 16)] = next(256) as u8;
            }
            damaged = Some(lsn.0);
            let crc = of_record(&bytes[at..at + length]).to_le_bytes();
            bytes[at + XL_CRC..at + XL_CRC + 4].copy_from_slice(&crc);
        }
        if let Ok(mut file) = SegmentFile::open(&bytes) {
            let some = file.rows().len() / 8;
            file.words(0, some);
            if let Some(lsn) = damaged {
                open_record(&mut file, lsn);
            }
        }
    }
}

fn sums_are_those_of_pg_waldump() -> Result<(), Failed> {
    let server = Server::for_test()?;
    let folder = std::env::temp_dir().join(format!("toastscope-segment-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let script = folder.join("script.sql");
    fs::write(&script, format!("{SCRIPT}SELECT pg_switch_wal() IS NOT NULL;\n")).expect("a file");
    server.transcript(&script).expect("a transcript");
    let mut compared = 0;
    for entry in fs::read_dir(server.wal_directory()).expect("the log's folder") {
        let path = entry.expect("a file").path();
        let Ok(bytes) = fs::read(&path) else { continue };
        let Ok(mut file) = SegmentFile::open(&bytes) else { continue };
        let view = file.view();
        // Only one that ends by itself: of another pg_waldump reads on in the next.
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if view.why != "the segment was switched" || view.name != name {
            continue;
        }
        let printed = server.waldump_stats(&path).expect("pg_waldump");
        for t in &view.types {
            let wanted = format!("{}/{}", t.manager, t.name);
            let line = printed.lines().find(|l| l.split_whitespace().next() == Some(&wanted));
            let numbers: Vec<u32> = line
                .unwrap_or_else(|| panic!("{wanted} is not in\n{printed}"))
                .split_whitespace()
                .filter_map(|w| w.parse().ok())
                .collect();
            let expected = [t.records, t.bytes, t.fpi_bytes, t.bytes + t.fpi_bytes];
            assert_eq!(numbers, expected, "{wanted}");
            compared += 1;
        }
        let images: u32 = file.rows().chunks(8).map(|r| r[5]).sum();
        assert_eq!(open_all(&mut file), images as usize);
    }
    assert!(compared > 15, "{compared} types");
    fs::remove_dir_all(&folder)?;
    Ok(())
}
