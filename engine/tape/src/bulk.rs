//! Counts of the events in a slice, a frame that stands for many events.

use storage::event::{Event, Hot};

/// How often each kind of event happened in a slice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "camelCase"))]
pub struct Bulk {
    /// Rows inserted.
    pub inserted: u32,
    /// Rows updated, HOT updates included.
    pub updated: u32,
    /// HOT updates.
    pub hot: u32,
    /// Rows deleted.
    pub deleted: u32,
    /// Values compressed.
    pub compressed: u32,
    /// Values moved to a TOAST relation.
    pub toasted: u32,
    /// Chunks written.
    pub chunks_written: u32,
    /// Chunks read.
    pub chunks_read: u32,
    /// Chunks deleted.
    pub chunks_deleted: u32,
    /// TOAST pointers followed.
    pub detoasted: u32,
    /// Descents of a B-tree from its root.
    pub descents: u32,
    /// Index entries inserted.
    pub entries: u32,
    /// Leaf pages split.
    pub splits: u32,
    /// Pages pruned.
    pub pruned: u32,
    /// Pages vacuumed.
    pub vacuumed: u32,
    /// Rows frozen.
    pub frozen: u32,
    /// Index entries deleted.
    pub entries_deleted: u32,
    /// WAL records replayed.
    pub replayed: u32,
}

impl Bulk {
    /// Counts an event; `chunk` says that its row is a chunk.
    pub(super) fn count(&mut self, event: &Event, chunk: bool) {
        let n = match event {
            Event::TupleInserted { .. } if !chunk => &mut self.inserted,
            Event::TupleUpdated { hot, .. } if !chunk => {
                self.hot += u32::from(*hot == Hot::Yes);
                &mut self.updated
            }
            Event::TupleDeleted { .. } if !chunk => &mut self.deleted,
            Event::AttributeCompressed { .. } => &mut self.compressed,
            Event::ValueToasted { .. } => &mut self.toasted,
            Event::ChunkWritten { .. } => &mut self.chunks_written,
            Event::ChunkRead { .. } => &mut self.chunks_read,
            Event::ChunkDeleted { .. } => &mut self.chunks_deleted,
            Event::PointerRead { .. } => &mut self.detoasted,
            Event::IndexDescended { .. } => &mut self.descents,
            Event::IndexEntryInserted { .. } => &mut self.entries,
            Event::LeafSplit { .. } => &mut self.splits,
            Event::PagePruned { .. } => &mut self.pruned,
            Event::PageVacuumed { .. } => &mut self.vacuumed,
            Event::TupleFrozen { .. } => &mut self.frozen,
            Event::RecordReplayed { .. } => &mut self.replayed,
            Event::IndexEntriesDeleted { count, .. } => {
                self.entries_deleted += *count as u32;
                return;
            }
            _ => return,
        };
        *n += 1;
    }

    /// Adds the counts of another slice.
    pub(super) fn add(&mut self, o: &Bulk) {
        self.inserted += o.inserted;
        self.updated += o.updated;
        self.hot += o.hot;
        self.deleted += o.deleted;
        self.compressed += o.compressed;
        self.toasted += o.toasted;
        self.chunks_written += o.chunks_written;
        self.chunks_read += o.chunks_read;
        self.chunks_deleted += o.chunks_deleted;
        self.detoasted += o.detoasted;
        self.descents += o.descents;
        self.entries += o.entries;
        self.splits += o.splits;
        self.pruned += o.pruned;
        self.vacuumed += o.vacuumed;
        self.frozen += o.frozen;
        self.entries_deleted += o.entries_deleted;
        self.replayed += o.replayed;
    }
}
