//! Where an index scan starts: the conditions it descends by (`_bt_first`).

use super::key::{InsertKeyPart, info};
use super::scan::Direction;
use super::scankey::{Key, KeyTest, ScanStrategy};
use crate::datum::Datum;
use crate::heap::Relation;
use crate::ids::Oid;

/// How a scan starts.
pub(super) enum ScanStart {
    /// No entry can match.
    Nothing,
    /// At an end of the index.
    Endpoint,
    /// At this key.
    At(Vec<InsertKeyPart>, ScanStrategy),
}

/// The conditions that a scan descends by, as `_bt_first` chooses them: `=` on leading columns,
/// then at most one bound.
pub(super) fn start_key(rel: &Relation, keys: &[Key], dir: Direction) -> ScanStart {
    let mut chosen: Vec<(Option<&Key>, ScanStrategy)> = vec![];
    let mut total = ScanStrategy::Equal;
    for column in 0.. {
        let (mut best, mut implies_not_null) = (None::<&Key>, false);
        for key in keys.iter().filter(|k| k.column == column) {
            let lower = matches!(key.strategy, ScanStrategy::GreaterEqual | ScanStrategy::Greater);
            if key.strategy == ScanStrategy::Equal {
                best = Some(key);
            } else if best.is_none() {
                if lower == (dir == Direction::Forward) {
                    best = Some(key);
                } else {
                    implies_not_null = true;
                }
            }
        }
        // x < 5 says that x is not NULL; if NULLs come first, start after them.
        let pick = match best {
            Some(key) => (Some(key), key.strategy),
            None if implies_not_null => {
                let nulls_first = info(rel).keys[column].nulls_first;
                match (nulls_first, dir) {
                    (true, Direction::Forward) => (None, ScanStrategy::Greater),
                    (false, Direction::Backward) => (None, ScanStrategy::Less),
                    _ => break,
                }
            }
            None => break,
        };
        chosen.push(pick);
        if pick.1 != ScanStrategy::Equal {
            total = pick.1;
            if matches!(pick.1, ScanStrategy::Less | ScanStrategy::Greater) {
                break;
            }
        }
        if !keys.iter().any(|k| k.column == column + 1) {
            break;
        }
    }
    if chosen.is_empty() {
        return ScanStart::Endpoint;
    }
    let part = |arg: &Datum, arg_type: Oid| InsertKeyPart { arg: arg.clone(), arg_type };
    let mut parts = vec![];
    for (key, _) in &chosen {
        match key.map(|k| (&k.test, k)) {
            None | Some((KeyTest::IsNull | KeyTest::IsNotNull, _)) => {
                parts.push(part(&Datum::Null, Oid::INVALID));
            }
            Some((KeyTest::Compare(arg), k)) => parts.push(part(arg, k.arg_type)),
            Some((KeyTest::Row(members), _)) => {
                let Some(first) = members.first().filter(|m| !m.arg.is_null()) else {
                    return ScanStart::Nothing;
                };
                parts.push(part(&first.arg, first.arg_type));
            }
        }
    }
    if let Some((Some(key), _)) = chosen.last() {
        total = add_row_members(rel, key, &mut parts, total);
    }
    ScanStart::At(parts, total)
}

/// Adds the further members of a comparison of rows, if that is the last condition chosen (`key`): those that are in the
/// index's order and direction. Returns the strategy: if some are left, entries that are equal so far are wanted too.
pub(super) fn add_row_members(
    rel: &Relation,
    key: &Key,
    parts: &mut Vec<InsertKeyPart>,
    total: ScanStrategy,
) -> ScanStrategy {
    let KeyTest::Row(members) = &key.test else { return total };
    let descending = info(rel).keys[key.column].descending;
    for member in &members[1..] {
        let in_order = member.column() == parts.len();
        if !in_order
            || info(rel).keys[member.column()].descending != descending
            || member.arg.is_null()
        {
            return match total {
                ScanStrategy::Less => ScanStrategy::LessEqual,
                ScanStrategy::Greater => ScanStrategy::GreaterEqual,
                other => other,
            };
        }
        parts.push(InsertKeyPart { arg: member.arg.clone(), arg_type: member.arg_type });
    }
    total
}
