//! What is said of a column or table that is not there (`errorMissingColumn`, `errorMissingRTE`).

use super::{at, system_attribute};
use crate::analyze::RteKind;
use crate::analyze::state::Analyzer;
use storage::error::{PgError, SqlState};
use storage::heap::RelKind;

impl Analyzer<'_> {
    /// Returns the error for a column that does not exist, with a hint at the columns that have a
    /// similar name or cannot be used here (`errorMissingColumn`).
    pub(in crate::analyze) fn missing_column(
        &self,
        relname: Option<&str>,
        name: &str,
        location: i32,
    ) -> Box<PgError> {
        let message = match relname {
            Some(r) => format!("column {r}.{name} does not exist"),
            None => format!("column \"{name}\" does not exist"),
        };
        let mut e = PgError::new(SqlState::UNDEFINED_COLUMN, message);
        let mut distance = MAX_FUZZY_DISTANCE + 1;
        let mut first: Option<(String, String)> = None;
        let mut second: Option<(String, String)> = None;
        for rte in self.levels.iter().rev().flat_map(|l| &l.rtable) {
            if matches!(rte.kind, RteKind::Join(_)) {
                continue;
            }
            let alias = &rte.eref.name;
            let penalty = match relname {
                Some(r) => levenshtein_less_equal(r, alias, MAX_FUZZY_DISTANCE + 1),
                None => 0,
            };
            let mut exact = false;
            for col in &rte.eref.columns {
                exact |= col == name;
                if penalty > distance || col.is_empty() {
                    continue;
                }
                let d = levenshtein_less_equal(col, name, (distance + 1).saturating_sub(penalty));
                if d > name.len() / 2 {
                    continue;
                }
                let d = d + penalty;
                if d < distance {
                    distance = d;
                    first = Some((alias.clone(), col.clone()));
                    second = None;
                } else if d == distance {
                    if second.is_some() {
                        first = None;
                        second = None;
                        distance = d.saturating_sub(1);
                    } else if first.is_some() {
                        second = Some((alias.clone(), col.clone()));
                    } else if distance <= MAX_FUZZY_DISTANCE {
                        first = Some((alias.clone(), col.clone()));
                    }
                }
            }
            let stored =
                matches!(rte.kind, RteKind::Relation { kind, .. } if kind != RelKind::Composite);
            let system = stored && system_attribute(name).is_some();
            if (exact || system) && penalty == 0 {
                let text = format!(
                    "There is a column named \"{name}\" in table \"{alias}\", but it cannot be \
                     referenced from this part of the query."
                );
                if !self.view.release().entries_in_detail {
                    return at(e.hint(text), location);
                }
                e = e.detail(text);
                if self.is_in_reach_of_lateral(alias) {
                    e = e.hint(
                        "To reference that column, you must mark this subquery with LATERAL.",
                    );
                }
                return at(e, location);
            }
        }
        if let Some((a, c)) = first {
            e = e.hint(match second {
                None => format!("Perhaps you meant to reference the column \"{a}.{c}\"."),
                Some((b, d)) => format!(
                    "Perhaps you meant to reference the column \"{a}.{c}\" or the column \
                     \"{b}.{d}\"."
                ),
            });
        }
        at(e, location)
    }

    /// Whether LATERAL would bring the table into reach (`rte_visible_if_lateral`).
    fn is_in_reach_of_lateral(&self, name: &str) -> bool {
        let active = self.levels.last().is_some_and(|l| l.lateral_active);
        let mut met = self.levels.iter().flat_map(|l| &l.namespace);
        !active && met.any(|i| i.name == name && i.lateral_only && i.lateral_ok)
    }

    /// Returns the error for a table that is not in FROM, with a hint if it is there under an alias
    /// or out of reach (`errorMissingRTE`).
    pub(in crate::analyze) fn missing_rte(&self, name: &str, location: i32) -> Box<PgError> {
        // searchRangeTableForRel: the same relation under another name, or the same name out of
        // reach.
        let rel = self.view.relation(None, name).ok().flatten().map(|r| r.oid);
        let rte = self.levels.iter().rev().flat_map(|l| &l.rtable).find(|r| {
            let same = match &r.kind {
                RteKind::Relation { oid, .. } => Some(*oid) == rel,
                RteKind::Cte { name: n, .. } => n == name,
                _ => false,
            };
            same || r.eref.name == name
        });
        let e = match rte {
            None => PgError::new(
                SqlState::UNDEFINED_TABLE,
                format!("missing FROM-clause entry for table \"{name}\""),
            ),
            Some(r) => {
                let e = PgError::new(
                    SqlState::UNDEFINED_TABLE,
                    format!("invalid reference to FROM-clause entry for table \"{name}\""),
                );
                let bad_alias = r.alias.is_some()
                    && r.eref.name != name
                    && matches!(self.find_item(&r.eref.name, location), Ok(Some(_)));
                if bad_alias {
                    e.hint(format!(
                        "Perhaps you meant to reference the table alias \"{}\".",
                        r.eref.name
                    ))
                } else {
                    let text = format!(
                        "There is an entry for table \"{}\", but it cannot be referenced from \
                         this part of the query.",
                        r.eref.name
                    );
                    if !self.view.release().entries_in_detail {
                        return at(e.hint(text), location);
                    }
                    let e = e.detail(text);
                    match self.is_in_reach_of_lateral(&r.eref.name) {
                        true => e.hint(
                            "To reference that table, you must mark this subquery with LATERAL.",
                        ),
                        false => e,
                    }
                }
            }
        };
        at(e, location)
    }
}

/// By how many letters a column's name may differ to be suggested (`MAX_FUZZY_DISTANCE`).
const MAX_FUZZY_DISTANCE: usize = 3;

/// `varstr_levenshtein_less_equal` with costs of 1: the distance, or more than `max`.
fn levenshtein_less_equal(a: &str, b: &str, max: usize) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > max {
        return max + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let substitute = diagonal + usize::from(ca != cb);
            diagonal = row[j + 1];
            row[j + 1] = substitute.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()].min(max + 1)
}
