//! Files that gzip made of others: `dump.sql.gz`.

use flate2::bufread::MultiGzDecoder;
use std::io::Read;

/// Whether bytes begin as gzip's do (RFC 1952, 2.3.1).
pub fn is_gzip(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
}

/// What gzip made these bytes of; an error says at which of them they are damaged or end too early.
pub fn gunzipped(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut decoder = MultiGzDecoder::new(bytes);
    let mut all = Vec::new();
    let read = decoder.read_to_end(&mut all);
    let at = bytes.len() - decoder.get_ref().len();
    read.map(|_| all).map_err(|e| format!("byte {at}: damaged gzip: {e}"))
}
