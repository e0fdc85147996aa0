//! A node: the bytes that represent a part of a document, in a row or inside a stored object.
//!
//! ```text
//!  row      01 04 | size raw toaster | 00 00 | node                     a value; two bytes align the node
//!           01 04 | size raw toaster | 00 00 | 0 raw | size | object    an object in the row
//!  node     kind (4 bits) and 28 bits: the raw size, in kinds 1 and 6 the container's kind and count | ...
//!   1       pointer    a TOAST pointer of 18 bytes
//!   2, 3    fields     an object, some of whose values are nodes (JEntry type 6): its own header
//!   4       compressed a compressed varlena
//!   5       parts      a TOAST pointer, then counted: the beginning of what is stored, and
//!                      differences: where in the raw bytes, how many, which
//!   6       difference a TOAST pointer, where in the raw bytes, and to the end: which; in an object
//!                      this is once more a custom pointer, 01 04 and so on
//!   7       array      elements, elements a chunk, version, value id, relation; then differences
//!  +8       the part is a string or number, kept as the root of a scalar document
//! ```
//!
//! `toasters/03`, a row of 13 MB: `fields` of four keys, two numbers and two pointers, 124 bytes.
//! All but `parts` and `array` take the bytes that the prototype's take.

use super::object::raw_size;
use crate::err;
use crate::error::Result;
use crate::ids::Oid;
use crate::toaster::TOAST_MAX_CHUNK_SIZE;
use crate::toaster::tapas::{HeadPointer, VERSION_SIZE};
use crate::toaster::versioned::VersionedValue;
use crate::types::jsonb::{Container, JB_CMASK, JB_FARRAY, JB_FOBJECT, JB_FSORTED};
use crate::varlena::{
    CUSTOM_HEADER, CustomPointer, POINTER_SIZE, TAG_VERSIONED, ToastPointer, VERSIONED_SIZE,
};

const KIND_SHIFT: u32 = 28;
const RAW_MASK: u32 = (1 << KIND_SHIFT) - 1;
const SCALAR: u32 = 8;
/// Before an object in a row.
const ROW: u32 = 0;
const POINTER: u32 = 1;
/// The flags of an object's header ([`crate::types::jsonb::JB_FOBJECT`]), plain or sorted.
const FIELDS: u32 = 2;
const SORTED_FIELDS: u32 = 3;
const COMPRESSED: u32 = 4;
const PARTS: u32 = 5;
const DIFFERENCE: u32 = 6;
const ARRAY: u32 = 7;

/// How many elements or pairs there are, beside the kind of a pointer's container.
const COUNT_BITS: u32 = 26;
const COUNT_MASK: u32 = (1 << COUNT_BITS) - 1;

/// Bytes that the custom pointer around a difference in an object takes.
pub const WRAPPING: usize = CUSTOM_HEADER + 2 + 4;
/// Bytes before an object in a row: 0 and raw size, varlena header.
pub const ROW_HEAD: usize = 8;

/// A value in chunks, with what is kept beside its pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointerNode {
    /// The whole value: its stored size counts the prefix.
    pub pointer: ToastPointer,
    /// The first of the stored bytes; the chunks hold the rest.
    pub prefix: Vec<u8>,
    /// New bytes for raw ones from an offset on.
    pub differences: Vec<(u32, Vec<u8>)>,
    /// The header word of the container in chunks, where it is known: an element of which the
    /// number is known is found without the first chunk.
    pub head: Option<u32>,
    /// Whether its chunks begin with a version ([`crate::toaster::tapas`]).
    pub versioned: bool,
}

impl PointerNode {
    /// The node of a pointer with nothing beside it.
    pub fn bare(pointer: ToastPointer) -> PointerNode {
        PointerNode {
            pointer,
            prefix: Vec::new(),
            differences: Vec::new(),
            head: None,
            versioned: false,
        }
    }
    /// The node of a pointer to a container, whose header word it keeps.
    pub fn of(pointer: ToastPointer, root: Container<'_>) -> PointerNode {
        let head = root.bytes.first_chunk().map(|word| u32::from_le_bytes(*word));
        PointerNode { head: head.filter(|_| !root.is_scalar()), ..PointerNode::bare(pointer) }
    }
    /// The change beside the pointer, if there is one and nothing else.
    pub fn only_difference(&self) -> Option<&(u32, Vec<u8>)> {
        match &self.differences[..] {
            [one] if self.prefix.is_empty() => Some(one),
            _ => None,
        }
    }
    /// How many bytes of data a full chunk holds.
    pub fn chunk_size(&self) -> usize {
        TOAST_MAX_CHUNK_SIZE - if self.versioned { VERSION_SIZE } else { 0 }
    }
    /// The bytes of its TOAST pointer.
    fn pointer_bytes(&self) -> Vec<u8> {
        match self.versioned {
            true => HeadPointer { pointer: self.pointer, head: &[] }.encode(),
            false => self.pointer.encode().to_vec(),
        }
    }
    /// The size of the value in bytes, uncompressed.
    pub fn raw(&self) -> usize {
        (self.pointer.rawsize as usize).saturating_sub(4)
    }
    /// The TOAST pointer to the chunks.
    pub fn chunks(&self) -> ToastPointer {
        let method = self.pointer.extinfo & !crate::varlena::EXTSIZE_MASK;
        let stored = self.pointer.extsize().saturating_sub(self.prefix.len()) as u32;
        ToastPointer { extinfo: stored | method, ..self.pointer }
    }
}

/// An array in chunks of whole elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayNode {
    /// How many elements it has.
    pub count: u32,
    /// How many of them are in chunks.
    pub in_chunks: u32,
    /// Elements a chunk.
    pub stride: u32,
    /// Where the chunks are.
    pub stored: VersionedValue,
    /// New elements, as roots of documents, and those after the chunks.
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
    /// Takes the next `n` bytes; fewer are an error.
    fn take(&mut self, n: usize) -> Result<&'a [u8]> {
        let Some((head, tail)) = self.0.split_at_checked(n) else {
            return err!(DATA_CORRUPTED, "invalid stored jsonb");
        };
        self.0 = tail;
        Ok(head)
    }
    /// The next 32-bit number.
    fn word(&mut self) -> Result<u32> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }
    /// Reads the pointer to a value in chunks, with or without versions.
    fn chunked(&mut self) -> Result<PointerNode> {
        if self.0.get(1) == Some(&TAG_VERSIONED)
            && let Some(p) = HeadPointer::decode(self.0)
        {
            self.take(VERSIONED_SIZE)?;
            return Ok(PointerNode { versioned: true, ..PointerNode::bare(p.pointer) });
        }
        self.pointer().map(PointerNode::bare)
    }
    /// The next TOAST pointer.
    fn pointer(&mut self) -> Result<ToastPointer> {
        match ToastPointer::decode(self.take(POINTER_SIZE)?) {
            Some(pointer) => Ok(pointer),
            None => err!(DATA_CORRUPTED, "invalid TOAST pointer in stored jsonb"),
        }
    }
    /// The next bytes, as many as the number before them says.
    fn counted(&mut self) -> Result<&'a [u8]> {
        let n = self.word()? as usize;
        self.take(n)
    }
    /// The differences up to the end: where each is, and its bytes.
    fn differences(&mut self) -> Result<Vec<(u32, Vec<u8>)>> {
        let mut all = Vec::new();
        while !self.0.is_empty() {
            all.push((self.word()?, self.counted()?.to_vec()));
        }
        Ok(all)
    }
}

/// The low bits of a pointer's first word: the kind of its container, and the number of its
/// children.
fn head_bits(head: Option<u32>) -> u32 {
    let kind = |head: u32| match head & !JB_CMASK {
        JB_FARRAY => 1,
        JB_FOBJECT => 2,
        word if word == JB_FOBJECT | JB_FSORTED => 3,
        _ => 0,
    };
    match head {
        Some(word) if word & JB_CMASK <= COUNT_MASK => kind(word) << COUNT_BITS | word & COUNT_MASK,
        _ => 0,
    }
}

/// The header word of a container from the bits that [`head_bits`] made; `None` if there are none.
fn head(word: u32) -> Option<u32> {
    let kind = match word >> COUNT_BITS & 3 {
        1 => JB_FARRAY,
        2 => JB_FOBJECT,
        3 => JB_FOBJECT | JB_FSORTED,
        _ => return None,
    };
    Some(kind | word & COUNT_MASK)
}

/// The uncompressed size in a node's header, and whether the node is a scalar.
pub fn header(node: &[u8]) -> (usize, bool) {
    let word = Reader(node).word().unwrap_or(0);
    let scalar = word >> KIND_SHIFT & SCALAR != 0;
    match word >> KIND_SHIFT & !SCALAR {
        FIELDS | SORTED_FIELDS => return (raw_size(Container::new(node)), false),
        POINTER | DIFFERENCE => {
            if let Ok(Node::Pointer(p)) = decode(node) {
                return (p.raw(), scalar);
            }
        }
        _ => {}
    }
    ((word & RAW_MASK) as usize, scalar)
}

/// Decodes a node of a stored document.
pub fn decode(node: &[u8]) -> Result<Node<'_>> {
    let mut reader = Reader(node);
    let word = reader.word()?;
    Ok(match word >> KIND_SHIFT & !SCALAR {
        FIELDS | SORTED_FIELDS => Node::Fields(node),
        POINTER => Node::Pointer(PointerNode { head: head(word), ..reader.chunked()? }),
        COMPRESSED => Node::Compressed(reader.0),
        PARTS => {
            let pointer = reader.chunked()?;
            let prefix = reader.counted()?.to_vec();
            let differences = reader.differences()?;
            Node::Pointer(PointerNode { prefix, differences, ..pointer })
        }
        DIFFERENCE => {
            reader.take(wrapping(node))?;
            let (pointer, at) = (reader.chunked()?, reader.word()?);
            let differences = vec![(at, reader.0.to_vec())];
            Node::Pointer(PointerNode { differences, head: head(word), ..pointer })
        }
        ARRAY => {
            let (count, in_chunks) = (reader.word()?, reader.word()?);
            let (stride, version) = (reader.word()?.max(1), reader.word()?);
            let (value_id, toast_rel) = (Oid(reader.word()?), Oid(reader.word()?));
            let pointer = ToastPointer { rawsize: 0, extinfo: 0, value_id, toast_rel };
            let stored = VersionedValue { pointer, version: version.into(), size: 0 };
            let differences = reader.differences()?;
            Node::Array(ArrayNode { count, in_chunks, stride, stored, differences })
        }
        _ => return err!(DATA_CORRUPTED, "invalid stored jsonb"),
    })
}

/// Appends a 32-bit number.
fn put(out: &mut Vec<u8>, word: u32) {
    out.extend_from_slice(&word.to_le_bytes());
}

/// Appends the differences: where each is, how long, and its bytes.
fn put_differences(out: &mut Vec<u8>, differences: &[(u32, Vec<u8>)]) {
    for (at, bytes) in differences {
        put(out, *at);
        put(out, bytes.len() as u32);
        out.extend_from_slice(bytes);
    }
}

/// The bytes of a node; `raw` is the size of the uncompressed value. `scalar`: the value is a
/// scalar.
pub fn encode(node: &Node<'_>, raw: usize, scalar: bool) -> Vec<u8> {
    let mut out = Vec::new();
    let raw = raw as u32 & RAW_MASK;
    let start = |kind: u32, low: u32| {
        let kind = kind | if scalar { SCALAR } else { 0 };
        (kind << KIND_SHIFT | low).to_le_bytes()
    };
    match node {
        Node::Fields(container) => out.extend_from_slice(container),
        Node::Compressed(varlena) => {
            out.extend_from_slice(&start(COMPRESSED, raw));
            out.extend_from_slice(varlena);
        }
        Node::Pointer(p) if p.prefix.is_empty() && p.differences.is_empty() => {
            out.extend_from_slice(&start(POINTER, head_bits(p.head)));
            out.extend_from_slice(&p.pointer_bytes());
        }
        Node::Pointer(p) => {
            if let Some((at, bytes)) = p.only_difference() {
                out.extend_from_slice(&start(DIFFERENCE, head_bits(p.head)));
                out.extend_from_slice(&p.pointer_bytes());
                put(&mut out, *at);
                out.extend_from_slice(bytes);
                return out;
            }
            out.extend_from_slice(&start(PARTS, raw));
            out.extend_from_slice(&p.pointer_bytes());
            put(&mut out, p.prefix.len() as u32);
            out.extend_from_slice(&p.prefix);
            put_differences(&mut out, &p.differences);
        }
        Node::Array(a) => {
            out.extend_from_slice(&start(ARRAY, raw));
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

/// The bytes of a node as an object stores them.
pub fn in_object(node: Vec<u8>, toaster: Oid) -> Vec<u8> {
    let word = Reader(&node).word().unwrap_or(0);
    if word >> KIND_SHIFT & !SCALAR != DIFFERENCE || wrapping(&node) > 0 {
        return node;
    }
    let payload = [&[0, 0], &node[..]].concat();
    let rawsize = header(&node).0 as u32 + 4;
    let pointer = CustomPointer { rawsize, toaster, payload: &payload };
    [&node[..4], &pointer.encode()].concat()
}

/// How many bytes [`in_object`] has put in front of a node with changes; 0 for a node that stands as it is.
pub fn wrapping(node: &[u8]) -> usize {
    match node.get(4..).and_then(CustomPointer::decode) {
        Some(_) => WRAPPING,
        None => 0,
    }
}

/// The 8 bytes in a row's value between the two that align and an object's node: kind and raw size, and the
/// node's size. Empty for a node of another kind, which has nothing in front of it.
pub fn row_head(node: &[u8]) -> Vec<u8> {
    match decode(node) {
        Ok(Node::Fields(object)) => {
            let raw = header(node).0 as u32 & RAW_MASK;
            let mut out = (ROW << KIND_SHIFT | raw).to_le_bytes().to_vec();
            put(&mut out, (object.len() as u32 + 4) << 2);
            out
        }
        _ => Vec::new(),
    }
}

/// The node in a row's value; `None` if the value is none of this toaster.
pub fn of_row(bytes: &[u8]) -> Option<&[u8]> {
    match Reader(bytes).word().ok()? >> KIND_SHIFT {
        ROW => bytes.get(ROW_HEAD..),
        _ => Some(bytes),
    }
}
