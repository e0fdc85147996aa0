//! Bytes from elsewhere: how they are changed, and the readers that must bear them.

use crate::inputs::{Rng, Shape, generate};
use client::inspect::fields::{Place, SegmentFile};
use client::psql;
use server::session::{Config, Session};
use storage::codec;
use storage::varlena::Compression;
use storage::wal::segment;
use toastscope_archive::{self as archive, Method};

/// Changes a seed in one to eight places: bits, bytes, numbers at their limits, parts moved, left out or taken from
/// another seed.
pub fn mutate(rng: &mut Rng, seeds: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.pick(seeds).clone();
    for _ in 0..1 + rng.below(8) {
        if bytes.is_empty() {
            bytes.push(rng.next_u64() as u8);
        }
        let at = rng.below(bytes.len());
        let length = (1 + rng.below(16)).min(bytes.len() - at);
        match rng.below(9) {
            0 => bytes[at] ^= 1 << rng.below(8),
            1 => bytes[at] = rng.next_u64() as u8,
            2 => bytes[at..at + length].fill(*rng.pick(&[0, 0xff, 0x7f, 0x80])),
            3 => {
                let number = *rng.pick(&[0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, u32::MAX]);
                for (i, b) in number.to_le_bytes().into_iter().take(length).enumerate() {
                    bytes[at + i] = b;
                }
            }
            4 => drop(bytes.drain(at..at + length)),
            5 => {
                let copy = bytes[at..at + length].to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, copy);
            }
            6 => bytes.truncate(at),
            7 => {
                let other = rng.pick(seeds);
                let from = rng.below(other.len().max(1)).min(other.len());
                let part = &other[from..(from + 1 + rng.below(64)).min(other.len())];
                bytes.splice(at..at + length, part.iter().copied());
            }
            _ => bytes[at] = bytes[at].wrapping_add(1 + rng.below(3) as u8),
        }
    }
    bytes
}

/// The log of a script, up to a page behind its end.
fn log_of(script: &str) -> Vec<u8> {
    let config = Config { wal_keep: Some(usize::MAX), ..Config::default() };
    let mut session = Session::new(config);
    psql::run_script(&mut session, "script.sql", script, false, &mut std::io::sink());
    let wal = &session.backend.store.wal;
    let mut bytes = segment::segment(wal, *segment::segments(&wal.log).start());
    let end = bytes.iter().rposition(|b| *b != 0).unwrap_or(0);
    bytes.truncate((end + 1).next_multiple_of(8192) + 8192);
    bytes
}

/// The first segment of the log on each server.
pub fn segments() -> Vec<Vec<u8>> {
    let statements = "CREATE TABLE t (id int PRIMARY KEY, v text);
INSERT INTO t SELECT g, repeat(md5(g::text), 90) FROM generate_series(1, 9) g;
CHECKPOINT; UPDATE t SET v = 'a' WHERE id < 3; SET wal_compression = pglz;
CHECKPOINT; DELETE FROM t WHERE id > 5; VACUUM FREEZE t; BEGIN; SAVEPOINT a; INSERT INTO t VALUES (0); ROLLBACK;
TRUNCATE t; DROP TABLE t;";
    ["15", "16", "17", "18"]
        .iter()
        .map(|server| log_of(&format!("SET toastscope.server = '{server}';\n{statements}")))
        .collect()
}

/// Opens a segment, and everything in it.
pub fn run_segment(bytes: &[u8]) {
    let Ok(mut file) = SegmentFile::open(bytes) else { return };
    let rows = file.rows();
    file.view();
    file.words(0, rows.len() / 8);
    for row in rows.chunks(8).take(200) {
        let lsn = u64::from(row[0]) | u64::from(row[1]) << 32;
        let place = Place::Record { lsn };
        let Some(record) = file.open_place(place) else { continue };
        file.bytes(place);
        for image in record.tree.children.iter().filter_map(|f| f.leads) {
            let Some(page) = file.open_place(image) else { continue };
            file.bytes(image);
            for more in page.tree.children.iter().filter_map(|f| f.more) {
                file.expand(image, more);
            }
        }
    }
}

/// A byte for the method (0 pglz, 1 lz4, 2 zstd), four for the size of what is compressed, and the stream.
pub fn streams() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for (n, shape) in Shape::ALL.into_iter().enumerate() {
        let plain = generate(shape, 200 + 300 * n, n as u64);
        let pglz = codec::compress(Compression::Pglz, &plain);
        let lz4 = codec::compress(Compression::Lz4, &plain);
        let mut zstd = Vec::new();
        let made = codec::zstd::compress_into(&plain, &mut zstd).then_some(zstd);
        for (number, stream) in [pglz, lz4, made].into_iter().enumerate() {
            let size = (plain.len() as u32).to_le_bytes();
            all.extend(stream.map(|s| [&[number as u8][..], &size, &s].concat()));
        }
    }
    all
}

/// Decompresses a stream: the whole, a prefix, and as tokens.
pub fn run_stream(bytes: &[u8]) {
    let Some(([number, size @ ..], stream)) = bytes.split_first_chunk::<5>() else { return };
    let size = (u32::from_le_bytes(*size) % (1 << 20)) as usize;
    let method = match number % 3 {
        0 => Compression::Pglz,
        1 => Compression::Lz4,
        _ => {
            let plain = codec::zstd::decompress(stream, size);
            assert!(plain.is_none_or(|p| p.len() == size), "a frame of another size");
            return;
        }
    };
    if let Ok(plain) = codec::decompress(method, stream, size) {
        assert_eq!(plain.len(), size);
    }
    let mut prefix = Vec::new();
    if codec::decompress_prefix_into(method, stream, size / 2, &mut prefix).is_ok() {
        assert!(prefix.len() <= size / 2, "more than was asked for");
    }
    let _ = codec::tokens(method, stream, size);
}

/// The recorded dumps, and a gzip file.
pub fn dumps() -> Vec<Vec<u8>> {
    let mut all = super::files("tests/dumps", ".dump");
    let plain = generate(Shape::Text, 2000, 1);
    all.push(archive::compress(Method::Gzip, 6, None, &plain).expect("gzip"));
    all
}

/// Reads an archive, a gzip file, and a page of Parquet under each codec.
pub fn run_dump(bytes: &[u8]) {
    let _ = dump::script(bytes);
    let _ = dump::gunzipped(bytes);
    for codec in ["SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI"] {
        let _ = dump::page(codec, bytes, 4096);
    }
}

const ARCHIVES: [Method; 6] =
    [Method::Gzip, Method::Bzip2, Method::Xz, Method::SevenZip, Method::Lz4, Method::Zstd];

/// A byte for the program, and the file that it made.
pub fn archives() -> Vec<Vec<u8>> {
    let plain = generate(Shape::Text, 4000, 1);
    let file = |(i, method): (usize, &Method)| {
        let level = *method.levels().start();
        let packed = archive::compress(*method, level, None, &plain).expect("it compresses");
        [&[i as u8][..], &packed].concat()
    };
    ARCHIVES.iter().enumerate().map(file).collect()
}

/// Reads a file that an `archive_command` made; the first byte says with which program.
pub fn run_archive(bytes: &[u8]) {
    let Some((number, packed)) = bytes.split_first() else { return };
    let method = ARCHIVES[usize::from(*number) % ARCHIVES.len()];
    let _ = archive::decompress(method, packed, 1 << 20);
    let _ = archive::join(method, &[packed.to_vec(), packed.to_vec()]);
}
