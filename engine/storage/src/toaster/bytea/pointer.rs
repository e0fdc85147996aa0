//! The pointer of an appendable value, in the two forms the prototypes gave it.

use crate::datum::Datum;
use crate::event::{PointerPart, PointerRole, ValueLink};
use crate::ids::Oid;
use crate::toaster::versioned::{CHUNK_DATA, VersionedValue};
use crate::varlena::{
    CustomPointer, POINTER_SIZE, TAG_VERSIONED, TAG_VERSIONED_TAIL, ToastPointer, VERSIONED_SIZE,
    is_custom,
};

/// Bytes of the payload before the tail (`VARATT_CUSTOM_APPENDABLE_HDRSZ`).
const HEAD: usize = 32;

/// A value in chunks and the bytes after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AppendablePointer<'a> {
    /// The toaster it names; 0 on the server of 2021.
    pub toaster: Oid,
    /// What is in chunks.
    pub stored: VersionedValue,
    /// What is not.
    pub tail: &'a [u8],
}

/// The 32-bit word at a place.
fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + 4)?.try_into().ok().map(u32::from_le_bytes)
}

/// The four words of `varatt_external`.
fn external(bytes: &[u8]) -> Option<ToastPointer> {
    Some(ToastPointer {
        rawsize: word(bytes, 0)?,
        extinfo: word(bytes, 4)?,
        value_id: Oid(word(bytes, 8)?),
        toast_rel: Oid(word(bytes, 12)?),
    })
}

impl<'a> AppendablePointer<'a> {
    /// Reads a pointer in either of its two forms; `None` for other values and
    /// for damaged ones.
    pub fn decode(value: &'a [u8]) -> Option<Self> {
        if !is_custom(value) {
            return None;
        }
        if let Some(custom) = CustomPointer::decode(value) {
            let p = custom.payload;
            let pointer = external(p)?;
            let tail = p.get(HEAD..)?;
            (word(p, 24)? as usize == tail.len()).then_some(())?;
            let stored =
                VersionedValue { pointer, version: value_u64(p, 16)?, size: pointer.extsize() };
            return Some(AppendablePointer { toaster: custom.toaster, stored, tail });
        }
        let mut pointer = external(value.get(2..)?)?;
        let tail = match *value.get(1)? {
            TAG_VERSIONED => &[],
            _ => value.get(VERSIONED_SIZE + 4..)?.get(..word(value, VERSIONED_SIZE)? as usize)?,
        };
        // Its sizes count the tail.
        let size = pointer.extsize().checked_sub(tail.len())?;
        pointer = ToastPointer::new(size + 4, size, None, pointer.value_id, pointer.toast_rel);
        let stored = VersionedValue { pointer, version: value_u64(value, 18)?, size };
        Some(AppendablePointer { toaster: Oid::INVALID, stored, tail })
    }

    /// The size of the whole value in bytes.
    pub fn size(&self) -> usize {
        self.stored.size + self.tail.len()
    }

    /// The pointer as a datum.
    pub fn to_datum(&self) -> Datum {
        let ToastPointer { value_id, toast_rel, .. } = self.stored.pointer;
        if self.toaster.is_valid() {
            let pointer = ToastPointer::new(
                self.stored.size + 4,
                self.stored.size,
                None,
                value_id,
                toast_rel,
            );
            let mut payload = pointer.encode()[2..].to_vec();
            payload.extend_from_slice(&self.stored.version.to_le_bytes());
            payload.extend_from_slice(&(self.tail.len() as u32).to_le_bytes());
            payload.resize(HEAD, 0);
            payload.extend_from_slice(self.tail);
            let rawsize = self.size() as u32 + 4;
            let custom = CustomPointer { rawsize, toaster: self.toaster, payload: &payload };
            return Datum::Ref(custom.encode().into());
        }
        let pointer = ToastPointer::new(self.size() + 4, self.size(), None, value_id, toast_rel);
        let mut bytes = pointer.encode().to_vec();
        bytes[1] = if self.tail.is_empty() { TAG_VERSIONED } else { TAG_VERSIONED_TAIL };
        bytes.extend_from_slice(&self.stored.version.to_le_bytes());
        if !self.tail.is_empty() {
            bytes.extend_from_slice(&(self.tail.len() as u32).to_le_bytes());
            bytes.extend_from_slice(self.tail);
        }
        Datum::Ref(bytes.into())
    }
}

/// The value to which the pointer leads, for events.
fn link(p: &AppendablePointer<'_>) -> ValueLink {
    ValueLink {
        value: p.stored.pointer.value_id.0,
        relation: p.stored.pointer.toast_rel.0,
        raw: p.size() as u32,
        stored: p.stored.size as u32,
        version: Some(p.stored.version as u32),
        chunks: p.stored.size.div_ceil(CHUNK_DATA) as u32,
        ..ValueLink::default()
    }
}

/// A part of the pointer with parts of the given lengths inside it; those of length 0 are left out.
fn field(p: &AppendablePointer<'_>, runs: &[(PointerRole, &str, usize)], at: usize) -> PointerPart {
    let length = runs.iter().map(|run| run.2).sum();
    let mut field = PointerPart::new(PointerRole::Field, "", at, length);
    let mut here = at;
    for (role, name, length) in runs.iter().filter(|run| run.2 > 0) {
        let mut part = PointerPart::new(*role, name, here, *length);
        part.number = match *name {
            "version" => p.stored.version as u32,
            "bytes of the tail" => p.tail.len() as u32,
            _ => 0,
        };
        here += length;
        field.children.push(part);
    }
    field.link = Some(link(p));
    field
}

/// The parts of a custom pointer's payload; `None` if it is something else.
pub fn parts(payload: &[u8]) -> Option<Vec<PointerPart>> {
    let custom = CustomPointer { rawsize: 0, toaster: Oid(1), payload }.encode();
    let p = AppendablePointer::decode(&custom)?;
    let runs = [
        (PointerRole::Pointer, "", POINTER_SIZE - 2),
        (PointerRole::Number, "version", 8),
        (PointerRole::Number, "bytes of the tail", 4),
        (PointerRole::Padding, "", 4),
        (PointerRole::Tail, "", p.tail.len()),
    ];
    Some(vec![field(&p, &runs, 0)])
}

/// The parts of a pointer that the prototype server of 2021 writes.
pub fn parts_of_2021(value: &[u8]) -> Vec<PointerPart> {
    let Some(p) = AppendablePointer::decode(value) else { return Vec::new() };
    let counted = if value.get(1) == Some(&TAG_VERSIONED_TAIL) { 4 } else { 0 };
    let runs = [
        (PointerRole::Pointer, "", POINTER_SIZE - 2),
        (PointerRole::Number, "version", VERSIONED_SIZE - POINTER_SIZE),
        (PointerRole::Number, "bytes of the tail", counted),
        (PointerRole::Tail, "", p.tail.len()),
    ];
    vec![PointerPart::new(PointerRole::Tag, "", 0, 2), field(&p, &runs, 2)]
}

/// The 64-bit number at a place.
fn value_u64(bytes: &[u8], at: usize) -> Option<u64> {
    bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(hex: &str) -> Vec<u8> {
        (0..hex.len() / 2)
            .map(|i| u8::from_str_radix(&hex[2 * i..2 * i + 2], 16).unwrap())
            .collect()
    }

    #[test]
    fn the_recorded_row_of_2021() {
        let row = bytes("011506e1f50502e1f5052f4000002d4000000000000000000000020000007778");
        let pointer = AppendablePointer::decode(&row).unwrap();
        assert_eq!((pointer.stored.size, pointer.tail), (100_000_000, &b"wx"[..]));
        assert_eq!(pointer.to_datum().bytes()[..], row[..]);
        let row = bytes("0113d7e8f505d3e8f5052f4000002d4000000100000000000000");
        let pointer = AppendablePointer::decode(&row).unwrap();
        assert_eq!((pointer.size(), pointer.stored.version), (100_002_003, 1));
        assert_eq!(pointer.to_datum().bytes()[..], row[..]);
        assert_eq!(AppendablePointer::decode(&row[..25]), None);
    }

    #[test]
    fn every_byte_is_in_one_part() {
        let row = bytes("011506e1f50502e1f5052f4000002d4000000000000000000000020000007778");
        let parts = parts_of_2021(&row);
        let inside: Vec<_> = parts[1].children.iter().map(|p| (p.role, p.at, p.length)).collect();
        use PointerRole::{Number, Pointer, Tail};
        assert_eq!(inside, [(Pointer, 2, 16), (Number, 18, 8), (Number, 26, 4), (Tail, 30, 2)]);
        assert_eq!((parts[0].length, parts[1].at, parts[1].length), (2, 2, 30));
        let link = parts[1].link.unwrap();
        assert_eq!((link.value, link.stored, link.raw), (0x402f, 100_000_000, 100_000_002));
    }

    #[test]
    fn the_recorded_row_of_the_extension() {
        let row = "010400002000f50504e100002d4004e1f50500e1f505364000003440000001000000000000000000000000000000";
        let pointer = bytes(row);
        let pointer = AppendablePointer::decode(&pointer).unwrap();
        assert_eq!((pointer.toaster, pointer.stored.version), (Oid(16429), 1));
        assert_eq!(pointer.size(), 100_000_000);
        assert_eq!(pointer.to_datum().bytes()[..], bytes(row)[..]);
    }
}
