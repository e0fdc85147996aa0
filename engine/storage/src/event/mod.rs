//! The trace: everything visible that happened, in the past tense, with ids and byte ranges.
//!
//! Code that changes something calls [`EventSink::emit`] with a closure, so that an event costs
//! nothing when nobody listens. Events are collected, or handed to a [`Listener`] as they happen;
//! a listener gets changed pages too, which are shared, not copied.

mod sink;

pub use sink::{EventSink, Listener};

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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
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

/// What a run of bytes of a pointer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum PointerRole {
    /// The two bytes that every pointer begins with.
    Tag,
    /// Bytes of what follows, and of the plain value.
    Sizes,
    /// The OID of the toaster that wrote it.
    Toaster,
    /// Nothing, so that what follows is aligned.
    Padding,
    /// A number of the toaster's own: a version, a count, a length.
    Number,
    /// Raw size, stored size, value id and relation, or the last two of them.
    Pointer,
    /// The end of the value, which is in no chunk yet.
    Tail,
    /// The first of the stored bytes; the chunks hold the rest.
    Prefix,
    /// New bytes for some of those that are stored.
    Difference,
    /// An object's header and JEntries.
    Entries,
    /// An object's keys.
    Keys,
    /// A value that stands here.
    Inline,
    /// A value that stands here compressed.
    Compressed,
    /// What stands for a value in chunks, or for an object with such values in it.
    Field,
    /// What only its toaster understands.
    Payload,
}

/// Where the bytes of a value are that a part of a pointer stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ValueLink {
    /// `chunk_id`; 0 when nothing is in chunks.
    pub value: u32,
    /// The TOAST relation.
    pub relation: u32,
    /// Bytes of the plain value, without a header.
    pub raw: u32,
    /// Bytes in chunks, or of the stream that stands here; 0 when the pointer does not say.
    pub stored: u32,
    /// How it is compressed: 0 pglz, 1 lz4.
    pub method: Option<u8>,
    /// The version that is read, when chunks have versions.
    pub version: Option<u32>,
    /// Chunks it takes.
    pub chunks: u32,
    /// For an array in chunks of whole elements: elements a chunk.
    pub stride: u32,
    /// For an array in chunks of whole elements: how many elements, with those beside the pointer.
    pub elements: u32,
}

/// A run of bytes of a pointer, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct PointerPart {
    /// What it is for.
    pub role: PointerRole,
    /// The key of a field, the name of a number; empty when the role says it all.
    pub name: String,
    /// The first byte, from where the pointer (or, in a view of a page, the page) starts.
    pub at: u32,
    /// Bytes.
    pub length: u32,
    /// What a number reads; for a difference, the first raw byte or the element it replaces.
    pub number: u32,
    /// The beginning of a value's text, or a few bytes in hex.
    pub text: String,
    /// For a field and a compressed value: where its bytes are.
    pub link: Option<ValueLink>,
    /// Its own parts in order, every byte once.
    pub children: Vec<PointerPart>,
}

impl PointerPart {
    /// A part that has no parts inside it.
    pub fn new(role: PointerRole, name: &str, at: usize, length: usize) -> PointerPart {
        PointerPart {
            role,
            name: name.to_string(),
            at: at as u32,
            length: length as u32,
            number: 0,
            text: String::new(),
            link: None,
            children: Vec::new(),
        }
    }
    /// Moves the part and the parts inside it by `by` bytes.
    pub fn shift(&mut self, by: u32) {
        self.at += by;
        self.children.iter_mut().for_each(|c| c.shift(by));
    }
    /// Calls `each` with the part, then with all parts inside it.
    pub fn walk<'a>(&'a self, each: &mut dyn FnMut(&'a PointerPart)) {
        each(self);
        self.children.iter().for_each(|c| c.walk(each));
    }
}

/// A page that a log record speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
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

/// What a record did to a page when it was replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub enum Replayed {
    /// Its image was put in place (`BLK_RESTORED`).
    Restored,
    /// The change was made (`BLK_NEEDS_REDO`).
    Changed,
    /// It was made anew, from nothing.
    Made,
    /// Its LSN is not older than the record: it has the change (`BLK_DONE`).
    Newer,
    /// There is no such page any more: a later record drops or cuts its file (`BLK_NOTFOUND`).
    Missing,
}

/// A page that a replayed record speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct ReplayedBlock {
    /// Its file.
    pub file: RelFileNode,
    /// The fork.
    pub fork: ForkNumber,
    /// The block.
    pub block: BlockNumber,
    /// What happened to it.
    pub what: Replayed,
}

/// One thing that happened. Add variants freely; keep them past tense, with ids.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")
)]
#[allow(
    missing_docs,
    reason = "the fields are ids, places and lengths in bytes, as their types say; a variant's docstring explains any other"
)]
pub enum Event {
    /// A statement begins.
    StatementStarted { sql: String },
    /// It ended; `tag` is its command tag.
    StatementFinished { tag: String },
    /// It ended with an error.
    StatementFailed { message: String },
    /// A relation and its file were made.
    RelationCreated { oid: Oid, file: RelFileNode, name: String },
    /// A relation and its file were dropped.
    RelationDropped { oid: Oid, file: RelFileNode },
    /// A block was added to a file.
    RelationExtended { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    /// A file was cut to `blocks` blocks.
    RelationTruncated { file: RelFileNode, fork: ForkNumber, blocks: u32 },
    /// A block was found in the buffer pool.
    BufferHit { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    /// A block was read into the buffer pool.
    BufferRead { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    /// A buffer became dirty.
    BufferDirtied { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    /// A dirty buffer was written to its file.
    BufferWritten { file: RelFileNode, fork: ForkNumber, block: BlockNumber },
    /// `header` bytes, then the columns; at `target` bytes TOAST stops, once it has started.
    TupleFormed {
        rel: Oid,
        length: usize,
        header: usize,
        target: usize,
        columns: Vec<FormedColumn>,
    },
    /// A row is longer than `TOAST_TUPLE_THRESHOLD`: TOAST begins, and stops at `target` bytes.
    ToastStarted { rel: Oid, length: usize, target: usize },
    /// A round took the longest column that qualifies, while the row had `length` bytes and was to
    /// have `target`.
    ColumnChosen { rel: Oid, round: u8, attribute: i16, size: usize, length: usize, target: usize },
    /// A column, or the `field` of its document with this key, was compressed.
    AttributeCompressed {
        rel: Oid,
        attribute: i16,
        field: Option<String>,
        method: u8,
        from: usize,
        to: usize,
    },
    /// A column was tried, and compression did not make it smaller.
    AttributeIncompressible {
        rel: Oid,
        attribute: i16,
        method: u8,
        size: usize,
        why: Incompressible,
    },
    /// A value left its row: a value id was found for it, and it takes so many chunks, each with
    /// `full` bytes of it but for the last; 0 when each has a length of its own.
    ValueCut { toast_rel: Oid, value: Oid, size: usize, chunks: usize, full: usize },
    /// A piece of it was made a row of the TOAST table.
    ChunkCut { toast_rel: Oid, value: Oid, seq: i32, size: usize },
    /// A chunk was stored as a row of the TOAST relation.
    ChunkWritten { toast_rel: Oid, value: Oid, seq: i32, size: usize, tid: ItemPointer },
    /// A chunk was fetched.
    ChunkRead { toast_rel: Oid, value: Oid, seq: i32, size: usize, tid: ItemPointer },
    /// A chunk was deleted.
    ChunkDeleted { toast_rel: Oid, value: Oid, seq: i32, tid: ItemPointer },
    /// A value is in chunks. `field`, of a custom toaster: the key of the value in its document, or
    /// empty for the whole document; the event of its pointer comes when that is made.
    ValueToasted {
        rel: Oid,
        attribute: i16,
        field: Option<String>,
        value: Oid,
        raw: usize,
        stored: usize,
    },
    /// An UPDATE left a column unchanged: the new row has the old TOAST pointer.
    ValueKept { rel: Oid, attribute: i16, value: Oid },
    /// What a toaster leaves in a row for a value: `size` bytes, made of `parts`.
    PointerMade { rel: Oid, attribute: i16, size: usize, parts: Vec<PointerPart> },
    /// Bytes were put after a pointer, in memory: `tail` are there now, `stored` are in chunks.
    TailGrown { toast_rel: Oid, value: Oid, stored: usize, added: usize, tail: usize },
    /// A tail goes to chunks `first` to `last`, as `version` of the value. The first of them has
    /// `kept` bytes already, and is written anew.
    TailMoved {
        toast_rel: Oid,
        value: Oid,
        version: u64,
        stored: usize,
        tail: usize,
        first: usize,
        last: usize,
        kept: usize,
        full: usize,
    },
    /// Something was looked for in a stored document: `path` leads to it, `parts` are what its row
    /// has.
    DocumentRead { path: Vec<String>, parts: Vec<PointerPart> },
    /// A change was kept beside the pointer, in memory: `length` new bytes for raw byte `at` and
    /// those after it, or for element `at`.
    DifferenceKept { toast_rel: Oid, value: Oid, at: u32, length: usize, element: bool },
    /// New bytes that were kept beside the pointer were laid over the value that is being read.
    DifferenceApplied { toast_rel: Oid, value: Oid, at: u32, length: usize, element: bool },
    /// Somebody needs bytes of a value: chunks `first` to `last` of `chunks` hold them. `inline`
    /// bytes of what is stored are in the row. `lazy`: chunks come one by one until it is enough.
    /// `full`: as in `ValueCut`.
    /// `stride`: elements a chunk, of an array in chunks of elements.
    PointerRead {
        toast_rel: Oid,
        value: Oid,
        raw: usize,
        stored: usize,
        compressed: bool,
        first: usize,
        last: usize,
        chunks: usize,
        full: usize,
        inline: usize,
        lazy: bool,
        stride: u32,
    },
    /// The chunks of a value were put together: `raw` bytes.
    ValueDetoasted { toast_rel: Oid, value: Oid, raw: usize },
    /// `from` compressed bytes became `to` bytes, of the value's `raw`.
    ValueDecompressed { method: u8, from: usize, to: usize, raw: usize },
    /// A part of a value was taken (`substr`).
    ValueSliced { offset: usize, length: usize },
    /// A row version was put on a page.
    TupleInserted { rel: Oid, tid: ItemPointer, length: usize, xid: TransactionId },
    /// A row version was replaced by a new one.
    TupleUpdated { rel: Oid, old: ItemPointer, new: ItemPointer, length: usize, hot: Hot },
    /// A row version got its xmax.
    TupleDeleted { rel: Oid, tid: ItemPointer },
    /// Pruning removed dead row versions, and `redirected` line pointers lead to live ones.
    PagePruned { rel: Oid, block: BlockNumber, removed: usize, redirected: usize },
    /// VACUUM made dead line pointers unused.
    PageVacuumed { rel: Oid, block: BlockNumber, unused: usize },
    /// A row version was frozen.
    TupleFrozen { rel: Oid, tid: ItemPointer },
    /// A page's all-visible bit was set in the visibility map.
    PageAllVisible { rel: Oid, block: BlockNumber },
    /// A B-tree was descended; `path` is the blocks from the root to the leaf.
    IndexDescended { index: Oid, path: Vec<BlockNumber> },
    /// An entry was put on a leaf page, at line pointer `offset`.
    IndexEntryInserted { index: Oid, block: BlockNumber, offset: u16, tid: ItemPointer },
    /// A leaf page was split; entries from `first_right` on went to the right page.
    LeafSplit { index: Oid, left: BlockNumber, right: BlockNumber, first_right: u16 },
    /// Duplicate keys of a leaf page became posting lists: `before` entries, `after` entries.
    PageDeduplicated { index: Oid, block: BlockNumber, before: usize, after: usize },
    /// The B-tree got a new root.
    RootSplit { index: Oid, root: BlockNumber, level: u32 },
    /// Entries were removed from a leaf page.
    IndexEntriesDeleted { index: Oid, block: BlockNumber, count: usize },
    /// A WAL record was written.
    WalInserted {
        rmgr: Rmgr,
        info: u8,
        lsn: Lsn,
        length: u32,
        fpi_length: u32,
        blocks: Vec<WalBlock>,
    },
    /// A transaction got its xid.
    TransactionStarted { xid: TransactionId },
    /// It committed.
    TransactionCommitted { xid: TransactionId },
    /// It was rolled back.
    TransactionAborted { xid: TransactionId },
    /// A checkpoint wrote so many dirty pages; recovery would begin at `redo`.
    CheckpointDone { redo: Lsn, pages: u32 },
    /// The server stopped dead: so many changed pages, and so many bytes of the log, were only in
    /// memory.
    ServerStopped { lost_pages: u32, lost_log: u64, flushed: Lsn },
    /// Recovery begins with the first record after the last checkpoint's redo.
    RecoveryStarted { redo: Lsn, records: u32, bytes: u64 },
    /// A record was replayed; `what` it is in `pg_waldump`'s words.
    RecordReplayed {
        rmgr: Rmgr,
        info: u8,
        what: String,
        lsn: Lsn,
        xid: TransactionId,
        length: u32,
        fpi_length: u32,
        blocks: Vec<ReplayedBlock>,
    },
    /// The last record was replayed; its place, none when there was nothing to replay.
    RecoveryDone { last: Option<Lsn>, records: u32 },
    /// The database answers again.
    ServerStarted { next_xid: TransactionId },
}

impl Event {
    /// The lowest level of detail at which this event is recorded.
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
            | Event::PointerMade { .. }
            | Event::TailGrown { .. }
            | Event::DocumentRead { .. }
            | Event::DifferenceKept { .. }
            | Event::DifferenceApplied { .. }
            | Event::ValueDecompressed { .. }
            | Event::ValueSliced { .. } => Detail::Full,
            _ => Detail::Summary,
        }
    }
}
