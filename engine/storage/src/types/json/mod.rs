//! json: text that was checked when it came in (`json.c`, `jsonapi.c`), and the parser that jsonb
//! shares with it.

mod lexer;
mod parser;

pub use lexer::{Lexer, Token};
pub use parser::{parse, validate};

use crate::datum::Datum;
use crate::error::Result;

/// Returns the text as it is, if it is JSON (`json_in`).
///
/// # Errors
/// 22P02 "invalid input syntax for type json" with its DETAIL and CONTEXT.
pub fn input(text: &str) -> Result<Datum> {
    validate(text)?;
    Ok(Datum::text(text))
}
