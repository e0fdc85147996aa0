//! Runs a script on a live server and in the engine, and pairs the times of each statement.

use super::priority::urgent;
use super::wire::Wire;
use client::psql::{Server, run_script};
use server::session::{Config, Reply, Session, TransactionStatus};
use storage::clock::Work;

/// `shared_buffers` as PostgreSQL comes with it, in pages.
const SHARED_BUFFERS: usize = 16_384;
/// When the engine's statements run: µs since 2000.
const NOW: i64 = 848_562_994_616_479;

/// A statement, as both sides ran it.
#[derive(Clone, Debug)]
pub struct PairedSample {
    /// The script and the number of the message in it.
    pub place: (String, usize),
    /// Its text, or COPY's for the lines of one.
    pub sql: String,
    /// Milliseconds that the server took, each round.
    pub measured: Vec<f64>,
    /// What the engine counted.
    pub work: Work,
}

impl PairedSample {
    /// The server's time in milliseconds: the least of the rounds, which other programs disturbed
    /// least.
    pub fn milliseconds(&self) -> f64 {
        self.measured.iter().copied().fold(f64::INFINITY, f64::min)
    }
    /// How much the rounds vary: the median divided by the least.
    pub fn spread(&self) -> f64 {
        let mut all = self.measured.clone();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2] / all[0]
    }
}

/// A session of the engine with the server's settings.
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
struct RecordingSession<'a> {
    session: &'a mut Session,
    messages: Vec<Message>,
}

/// What psql sent.
#[derive(Clone, Debug)]
pub struct Message {
    sql: String,
    /// Whether it is the lines of a COPY.
    copy: bool,
    work: Work,
    failed: bool,
}

impl Message {
    /// The message's text, or a word for the lines of a COPY.
    pub fn text(&self) -> &str {
        if self.copy { "COPY's lines" } else { &self.sql }
    }
}

impl RecordingSession<'_> {
    /// Notes a message with the work that it was, as the engine counted it.
    fn note(&mut self, sql: &str, copy: bool, outcomes: &[Reply]) {
        let failed = outcomes.iter().any(|o| matches!(o, Reply::Error(_)));
        let work = self.session.spent().work;
        self.messages.push(Message { sql: sql.to_owned(), copy, work, failed });
    }
}

impl Server for RecordingSession<'_> {
    fn execute(&mut self, sql: &str) -> Vec<Reply> {
        let outcomes = self.session.execute(sql);
        self.note(sql, false, &outcomes);
        outcomes
    }
    fn copy_in(&mut self, data: &str) -> Vec<Reply> {
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

/// The messages that a psql script sends, with the work that the engine counts for each in the
/// script's second run, when everything is cached.
pub fn engine_messages(session: &mut Session, (name, script): (&str, &str)) -> Vec<Message> {
    let mut heard = RecordingSession { session, messages: Vec::new() };
    for _ in 0..2 {
        heard.messages.clear();
        run_script(&mut heard, name, script, false, &mut std::io::sink());
        let messages = std::mem::take(&mut heard.messages);
        RESET.iter().for_each(|sql| drop(heard.session.execute(sql)));
        heard.messages = messages;
    }
    heard.messages
}

/// Sends these messages to the server `rounds` times. Returns the milliseconds of each message in each
/// round; messages that failed have none.
///
/// # Errors
/// When the server goes away.
pub fn measured(
    wire: &mut Wire,
    messages: &[Message],
    rounds: usize,
) -> std::io::Result<Vec<Vec<f64>>> {
    let mut times = vec![Vec::new(); messages.len()];
    let mut refused = vec![false; messages.len()];
    urgent("self", true);
    for _ in 0..rounds {
        wire.query("CHECKPOINT")?;
        for (number, Message { sql, copy, .. }) in messages.iter().enumerate() {
            let answer = if *copy { wire.copy(sql)? } else { wire.query(sql)? };
            if answer.copy_in && answer.error.is_some() {
                wire.copy("")?;
            }
            refused[number] |= answer.error.is_some();
            times[number].push(answer.milliseconds);
        }
        for sql in RESET {
            wire.query(sql)?;
        }
    }
    urgent("self", false);
    times.iter_mut().zip(refused).filter(|(_, no)| *no).for_each(|(times, _)| times.clear());
    Ok(times)
}

/// Pairs the times and the work of a script's statements, except those that failed on either side.
pub fn samples(name: &str, messages: Vec<Message>, times: Vec<Vec<f64>>) -> Vec<PairedSample> {
    let both = messages.into_iter().zip(times).enumerate();
    let ran = both.filter(|(_, (message, times))| !message.failed && !times.is_empty());
    ran.map(|(number, (message, measured))| PairedSample {
        place: (name.to_owned(), number),
        sql: message.text().to_owned(),
        measured,
        work: message.work,
    })
    .collect()
}
