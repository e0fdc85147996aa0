//! Building containers from the leaves up (`convertJsonbValue` and its kin).

use super::layout::*;
use super::view::compare_keys;
use super::{Value, View};
use crate::err;
use crate::error::Result;

/// Puts a child behind the others and gives its JEntry with its length, padding counted.
fn put(data: &mut Vec<u8>, child: View<'_>) -> u32 {
    let start = data.len();
    let kind = match child {
        View::Null => JENTRY_ISNULL,
        View::Bool(false) => JENTRY_ISBOOL_FALSE,
        View::Bool(true) => JENTRY_ISBOOL_TRUE,
        View::String(s) => {
            data.extend_from_slice(s);
            JENTRY_ISSTRING
        }
        View::Numeric(bytes) => {
            data.resize(start.next_multiple_of(4), 0);
            data.extend_from_slice(bytes);
            JENTRY_ISNUMERIC
        }
        View::Container(container) => {
            data.resize(start.next_multiple_of(4), 0);
            data.extend_from_slice(container.bytes);
            JENTRY_ISCONTAINER
        }
    };
    kind | (data.len() - start) as u32 & JENTRY_OFFLENMASK
}

/// Header, JEntries with an offset at every 32nd, data.
fn assemble(header: u32, entries: &[u32], data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(4 + entries.len() * 4 + data.len());
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
    bytes.extend_from_slice(data);
    bytes
}

fn check_size(kind: &str, data: &[u8]) -> Result<()> {
    if data.len() > JENTRY_OFFLENMASK as usize {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "total size of jsonb {kind} elements exceeds the maximum of {JENTRY_OFFLENMASK} bytes"
        );
    }
    Ok(())
}

/// The root of a scalar: an array of one that says so.
pub fn scalar_root(scalar: View<'_>) -> Vec<u8> {
    let mut data = Vec::new();
    let entry = put(&mut data, scalar);
    assemble(1 | JB_FARRAY | JB_FSCALAR, &[entry], &data)
}

/// An array in the making.
#[derive(Clone, Debug, Default)]
pub struct ArrayBuilder {
    entries: Vec<u32>,
    data: Vec<u8>,
}

impl ArrayBuilder {
    /// Adds an element at the end.
    pub fn push(&mut self, element: View<'_>) {
        let entry = put(&mut self.data, element);
        self.entries.push(entry);
    }
    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// Whether there is none yet.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// The array.
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
        Ok(Value::Container(assemble(header, &self.entries, &self.data)))
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
        self.pairs.sort_by(|a, b| compare_keys(&a.0, &b.0));
        // The sort is stable, so the last of equal keys is the one that was given last.
        let mut unique: Vec<(Vec<u8>, Value)> = Vec::with_capacity(self.pairs.len());
        for pair in self.pairs {
            match unique.last_mut() {
                Some(last) if last.0 == pair.0 => *last = pair,
                _ => unique.push(pair),
            }
        }
        let (mut entries, mut data) = (Vec::with_capacity(unique.len() * 2), Vec::new());
        entries.extend(unique.iter().map(|(key, _)| put(&mut data, View::String(key))));
        entries.extend(unique.iter().map(|(_, value)| put(&mut data, value.view())));
        check_size("object", &data)?;
        let header = unique.len() as u32 | JB_FOBJECT;
        Ok(Value::Container(assemble(header, &entries, &data)))
    }
}
