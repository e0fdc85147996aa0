//! Maps and sets for what there are few of: one list, sorted by key.
//!
//! A B-tree of std is some five kilobytes of code for every type of key and value; this is a binary
//! search and a shift. It is the smaller and the quicker one up to some thousand entries, or when keys
//! come in ascending order, as OIDs do. What grows with the user's rows stays in a `BTreeMap`.
//!
//! ```
//! use toastscope_storage::map::SortedMap;
//! let mut blocks = SortedMap::new();
//! *blocks.entry(1259).or_default() += 2;
//! assert_eq!(blocks.get(&1259), Some(&2));
//! ```

use crate::sort::Arrange;
use std::borrow::Borrow;
use std::ops::{Bound, Index, RangeBounds};

/// Keys with their values, in the order of the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap { entries: Vec::new() }
    }
}

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    pub const fn new() -> Self {
        SortedMap { entries: Vec::new() }
    }
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }
    /// Whether the map is empty.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
    /// Removes all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
    /// All entries, in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(k, v)| (k, v))
    }
    /// The keys in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(k, _)| k)
    }
    /// The values in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator + Clone {
        self.entries.iter().map(|(_, v)| v)
    }
    /// The values in the order of their keys, to change them.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, v)| v)
    }
    /// All entries, in the order of their keys, with values to be changed.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(k, v)| (&*k, v))
    }
    /// The values, in the order of their keys.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.entries.into_iter().map(|(_, v)| v)
    }
    /// Keeps the entries for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(k, v)| keep(k, v));
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Where the key is in the list, or where it would be put.
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(k, _)| k.borrow().cmp(key))
    }
    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &self.entries[at].1)
    }
    /// The value of a key, to change it.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| &mut self.entries[at].1)
    }
    /// Whether the map has the key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }
    /// Sets a key's value, and returns the old one.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.entries[at].1, value)),
            Err(at) => {
                self.entries.insert(at, (key, value));
                None
            }
        }
    }
    /// Removes a key, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|at| self.entries.remove(at).1)
    }
    /// A key's entry, present or not.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { place: self.place(&key), key, map: self }
    }
    /// The entries whose keys are in a range.
    pub fn range(
        &self,
        range: impl RangeBounds<K>,
    ) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator {
        let before = |key: &K, also_equal: bool| {
            self.entries.partition_point(|(k, _)| k < key || also_equal && k == key)
        };
        let from = match range.start_bound() {
            Bound::Included(key) => before(key, false),
            Bound::Excluded(key) => before(key, true),
            Bound::Unbounded => 0,
        };
        let to = match range.end_bound() {
            Bound::Included(key) => before(key, true),
            Bound::Excluded(key) => before(key, false),
            Bound::Unbounded => self.entries.len(),
        };
        self.entries[from..to.max(from)].iter().map(|(k, v)| (k, v))
    }
}

/// What [`SortedMap::entry`] found.
pub struct Entry<'a, K, V> {
    map: &'a mut SortedMap<K, V>,
    key: K,
    place: Result<usize, usize>,
}

impl<'a, K, V> Entry<'a, K, V> {
    /// The value; if the key is missing, `make` makes it.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        let at = self.place.unwrap_or_else(|at| {
            self.map.entries.insert(at, (self.key, make()));
            at
        });
        &mut self.map.entries[at].1
    }
    /// The value, which is set to this one if the key is not there.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }
    /// The value, which is set to the default if the key is not there.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K: Ord + Borrow<Q>, V, Q: Ord + ?Sized> Index<&Q> for SortedMap<K, V> {
    type Output = V;
    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("a key that is looked up so is there")
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a SortedMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = std::iter::Map<std::slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;
    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(k, v)| (k, v))
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, more: I) {
        for (key, value) in more {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    /// A map of these pairs; for a key that comes twice the last value stays.
    fn from_iter<I: IntoIterator<Item = (K, V)>>(all: I) -> Self {
        let mut entries: Vec<(K, V)> = all.into_iter().collect();
        entries.reverse();
        entries.arrange_by(|a, b| a.0.cmp(&b.0));
        entries.dedup_by(|next, kept| next.0 == kept.0);
        SortedMap { entries }
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(all: [(K, V); N]) -> Self {
        all.into_iter().collect()
    }
}

/// Distinct values in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortedSet<T> {
    values: Vec<T>,
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet { values: Vec::new() }
    }
}

impl<T> SortedSet<T> {
    /// An empty set.
    pub const fn new() -> Self {
        SortedSet { values: Vec::new() }
    }
    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
    /// Removes all values.
    pub fn clear(&mut self) {
        self.values.clear();
    }
    /// All values in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.values.iter()
    }
    /// Keeps the values for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.values.retain(keep);
    }
}

impl<T: Ord> SortedSet<T> {
    /// Whether the set has the value.
    pub fn contains<Q: Ord + ?Sized>(&self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.values.binary_search_by(|v| v.borrow().cmp(value)).is_ok()
    }
    /// Adds a value; true if it is new.
    pub fn insert(&mut self, value: T) -> bool {
        match self.values.binary_search(&value) {
            Ok(_) => false,
            Err(at) => {
                self.values.insert(at, value);
                true
            }
        }
    }
    /// Removes a value; true if the set had it.
    pub fn remove<Q: Ord + ?Sized>(&mut self, value: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let place = self.values.binary_search_by(|v| v.borrow().cmp(value));
        place.map(|at| self.values.remove(at)).is_ok()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a SortedSet<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.values.iter()
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, more: I) {
        for value in more {
            self.insert(value);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        let mut values: Vec<T> = all.into_iter().collect();
        values.arrange();
        values.dedup();
        SortedSet { values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Random steps on this map and on `BTreeMap` have the same results.
    #[test]
    fn does_what_a_tree_does() {
        let (mut ours, mut theirs) = (SortedMap::new(), BTreeMap::new());
        let mut x = 12345_u32;
        for step in 0..4000 {
            x = x.wrapping_mul(1_103_515_245).wrapping_add(12345);
            let key = (x >> 16) % 97;
            match x >> 30 {
                0 => assert_eq!(ours.insert(key, step), theirs.insert(key, step)),
                1 => assert_eq!(ours.remove(&key), theirs.remove(&key)),
                2 => {
                    *ours.entry(key).or_default() +=
                        *theirs.entry(key).and_modify(|v| *v += 1).or_insert(1)
                }
                _ => assert_eq!(ours.get(&key).is_some(), theirs.contains_key(&key)),
            }
            theirs.iter_mut().zip(ours.values_mut()).for_each(|((_, t), o)| *o = *t);
            assert!(ours.iter().eq(theirs.iter()));
            assert!(ours.range(key..60).eq(theirs.range(key..60.max(key))));
            assert!(ours.range(..=key).eq(theirs.range(..=key)));
        }
        ours.retain(|k, _| k % 2 == 0);
        theirs.retain(|k, _| k % 2 == 0);
        assert!(ours.into_iter().eq(theirs));
    }

    #[test]
    fn the_last_of_equal_keys_stays() {
        let pairs = [(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        let ours: SortedMap<_, _> = pairs.into_iter().collect();
        assert!(ours.into_iter().eq(BTreeMap::from(pairs)));
        let set: SortedSet<_> = [5, 1, 5, 2].into_iter().collect();
        assert!(set.into_iter().eq(BTreeSet::from([5, 1, 2])));
    }
}
