//! What an `archive_command` would make of a segment of the write-ahead log.
//!
//! Each [`Method`] writes the file its program writes: `gunzip` opens what [`compress`] makes with
//! [`Method::Gzip`], `7z x` what it makes with [`Method::SevenZip`]. The compressing itself is done by
//! well-kept crates, but for lz4 from level 3 on (`lz4hc`); here are also the levels, the containers that those crates leave out, and [`join`], which
//! makes one file of blocks that were compressed apart, as pigz, lbzip2 and pixz do:
//!
//! ```text
//!            segment, 16 MB
//!   ┌──────────┬──────────┬──────────┐      compress, each block by a worker
//!   │ block 1  │ block 2  │ block 3  │
//!   └────┬─────┴────┬─────┴────┬─────┘
//!   ┌────┴───┬──────┴─┬────────┴┐           join
//!   │ 1f 8b… │ 1f 8b… │ 1f 8b…  │  gzip: members, one after the other; bzip2, lz4 and zstd likewise
//!   └────────┴────────┴─────────┘
//!   fd 37 7a… │ block │ block │ block │ index │ footer     xz: one stream with one index of all blocks
//! ```
//!
//! Levels mean what they mean to the programs. Sizes come near theirs and are rarely equal: gzip's
//! encoder is miniz's, not zlib's; bzip2's is libbzip2's; xz and 7z run the algorithms of liblzma
//! and the LZMA SDK. Nothing here knows PostgreSQL, and nothing panics on malformed input.

mod bzip2;
mod gzip;
mod lz4;
mod lz4hc;
mod method;
mod sevenz;
mod xz;
mod zstd;

pub use zstd::frame as zstd_frame;

pub use method::Method;

/// Why something could not be compressed, joined or read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The method has no such level.
    Level(Method, u32),
    /// The bytes are not a whole file of this method, for the reason given.
    Malformed(Method, String),
    /// The method's files cannot be made of parts.
    NotJoinable(Method),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Level(method, level) => {
                let levels = method.levels();
                let (first, last) = (levels.start(), levels.end());
                write!(f, "{method} has levels {first} to {last}, not {level}")
            }
            Error::Malformed(method, why) => write!(f, "not a whole {method} file: {why}"),
            Error::NotJoinable(method) => write!(f, "{method} files cannot be made of parts"),
        }
    }
}

impl std::error::Error for Error {}

/// Compresses `data` to a whole file. `long` is the window in bits (`27` is 128 MiB) that zstd searches
/// for distant repeats, as `zstd --long=27` does; the other methods ignore it.
pub fn compress(
    method: Method,
    level: u32,
    long: Option<u32>,
    data: &[u8],
) -> Result<Vec<u8>, Error> {
    if !method.levels().contains(&level) {
        return Err(Error::Level(method, level));
    }
    match method {
        Method::Gzip => Ok(gzip::compress(level, data)),
        Method::Bzip2 => bzip2::compress(level, data),
        Method::Xz => xz::compress(level, data),
        Method::SevenZip => sevenz::compress(level, data),
        Method::Lz4 => lz4::compress(level, data),
        Method::Zstd => zstd::compress(level, long, data),
    }
}

/// Reads back what [`compress`] or [`join`] made, checksums included. More than `limit` bytes are
/// refused, so that no small file fills the memory.
pub fn decompress(method: Method, packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    match method {
        Method::Gzip => gzip::decompress(packed, limit),
        Method::Bzip2 => bzip2::decompress(packed, limit),
        Method::Xz => xz::decompress(packed, limit),
        Method::SevenZip => sevenz::decompress(packed, limit),
        Method::Lz4 => lz4::decompress(packed, limit),
        Method::Zstd => zstd::decompress(packed, limit),
    }
}

/// Joins the compressed blocks of a file into one file that the program reads.
pub fn join(method: Method, parts: &[Vec<u8>]) -> Result<Vec<u8>, Error> {
    match method {
        Method::Gzip | Method::Bzip2 | Method::Lz4 | Method::Zstd => Ok(parts.concat()),
        Method::Xz => xz::join(parts),
        Method::SevenZip => Err(Error::NotJoinable(method)),
    }
}

/// Reads to the end; an error if there are more than `limit` bytes.
fn read_all(method: Method, from: impl std::io::Read, limit: usize) -> Result<Vec<u8>, Error> {
    let malformed = |why: String| Error::Malformed(method, why);
    let mut plain = Vec::with_capacity(limit.min(64 << 20));
    let mut from = std::io::Read::take(from, limit as u64 + 1);
    std::io::Read::read_to_end(&mut from, &mut plain).map_err(|e| malformed(e.to_string()))?;
    if plain.len() > limit {
        return Err(malformed(format!("it holds more than {limit} bytes")));
    }
    Ok(plain)
}
