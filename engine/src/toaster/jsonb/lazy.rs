//! A document in chunks, read as far as somebody looks.
//!
//! ```text
//! jb -> 'key1'   needs the header and the keys, then key1's value
//!   raw          | header | JEntries | keys | 16 | ...................... |
//!   stored       | prefix, inline | chunk 0 | chunk 1 | ...               |
//!                  decoded as far as needed; a chunk is fetched when the decoder runs dry
//! ```
//!
//! A compressed stream can only be decoded from its beginning, so its chunks come one after another
//! from one scan of the index, which is not descended again (the prototypes' detoast iterator). Of a
//! plain value any chunk can be fetched.

use super::node::PointerNode;
use super::told;
use crate::codec::Decoder;
use crate::err;
use crate::error::Result;
use crate::event::Event;
use crate::store::Store;
use crate::toaster::default::chunks::{
    self, Chunks, read_chunk, toast_relation, valid_index, value_key,
};
use crate::toaster::{JsonbStrategies, TOAST_MAX_CHUNK_SIZE};

/// A document being read.
pub struct Lazy<'n> {
    node: &'n PointerNode,
    strategies: JsonbStrategies,
    /// The stored bytes that are here, from the beginning; of a plain value with gaps.
    stored: Vec<u8>,
    /// Which chunks of a plain value are here.
    here: Vec<bool>,
    /// Of a compressed value.
    decoder: Option<Decoder>,
    scan: Option<Chunks>,
    next_chunk: i32,
}

impl<'n> Lazy<'n> {
    /// Nothing is fetched yet.
    pub fn open(node: &'n PointerNode, strategies: JsonbStrategies) -> Lazy<'n> {
        let in_chunks = node.chunks().extsize();
        let mut stored = node.prefix.clone();
        let mut here = Vec::new();
        if !node.pointer.is_compressed() {
            stored.resize(node.pointer.extsize(), 0);
            here.resize(in_chunks.div_ceil(TOAST_MAX_CHUNK_SIZE), false);
        }
        let decoder = node.pointer.compression().map(Decoder::new);
        Lazy { node, strategies, stored, here, decoder, scan: None, next_chunk: 0 }
    }

    /// Bytes of the raw value.
    pub fn size(&self) -> usize {
        self.node.raw()
    }

    /// Ends the scan. A statement that fails gives its pins up by itself.
    pub fn close(self, st: &mut Store) -> Result<()> {
        match self.scan {
            Some(scan) => scan.end(st),
            None => Ok(()),
        }
    }

    /// Raw bytes, differences applied.
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
            told::applied(st, self.node, (*at, new), from..to);
            let at = *at as usize;
            for (i, byte) in new.iter().enumerate() {
                if let Some(place) = (at + i).checked_sub(from).and_then(|i| bytes.get_mut(i)) {
                    *place = *byte;
                }
            }
        }
        Ok(bytes)
    }

    /// The word at an offset.
    pub fn word(&mut self, st: &mut Store, at: usize) -> Result<u32> {
        let bytes = self.read(st, at, at + 4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    fn need(&mut self, st: &mut Store, from: usize, to: usize) -> Result<()> {
        let (Some(decoder), Some(method)) = (&self.decoder, self.node.pointer.compression()) else {
            let all = !self.strategies.partial_detoast;
            let (from, to) = if all { (0, self.size()) } else { (from, to) };
            return self.fetch_plain(st, from, to);
        };
        if decoder.out().len() >= to {
            return Ok(());
        }
        let before = decoder.out().len();
        if before == 0 && self.strategies.partial_detoast {
            told::opened(st, self.node);
        }
        let total = self.node.pointer.extsize();
        if !self.strategies.partial_detoast {
            let chunks = self.node.chunks();
            let there = self.stored.len() - self.node.prefix.len();
            let rest = chunks.extsize() - there;
            chunks::fetch(st, &chunks, there, rest, &mut self.stored)?;
        }
        let want = if self.strategies.partial_decompression { to } else { self.size() };
        let raw = loop {
            let complete = self.stored.len() >= total;
            let raw = self.decode(want, complete)?;
            if raw >= want || complete {
                break raw;
            }
            self.fetch_next(st)?;
        };
        st.decompressed += (raw - before) as u64;
        let (from, raw_size) = (self.stored.len(), self.size());
        let method = method as u8;
        st.events.emit(|| Event::ValueDecompressed { method, from, to: raw, raw: raw_size });
        Ok(())
    }

    /// Decodes what is here; how many raw bytes there are then.
    fn decode(&mut self, want: usize, complete: bool) -> Result<usize> {
        // The stored form begins with the tcinfo word.
        let (Some(stream), Some(decoder)) = (self.stored.get(4..), &mut self.decoder) else {
            return Ok(0);
        };
        decoder.advance(stream, want, complete)?;
        Ok(decoder.out().len())
    }

    /// Fetches the next chunk of the stream.
    fn fetch_next(&mut self, st: &mut Store) -> Result<()> {
        let pointer = &self.node.pointer;
        let toast = toast_relation(st, pointer.toast_rel)?;
        if self.scan.is_none() {
            let index = valid_index(&toast)?;
            let keys = vec![value_key(pointer.value_id)];
            self.scan = Some(Chunks::begin(st, &toast, &index, keys, false)?);
        }
        let value = pointer.value_id;
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
        let (seq, data) = read_chunk(&tuple, &toast, value)?;
        if seq != self.next_chunk {
            return err!(
                DATA_CORRUPTED,
                "unexpected chunk number {seq} (expected {}) for toast value {value} in {}",
                self.next_chunk,
                toast.name
            );
        }
        self.stored.extend_from_slice(data);
        self.next_chunk += 1;
        let size = data.len();
        st.events.emit(|| Event::ChunkRead { toast_rel: toast.oid, value, seq, size, tid });
        Ok(())
    }

    /// Fetches the chunks of a plain value that a part needs and that are not here.
    fn fetch_plain(&mut self, st: &mut Store, from: usize, to: usize) -> Result<()> {
        let prefix = self.node.prefix.len();
        if to <= prefix || from == to {
            return Ok(());
        }
        let chunks = self.node.chunks();
        let first = from.saturating_sub(prefix) / TOAST_MAX_CHUNK_SIZE;
        let last = (to - prefix - 1) / TOAST_MAX_CHUNK_SIZE;
        let mut at = first;
        while at <= last {
            if self.here.get(at).copied().unwrap_or(true) {
                at += 1;
                continue;
            }
            let end = (at..=last).take_while(|&i| !self.here[i]).last().unwrap_or(at) + 1;
            let start = at * TOAST_MAX_CHUNK_SIZE;
            let length = (end * TOAST_MAX_CHUNK_SIZE).min(chunks.extsize()) - start;
            let mut bytes = Vec::with_capacity(length);
            chunks::fetch(st, &chunks, start, length, &mut bytes)?;
            self.stored[prefix + start..][..length].copy_from_slice(&bytes);
            self.here[at..end].fill(true);
            at = end;
        }
        Ok(())
    }
}
