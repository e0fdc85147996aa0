//! The text of a body as statements (`pl_gram.y`). SQL in it is parsed too, so that its syntax
//! errors come when the function is made.

use super::lex::{Token, tokens};
use super::tree::{Block, Declaration, IntoTarget, Raise, Source, Sql, Stmt, StmtKind, Target};
use std::cell::RefCell;
use std::cmp::Ordering;
use storage::error::{PgError, Result, SqlState};

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    /// Variables and labels so far, and whether they keep their value.
    known: Vec<(String, bool)>,
    /// The labels of what is open, and whether it is a loop.
    open: Vec<(Option<String>, bool)>,
    /// Whose body it is.
    function: &'a str,
}

/// Parses the body of a function that has some variables already. The location of an error is a byte of
/// the body.
pub(crate) fn parse(text: &str, function: &str, variables: Vec<String>) -> Result<Block> {
    let mut known: Vec<(String, bool)> = variables.into_iter().map(|v| (v, false)).collect();
    known.push((function.to_string(), false));
    let mut p = Parser { text, tokens: tokens(text), at: 0, known, open: Vec::new(), function };
    let label = p.label()?;
    let block = p.block(label)?;
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
    fn line(&self) -> usize {
        let at = self.tokens.get(self.at).map_or(self.text.len(), |t| t.start);
        self.text[..at].matches('\n').count() + 1
    }
    fn unexpected(&self) -> Box<PgError> {
        match self.tokens.get(self.at) {
            Some(t) => PgError::new(
                SqlState::SYNTAX_ERROR,
                format!("syntax error at or near \"{}\"", &self.text[t.start..t.end]),
            )
            .at(t.start),
            None => PgError::new(SqlState::SYNTAX_ERROR, "syntax error at end of input")
                .at(self.text.len()),
        }
    }
    fn expect(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { Err(self.unexpected()) }
    }
    fn name(&mut self) -> Result<String> {
        match self.tokens.get(self.at) {
            Some(t) if t.word || self.text[t.start..].starts_with('"') => {
                let name = t.text.clone();
                self.at += 1;
                Ok(name)
            }
            _ => Err(self.unexpected()),
        }
    }
    fn label(&mut self) -> Result<Option<String>> {
        if !self.take("<<") {
            return Ok(None);
        }
        let name = self.name()?;
        self.expect(">>")?;
        self.known.push((name.clone(), false));
        Ok(Some(name))
    }
    /// The text up to one of these words outside parentheses and CASE, and where it begins.
    fn until(&mut self, stops: &[&str]) -> Result<(String, usize)> {
        let begin = self.tokens.get(self.at).map_or(self.text.len(), |t| t.start);
        let mut end = begin;
        let (mut depth, mut cases) = (0i32, 0i32);
        while let Some(t) = self.tokens.get(self.at) {
            if depth == 0 && cases == 0 && stops.contains(&t.text.as_str()) {
                return Ok((self.text[begin..end].to_string(), begin));
            }
            match t.text.as_str() {
                ";" => return Err(self.cut_short(depth > 0, stops)),
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
    /// A semicolon where an expression still goes on (`read_sql_construct`).
    fn cut_short(&self, parenthesis: bool, stops: &[&str]) -> Box<PgError> {
        let text = match stops.last().copied() {
            _ if parenthesis => "mismatched parentheses at or near \";\"".to_string(),
            Some(stop @ ("then" | "loop" | "when")) => {
                format!("missing \"{}\" at end of SQL expression", stop.to_ascii_uppercase())
            }
            _ => return self.unexpected(),
        };
        PgError::new(SqlState::SYNTAX_ERROR, text).at(self.tokens[self.at].start)
    }
    fn sql(&mut self, text: String, at: usize, expression: bool) -> Result<Sql> {
        if text.is_empty() {
            return Err(match self.tokens.get(self.at) {
                Some(_) if expression => {
                    PgError::new(SqlState::SYNTAX_ERROR, "missing expression").at(at)
                }
                _ => self.unexpected(),
            });
        }
        let s = Sql { text, at, expression, assignment: None, prepared: RefCell::new(None) };
        s.parse().map_err(|mut e| {
            e.location = e.location.map(|l| at + l);
            e
        })?;
        Ok(s)
    }
    fn expression(&mut self, stops: &[&str]) -> Result<Sql> {
        let (text, at) = self.until(stops)?;
        self.sql(text, at, true)
    }
    fn query(&mut self, stops: &[&str]) -> Result<Sql> {
        let (text, at) = self.until(stops)?;
        self.sql(text, at, false)
    }
    /// `, b, c` up to one of the stops.
    fn list(&mut self, stops: &[&str]) -> Result<Vec<Sql>> {
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
    /// A variable that something is put into.
    fn target(&mut self) -> Result<Target> {
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
        let mut subscripts = Vec::new();
        while self.take("[") {
            subscripts.push(self.expression(&["]"])?);
            self.expect("]")?;
        }
        Ok(Target { names, subscripts })
    }
    fn targets(&mut self) -> Result<Vec<Target>> {
        let mut all = vec![self.target()?];
        while self.take(",") {
            all.push(self.target()?);
        }
        Ok(all)
    }
    fn using(&mut self) -> Result<Vec<Sql>> {
        if self.take("using") { self.list(&[";", "loop", "into"]) } else { Ok(Vec::new()) }
    }

    fn declaration(&mut self) -> Result<Declaration> {
        let line = self.line();
        let name = self.name()?;
        self.known.push((name.clone(), false));
        let mut d = Declaration {
            line,
            name,
            type_name: String::new(),
            constant: false,
            not_null: false,
            value: None,
            cursor: None,
            alias: None,
        };
        if self.take("alias") {
            self.expect("for")?;
            let t = self.tokens.get(self.at).map(|t| t.text.clone()).unwrap_or_default();
            self.at += 1;
            d.alias = Some(if t == "$" {
                self.at += 1;
                format!("${}", self.tokens[self.at - 1].text)
            } else {
                t
            });
            return Ok(d);
        }
        if self.word() == "no" && self.ahead(1) == "scroll" {
            self.at += 2;
        } else if self.ahead(1) == "cursor" {
            self.take("scroll");
        }
        if self.take("cursor") {
            let mut args = Vec::new();
            if self.take("(") {
                while !self.take(")") {
                    let name = self.name()?;
                    args.push((name, self.until(&[",", ")"])?.0));
                    self.take(",");
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
        d.type_name = self.until(&[":=", "=", "default", "not", "collate", ";"])?.0;
        if self.take("collate") {
            self.at += 1;
        }
        if self.take("not") {
            self.expect("null")?;
            d.not_null = true;
        }
        if self.take(":=") || self.take("=") || self.take("default") {
            d.value = Some(self.expression(&[";"])?);
        }
        self.known.extend(d.constant.then(|| (d.name.clone(), true)));
        Ok(d)
    }

    fn block(&mut self, label: Option<String>) -> Result<Block> {
        self.open.push((label.clone(), false));
        let mut block = Block { label, ..Block::default() };
        if self.take("declare") {
            while self.word() != "begin" {
                if self.take("declare") {
                    continue;
                }
                let d = self.declaration()?;
                self.expect(";")?;
                block.declarations.push(d.into());
            }
        }
        self.expect("begin")?;
        block.body = self.statements(&["end", "exception"])?;
        if self.take("exception") {
            while self.take("when") {
                let mut conditions = Vec::new();
                loop {
                    if self.take("sqlstate") {
                        let t = self.word().trim_matches('\'').to_string();
                        self.at += 1;
                        conditions.push(t);
                    } else {
                        conditions.push(self.name()?);
                    }
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
        if block.label.is_some() && self.word() != ";" && self.at < self.tokens.len() {
            self.name()?;
        }
        Ok(block)
    }

    fn statements(&mut self, ends: &[&str]) -> Result<Vec<Stmt>> {
        let mut all = Vec::new();
        while !ends.contains(&self.word()) {
            if self.at >= self.tokens.len() {
                return Err(self.unexpected());
            }
            let label = self.label()?;
            let line = self.line();
            all.push(Stmt { line, kind: self.statement(label)? });
        }
        Ok(all)
    }

    fn loop_body(&mut self, label: &Option<String>) -> Result<Vec<Stmt>> {
        self.expect("loop")?;
        self.open.push((label.clone(), true));
        let body = self.statements(&["end"])?;
        self.open.pop();
        self.expect("end")?;
        self.expect("loop")?;
        if self.word() != ";" {
            self.name()?;
        }
        self.expect(";")?;
        Ok(body)
    }

    fn statement(&mut self, label: Option<String>) -> Result<StmtKind> {
        let word = match self.tokens.get(self.at) {
            Some(t) if t.word => t.text.clone(),
            _ => String::new(),
        };
        // A variable may be called like a keyword.
        let assigns = matches!(self.ahead(1), ":=" | "=" | "." | "[");
        let begin = self.at;
        self.at += 1;
        let kind = match word.as_str() {
            _ if assigns => {
                self.at = begin;
                let at = self.tokens[self.at].start;
                let target = self.target()?;
                if !self.take(":=") {
                    self.expect("=")?;
                }
                let mut value = self.expression(&[";"])?;
                value.assignment = Some(self.text[at..value.at + value.text.len()].to_string());
                StmtKind::Assign(target, value)
            }
            "null" if self.word() == ";" => StmtKind::Null,
            "declare" | "begin" => {
                self.at = begin;
                StmtKind::Block(Box::new(self.block(label)?))
            }
            "if" => {
                let mut branches = Vec::new();
                loop {
                    let condition = self.expression(&["then"])?;
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
                StmtKind::If { branches, otherwise }
            }
            "case" => {
                let test =
                    if self.word() == "when" { None } else { Some(self.expression(&["when"])?) };
                let mut whens = Vec::new();
                while self.take("when") {
                    let list = if test.is_some() {
                        self.list(&["then"])?
                    } else {
                        vec![self.expression(&["then"])?]
                    };
                    self.expect("then")?;
                    whens.push((list, self.statements(&["when", "else", "end"])?));
                }
                let otherwise =
                    if self.take("else") { Some(self.statements(&["end"])?) } else { None };
                self.expect("end")?;
                self.expect("case")?;
                StmtKind::Case { test, whens, otherwise }
            }
            "loop" => {
                self.at = begin;
                let body = self.loop_body(&label)?;
                return Ok(StmtKind::Loop { label, condition: None, body });
            }
            "while" => {
                let condition = Some(self.expression(&["loop"])?);
                let body = self.loop_body(&label)?;
                return Ok(StmtKind::Loop { label, condition, body });
            }
            "for" => return self.for_loop(label),
            "foreach" => {
                let targets = self.targets()?;
                let mut slice = 0;
                if self.take("slice") {
                    slice = self.word().parse().map_err(|_| self.unexpected())?;
                    self.at += 1;
                }
                self.expect("in")?;
                self.expect("array")?;
                let array = self.expression(&["loop"])?;
                let body = self.loop_body(&label)?;
                return Ok(StmtKind::ForEach { label, targets, slice, array, body });
            }
            "exit" | "continue" => {
                let at = self.tokens.get(self.at).map_or(0, |t| t.start);
                let label =
                    if matches!(self.word(), ";" | "when") { None } else { Some(self.name()?) };
                self.check_exit(&word, label.as_deref()).map_err(|text| {
                    let at = if label.is_some() { at } else { self.tokens[begin].start };
                    PgError::new(SqlState::SYNTAX_ERROR, text).at(at)
                })?;
                let when = if self.take("when") { Some(self.expression(&[";"])?) } else { None };
                StmtKind::Exit { next: word == "continue", label, when }
            }
            "return" if self.take("next") => StmtKind::ReturnNext(if self.word() == ";" {
                None
            } else {
                Some(self.expression(&[";"])?)
            }),
            "return" if self.take("query") => StmtKind::ReturnQuery(self.source(&[";"])?),
            "return" => StmtKind::Return(if self.word() == ";" {
                None
            } else {
                Some(self.expression(&[";"])?)
            }),
            "raise" => StmtKind::Raise(self.raise()?),
            "assert" => {
                let condition = self.expression(&[",", ";"])?;
                let message = if self.take(",") { Some(self.expression(&[";"])?) } else { None };
                StmtKind::Assert(condition, message)
            }
            "perform" => {
                let start = self.tokens[begin].start;
                let (_, at) = self.until(&[";"])?;
                let end = self.tokens[self.at - 1].end.max(at);
                let text = format!("SELECT{}", &self.text[start + 7..end]);
                StmtKind::Perform(self.sql(text, start + 1, false)?)
            }
            "execute" => {
                let query = self.expression(&[";", "using", "into"])?;
                let mut using = self.using()?;
                let mut into = None;
                if self.take("into") {
                    let strict = self.take("strict");
                    into = Some(IntoTarget { strict, targets: self.targets()? });
                    using.extend(self.using()?);
                }
                StmtKind::Execute { query, using, into }
            }
            "get" => {
                let stacked = self.take("stacked");
                self.take("current");
                self.expect("diagnostics")?;
                let mut items = Vec::new();
                loop {
                    let target = self.target()?;
                    if !self.take(":=") {
                        self.expect("=")?;
                    }
                    items.push((target, self.name()?));
                    if !self.take(",") {
                        break;
                    }
                }
                StmtKind::Diagnostics { stacked, items }
            }
            "commit" | "rollback" => {
                let chain = self.take("and") && !self.take("no");
                self.take("chain");
                if word == "commit" {
                    StmtKind::Commit { chain }
                } else {
                    StmtKind::Rollback { chain }
                }
            }
            "open" => {
                let cursor = self.name()?;
                if self.take("no") {
                    self.at += 1;
                } else {
                    self.take("scroll");
                }
                let source = if self.take("for") {
                    self.source(&[";"])?
                } else {
                    let mut args = Vec::new();
                    if self.take("(") {
                        args = self.list(&[")"])?;
                        self.expect(")")?;
                    }
                    Source::Cursor(cursor.clone(), args)
                };
                StmtKind::Open { cursor, source }
            }
            "fetch" | "move" => {
                let mut how = String::new();
                let mut last = self.name()?;
                while !matches!(self.word(), "into" | ";") {
                    how = format!("{how} {last}");
                    last = self.word().to_string();
                    self.at += 1;
                }
                let into = if self.take("into") {
                    Some(IntoTarget { strict: false, targets: self.targets()? })
                } else {
                    None
                };
                let how = how.replace(" from", "").replace(" in", "").trim().to_string();
                StmtKind::Fetch { cursor: last, how, into }
            }
            "close" => StmtKind::Close(self.name()?),
            _ => {
                self.at = begin;
                self.plain_sql()?
            }
        };
        self.expect(";")?;
        Ok(kind)
    }

    /// What is wrong with EXIT or CONTINUE where it stands.
    fn check_exit(&self, verb: &str, label: Option<&str>) -> std::result::Result<(), String> {
        let next = verb == "continue";
        let Some(label) = label else {
            let unless = if next { "" } else { ", unless it has a label" };
            let verb = verb.to_ascii_uppercase();
            return match self.open.iter().any(|(_, is_loop)| *is_loop) {
                true => Ok(()),
                false => Err(format!("{verb} cannot be used outside a loop{unless}")),
            };
        };
        match self.open.iter().rfind(|(l, _)| l.as_deref() == Some(label)) {
            _ if label == self.function => Ok(()),
            None => Err(format!(
                "there is no label \"{label}\" attached to any block or loop enclosing this statement"
            )),
            Some((_, false)) if next => {
                Err(format!("block label \"{label}\" cannot be used in CONTINUE"))
            }
            Some(_) => Ok(()),
        }
    }

    fn source(&mut self, stops: &[&str]) -> Result<Source> {
        if self.take("execute") {
            let mut inner = vec!["using"];
            inner.extend(stops);
            let query = self.expression(&inner)?;
            return Ok(Source::Execute(query, self.using()?));
        }
        Ok(Source::Query(self.query(stops)?))
    }

    fn for_loop(&mut self, label: Option<String>) -> Result<StmtKind> {
        let begin = self.tokens.get(self.at).map_or(0, |t| t.start);
        let unknown = !self.known.iter().any(|(k, _)| k == self.word());
        self.known.extend(unknown.then(|| (self.word().to_string(), false)));
        let mut targets = self.targets()?;
        self.expect("in")?;
        let reverse = self.take("reverse");
        if self.word() == "execute" {
            let source = self.source(&["loop"])?;
            if unknown {
                return Err(no_record(begin));
            }
            let body = self.loop_body(&label)?;
            return Ok(StmtKind::ForRows { label, targets, source, body });
        }
        let (text, at) = self.until(&["..", "loop"])?;
        if !self.take("..") {
            let query = ["select", "with", "insert", "update", "delete", "values", "(", "table"];
            let first = tokens(&text).first().map(|t| t.text.clone()).unwrap_or_default();
            let source = if query.contains(&first.as_str()) {
                Source::Query(self.sql(text, at, false)?)
            } else {
                let (name, rest) = text.split_once('(').unwrap_or((&text, ""));
                let mut args = Vec::new();
                if let Some(inside) = rest.trim().strip_suffix(')') {
                    let mut p = Parser {
                        text: inside,
                        tokens: tokens(&format!("{inside};")),
                        at: 0,
                        known: Vec::new(),
                        open: Vec::new(),
                        function: self.function,
                    };
                    args = p.list(&[";"])?;
                }
                Source::Cursor(name.trim().to_ascii_lowercase(), args)
            };
            if unknown {
                return Err(no_record(begin));
            }
            let body = self.loop_body(&label)?;
            return Ok(StmtKind::ForRows { label, targets, source, body });
        }
        let from = self.sql(text, at, true)?;
        let to = self.expression(&["by", "loop"])?;
        let by = if self.take("by") { Some(self.expression(&["loop"])?) } else { None };
        let variable = targets.remove(0).names.remove(0);
        let body = self.loop_body(&label)?;
        Ok(StmtKind::ForInteger { label, variable, reverse, from, to, by, body })
    }

    fn raise(&mut self) -> Result<Raise> {
        let mut r = Raise { level: "exception".into(), ..Raise::default() };
        let levels = ["debug", "log", "info", "notice", "warning", "exception"];
        if levels.contains(&self.word()) {
            r.level = self.name()?;
        }
        if self.word().starts_with('\'') {
            let t = &self.tokens[self.at];
            r.format = Some(self.text[t.start + 1..t.end - 1].replace("''", "'"));
            self.at += 1;
            if self.take(",") {
                r.values = self.list(&[";", "using"])?;
            }
            let text = r.format.as_deref().unwrap_or_default().replace("%%", "");
            let few = match text.matches('%').count().cmp(&r.values.len()) {
                Ordering::Equal => None,
                Ordering::Greater => Some("few"),
                Ordering::Less => Some("many"),
            };
            if let Some(few) = few {
                let place = format!(
                    "compilation of PL/pgSQL function \"{}\" near line {}",
                    self.function,
                    self.line()
                );
                let text = format!("too {few} parameters specified for RAISE");
                return Err(PgError::new(SqlState::SYNTAX_ERROR, text).context(place));
            }
        } else if self.take("sqlstate") {
            r.condition = Some(self.word().trim_matches('\'').to_string());
            self.at += 1;
        } else if !matches!(self.word(), ";" | "using") {
            r.condition = Some(self.name()?);
        }
        if self.take("using") {
            loop {
                let name = self.name()?;
                if !self.take("=") {
                    self.expect(":=")?;
                }
                r.options.push((name, self.expression(&[",", ";"])?));
                if !self.take(",") {
                    break;
                }
            }
        }
        Ok(r)
    }

    /// SQL up to the semicolon; `INTO a, b` becomes blanks.
    fn plain_sql(&mut self) -> Result<StmtKind> {
        let first = self.word().to_string();
        let returns = matches!(
            first.as_str(),
            "select" | "insert" | "update" | "delete" | "with" | "merge" | "values"
        );
        let begin = self.tokens[self.at].start;
        let mut into = None;
        let mut text = String::new();
        let mut from = begin;
        loop {
            self.until(&["into", ";"])?;
            let Some(stop) = self.tokens.get(self.at) else { return Err(self.unexpected()) };
            let (start, word) = (stop.start, stop.text.clone());
            if word == ";" {
                let end = self.tokens[self.at - 1].end.max(from);
                text.push_str(&self.text[from..end]);
                break;
            }
            let before = self.tokens[self.at - 1].text.clone();
            self.at += 1;
            if !returns || matches!(before.as_str(), "insert" | "merge") || into.is_some() {
                continue;
            }
            text.push_str(&self.text[from..start]);
            let strict = self.take("strict");
            into = Some(IntoTarget { strict, targets: self.targets()? });
            let end = self.tokens[self.at - 1].end;
            text.push_str(&" ".repeat(end - start));
            from = end;
        }
        let text = text.trim_end().to_string();
        let call = matches!(first.as_str(), "call" | "do");
        Ok(StmtKind::Sql { sql: self.sql(text, begin, false)?, into, call })
    }
}

fn no_record(at: usize) -> Box<PgError> {
    let text =
        "loop variable of loop over rows must be a record variable or list of scalar variables";
    PgError::new(SqlState::SYNTAX_ERROR, text).at(at)
}
