//! A step: one statement, or several on one line, with the server's answers.

use client::inspect::{Counters, RelationView};
use client::psql::Server;
use serde::Serialize;
use server::session::{Reply, Session, TransactionStatus};
use storage::ids::Oid;
use storage::versions::Release;
use tape::{Frame, RecoveredPage};

/// How many rows of a result a step has; psql's output has all of them.
const ROWS: usize = 500;

/// What the server answered to one statement.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Heard {
    /// Rows as text; NULL is null.
    Rows { columns: Vec<String>, rows: Vec<Vec<Option<String>>>, count: usize, tag: String },
    /// A command's tag.
    Command { tag: String },
    /// The server stopped dead and came back: its log.
    Lost { log: Vec<String> },
    /// A notice or warning.
    Notice { severity: String, message: String },
    /// An error, in PostgreSQL's words.
    Error { code: String, message: String, detail: Option<String>, hint: Option<String> },
}

/// What the page gets for one step.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Its frames, in order.
    pub frames: Vec<Frame>,
    /// After a crash: the rows of the pages that recovery changed.
    pub recovered: Vec<RecoveredPage>,
    /// What the server answered, in order.
    pub results: Vec<Heard>,
    /// The relations that exist at its end.
    pub relations: Vec<RelationView>,
    /// Buffers, of this step and in all.
    pub counters: Counters,
    /// Whether a transaction is open at its end.
    pub transaction: String,
    /// What each of its messages to the server took on the modelled clock.
    pub spent: Vec<MessageTime>,
}

/// What a message to the server took on the modelled clock.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MessageTime {
    /// Milliseconds.
    pub modelled_ms: f64,
    /// What was counted, by the names of a file of prices.
    pub work: Vec<(&'static str, f64)>,
}

/// A session whose answers are kept for the step.
pub(crate) struct RecordingServer<'a> {
    pub(crate) session: &'a mut Session,
    pub(crate) heard: &'a mut Vec<Heard>,
    pub(crate) spent: &'a mut Vec<MessageTime>,
}

impl RecordingServer<'_> {
    /// Notes the server's answers to one message, with the modelled time and the work of it.
    fn note(&mut self, outcomes: &[Reply]) {
        let spent = self.session.spent();
        let (modelled_ms, work) = (spent.milliseconds, spent.work.counted());
        let work = work.map(|(name, n)| (name, n as f64)).collect();
        self.spent.push(MessageTime { modelled_ms, work });
        for outcome in outcomes {
            self.heard.push(match outcome {
                Reply::Rows { columns, rows, tag } => Heard::Rows {
                    columns: columns.iter().map(|c| c.name.clone()).collect(),
                    rows: rows.iter().take(ROWS).cloned().collect(),
                    count: rows.len(),
                    tag: tag.clone(),
                },
                Reply::Command { tag } | Reply::CopyOut { tag, .. } => {
                    Heard::Command { tag: tag.clone() }
                }
                Reply::CopyIn => continue,
                Reply::ConnectionLost { log } => Heard::Lost { log: log.clone() },
                Reply::Notice(n) => Heard::Notice {
                    severity: format!("{:?}", n.severity).to_ascii_uppercase(),
                    message: n.message.clone(),
                },
                Reply::Error(e) => Heard::Error {
                    code: e.code.0.to_string(),
                    message: e.message.clone(),
                    detail: e.detail.clone(),
                    hint: e.hint.clone(),
                },
            });
        }
    }
}

impl Server for RecordingServer<'_> {
    fn execute(&mut self, sql: &str) -> Vec<Reply> {
        let outcomes = self.session.execute(sql);
        self.note(&outcomes);
        outcomes
    }
    fn take_prepared(&mut self, name: &str) -> Vec<(String, Oid, i32)> {
        self.session.take_prepared(name)
    }
    fn release(&self) -> &'static Release {
        self.session.backend.store.release
    }
    fn milliseconds(&self) -> f64 {
        self.session.spent().milliseconds
    }
    fn transaction_status(&self) -> TransactionStatus {
        self.session.transaction_status()
    }
    fn crash(&mut self, after: Option<u64>) -> Vec<Reply> {
        let outcomes = self.session.crash(after);
        self.note(&outcomes);
        outcomes
    }
    fn copy_in(&mut self, data: &str) -> Vec<Reply> {
        let outcomes = self.session.copy_in(data);
        self.note(&outcomes);
        outcomes
    }
}
