//! Cutting JSON text into tokens, and the reports when that fails (`json_lex` and
//! `json_errdetail` of `jsonapi.c`).

use crate::error::{PgError, Result, SqlState};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A string, quotes included.
    String,
    /// A number.
    Number,
    /// `{`
    ObjectStart,
    /// `}`
    ObjectEnd,
    /// `[`
    ArrayStart,
    /// `]`
    ArrayEnd,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// The word `true`.
    True,
    /// The word `false`.
    False,
    /// The word `null`.
    Null,
    /// The text's end.
    End,
}

/// The text, and the token under the cursor.
#[derive(Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    /// What the current token is.
    pub token: Token,
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// The current string with its escapes resolved, when they are wanted.
    pub string: Vec<u8>,
    escapes: bool,
    line: usize,
    line_start: usize,
}

/// Whether the byte can be in a word (`JSON_ALPHANUMERIC_CHAR`).
fn alphanumeric(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80
}

impl<'a> Lexer<'a> {
    /// A lexer before the first token. Without `escapes`, strings are checked and not decoded.
    pub fn new(text: &'a str, escapes: bool) -> Self {
        let string = Vec::new();
        Lexer { text, token: Token::End, start: 0, end: 0, string, escapes, line: 1, line_start: 0 }
    }

    /// The current token's text.
    pub fn token_text(&self) -> &'a str {
        self.text.get(self.start..self.end).unwrap_or("")
    }

    /// The byte at a place.
    fn at(&self, i: usize) -> Option<u8> {
        self.text.as_bytes().get(i).copied()
    }

    /// Moves to the next token.
    ///
    /// # Errors
    /// When there is none that JSON knows.
    pub fn advance(&mut self) -> Result<()> {
        let mut s = self.end;
        while let Some(c @ (b' ' | b'\t' | b'\n' | b'\r')) = self.at(s) {
            s += 1;
            if c == b'\n' {
                self.line += 1;
                self.line_start = s;
            }
        }
        self.start = s;
        let single = |token| (token, s + 1);
        (self.token, self.end) = match self.at(s) {
            None => (Token::End, s),
            Some(b'{') => single(Token::ObjectStart),
            Some(b'}') => single(Token::ObjectEnd),
            Some(b'[') => single(Token::ArrayStart),
            Some(b']') => single(Token::ArrayEnd),
            Some(b',') => single(Token::Comma),
            Some(b':') => single(Token::Colon),
            Some(b'"') => {
                self.token = Token::String;
                return self.lex_string();
            }
            Some(b'-') => return self.lex_number(s + 1),
            Some(b'0'..=b'9') => return self.lex_number(s),
            Some(_) => return self.lex_word(s),
        };
        Ok(())
    }

    /// Cuts off a word: `true`, `false` or `null`; another is an error.
    fn lex_word(&mut self, s: usize) -> Result<()> {
        let mut p = s;
        while self.at(p).is_some_and(alphanumeric) {
            p += 1;
        }
        self.token = Token::Null;
        self.end = p.max(s + 1);
        self.token = match self.token_text() {
            "true" => Token::True,
            "false" => Token::False,
            "null" => Token::Null,
            _ => return Err(self.invalid_token()),
        };
        Ok(())
    }

    /// Cuts off a number from `s` on (`json_lex_number`).
    fn lex_number(&mut self, mut s: usize) -> Result<()> {
        let digits = |s: &mut usize| {
            let from = *s;
            while self.at(*s).is_some_and(|c| c.is_ascii_digit()) {
                *s += 1;
            }
            *s > from
        };
        let mut good = true;
        if self.at(s) == Some(b'0') {
            s += 1;
        } else {
            good &= digits(&mut s);
        }
        if self.at(s) == Some(b'.') {
            s += 1;
            good &= digits(&mut s);
        }
        if let Some(b'e' | b'E') = self.at(s) {
            s += 1;
            if let Some(b'+' | b'-') = self.at(s) {
                s += 1;
            }
            good &= digits(&mut s);
        }
        while self.at(s).is_some_and(alphanumeric) {
            good = false;
            s += 1;
        }
        self.token = Token::Number;
        self.end = s;
        if good { Ok(()) } else { Err(self.invalid_token()) }
    }

    /// Cuts off a string and resolves its escapes (`json_lex_string`).
    fn lex_string(&mut self) -> Result<()> {
        self.string.clear();
        let mut high: Option<u32> = None;
        let mut s = self.start + 1;
        loop {
            let Some(c) = self.at(s) else {
                self.end = s;
                return Err(self.invalid_token());
            };
            if c == b'"' {
                break;
            }
            if c < 32 {
                self.end = s;
                return Err(self.report(format!("Character with value 0x{c:02x} must be escaped.")));
            }
            if c == b'\\' && self.at(s + 1) == Some(b'u') {
                s = self.lex_unicode(s + 2, &mut high)?;
                continue;
            }
            if self.escapes && high.is_some() {
                self.end = s;
                return Err(self.lone_low());
            }
            if c == b'\\' {
                s += 1;
                let Some(c) = self.at(s) else {
                    self.end = s;
                    return Err(self.invalid_token());
                };
                let plain = match c {
                    b'"' | b'\\' | b'/' => c,
                    b'b' => 8,
                    b'f' => 12,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    _ => {
                        self.start = s;
                        self.end = self.char_end(s);
                        let token = self.token_text();
                        return Err(
                            self.report(format!("Escape sequence \"\\{token}\" is invalid."))
                        );
                    }
                };
                if self.escapes {
                    self.string.push(plain);
                }
            } else if self.escapes {
                self.string.push(c);
            }
            s += 1;
        }
        self.end = s + 1;
        if self.escapes && high.is_some() {
            return Err(self.lone_low());
        }
        Ok(())
    }

    /// Reads the four digits of a `\u` escape that begin at offset `s`. Returns the offset after
    /// them.
    fn lex_unicode(&mut self, mut s: usize, high: &mut Option<u32>) -> Result<usize> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(c) = self.at(s) else {
                self.end = s;
                return Err(self.invalid_token());
            };
            let Some(digit) = char::from(c).to_digit(16) else {
                self.end = self.char_end(s);
                return Err(
                    self.report("\"\\u\" must be followed by four hexadecimal digits.".to_owned())
                );
            };
            code = code * 16 + digit;
            s += 1;
        }
        if !self.escapes {
            return Ok(s);
        }
        self.end = s;
        match code {
            0xd800..=0xdbff => {
                if high.replace(code).is_some() {
                    return Err(self.report(
                        "Unicode high surrogate must not follow a high surrogate.".to_owned(),
                    ));
                }
                return Ok(s);
            }
            0xdc00..=0xdfff => match high.take() {
                Some(h) => code = 0x10000 + ((h & 0x3ff) << 10) + (code & 0x3ff),
                None => return Err(self.lone_low()),
            },
            _ if high.is_some() => return Err(self.lone_low()),
            0 => {
                let mut report = self.report("\\u0000 cannot be converted to text.".to_owned());
                report.code = SqlState::UNTRANSLATABLE_CHARACTER;
                report.message = "unsupported Unicode escape sequence".to_owned();
                return Err(report);
            }
            _ => {}
        }
        let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
        self.string.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(s)
    }

    /// Where the character at a place ends.
    fn char_end(&self, s: usize) -> usize {
        (s + 1..=self.text.len()).find(|&e| self.text.is_char_boundary(e)).unwrap_or(s)
    }

    /// The error of the second half of a surrogate pair without the first.
    fn lone_low(&self) -> Box<PgError> {
        self.report("Unicode low surrogate must follow a high surrogate.".to_owned())
    }

    /// The error of a token that is none of JSON's.
    fn invalid_token(&self) -> Box<PgError> {
        self.report(format!("Token \"{}\" is invalid.", self.token_text()))
    }

    /// The error that another token was expected, or that the text ends too early.
    pub fn expected(&self, what: &str) -> Box<PgError> {
        self.report(if self.token == Token::End {
            "The input string ended unexpectedly.".to_owned()
        } else {
            format!("Expected {what}, but found \"{}\".", self.token_text())
        })
    }

    /// The error of a text that is no JSON, with the line as context.
    fn report(&self, detail: String) -> Box<PgError> {
        PgError::new(SqlState::INVALID_TEXT_REPRESENTATION, "invalid input syntax for type json")
            .detail(detail)
            .context(self.context())
    }

    /// The line up to the token, cut to about 50 bytes (`report_json_context`).
    fn context(&self) -> String {
        let mut start = self.line_start;
        while self.end.saturating_sub(start) >= 50 {
            start = self.char_end(start);
        }
        if start - self.line_start <= 3 {
            start = self.line_start;
        }
        let excerpt = self.text.get(start..self.end).unwrap_or("");
        let prefix = if start > self.line_start { "..." } else { "" };
        let goes_on =
            self.token != Token::End && self.at(self.end).is_some_and(|c| c != b'\n' && c != b'\r');
        let suffix = if goes_on { "..." } else { "" };
        format!("JSON data, line {}: {prefix}{excerpt}{suffix}", self.line)
    }
}
