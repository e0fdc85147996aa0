//! A server with one session: what a cluster is beyond its files.
//!
//! | module | what it models |
//! |---|---|
//! | [`catalog`] | what the server knows of its objects: `pg_class` and friends; the functions that look at them |
//! | `command` | the statements that are no queries: DDL, COPY, VACUUM, SET |
//! | `plpgsql` | functions in PL/pgSQL, and DO |
//! | [`session`] | the facade: statements, transactions, results |

// A room's header names its private parts, too: it is written for who reads the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod backend;

pub mod catalog;

pub(crate) mod command;

pub(crate) mod plpgsql;

pub mod session;
