//! The clock: how long PostgreSQL would have taken, from what was done.
//!
//! Nobody here looks at a watch. Work is counted where it happens, one [`add`] each, and a statement's
//! time is what its work costs at [`Prices`] that were fitted on measured runs of PostgreSQL 15
//! (`docs/clock.md`). So the same SQL takes the same time on every machine, and the time is shown as
//! modelled wherever it shows.
//!
//! ```text
//! let before = clock::now();            counters since the thread began
//! clock::add(Kind::PglzByte, 100_000);  ... the engine does its work ...
//! let work = clock::now().since(&before);
//! work.milliseconds(&prices)            count x nanoseconds, summed up
//! ```
//!
//! The counters belong to the thread, because what is counted lies deep: an encoder has bytes at hand
//! and no session. Only differences between two looks mean something. A second session on the same
//! thread does no harm, since statements run one after the other.

mod kind;
mod prices;
mod recent_work;

pub use kind::Kind;
pub use prices::{Prices, PricesError};
pub use recent_work::RecentWork;

use std::cell::{Cell, RefCell};

/// How many kinds there are.
pub const KINDS: usize = Kind::ALL.len();

thread_local! {
    static WORK: [Cell<u64>; KINDS] = const { [const { Cell::new(0) }; KINDS] };
    /// What was met since a message was answered, by a hash of its name.
    static MET: RefCell<Vec<(ObjectKind, u32)>> = const { RefCell::new(Vec::new()) };
}

/// What a message has to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectKind {
    /// A table, view or catalog that it names.
    Relation,
    /// A function or operator that it calls.
    Function,
}

/// A message meets no more different things than this: then all is cold anyway.
const MOST_MET: usize = 128;

/// Notes that the message uses a function, operator or type of this name. When the message was
/// answered, it is counted whether that was the first use in a while; see [`RecentWork`].
pub fn meet(thing: ObjectKind, name: &str) {
    // FNV-1a: two names of a message that share a hash count as one, which does no harm.
    let mix = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    let met = (thing, name.as_bytes().iter().fold(0x811c_9dc5, mix));
    MET.with_borrow_mut(|all| {
        if all.len() < MOST_MET && !all.contains(&met) {
            all.push(met);
        }
    });
}

/// Counts `n` more operations of a kind of work.
#[inline]
pub fn add(kind: Kind, n: u64) {
    WORK.with(|w| {
        let counter = &w[kind as usize];
        counter.set(counter.get().wrapping_add(n));
    });
}

/// How many operations of a kind have been counted so far.
#[inline]
pub fn count(kind: Kind) -> u64 {
    WORK.with(|w| w[kind as usize].get())
}

/// The counts of all kinds of work so far.
pub fn now() -> Work {
    WORK.with(|w| Work(std::array::from_fn(|i| w[i].get())))
}

/// Runs `work` without counting what it does, for work that the server does at another time.
pub fn aside<T>(work: impl FnOnce() -> T) -> T {
    let (before, met) = (now(), MET.with_borrow(Vec::len));
    let done = work();
    WORK.with(|w| w.iter().zip(before.0).for_each(|(counter, n)| counter.set(n)));
    MET.with_borrow_mut(|all| all.truncate(met));
    done
}

/// What was done: a counter for each [`Kind`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work([u64; KINDS]);

impl Default for Work {
    fn default() -> Work {
        Work([0; KINDS])
    }
}

impl Work {
    /// The work between an earlier reading and this one.
    #[must_use]
    pub fn since(&self, before: &Work) -> Work {
        Work(std::array::from_fn(|i| self.0[i].wrapping_sub(before.0[i])))
    }
    /// The count of one kind of work.
    pub fn of(&self, kind: Kind) -> u64 {
        self.0[kind as usize]
    }
    /// These counts, with that of one kind replaced.
    #[must_use]
    pub fn with(mut self, kind: Kind, count: u64) -> Work {
        self.0[kind as usize] = count;
        self
    }
    /// The names and counts of all kinds of work that occurred.
    pub fn counted(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        Kind::ALL.iter().map(|k| (k.name(), self.of(*k))).filter(|(_, n)| *n > 0)
    }
    /// What the work costs at these prices, in milliseconds.
    pub fn milliseconds(&self, prices: &Prices) -> f64 {
        let each = self.0.iter().zip(prices.nanoseconds());
        each.map(|(n, price)| *n as f64 * price).sum::<f64>() / 1e6
    }
}

#[cfg(test)]
mod tests;
