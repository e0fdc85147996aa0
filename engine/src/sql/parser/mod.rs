//! From text to the raw parse tree.

use crate::error::Result;
use crate::sql::ast::RawStmt;

/// The statements of a query string (`raw_parser`).
pub fn parse(text: &str) -> Result<Vec<RawStmt>> {
    todo!("parse {}", text.len())
}
