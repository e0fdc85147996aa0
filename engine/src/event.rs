//! The trace: everything visible that happened, in the past tense, with ids and byte ranges.
//!
//! Code that changes something calls [`EventSink::emit`] with a closure, so that an event costs
//! nothing when nobody listens.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::ids::{BlockNumber, ForkNumber, ItemPointer, Oid, RelFileNode, TransactionId};

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

/// One thing that happened. Add variants freely; keep them past tense, with ids.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event {
    StatementStarted { sql: String },
    StatementFinished { tag: String },
    StatementFailed { message: String },
    RelationCreated { oid: Oid, file: RelFileNode, name: String },
    RelationDropped { oid: Oid, file: RelFileNode },
    RelationExtended { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    RelationTruncated { file: RelFileNode, fork: ForkNumber, blocks: u32 },
    BufferHit { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    BufferRead { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    BufferDirtied { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    BufferWritten { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    TupleFormed { rel: Oid, length: usize },
    ToastStarted { rel: Oid, length: usize, target: usize },
    ToastRoundStarted { round: u8 },
    AttributeCompressed { rel: Oid, attribute: i16, method: u8, from: usize, to: usize },
    AttributeIncompressible { rel: Oid, attribute: i16, method: u8, size: usize },
    ChunkWritten { toast_rel: Oid, value: Oid, seq: i32, size: usize, tid: ItemPointer },
    ChunkRead { toast_rel: Oid, value: Oid, seq: i32, size: usize, tid: ItemPointer },
    ChunkDeleted { toast_rel: Oid, value: Oid, seq: i32, tid: ItemPointer },
    ValueToasted { rel: Oid, attribute: i16, value: Oid, raw: usize, stored: usize },
    ValueKept { rel: Oid, attribute: i16, value: Oid },
    ValueDetoasted { toast_rel: Oid, value: Oid, raw: usize },
    TupleInserted { rel: Oid, tid: ItemPointer, length: usize, xid: TransactionId },
    TupleUpdated { rel: Oid, old: ItemPointer, new: ItemPointer, length: usize, hot: bool },
    TupleDeleted { rel: Oid, tid: ItemPointer },
    PagePruned { rel: Oid, block: BlockNumber, removed: usize, redirected: usize },
    TupleFrozen { rel: Oid, tid: ItemPointer },
    PageAllVisible { rel: Oid, block: BlockNumber },
    IndexDescended { index: Oid, path: Vec<BlockNumber> },
    IndexEntryInserted { index: Oid, block: BlockNumber, offset: u16, tid: ItemPointer },
    LeafSplit { index: Oid, left: BlockNumber, right: BlockNumber, first_right: u16 },
    PageDeduplicated { index: Oid, block: BlockNumber, before: usize, after: usize },
    RootSplit { index: Oid, root: BlockNumber, level: u32 },
    IndexEntriesDeleted { index: Oid, block: BlockNumber, count: usize },
    TransactionStarted { xid: TransactionId },
    TransactionCommitted { xid: TransactionId },
    TransactionAborted { xid: TransactionId },
}

impl Event {
    /// The least detail at which this event is kept.
    pub fn detail(&self) -> Detail {
        match self {
            Event::BufferHit { .. }
            | Event::BufferRead { .. }
            | Event::ChunkRead { .. }
            | Event::IndexDescended { .. }
            | Event::ToastRoundStarted { .. } => Detail::Full,
            _ => Detail::Summary,
        }
    }
}

/// Collects events at the detail asked for. Clones share one trace, so that the buffer pool and
/// the rest of the storage write into the same sequence.
#[derive(Clone, Debug, Default)]
pub struct EventSink {
    shared: Rc<Trace>,
}

#[derive(Debug, Default)]
struct Trace {
    detail: Cell<Detail>,
    /// How many of the latest events are kept at least; 0: all.
    limit: Cell<usize>,
    events: RefCell<Vec<Event>>,
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
    /// Keeps what `make` returns, if anybody listens.
    #[inline]
    pub fn emit(&self, make: impl FnOnce() -> Event) {
        if self.shared.detail.get() != Detail::None {
            let event = make();
            if event.detail() <= self.shared.detail.get() {
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
