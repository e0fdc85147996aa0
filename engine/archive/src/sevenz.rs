//! A `.7z` archive of one file, LZMA2 with the settings that `7z -mx` chooses.
//!
//! | `-mx` | window | match finder | nice length |
//! |---|---|---|---|
//! | 1 to 4 | 64 kB, 256 kB, 1 MB, 4 MB | hash chains, fast | 32 |
//! | 5 | 16 MB | binary tree, optimal | 32 |
//! | 6 | 32 MB | binary tree, optimal | 32 |
//! | 7 to 9 | 64 MB | binary tree, optimal | 64 |
//!
//! These are the values that the LZMA SDK's `LzmaEncProps_Normalize` set at the time of the study; newer releases
//! search a little wider at the low levels.

use crate::{Error, Method, read_all, xz};
use sevenz_rust2::encoder_options::Lzma2Options;
use sevenz_rust2::{
    ArchiveEntry, ArchiveReader, ArchiveWriter, EncoderConfiguration, EncoderMethod, Password,
};
use std::io::Cursor;

/// The name of the file in the archive.
const NAME: &str = "wal";
/// Presets of xz with the match finder of `-mx` 1 to 4, and of those above.
const FAST: u32 = 2;
const OPTIMAL: u32 = 6;

/// The error of an archive that cannot be read.
fn malformed(why: impl std::fmt::Display) -> Error {
    Error::Malformed(Method::SevenZip, why.to_string())
}

/// A 7z archive with the data as its one file.
pub fn compress(level: u32, data: &[u8]) -> Result<Vec<u8>, Error> {
    let window = match level {
        1..=5 => 1 << (2 * level + 14),
        6 => 1 << 25,
        _ => 1 << 26,
    };
    let mut options = Lzma2Options::from_level(if level < 5 { FAST } else { OPTIMAL });
    options.set_dictionary_size(xz::window(window, data.len()));
    options.set_nice_len(if level < 7 { 32 } else { 64 });
    let mut archive = ArchiveWriter::new(Cursor::new(Vec::new())).map_err(malformed)?;
    let method = EncoderConfiguration::new(EncoderMethod::LZMA2).with_options(options.into());
    archive.set_content_methods(vec![method]);
    archive.push_archive_entry(ArchiveEntry::new_file(NAME), Some(data)).map_err(malformed)?;
    Ok(archive.finish().map_err(malformed)?.into_inner())
}

/// The data of a 7z archive with one file; an error when they are longer than `limit` bytes.
pub fn decompress(packed: &[u8], limit: usize) -> Result<Vec<u8>, Error> {
    let mut archive =
        ArchiveReader::new(Cursor::new(packed), Password::empty()).map_err(malformed)?;
    let mut plain = None;
    archive
        .for_each_entries(|_, content| {
            plain = Some(read_all(Method::SevenZip, content, limit));
            Ok(false)
        })
        .map_err(malformed)?;
    plain.unwrap_or_else(|| Err(malformed("it is empty")))
}
