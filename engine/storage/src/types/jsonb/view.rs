//! Looking at a container without copying it.
//!
//! Bytes may come from anywhere, so every look is checked: what is not there reads as null or empty.

use super::layout::*;
use super::{Value, scalar_root};
use crate::datum::Datum;
use std::cmp::Ordering;

/// A node, borrowed.
#[derive(Clone, Copy, Debug)]
pub enum JsonbView<'a> {
    /// JSON's `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A numeric with its varlena header.
    Numeric(&'a [u8]),
    /// A string's bytes.
    String(&'a [u8]),
    /// An array or object.
    Container(Container<'a>),
}

impl<'a> JsonbView<'a> {
    /// The node as a value of its own.
    pub fn to_value(self) -> Value {
        match self {
            JsonbView::Null => Value::Null,
            JsonbView::Bool(b) => Value::Bool(b),
            JsonbView::Numeric(n) => Value::Numeric(n.into()),
            JsonbView::String(s) => Value::String(s.to_vec()),
            JsonbView::Container(c) => Value::Container(c.bytes.to_vec()),
        }
    }
    /// The jsonb datum with this root.
    pub fn to_datum(self) -> Datum {
        match self {
            JsonbView::Container(c) => Datum::varlena(c.bytes),
            scalar => Datum::varlena(&scalar_root(scalar)),
        }
    }
    /// The payload of a numeric, without its header.
    pub fn numeric_payload(numeric: &'a [u8]) -> &'a [u8] {
        crate::varlena::payload(numeric)
    }
}

/// An array or object, from its header word on (`JsonbContainer`).
#[derive(Clone, Copy, Debug)]
pub struct Container<'a> {
    /// Its bytes, and none after.
    pub bytes: &'a [u8],
}

/// The 32-bit number at a place; 0 where there is none.
fn word(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => 0,
    }
}

impl<'a> Container<'a> {
    /// The container at the start of these bytes; the payload of a jsonb datum is its root
    /// container.
    pub fn new(bytes: &'a [u8]) -> Self {
        Container { bytes }
    }
    /// The container's header: its count and its flags.
    fn header(self) -> u32 {
        word(self.bytes, 0)
    }
    /// The number of elements or pairs (`JsonContainerSize`), but never more than there are
    /// JEntries.
    pub fn count(self) -> usize {
        let room = self.bytes.len().saturating_sub(4) / 4;
        ((self.header() & JB_CMASK) as usize).min(if self.is_object() { room / 2 } else { room })
    }
    /// Whether it is an object.
    pub fn is_object(self) -> bool {
        self.header() & JB_FOBJECT != 0
    }
    /// Whether it is an array; the root of a scalar counts as one.
    pub fn is_array(self) -> bool {
        self.header() & JB_FARRAY != 0
    }
    /// Whether it is the root of a scalar.
    pub fn is_scalar(self) -> bool {
        self.header() & (JB_FSCALAR | JB_FOBJECT) == JB_FSCALAR
    }
    /// The scalar in a scalar's root.
    pub fn scalar(self) -> Option<JsonbView<'a>> {
        self.is_scalar().then(|| self.child(0))
    }
    /// The root as a node; for the root of a scalar, the scalar itself.
    pub fn root(self) -> JsonbView<'a> {
        self.scalar().unwrap_or(JsonbView::Container(self))
    }
    /// The number of children: an object has keys and values.
    pub fn children(self) -> usize {
        if self.is_object() { self.count() * 2 } else { self.count() }
    }
    /// How many keys, elements and values are in it and in the containers inside it.
    pub fn items(self) -> u64 {
        let container = |i: &usize| self.entry(*i) & JENTRY_TYPEMASK == JENTRY_ISCONTAINER;
        let inside = (0..self.children()).filter(container).map(|i| match self.child(i) {
            JsonbView::Container(c) => c.items(),
            _ => 0,
        });
        self.children() as u64 + inside.sum::<u64>()
    }
    /// The JEntry of a child.
    pub fn entry(self, index: usize) -> u32 {
        word(self.bytes, 4 + 4 * index)
    }
    /// Where the children's bytes begin.
    pub fn data_start(self) -> usize {
        4 + 4 * self.children() + self.map_size()
    }
    /// Whether it is an object whose values are ordered by their length.
    pub fn is_sorted(self) -> bool {
        self.is_object() && self.header() & JB_FSORTED != 0
    }
    /// The length in bytes of the map from keys to values, padding included
    /// (`JSONB_KVMAP_ENTRY_SIZE`).
    fn map_size(self) -> usize {
        match self.is_sorted() {
            true => (self.count() * map_width(self.count())).next_multiple_of(4),
            false => 0,
        }
    }
    /// The index of the child that is the value of a pair.
    pub fn value_of(self, pair: usize) -> usize {
        let count = self.count();
        if !self.is_sorted() {
            return count + pair;
        }
        let width = map_width(count);
        let at = 4 + 8 * count + pair * width;
        let entry = self.bytes.get(at..at + width).unwrap_or(&[]);
        let place = entry.iter().rev().fold(0, |n, b| n << 8 | usize::from(*b));
        count + place.min(count.saturating_sub(1))
    }
    /// The bytes of a child that a toaster stores outside the document, marked by [`JENTRY_ISSTORED`].
    pub fn stored(self, index: usize) -> Option<&'a [u8]> {
        if self.entry(index) & JENTRY_TYPEMASK != JENTRY_ISSTORED {
            return None;
        }
        let offset = self.offset(index);
        let start = self.data_start();
        let end = start + self.end(index, offset);
        self.bytes.get(start + offset.next_multiple_of(4)..end)
    }
    /// Where a child's bytes begin, relative to the first child's (`getJsonbOffset`).
    pub fn offset(self, index: usize) -> usize {
        let mut offset = 0usize;
        for i in (0..index).rev() {
            let entry = self.entry(i);
            offset += (entry & JENTRY_OFFLENMASK) as usize;
            if entry & JENTRY_HAS_OFF != 0 {
                break;
            }
        }
        offset
    }
    /// Where a child that begins at `offset` ends.
    fn end(self, index: usize, offset: usize) -> usize {
        let entry = self.entry(index);
        let length = (entry & JENTRY_OFFLENMASK) as usize;
        if entry & JENTRY_HAS_OFF != 0 { length } else { offset + length }
    }
    /// The child with this number, whose data begins at `offset`.
    fn child_at(self, index: usize, offset: usize) -> JsonbView<'a> {
        let start = self.data_start();
        let bytes = |from: usize| {
            self.bytes.get(start + from..start + self.end(index, offset)).unwrap_or(&[])
        };
        let aligned = offset.next_multiple_of(4);
        match self.entry(index) & JENTRY_TYPEMASK {
            JENTRY_ISSTRING => JsonbView::String(bytes(offset)),
            JENTRY_ISNUMERIC => JsonbView::Numeric(bytes(aligned)),
            JENTRY_ISBOOL_FALSE => JsonbView::Bool(false),
            JENTRY_ISBOOL_TRUE => JsonbView::Bool(true),
            JENTRY_ISCONTAINER => JsonbView::Container(Container { bytes: bytes(aligned) }),
            _ => JsonbView::Null,
        }
    }
    /// The n-th child (`fillJsonbValue`).
    pub fn child(self, index: usize) -> JsonbView<'a> {
        self.child_at(index, self.offset(index))
    }
    /// The key of the n-th pair.
    pub fn key(self, index: usize) -> &'a [u8] {
        match self.child(index) {
            JsonbView::String(key) => key,
            _ => &[],
        }
    }
    /// The number of the pair with this key, found by binary search
    /// (`getKeyJsonValueFromContainer`).
    pub fn find(self, key: &[u8]) -> Option<usize> {
        if !self.is_object() {
            return None;
        }
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = low + (high - low) / 2;
            match compare_keys(self.key(middle), key) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        None
    }
    /// The value of this key.
    pub fn get(self, key: &[u8]) -> Option<JsonbView<'a>> {
        self.find(key).map(|pair| self.child(self.value_of(pair)))
    }
    /// The element with this index; a negative one counts from the end.
    pub fn element(self, index: i64) -> Option<JsonbView<'a>> {
        let count = self.count() as i64;
        let index = if index < 0 { index + count } else { index };
        (self.is_array() && (0..count).contains(&index)).then(|| self.child(index as usize))
    }
    /// Returns the first `n` children.
    fn first_children(self, n: usize) -> impl Iterator<Item = JsonbView<'a>> {
        let mut offset = self.offset(0);
        (0..n).map(move |index| {
            let child = self.child_at(index, offset);
            offset = self.end(index, offset);
            child
        })
    }
    /// An array's elements.
    pub fn elements(self) -> impl Iterator<Item = JsonbView<'a>> {
        self.first_children(self.count())
    }
    /// An object's pairs, in key order.
    pub fn pairs(self) -> impl Iterator<Item = (&'a [u8], JsonbView<'a>)> {
        let count = if self.is_object() { self.count() } else { 0 };
        let keys = self.first_children(count).map(|key| match key {
            JsonbView::String(key) => key,
            _ => &[],
        });
        let mut offset = if count > 0 { self.offset(count) } else { 0 };
        let sorted = self.is_sorted();
        let values = (0..count).map(move |pair| {
            if sorted {
                return self.child(self.value_of(pair));
            }
            let value = self.child_at(count + pair, offset);
            offset = self.end(count + pair, offset);
            value
        });
        keys.zip(values)
    }
}

/// Bytes of each entry in the key-to-value map of an object with `count` pairs.
pub(super) fn map_width(count: usize) -> usize {
    match count {
        0..256 => 1,
        256..65536 => 2,
        _ => 4,
    }
}

/// The order of keys in an object: by length, then bytewise (`lengthCompareJsonbString`).
pub fn compare_keys(a: &[u8], b: &[u8]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.cmp(b))
}
