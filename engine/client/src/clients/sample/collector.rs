//! Listening to a statement: from the engine's events to what others would wait for.

use super::super::costs::{Costs, Seen};
use super::{Act, Id, Statement};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use storage::event::{Event, Listener};
use storage::ids::{BlockNumber, ForkNumber, ItemPointer, Oid, RelFileNode, Rmgr};

/// The operation of a heap's record (`XLOG_HEAP_OPMASK`, `XLOG_HEAP_INSERT`).
const OPERATION: u8 = 0x70;
const HEAP_INSERT: u8 = 0x00;

/// Numbers for names, in the order in which they are met.
#[derive(Debug)]
struct Numbers<K>(HashMap<K, Id>);

impl<K: std::hash::Hash + Eq> Numbers<K> {
    fn of(&mut self, key: K) -> Id {
        let next = self.0.len() as Id;
        *self.0.entry(key).or_insert(next)
    }
}

impl<K> Default for Numbers<K> {
    fn default() -> Numbers<K> {
        Numbers(HashMap::new())
    }
}

/// What a statement did so far.
#[derive(Debug, Default)]
pub(super) struct Collector {
    acts: Vec<Act>,
    seen: Seen,
    /// Where the acts of the row at hand begin.
    row: usize,
    pages: Numbers<(RelFileNode, BlockNumber)>,
    files: Numbers<RelFileNode>,
    heaps: Vec<RelFileNode>,
    /// Which row a version is of: an update's new version is of the old one's.
    rows: HashMap<(Oid, ItemPointer), Id>,
    next_row: Id,
}

struct Ear(Rc<RefCell<Collector>>);

/// What hands events to a collector.
pub(super) fn listener(collector: &Rc<RefCell<Collector>>) -> Box<dyn Listener> {
    Box::new(Ear(Rc::clone(collector)))
}

impl Listener for Ear {
    fn event(&mut self, event: Event) {
        self.0.borrow_mut().hear(event);
    }
    fn page(&mut self, _: RelFileNode, _: ForkNumber, _: BlockNumber, _: &Rc<[u8; 8192]>) {}
}

impl Collector {
    /// The files that are heaps.
    pub(super) fn know(&mut self, heaps: impl Iterator<Item = RelFileNode>) {
        self.heaps = heaps.collect();
    }

    pub(super) fn begin(&mut self) {
        self.acts.clear();
        self.seen = Seen::default();
        self.row = 0;
    }

    pub(super) fn end(&mut self, costs: &Costs) -> Statement {
        Statement { cpu_ms: costs.statement(&self.seen), acts: std::mem::take(&mut self.acts) }
    }

    fn hear(&mut self, event: Event) {
        self.seen.count(&event);
        match event {
            Event::BufferHit { file, fork: ForkNumber::Main, block }
            | Event::BufferRead { file, fork: ForkNumber::Main, block } => {
                let page = self.pages.of((file, block));
                if self.acts.last() != Some(&Act::Looked(page)) {
                    self.acts.push(Act::Looked(page));
                }
            }
            Event::RelationExtended { file, fork: ForkNumber::Main, .. } => {
                let heap = self.heaps.contains(&file);
                self.acts.push(Act::Extended { file: self.files.of(file), heap });
            }
            Event::WalInserted { rmgr, info, length, blocks, .. } => {
                // A session fills pages of its own: another's insert goes elsewhere.
                let own = rmgr == Rmgr::Heap && info & OPERATION == HEAP_INSERT;
                let main = blocks.iter().filter(|b| !own && b.fork == ForkNumber::Main);
                let mut pages: Vec<Id> = main.map(|b| self.pages.of((b.file, b.block))).collect();
                // All sessions lock in one order.
                pages.sort_unstable();
                self.acts.push(Act::Logged { pages, bytes: length });
            }
            Event::TupleInserted { rel, tid, .. } => {
                self.rows.insert((rel, tid), self.next_row);
                self.next_row += 1;
                self.row = self.acts.len();
            }
            Event::TupleUpdated { rel, old, new, .. } => {
                let row = self.take_row(rel, old);
                self.rows.insert((rel, new), row);
            }
            Event::TupleDeleted { rel, tid } => drop(self.take_row(rel, tid)),
            Event::TransactionCommitted { .. } => self.acts.push(Act::Committed),
            _ => {}
        }
    }

    /// The row is taken before the first change that is made for it.
    fn take_row(&mut self, rel: Oid, tid: ItemPointer) -> Id {
        let row = *self.rows.entry((rel, tid)).or_insert_with(|| {
            self.next_row += 1;
            self.next_row - 1
        });
        let logged = self.acts[self.row..].iter().position(|a| matches!(a, Act::Logged { .. }));
        let at = logged.map_or(self.acts.len(), |at| self.row + at);
        self.acts.insert(at, Act::Row(row));
        self.row = self.acts.len();
        row
    }
}
