//! What is wrong with an archive, and where.

use std::fmt;

/// An archive that cannot be read: the place in the file, and the rule that is broken there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The byte of the file, from 0.
    pub at: usize,
    /// What is wrong.
    pub rule: Rule,
}

/// The rule of the format that is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// It does not begin with `PGDMP`.
    Magic,
    /// It has this version.
    Version(u8, u8),
    /// Its ints, or its offsets, have this many bytes.
    Width(u8),
    /// It is a file of another format.
    Format(u8),
    /// It is compressed by an algorithm of this number.
    Compression(u8),
    /// The file ends inside what begins here.
    Cut,
    /// A length, a count or an entry's number is negative, or too large.
    Number(i64),
    /// A text is not UTF-8.
    Text,
    /// The dump has this encoding.
    Encoding(String),
    /// The flag of an offset is none that there is.
    OffsetFlag(u8),
    /// A block of no kind that there is.
    BlockKind(u8),
    /// The block of another entry is where one is expected.
    BlockOf {
        /// The entry whose data it has.
        found: i64,
        /// The entry whose data should be there.
        expected: i64,
    },
    /// No block has the data of this table.
    NoBlock(String),
    /// The compressed bytes are damaged: the decompressor's words.
    Stream(String),
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: ", self.at)?;
        match &self.rule {
            Rule::Magic => f.write_str("no dump in custom format: that begins with PGDMP"),
            Rule::Version(first, second) => write!(
                f,
                "archive version {first}.{second}; versions 1.14 to 1.16 (PostgreSQL 12 to 18) are read"
            ),
            Rule::Width(width) => write!(f, "numbers of {width} bytes"),
            Rule::Format(format) => write!(
                f,
                "a dump in {} format; pg_restore -f dump.sql makes a script of it",
                match *format {
                    crate::layout::FORMAT_TAR => "tar or directory",
                    _ => "an unknown",
                }
            ),
            Rule::Compression(number) => {
                write!(f, "compression number {number}; none, gzip, lz4 and zstd are 0 to 3")
            }
            Rule::Cut => f.write_str("the file ends inside what begins here"),
            Rule::Number(number) => write!(f, "the number {number} makes no sense here"),
            Rule::Text => f.write_str("a text that is not UTF-8"),
            Rule::Encoding(name) => {
                write!(f, "the dump's encoding is {name}: make it with pg_dump --encoding=UTF8")
            }
            Rule::OffsetFlag(flag) => write!(f, "{flag} where an offset's flag is 1, 2 or 3"),
            Rule::BlockKind(kind) => write!(f, "a data block of unknown kind {kind}"),
            Rule::BlockOf { found, expected } => {
                write!(f, "the data of entry {found} where that of entry {expected} is expected")
            }
            Rule::NoBlock(table) => write!(f, "the file ends without the data of {table}"),
            Rule::Stream(why) => write!(f, "damaged compressed data: {why}"),
        }
    }
}

impl std::error::Error for Broken {}
