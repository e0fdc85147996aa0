//! From text to rows: lexer and parser give a tree of what was written ([`ast`](self)), analysis
//! gives it meaning ([`analyze`], [`expr`]), the planner a way to do it, the executor does it.
//!
//! | module | from | to |
//! |---|---|---|
//! | `ast`, `lexer`, `parser` | text | statements as written |
//! | [`analyze`] | statements | [`analyze::Query`] of typed [`expr::Expr`] |
//! | [`expr`] | expressions | values, and text again |
//! | [`catalog`], [`functions`] | names | functions, operators, casts |
//! | `plan`, `exec`, `explain` | queries | rows, and EXPLAIN's text |
//! | `settings` | names and texts | values that statements ask for |

pub mod analyze;
pub mod ast;
pub mod catalog;
pub mod exec;
pub mod explain;
pub mod expr;
pub mod functions;
pub mod lexer;
pub mod parser;
pub mod plan;
pub mod settings;
