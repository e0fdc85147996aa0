//! The archive's header: its version, how its numbers are written, how its data is compressed.

use crate::bytes::Bytes;
use crate::error::{Broken, Rule};
use crate::layout::{
    FORMAT_CUSTOM, FORMAT_TAR, GZIP, MAGIC, NONE, TAR_MAGIC, TAR_MAGIC_AT, WITH_ALGORITHM,
    WITH_RELATION_KIND, WITH_TABLE_ACCESS_METHOD, ZSTD,
};

/// Ints of the time when the archive was made.
const TIME: usize = 7;

/// The fields of the header that are needed to read the rest.
#[derive(Debug)]
pub struct Header {
    /// The minor version: 14, 15 or 16.
    pub minor: u8,
    /// How the data is compressed.
    pub compression: u8,
}

/// Reads the header (`ReadHead` of `pg_backup_archiver.c`).
pub fn header(bytes: &mut Bytes<'_>) -> Result<Header, Broken> {
    if bytes.take(MAGIC.len()).ok() != Some(MAGIC) {
        return Bytes::broken(
            0,
            if is_tar(bytes) { Rule::Format(FORMAT_TAR) } else { Rule::Magic },
        );
    }
    let at = bytes.at;
    let [first, minor, _] = [bytes.byte()?, bytes.byte()?, bytes.byte()?];
    if first != 1 || !(WITH_TABLE_ACCESS_METHOD..=WITH_RELATION_KIND).contains(&minor) {
        return Bytes::broken(at, Rule::Version(first, minor));
    }
    bytes.int_size = width(bytes)?;
    bytes.offset_size = width(bytes)?;
    let at = bytes.at;
    let format = bytes.byte()?;
    if format != FORMAT_CUSTOM {
        return Bytes::broken(at, Rule::Format(format));
    }
    let at = bytes.at;
    let compression = match minor {
        WITH_ALGORITHM.. => bytes.byte()?,
        // A level, of gzip.
        _ if bytes.int()? == 0 => NONE,
        _ => GZIP,
    };
    if compression > ZSTD {
        return Bytes::broken(at, Rule::Compression(compression));
    }
    for _ in 0..TIME {
        bytes.int()?;
    }
    // The database's name, the server's version, that of pg_dump.
    for _ in 0..3 {
        bytes.text()?;
    }
    Ok(Header { minor, compression })
}

/// How many bytes an int, or an offset, has.
fn width(bytes: &mut Bytes<'_>) -> Result<u8, Broken> {
    let at = bytes.at;
    match bytes.byte()? {
        width @ 1..=8 => Ok(width),
        width => Bytes::broken(at, Rule::Width(width)),
    }
}

/// Whether the file is one of tar.
fn is_tar(bytes: &Bytes<'_>) -> bool {
    let mut bytes = bytes.clone();
    bytes.at = TAR_MAGIC_AT;
    bytes.take(TAR_MAGIC.len()).ok() == Some(TAR_MAGIC)
}
