//! The array keys of a scan from 17 on: the elements of `= ANY`, and in 18 the skip arrays that stand for the columns
//! before a condition that have no `=` themselves (`nbtpreprocesskeys.c`, `_bt_preprocess_array_keys`).
//!
//! A skip array has every value of its type as an element. None is kept: the scan takes the next one from the index,
//! or counts on to it where the type has skip support.

mod advance;
mod elements;
mod read;
mod support;

use super::Direction;
use crate::btree::compare::compare_datums;
use crate::btree::key::info;
use crate::btree::scankey::{Key, KeyTest, ScanKey, ScanStrategy, ScanTest, implies};
use crate::datum::Datum;
use crate::heap::Relation;
use crate::ids::Oid;
use crate::sort::Arrange;
use std::cmp::Ordering;
use support::SkipSupport;

/// The keys of a scan some of which are arrays (`BTScanOpaqueData`).
#[derive(Debug)]
pub(super) struct ArrayKeys {
    /// The conditions, each array's with its current element.
    keys: Vec<Key>,
    /// The arrays, in the order of their conditions.
    arrays: Vec<ArrayKey>,
    /// Whether the version has skip arrays; with them came how it decides where a page's reading ends.
    skipping: bool,
    /// Whether there are skip arrays (`skipScan`).
    skips: bool,
    /// Which way the page was read.
    dir: Direction,
    /// The arrays are beyond what was read: the scan descends again (`needPrimScan`).
    pub(super) needs_descent: bool,
    /// The next page's last entry is to say whether the scan goes on with that page (`scanBehind`).
    behind: bool,
    /// That page must also be looked at for conditions that end the other direction (`oppositeDirCheck`).
    checks_opposite: bool,
}

/// An array whose elements a condition goes through (`BTArrayKeyInfo`).
#[derive(Debug)]
struct ArrayKey {
    /// Which condition, counted from 0.
    key: usize,
    elements: Elements,
}

/// The elements of an array, in index order.
#[derive(Debug)]
enum Elements {
    /// Those of `= ANY`, and which is the current one.
    List(Vec<Datum>, usize),
    /// Every value of the column's type.
    Skip(Box<SkipArray>),
}

/// A skip array.
#[derive(Debug)]
struct SkipArray {
    /// Whether NULL is an element (`null_elem`): there is no condition on the column.
    null: bool,
    /// A `>` or `>=` that the elements fulfil.
    low: Option<Key>,
    /// A `<` or `<=` that the elements fulfil.
    high: Option<Key>,
    /// How to count; `None` if the type cannot.
    support: Option<SkipSupport>,
    /// Where the current element is.
    place: Place,
}

/// Where a skip array's current element is, beside the value that its condition has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The value.
    Value,
    /// Before all elements (`SK_BT_MINVAL`).
    Lowest,
    /// After all elements (`SK_BT_MAXVAL`).
    Highest,
    /// The first element after the value (`SK_BT_NEXT`).
    After,
    /// The last element before the value (`SK_BT_PRIOR`).
    Before,
}

/// A condition while conditions are weighed against each other, and which array it has.
struct Given {
    key: Key,
    array: Option<usize>,
}

/// Whether a scan with these conditions, in the order of their columns, has array keys: `= ANY`, or, if the version has
/// skip arrays (`skipping`), a column before the last one without `=` (`_bt_num_array_keys`).
pub(super) fn needed(keys: &[ScanKey], skipping: bool) -> bool {
    let mut equal_columns = 0;
    for k in keys {
        match k.test {
            ScanTest::EqualAny(_) => return true,
            ScanTest::Compare(ScanStrategy::Equal, _) | ScanTest::IsNull
                if k.attno.0 == equal_columns + 1 =>
            {
                equal_columns += 1;
            }
            _ => {}
        }
    }
    skipping && equal_columns + 1 < last_column(keys)
}

/// The column before which skip arrays are made, from 1: that of the first comparison of rows, else of the last condition.
fn last_column(keys: &[ScanKey]) -> i16 {
    let row = keys.iter().find(|k| matches!(k.test, ScanTest::Row(..)));
    row.or(keys.last()).map_or(0, |k| k.attno.0)
}

/// The index order of two values of a column, of these types (0: the column's); `None` if they cannot be compared.
fn order(rel: &Relation, column: usize, a: (&Datum, Oid), b: (&Datum, Oid)) -> Option<Ordering> {
    let facts = &info(rel).keys[column];
    let type_oid = rel.desc.attrs[column].type_oid;
    let order = compare_datums(type_oid, facts.collation, a.0, a.1, b.0, b.1)?;
    Some(if facts.descending { order.reverse() } else { order })
}

impl ArrayKeys {
    /// Makes the conditions of a scan ready, with skip arrays if the version has them (`skipping`);
    /// `None` if no entry can fulfil them (`_bt_preprocess_keys`).
    #[inline(never)]
    pub(super) fn prepare(rel: &Relation, keys: &[ScanKey], skipping: bool) -> Option<ArrayKeys> {
        let mut arrays = vec![];
        let given = given(rel, keys, &mut arrays, skipping)?;
        let alone = given.len() == 1;
        let kept = if alone {
            let first = given[0].key.column == 0;
            let required = |g: Given| Given { key: g.key.require(), ..g };
            given.into_iter().map(|g| if first { required(g) } else { g }).collect()
        } else {
            without_redundant(rel, given, &mut arrays)?
        };
        let mut made = ArrayKeys {
            keys: vec![],
            arrays: vec![],
            skipping,
            skips: false,
            dir: Direction::Forward,
            needs_descent: false,
            behind: false,
            checks_opposite: false,
        };
        let mut arrays: Vec<Option<Elements>> = arrays.into_iter().map(Some).collect();
        for Given { mut key, array } in kept {
            match array.and_then(|a| arrays[a].take()) {
                Some(Elements::List(mut values, _)) if values.len() == 1 && !alone => {
                    key.test = KeyTest::Compare(values.remove(0));
                }
                Some(mut elements) => {
                    if let Elements::Skip(skip) = &mut elements {
                        skip.include_bounds(rel)?;
                        made.skips = true;
                    }
                    made.arrays.push(ArrayKey { key: made.keys.len(), elements });
                }
                None => {}
            }
            made.keys.push(key);
        }
        Some(made)
    }

    /// Notes which way the scan goes from the page that was read: the other way, it goes on from page to page.
    pub(super) fn turn(&mut self, dir: Direction) {
        self.needs_descent &= self.dir == dir;
    }

    /// Which array a condition has.
    fn array_of(&self, key: usize) -> Option<usize> {
        self.arrays.iter().position(|a| a.key == key)
    }
}

impl SkipArray {
    /// Replaces `<` by `<=` the value before, and `>` by `>=` the value after, where the type can count
    /// (`_bt_skiparray_strat_adjust`); `None` if there is no value before or after.
    fn include_bounds(&mut self, rel: &Relation) -> Option<()> {
        let Some(support) = self.support.as_ref().filter(|_| !self.null) else { return Some(()) };
        let own =
            |k: &Key| !k.arg_type.is_valid() || k.arg_type == rel.desc.attrs[k.column].type_oid;
        let bounds = [
            (&mut self.high, ScanStrategy::Less, ScanStrategy::LessEqual),
            (&mut self.low, ScanStrategy::Greater, ScanStrategy::GreaterEqual),
        ];
        for (bound, strict, loose) in bounds {
            if let Some(key) = bound
                && key.strategy == strict
                && own(key)
                && let KeyTest::Compare(value) = &key.test
            {
                let near = match strict {
                    ScanStrategy::Less => support.previous(value),
                    _ => support.next(value),
                };
                key.test = KeyTest::Compare(near?);
                key.strategy = loose;
            }
        }
        Some(())
    }
    /// Takes a condition on its column in, if it can be compared with what is there, and returns whether it did
    /// (`_bt_skiparray_shrink`).
    fn take_in(&mut self, rel: &Relation, key: &Key) -> bool {
        self.null = false;
        let bound = match key.strategy {
            ScanStrategy::Less | ScanStrategy::LessEqual => &mut self.high,
            _ => &mut self.low,
        };
        if let Some(there) = bound {
            match implies(rel, there, key, there) {
                None => return false,
                Some(false) => return true,
                Some(true) => {}
            }
        }
        *bound = Some(key.clone());
        true
    }
}

/// The conditions in index order, with the arrays' elements, and if the version has skip arrays (`skipping`) one for each
/// column before the last one that has no `=`; `None` if a condition can never hold (`_bt_preprocess_array_keys`).
fn given(
    rel: &Relation,
    keys: &[ScanKey],
    arrays: &mut Vec<Elements>,
    skipping: bool,
) -> Option<Vec<Given>> {
    let mut given: Vec<Given> = vec![];
    let last = last_column(keys);
    let mut column = 0;
    for k in keys {
        while skipping && column < k.attno.0 {
            column += 1;
            let equal = |k: &ScanKey| match &k.test {
                ScanTest::Compare(s, _) => *s == ScanStrategy::Equal,
                ScanTest::EqualAny(_) | ScanTest::IsNull => true,
                _ => false,
            };
            if column < last && !keys.iter().any(|k| k.attno.0 == column && equal(k)) {
                given.push(Given {
                    key: skip_key(rel, column as usize - 1, arrays),
                    array: Some(arrays.len() - 1),
                });
            }
        }
        if matches!(&k.test, ScanTest::Row(_, members) if members[0].arg.is_null()) {
            return None;
        }
        let ScanTest::EqualAny(elements) = &k.test else {
            given.push(Given { key: Key::new(rel, k, None)?, array: None });
            continue;
        };
        let at = k.attno.0 as usize - 1;
        let ordered = |a: &Datum, b: &Datum| {
            order(rel, at, (a, k.arg_type), (b, k.arg_type)).unwrap_or(Ordering::Equal)
        };
        let mut elements: Vec<Datum> = elements.iter().filter(|d| !d.is_null()).cloned().collect();
        elements.arrange_by(ordered);
        elements.dedup_by(|a, b| ordered(a, b).is_eq());
        // Two lists on a column are merged into the elements that both have (`_bt_merge_arrays`).
        let other = given.iter().find(|g| g.key.column == at && g.array.is_some());
        if let Some(other) = other
            && let Some(Elements::List(before, _)) = other.array.and_then(|a| arrays.get_mut(a))
        {
            let other_type = other.key.arg_type;
            before.retain(|b| {
                let same = |e| order(rel, at, (b, other_type), (e, k.arg_type));
                elements.iter().any(|e| same(e).is_some_and(Ordering::is_eq))
            });
            if before.is_empty() {
                return None;
            }
            continue;
        }
        let key = Key::new(rel, k, elements.first())?;
        arrays.push(Elements::List(elements, 0));
        given.push(Given { key, array: Some(arrays.len() - 1) });
    }
    Some(given)
}

/// Returns the condition of a new skip array on a column, counted from 0, and adds the array.
fn skip_key(rel: &Relation, column: usize, arrays: &mut Vec<Elements>) -> Key {
    let support =
        SkipSupport::of(rel.desc.attrs[column].type_oid, info(rel).keys[column].descending);
    arrays.push(Elements::Skip(Box::new(SkipArray {
        null: true,
        low: None,
        high: None,
        support,
        place: Place::Lowest,
    })));
    Key {
        column,
        strategy: ScanStrategy::Equal,
        test: KeyTest::Compare(Datum::Null),
        arg_type: Oid::INVALID,
        required: (false, false),
    }
}

/// Returns the conditions without redundant ones, each marked if its failure ends the scan; `None` when they contradict
/// each other (the loop of `_bt_preprocess_keys`).
fn without_redundant(
    rel: &Relation,
    given: Vec<Given>,
    arrays: &mut [Elements],
) -> Option<Vec<Given>> {
    let mut out = Vec::with_capacity(given.len());
    let mut equal_columns = 0;
    let mut given = given.into_iter().peekable();
    while let Some(column) = given.peek().map(|g| g.key.column) {
        let all_equal = equal_columns == column;
        let require = |g: Given| match all_equal {
            true => Given { key: g.key.require(), ..g },
            false => g,
        };
        let mut best: [Option<Given>; 5] = Default::default();
        while let Some(g) = given.next_if(|g| g.key.column == column) {
            if g.key.is_row() {
                out.push(require(g));
                continue;
            }
            let slot = g.key.strategy as usize - 1;
            let Some(other) = &mut best[slot] else {
                best[slot] = Some(g);
                continue;
            };
            let stricter = match (other.array, g.array) {
                (Some(a), None) => shrink(rel, &other.key, &mut arrays[a], &g.key),
                (None, Some(a)) => shrink(rel, &g.key, &mut arrays[a], &other.key),
                _ => implies(rel, &g.key, &g.key, &other.key),
            };
            match stricter {
                Some(true) if other.array.is_none() => best[slot] = Some(g),
                Some(false) if g.key.strategy == ScanStrategy::Equal => return None,
                Some(_) => {}
                None => out.extend(best[slot].replace(g).map(require)),
            }
        }
        if let Some(equal) = best[2].take() {
            for slot in [4, 3, 1, 0] {
                let Some(other) = &best[slot] else { continue };
                if matches!(equal.key.test, KeyTest::IsNull) {
                    return None;
                }
                let holds = match equal.array {
                    Some(a) => shrink(rel, &equal.key, &mut arrays[a], &other.key),
                    None => implies(rel, &other.key, &equal.key, &other.key),
                };
                match holds {
                    Some(true) => best[slot] = None,
                    Some(false) => return None,
                    None => {}
                }
            }
            best[2] = Some(equal);
            equal_columns += 1;
        }
        for (strict, loose) in [(0, 1), (4, 3)] {
            if let (Some(s), Some(l)) = (&best[strict], &best[loose])
                && let Some(implied) = implies(rel, &l.key, &s.key, &l.key)
            {
                best[if implied { loose } else { strict }] = None;
            }
        }
        out.extend(best.into_iter().rev().flatten().map(require));
    }
    Some(out)
}

/// Drops the elements of an array that do not fulfil another condition on its column. Returns whether any are left;
/// `None` if they cannot be compared (`_bt_compare_array_scankey_args`).
fn shrink(rel: &Relation, array: &Key, elements: &mut Elements, other: &Key) -> Option<bool> {
    match (elements, &other.test) {
        (Elements::Skip(skip), KeyTest::IsNotNull) => {
            skip.null = false;
            Some(true)
        }
        (Elements::Skip(skip), _) => skip.take_in(rel, other).then_some(true),
        (Elements::List(values, _), KeyTest::Compare(arg)) => {
            let place =
                |v: &Datum| order(rel, array.column, (v, array.arg_type), (arg, other.arg_type));
            place(values.first()?)?;
            values.retain(|v| place(v).is_some_and(|o| other.strategy.accepts(o)));
            Some(!values.is_empty())
        }
        _ => implies(rel, other, array, other),
    }
}
