//! Locks, and the clients that wait for them. A free lightweight lock (`lwlock.c`) goes to the client that asks
//! first, whether it was woken just now or ran all the time. A heavyweight lock (`lock.c`) is handed to the
//! client that has waited longest, before that client runs again.

use std::collections::VecDeque;

/// A client's number.
pub(super) type Client = usize;

/// A lightweight lock. A content lock is shared by many clients or held by one; a lock with places is held by
/// as many clients as it has places.
#[derive(Clone, Debug)]
pub(super) struct LightweightLock {
    places: u32,
    taken: u32,
    queue: VecDeque<(Client, u32)>,
    /// Whether one that was woken has not come back yet: until then nobody else is woken.
    woken: u32,
}

/// Places of a content lock: an exclusive one takes all.
const CONTENT: u32 = u32::MAX;

impl LightweightLock {
    /// The content lock of a page.
    pub(super) fn content() -> LightweightLock {
        LightweightLock::places(CONTENT)
    }
    /// A lock that this many clients may hold at once.
    pub(super) fn places(places: u32) -> LightweightLock {
        LightweightLock { places, taken: 0, queue: VecDeque::new(), woken: 0 }
    }
    /// How many of the lock's places a client takes: all of them for an exclusive lock of contents.
    fn need(&self, exclusive: bool) -> u32 {
        if exclusive && self.places == CONTENT { CONTENT } else { 1 }
    }
    /// Takes the lock if it is free for this mode, or joins the queue. `woken`: the client was
    /// woken to try again. Returns whether it was taken. `exclusive` is the mode.
    pub(super) fn take(&mut self, client: Client, exclusive: bool, woken: bool) -> bool {
        if woken {
            self.woken -= 1;
        }
        let need = self.need(exclusive);
        if self.places - self.taken >= need {
            self.taken += need;
            return true;
        }
        // One that was woken in vain is first again.
        if woken {
            self.queue.push_front((client, need));
        } else {
            self.queue.push_back((client, need));
        }
        false
    }
    /// Releases the lock. Returns the clients to wake: the first in the queue, and the others that
    /// may share the lock with it. `exclusive` is the mode in which it was held.
    pub(super) fn release(&mut self, exclusive: bool) -> Vec<Client> {
        self.taken -= self.need(exclusive);
        let mut wake = Vec::new();
        if self.woken > 0 {
            return wake;
        }
        let mut free = self.places - self.taken;
        while let Some(&(client, need)) = self.queue.front() {
            if need > free {
                break;
            }
            free -= need;
            self.queue.pop_front();
            wake.push(client);
        }
        self.woken = wake.len() as u32;
        wake
    }
}

/// A heavyweight lock: one client has it, the others wait in a queue.
#[derive(Clone, Debug, Default)]
pub(super) struct HeavyweightLock {
    /// Who has it.
    pub(super) holder: Option<Client>,
    /// Who waits, in order.
    pub(super) queue: VecDeque<Client>,
}

impl HeavyweightLock {
    /// Takes the lock, or joins the queue. Returns whether it was taken.
    pub(super) fn take(&mut self, client: Client) -> bool {
        if self.holder.is_none() {
            self.holder = Some(client);
            return true;
        }
        self.queue.push_back(client);
        false
    }
    /// Releases the lock: it goes to the client that has waited longest. Returns that client, or `None`
    /// if nobody waits.
    pub(super) fn release(&mut self) -> Option<Client> {
        self.holder = self.queue.pop_front();
        self.holder
    }
}
