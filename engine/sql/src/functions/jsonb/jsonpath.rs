//! SQL/JSON paths: `$.a[*] ? (@.b > 1)` (`jsonpath_gram.y`).

use storage::err;
use storage::error::Result;
use storage::versions::Release;

/// A path: what it begins with, and the steps from there, each taken from every item that the one
/// before it gives.
pub(super) type Path = Vec<Item>;

/// A step, an operation, or a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Root,
    Current,
    Variable(String),
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Key(String),
    AnyKey,
    /// All values at these depths below, 0 for the value itself: `.**` or `.**{from to to}`.
    Deep(u32, u32),
    AnyElement,
    Elements(Vec<(Path, Option<Path>)>),
    Last,
    Filter(Path),
    Method(String),
    Signed(char, Path),
    Arithmetic(char, Path, Path),
    Compare(&'static str, Path, Path),
    And(Path, Path),
    Or(Path, Path),
    Not(Path),
    Exists(Path),
    Unknown(Path),
    StartsWith(Path, Path),
    Like(Path, String, String),
}

impl Item {
    /// The paths inside a step.
    pub(super) fn parts(&self) -> Vec<&Path> {
        match self {
            Item::Elements(list) => {
                list.iter().flat_map(|(from, to)| Some(from).into_iter().chain(to)).collect()
            }
            Item::Filter(a)
            | Item::Signed(_, a)
            | Item::Not(a)
            | Item::Exists(a)
            | Item::Unknown(a)
            | Item::Like(a, ..) => vec![a],
            Item::Arithmetic(_, a, b)
            | Item::Compare(_, a, b)
            | Item::And(a, b)
            | Item::Or(a, b)
            | Item::StartsWith(a, b) => vec![a, b],
            _ => Vec::new(),
        }
    }
}

/// How many times `$` occurs in a path and its parts.
pub(super) fn roots(path: &Path) -> usize {
    let parts = path.iter().flat_map(Item::parts).map(roots).sum::<usize>();
    parts + usize::from(path.first() == Some(&Item::Root))
}

/// The leading steps from `$`, such as `$.a.b` in `$.a.b > 1`.
pub(super) fn from_root(path: &mut Path) -> Option<&mut Path> {
    match path.first()? {
        Item::Root => Some(path),
        Item::Compare(..) => match path.first_mut() {
            Some(Item::Compare(_, left, _)) => from_root(left),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a path is a predicate, which is true, false or unknown, so that it can be a filter.
pub(super) fn is_predicate(path: &Path) -> bool {
    use Item::{And, Compare, Exists, Like, Not, Or, StartsWith, Unknown};
    matches!(
        path.as_slice(),
        [Compare(..)
            | And(..)
            | Or(..)
            | Not(_)
            | Exists(_)
            | Unknown(_)
            | StartsWith(..)
            | Like(..)]
    )
}

#[derive(Clone, Debug, PartialEq)]
enum Tok {
    Sign(&'static str),
    /// With the blanks after it, which an error message shows in its place.
    Word(String, String),
    Variable(String),
    String(String),
    Number(String),
}

const SIGNS: &[&str] = &[
    "==", "!=", "<>", "<=", ">=", "&&", "||", "**", "<", ">", "!", "(", ")", "[", "]", "{", "}",
    "?", "@", "$", ".", ",", "+", "-", "*", "/", "%",
];

/// What can be asked of an item.
const METHODS: &[&str] = &["abs", "size", "type", "floor", "double", "ceiling"];

/// What can be asked of an item in the server, and not here; from the third on only in newer ones.
const LEFT_OUT: &[&str] = &[
    "datetime",
    "keyvalue",
    "bigint",
    "boolean",
    "date",
    "decimal",
    "integer",
    "number",
    "string",
    "time",
    "time_tz",
    "timestamp",
    "timestamp_tz",
];

/// Whether a character can be part of a name; all characters outside ASCII can (`jsonpath_scan.l`).
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_$'`~^;".contains(c) || !c.is_ascii()
}

/// The number at the beginning of a text, in decimal digits, and its length there. `None` for a name that begins with
/// digits: the longest match wins (`jsonpath_scan.l`). `forms`: whether numbers have underscores, and other bases.
fn number(text: &str, forms: bool) -> Result<Option<(String, usize)>> {
    let digits = |from: usize, radix: u32| {
        let bytes = &text.as_bytes()[from..];
        let mut n = 0;
        loop {
            let gap = usize::from(forms && n > 0 && bytes.get(n) == Some(&b'_'));
            match bytes.get(n + gap) {
                Some(c) if char::from(*c).is_digit(radix) => n += gap + 1,
                _ => return n,
            }
        }
    };
    let radix = match text.get(..2).filter(|_| forms).unwrap_or_default() {
        "0x" | "0X" => 16,
        "0o" | "0O" => 8,
        "0b" | "0B" => 2,
        _ => 10,
    };
    let (mut n, mut value) = (0, String::new());
    if radix != 10 && digits(2, radix) > 0 {
        n = 2 + digits(2, radix);
        let Ok(number) = u128::from_str_radix(&text[2..n].replace('_', ""), radix) else {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "a jsonpath with a number this large is not modelled"
            );
        };
        value = number.to_string();
    } else {
        // A zero at the beginning is a number of its own.
        n += if text.starts_with('0') { 1 } else { digits(0, 10) };
        if text[n..].starts_with('.') {
            n += 1 + digits(n + 1, 10);
        }
        n += exponent(&text[n..]);
        value.push_str(&text[..n].replace('_', "").replace(".e", "e").replace(".E", "e"));
    }
    let other = |c: char| is_word(c) && c != '$';
    if let Some(junk) = text[n..].chars().next().filter(|c| other(*c)) {
        let near = &text[..n + junk.len_utf8()];
        if text.find(|c| !other(c)).unwrap_or(text.len()) > near.len() {
            return Ok(None);
        }
        return err!(
            SYNTAX_ERROR,
            "trailing junk after numeric literal at or near \"{near}\" of jsonpath input"
        );
    }
    Ok(Some((value.trim_end_matches('.').to_owned(), n)))
}

/// Reads an escape, which follows its backslash; returns its character and its length (`jsonpath_scan.l`).
fn escaped(text: &str) -> Result<(char, usize)> {
    let hex = |from: usize, n: usize| {
        let digits = text.get(from..from + n)?;
        let all = n > 0 && digits.bytes().all(|c| c.is_ascii_hexdigit());
        if all { u32::from_str_radix(digits, 16).ok() } else { None }
    };
    // A code behind `u`: four digits, or up to six in braces.
    let code = |at: usize| match text.get(at..)?.strip_prefix('{') {
        Some(rest) => {
            let n = rest.find('}').filter(|n| *n <= 6)?;
            Some((hex(at + 1, n)?, n + 2))
        }
        None => Some((hex(at, 4)?, 4)),
    };
    let first = text.chars().next().unwrap_or_default();
    let found = match first {
        'b' => Some(('\u{8}', 1)),
        'f' => Some(('\u{c}', 1)),
        'n' => Some(('\n', 1)),
        'r' => Some(('\r', 1)),
        't' => Some(('\t', 1)),
        'v' => Some(('\u{b}', 1)),
        'x' => hex(1, 2).and_then(char::from_u32).map(|c| (c, 3)),
        'u' => code(1).and_then(|(high, n)| {
            let low = || {
                let behind = text.get(1 + n..)?.starts_with("\\u");
                code(n + 3).filter(|(low, _)| behind && (0xDC00..0xE000).contains(low))
            };
            if !(0xD800..0xDC00).contains(&high) {
                return char::from_u32(high).map(|c| (c, 1 + n));
            }
            let (low, m) = low()?;
            let c = char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))?;
            Some((c, n + m + 3))
        }),
        other => Some((other, other.len_utf8())),
    };
    match found {
        Some((c, n)) if c != '\0' => Ok((c, n)),
        _ => err!(FEATURE_NOT_SUPPORTED, "a jsonpath with a wrong escape is not modelled"),
    }
}

/// Cuts the text of a path into tokens.
fn tokens(text: &str, release: &Release) -> Result<Vec<Tok>> {
    let mut out = Vec::new();
    let mut rest = text;
    'next: while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let word = |s: &str| s.find(|c: char| !is_word(c)).unwrap_or(s.len());
        let variable = c == '$' && rest[1..].starts_with('"');
        if c == '"' || variable {
            let body = &rest[if c == '$' { 2 } else { 1 }..];
            let mut value = String::new();
            let mut chars = body.char_indices();
            while let Some((i, c)) = chars.next() {
                match c {
                    '"' => {
                        rest = &body[i + 1..];
                        out.push(if variable { Tok::Variable(value) } else { Tok::String(value) });
                        continue 'next;
                    }
                    '\\' if i + 1 == body.len() => break,
                    '\\' => {
                        let (c, n) = escaped(&body[i + 1..])?;
                        value.push(c);
                        while chars.clone().next().is_some_and(|(at, _)| at < i + 1 + n) {
                            chars.next();
                        }
                    }
                    c => value.push(c),
                }
            }
            let what = release.path_string_open;
            return err!(SYNTAX_ERROR, "{what} at end of jsonpath input");
        }
        if c == '$'
            && rest[1..].starts_with(|c: char| is_word(c) && c != '$' && !c.is_ascii_digit())
        {
            let n = word(&rest[1..]);
            out.push(Tok::Variable(rest[1..=n].to_string()));
            rest = &rest[n + 1..];
            continue;
        }
        let digit = |s: &str| s.starts_with(|c: char| c.is_ascii_digit());
        if (digit(rest) || rest.strip_prefix('.').is_some_and(digit))
            && let Some((value, n)) = number(rest, release.number_forms)?
        {
            out.push(Tok::Number(value));
            rest = &rest[n..];
            continue;
        }
        if let Some(s) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            out.push(Tok::Sign(s));
            rest = &rest[s.len()..];
            continue;
        }
        let mut n = word(rest);
        let mut name = rest[..n].to_owned();
        while rest[n..].starts_with('\\') && n + 1 < rest.len() {
            let (c, length) = escaped(&rest[n + 1..])?;
            name.push(c);
            n += 1 + length;
            let more = word(&rest[n..]);
            name.push_str(&rest[n..n + more]);
            n += more;
        }
        if n == 0 {
            return err!(SYNTAX_ERROR, "syntax error at or near \"{c}\" of jsonpath input");
        }
        let behind = &rest[n..];
        rest = behind.trim_start();
        let blanks = &behind[..behind.len() - rest.len()];
        out.push(Tok::Word(name, blanks.to_string()));
    }
    Ok(out)
}

/// The length of the exponent at the start of a text; 0 if there is none.
fn exponent(text: &str) -> usize {
    let Some(rest) = text.strip_prefix(['e', 'E']) else { return 0 };
    let digits = rest.strip_prefix(['+', '-']).unwrap_or(rest);
    let n = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    if n == 0 { 0 } else { text.len() - digits.len() + n }
}

struct Parser {
    tokens: Vec<Tok>,
    at: usize,
    left_out: &'static [&'static str],
}

/// Parses a path; also returns whether it is strict.
pub(super) fn parse(text: &str, release: &Release) -> Result<(Path, bool)> {
    let mut p = Parser {
        tokens: tokens(text, release)?,
        at: 0,
        left_out: if release.path_conversions { LEFT_OUT } else { &LEFT_OUT[..2] },
    };
    let strict = p.word("strict");
    if !strict {
        p.word("lax");
    }
    let path = p.or()?;
    if p.at < p.tokens.len() { p.fail() } else { Ok((path, strict)) }
}

impl Parser {
    /// The syntax error at the token at hand.
    fn fail<T>(&self) -> Result<T> {
        let near = match self.tokens.get(self.at) {
            None => return err!(SYNTAX_ERROR, "syntax error at end of jsonpath input"),
            Some(Tok::Sign(s)) => (*s).to_string(),
            Some(Tok::Word(_, blanks)) if blanks.is_empty() => {
                return err!(SYNTAX_ERROR, "syntax error at end of jsonpath input");
            }
            Some(Tok::Word(_, blanks)) => blanks.clone(),
            Some(Tok::Number(s)) => s.clone(),
            Some(Tok::String(_)) => "\"".to_string(),
            Some(Tok::Variable(s)) => format!("${s}"),
        };
        err!(SYNTAX_ERROR, "syntax error at or near \"{near}\" of jsonpath input")
    }
    /// Takes the next token if it is this sign; returns whether it is.
    fn sign(&mut self, s: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Tok::Sign(x)) if *x == s);
        self.at += usize::from(found);
        found
    }
    /// Takes the next token if it is this word; returns whether it is.
    fn word(&mut self, w: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Tok::Word(x, _)) if x == w);
        self.at += usize::from(found);
        found
    }
    /// Takes this sign, or fails.
    fn need(&mut self, s: &str) -> Result<()> {
        if self.sign(s) { Ok(()) } else { self.fail() }
    }
    /// Parses a predicate; anything else is a syntax error.
    fn predicate(&mut self) -> Result<Path> {
        let path = self.or()?;
        if is_predicate(&path) { Ok(path) } else { self.fail() }
    }
    /// Parses a predicate in parentheses, or `exists (...)` (`delimited_predicate`).
    fn delimited(&mut self) -> Result<Path> {
        let exists = self.word("exists");
        self.need("(")?;
        let inner = if exists { vec![Item::Exists(self.or()?)] } else { self.predicate()? };
        self.need(")")?;
        Ok(inner)
    }
    /// Reads predicates with `||` between them.
    fn or(&mut self) -> Result<Path> {
        let mut left = self.and()?;
        while is_predicate(&left) && self.sign("||") {
            let right = self.and()?;
            if !is_predicate(&right) {
                return self.fail();
            }
            left = vec![Item::Or(left, right)];
        }
        Ok(left)
    }
    /// Reads predicates with `&&` between them.
    fn and(&mut self) -> Result<Path> {
        let mut left = self.comparison()?;
        while is_predicate(&left) && self.sign("&&") {
            let right = self.comparison()?;
            if !is_predicate(&right) {
                return self.fail();
            }
            left = vec![Item::And(left, right)];
        }
        Ok(left)
    }
    /// Reads a comparison, or what is stronger.
    fn comparison(&mut self) -> Result<Path> {
        if self.sign("!") {
            return Ok(vec![Item::Not(self.delimited()?)]);
        }
        if matches!(self.tokens.get(self.at), Some(Tok::Word(w, _)) if w == "exists") {
            return self.delimited();
        }
        let left = self.sum()?;
        for op in ["==", "!=", "<>", "<=", ">=", "<", ">"] {
            if self.sign(op) {
                let op = if op == "<>" { "!=" } else { op };
                return Ok(vec![Item::Compare(op, left, self.sum()?)]);
            }
        }
        if is_predicate(&left) && self.word("is") {
            if !self.word("unknown") {
                return self.fail();
            }
            return Ok(vec![Item::Unknown(left)]);
        }
        if self.word("starts") {
            if !self.word("with") {
                return self.fail();
            }
            return Ok(vec![Item::StartsWith(left, self.primary()?)]);
        }
        if self.word("like_regex") {
            let Some(Tok::String(pattern)) = self.tokens.get(self.at).cloned() else {
                return self.fail();
            };
            self.at += 1;
            let mut flags = String::new();
            if self.word("flag") {
                let Some(Tok::String(f)) = self.tokens.get(self.at).cloned() else {
                    return self.fail();
                };
                flags = f;
                self.at += 1;
            }
            return Ok(vec![Item::Like(left, pattern, flags)]);
        }
        Ok(left)
    }
    /// Reads `+` and `-`.
    fn sum(&mut self) -> Result<Path> {
        let mut left = self.product()?;
        loop {
            let op = match () {
                () if self.sign("+") => '+',
                () if self.sign("-") => '-',
                () => return Ok(left),
            };
            left = vec![Item::Arithmetic(op, left, self.product()?)];
        }
    }
    /// Reads `*`, `/` and `%`.
    fn product(&mut self) -> Result<Path> {
        let mut left = self.unary()?;
        loop {
            let op = match () {
                () if self.sign("*") => '*',
                () if self.sign("/") => '/',
                () if self.sign("%") => '%',
                () => return Ok(left),
            };
            left = vec![Item::Arithmetic(op, left, self.unary()?)];
        }
    }
    /// Reads a signed value.
    fn unary(&mut self) -> Result<Path> {
        for (sign, c) in [("-", '-'), ("+", '+')] {
            if self.sign(sign) {
                return Ok(vec![Item::Signed(c, self.unary()?)]);
            }
        }
        self.accessors()
    }
    /// Reads what a path begins with: `$`, `@`, a variable, a literal or parentheses.
    fn primary(&mut self) -> Result<Path> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        Ok(vec![match token {
            Some(Tok::Sign("$")) => Item::Root,
            Some(Tok::Sign("@")) => Item::Current,
            Some(Tok::Variable(v)) => Item::Variable(v),
            Some(Tok::Number(n)) => Item::Number(n),
            Some(Tok::String(s)) => Item::String(s),
            Some(Tok::Word(w, _)) => match w.as_str() {
                "null" => Item::Null,
                "true" => Item::Bool(true),
                "false" => Item::Bool(false),
                "last" => Item::Last,
                _ => {
                    self.at -= 1;
                    return self.fail();
                }
            },
            Some(Tok::Sign("(")) => {
                let inner = self.or()?;
                self.need(")")?;
                return Ok(inner);
            }
            _ => {
                self.at -= 1;
                return self.fail();
            }
        }])
    }
    /// Reads a value with its accessors: `.key`, `[0]`, `.method()`, filters.
    fn accessors(&mut self) -> Result<Path> {
        let mut path = self.primary()?;
        loop {
            path.push(if self.sign(".") {
                if self.sign("**") {
                    let (mut from, mut to) = (0, u32::MAX);
                    if self.sign("{") {
                        from = self.level()?;
                        to = if self.word("to") { self.level()? } else { from };
                        self.need("}")?;
                    }
                    Item::Deep(from, to)
                } else if self.sign("*") {
                    Item::AnyKey
                } else {
                    self.member()?
                }
            } else if self.sign("[") {
                if self.sign("*") {
                    self.need("]")?;
                    Item::AnyElement
                } else {
                    Item::Elements(self.subscripts()?)
                }
            } else if self.sign("?") {
                self.need("(")?;
                let condition = self.predicate()?;
                self.need(")")?;
                Item::Filter(condition)
            } else {
                return Ok(path);
            });
        }
    }
    /// Parses a key or a method after a point.
    fn member(&mut self) -> Result<Item> {
        let name = match self.tokens.get(self.at) {
            Some(Tok::Word(w, _) | Tok::String(w)) => w.clone(),
            _ => return self.fail(),
        };
        let quoted = matches!(self.tokens.get(self.at), Some(Tok::String(_)));
        self.at += 1;
        if quoted || !self.sign("(") {
            return Ok(Item::Key(name));
        }
        if self.left_out.contains(&name.as_str()) {
            return err!(FEATURE_NOT_SUPPORTED, "jsonpath item method .{name}() is not modelled");
        }
        if !METHODS.contains(&name.as_str()) {
            self.at -= 1;
            return self.fail();
        }
        self.need(")")?;
        Ok(Item::Method(name))
    }
    /// Parses the subscripts between brackets: for each its first element, and its last after `to`.
    fn subscripts(&mut self) -> Result<Vec<(Path, Option<Path>)>> {
        let mut list = Vec::new();
        loop {
            let from = self.sum()?;
            let to = if self.word("to") { Some(self.sum()?) } else { None };
            list.push((from, to));
            if !self.sign(",") {
                break;
            }
        }
        self.need("]")?;
        Ok(list)
    }
    /// Reads a level of `.**{...}`.
    fn level(&mut self) -> Result<u32> {
        let found = match self.tokens.get(self.at) {
            Some(Tok::Number(n)) => n.parse().unwrap_or(u32::MAX),
            Some(Tok::Word(w, _)) if w == "last" => u32::MAX,
            _ => return self.fail(),
        };
        self.at += 1;
        Ok(found)
    }
}
