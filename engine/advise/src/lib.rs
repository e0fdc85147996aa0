//! The advisor: which storage, compression and target a table's own rows are best kept in.
//!
//! It knows no engine and reads no file. It is a conversation: [`advisor::Advisor`] and [`load::Loader`] say which
//! psql script to run next, the caller runs it and returns what psql printed, and at the end there is a
//! [`report::Report`]. So a native session, the page's worker and a live server answer the same questions, and a test
//! can hold one against the other.
//!
//! ```text
//! values -> sample: rows as COPY lines, a kind for each column -> load: a table
//!        -> advisor: the table's rows stored in every way, each measured -> report -> statements, text
//! ```
//!
//! No size is computed here: all are what `pg_relation_size`, `pg_column_size`, `EXPLAIN (ANALYZE, BUFFERS, WAL)` and
//! `pageinspect` print.

pub mod copy;

pub mod kind;

pub mod sample;

pub mod printed;

pub mod load;

pub mod table;

pub mod trial;

pub mod measure;

pub mod score;

pub mod report;

pub mod text;

pub mod statements;

pub mod check;

pub mod advisor;

/// The script that samples a table of a live server: psql prints a script that can be advised on.
pub const SAMPLE: &str = include_str!("../sample.sql");
