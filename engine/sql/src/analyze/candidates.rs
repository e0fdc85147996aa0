//! Choosing among functions or operators of one name (`func_match_argtypes`,
//! `func_select_candidate`).

use super::state::Analyzer;
use super::types::TypeFacts;
use storage::fmgr::CastContext;
use storage::ids::Oid;
use storage::types::oid::{TEXT, UNKNOWN};

impl Analyzer<'_> {
    /// Returns the candidates, with their numbers, to whose argument types the actual ones can be
    /// coerced (`func_match_argtypes`).
    pub(super) fn match_argtypes<'c>(
        &self,
        actual: &[Oid],
        candidates: &'c [Vec<Oid>],
    ) -> Vec<(usize, &'c [Oid])> {
        candidates
            .iter()
            .enumerate()
            .filter(|(_, c)| {
                c.len() == actual.len() && self.can_coerce(actual, c, CastContext::Implicit)
            })
            .map(|(i, c)| (i, c.as_slice()))
            .collect()
    }

    /// Returns the best of several matching candidates, if one is best (`func_select_candidate`).
    pub(super) fn select_candidate(
        &self,
        actual: &[Oid],
        mut candidates: Vec<(usize, &[Oid])>,
    ) -> Option<usize> {
        let nargs = actual.len();
        let base: Vec<Oid> = actual
            .iter()
            .map(|&t| if t == UNKNOWN { t } else { self.view.base_type(t, -1).0 })
            .collect();
        let unknowns = base.iter().filter(|&&t| t == UNKNOWN).count();
        /// Keeps the candidates with the best score.
        fn keep<'c>(
            c: Vec<(usize, &'c [Oid])>,
            score: &dyn Fn(&[Oid]) -> usize,
        ) -> Vec<(usize, &'c [Oid])> {
            let best = c.iter().map(|x| score(x.1)).max().unwrap_or(0);
            c.into_iter().filter(|x| score(x.1) == best).collect()
        }
        // Most exact matches.
        candidates = keep(candidates, &|c| {
            (0..nargs).filter(|&i| base[i] != UNKNOWN && c[i] == base[i]).count()
        });
        if candidates.len() == 1 {
            return Some(candidates[0].0);
        }
        // Most exact matches or preferred types of the category.
        let cats: Vec<char> = base.iter().map(|&t| self.view.category(t).0).collect();
        candidates = keep(candidates, &|c| {
            (0..nargs)
                .filter(|&i| {
                    base[i] != UNKNOWN && (c[i] == base[i] || self.is_preferred(cats[i], c[i]))
                })
                .count()
        });
        if candidates.len() == 1 {
            return Some(candidates[0].0);
        }
        if unknowns == 0 {
            return None;
        }
        // Which category do the unknowns fall in?
        let mut slot_category = vec!['X'; nargs];
        let mut slot_preferred = vec![false; nargs];
        let mut resolved = false;
        for i in 0..nargs {
            if base[i] != UNKNOWN {
                continue;
            }
            resolved = true;
            let mut conflict = false;
            for (n, c) in candidates.iter().enumerate() {
                let (cat, pref) = self.view.category(c.1[i]);
                if n == 0 {
                    slot_category[i] = cat;
                    slot_preferred[i] = pref;
                } else if cat == slot_category[i] {
                    slot_preferred[i] |= pref;
                } else if cat == 'S' {
                    slot_category[i] = cat;
                    slot_preferred[i] = pref;
                    conflict = true;
                } else {
                    conflict = true;
                }
            }
            if conflict && slot_category[i] != 'S' {
                resolved = false;
                break;
            }
        }
        if resolved {
            let fits: Vec<_> = candidates
                .iter()
                .copied()
                .filter(|c| {
                    (0..nargs).all(|i| {
                        if base[i] != UNKNOWN {
                            return true;
                        }
                        let (cat, pref) = self.view.category(c.1[i]);
                        cat == slot_category[i] && (!slot_preferred[i] || pref)
                    })
                })
                .collect();
            if !fits.is_empty() {
                candidates = fits;
            }
            if candidates.len() == 1 {
                return Some(candidates[0].0);
            }
        }
        // All known inputs of one type: assume the unknowns are of it too.
        if unknowns < nargs {
            let mut known = None;
            for &t in base.iter().filter(|&&t| t != UNKNOWN) {
                match known {
                    None => known = Some(t),
                    Some(k) if k != t => return None,
                    _ => {}
                }
            }
            let assumed = vec![known.unwrap_or(TEXT); nargs];
            let fits: Vec<_> = candidates
                .iter()
                .filter(|c| self.can_coerce(&assumed, c.1, CastContext::Implicit))
                .collect();
            if let [one] = fits.as_slice() {
                return Some(one.0);
            }
        }
        None
    }

    /// Whether a type is a preferred one, and of this category unless that is X, which allows any
    /// (`IsPreferredType`).
    pub(super) fn is_preferred(&self, category: char, t: Oid) -> bool {
        let (c, p) = self.view.category(t);
        p && (category == c || category == 'X')
    }
}
