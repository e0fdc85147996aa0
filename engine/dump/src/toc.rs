//! The table of contents: an entry for each object, in the order in which they are restored.

use crate::bytes::{Bytes, Place};
use crate::error::{Broken, Rule};
use crate::layout::WITH_RELATION_KIND;

/// The fields of an entry that a script needs.
#[derive(Debug)]
pub struct Entry<'a> {
    /// Its number, which its data block has too.
    pub id: i64,
    /// The name of the object.
    pub tag: &'a str,
    /// What it is: `TABLE`, `TABLE DATA`, `INDEX`.
    pub kind: &'a str,
    /// The statements that make it.
    pub definition: &'a str,
    /// The COPY for its data; none if these are INSERTs.
    pub copy: &'a str,
    /// Where its data is.
    pub place: Place,
}

/// Reads the table of contents (`ReadToc` of `pg_backup_archiver.c`).
pub fn entries<'a>(bytes: &mut Bytes<'a>, minor: u8) -> Result<Vec<Entry<'a>>, Broken> {
    let count = bytes.count()?;
    let mut entries = Vec::new();
    for _ in 0..count {
        entries.push(entry(bytes, minor)?);
    }
    Ok(entries)
}

/// Reads an entry.
fn entry<'a>(bytes: &mut Bytes<'a>, minor: u8) -> Result<Entry<'a>, Broken> {
    let at = bytes.at;
    let id = bytes.int()?;
    if id <= 0 {
        return Bytes::broken(at, Rule::Number(id));
    }
    bytes.int()?; // Whether it has data: its place says that too.
    bytes.text()?; // The OID of its catalog,
    bytes.text()?; // and its own.
    let tag = bytes.text()?.unwrap_or_default();
    let kind = bytes.text()?.unwrap_or_default();
    bytes.int()?; // The section.
    let at = bytes.at;
    let definition = bytes.text()?.unwrap_or_default();
    if kind == "ENCODING" {
        is_utf8(at, definition)?;
    }
    bytes.text()?; // The statement that drops it.
    let copy = bytes.text()?.unwrap_or_default();
    for _ in 0..3 {
        bytes.text()?; // The schema, the tablespace, the table access method.
    }
    if minor >= WITH_RELATION_KIND {
        bytes.int()?;
    }
    bytes.text()?; // The owner,
    bytes.text()?; // and whether it has OIDs.
    while bytes.text()?.is_some() {} // The entries it depends on.
    let place = bytes.offset()?;
    Ok(Entry { id, tag, kind, definition, copy, place })
}

/// Checks that the dump's encoding is UTF-8, or none: its entry is `SET client_encoding = 'UTF8';`.
fn is_utf8(at: usize, definition: &str) -> Result<(), Broken> {
    let name = definition.split('\'').nth(1).unwrap_or_default();
    if matches!(name, "UTF8" | "SQL_ASCII") {
        return Ok(());
    }
    Bytes::broken(at, Rule::Encoding(name.to_owned()))
}
