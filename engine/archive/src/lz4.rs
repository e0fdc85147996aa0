//! LZ4 in a frame as the `lz4` program writes it: independent blocks of 4 MB and a checksum of the content.
//! Levels 1 and 2 are the fast compressor, which lz4_flex has with its frames; from 3 on it is
//! [`lz4hc`](crate::lz4hc).

use crate::{Error, Method, lz4hc, read_all};
use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use std::io::Write;
use twox_hash::XxHash32;

/// The first level of high compression, which searches longer (`LZ4HC_CLEVEL_MIN`).
const PATIENT: u32 = 3;
/// The magic number, version 1 with independent blocks and a checksum of the content, blocks of up to
/// 4 MB, and the checksum of these two bytes (`LZ4F_compressBegin`).
const HEADER: [u8; 7] = [0x04, 0x22, 0x4d, 0x18, 0x64, 0x70, 0xb9];
/// Bytes of a block.
const BLOCK: usize = 4 << 20;
/// A block's length says in this bit that it is stored as it is.
const AS_IT_IS: u32 = 1 << 31;

/// An lz4 frame of the data.
pub fn compress(level: u32, data: &[u8]) -> Result<Vec<u8>, Error> {
    if level >= PATIENT {
        return Ok(compress_hc(level, data));
    }
    let malformed = |why: String| Error::Malformed(Method::Lz4, why);
    let info = FrameInfo::new()
        .block_mode(BlockMode::Independent)
        .block_size(BlockSize::Max4MB)
        .content_checksum(true);
    let mut encoder = FrameEncoder::with_frame_info(info, Vec::new());
    encoder.write_all(data).map_err(|e| malformed(e.to_string()))?;
    encoder.finish().map_err(|e| malformed(e.to_string()))
}

/// Compresses with the high compression of liblz4, block by block, in a frame.
fn compress_hc(level: u32, data: &[u8]) -> Vec<u8> {
    let mut frame = HEADER.to_vec();
    for plain in data.chunks(BLOCK) {
        let packed = lz4hc::block(level, plain);
        let (mark, block) =
            if packed.len() < plain.len() { (0, &packed[..]) } else { (AS_IT_IS, plain) };
        frame.extend((block.len() as u32 | mark).to_le_bytes());
        frame.extend_from_slice(block);
    }
    frame.extend(0u32.to_le_bytes());
    frame.extend(XxHash32::oneshot(0, data).to_le_bytes());
    frame
}

/// The data of an lz4 frame; an error when they are longer than `limit` bytes.
pub fn decompress(packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    let mut rest = packed;
    let mut plain = Vec::new();
    while !rest.is_empty() {
        // Each frame is a file; a decoder stops at the end of its own.
        plain.extend(read_all(Method::Lz4, FrameDecoder::new(&mut rest), limit - plain.len())?);
    }
    Ok(plain)
}
