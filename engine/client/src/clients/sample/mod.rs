//! Samples of transactions: the engine runs each alone, and what would make other clients wait is
//! noted.
//!
//! ```text
//! UPDATE counters SET n = n + 1 WHERE id = 3;
//!   Ran        31 µs                     on a core, by the clock's prices
//!   Looked     counters 0                a page under a shared lock
//!   Row        3                         a row, kept until the transaction ends
//!   Ran        4 µs
//!   Logged     counters 0, 74 bytes      a page under an exclusive lock, a record of the log
//!   Logged     34 bytes                  the commit's
//!   Flushed                              the log, up to there
//!   Ended                                the row is free
//! ```
//!
//! Clients take turns, so that a client draws the same numbers however many there are. What is not in
//! it: that clients see other row versions when they run side by side.

mod collector;

use super::Options;
use super::script::random::generators;
use super::script::{Command, Variables, assign};
use crate::psql::run_script;
use collector::Collector;
use server::session::{Config, Reply, Session};
use std::cell::RefCell;
use std::rc::Rc;
use storage::clock::Prices;
use storage::event::Detail;
use storage::map::SortedSet;
use storage::types::random::Prng;

/// A page, a file or a row, by a number of its own.
pub type ResourceId = u32;

/// Something that can make others wait.
#[derive(Clone, Debug, PartialEq)]
pub enum ClientAction {
    /// It ran on a core for so many nanoseconds, as modelled.
    Ran(u64),
    /// A page was looked at under a shared lock, for so many nanoseconds.
    Looked(ResourceId, u64),
    /// Pages were changed under exclusive locks, and the log has it in so many bytes.
    Logged {
        /// The pages that others may want; not those that a session fills alone.
        pages: Vec<ResourceId>,
        /// Bytes of the record.
        bytes: u32,
        /// Nanoseconds that the record took.
        takes: u64,
    },
    /// A file was made a page longer. Heaps are made longer by more at once when many wait.
    Extended {
        /// Which file.
        file: ResourceId,
        /// Whether it is a heap.
        heap: bool,
        /// Nanoseconds that a page takes.
        takes: u64,
    },
    /// A row was changed, or locked: it is kept until the transaction ends.
    Row(ResourceId),
    /// The log was flushed, up to the records so far.
    Flushed,
    /// The transaction was over, and its rows are free.
    Ended,
}

/// A statement that was run: what it did, in order.
pub type Statement = Vec<ClientAction>;

/// A transaction that was run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transaction {
    /// Which script it is.
    pub script: usize,
    /// What its statements did, in order.
    pub statements: Vec<Statement>,
}

/// Transactions that were run, by client.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    /// Each client's transactions, in order.
    pub clients: Vec<Vec<Transaction>>,
}

/// Runs transactions.
pub struct Sampler {
    session: Session,
    options: Options,
    prngs: Vec<Prng>,
    choice: Prng,
    collector: Rc<RefCell<Collector>>,
    sample: Sample,
}

/// Starts a fresh server and runs a psql script on it.
///
/// # Errors
/// What psql printed, when something went wrong.
pub fn set_up(config: Config, script: &str) -> Result<Session, String> {
    let mut session = Session::new(config);
    let mut printed = Vec::new();
    let text = format!("\\set ON_ERROR_STOP on\n{script}");
    match run_script(&mut session, "setup.sql", &text, false, &mut printed) {
        0 => Ok(session),
        _ => Err(String::from_utf8_lossy(&printed).into_owned()),
    }
}

impl Sampler {
    /// A sampler with no work sampled yet, on a server that has the tables of the scripts.
    pub fn new(mut session: Session, options: Options) -> Sampler {
        // The thread that chooses scripts draws from a generator after those of the clients, and
        // after the seed of the hash functions.
        let mut all = generators(options.seed, options.clients + 2);
        let choice = all.swap_remove(options.clients + 1);
        all.truncate(options.clients);
        let prices = Rc::clone(&session.backend.store.prices);
        let collector = Rc::new(RefCell::new(Collector::new(prices)));
        let heaps = session.backend.catalog.classes().values();
        collector.borrow_mut().set_heaps(heaps.filter(|c| c.kind.has_table_am()).map(|c| c.file));
        session.set_detail(Detail::Full);
        session.backend.store.events.listen(Some(collector::listener(&collector)));
        let sample = Sample { clients: vec![Vec::new(); options.clients] };
        Sampler { session, options, prngs: all, choice, collector, sample }
    }

    /// Runs one transaction of each client.
    ///
    /// # Errors
    /// What the server said of a statement, as pgbench says that a client is aborted.
    pub fn round(&mut self) -> Result<(), String> {
        for client in 0..self.options.clients {
            let done = self.transaction(client)?;
            self.sample.clients[client].push(done);
        }
        Ok(())
    }

    /// Runs one transaction of a client: a script that is drawn by weight, with its variables.
    fn transaction(&mut self, client: usize) -> Result<Transaction, String> {
        let script = self.choose();
        let name = self.options.scripts[script].name.clone();
        let commands = self.options.scripts[script].commands.clone();
        let mut variables = self.options.variables.clone();
        for (name, value) in [("client_id", client as i64), ("scale", 1)] {
            variables.entry(name.to_string()).or_insert(super::script::Value::Int(value));
        }
        let mut done = Transaction { script, statements: Vec::new() };
        for (number, command) in commands.iter().enumerate() {
            let run = match command {
                Command::Set(name, expression) => {
                    let look = |name: &str| variables.get(name).copied();
                    expression.value(&look, &mut self.prngs[client]).map(|value| {
                        variables.insert(name.clone(), value);
                    })
                }
                Command::Sql(text) => {
                    self.statement(text, &variables).map(|s| done.statements.push(s))
                }
            };
            run.map_err(|why| {
                format!(
                    "client {client} script {script} ({name}) aborted in command {number}: {why}"
                )
            })?;
        }
        Ok(done)
    }

    /// Chooses a script at random by its weight, and returns its index (`chooseScript`).
    fn choose(&mut self) -> usize {
        let scripts = &self.options.scripts;
        if scripts.len() == 1 {
            return 0;
        }
        let total: u64 = scripts.iter().map(|s| u64::from(s.weight)).sum();
        let mut left = self.choice.range_u64(0, total - 1) as i64;
        let found = scripts.iter().position(|s| {
            left -= i64::from(s.weight);
            left < 0
        });
        found.unwrap_or(0)
    }

    /// Runs one statement and returns what was noted of it; its error, and the refusal of COPY, end the sampling.
    fn statement(&mut self, text: &str, variables: &Variables) -> Result<Statement, String> {
        self.collector.borrow_mut().begin();
        let outcomes = self.session.execute(&assign(text, variables));
        for outcome in outcomes {
            match outcome {
                Reply::Error(e) => return Err(format!("ERROR:  {}", e.message)),
                Reply::CopyIn | Reply::CopyOut { .. } => {
                    return Err("COPY in a pgbench script is not modelled".to_string());
                }
                _ => {}
            }
        }
        Ok(self.collector.borrow_mut().end())
    }

    /// The prices (nanoseconds per counted operation) of the sampler's modelled clock.
    pub fn prices(&self) -> Rc<Prices> {
        Rc::clone(&self.session.backend.store.prices)
    }

    /// The sampled work. Accesses to pages that no client changes are left out, since no client
    /// waits for them.
    pub fn finish(&self) -> Sample {
        let mut sample = self.sample.clone();
        let mut changed: SortedSet<ResourceId> = SortedSet::default();
        let all = || sample.clients.iter().flatten().flat_map(|t| &t.statements);
        for act in all().flatten() {
            if let ClientAction::Logged { pages, .. } = act {
                for page in pages {
                    changed.insert(*page);
                }
            }
        }
        for transaction in sample.clients.iter_mut().flatten() {
            for statement in &mut transaction.statements {
                for act in statement {
                    if let ClientAction::Looked(page, takes) = act
                        && !changed.contains(page)
                    {
                        *act = ClientAction::Ran(*takes);
                    }
                }
            }
        }
        sample
    }
}
