//! A scan with array keys: its descents, and the reading of a page (`_bt_first`, `_bt_readpage` of 17 and 18).

use super::advance::PageReading;
use super::{ArrayKeys, Elements, Place};
use crate::btree::key::{InsertKey, InsertKeyPart, info};
use crate::btree::layout::*;
use crate::btree::pages::*;
use crate::btree::root;
use crate::btree::scan::{BtScan, Direction, Position};
use crate::btree::scankey::{Key, KeyTest, ScanStrategy};
use crate::btree::search::{binsrch, search};
use crate::btree::startkey::{ScanStart, add_row_members, start_key};
use crate::clock::{self, Kind};
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::{ItemPointer, Oid};
use crate::store::Store;
use std::rc::Rc;

/// What a scan descends by: the values of leading columns, and how the entries compare that it begins with.
type Start = (Vec<InsertKeyPart>, ScanStrategy);

impl ArrayKeys {
    /// The values that the scan descends by: `=` on leading columns, then at most one bound. There are none if it
    /// begins at an end of the index (`_bt_first`).
    fn start_key(&self, rel: &Relation, dir: Direction) -> Start {
        let forward = dir == Direction::Forward;
        let mut parts = vec![];
        let mut total = ScanStrategy::Equal;
        for column in 0.. {
            let (mut best, mut not_null) = (None, false);
            for (at, key) in self.keys.iter().enumerate().filter(|(_, k)| k.column == column) {
                let lower = key.strategy > ScanStrategy::Equal;
                if best.is_some() {
                    continue;
                }
                if key.strategy == ScanStrategy::Equal || lower == forward {
                    best = Some((key, self.array_of(at)));
                } else {
                    not_null = true;
                }
            }
            let mut place = Place::Value;
            let mut bound: Option<&Key> = best.map(|b| b.0);
            if let Some((_, Some(array))) = best
                && let Elements::Skip(skip) = &self.arrays[array].elements
            {
                place = skip.place;
                if matches!(place, Place::Lowest | Place::Highest) {
                    bound = if forward { skip.low.as_ref() } else { skip.high.as_ref() };
                    not_null = !skip.null;
                }
            }
            let (arg, arg_type, strategy) = match bound {
                Some(key) => match &key.test {
                    KeyTest::Compare(arg) => (arg.clone(), key.arg_type, key.strategy),
                    KeyTest::Row(row) => (row[0].arg.clone(), row[0].arg_type, key.strategy),
                    _ => (Datum::Null, Oid::INVALID, key.strategy),
                },
                // x < 5 says that x is not NULL; if NULLs come first, start after them.
                None if not_null && info(rel).keys[column].nulls_first == forward => {
                    let beyond = if forward { ScanStrategy::Greater } else { ScanStrategy::Less };
                    (Datum::Null, Oid::INVALID, beyond)
                }
                None => break,
            };
            parts.push(InsertKeyPart { arg, arg_type });
            total = strategy;
            if matches!(place, Place::After | Place::Before) {
                total = if forward { ScanStrategy::Greater } else { ScanStrategy::Less };
            }
            let next = self.keys.iter().find(|k| k.column > column);
            let goes_on = next.is_some_and(|k| k.required.0 || k.required.1);
            if matches!(total, ScanStrategy::Less | ScanStrategy::Greater) || !goes_on {
                if let Some(key) = bound {
                    total = add_row_members(rel, key, &mut parts, total);
                }
                break;
            }
        }
        (parts, total)
    }

    /// Takes the matches off a page, from the entry `off` on in the scan's direction. Returns whether the scan may go on
    /// with the next page (`_bt_readpage`).
    fn read(
        &mut self,
        rel: &Relation,
        pg: &PageBytes,
        pos: &mut Position,
        mut off: u16,
        want: bool,
    ) -> Result<bool> {
        let dir = self.dir;
        let forward = dir == Direction::Forward;
        let o = Opaque::of(pg);
        let natts = rel.desc.attrs.len();
        let arrays = !self.arrays.is_empty();
        let mut page = PageReading::new(pg, pos.first);
        let (min, max) = (page.min, page.max);
        if arrays {
            page.last = match forward {
                true => (!o.rightmost()).then(|| item(pg, P_HIKEY)),
                false => (min <= max && !o.leftmost()).then(|| item(pg, min)),
            };
            if let Some(last) = page.last
                && self.behind
                && self.skipping
                && !self.goes_on_with(rel, dir, last)?
            {
                self.needs_descent = true;
                return Ok(false);
            }
            self.behind &= !self.skipping;
            self.checks_opposite = false;
        }
        if self.skipping && !page.first && min < max {
            self.set_start(rel, &mut page)?;
        }
        off = if forward { off.max(min) } else { off.min(max) };
        while off >= min && off <= max {
            let next = if forward { off + 1 } else { off - 1 };
            let alive = !is_dead(pg, off);
            if !alive && (forward || off > min) {
                off = next;
                continue;
            }
            let t = item(pg, off);
            page.offset = off;
            if !forward && arrays && off == min && page.relaxed {
                page.relax_no_more();
                self.start(rel, dir);
            }
            let passes = self.check(rel, &mut page, t, natts)?;
            if !forward && self.behind {
                break;
            }
            if let Some(jump) = page.jump.take() {
                off = jump;
                continue;
            }
            if passes && alive {
                pos.save(t, off, want);
            }
            if !page.goes_on {
                break;
            }
            off = next;
        }
        // The high key may say that the next page has nothing for us.
        let waits = self.behind && self.skipping;
        if forward && page.goes_on && !waits && !o.rightmost() {
            if page.relaxed {
                self.start(rel, dir);
            }
            page.relax_no_more();
            let high = item(pg, P_HIKEY);
            self.check(rel, &mut page, high, tuple::natts(high, natts))?;
        }
        Ok(page.goes_on)
    }
}

impl<'p> PageReading<'p> {
    /// The reading of a page that begins. `first`: the scan descended to it.
    fn new(pg: &'p PageBytes, first: bool) -> PageReading<'p> {
        PageReading {
            pg,
            min: Opaque::of(pg).first_data_key(),
            max: max_offset(pg),
            last: None,
            first,
            relaxed: false,
            start: 0,
            offset: 0,
            jump: None,
            goes_on: true,
            rechecks: 0,
            distance: 0,
            skips: 0,
        }
    }
    /// Makes conditions end the scan again.
    fn relax_no_more(&mut self) {
        self.relaxed = false;
        self.start = 0;
    }
}

impl BtScan {
    /// The TID of the next matching entry in a scan with array keys (`btgettuple`).
    #[inline(never)]
    pub(in crate::btree::scan) fn next_by_arrays(
        &mut self,
        st: &mut Store,
        dir: Direction,
    ) -> Result<Option<ItemPointer>> {
        loop {
            let found = match self.pos {
                None => self.first_by_arrays(st, dir)?,
                Some(_) => self.step(st, dir)?,
            };
            if found {
                clock::add(Kind::IndexEntry, 1);
                return Ok(self.pos.as_ref().map(|p| p.items[p.at].tid));
            }
            let Some(keys) = &mut self.array_keys else { return Ok(None) };
            keys.behind = false;
            keys.checks_opposite = false;
            if !keys.needs_descent {
                return Ok(None);
            }
        }
    }

    /// Descends to the first match for the arrays' elements, and reads its page; false if there is no match
    /// (`_bt_first`).
    fn first_by_arrays(&mut self, st: &mut Store, dir: Direction) -> Result<bool> {
        self.killed.clear();
        let rel = Rc::clone(&self.rel);
        let Some(keys) = &mut self.array_keys else { return Ok(false) };
        if !keys.needs_descent {
            keys.start(&rel, dir);
        }
        self.searches += 1;
        let start = if keys.skipping {
            keys.start_key(&rel, dir)
        } else {
            match start_key(&rel, &keys.keys, dir) {
                ScanStart::At(parts, strategy) => (parts, strategy),
                ScanStart::Nothing | ScanStart::Endpoint => (vec![], ScanStrategy::Equal),
            }
        };
        let (parts, strategy) = start;
        if parts.is_empty() {
            return self.endpoint(st, dir);
        }
        let backward = match strategy {
            ScanStrategy::Equal => dir == Direction::Backward,
            other => other < ScanStrategy::Equal,
        };
        let key = InsertKey {
            parts,
            scantid: None,
            nextkey: match strategy {
                ScanStrategy::Equal => backward,
                other => matches!(other, ScanStrategy::LessEqual | ScanStrategy::Greater),
            },
            pivotsearch: backward,
            anynullkeys: false,
            allequalimage: root::allequalimage(st, &rel)?,
        };
        let (_, Some(buf)) = search(st, &rel, &key, false)? else {
            keys.needs_descent = false;
            return Ok(false);
        };
        let off = binsrch(&rel, &key, bytes(st, buf))?;
        self.open_page(st, buf, dir, if backward { off - 1 } else { off })
    }

    /// Takes the matches off the pinned page of a scan with array keys, and returns whether there are any
    /// (`_bt_readpage`).
    #[inline(never)]
    pub(in crate::btree::scan) fn read_by_arrays(
        &mut self,
        st: &Store,
        dir: Direction,
        off: u16,
    ) -> Result<bool> {
        let (Some(mut pos), Some(keys)) = (self.pos.take(), &mut self.array_keys) else {
            return Ok(false);
        };
        keys.dir = dir;
        let read = match pos.buf {
            Some(buf) => keys.read(&self.rel, bytes(st, buf), &mut pos, off, self.want_tuples),
            None => Ok(false),
        };
        if matches!(read, Ok(false)) {
            match dir {
                Direction::Forward => pos.more_right = false,
                Direction::Backward => pos.more_left = false,
            }
        }
        pos.first = false;
        pos.at = 0;
        if dir == Direction::Backward {
            // Collected backwards, then turned round: the rows of a posting list come out lowest TID first.
            pos.items.reverse();
            pos.at = pos.items.len().saturating_sub(1);
        }
        let found = !pos.items.is_empty();
        self.pos = Some(pos);
        read.map(|_| found)
    }
}
