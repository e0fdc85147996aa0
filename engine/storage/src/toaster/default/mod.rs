//! PostgreSQL's own toaster: compress, cut into chunks of 1996 bytes, index them.
//!
//! ```text
//! in memory, 4-byte header      | len << 2 | bytes ...                                  |
//! inline compressed             | len << 2 | 2 | rawsize + method << 30 | stream ...    |
//! out of line                   | 01 12 | rawsize | extsize + method << 30 | id | relation |
//! ```
//!
//! What goes to the chunks of a compressed value is its in-memory form without the first word:
//! the `tcinfo` word and the stream, so `extsize` counts four bytes more than the stream has.
//! `repeat('x', 3000)` is compressed to 44 bytes: `b2 00 00 00 b8 0b 00 00` and 36 of pglz.

pub mod chunks;
pub mod layout;

use super::{Target, Toaster};
use crate::bytes::Bytes;
use crate::codec;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::{Event, Incompressible};
use crate::store::Store;
use crate::tuple::Compression;
use crate::varlena::{self, ToastPointer};

/// The toaster of columns that name none: PostgreSQL's own, which keeps chunks in a TOAST table
/// (`deftoaster`).
#[derive(Clone, Copy, Debug)]
pub struct DefaultToaster;

impl Toaster for DefaultToaster {
    fn name(&self) -> &'static str {
        "deftoaster"
    }

    fn toast(
        &self,
        st: &mut Store,
        to: &Target<'_>,
        value: &Datum,
        old: Option<&Datum>,
    ) -> Result<Datum> {
        let old = old.and_then(|old| ToastPointer::decode(old.bytes()));
        let pointer = chunks::save(st, to, value.bytes(), old.as_ref(), &[])?;
        chunks::toasted(st, to, &pointer, None);
        Ok(Datum::Ref(pointer.encode().as_slice().into()))
    }

    fn copy(&self, st: &mut Store, value: &Datum) -> Result<Datum> {
        let pointer = decode(value)?;
        let size = pointer.extsize();
        let mut buf = Vec::with_capacity(size + 4);
        buf.extend_from_slice(&[0; 4]);
        chunks::fetch(st, &pointer, 0, size, &mut buf)?;
        let compressed = u32::from(pointer.is_compressed()) << 1;
        let header = (buf.len() as u32) << 2 | compressed;
        buf[..4].copy_from_slice(&header.to_le_bytes());
        Ok(Datum::Ref(buf.into()))
    }

    fn detoast(&self, st: &mut Store, value: &Datum) -> Result<Bytes> {
        let pointer = decode(value)?;
        let mut buf = Vec::with_capacity(pointer.extsize());
        chunks::fetch(st, &pointer, 0, pointer.extsize(), &mut buf)?;
        st.events.emit(|| Event::ValueDetoasted {
            toast_rel: pointer.toast_rel,
            value: pointer.value_id,
            raw: pointer.rawsize as usize,
        });
        if !pointer.is_compressed() {
            return Ok(buf.into());
        }
        let (raw, method, stream) = split(&buf)?;
        let (whole, from) = (codec::decompress(method, stream, raw)?, buf.len());
        decompressed(st, method, from, raw, raw);
        Ok(whole.into())
    }

    fn detoast_slice(
        &self,
        st: &mut Store,
        value: &Datum,
        offset: usize,
        length: i64,
    ) -> Result<Bytes> {
        let pointer = decode(value)?;
        let size = pointer.extsize();
        if !pointer.is_compressed() {
            let from = if offset >= size { 0 } else { offset };
            let wanted = if offset >= size {
                0
            } else if length < 0 {
                size - from
            } else {
                (length as usize).min(size - from)
            };
            let mut buf = Vec::with_capacity(wanted);
            chunks::fetch(st, &pointer, from, wanted, &mut buf)?;
            st.events.emit(|| Event::ValueSliced { offset: from, length: wanted });
            return Ok(buf.into());
        }
        let Some(limit) = slice_limit(offset, length) else {
            let whole = self.detoast(st, value)?;
            let slice = super::cut(&whole, offset, length);
            st.events.emit(|| Event::ValueSliced { offset, length: slice.len() });
            return Ok(slice);
        };
        let mut prefix = match pointer.compression() {
            Some(Compression::Pglz) => codec::pglz::maximum_compressed_size(limit, size),
            _ => size,
        };
        if prefix > 0 {
            prefix = (prefix + 4).min(size);
        }
        let mut buf = Vec::with_capacity(prefix);
        chunks::fetch(st, &pointer, 0, prefix, &mut buf)?;
        let whole = decompress_prefix(&buf, limit)?;
        if let Some(method) = pointer.compression() {
            decompressed(st, method, buf.len(), whole.len(), pointer.rawsize as usize - 4);
        }
        let slice = super::cut(&whole, offset, length);
        st.events.emit(|| Event::ValueSliced { offset, length: slice.len() });
        Ok(slice)
    }

    fn delete(&self, st: &mut Store, value: &Datum, speculative: bool) -> Result<()> {
        chunks::delete(st, &decode(value)?, speculative)
    }

    fn stored_size(&self, value: &[u8]) -> usize {
        ToastPointer::decode(value).map_or(0, |pointer| pointer.extsize())
    }
}

/// Emits the event that `from` stored bytes were decompressed to `to` bytes, out of `raw` in the
/// whole value.
fn decompressed(st: &Store, method: Compression, from: usize, to: usize, raw: usize) {
    st.events.emit(|| Event::ValueDecompressed { method: method as u8, from, to, raw });
}

/// Reads the TOAST pointer; fails for another value.
fn decode(value: &Datum) -> Result<ToastPointer> {
    match ToastPointer::decode(value.bytes()) {
        Some(pointer) => Ok(pointer),
        None => err!(DATA_CORRUPTED, "invalid TOAST pointer"),
    }
}

/// The raw size, method and stream of a stored compressed value, whose first word is `va_tcinfo`.
fn split(stored: &[u8]) -> Result<(usize, Compression, &[u8])> {
    let Some((word, stream)) = stored.split_first_chunk::<4>() else {
        return err!(DATA_CORRUPTED, "compressed data is corrupt");
    };
    let tcinfo = u32::from_le_bytes(*word);
    let id = tcinfo >> varlena::EXTSIZE_BITS;
    match varlena::method_of(id) {
        Some(method) => Ok(((tcinfo & varlena::EXTSIZE_MASK) as usize, method, stream)),
        None => err!(INTERNAL_ERROR, "invalid compression method id {id}"),
    }
}

/// How many raw bytes a slice needs, from the value's start; `None` for all of them.
fn slice_limit(offset: usize, length: i64) -> Option<usize> {
    let limit = (offset as i64).checked_add(length)?;
    (length >= 0 && limit <= i64::from(i32::MAX)).then_some(limit as usize)
}

/// Decompresses the first `want` bytes of a stored compressed value, of which `stored` is a prefix
/// that is long enough (`toast_decompress_datum_slice`).
fn decompress_prefix(stored: &[u8], want: usize) -> Result<Bytes> {
    if want == 0 {
        return Ok(Vec::new().into());
    }
    let (raw, method, stream) = split(stored)?;
    if want >= raw {
        return Ok(codec::decompress(method, stream, raw)?.into());
    }
    let mut out = Vec::with_capacity(want);
    codec::decompress_prefix_into(method, stream, want, &mut out)?;
    Ok(out.into())
}

/// The payload of an inline compressed value (`toast_decompress_datum`).
pub fn decompress(value: &[u8]) -> Result<Bytes> {
    let (raw, method, stream) = split(stored_part(value))?;
    Ok(codec::decompress(method, stream, raw)?.into())
}

/// Decompresses an inline compressed value, as far as a slice needs it.
pub fn decompress_for_slice(value: &[u8], offset: usize, length: i64) -> Result<Bytes> {
    match slice_limit(offset, length) {
        Some(limit) => decompress_prefix(stored_part(value), limit),
        None => decompress(value),
    }
}

/// A compressed value after its varlena header: `tcinfo` and the stream.
fn stored_part(value: &[u8]) -> &[u8] {
    let end = varlena::size_any(value).min(value.len());
    &value[4.min(end)..end]
}

/// Compresses a plain or short value, header included (`toast_compress_datum`). The error says why
/// it stays as it is: the method gives up, or two bytes or less would be saved.
pub fn compress_datum(
    value: &Datum,
    method: Compression,
) -> std::result::Result<Datum, Incompressible> {
    let payload = varlena::payload(value.bytes());
    let mut out = Vec::with_capacity(payload.len() / 2 + 16);
    out.extend_from_slice(&[0; 8]);
    codec::try_compress_into(method, payload, &mut out)?;
    // The saving pays for the padding a 4-byte header may need.
    if out.len() + 2 >= payload.len() {
        return Err(Incompressible::NotSmaller);
    }
    varlena::set_compressed_header(&mut out, payload.len(), method);
    Ok(Datum::Ref(out.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_letter_is_compressed_to_44_bytes() {
        let value = Datum::varlena(&[b'x'; 3000]);
        let compressed = compress_datum(&value, Compression::Pglz).unwrap();
        assert_eq!(varlena::size_any(compressed.bytes()), 44);
        let slice = decompress_for_slice(compressed.bytes(), 10, 5).unwrap();
        assert!(slice.len() >= 15 && slice[..15].iter().all(|&b| b == b'x'));
        assert_eq!(decompress(compressed.bytes()).unwrap().len(), 3000);
    }

    #[test]
    fn noise_is_left_as_it_is() {
        let noise: Vec<u8> =
            (0..500u32).map(|i| (i.wrapping_mul(2654435761) >> 13) as u8).collect();
        assert_eq!(
            compress_datum(&Datum::varlena(&noise), Compression::Pglz).err(),
            Some(Incompressible::TooLittleSaved)
        );
    }
}
