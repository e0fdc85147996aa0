//! Finds where a statement ends (`src/fe_utils/psqlscan.l`): reads quotes, comments, parentheses
//! and the bodies of SQL functions, and replaces variables by their values.
//!
//! The scanner is given one line at a time. It adds the text of a statement to the query buffer, with
//! the semicolon, without the white space and the `--` comments before the statement.

use storage::map::SortedMap;

/// What the scanner is inside of.
#[derive(Clone, Debug, Default, PartialEq)]
enum LexicalState {
    #[default]
    Nothing,
    /// `'...'`; the flag: backslashes escape.
    Quote(bool),
    /// A name in double quotes: `"..."`.
    Name,
    /// A string between two of this tag: `$tag$`.
    Dollar(String),
    /// `/*`, so deep.
    Comment(u32),
}

/// Why the scanner stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanResult {
    /// At the end of a statement.
    Semicolon,
    /// Behind a backslash that starts a command.
    Backslash,
    /// At the end of the line.
    EndOfLine,
}

/// The scanner's state, kept from line to line.
#[derive(Clone, Debug, Default)]
pub struct Scanner {
    inside: LexicalState,
    parens: u32,
    begins: u32,
    identifiers: u32,
    /// First letters of CREATE [OR REPLACE] FUNCTION.
    heads: [u8; 4],
}

/// A line being read. Values of variables are put into it where they are named.
#[derive(Clone, Debug)]
pub struct Input {
    /// The text.
    pub text: String,
    /// How far it is read.
    pub pos: usize,
    /// Variables whose value is being read: name, and the bytes of `text` after the value.
    active: Vec<(String, usize)>,
}

impl Input {
    /// An input that stands at the start of the line.
    pub fn new(text: &str) -> Input {
        Input { text: text.to_string(), pos: 0, active: Vec::new() }
    }
    /// The part of the line that is still to be read.
    pub fn rest(&self) -> &str {
        &self.text[self.pos..]
    }
    /// Replaces the next `length` bytes of the input by a variable's value, which is then read like
    /// input.
    fn splice(&mut self, length: usize, name: &str, value: &str) {
        let behind = self.text.len() - self.pos - length;
        self.text.replace_range(self.pos..self.pos + length, value);
        self.active.push((name.to_string(), behind));
    }
    /// Whether a variable's value is being read just now, so that its own name is not replaced
    /// again.
    fn is_active(&mut self, name: &str) -> bool {
        let left = self.text.len() - self.pos;
        self.active.retain(|(_, behind)| left > *behind);
        self.active.iter().any(|(n, _)| n == name)
    }
}

/// psql's variables.
pub type Variables = SortedMap<String, String>;

/// Whether the character can be in a variable's name.
fn is_variable_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii()
}

/// A `:variable` at the start of a text.
pub enum Reference<'a> {
    /// The value as it is: `:name`.
    Plain(&'a str),
    /// The value as a string constant: `:'name'`.
    Literal(&'a str),
    /// The value as a quoted name: `:"name"`.
    Identifier(&'a str),
    /// Whether the variable is set: `:{?name}`.
    Test(&'a str),
}

/// Reads a `:variable` at the beginning of the text: the reference, and its length in bytes.
pub fn reference(text: &str) -> Option<(Reference<'_>, usize)> {
    let rest = text.strip_prefix(':')?;
    let name = |s: &str| s.find(|c| !is_variable_char(c)).unwrap_or(s.len());
    for (open, close) in [("'", "'"), ("\"", "\""), ("{?", "}")] {
        if let Some(inner) = rest.strip_prefix(open) {
            let n = name(inner);
            if n == 0 || !inner[n..].starts_with(close) {
                return None;
            }
            let word = &inner[..n];
            let r = match open {
                "'" => Reference::Literal(word),
                "\"" => Reference::Identifier(word),
                _ => Reference::Test(word),
            };
            return Some((r, 1 + open.len() + n + close.len()));
        }
    }
    let n = name(rest);
    (n > 0).then(|| (Reference::Plain(&rest[..n]), 1 + n))
}

/// Quotes a text as an SQL literal (`PQescapeLiteral`).
pub fn escape_literal(value: &str) -> String {
    let quoted = value.replace('\'', "''");
    if value.contains('\\') {
        format!(" E'{}'", quoted.replace('\\', "\\\\"))
    } else {
        format!("'{quoted}'")
    }
}

/// Quotes a text as an SQL identifier (`PQescapeIdentifier`).
pub fn escape_identifier(value: &str) -> String {
    format!("\"{}\"", value.replace('"', "\"\""))
}

impl Scanner {
    /// Whether the scanner is inside quotes, where an empty line belongs to the statement.
    pub fn in_quote(&self) -> bool {
        self.inside != LexicalState::Nothing
    }
    /// The character that psql's continuation prompt shows: `'`, `"`, `$`, `*`, `(`, or `-`.
    pub fn prompt_mark(&self) -> char {
        match &self.inside {
            LexicalState::Quote(_) => '\'',
            LexicalState::Name => '"',
            LexicalState::Dollar(_) => '$',
            LexicalState::Comment(_) => '*',
            LexicalState::Nothing if self.parens > 0 => '(',
            LexicalState::Nothing => '-',
        }
    }
    /// Discards the unfinished statement (`psql_scan_reset`).
    pub fn reset(&mut self) {
        *self = Scanner::default();
    }

    /// Reads on until a statement ends or the line does.
    pub fn scan(
        &mut self,
        input: &mut Input,
        buffer: &mut String,
        variables: &Variables,
    ) -> ScanResult {
        loop {
            if input.pos >= input.text.len() {
                return ScanResult::EndOfLine;
            }
            match &mut self.inside {
                LexicalState::Nothing => {
                    if let Some(stop) = self.plain(input, buffer, variables) {
                        return stop;
                    }
                }
                LexicalState::Comment(depth) => {
                    let rest = input.rest();
                    let n = if rest.starts_with("/*") {
                        *depth += 1;
                        2
                    } else if rest.starts_with("*/") {
                        *depth -= 1;
                        2
                    } else {
                        rest.chars().next().map_or(1, char::len_utf8)
                    };
                    if *depth == 0 {
                        self.inside = LexicalState::Nothing;
                    }
                    take(input, buffer, n);
                }
                LexicalState::Quote(escapes) => {
                    let escapes = *escapes;
                    let rest = input.rest();
                    let n = if rest.starts_with("''") || (escapes && rest.starts_with('\\')) {
                        let second = rest[1..].chars().next().map_or(0, char::len_utf8);
                        1 + second
                    } else {
                        if rest.starts_with('\'') {
                            self.inside = LexicalState::Nothing;
                        }
                        rest.chars().next().map_or(1, char::len_utf8)
                    };
                    take(input, buffer, n);
                }
                LexicalState::Name => {
                    let rest = input.rest();
                    match rest.find('"') {
                        Some(i) => {
                            self.inside = LexicalState::Nothing;
                            take(input, buffer, i + 1);
                        }
                        None => {
                            let n = rest.len();
                            take(input, buffer, n);
                        }
                    }
                }
                LexicalState::Dollar(tag) => {
                    let rest = input.rest();
                    match rest.find(tag.as_str()) {
                        Some(i) => {
                            let n = i + tag.len();
                            self.inside = LexicalState::Nothing;
                            take(input, buffer, n);
                        }
                        None => {
                            let n = rest.len();
                            take(input, buffer, n);
                        }
                    }
                }
            }
        }
    }

    /// Reads one token outside quotes. Returns a result if the statement ends there.
    fn plain(
        &mut self,
        input: &mut Input,
        buffer: &mut String,
        variables: &Variables,
    ) -> Option<ScanResult> {
        let rest = input.rest();
        let bytes = rest.as_bytes();
        let c = bytes[0];
        let next = bytes.get(1).copied().unwrap_or(0);
        let n = match (c, next) {
            (b' ' | b'\t' | b'\r' | b'\n' | 0x0c, _) => {
                if buffer.is_empty() {
                    input.pos += 1;
                    return None;
                }
                1
            }
            (b'-', b'-') => {
                if buffer.is_empty() {
                    input.pos = input.text.len();
                    return None;
                }
                rest.len()
            }
            (b'/', b'*') => {
                self.inside = LexicalState::Comment(1);
                2
            }
            (b'\'', _) => {
                self.inside = LexicalState::Quote(false);
                1
            }
            (b'e' | b'E', b'\'') => {
                self.inside = LexicalState::Quote(true);
                2
            }
            (b'"', _) => {
                self.inside = LexicalState::Name;
                1
            }
            (b'$', _) => match dollar_tag(rest) {
                Some(tag) => {
                    self.inside = LexicalState::Dollar(tag.to_string());
                    tag.len()
                }
                None => 1,
            },
            (b'(', _) => {
                self.parens += 1;
                1
            }
            (b')', _) => {
                self.parens = self.parens.saturating_sub(1);
                1
            }
            (b';', _) => {
                take(input, buffer, 1);
                if self.parens == 0 && self.begins == 0 {
                    self.identifiers = 0;
                    return Some(ScanResult::Semicolon);
                }
                return None;
            }
            (b'\\', b';' | b':') => {
                if next == b';' {
                    self.identifiers = 0;
                }
                input.pos += 1;
                1
            }
            (b'\\', _) => {
                input.pos += 1;
                return Some(ScanResult::Backslash);
            }
            (b':', b':' | b'=') => 2,
            (b':', _) => return self.variable(input, buffer, variables),
            _ if c.is_ascii_alphabetic() || c == b'_' || c >= 0x80 => {
                let word =
                    |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$') || *b >= 0x80;
                let n = bytes.iter().position(|b| !word(b)).unwrap_or(bytes.len());
                self.word(&rest[..n].to_ascii_lowercase());
                n
            }
            _ if c.is_ascii_digit() => {
                bytes.iter().position(|b| !b.is_ascii_digit()).unwrap_or(bytes.len())
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        take(input, buffer, n);
        None
    }

    /// Replaces `:name`, `:'name'` or `:"name"` by the value; where there is no variable the colon
    /// is text.
    fn variable(
        &mut self,
        input: &mut Input,
        buffer: &mut String,
        variables: &Variables,
    ) -> Option<ScanResult> {
        let Some((r, n)) = reference(input.rest()) else {
            take(input, buffer, 1);
            return None;
        };
        match r {
            Reference::Plain(name) => {
                let name = name.to_string();
                match variables.get(&name) {
                    Some(value) if !input.is_active(&name) => {
                        let value = value.clone();
                        input.splice(n, &name, &value);
                    }
                    _ => take(input, buffer, n),
                }
            }
            Reference::Literal(name) | Reference::Identifier(name) => match variables.get(name) {
                Some(value) => {
                    let text = if matches!(r, Reference::Literal(_)) {
                        escape_literal(value)
                    } else {
                        escape_identifier(value)
                    };
                    buffer.push_str(&text);
                    input.pos += n;
                }
                None => take(input, buffer, n),
            },
            Reference::Test(name) => {
                buffer.push_str(if variables.contains_key(name) { "TRUE" } else { "FALSE" });
                input.pos += n;
            }
        }
        None
    }

    /// Takes a word of the statement, to know whether it stands between BEGIN and END of an
    /// SQL-standard function body.
    fn word(&mut self, word: &str) {
        if self.identifiers == 0 {
            self.heads = [0; 4];
        }
        if matches!(word, "create" | "function" | "procedure" | "or" | "replace")
            && let Some(h) = self.heads.get_mut(self.identifiers as usize)
        {
            *h = word.as_bytes()[0];
        }
        self.identifiers += 1;
        let function =
            matches!(self.heads, [b'c', b'f' | b'p', ..] | [b'c', b'o', b'r', b'f' | b'p']);
        if function && self.parens == 0 {
            match word {
                "begin" => self.begins += 1,
                "case" if self.begins > 0 => self.begins += 1,
                "end" => self.begins = self.begins.saturating_sub(1),
                _ => {}
            }
        }
    }
}

/// Moves the next `n` bytes of the line to the query buffer.
fn take(input: &mut Input, buffer: &mut String, n: usize) {
    buffer.push_str(&input.text[input.pos..input.pos + n]);
    input.pos += n;
}

/// The dollar-quote tag, such as `$tag$`, at the start of a text.
fn dollar_tag(text: &str) -> Option<&str> {
    let end = text[1..].find('$')? + 1;
    let tag = &text[1..end];
    let fine = tag.chars().enumerate().all(|(i, c)| {
        c == '_' || !c.is_ascii() || c.is_ascii_alphabetic() || (i > 0 && c.is_ascii_digit())
    });
    fine.then(|| &text[..=end])
}
