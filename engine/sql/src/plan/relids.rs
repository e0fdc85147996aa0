//! Sets of relations (`Relids`, `bitmapset.c`).
//!
//! A relation is named by its place in the query's range table, counted from 1. What is joined, what a
//! condition speaks of, what a path must be given from outside: all of that is such a set. Member 0
//! stands for "needed in the result".
//!
//! Simplified: the server's sets grow as they must; ours are eight words, so that they are copied like
//! numbers. A query with more range-table entries than that is refused ([`Relids::MAX_MEMBER`]).

use std::ops::{BitAnd, BitOr, BitOrAssign, Sub};

const WORDS: usize = 8;

/// A set of places in the range table.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Relids([u64; WORDS]);

impl Relids {
    /// No relation.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// What a column needed above all joins is needed by.
    pub const RESULT: Self = Self([1, 0, 0, 0, 0, 0, 0, 0]);

    /// The greatest place that has room.
    pub const MAX_MEMBER: usize = WORDS * 64 - 1;

    /// The set of one relation (`bms_make_singleton`).
    pub fn single(rte: usize) -> Self {
        let mut set = Self::EMPTY;
        set.0[rte / 64] = 1 << (rte % 64);
        set
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether a relation is in the set (`bms_is_member`).
    pub fn contains(self, rte: usize) -> bool {
        self.0.get(rte / 64).is_some_and(|word| word >> (rte % 64) & 1 != 0)
    }

    /// Whether all members are in the other set (`bms_is_subset`).
    pub fn is_subset(self, other: Self) -> bool {
        (self - other).is_empty()
    }

    /// Whether the two have a member in common (`bms_overlap`).
    pub fn overlaps(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// The number of members.
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The only member, if there is just one (`bms_get_singleton_member`).
    pub fn singleton(self) -> Option<usize> {
        let mut members = self.iter();
        let first = members.next()?;
        members.next().is_none().then_some(first)
    }

    /// The members in ascending order (`bms_next_member`).
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..WORDS).flat_map(move |n| {
            let mut word = self.0[n];
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(n * 64 + bit)
            })
        })
    }
}

impl BitOr for Relids {
    type Output = Self;
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl BitOrAssign for Relids {
    fn bitor_assign(&mut self, other: Self) {
        for (word, more) in self.0.iter_mut().zip(other.0) {
            *word |= more;
        }
    }
}

impl BitAnd for Relids {
    type Output = Self;
    fn bitand(mut self, other: Self) -> Self {
        for (word, kept) in self.0.iter_mut().zip(other.0) {
            *word &= kept;
        }
        self
    }
}

/// What is in the first and not in the second (`bms_difference`).
impl Sub for Relids {
    type Output = Self;
    fn sub(mut self, other: Self) -> Self {
        for (word, gone) in self.0.iter_mut().zip(other.0) {
            *word &= !gone;
        }
        self
    }
}

impl FromIterator<Relids> for Relids {
    fn from_iter<I: IntoIterator<Item = Relids>>(sets: I) -> Self {
        sets.into_iter().fold(Self::EMPTY, |all, set| all | set)
    }
}

impl std::fmt::Debug for Relids {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Relids;

    fn set(members: &[usize]) -> Relids {
        members.iter().map(|&r| Relids::single(r)).collect()
    }

    #[test]
    fn members_come_back_in_order_across_words() {
        let s = set(&[200, 3, 64, 63, 1]);
        assert_eq!(s.iter().collect::<Vec<_>>(), [1, 3, 63, 64, 200]);
        assert_eq!((s.len(), s.singleton()), (5, None));
        assert_eq!(Relids::single(Relids::MAX_MEMBER).singleton(), Some(Relids::MAX_MEMBER));
        assert!(Relids::EMPTY.iter().next().is_none());
    }

    #[test]
    fn subset_overlap_and_difference_agree() {
        let (a, b) = (set(&[2, 70]), set(&[2, 70, 129]));
        assert!(a.is_subset(b) && !b.is_subset(a) && a.overlaps(b));
        assert_eq!(b - a, set(&[129]));
        assert!(!(b - a).overlaps(a));
        assert_eq!((a | (b - a), a & b), (b, a));
    }

    #[test]
    fn nothing_is_part_of_everything_and_meets_nothing() {
        let a = set(&[5]);
        assert!(Relids::EMPTY.is_subset(a) && Relids::EMPTY.is_subset(Relids::EMPTY));
        assert!(!Relids::EMPTY.overlaps(a));
        assert!(!a.contains(1000));
    }
}
