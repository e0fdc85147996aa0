//! Variable-length values: their headers, and the pointer that stands for a TOASTed one (`varatt.h`,
//! in PostgreSQL 15 still part of `postgres.h`).
//!
//! The low bits of the first byte (little-endian machines) tell which of five forms a value has:
//!
//! ```text
//!  xxxxxx00 ........ ........ ........   4-byte header: length << 2, header included; up to 1 GB
//!  xxxxxx10 ........ ........ ........   the same, compressed: 4 more bytes, then the stream
//!           tcinfo = rawsize (30 bits) | method << 30 (0 pglz, 1 lz4)
//!  xxxxxxx1                              1-byte header: length << 1 | 1, 1 to 126 bytes, unaligned
//!  00000001 tag                          pointer; tag 18: on disk; others: [`CustomPointer`]
//! ```
//!
//! An on-disk pointer is 18 bytes: `01 12`, then four little-endian words. This one is from
//! `pg15/07`:
//!
//! ```text
//!  01 12 | bc 0b 00 00 | b8 0b 00 00 | 00 05 40 00 ...
//!          va_rawsize    va_extinfo    va_valueid, va_toastrelid
//!          3004 = 3000   3000, method in the top two bits
//!          + 4 header
//! ```

mod custom;
mod pointer;

pub use custom::{
    CUSTOM_HEADER, CustomPointer, TAG_CUSTOM, TAG_INLINE_HEAD, TAG_VERSIONED, TAG_VERSIONED_TAIL,
    VERSIONED_SIZE, external_raw_size,
};
pub use pointer::{POINTER_SIZE, TAG_ONDISK, ToastPointer};

/// The method bits of a compressed value, and `attcompression`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// 'p', id 0.
    Pglz,
    /// 'l', id 1.
    Lz4,
}

/// Bytes of a plain header (`VARHDRSZ`).
pub const VARHDRSZ: usize = 4;
/// Bytes of a short header (`VARHDRSZ_SHORT`).
pub const VARHDRSZ_SHORT: usize = 1;
/// Bytes of a compressed value's header (`VARHDRSZ_COMPRESSED`).
pub const VARHDRSZ_COMPRESSED: usize = 8;
/// The most bytes a value with a short header has, header included (`VARATT_SHORT_MAX`).
pub const VARATT_SHORT_MAX: usize = 0x7f;
/// The raw size's share of the second word; the method has the rest (`VARLENA_EXTSIZE_BITS`).
pub const EXTSIZE_BITS: u32 = 30;
/// Masks the raw size out of that word.
pub const EXTSIZE_MASK: u32 = (1 << EXTSIZE_BITS) - 1;
/// The longest a value can be, header included: 1 GB - 1 (`MaxAllocSize`).
pub const MAX_SIZE: usize = 0x3fff_ffff;

/// The 32-bit number at a place; 0 where there is none.
fn word(value: &[u8], at: usize) -> u32 {
    match value.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

/// The first byte; 0 without one.
fn first(value: &[u8]) -> u8 {
    value.first().copied().unwrap_or(0)
}

/// Whether the value is a pointer, on disk or in memory (`VARATT_IS_EXTERNAL`).
pub fn is_external(value: &[u8]) -> bool {
    first(value) == 0x01
}

/// Whether the value is a TOAST pointer (`VARATT_IS_EXTERNAL_ONDISK`).
pub fn is_external_on_disk(value: &[u8]) -> bool {
    is_external(value) && value.get(1) == Some(&pointer::TAG_ONDISK)
}

/// Whether the value is a pointer that a toaster other than the default one wrote
/// (`VARATT_IS_CUSTOM`).
pub fn is_custom(value: &[u8]) -> bool {
    is_external(value)
        && matches!(
            value.get(1),
            Some(&(TAG_CUSTOM | TAG_VERSIONED | TAG_INLINE_HEAD | TAG_VERSIONED_TAIL))
        )
}

/// Whether the value has a 1-byte header and is no pointer (`VARATT_IS_SHORT`).
pub fn is_short(value: &[u8]) -> bool {
    first(value) & 1 == 1 && first(value) != 0x01
}

/// Whether the value is compressed in place (`VARATT_IS_COMPRESSED`).
pub fn is_compressed(value: &[u8]) -> bool {
    first(value) & 3 == 2
}

/// Whether the value has a 4-byte header and is not compressed (`VARATT_IS_4B_U`).
pub fn is_4b_plain(value: &[u8]) -> bool {
    first(value) & 3 == 0
}

/// Whether the value must be detoasted or decompressed, or has a short header (`VARATT_IS_EXTENDED`).
pub fn is_extended(value: &[u8]) -> bool {
    !is_4b_plain(value)
}

/// The length of the stored value in bytes, header included (`VARSIZE_ANY`); 0 for an empty slice.
pub fn size_any(value: &[u8]) -> usize {
    if value.is_empty() {
        0
    } else if is_external(value) {
        custom::size(value)
            .unwrap_or_else(|| pointer::size_of_tag(value.get(1).copied().unwrap_or(0)))
    } else if is_short(value) {
        usize::from(first(value) >> 1)
    } else {
        (word(value, 0) >> 2) as usize
    }
}

/// The payload of a plain or short value (`VARDATA_ANY`); shorter if the slice ends before.
pub fn payload(value: &[u8]) -> &[u8] {
    let header = if is_short(value) { VARHDRSZ_SHORT } else { VARHDRSZ };
    let end = size_any(value).clamp(header.min(value.len()), value.len());
    &value[header.min(end)..end]
}

/// Raw size in bytes (without a header) and method of an inline compressed value
/// (`VARDATA_COMPRESSED_GET_EXTSIZE`); `None` for an unknown method.
pub fn compressed_header(value: &[u8]) -> Option<(usize, Compression)> {
    let tcinfo = word(value, 4);
    Some(((tcinfo & EXTSIZE_MASK) as usize, method_of(tcinfo >> EXTSIZE_BITS)?))
}

/// The compressed bytes of an inline compressed value, without its headers.
pub fn compressed_stream(value: &[u8]) -> &[u8] {
    let end = size_any(value).min(value.len());
    &value[VARHDRSZ_COMPRESSED.min(end)..end]
}

/// The method with this id (`ToastCompressionId`).
pub fn method_of(id: u32) -> Option<Compression> {
    match id {
        0 => Some(Compression::Pglz),
        1 => Some(Compression::Lz4),
        _ => None,
    }
}

/// A compression method's id (`ToastCompressionId`), two bits of a header.
pub fn method_id(method: Compression) -> u32 {
    match method {
        Compression::Pglz => 0,
        Compression::Lz4 => 1,
    }
}

/// Fills in the 8 bytes of a compressed value's header that `value` begins with
/// (`TOAST_COMPRESS_SET_SIZE_AND_COMPRESS_METHOD`).
///
/// # Panics
/// If `value` is shorter than the header.
pub fn set_compressed_header(value: &mut [u8], rawsize: usize, method: Compression) {
    let size = (value.len() as u32) << 2 | 2;
    let tcinfo = rawsize as u32 & EXTSIZE_MASK | method_id(method) << EXTSIZE_BITS;
    value[..4].copy_from_slice(&size.to_le_bytes());
    value[4..8].copy_from_slice(&tcinfo.to_le_bytes());
}

/// Whether a plain value is short enough for a 1-byte header (`VARATT_CAN_MAKE_SHORT`).
pub fn can_make_short(value: &[u8]) -> bool {
    is_4b_plain(value)
        && size_any(value) >= VARHDRSZ
        && size_any(value) - VARHDRSZ + VARHDRSZ_SHORT <= VARATT_SHORT_MAX
}

/// The value with a 1-byte header, if it has a 4-byte one and is short enough.
pub fn make_short(value: &[u8]) -> Option<Vec<u8>> {
    can_make_short(value).then(|| {
        let payload = payload(value);
        let mut short = Vec::with_capacity(payload.len() + VARHDRSZ_SHORT);
        short.push(((payload.len() + VARHDRSZ_SHORT) as u8) << 1 | 1);
        short.extend_from_slice(payload);
        short
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_five_forms() {
        let plain = [20, 0, 0, 0, b'x'];
        assert!(is_4b_plain(&plain) && size_any(&plain) == 5 && payload(&plain) == b"x");
        assert_eq!(make_short(&plain).unwrap(), [5, b'x']);
        let short = [0x0d, b's', b'h', b'o', b'r', b't'];
        assert!(is_short(&short) && size_any(&short) == 6 && payload(&short) == b"short");
        let mut compressed = vec![0; 10];
        set_compressed_header(&mut compressed, 3000, Compression::Lz4);
        assert!(is_compressed(&compressed) && size_any(&compressed) == 10);
        assert_eq!(compressed_header(&compressed), Some((3000, Compression::Lz4)));
        assert!(is_external(&[1, 18]) && size_any(&[1, 18]) == 18);
    }

    #[test]
    fn a_short_header_reaches_126_bytes() {
        let value = |n: usize| {
            let mut v = vec![b'a'; n + 4];
            let size = (v.len() as u32) << 2;
            v[..4].copy_from_slice(&size.to_le_bytes());
            v
        };
        assert_eq!(make_short(&value(126)).unwrap().len(), 127);
        assert!(make_short(&value(127)).is_none());
    }

    #[test]
    fn nonsense_has_a_length_that_is_there() {
        for bytes in [&[][..], &[0], &[2, 0], &[0xff], &[1], &[255, 255, 255, 252]] {
            assert!(payload(bytes).len() <= bytes.len());
            assert!(compressed_stream(bytes).len() <= bytes.len());
        }
    }
}
