//! A document in chunks, of which only the bytes that are asked for are fetched.
//!
//! ```text
//! jb -> 'key1'   needs the header and the keys, then key1's value
//!   raw          | header | JEntries | keys | 16 | ...................... |
//!   stored       | prefix, inline | chunk 0 | chunk 1 | ...               |
//!                  decoded as far as needed; a chunk is fetched when the decoder runs dry
//! ```
//!
//! A compressed stream can only be decoded from its beginning, so its chunks come one after another
//! from one scan of the index, which is not descended again (the prototypes' detoast iterator). If a
//! value is not compressed, any chunk can be fetched.

use super::events;
use super::node::PointerNode;
use crate::btree::ScanStrategy;
use crate::codec::Decoder;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::event::Event;
use crate::store::Store;
use crate::toaster::JsonbStrategies;
use crate::toaster::default::chunks::{
    self, Chunks, read_chunk, toast_relation, valid_index, value_key,
};
use crate::toaster::tapas::VERSION_SIZE;
use crate::varlena::ToastPointer;

/// A document being read.
pub struct LazyDocument<'n> {
    node: &'n PointerNode,
    strategies: JsonbStrategies,
    /// The stored bytes that are here, from the beginning; with gaps if they are not compressed.
    stored: Vec<u8>,
    /// Which chunks of a plain value are here.
    here: Vec<bool>,
    /// The decoder of a compressed value.
    decoder: Option<Decoder>,
    scan: Option<Chunks>,
    next_chunk: i32,
    /// Chunks come from the first on, whatever is looked for.
    in_order: bool,
}

impl<'n> LazyDocument<'n> {
    /// Opens a stored document; nothing is fetched yet.
    pub fn open(node: &'n PointerNode, strategies: JsonbStrategies) -> LazyDocument<'n> {
        let in_chunks = node.chunks().extsize();
        let mut stored = node.prefix.clone();
        let mut here = Vec::new();
        if !node.pointer.is_compressed() {
            stored.resize(node.pointer.extsize(), 0);
            here.resize(in_chunks.div_ceil(node.chunk_size()), false);
        }
        let decoder = node.pointer.compression().map(Decoder::new);
        let (scan, next_chunk, in_order) = (None, 0, false);
        LazyDocument { node, strategies, stored, here, decoder, scan, next_chunk, in_order }
    }

    /// Opens a value as the prototype servers read values of the default toaster, also plain ones:
    /// chunk after chunk, up to the part wanted (`generic detoast iterator`).
    pub fn in_order(node: &'n PointerNode, strategies: JsonbStrategies) -> LazyDocument<'n> {
        LazyDocument { in_order: true, ..LazyDocument::open(node, strategies) }
    }

    /// The header word of the root container, if it is stored beside the pointer.
    pub fn head(&self) -> Option<u32> {
        self.node.head
    }

    /// The size of the document in bytes, uncompressed.
    pub fn size(&self) -> usize {
        self.node.raw()
    }

    /// Ends the scan of the chunks. After an error, the pins are released at the statement's end.
    /// The prototype server frees its iterators with the row's memory; until then a page of chunks
    /// cannot be pruned.
    pub fn close(self, st: &mut Store) -> Result<()> {
        let Some(scan) = self.scan else { return Ok(()) };
        if st.toasters.settings.capabilities.pinned_chunks
            && let Some(buffer) = scan.buffer()
        {
            st.pool.keep(buffer);
        }
        scan.end(st)
    }

    /// Reads the bytes from `from` to `to` of the uncompressed value, with the changes beside the
    /// pointer applied.
    pub fn read(&mut self, st: &mut Store, from: usize, to: usize) -> Result<Vec<u8>> {
        if from > to || to > self.size() {
            return err!(DATA_CORRUPTED, "stored jsonb is corrupt");
        }
        self.need(st, from, to)?;
        let raw = self.decoder.as_ref().map_or(&self.stored[..], Decoder::out);
        let Some(part) = raw.get(from..to) else {
            return err!(DATA_CORRUPTED, "stored jsonb is corrupt");
        };
        let mut bytes = part.to_vec();
        for (at, new) in &self.node.differences {
            events::applied(st, self.node, (*at, new), from..to);
            let at = *at as usize;
            for (i, byte) in new.iter().enumerate() {
                if let Some(place) = (at + i).checked_sub(from).and_then(|i| bytes.get_mut(i)) {
                    *place = *byte;
                }
            }
        }
        Ok(bytes)
    }

    /// The 32-bit word at an offset.
    pub fn word(&mut self, st: &mut Store, at: usize) -> Result<u32> {
        let bytes = self.read(st, at, at + 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Fetches, and decompresses where there is compression, so that the raw bytes from `from` to
    /// `to` are there; all bytes if a strategy is off that would save the rest.
    fn need(&mut self, st: &mut Store, from: usize, to: usize) -> Result<()> {
        let (Some(decoder), Some(method)) = (&self.decoder, self.node.pointer.compression()) else {
            let all = !self.strategies.partial_detoast;
            let (from, to) = if all { (0, self.size()) } else { (from, to) };
            return self.fetch_plain(st, from, to);
        };
        if decoder.out().len() >= to {
            return Ok(());
        }
        if decoder.out().is_empty() && self.strategies.partial_detoast {
            events::opened(st, self.node);
        }
        let total = self.node.pointer.extsize();
        if !self.strategies.partial_detoast {
            let chunks = self.node.chunks();
            let there = self.stored.len() - self.node.prefix.len();
            let rest = chunks.extsize() - there;
            let head = if self.node.versioned { VERSION_SIZE } else { 0 };
            chunks::fetch_after_head(st, &chunks, head, there, rest, &mut self.stored)?;
        }
        let want = if self.strategies.partial_decompression { to } else { self.size() };
        let raw = loop {
            let complete = self.stored.len() >= total;
            let raw = self.decode(want, complete)?;
            if raw >= want || complete {
                break raw;
            }
            let data = self.next_chunk(st)?;
            self.stored.extend_from_slice(&data);
        };
        let (from, raw_size) = (self.stored.len(), self.size());
        let method = method as u8;
        st.events.emit(|| Event::ValueDecompressed { method, from, to: raw, raw: raw_size });
        Ok(())
    }

    /// Decodes what has been fetched, up to `want` raw bytes. Returns how many raw bytes there are
    /// then. `complete`: everything was fetched.
    fn decode(&mut self, want: usize, complete: bool) -> Result<usize> {
        // The stored form begins with the tcinfo word.
        let (Some(stream), Some(decoder)) = (self.stored.get(4..), &mut self.decoder) else {
            return Ok(0);
        };
        decoder.advance(stream, want, complete)?;
        Ok(decoder.out().len())
    }

    /// The data of the next chunk; begins the scan if there is none.
    fn next_chunk(&mut self, st: &mut Store) -> Result<Vec<u8>> {
        let ToastPointer { toast_rel, value_id: value, .. } = self.node.pointer;
        let toast = toast_relation(st, toast_rel)?;
        if self.scan.is_none() {
            let index = valid_index(&toast)?;
            let mut keys = vec![value_key(value)];
            if self.next_chunk > 0 {
                let from = Datum::i32(self.next_chunk);
                keys.push(chunks::key(2, ScanStrategy::GreaterEqual, from));
            }
            self.scan = Some(Chunks::begin(st, &toast, &index, keys, false)?);
        }
        let found = match &mut self.scan {
            Some(scan) => scan.next(st)?.map(|tid| (tid, scan.tuple(st, tid).to_vec())),
            None => None,
        };
        let Some((tid, tuple)) = found else {
            return err!(
                DATA_CORRUPTED,
                "missing chunk number {} for toast value {value} in {}",
                self.next_chunk,
                toast.name
            );
        };
        let (seq, mut data) = read_chunk(&tuple, &toast, value)?;
        if self.node.versioned {
            data = data.get(VERSION_SIZE..).unwrap_or(&[]);
        }
        if seq != self.next_chunk {
            return err!(
                DATA_CORRUPTED,
                "unexpected chunk number {seq} (expected {}) for toast value {value} in {}",
                self.next_chunk,
                toast.name
            );
        }
        self.next_chunk += 1;
        let size = data.len();
        st.events.emit(|| Event::ChunkRead { toast_rel: toast.oid, value, seq, size, tid });
        Ok(data.to_vec())
    }

    /// Fetches those chunks of a plain value that the bytes from `from` to `to` need and that were
    /// not fetched yet. If they do not follow the last chunk read, the scan begins again
    /// (`jsonx_detoast_iterate_slice`).
    fn fetch_plain(&mut self, st: &mut Store, from: usize, to: usize) -> Result<()> {
        let (prefix, full) = (self.node.prefix.len(), self.node.chunk_size());
        if to <= prefix || from == to {
            return Ok(());
        }
        let first = match self.in_order {
            true => 0,
            false => from.saturating_sub(prefix) / full,
        };
        let last = (to - prefix - 1) / full;
        let missing: Vec<usize> =
            (first..=last).filter(|&i| !self.here.get(i).copied().unwrap_or(true)).collect();
        if let (Some(&first), Some(&last)) = (missing.first(), missing.last()) {
            events::fetched(st, self.node, first..last + 1);
        }
        for chunk in missing {
            if self.next_chunk != chunk as i32 {
                if let Some(scan) = self.scan.take() {
                    scan.end(st)?;
                }
                self.next_chunk = chunk as i32;
            }
            let data = self.next_chunk(st)?;
            let at = prefix + chunk * full;
            let expected = full.min(self.stored.len() - at);
            if data.len() != expected {
                return err!(
                    DATA_CORRUPTED,
                    "unexpected chunk size {} (expected {expected}) in chunk {chunk} of {} for toast value {} in {}",
                    data.len(),
                    self.here.len(),
                    self.node.pointer.value_id,
                    toast_relation(st, self.node.pointer.toast_rel)?.name
                );
            }
            self.stored[at..][..expected].copy_from_slice(&data);
            self.here[chunk] = true;
        }
        Ok(())
    }
}
