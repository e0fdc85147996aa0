//! JSON's grammar (`pg_parse_json`): a document as a jsonb value, or merely checked.

use super::lexer::{Lexer, Token};
use crate::error::{PgError, Result};
use crate::types::jsonb::{ArrayBuilder, ObjectBuilder, Value};
use crate::types::numeric::Numeric;

/// How deep arrays and objects may be nested. The server's limit is its stack's; this one keeps
/// within WebAssembly's.
const DEPTH_LIMIT: usize = 3000;

/// The document as a jsonb value.
///
/// # Errors
/// 22P02 "invalid input syntax for type json"; 54001 when it is nested too deep.
pub fn parse(text: &str) -> Result<Value> {
    let mut parser = Parser { lexer: Lexer::new(text, true), build: true };
    parser.document()
}

/// Checks that the text is JSON.
///
/// # Errors
/// As [`parse`].
pub fn validate(text: &str) -> Result<()> {
    let mut parser = Parser { lexer: Lexer::new(text, false), build: false };
    parser.document().map(drop)
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    build: bool,
}

impl Parser<'_> {
    /// Reads the whole text as one value.
    fn document(&mut self) -> Result<Value> {
        self.lexer.advance()?;
        let value = self.value("JSON value", 0)?;
        if self.lexer.token != Token::End {
            return Err(self.lexer.expected("end of input"));
        }
        Ok(value)
    }

    /// Parses the value at the cursor, and moves the cursor after it; `expected` is what an error
    /// says was expected.
    fn value(&mut self, expected: &str, depth: usize) -> Result<Value> {
        if depth > DEPTH_LIMIT {
            return Err(PgError::stack_depth_exceeded());
        }
        let value = match self.lexer.token {
            Token::ObjectStart => return self.object(depth),
            Token::ArrayStart => return self.array(depth),
            Token::String => Value::String(std::mem::take(&mut self.lexer.string)),
            Token::Number if self.build => number(self.lexer.token_text())?,
            Token::Number | Token::Null => Value::Null,
            Token::True => Value::Bool(true),
            Token::False => Value::Bool(false),
            _ => return Err(self.lexer.expected(expected)),
        };
        self.lexer.advance()?;
        Ok(value)
    }

    /// Reads an array from after its opening bracket.
    fn array(&mut self, depth: usize) -> Result<Value> {
        let mut array = ArrayBuilder::default();
        self.lexer.advance()?;
        if self.lexer.token != Token::ArrayEnd {
            loop {
                let element = self.value("JSON value", depth + 1)?;
                if self.build {
                    array.push(element.view());
                }
                match self.lexer.token {
                    Token::Comma => self.lexer.advance()?,
                    Token::ArrayEnd => break,
                    _ => return Err(self.lexer.expected("\",\" or \"]\"")),
                }
            }
        }
        self.lexer.advance()?;
        if self.build { array.finish() } else { Ok(Value::Null) }
    }

    /// Reads an object from after its opening brace.
    fn object(&mut self, depth: usize) -> Result<Value> {
        let mut object = ObjectBuilder::default();
        self.lexer.advance()?;
        let mut expected = "string or \"}\"";
        if self.lexer.token != Token::ObjectEnd {
            loop {
                if self.lexer.token != Token::String {
                    return Err(self.lexer.expected(expected));
                }
                let key = std::mem::take(&mut self.lexer.string);
                self.lexer.advance()?;
                if self.lexer.token != Token::Colon {
                    return Err(self.lexer.expected("\":\""));
                }
                self.lexer.advance()?;
                let value = self.value("JSON value", depth + 1)?;
                if self.build {
                    object.push(&key, value)?;
                }
                match self.lexer.token {
                    Token::Comma => self.lexer.advance()?,
                    Token::ObjectEnd => break,
                    _ => return Err(self.lexer.expected("\",\" or \"}\"")),
                }
                expected = "string";
            }
        }
        self.lexer.advance()?;
        if self.build { object.finish() } else { Ok(Value::Null) }
    }
}

/// A JSON number as a jsonb value.
fn number(text: &str) -> Result<Value> {
    Ok(Value::Numeric(Numeric::parse(text)?.to_datum().bytes().clone()))
}
