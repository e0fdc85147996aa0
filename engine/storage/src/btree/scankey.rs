//! The conditions of an index scan: which are redundant or contradict each other, which end the
//! scan when they fail, and whether an entry fulfils them (`_bt_preprocess_keys`,
//! `_bt_checkkeys`).

use super::compare::{compare_datums, compare_to_datum};
use super::key::{attr, info};
use super::scan::Direction;
use crate::datum::Datum;
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::{AttrNumber, Oid};
use std::cmp::Ordering;

/// A btree operator strategy (`stratnum.h`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ScanStrategy {
    /// Less: `<`, number 1.
    Less = 1,
    /// Less or equal: `<=`, 2.
    LessEqual,
    /// Equal: `=`, 3.
    Equal,
    /// Greater or equal: `>=`, 4.
    GreaterEqual,
    /// Greater: `>`, 5.
    Greater,
}

impl ScanStrategy {
    /// Returns the strategy with its operands exchanged (`BTCommuteStrategyNumber`).
    fn commute(self) -> ScanStrategy {
        match self {
            ScanStrategy::Less => ScanStrategy::Greater,
            ScanStrategy::LessEqual => ScanStrategy::GreaterEqual,
            ScanStrategy::Equal => ScanStrategy::Equal,
            ScanStrategy::GreaterEqual => ScanStrategy::LessEqual,
            ScanStrategy::Greater => ScanStrategy::Less,
        }
    }
    /// Whether a value satisfies the condition, given how it compares with the condition's
    /// argument.
    pub fn accepts(self, order: Ordering) -> bool {
        match self {
            ScanStrategy::Less => order.is_lt(),
            ScanStrategy::LessEqual => order.is_le(),
            ScanStrategy::Equal => order.is_eq(),
            ScanStrategy::GreaterEqual => order.is_ge(),
            ScanStrategy::Greater => order.is_gt(),
        }
    }
}

/// What is asked of a column.
#[derive(Clone, Debug)]
pub enum ScanTest {
    /// `column OP argument`; nothing compares to a NULL argument.
    Compare(ScanStrategy, Datum),
    /// `column = ANY (arguments)`; NULL elements match nothing.
    EqualAny(Vec<Datum>),
    /// `(column, ...) OP (argument, ...)`: the first member is of the key's own column.
    Row(ScanStrategy, Vec<RowMember>),
    /// The column is NULL.
    IsNull,
    /// The column is not NULL.
    IsNotNull,
}

/// A column of a row comparison, and what it is compared with.
#[derive(Clone, Debug)]
pub struct RowMember {
    /// The index column, from 1.
    pub attno: AttrNumber,
    /// What it is compared with.
    pub arg: Datum,
    /// The argument's type when it is not the column's, else 0.
    pub arg_type: Oid,
}

impl RowMember {
    /// The index column, from 0.
    pub(super) fn column(&self) -> usize {
        self.attno.0 as usize - 1
    }
}

/// One condition on an index column; a scan wants them in the order of their columns.
#[derive(Clone, Debug)]
pub struct ScanKey {
    /// The index column, from 1.
    pub attno: AttrNumber,
    /// What is asked of it.
    pub test: ScanTest,
    /// The type of the argument(s) when it is not the column's, else 0 (`sk_subtype`).
    pub arg_type: Oid,
}

/// A condition made ready (`ScanKeyData` after preprocessing).
#[derive(Clone, Debug)]
pub(super) struct Key {
    /// From 0.
    pub column: usize,
    /// In index order: commuted on a DESC column; IS NULL is `=`, IS NOT NULL an inequality.
    pub strategy: ScanStrategy,
    pub test: KeyTest,
    pub arg_type: Oid,
    /// Failing it ends a forward, a backward scan.
    pub required: (bool, bool),
}

#[derive(Clone, Debug)]
pub(super) enum KeyTest {
    Compare(Datum),
    Row(Vec<RowMember>),
    IsNull,
    IsNotNull,
}

impl Key {
    /// Returns a condition in index order (`_bt_fix_scankey_strategy`); `None` if it can never
    /// hold.
    pub(super) fn new(rel: &Relation, key: &ScanKey, element: Option<&Datum>) -> Option<Key> {
        let column = (key.attno.0 - 1) as usize;
        let facts = &info(rel).keys[column];
        let in_order = |s: ScanStrategy| if facts.descending { s.commute() } else { s };
        let (strategy, test) = match &key.test {
            ScanTest::Compare(_, Datum::Null) => return None,
            ScanTest::Compare(s, arg) => (in_order(*s), KeyTest::Compare(arg.clone())),
            ScanTest::EqualAny(_) => (ScanStrategy::Equal, KeyTest::Compare(element?.clone())),
            ScanTest::Row(s, members) => (in_order(*s), KeyTest::Row(members.clone())),
            ScanTest::IsNull => (ScanStrategy::Equal, KeyTest::IsNull),
            ScanTest::IsNotNull if facts.nulls_first => (ScanStrategy::Greater, KeyTest::IsNotNull),
            ScanTest::IsNotNull => (ScanStrategy::Less, KeyTest::IsNotNull),
        };
        Some(Key { column, strategy, test, arg_type: key.arg_type, required: (false, false) })
    }
    /// Whether the condition compares rows: `(a, b) < (1, 2)`.
    pub(super) fn is_row(&self) -> bool {
        matches!(self.test, KeyTest::Row(_))
    }
    /// Returns the condition, marked as one that ends the scan when it fails
    /// (`_bt_mark_scankey_required`).
    pub(super) fn require(mut self) -> Key {
        self.required = match self.strategy {
            ScanStrategy::Less | ScanStrategy::LessEqual => (true, false),
            ScanStrategy::Equal => (true, true),
            ScanStrategy::GreaterEqual | ScanStrategy::Greater => (false, true),
        };
        self
    }
    /// Whether a scan in this direction ends where the condition fails.
    pub(super) fn required_for(&self, dir: Direction) -> bool {
        match dir {
            Direction::Forward => self.required.0,
            Direction::Backward => self.required.1,
        }
    }
}

/// Returns the conditions without redundant ones (`_bt_preprocess_keys`); `None` when they
/// contradict each other. `elements` are the current elements of the `EqualAny` conditions, in
/// order.
pub(super) fn preprocess(rel: &Relation, keys: &[ScanKey], elements: &[Datum]) -> Option<Vec<Key>> {
    let mut elements = elements.iter();
    let mut made = Vec::with_capacity(keys.len());
    for k in keys {
        let element = matches!(k.test, ScanTest::EqualAny(_)).then(|| elements.next()).flatten();
        made.push(Key::new(rel, k, element)?);
    }
    if made.len() == 1 {
        let first = made[0].column == 0;
        return Some(made.into_iter().map(|k| if first { k.require() } else { k }).collect());
    }
    let mut out = Vec::with_capacity(made.len());
    let mut equal_columns = 0;
    let mut made = made.into_iter().peekable();
    while let Some(column) = made.peek().map(|k| k.column) {
        let prior_equal = equal_columns;
        let require = |k: Key| if prior_equal == column { k.require() } else { k };
        let mut best: [Option<Key>; 5] = Default::default();
        while let Some(k) = made.next_if(|k| k.column == column) {
            if k.is_row() {
                out.push(require(k));
                continue;
            }
            let slot = k.strategy as usize - 1;
            match &best[slot] {
                None => best[slot] = Some(k),
                Some(other) => match implies(rel, &k, &k, other) {
                    Some(true) => best[slot] = Some(k),
                    Some(false) if k.strategy == ScanStrategy::Equal => return None,
                    Some(false) => {}
                    None => out.push(require(k)),
                },
            }
        }
        if let Some(eq) = best[2].clone() {
            for slot in [4, 3, 1, 0] {
                let Some(other) = &best[slot] else { continue };
                if matches!(eq.test, KeyTest::IsNull) {
                    return None;
                }
                match implies(rel, other, &eq, other) {
                    Some(true) => best[slot] = None,
                    Some(false) => return None,
                    None => {}
                }
            }
            equal_columns += 1;
        }
        for (strict, loose) in [(0, 1), (4, 3)] {
            if let (Some(s), Some(l)) = (&best[strict], &best[loose])
                && let Some(implied) = implies(rel, l, s, l)
            {
                best[if implied { loose } else { strict }] = None;
            }
        }
        out.extend(best.into_iter().rev().flatten().map(require));
    }
    Some(out)
}

/// Whether `left OP right` holds for two arguments, in index order (`_bt_compare_scankey_args`);
/// `None` if their types cannot be compared.
pub(super) fn implies(rel: &Relation, op: &Key, left: &Key, right: &Key) -> Option<bool> {
    let facts = &info(rel).keys[op.column];
    let order = match (&left.test, &right.test) {
        (KeyTest::Compare(a), KeyTest::Compare(b)) => {
            let type_oid = rel.desc.attrs[op.column].type_oid;
            let order =
                compare_datums(type_oid, facts.collation, a, left.arg_type, b, right.arg_type)?;
            if facts.descending { order.reverse() } else { order }
        }
        (a, b) => {
            let null = |t: &KeyTest| !matches!(t, KeyTest::Compare(_));
            let order = null(a).cmp(&null(b));
            if facts.nulls_first { order.reverse() } else { order }
        }
    };
    Some(op.strategy.accepts(order))
}

/// Whether an entry with `natts` columns satisfies the conditions, and whether the scan goes on
/// after it (`_bt_checkkeys`).
pub(super) fn check(
    rel: &Relation,
    keys: &[Key],
    t: &[u8],
    natts: usize,
    dir: Direction,
) -> Result<(bool, bool)> {
    for key in keys {
        if key.column >= natts {
            continue; // Truncated away in a high key: may be anything.
        }
        let facts = &info(rel).keys[key.column];
        if let KeyTest::Row(members) = &key.test {
            let (passes, goes_on) = check_row(rel, key, members, t, natts, dir)?;
            if !passes {
                return Ok((false, goes_on));
            }
            continue;
        }
        let value = attr(t, &rel.desc, key.column);
        let passes = match (&key.test, value) {
            (KeyTest::IsNull, v) => v.is_none(),
            (KeyTest::IsNotNull, v) => v.is_some(),
            (_, None) => {
                // Beyond the NULLs nothing can pass, if the scan runs towards them.
                let towards = (dir == Direction::Backward) == facts.nulls_first;
                let required = key.required.0 || key.required.1;
                return Ok((false, !(required && towards)));
            }
            (KeyTest::Compare(arg), Some(raw)) => {
                let att = &rel.desc.attrs[key.column];
                let order = compare_to_datum(att, facts.collation, raw, arg, key.arg_type)?;
                key.strategy.accepts(if facts.descending { order.reverse() } else { order })
            }
            (KeyTest::Row(_), Some(_)) => true,
        };
        if !passes {
            return Ok((false, !key.required_for(dir)));
        }
    }
    Ok((true, true))
}

/// Whether an entry satisfies a row comparison, which its first unequal member decides; like
/// [`check`] (`_bt_check_rowcompare`).
pub(super) fn check_row(
    rel: &Relation,
    key: &Key,
    members: &[RowMember],
    t: &[u8],
    natts: usize,
    dir: Direction,
) -> Result<(bool, bool)> {
    let mut order = Ordering::Equal;
    let mut strategy = key.strategy;
    let mut decided_by = 0;
    for (i, member) in members.iter().enumerate() {
        let (column, arg) = (member.column(), &member.arg);
        decided_by = i;
        if column >= natts {
            order = Ordering::Equal;
            continue;
        }
        let facts = &info(rel).keys[column];
        strategy = if facts.descending == info(rel).keys[key.column].descending {
            key.strategy
        } else {
            key.strategy.commute()
        };
        let Some(raw) = attr(t, &rel.desc, column) else {
            let towards = (dir == Direction::Backward) == facts.nulls_first;
            let required = i == 0 && (key.required.0 || key.required.1);
            return Ok((false, !(required && towards)));
        };
        if arg.is_null() {
            let required = i <= 1 && key.required_for(dir);
            return Ok((false, !required));
        }
        let att = &rel.desc.attrs[column];
        order = compare_to_datum(att, facts.collation, raw, arg, member.arg_type)?;
        if facts.descending {
            order = order.reverse();
        }
        if order.is_ne() {
            break;
        }
    }
    let passes = strategy.accepts(order);
    Ok((passes, passes || !(decided_by == 0 && key.required_for(dir))))
}
