//! A server with one session: what a cluster is beyond its files.
//!
//! | module | what it models |
//! |---|---|
//! | [`catalog`] | what the server knows of its objects: the entries of `pg_class` and friends, their rows, and those rows on pages as DDL writes them |
//! | `pl_gram` | PL/pgSQL's grammar |
//! | [`backend`] | what commands work on: the store and the process, borrowed apart; transactions, queries, foreign keys |
//! | `functions` | functions that look at the catalog, at files, pages and the log |
//! | `system_views` | the system catalogs and views as SQL reads them |
//! | `command` | the statements that are no queries: DDL, COPY, VACUUM, SET |
//! | `plpgsql` | functions in PL/pgSQL, and DO |
//! | [`session`] | the facade: statements, results, crashes, marks |
//!
//! Each imports from those above it.
//! Functions run statements, and statements call functions: `backend/calls.rs` breaks that circle.

// A crate's header names its private parts, too: it is written for who reads the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod catalog;

pub(crate) mod pl_gram;

pub mod backend;

pub(crate) mod functions;

pub(crate) mod system_views;

pub(crate) mod command;

pub(crate) mod plpgsql;

pub mod session;
