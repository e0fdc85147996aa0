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
    let n = chosen.len();
    for (i, (key, _)) in chosen.iter().enumerate() {
        match key.map(|k| (&k.test, k)) {
            None | Some((KeyTest::IsNull | KeyTest::IsNotNull, _)) => {
                parts.push(part(&Datum::Null, Oid::INVALID));
            }
            Some((KeyTest::Compare(arg), k)) => parts.push(part(arg, k.arg_type)),
            Some((KeyTest::Row(members), k)) => {
                let descending = info(rel).keys[k.column].descending;
                let mut used = 0;
                for (column, arg) in members {
                    let fits = *column == parts.len()
                        && info(rel).keys[*column].descending == descending
                        && !arg.is_null();
                    if used == 0 && arg.is_null() {
                        return ScanStart::Nothing;
                    }
                    if !fits || (used > 0 && i != n - 1) {
                        break;
                    }
                    parts.push(part(arg, k.arg_type));
                    used += 1;
                }
                if i == n - 1 && used < members.len() {
                    total = match total {
                        ScanStrategy::Less => ScanStrategy::LessEqual,
                        ScanStrategy::Greater => ScanStrategy::GreaterEqual,
                        other => other,
                    };
                }
            }
        }
    }
    ScanStart::At(parts, total)
}
