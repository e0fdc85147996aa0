//! Typed expressions: what analysis makes of an expression, what the planner moves around and the
//! evaluator runs.
//!
//! The tree is PostgreSQL's (`primnodes.h`): a `SELECT a + 1 FROM t WHERE b = 'x'` has
//!
//! ```text
//! Op(int4pl)  int4                     Op(texteq)  bool
//! |- Var t.a  int4  {rte 1, attno 1}   |- Var t.b   text {rte 1, attno 2}
//! `- Const 1  int4                     `- Const 'x' text      (was an unknown literal)
//! ```
//!
//! Every node carries its type, modifier, collation and the place in the statement's text.

pub mod charge;
mod deparse;
mod eval;
mod fold;
mod node;

pub use crate::quote::*;
pub use deparse::*;
pub use eval::*;
pub use fold::*;
pub use node::*;
