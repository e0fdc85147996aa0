//! Quoted things: plain, escaped, bit and Unicode strings, and quoted names.
//!
//! A string goes on after white space with a newline in it: `'a'` newline `'b'` is `ab`.

use super::{Lexer, Tok, is_space, syntax_error, truncate_identifier};
use storage::error::{PgError, Result, SqlState};

impl<'a> Lexer<'a> {
    /// Whether a string goes on on another line, after its closing quote; if so, moves there.
    fn continued(&mut self) -> bool {
        let b = self.bytes();
        let mut p = self.pos;
        let mut newline = false;
        loop {
            match b.get(p) {
                Some(b'\n' | b'\r') => {
                    newline = true;
                    p += 1;
                }
                Some(&c) if is_space(c) => p += 1,
                Some(b'-') if b.get(p + 1) == Some(&b'-') => {
                    while p < b.len() && !matches!(b[p], b'\n' | b'\r') {
                        p += 1;
                    }
                    if p >= b.len() {
                        return false;
                    }
                }
                Some(b'\'') if newline => {
                    self.pos = p + 1;
                    return true;
                }
                _ => return false,
            }
        }
    }

    /// Reads the rest of a string without escapes, from after the opening quote.
    fn plain(&mut self, start: usize, message: &str) -> Result<String> {
        let mut out = String::new();
        loop {
            let rest = &self.text[self.pos..];
            let Some(i) = rest.find('\'') else {
                return self.error(message, start, self.text.len());
            };
            out.push_str(&rest[..i]);
            self.pos += i + 1;
            if self.peek(0) == b'\'' {
                out.push('\'');
                self.pos += 1;
            } else if !self.continued() {
                return Ok(out);
            }
        }
    }

    /// Reads the rest of a string constant, with or without escapes.
    pub(super) fn quoted(&mut self, start: usize) -> Result<String> {
        self.plain(start, "unterminated quoted string")
    }

    /// Reads the rest of a bit string of one `kind`, B or X.
    pub(super) fn bits(&mut self, start: usize, kind: char, message: &str) -> Result<String> {
        let mut out = String::from(kind);
        loop {
            let rest = &self.text[self.pos..];
            let Some(i) = rest.find('\'') else {
                return self.error(message, start, self.text.len());
            };
            out.push_str(&rest[..i]);
            self.pos += i + 1;
            if !self.continued() {
                return Ok(out);
            }
        }
    }

    /// Reads the rest of an `E'...'` string.
    pub(super) fn escaped(&mut self, start: usize) -> Result<String> {
        let b = self.bytes();
        let mut out: Vec<u8> = Vec::new();
        loop {
            let Some(&c) = b.get(self.pos) else {
                return self.error("unterminated quoted string", start, b.len());
            };
            self.pos += 1;
            match c {
                b'\'' if self.peek(0) == b'\'' => {
                    out.push(b'\'');
                    self.pos += 1;
                }
                b'\'' => {
                    if !self.continued() {
                        break;
                    }
                }
                b'\\' => self.escape(&mut out)?,
                _ => out.push(c),
            }
        }
        if out.contains(&0) {
            return Err(bad_bytes(&[0]));
        }
        String::from_utf8(out).map_err(|e| {
            let at = e.utf8_error().valid_up_to();
            let bytes = e.as_bytes();
            let want = match bytes[at] {
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf7 => 4,
                _ => 1,
            };
            bad_bytes(&bytes[at..bytes.len().min(at + want)])
        })
    }

    /// Reads one escape, from after the backslash.
    fn escape(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let b = self.bytes();
        let Some(&c) = b.get(self.pos) else {
            out.push(b'\\');
            return Ok(());
        };
        match c {
            b'0'..=b'7' => {
                let mut v = 0u32;
                let mut n = 0;
                while n < 3 && matches!(self.peek(0), b'0'..=b'7') {
                    v = v * 8 + u32::from(self.peek(0) - b'0');
                    self.pos += 1;
                    n += 1;
                }
                out.push(v as u8);
            }
            b'x' if self.peek(1).is_ascii_hexdigit() => {
                self.pos += 1;
                let mut v = 0;
                let mut n = 0;
                while n < 2 && self.peek(0).is_ascii_hexdigit() {
                    v = v * 16 + hex(self.peek(0));
                    self.pos += 1;
                    n += 1;
                }
                out.push(v as u8);
            }
            b'u' | b'U' => {
                let ch = self.unicode_escape()?;
                out.extend_from_slice(ch.encode_utf8(&mut [0; 4]).as_bytes());
            }
            _ => {
                self.pos += 1;
                out.push(match c {
                    b'b' => 8,
                    b'f' => 12,
                    b'n' => b'\n',
                    b'r' => b'\r',
                    b't' => b'\t',
                    other => other,
                });
            }
        }
        Ok(())
    }

    /// Reads `\uXXXX` or `\UXXXXXXXX`, or a surrogate pair of them, from the u on.
    fn unicode_escape(&mut self) -> Result<char> {
        let (first, at) = self.unicode_value()?;
        let pair = |l: &Self, at: usize, end: usize| {
            Err(syntax_error(l.text, "invalid Unicode surrogate pair", at, end))
        };
        let value = match first {
            0xd800..=0xdbff => {
                let p = self.pos;
                if self.peek(0) != b'\\' || !matches!(self.peek(1), b'u' | b'U') {
                    let mut end = p + 1;
                    if self.peek(0) == b'\\' {
                        end = p + 1;
                    }
                    return pair(self, p, end);
                }
                self.pos += 1;
                let (second, at2) = self.unicode_value()?;
                if !(0xdc00..=0xdfff).contains(&second) {
                    return pair(self, at2, self.pos);
                }
                0x10000 + ((first & 0x3ff) << 10) + (second & 0x3ff)
            }
            0xdc00..=0xdfff => return pair(self, at, self.pos),
            v => v,
        };
        match char::from_u32(value) {
            Some(ch) if value != 0 => Ok(ch),
            _ => self.error("invalid Unicode escape value", at, self.pos),
        }
    }

    /// Reads the number of an escape from the u on; also returns the offset of its backslash.
    fn unicode_value(&mut self) -> Result<(u32, usize)> {
        let at = self.pos - 1;
        let want = if self.peek(0) == b'u' { 4 } else { 8 };
        let mut v = 0u32;
        for i in 1..=want {
            if !self.peek(i).is_ascii_hexdigit() {
                return Err(PgError::new(
                    SqlState::INVALID_ESCAPE_SEQUENCE,
                    "invalid Unicode escape",
                )
                .hint("Unicode escapes must be \\uXXXX or \\UXXXXXXXX.")
                .at(at));
            }
            v = v.wrapping_mul(16).wrapping_add(hex(self.peek(i)));
        }
        self.pos += 1 + want;
        Ok((v, at))
    }

    /// Reads the rest of a quoted name.
    pub(super) fn delimited(&mut self, start: usize) -> Result<String> {
        let mut out = String::new();
        loop {
            let rest = &self.text[self.pos..];
            let Some(i) = rest.find('"') else {
                return self.error("unterminated quoted identifier", start, self.text.len());
            };
            out.push_str(&rest[..i]);
            self.pos += i + 1;
            if self.peek(0) == b'"' {
                out.push('"');
                self.pos += 1;
                continue;
            }
            if out.is_empty() {
                // The scanner's text is the closing quote alone, but its start is the opening one.
                return self.error("zero-length delimited identifier", start, self.pos);
            }
            return Ok(out);
        }
    }

    /// Reads `U&'...'` or `U&"..."`, with UESCAPE.
    pub(super) fn unicode(&mut self, start: usize) -> Result<Tok> {
        let is_name = self.peek(2) == b'"';
        self.pos += 3;
        let raw = if is_name { self.delimited(start)? } else { self.quoted(start)? };
        let mut escape = '\\';
        let mut ahead = self.clone();
        if let Ok(t) = ahead.next_token()
            && matches!(t.tok, Tok::Kw(k) if k.word == "uescape")
        {
            let t = ahead.next_token()?;
            let Tok::Str(s) = &t.tok else {
                let message = "UESCAPE must be followed by a simple string literal";
                return Err(syntax_error(self.text, message, t.start, t.end));
            };
            let mut chars = s.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None)
                    if c.is_ascii()
                        && !c.is_ascii_hexdigit()
                        && !matches!(c, '+' | '\'' | '"')
                        && !is_space(c as u8) =>
                {
                    escape = c;
                }
                _ => {
                    let message = "invalid Unicode escape character";
                    return Err(syntax_error(self.text, message, t.start, t.end));
                }
            }
            self.pos = ahead.pos;
        }
        let text = self.unescape(&raw, escape, start)?;
        Ok(if is_name {
            Tok::Ident(truncate_identifier(text, &mut self.notices))
        } else {
            Tok::Str(text)
        })
    }

    /// Replaces the escapes of `U&'...'` in its raw text, four hexadecimal digits or `+` and six
    /// after `escape`; `start` is where the constant begins, for errors (`str_udeescape` in
    /// `parser.c`).
    fn unescape(&self, raw: &str, escape: char, start: usize) -> Result<String> {
        let mut out = String::new();
        let mut first: Option<u32> = None;
        let mut i = 0;
        let invalid = |at: usize| {
            PgError::new(SqlState::SYNTAX_ERROR, "invalid Unicode surrogate pair").at(at)
        };
        while let Some(c) = raw[i..].chars().next() {
            let at = start + 3 + i;
            if c != escape {
                if first.is_some() {
                    return Err(invalid(at));
                }
                out.push(c);
                i += c.len_utf8();
                continue;
            }
            let rest = &raw.as_bytes()[i + 1..];
            if rest.first() == Some(&(escape as u8)) {
                if first.is_some() {
                    return Err(invalid(at));
                }
                out.push(escape);
                i += 2;
                continue;
            }
            let number = |d: &[u8], n: usize| {
                (d.len() >= n && d[..n].iter().all(u8::is_ascii_hexdigit))
                    .then(|| d[..n].iter().fold(0u32, |v, &h| v * 16 + hex(h)))
            };
            let (value, length) = match (number(rest, 4), rest) {
                (Some(v), _) => (v, 5),
                (None, [b'+', more @ ..]) if number(more, 6).is_some() => {
                    (number(more, 6).unwrap_or(0), 8)
                }
                _ => {
                    return Err(PgError::new(SqlState::SYNTAX_ERROR, "invalid Unicode escape")
                        .hint("Unicode escapes must be \\XXXX or \\+XXXXXX.")
                        .at(at));
                }
            };
            i += length;
            let value = match (first.take(), value) {
                (Some(f), 0xdc00..=0xdfff) => 0x10000 + ((f & 0x3ff) << 10) + (value & 0x3ff),
                (Some(_), _) | (None, 0xdc00..=0xdfff) => return Err(invalid(at)),
                (None, 0xd800..=0xdbff) => {
                    first = Some(value);
                    continue;
                }
                (None, v) => v,
            };
            match char::from_u32(value) {
                Some(ch) if value != 0 => out.push(ch),
                _ => {
                    return Err(PgError::new(
                        SqlState::SYNTAX_ERROR,
                        "invalid Unicode escape value",
                    )
                    .at(at));
                }
            }
        }
        if first.is_some() {
            return Err(invalid(start + 3 + raw.len()));
        }
        Ok(out)
    }
}

/// The value of a hexadecimal digit.
fn hex(b: u8) -> u32 {
    char::from(b).to_digit(16).unwrap_or(0)
}

/// Returns the error for bytes that are no character in UTF-8 (`report_invalid_encoding` in
/// `mbutils.c`).
fn bad_bytes(bytes: &[u8]) -> Box<PgError> {
    let list: Vec<String> = bytes.iter().map(|b| format!("0x{b:02x}")).collect();
    PgError::new(
        SqlState::CHARACTER_NOT_IN_REPERTOIRE,
        format!("invalid byte sequence for encoding \"UTF8\": {}", list.join(" ")),
    )
}
