//! Listens to the events of a statement, and notes the locks and the log writes that other clients
//! would wait for.

use super::{ClientAction, ResourceId, Statement};
use std::cell::RefCell;
use std::rc::Rc;
use storage::clock::{self, Kind, Prices, Work};
use storage::event::{Event, Listener};
use storage::ids::{BlockNumber, ForkNumber, ItemPointer, Oid, RelFileNode, Rmgr};
use storage::map::SortedMap;

/// The operation of a heap's record (`XLOG_HEAP_OPMASK`, `XLOG_HEAP_INSERT`).
const OPERATION: u8 = 0x70;
const HEAP_INSERT: u8 = 0x00;

/// Numbers for names, in the order in which they are met.
#[derive(Debug)]
struct NumberedNames<K>(SortedMap<K, ResourceId>);

impl<K: Ord> NumberedNames<K> {
    /// The number of a lock's subject: the next free one when it is met first.
    fn of(&mut self, key: K) -> ResourceId {
        let next = self.0.len() as ResourceId;
        *self.0.entry(key).or_insert(next)
    }
}

impl<K> Default for NumberedNames<K> {
    fn default() -> NumberedNames<K> {
        NumberedNames(SortedMap::default())
    }
}

/// What a statement did so far.
#[derive(Debug)]
pub(super) struct Collector {
    prices: Rc<Prices>,
    acts: Vec<ClientAction>,
    /// The work up to the last act.
    counted: Work,
    /// Where the acts of the row at hand begin.
    row: usize,
    pages: NumberedNames<(RelFileNode, BlockNumber)>,
    files: NumberedNames<RelFileNode>,
    heaps: Vec<RelFileNode>,
    /// Which row a version is of: an update's new version is of the old one's.
    rows: SortedMap<(Oid, ItemPointer), ResourceId>,
    next_row: ResourceId,
}

struct CollectorListener(Rc<RefCell<Collector>>);

/// A listener that passes events to this collector.
pub(super) fn listener(collector: &Rc<RefCell<Collector>>) -> Box<dyn Listener> {
    Box::new(CollectorListener(Rc::clone(collector)))
}

impl Listener for CollectorListener {
    fn event(&mut self, event: Event) {
        self.0.borrow_mut().note_event(event);
    }
    fn page(&mut self, _: RelFileNode, _: ForkNumber, _: BlockNumber, _: &Rc<[u8; 8192]>) {}
}

impl Collector {
    /// A collector without events.
    pub(super) fn new(prices: Rc<Prices>) -> Collector {
        Collector {
            prices,
            acts: Vec::new(),
            counted: clock::now(),
            row: 0,
            pages: NumberedNames::default(),
            files: NumberedNames::default(),
            heaps: Vec::new(),
            rows: SortedMap::default(),
            next_row: 0,
        }
    }

    /// Sets which files are heaps.
    pub(super) fn set_heaps(&mut self, heaps: impl Iterator<Item = RelFileNode>) {
        self.heaps = heaps.collect();
    }

    /// Begins to collect the acts of a statement.
    pub(super) fn begin(&mut self) {
        self.acts.clear();
        self.counted = clock::now();
        self.row = 0;
    }

    /// Ends the statement, and returns its acts.
    pub(super) fn end(&mut self) -> Statement {
        self.ran(&[]);
        std::mem::take(&mut self.acts)
    }

    /// Adds the work done since the last act to the statement, as time on a core. Returns the
    /// nanoseconds of the kinds in `by_act`, each up to its count: the next act takes these, so
    /// they are left out of the time added.
    fn ran(&mut self, by_act: &[(Kind, u64)]) -> u64 {
        let now = clock::now();
        let mut work = now.since(&self.counted);
        self.counted = now;
        let flushed = work.of(Kind::WalFlush) > 0;
        let mut own = Work::default();
        for &(kind, count) in by_act {
            let count = count.min(work.of(kind));
            own = own.with(kind, count);
            work = work.with(kind, work.of(kind) - count);
        }
        // The way between client and server, and the disk, are the machine's.
        let work = work.with(Kind::Message, 0).with(Kind::WalFlush, 0).with(Kind::Commit, 0);
        let nanos = |work: &Work| (work.milliseconds(&self.prices) * 1e6) as u64;
        let (before, own) = (nanos(&work), nanos(&own));
        if flushed {
            self.acts.push(ClientAction::Flushed);
        }
        match self.acts.last_mut() {
            Some(ClientAction::Ran(last)) => *last += before,
            _ if before > 0 => self.acts.push(ClientAction::Ran(before)),
            _ => {}
        }
        own
    }

    /// Notes what other clients would see of an event, with the work that was done since the last.
    fn note_event(&mut self, event: Event) {
        match event {
            Event::BufferHit { file, fork: ForkNumber::Main, block }
            | Event::BufferRead { file, fork: ForkNumber::Main, block } => {
                let page = self.pages.of((file, block));
                let takes = self.ran(&[(Kind::BufferHit, 1), (Kind::BufferRead, 1)]);
                self.acts.push(ClientAction::Looked(page, takes));
            }
            Event::RelationExtended { file, fork: ForkNumber::Main, .. } => {
                let heap = self.heaps.contains(&file);
                let takes = self.ran(&[(Kind::BufferExtended, 1)]);
                self.acts.push(ClientAction::Extended { file: self.files.of(file), heap, takes });
            }
            Event::WalInserted { rmgr, info, length, blocks, .. } => {
                // A session fills pages of its own: another's insert goes elsewhere.
                let own = rmgr == Rmgr::Heap && info & OPERATION == HEAP_INSERT;
                let main = blocks.iter().filter(|b| !own && b.fork == ForkNumber::Main);
                let mut pages: Vec<ResourceId> =
                    main.map(|b| self.pages.of((b.file, b.block))).collect();
                // All sessions lock in one order.
                pages.sort_unstable();
                let record = [(Kind::WalRecord, 1), (Kind::WalByte, u64::from(length))];
                let takes = self.ran(&record);
                self.acts.push(ClientAction::Logged { pages, bytes: length, takes });
            }
            Event::TupleInserted { rel, tid, .. } => {
                // A place that was another row's once.
                self.rows.remove(&(rel, tid));
                self.row = self.acts.len();
            }
            Event::TupleUpdated { rel, old, new, .. } => {
                let row = self.take_row(rel, old);
                self.rows.insert((rel, new), row);
            }
            Event::TupleDeleted { rel, tid } => drop(self.take_row(rel, tid)),
            Event::TransactionCommitted { .. } | Event::TransactionAborted { .. } => {
                self.ran(&[]);
                self.acts.push(ClientAction::Ended);
            }
            _ => {}
        }
    }

    /// Adds an act that takes the row's lock, before the first log record written for the row.
    /// Returns the row's number.
    fn take_row(&mut self, rel: Oid, tid: ItemPointer) -> ResourceId {
        let row = self.rows.remove(&(rel, tid)).unwrap_or_else(|| {
            self.next_row += 1;
            self.next_row - 1
        });
        let logged =
            self.acts[self.row..].iter().position(|a| matches!(a, ClientAction::Logged { .. }));
        let at = logged.map_or(self.acts.len(), |at| self.row + at);
        self.acts.insert(at, ClientAction::Row(row));
        self.row = self.acts.len();
        row
    }
}
