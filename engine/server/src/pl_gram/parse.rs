//! The text of a body as blocks (`pl_gram.y`): declarations, expressions, handlers; the statements
//! are in [`super::statement`]. SQL in it is parsed too, so that its syntax errors come when the
//! function is made.

use super::conditions::{is_state, states_named};
use super::lex::{Token, tokens};
use super::tree::{Block, Declaration, Sql, Stmt, Target};
use sql::analyze::CreatedFunction;
use std::rc::Rc;
use storage::error::{PgError, Result, SqlState};
use storage::types::oid;
use storage::versions::Release;

/// The words that are no names (`pl_reserved_kwlist.h`).
const RESERVED: &[&str] = &[
    "all", "begin", "by", "case", "declare", "else", "end", "execute", "for", "foreach", "from",
    "if", "in", "into", "loop", "not", "null", "or", "strict", "then", "to", "using", "when",
    "while",
];

pub(super) struct Parser<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    /// Variables and labels so far, and whether they keep their value.
    pub(super) known: Vec<(String, bool)>,
    /// The labels of what is open, and whether it is a loop.
    pub(super) open: Vec<(Option<String>, bool)>,
    /// Whose body it is.
    pub(super) function: &'a str,
    /// The release of the server.
    pub(super) release: &'static Release,
    /// What it returns.
    pub(super) returns: Returns,
    /// All declarations so far.
    declared: Vec<Rc<Declaration>>,
}

/// What the grammar asks of a function's result.
#[derive(Clone, Copy)]
pub(super) struct Returns {
    pub(super) set: bool,
    pub(super) nothing: bool,
    pub(super) out: bool,
    pub(super) procedure: bool,
}

/// Parses the body of a function with these variables. Positions in errors are offsets in the body.
pub(crate) fn parse(
    text: &str,
    function: &CreatedFunction,
    variables: Vec<String>,
    release: &'static Release,
) -> Result<Block> {
    let mut known: Vec<(String, bool)> = variables.into_iter().map(|v| (v, false)).collect();
    known.push((function.name.clone(), false));
    let returns = Returns {
        set: function.returns_set,
        nothing: function.ret == oid::VOID,
        out: !function.out.is_empty(),
        procedure: function.procedure,
    };
    let (tokens, open) = (tokens(text), Vec::new());
    let function = &*function.name;
    let mut p = Parser {
        text,
        tokens,
        at: 0,
        known,
        open,
        function,
        returns,
        release,
        declared: Vec::new(),
    };
    p.options()?;
    let label = p.label()?;
    let mut block = p.block(label)?;
    block.declared = std::mem::take(&mut p.declared);
    p.take(";");
    match p.tokens.get(p.at) {
        None => Ok(block),
        Some(_) => Err(p.unexpected()),
    }
}

impl Parser<'_> {
    /// Reads the options in front of a body, `#variable_conflict error`: those that say what holds without them
    /// (`comp_options`). Others are refused.
    fn options(&mut self) -> Result<()> {
        while self.word() == "#" {
            let word = |n: usize| self.tokens.get(self.at + n).map_or("", |t| t.text.as_str());
            let usual = [("variable_conflict", "error"), ("print_strict_params", "off")];
            let is_usual = usual.iter().any(|(option, value)| {
                word(1).eq_ignore_ascii_case(option) && word(2).eq_ignore_ascii_case(value)
            });
            if !is_usual {
                let text = format!("#{} is not modelled", word(1));
                return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text));
            }
            self.at += 3;
        }
        Ok(())
    }

    /// The current token.
    pub(super) fn word(&self) -> &str {
        self.tokens.get(self.at).map_or("", |t| &t.text)
    }
    /// The token `n` places after the current one.
    pub(super) fn ahead(&self, n: usize) -> &str {
        self.tokens.get(self.at + n).map_or("", |t| &t.text)
    }
    /// Takes the current token if it is this word; returns whether it is.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        self.at += usize::from(found);
        found
    }
    /// Where the current token starts.
    pub(super) fn place(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |t| t.start)
    }
    /// The line of the current token.
    pub(super) fn line(&self) -> usize {
        let at = self.tokens.get(self.at).map_or(self.text.len(), |t| t.start);
        self.text[..at].matches('\n').count() + 1
    }
    /// The syntax error at the current token.
    pub(super) fn unexpected(&self) -> Box<PgError> {
        match self.tokens.get(self.at) {
            Some(t) => PgError::new(
                SqlState::SYNTAX_ERROR,
                format!("syntax error at or near \"{}\"", &self.text[t.start..t.end]),
            )
            .at(t.start),
            None => {
                // What the scanner found no end of (`scan.l`).
                let last = self.tokens.last().filter(|t| t.end == self.text.len());
                let start = last.map_or(0, |t| t.start);
                let rest = &self.text[self.tokens.last().map_or(0, |t| t.end)..];
                let comment = rest.find("/*").filter(|_| !rest.contains("*/"));
                let (text, at) = match comment {
                    Some(n) => ("unterminated /* comment", self.text.len() - rest.len() + n),
                    None if self.text[start..].starts_with('\'') && !self.text.ends_with('\'') => {
                        ("unterminated quoted string", start)
                    }
                    None => {
                        let text = "syntax error at end of input";
                        return PgError::new(SqlState::SYNTAX_ERROR, text).at(self.text.len());
                    }
                };
                let text = format!("{text} at or near \"{}\"", &self.text[at..]);
                PgError::new(SqlState::SYNTAX_ERROR, text).at(at)
            }
        }
    }
    /// Parses the name of a condition, which must be known (`plpgsql_parse_err_condition`). `caught`: it is that of a
    /// handler, for which OTHERS is one too.
    pub(super) fn condition(&mut self, caught: bool) -> Result<String> {
        let name = self.name()?;
        if caught && name == "others" || states_named(&name).next().is_some() {
            return Ok(name);
        }
        let place = super::compilation(self.function, self.line());
        let text = format!("unrecognized exception condition \"{name}\"");
        Err(PgError::new(SqlState::UNDEFINED_OBJECT, text).context(place))
    }
    /// Parses what stands after SQLSTATE: a literal of five characters.
    pub(super) fn sqlstate(&mut self) -> Result<String> {
        let Some(token) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
        let written = &self.text[token.start..token.end];
        if !written.starts_with('\'') {
            return Err(self.unexpected());
        }
        let state = written.trim_matches('\'').to_string();
        if !is_state(&state) {
            let text = format!("invalid SQLSTATE code at or near \"{written}\"");
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(token.start));
        }
        self.at += 1;
        Ok(state)
    }
    /// Consumes this word; a syntax error if the current token is another.
    pub(super) fn expect(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected()) }
    }
    /// Parses a name.
    pub(super) fn name(&mut self) -> Result<String> {
        match self.tokens.get(self.at) {
            Some(t)
                if t.word && !RESERVED.contains(&&*t.text)
                    || self.text[t.start..].starts_with('"') =>
            {
                let name = t.text.clone();
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected()),
        }
    }
    /// Parses a label `<<name>>`, if there is one.
    pub(super) fn label(&mut self) -> Result<Option<String>> {
        if !self.take("<<") {
            return Ok(None);
        }
        let name = self.name()?;
        self.expect(">>")?;
        self.known.push((name.clone(), false));
        Ok(Some(name))
    }
    /// Reads SQL text up to one of these words, outside parentheses and CASE; returns the text and
    /// its offset.
    pub(super) fn until(&mut self, stops: &[&str]) -> Result<(String, usize)> {
        let begin = self.tokens.get(self.at).map_or(self.text.len(), |t| t.start);
        let mut end = begin;
        let plain = stops[0] == "into";
        let (mut depth, mut cases) = (0i32, 0i32);
        while let Some(t) = self.tokens.get(self.at) {
            if depth == 0 && cases == 0 && stops.contains(&t.text.as_str()) {
                return Ok((self.text[begin..end].to_string(), begin));
            }
            match t.text.as_str() {
                ";" if !plain => return Err(self.cut_short(depth > 0, stops)),
                "(" | "[" => depth += 1,
                ")" | "]" if depth == 0 && !plain => {
                    let text = format!("mismatched parentheses at or near \"{}\"", t.text);
                    return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(t.start));
                }
                ")" | "]" => depth -= 1,
                "case" => cases += 1,
                "end" if cases > 0 => cases -= 1,
                _ => {}
            }
            end = t.end;
            self.at += 1;
        }
        let mut e = self.unexpected();
        if plain {
            e.message =
                e.message.replacen("syntax error", "unexpected end of function definition", 1);
        }
        Err(e)
    }
    /// The error for a semicolon inside an expression (`read_sql_construct`). `parenthesis`: a
    /// parenthesis is still open.
    pub(super) fn cut_short(&self, parenthesis: bool, stops: &[&str]) -> Box<PgError> {
        let text = match stops.last().copied() {
            _ if parenthesis => "mismatched parentheses at or near \";\"".to_string(),
            Some(stop @ ("then" | "loop" | "when")) => {
                format!("missing \"{}\" at end of SQL expression", stop.to_ascii_uppercase())
            }
            _ => return self.unexpected(),
        };
        PgError::new(SqlState::SYNTAX_ERROR, text).at(self.tokens[self.at].start)
    }
    /// Parses SQL text at a position of the body: an expression, or a statement.
    pub(super) fn sql(&mut self, text: String, at: usize, expression: bool) -> Result<Sql> {
        if text.is_empty() {
            return Err(match self.tokens.get(self.at) {
                Some(t) => {
                    let near = &self.text[t.start..t.end];
                    let what = if expression { "expression" } else { "SQL statement" };
                    let text = format!("missing {what} at or near \"{near}\"");
                    PgError::new(SqlState::SYNTAX_ERROR, text).at(at)
                }
                None => self.unexpected(),
            });
        }
        let s = Sql { text, at, expression, ..Sql::default() };
        s.parse(self.release).map_err(|mut e| {
            e.location = e.location.map(|l| at + l);
            e
        })?;
        Ok(s)
    }
    /// Parses an expression up to one of these words.
    pub(super) fn expression(&mut self, stops: &[&str]) -> Result<Sql> {
        let (text, at) = self.until(stops)?;
        self.sql(text, at, true)
    }
    /// Parses a query up to one of these words.
    pub(super) fn query(&mut self, stops: &[&str]) -> Result<Sql> {
        let (text, at) = self.until(stops)?;
        self.sql(text, at, false)
    }
    /// The declaration of a cursor variable.
    pub(super) fn declared_cursor(&self, name: &str) -> Option<Rc<Declaration>> {
        self.declared.iter().rfind(|d| d.name == name).cloned()
    }
    /// Parses the arguments of a bound cursor; returns one for each of its parameters (`read_cursor_args`).
    pub(super) fn cursor_args(&mut self, cursor: &Declaration) -> Result<Vec<Sql>> {
        let Some((parameters, _)) = &cursor.cursor else { return Ok(Vec::new()) };
        let name = &cursor.name;
        let wrong =
            |text: String, at: usize| Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
        if parameters.is_empty() != (self.word() != "(") {
            let has = if parameters.is_empty() { "no " } else { "" };
            return wrong(format!("cursor \"{name}\" has {has}arguments"), self.place());
        }
        let mut all: Vec<Option<Sql>> = parameters.iter().map(|_| None).collect();
        for n in 0..all.len() {
            self.at += 1;
            let (at, mut to) = (self.place(), n);
            if self.ahead(1) == ":=" || self.release.cursor_arrows && self.ahead(1) == "=>" {
                let given = self.name()?;
                let Some(found) = parameters.iter().position(|p| p.0 == given) else {
                    let text = format!("cursor \"{name}\" has no argument named \"{given}\"");
                    return wrong(text, at);
                };
                to = found;
                self.at += 1;
            }
            if all[to].is_some() {
                let given = &parameters[to].0;
                let text = format!(
                    "value for parameter \"{given}\" of cursor \"{name}\" specified more than once"
                );
                return wrong(text, at);
            }
            all[to] = Some(self.expression(&[",", ")"])?);
            if (self.word() == ")") != (n + 1 == parameters.len()) {
                let what = if self.word() == ")" { "not enough" } else { "too many" };
                return wrong(format!("{what} arguments for cursor \"{name}\""), self.place());
            }
        }
        self.at += usize::from(!all.is_empty());
        Ok(all.into_iter().flatten().collect())
    }
    /// Parses a list of expressions up to one of these words.
    pub(super) fn list(&mut self, stops: &[&str]) -> Result<Vec<Sql>> {
        let mut all = Vec::new();
        let mut inner = vec![","];
        inner.extend(stops);
        loop {
            all.push(self.expression(&inner)?);
            if !self.take(",") {
                return Ok(all);
            }
        }
    }
    /// Parses a variable that is assigned to.
    pub(super) fn target(&mut self) -> Result<Target> {
        let begin = self.tokens.get(self.at).map(|t| t.start);
        let mut names = vec![self.name()?];
        while self.take(".") {
            names.push(self.name()?);
        }
        let fault = match self.known.iter().rfind(|(k, _)| *k == names[0]) {
            None => {
                let text = format!("\"{}\" is not a known variable", names.join("."));
                Some(PgError::new(SqlState::SYNTAX_ERROR, text))
            }
            Some((name, true)) => {
                let text = format!("variable \"{name}\" is declared CONSTANT");
                Some(PgError::new(SqlState("22005"), text))
            }
            Some(_) => None,
        };
        if let (Some(fault), Some(at)) = (fault, begin) {
            return Err(fault.at(at));
        }
        Ok(Target { names })
    }
    /// Parses the name of a cursor variable, which must be known (`cursor_variable`).
    pub(super) fn cursor_variable(&mut self) -> Result<String> {
        let at = self.place();
        let name = self.name()?;
        self.check_cursor(&name, at)?;
        if self.known.iter().any(|k| k.0 == name) {
            return Ok(name);
        }
        let text = format!("\"{name}\" is not a known variable");
        Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at))
    }
    /// Fails if the variable that is named at this place is declared with another type than that of cursors.
    pub(super) fn check_cursor(&self, name: &str, at: usize) -> Result<()> {
        let of_type = self.type_of(name);
        if of_type.is_some_and(|t| !t.ends_with("refcursor") && !t.contains('%')) {
            let text = format!("variable \"{name}\" must be of type cursor or refcursor");
            return Err(PgError::new(SqlState("42804"), text).at(at));
        }
        Ok(())
    }
    /// The type of a variable of the body as written, in lower case.
    fn type_of(&self, name: &str) -> Option<String> {
        let declared = self.declared_cursor(name).filter(|d| d.alias.is_none());
        declared.map(|d| d.type_name.to_ascii_lowercase())
    }
    /// Whether the variable is a record or row; named row types are not known here.
    pub(super) fn is_row(&self, name: &str) -> bool {
        self.type_of(name).is_some_and(|t| t == "record" || t.ends_with("%rowtype"))
    }
    /// Parses the variables after INTO: one record or row, or a list of scalars (`read_into_target`).
    pub(super) fn targets(&mut self) -> Result<Vec<Target>> {
        let mut all = vec![self.target()?];
        if self.word() == "," && all[0].names.len() == 1 && self.is_row(&all[0].names[0]) {
            let text = "record variable cannot be part of multiple-item INTO list";
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(self.place()));
        }
        while self.take(",") {
            all.push(self.scalar()?);
        }
        Ok(all)
    }
    /// Parses a variable that is assigned to and is no record or row.
    pub(super) fn scalar(&mut self) -> Result<Target> {
        let at = self.place();
        let target = self.target()?;
        if target.names.len() == 1 && self.is_row(&target.names[0]) {
            let text = format!("\"{}\" is not a scalar variable", target.names[0]);
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
        }
        Ok(target)
    }
    /// Parses the expressions after USING.
    pub(super) fn using(&mut self) -> Result<Vec<Sql>> {
        if self.take("using") { self.list(&[";", "loop", "into"]) } else { Ok(Vec::new()) }
    }

    /// Parses a declaration of a variable, an alias or a cursor.
    pub(super) fn declaration(&mut self) -> Result<Declaration> {
        let line = self.line();
        let name = self.name()?;
        self.known.push((name.clone(), false));
        let mut d = Declaration {
            line,
            name,
            type_name: String::new(),
            type_at: 0,
            constant: false,
            not_null: false,
            value: None,
            cursor: None,
            scroll: None,
            alias: None,
        };
        if self.take("alias") {
            self.expect("for")?;
            let at = self.place();
            let other = self.name()?;
            if !self.known.iter().any(|(k, _)| *k == other) {
                let text = format!("variable \"{other}\" does not exist");
                return Err(PgError::new(SqlState::UNDEFINED_OBJECT, text).at(at));
            }
            d.alias = Some(other);
            return Ok(d);
        }
        if self.ahead(if self.word() == "no" { 2 } else { 1 }) == "cursor" {
            d.scroll = self.scroll();
        }
        if self.take("cursor") {
            let mut args = Vec::new();
            if self.take("(") {
                while !self.take(")") {
                    let name = self.name()?;
                    args.push((name, self.until(&[",", ")", "default", ":=", "="])?.0));
                    if !self.take(",") && self.word() != ")" {
                        return Err(self.unexpected());
                    }
                }
            }
            if !self.take("for") {
                self.expect("is")?;
            }
            d.type_name = "refcursor".into();
            d.cursor = Some((args, self.query(&[";"])?));
            return Ok(d);
        }
        d.constant = self.take("constant");
        d.type_at = self.place();
        let read = self.until(&[":=", "=", "default", "not", "collate", ";"]);
        if self.at == self.tokens.len() {
            // `read_datatype` met the end of the text.
            let text = "incomplete data type declaration at end of input";
            return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(self.text.len()));
        }
        d.type_name = read?.0;
        if !d.type_name.contains('%') {
            sql::parser::parse_type_name(&d.type_name).map_err(|mut e| {
                e.location = e.location.map(|at| d.type_at + at);
                let written = &self.text[d.type_at..self.place()];
                e.push_context(format!("invalid type name \"{written}\""))
            })?;
        }
        if self.take("collate") {
            self.at += 1;
        }
        let not_null_at = self.place();
        if self.take("not") {
            self.expect("null")?;
            d.not_null = true;
        }
        if self.take(":=") || self.take("=") || self.take("default") {
            d.value = Some(self.expression(&[";"])?);
        } else if d.not_null {
            let text = format!(
                "variable \"{}\" must have a default value, since it's declared NOT NULL",
                d.name
            );
            return Err(PgError::new(SqlState("22004"), text).at(not_null_at));
        }
        self.known.extend(d.constant.then(|| (d.name.clone(), true)));
        Ok(d)
    }

    /// Parses SCROLL or NO SCROLL, if it is there; a NO by itself means nothing (`stmt_open`).
    pub(super) fn scroll(&mut self) -> Option<bool> {
        let no = self.take("no");
        self.take("scroll").then_some(!no)
    }

    /// Parses a block from DECLARE or BEGIN to END.
    pub(super) fn block(&mut self, label: Option<String>) -> Result<Block> {
        self.open.push((label.clone(), false));
        let mut block = Block { label, ..Block::default() };
        if self.take("declare") {
            while self.word() != "begin" {
                if self.take("declare") {
                    continue;
                }
                let (at, name) = (self.place(), self.word().to_string());
                let d = self.declaration()?;
                if block.declarations.iter().any(|other| other.name == d.name) {
                    let text = format!("duplicate declaration at or near \"{name}\"");
                    return Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at));
                }
                self.expect(";")?;
                let d = Rc::new(d);
                self.declared.push(Rc::clone(&d));
                block.declarations.push(d);
            }
        }
        self.expect("begin")?;
        block.body = self.statements(&["end", "exception"])?;
        if self.take("exception") {
            if self.word() != "when" {
                return Err(self.unexpected());
            }
            while self.take("when") {
                let mut conditions = Vec::new();
                loop {
                    let condition = if self.take("sqlstate") {
                        self.sqlstate()?
                    } else {
                        self.condition(true)?
                    };
                    conditions.push(condition);
                    if !self.take("or") {
                        break;
                    }
                }
                self.expect("then")?;
                block.handlers.push((conditions, self.statements(&["end", "when"])?));
            }
        }
        self.expect("end")?;
        self.open.pop();
        if self.at < self.tokens.len() {
            let end = self.end_label()?;
            check_labels(&block.label, end)?;
        }
        Ok(block)
    }

    /// Parses the label after END, if there is one, and returns it with its place (`opt_label`).
    fn end_label(&mut self) -> Result<Option<(String, usize)>> {
        let at = self.place();
        if self.word() == ";" { Ok(None) } else { Ok(Some((self.name()?, at))) }
    }

    /// Parses statements up to one of these words.
    pub(super) fn statements(&mut self, ends: &[&str]) -> Result<Vec<Stmt>> {
        let mut all = Vec::new();
        while !ends.contains(&self.word()) {
            if self.at >= self.tokens.len() {
                return Err(self.unexpected());
            }
            let label = self.label()?;
            let labelled = ["declare", "begin", "loop", "while", "for", "foreach"];
            if label.is_some() && !labelled.contains(&self.word()) {
                return Err(self.unexpected());
            }
            let line = self.line();
            all.push(Stmt { line, kind: self.statement(label)? });
        }
        Ok(all)
    }

    /// Parses the statements of a loop up to END LOOP.
    pub(super) fn loop_body(&mut self, label: &Option<String>) -> Result<Vec<Stmt>> {
        self.expect("loop")?;
        self.open.push((label.clone(), true));
        let body = self.statements(&["end"])?;
        self.open.pop();
        self.expect("end")?;
        self.expect("loop")?;
        let end = self.end_label()?;
        self.expect(";")?;
        check_labels(label, end)?;
        Ok(body)
    }
}

/// Checks that the label after END, with its place, is the one at the beginning (`check_labels`).
fn check_labels(label: &Option<String>, end: Option<(String, usize)>) -> Result<()> {
    let Some((end, at)) = end else { return Ok(()) };
    let text = match label {
        None => format!("end label \"{end}\" specified for unlabeled block"),
        Some(l) if *l != end => format!("end label \"{end}\" differs from block's label \"{l}\""),
        Some(_) => return Ok(()),
    };
    Err(PgError::new(SqlState::SYNTAX_ERROR, text).at(at))
}
