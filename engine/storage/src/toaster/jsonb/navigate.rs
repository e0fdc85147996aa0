//! Finding a node in a document that is read lazily (`getKeyJsonValueFromContainer`,
//! `getIthJsonbValueFromContainer` on bytes that are not all there).

use super::lazy::LazyDocument;
use crate::error::Result;
use crate::store::Store;
use crate::types::jsonb::{
    JB_CMASK, JB_FARRAY, JB_FOBJECT, JB_FSORTED, JENTRY_HAS_OFF, JENTRY_ISBOOL_FALSE,
    JENTRY_ISBOOL_TRUE, JENTRY_ISCONTAINER, JENTRY_ISNULL, JENTRY_ISNUMERIC, JENTRY_ISSTRING,
    JENTRY_OFFLENMASK, JENTRY_TYPEMASK, JsonbView, PathStep, Value, compare_keys, subscript,
};
use std::cmp::Ordering;

/// Where a node is: its JEntry, and its bytes without padding, as offsets into the raw document.
#[derive(Clone, Copy, Debug)]
pub struct NodePlace {
    entry: Option<(usize, u32)>,
    from: usize,
    to: usize,
}

/// A container's header.
struct Header {
    base: usize,
    count: usize,
    object: bool,
    scalar: bool,
    /// Bytes of an entry of the map of a sorted object.
    map: Option<usize>,
}

impl Header {
    /// Reads the header of the container at `base`.
    fn read(doc: &mut LazyDocument<'_>, st: &mut Store, base: usize) -> Result<Header> {
        let word = match doc.head().filter(|_| base == 0) {
            Some(word) => word,
            None => doc.word(st, base)?,
        };
        let object = word & JB_FOBJECT != 0;
        let room = (doc.size() - base).saturating_sub(4) / if object { 8 } else { 4 };
        let count = ((word & JB_CMASK) as usize).min(room);
        let flagged = word & JB_FSORTED != 0;
        let width = match count {
            0..256 => 1,
            256..65536 => 2,
            _ => 4,
        };
        let scalar = flagged && word & JB_FARRAY != 0;
        Ok(Header { base, count, object, scalar, map: (flagged && object).then_some(width) })
    }
    /// How many JEntries there are: two for a pair of an object.
    fn children(&self) -> usize {
        if self.object { self.count * 2 } else { self.count }
    }
    /// Where the data of the children begins.
    fn data(&self) -> usize {
        let map = self.map.map_or(0, |w| (self.count * w).next_multiple_of(4));
        self.base + 4 + 4 * self.children() + map
    }
    /// Where the JEntry of a child is.
    fn entry_at(&self, child: usize) -> usize {
        self.base + 4 + 4 * child
    }

    /// Where a child's value is, from the JEntries up to it.
    fn child(&self, doc: &mut LazyDocument<'_>, st: &mut Store, child: usize) -> Result<NodePlace> {
        let mut offset = 0;
        for i in (0..child).rev() {
            let entry = doc.word(st, self.entry_at(i))?;
            offset += (entry & JENTRY_OFFLENMASK) as usize;
            if entry & JENTRY_HAS_OFF != 0 {
                break;
            }
        }
        let entry = doc.word(st, self.entry_at(child))?;
        let length = (entry & JENTRY_OFFLENMASK) as usize;
        let end = if entry & JENTRY_HAS_OFF != 0 { length } else { offset + length };
        let from = match entry & JENTRY_TYPEMASK {
            JENTRY_ISNUMERIC | JENTRY_ISCONTAINER => offset.next_multiple_of(4),
            _ => offset,
        };
        let data = self.data();
        let (from, to) = (data + from, data + end.max(from));
        Ok(NodePlace { entry: Some((self.entry_at(child), entry)), from, to })
    }

    /// Searches an object for a key, by halves, and returns where its value is.
    fn find(
        &self,
        doc: &mut LazyDocument<'_>,
        st: &mut Store,
        key: &[u8],
    ) -> Result<Option<NodePlace>> {
        // All JEntries are there before the first look at a key.
        doc.read(st, self.base, self.data())?;
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            let place = self.child(doc, st, middle)?;
            let found = doc.read(st, place.from, place.to)?;
            match compare_keys(&found, key) {
                Ordering::Equal => {
                    let value = self.value_of(doc, st, middle)?;
                    return self.child(doc, st, value).map(Some);
                }
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        Ok(None)
    }

    /// Which child is the value of a pair; in an object sorted by length a map says it.
    fn value_of(&self, doc: &mut LazyDocument<'_>, st: &mut Store, pair: usize) -> Result<usize> {
        let Some(width) = self.map else { return Ok(self.count + pair) };
        let at = self.base + 4 + 8 * self.count + pair * width;
        let entry = doc.read(st, at, at + width)?;
        let place = entry.iter().rev().fold(0, |n, b| n << 8 | usize::from(*b));
        Ok(self.count + place.min(self.count - 1))
    }
}

/// Follows a path from the root; `None` if there is nothing at it.
pub fn follow(
    doc: &mut LazyDocument<'_>,
    st: &mut Store,
    path: &[PathStep],
) -> Result<Option<NodePlace>> {
    let mut place = NodePlace { entry: None, from: 0, to: doc.size() };
    for step in path {
        let container = match place.entry {
            None => true,
            Some((_, entry)) => entry & JENTRY_TYPEMASK == JENTRY_ISCONTAINER,
        };
        if !container {
            return Ok(None);
        }
        let header = Header::read(doc, st, place.from)?;
        let next = match step {
            PathStep::Key(key) | PathStep::Either(key) if header.object => {
                header.find(doc, st, key)?
            }
            PathStep::Key(_) => None,
            PathStep::Index(_) if header.object => None,
            PathStep::Index(i) if header.scalar && *i != 0 && *i != -1 => None,
            PathStep::Index(i) => element(&header, doc, st, Some(*i))?,
            PathStep::Either(_) if header.scalar => None,
            PathStep::Either(text) => element(&header, doc, st, subscript(text))?,
        };
        let Some(next) = next else { return Ok(None) };
        place = next;
    }
    Ok(Some(place))
}

/// Where an element of an array is; a negative index counts from the end.
fn element(
    header: &Header,
    doc: &mut LazyDocument<'_>,
    st: &mut Store,
    index: Option<i64>,
) -> Result<Option<NodePlace>> {
    let Some(index) = index else { return Ok(None) };
    let count = header.count as i64;
    let index = if index < 0 { index + count } else { index };
    if !(0..count).contains(&index) {
        return Ok(None);
    }
    header.child(doc, st, index as usize).map(Some)
}

/// Reads the node at a place in the document.
pub fn value(doc: &mut LazyDocument<'_>, st: &mut Store, place: NodePlace) -> Result<Value> {
    let kind = place.entry.map_or(JENTRY_ISCONTAINER, |(_, e)| e & JENTRY_TYPEMASK);
    Ok(match kind {
        JENTRY_ISSTRING => Value::String(doc.read(st, place.from, place.to)?),
        JENTRY_ISNUMERIC => Value::Numeric(doc.read(st, place.from, place.to)?.into()),
        JENTRY_ISBOOL_FALSE => Value::Bool(false),
        JENTRY_ISBOOL_TRUE => Value::Bool(true),
        JENTRY_ISCONTAINER => Value::Container(doc.read(st, place.from, place.to)?),
        _ => Value::Null,
    })
}

/// The difference (raw offset and new bytes) that replaces a value by another of the same kind and
/// size; `None` if it does not fit. Unless `every` is true, only strings and numbers are replaced
/// (`isValueReplacable`).
pub fn replacement(place: NodePlace, new: JsonbView<'_>, every: bool) -> Option<(u32, Vec<u8>)> {
    let (at, entry) = place.entry?;
    let kind = entry & JENTRY_TYPEMASK;
    if !every && !matches!(new, JsonbView::String(_) | JsonbView::Numeric(_)) {
        return None;
    }
    let bytes = match (kind, new) {
        (JENTRY_ISSTRING, JsonbView::String(s)) => s.to_vec(),
        (JENTRY_ISNUMERIC, JsonbView::Numeric(n)) => n.to_vec(),
        (JENTRY_ISCONTAINER, JsonbView::Container(c)) => c.bytes.to_vec(),
        (
            JENTRY_ISBOOL_FALSE | JENTRY_ISBOOL_TRUE | JENTRY_ISNULL,
            JsonbView::Null | JsonbView::Bool(_),
        ) => {
            let kind = match new {
                JsonbView::Bool(true) => JENTRY_ISBOOL_TRUE,
                JsonbView::Bool(false) => JENTRY_ISBOOL_FALSE,
                _ => JENTRY_ISNULL,
            };
            return Some((at as u32, (entry & !JENTRY_TYPEMASK | kind).to_le_bytes().to_vec()));
        }
        _ => return None,
    };
    (bytes.len() == place.to - place.from).then_some((place.from as u32, bytes))
}

/// Fetches the scalar or container header at a place, to compare a new value with it.
pub fn look_at(doc: &mut LazyDocument<'_>, st: &mut Store, place: NodePlace) -> Result<()> {
    let container = place.entry.is_none_or(|(_, e)| e & JENTRY_TYPEMASK == JENTRY_ISCONTAINER);
    let to = if container { place.to.min(place.from + 4) } else { place.to };
    doc.read(st, place.from, to).map(drop)
}
