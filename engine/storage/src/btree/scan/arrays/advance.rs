//! Array keys as a page is read: whether an entry fulfils the conditions, and which elements come next
//! (`_bt_checkkeys`, `_bt_advance_array_keys` of `nbtutils.c`).

use super::elements::{compare_value, find_element, fulfils, opposite};
use super::{ArrayKeys, Elements, Place};
use crate::btree::key::{attr, info, keep_natts_fast};
use crate::btree::layout::*;
use crate::btree::pages::item;
use crate::btree::scan::Direction;
use crate::btree::scankey::{KeyTest, ScanStrategy, check_row};
use crate::error::Result;
use crate::heap::Relation;
use std::cmp::Ordering;

/// After how many entries before the arrays' elements the scan looks ahead.
const RECHECKS: u32 = 3;
/// How many entries it looks ahead first.
const FIRST_DISTANCE: u16 = 5;
/// Up to half as many index tuples as a page can hold (`MaxIndexTuplesPerPage` / 2), that distance doubles.
const MOST_DISTANCE: u16 = 204;
/// How many skips on a page end the reading of neighbours (`NSKIPADVANCES_THRESHOLD`).
const MANY_SKIPS: u32 = 3;

/// The reading of a page (`BTReadPageState`).
pub(super) struct PageReading<'p> {
    pub pg: &'p PageBytes,
    /// The first and the last entry.
    pub min: u16,
    pub max: u16,
    /// The entry that bounds the page in the scan's direction: its high key, or its first entry; `None` for the last
    /// page (`finaltup`).
    pub last: Option<&'p [u8]>,
    /// Whether the scan descended to the page.
    pub first: bool,
    /// Whether no condition ends the scan, since skip arrays do not pay on this page (`forcenonrequired`).
    pub relaxed: bool,
    /// The conditions before this one hold for all entries of the page (`startikey`).
    pub start: usize,
    /// The entry that is looked at.
    pub offset: u16,
    /// The entry to go on with, if it is not the next one (`skip`).
    pub jump: Option<u16>,
    /// Whether the scan goes on (`continuescan`).
    pub goes_on: bool,
    pub rechecks: u32,
    pub distance: u16,
    pub skips: u32,
}

/// Whether the first is after the second in the direction of the scan.
fn is_after(order: Ordering, dir: Direction) -> bool {
    order == if dir == Direction::Forward { Ordering::Greater } else { Ordering::Less }
}

impl ArrayKeys {
    /// Whether an entry is before the elements of the arrays (`_bt_tuple_before_array_skeys`). `trigger`: only this
    /// condition is looked at, which the entry did not fulfil. The second result says that the entry lacks columns
    /// (a high key): then the first is false.
    pub(super) fn is_before(
        &self,
        rel: &Relation,
        dir: Direction,
        (t, natts): (&[u8], usize),
        trigger: Option<usize>,
    ) -> Result<(bool, bool)> {
        for at in trigger.unwrap_or(0)..self.keys.len() {
            let key = &self.keys[at];
            if !key.required.0 && !key.required.1 {
                return Ok((false, false));
            }
            if key.column >= natts {
                return Ok((false, true));
            }
            if key.strategy != ScanStrategy::Equal {
                if trigger.is_some() {
                    return Ok((false, false));
                }
                continue;
            }
            let raw = attr(t, &rel.desc, key.column);
            let place = self.place(at);
            let result = if let Some(Place::Lowest | Place::Highest) = place {
                let array = self.array_of(at).map(|a| &self.arrays[a].elements);
                let Some(Elements::Skip(skip)) = array else { return Ok((false, false)) };
                let found = skip.find(rel, key.column, false, dir, raw)?;
                if found.is_eq() {
                    return Ok((false, false));
                }
                found
            } else {
                match (compare_value(rel, key, raw, &key.test)?, place) {
                    (Ordering::Equal, Some(Place::After)) => Ordering::Less,
                    (Ordering::Equal, Some(Place::Before)) => Ordering::Greater,
                    (order, _) => order,
                }
            };
            if is_after(result, opposite(dir)) {
                return Ok((true, false));
            }
            if trigger.is_some() || result.is_ne() {
                return Ok((false, false));
            }
        }
        Ok((false, false))
    }

    /// Whether an entry fulfils the conditions; puts the arrays to the elements that it leads to, and notes whether the
    /// scan goes on (`_bt_checkkeys`).
    pub(super) fn check(
        &mut self,
        rel: &Relation,
        page: &mut PageReading<'_>,
        t: &[u8],
        natts: usize,
    ) -> Result<bool> {
        let dir = self.dir;
        let mut at = page.start;
        let arrays = !self.arrays.is_empty();
        let how = Check { dir, others: arrays, relaxed: page.relaxed };
        let (passes, goes_on) = self.compare(rel, how, t, natts, &mut at)?;
        page.goes_on = goes_on;
        if !arrays || goes_on {
            return Ok(passes);
        }
        if self.is_before(rel, dir, (t, natts), Some(at))?.0 {
            // Without skip arrays the page's last entry is looked at only now.
            if let Some(last) = page.last.filter(|_| self.behind && !self.skipping) {
                let natts = tuple::natts(last, rel.desc.attrs.len());
                if self.is_before(rel, dir, (last, natts), None)?.0 {
                    self.needs_descent = true;
                    return Ok(false);
                }
            }
            page.goes_on = true;
            page.rechecks += 1;
            if page.rechecks >= RECHECKS {
                self.look_ahead(rel, page, natts)?;
            }
            return Ok(false);
        }
        self.advance(rel, Some(page), (t, natts), at, true)
    }

    /// Jumps over entries that are before the arrays' elements, as far as an entry ahead is, too
    /// (`_bt_checkkeys_look_ahead`).
    fn look_ahead(&self, rel: &Relation, page: &mut PageReading<'_>, natts: usize) -> Result<()> {
        let forward = self.dir == Direction::Forward;
        let (at, min, max) = (page.offset, page.min, page.max);
        // The high key is looked at last, and is no entry.
        if at < min
            || forward && at as i32 >= max as i32 - FIRST_DISTANCE as i32
            || !forward && at <= min + FIRST_DISTANCE
        {
            return Ok(());
        }
        if page.distance == 0 {
            page.distance = FIRST_DISTANCE;
        } else if page.distance < MOST_DISTANCE {
            page.distance *= 2;
        }
        let ahead = match forward {
            true => max.min(at + page.distance),
            false => min.max(at.saturating_sub(page.distance)),
        };
        let t = item(page.pg, ahead);
        if self.is_before(rel, self.dir, (t, natts), None)?.0 {
            page.jump = Some(if forward { ahead + 1 } else { ahead - 1 });
        } else {
            page.rechecks = 0;
            page.distance = (page.distance / 8).max(1);
        }
        Ok(())
    }

    /// Whether the next page has anything for the arrays' elements, by the entry that bounds it
    /// (`_bt_scanbehind_checkkeys`).
    pub(super) fn goes_on_with(
        &mut self,
        rel: &Relation,
        dir: Direction,
        last: &[u8],
    ) -> Result<bool> {
        let natts = tuple::natts(last, rel.desc.attrs.len());
        let (before, behind) = self.is_before(rel, dir, (last, natts), None)?;
        if before || behind {
            return Ok(false);
        }
        if !self.checks_opposite {
            return Ok(true);
        }
        self.opposite_holds(rel, dir, last)
    }

    /// Whether a page's last entry fulfils the conditions that end the other direction (`_bt_oppodir_checkkeys`).
    fn opposite_holds(&mut self, rel: &Relation, dir: Direction, last: &[u8]) -> Result<bool> {
        let natts = tuple::natts(last, rel.desc.attrs.len());
        let how = Check { dir: opposite(dir), others: false, relaxed: false };
        let mut at = 0;
        let (_, goes_on) = self.compare(rel, how, last, natts, &mut at)?;
        Ok(goes_on || self.keys[at].strategy == ScanStrategy::Equal)
    }

    /// Notes which conditions hold for all entries of a page, and whether the scan reads it without going on with its
    /// arrays entry by entry (`_bt_set_startikey`).
    pub(super) fn set_start(&self, rel: &Relation, page: &mut PageReading<'_>) -> Result<()> {
        let (first, last) = (item(page.pg, page.min), item(page.pg, page.max));
        let changing = keep_natts_fast(rel, first, last)?;
        let mut past_list = false;
        let mut start = 0;
        for (at, key) in self.keys.iter().enumerate() {
            start = at;
            if !key.required.0 && !key.required.1 {
                break;
            }
            let array = self.array_of(at).map(|a| &self.arrays[a].elements);
            if let Some(Elements::Skip(skip)) = array
                && skip.null
            {
                start = at + 1;
                continue;
            }
            // A condition with a range may hold for all values of the first column that changes on the page.
            let range =
                key.strategy != ScanStrategy::Equal || matches!(array, Some(Elements::Skip(_)));
            if key.column + 1 > changing || !range && key.column + 1 == changing {
                break;
            }
            let ends = [attr(first, &rel.desc, key.column), attr(last, &rel.desc, key.column)];
            let mut all = true;
            for raw in ends.into_iter().take(if range { 2 } else { 1 }) {
                all &= match (array, &key.test, raw) {
                    (Some(Elements::Skip(skip)), ..) => {
                        skip.find(rel, key.column, false, Direction::Forward, raw)?.is_eq()
                    }
                    (Some(Elements::List(values, current)), ..) => {
                        find_element(rel, key, (values, *current), None, raw)?.1.is_eq()
                    }
                    (_, KeyTest::Row(_), _) => false,
                    (_, KeyTest::IsNull, raw) => raw.is_none(),
                    (_, KeyTest::IsNotNull, raw) => raw.is_some(),
                    (_, KeyTest::Compare(_), None) => false,
                    (_, KeyTest::Compare(_), Some(raw)) => fulfils(rel, key, raw)?,
                };
            }
            if !all {
                break;
            }
            past_list |= matches!(array, Some(Elements::List(..)));
            start = at + 1;
        }
        page.relaxed = past_list || self.skips;
        page.start = start;
        if page.relaxed && page.last.is_none() {
            page.relaxed = false;
            page.start = 0;
        }
        Ok(())
    }
}

/// How entries are checked: the direction; whether an array that does not end the scan goes on; whether nothing ends
/// the scan.
#[derive(Clone, Copy)]
struct Check {
    dir: Direction,
    others: bool,
    relaxed: bool,
}

impl ArrayKeys {
    /// Whether an entry fulfils the conditions from `at` on, and whether the scan goes on after it; `at` becomes the
    /// condition that it does not fulfil (`_bt_check_compare`).
    fn compare(
        &mut self,
        rel: &Relation,
        how: Check,
        t: &[u8],
        natts: usize,
        at: &mut usize,
    ) -> Result<(bool, bool)> {
        let Check { dir, others, relaxed } = how;
        while *at < self.keys.len() {
            let key = &self.keys[*at];
            let column = key.column;
            if column >= natts {
                *at += 1;
                continue;
            }
            let required = !relaxed && key.required_for(dir);
            let either = !relaxed && (key.required.0 || key.required.1);
            let place = self.place(*at);
            if place.is_some_and(|p| p != Place::Value) {
                if relaxed {
                    return Ok((self.advance(rel, None, (t, natts), *at, false)?, true));
                }
                return Ok((false, false));
            }
            let raw = attr(t, &rel.desc, column);
            let passes = match (&key.test, raw) {
                (KeyTest::Row(members), _) => {
                    let (passes, goes_on) = check_row(rel, key, members, t, natts, dir)?;
                    if !passes {
                        return Ok((false, goes_on || relaxed));
                    }
                    true
                }
                (KeyTest::IsNull, raw) if raw.is_none() || relaxed && place.is_some() => true,
                (KeyTest::IsNull, _) => false,
                (KeyTest::IsNotNull, raw) => raw.is_some(),
                (KeyTest::Compare(_), None) => {
                    if relaxed && place.is_some() {
                        return Ok((self.advance(rel, None, (t, natts), *at, false)?, true));
                    }
                    // Beyond the NULLs nothing can pass, if the scan runs towards them.
                    let nulls_first = info(rel).keys[column].nulls_first;
                    return Ok((false, !(either && nulls_first == (dir == Direction::Backward))));
                }
                (KeyTest::Compare(_), Some(raw)) => fulfils(rel, key, raw)?,
            };
            if !passes {
                if required {
                    return Ok((false, false));
                }
                let compares = matches!(key.test, KeyTest::Compare(_));
                if others && compares && self.array_of(*at).is_some() {
                    return Ok((self.advance(rel, None, (t, natts), *at, false)?, true));
                }
                return Ok((false, true));
            }
            *at += 1;
        }
        Ok((true, true))
    }

    /// Puts the arrays to the elements that an entry leads to, which did not fulfil the condition `trigger`, and decides
    /// how the scan goes on. Returns whether the entry fulfils all conditions now (`_bt_advance_array_keys`).
    fn advance(
        &mut self,
        rel: &Relation,
        mut page: Option<&mut PageReading<'_>>,
        (t, natts): (&[u8], usize),
        trigger: usize,
        required: bool,
    ) -> Result<bool> {
        let dir = self.dir;
        if required {
            // 17 forgets it here; 18 does where a page is read next.
            self.behind &= self.skipping;
            if let Some(page) = page.as_deref_mut() {
                (page.rechecks, page.distance) = (0, 0);
            }
        } else if trigger + 1 < self.keys.len() && self.array_of(self.keys.len() - 1).is_none() {
            let mut at = self.keys.len() - 1;
            let how = Check { dir, others: false, relaxed: false };
            if !self.compare(rel, how, t, natts, &mut at)?.0 {
                return Ok(false);
            }
        }
        let mut found = self.find_elements(rel, (t, natts), trigger, required)?;
        if found.beyond && !self.next_elements(rel, dir, &mut found.skipped)? {
            if let Some(page) = page {
                page.goes_on = false;
            }
            self.needs_descent = false;
            return Ok(false);
        }
        if required
            && found.skipped
            && let Some(page) = page.as_deref_mut()
        {
            page.skips += 1;
        }
        if required && found.all_required || !required && found.all {
            let mut at = trigger + 1;
            let how = Check { dir, others: false, relaxed: !required };
            let (passes, goes_on) = self.compare(rel, how, t, natts, &mut at)?;
            if passes && !self.behind {
                if let Some(page) = page {
                    page.goes_on = true;
                }
                return Ok(true);
            }
            if !goes_on {
                self.advance(rel, page, (t, natts), at, true)?;
                return Ok(false);
            }
        }
        if let Some(page) = page.filter(|_| required) {
            self.decide(rel, page, t, &found)?;
        }
        Ok(false)
    }

    /// Finds the element of each array, from the condition `trigger` on, that an entry leads to.
    fn find_elements(
        &mut self,
        rel: &Relation,
        (t, natts): (&[u8], usize),
        trigger: usize,
        required: bool,
    ) -> Result<Found> {
        let dir = self.dir;
        let forward = dir == Direction::Forward;
        let mut found = Found {
            beyond: false,
            skipped: false,
            opposite: false,
            opposite_ends: false,
            all_required: true,
            all: true,
        };
        for at in 0..self.keys.len() {
            let key = &self.keys[at];
            let array = self.array_of(at).filter(|_| key.strategy == ScanStrategy::Equal);
            if key.strategy != ScanStrategy::Equal && key.required_for(opposite(dir)) {
                found.opposite = true;
                found.opposite_ends |= at == trigger;
            }
            if at < trigger {
                continue;
            }
            let key_required = key.required.0 || key.required.1;
            if key_required && key.column >= natts {
                self.behind = true;
            }
            if at == trigger && array.is_none() {
                (found.beyond, found.all, found.all_required) = (true, false, false);
                continue;
            }
            if key.strategy != ScanStrategy::Equal || !key_required && array.is_none() {
                continue;
            }
            if found.beyond || !found.all_required || key.column >= natts {
                if let Some(array) = array {
                    self.to_end(rel, array, forward != found.beyond);
                }
                continue;
            }
            let raw = attr(t, &rel.desc, key.column);
            let triggers = required && at == trigger;
            let mut element = 0;
            let result = match array.map(|a| &self.arrays[a].elements) {
                Some(Elements::Skip(skip)) => skip.find(rel, key.column, triggers, dir, raw)?,
                Some(Elements::List(values, current)) => {
                    let beyond = triggers.then_some(dir);
                    let (e, order) = find_element(rel, key, (values, *current), beyond, raw)?;
                    element = e;
                    order
                }
                None => compare_value(rel, key, raw, &key.test)?,
            };
            if required && key_required && is_after(result, dir) {
                found.beyond = true;
            }
            if result.is_ne() {
                found.all = false;
                if !(required && key_required) {
                    break;
                }
                found.all_required = false;
            }
            if let Some(array) = array {
                found.skipped |= self.set_element(rel, array, element, result, raw);
            }
        }
        Ok(found)
    }

    /// Decides whether the scan goes on after an entry that the arrays' elements are beyond: with the next entry, with
    /// the next page, or with a descent (the end of `_bt_advance_array_keys`). Without skip arrays it never reads the
    /// next page to find out where a condition that ends the other direction begins to hold.
    fn decide(
        &mut self,
        rel: &Relation,
        page: &mut PageReading<'_>,
        t: &[u8],
        found: &Found,
    ) -> Result<()> {
        let dir = self.dir;
        let mut descends = false;
        if let Some(last) = page.last {
            if !found.all_required {
                if std::ptr::eq(last, t) {
                    descends = true;
                } else {
                    let natts = tuple::natts(last, rel.desc.attrs.len());
                    (descends, self.behind) = self.is_before(rel, dir, (last, natts), None)?;
                }
            }
            let checked = self.skipping || found.all_required || found.opposite_ends;
            if !descends && !self.behind && found.opposite && checked {
                descends = !self.opposite_holds(rel, dir, last)?;
                if descends && !self.skipping {
                    self.start_unrequired(rel, dir);
                }
            }
        }
        if !self.skipping && self.behind && found.opposite {
            descends = true;
        }
        if descends {
            if !self.skipping || page.first && page.skips <= MANY_SKIPS {
                page.goes_on = false;
                self.needs_descent = true;
                return Ok(());
            }
            self.behind = true;
        }
        page.goes_on = true;
        self.needs_descent = false;
        if self.behind {
            self.checks_opposite = found.opposite;
            if dir == Direction::Forward {
                page.jump = Some(page.max + 1);
            }
        }
        Ok(())
    }
}

/// What an entry says of the arrays.
struct Found {
    /// It is beyond the last element of an array: the arrays before go on.
    beyond: bool,
    /// A skip array goes on.
    skipped: bool,
    /// There is a condition that ends the other direction.
    opposite: bool,
    /// The entry does not fulfil that condition: it is NULL.
    opposite_ends: bool,
    /// All conditions that end the scan hold.
    all_required: bool,
    /// All equalities hold.
    all: bool,
}
