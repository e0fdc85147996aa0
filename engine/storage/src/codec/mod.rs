//! The two compressors a TOASTable column can name: [`pglz`] and [`lz4`].
//!
//! Both give, byte for byte, the streams that PostgreSQL stores, and both can list a stream's
//! [`Token`]s for a viewer. A value that does not shrink enough is not compressed at all; how much
//! is enough differs: pglz must save 25 %, lz4 must merely not grow (`toast_compression.c`).
//! Whether the result is then worth keeping is the toaster's decision (`toast_compress_datum`).

pub mod lz4;
pub mod pglz;
mod stream;
pub mod zstd;

pub use stream::{CorruptStream, Token};

use crate::clock::{self, Kind};
use crate::err;
use crate::error::Result;
use crate::event::Incompressible;
use crate::varlena::Compression;

/// Compresses `payload` and appends the stream to `out`. False if the method's rules leave the value
/// uncompressed; then `out` is unchanged.
pub fn compress_into(method: Compression, payload: &[u8], out: &mut Vec<u8>) -> bool {
    try_compress_into(method, payload, out).is_ok()
}

/// Compresses a value; the error is the rule by which it is left uncompressed.
pub fn try_compress_into(
    method: Compression,
    payload: &[u8],
    out: &mut Vec<u8>,
) -> std::result::Result<(), Incompressible> {
    match method {
        Compression::Pglz => pglz::try_compress_into(payload, pglz::Strategy::DEFAULT, out),
        Compression::Lz4 => {
            let before = out.len();
            lz4::compress_into(payload, out);
            if out.len() - before > payload.len() {
                out.truncate(before);
            }
            if out.len() > before { Ok(()) } else { Err(Incompressible::NotSmaller) }
        }
    }
}

/// The compressed stream of `payload`, or `None` when the method leaves it uncompressed.
pub fn compress(method: Compression, payload: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    compress_into(method, payload, &mut out).then_some(out)
}

/// Decompresses a whole stream into exactly `rawsize` bytes after what `out` already holds.
///
/// # Errors
/// XX001 "compressed pglz data is corrupt" or "compressed lz4 data is corrupt".
pub fn decompress_into(
    method: Compression,
    stream: &[u8],
    rawsize: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    let before = out.len();
    let done = match method {
        Compression::Pglz => pglz::decompress_into(stream, rawsize, true, out),
        Compression::Lz4 => lz4::decompress_into(stream, rawsize, out),
    };
    count_decoded(method, stream.len(), out.len() - before);
    report(method, done)
}

/// Decompresses a whole stream into exactly `rawsize` bytes.
///
/// # Errors
/// As [`decompress_into`].
pub fn decompress(method: Compression, stream: &[u8], rawsize: usize) -> Result<Vec<u8>> {
    let mut out = Vec::with_capacity(rawsize);
    decompress_into(method, stream, rawsize, &mut out)?;
    Ok(out)
}

/// Decompresses the first `want` bytes from a stream, or from a prefix of one that is long enough
/// for them ([`pglz::maximum_compressed_size`]); fewer when the stream ends before.
///
/// # Errors
/// As [`decompress_into`].
pub fn decompress_prefix_into(
    method: Compression,
    stream: &[u8],
    want: usize,
    out: &mut Vec<u8>,
) -> Result<()> {
    let before = out.len();
    let done = match method {
        Compression::Pglz => pglz::decompress_into(stream, want, false, out),
        Compression::Lz4 => lz4::decompress_prefix_into(stream, want, out),
    };
    count_decoded(method, stream.len(), out.len() - before);
    report(method, done)
}

/// A decoder for a stream that arrives in pieces: what it has decoded is kept between calls.
#[derive(Clone, Debug)]
pub enum Decoder {
    /// A decoder for [`pglz`].
    Pglz(pglz::Decoder),
    /// A decoder for [`lz4`].
    Lz4(lz4::Decoder),
}

impl Decoder {
    /// A decoder at the beginning of a stream.
    pub fn new(method: Compression) -> Decoder {
        match method {
            Compression::Pglz => Decoder::Pglz(pglz::Decoder::default()),
            Compression::Lz4 => Decoder::Lz4(lz4::Decoder::default()),
        }
    }
    /// The bytes decompressed so far.
    pub fn out(&self) -> &[u8] {
        match self {
            Decoder::Pglz(decoder) => &decoder.out,
            Decoder::Lz4(decoder) => &decoder.out,
        }
    }
    /// Decodes until `want` bytes are decoded or `stream` is used up. `stream` must begin with the
    /// bytes of earlier calls; `complete` says that no more will come.
    ///
    /// # Errors
    /// As [`decompress_into`].
    pub fn advance(&mut self, stream: &[u8], want: usize, complete: bool) -> Result<()> {
        let before = self.out().len();
        let (method, done) = match self {
            Decoder::Pglz(d) => (Compression::Pglz, d.advance(stream, want, complete)),
            Decoder::Lz4(d) => (Compression::Lz4, d.advance(stream, want, complete)),
        };
        // The part of the stream that was read is about the part of the output that is new.
        let (given, all) = (self.out().len() - before, self.out().len().max(1));
        count_decoded(method, (stream.len() as u64 * given as u64 / all as u64) as usize, given);
        report(method, done)
    }
}

/// Counts the work of decompressing for the clock: `read` bytes of the stream gave `given` bytes.
fn count_decoded(method: Compression, read: usize, given: usize) {
    let (kind_read, kind_given) = match method {
        Compression::Pglz => (Kind::PglzRead, Kind::PglzGiven),
        Compression::Lz4 => (Kind::Lz4Read, Kind::Lz4Given),
    };
    clock::add(kind_read, read as u64);
    clock::add(kind_given, given as u64);
}

/// The tokens of a stream, in order.
///
/// # Errors
/// [`CorruptStream`] when the stream breaks a rule of its format.
pub fn tokens(
    method: Compression,
    stream: &[u8],
    rawsize: usize,
) -> std::result::Result<Vec<Token>, CorruptStream> {
    match method {
        Compression::Pglz => pglz::tokens(stream, rawsize),
        Compression::Lz4 => lz4::tokens(stream),
    }
}

/// Turns the failure of a decoder into the server's error.
fn report(method: Compression, done: std::result::Result<(), CorruptStream>) -> Result<()> {
    done.or_else(|_| match method {
        Compression::Pglz => err!(DATA_CORRUPTED, "compressed pglz data is corrupt"),
        Compression::Lz4 => err!(DATA_CORRUPTED, "compressed lz4 data is corrupt"),
    })
}
