//! An index scan (`_bt_first`, `_bt_next`, `_bt_readpage`, `_bt_killitems`).
//!
//! A scan works a page at a time: it takes all matching TIDs off a leaf at once and hands them out
//! one by one. Rows that the caller found dead to everyone are remembered and their entries marked
//! LP_DEAD when the scan leaves the page; later scans skip those, and a full page drops them.

mod arrays;
mod kill;

use super::compare::compare_datums;
use super::key::{InsertKey, info, values};
use super::layout::*;
use super::pages::*;
use super::root;
use super::scankey::{Key, ScanKey, ScanStrategy, ScanTest, check, preprocess};
use super::search::{binsrch, get_endpoint, left_sibling, search};
use super::startkey::{ScanStart, start_key};
use crate::buffer::BufferId;
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::{Persistence, Relation};
use crate::ids::{ItemPointer, Oid};
use crate::page;
use crate::sort::Arrange;
use crate::store::Store;
use crate::versions::ArrayScans;
use crate::xact::Snapshot;
use arrays::ArrayKeys;
use std::rc::Rc;

/// Which way a scan goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// In index order.
    Forward,
    /// Against it.
    Backward,
}

/// One match on the current page (`BTScanPosItem`).
#[derive(Clone, Copy, Debug)]
struct Item {
    tid: ItemPointer,
    offset: u16,
    /// Which of `tuples`, in an index-only scan.
    tuple: u32,
}

/// Where a scan is (`BTScanPosData`); `items` are in index order.
#[derive(Clone, Debug)]
struct Position {
    /// The pin, when it is kept.
    buf: Option<BufferId>,
    block: u32,
    next: u32,
    previous: u32,
    more_left: bool,
    more_right: bool,
    items: Vec<Item>,
    at: usize,
    tuples: Vec<Vec<u8>>,
    /// The LSN of the page when it was read (`currPos.lsn`).
    lsn: u64,
    /// Whether the scan descended to it, and has not read it yet.
    first: bool,
}

impl Position {
    /// Adds a match to the page's matches: a plain entry, or each TID of a posting list; with
    /// `want` its tuple too.
    fn save(&mut self, t: &[u8], offset: u16, want: bool) {
        let posting = tuple::is_posting(t);
        if want {
            let size = if posting { tuple::block(t) as usize } else { t.len() };
            let mut copy = t[..size].to_vec();
            if posting {
                put_u16(&mut copy, 6, tuple::info(t) & !INDEX_ALT_TID);
                tuple::set_size(&mut copy, size);
            }
            self.tuples.push(copy);
        }
        let tuple = self.tuples.len().saturating_sub(1) as u32;
        if posting {
            self.items.extend(tuple::heap_tids(t).map(|tid| Item { tid, offset, tuple }));
        } else {
            self.items.push(Item { tid: tuple::t_tid(t), offset, tuple });
        }
    }
}

/// An index scan in progress.
#[derive(Debug)]
pub struct BtScan {
    rel: Rc<Relation>,
    keys: Vec<ScanKey>,
    /// Whether tuples are wanted (index-only scan).
    want_tuples: bool,
    /// Whether the leaf stays pinned while its items are handed out.
    keep_pin: bool,
    /// The array keys, where the version goes from element to element as it reads a leaf and the conditions need them.
    array_keys: Option<Box<ArrayKeys>>,
    /// The elements of each `= ANY`, sorted, and which is current, where there are no array keys.
    arrays: Vec<(Vec<Datum>, usize)>,
    /// An `= ANY` without elements, or a comparison with NULL.
    hopeless: bool,
    ready: Vec<Key>,
    pos: Option<Position>,
    /// Items of the current page that are dead, by their place in `items`.
    killed: Vec<usize>,
    started: bool,
    /// How often it descended, or began at an end of the index (`nsearches`).
    pub searches: u64,
}

impl BtScan {
    /// The index that is scanned.
    pub fn index(&self) -> &Relation {
        &self.rel
    }

    /// Prepares a scan of `rel` (`btbeginscan`). `want_tuples` is for an index-only scan.
    pub fn begin(rel: &Rc<Relation>, snapshot: &Snapshot, want_tuples: bool) -> BtScan {
        let mvcc = matches!(snapshot, Snapshot::Mvcc { .. });
        BtScan {
            rel: Rc::clone(rel),
            keys: vec![],
            want_tuples,
            keep_pin: !mvcc || rel.persistence != Persistence::Permanent || want_tuples,
            array_keys: None,
            arrays: vec![],
            hopeless: false,
            ready: vec![],
            pos: None,
            killed: vec![],
            started: false,
            searches: 0,
        }
    }

    /// Restarts the scan with these conditions, in the order of their columns (`btrescan`).
    pub fn rescan(&mut self, st: &mut Store, keys: Vec<ScanKey>) -> Result<()> {
        self.leave_page(st)?;
        self.drop_position(st);
        self.keys = keys;
        self.started = false;
        self.array_keys = None;
        let skips = st.release.skip_scans;
        let per_leaf = st.release.array_scans == ArrayScans::PerLeaf;
        if per_leaf && arrays::needed(&self.keys, skips) {
            self.arrays.clear();
            self.array_keys = ArrayKeys::prepare(&self.rel, &self.keys, skips).map(Box::new);
            self.hopeless = self.array_keys.is_none();
            return Ok(());
        }
        self.prepare_arrays()
    }

    /// Ends the scan (`btendscan`).
    pub fn end(&mut self, st: &mut Store) -> Result<()> {
        self.leave_page(st)?;
        self.drop_position(st);
        Ok(())
    }

    /// Notes that the last returned row is dead to everyone (`kill_prior_tuple`).
    pub fn kill_prior(&mut self) {
        if let Some(pos) = &self.pos {
            self.killed.push(pos.at);
        }
    }

    /// The TID of the next matching entry (`btgettuple`).
    pub fn next(&mut self, st: &mut Store, dir: Direction) -> Result<Option<ItemPointer>> {
        if self.hopeless {
            return Ok(None);
        }
        if self.array_keys.is_some() {
            return self.next_by_arrays(st, dir);
        }
        if !self.started {
            self.started = true;
            for (elements, current) in &mut self.arrays {
                *current = if dir == Direction::Forward { 0 } else { elements.len() - 1 };
            }
        }
        loop {
            let found = if self.pos.is_none() { self.first(st, dir)? } else { self.step(st, dir)? };
            if found {
                clock::add(Kind::IndexEntry, 1);
                return Ok(self.pos.as_ref().map(|p| p.items[p.at].tid));
            }
            if !self.advance_arrays(dir) {
                self.started = false;
                return Ok(None);
            }
        }
    }

    /// The columns of the last returned entry, in an index-only scan.
    pub fn tuple(&self) -> Vec<Datum> {
        match &self.pos {
            Some(p) if self.want_tuples => {
                values(&p.tuples[p.items[p.at].tuple as usize], &self.rel.desc)
            }
            _ => vec![],
        }
    }

    /// Sorts the elements of each `= ANY`, without NULLs and duplicates (`_bt_preprocess_array_keys`).
    fn prepare_arrays(&mut self) -> Result<()> {
        self.arrays.clear();
        self.hopeless = false;
        for key in &self.keys {
            let ScanTest::EqualAny(elements) = &key.test else { continue };
            let column = (key.attno.0 - 1) as usize;
            let facts = &info(&self.rel).keys[column];
            let type_oid = if key.arg_type.is_valid() {
                key.arg_type
            } else {
                self.rel.desc.attrs[column].type_oid
            };
            let mut elements: Vec<Datum> =
                elements.iter().filter(|d| !d.is_null()).cloned().collect();
            let order = |a: &Datum, b: &Datum| {
                let o = compare_datums(type_oid, facts.collation, a, Oid::INVALID, b, Oid::INVALID)
                    .unwrap_or(std::cmp::Ordering::Equal);
                if facts.descending { o.reverse() } else { o }
            };
            elements.arrange_by(order);
            elements.dedup_by(|a, b| order(a, b).is_eq());
            self.hopeless |= elements.is_empty();
            self.arrays.push((elements, 0));
        }
        Ok(())
    }

    /// Goes to the next combination of array elements (`_bt_advance_array_keys`). Returns false if
    /// there is none.
    fn advance_arrays(&mut self, dir: Direction) -> bool {
        for (elements, current) in self.arrays.iter_mut().rev() {
            let last = elements.len() - 1;
            match dir {
                Direction::Forward if *current < last => *current += 1,
                Direction::Backward if *current > 0 => *current -= 1,
                Direction::Forward => {
                    *current = 0;
                    continue;
                }
                Direction::Backward => {
                    *current = last;
                    continue;
                }
            }
            return true;
        }
        false
    }

    /// Descends to the first match, and reads its page; false if there is no match (`_bt_first`).
    fn first(&mut self, st: &mut Store, dir: Direction) -> Result<bool> {
        self.killed.clear();
        let elements: Vec<Datum> = self.arrays.iter().map(|(e, i)| e[*i].clone()).collect();
        match preprocess(&self.rel, &self.keys, &elements) {
            Some(keys) => self.ready = keys,
            None => return Ok(false),
        }
        let rel = Rc::clone(&self.rel);
        let (parts, strategy) = match start_key(&rel, &self.ready, dir) {
            ScanStart::Nothing => return Ok(false),
            ScanStart::Endpoint => {
                self.searches += 1;
                return self.endpoint(st, dir);
            }
            ScanStart::At(parts, strategy) => (parts, strategy),
        };
        self.searches += 1;
        let (nextkey, go_back) = match strategy {
            ScanStrategy::Less => (false, true),
            ScanStrategy::LessEqual => (true, true),
            ScanStrategy::Equal if dir == Direction::Backward => (true, true),
            ScanStrategy::Equal | ScanStrategy::GreaterEqual => (false, false),
            ScanStrategy::Greater => (true, false),
        };
        let key = InsertKey {
            parts,
            scantid: None,
            nextkey,
            pivotsearch: go_back && st.release.backward_descents,
            anynullkeys: false,
            allequalimage: root::allequalimage(st, &rel)?,
        };
        let (_, Some(buf)) = search(st, &rel, &key, false)? else { return Ok(false) };
        let mut off = binsrch(&rel, &key, bytes(st, buf))?;
        if go_back {
            off -= 1;
        }
        self.open_page(st, buf, dir, off)
    }

    /// Begins at the first or last page of the index, for a scan without conditions to descend by
    /// (`_bt_endpoint`).
    fn endpoint(&mut self, st: &mut Store, dir: Direction) -> Result<bool> {
        let rel = Rc::clone(&self.rel);
        let Some(buf) = get_endpoint(st, &rel, 0, dir == Direction::Backward)? else {
            return Ok(false);
        };
        let pg = bytes(st, buf);
        let off = match dir {
            Direction::Forward => Opaque::of(pg).first_data_key(),
            Direction::Backward => max_offset(pg),
        };
        self.open_page(st, buf, dir, off)
    }

    /// Reads the first page of the scan, and the following ones until one has a match. Returns
    /// whether one has.
    fn open_page(
        &mut self,
        st: &mut Store,
        buf: BufferId,
        dir: Direction,
        off: u16,
    ) -> Result<bool> {
        let forward = dir == Direction::Forward;
        let again = self.array_keys.as_mut().is_some_and(|k| std::mem::take(&mut k.needs_descent));
        self.pos = Some(Position {
            buf: Some(buf),
            block: 0,
            next: 0,
            previous: 0,
            more_left: again || !forward,
            more_right: again || forward,
            items: vec![],
            at: 0,
            tuples: vec![],
            lsn: 0,
            first: true,
        });
        if self.read_page(st, dir, off)? {
            self.maybe_unpin(st);
            return Ok(true);
        }
        self.step_page(st, dir)
    }

    /// Goes to the next match on the page, or on a following page (`_bt_next`). Returns false at
    /// the end.
    fn step(&mut self, st: &mut Store, dir: Direction) -> Result<bool> {
        if let Some(pos) = &mut self.pos {
            match dir {
                Direction::Forward if pos.at + 1 < pos.items.len() => {
                    pos.at += 1;
                    return Ok(true);
                }
                Direction::Backward if pos.at > 0 => {
                    pos.at -= 1;
                    return Ok(true);
                }
                _ => {}
            }
        }
        self.step_page(st, dir)
    }

    /// Takes the matches off the pinned page: from `off` on, or back from it; returns whether there are any
    /// (`_bt_readpage`).
    fn read_page(&mut self, st: &mut Store, dir: Direction, off: u16) -> Result<bool> {
        let Some(pos) = &mut self.pos else { return Ok(false) };
        let Some(buf) = pos.buf else { return Ok(false) };
        let pg = bytes(st, buf);
        let o = Opaque::of(pg);
        let (min, max) = (o.first_data_key(), max_offset(pg));
        let natts = self.rel.desc.attrs.len();
        pos.block = block_of(st, buf);
        pos.next = o.next;
        pos.previous = o.prev;
        pos.lsn = page::lsn(pg);
        pos.items.clear();
        pos.tuples.clear();
        let mut goes_on = true;
        let want = self.want_tuples;
        if self.array_keys.is_some() {
            return self.read_by_arrays(st, dir, off);
        }
        let save = |pos: &mut Position, t: &[u8], offset: u16| pos.save(t, offset, want);
        if dir == Direction::Forward {
            for offset in off.max(min)..=max {
                if is_dead(pg, offset) {
                    continue;
                }
                let t = item(pg, offset);
                let passes;
                (passes, goes_on) = check(&self.rel, &self.ready, t, natts, dir)?;
                if passes {
                    save(pos, t, offset);
                }
                if !goes_on {
                    break;
                }
            }
            // The high key may say that the next page has nothing for us.
            if goes_on && !o.rightmost() {
                let t = item(pg, P_HIKEY);
                let kept = tuple::natts(t, natts);
                (_, goes_on) = check(&self.rel, &self.ready, t, kept, dir)?;
            }
            if !goes_on {
                pos.more_right = false;
            }
            pos.at = 0;
        } else {
            // Collected backwards, then turned round: the rows of a posting list come out lowest TID
            // first even in a backward scan.
            for offset in (min..=off.min(max)).rev() {
                let alive = !is_dead(pg, offset);
                if !alive && offset > min {
                    continue;
                }
                let t = item(pg, offset);
                let passes;
                (passes, goes_on) = check(&self.rel, &self.ready, t, natts, dir)?;
                if passes && alive {
                    save(pos, t, offset);
                }
                if !goes_on {
                    pos.more_left = false;
                    break;
                }
            }
            pos.items.reverse();
            pos.at = pos.items.len().saturating_sub(1);
        }
        Ok(!pos.items.is_empty())
    }

    /// Releases the page's pin if the snapshot allows it (`_bt_drop_lock_and_maybe_pin`).
    fn maybe_unpin(&mut self, st: &mut Store) {
        if !self.keep_pin {
            self.unpin(st);
        }
    }

    /// Releases the page's pin, if there is one.
    fn unpin(&mut self, st: &mut Store) {
        if let Some(buf) = self.pos.as_mut().and_then(|p| p.buf.take()) {
            release(st, buf);
        }
    }

    /// Forgets the page that the scan is on.
    fn drop_position(&mut self, st: &mut Store) {
        self.unpin(st);
        self.pos = None;
    }

    /// Marks the entries of dead rows on the page as LP_DEAD before the scan leaves it.
    fn leave_page(&mut self, st: &mut Store) -> Result<()> {
        if self.pos.is_some() && !self.killed.is_empty() { self.kill_items(st) } else { Ok(()) }
    }

    /// Goes to the next page with a match in this direction; false, and the scan ends, if there is none
    /// (`_bt_steppage`, `_bt_readnextpage`).
    fn step_page(&mut self, st: &mut Store, dir: Direction) -> Result<bool> {
        self.leave_page(st)?;
        if let Some(keys) = &mut self.array_keys {
            keys.turn(dir);
        }
        let found = match dir {
            Direction::Forward => self.read_right(st)?,
            Direction::Backward => self.read_left(st)?,
        };
        if found {
            self.maybe_unpin(st);
        } else {
            self.drop_position(st);
        }
        Ok(found)
    }

    /// Reads pages to the right until one has a match; false if none has.
    fn read_right(&mut self, st: &mut Store) -> Result<bool> {
        self.unpin(st);
        let rel = Rc::clone(&self.rel);
        let Some(pos) = &mut self.pos else { return Ok(false) };
        pos.more_left = true;
        let mut block = pos.next;
        loop {
            let Some(pos) = &mut self.pos else { return Ok(false) };
            if block == P_NONE || !pos.more_right {
                return Ok(false);
            }
            let buf = get(st, &rel, block)?;
            pos.buf = Some(buf);
            let o = Opaque::of(bytes(st, buf));
            if !o.ignore() && self.read_page(st, Direction::Forward, o.first_data_key())? {
                return Ok(true);
            }
            block = o.next;
            self.unpin(st);
        }
    }

    /// Reads pages to the left until one has a match. Where the link to the left is read once, it is the one that was
    /// read with the page (`_bt_readnextpage` of 18); else the page is visited again for it (`_bt_walk_left`).
    fn read_left(&mut self, st: &mut Store) -> Result<bool> {
        let rel = Rc::clone(&self.rel);
        let Some(pos) = &mut self.pos else { return Ok(false) };
        pos.more_right = true;
        let (mut block, mut left) = (pos.block, pos.previous);
        if !st.release.left_link_read_once {
            let buf = match pos.buf {
                Some(buf) => buf,
                None => *pos.buf.insert(get(st, &rel, block)?),
            };
            left = Opaque::of(bytes(st, buf)).prev;
        }
        self.unpin(st);
        loop {
            let Some(pos) = &mut self.pos else { return Ok(false) };
            if left == P_NONE || !pos.more_left {
                return Ok(false);
            }
            let Some(buf) = left_sibling(st, &rel, left, block)? else { return Ok(false) };
            pos.buf = Some(buf);
            let pg = bytes(st, buf);
            let (o, max) = (Opaque::of(pg), max_offset(pg));
            block = block_of(st, buf);
            if !o.ignore() && self.read_page(st, Direction::Backward, max)? {
                return Ok(true);
            }
            left = o.prev;
            self.unpin(st);
        }
    }
}
