//! What storage knows of a relation (`RelationData`, the relcache entry).

use crate::clock::{self, Kind};
use crate::map::SortedMap;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::kind::{Persistence, RelKind};
use super::statistics::ColumnStats;
use crate::ids::{AttrNumber, BlockNumber, ItemPointer, Oid, RelFileNode, TransactionId};
use crate::tuple::TupleDesc;

/// How many invalidations there were: the next one's number.
static VERSIONS: AtomicU32 = AtomicU32::new(1);

/// `reloptions`, those that storage asks for by name and the rest as given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RelOptions {
    /// How full INSERT leaves pages, per cent (`fillfactor`).
    pub fillfactor: Option<i32>,
    /// How many bytes a row that is too long is brought down to (`toast_tuple_target`).
    pub toast_tuple_target: Option<i32>,
    /// Whether equal keys of a B-tree share a tuple (`deduplicate_items`).
    pub deduplicate_items: Option<bool>,
    /// Whether VACUUM cuts off empty pages at the end (`vacuum_truncate`).
    pub vacuum_truncate: Option<bool>,
    /// Whether VACUUM goes through the indexes: auto, on, off (`vacuum_index_cleanup`).
    pub vacuum_index_cleanup: Option<String>,
    /// All options as given, in order (`pg_class.reloptions`).
    pub given: Vec<(String, String)>,
}

/// One key or included column of an index.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexKey {
    /// The table's column; 0 for an expression.
    pub attno: AttrNumber,
    /// The type the operator class compares.
    pub type_oid: Oid,
    /// The collation.
    pub collation: Oid,
    /// Whether it is in descending order (`DESC`).
    pub descending: bool,
    /// Whether NULLs come before all else (`NULLS FIRST`).
    pub nulls_first: bool,
    /// Whether the operator class is one of `text_pattern_ops` and its kin, which compare by `~<~`, not by `<`.
    pub pattern_ops: bool,
}

/// The row of an index in `pg_index`, as storage needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct IndexInfo {
    /// The table.
    pub heap: Oid,
    /// Key columns, then included ones.
    pub keys: Vec<IndexKey>,
    /// How many are key columns (`indnkeyatts`).
    pub nkey_atts: usize,
    /// Whether it refuses equal keys (`indisunique`).
    pub unique: bool,
    /// Whether a primary key is made of it (`indisprimary`).
    pub primary: bool,
    /// Whether uniqueness is checked at each row; false for a deferrable constraint
    /// (`indimmediate`).
    pub immediate: bool,
    /// Whether uniqueness holds two NULLs for equal (`indnullsnotdistinct`).
    pub nulls_not_distinct: bool,
    /// Whether queries may use it (`indisvalid`).
    pub valid: bool,
    /// Columns that expressions and the predicate use.
    pub expr_attrs: Vec<AttrNumber>,
    /// Whether it has a predicate (`indpred`).
    pub partial: bool,
    /// Whether workers may build it: what is called in it is parallel safe.
    pub parallel_safe: bool,
    /// Who built it over rows of which it lacks versions (`indcheckxmin`): until that is over it is not used.
    pub check_xmin: Option<TransactionId>,
}

/// What changes without the definition changing; shared by all rebuilt entries of a relation.
#[derive(Clone, Debug, Default)]
pub struct RelState {
    /// Whether its description is in the session's cache (`RelationCacheInsert`).
    pub loaded: Cell<bool>,
    /// Another number after each invalidation: a plan that was made before is not used again.
    pub version: Cell<u32>,
    /// For a temporary relation: whether it was opened since the last end of a transaction
    /// (`XACT_FLAGS_ACCESSEDTEMPNAMESPACE`).
    pub used: Cell<bool>,
    /// `smgr_targblock`: where the last insertion went.
    pub target_block: Cell<Option<BlockNumber>>,
    /// `smgr_cached_nblocks` of the free space map; `None`: unknown.
    pub fsm_blocks: Cell<Option<u32>>,
    /// `smgr_cached_nblocks` of the visibility map; `None`: unknown.
    pub vm_blocks: Cell<Option<u32>>,
    /// nbtree's cached metapage (`rd_amcache`).
    pub amcache: Cell<Option<[u8; 48]>>,
    /// How many pages it had at the last VACUUM or ANALYZE (`relpages`).
    pub relpages: Cell<u32>,
    /// `pg_class.reltuples`, -1 before the first VACUUM or ANALYZE.
    pub reltuples: Cell<f32>,
    /// How many pages were all visible then (`relallvisible`).
    pub relallvisible: Cell<u32>,
    /// How many pages were all frozen then (`relallfrozen`), which only some releases keep.
    pub relallfrozen: Cell<u32>,
    /// Whether it has, or once had, indexes (`relhasindex`). A rollback leaves this and the counts as they are.
    pub has_index: Cell<bool>,
    /// VACUUM or ANALYZE, outside a transaction block, found no index: `relhasindex` is to be reset.
    pub no_index_left: Cell<bool>,
    /// Where its row of `pg_class` is.
    pub class_row: Cell<Option<ItemPointer>>,
    /// The xid before which all rows are frozen (`relfrozenxid`).
    pub relfrozenxid: Cell<TransactionId>,
    /// The multixact before which no row has one (`relminmxid`).
    pub relminmxid: Cell<TransactionId>,
    /// `pg_statistic`: what ANALYZE found, by column.
    pub columns: RefCell<SortedMap<AttrNumber, ColumnStats>>,
}

impl RelState {
    /// The state of a new relation that was never analyzed.
    pub fn new() -> Rc<RelState> {
        let state = RelState::default();
        state.reltuples.set(-1.0);
        Rc::new(state)
    }
    /// Copies another relation's state into this one.
    pub fn put(&self, kept: &RelState) {
        self.loaded.set(kept.loaded.get());
        self.version.set(kept.version.get());
        self.used.set(kept.used.get());
        self.target_block.set(kept.target_block.get());
        self.fsm_blocks.set(kept.fsm_blocks.get());
        self.vm_blocks.set(kept.vm_blocks.get());
        self.amcache.set(kept.amcache.get());
        self.put_counts(kept);
        self.class_row.set(kept.class_row.get());
        self.put_ages(kept);
        *self.columns.borrow_mut() = kept.columns.borrow().clone();
    }
    /// Copies from where on another relation has xids and multixacts.
    pub fn put_ages(&self, kept: &RelState) {
        self.relfrozenxid.set(kept.relfrozenxid.get());
        self.relminmxid.set(kept.relminmxid.get());
    }
    /// Notes that no row has an xid or multixact from before these.
    pub fn set_ages(&self, xid: TransactionId, multi: TransactionId) {
        self.relfrozenxid.set(xid);
        self.relminmxid.set(multi);
    }
    /// Copies what `pg_class` counts of another relation's pages and rows, and whether it has indexes.
    pub fn put_counts(&self, counted: &RelState) {
        self.relpages.set(counted.relpages.get());
        self.reltuples.set(counted.reltuples.get());
        self.relallvisible.set(counted.relallvisible.get());
        self.relallfrozen.set(counted.relallfrozen.get());
        self.has_index.set(counted.has_index.get());
    }
    /// Resets what an invalidation message resets (`RelationClearRelation`, `smgrclose`).
    pub fn invalidate(&self) {
        self.loaded.set(false);
        self.version.set(VERSIONS.fetch_add(1, Ordering::Relaxed));
        self.amcache.set(None);
        self.file_changed();
    }
    /// Forgets what is known of the file (`RelationTruncate`).
    pub fn file_changed(&self) {
        self.target_block.set(None);
        self.fsm_blocks.set(None);
        self.vm_blocks.set(None);
    }
}

/// A relation as storage sees it.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The relation's OID.
    pub oid: Oid,
    /// The relation's name (`relname`).
    pub name: String,
    /// The OID of the schema it is in (`relnamespace`).
    pub namespace: Oid,
    /// The file that has its pages (`relfilenode`).
    pub file: RelFileNode,
    /// Whether it is a table, an index or another kind (`relkind`).
    pub kind: RelKind,
    /// Whether it is permanent, unlogged or temporary (`relpersistence`).
    pub persistence: Persistence,
    /// The columns.
    pub desc: Rc<TupleDesc>,
    /// The options of its WITH clause (`reloptions`).
    pub options: RelOptions,
    /// Its TOAST relation.
    pub toast: Option<Rc<Relation>>,
    /// Its indexes, in the order of their OIDs.
    pub indexes: Vec<Rc<Relation>>,
    /// For an index, what `pg_index` says.
    pub index: Option<IndexInfo>,
    /// What changes.
    pub state: Rc<RelState>,
}

impl RelState {
    /// Notes that the relation was opened (`RelationIdGetRelation`). If the session does not have
    /// its description, the catalog rows are counted as read. `index`: it is an index.
    pub fn opened(&self, persistence: Persistence, index: bool, columns: usize) {
        self.used.set(persistence == Persistence::Temp);
        if !self.loaded.replace(true) {
            clock::add(if index { Kind::IndexLoaded } else { Kind::RelationLoaded }, 1);
            clock::add(Kind::AttributeLoaded, columns as u64);
        }
    }
}

impl Relation {
    /// Notes that the relation was opened, as [`RelState::opened`] does.
    pub fn opened(&self) {
        self.state.opened(self.persistence, self.index.is_some(), self.desc.attrs.len());
    }
    /// Notes that the relation was opened with all its indexes (`ExecOpenIndices`,
    /// `get_relation_info`).
    pub fn opened_with_indexes(&self) {
        self.opened();
        self.indexes.iter().for_each(|index| index.opened());
    }
    /// Notes that the relation was opened, with its indexes, its TOAST table and that table's index.
    pub fn opened_whole(&self) {
        self.opened_with_indexes();
        self.toast.iter().for_each(|toast| toast.opened_with_indexes());
    }
    /// Whether changes are logged, as those of permanent relations only are (`RelationNeedsWAL`).
    #[inline]
    pub fn needs_wal(&self) -> bool {
        self.persistence == Persistence::Permanent
    }
    /// Returns how full a table's pages are left, per cent: the option, or else 100
    /// (`RelationGetFillFactor`).
    pub fn fillfactor(&self) -> i32 {
        self.options.fillfactor.unwrap_or(100)
    }
    /// Returns the bytes that an INSERT leaves free on a heap page
    /// (`RelationGetTargetPageFreeSpace`).
    pub fn target_free_space(&self) -> usize {
        8192 * (100 - self.fillfactor()).clamp(0, 100) as usize / 100
    }
}
