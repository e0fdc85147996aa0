//! Building an index (`nbtsort.c`): all entries are sorted, then written leaf after leaf, left to
//! right, each level above growing as the one below fills pages.
//!
//! ```text
//! level 1              block 3  [ ... | 1 | 2 |      full only to 70 %
//! level 0   block 1  block 2  block 4 ...            full to fillfactor, 90 %
//! ```
//!
//! Pages get their numbers when they are begun and are written when they are full, past the
//! buffer pool: the first scan of the new index reads it from disk. The metapage is written last.

use super::compare::abbreviate;
use super::dedup::PendingPosting;
use super::insert::too_big;
use super::key::{self, allequalimage, attr, compare_tuples, keep_natts_fast, nkeys, truncate};
use super::layout::*;
use super::pages::*;
use super::root::init_metapage;
use crate::buffer::BufferTag;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::error::{PgError, Result, SqlState};
use crate::heap::{Persistence, Relation};
use crate::ids::{ForkNumber, ItemPointer, OffsetNumber};
use crate::page::{self, BLCKSZ};
use crate::qsort::pg_qsort;
use crate::store::Store;
use std::cmp::Ordering;
use std::rc::Rc;

/// What was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildStats {
    /// Entries (rows, not tuples with posting lists).
    pub index_tuples: u64,
    /// Blocks of the index.
    pub blocks: u32,
}

/// What came of a build.
#[derive(Clone, Debug, PartialEq)]
pub enum Built {
    /// The index is there.
    Done(BuildStats),
    /// A unique index would have two live rows with these columns; nothing was written.
    Duplicate(Vec<Datum>),
}

/// One entry waiting to be sorted (`SortTuple`).
#[derive(Clone, Copy)]
struct Entry {
    /// The first column as a number, where its type has such.
    abbreviated: u64,
    null: bool,
    at: usize,
    len: u16,
}

/// Collects the entries of a new index.
pub struct Builder {
    rel: Rc<Relation>,
    heap: String,
    bytes: Vec<u8>,
    live: Vec<Entry>,
    /// For a unique index: rows dead to new snapshots, which may be duplicates.
    dead: Vec<Entry>,
    abbreviates: bool,
    /// Whether equal entries are an error; else they are merged.
    unique: bool,
}

impl Builder {
    /// A builder for an empty index `rel` of the table with this name. `unchecked`: as if it were not unique.
    pub fn new(rel: &Rc<Relation>, heap: &str, unchecked: bool) -> Builder {
        Builder {
            rel: Rc::clone(rel),
            heap: heap.to_string(),
            bytes: vec![],
            live: vec![],
            dead: vec![],
            abbreviates: true,
            unique: !unchecked && key::info(rel).unique,
        }
    }

    /// Adds the entry of row `tid` (`_bt_build_callback`). `alive`: new snapshots see the row.
    pub fn add(
        &mut self,
        st: &Store,
        values: &[Datum],
        tid: ItemPointer,
        alive: bool,
    ) -> Result<()> {
        clock::add(Kind::IndexBuilt, 1);
        let mut t = super::form_tuple(st, &self.rel, values)?;
        tuple::set_t_tid(&mut t, tid);
        let first = attr(&t, &self.rel.desc, 0);
        let abbreviated = match first {
            Some(raw) => abbreviate(&self.rel.desc.attrs[0], raw)?,
            None => Some(0),
        };
        self.abbreviates &= abbreviated.is_some();
        let entry = Entry {
            abbreviated: abbreviated.unwrap_or(0),
            null: first.is_none(),
            at: self.bytes.len(),
            len: t.len() as u16,
        };
        self.bytes.extend_from_slice(&t);
        if alive || !self.unique {
            self.live.push(entry)
        } else {
            self.dead.push(entry)
        }
        Ok(())
    }

    /// The bytes of an entry's index tuple.
    fn tuple(&self, e: &Entry) -> &[u8] {
        &self.bytes[e.at..e.at + e.len as usize]
    }

    /// Compares two entries (`comparetup_index_btree`): by columns, then by TID. Also returns
    /// whether a unique index counts them as equal: their columns are, and no NULL makes them
    /// distinct.
    fn compare(&self, a: &Entry, b: &Entry) -> Result<(Ordering, bool)> {
        let facts = key::info(&self.rel);
        if self.abbreviates && !a.null && !b.null && a.abbreviated != b.abbreviated {
            let order = a.abbreviated.cmp(&b.abbreviated);
            let descending = facts.keys[0].descending;
            return Ok((if descending { order.reverse() } else { order }, false));
        }
        let (ta, tb) = (self.tuple(a), self.tuple(b));
        let (order, has_null) = compare_tuples(&self.rel, ta, tb)?;
        if order.is_ne() {
            return Ok((order, false));
        }
        let equal = !has_null || facts.nulls_not_distinct;
        Ok((tuple::t_tid(ta).cmp(&tuple::t_tid(tb)), equal))
    }

    /// Sorts the entries. With `unique`, returns an entry that has the same columns as another one,
    /// if there is one.
    fn sort(&self, entries: &mut [Entry], unique: bool) -> Result<Option<Entry>> {
        let mut duplicate = None;
        let sorted = pg_qsort(entries, &mut |a, b| {
            clock::add(Kind::SortCompare, 1);
            let (order, equal) = self.compare(a, b)?;
            if unique && equal {
                duplicate = Some(*a);
                return Err(PgError::new(SqlState::UNIQUE_VIOLATION, "duplicate"));
            }
            Ok(order)
        });
        match (sorted, duplicate) {
            (_, Some(e)) => Ok(Some(e)),
            (Err(e), None) => Err(e),
            (Ok(()), None) => Ok(None),
        }
    }

    /// Sorts the entries and writes the index (`_bt_leafbuild`).
    pub fn finish(mut self, st: &mut Store) -> Result<Built> {
        let rel = Rc::clone(&self.rel);
        let unique = self.unique;
        let mut live = std::mem::take(&mut self.live);
        let mut dead = std::mem::take(&mut self.dead);
        if let Some(e) = self.sort(&mut live, unique)? {
            return Ok(Built::Duplicate(key::values(self.tuple(&e), &rel.desc)));
        }
        self.sort(&mut dead, false)?;
        let index_tuples = (live.len() + dead.len()) as u64;
        let merged = if dead.is_empty() { live } else { self.merge(&live, &dead)? };
        let allequalimage = allequalimage(&rel);
        let mut w = Writer { rel: &rel, heap: &self.heap, levels: vec![], allocated: 1 };
        if allequalimage && !unique && super::deduplicates(&rel) {
            // Lists of a tenth of a page at most: later insertions must be able to split well.
            let mut pending = PendingPosting::new((BLCKSZ * 10 / 100) / 8 * 8 - ITEM_ID);
            for e in &merged {
                let t = self.tuple(e);
                if pending.n_items == 0 {
                    pending.start(t);
                } else if keep_natts_fast(&rel, &pending.base, t)? > nkeys(&rel) && pending.save(t)
                {
                    // In the list.
                } else {
                    w.add_pending(st, &pending)?;
                    pending.start(t);
                }
            }
            if pending.n_items > 0 {
                w.add_pending(st, &pending)?;
            }
        } else {
            for e in &merged {
                w.add(st, 0, self.tuple(e), 0)?;
            }
        }
        w.finish(st, allequalimage)?;
        if rel.persistence == Persistence::Unlogged && !st.pool.exists(rel.file, ForkNumber::Init) {
            build_init_fork(st, &rel, allequalimage)?;
        }
        Ok(Built::Done(BuildStats { index_tuples, blocks: w.allocated }))
    }

    /// Merges the sorted entries of live and of dead rows into one order (`_bt_load` with two
    /// spools).
    fn merge(&self, live: &[Entry], dead: &[Entry]) -> Result<Vec<Entry>> {
        let mut out = Vec::with_capacity(live.len() + dead.len());
        let (mut l, mut d) = (live.iter().peekable(), dead.iter().peekable());
        loop {
            let from_live = match (l.peek(), d.peek()) {
                (Some(a), Some(b)) => self.compare(a, b)?.0.is_lt(),
                (Some(_), None) => true,
                (None, Some(_)) => false,
                (None, None) => return Ok(out),
            };
            out.extend(if from_live { l.next() } else { d.next() });
        }
    }
}

/// Writes the metapage of an index without entries (`btbuild` of an empty table).
pub fn build_empty(st: &mut Store, rel: &Rc<Relation>) -> Result<()> {
    Builder::new(rel, "", false).finish(st).map(|_| ())
}

/// Creates the file of an empty index without logging it, for an index that initdb makes.
pub fn initialize(st: &mut Store, rel: &Relation) -> Result<()> {
    st.pool.create_file(rel.file, ForkNumber::Main);
    let image = allequalimage(rel);
    st.pool
        .extend_raw(rel.file, ForkNumber::Main, |page| init_metapage(page, P_NONE, 0, image))
        .map(drop)
}

/// Writes and logs the initialisation fork of an unlogged index, which replaces the index after a
/// crash (`btbuildempty`). `allequalimage` goes into the metapage.
fn build_init_fork(st: &mut Store, rel: &Relation, allequalimage: bool) -> Result<()> {
    let fork = ForkNumber::Init;
    st.pool.create_file(rel.file, fork);
    st.log_file_created(rel.file, fork);
    let mut meta = Box::new([0u8; BLCKSZ]);
    init_metapage(&mut meta, P_NONE, 0, allequalimage);
    let unstamped = meta.clone();
    st.log_raw_page(BufferTag { fork, ..tag(rel, METAPAGE) }, &mut meta);
    let written = if st.release.init_fork_stamped { meta } else { unstamped };
    st.pool.extend_raw(rel.file, fork, |b| *b = *written).map(drop)
}

/// The page being filled on one level (`BTPageState`).
struct Level {
    pg: Box<PageBytes>,
    block: u32,
    /// The key that its downlink will have.
    low_key: Option<Vec<u8>>,
    last_off: u16,
    /// Bytes of the last tuple that truncation will remove for sure: its posting list.
    last_extra: usize,
    /// Free bytes below which the page counts as full.
    full: usize,
}

struct Writer<'a> {
    rel: &'a Relation,
    heap: &'a str,
    levels: Vec<Level>,
    allocated: u32,
}

/// Returns an empty page (`_bt_blnewpage`); the high key's line pointer is set aside.
fn new_page(level: u32) -> Box<PageBytes> {
    let mut pg = Box::new([0u8; BLCKSZ]);
    init(&mut pg);
    let flags = if level > 0 { 0 } else { BTP_LEAF };
    Opaque { prev: P_NONE, next: P_NONE, level, flags, cycleid: 0 }.put(&mut pg);
    put_u16(&mut *pg, 12, (PAGE_HEADER + ITEM_ID) as u16);
    pg
}

/// Where the line pointer with this number is on the page.
fn line_pointer_at(off: u16) -> usize {
    PAGE_HEADER + (off as usize - 1) * ITEM_ID
}

/// Adds a tuple to a page (`_bt_sortaddtup`). The first data item of an internal page keeps no key
/// (`minus_infinity`).
fn sort_add(pg: &mut PageBytes, t: &[u8], off: u16, minus_infinity: bool) -> Result<()> {
    if !minus_infinity {
        return add(pg, t, off);
    }
    let mut head = t[..TUPLE_HEADER].to_vec();
    put_u16(&mut head, 6, TUPLE_HEADER as u16);
    tuple::set_natts(&mut head, 0, false);
    add(pg, &head, off)
}

impl Writer<'_> {
    /// Begins a new level of the tree with an empty page (`_bt_pagestate`).
    fn begin_level(&mut self) {
        let level = self.levels.len() as u32;
        let fillfactor = if level > 0 {
            NONLEAF_FILLFACTOR
        } else {
            self.rel.options.fillfactor.unwrap_or(DEFAULT_FILLFACTOR)
        };
        self.levels.push(Level {
            pg: new_page(level),
            block: self.allocated,
            low_key: None,
            last_off: P_HIKEY,
            last_extra: 0,
            full: BLCKSZ * (100 - fillfactor) as usize / 100,
        });
        self.allocated += 1;
    }

    /// Adds the pending posting list, or its single entry, to the leaf level
    /// (`_bt_sort_dedup_finish_pending`).
    fn add_pending(&mut self, st: &mut Store, pending: &PendingPosting) -> Result<()> {
        let t = pending.finish();
        let extra = if pending.n_items > 1 { t.len() - pending.base_size } else { 0 };
        self.add(st, 0, &t, extra)
    }

    /// Adds a tuple to a level, finishing its page first when that is full (`_bt_buildadd`).
    fn add(&mut self, st: &mut Store, level: usize, t: &[u8], extra: usize) -> Result<()> {
        if level == self.levels.len() {
            self.begin_level();
        }
        let leaf = level == 0;
        let l = &mut self.levels[level];
        let last_extra = std::mem::replace(&mut l.last_extra, extra);
        let free = free_space(&l.pg);
        let size = maxalign(tuple::size(t));
        if size > MAX_ITEM_SIZE && leaf {
            return Err(too_big(self.rel, self.heap, t, size));
        }
        let reserve = if leaf { maxalign(TID_SIZE) } else { 0 };
        if free < size + reserve || (free + last_extra < l.full && l.last_off > P_FIRSTKEY) {
            self.finish_page(st, level)?;
        }
        let l = &mut self.levels[level];
        if l.last_off == P_HIKEY {
            let mut low = vec![0; TUPLE_HEADER];
            put_u16(&mut low, 6, TUPLE_HEADER as u16);
            tuple::set_natts(&mut low, 0, false);
            l.low_key = Some(low);
        }
        l.last_off += 1;
        sort_add(&mut l.pg, &t[..size], l.last_off, !leaf && l.last_off == P_FIRSTKEY)
    }

    /// Moves the last item of a full page to a new one, makes it the high key, writes the page and
    /// adds its downlink one level up.
    fn finish_page(&mut self, st: &mut Store, level: usize) -> Result<()> {
        let leaf = level == 0;
        let new_block = self.allocated;
        self.allocated += 1;
        let l = &mut self.levels[level];
        let mut old = std::mem::replace(&mut l.pg, new_page(level as u32));
        let old_block = std::mem::replace(&mut l.block, new_block);
        let last = l.last_off;
        let last_item = item(&old, last).to_vec();
        sort_add(&mut l.pg, &last_item, P_FIRSTKEY, !leaf)?;
        // The last line pointer becomes the high key's.
        let pointer = u32_at(&*old, line_pointer_at(last));
        put_u32(&mut *old, line_pointer_at(last), 0);
        put_u32(&mut *old, line_pointer_at(P_HIKEY), pointer);
        let lower = u16_at(&*old, 12) - ITEM_ID as u16;
        put_u16(&mut *old, 12, lower);
        if leaf {
            let high_key = truncate(self.rel, item(&old, last - 1), &last_item)?;
            if !page::index_tuple_overwrite(&mut old, OffsetNumber(P_HIKEY), &high_key)? {
                return crate::err!(INTERNAL_ERROR, "failed to add high key to the index page");
            }
        }
        let high_key = item(&old, P_HIKEY).to_vec();
        let mut downlink = l.low_key.replace(high_key).unwrap_or_default();
        l.last_off = P_FIRSTKEY;
        Opaque::change(&mut l.pg, |o| o.prev = old_block);
        Opaque::change(&mut old, |o| o.next = new_block);
        tuple::set_block(&mut downlink, old_block);
        self.add(st, level + 1, &downlink, 0)?;
        self.write(st, &mut old, old_block)
    }

    /// Writes the last page of every level, and the metapage (`_bt_uppershutdown`). `allequalimage`
    /// goes into the metapage.
    fn finish(&mut self, st: &mut Store, allequalimage: bool) -> Result<()> {
        let mut root = (P_NONE, 0);
        let mut level = 0;
        while level < self.levels.len() {
            let block = self.levels[level].block;
            if level + 1 == self.levels.len() {
                Opaque::change(&mut self.levels[level].pg, |o| o.flags |= BTP_ROOT);
                root = (block, level as u32);
            } else {
                let mut downlink = self.levels[level].low_key.take().unwrap_or_default();
                tuple::set_block(&mut downlink, block);
                self.add(st, level + 1, &downlink, 0)?;
            }
            // No high key on the last page: close the gap (_bt_slideleft).
            let mut pg = std::mem::replace(&mut self.levels[level].pg, Box::new([0; BLCKSZ]));
            let lower = u16_at(&*pg, 12);
            pg.copy_within(line_pointer_at(P_FIRSTKEY)..lower as usize, line_pointer_at(P_HIKEY));
            put_u16(&mut *pg, 12, lower - ITEM_ID as u16);
            self.write(st, &mut pg, block)?;
            level += 1;
        }
        let mut meta = Box::new([0u8; BLCKSZ]);
        init_metapage(&mut meta, root.0, root.1, allequalimage);
        self.write(st, &mut meta, METAPAGE)
    }

    /// Writes a page into the file, without the buffer pool (`_bt_blwritepage`).
    fn write(&self, st: &mut Store, pg: &mut PageBytes, block: u32) -> Result<()> {
        let batches = st.release.page_batches;
        if self.rel.needs_wal() && !batches {
            st.log_raw_page(tag(self.rel, block), pg);
        }
        while block > st.pool.nblocks(self.rel.file, ForkNumber::Main) {
            st.pool.extend_raw(self.rel.file, ForkNumber::Main, |_| {})?;
        }
        if block == st.pool.nblocks(self.rel.file, ForkNumber::Main) {
            st.pool.extend_raw(self.rel.file, ForkNumber::Main, |b| *b = *pg)?;
        } else {
            st.pool.write_raw(tag(self.rel, block), |b| *b = *pg);
        }
        if self.rel.needs_wal() && batches {
            st.log_written_page(tag(self.rel, block), block == METAPAGE);
        }
        Ok(())
    }
}
