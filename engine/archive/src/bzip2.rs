//! bzip2, by the crate `bzip2` with its libbzip2 in Rust.

use crate::{Error, Method, read_all};
use bzip2::Compression;
use bzip2::bufread::{BzEncoder, MultiBzDecoder};

/// A bzip2 file of the data.
pub fn compress(level: u32, data: &[u8]) -> Result<Vec<u8>, Error> {
    read_all(Method::Bzip2, BzEncoder::new(data, Compression::new(level)), usize::MAX >> 1)
}

/// The data of a bzip2 file; an error when they are longer than `limit` bytes.
pub fn decompress(packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    read_all(Method::Bzip2, MultiBzDecoder::new(packed), limit)
}
