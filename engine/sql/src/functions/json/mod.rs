//! What SQL can do with json, the text: look into it, take it apart, build it.
//!
//! The text is read anew by every function and its parts are given as they were written, spaces,
//! duplicate keys and all: `'{"a": [1,  2]}'::json -> 'a'` is `[1,  2]`.
//!
//! | module | functions |
//! |---|---|
//! | [`access`] | `->`, `->>`, `#>`, `#>>`, `json_array_length`, `json_typeof`, `json_strip_nulls` |
//! | [`expand`] | `json_each`, `json_array_elements`, `json_object_keys` |
//! | [`record`] | `json_to_record`, `json_populate_record` and their kin, of jsonb too |
//! | [`build`] | `to_json`, `row_to_json`, `json_build_object`, `json_object`, the aggregates |

pub mod access;
pub mod build;
pub mod expand;
pub mod record;

use storage::datum::Datum;
use storage::error::Result;
use storage::types::json::{Lexer, Token};

/// A value within a text.
#[derive(Clone, Debug)]
struct Part<'a> {
    /// As written, without the spaces around it.
    text: &'a str,
    /// Its first token.
    token: Token,
    /// A string's characters, its escapes resolved.
    string: Vec<u8>,
}

impl<'a> Part<'a> {
    /// The part as a json datum.
    fn to_json(&self) -> Datum {
        Datum::text(self.text)
    }

    /// The part as text: a string without its quotes, null as NULL.
    fn to_text(&self) -> Datum {
        match self.token {
            Token::Null => Datum::Null,
            Token::String => Datum::varlena(&self.string),
            _ => Datum::text(self.text),
        }
    }

    /// The keys or elements directly inside the part.
    fn open(&self) -> Result<Shape<'a>> {
        shape(self.text)
    }
}

/// A value with what is directly in it.
#[derive(Clone, Debug)]
enum Shape<'a> {
    /// Keys and values as written, duplicates too.
    Object(Vec<(Vec<u8>, Part<'a>)>),
    Array(Vec<Part<'a>>),
    Scalar(Part<'a>),
}

/// Skips the value at the cursor, and returns it.
fn skip<'a>(text: &'a str, lexer: &mut Lexer<'a>) -> Result<Part<'a>> {
    let (from, token) = (lexer.start, lexer.token);
    let mut part = Part { text: "", token, string: std::mem::take(&mut lexer.string) };
    let (mut depth, mut end) = (0usize, lexer.end);
    loop {
        match lexer.token {
            Token::ObjectStart | Token::ArrayStart => depth += 1,
            Token::ObjectEnd | Token::ArrayEnd => depth = depth.saturating_sub(1),
            Token::End => break,
            _ => {}
        }
        end = lexer.end.max(end);
        lexer.advance()?;
        if depth == 0 {
            break;
        }
    }
    part.text = text.get(from..end).unwrap_or("");
    Ok(part)
}

/// The value that a text is.
fn whole(text: &str) -> Result<Part<'_>> {
    let mut lexer = Lexer::new(text, true);
    lexer.advance()?;
    skip(text, &mut lexer)
}

/// Reads a text one level deep. The text is valid, since json's input function has checked it.
fn shape(text: &str) -> Result<Shape<'_>> {
    let mut lexer = Lexer::new(text, true);
    lexer.advance()?;
    match lexer.token {
        Token::ObjectStart => {
            let mut pairs = Vec::new();
            lexer.advance()?;
            while lexer.token == Token::String {
                let key = std::mem::take(&mut lexer.string);
                lexer.advance()?;
                lexer.advance()?;
                pairs.push((key, skip(text, &mut lexer)?));
                if lexer.token == Token::Comma {
                    lexer.advance()?;
                }
            }
            Ok(Shape::Object(pairs))
        }
        Token::ArrayStart => {
            let mut parts = Vec::new();
            lexer.advance()?;
            while lexer.token != Token::ArrayEnd && lexer.token != Token::End {
                parts.push(skip(text, &mut lexer)?);
                if lexer.token == Token::Comma {
                    lexer.advance()?;
                }
            }
            Ok(Shape::Array(parts))
        }
        _ => Ok(Shape::Scalar(skip(text, &mut lexer)?)),
    }
}
