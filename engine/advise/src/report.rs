//! What the advisor found, to be shown, printed or kept.

use crate::measure::{Measurement, Sizes};
use crate::printed::Cost;
use crate::score::{Goal, Score};
use crate::table::Table;
use crate::trial::Trial;
use serde::Serialize;

/// A trial with what came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Tried {
    /// What is other than in the table as it is.
    pub label: String,
    /// The settings.
    pub trial: Trial,
    /// What was measured on the sample.
    pub measured: Measurement,
    /// How well it scores for each use.
    pub score: Score,
    /// Bytes of the table with its TOAST, extrapolated.
    pub bytes_at_total: f64,
}

/// Which trial is best for what.
#[derive(Clone, Debug, Serialize)]
pub struct Best {
    /// For this.
    pub goal: Goal,
    /// Its place among the trials.
    pub trial: usize,
}

/// A statement that the advisor would have run.
#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    /// SQL.
    pub sql: String,
    /// Why, in numbers.
    pub reason: String,
    /// What it costs.
    pub price: String,
    /// What it does not do.
    pub leaves: String,
}

/// The table's way from what it is to what is recommended.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Migration {
    /// Filled as it is now.
    pub before: Sizes,
    /// After the ALTERs.
    pub altered: Sizes,
    /// After VACUUM FULL alone, without the UPDATE.
    pub vacuumed_alone: Sizes,
    /// After the UPDATE that makes all values anew.
    pub updated: Sizes,
    /// After that and VACUUM FULL.
    pub vacuumed: Sizes,
    /// What the UPDATE took.
    pub update: Cost,
}

/// What reading keys of a document takes, and what a column generated of one would save.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Document {
    /// The column: its name.
    pub column: String,
    /// The key, and how many the reads of several take.
    pub key: String,
    /// See `key`.
    pub keys: usize,
    /// Means of a lookup: one key, several, and the generated column.
    pub one: Cost,
    /// See `one`.
    pub several: Cost,
    /// See `one`.
    pub generated: Cost,
    /// The table without the generated column, and with it.
    pub without: Sizes,
    /// See `without`.
    pub with: Sizes,
    /// The column alone as jsonb, and as json.
    pub jsonb: Sizes,
    /// See `jsonb`.
    pub json: Sizes,
}

/// What became of an index on a column.
#[derive(Clone, Debug, Serialize)]
pub struct Index {
    /// The column.
    pub column: String,
    /// Under which settings.
    pub label: String,
    /// Bytes, when it could be made.
    pub bytes: Option<u64>,
    /// The server's error, when not.
    pub refused: Option<String>,
}

/// A rule of thumb that goes round, held against these rows.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// As it is told.
    pub rule: String,
    /// Whether it holds here.
    pub holds: bool,
    /// The numbers.
    pub numbers: String,
}

/// All of it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The table, and its columns.
    pub table: Table,
    /// Rows the sizes are extrapolated to.
    pub total_rows: u64,
    /// How far the truth may be from that, as a share: in 19 of 20 samples it is nearer.
    pub error: f64,
    /// What was asked for.
    pub goal: Goal,
    /// All that was tried; the first is the table as it is.
    pub trials: Vec<Tried>,
    /// Which is best for what.
    pub best: Vec<Best>,
    /// The one recommended.
    pub recommended: usize,
    /// Why that one.
    pub why: String,
    /// How to get there, in order.
    pub statements: Vec<Statement>,
    /// What that takes.
    pub migration: Option<Migration>,
    /// About a document.
    pub document: Option<Document>,
    /// Indexes that were tried.
    pub indexes: Vec<Index>,
    /// Rules of thumb.
    pub rules: Vec<Rule>,
}
