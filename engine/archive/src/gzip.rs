//! gzip's container (RFC 1952) around miniz_oxide's DEFLATE streams.
//!
//! ```text
//!   1f 8b 08 00 00 00 00 00 02 ff   stream …   CRC-32   length modulo 2^32
//!   magic │  │  └─ time ──┘ │  └ unknown system
//!    DEFLATE └ no name      └ 2: level 9, 4: level 1
//! ```
//!
//! A file is one such member or several, one after the other.

use crate::{Error, Method};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress as inflate};

const MAGIC_AND_DEFLATE: [u8; 3] = [0x1f, 0x8b, 8];
const HEADER: usize = 10;
const TRAILER: usize = 8;

/// A gzip file of the data.
pub fn compress(level: u32, data: &[u8]) -> Vec<u8> {
    let stream = compress_to_vec(data, level.min(9) as u8);
    let mut file = Vec::with_capacity(HEADER + stream.len() + TRAILER);
    file.extend(MAGIC_AND_DEFLATE);
    let hint = match level {
        9 => 2,
        1 => 4,
        _ => 0,
    };
    file.extend([0, 0, 0, 0, 0, hint, 0xff]);
    file.extend(stream);
    file.extend(crc32fast::hash(data).to_le_bytes());
    file.extend((data.len() as u32).to_le_bytes());
    file
}

/// The data of a gzip file; an error when they are longer than `limit` bytes.
pub fn decompress(mut packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    let malformed = |why: &str| Error::Malformed(Method::Gzip, why.to_owned());
    let mut plain = vec![0; limit];
    let mut done = 0;
    while !packed.is_empty() {
        let (header, stream) = packed.split_at_checked(HEADER).ok_or(malformed("it is cut off"))?;
        // Flags would announce a name or a comment; `compress` writes none.
        if header[..3] != MAGIC_AND_DEFLATE || header[3] != 0 {
            return Err(malformed("its header is not ours"));
        }
        let mut state = Box::new(DecompressorOxide::new());
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, read, written) = inflate(&mut state, stream, &mut plain, done, flags);
        if status != TINFLStatus::Done {
            return Err(malformed(&format!("its stream ended with {status:?}")));
        }
        let trailer = stream.get(read..read + TRAILER).ok_or(malformed("it is cut off"))?;
        let member = &plain[done..done + written];
        let expected = [crc32fast::hash(member).to_le_bytes(), (written as u32).to_le_bytes()];
        if trailer != expected.as_flattened() {
            return Err(malformed("its checksum or length differs"));
        }
        done += written;
        packed = &stream[read + TRAILER..];
    }
    plain.truncate(done);
    Ok(plain)
}
