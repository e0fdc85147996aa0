//! The methods, their names and levels.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A program that compresses a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// DEFLATE with a window of 32 kB.
    Gzip,
    /// Burrows-Wheeler blocks of 100 kB times the level.
    Bzip2,
    /// LZMA2, its window by level: 256 kB to 64 MB.
    Xz,
    /// LZMA2 with 7-Zip's settings, in a `.7z` archive.
    SevenZip,
    /// LZ4 in a frame.
    Lz4,
    /// Zstandard.
    Zstd,
}

impl Method {
    /// All methods.
    pub const ALL: [Method; 6] =
        [Method::Gzip, Method::Bzip2, Method::Xz, Method::SevenZip, Method::Lz4, Method::Zstd];

    /// The program's name.
    pub fn name(self) -> &'static str {
        match self {
            Method::Gzip => "gzip",
            Method::Bzip2 => "bzip2",
            Method::Xz => "xz",
            Method::SevenZip => "7z",
            Method::Lz4 => "lz4",
            Method::Zstd => "zstd",
        }
    }

    /// The compression levels. Left out are lz4's above 9 (its optimal parser), and zstd's above 19,
    /// which its program takes only with `--ultra`.
    pub fn levels(self) -> RangeInclusive<u32> {
        match self {
            Method::Gzip | Method::Bzip2 | Method::SevenZip | Method::Lz4 => 1..=9,
            Method::Xz => 0..=9,
            Method::Zstd => 1..=19,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Method {
    type Err = String;

    fn from_str(name: &str) -> Result<Method, String> {
        let found = Method::ALL.into_iter().find(|method| method.name() == name);
        found.ok_or_else(|| format!("no method is named {name:?}"))
    }
}
