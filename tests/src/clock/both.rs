//! The same statements on a live server and in the engine.

use super::urgent::urgent;
use super::wire::Wire;
use client::psql::{Server, run_script};
use server::session::{Config, Outcome, Session, TransactionStatus};
use std::collections::BTreeMap;
use storage::clock::Work;

/// `shared_buffers` as PostgreSQL comes with it, in pages.
const SHARED_BUFFERS: usize = 16_384;
/// When the engine's statements run: µs since 2000.
const NOW: i64 = 848_562_994_616_479;

/// A statement, as both sides ran it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The script and the number of the message in it.
    pub place: (String, usize),
    /// Its text, or COPY's for the lines of one.
    pub sql: String,
    /// Milliseconds that the server took, each round.
    pub measured: Vec<f64>,
    /// What the engine counted.
    pub work: Work,
    /// The times that EXPLAIN ANALYZE printed, each round; of the engine only once it has prices.
    pub execution: Vec<f64>,
    /// What the engine's EXPLAIN ANALYZE printed.
    pub modelled_execution: Option<f64>,
}

impl Sample {
    /// The server's time without what other programs took from it: the least of the rounds.
    pub fn milliseconds(&self) -> f64 {
        self.measured.iter().copied().fold(f64::INFINITY, f64::min)
    }
    /// How far the rounds lie apart: the median over the least.
    pub fn spread(&self) -> f64 {
        let mut all = self.measured.clone();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2] / all[0]
    }
}

/// A session of the engine as the server is configured.
pub fn session() -> Session {
    Session::new(Config {
        shared_buffers: SHARED_BUFFERS,
        clock: Box::new(|| NOW),
        ..Config::default()
    })
}

/// A fresh public schema and default settings: what a script leaves behind is gone.
const RESET: &[&str] = &[
    "ROLLBACK",
    "RESET ALL",
    "DEALLOCATE ALL",
    "DROP SCHEMA IF EXISTS public CASCADE",
    "CREATE SCHEMA public",
];

/// A session of the engine that hands what psql sends it to somebody else, too.
struct Heard<'a> {
    session: &'a mut Session,
    messages: Vec<(String, bool, Work, bool, Option<f64>)>,
}

impl Heard<'_> {
    fn note(&mut self, sql: &str, copy: bool, outcomes: &[Outcome]) {
        let failed = outcomes.iter().any(|o| matches!(o, Outcome::Error(_)));
        let work = self.session.spent().work;
        let lines = outcomes.iter().filter_map(|o| match o {
            Outcome::Rows { rows, .. } => Some(rows),
            _ => None,
        });
        let texts = lines.flatten().filter_map(|r| r.first().cloned().flatten());
        let execution = texts.filter_map(|l| execution_time(&l)).next();
        self.messages.push((sql.to_owned(), copy, work, failed, execution));
    }
}

impl Server for Heard<'_> {
    fn execute(&mut self, sql: &str) -> Vec<Outcome> {
        let outcomes = self.session.execute(sql);
        self.note(sql, false, &outcomes);
        outcomes
    }
    fn copy_in(&mut self, data: &str) -> Vec<Outcome> {
        let outcomes = self.session.copy_in(data);
        self.note(data, true, &outcomes);
        outcomes
    }
    fn milliseconds(&self) -> f64 {
        self.session.spent().milliseconds
    }
    fn transaction_status(&self) -> TransactionStatus {
        self.session.transaction_status()
    }
}

/// What EXPLAIN ANALYZE says in a line, if it is that line.
fn execution_time(line: &str) -> Option<f64> {
    line.strip_prefix("Execution Time: ")?.strip_suffix(" ms")?.parse().ok()
}

/// Runs a script of psql in the engine, twice so that the second time everything is warm, and what it sent
/// there on the server, `rounds` times. Statements that failed on either side are left out.
///
/// # Errors
/// When the server goes away.
pub fn run(
    wire: &mut Wire,
    session: &mut Session,
    (name, script): (&str, &str),
    rounds: usize,
) -> std::io::Result<Vec<Sample>> {
    let mut heard = Heard { session, messages: Vec::new() };
    for _ in 0..2 {
        heard.messages.clear();
        run_script(&mut heard, name, script, false, &mut std::io::sink());
        let messages = std::mem::take(&mut heard.messages);
        RESET.iter().for_each(|sql| drop(heard.session.execute(sql)));
        heard.messages = messages;
    }
    let messages = heard.messages;
    let mut samples: BTreeMap<usize, Sample> = BTreeMap::new();
    let mut refused = vec![false; messages.len()];
    urgent("self", true);
    for _ in 0..rounds {
        wire.query("CHECKPOINT")?;
        for (number, (sql, copy, work, failed, modelled_execution)) in messages.iter().enumerate() {
            let answer = if *copy { wire.copy(sql)? } else { wire.query(sql)? };
            if *failed || answer.error.is_some() {
                refused[number] = true;
                if answer.copy_in {
                    wire.copy("")?;
                }
                continue;
            }
            let sample = samples.entry(number).or_insert_with(|| Sample {
                place: (name.to_owned(), number),
                sql: if *copy { "COPY's lines".to_owned() } else { sql.clone() },
                measured: Vec::new(),
                work: *work,
                execution: Vec::new(),
                modelled_execution: *modelled_execution,
            });
            sample.measured.push(answer.milliseconds);
            sample.execution.extend(answer.lines.iter().filter_map(|l| execution_time(l)));
        }
        for sql in RESET {
            wire.query(sql)?;
        }
    }
    urgent("self", false);
    Ok(samples.into_iter().filter(|(n, _)| !refused[*n]).map(|(_, s)| s).collect())
}
