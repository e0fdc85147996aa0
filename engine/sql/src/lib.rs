//! From text to rows: lexer and parser give a tree of what was written ([`ast`](self)), analysis
//! gives it meaning ([`analyze`], [`expr`]), the planner a way to do it, the executor does it.
//!
//! Sessions, catalogs and commands are not known here: what the executor asks of them is the trait
//! [`host::HostSession`], and the functions that look at them are handed down to [`catalog`].
//!
//! The modules in reading order; each may import only from those above it:
//!
//! | module | from | to |
//! |---|---|---|
//! | `ast`, `lexer`, `parser` | text | statements as written |
//! | [`settings`] | names and texts | the run-time configuration |
//! | [`quote`] | names and texts | both as SQL writes them |
//! | [`functions`] | arguments | results |
//! | [`catalog`] | names | functions, operators, casts |
//! | [`expr`] | expressions | values, and text again |
//! | [`analyze`] | statements | [`analyze::Query`] of typed [`expr::Expr`] |
//! | [`host`] | the store and the session | what planning and execution ask of both |
//! | `plan`, `exec`, `explain` | queries | rows, and EXPLAIN's text |

// Module headers link to private items: they are written for readers of the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod ast;

pub mod lexer;

pub mod parser;

pub mod settings;

pub mod quote;

pub mod functions;

pub mod catalog;

pub mod expr;

pub mod analyze;

pub mod host;

pub mod plan;

pub mod exec;

pub mod explain;
