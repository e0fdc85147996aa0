//! B-tree pages: what is on them, and finding entries without counting buffers.

use super::page::peek_page;
use super::tuple::{Tid, preview};
use server::session::Backend;
use storage::btree::layout::{Opaque, tuple as itup};
use storage::btree::metap;
use storage::heap::Relation;
use storage::ids::{AttrNumber, ForkNumber, ItemPointer, OffsetNumber};
use storage::page::{self, PageBytes};
use storage::tuple::index_attribute;

/// How many leaf pages of a table's index are searched for a row's entry.
const SEARCHED: usize = 4096;

/// What the special space of a B-tree page says; for a metapage, where the root is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct IndexPage {
    /// `meta`, `root`, `internal`, `leaf` or `deleted`; a root that is a leaf is `root`.
    pub kind: String,
    /// Levels above the leaves.
    pub level: u32,
    /// The left sibling.
    pub prev: Option<u32>,
    /// The right sibling.
    pub next: Option<u32>,
    /// For a metapage: the root's block.
    pub root: Option<u32>,
}

/// An item of a B-tree page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct IndexEntry {
    /// The key as text, columns joined by `, `; empty for the first item of an internal page, which
    /// stands for minus infinity.
    pub key: String,
    /// Whether it is the page's high key.
    pub high_key: bool,
    /// For an internal page: the child's block.
    pub downlink: Option<u32>,
    /// For a leaf: the rows that it leads to.
    pub tids: Vec<Tid>,
}

/// Reads what a page of an index is, from its special space: kind, level and siblings. Of the meta
/// page: the root and its level.
pub(super) fn index_page(p: &PageBytes) -> IndexPage {
    let o = Opaque::of(p);
    if let Some(meta) = metap(p) {
        let (level, root) = (meta.level, Some(meta.root));
        return IndexPage { kind: "meta".into(), level, prev: None, next: None, root };
    }
    let kind = if o.is_deleted() || o.is_half_dead() {
        "deleted"
    } else if o.is_root() {
        "root"
    } else if o.is_leaf() {
        "leaf"
    } else {
        "internal"
    };
    let sibling = |block: u32| (block != 0).then_some(block);
    let (prev, next) = (sibling(o.prev), sibling(o.next));
    IndexPage { kind: kind.into(), level: o.level, prev, next, root: None }
}

/// Decodes an index entry; `None` if it is damaged.
pub(super) fn entry(
    b: &mut Backend,
    rel: &Relation,
    p: &PageBytes,
    off: u16,
) -> Option<IndexEntry> {
    let t = page::try_item(p, OffsetNumber(off)).filter(|t| t.len() >= 8)?;
    let o = Opaque::of(p);
    let high_key = off == 1 && !o.rightmost();
    let natts = itup::natts(t, rel.desc.attrs.len()).min(rel.desc.attrs.len());
    let key: Vec<String> = (1..=natts)
        .filter_map(|n| {
            let attno = AttrNumber(n as i16);
            let datum = index_attribute(&rel.desc, t, attno).ok()?;
            if datum.is_null() {
                return Some("NULL".to_string());
            }
            preview(b, rel.desc.attr(attno), &datum)
        })
        .collect();
    let downlink = (!o.is_leaf() && !high_key).then(|| itup::block(t));
    let tids = if o.is_leaf() && !high_key && !itup::is_pivot(t) && posting_fits(t) {
        itup::heap_tids(t).map(Tid::from).collect()
    } else {
        Vec::new()
    };
    Some(IndexEntry { key: key.join(", "), high_key, downlink, tids })
}

/// Whether the tuple is long enough for the TIDs that it counts.
fn posting_fits(t: &[u8]) -> bool {
    !itup::is_posting(t) || itup::block(t) as usize + itup::n_posting(t) * 6 <= t.len()
}

/// An entry of a TOAST index.
pub(super) struct ChunkEntry {
    pub(super) seq: i32,
    pub(super) tid: ItemPointer,
    pub(super) at: Tid,
}

/// The entries of a TOAST index for one value, in order, found by a descent from the root.
pub(super) fn chunk_entries(b: &Backend, index: &Relation, value: u32) -> Vec<ChunkEntry> {
    let mut found = Vec::new();
    let read = |block| peek_page(b, index.file, ForkNumber::Main, block);
    let Some(meta) = read(0).and_then(|p| metap(p.bytes())) else { return found };
    let mut block = meta.root;
    // Down: the last item whose key is below (value, -infinity).
    for _ in 0..meta.level {
        let Some(kept) = read(block) else { return found };
        let p = kept.bytes();
        let first = Opaque::of(p).first_data_key();
        let mut child = None;
        for off in first..=page::max_offset(p) {
            let Some(t) = page::try_item(p, OffsetNumber(off)).filter(|t| t.len() >= 8) else {
                return found;
            };
            if off > first && chunk_key(t).is_none_or(|(id, _)| id >= value) {
                break;
            }
            child = Some(itup::block(t));
        }
        match child {
            Some(next) => block = next,
            None => return found,
        }
    }
    // Right: until a greater value.
    while block != 0 {
        let Some(kept) = read(block) else { break };
        let p = kept.bytes();
        let o = Opaque::of(p);
        for off in o.first_data_key()..=page::max_offset(p) {
            let Some(t) = page::try_item(p, OffsetNumber(off)).filter(|t| t.len() >= 16) else {
                continue;
            };
            match chunk_key(t) {
                Some((id, _)) if id < value => {}
                Some((id, seq)) if id == value => {
                    let at = Tid { block, offset: off };
                    let seq = seq.unwrap_or(0);
                    if posting_fits(t) {
                        found.extend(itup::heap_tids(t).map(|tid| ChunkEntry { seq, tid, at }));
                    }
                }
                _ => return found,
            }
        }
        block = o.next;
    }
    found
}

/// `chunk_id` and `chunk_seq` of an index entry; the second is `None` in a pivot that was
/// truncated.
fn chunk_key(t: &[u8]) -> Option<(u32, Option<i32>)> {
    let word = |at: usize| t.get(at..at + 4).map(|w| u32::from_le_bytes([w[0], w[1], w[2], w[3]]));
    let natts = itup::natts(t, 2);
    Some((word(8)?, if natts > 1 { word(12).map(|w| w as i32) } else { None }))
}

/// The places of the entries that an index has for these rows.
pub(super) fn entries_of(b: &Backend, index: &Relation, tids: &[ItemPointer]) -> Vec<Tid> {
    let mut found = Vec::new();
    let blocks = b.store.pool.nblocks(index.file, ForkNumber::Main);
    // The latest pages first: that is where the row just written is, more often than not.
    for block in (1..blocks).rev().take(SEARCHED) {
        let Some(kept) = peek_page(b, index.file, ForkNumber::Main, block) else { continue };
        let p = kept.bytes();
        let o = Opaque::of(p);
        if !o.is_leaf() || o.ignore() {
            continue;
        }
        for off in o.first_data_key()..=page::max_offset(p) {
            let t = page::try_item(p, OffsetNumber(off)).filter(|t| t.len() >= 8);
            if t.is_some_and(|t| posting_fits(t) && itup::heap_tids(t).any(|x| tids.contains(&x))) {
                found.push(Tid { block, offset: off });
            }
        }
        if !found.is_empty() {
            break;
        }
    }
    found
}
