//! zstd at its default level, for full-page images of the log only: no column can name it.
//!
//! The encoder is structured-zstd's, whose streams may be some bytes longer or shorter than the C
//! library's. It comes with the feature `zstd`. Without it, as in the browser, where few visitors
//! need it, one may be [handed in](hand_in) when somebody does; until then nothing is compressed.

use std::cell::Cell;

/// An encoder and a decoder.
#[derive(Clone, Copy, Debug)]
pub struct Codec {
    /// A frame of this payload; `None` if the encoder fails.
    pub compress: fn(&[u8]) -> Option<Vec<u8>>,
    /// The bytes that a frame holds; `None` if they are not this many, or the frame is damaged.
    pub decompress: fn(&[u8], usize) -> Option<Vec<u8>>,
}

#[cfg(feature = "zstd")]
const BUILT_IN: Option<Codec> =
    Some(Codec { compress: built_in::compress, decompress: built_in::decompress });
#[cfg(not(feature = "zstd"))]
const BUILT_IN: Option<Codec> = None;

thread_local! {
    static CODEC: Cell<Option<Codec>> = const { Cell::new(BUILT_IN) };
}

/// Makes this thread compress and decompress with `codec`. The same SQL gives the same bytes on
/// every machine only if that is structured-zstd at level 3, without a checksum.
pub fn hand_in(codec: Codec) {
    CODEC.set(Some(codec));
}

/// Appends the frame of `payload` to `out`. Returns false, and appends nothing, if this thread has no codec or the
/// codec gives no frame.
pub fn compress_into(payload: &[u8], out: &mut Vec<u8>) -> bool {
    let frame = CODEC.get().and_then(|codec| (codec.compress)(payload));
    frame.is_some_and(|frame| {
        out.extend_from_slice(&frame);
        true
    })
}

/// The bytes that a frame holds; `None` if they are not `rawsize` many, the frame is damaged, or this thread has no
/// codec.
pub fn decompress(frame: &[u8], rawsize: usize) -> Option<Vec<u8>> {
    CODEC.get().and_then(|codec| (codec.decompress)(frame, rawsize))
}

#[cfg(feature = "zstd")]
mod built_in {
    use std::io::Read;
    use structured_zstd::decoding::StreamingDecoder;
    use structured_zstd::encoding::{CompressionLevel, FrameCompressor};

    /// The level of compression that PostgreSQL uses (`ZSTD_CLEVEL_DEFAULT`).
    const LEVEL: i32 = 3;

    /// Compresses to a zstd frame.
    pub fn compress(payload: &[u8]) -> Option<Vec<u8>> {
        let level = CompressionLevel::from_level(LEVEL);
        let mut encoder: FrameCompressor = FrameCompressor::new(level);
        encoder.set_content_checksum(false);
        Some(encoder.compress_independent_frame(payload))
    }

    /// Decompresses a frame; `None` if it is damaged or does not hold `rawsize` bytes.
    pub fn decompress(frame: &[u8], rawsize: usize) -> Option<Vec<u8>> {
        let decoder = StreamingDecoder::new(frame);
        let mut out = Vec::with_capacity(rawsize);
        decoder.take(rawsize as u64 + 1).read_to_end(&mut out).ok()?;
        (out.len() == rawsize).then_some(out)
    }
}
