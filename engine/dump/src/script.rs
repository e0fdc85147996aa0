//! An archive as a script.

use crate::block;
use crate::bytes::{Bytes, Place};
use crate::error::{Broken, Rule};
use crate::header::header;
use crate::layout::MAGIC;
use crate::toc::{Entry, entries};

/// Whether bytes begin as an archive's do.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The script of an archive: the statements of each object, and the rows of each table behind its COPY.
///
/// # Errors
/// What is wrong with the archive, and at which byte.
pub fn script(archive: &[u8]) -> Result<Vec<u8>, Broken> {
    let mut bytes = Bytes::new(archive);
    let header = header(&mut bytes)?;
    let entries = entries(&mut bytes, header.minor)?;
    // Only an archive that was written to a pipe needs this.
    let unknown = entries.iter().any(|entry| has_rows(entry) && entry.place == Place::Unknown);
    let places = if unknown { block::places(&bytes)? } else { Vec::new() };
    let mut text = Vec::new();
    for entry in entries.iter().filter(|entry| !is_left_out(entry)) {
        text.extend_from_slice(entry.definition.as_bytes());
        if !has_rows(entry) {
            continue;
        }
        let at = match entry.place {
            Place::NoData => continue,
            Place::At(at) => at,
            Place::Unknown => match places.iter().find(|(id, _)| *id == entry.id) {
                Some((_, at)) => *at,
                None => return Bytes::broken(archive.len(), Rule::NoBlock(entry.tag.to_owned())),
            },
        };
        text.extend_from_slice(entry.copy.as_bytes());
        block::data_at(&bytes, at, entry.id, header.compression, &mut text)?;
    }
    Ok(text)
}

/// Whether an entry's data are rows.
fn has_rows(entry: &Entry<'_>) -> bool {
    entry.kind == "TABLE DATA"
}

/// Whether the script leaves out an entry: who may do what, the database itself, large objects. pg_restore leaves out
/// the database too, unless it is to make it (`_tocEntryRequired` of `pg_backup_archiver.c`).
fn is_left_out(entry: &Entry<'_>) -> bool {
    let of_database = entry.tag.starts_with("DATABASE ");
    match entry.kind {
        "COMMENT" => of_database,
        "ACL" | "DEFAULT ACL" | "DATABASE" | "DATABASE PROPERTIES" | "SECURITY LABEL" => true,
        kind => kind.starts_with("BLOB"),
    }
}
