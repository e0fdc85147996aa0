//! Text to tokens (`src/backend/parser/scan.l`, and the filter in `parser.c`).
//!
//! ```text
//! SELECT 'a''b', x+-1 -- note
//! ^keyword  ^ the string a'b   ^ x, then the operator +, then -, then 1: a multi-character
//!                                operator made of + - * / < > = alone may not end in + or -
//! ```
//!
//! Tokens are made on demand, so that a syntax error is reported before a bad string after it.
//! A lexer is cheap to copy: the parser looks ahead with a copy.
//!
//! Simplified: `standard_conforming_strings` is on and the server's encoding is UTF-8.

pub mod keywords;
mod strings;

pub use keywords::{Category, JOINED, Keyword};
use std::borrow::Cow;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::versions::Release;

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum Tok {
    /// The end of the text.
    Eof,
    /// A name, folded and truncated, or quoted.
    Ident(String),
    /// A key word.
    Kw(&'static Keyword),
    /// A string.
    Str(String),
    /// `b'...'` with a leading b, `x'...'` with a leading x.
    Bits(String),
    /// A number that fits 32 bits.
    Int(i32),
    /// Any other number, as written.
    Float(String),
    /// A parameter: `$1`.
    Param(i32),
    /// An operator other than the single characters that are tokens of their own.
    Op(String),
    /// A single character.
    Char(u8),
    /// The sign of a cast: `::`.
    TypeCast,
    /// Two dots: `..`.
    DotDot,
    /// The sign before a named argument of old, or an assignment: `:=`.
    ColonEquals,
    /// The sign before a named argument: `=>`.
    EqualsGreater,
    /// Less than or equal to: `<=`.
    LessEquals,
    /// Greater than or equal to: `>=`.
    GreaterEquals,
    /// Not equal to: `<>` or `!=`.
    NotEquals,
}

/// A token and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    /// The token itself.
    pub tok: Tok,
    /// Its first byte.
    pub start: usize,
    /// The byte after its last.
    pub end: usize,
}

/// The bytes of a name in the catalog with its ending zero: longer names are cut to 63
/// (`NAMEDATALEN`).
const NAMEDATALEN: usize = 64;

/// Reads tokens from a text.
#[derive(Clone)]
pub struct Lexer<'a> {
    text: &'a str,
    pos: usize,
    /// Notices of truncated names, in order.
    pub notices: Vec<Box<PgError>>,
    /// The PostgreSQL version whose tokens these are.
    release: &'static Release,
}

/// Whether the byte is white space.
fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}
/// Whether a name may begin with the byte.
pub(crate) fn is_ident_start(b: u8) -> bool {
    b.is_ascii_alphabetic() || b >= 0x80 || b == b'_'
}
/// Whether a name may go on with the byte.
pub(crate) fn is_ident_cont(b: u8) -> bool {
    is_ident_start(b) || b.is_ascii_digit() || b == b'$'
}
/// The token of a whole number: one that is no `integer` is kept as text.
fn whole(digits: &str) -> Tok {
    digits.parse().map_or_else(|_| Tok::Float(digits.to_string()), Tok::Int)
}
/// Whether the byte can be in an operator (`op_chars`).
fn is_op(b: u8) -> bool {
    b"~!@#^&|`?+-*/%<>=".contains(&b)
}
/// Whether the byte alone is a token (`self`).
fn is_self(b: u8) -> bool {
    b",()[].;:+-*/%^<>=".contains(&b)
}

/// A syntax error about the piece of text `start..end` (`scanner_yyerror`).
pub fn syntax_error(text: &str, message: &str, start: usize, end: usize) -> Box<PgError> {
    let near = if start >= text.len() {
        format!("{message} at end of input")
    } else {
        let mut end = end.clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        format!("{message} at or near \"{}\"", &text[start..end])
    };
    PgError::new(SqlState::SYNTAX_ERROR, near).at(start)
}

/// Cuts a name to 63 bytes at a character's boundary (`truncate_identifier`), with the notice.
pub fn truncate_identifier(name: String, notices: &mut Vec<Box<PgError>>) -> String {
    if name.len() < NAMEDATALEN {
        return name;
    }
    let mut cut = NAMEDATALEN - 1;
    while !name.is_char_boundary(cut) {
        cut -= 1;
    }
    let short = name[..cut].to_string();
    let report = PgError::new(
        SqlState::NAME_TOO_LONG,
        format!("identifier \"{name}\" will be truncated to \"{short}\""),
    );
    notices.push(report.severity(Severity::Notice));
    short
}

impl<'a> Lexer<'a> {
    /// A lexer at the beginning of a text, for the tokens of the first release.
    pub fn new(text: &'a str) -> Self {
        Lexer::of_release(Default::default(), text)
    }
    /// A lexer at the beginning of a text, for the tokens of a release.
    pub fn of_release(release: &'static Release, text: &'a str) -> Self {
        Lexer { text, pos: 0, notices: Vec::new(), release }
    }

    /// The text's bytes.
    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }
    /// The byte at this distance; 0 at the end.
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }
    /// A syntax error at a part of the text.
    fn error<T>(&self, message: &str, start: usize, end: usize) -> Result<T> {
        Err(syntax_error(self.text, message, start, end))
    }

    /// Skips white space and comments.
    fn skip_space(&mut self) -> Result<()> {
        let b = self.bytes();
        loop {
            let c = self.peek(0);
            if self.pos < b.len() && is_space(c) {
                self.pos += 1;
            } else if c == b'-' && self.peek(1) == b'-' {
                while self.pos < b.len() && !matches!(b[self.pos], b'\n' | b'\r') {
                    self.pos += 1;
                }
            } else if c == b'/' && self.peek(1) == b'*' {
                let start = self.pos;
                self.pos += 2;
                let mut depth = 1;
                while depth > 0 {
                    if self.pos >= b.len() {
                        return self.error("unterminated /* comment", start, b.len());
                    }
                    match (b[self.pos], self.peek(1)) {
                        (b'/', b'*') => {
                            depth += 1;
                            self.pos += 2;
                        }
                        (b'*', b'/') => {
                            depth -= 1;
                            self.pos += 2;
                        }
                        _ => self.pos += 1,
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// The next token; at the end [`Tok::Eof`], on every call. After an error, every call returns
    /// the error.
    pub fn next_token(&mut self) -> Result<Token> {
        let before = self.pos;
        let token = self.read();
        if token.is_err() {
            self.pos = before;
        }
        token
    }

    /// The next token with its place.
    fn read(&mut self) -> Result<Token> {
        self.skip_space()?;
        let start = self.pos;
        if start >= self.text.len() {
            return Ok(Token { tok: Tok::Eof, start, end: start });
        }
        let tok = self.scan(start)?;
        Ok(Token { tok, start, end: self.pos })
    }

    /// Reads a token by its first characters.
    fn scan(&mut self, start: usize) -> Result<Tok> {
        let c = self.peek(0);
        let d = self.peek(1);
        match (c, d) {
            (b'\'', _) => {
                self.pos += 1;
                return Ok(Tok::Str(self.quoted(start)?));
            }
            (b'e' | b'E', b'\'') => {
                self.pos += 2;
                return Ok(Tok::Str(self.escaped(start)?));
            }
            (b'b' | b'B', b'\'') => {
                self.pos += 2;
                return Ok(Tok::Bits(self.bits(start, 'b', "unterminated bit string literal")?));
            }
            (b'x' | b'X', b'\'') => {
                self.pos += 2;
                let message = "unterminated hexadecimal string literal";
                return Ok(Tok::Bits(self.bits(start, 'x', message)?));
            }
            (b'n' | b'N', b'\'') => {
                self.pos += 1;
                return Ok(keywords::lookup("nchar").map_or(Tok::Ident("n".into()), Tok::Kw));
            }
            (b'u' | b'U', b'&') if matches!(self.peek(2), b'\'' | b'"') => {
                return self.unicode(start);
            }
            (b'"', _) => {
                self.pos += 1;
                let name = self.delimited(start)?;
                return Ok(Tok::Ident(truncate_identifier(name, &mut self.notices)));
            }
            (b'$', _) => return self.dollar(start),
            _ => {}
        }
        if is_ident_start(c) {
            return Ok(self.identifier(start));
        }
        if c.is_ascii_digit() || (c == b'.' && d.is_ascii_digit()) {
            return self.number(start);
        }
        let two = match (c, d) {
            (b':', b':') => Some(Tok::TypeCast),
            (b'.', b'.') => Some(Tok::DotDot),
            (b':', b'=') => Some(Tok::ColonEquals),
            _ => None,
        };
        if let Some(tok) = two {
            self.pos += 2;
            return Ok(tok);
        }
        if is_op(c) {
            return self.operator(start);
        }
        self.pos += 1;
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
        Ok(Tok::Char(c))
    }

    /// Reads a name or a key word.
    fn identifier(&mut self, start: usize) -> Tok {
        let b = self.bytes();
        while self.pos < b.len() && is_ident_cont(b[self.pos]) {
            self.pos += 1;
        }
        let word = &self.text[start..self.pos];
        let lower = word.to_ascii_lowercase();
        if word.len() <= 17
            && let Some(k) = keywords::lookup(&lower)
        {
            return Tok::Kw(k);
        }
        Tok::Ident(truncate_identifier(lower, &mut self.notices))
    }

    /// The offset at which the current word ends.
    fn word_end(&self) -> usize {
        let rest = &self.bytes()[self.pos..];
        self.pos + rest.iter().position(|b| !is_ident_cont(*b)).unwrap_or(rest.len())
    }

    /// Skips digits, and where a release has them, single underscores between them.
    fn digits(&mut self) {
        self.digits_of(10);
    }

    /// Skips the digits of a number to this base, and from 16 on single underscores between them.
    fn digits_of(&mut self, base: u32) {
        let is_digit = |b: u8| char::from(b).is_digit(base);
        loop {
            let underscore = self.release.number_forms && self.peek(0) == b'_';
            if is_digit(self.peek(usize::from(underscore))) {
                self.pos += 1 + usize::from(underscore);
            } else {
                return;
            }
        }
    }

    /// Reads a whole number that begins with 0x, 0o or 0b (`hexinteger`, `octinteger`, `bininteger`); `None` if it does not.
    #[inline(never)]
    fn other_base(&mut self, start: usize) -> Result<Option<Tok>> {
        let (base, name) = match self.peek(1) {
            b'x' | b'X' => (16, "hexadecimal"),
            b'o' | b'O' => (8, "octal"),
            b'b' | b'B' => (2, "binary"),
            _ => return Ok(None),
        };
        self.pos += 2;
        let first = self.pos;
        self.digits_of(base);
        let (read, end) = (self.pos, self.word_end());
        if read == first && end <= read + usize::from(self.peek(0) == b'_') {
            return self.error(&format!("invalid {name} integer"), start, end);
        }
        if end > read {
            return self.error("trailing junk after numeric literal", start, end);
        }
        let digits = self.text[first..self.pos].replace('_', "");
        match i128::from_str_radix(&digits, base) {
            Ok(n) => Ok(Some(whole(&n.to_string()))),
            Err(_) => Err(PgError::new(
                SqlState::FEATURE_NOT_SUPPORTED,
                format!("a {name} integer of so many digits is not modelled"),
            )
            .at(start)),
        }
    }

    /// Fails if a word follows a number at once.
    fn no_junk(&self, start: usize) -> Result<()> {
        if self.pos < self.text.len() && is_ident_start(self.peek(0)) {
            return self.error("trailing junk after numeric literal", start, self.word_end());
        }
        Ok(())
    }

    /// Reads a number.
    fn number(&mut self, start: usize) -> Result<Tok> {
        if self.release.number_forms
            && self.peek(0) == b'0'
            && let Some(whole) = self.other_base(start)?
        {
            return Ok(whole);
        }
        self.digits();
        let mut float = false;
        if self.peek(0) == b'.' && !(self.peek(1) == b'.' && self.pos > start) {
            float = true;
            self.pos += 1;
            self.digits();
        }
        if matches!(self.peek(0), b'e' | b'E') {
            let sign = usize::from(matches!(self.peek(1), b'+' | b'-'));
            if self.peek(1 + sign).is_ascii_digit() {
                float = true;
                self.pos += 1 + sign;
                self.digits();
            } else if sign == 1 {
                let message = "trailing junk after numeric literal";
                return self.error(message, start, self.pos + 2);
            }
        }
        self.no_junk(start)?;
        let mut text = Cow::Borrowed(&self.text[start..self.pos]);
        if text.contains('_') {
            text = text.replace('_', "").into();
        }
        Ok(if float { Tok::Float(text.into_owned()) } else { whole(&text) })
    }

    /// Reads `$1`, or a string in dollar quotes.
    fn dollar(&mut self, start: usize) -> Result<Tok> {
        let b = self.bytes();
        self.pos += 1;
        if self.peek(0).is_ascii_digit() {
            self.digits();
            if self.pos < b.len() && is_ident_start(self.peek(0)) {
                let end = self.word_end();
                return self.error("trailing junk after parameter", start, end);
            }
            let n = self.text[start + 1..self.pos].parse::<i64>().unwrap_or(i64::MAX);
            return Ok(Tok::Param(n as i32));
        }
        let mut end = self.pos;
        while end < b.len() && is_ident_cont(b[end]) && b[end] != b'$' {
            end += 1;
        }
        if b.get(end) != Some(&b'$') || self.peek(0).is_ascii_digit() {
            return Ok(Tok::Char(b'$'));
        }
        let delimiter = &self.text[start..=end];
        let body = end + 1;
        match self.text[body..].find(delimiter) {
            Some(i) => {
                self.pos = body + i + delimiter.len();
                Ok(Tok::Str(self.text[body..body + i].to_string()))
            }
            None => self.error("unterminated dollar-quoted string", start, b.len()),
        }
    }

    /// Reads an operator.
    fn operator(&mut self, start: usize) -> Result<Tok> {
        let b = self.bytes();
        let mut end = start;
        while end < b.len()
            && is_op(b[end])
            && !matches!(&b[end..], [b'/', b'*', ..] | [b'-', b'-', ..])
        {
            end += 1;
        }
        let free = |c: &u8| b"~!@#^&|`?%".contains(c);
        if end - start > 1
            && matches!(b[end - 1], b'+' | b'-')
            && !b[start..end - 1].iter().any(free)
        {
            while end - start > 1 && matches!(b[end - 1], b'+' | b'-') {
                end -= 1;
            }
        }
        self.pos = end;
        let op = &self.text[start..end];
        Ok(match op {
            "=>" => Tok::EqualsGreater,
            "<=" => Tok::LessEquals,
            ">=" => Tok::GreaterEquals,
            "<>" | "!=" => Tok::NotEquals,
            _ if op.len() == 1 && is_self(b[start]) => Tok::Char(b[start]),
            _ if op.len() >= NAMEDATALEN => return self.error("operator too long", start, end),
            _ => Tok::Op(op.to_string()),
        })
    }
}

#[cfg(test)]
mod tests;
