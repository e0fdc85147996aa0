//! What stands for a part of a document, in a row or inside a stored object.
//!
//! ```text
//!  row      01 04 | size raw toaster | 00 00 | node                     two bytes align the node
//!  node     kind (4 bits) raw size (28) | ...
//!   0       fields     an object, some of whose values are nodes (JEntry type 6)
//!   1       pointer    a TOAST pointer of 18 bytes
//!   2       compressed a compressed varlena
//!   5       parts      a TOAST pointer, then counted: the beginning of what is stored, and
//!                      differences: where in the raw bytes, how many, which
//!   7       array      elements, elements a chunk, version, value id, relation; then differences
//!  +8       the part is a string or number, kept as the root of a scalar document
//! ```
//!
//! `toasters/03`, a row of 13 MB: `fields` of four keys, two numbers and two pointers, 124 bytes.

use crate::err;
use crate::error::Result;
use crate::ids::Oid;
use crate::toaster::versioned::Stored;
use crate::varlena::{POINTER_SIZE, ToastPointer};

const KIND_SHIFT: u32 = 28;
const RAW_MASK: u32 = (1 << KIND_SHIFT) - 1;
const SCALAR: u32 = 8;
const FIELDS: u32 = 0;
const POINTER: u32 = 1;
const COMPRESSED: u32 = 2;
const PARTS: u32 = 5;
const ARRAY: u32 = 7;

/// A value in chunks, with what is kept beside its pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerNode {
    /// The whole value: its stored size counts the prefix.
    pub pointer: ToastPointer,
    /// The first of the stored bytes; the chunks hold the rest.
    pub prefix: Vec<u8>,
    /// New bytes for raw ones from an offset on.
    pub differences: Vec<(u32, Vec<u8>)>,
}

impl PointerNode {
    /// A value that is wholly in chunks.
    pub fn bare(pointer: ToastPointer) -> PointerNode {
        PointerNode { pointer, prefix: Vec::new(), differences: Vec::new() }
    }
    /// Bytes of the plain value.
    pub fn raw(&self) -> usize {
        (self.pointer.rawsize as usize).saturating_sub(4)
    }
    /// The pointer to what is in chunks.
    pub fn chunks(&self) -> ToastPointer {
        let method = self.pointer.extinfo & !crate::varlena::EXTSIZE_MASK;
        let stored = self.pointer.extsize().saturating_sub(self.prefix.len()) as u32;
        ToastPointer { extinfo: stored | method, ..self.pointer }
    }
}

/// An array in chunks of whole elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayNode {
    /// Elements.
    pub count: u32,
    /// Elements of those that are in chunks.
    pub in_chunks: u32,
    /// Elements a chunk.
    pub stride: u32,
    /// Where the chunks are.
    pub stored: Stored,
    /// New elements, as roots of documents, and those behind the chunks.
    pub differences: Vec<(u32, Vec<u8>)>,
}

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node<'a> {
    /// An object with stored values.
    Fields(&'a [u8]),
    /// In chunks.
    Pointer(PointerNode),
    /// A compressed varlena.
    Compressed(&'a [u8]),
    /// In chunks of elements.
    Array(ArrayNode),
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let Some((head, tail)) = self.0.split_at_checked(n) else {
            return err!(DATA_CORRUPTED, "invalid stored jsonb");
        };
        self.0 = tail;
        Ok(head)
    }
    fn word(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
    fn pointer(&mut self) -> Result<ToastPointer> {
        match ToastPointer::decode(self.take(POINTER_SIZE)?) {
            Some(pointer) => Ok(pointer),
            None => err!(DATA_CORRUPTED, "invalid TOAST pointer in stored jsonb"),
        }
    }
    fn counted(&mut self) -> Result<&'a [u8]> {
        let n = self.word()? as usize;
        self.take(n)
    }
    fn differences(&mut self) -> Result<Vec<(u32, Vec<u8>)>> {
        let mut all = Vec::new();
        while !self.0.is_empty() {
            all.push((self.word()?, self.counted()?.to_vec()));
        }
        Ok(all)
    }
}

/// Raw size in bytes, and whether the node is a scalar.
pub fn header(node: &[u8]) -> (usize, bool) {
    let word = Reader(node).word().unwrap_or(0);
    ((word & RAW_MASK) as usize, word >> KIND_SHIFT & SCALAR != 0)
}

/// Takes a node apart.
pub fn decode(node: &[u8]) -> Result<Node<'_>> {
    let mut reader = Reader(node);
    Ok(match reader.word()? >> KIND_SHIFT & !SCALAR {
        FIELDS => Node::Fields(reader.0),
        POINTER => Node::Pointer(PointerNode::bare(reader.pointer()?)),
        COMPRESSED => Node::Compressed(reader.0),
        PARTS => {
            let pointer = reader.pointer()?;
            let prefix = reader.counted()?.to_vec();
            Node::Pointer(PointerNode { pointer, prefix, differences: reader.differences()? })
        }
        ARRAY => {
            let (count, in_chunks) = (reader.word()?, reader.word()?);
            let (stride, version) = (reader.word()?.max(1), reader.word()?);
            let (value_id, toast_rel) = (Oid(reader.word()?), Oid(reader.word()?));
            let pointer = ToastPointer { rawsize: 0, extinfo: 0, value_id, toast_rel };
            let stored = Stored { pointer, version: version.into(), size: 0 };
            let differences = reader.differences()?;
            Node::Array(ArrayNode { count, in_chunks, stride, stored, differences })
        }
        _ => return err!(DATA_CORRUPTED, "invalid stored jsonb"),
    })
}

fn put(out: &mut Vec<u8>, word: u32) {
    out.extend_from_slice(&word.to_le_bytes());
}

fn put_differences(out: &mut Vec<u8>, differences: &[(u32, Vec<u8>)]) {
    for (at, bytes) in differences {
        put(out, *at);
        put(out, bytes.len() as u32);
        out.extend_from_slice(bytes);
    }
}

/// Puts a node together; `raw` is the size of the plain value.
pub fn encode(node: &Node<'_>, raw: usize, scalar: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let start = |kind: u32| {
        let kind = kind | if scalar { SCALAR } else { 0 };
        (kind << KIND_SHIFT | raw as u32 & RAW_MASK).to_le_bytes()
    };
    match node {
        Node::Fields(container) => {
            out.extend_from_slice(&start(FIELDS));
            out.extend_from_slice(container);
        }
        Node::Compressed(varlena) => {
            out.extend_from_slice(&start(COMPRESSED));
            out.extend_from_slice(varlena);
        }
        Node::Pointer(p) if p.prefix.is_empty() && p.differences.is_empty() => {
            out.extend_from_slice(&start(POINTER));
            out.extend_from_slice(&p.pointer.encode());
        }
        Node::Pointer(p) => {
            out.extend_from_slice(&start(PARTS));
            out.extend_from_slice(&p.pointer.encode());
            put(&mut out, p.prefix.len() as u32);
            out.extend_from_slice(&p.prefix);
            put_differences(&mut out, &p.differences);
        }
        Node::Array(a) => {
            out.extend_from_slice(&start(ARRAY));
            let ToastPointer { value_id, toast_rel, .. } = a.stored.pointer;
            let version = a.stored.version as u32;
            for word in [a.count, a.in_chunks, a.stride, version, value_id.0, toast_rel.0] {
                put(&mut out, word);
            }
            put_differences(&mut out, &a.differences);
        }
    }
    out
}
