//! Pointers of pluggable toasters: the custom pointer of the Toaster API (`varatt_custom`), and the
//! forms that pointers of 2021 had before there was an API.
//!
//! ```text
//!  01 04 | 00 00 20 00 | f5 05 04 e1 | 00 00 2d 40 | 32 bytes that only the toaster understands
//!          size of data  raw size      toaster       words of 32 bits as two halves, the high one
//!          32            100000004     16429         first: the struct is aligned to 2 bytes
//!  01 13 | varatt_external, 16 bytes | version, 8 bytes
//!  01 14 | varatt_external, 16 bytes | version, 8 bytes | length of head, 4 bytes | head
//!  01 15 | varatt_external, 16 bytes | version, 8 bytes | length of tail, 4 bytes | tail
//! ```
//!
//! The first is from the row in `toasters/01`, the other two forms are those of `strategies/02`.

use crate::ids::Oid;

/// The tag of a custom pointer (`VARTAG_CUSTOM`).
pub const TAG_CUSTOM: u8 = 4;
/// The tag of a pointer to chunks that have versions.
pub const TAG_VERSIONED: u8 = 0x13;
/// The tag of a pointer with the beginning of the stored value after it.
pub const TAG_INLINE_HEAD: u8 = 0x14;
/// The tag of a pointer with bytes after it that are not in chunks yet.
pub const TAG_VERSIONED_TAIL: u8 = 0x15;
/// Bytes before the payload: tag, its size, the raw size, the toaster (`VARATT_CUSTOM_SIZE(0)`).
pub const CUSTOM_HEADER: usize = 14;
/// Bytes of a pointer with [`TAG_VERSIONED`].
pub const VERSIONED_SIZE: usize = 26;

/// A custom pointer, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CustomPointer<'a> {
    /// Size of the plain value with its 4-byte header, in bytes.
    pub rawsize: u32,
    /// The toaster that wrote it.
    pub toaster: Oid,
    /// What only that toaster understands.
    pub payload: &'a [u8],
}

/// The word of 32 bits at `at`, stored as two halves, the high one first.
fn halves(value: &[u8], at: usize) -> Option<u32> {
    match value.get(at..at + 4)? {
        &[a, b, c, d] => Some(
            u32::from(u16::from_le_bytes([a, b])) << 16 | u32::from(u16::from_le_bytes([c, d])),
        ),
        _ => None,
    }
}

/// Appends a 32-bit number as two of 16 bits, the high one first.
fn put_halves(out: &mut Vec<u8>, word: u32) {
    out.extend_from_slice(&((word >> 16) as u16).to_le_bytes());
    out.extend_from_slice(&(word as u16).to_le_bytes());
}

impl<'a> CustomPointer<'a> {
    /// Reads the custom pointer that `value` begins with; `None` if there is none, or
    /// it is cut off.
    pub fn decode(value: &'a [u8]) -> Option<Self> {
        if value.first() != Some(&0x01) || value.get(1) != Some(&TAG_CUSTOM) {
            return None;
        }
        let size = halves(value, 2)? as usize;
        Some(CustomPointer {
            rawsize: halves(value, 6)?,
            toaster: Oid(halves(value, 10)?),
            payload: value.get(CUSTOM_HEADER..CUSTOM_HEADER.checked_add(size)?)?,
        })
    }

    /// The pointer as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(CUSTOM_HEADER + self.payload.len());
        out.extend_from_slice(&[0x01, TAG_CUSTOM]);
        put_halves(&mut out, self.payload.len() as u32);
        put_halves(&mut out, self.rawsize);
        put_halves(&mut out, self.toaster.0);
        out.extend_from_slice(self.payload);
        out
    }
}

/// The length in bytes of a pointer with one of this module's tags; `None` for other tags.
pub(super) fn size(value: &[u8]) -> Option<usize> {
    match *value.get(1)? {
        TAG_CUSTOM => Some(CUSTOM_HEADER.saturating_add(halves(value, 2)? as usize)),
        TAG_VERSIONED => Some(VERSIONED_SIZE),
        TAG_INLINE_HEAD | TAG_VERSIONED_TAIL => {
            let tail = super::word(value, VERSIONED_SIZE) as usize;
            Some((VERSIONED_SIZE + 4).saturating_add(tail))
        }
        _ => None,
    }
}

/// The raw size, with a 4-byte header, of the value that an on-disk pointer of any kind leads to.
pub fn external_raw_size(value: &[u8]) -> Option<usize> {
    match *value.get(1)? {
        TAG_CUSTOM => Some(halves(value, 6)? as usize),
        super::pointer::TAG_ONDISK | TAG_VERSIONED | TAG_INLINE_HEAD | TAG_VERSIONED_TAIL => {
            Some(super::word(value, 2) as usize)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_of_a_recorded_row() {
        let head = [1, 4, 0, 0, 0x20, 0, 0xf5, 5, 4, 0xe1, 0, 0, 0x2d, 0x40];
        let mut bytes = head.to_vec();
        bytes.extend_from_slice(&[7; 32]);
        let pointer = CustomPointer::decode(&bytes).unwrap();
        assert_eq!((pointer.rawsize, pointer.toaster), (100_000_004, Oid(16429)));
        assert_eq!(pointer.payload, [7; 32]);
        assert_eq!(pointer.encode(), bytes);
        assert_eq!(crate::varlena::size_any(&bytes), 46);
        assert_eq!(CustomPointer::decode(&bytes[..45]), None);
    }

    #[test]
    fn nonsense_has_no_size() {
        for bytes in [&[1][..], &[1, 4], &[1, 4, 0xff, 0xff, 0xff], &[1, 0x15, 0]] {
            assert!(CustomPointer::decode(bytes).is_none());
            let _ = crate::varlena::size_any(bytes);
        }
    }
}
