//! The elements of array keys: which one an entry's value is, and going from one to the next (`_bt_binsrch_array_skey`,
//! `_bt_array_increment` of `nbtutils.c`).

use super::{ArrayKeys, Elements, Place, SkipArray, order};
use crate::btree::compare::{compare_to_datum, datum_from_raw};
use crate::btree::key::info;
use crate::btree::scan::Direction;
use crate::btree::scankey::{Key, KeyTest};
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::Oid;
use std::cmp::Ordering;

/// The other direction.
pub(super) fn opposite(dir: Direction) -> Direction {
    match dir {
        Direction::Forward => Direction::Backward,
        Direction::Backward => Direction::Forward,
    }
}

/// Compares an entry's value with a condition's, in index order (`_bt_compare_array_skey`).
pub(super) fn compare_value(
    rel: &Relation,
    key: &Key,
    raw: Option<&[u8]>,
    test: &KeyTest,
) -> Result<Ordering> {
    let facts = &info(rel).keys[key.column];
    let null_first = if facts.nulls_first { Ordering::Less } else { Ordering::Greater };
    Ok(match (test, raw) {
        (KeyTest::IsNull, None) => Ordering::Equal,
        (_, None) => null_first,
        (KeyTest::Compare(arg), Some(_)) => return compare_element(rel, key, raw, arg),
        (_, Some(_)) => null_first.reverse(),
    })
}

/// Compares an entry's value with one that is not NULL, in index order.
fn compare_element(rel: &Relation, key: &Key, raw: Option<&[u8]>, arg: &Datum) -> Result<Ordering> {
    let facts = &info(rel).keys[key.column];
    let Some(raw) = raw else {
        return Ok(if facts.nulls_first { Ordering::Less } else { Ordering::Greater });
    };
    let att = &rel.desc.attrs[key.column];
    let order = compare_to_datum(att, facts.collation, raw, arg, key.arg_type)?;
    Ok(if facts.descending { order.reverse() } else { order })
}

/// Whether an entry's value, which is not NULL, fulfils a comparison.
pub(super) fn fulfils(rel: &Relation, key: &Key, raw: &[u8]) -> Result<bool> {
    Ok(key.strategy.accepts(compare_value(rel, key, Some(raw), &key.test)?))
}

/// Which element of a list an entry's value is, or is near to, and how it compares with that (`_bt_binsrch_array_skey`).
/// `beyond`: the value is known to be beyond the current element.
pub(super) fn find_element(
    rel: &Relation,
    key: &Key,
    (values, current): (&[Datum], usize),
    beyond: Option<Direction>,
    raw: Option<&[u8]>,
) -> Result<(usize, Ordering)> {
    let order = |i: usize| compare_element(rel, key, raw, &values[i]);
    let (mut low, mut high) = (0, values.len() as isize - 1);
    let mut middle = -1;
    let mut result = Ordering::Equal;
    match beyond {
        Some(Direction::Forward) => {
            low = current as isize + 1;
            if high >= low {
                result = order(low as usize)?;
                if result.is_le() {
                    return Ok((low as usize, result));
                }
                middle = low;
                low += 1;
            }
            if high < low {
                return Ok((high as usize, Ordering::Greater));
            }
        }
        Some(Direction::Backward) => {
            high = current as isize - 1;
            if high >= low {
                result = order(high as usize)?;
                if result.is_ge() {
                    return Ok((high as usize, result));
                }
                middle = high;
                high -= 1;
            }
            if high < low {
                return Ok((low as usize, Ordering::Less));
            }
        }
        None => {}
    }
    while high > low {
        middle = low + (high - low) / 2;
        result = order(middle as usize)?;
        match result {
            Ordering::Equal => {
                low = middle;
                break;
            }
            Ordering::Greater => low = middle + 1,
            Ordering::Less => high = middle,
        }
    }
    if low != middle {
        result = order(low as usize)?;
    }
    Ok((low as usize, result))
}

impl SkipArray {
    /// Whether an entry's value is among the elements (equal), before or after them (`_bt_binsrch_skiparray_skey`).
    /// `beyond`: the value is known to be beyond the current element.
    pub(super) fn find(
        &self,
        rel: &Relation,
        column: usize,
        beyond: bool,
        dir: Direction,
        raw: Option<&[u8]>,
    ) -> Result<Ordering> {
        if self.null {
            return Ok(Ordering::Equal);
        }
        let Some(raw) = raw else {
            let first = info(rel).keys[column].nulls_first;
            return Ok(if first { Ordering::Less } else { Ordering::Greater });
        };
        let outside = |bound: &Option<Key>| -> Result<bool> {
            Ok(match bound {
                Some(key) => !fulfils(rel, key, raw)?,
                None => false,
            })
        };
        let low = (&self.low, Ordering::Less);
        let high = (&self.high, Ordering::Greater);
        let (near, far) = if dir == Direction::Forward { (low, high) } else { (high, low) };
        if !beyond && outside(near.0)? {
            return Ok(near.1);
        }
        if outside(far.0)? {
            return Ok(far.1);
        }
        Ok(Ordering::Equal)
    }
}

impl ArrayKeys {
    /// Puts all arrays to their first elements in a direction (`_bt_start_array_keys`).
    pub(super) fn start(&mut self, rel: &Relation, dir: Direction) {
        for i in 0..self.arrays.len() {
            self.to_end(rel, i, dir == Direction::Forward);
        }
        self.behind = false;
        self.checks_opposite = false;
    }

    /// Puts the arrays whose conditions do not end the scan to their first elements in a direction
    /// (`_bt_rewind_nonrequired_arrays` of 17).
    pub(super) fn start_unrequired(&mut self, rel: &Relation, dir: Direction) {
        for i in 0..self.arrays.len() {
            if matches!(self.keys[self.arrays[i].key].required, (false, false)) {
                self.to_end(rel, i, dir == Direction::Forward);
            }
        }
    }

    /// Puts an array to its first (`low`) or last element (`_bt_array_set_low_or_high`).
    pub(super) fn to_end(&mut self, rel: &Relation, array: usize, low: bool) {
        let a = &mut self.arrays[array];
        let key = &mut self.keys[a.key];
        match &mut a.elements {
            Elements::List(values, current) => {
                *current = if low { 0 } else { values.len() - 1 };
                key.test = KeyTest::Compare(values[*current].clone());
            }
            Elements::Skip(skip) => {
                (key.test, skip.place) = (KeyTest::Compare(Datum::Null), Place::Value);
                if skip.null && low == info(rel).keys[key.column].nulls_first {
                    key.test = KeyTest::IsNull;
                } else {
                    skip.place = if low { Place::Lowest } else { Place::Highest };
                }
            }
        }
    }

    /// Puts an array to its next element in a direction; false if there is none (`_bt_array_increment`,
    /// `_bt_array_decrement`).
    fn step(&mut self, rel: &Relation, array: usize, dir: Direction) -> Result<bool> {
        let up = dir == Direction::Forward;
        let a = &mut self.arrays[array];
        let key = &mut self.keys[a.key];
        let skip = match &mut a.elements {
            Elements::Skip(skip) => skip,
            Elements::List(values, current) => {
                if *current == if up { values.len() - 1 } else { 0 } {
                    return Ok(false);
                }
                *current = if up { *current + 1 } else { *current - 1 };
                key.test = KeyTest::Compare(values[*current].clone());
                return Ok(true);
            }
        };
        let nulls_first = info(rel).keys[key.column].nulls_first;
        let at_null = matches!(key.test, KeyTest::IsNull);
        if skip.place == if up { Place::Highest } else { Place::Lowest }
            || at_null && nulls_first != up
        {
            return Ok(false);
        }
        let Some(support) = skip.support else {
            skip.place = if up { Place::After } else { Place::Before };
            return Ok(true);
        };
        let near = match &key.test {
            KeyTest::Compare(value) if up => support.next(value),
            KeyTest::Compare(value) => support.previous(value),
            _ if up => Some(support.first()),
            _ => Some(support.last()),
        };
        let Some(near) = near else {
            if skip.null && nulls_first != up {
                key.test = KeyTest::IsNull;
                return Ok(true);
            }
            return Ok(false);
        };
        let bound = if up { &skip.high } else { &skip.low };
        if !at_null
            && let Some(bound) = bound
            && let KeyTest::Compare(arg) = &bound.test
        {
            let order = order(rel, key.column, (&near, Oid::INVALID), (arg, bound.arg_type));
            if order.is_some_and(|o| !bound.strategy.accepts(o)) {
                return Ok(false);
            }
        }
        key.test = KeyTest::Compare(near);
        Ok(true)
    }

    /// Goes on to the next elements of the arrays, the last array's first; false if there are none
    /// (`_bt_advance_array_keys_increment`). `skipped` is set if a skip array goes on.
    pub(super) fn next_elements(
        &mut self,
        rel: &Relation,
        dir: Direction,
        skipped: &mut bool,
    ) -> Result<bool> {
        for i in (0..self.arrays.len()).rev() {
            *skipped |= matches!(self.arrays[i].elements, Elements::Skip(_));
            if self.step(rel, i, dir)? {
                return Ok(true);
            }
            self.to_end(rel, i, dir == Direction::Forward);
        }
        self.start(rel, opposite(dir));
        Ok(false)
    }

    /// Where a skip array is whose condition this is; `None` for other conditions.
    pub(super) fn place(&self, key: usize) -> Option<Place> {
        match &self.arrays[self.array_of(key)?].elements {
            Elements::Skip(skip) => Some(skip.place),
            Elements::List(..) => None,
        }
    }

    /// Puts an array to an element: of a list by its number, of a skip array by the value of an entry, or to an end if
    /// that is outside. Returns whether it is a skip array (`_bt_skiparray_set_element`).
    pub(super) fn set_element(
        &mut self,
        rel: &Relation,
        array: usize,
        element: usize,
        result: Ordering,
        raw: Option<&[u8]>,
    ) -> bool {
        let a = &mut self.arrays[array];
        let key = &mut self.keys[a.key];
        match &mut a.elements {
            Elements::List(values, current) => {
                if *current != element {
                    *current = element;
                    key.test = KeyTest::Compare(values[element].clone());
                }
                return false;
            }
            Elements::Skip(skip) if result.is_eq() => {
                skip.place = Place::Value;
                key.test = match raw {
                    None => KeyTest::IsNull,
                    Some(raw) => {
                        let att = &rel.desc.attrs[key.column];
                        KeyTest::Compare(datum_from_raw(raw, att))
                    }
                };
            }
            Elements::Skip(_) => self.to_end(rel, array, result.is_lt()),
        }
        true
    }
}
