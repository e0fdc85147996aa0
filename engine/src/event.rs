//! The trace: everything visible that happened, in the past tense, with ids and byte ranges.
//!
//! Code that changes something calls [`EventSink::emit`] with a closure, so that an event costs
//! nothing when nobody listens. Events are collected, or handed to a [`Listener`] as they happen;
//! a listener is told of changed pages too, which are shared, not copied.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::ids::{
    BlockNumber, ForkNumber, ItemPointer, Lsn, Oid, RelFileNode, Rmgr, TransactionId,
};

/// How much of the trace is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing.
    #[default]
    None,
    /// What changed rows and pages; no buffer hits, no steps inside a codec.
    Summary,
    /// Everything.
    Full,
}

/// Why a column was not compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "boundary", derive(serde::Serialize, tsify::Tsify))]
#[cfg_attr(feature = "boundary", serde(rename_all = "camelCase"))]
pub enum Incompressible {
    /// Below the method's smallest input: 32 bytes for pglz.
    TooSmall,
    /// pglz: the first 1024 bytes of the stream had no match (`first_success_by`).
    NoEarlyMatch,
    /// pglz: the stream would not save 25 % (`min_comp_rate`).
    TooLittleSaved,
    /// The stream, with its header, would save two bytes or less, or none.
    NotSmaller,
}

/// Whether an UPDATE's new version could do without new index entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "boundary", derive(serde::Serialize, tsify::Tsify))]
#[cfg_attr(feature = "boundary", serde(rename_all = "camelCase"))]
pub enum Hot {
    /// It is heap-only: same page, no indexed column changed.
    Yes,
    /// An indexed column changed.
    IndexedColumnChanged,
    /// The old version's page had no room.
    NoRoom,
}

/// A column of a row about to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "boundary", derive(serde::Serialize, tsify::Tsify))]
#[cfg_attr(feature = "boundary", serde(rename_all = "camelCase"))]
pub struct FormedColumn {
    /// Its number, from 1.
    pub attribute: i16,
    /// Its bytes, header included; 0 for NULL.
    pub size: u32,
    /// Whether it is compressed.
    pub compressed: bool,
    /// Whether it is a pointer.
    pub external: bool,
}

/// A page that a log record speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "boundary", derive(serde::Serialize, tsify::Tsify))]
#[cfg_attr(feature = "boundary", serde(rename_all = "camelCase"))]
pub struct WalBlock {
    /// Its file.
    pub file: RelFileNode,
    /// The fork.
    pub fork: ForkNumber,
    /// The block.
    pub block: BlockNumber,
    /// Bytes of the page's image in the record, 0 when there is none.
    pub image: u16,
}

/// One thing that happened. Add variants freely; keep them past tense, with ids.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "boundary", derive(serde::Serialize, tsify::Tsify))]
#[cfg_attr(
    feature = "boundary",
    serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
#[allow(missing_docs)]
pub enum Event {
    StatementStarted {
        sql: String,
    },
    StatementFinished {
        tag: String,
    },
    StatementFailed {
        message: String,
    },
    RelationCreated {
        oid: Oid,
        file: RelFileNode,
        name: String,
    },
    RelationDropped {
        oid: Oid,
        file: RelFileNode,
    },
    RelationExtended {
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
    },
    RelationTruncated {
        file: RelFileNode,
        fork: ForkNumber,
        blocks: u32,
    },
    BufferHit {
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
    },
    BufferRead {
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
    },
    BufferDirtied {
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
    },
    BufferWritten {
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
    },
    /// `header` bytes, then the columns; `target` is what the row must not exceed.
    TupleFormed {
        rel: Oid,
        length: usize,
        header: usize,
        target: usize,
        columns: Vec<FormedColumn>,
    },
    ToastStarted {
        rel: Oid,
        length: usize,
        target: usize,
    },
    /// A round took the longest column that qualifies, while the row had `length` bytes and was to
    /// have `target`.
    ColumnChosen {
        rel: Oid,
        round: u8,
        attribute: i16,
        size: usize,
        length: usize,
        target: usize,
    },
    AttributeCompressed {
        rel: Oid,
        attribute: i16,
        method: u8,
        from: usize,
        to: usize,
    },
    AttributeIncompressible {
        rel: Oid,
        attribute: i16,
        method: u8,
        size: usize,
        why: Incompressible,
    },
    /// A value left its row: a value id was found for it, and it takes so many chunks.
    ValueCut {
        toast_rel: Oid,
        value: Oid,
        size: usize,
        chunks: usize,
    },
    /// A piece of it was made a row of the TOAST table.
    ChunkCut {
        toast_rel: Oid,
        value: Oid,
        seq: i32,
        size: usize,
    },
    ChunkWritten {
        toast_rel: Oid,
        value: Oid,
        seq: i32,
        size: usize,
        tid: ItemPointer,
    },
    ChunkRead {
        toast_rel: Oid,
        value: Oid,
        seq: i32,
        size: usize,
        tid: ItemPointer,
    },
    ChunkDeleted {
        toast_rel: Oid,
        value: Oid,
        seq: i32,
        tid: ItemPointer,
    },
    ValueToasted {
        rel: Oid,
        attribute: i16,
        value: Oid,
        raw: usize,
        stored: usize,
    },
    ValueKept {
        rel: Oid,
        attribute: i16,
        value: Oid,
    },
    /// Somebody needs bytes of a value: chunks `first` to `last` of `chunks` hold them.
    PointerRead {
        toast_rel: Oid,
        value: Oid,
        raw: usize,
        stored: usize,
        compressed: bool,
        first: usize,
        last: usize,
        chunks: usize,
    },
    ValueDetoasted {
        toast_rel: Oid,
        value: Oid,
        raw: usize,
    },
    ValueDecompressed {
        method: u8,
        from: usize,
        to: usize,
        raw: usize,
    },
    ValueSliced {
        offset: usize,
        length: usize,
    },
    TupleInserted {
        rel: Oid,
        tid: ItemPointer,
        length: usize,
        xid: TransactionId,
    },
    TupleUpdated {
        rel: Oid,
        old: ItemPointer,
        new: ItemPointer,
        length: usize,
        hot: Hot,
    },
    TupleDeleted {
        rel: Oid,
        tid: ItemPointer,
    },
    PagePruned {
        rel: Oid,
        block: BlockNumber,
        removed: usize,
        redirected: usize,
    },
    PageVacuumed {
        rel: Oid,
        block: BlockNumber,
        unused: usize,
    },
    TupleFrozen {
        rel: Oid,
        tid: ItemPointer,
    },
    PageAllVisible {
        rel: Oid,
        block: BlockNumber,
    },
    IndexDescended {
        index: Oid,
        path: Vec<BlockNumber>,
    },
    IndexEntryInserted {
        index: Oid,
        block: BlockNumber,
        offset: u16,
        tid: ItemPointer,
    },
    LeafSplit {
        index: Oid,
        left: BlockNumber,
        right: BlockNumber,
        first_right: u16,
    },
    PageDeduplicated {
        index: Oid,
        block: BlockNumber,
        before: usize,
        after: usize,
    },
    RootSplit {
        index: Oid,
        root: BlockNumber,
        level: u32,
    },
    IndexEntriesDeleted {
        index: Oid,
        block: BlockNumber,
        count: usize,
    },
    WalInserted {
        rmgr: Rmgr,
        info: u8,
        lsn: Lsn,
        length: u32,
        fpi_length: u32,
        blocks: Vec<WalBlock>,
    },
    TransactionStarted {
        xid: TransactionId,
    },
    TransactionCommitted {
        xid: TransactionId,
    },
    TransactionAborted {
        xid: TransactionId,
    },
}

impl Event {
    /// The least detail at which this event is kept.
    pub fn detail(&self) -> Detail {
        match self {
            Event::BufferHit { .. }
            | Event::BufferRead { .. }
            | Event::ChunkRead { .. }
            | Event::IndexDescended { .. }
            | Event::TupleFormed { .. }
            | Event::ColumnChosen { .. }
            | Event::ChunkCut { .. }
            | Event::PointerRead { .. }
            | Event::ValueDecompressed { .. }
            | Event::ValueSliced { .. } => Detail::Full,
            _ => Detail::Summary,
        }
    }
}

/// Told of everything as it happens.
pub trait Listener {
    /// Something happened.
    fn event(&mut self, event: Event);
    /// A page was changed and now looks like this.
    fn page(
        &mut self,
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
        page: &Rc<[u8; 8192]>,
    );
}

/// Collects events at the detail asked for. Clones share one trace, so that the buffer pool and
/// the rest of the storage write into the same sequence.
#[derive(Clone, Debug, Default)]
pub struct EventSink {
    shared: Rc<Trace>,
}

#[derive(Default)]
struct Trace {
    detail: Cell<Detail>,
    listens: Cell<bool>,
    listener: RefCell<Option<Box<dyn Listener>>>,
    /// How many of the latest events are kept at least; 0: all.
    limit: Cell<usize>,
    events: RefCell<Vec<Event>>,
}

impl std::fmt::Debug for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trace").field("detail", &self.detail).finish_non_exhaustive()
    }
}

impl EventSink {
    /// What is kept.
    pub fn detail(&self) -> Detail {
        self.shared.detail.get()
    }
    /// Says what is to be kept from now on.
    pub fn set_detail(&self, detail: Detail) {
        self.shared.detail.set(detail);
    }
    /// Keeps only the latest events: at least `limit` of them, at most twice as many; 0 keeps all.
    pub fn set_limit(&self, limit: usize) {
        self.shared.limit.set(limit);
    }
    /// Hands everything to a listener from now on, instead of collecting it; `None` ends that.
    pub fn listen(&self, listener: Option<Box<dyn Listener>>) {
        self.shared.listens.set(listener.is_some());
        *self.shared.listener.borrow_mut() = listener;
    }
    /// Tells the listener, if there is one, what a page looks like after a change.
    #[inline]
    pub fn changed(
        &self,
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
        page: &Rc<[u8; 8192]>,
    ) {
        if self.shared.listens.get()
            && let Some(listener) = self.shared.listener.borrow_mut().as_mut()
        {
            listener.page(file, fork, block, page);
        }
    }
    /// Keeps what `make` returns, if anybody listens.
    #[inline]
    pub fn emit(&self, make: impl FnOnce() -> Event) {
        if self.shared.detail.get() != Detail::None {
            let event = make();
            if event.detail() <= self.shared.detail.get() {
                if self.shared.listens.get() {
                    if let Some(listener) = self.shared.listener.borrow_mut().as_mut() {
                        listener.event(event);
                    }
                    return;
                }
                let mut events = self.shared.events.borrow_mut();
                let limit = self.shared.limit.get();
                if limit > 0 && events.len() >= 2 * limit {
                    events.drain(..limit);
                }
                events.push(event);
            }
        }
    }
    /// Takes all that was collected.
    pub fn take(&self) -> Vec<Event> {
        self.shared.events.take()
    }
}
