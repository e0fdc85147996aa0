//! Zstandard, by structured-zstd: the levels of the C library, its long-distance matching too.

use crate::{Error, Method, read_all};
use structured_zstd::decoding::StreamingDecoder;
use structured_zstd::encoding::{CompressionLevel, CompressionParameters, FrameCompressor};

/// A zstd frame of the data; `long` is the logarithm of the window for `--long`.
pub fn compress(level: u32, long: Option<u32>, data: &[u8]) -> Result<Vec<u8>, Error> {
    let level = CompressionLevel::from_level(level as i32);
    let mut encoder: FrameCompressor = FrameCompressor::new(level);
    if let Some(bits) = long {
        let parameters = CompressionParameters::builder(level)
            .enable_long_distance_matching(true)
            .window_log(bits)
            .build()
            .map_err(|why| Error::Malformed(Method::Zstd, format!("{why:?}")))?;
        encoder.set_parameters(&parameters);
    }
    encoder.set_content_checksum(true);
    Ok(encoder.compress_independent_frame(data))
}

/// The data of a zstd frame; an error when they are longer than `limit` bytes.
pub fn decompress(packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    read_all(Method::Zstd, StreamingDecoder::new(packed), limit)
}

/// A frame as the engine writes one for a full-page image of the log: the C library's default level, no
/// checksum (`codec::zstd` of the engine).
pub fn frame(data: &[u8]) -> Vec<u8> {
    /// The level that the C library takes by default (`ZSTD_CLEVEL_DEFAULT`).
    const LEVEL: i32 = 3;
    let level = CompressionLevel::from_level(LEVEL);
    let mut encoder: FrameCompressor = FrameCompressor::new(level);
    encoder.set_content_checksum(false);
    encoder.compress_independent_frame(data)
}
