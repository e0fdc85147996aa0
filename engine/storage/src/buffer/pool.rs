//! The pool (`bufmgr.c`): pinning, counting, dirtying, evicting.

use super::files::{File, Files, NO_FRAME};
use super::frames::Frames;
use super::{BufferId, BufferTag, BufferUsage, PinCounts, RelationUsage, Strategy};
use crate::clock::{self, Kind};
use crate::err;
use crate::error::{PgError, Result, SqlState};
use crate::event::{Event, EventSink};
use crate::ids::{BlockNumber, ForkNumber, Lsn, RelFileNode};
use crate::page::{self, BLCKSZ, Page};
use crate::sort::Arrange;

/// The bit of a [`BufferId`] that says it is a local buffer.
const LOCAL: u32 = 1 << 31;
/// How many pages of temporary tables are kept in local buffers (`temp_buffers`).
const TEMP_BUFFERS: u32 = 1024;
/// Pages that are folded, if they can be, for each that is added or unfolded while memory is tight.
const FOLDED_AT_ONCE: u32 = 4;
/// Frames that are looked at for them.
const LOOKED_AT: u32 = 256;

/// All files and the frames over them.
#[derive(Clone, Debug)]
pub struct BufferPool {
    pub(super) events: EventSink,
    pub(super) files: Files,
    pub(super) shared: Frames,
    pub(super) local: Frames,
    usage: BufferUsage,
    limit: usize,
    /// Counts what was logged, and how far the log is on disk.
    logged: u64,
    flushed: u64,
    checkpoints: u64,
    /// The end of the log when a page was last changed; and how far writing pages has flushed the log.
    log_end: Lsn,
    pub(super) forced: Lsn,
    /// Pinned until the next row.
    kept: Vec<BufferId>,
    /// Pages on disk carry a checksum.
    checksums: bool,
}

impl BufferPool {
    /// An empty pool: `shared_buffers` in pages, `limit` in bytes of all files together.
    pub fn new(shared_buffers: u32, limit: usize, events: EventSink) -> BufferPool {
        BufferPool {
            events,
            files: Files::new(),
            shared: Frames::new(shared_buffers.max(16), false),
            local: Frames::new(TEMP_BUFFERS, true),
            usage: BufferUsage::default(),
            limit,
            logged: 0,
            flushed: 0,
            checkpoints: 0,
            log_end: Lsn::INVALID,
            forced: Lsn::INVALID,
            kept: Vec::new(),
            checksums: false,
        }
    }
    /// Makes an empty fork (`smgrcreate`); nothing happens when it exists.
    pub fn create_file(&mut self, file: RelFileNode, fork: ForkNumber) {
        if !self.exists(file, fork) {
            clock::add(Kind::FileCreated, 1);
        }
        self.files.create(file, fork);
    }
    /// Marks a file as one of a temporary relation, whose buffers are local.
    pub fn set_local(&mut self, file: RelFileNode) {
        if let Some(i) = self.files.find(file) {
            self.files.list[i as usize].local = true;
        }
    }
    /// Marks a file as one of an unlogged relation, whose pages a checkpoint does not write.
    pub fn set_unlogged(&mut self, file: RelFileNode) {
        if let Some(i) = self.files.find(file) {
            self.files.list[i as usize].unlogged = true;
        }
    }
    /// Sets whether pages on disk carry a checksum (`data_checksums`).
    pub(crate) fn set_checksums(&mut self, on: bool) {
        self.checksums = on;
    }
    /// Whether a file belongs to a temporary relation.
    pub fn is_local(&self, file: RelFileNode) -> bool {
        self.files.find(file).is_some_and(|i| self.files.list[i as usize].local)
    }
    /// Whether a file outlives a crash: it is neither a temporary relation's nor an unlogged one's
    /// (`BM_PERMANENT`).
    pub fn is_permanent(&self, file: RelFileNode) -> bool {
        self.files.find(file).is_some_and(|i| {
            let file = &self.files.list[i as usize];
            !file.local && file.forks[ForkNumber::Init as usize].is_none()
        })
    }
    /// Drops a file with all its forks and buffers.
    pub fn unlink_file(&mut self, file: RelFileNode) {
        if let Some(i) = self.files.find(file) {
            for fork in ForkNumber::ALL {
                clock::add(Kind::PageDropped, u64::from(self.nblocks(file, fork)));
                self.drop_buffers(i, fork, 0);
            }
            clock::add(Kind::FileDropped, 1);
            self.files.remove(file);
        }
    }
    /// Whether the fork exists (`smgrexists`).
    pub fn exists(&self, file: RelFileNode, fork: ForkNumber) -> bool {
        self.files
            .find(file)
            .is_some_and(|i| self.files.list[i as usize].forks[fork as usize].is_some())
    }
    /// Blocks in the fork (`smgrnblocks`); 0 when it does not exist.
    #[inline]
    pub fn nblocks(&self, file: RelFileNode, fork: ForkNumber) -> u32 {
        let Some(i) = self.files.find(file) else { return 0 };
        self.files.list[i as usize].forks[fork as usize].as_ref().map_or(0, |f| f.len() as u32)
    }
    /// Cuts the fork to `blocks` blocks, and drops the buffers of the others (`smgrtruncate`).
    pub fn truncate(&mut self, file: RelFileNode, fork: ForkNumber, blocks: u32) {
        if let Some(i) = self.files.find(file)
            && blocks < self.nblocks(file, fork)
        {
            clock::add(Kind::PageDropped, u64::from(self.nblocks(file, fork) - blocks));
            self.drop_buffers(i, fork, blocks);
            self.files.truncate(i, fork, blocks);
            self.events.emit(|| Event::RelationTruncated { file, fork, blocks });
        }
    }

    /// Drops the buffers of a fork from block `from` on, in the order of their frames
    /// (`DropRelFileNodeBuffers`).
    fn drop_buffers(&mut self, index: u32, fork: ForkNumber, from: u32) {
        let file = &mut self.files.list[index as usize];
        let Some(slots) = &mut file.forks[fork as usize] else { return };
        let frames = if file.local { &mut self.local } else { &mut self.shared };
        let mut gone: Vec<u32> = Vec::new();
        for slot in slots.iter_mut().skip(from as usize) {
            if slot.frame != NO_FRAME {
                gone.push(slot.frame);
                slot.frame = NO_FRAME;
            }
        }
        gone.arrange();
        gone.into_iter().for_each(|frame| frames.invalidate(frame));
    }

    /// Pins a page, counting a hit or a read (`ReadBuffer`).
    #[inline]
    pub fn read(&mut self, tag: BufferTag) -> Result<BufferId> {
        self.read_with_strategy(tag, None)
    }
    /// Reads a page through a ring (`ReadBufferExtended` with a strategy).
    #[inline]
    pub fn read_with_strategy(
        &mut self,
        tag: BufferTag,
        strategy: Option<&mut Strategy>,
    ) -> Result<BufferId> {
        let strategy = strategy.filter(|s| !s.ring.is_empty());
        let (index, slot) = self.files.slot(tag)?;
        if self.files.is_folded(slot.page) {
            if self.is_tight() {
                self.fold_some();
            }
            self.files.unfold(slot.page);
        }
        let file = &mut self.files.list[index as usize];
        if slot.frame != NO_FRAME {
            clock::add(Kind::BufferHit, 1);
            let BufferTag { file: number, fork, block } = tag;
            self.events.emit(|| Event::BufferHit { file: number, fork, block });
            return Ok(if file.local {
                file.usage.local_hit += 1;
                self.usage.local_hit += 1;
                self.local.pin(slot.frame, false);
                BufferId(slot.frame | LOCAL)
            } else {
                file.usage.hit += 1;
                self.usage.hit += 1;
                self.shared.pin(slot.frame, strategy.is_some());
                BufferId(slot.frame)
            });
        }
        let buffer = self.bring_in(index, tag, slot.page, strategy)?;
        clock::add(Kind::BufferRead, 1);
        if self.checksums {
            // Writing the page sets its checksum; in the pool the field stays as it was read.
            let bytes = self.files.arena[slot.page as usize].bytes();
            if !page::is_new(bytes) {
                let sum = page::checksum_of(bytes, tag.block.0);
                page::set_checksum(self.files.arena[slot.page as usize].bytes_mut(), sum);
            }
        }
        let file = &mut self.files.list[index as usize];
        if file.local {
            file.usage.local_read += 1;
            self.usage.local_read += 1;
        } else {
            file.usage.read += 1;
            self.usage.read += 1;
        }
        let BufferTag { file, fork, block } = tag;
        self.events.emit(|| Event::BufferRead { file, fork, block });
        Ok(buffer)
    }

    /// Takes back that a page's read was counted, or counts it after all.
    pub(super) fn count_read(&mut self, buffer: BufferId, counted: bool) {
        let local = buffer.0 & LOCAL != 0;
        let read = if local { &mut self.usage.local_read } else { &mut self.usage.read };
        *read = if counted { *read + 1 } else { *read - 1 };
    }

    /// Gives a page a frame, evicting another if need be (`BufferAlloc`).
    fn bring_in(
        &mut self,
        index: u32,
        tag: BufferTag,
        page: u32,
        strategy: Option<&mut Strategy>,
    ) -> Result<BufferId> {
        let File { local, unlogged, .. } = self.files.list[index as usize];
        let flushed = self.flushed;
        let frames = if local { &mut self.local } else { &mut self.shared };
        let strategy = if local { None } else { strategy };
        let frame = frames.victim(strategy, |f| f.lsn > flushed)?;
        if frames.frames[frame as usize].valid {
            self.evict(frame, local);
        }
        let frames = if local { &mut self.local } else { &mut self.shared };
        let f = &mut frames.frames[frame as usize];
        f.file = index;
        f.fork = tag.fork;
        f.block = tag.block.0;
        f.page = page;
        f.pins = 1;
        f.usage = 1;
        f.dirty = false;
        f.permanent = !unlogged || tag.fork == ForkNumber::Init;
        f.valid = true;
        f.lsn = 0;
        frames.total_pins += 1;
        self.files.slot_mut(index, tag.fork, tag.block.0).frame = frame;
        Ok(BufferId(if local { frame | LOCAL } else { frame }))
    }

    /// Writes out the dirty page of a frame, counts the write, and empties the frame
    /// (`FlushBuffer`). `local`: it is a local buffer of the session.
    fn evict(&mut self, frame: u32, local: bool) {
        let frames = if local { &mut self.local } else { &mut self.shared };
        let f = frames.frames[frame as usize];
        if f.dirty {
            clock::add(Kind::BufferWritten, 1);
            let file = &mut self.files.list[f.file as usize];
            if local {
                file.usage.local_written += 1;
                self.usage.local_written += 1;
            } else {
                file.usage.written += 1;
                self.usage.written += 1;
                // The log goes first: XLogFlush writes all of it that there is.
                if f.lsn > self.flushed {
                    self.forced = self.log_end;
                }
                self.flushed = self.flushed.max(f.lsn);
            }
            let (number, fork, block) = (file.number, f.fork, BlockNumber(f.block));
            self.events.emit(|| Event::BufferWritten { file: number, fork, block });
        }
        self.files.written(f.page);
        self.files.slot_mut(f.file, f.fork, f.block).frame = NO_FRAME;
        if self.is_tight() {
            self.files.fold(f.page);
        }
    }

    /// Releases `old` and pins `tag`; if both are one page nothing is counted (`ReleaseAndReadBuffer`).
    pub fn release_and_read(&mut self, old: Option<BufferId>, tag: BufferTag) -> Result<BufferId> {
        if let Some(old) = old {
            if self.tag(old) == tag {
                return Ok(old);
            }
            self.release(old);
        }
        self.read(tag)
    }
    /// Adds a zeroed page at the end and pins it, counting a write (`ReadBuffer` with `P_NEW`).
    pub fn extend(
        &mut self,
        file: RelFileNode,
        fork: ForkNumber,
        strategy: Option<&mut Strategy>,
    ) -> Result<BufferId> {
        let index = self.room_for_page(file)?;
        let block = BlockNumber(self.files.extend(index, fork));
        let page = self.files.slot_mut(index, fork, block.0).page;
        let tag = BufferTag { file, fork, block };
        let buffer = match self.bring_in(index, tag, page, strategy) {
            Ok(buffer) => buffer,
            Err(e) => {
                self.files.truncate(index, fork, block.0);
                return Err(e);
            }
        };
        let f = &mut self.files.list[index as usize];
        clock::add(Kind::BufferExtended, 1);
        f.usage.extended += 1;
        self.usage.extended += 1;
        if f.local {
            f.usage.local_written += 1;
            self.usage.local_written += 1;
        } else {
            f.usage.written += 1;
            self.usage.written += 1;
        }
        self.events.emit(|| Event::RelationExtended { file, fork, block });
        self.events.emit(|| Event::BufferWritten { file, fork, block });
        Ok(buffer)
    }

    /// Whether so much memory is in use that pages should be folded.
    fn is_tight(&self) -> bool {
        self.files.memory() > self.limit / 2
    }

    /// Folds some unpinned pages: more than are added meanwhile, so that half of the memory stays
    /// free.
    fn fold_some(&mut self) {
        let mut tried = 0;
        for _ in 0..LOOKED_AT {
            if let Some(page) = self.shared.next_to_fold()
                && !self.files.is_folded(page)
            {
                self.files.fold(page);
                tried += 1;
                if tried == FOLDED_AT_ONCE {
                    break;
                }
            }
        }
    }

    /// The position of the file, if there is memory for another page in it; otherwise the server's
    /// error.
    fn room_for_page(&mut self, file: RelFileNode) -> Result<u32> {
        if self.is_tight() {
            self.fold_some();
        }
        if self.files.memory() + BLCKSZ > self.limit {
            return Err(PgError::new(SqlState::OUT_OF_MEMORY, "out of memory")
                .detail(format!("All relations together may take {} bytes.", self.limit)));
        }
        match self.files.find_cached(file) {
            Some(index) => Ok(index),
            None => err!(
                UNDEFINED_FILE,
                "could not open file \"base/5/{file}\": No such file or directory"
            ),
        }
    }

    /// Adds a page at the end of a fork without the pool, uncounted (`smgrextend`), and returns its
    /// block number. `fill` writes its bytes.
    pub fn extend_raw(
        &mut self,
        file: RelFileNode,
        fork: ForkNumber,
        fill: impl FnOnce(&mut [u8; BLCKSZ]),
    ) -> Result<BlockNumber> {
        let index = self.room_for_page(file)?;
        let block = BlockNumber(self.files.extend(index, fork));
        let page = self.files.slot_mut(index, fork, block.0).page;
        clock::add(Kind::BufferExtended, 1);
        fill(self.files.arena[page as usize].bytes_mut());
        self.events.emit(|| Event::RelationExtended { file, fork, block });
        self.events.changed(file, fork, block, &self.files.arena[page as usize].0);
        Ok(block)
    }

    /// Overwrites a page without the pool, uncounted (`smgrwrite`); nothing happens if the page
    /// does not exist. `fill` writes its bytes.
    pub fn write_raw(&mut self, tag: BufferTag, fill: impl FnOnce(&mut [u8; BLCKSZ])) {
        if self.nblocks(tag.file, tag.fork) > tag.block.0
            && let Some(index) = self.files.find_cached(tag.file)
        {
            let page = self.files.slot_mut(index, tag.fork, tag.block.0).page;
            self.files.unfold(page);
            fill(self.files.arena[page as usize].bytes_mut());
            self.files.written(page);
            let changed = &self.files.arena[page as usize].0;
            self.events.changed(tag.file, tag.fork, tag.block, changed);
        }
    }

    /// The set of frames that a buffer is in, local or shared, and its number there.
    #[inline]
    fn frames(&self, buffer: BufferId) -> (&Frames, u32) {
        if buffer.0 & LOCAL != 0 {
            (&self.local, buffer.0 & !LOCAL)
        } else {
            (&self.shared, buffer.0)
        }
    }
    /// [`Self::frames`], to change them.
    #[inline]
    fn frames_mut(&mut self, buffer: BufferId) -> (&mut Frames, u32) {
        if buffer.0 & LOCAL != 0 {
            (&mut self.local, buffer.0 & !LOCAL)
        } else {
            (&mut self.shared, buffer.0)
        }
    }
    /// The page in a buffer, to read.
    #[inline]
    pub fn page(&self, buffer: BufferId) -> &Page {
        let (frames, i) = self.frames(buffer);
        &self.files.arena[frames.frames[i as usize].page as usize]
    }
    /// The page in a buffer, to change. Mark the buffer dirty too.
    #[inline]
    pub fn page_mut(&mut self, buffer: BufferId) -> &mut Page {
        let (frames, i) = self.frames(buffer);
        let f = frames.frames[i as usize];
        if !f.dirty {
            self.files.keep_written(f.page);
        }
        &mut self.files.arena[f.page as usize]
    }
    /// The page that the buffer holds.
    pub fn tag(&self, buffer: BufferId) -> BufferTag {
        let (frames, i) = self.frames(buffer);
        let f = &frames.frames[i as usize];
        BufferTag {
            file: self.files.list[f.file as usize].number,
            fork: f.fork,
            block: BlockNumber(f.block),
        }
    }
    /// The block the buffer holds (`BufferGetBlockNumber`).
    #[inline]
    pub fn block(&self, buffer: BufferId) -> BlockNumber {
        let (frames, i) = self.frames(buffer);
        BlockNumber(frames.frames[i as usize].block)
    }
    /// Marks the buffer dirty, and counts that if it was clean (`MarkBufferDirty`).
    #[inline]
    pub fn mark_dirty(&mut self, buffer: BufferId) {
        self.logged += 1;
        let lsn = self.logged;
        let (frames, i) = self.frames_mut(buffer);
        let f = &mut frames.frames[i as usize];
        if f.permanent {
            f.lsn = lsn;
        }
        self.mark_dirty_hint(buffer);
    }
    /// Whether the page was changed since it was written.
    pub fn is_dirty(&self, buffer: BufferId) -> bool {
        let (frames, i) = self.frames(buffer);
        frames.frames[i as usize].dirty
    }
    /// Marks the buffer dirty for a hint bit (`MarkBufferDirtyHint`).
    #[inline]
    pub fn mark_dirty_hint(&mut self, buffer: BufferId) {
        let (frames, i) = self.frames_mut(buffer);
        let f = &mut frames.frames[i as usize];
        let was_dirty = f.dirty;
        f.dirty = true;
        let (file, fork, block, page) = (f.file, f.fork, BlockNumber(f.block), f.page);
        if !was_dirty {
            self.files.keep_written(page);
        }
        let file = &mut self.files.list[file as usize];
        self.events.changed(file.number, fork, block, &self.files.arena[page as usize].0);
        if was_dirty {
            return;
        }
        if file.local {
            file.usage.local_dirtied += 1;
            self.usage.local_dirtied += 1;
        } else {
            file.usage.dirtied += 1;
            self.usage.dirtied += 1;
        }
        let number = file.number;
        self.events.emit(|| Event::BufferDirtied { file: number, fork, block });
    }
    /// Notes the LSN at which the log now ends.
    pub fn logged_to(&mut self, end: Lsn) {
        self.log_end = end;
    }
    /// The LSN up to which the log had to be flushed so that dirty pages could be written.
    pub fn log_forced(&self) -> Lsn {
        self.forced
    }
    /// Notes that the log is flushed up to its end (`XLogFlush` at commit).
    pub fn flush_log(&mut self) {
        self.flushed = self.logged;
    }
    /// Pins an already pinned buffer once more, uncounted (`IncrBufferRefCount`).
    pub fn pin_again(&mut self, buffer: BufferId) {
        let (frames, i) = self.frames_mut(buffer);
        frames.pin(i, false);
    }
    /// Releases one pin (`ReleaseBuffer`).
    #[inline]
    pub fn release(&mut self, buffer: BufferId) {
        let (frames, i) = self.frames_mut(buffer);
        frames.unpin(i);
    }
    /// How many pins the buffer has.
    pub fn pins(&self, buffer: BufferId) -> u32 {
        let (frames, i) = self.frames(buffer);
        frames.frames[i as usize].pins
    }
    /// Pins a pinned buffer until [`BufferPool::release_kept`], as PostgreSQL's per-tuple memory keeps
    /// pins.
    pub fn keep(&mut self, buffer: BufferId) {
        self.pin_again(buffer);
        self.kept.push(buffer);
    }
    /// Releases the pins of [`BufferPool::keep`].
    #[inline]
    pub fn release_kept(&mut self) {
        while let Some(buffer) = self.kept.pop() {
            self.release(buffer);
        }
    }
    /// Releases all pins at the end of a transaction (`AtEOXact_Buffers`).
    pub fn release_all(&mut self) {
        self.kept.clear();
        self.shared.unpin_all();
        self.local.unpin_all();
    }
    /// The contents of the shared buffers: buffer number, page, usage count, dirty flag, pins.
    pub fn resident(&self) -> Vec<(u32, BufferTag, u8, bool, u32)> {
        let frames = self.shared.frames.iter().enumerate().filter(|(_, f)| f.valid);
        frames
            .map(|(i, f)| {
                let file = self.files.list[f.file as usize].number;
                let tag = BufferTag { file, fork: f.fork, block: BlockNumber(f.block) };
                (i as u32, tag, f.usage, f.dirty, f.pins)
            })
            .collect()
    }
    /// The pins that are held now, for a later [`BufferPool::repin`].
    pub fn pinned(&self) -> PinCounts {
        PinCounts { shared: self.shared.pinned(), local: self.local.pinned() }
    }
    /// Makes these pins the only ones, as after going back to a mark.
    pub fn repin(&mut self, pins: &PinCounts) {
        self.kept.clear();
        self.shared.repin(&pins.shared);
        self.local.repin(&pins.local);
    }
    /// Everything counted so far.
    pub fn usage(&self) -> BufferUsage {
        self.usage
    }
    /// The counters by file, in the order of the files' numbers.
    pub fn relation_usage(&self) -> Vec<RelationUsage> {
        self.files.in_order().map(|f| RelationUsage { file: f.number, usage: f.usage }).collect()
    }
    /// The counters of one file; zeros for one that has no pages here.
    pub fn file_usage(&self, file: RelFileNode) -> BufferUsage {
        let mut files = self.files.in_order();
        files.find(|f| f.number == file).map_or_else(BufferUsage::default, |f| f.usage)
    }
    /// How many pages the shared buffers hold (`shared_buffers`).
    pub fn shared_buffers(&self) -> u32 {
        self.shared.capacity
    }
    /// How many pages the session's local buffers hold (`temp_buffers`).
    pub fn temp_buffers(&self) -> u32 {
        self.local.capacity
    }
    /// Writes the dirty pages, uncounted as the checkpointer's work, and returns how many. Pages of
    /// unlogged relations are written only with `all`: at a shutdown and after recovery (`BufferSync`).
    pub fn checkpoint(&mut self, all: bool) -> u32 {
        let mut written = 0;
        for f in self.shared.frames.iter_mut().filter(|f| f.valid && (all || f.permanent)) {
            written += u32::from(std::mem::take(&mut f.dirty));
            self.files.written(f.page);
        }
        clock::add(Kind::BufferWritten, u64::from(written));
        clock::add(Kind::Checkpoint, 1);
        self.flush_log();
        self.checkpoints += 1;
        written
    }
    /// How many checkpoints there were. A page's first change after the last one logs its image.
    pub fn checkpoints(&self) -> u64 {
        self.checkpoints
    }
    /// A page without pinning it or counting the access, whether it is in a shared buffer or not.
    pub fn raw_page(&self, tag: BufferTag) -> Option<Page> {
        let file = &self.files.list[self.files.find(tag.file)? as usize];
        let slot = file.forks[tag.fork as usize].as_ref()?.get(tag.block.0 as usize)?;
        Some(self.files.page_copy(slot.page))
    }
    /// Whether the page is in a shared buffer, and whether it is dirty (`pg_buffercache`).
    pub fn residency(&self, tag: BufferTag) -> Option<bool> {
        let file = &self.files.list[self.files.find(tag.file)? as usize];
        let slot = file.forks[tag.fork as usize].as_ref()?.get(tag.block.0 as usize)?;
        let frames = if file.local { &self.local } else { &self.shared };
        (slot.frame != NO_FRAME).then(|| frames.frames[slot.frame as usize].dirty)
    }
    /// Whether no page is folded.
    pub fn all_unfolded(&self) -> bool {
        self.files.all_unfolded()
    }
    /// Bytes that all pages take in memory.
    pub fn memory(&self) -> usize {
        self.files.memory()
    }
}
