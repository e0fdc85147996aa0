//! The words of a body (`pl_scanner.c`).

/// A word, sign or literal of the text, and where it lies.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// Lower case, a quoted name as it is without its quotes.
    pub text: String,
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// Whether it is a word without quotes.
    pub word: bool,
}

/// Whether a byte can be in a word.
fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80
}

/// The offset after a quoted literal that begins at `i`. `escapes`: a backslash escapes the
/// character after it.
fn quoted(b: &[u8], mut i: usize, escapes: bool) -> usize {
    let quote = b[i];
    i += 1;
    while i < b.len() {
        if escapes && b[i] == b'\\' {
            i += 1;
        } else if b[i] == quote {
            if b.get(i + 1) != Some(&quote) {
                return i + 1;
            }
            i += 1;
        }
        i += 1;
    }
    b.len()
}

/// The offset after a comment, possibly nested, that begins at `i`.
fn comment(b: &[u8], mut i: usize) -> usize {
    let mut depth = 0;
    while i < b.len() {
        if b[i..].starts_with(b"/*") {
            depth += 1;
            i += 2;
        } else if b[i..].starts_with(b"*/") {
            depth -= 1;
            i += 2;
            if depth == 0 {
                return i;
            }
        } else {
            i += 1;
        }
    }
    b.len()
}

/// The tokens of a PL/pgSQL body, without comments and white space.
pub(crate) fn tokens(text: &str) -> Vec<Token> {
    let b = text.as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    while i < b.len() {
        let start = i;
        let c = b[i];
        if c.is_ascii_whitespace() {
            i += 1;
            continue;
        }
        if b[i..].starts_with(b"--") {
            i += b[i..].iter().position(|&c| c == b'\n').unwrap_or(b.len() - i);
            continue;
        }
        if b[i..].starts_with(b"/*") {
            i = comment(b, i);
            continue;
        }
        let mut word = false;
        if c == b'\'' || c == b'"' {
            i = quoted(b, i, false);
        } else if matches!(c, b'e' | b'E') && b.get(i + 1) == Some(&b'\'') {
            i = quoted(b, i + 1, true);
        } else if c == b'$'
            && text[i + 1..].find('$').is_some_and(|n| {
                b[i + 1..i + 1 + n].iter().all(|&c| is_word(c))
                    && !b.get(i + 1).is_some_and(u8::is_ascii_digit)
            })
        {
            let tag = i + 2 + text[i + 1..].find('$').unwrap_or(0);
            let quote = text[i..tag].to_string();
            i = text[tag..].find(&quote).map_or(b.len(), |n| tag + n + quote.len());
        } else if c == b'$' && b.get(i + 1).is_some_and(u8::is_ascii_digit) {
            word = true;
            i += 1;
            i += b[i..].iter().take_while(|c| c.is_ascii_digit()).count();
        } else if c.is_ascii_digit() {
            while i < b.len()
                && (b[i].is_ascii_digit() || b[i] == b'.' && b.get(i + 1) != Some(&b'.'))
            {
                i += 1;
            }
        } else if is_word(c) {
            word = true;
            while i < b.len() && (is_word(b[i]) || b[i] == b'$') {
                i += 1;
            }
        } else if [b":=", b"..", b"::", b"<<", b">>", b"=>"].iter().any(|s| b[i..].starts_with(*s))
        {
            i += 2;
        } else {
            i += text[i..].chars().next().map_or(1, char::len_utf8);
        }
        let raw = &text[start..i];
        let text = match c {
            b'"' => raw.trim_matches('"').replace("\"\"", "\""),
            b'\'' => raw.to_string(),
            _ if word => crate::catalog::clip(raw, 63).to_ascii_lowercase(),
            _ => raw.to_ascii_lowercase(),
        };
        out.push(Token { text, start, end: i, word });
    }
    out
}
