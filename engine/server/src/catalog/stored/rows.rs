//! The places of the catalog's stored rows, and the relations that they are in. They are kept
//! beside the catalog's entries.

use super::key_of;
use super::relation::{ATTRIBUTE, CLASS, DEPEND, all};
use super::seed::CATALOGS;
use super::shape::Shape;
use crate::catalog::{Class, FIRST_NORMAL_OID};
use std::rc::Rc;
use storage::datum::Datum;
use storage::heap::{RelState, Relation};
use storage::ids::{CommandId, ItemPointer, Oid, TransactionId};
use storage::map::{SortedMap, SortedSet};
use storage::sort::Arrange;
use storage::versions::Release;

/// A catalog and the columns that tell its rows apart.
pub type Key = [u32; 7];

/// Where the rows are that were written since the start, and the relations they are in.
#[derive(Clone, Debug, Default)]
pub struct StoredRows {
    pub(super) rows: Rc<SortedMap<Key, ItemPointer>>,
    pub(super) relations: Rc<SortedMap<Oid, Rc<Relation>>>,
    /// How rows are stored of those catalogs that are not as in 15.
    pub(super) shapes: Rc<SortedMap<Oid, Shape>>,
    /// Who wrote the comments that there are, rows of `pg_description` that are on no page.
    pub(super) described: Rc<SortedMap<(Oid, i16), (TransactionId, CommandId)>>,
    /// Relations that were invalidated: the next statement that opens one reads its rows anew.
    pub(super) stale: Rc<SortedSet<Oid>>,
}

impl StoredRows {
    /// Learns the catalogs' columns and indexes.
    pub(in crate::catalog) fn attach(&mut self, classes: &SortedMap<Oid, Rc<Class>>) {
        self.relations = Rc::new(all(classes));
    }
    /// Learns how a release stores the rows of catalogs that are not as in 15.
    pub(in crate::catalog) fn become_release(
        &mut self,
        classes: &SortedMap<Oid, Rc<Class>>,
        release: &Release,
    ) {
        self.attach(classes);
        let catalogs = CATALOGS.iter().filter_map(|oid| classes.get(&Oid(*oid)));
        let shapes = catalogs.filter_map(|c| Some((c.oid, Shape::of(c, release)?)));
        self.shapes = Rc::new(shapes.collect());
    }
    /// Gives each relation the TID of its `pg_class` row.
    pub fn set_class_tids(&self, classes: &SortedMap<Oid, Rc<Class>>) {
        for (oid, class) in classes.range(Oid(FIRST_NORMAL_OID)..) {
            let row = self.rows.get(&row_key(CLASS, *oid));
            class.state.class_row.set(row.copied());
        }
    }
    /// Forgets cached entries of these relations, which a commit invalidated
    /// (`AcceptInvalidationMessages`).
    pub(in crate::catalog) fn forget(&mut self, relations: impl Iterator<Item = Oid>) {
        let mut relations = relations.peekable();
        if relations.peek().is_some() {
            Rc::make_mut(&mut self.stale).extend(relations);
        }
    }
    /// Keeps the entries that `undone` has cached: a rollback does not forget what was opened meanwhile.
    pub(crate) fn keep_cached(&mut self, undone: &StoredRows) {
        self.stale = Rc::clone(&undone.stale);
    }
    /// Whether a row with this key was written.
    pub fn has(&self, key: &Key) -> bool {
        self.rows.contains_key(key)
    }
    /// Brings a catalog's rows into the order of a sequential scan: users' rows by their TIDs, after those of initdb.
    /// `pg_class` has that order already; `pg_attribute` and `pg_depend` stay as they are: the server reads them
    /// through an index. A user's row that is not stored comes after the one before it.
    #[inline(never)]
    pub fn in_scan_order(&self, catalog: Oid, rows: Vec<Vec<Datum>>) -> Vec<Vec<Datum>> {
        if matches!(catalog, CLASS | ATTRIBUTE | DEPEND) || !CATALOGS.contains(&catalog.0) {
            return rows;
        }
        let (mut placed, mut first, mut last) = (Vec::new(), Vec::new(), None);
        for row in rows {
            let key = key_of(catalog, &row);
            let before = last.filter(|_| key[1] >= FIRST_NORMAL_OID);
            match self.rows.get(&key).copied().or(before) {
                Some(tid) => {
                    last = last.max(Some(tid));
                    placed.push((tid, row));
                }
                None => first.push(row),
            }
        }
        placed.arrange_by_key(|(tid, _)| *tid);
        first.extend(placed.into_iter().map(|(_, row)| row));
        first
    }
    /// Forgets the `pg_class` row of a temporary relation whose session ended in a crash. The row
    /// stays on its page.
    pub fn orphan(&mut self, relation: Oid) {
        Rc::make_mut(&mut self.rows).remove(&row_key(CLASS, relation));
    }
    /// The states (size, statistics) of the catalogs and their indexes.
    pub fn states(&self) -> impl Iterator<Item = &Rc<RelState>> {
        let all = self.relations.values().flat_map(|r| r.indexes.iter().chain([r]));
        all.map(|r| &r.state)
    }
}

/// The key of a catalog row that is identified by its OID or its relation's.
pub(super) fn row_key(catalog: Oid, oid: Oid) -> Key {
    [catalog.0, oid.0, 0, 0, 0, 0, 0]
}
