//! Building containers from the leaves up (`convertJsonbValue` and its kin).

use super::layout::*;
use super::view::compare_keys;
use super::{JsonbView, Value};
use crate::clock::{self, Kind};
use crate::err;
use crate::error::Result;
use crate::qsort::pg_qsort;
use crate::sort::Arrange;

/// Appends a child's bytes. Returns its JEntry, with its length including padding.
fn put(data: &mut Vec<u8>, child: JsonbView<'_>) -> u32 {
    let start = data.len();
    // A container is unpacked and put together again, piece by piece (`pushJsonbValue`).
    let inside = if let JsonbView::Container(container) = child { container.items() } else { 0 };
    clock::add(Kind::JsonbItem, 1 + inside);
    let kind = match child {
        JsonbView::Null => JENTRY_ISNULL,
        JsonbView::Bool(false) => JENTRY_ISBOOL_FALSE,
        JsonbView::Bool(true) => JENTRY_ISBOOL_TRUE,
        JsonbView::String(s) => {
            data.extend_from_slice(s);
            JENTRY_ISSTRING
        }
        JsonbView::Numeric(bytes) => {
            data.resize(start.next_multiple_of(4), 0);
            data.extend_from_slice(bytes);
            JENTRY_ISNUMERIC
        }
        JsonbView::Container(container) => {
            data.resize(start.next_multiple_of(4), 0);
            data.extend_from_slice(container.bytes);
            JENTRY_ISCONTAINER
        }
    };
    kind | (data.len() - start) as u32 & JENTRY_OFFLENMASK
}

/// Joins the bytes of a container: header, JEntries (every 32nd has an offset), the map of a sorted
/// object, data.
fn assemble(header: u32, entries: &[u32], map: &[u8], data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + entries.len() * 4 + map.len() + data.len());
    bytes.extend_from_slice(&header.to_le_bytes());
    let mut end = 0;
    for (i, &entry) in entries.iter().enumerate() {
        end += entry & JENTRY_OFFLENMASK;
        let stored = if i % JB_OFFSET_STRIDE == 0 {
            entry & JENTRY_TYPEMASK | end | JENTRY_HAS_OFF
        } else {
            entry
        };
        bytes.extend_from_slice(&stored.to_le_bytes());
    }
    bytes.extend_from_slice(map);
    bytes.extend_from_slice(data);
    bytes
}

/// Fails if the data of a container is too long for its JEntries.
fn check_size(kind: &str, data: &[u8]) -> Result<()> {
    if data.len() > JENTRY_OFFLENMASK as usize {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "total size of jsonb {kind} elements exceeds the maximum of {JENTRY_OFFLENMASK} bytes"
        );
    }
    Ok(())
}

/// The root container of a scalar: an array of one element with the flag `JB_FSCALAR`.
pub fn scalar_root(scalar: JsonbView<'_>) -> Vec<u8> {
    let mut data = Vec::new();
    let entry = put(&mut data, scalar);
    assemble(1 | JB_FARRAY | JB_FSCALAR, &[entry], &[], &data)
}

/// An array in the making.
#[derive(Clone, Debug, Default)]
pub struct ArrayBuilder {
    entries: Vec<u32>,
    data: Vec<u8>,
}

impl ArrayBuilder {
    /// Adds an element at the end.
    pub fn push(&mut self, element: JsonbView<'_>) {
        let entry = put(&mut self.data, element);
        self.entries.push(entry);
    }
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// The bytes of the elements.
    pub fn byte_size(&self) -> usize {
        self.data.len()
    }
    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// The bytes of the array.
    ///
    /// # Errors
    /// 54000 when it passes the format's limits.
    pub fn finish(&self) -> Result<Value> {
        if self.entries.len() > JB_CMASK as usize {
            return err!(
                PROGRAM_LIMIT_EXCEEDED,
                "number of jsonb array elements exceeds the maximum allowed ({JB_CMASK})"
            );
        }
        check_size("array", &self.data)?;
        let header = self.entries.len() as u32 | JB_FARRAY;
        Ok(Value::Container(assemble(header, &self.entries, &[], &self.data)))
    }
}

/// An object in the making. Of equal keys the last one stays.
#[derive(Clone, Debug, Default)]
pub struct ObjectBuilder {
    pairs: Vec<(Vec<u8>, Value)>,
}

impl ObjectBuilder {
    /// Adds a pair.
    ///
    /// # Errors
    /// 54000 when the key is too long.
    pub fn push(&mut self, key: &[u8], value: Value) -> Result<()> {
        if key.len() > JENTRY_OFFLENMASK as usize {
            return err!(PROGRAM_LIMIT_EXCEEDED, "string too long to represent as jsonb string");
        }
        self.pairs.push((key.to_vec(), value));
        Ok(())
    }
    /// The object (`uniqueifyJsonbObject`, `convertJsonbObject`).
    ///
    /// # Errors
    /// 54000 when it passes the format's limits.
    pub fn finish(mut self) -> Result<Value> {
        self.pairs.arrange_by(|a, b| compare_keys(&a.0, &b.0));
        // The sort is stable, so the last of equal keys is the one that was given last.
        let mut unique: Vec<(Vec<u8>, Value)> = Vec::with_capacity(self.pairs.len());
        for pair in self.pairs {
            match unique.last_mut() {
                Some(last) if last.0 == pair.0 => *last = pair,
                _ => unique.push(pair),
            }
        }
        let pairs: Vec<(&[u8], ObjectValue<'_>)> =
            unique.iter().map(|(key, value)| (&key[..], ObjectValue::View(value.view()))).collect();
        Ok(Value::Container(build_object(&pairs, false)?))
    }
}

/// A value to put into an object: a node, or what a toaster keeps for one.
#[derive(Clone, Copy, Debug)]
pub enum ObjectValue<'a> {
    /// A node.
    View(JsonbView<'a>),
    /// What stands for it.
    Stored(&'a [u8]),
}

impl ObjectValue<'_> {
    /// The estimated size of a value, by which values are sorted (`estimateJsonbValueSize`).
    pub fn size(self) -> usize {
        match self {
            ObjectValue::View(JsonbView::String(s)) => s.len(),
            ObjectValue::View(JsonbView::Numeric(n)) => n.len(),
            ObjectValue::View(JsonbView::Container(c)) => c.bytes.len(),
            ObjectValue::View(JsonbView::Null | JsonbView::Bool(_)) => 0,
            ObjectValue::Stored(bytes) => bytes.len(),
        }
    }
    /// Appends the value to the data, and returns its JEntry.
    fn put(self, data: &mut Vec<u8>) -> u32 {
        match self {
            ObjectValue::View(view) => put(data, view),
            ObjectValue::Stored(bytes) => {
                let start = data.len();
                data.resize(start.next_multiple_of(4), 0);
                data.extend_from_slice(bytes);
                JENTRY_ISSTORED | (data.len() - start) as u32 & JENTRY_OFFLENMASK
            }
        }
    }
}

/// The bytes of an object whose pairs are sorted by key and unique (`convertJsonbObject`). With
/// `sorted` the values are stored in the order of their lengths, unless that is the order of the
/// keys, or some value is stored elsewhere.
///
/// # Errors
/// 54000 when it passes the format's limits.
pub fn build_object(pairs: &[(&[u8], ObjectValue<'_>)], sorted: bool) -> Result<Vec<u8>> {
    let count = pairs.len();
    let mut order: Vec<usize> = (0..count).collect();
    // Which of equally long values comes first is the sort's own doing.
    if sorted && !pairs.iter().any(|(_, part)| matches!(part, ObjectValue::Stored(_))) {
        let mut sizes: Vec<(usize, usize)> =
            pairs.iter().map(|(_, part)| part.size()).zip(0..).collect();
        pg_qsort(&mut sizes, &mut |a, b| Ok(a.0.cmp(&b.0)))?;
        order = sizes.into_iter().map(|(_, i)| i).collect();
    }
    let moved = order.iter().enumerate().any(|(i, &o)| i != o);
    let (mut entries, mut data) = (Vec::with_capacity(count * 2), Vec::new());
    entries.extend(pairs.iter().map(|(key, _)| put(&mut data, JsonbView::String(key))));
    entries.extend(order.iter().map(|&i| pairs[i].1.put(&mut data)));
    check_size("object", &data)?;
    let header = count as u32 | JB_FOBJECT;
    if !moved {
        return Ok(assemble(header, &entries, &[], &data));
    }
    let width = super::view::map_width(count);
    let mut map = vec![0; (count * width).next_multiple_of(4)];
    for (place, &pair) in order.iter().enumerate() {
        map[pair * width..][..width].copy_from_slice(&(place as u32).to_le_bytes()[..width]);
    }
    Ok(assemble(header | JB_FSORTED, &entries, &map, &data))
}
