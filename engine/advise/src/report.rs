//! The report: what the advisor found, for the page to show and the command to print.

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
    /// The settings that it tried.
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
    /// The use that it is best for.
    pub goal: Goal,
    /// Its place among the trials.
    pub trial: usize,
}

/// A statement that the advisor would have run.
#[derive(Clone, Debug, Serialize)]
pub struct Statement {
    /// The statement's text.
    pub sql: String,
    /// Why it is to be run, in numbers.
    pub reason: String,
    /// What running it costs.
    pub price: String,
    /// What it leaves as it was.
    pub leaves: String,
}

/// The table's way from what it is to what is recommended.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Migration {
    /// The sizes when the table is filled as it is now.
    pub before: Sizes,
    /// The sizes after the ALTERs.
    pub altered: Sizes,
    /// The sizes after VACUUM FULL alone, without the UPDATE.
    pub vacuumed_alone: Sizes,
    /// The sizes after the UPDATE that makes all values anew.
    pub updated: Sizes,
    /// The sizes after that UPDATE and VACUUM FULL.
    pub vacuumed: Sizes,
    /// What the UPDATE took.
    pub update: Cost,
    /// Bytes of the wide columns' values, as they are stored, after VACUUM FULL alone.
    pub values_alone: u64,
    /// The bytes of those values after the UPDATE and VACUUM FULL.
    pub values_anew: u64,
}

/// What reading keys of a document takes, and what a column generated of one would save.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Document {
    /// The name of the column that has the document.
    pub column: String,
    /// The key that the read of one takes.
    pub key: String,
    /// How many keys the reads of several take.
    pub keys: usize,
    /// What a lookup of one key takes, on the average.
    pub one: Cost,
    /// What a lookup of several keys takes, on the average.
    pub several: Cost,
    /// What a lookup of the generated column takes, on the average.
    pub generated: Cost,
    /// The sizes of the table without the generated column.
    pub without: Sizes,
    /// The sizes of the table with the generated column.
    pub with: Sizes,
    /// The sizes of the column alone as jsonb.
    pub jsonb: Sizes,
    /// The sizes of the column alone as json.
    pub json: Sizes,
}

/// What became of an index on a column.
#[derive(Clone, Debug, Serialize)]
pub struct Index {
    /// The name of the column it is on.
    pub column: String,
    /// The settings it was made under, as they are called.
    pub label: String,
    /// How many bytes it has, when it could be made.
    pub bytes: Option<u64>,
    /// The server's error, when it could not.
    pub refused: Option<String>,
}

/// A common rule of thumb, checked on these rows.
#[derive(Clone, Debug, Serialize)]
pub struct Rule {
    /// The rule in words.
    pub rule: String,
    /// Whether it holds for these rows.
    pub holds: bool,
    /// The numbers that show it.
    pub numbers: String,
}

/// What the advisor found about a table.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The table, and its columns.
    pub table: Table,
    /// Rows the sizes are extrapolated to.
    pub total_rows: u64,
    /// How far the truth may be from that, as a share: in 19 of 20 samples it is nearer.
    pub error: f64,
    /// The use that was asked for.
    pub goal: Goal,
    /// All that was tried; the first is the table as it is.
    pub trials: Vec<Tried>,
    /// Which trial is best for which use.
    pub best: Vec<Best>,
    /// The place of the recommended one among the trials.
    pub recommended: usize,
    /// Why that one is recommended.
    pub why: String,
    /// What the sample takes once the statements are run; as it is now when there are none.
    pub promised: Sizes,
    /// Bytes of the table with its TOAST then, extrapolated.
    pub promised_at_total: f64,
    /// The statements that lead there, in order.
    pub statements: Vec<Statement>,
    /// What the way there takes, if it was tried.
    pub migration: Option<Migration>,
    /// What was found about a document, if the table has one.
    pub document: Option<Document>,
    /// Indexes that were tried.
    pub indexes: Vec<Index>,
    /// The rules of thumb that were held against the rows.
    pub rules: Vec<Rule>,
}
