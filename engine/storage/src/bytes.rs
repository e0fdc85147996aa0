//! Shared, sliceable bytes.
//!
//! A detoasted megabyte is passed from function to function; [`Bytes`] lets them share it, and
//! take a part of it, without copying.

use std::ops::Deref;
use std::rc::Rc;

/// A part of a shared byte string. Cloning and slicing cost a reference count.
#[derive(Clone)]
pub struct Bytes {
    owner: Rc<Vec<u8>>,
    start: u32,
    end: u32,
}

/// What stands before the bytes of an expanded value; nothing else begins behind it.
const EXPANDED: &[u8; 8] = b"expanded";

impl Bytes {
    /// A copy of an array's bytes that stands for its expanded form (`ExpandedArrayHeader`). It is read as any other,
    /// but a tuple that is formed of it has it with a header of four bytes.
    pub fn expanded(flat: &[u8]) -> Bytes {
        let mut bytes = Bytes::from([EXPANDED, flat].concat());
        bytes.start = EXPANDED.len() as u32;
        bytes
    }

    /// Whether the bytes stand for an expanded value (`VARATT_IS_EXTERNAL_EXPANDED`).
    pub fn is_expanded(&self) -> bool {
        self.start as usize == EXPANDED.len() && self.owner.starts_with(EXPANDED)
    }

    /// The bytes from `from` up to `to`, sharing the owner.
    ///
    /// # Panics
    /// If the range is not within the bytes.
    pub fn slice(&self, from: usize, to: usize) -> Bytes {
        assert!(from <= to && to <= self.len(), "a slice lies within its bytes");
        Bytes {
            owner: Rc::clone(&self.owner),
            start: self.start + from as u32,
            end: self.start + to as u32,
        }
    }

    /// The bytes as a vector; copied only if somebody else shares them.
    pub fn into_vec(self) -> Vec<u8> {
        let (start, end) = (self.start as usize, self.end as usize);
        match Rc::try_unwrap(self.owner) {
            Ok(mut v) => {
                v.truncate(end);
                if start > 0 {
                    v.drain(..start);
                }
                v
            }
            Err(shared) => shared[start..end].to_vec(),
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(v: Vec<u8>) -> Bytes {
        let end = u32::try_from(v.len()).expect("no value is longer than 1 GB");
        Bytes { owner: Rc::new(v), start: 0, end }
    }
}

impl From<&[u8]> for Bytes {
    fn from(v: &[u8]) -> Bytes {
        v.to_vec().into()
    }
}

impl Deref for Bytes {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.owner[self.start as usize..self.end as usize]
    }
}

impl PartialEq for Bytes {
    fn eq(&self, other: &Bytes) -> bool {
        **self == **other
    }
}

impl Eq for Bytes {}

impl std::fmt::Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bytes[{}]", self.len())
    }
}
