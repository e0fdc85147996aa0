//! zstd at its default level, for full-page images of the log only: no column can name it.
//!
//! The encoder is structured-zstd's, whose streams may be some bytes longer or shorter than the C
//! library's. It comes with the feature `zstd`; without it nothing is compressed.

/// Appends `payload`'s frame to `out`; whether it did.
#[cfg(feature = "zstd")]
pub fn compress_into(payload: &[u8], out: &mut Vec<u8>) -> bool {
    use structured_zstd::encoding::{CompressionLevel, FrameCompressor};
    /// `ZSTD_CLEVEL_DEFAULT`
    const LEVEL: i32 = 3;
    let mut encoder: FrameCompressor = FrameCompressor::new(CompressionLevel::from_level(LEVEL));
    encoder.set_content_checksum(false);
    out.extend_from_slice(&encoder.compress_independent_frame(payload));
    true
}

/// Appends `payload`'s frame to `out`; whether it did.
#[cfg(not(feature = "zstd"))]
pub fn compress_into(_payload: &[u8], _out: &mut Vec<u8>) -> bool {
    false
}

/// What a frame holds, if it is `rawsize` bytes.
#[cfg(feature = "zstd")]
pub fn decompress(frame: &[u8], rawsize: usize) -> Option<Vec<u8>> {
    use std::io::Read;
    let decoder = structured_zstd::decoding::StreamingDecoder::new(frame);
    let mut out = Vec::with_capacity(rawsize);
    decoder.take(rawsize as u64 + 1).read_to_end(&mut out).ok()?;
    (out.len() == rawsize).then_some(out)
}

/// What a frame holds, if it is `rawsize` bytes.
#[cfg(not(feature = "zstd"))]
pub fn decompress(_frame: &[u8], _rawsize: usize) -> Option<Vec<u8>> {
    None
}
