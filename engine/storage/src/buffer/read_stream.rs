//! Pages that a scan reads ahead (`read_stream.c`).
//!
//! A stream pins pages before they are asked for: one while all are in buffers, and after each read that was
//! waited for twice as many. Pages of a row are read together.
//!
//! Simplified: `io_combine_limit` and `effective_io_concurrency` are those by default.

use super::{BufferId, BufferPool, BufferTag, Strategy};
use crate::error::Result;
use crate::ids::RelFileNode;
use crate::versions::{LookAhead, Release};
use std::collections::VecDeque;

/// How many pages one read takes at most (`io_combine_limit`).
const COMBINED: u32 = 16;

/// Where the next page comes from: its number, until there are no more.
pub type Blocks<'a> = &'a mut dyn FnMut() -> Option<BufferTag>;

#[derive(Debug)]
struct Ahead {
    buffer: BufferId,
    /// Whether its read is to be counted when it is waited for.
    uncounted: bool,
    /// Whether it is the first of a read.
    waits: bool,
}

/// A stream of pages.
#[derive(Debug)]
pub struct ReadStream {
    look_ahead: LookAhead,
    /// How many pages are pinned, and how many reads run, at most (`max_pinned_buffers`,
    /// `max_ios`).
    most: u32,
    most_reads: u32,
    distance: u32,
    queue: VecDeque<Ahead>,
    reads: u32,
    /// The pages of the next read, side by side: the first, and how many.
    pending: Option<(BufferTag, u32)>,
    /// A page that follows, found in buffers while the one before was read.
    found: Option<BufferId>,
    /// A page that the next read may begin with.
    held: Option<BufferTag>,
}

impl ReadStream {
    /// A stream over a file, if scans of this release look ahead; with a ring, within its size.
    pub fn new(
        release: &Release,
        pool: &BufferPool,
        file: RelFileNode,
        strategy: Option<&Strategy>,
    ) -> Option<ReadStream> {
        // Behind: connections, workers and other processes that share the buffers.
        let (most_reads, most, processes) = match release.look_ahead {
            LookAhead::Never => return None,
            LookAhead::OneRead => (1, COMBINED, 128),
            LookAhead::ManyReads => (16, 17 * COMBINED, 174),
        };
        let ring = strategy.map_or(most, |s| s.ring.len() as u32);
        let share = match pool.is_local(file) {
            true => pool.temp_buffers() / 4,
            false => pool.shared_buffers() / processes,
        };
        let most = most.min(ring).min(share).max(1);
        Some(ReadStream {
            look_ahead: release.look_ahead,
            most,
            most_reads,
            distance: 1,
            queue: VecDeque::new(),
            reads: 0,
            pending: None,
            found: None,
            held: None,
        })
    }

    /// The next page, pinned (`read_stream_next_buffer`).
    pub fn next(
        &mut self,
        pool: &mut BufferPool,
        mut strategy: Option<&mut Strategy>,
        blocks: Blocks<'_>,
    ) -> Result<Option<BufferId>> {
        if self.queue.is_empty() && self.distance > 0 {
            self.look_ahead(pool, strategy.as_deref_mut(), blocks)?;
        }
        if self.queue.front().is_some_and(|first| first.waits) {
            let read = self.queue.iter().skip(1).take_while(|page| page.uncounted && !page.waits);
            let read = 1 + read.count();
            for page in self.queue.iter_mut().take(read).filter(|page| page.uncounted) {
                page.uncounted = false;
                pool.count_read(page.buffer, true);
            }
            self.reads -= 1;
            self.distance = (self.distance * 2).min(self.most);
        }
        let Some(page) = self.queue.pop_front() else { return Ok(None) };
        self.look_ahead(pool, strategy, blocks)?;
        Ok(Some(page.buffer))
    }

    /// Pins pages as far as the distance goes (`read_stream_look_ahead`).
    fn look_ahead(
        &mut self,
        pool: &mut BufferPool,
        mut strategy: Option<&mut Strategy>,
        blocks: Blocks<'_>,
    ) -> Result<()> {
        let waiting = |s: &ReadStream| s.pending.map_or(0, |(_, n)| n);
        while self.reads < self.most_reads
            && self.queue.len() as u32 + waiting(self) < self.distance
        {
            if waiting(self) == COMBINED {
                self.start(pool, strategy.as_deref_mut())?;
                continue;
            }
            let Some(tag) = self.held.take().or_else(&mut *blocks) else {
                self.distance = 0;
                break;
            };
            if let Some((first, n)) = &mut self.pending
                && first.block.0 + *n == tag.block.0
            {
                *n += 1;
                continue;
            }
            while self.pending.is_some() {
                self.start(pool, strategy.as_deref_mut())?;
                if self.reads == self.most_reads {
                    self.held = Some(tag);
                    return Ok(());
                }
            }
            self.pending = Some((tag, 1));
        }
        let n = waiting(self);
        let due =
            n == COMBINED || self.distance == 0 || (n >= self.distance && self.queue.is_empty());
        if n > 0 && due && self.reads < self.most_reads {
            self.start(pool, strategy)?;
        }
        Ok(())
    }

    /// Starts the pending read, up to a page that is in buffers (`StartReadBuffers`).
    fn start(&mut self, pool: &mut BufferPool, mut strategy: Option<&mut Strategy>) -> Result<()> {
        let Some((first, n)) = self.pending.take() else { return Ok(()) };
        let later = self.look_ahead == LookAhead::OneRead;
        let (mut done, mut reads) = (0, false);
        while done < n {
            let mut tag = first;
            tag.block.0 += done;
            let hit = self.found.is_some() || pool.residency(tag).is_some();
            let buffer = match self.found.take() {
                Some(found) => found,
                None => pool.read_with_strategy(tag, strategy.as_deref_mut())?,
            };
            if hit && reads && !later {
                self.found = Some(buffer);
                break;
            }
            let uncounted = later && !hit;
            if uncounted {
                pool.count_read(buffer, false);
            }
            self.queue.push_back(Ahead { buffer, uncounted, waits: !hit && !reads });
            reads |= !hit;
            done += 1;
            if hit {
                break;
            }
        }
        if reads {
            self.reads += 1;
        } else if self.distance > 1 {
            self.distance -= 1;
        }
        let mut rest = first;
        rest.block.0 += done;
        self.pending = (done < n).then_some((rest, n - done));
        Ok(())
    }

    /// Gives back what was not asked for (`read_stream_reset`).
    pub fn reset(&mut self, pool: &mut BufferPool) {
        self.distance = 0;
        self.held = None;
        while let Ok(Some(buffer)) = self.next(pool, None, &mut || None) {
            pool.release(buffer);
        }
        if let Some(buffer) = self.found.take() {
            pool.release(buffer);
        }
        self.distance = 1;
    }
}
