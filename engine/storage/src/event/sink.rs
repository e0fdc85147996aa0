//! Where events go: they are collected, or handed to a [`Listener`].

use super::{Detail, Event};
use crate::ids::{BlockNumber, ForkNumber, RelFileNode};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Hears of every event as it happens.
pub trait Listener {
    /// Called when something happened.
    fn event(&mut self, event: Event);
    /// Called after a page was changed, with its bytes.
    fn page(
        &mut self,
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
        page: &Rc<[u8; 8192]>,
    );
    /// Called when the server crashes: the next pages are as their files have them.
    fn stops(&mut self) {}
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
    /// What was asked for, while nothing is to be heard.
    muted: Cell<Option<(Detail, bool)>>,
    listener: RefCell<Option<Box<dyn Listener>>>,
    events: RefCell<Vec<Event>>,
}

impl std::fmt::Debug for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trace").field("detail", &self.detail).finish_non_exhaustive()
    }
}

impl EventSink {
    /// The level of detail at which events are recorded.
    pub fn detail(&self) -> Detail {
        self.shared.detail.get()
    }
    /// Sets the level of detail at which events are recorded.
    pub fn set_detail(&self, detail: Detail) {
        self.shared.detail.set(detail);
    }
    /// Stops recording until [`EventSink::unmute`]. Returns false if recording had been stopped
    /// already.
    pub fn mute(&self) -> bool {
        let heard = self.shared.muted.get().is_none();
        if heard {
            self.shared.muted.set(Some((self.shared.detail.get(), self.shared.listens.get())));
            self.shared.detail.set(Detail::None);
            self.shared.listens.set(false);
        }
        heard
    }
    /// Records events again after [`EventSink::mute`].
    pub fn unmute(&self) {
        if let Some((detail, listens)) = self.shared.muted.take() {
            self.shared.detail.set(detail);
            self.shared.listens.set(listens);
        }
    }
    /// Passes every event to a listener from now on, instead of collecting it; with `None` events
    /// are collected again.
    pub fn listen(&self, listener: Option<Box<dyn Listener>>) {
        self.shared.listens.set(listener.is_some());
        *self.shared.listener.borrow_mut() = listener;
    }
    /// Passes a changed page to the listener, if there is one.
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
    /// Tells the listener, if there is one, that the server crashes.
    pub fn stops(&self) {
        if self.shared.listens.get()
            && let Some(listener) = self.shared.listener.borrow_mut().as_mut()
        {
            listener.stops();
        }
    }
    /// Records the event that `make` returns, if events are recorded.
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
                self.shared.events.borrow_mut().push(event);
            }
        }
    }
    /// Takes the events recorded so far.
    pub fn take(&self) -> Vec<Event> {
        self.shared.events.take()
    }
}
