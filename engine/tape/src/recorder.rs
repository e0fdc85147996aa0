//! Listens to the events of a statement and makes its tape of them.
//!
//! Each event becomes an [`EventGroup`]: the event with the pins, log records and changed pages since the
//! event before. The first groups of a statement and the last become a frame each (*shown one by one*);
//! the groups between are added up in [`Slice`]s, one frame each. The middle chunks of a long value
//! become one frame too: they are *folded*.

use super::bulk::Bulk;
use super::page_snapshot::{PageId, PageSnapshot};
use super::recovered::{self, RecoveredPage};
use super::statement_visibility::StatementVisibility;
use super::table::{self, Key, PageTable};
use super::words::{ANY_BLOCK, PIN_KIND_BITS, PIN_WORDS, PinKind, RECORD_WORDS, RecordFate};
use super::{Frame, TAIL_EVENTS, Tape, patch};
use client::inspect::{TupleLife, life};
use server::session::Backend;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::mem;
use std::rc::Rc;
use storage::buffer::BufferTag;
use storage::clock::{self, Prices, Work};
use storage::event::{Event, Listener, Replayed};
use storage::ids::{BlockNumber, ForkNumber, Oid, RelFileNode};
use storage::map::{SortedMap, SortedSet};
use storage::page::{self, Page};
use storage::sort::Arrange;

/// Rows, and frames, shown one by one at a statement's beginning.
const HEAD_ROWS: u32 = 24;
const HEAD_FRAMES: usize = 900;
/// Rows shown one by one at its end.
const TAIL_ROWS: u32 = 6;
/// How many slices there may be; then each two neighbours are merged into one.
const SLICES: usize = 200;
/// Chunks of a value shown one by one at its beginning, and at its end.
const FIRST_CHUNKS: usize = 8;
const LAST_CHUNKS: usize = 2;
/// The last frame has the items of the touched pages if there are at most this many pages; of more, it
/// has only the summaries.
const OUTLINED: usize = 400;
/// How many pins without an event make a frame of their own.
const PINS: usize = 12;
/// A slice counts pins by page up to this many pages; of more, by file.
const PAGES: usize = 512;
/// How many of the pages that an event changed last are searched for one that changes again.
const LATELY: usize = 8;

/// A page as a key of the recorder's tables.
fn key((file, block): PageId) -> Key {
    table::key(file.0, 0, block.0)
}

/// The page of a key.
fn page_of(key: Key) -> PageId {
    let [file, _, block] = table::parts(key);
    (RelFileNode(file), BlockNumber(block))
}

/// An event with the buffers pinned, the log records written and the pages changed since the event before.
#[derive(Default)]
struct EventGroup {
    /// The work counted when the event ended. The clock is computed from it only if the group becomes a frame.
    work: Box<Work>,
    event: Option<Event>,
    /// Whether the event inserted, updated or deleted a chunk.
    chunk: bool,
    /// Whether the event counts as a row: one that was changed, or a value that was read.
    row: bool,
    pins: Vec<[u32; PIN_WORDS]>,
    /// How the changed pages look now. If a page is here twice, the last entry counts.
    pages: Vec<(PageId, PageSnapshot)>,
    /// While the server recovers: pages whose rows are read once it is back.
    recovered: Vec<(PageId, Page)>,
    wal: Vec<[u32; RECORD_WORDS]>,
}

impl EventGroup {
    /// Adds a page that changed to the group. If it changed just before, its snapshot is replaced.
    fn changed(&mut self, id: PageId, snapshot: PageSnapshot) {
        match self.pages.iter_mut().rev().take(LATELY).find(|(known, _)| *known == id) {
            Some((_, before)) => *before = snapshot,
            None => self.pages.push((id, snapshot)),
        }
    }

    /// Sorts the changed pages by number, and keeps only the last snapshot of each.
    fn sort_pages(&mut self) {
        self.pages.arrange_by_key(|(id, _)| *id);
        for at in (1..self.pages.len()).rev() {
            if self.pages[at].0 == self.pages[at - 1].0 {
                self.pages.remove(at - 1);
            }
        }
    }
}

/// Several event groups added up: one frame.
#[derive(Default)]
struct Slice {
    bulk: Bulk,
    groups: usize,
    /// The work counted when the last of them ended.
    work: Box<Work>,
    /// How often a page was pinned, by file, kind of pin and block; the block is [`ANY_BLOCK`] once there are
    /// too many.
    pins: PageTable<u32>,
    /// By resource manager and fate of the record: bytes, bytes of images, images, records.
    wal: SortedMap<u32, [u32; RECORD_WORDS - 1]>,
    /// How the changed pages look at its end, until [`Slice::close`].
    pages: PageTable<PageSnapshot>,
    /// Their patches, after [`Slice::close`].
    patch: PageTable<Vec<u16>>,
}

impl Slice {
    /// Adds a group to the slice, and leaves the group empty for reuse.
    fn take(&mut self, group: &mut EventGroup) {
        if let Some(event) = group.event.take() {
            self.bulk.count(&event, group.chunk);
        }
        self.groups += 1;
        mem::swap(&mut self.work, &mut group.work);
        for [file, block, what, times] in &group.pins {
            *self.pins.entry(table::key(*file, *what, *block), || 0) += times;
        }
        group.pins.clear();
        self.fewer_pins();
        for (id, snapshot) in group.pages.drain(..) {
            self.pages.put(key(id), snapshot);
        }
        group.recovered.clear();
        for [what, rest @ ..] in &group.wal {
            self.log(what & !0xff00, *rest);
        }
        group.wal.clear();
    }

    /// Replaces the pins of single pages by sums for each file when there are more than [`PAGES`]
    /// pages.
    fn fewer_pins(&mut self) {
        if self.pins.len() <= PAGES {
            return;
        }
        for ((file_and_what, _), times) in mem::take(&mut self.pins).into_entries() {
            *self.pins.entry((file_and_what, ANY_BLOCK), || 0) += times;
        }
    }

    /// Adds counts of log records of one resource manager and one fate: `what` is the first word of a record without
    /// its info.
    fn log(&mut self, what: u32, counts: [u32; RECORD_WORDS - 1]) {
        let all = self.wal.entry(what).or_default();
        all.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }

    /// Turns the slice's page snapshots into patches; `items` says whether the patches list the
    /// items of each page.
    fn close(&mut self, visibility: &StatementVisibility, items: bool) {
        for (key, snapshot) in mem::take(&mut self.pages).into_entries() {
            let mut words = Vec::new();
            snapshot.put(&mut words, page_of(key), items, &|t| visibility.life(t));
            self.patch.put(key, words);
        }
    }

    /// Joins the slice that follows to this one.
    fn append(&mut self, next: Slice) {
        self.bulk.add(&next.bulk);
        self.groups += next.groups;
        self.work = next.work;
        for (pin, times) in next.pins.into_entries() {
            *self.pins.entry(pin, || 0) += times;
        }
        self.fewer_pins();
        self.pages.put_all(next.pages);
        next.wal.into_iter().for_each(|(rmgr, counts)| self.log(rmgr, counts));
        self.patch.put_all(next.patch);
    }
}

/// A statement being listened to.
struct State {
    visibility: StatementVisibility,
    prices: Rc<Prices>,
    /// The work counted before the tape began.
    began: Work,
    toast: SortedSet<Oid>,
    tape: Tape,
    open: Box<EventGroup>,
    /// Emptied groups, for reuse.
    spare: Vec<Box<EventGroup>>,
    /// Where a page's patch is written before it is copied.
    drawn: Vec<u16>,
    touched: PageTable<()>,
    rows: u32,
    /// Whether events are still shown one by one.
    head: bool,
    slices: Vec<Slice>,
    slice: Slice,
    slice_size: usize,
    tail: VecDeque<Box<EventGroup>>,
    tail_rows: u32,
    /// The value being cut or read: its first chunk, and how many chunks there are.
    first: usize,
    chunks: usize,
    /// The middle chunks of that value, while they are folded.
    fold: Option<Slice>,
    /// How many chunks were deleted in a row.
    deleted: usize,
    /// Whether the server was stopped and is not back yet.
    recovers: bool,
    /// Frames of recovery, each with a page that it changed. Their rows are read when the tape ends.
    recovered: Vec<(usize, PageId, Page)>,
}

/// Listens to a session's events, and records those between [`Recorder::begin`] and [`Recording::finish`].
#[derive(Clone, Default)]
pub struct Recorder {
    state: Rc<RefCell<Option<State>>>,
}

/// A statement being recorded; [`Recording::finish`] gives its tape.
pub struct Recording {
    state: Rc<RefCell<Option<State>>>,
}

impl Recorder {
    /// A recorder of all events of this session from now on. The session's detail must be
    /// [`storage::event::Detail::Full`].
    pub fn attach(b: &Backend) -> Recorder {
        let recorder = Recorder::default();
        b.store.events.listen(Some(Box::new(Recorder::clone(&recorder))));
        recorder
    }

    /// Begins a tape: all later events are on it.
    pub fn begin(&self, b: &Backend) -> Recording {
        let toast = b.store.toast_relations.keys().copied().collect();
        let (visibility, prices) =
            (StatementVisibility::new(&b.store.xact), Rc::clone(&b.store.prices));
        *self.state.borrow_mut() = Some(State::new(visibility, prices, toast));
        Recording { state: Rc::clone(&self.state) }
    }
}

impl Listener for Recorder {
    fn event(&mut self, event: Event) {
        if let Some(state) = self.state.borrow_mut().as_mut() {
            state.event(event);
        }
    }
    fn stops(&mut self) {
        if let Some(state) = self.state.borrow_mut().as_mut() {
            state.recovers = true;
        }
    }
    fn page(
        &mut self,
        file: RelFileNode,
        fork: ForkNumber,
        block: BlockNumber,
        page: &Rc<[u8; 8192]>,
    ) {
        if fork == ForkNumber::Main
            && let Some(state) = self.state.borrow_mut().as_mut()
        {
            let State { visibility, drawn, open, recovers, .. } = state;
            let id = (file, block);
            if *recovers && page::max_offset(page) <= recovered::MOST_ITEMS {
                open.recovered.push((id, Page(Rc::clone(page))));
            }
            open.changed(id, PageSnapshot::of(id, page, &|t| visibility.life(t), drawn));
        }
    }
}

impl Recording {
    /// Ends the tape; its last frame has all changed pages as they are now.
    pub fn finish(self, b: &mut Backend) -> Tape {
        let state = self.state.borrow_mut().take();
        state.map_or_else(Tape::default, |s| s.finish(b))
    }
}

impl State {
    /// The recorder's state at the beginning of a statement.
    fn new(visibility: StatementVisibility, prices: Rc<Prices>, toast: SortedSet<Oid>) -> State {
        State {
            visibility,
            prices,
            began: clock::now(),
            toast,
            tape: Tape::default(),
            open: Box::default(),
            spare: Vec::new(),
            drawn: Vec::new(),
            touched: PageTable::default(),
            rows: 0,
            head: true,
            slices: Vec::new(),
            slice: Slice::default(),
            slice_size: TAIL_EVENTS,
            tail: VecDeque::new(),
            tail_rows: 0,
            first: 0,
            chunks: 0,
            fold: None,
            deleted: 0,
            recovers: false,
            recovered: Vec::new(),
        }
    }

    /// Takes an event: a pin, a record or a changed page is collected; another ends the group.
    fn event(&mut self, event: Event) {
        let pin = match event {
            Event::BufferHit { file, fork, block } => Some((PinKind::Hit, file, fork, block)),
            Event::BufferRead { file, fork, block } => Some((PinKind::Read, file, fork, block)),
            Event::BufferDirtied { file, fork, block } => {
                Some((PinKind::Dirtied, file, fork, block))
            }
            Event::BufferWritten { file, fork, block } => {
                Some((PinKind::Written, file, fork, block))
            }
            _ => None,
        };
        if let Some((kind, file, fork, block)) = pin {
            let what = kind as u32 | (fork as u32) << PIN_KIND_BITS;
            self.open.pins.push([file.0, block.0, what, 1]);
            // Pages pinned without an event: a scan.
            let looked = matches!(kind, PinKind::Hit | PinKind::Read);
            if looked && self.open.pins.len() >= PINS && self.fold.is_none() {
                self.close(None);
            }
            return;
        }
        if let Event::WalInserted { rmgr, info, length, fpi_length, blocks, .. } = &event {
            let images = blocks.iter().filter(|b| b.image > 0).count() as u32;
            let what = *rmgr as u32 | u32::from(*info) << 8;
            self.open.wal.push([what, *length, *fpi_length, images, 1]);
            return;
        }
        if let Event::RecordReplayed { rmgr, info, length, fpi_length, blocks, .. } = &event {
            let did = |w: Replayed| blocks.iter().filter(|b| b.what == w).count() as u32;
            let images = did(Replayed::Restored);
            let changed = did(Replayed::Changed) + did(Replayed::Made);
            let became = match (images, changed) {
                (0, 0) if !blocks.is_empty() => RecordFate::Skipped,
                (0, _) => RecordFate::Replayed,
                _ => RecordFate::Restored,
            };
            let what = *rmgr as u32 | u32::from(*info) << 8 | (became as u32) << 16;
            self.open.wal.push([what, *length, *fpi_length, images, 1]);
        }
        match &event {
            Event::RecoveryDone { .. } => self.recovers = false,
            Event::RelationExtended { .. }
            | Event::TransactionStarted { .. }
            | Event::ChunkWritten { .. }
                if self.fold.is_none() && self.head =>
            {
                return;
            }
            Event::TupleFrozen { .. } if self.head => return,
            _ => {}
        }
        self.close(Some(event));
    }

    /// Ends the open group with its event, if it has one.
    fn close(&mut self, event: Option<Event>) {
        let next = self.spare.pop().unwrap_or_default();
        let mut group = mem::replace(&mut self.open, next);
        *group.work = clock::now();
        for (id, _) in &group.pages {
            self.touched.entry(key(*id), || ());
        }
        let is_toast = |rel: &Oid| self.toast.contains(rel);
        (group.chunk, group.row) = match &event {
            Some(Event::TupleInserted { rel, .. } | Event::TupleDeleted { rel, .. }) => {
                (is_toast(rel), !is_toast(rel))
            }
            Some(Event::TupleUpdated { rel, .. }) => (is_toast(rel), !is_toast(rel)),
            Some(Event::ValueDetoasted { .. }) => (false, true),
            Some(Event::ValueSliced { .. }) => (false, true),
            _ => (false, false),
        };
        if let Some(Event::RelationCreated { oid, name, .. }) = &event
            && name.starts_with("pg_toast_")
        {
            self.toast.insert(*oid);
        }
        group.event = event;
        if self.head { self.show_group(group) } else { self.keep(group) }
    }

    /// Makes a frame of a group, or adds it to the chunks being folded.
    fn show_group(&mut self, mut group: Box<EventGroup>) {
        let folds = self.folds(&group);
        if let Some(mut fold) = self.fold.take() {
            if folds {
                fold.take(&mut group);
                self.spare.push(group);
                self.fold = Some(fold);
                return;
            }
            fold.close(&self.visibility, true);
            self.put_slice(fold);
        } else if folds {
            let mut fold = Slice::default();
            fold.take(&mut group);
            self.spare.push(group);
            self.fold = Some(fold);
            return;
        }
        self.rows += u32::from(group.row);
        self.put_group(&mut group);
        self.spare.push(group);
        if self.rows >= HEAD_ROWS || self.tape.frames.len() >= HEAD_FRAMES {
            self.head = false;
        }
    }

    /// Whether a group belongs to the middle chunks of a long value.
    fn folds(&mut self, group: &EventGroup) -> bool {
        let folding = self.fold.is_some();
        let (first, chunks) = (self.first, self.chunks);
        let middle = |seq: i32| {
            chunks > FIRST_CHUNKS + LAST_CHUNKS + 1
                && (first + FIRST_CHUNKS..first + chunks - LAST_CHUNKS).contains(&(seq as usize))
        };
        match &group.event {
            Some(Event::ValueCut { chunks, .. }) => {
                (self.first, self.chunks) = (0, *chunks);
                false
            }
            Some(Event::PointerRead { first, last, .. } | Event::TailMoved { first, last, .. }) => {
                (self.first, self.chunks) = (*first, (*last + 1).saturating_sub(*first));
                false
            }
            Some(Event::ChunkCut { seq, .. } | Event::ChunkRead { seq, .. }) => middle(*seq),
            Some(Event::ChunkDeleted { .. }) => {
                self.deleted += 1;
                self.deleted > FIRST_CHUNKS
            }
            Some(Event::TupleDeleted { .. } | Event::TupleUpdated { .. }) if group.chunk => folding,
            Some(
                Event::TupleInserted { .. }
                | Event::IndexDescended { .. }
                | Event::IndexEntryInserted { .. }
                | Event::LeafSplit { .. }
                | Event::RootSplit { .. }
                | Event::ChunkWritten { .. }
                | Event::RelationExtended { .. },
            ) => folding,
            Some(_) => {
                self.deleted = 0;
                false
            }
            None => folding,
        }
    }

    /// Holds a group back, since the last groups each get a frame; the oldest group held goes into
    /// the slice.
    fn keep(&mut self, group: Box<EventGroup>) {
        if let Some(fold) = self.fold.take() {
            self.slice.append(fold);
        }
        self.tail_rows += u32::from(group.row);
        self.tail.push_back(group);
        while self.tail.len() > TAIL_EVENTS || self.tail_rows > TAIL_ROWS {
            let Some(mut oldest) = self.tail.pop_front() else { break };
            self.tail_rows -= u32::from(oldest.row);
            self.slice.take(&mut oldest);
            self.spare.push(oldest);
        }
        if self.slice.groups >= self.slice_size {
            self.close_slice();
        }
    }

    /// Ends a slice. When there are too many, each two become one of twice the size.
    fn close_slice(&mut self) {
        let mut slice = mem::take(&mut self.slice);
        slice.close(&self.visibility, false);
        self.slices.push(slice);
        if self.slices.len() >= SLICES {
            self.slice_size *= 2;
            let mut merged = Vec::with_capacity(SLICES);
            let mut slices = mem::take(&mut self.slices).into_iter();
            while let Some(mut slice) = slices.next() {
                if let Some(next) = slices.next() {
                    slice.append(next);
                }
                merged.push(slice);
            }
            self.slices = merged;
        }
    }

    /// Makes a frame of a group, and leaves the group empty for reuse.
    fn put_group(&mut self, group: &mut EventGroup) {
        group.sort_pages();
        for (id, snapshot) in group.pages.drain(..) {
            snapshot.put(&mut self.tape.patch, id, true, &|t| self.visibility.life(t));
        }
        self.tape.pins.extend(group.pins.drain(..).flatten());
        self.tape.wal.extend(group.wal.drain(..).flatten());
        let at = self.tape.frames.len();
        self.recovered.extend(group.recovered.drain(..).map(|(id, page)| (at, id, page)));
        self.put_frame(&group.work, group.event.take(), None);
    }

    /// Makes a frame of a slice: its pins, log records and pages.
    fn put_slice(&mut self, slice: Slice) {
        for (key, times) in slice.pins.into_sorted() {
            let [file, what, block] = table::parts(key);
            self.tape.pins.extend([file, block, what, times]);
        }
        for (rmgr, counts) in slice.wal {
            self.tape.wal.push(rmgr);
            self.tape.wal.extend(counts);
        }
        for (_, words) in slice.patch.into_sorted() {
            self.tape.patch.extend_from_slice(&words);
        }
        self.put_frame(&slice.work, None, Some(slice.bulk));
    }

    /// Appends a frame, which has all that was appended since the one before.
    fn put_frame(&mut self, work: &Work, event: Option<Event>, bulk: Option<Bulk>) {
        let clock = self.clock_at(work);
        let (pins, patch) = (self.tape.pins.len() as u32, self.tape.patch.len() as u32);
        let wal = self.tape.wal.len() as u32;
        self.tape.frames.push(Frame { event, bulk, pins, patch, wal, clock });
    }

    /// Milliseconds since the tape began.
    fn clock_at(&self, work: &Work) -> f64 {
        work.since(&self.began).milliseconds(&self.prices)
    }

    /// Ends the recording: what is still open becomes frames.
    fn finish(mut self, b: &mut Backend) -> Tape {
        let rest = &self.open;
        if !rest.pins.is_empty() || !rest.pages.is_empty() || !rest.wal.is_empty() {
            self.close(None);
        }
        if let Some(mut fold) = self.fold.take() {
            fold.close(&self.visibility, true);
            self.put_slice(fold);
        }
        if self.slice.groups > 0 {
            self.close_slice();
        }
        for slice in mem::take(&mut self.slices) {
            self.put_slice(slice);
        }
        let mut last = None;
        for group in mem::take(&mut self.tail) {
            match group.event {
                Some(
                    Event::RelationExtended { .. }
                    | Event::TransactionStarted { .. }
                    | Event::ChunkWritten { .. }
                    | Event::TupleFrozen { .. },
                ) => last = Some(group),
                _ => self.put_group(&mut join(last.take(), group)),
            }
        }
        if let Some(mut group) = last {
            group.event = None;
            self.put_group(&mut group);
        }
        self.show_final_pages(b);
        for (frame, id, page) in mem::take(&mut self.recovered) {
            self.tape.recovered.extend(RecoveredPage::read(b, frame, id, &page));
        }
        self.tape
    }

    /// Lets the last frame show the changed pages as other transactions see them from now on, and the
    /// clock at the end of the statement.
    fn show_final_pages(&mut self, b: &Backend) {
        let items = self.touched.len() <= OUTLINED;
        let visibility = |t: &[u8]| -> TupleLife { life(&b.store.xact, t) };
        for (key, ()) in mem::take(&mut self.touched).into_sorted() {
            let (file, block) = page_of(key);
            let tag = BufferTag { file, fork: ForkNumber::Main, block };
            if let Some(p) = b.store.pool.raw_page(tag) {
                patch::put(&mut self.tape.patch, (file, block), p.bytes(), items, &visibility);
            }
        }
        let clock = self.clock_at(&clock::now());
        if let Some(frame) = self.tape.frames.last_mut() {
            frame.clock = clock;
            frame.patch = self.tape.patch.len() as u32;
        }
    }
}

/// Adds to a group the pins and changed pages of the group before it, whose event gets no frame.
fn join(before: Option<Box<EventGroup>>, mut group: Box<EventGroup>) -> Box<EventGroup> {
    if let Some(mut before) = before {
        before.pins.append(&mut group.pins);
        before.pages.append(&mut group.pages);
        before.wal.append(&mut group.wal);
        before.recovered.append(&mut group.recovered);
        group.wal = before.wal;
        group.pins = before.pins;
        group.pages = before.pages;
        group.recovered = before.recovered;
    }
    group
}
