//! Frames: which pages are resident, and which one gives way (`freelist.c`, `localbuf.c`).

use super::strategy::{Strategy, StrategyKind};
use super::{BufferId, files::NO_FRAME};
use crate::err;
use crate::error::Result;
use crate::ids::ForkNumber;

/// The most that a buffer's usage count reaches (`BM_MAX_USAGE_COUNT`).
const MAX_USAGE: u8 = 5;

/// `BufferDesc`: what a frame holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) file: u32,
    pub(super) fork: ForkNumber,
    pub(super) block: u32,
    pub(super) page: u32,
    pub(super) pins: u32,
    pub(super) usage: u8,
    pub(super) dirty: bool,
    /// `BM_PERMANENT`: of a logged relation, or of an initialisation fork.
    pub(super) permanent: bool,
    pub(super) valid: bool,
    /// When the page was last logged, on the pool's own clock.
    pub(super) lsn: u64,
}

/// The frames of the shared pool, or of the session's local one.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    pub(super) frames: Vec<Frame>,
    pub(super) capacity: u32,
    local: bool,
    free: Vec<u32>,
    hand: u32,
    /// Where the search for pages to fold goes on.
    fold_hand: u32,
    pub(super) total_pins: u64,
}

impl Frames {
    /// All frames free: `capacity` is their number, `local` says that they are a session's local
    /// buffers.
    pub(super) fn new(capacity: u32, local: bool) -> Frames {
        Frames {
            frames: Vec::new(),
            capacity,
            local,
            free: Vec::new(),
            hand: 0,
            fold_hand: 0,
            total_pins: 0,
        }
    }

    /// Pins a frame, which counts as a use if it is the first pin (`PinBuffer`); through a `ring`
    /// it never raises the count above 1.
    #[inline]
    pub(super) fn pin(&mut self, frame: u32, ring: bool) {
        let f = &mut self.frames[frame as usize];
        if f.pins == 0 {
            if ring && !self.local {
                f.usage = f.usage.max(1);
            } else if f.usage < MAX_USAGE {
                f.usage += 1;
            }
        }
        f.pins += 1;
        self.total_pins += 1;
    }

    /// Releases a pin (`UnpinBuffer`). Nothing happens if the pin was released at the end of the
    /// transaction.
    #[inline]
    pub(super) fn unpin(&mut self, frame: u32) {
        let f = &mut self.frames[frame as usize];
        if f.pins > 0 {
            f.pins -= 1;
            self.total_pins -= 1;
        }
    }

    /// Removes all pins, as after an error.
    pub(super) fn unpin_all(&mut self) {
        if self.total_pins > 0 {
            self.frames.iter_mut().for_each(|f| f.pins = 0);
            self.total_pins = 0;
        }
    }

    /// The frames with pins.
    pub(super) fn pinned(&self) -> Vec<(u32, u32)> {
        let mut left = self.total_pins;
        let mut out = Vec::new();
        for (i, f) in self.frames.iter().enumerate() {
            if left == 0 {
                break;
            }
            if f.pins > 0 {
                out.push((i as u32, f.pins));
                left -= u64::from(f.pins);
            }
        }
        out
    }
    /// Sets the pins to exactly these.
    pub(super) fn repin(&mut self, pins: &[(u32, u32)]) {
        self.unpin_all();
        for &(i, n) in pins {
            self.frames[i as usize].pins = n;
            self.total_pins += u64::from(n);
        }
    }

    /// Empties a frame and puts it at the head of the free list (`InvalidateBuffer`).
    pub(super) fn invalidate(&mut self, frame: u32) {
        let f = &mut self.frames[frame as usize];
        self.total_pins -= u64::from(f.pins);
        f.pins = 0;
        f.usage = 0;
        f.dirty = false;
        f.valid = false;
        if !self.local {
            self.free.push(frame);
        }
    }

    /// A frame that was never used, while there are some.
    fn fresh(&mut self) -> Option<u32> {
        if (self.frames.len() as u32) < self.capacity {
            self.frames.push(Frame {
                file: 0,
                fork: ForkNumber::Main,
                block: 0,
                page: NO_FRAME,
                pins: 0,
                usage: 0,
                dirty: false,
                permanent: true,
                valid: false,
                lsn: 0,
            });
            return Some(self.frames.len() as u32 - 1);
        }
        None
    }

    /// A frame to reuse (`StrategyGetBuffer`); it may hold a page, even a dirty one. `needs_flush` says
    /// whether the log of a dirty page is not flushed yet.
    pub(super) fn victim(
        &mut self,
        mut strategy: Option<&mut Strategy>,
        needs_flush: impl Fn(&Frame) -> bool,
    ) -> Result<u32> {
        loop {
            if let Some(s) = strategy.as_deref_mut()
                && let Some(frame) = self.ring_victim(s)
            {
                let f = &self.frames[frame as usize];
                if f.dirty && needs_flush(f) && s.kind == StrategyKind::BulkRead {
                    s.ring[s.current] = None;
                    continue;
                }
                return Ok(frame);
            }
            let frame = self.pool_victim()?;
            if let Some(s) = strategy.as_deref_mut() {
                let current = s.current;
                s.ring[current] = Some(BufferId(frame));
            }
            return Ok(frame);
        }
    }

    /// The page in the frame to look at next, of all frames in turn; `None` if that frame is pinned or holds no page, and
    /// once after the last frame.
    pub(super) fn next_to_fold(&mut self) -> Option<u32> {
        let frame = self.frames.get(self.fold_hand as usize);
        self.fold_hand = if frame.is_some() { self.fold_hand + 1 } else { 0 };
        frame.filter(|f| f.valid && f.pins == 0).map(|f| f.page)
    }

    /// Returns the ring's next frame, if it can be reused (`GetBufferFromRing`).
    fn ring_victim(&self, s: &mut Strategy) -> Option<u32> {
        s.current += 1;
        if s.current >= s.ring.len() {
            s.current = 0;
        }
        let frame = s.ring[s.current]?.0;
        let f = self.frames.get(frame as usize)?;
        (f.pins == 0 && f.usage <= 1).then_some(frame)
    }

    /// The number of a frame from the free list, of a new one, or of the one that the clock sweep stops at.
    fn pool_victim(&mut self) -> Result<u32> {
        while let Some(frame) = self.free.pop() {
            let f = &self.frames[frame as usize];
            if f.pins == 0 && f.usage == 0 {
                return Ok(frame);
            }
        }
        if let Some(frame) = self.fresh() {
            return Ok(frame);
        }
        let mut tries = self.capacity;
        loop {
            let frame = self.hand;
            self.hand = (self.hand + 1) % self.capacity;
            let f = &mut self.frames[frame as usize];
            if f.pins == 0 {
                if f.usage == 0 {
                    return Ok(frame);
                }
                f.usage -= 1;
                tries = self.capacity;
            } else {
                tries -= 1;
                if tries == 0 {
                    return if self.local {
                        err!(INSUFFICIENT_RESOURCES, "no empty local buffer available")
                    } else {
                        err!(INTERNAL_ERROR, "no unpinned buffers available")
                    };
                }
            }
        }
    }
}
