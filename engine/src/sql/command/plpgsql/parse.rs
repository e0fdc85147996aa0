//! The text of a block as statements (`pl_gram.y`).

use crate::error::{PgError, Result, SqlState};

/// A word, sign or literal of the text, and where it lies.
#[derive(Clone, Debug)]
pub struct Token {
    /// Lower case when it is a word.
    pub text: String,
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
}

/// The tokens; comments and blanks are left out.
pub fn tokens(text: &str) -> Vec<Token> {
    let b = text.as_bytes();
    let mut out = Vec::new();
    let mut i = 0;
    let word = |c: u8| c.is_ascii_alphanumeric() || c == b'_' || c >= 0x80;
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
            i = text[i..].find("*/").map_or(b.len(), |n| i + n + 2);
            continue;
        }
        if c == b'\'' || c == b'"' {
            i += 1;
            while i < b.len() && b[i] != c {
                i += 1;
            }
            i = (i + 1).min(b.len());
        } else if c == b'$'
            && text[i + 1..].find('$').is_some_and(|n| b[i + 1..i + 1 + n].iter().all(|&c| word(c)))
        {
            let tag = i + 2 + text[i + 1..].find('$').unwrap_or(0);
            let quote = text[i..tag].to_string();
            i = text[tag..].find(&quote).map_or(b.len(), |n| tag + n + quote.len());
        } else if c.is_ascii_digit() {
            while i < b.len()
                && (b[i].is_ascii_digit() || b[i] == b'.' && b.get(i + 1) != Some(&b'.'))
            {
                i += 1;
            }
        } else if word(c) {
            while i < b.len() && (word(b[i]) || b[i] == b'$') {
                i += 1;
            }
        } else if b[i..].starts_with(b":=")
            || b[i..].starts_with(b"..")
            || b[i..].starts_with(b"::")
        {
            i += 2;
        } else {
            i += text[i..].chars().next().map_or(1, char::len_utf8);
        }
        out.push(Token { text: text[start..i].to_ascii_lowercase(), start, end: i });
    }
    out
}

/// A statement, and the byte it begins at.
#[derive(Debug)]
pub struct Stmt {
    pub at: usize,
    pub kind: Kind,
}

/// The statements of the language.
#[derive(Debug)]
pub enum Kind {
    Null,
    Assign {
        variable: String,
        value: String,
    },
    If {
        branches: Vec<(String, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    Loop {
        label: Option<String>,
        condition: Option<String>,
        body: Vec<Stmt>,
    },
    ForInteger {
        label: Option<String>,
        variable: String,
        reverse: bool,
        from: String,
        to: String,
        by: Option<String>,
        body: Vec<Stmt>,
    },
    ForQuery {
        label: Option<String>,
        variables: Vec<String>,
        query: String,
        body: Vec<Stmt>,
    },
    Exit {
        next: bool,
        label: Option<String>,
        when: Option<String>,
    },
    Return,
    Raise {
        level: String,
        format: String,
        values: Vec<String>,
    },
    Perform(String),
    Execute {
        query: String,
        using: Vec<String>,
    },
    Sql {
        text: String,
        into: Vec<String>,
    },
    Block(Box<Block>),
}

/// A variable's declaration.
#[derive(Debug)]
pub struct Declaration {
    pub name: String,
    pub type_name: String,
    pub value: Option<String>,
}

/// `DECLARE ... BEGIN ... END`
#[derive(Debug, Default)]
pub struct Block {
    pub declarations: Vec<Declaration>,
    pub body: Vec<Stmt>,
}

/// What is not modelled, or not understood.
pub fn refuse(what: &str) -> Box<PgError> {
    PgError::new(SqlState::FEATURE_NOT_SUPPORTED, format!("PL/pgSQL: {what} is not modelled"))
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
}

/// Parses a body.
///
/// # Errors
/// 42601 for what is no block, 0A000 for what is not modelled.
pub fn parse(text: &str) -> Result<Block> {
    let mut p = Parser { text, tokens: tokens(text), at: 0 };
    let block = p.block()?;
    p.take(";");
    match p.tokens.get(p.at) {
        None => Ok(block),
        Some(_) => Err(p.unexpected()),
    }
}

impl Parser<'_> {
    fn word(&self) -> &str {
        self.tokens.get(self.at).map_or("", |t| &t.text)
    }
    fn ahead(&self, n: usize) -> &str {
        self.tokens.get(self.at + n).map_or("", |t| &t.text)
    }
    fn take(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        self.at += usize::from(found);
        found
    }
    fn unexpected(&self) -> Box<PgError> {
        let message = match self.tokens.get(self.at) {
            Some(t) => format!("syntax error at or near \"{}\"", &self.text[t.start..t.end]),
            None => "syntax error at end of input".to_string(),
        };
        PgError::new(SqlState::SYNTAX_ERROR, message)
    }
    fn expect(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected()) }
    }
    fn name(&mut self) -> Result<String> {
        let Some(t) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
        let name = t.text.trim_matches('"').to_string();
        self.at += 1;
        Ok(name)
    }
    /// The text up to one of these words outside parentheses and CASE.
    fn until(&mut self, stops: &[&str]) -> Result<String> {
        let begin = self.tokens.get(self.at).map_or(self.text.len(), |t| t.start);
        let mut end = begin;
        let (mut depth, mut cases) = (0i32, 0i32);
        while let Some(t) = self.tokens.get(self.at) {
            if depth == 0 && cases == 0 && stops.contains(&t.text.as_str()) {
                return Ok(self.text[begin..end].to_string());
            }
            match t.text.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "case" => cases += 1,
                "end" if cases > 0 => cases -= 1,
                _ => {}
            }
            end = t.end;
            self.at += 1;
        }
        Err(self.unexpected())
    }
    fn list(&mut self) -> Result<Vec<String>> {
        let mut all = Vec::new();
        while self.take(",") {
            all.push(self.until(&[",", ";"])?);
        }
        Ok(all)
    }

    fn block(&mut self) -> Result<Block> {
        let mut block = Block::default();
        if self.take("declare") {
            while self.word() != "begin" {
                let name = self.name()?;
                self.take("constant");
                let type_name = self.until(&[":=", "=", "default", "not", ";"])?;
                if self.take("not") {
                    self.expect("null")?;
                }
                let given = self.take(":=") || self.take("=") || self.take("default");
                let value = if given { Some(self.until(&[";"])?) } else { None };
                self.expect(";")?;
                block.declarations.push(Declaration { name, type_name, value });
            }
        }
        self.expect("begin")?;
        block.body = self.statements(&["end", "exception"])?;
        if self.word() == "exception" {
            return Err(refuse("EXCEPTION"));
        }
        self.expect("end")?;
        Ok(block)
    }

    fn statements(&mut self, ends: &[&str]) -> Result<Vec<Stmt>> {
        let mut all = Vec::new();
        while !ends.contains(&self.word()) {
            let Some(t) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
            let at = t.start;
            all.push(Stmt { at, kind: self.statement()? });
        }
        Ok(all)
    }

    fn loop_body(&mut self) -> Result<Vec<Stmt>> {
        self.expect("loop")?;
        let body = self.statements(&["end"])?;
        self.expect("end")?;
        self.expect("loop")?;
        if self.word() != ";" {
            self.name()?;
        }
        self.expect(";")?;
        Ok(body)
    }

    fn statement(&mut self) -> Result<Kind> {
        let mut label = None;
        if self.word() == "<" && self.ahead(1) == "<" {
            self.at += 2;
            label = Some(self.name()?);
            self.expect(">")?;
            self.expect(">")?;
        }
        let word = self.word().to_string();
        let kind = match word.as_str() {
            "null" if self.ahead(1) == ";" => {
                self.at += 1;
                Kind::Null
            }
            "declare" | "begin" => {
                let block = self.block()?;
                Kind::Block(Box::new(block))
            }
            "if" => {
                self.at += 1;
                let mut branches = Vec::new();
                loop {
                    let condition = self.until(&["then"])?;
                    self.expect("then")?;
                    branches
                        .push((condition, self.statements(&["elsif", "elseif", "else", "end"])?));
                    if !self.take("elsif") && !self.take("elseif") {
                        break;
                    }
                }
                let otherwise = if self.take("else") { self.statements(&["end"])? } else { vec![] };
                self.expect("end")?;
                self.expect("if")?;
                Kind::If { branches, otherwise }
            }
            "loop" => return Ok(Kind::Loop { label, condition: None, body: self.loop_body()? }),
            "while" => {
                self.at += 1;
                let condition = Some(self.until(&["loop"])?);
                return Ok(Kind::Loop { label, condition, body: self.loop_body()? });
            }
            "for" => {
                self.at += 1;
                let mut variables = vec![self.name()?];
                while self.take(",") {
                    variables.push(self.name()?);
                }
                self.expect("in")?;
                let reverse = self.take("reverse");
                if matches!(self.word(), "execute" | "foreach") {
                    return Err(refuse("FOR over EXECUTE"));
                }
                let first = self.until(&["..", "loop"])?;
                if !self.take("..") {
                    return Ok(Kind::ForQuery {
                        label,
                        variables,
                        query: first,
                        body: self.loop_body()?,
                    });
                }
                let to = self.until(&["by", "loop"])?;
                let by = if self.take("by") { Some(self.until(&["loop"])?) } else { None };
                let variable = variables.remove(0);
                let body = self.loop_body()?;
                return Ok(Kind::ForInteger {
                    label,
                    variable,
                    reverse,
                    from: first,
                    to,
                    by,
                    body,
                });
            }
            "exit" | "continue" => {
                self.at += 1;
                let label =
                    if matches!(self.word(), ";" | "when") { None } else { Some(self.name()?) };
                let when = if self.take("when") { Some(self.until(&[";"])?) } else { None };
                Kind::Exit { next: word == "continue", label, when }
            }
            "return" => {
                self.at += 1;
                self.until(&[";"])?;
                Kind::Return
            }
            "raise" => {
                self.at += 1;
                let levels = ["debug", "log", "info", "notice", "warning", "exception"];
                let level =
                    if levels.contains(&self.word()) { self.name()? } else { "exception".into() };
                let Some(t) = self.tokens.get(self.at).filter(|t| t.text.starts_with('\'')) else {
                    return Err(refuse("RAISE without a format"));
                };
                let mut format = String::new();
                let mut end = t.start;
                // 'it''s' comes as two literals side by side.
                while let Some(t) = self.tokens.get(self.at).filter(|t| t.text.starts_with('\'')) {
                    if t.start != end {
                        break;
                    }
                    if !format.is_empty() {
                        format.push('\'');
                    }
                    format.push_str(&self.text[t.start + 1..t.end - 1]);
                    end = t.end;
                    self.at += 1;
                }
                let values = self.list()?;
                if self.word() == "using" {
                    return Err(refuse("RAISE ... USING"));
                }
                Kind::Raise { level, format, values }
            }
            "perform" => {
                self.at += 1;
                Kind::Perform(self.until(&[";"])?)
            }
            "execute" => {
                self.at += 1;
                let query = self.until(&[";", "using", "into"])?;
                if self.word() == "into" {
                    return Err(refuse("EXECUTE ... INTO"));
                }
                let mut using = Vec::new();
                if self.take("using") {
                    using.push(self.until(&[",", ";"])?);
                    using.extend(self.list()?);
                }
                Kind::Execute { query, using }
            }
            "commit" | "rollback" | "call" | "open" | "fetch" | "close" | "get" | "case"
            | "foreach" | "assert" => {
                return Err(refuse(&word.to_uppercase()));
            }
            _ if matches!(self.ahead(1), ":=" | "=") => {
                let variable = self.name()?;
                self.at += 1;
                Kind::Assign { variable, value: self.until(&[";"])? }
            }
            _ => self.sql()?,
        };
        self.expect(";")?;
        Ok(kind)
    }

    /// SQL up to the semicolon; `INTO a, b` is taken out.
    fn sql(&mut self) -> Result<Kind> {
        let returns = matches!(self.word(), "select" | "insert" | "update" | "delete" | "with");
        let mut text = String::new();
        let mut into = Vec::new();
        let mut begin = self.tokens.get(self.at).map_or(0, |t| t.start);
        loop {
            self.until(&["into", ";"])?;
            let Some(stop) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
            let (start, end) = (stop.start, stop.end);
            let before = self.at.checked_sub(1).and_then(|n| self.tokens.get(n));
            if stop.text == ";" {
                text.push_str(self.text[begin..start].trim_end());
                return Ok(Kind::Sql { text, into });
            }
            self.at += 1;
            if !returns || before.is_some_and(|t| t.text == "insert") {
                text.push_str(&self.text[begin..end]);
                begin = end;
                continue;
            }
            text.push_str(&self.text[begin..start]);
            self.take("strict");
            into.push(self.name()?);
            while self.take(",") {
                into.push(self.name()?);
            }
            begin = self.tokens.get(self.at).map_or(self.text.len(), |t| t.start);
        }
    }
}
