//! One page of the free space map (`fsmpage.c`): a binary tree of bytes, where a leaf is a heap
//! page's category and a parent the greater of its children.
//!
//! ```text
//! 24             28        29 ...            28+4095 = 4123          8192
//! | fp_next_slot | root | upper nodes (4095 in all) | 4069 leaves |
//! ```

use crate::page::{PageBytes, put_u32};

/// Byte offset of `fp_next_slot`: where the next search starts.
const FP_NEXT_SLOT: usize = 24;
/// Byte offset of the nodes.
const FP_NODES: usize = 28;
/// Nodes on a page, one byte each (`NodesPerPage`).
const NODES: usize = 8192 - FP_NODES;
/// How many of them are not leaves (`NonLeafNodesPerPage`).
const NON_LEAVES: usize = 4095;
/// `SlotsPerFSMPage`: heap pages (or lower pages) one page speaks of.
pub const SLOTS: u32 = (NODES - NON_LEAVES) as u32;

/// The value of a node of the tree.
#[inline]
fn node(page: &PageBytes, n: usize) -> u8 {
    page[FP_NODES + n]
}

/// The greater value of a node's children.
fn children_max(page: &PageBytes, n: usize) -> u8 {
    let left = 2 * n + 1;
    let a = if left < NODES { node(page, left) } else { 0 };
    let b = if left + 1 < NODES { node(page, left + 1) } else { 0 };
    a.max(b)
}

/// Returns the slot at which the next search begins (`fp_next_slot`).
pub fn next_slot(page: &PageBytes) -> i32 {
    crate::page::get_u32(page, FP_NEXT_SLOT) as i32
}

/// Sets `fp_next_slot`.
pub(super) fn set_next_slot(page: &mut PageBytes, slot: u32) {
    put_u32(page, FP_NEXT_SLOT, slot);
}

/// A slot's category (`fsm_get_avail`).
pub fn avail(page: &PageBytes, slot: u32) -> u8 {
    node(page, NON_LEAVES + slot as usize)
}

/// The greatest category on the page (`fsm_get_max_avail`).
pub fn max_avail(page: &PageBytes) -> u8 {
    node(page, 0)
}

/// For tests: all nodes that are not 0, as pageinspect's `fsm_page_contents` prints them.
#[cfg(test)]
pub fn nonzero_nodes(page: &PageBytes) -> Vec<(usize, u8)> {
    (0..NODES).map(|n| (n, node(page, n))).filter(|(_, v)| *v != 0).collect()
}

/// Whether setting a slot would change its value.
pub(super) fn would_change(page: &PageBytes, slot: u32, value: u8) -> bool {
    avail(page, slot) != value || value > max_avail(page)
}

/// Sets a slot's category and corrects the nodes above (`fsm_set_avail`).
pub(super) fn set_avail(page: &mut PageBytes, slot: u32, value: u8) {
    let mut n = NON_LEAVES + slot as usize;
    page[FP_NODES + n] = value;
    loop {
        n = (n - 1) / 2;
        let new = children_max(page, n);
        if node(page, n) == new {
            break;
        }
        page[FP_NODES + n] = new;
        if n == 0 {
            break;
        }
    }
    if value > node(page, 0) {
        rebuild(page);
    }
}

/// Recomputes all upper nodes (`fsm_rebuild_page`). Returns whether any changed.
pub(super) fn rebuild(page: &mut PageBytes) -> bool {
    let mut changed = false;
    for n in (0..NON_LEAVES).rev() {
        let new = children_max(page, n);
        if node(page, n) != new {
            page[FP_NODES + n] = new;
            changed = true;
        }
    }
    changed
}

/// Clears the slots from `slots` on (`fsm_truncate_avail`).
pub(super) fn truncate_avail(page: &mut PageBytes, slots: u32) {
    let leaves = &mut page[FP_NODES + NON_LEAVES + slots as usize..];
    if leaves.iter().any(|b| *b != 0) {
        leaves.fill(0);
        rebuild(page);
    }
}

/// What a search on a page found.
pub(super) enum SlotSearch {
    /// Nothing with as much room.
    Nothing,
    /// This slot.
    Slot(u32),
    /// A parent promised what its children do not have.
    Corrupt,
}

/// Finds a slot of at least category `min`, starting at `fp_next_slot` (`fsm_search_avail`).
pub(super) fn search(page: &PageBytes, min: u8) -> SlotSearch {
    if node(page, 0) < min {
        return SlotSearch::Nothing;
    }
    let start = next_slot(page);
    let start = if start < 0 || start >= SLOTS as i32 { 0 } else { start as usize };
    let mut n = start + NON_LEAVES;
    while n > 0 && node(page, n) < min {
        // Move right, wrapping around within the level, then climb.
        n += 1;
        if (n + 1).is_power_of_two() {
            n = (n - 1) / 2;
        }
        n = (n - 1) / 2;
    }
    while n < NON_LEAVES {
        let left = 2 * n + 1;
        if left < NODES && node(page, left) >= min {
            n = left;
        } else if left + 1 < NODES && node(page, left + 1) >= min {
            n = left + 1;
        } else {
            return SlotSearch::Corrupt;
        }
    }
    SlotSearch::Slot((n - NON_LEAVES) as u32)
}
