//! The 8 kB page (`bufpage.h`): header, line pointers, free space, items, special space.

mod checksum;
mod edit;
mod index;
mod item;
pub mod layout;
#[cfg(test)]
mod tests;
mod view;

use std::rc::Rc;

pub use checksum::{checksum_of, set_checksum};
pub use edit::*;
pub use index::*;
pub use item::{ItemId, LpState};
pub use view::*;

/// Bytes in a page (`BLCKSZ`).
pub const BLCKSZ: usize = 8192;

/// The bytes of one page, which all functions of this module work on.
pub type PageBytes = [u8; BLCKSZ];

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
