//! Where the fields of an nbtree page and tuple are (`nbtree.h`, `itup.h`).
//!
//! ```text
//! page    0        24                                   lower   upper         8176     8192
//!         | header | line pointers: high key, data items  | free  | tuples      | opaque |
//!
//! opaque  8176  btpo_prev u32 | btpo_next u32 | btpo_level u32 | btpo_flags u16 | btpo_cycleid u16
//!
//! tuple   0  t_tid (6: block high, block low, offset)   6  t_info (size 13 bits, alt-tid, var, null)
//!         8  null bitmap (8 bytes, if t_info says so)    then the key attributes
//!
//! plain    t_tid is the heap TID
//! posting  t_info alt-tid; block = offset of the TID list in the tuple; offset = 0x2000 | count
//! pivot    t_info alt-tid; block = downlink; offset = number of attributes, | 0x1000 when the last
//!          8 bytes (6 used) of the tuple are a heap TID, the tiebreaker attribute
//! ```
//!
//! Example: `00 00 02 00 01 00 10 20 6f 01 00 00 00 00 00 00` is a pivot on an int4 index: downlink
//! to block 2, one attribute kept (no tiebreaker), 16 bytes, and the attribute is 367.

use crate::ids::ItemPointer;
use crate::page::BLCKSZ;
pub use crate::page::PageBytes;
pub use crate::page::layout::{
    SIZE_OF_ITEM_ID as ITEM_ID, SIZE_OF_PAGE_HEADER as PAGE_HEADER, maxalign,
};

/// `P_NONE`: no sibling; block 0 is the metapage, which nothing links to.
pub const P_NONE: u32 = 0;
/// The block of the metapage (`BTREE_METAPAGE`).
pub const METAPAGE: u32 = 0;
/// The number that a metapage begins with (`BTREE_MAGIC`).
pub const MAGIC: u32 = 0x053162;
/// The version of the format that is written, with heap TIDs in the keys (`BTREE_VERSION`).
pub const VERSION: u32 = 4;
/// `P_HIKEY`: where the high key is on a page that has one.
pub const P_HIKEY: u16 = 1;
/// `P_FIRSTKEY`: the first data item of a page with a high key.
pub const P_FIRSTKEY: u16 = 2;

/// Bytes of the special space: `MAXALIGN(sizeof(BTPageOpaqueData))`.
pub const OPAQUE_SIZE: usize = 16;
/// Where the special space starts.
pub const OPAQUE: usize = BLCKSZ - OPAQUE_SIZE;
/// Bytes between the page header and the special space.
pub const PAGE_SPACE: usize = BLCKSZ - PAGE_HEADER - OPAQUE_SIZE;
/// Bytes of an index tuple's header (`sizeof(IndexTupleData)`).
pub const TUPLE_HEADER: usize = 8;
/// Bytes of a TID (`sizeof(ItemPointerData)`).
pub const TID_SIZE: usize = 6;
/// `BTMaxItemSize`: a third of a page, with room for a tiebreaker TID.
pub const MAX_ITEM_SIZE: usize = 2704;

/// The flag of a leaf page (`BTP_LEAF`).
pub const BTP_LEAF: u16 = 1 << 0;
/// The flag of the root, which has no parent (`BTP_ROOT`).
pub const BTP_ROOT: u16 = 1 << 1;
/// The flag of a page that was deleted from the tree (`BTP_DELETED`).
pub const BTP_DELETED: u16 = 1 << 2;
/// The flag of the metapage (`BTP_META`).
pub const BTP_META: u16 = 1 << 3;
/// The flag of an empty page that is still in the tree and will be deleted (`BTP_HALF_DEAD`).
pub const BTP_HALF_DEAD: u16 = 1 << 4;
/// The flag of the rightmost page of a group that was split during one VACUUM (`BTP_SPLIT_END`).
pub const BTP_SPLIT_END: u16 = 1 << 5;
/// The flag of a page that has items marked dead; only a hint (`BTP_HAS_GARBAGE`).
pub const BTP_HAS_GARBAGE: u16 = 1 << 6;
/// The flag of a page whose right sibling has no downlink yet (`BTP_INCOMPLETE_SPLIT`).
pub const BTP_INCOMPLETE_SPLIT: u16 = 1 << 7;
/// The flag of a deleted page that holds the xid of its deletion (`BTP_HAS_FULLXID`).
pub const BTP_HAS_FULLXID: u16 = 1 << 8;

/// The bits of `t_info` that hold the tuple's size, in bytes (`INDEX_SIZE_MASK`).
pub const INDEX_SIZE_MASK: u16 = 0x1fff;
/// The bit of `t_info` that says that the tuple is a pivot or has a posting list
/// (`INDEX_ALT_TID_MASK`).
pub const INDEX_ALT_TID: u16 = 0x2000;
/// The bit of `t_info` that says that some attribute has no fixed length (`INDEX_VAR_MASK`).
pub const INDEX_VAR: u16 = 0x4000;
/// The bit of `t_info` that says that some attribute is NULL (`INDEX_NULL_MASK`).
pub const INDEX_NULL: u16 = 0x8000;
/// The bits of an alternative TID's offset that hold a count: of a pivot's attributes, or of a
/// posting list's TIDs (`BT_OFFSET_MASK`).
pub const BT_OFFSET_MASK: u16 = 0x0fff;
/// The bit of a pivot's offset that says that a heap TID follows as tiebreaker
/// (`BT_PIVOT_HEAP_TID_ATTR`).
pub const BT_PIVOT_HEAP_TID_ATTR: u16 = 0x1000;
/// The bit of the offset that says that the tuple has a posting list (`BT_IS_POSTING`).
pub const BT_IS_POSTING: u16 = 0x2000;

/// How full leaf pages are left, per cent (`BTREE_DEFAULT_FILLFACTOR`).
pub const DEFAULT_FILLFACTOR: i32 = 90;
/// How full a page above the leaves is left by a build or the rightmost split, per cent
/// (`BTREE_NONLEAF_FILLFACTOR`).
pub const NONLEAF_FILLFACTOR: i32 = 70;
/// How full a page of one value only is left when it is split, per cent
/// (`BTREE_SINGLEVAL_FILLFACTOR`).
pub const SINGLEVAL_FILLFACTOR: i32 = 96;

/// Reads a little-endian 16-bit number.
#[inline]
pub(super) fn u16_at(b: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([b[at], b[at + 1]])
}
/// Reads a little-endian 32-bit number.
#[inline]
pub(super) fn u32_at(b: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([b[at], b[at + 1], b[at + 2], b[at + 3]])
}
/// Writes a little-endian 16-bit number.
pub(super) fn put_u16(b: &mut [u8], at: usize, v: u16) {
    b[at..at + 2].copy_from_slice(&v.to_le_bytes());
}
/// Writes a little-endian 32-bit number.
pub(super) fn put_u32(b: &mut [u8], at: usize, v: u32) {
    b[at..at + 4].copy_from_slice(&v.to_le_bytes());
}

/// `BTPageOpaqueData`: the special space of every nbtree page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// `btpo_prev`: the left sibling, or [`P_NONE`].
    pub prev: u32,
    /// `btpo_next`: the right sibling, or [`P_NONE`].
    pub next: u32,
    /// The level in the tree, 0 for leaves (`btpo_level`).
    pub level: u32,
    /// What kind of page it is, and its state (`btpo_flags`): bits like [`BTP_LEAF`].
    pub flags: u16,
    /// `btpo_cycleid`: the VACUUM during which the page was split.
    pub cycleid: u16,
}

impl Opaque {
    /// Reads the special space of a B-tree page (`BTPageOpaque`).
    #[inline]
    pub fn of(page: &PageBytes) -> Opaque {
        Opaque {
            prev: u32_at(page, OPAQUE),
            next: u32_at(page, OPAQUE + 4),
            level: u32_at(page, OPAQUE + 8),
            flags: u16_at(page, OPAQUE + 12),
            cycleid: u16_at(page, OPAQUE + 14),
        }
    }
    /// Writes the special space of a B-tree page.
    pub fn put(&self, page: &mut PageBytes) {
        put_u32(page, OPAQUE, self.prev);
        put_u32(page, OPAQUE + 4, self.next);
        put_u32(page, OPAQUE + 8, self.level);
        put_u16(page, OPAQUE + 12, self.flags);
        put_u16(page, OPAQUE + 14, self.cycleid);
    }
    /// Changes fields in the special space of a B-tree page.
    pub fn change(page: &mut PageBytes, f: impl FnOnce(&mut Opaque)) {
        let mut o = Opaque::of(page);
        f(&mut o);
        o.put(page);
    }
    /// Whether the page has no left sibling (`P_LEFTMOST`).
    pub fn leftmost(&self) -> bool {
        self.prev == P_NONE
    }
    /// Whether the page has no right sibling, and so no high key (`P_RIGHTMOST`).
    pub fn rightmost(&self) -> bool {
        self.next == P_NONE
    }
    /// Whether the page is a leaf (`P_ISLEAF`).
    pub fn is_leaf(&self) -> bool {
        self.flags & BTP_LEAF != 0
    }
    /// Whether the page is the root (`P_ISROOT`).
    pub fn is_root(&self) -> bool {
        self.flags & BTP_ROOT != 0
    }
    /// Whether the page was deleted from the tree (`P_ISDELETED`).
    pub fn is_deleted(&self) -> bool {
        self.flags & BTP_DELETED != 0
    }
    /// Whether the page is half-dead: empty, and about to be deleted (`P_ISHALFDEAD`).
    pub fn is_half_dead(&self) -> bool {
        self.flags & BTP_HALF_DEAD != 0
    }
    /// Whether the page is deleted or half-dead (`P_IGNORE`).
    pub fn ignore(&self) -> bool {
        self.flags & (BTP_DELETED | BTP_HALF_DEAD) != 0
    }
    /// Whether the downlink of the page's right sibling is still missing (`P_INCOMPLETE_SPLIT`).
    pub fn incomplete_split(&self) -> bool {
        self.flags & BTP_INCOMPLETE_SPLIT != 0
    }
    /// Returns the number of the first data item (`P_FIRSTDATAKEY`): 1 on a rightmost page, which
    /// has no high key, else 2.
    pub fn first_data_key(&self) -> u16 {
        if self.rightmost() { P_HIKEY } else { P_FIRSTKEY }
    }
}

/// What the metapage says of the index, at byte 24 of block 0 (`BTMetaPageData`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meta {
    /// What it begins with, [`MAGIC`] (`btm_magic`).
    pub magic: u32,
    /// The version of the index's format (`btm_version`), [`VERSION`].
    pub version: u32,
    /// The block of the root; 0 if the index is empty (`btm_root`).
    pub root: u32,
    /// The level of the root (`btm_level`).
    pub level: u32,
    /// `btm_fastroot`: the lowest page that is alone on its level.
    pub fastroot: u32,
    /// The level of that page (`btm_fastlevel`).
    pub fastlevel: u32,
    /// How many pages were deleted but not to be used again yet when VACUUM last cleaned up
    /// (`btm_last_cleanup_num_delpages`).
    pub last_cleanup_num_delpages: u32,
    /// Always -1 since PostgreSQL 14 (`btm_last_cleanup_num_heap_tuples`).
    pub last_cleanup_num_heap_tuples: f64,
    /// `btm_allequalimage`: equal keys have equal bytes, so that duplicates may share a tuple.
    pub allequalimage: bool,
}

impl Meta {
    /// Bytes of the struct, to where pd_lower points.
    pub const SIZE: usize = 48;

    /// Reads the metapage.
    pub fn of(page: &PageBytes) -> Meta {
        let mut b = [0; Meta::SIZE];
        b.copy_from_slice(&page[PAGE_HEADER..PAGE_HEADER + Meta::SIZE]);
        Meta::from_bytes(&b)
    }
    /// Writes the metapage.
    pub fn put(&self, page: &mut PageBytes) {
        page[PAGE_HEADER..PAGE_HEADER + Meta::SIZE].copy_from_slice(&self.to_bytes());
    }
    /// Reads a metapage's struct (`BTMetaPageData`).
    pub fn from_bytes(b: &[u8; Meta::SIZE]) -> Meta {
        let mut tuples = [0; 8];
        tuples.copy_from_slice(&b[32..40]);
        Meta {
            magic: u32_at(b, 0),
            version: u32_at(b, 4),
            root: u32_at(b, 8),
            level: u32_at(b, 12),
            fastroot: u32_at(b, 16),
            fastlevel: u32_at(b, 20),
            last_cleanup_num_delpages: u32_at(b, 24),
            last_cleanup_num_heap_tuples: f64::from_le_bytes(tuples),
            allequalimage: b[40] != 0,
        }
    }
    /// A metapage's struct as bytes.
    pub fn to_bytes(&self) -> [u8; Meta::SIZE] {
        let mut b = [0; Meta::SIZE];
        put_u32(&mut b, 0, self.magic);
        put_u32(&mut b, 4, self.version);
        put_u32(&mut b, 8, self.root);
        put_u32(&mut b, 12, self.level);
        put_u32(&mut b, 16, self.fastroot);
        put_u32(&mut b, 20, self.fastlevel);
        put_u32(&mut b, 24, self.last_cleanup_num_delpages);
        b[32..40].copy_from_slice(&self.last_cleanup_num_heap_tuples.to_le_bytes());
        b[40] = u8::from(self.allequalimage);
        b
    }
}

/// What an nbtree tuple's header says; `t` is the whole tuple.
pub mod tuple {
    use super::*;

    /// Returns the bytes of the whole tuple, as its header tells them (`IndexTupleSize`).
    #[inline]
    pub fn size(t: &[u8]) -> usize {
        (u16_at(t, 6) & INDEX_SIZE_MASK) as usize
    }
    /// Returns the size and the flags (`t_info`).
    #[inline]
    pub fn info(t: &[u8]) -> u16 {
        u16_at(t, 6)
    }
    /// Changes the size in `t_info`.
    pub fn set_size(t: &mut [u8], size: usize) {
        let info = (u16_at(t, 6) & !INDEX_SIZE_MASK) | size as u16;
        put_u16(t, 6, info);
    }
    /// Returns the byte offset at which the attributes start (`IndexInfoFindDataOffset`).
    #[inline]
    pub fn data_offset(t: &[u8]) -> usize {
        if info(t) & INDEX_NULL != 0 { 16 } else { TUPLE_HEADER }
    }
    /// Returns a heap TID, or a downlink, or the position of a posting list, depending on the tuple
    /// (`t_tid`).
    pub fn t_tid(t: &[u8]) -> ItemPointer {
        tid_at(t, 0)
    }
    /// Sets `t_tid`.
    pub fn set_t_tid(t: &mut [u8], tid: ItemPointer) {
        t[..6].copy_from_slice(&tid.to_bytes());
    }
    /// The TID at a byte offset.
    pub fn tid_at(t: &[u8], at: usize) -> ItemPointer {
        ItemPointer::from_bytes([t[at], t[at + 1], t[at + 2], t[at + 3], t[at + 4], t[at + 5]])
    }
    /// Whether what the header tells of lies within the tuple's bytes. Tuples of damaged pages may not.
    pub fn is_whole(t: &[u8]) -> bool {
        if t.len() < TUPLE_HEADER || size(t) > t.len() || size(t) < data_offset(t) {
            return false;
        }
        let room = size(t) - data_offset(t);
        if is_posting(t) {
            let tids = n_posting(t) * TID_SIZE;
            n_posting(t) > 0
                && block(t) as usize >= data_offset(t)
                && (block(t) as usize).saturating_add(tids) <= size(t)
        } else {
            heap_tid_room(t) <= room
        }
    }
    /// How many bytes at its end a pivot's tiebreaker takes.
    fn heap_tid_room(t: &[u8]) -> usize {
        let has_one = is_pivot(t) && alt_offset(t) & BT_PIVOT_HEAP_TID_ATTR != 0;
        if has_one { TID_SIZE.next_multiple_of(8) } else { 0 }
    }
    /// The offset field of `t_tid`. In a pivot tuple or a posting list it holds flags and a count instead of an offset.
    fn alt_offset(t: &[u8]) -> u16 {
        u16_at(t, 4)
    }
    /// Whether the tuple is a pivot: a high key, or a key above the leaves (`BTreeTupleIsPivot`).
    #[inline]
    pub fn is_pivot(t: &[u8]) -> bool {
        info(t) & INDEX_ALT_TID != 0 && alt_offset(t) & BT_IS_POSTING == 0
    }
    /// Whether the tuple has a posting list: many heap TIDs of one key (`BTreeTupleIsPosting`).
    #[inline]
    pub fn is_posting(t: &[u8]) -> bool {
        info(t) & INDEX_ALT_TID != 0 && alt_offset(t) & BT_IS_POSTING != 0
    }
    /// Returns how many attributes a pivot tuple kept (`BTreeTupleGetNAtts`); `all` for any other
    /// tuple.
    #[inline]
    pub fn natts(t: &[u8], all: usize) -> usize {
        if is_pivot(t) { (alt_offset(t) & BT_OFFSET_MASK) as usize } else { all }
    }
    /// Makes the tuple a pivot (`BTreeTupleSetNAtts`). `heap_tid`: a TID follows the attributes as
    /// tiebreaker.
    pub fn set_natts(t: &mut [u8], natts: usize, heap_tid: bool) {
        let info = info(t) | INDEX_ALT_TID;
        put_u16(t, 6, info);
        put_u16(t, 4, natts as u16 | if heap_tid { BT_PIVOT_HEAP_TID_ATTR } else { 0 });
    }
    /// The block in `t_tid` (`BTreeTupleGetDownLink`, `BTreeTupleGetTopParent`), or in a posting
    /// list the offset of its TIDs (`BTreeTupleGetPostingOffset`).
    pub fn block(t: &[u8]) -> u32 {
        t_tid(t).block.0
    }
    /// Sets the block in `t_tid`, a pivot's downlink, and leaves its offset
    /// (`BTreeTupleSetDownLink`).
    pub fn set_block(t: &mut [u8], block: u32) {
        let tid = ItemPointer::new(block, alt_offset(t));
        set_t_tid(t, tid);
    }
    /// Returns how many heap TIDs the posting list has (`BTreeTupleGetNPosting`).
    pub fn n_posting(t: &[u8]) -> usize {
        (alt_offset(t) & BT_OFFSET_MASK) as usize
    }
    /// Returns the posting list's TID number `n`, counted from 0 (`BTreeTupleGetPostingN`).
    pub fn posting_n(t: &[u8], n: usize) -> ItemPointer {
        tid_at(t, block(t) as usize + n * TID_SIZE)
    }
    /// Makes the tuple one with a posting list of `count` TIDs at byte `offset`
    /// (`BTreeTupleSetPosting`).
    pub fn set_posting(t: &mut [u8], count: usize, offset: usize) {
        let info = info(t) | INDEX_ALT_TID;
        put_u16(t, 6, info);
        set_t_tid(t, ItemPointer::new(offset as u32, count as u16 | BT_IS_POSTING));
    }
    /// Returns the heap TID, of a posting list the lowest (`BTreeTupleGetHeapTID`); none in a pivot
    /// without tiebreaker.
    #[inline]
    pub fn heap_tid(t: &[u8]) -> Option<ItemPointer> {
        if is_pivot(t) {
            if alt_offset(t) & BT_PIVOT_HEAP_TID_ATTR != 0 {
                return Some(tid_at(t, size(t) - TID_SIZE));
            }
            None
        } else if is_posting(t) {
            Some(posting_n(t, 0))
        } else {
            Some(t_tid(t))
        }
    }
    /// Returns the highest heap TID of a leaf tuple (`BTreeTupleGetMaxHeapTID`).
    pub fn max_heap_tid(t: &[u8]) -> ItemPointer {
        if is_posting(t) { posting_n(t, n_posting(t) - 1) } else { t_tid(t) }
    }
    /// The heap TIDs of a leaf tuple in order.
    pub fn heap_tids(t: &[u8]) -> impl Iterator<Item = ItemPointer> + '_ {
        let n = if is_posting(t) { n_posting(t) } else { 1 };
        let posting = is_posting(t);
        (0..n).map(move |i| if posting { posting_n(t, i) } else { t_tid(t) })
    }
}
