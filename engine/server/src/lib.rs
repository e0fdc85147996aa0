//! A server with one session: what a cluster is beyond its files.
//!
//! | module | what it models |
//! |---|---|
//! | [`catalog`] | what the server knows of its objects: `pg_class` and friends, their rows as SQL reads them and as DDL writes them; the functions that look at them |
//! | `pl_gram` | PL/pgSQL's grammar |
//! | [`backend`] | what commands work on: the store and the process, borrowed apart; transactions, queries, foreign keys |
//! | `command` | the statements that are no queries: DDL, COPY, VACUUM, SET |
//! | `plpgsql` | functions in PL/pgSQL, and DO |
//! | [`session`] | the facade: statements, results, crashes, marks |
//!
//! Each imports from those above it. The entries of the catalog know no backend, its rows and functions do.
//! That functions run statements and statements functions is cut in `backend/calls.rs`.

// A room's header names its private parts, too: it is written for who reads the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod catalog;

pub(crate) mod pl_gram;

pub mod backend;

pub(crate) mod command;

pub(crate) mod plpgsql;

pub mod session;
