//! Inserting one entry (`nbtinsert.c`): find the leaf, check uniqueness, make room, put it there.

use super::IndexedHeap;
use super::dedup;
use super::delete;
use super::key::{InsertKey, compare};
use super::layout::*;
use super::log;
use super::pages::*;
use super::posting;
use super::root;
use super::search::{DescentStack, DescentStep, InsertState, binsrch_insert, fell_off, search};
use super::split::{self, finish_split};
use super::unique::{Uniqueness, check_unique};
use super::{Inserted, UniqueCheck};
use crate::buffer::BufferId;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::event::Event;
use crate::heap::Relation;
use crate::ids::{BlockNumber, ItemPointer};
use crate::store::Store;

/// `BTREE_FASTPATH_MIN_LEVEL`: smaller trees do not remember their rightmost leaf.
const FASTPATH_MIN_LEVEL: u32 = 2;

/// Adds the entry of row `tid` (`btinsert`).
///
/// `values` are the index columns, detoasted except for inline compression. `unchanged` says that
/// an UPDATE left the indexed columns as they were (`indexUnchanged`), which makes a full page try
/// bottom-up deletion before it splits.
pub fn insert(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    values: &[Datum],
    tid: ItemPointer,
    check: UniqueCheck,
    unchanged: bool,
) -> Result<Inserted> {
    let mut itup = super::form_tuple(st, rel, values)?;
    tuple::set_t_tid(&mut itup, tid);
    insert_tuple(st, rel, heap, itup, check, unchanged)
}

/// Inserts an index tuple, after the uniqueness check if `check` asks for one (`_bt_doinsert`).
/// `unchanged`: see [`insert`].
fn insert_tuple(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    itup: Vec<u8>,
    check: UniqueCheck,
    unchanged: bool,
) -> Result<Inserted> {
    clock::add(Kind::IndexInsert, 1);
    let allequalimage = root::allequalimage(st, rel)?;
    let mut key = InsertKey::of_tuple(rel, &itup, allequalimage);
    let tid = key.scantid;
    let mut checking = check != UniqueCheck::No;
    let mut outcome = Inserted::MaybeDuplicate;
    if checking {
        if key.anynullkeys {
            checking = false; // NULLs are distinct: nothing to check.
            outcome = Inserted::Unique;
        } else {
            key.scantid = None; // The first place where an equal key could be.
        }
    }
    let itemsz = maxalign(tuple::size(&itup));
    let (mut stack, buf) = search_insert(st, rel, &key, itemsz)?;
    let mut s = InsertState {
        itup,
        itemsz,
        key,
        buf,
        bounds_valid: false,
        low: 0,
        stricthigh: 0,
        postingoff: 0,
    };
    if checking {
        outcome = match check_unique(st, rel, heap, &mut s, check) {
            Ok(Uniqueness::Unique) => Inserted::Unique,
            Ok(Uniqueness::Maybe) => Inserted::MaybeDuplicate,
            Ok(Uniqueness::Conflict(other)) => {
                release(st, s.buf);
                return Ok(Inserted::Conflict(other));
            }
            Err(e) => {
                release(st, s.buf);
                return Err(e);
            }
        };
        s.key.scantid = tid;
    }
    if check == UniqueCheck::Existing {
        release(st, s.buf);
        return Ok(outcome);
    }
    let off = match find_insert_loc(st, rel, heap, &mut s, checking, unchanged, &mut stack) {
        Ok(off) => off,
        Err(e) => {
            release(st, s.buf);
            return Err(e);
        }
    };
    let InsertState { itup, itemsz, buf, postingoff, .. } = s;
    insert_on_page(st, rel, buf, None, &mut stack, itup, itemsz, off, postingoff, false)?;
    Ok(outcome)
}

/// Finds the leaf for a key (`_bt_search_insert`). Takes the remembered rightmost leaf if the tuple
/// belongs there and fits, else descends from the root.
fn search_insert(
    st: &mut Store,
    rel: &Relation,
    key: &InsertKey,
    itemsz: usize,
) -> Result<(DescentStack, BufferId)> {
    if let Some(target) = rel.state.target_block.get() {
        let buf = get(st, rel, target.0)?;
        let pg = bytes(st, buf);
        let o = Opaque::of(pg);
        if o.rightmost()
            && o.is_leaf()
            && !o.ignore()
            && free_space(pg) > itemsz
            && max_offset(pg) >= P_HIKEY
            && compare(rel, key, pg, P_HIKEY)?.is_gt()
        {
            return Ok((DescentStack::new(), buf));
        }
        release(st, buf);
        rel.state.target_block.set(None);
    }
    match search(st, rel, key, true)? {
        (stack, Some(buf)) => Ok((stack, buf)),
        _ => fell_off(rel),
    }
}

/// Finds the leaf and the offset where the tuple goes, after trying to make room for it
/// (`_bt_findinsertloc`). `checking`: the uniqueness check was made; `unchanged`: see [`insert`].
fn find_insert_loc(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    s: &mut InsertState,
    checking: bool,
    unchanged: bool,
    stack: &mut DescentStack,
) -> Result<u16> {
    if s.itemsz > MAX_ITEM_SIZE {
        return Err(too_big(rel, heap.name(), &s.itup, s.itemsz));
    }
    let mut unique_dup = unchanged;
    if checking {
        if s.low < s.stricthigh {
            unique_dup = true;
        }
        loop {
            let pg = bytes(st, s.buf);
            let within = s.bounds_valid && s.low <= s.stricthigh && s.stricthigh <= max_offset(pg);
            if within || Opaque::of(pg).rightmost() || compare(rel, &s.key, pg, P_HIKEY)?.is_le() {
                break;
            }
            step_right(st, rel, s, stack)?;
            unique_dup = true;
        }
    }
    if free_space(bytes(st, s.buf)) < s.itemsz {
        make_room(st, rel, heap, s, false, checking, unique_dup, unchanged)?;
    }
    let off = binsrch_insert(st, rel, s)?;
    if s.postingoff != -1 {
        return Ok(off);
    }
    // The TID falls into a posting list that is dead: away with it.
    make_room(st, rel, heap, s, true, false, false, false)?;
    s.postingoff = 0;
    binsrch_insert(st, rel, s)
}

/// Moves the insertion to the right sibling, and finishes an incomplete split on the way
/// (`_bt_stepright`).
fn step_right(
    st: &mut Store,
    rel: &Relation,
    s: &mut InsertState,
    stack: &mut DescentStack,
) -> Result<()> {
    let mut next = Opaque::of(bytes(st, s.buf)).next;
    let mut right = None;
    loop {
        let buf = release_and_get(st, rel, right, next)?;
        let o = Opaque::of(bytes(st, buf));
        if o.incomplete_split() {
            finish_split(st, rel, buf, stack)?;
            right = None;
            continue;
        }
        if !o.ignore() {
            release(st, s.buf);
            s.buf = buf;
            s.bounds_valid = false;
            return Ok(());
        }
        if o.rightmost() {
            return fell_off(rel);
        }
        right = Some(buf);
        next = o.next;
    }
}

/// Deletes entries known to be dead (`_bt_delete_or_dedup_one_page`). If that is not enough, and
/// `simple_only` is false, tries bottom-up deletion, then deduplication. `checking`: the uniqueness
/// check was made; `unique_dup`: it found an equal entry; `unchanged`: see [`insert`].
#[allow(clippy::too_many_arguments)]
fn make_room(
    st: &mut Store,
    rel: &Relation,
    heap: &dyn IndexedHeap,
    s: &mut InsertState,
    simple_only: bool,
    checking: bool,
    mut unique_dup: bool,
    unchanged: bool,
) -> Result<()> {
    let pg = bytes(st, s.buf);
    let first = Opaque::of(pg).first_data_key();
    let dead: Vec<u16> = (first..=max_offset(pg)).filter(|&o| is_dead(pg, o)).collect();
    if !dead.is_empty() {
        delete::simple_pass(st, rel, heap, s.buf, &dead, &s.itup)?;
        s.bounds_valid = false;
        if free_space(bytes(st, s.buf)) >= s.itemsz {
            return Ok(());
        }
        unique_dup = true;
    }
    if simple_only || (checking && !unique_dup) {
        return Ok(());
    }
    s.bounds_valid = false;
    if (unchanged || unique_dup) && delete::bottom_up_pass(st, rel, heap, s.buf, s.itemsz)? {
        return Ok(());
    }
    if super::deduplicates(rel) && s.key.allequalimage {
        dedup::pass(st, rel, s.buf, &s.itup, s.itemsz, unchanged || unique_dup)?;
    }
    Ok(())
}

/// Returns the error for an entry so large that three would not fit on a page
/// (`_bt_check_third_page`).
pub(super) fn too_big(rel: &Relation, heap: &str, itup: &[u8], size: usize) -> Box<PgError> {
    let tid = tuple::heap_tid(itup).unwrap_or_default();
    PgError::new(
        SqlState::PROGRAM_LIMIT_EXCEEDED,
        format!(
            "index row size {size} exceeds btree version {VERSION} maximum {MAX_ITEM_SIZE} for index \"{}\"",
            rel.name
        ),
    )
    .detail(format!("Index row references tuple {tid} in relation \"{heap}\"."))
    .hint(
        "Values larger than 1/3 of a buffer page cannot be indexed.\n\
         Consider a function index of an MD5 hash of the value, or use full text indexing.",
    )
}

/// Puts a tuple on a page (`_bt_insertonpg`). If the page is full, splits it and inserts the
/// downlink into its parent. Releases `buf` and `child`, the page whose split this downlink
/// completes. `split_only_page`: the page was the only one of its level.
#[allow(clippy::too_many_arguments)]
pub(super) fn insert_on_page(
    st: &mut Store,
    rel: &Relation,
    buf: BufferId,
    child: Option<BufferId>,
    stack: &mut [DescentStep],
    mut itup: Vec<u8>,
    itemsz: usize,
    mut off: u16,
    postingoff: i32,
    split_only_page: bool,
) -> Result<()> {
    let pg = bytes(st, buf);
    let o = Opaque::of(pg);
    let block = block_of(st, buf);
    let mut nposting = None;
    let asked = (postingoff != 0).then(|| itup.clone());
    if postingoff != 0 {
        let old = item(pg, off);
        if !tuple::is_posting(old) || is_dead(pg, off) {
            return err!(
                INDEX_CORRUPTED,
                "table tid from new index tuple {} overlaps with invalid duplicate tuple at offset {off} of block {block} in index \"{}\"",
                tuple::t_tid(&itup),
                rel.name
            );
        }
        nposting = Some(posting::swap(&mut itup, old, postingoff as usize)?);
        off += 1;
    }
    if free_space(pg) < itemsz {
        let posting = nposting.zip(asked).map(|(list, asked)| split::Posting {
            list,
            place: postingoff,
            asked,
        });
        let right = split::split(st, rel, buf, child, off, itemsz, &itup, posting)?;
        let only = o.leftmost() && o.rightmost();
        return split::insert_parent(st, rel, buf, right, stack, o.is_root(), only);
    }
    let mut meta_buf = None;
    if split_only_page {
        let b = get(st, rel, METAPAGE)?;
        if Meta::of(bytes(st, b)).fastlevel >= o.level {
            release(st, b);
        } else {
            meta_buf = Some(b);
        }
    }
    let pg = bytes_mut(st, buf);
    if let Some(new) = &nposting {
        item_mut(pg, off - 1)[..new.len()].copy_from_slice(new);
    }
    add(pg, &itup, off)?;
    st.pool.mark_dirty(buf);
    if let Some(b) = meta_buf {
        let pg = bytes_mut(st, b);
        Meta { fastroot: block, fastlevel: o.level, ..Meta::of(pg) }.put(pg);
        st.pool.mark_dirty(b);
    }
    if let Some(child) = child {
        split::clear_incomplete(st, child);
    }
    if rel.needs_wal() {
        let tuple = asked.as_deref().unwrap_or(&itup);
        let place = postingoff;
        log::insert(st, &log::Insert { buf, child, meta: meta_buf, offset: off, place, tuple });
    }
    for b in meta_buf.into_iter().chain(child) {
        release(st, b);
    }
    release(st, buf);
    if o.is_leaf() {
        let tid = tuple::t_tid(&itup);
        st.events.emit(|| Event::IndexEntryInserted {
            index: rel.oid,
            block: BlockNumber(block),
            offset: off,
            tid,
        });
        if o.rightmost() && !o.is_root() && root::root_height(st, rel)? >= FASTPATH_MIN_LEVEL {
            rel.state.target_block.set(Some(BlockNumber(block)));
        }
    }
    Ok(())
}
