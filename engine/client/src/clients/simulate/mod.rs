//! Clients side by side: a simulation of events in modelled time.
//!
//! A client is a backend and its place in one of pgbench's threads. A backend that has a core takes the steps of its
//! transaction ([`transaction_steps`]) until it must wait; then the core goes to the backend that has been ready longest. The first
//! backend that needs a flush flushes the log for all whose records are in it by then (`XLogFlush`). Backends that
//! come meanwhile wait, and one of them flushes for all of these.
//!
//! Everything follows from the sample, the machine and the options: no number is drawn here.

mod locks;
pub(super) mod run_sample;
mod threads;
mod transaction_steps;
mod wait;

pub use wait::WaitEvent;

use super::machine::Machine;
use super::report::{self, Report};
use super::sample::{ResourceId, Sample};
use super::{Options, RunLength};
use locks::{Client, HeavyweightLock, LightweightLock};
use run_sample::RunSample;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use threads::Threads;
use transaction_steps::{Nanos, TransactionStep, steps_of_transaction};

/// How many locks share the insertion into the log (`NUM_XLOGINSERT_LOCKS`).
const WAL_INSERT_LOCKS: u32 = 8;
/// Most pages that a heap is made longer by at once, and how many for each that waits
/// (`RelationAddExtraBlocks`).
const MOST_EXTRA: u64 = 512;
const EXTRA_EACH: u64 = 20;

/// A process that can run on a core: a backend, or a thread of pgbench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CoreUser {
    Backend(Client),
    Thread(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum SimulationEvent {
    /// A process goes on with its core.
    Goes(CoreUser),
    /// A process that was woken is ready.
    Ready(CoreUser),
    /// The log is written, and is being flushed.
    Written(Client),
    /// The log is flushed.
    Flushed(Client),
}

/// A client's backend.
#[derive(Debug, Default)]
struct Backend {
    /// Its transactions, run again and again in this order: the script of each, and its steps.
    transactions: Vec<(usize, Vec<TransactionStep>)>,
    /// Which transaction it is at, and which step of it.
    transaction: usize,
    step: usize,
    /// How far it is within a step that takes several turns.
    phase: u8,
    /// It was woken, and tries again to take what it waited for.
    woken: bool,
    rows: Vec<ResourceId>,
    /// Up to where the log has its records.
    inserted: u64,
    began: Nanos,
}

/// Simulates the clients running at the same time on a machine.
///
/// # Errors
/// A sentence, when two transactions wait for each other's rows.
pub fn simulate(sample: &Sample, options: &Options, machine: &Machine) -> Result<Report, String> {
    let mut simulation = Simulation::new(sample, options, machine);
    simulation.run()?;
    Ok(report::of(options, simulation.now, &mut simulation.run_sample))
}

/// A file that is made longer, and pages in it that nobody has taken yet.
#[derive(Clone, Debug, Default)]
struct GrowingFile {
    lock: HeavyweightLock,
    spare: u64,
}

/// How many pages, rows and files there are in the transactions' steps.
#[derive(Default)]
struct ResourceCounts {
    pages: usize,
    rows: usize,
    files: usize,
}

impl ResourceCounts {
    /// Counts the pages, rows and files that the clients lock.
    fn of(backends: &[Backend]) -> ResourceCounts {
        let mut numbers = ResourceCounts::default();
        for step in backends.iter().flat_map(|b| &b.transactions).flat_map(|(_, steps)| steps) {
            let (place, id) = match step {
                TransactionStep::Lock { page, .. } => (&mut numbers.pages, page),
                TransactionStep::Row(row) => (&mut numbers.rows, row),
                TransactionStep::Extend { file, .. } => (&mut numbers.files, file),
                _ => continue,
            };
            *place = (*place).max(*id as usize + 1);
        }
        numbers
    }
}

struct Simulation<'a> {
    options: &'a Options,
    machine: &'a Machine,
    now: Nanos,
    queue: BinaryHeap<Reverse<(Nanos, u64, SimulationEvent)>>,
    order: u64,
    cores: usize,
    ready: VecDeque<CoreUser>,
    backends: Vec<Backend>,
    threads: Threads,
    pages: Vec<LightweightLock>,
    inserts: LightweightLock,
    rows: Vec<HeavyweightLock>,
    files: Vec<GrowingFile>,
    /// Bytes of log that were inserted, that are on disk, and those that are being flushed.
    inserted: u64,
    flushed: u64,
    flushing: Option<u64>,
    waiting: Vec<Client>,
    run_sample: RunSample,
    stop: Nanos,
}

/// Milliseconds as nanoseconds.
fn nanos(ms: f64) -> Nanos {
    (ms * 1e6).round() as Nanos
}

impl<'a> Simulation<'a> {
    /// The simulation at time 0: each client has the steps of its transactions.
    fn new(sample: &Sample, options: &'a Options, machine: &'a Machine) -> Simulation<'a> {
        let round_trip = nanos(machine.round_trip_ms);
        let clients = sample.clients.iter().take(options.clients);
        let backends: Vec<Backend> = clients
            .map(|own| Backend {
                transactions: own
                    .iter()
                    .map(|t| (t.script, steps_of_transaction(t, round_trip)))
                    .collect(),
                ..Backend::default()
            })
            .collect();
        let numbers = ResourceCounts::of(&backends);
        let stop = match options.amount {
            RunLength::Seconds(seconds) => nanos(seconds * 1e3),
            RunLength::Transactions(_) => Nanos::MAX,
        };
        Simulation {
            run_sample: RunSample::new(backends.len(), options.scripts.len()),
            threads: Threads::new(options.threads, backends.len(), round_trip / 2),
            options,
            machine,
            now: 0,
            queue: BinaryHeap::new(),
            order: 0,
            cores: machine.cores.max(1),
            ready: VecDeque::new(),
            backends,
            pages: vec![LightweightLock::content(); numbers.pages],
            inserts: LightweightLock::places(WAL_INSERT_LOCKS),
            rows: vec![HeavyweightLock::default(); numbers.rows],
            files: vec![GrowingFile::default(); numbers.files],
            inserted: 0,
            flushed: 0,
            flushing: None,
            waiting: Vec::new(),
            stop,
        }
    }

    /// Takes the events in the order of their times until the run is over.
    fn run(&mut self) -> Result<(), String> {
        for thread in self.threads.all() {
            self.ready(CoreUser::Thread(thread));
        }
        while let Some(Reverse((at, _, what))) = self.queue.pop() {
            self.now = at;
            match what {
                SimulationEvent::Goes(CoreUser::Backend(client)) => self.run_backend(client)?,
                SimulationEvent::Goes(CoreUser::Thread(thread)) => self.serve(thread),
                SimulationEvent::Ready(process) => self.ready(process),
                SimulationEvent::Written(client) => {
                    self.set_state(client, WaitEvent::IoWalSync);
                    self.after(nanos(self.machine.flush_ms), SimulationEvent::Flushed(client));
                }
                SimulationEvent::Flushed(client) => self.flushed(client),
            }
        }
        Ok(())
    }

    /// Lets something happen after a time; what is due at one time happens in the order it was
    /// asked for.
    fn after(&mut self, takes: Nanos, what: SimulationEvent) {
        self.order += 1;
        self.queue.push(Reverse((self.now + takes, self.order, what)));
    }

    /// Notes what the client does, or waits for, from now on.
    fn set_state(&mut self, client: Client, to: WaitEvent) {
        self.run_sample.set_state(client, to, self.now);
    }

    /// Makes a sleeping process ready to run, after the time that waking takes.
    fn wake(&mut self, process: CoreUser) {
        self.after(nanos(self.machine.wake_ms), SimulationEvent::Ready(process));
    }

    /// Gives the process a core, or puts it into the queue for one.
    fn ready(&mut self, process: CoreUser) {
        if self.cores > 0 {
            self.cores -= 1;
            self.dispatch(process);
        } else {
            if let CoreUser::Backend(client) = process {
                self.set_state(client, WaitEvent::Core);
            }
            self.ready.push_back(process);
        }
    }

    /// Gives a process the core that was freed for it.
    fn dispatch(&mut self, process: CoreUser) {
        if let CoreUser::Backend(client) = process {
            self.set_state(client, WaitEvent::Running);
        }
        self.after(0, SimulationEvent::Goes(process));
    }

    /// Gives a core that became free to the process that has waited longest.
    fn free_core(&mut self) {
        match self.ready.pop_front() {
            Some(next) => self.dispatch(next),
            None => self.cores += 1,
        }
    }

    /// Lets the client wait, and gives its core away.
    fn sleep(&mut self, client: Client, wait: WaitEvent) {
        self.set_state(client, wait);
        self.free_core();
    }

    /// Lets a pgbench thread handle the answer that it has read, and begin to read the next one.
    fn serve(&mut self, thread: usize) {
        if let Some(client) = self.threads.served(thread) {
            self.next(client);
        }
        match self.threads.next(thread) {
            Some(takes) => self.after(takes, SimulationEvent::Goes(CoreUser::Thread(thread))),
            None => self.free_core(),
        }
    }

    /// Handles the answer to a client's statement: sends its next statement, or begins its next
    /// transaction; nothing more once the run is over.
    fn next(&mut self, client: Client) {
        let backend = &mut self.backends[client];
        let count = backend.transactions.len();
        if let Some((script, steps)) = backend.transactions.get(backend.transaction % count.max(1))
        {
            if backend.step >= steps.len() {
                let ms = (self.now - backend.began) as f64 / 1e6;
                self.run_sample.transaction(*script, ms, self.now);
                backend.transaction += 1;
                backend.step = 0;
            }
            if backend.step == 0 {
                let over = match self.options.amount {
                    RunLength::Transactions(count) => backend.transaction as u64 >= count,
                    RunLength::Seconds(_) => self.now >= self.stop,
                };
                if over {
                    return;
                }
                backend.began = self.now;
            }
            self.wake(CoreUser::Backend(client));
        }
    }

    /// Runs a client's backend on its core until it must wait.
    fn run_backend(&mut self, client: Client) -> Result<(), String> {
        loop {
            let backend = &self.backends[client];
            let steps = &backend.transactions[backend.transaction % backend.transactions.len()].1;
            let step = steps[backend.step];
            let woken = std::mem::take(&mut self.backends[client].woken);
            let goes = match step {
                TransactionStep::Run(takes) => self.work(client, takes),
                TransactionStep::Lock { page, exclusive } => {
                    let taken = self.pages[page as usize].take(client, exclusive, woken);
                    if !taken {
                        self.sleep(client, WaitEvent::BufferContent);
                    }
                    taken
                }
                TransactionStep::Unlock { page, exclusive } => {
                    let wake = self.pages[page as usize].release(exclusive);
                    self.wake_light(wake);
                    true
                }
                TransactionStep::Insert { bytes, takes } => {
                    self.insert(client, bytes, takes, woken)
                }
                TransactionStep::Extend { file, heap, takes } => {
                    self.extend(client, file, heap, takes)
                }
                TransactionStep::Row(row) => self.row(client, row)?,
                TransactionStep::Flush => self.flush(client),
                TransactionStep::End => {
                    self.end(client);
                    true
                }
                TransactionStep::Answer => {
                    self.backends[client].step += 1;
                    self.sleep(client, WaitEvent::ClientRead);
                    if let Some(thread) = self.threads.answered(client) {
                        self.wake(CoreUser::Thread(thread));
                    }
                    return Ok(());
                }
            };
            if !goes {
                return Ok(());
            }
            self.backends[client].step += 1;
            self.backends[client].phase = 0;
        }
    }

    /// Keeps a core busy for `takes` nanoseconds. Returns false when that begins, true when it is
    /// over.
    fn work(&mut self, client: Client, takes: Nanos) -> bool {
        let backend = &mut self.backends[client];
        if backend.phase > 0 || takes == 0 {
            return true;
        }
        backend.phase = 1;
        self.after(takes, SimulationEvent::Goes(CoreUser::Backend(client)));
        false
    }

    /// Wakes clients that may try again for a lightweight lock.
    fn wake_light(&mut self, clients: Vec<Client>) {
        for client in clients {
            self.backends[client].woken = true;
            self.wake(CoreUser::Backend(client));
        }
    }

    /// Inserts into the log: takes one of the insertion locks, and works under it. Returns whether
    /// the step is done.
    fn insert(&mut self, client: Client, bytes: u32, takes: Nanos, woken: bool) -> bool {
        if self.backends[client].phase == 0 {
            if !self.inserts.take(client, true, woken) {
                self.sleep(client, WaitEvent::WalInsert);
                return false;
            }
            return self.work(client, takes.max(1));
        }
        self.inserted += u64::from(bytes);
        self.backends[client].inserted = self.inserted;
        let wake = self.inserts.release(true);
        self.wake_light(wake);
        true
    }

    /// Adds a page to a growing file (`RelationGetBufferForTuple`): a client that gets the
    /// extension lock at once adds one page; a client that waited for it takes a spare page, or
    /// adds pages for everyone in the queue. Returns whether the client has its page. `heap`: it is
    /// a table's file, whose pages are added several at a time.
    fn extend(&mut self, client: Client, file: ResourceId, heap: bool, takes: Nanos) -> bool {
        const FREE: u8 = 0;
        const ADDS: u8 = 1;
        const GRANTED: u8 = 2;
        let GrowingFile { lock, spare } = &mut self.files[file as usize];
        match self.backends[client].phase {
            FREE => {
                if heap && *spare > 0 {
                    *spare -= 1;
                    return true;
                }
                if !lock.take(client) {
                    self.backends[client].phase = GRANTED;
                    self.sleep(client, WaitEvent::Extend);
                    return false;
                }
                self.backends[client].phase = ADDS;
                self.after(takes.max(1), SimulationEvent::Goes(CoreUser::Backend(client)));
                return false;
            }
            GRANTED if !heap || *spare == 0 => {
                let waiting = lock.queue.len() as u64;
                let extra = if heap { MOST_EXTRA.min(waiting * EXTRA_EACH) } else { 0 };
                *spare += extra;
                self.backends[client].phase = ADDS;
                let all = takes.max(1) * (1 + extra);
                self.after(all, SimulationEvent::Goes(CoreUser::Backend(client)));
                return false;
            }
            GRANTED => *spare -= 1,
            _ => {}
        }
        if let Some(next) = lock.release() {
            self.wake(CoreUser::Backend(next));
        }
        true
    }

    /// Takes the lock of a row. Returns whether the client has it; if not, it waits.
    fn row(&mut self, client: Client, row: ResourceId) -> Result<bool, String> {
        let lock = &mut self.rows[row as usize];
        if lock.holder == Some(client) || lock.take(client) {
            if !self.backends[client].rows.contains(&row) {
                self.backends[client].rows.push(row);
            }
            return Ok(true);
        }
        let first = lock.queue.len() == 1;
        if self.would_deadlock(client, row) {
            return Err("Two transactions wait for each other's rows: the server would end one \
                        after deadlock_timeout, which is not modelled."
                .to_string());
        }
        self.sleep(client, if first { WaitEvent::Transaction } else { WaitEvent::Tuple });
        Ok(false)
    }

    /// Whether the client would wait for itself if it waited for this row: the row's holder waits, directly or
    /// through others, for this client.
    fn would_deadlock(&self, client: Client, row: ResourceId) -> bool {
        let mut row = row;
        for _ in 0..self.backends.len() {
            let Some(holder) = self.rows[row as usize].holder else { return false };
            if holder == client {
                return true;
            }
            let next = self.rows.iter().position(|lock| lock.queue.contains(&holder));
            let Some(next) = next else { return false };
            row = next as ResourceId;
        }
        false
    }

    /// Ends a client's transaction: each of its row locks goes to the client that has waited
    /// longest; the next in that queue now waits for the new holder's transaction.
    fn end(&mut self, client: Client) {
        for row in std::mem::take(&mut self.backends[client].rows) {
            let lock = &mut self.rows[row as usize];
            let (next, then) = (lock.release(), lock.queue.front().copied());
            if let Some(then) = then {
                self.set_state(then, WaitEvent::Transaction);
            }
            if let Some(next) = next {
                self.wake(CoreUser::Backend(next));
            }
        }
    }

    /// Flushes the log up to the client's last record (`XLogFlush`). Returns whether it is on disk
    /// already; if not, the client sleeps.
    fn flush(&mut self, client: Client) -> bool {
        if self.flushed >= self.backends[client].inserted {
            return true;
        }
        if self.flushing.is_some() {
            self.waiting.push(client);
            self.sleep(client, WaitEvent::WalWrite);
            return false;
        }
        self.flushing = Some(self.inserted);
        self.run_sample.flushes += 1;
        let bytes = (self.inserted - self.flushed) as f64;
        self.sleep(client, WaitEvent::IoWalWrite);
        self.after(nanos(bytes / (self.machine.disk_mb * 1e3)), SimulationEvent::Written(client));
        false
    }

    /// A flush of the log has ended: wakes the backend that did it, and those that waited.
    fn flushed(&mut self, client: Client) {
        self.flushed = self.flushing.take().unwrap_or(self.flushed);
        self.wake(CoreUser::Backend(client));
        for other in std::mem::take(&mut self.waiting) {
            self.wake(CoreUser::Backend(other));
        }
    }
}
