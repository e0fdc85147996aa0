//! The 8 kB page (`bufpage.h`): header, line pointers, free space, items, special space.

use std::rc::Rc;

/// Bytes in a page (`BLCKSZ`).
pub const BLCKSZ: usize = 8192;

/// A page's bytes, shared until somebody writes (copy on write through [`Rc::make_mut`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page(pub Rc<[u8; BLCKSZ]>);

impl Default for Page {
    fn default() -> Self {
        Page(Rc::new([0; BLCKSZ]))
    }
}

impl Page {
    /// The bytes, to read.
    pub fn bytes(&self) -> &[u8; BLCKSZ] {
        &self.0
    }
    /// The bytes, to write; copies them first when a snapshot shares them.
    pub fn bytes_mut(&mut self) -> &mut [u8; BLCKSZ] {
        Rc::make_mut(&mut self.0)
    }
}
