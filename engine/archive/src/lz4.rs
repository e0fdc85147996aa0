//! LZ4 in a frame as the `lz4` program writes it by default: independent blocks of 4 MB and a checksum
//! of the content.

use crate::{Error, Method, read_all};
use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use std::io::Write;

pub fn compress(data: &[u8]) -> Result<Vec<u8>, Error> {
    let malformed = |why: String| Error::Malformed(Method::Lz4, why);
    let info = FrameInfo::new()
        .block_mode(BlockMode::Independent)
        .block_size(BlockSize::Max4MB)
        .content_checksum(true);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(data).map_err(|e| malformed(e.to_string()))?;
    encoder.finish().map_err(|e| malformed(e.to_string()))
}

pub fn decompress(packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    let mut rest = packed;
    let mut plain = Vec::new();
    while !rest.is_empty() {
        // Each frame is a file; a decoder stops at the end of its own.
        plain.extend(read_all(Method::Lz4, FrameDecoder::new(&mut rest), limit - plain.len())?);
    }
    Ok(plain)
}
