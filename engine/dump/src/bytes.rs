//! The archive's ints, texts and offsets, read one after the other.

use crate::error::{Broken, Rule};
use crate::layout::{OFFSET_NO_DATA, OFFSET_NOT_SET, OFFSET_SET};

/// A place in an archive.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    /// The byte that is read next.
    pub at: usize,
    /// Bytes of an int, besides its sign; 4 on every machine that PostgreSQL runs on.
    pub int_size: u8,
    /// Bytes of an offset.
    pub offset_size: u8,
}

/// Where an entry's data is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// There is none.
    NoData,
    /// Not written down: the blocks have to be looked through.
    Unknown,
    /// At this byte.
    At(usize),
}

impl<'a> Bytes<'a> {
    /// The beginning of an archive.
    pub fn new(all: &'a [u8]) -> Bytes<'a> {
        Bytes { all, at: 0, int_size: 4, offset_size: 8 }
    }

    /// An error about this place.
    pub fn broken<T>(at: usize, rule: Rule) -> Result<T, Broken> {
        Err(Broken { at, rule })
    }

    /// Whether all bytes are read.
    pub fn is_at_end(&self) -> bool {
        self.at >= self.all.len()
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Broken> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.all.len());
        let Some(end) = end else { return Self::broken(self.at, Rule::Cut) };
        let taken = &self.all[self.at..end];
        self.at = end;
        Ok(taken)
    }

    /// The next byte.
    pub fn byte(&mut self) -> Result<u8, Broken> {
        Ok(self.take(1)?[0])
    }

    /// An int (`ReadInt` of `pg_backup_archiver.c`).
    pub fn int(&mut self) -> Result<i64, Broken> {
        let at = self.at;
        let negative = self.byte()? != 0;
        let digits = self.take(usize::from(self.int_size))?;
        let number = little_endian(digits);
        match i64::try_from(number) {
            Ok(number) => Ok(if negative { -number } else { number }),
            Err(_) => Self::broken(at, Rule::Number(i64::MAX)),
        }
    }

    /// An int that is not negative.
    pub fn count(&mut self) -> Result<usize, Broken> {
        let at = self.at;
        let number = self.int()?;
        usize::try_from(number).or_else(|_| Self::broken(at, Rule::Number(number)))
    }

    /// A text (`ReadStr`); `None` where the archive has a length below 0, which stands for NULL.
    pub fn text(&mut self) -> Result<Option<&'a str>, Broken> {
        let length = self.int()?;
        let Ok(length) = usize::try_from(length) else { return Ok(None) };
        let at = self.at;
        let text = self.take(length)?;
        match std::str::from_utf8(text) {
            Ok(text) => Ok(Some(text)),
            Err(e) => Self::broken(at + e.valid_up_to(), Rule::Text),
        }
    }

    /// Where the data of an entry begins (`ReadOffset`).
    pub fn offset(&mut self) -> Result<Place, Broken> {
        let at = self.at;
        let flag = self.byte()?;
        let number = little_endian(self.take(usize::from(self.offset_size))?);
        match flag {
            OFFSET_NOT_SET => Ok(Place::Unknown),
            OFFSET_NO_DATA => Ok(Place::NoData),
            OFFSET_SET => match usize::try_from(number) {
                Ok(place) if place < self.all.len() => Ok(Place::At(place)),
                _ => Self::broken(at, Rule::Cut),
            },
            flag => Self::broken(at, Rule::OffsetFlag(flag)),
        }
    }
}

/// The number that the bytes give, the lowest byte first; `u64::MAX` if it is greater than that.
fn little_endian(digits: &[u8]) -> u64 {
    let number = digits.iter().rev().try_fold(0u64, |number, digit| {
        number.checked_mul(256).map(|number| number | u64::from(*digit))
    });
    number.unwrap_or(u64::MAX)
}
