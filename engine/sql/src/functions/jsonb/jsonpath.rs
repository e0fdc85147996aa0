//! SQL/JSON paths: `$.a[*] ? (@.b > 1)` (`jsonpath_gram.y`).

use storage::err;
use storage::error::Result;

/// A step, an operation, or a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Path {
    Root,
    Current,
    Variable(String),
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Key(Box<Path>, String),
    AnyKey(Box<Path>),
    /// `.**`, `.**{from to to}`
    Deep(Box<Path>, u32, u32),
    AnyElement(Box<Path>),
    Elements(Box<Path>, Vec<(Path, Option<Path>)>),
    Last,
    Filter(Box<Path>, Box<Path>),
    Method(Box<Path>, String),
    Negative(Box<Path>),
    Arithmetic(char, Box<Path>, Box<Path>),
    Compare(&'static str, Box<Path>, Box<Path>),
    And(Box<Path>, Box<Path>),
    Or(Box<Path>, Box<Path>),
    Not(Box<Path>),
    Exists(Box<Path>),
    Unknown(Box<Path>),
    StartsWith(Box<Path>, Box<Path>),
    Like(Box<Path>, String, String),
}

impl Path {
    /// The parts of it, the one that comes first first.
    fn parts(&self) -> Vec<&Path> {
        match self {
            Path::Root
            | Path::Current
            | Path::Variable(_)
            | Path::Null
            | Path::Bool(_)
            | Path::Number(_)
            | Path::String(_)
            | Path::Last => Vec::new(),
            Path::Elements(inner, list) => {
                let ends = list.iter().flat_map(|(from, to)| Some(from).into_iter().chain(to));
                [&**inner].into_iter().chain(ends).collect()
            }
            Path::Key(inner, _)
            | Path::AnyKey(inner)
            | Path::Deep(inner, ..)
            | Path::AnyElement(inner)
            | Path::Method(inner, _)
            | Path::Negative(inner)
            | Path::Not(inner)
            | Path::Exists(inner)
            | Path::Unknown(inner)
            | Path::Like(inner, ..) => vec![inner],
            Path::Filter(a, b)
            | Path::Arithmetic(_, a, b)
            | Path::Compare(_, a, b)
            | Path::And(a, b)
            | Path::Or(a, b)
            | Path::StartsWith(a, b) => vec![a, b],
        }
    }

    /// How often it begins at the document.
    pub(super) fn roots(&self) -> usize {
        match self {
            Path::Root => 1,
            other => other.parts().into_iter().map(Path::roots).sum(),
        }
    }

    /// The step of an accessor's beginning that is taken from the document, as in `$.a` of
    /// `$.a.b[*]`.
    pub(super) fn first_step(&mut self) -> Option<&mut Path> {
        if let Path::Key(inner, _) | Path::Elements(inner, _) = self
            && **inner == Path::Root
        {
            return Some(self);
        }
        match self {
            Path::Key(inner, _)
            | Path::AnyKey(inner)
            | Path::Deep(inner, ..)
            | Path::AnyElement(inner)
            | Path::Elements(inner, _)
            | Path::Filter(inner, _)
            | Path::Method(inner, _)
            | Path::Compare(_, inner, _) => inner.first_step(),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Tok {
    Sign(&'static str),
    Word(String),
    Variable(String),
    String(String),
    Number(String),
}

const SIGNS: &[&str] = &[
    "==", "!=", "<>", "<=", ">=", "&&", "||", "**", "<", ">", "!", "(", ")", "[", "]", "{", "}",
    "?", "@", "$", ".", ",", "+", "-", "*", "/", "%",
];

fn tokens(text: &str) -> Result<Vec<Tok>> {
    let mut out = Vec::new();
    let mut rest = text;
    'next: while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        let word = |s: &str| {
            s.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')).unwrap_or(s.len())
        };
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
                    '\\' => match chars.next() {
                        Some((_, 'n')) => value.push('\n'),
                        Some((_, 't')) => value.push('\t'),
                        Some((_, other)) => value.push(other),
                        None => break,
                    },
                    c => value.push(c),
                }
            }
            return err!(SYNTAX_ERROR, "unterminated quoted string at end of jsonpath input");
        }
        if c == '$' && rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '_') {
            let n = word(&rest[1..]);
            out.push(Tok::Variable(rest[1..=n].to_string()));
            rest = &rest[n + 1..];
            continue;
        }
        if c.is_ascii_digit() {
            let mut n = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            let tail = &rest.as_bytes()[n..];
            if tail.first() == Some(&b'.') && tail.get(1).is_some_and(u8::is_ascii_digit) {
                n += 1 + rest[n + 1..]
                    .find(|c: char| !c.is_ascii_digit())
                    .unwrap_or(rest.len() - n - 1);
            }
            out.push(Tok::Number(rest[..n].to_string()));
            rest = &rest[n..];
            continue;
        }
        if let Some(s) = SIGNS.iter().find(|s| rest.starts_with(**s)) {
            out.push(Tok::Sign(s));
            rest = &rest[s.len()..];
            continue;
        }
        let n = word(rest);
        if n == 0 {
            return err!(SYNTAX_ERROR, "syntax error at or near \"{c}\" of jsonpath input");
        }
        out.push(Tok::Word(rest[..n].to_string()));
        rest = &rest[n..];
    }
    Ok(out)
}

struct Parser {
    tokens: Vec<Tok>,
    at: usize,
}

/// A path, and whether it is strict.
pub(super) fn parse(text: &str) -> Result<(Path, bool)> {
    let mut p = Parser { tokens: tokens(text)?, at: 0 };
    let strict = p.word("strict");
    if !strict {
        p.word("lax");
    }
    let path = p.or()?;
    if p.at < p.tokens.len() { p.fail() } else { Ok((path, strict)) }
}

impl Parser {
    fn fail<T>(&self) -> Result<T> {
        let near = match self.tokens.get(self.at) {
            None => return err!(SYNTAX_ERROR, "syntax error at end of jsonpath input"),
            Some(Tok::Sign(s)) => (*s).to_string(),
            Some(Tok::Word(s) | Tok::Number(s) | Tok::String(s)) => s.clone(),
            Some(Tok::Variable(s)) => format!("${s}"),
        };
        err!(SYNTAX_ERROR, "syntax error at or near \"{near}\" of jsonpath input")
    }
    fn sign(&mut self, s: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Tok::Sign(x)) if *x == s);
        self.at += usize::from(found);
        found
    }
    fn word(&mut self, w: &str) -> bool {
        let found = matches!(self.tokens.get(self.at), Some(Tok::Word(x)) if x == w);
        self.at += usize::from(found);
        found
    }
    fn need(&mut self, s: &str) -> Result<()> {
        if self.sign(s) { Ok(()) } else { self.fail() }
    }
    fn or(&mut self) -> Result<Path> {
        let mut left = self.and()?;
        while self.sign("||") {
            left = Path::Or(Box::new(left), Box::new(self.and()?));
        }
        Ok(left)
    }
    fn and(&mut self) -> Result<Path> {
        let mut left = self.comparison()?;
        while self.sign("&&") {
            left = Path::And(Box::new(left), Box::new(self.comparison()?));
        }
        Ok(left)
    }
    fn comparison(&mut self) -> Result<Path> {
        if self.sign("!") {
            return Ok(Path::Not(Box::new(self.comparison()?)));
        }
        if self.word("exists") {
            self.need("(")?;
            let inner = self.or()?;
            self.need(")")?;
            return Ok(Path::Exists(Box::new(inner)));
        }
        let left = self.sum()?;
        for op in ["==", "!=", "<>", "<=", ">=", "<", ">"] {
            if self.sign(op) {
                let op = if op == "<>" { "!=" } else { op };
                return Ok(Path::Compare(op, Box::new(left), Box::new(self.sum()?)));
            }
        }
        if self.word("is") {
            if !self.word("unknown") {
                return self.fail();
            }
            return Ok(Path::Unknown(Box::new(left)));
        }
        if self.word("starts") {
            if !self.word("with") {
                return self.fail();
            }
            return Ok(Path::StartsWith(Box::new(left), Box::new(self.primary()?)));
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
            return Ok(Path::Like(Box::new(left), pattern, flags));
        }
        Ok(left)
    }
    fn sum(&mut self) -> Result<Path> {
        let mut left = self.product()?;
        loop {
            let op = match () {
                () if self.sign("+") => '+',
                () if self.sign("-") => '-',
                () => return Ok(left),
            };
            left = Path::Arithmetic(op, Box::new(left), Box::new(self.product()?));
        }
    }
    fn product(&mut self) -> Result<Path> {
        let mut left = self.unary()?;
        loop {
            let op = match () {
                () if self.sign("*") => '*',
                () if self.sign("/") => '/',
                () if self.sign("%") => '%',
                () => return Ok(left),
            };
            left = Path::Arithmetic(op, Box::new(left), Box::new(self.unary()?));
        }
    }
    fn unary(&mut self) -> Result<Path> {
        if self.sign("-") {
            return Ok(Path::Negative(Box::new(self.unary()?)));
        }
        if self.sign("+") {
            return self.unary();
        }
        self.accessors()
    }
    fn primary(&mut self) -> Result<Path> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        Ok(match token {
            Some(Tok::Sign("$")) => Path::Root,
            Some(Tok::Sign("@")) => Path::Current,
            Some(Tok::Variable(v)) => Path::Variable(v),
            Some(Tok::Number(n)) => Path::Number(n),
            Some(Tok::String(s)) => Path::String(s),
            Some(Tok::Word(w)) => match w.as_str() {
                "null" => Path::Null,
                "true" => Path::Bool(true),
                "false" => Path::Bool(false),
                "last" => Path::Last,
                _ => {
                    self.at -= 1;
                    return self.fail();
                }
            },
            Some(Tok::Sign("(")) => {
                let inner = self.or()?;
                self.need(")")?;
                inner
            }
            _ => {
                self.at -= 1;
                return self.fail();
            }
        })
    }
    fn accessors(&mut self) -> Result<Path> {
        let mut p = self.primary()?;
        loop {
            if self.sign(".") {
                if self.sign("**") {
                    let (mut from, mut to) = (0, u32::MAX);
                    if self.sign("{") {
                        from = self.level()?;
                        to = if self.word("to") { self.level()? } else { from };
                        self.need("}")?;
                    }
                    p = Path::Deep(Box::new(p), from, to);
                } else if self.sign("*") {
                    p = Path::AnyKey(Box::new(p));
                } else {
                    let name = match self.tokens.get(self.at) {
                        Some(Tok::Word(w) | Tok::String(w)) => w.clone(),
                        _ => return self.fail(),
                    };
                    let quoted = matches!(self.tokens.get(self.at), Some(Tok::String(_)));
                    self.at += 1;
                    if !quoted && self.sign("(") {
                        if matches!(name.as_str(), "datetime" | "keyvalue") {
                            return err!(
                                FEATURE_NOT_SUPPORTED,
                                "jsonpath item method .{name}() is not modelled"
                            );
                        }
                        self.need(")")?;
                        p = Path::Method(Box::new(p), name);
                    } else {
                        p = Path::Key(Box::new(p), name);
                    }
                }
            } else if self.sign("[") {
                if self.sign("*") {
                    self.need("]")?;
                    p = Path::AnyElement(Box::new(p));
                    continue;
                }
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
                p = Path::Elements(Box::new(p), list);
            } else if self.sign("?") {
                self.need("(")?;
                let inner = self.or()?;
                self.need(")")?;
                p = Path::Filter(Box::new(p), Box::new(inner));
            } else {
                return Ok(p);
            }
        }
    }
    fn level(&mut self) -> Result<u32> {
        let found = match self.tokens.get(self.at) {
            Some(Tok::Number(n)) => n.parse().unwrap_or(u32::MAX),
            Some(Tok::Word(w)) if w == "last" => u32::MAX,
            _ => return self.fail(),
        };
        self.at += 1;
        Ok(found)
    }
}
