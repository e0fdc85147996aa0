//! PL/pgSQL's grammar (`pl_gram.y`, `pl_scanner.c`): text to statements.
//!
//! | module | what |
//! |---|---|
//! | `lex` | words with their places |
//! | `conditions` | names of error conditions |
//! | `tree` | what a body is made of |
//! | `parse` | text to blocks, declarations and expressions |
//! | `statement` | text to statements |

pub(crate) mod conditions;
mod lex;
pub(crate) mod parse;
mod statement;
pub(crate) mod tree;

use storage::ids::Oid;

/// Where an error of compiling a function's body arose, as its context tells it (`plpgsql_compile_error_callback`).
pub(crate) fn compilation(function: &str, line: impl std::fmt::Display) -> String {
    format!("compilation of PL/pgSQL function \"{function}\" near line {line}")
}

/// A body as statements, kept with its text.
pub(crate) struct FunctionBody {
    /// The function that it is the body of.
    pub function: Oid,
    pub source: String,
    /// How errors name the function: as it could be named when the body was parsed (`fn_signature`).
    pub signature: String,
    pub block: tree::Block,
}
