//! The 18-byte TOAST pointer on disk (`varatt_external`).

use super::{Compression, EXTSIZE_BITS, EXTSIZE_MASK, method_id, method_of};
use crate::ids::Oid;

/// Bytes of an on-disk pointer: two of header, sixteen of [`ToastPointer`] (`TOAST_POINTER_SIZE`).
pub const POINTER_SIZE: usize = 18;

/// The tag of an on-disk pointer (`VARTAG_ONDISK`).
pub const TAG_ONDISK: u8 = 18;

/// The length in bytes of a pointer with this tag (`VARTAG_SIZE`, and two bytes of header). Tags 1
/// to 3 point into memory, are 8 bytes long, and never reach a page. 2 for a tag of which the length is not known.
pub(super) fn size_of_tag(tag: u8) -> usize {
    match tag {
        TAG_ONDISK => POINTER_SIZE,
        1..=3 => 10,
        _ => 2,
    }
}

/// Where a TOASTed value is, and how large (`varatt_external`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToastPointer {
    /// Size of the plain value with its 4-byte header, in bytes.
    pub rawsize: u32,
    /// Bytes stored in chunks (30 bits) and the compression method (2 bits).
    pub extinfo: u32,
    /// The OID that its chunks share (`chunk_id`).
    pub value_id: Oid,
    /// The TOAST table they are in.
    pub toast_rel: Oid,
}

impl ToastPointer {
    /// A pointer to a value of `rawsize` bytes (header included), of which `stored` bytes are in
    /// chunks, compressed by `method` if that is given.
    pub fn new(
        rawsize: usize,
        stored: usize,
        method: Option<Compression>,
        value_id: Oid,
        toast_rel: Oid,
    ) -> Self {
        let method = method.map_or(0, method_id);
        let extinfo = stored as u32 & EXTSIZE_MASK | method << EXTSIZE_BITS;
        ToastPointer { rawsize: rawsize as u32, extinfo, value_id, toast_rel }
    }

    /// Reads the TOAST pointer that `value` begins with; `None` if there is none.
    pub fn decode(value: &[u8]) -> Option<Self> {
        if value.len() < POINTER_SIZE || value[0] != 0x01 || value[1] != TAG_ONDISK {
            return None;
        }
        let word = |at: usize| {
            u32::from_le_bytes([value[at], value[at + 1], value[at + 2], value[at + 3]])
        };
        Some(ToastPointer {
            rawsize: word(2),
            extinfo: word(6),
            value_id: Oid(word(10)),
            toast_rel: Oid(word(14)),
        })
    }

    /// The 18 bytes of the pointer datum.
    pub fn encode(&self) -> [u8; POINTER_SIZE] {
        let mut bytes = [0; POINTER_SIZE];
        bytes[..2].copy_from_slice(&[0x01, TAG_ONDISK]);
        let words = [self.rawsize, self.extinfo, self.value_id.0, self.toast_rel.0];
        for (place, word) in bytes[2..].chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Bytes stored in chunks (`VARATT_EXTERNAL_GET_EXTSIZE`).
    pub fn extsize(&self) -> usize {
        (self.extinfo & EXTSIZE_MASK) as usize
    }

    /// Whether the chunks hold a compressed stream (`VARATT_EXTERNAL_IS_COMPRESSED`): they do when
    /// they are fewer bytes than the value.
    pub fn is_compressed(&self) -> bool {
        self.extsize() < (self.rawsize as usize).saturating_sub(super::VARHDRSZ)
    }

    /// The compression method of the value in the chunks; `None` if it is not compressed.
    pub fn compression(&self) -> Option<Compression> {
        if self.is_compressed() { method_of(self.extinfo >> EXTSIZE_BITS) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_pointer() {
        // `pg15/07`: the row with id 2, column e, 3000 bytes stored EXTERNAL.
        let bytes =
            [0x01, 0x12, 0xbc, 0x0b, 0, 0, 0xb8, 0x0b, 0, 0, 0x05, 0x40, 0, 0, 0x03, 0x40, 0, 0];
        let pointer = ToastPointer::decode(&bytes).unwrap();
        assert_eq!(pointer, ToastPointer::new(3004, 3000, None, Oid(16389), Oid(16387)));
        assert!(!pointer.is_compressed());
        assert_eq!(pointer.encode(), bytes);
        assert_eq!(ToastPointer::decode(&bytes[..17]), None);
    }
}
