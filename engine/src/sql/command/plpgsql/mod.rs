//! DO blocks in PL/pgSQL, the part of it that scripts make rows with (`pl_exec.c`).
//!
//! ```sql
//! DO $$ BEGIN FOR i IN 1..1000 LOOP INSERT INTO t VALUES (i, repeat('x', i)); END LOOP; END $$;
//! ```
//!
//! Expressions and statements are SQL with the variables as parameters: `i + 1` is run as
//! `SELECT i + 1`. Each statement that changes something is a command of its own, as through SPI.
//!
//! Simplified: values are cast as if it had been written; nothing is cached between turns of a loop;
//! functions, EXCEPTION, cursors and transaction control are refused.

mod parse;

use crate::datum::Datum;
use crate::err;
use crate::error::{PgError, Result, Severity, SqlState};
use crate::fmgr::Env;
use crate::ids::Oid;
use crate::session::{Answer, Backend};
use crate::sql::analyze::{self, CommandType, SqlFunction};
use crate::sql::ast::Statement;
use crate::sql::{exec, parser, plan};
use crate::types::oid;
use parse::{Block, Kind, Stmt, refuse};

struct Variable {
    name: String,
    /// `None`: a record, whose columns are variables of their own.
    type_name: Option<String>,
    type_oid: Oid,
    value: Datum,
}

/// How a statement ended.
enum Flow {
    On,
    Exit(Option<String>),
    Next(Option<String>),
    Return,
}

struct Rows {
    columns: Vec<(String, Oid)>,
    rows: Vec<Vec<Datum>>,
}

struct Machine<'a> {
    b: &'a mut Backend,
    body: &'a str,
    variables: Vec<Variable>,
}

/// `DO`
pub(super) fn run(b: &mut Backend, body: &str) -> Result<Answer> {
    let block = parse::parse(body)?;
    Machine { b, body, variables: Vec::new() }.block(&block)?;
    Ok("DO".into())
}

/// Whether an EXIT or CONTINUE means this loop.
fn mine(label: &Option<String>, own: &Option<String>) -> bool {
    label.is_none() || label == own
}

impl Machine<'_> {
    /// The text with `record.column` as parameters, and the function that holds the variables.
    fn prepare(&self, text: &str) -> (String, SqlFunction) {
        let tokens = parse::tokens(text);
        let mut out = String::new();
        let mut last = 0;
        let mut i = 0;
        while i < tokens.len() {
            if tokens.get(i + 1).is_some_and(|t| t.text == ".")
                && let Some(column) = tokens.get(i + 2)
            {
                let full = format!("{}.{}", tokens[i].text, column.text);
                if let Some(n) = self.variables.iter().rposition(|v| v.name == full) {
                    out.push_str(&text[last..tokens[i].start]);
                    out.push_str(&format!("${}", n + 1));
                    last = column.end;
                    i += 2;
                }
            }
            i += 1;
        }
        out.push_str(&text[last..]);
        let hidden = |n: usize, name: &str| self.variables[n + 1..].iter().any(|v| v.name == name);
        let names = self
            .variables
            .iter()
            .enumerate()
            .map(|(n, v)| if hidden(n, &v.name) { String::new() } else { v.name.clone() });
        let function = SqlFunction {
            oid: Oid::INVALID,
            name: "inline_code_block".into(),
            schema: "pg_catalog".into(),
            args: self.variables.iter().map(|v| v.type_oid).collect(),
            arg_names: names.collect(),
            defaults: Vec::new(),
            variadic: None,
            ret: oid::VOID,
            out: Vec::new(),
            returns_set: false,
            strict: false,
            volatility: crate::fmgr::Volatility::Volatile,
            language: "plpgsql".into(),
            source: String::new(),
            procedure: false,
        };
        (out, function)
    }

    /// Runs SQL; an utility statement gives no rows.
    fn sql(&mut self, text: &str) -> Result<Option<Rows>> {
        let (text, function) = self.prepare(text);
        let values: Vec<Datum> = self.variables.iter().map(|v| v.value.clone()).collect();
        self.with_parameters(&text, &function, &values)
    }

    fn with_parameters(
        &mut self,
        text: &str,
        function: &SqlFunction,
        values: &[Datum],
    ) -> Result<Option<Rows>> {
        let no_place = |mut e: Box<PgError>| {
            e.location = None;
            e
        };
        let mut last = None;
        for raw in &parser::parse(text).map_err(no_place)? {
            last = None;
            match &raw.stmt {
                Statement::Select(_)
                | Statement::Insert(_)
                | Statement::Update(_)
                | Statement::Delete(_) => {
                    let view = self.b.view();
                    let query = analyze::analyze_function_body(
                        &view,
                        self.b,
                        &raw.stmt,
                        function,
                        &function.args,
                    )
                    .map_err(no_place)?;
                    let select = query.command == CommandType::Select;
                    let targets = if select { &query.target } else { &query.returning };
                    let columns = targets
                        .iter()
                        .filter(|t| !t.junk)
                        .map(|t| (t.name.clone().unwrap_or_default(), t.expr.type_oid))
                        .collect();
                    let mut rows = Vec::new();
                    let planned = plan::plan(&query, self.b).map_err(no_place)?;
                    exec::run(&planned, self.b, values, &mut |_, row| {
                        rows.push(row.to_vec());
                        Ok(())
                    })
                    .map_err(no_place)?;
                    if !select {
                        self.b.store.xact.command_counter_increment()?;
                    }
                    if select || !query.returning.is_empty() {
                        last = Some(Rows { columns, rows });
                    }
                }
                Statement::Transaction(_) => return Err(refuse("transaction control")),
                other => {
                    self.b.run(other).map_err(no_place)?;
                    self.b.store.xact.command_counter_increment()?;
                }
            }
        }
        Ok(last)
    }

    /// The same, of a statement that is there as such: an error names it.
    fn statement(&mut self, text: &str) -> Result<Option<Rows>> {
        self.sql(text).map_err(|e| {
            let own = format!("SQL statement \"{text}\"");
            let joined = e.context.iter().cloned().chain([own]).collect::<Vec<_>>().join("\n");
            e.context(joined)
        })
    }

    /// The value of an expression, and its type.
    fn value(&mut self, text: &str) -> Result<(Datum, Oid)> {
        let Some(r) = self.sql(&format!("SELECT {text}"))? else {
            return Ok((Datum::Null, oid::TEXT));
        };
        let t = r.columns.first().map_or(oid::TEXT, |c| c.1);
        Ok((r.rows.into_iter().next().and_then(|r| r.into_iter().next()).unwrap_or(Datum::Null), t))
    }
    fn holds(&mut self, text: &str) -> Result<bool> {
        let (value, _) = self.value(&format!("CAST(({text}) AS boolean)"))?;
        Ok(!value.is_null() && value.as_bool())
    }
    fn integer(&mut self, text: &str, what: &str) -> Result<i64> {
        let (value, _) = self.value(&format!("CAST(({text}) AS integer)"))?;
        if value.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "{what} of FOR loop cannot be null");
        }
        Ok(value.as_i64())
    }
    fn text(&mut self, text: &str) -> Result<Option<String>> {
        let (value, t) = self.value(text)?;
        if value.is_null() { Ok(None) } else { self.b.output(t, &value).map(Some) }
    }

    fn assign(&mut self, name: &str, text: &str) -> Result<()> {
        let Some(n) = self.variables.iter().rposition(|v| v.name == name) else {
            return err!(SYNTAX_ERROR, "\"{name}\" is not a known variable");
        };
        let Some(t) = self.variables[n].type_name.clone() else {
            return Err(refuse("assignment to a record"));
        };
        self.variables[n].value = self.value(&format!("CAST(({text}) AS {t})"))?.0;
        Ok(())
    }

    /// Puts a row into variables, or into a record.
    fn store(&mut self, names: &[String], r: &Rows, row: Option<&Vec<Datum>>) -> Result<()> {
        let record = match names {
            [one] => self.variables.iter().any(|v| v.name == *one && v.type_name.is_none()),
            _ => false,
        };
        if record {
            let prefix = format!("{}.", names[0]);
            self.variables.retain(|v| !v.name.starts_with(&prefix));
            for (i, (column, t)) in r.columns.iter().enumerate() {
                self.variables.push(Variable {
                    name: format!("{prefix}{column}"),
                    type_name: Some(self.b.type_text(*t, -1)),
                    type_oid: *t,
                    value: row.and_then(|r| r.get(i)).cloned().unwrap_or(Datum::Null),
                });
            }
            return Ok(());
        }
        for (i, name) in names.iter().enumerate() {
            let Some(n) = self.variables.iter().rposition(|v| v.name == *name) else {
                return err!(SYNTAX_ERROR, "\"{name}\" is not a known variable");
            };
            let value = row.and_then(|r| r.get(i)).cloned().unwrap_or(Datum::Null);
            let from = r.columns.get(i).map_or(oid::TEXT, |c| c.1);
            if from == self.variables[n].type_oid || value.is_null() {
                self.variables[n].value = value;
                continue;
            }
            let text = self.b.output(from, &value)?;
            self.variables[n].value = self.b.input(self.variables[n].type_oid, &text, -1)?;
        }
        Ok(())
    }

    fn block(&mut self, block: &Block) -> Result<Flow> {
        let outside = self.variables.len();
        for d in &block.declarations {
            if d.type_name == "record" {
                self.declare(&d.name, None, oid::TEXT);
                continue;
            }
            if d.type_name.contains('%') {
                return Err(refuse("%TYPE"));
            }
            let value = d.value.as_deref().unwrap_or("NULL");
            let (value, t) = self.value(&format!("CAST(({value}) AS {})", d.type_name))?;
            self.declare(&d.name, Some(&d.type_name), t).value = value;
        }
        let flow = self.all(&block.body);
        self.variables.truncate(outside);
        flow
    }

    fn declare(&mut self, name: &str, type_name: Option<&str>, type_oid: Oid) -> &mut Variable {
        let n = self.variables.len();
        self.variables.push(Variable {
            name: name.to_string(),
            type_name: type_name.map(str::to_string),
            type_oid,
            value: Datum::Null,
        });
        &mut self.variables[n]
    }

    fn all(&mut self, list: &[Stmt]) -> Result<Flow> {
        for s in list {
            self.b.check_cancel()?;
            match self.one(s).map_err(|e| self.place(e, s))? {
                Flow::On => {}
                other => return Ok(other),
            }
        }
        Ok(Flow::On)
    }

    /// Adds where an error arose, once.
    fn place(&self, e: Box<PgError>, s: &Stmt) -> Box<PgError> {
        if e.context.as_ref().is_some_and(|c| c.contains("inline_code_block")) {
            return e;
        }
        let line = self.body[..s.at].matches('\n').count() + 1;
        let what = match &s.kind {
            Kind::Raise { .. } => "RAISE",
            Kind::Assign { .. } => "assignment",
            Kind::Perform(_) => "PERFORM",
            Kind::Execute { .. } => "EXECUTE",
            Kind::If { .. } => "IF",
            Kind::Loop { .. } => "WHILE",
            Kind::ForInteger { .. } => "FOR with integer loop variable",
            Kind::ForQuery { .. } => "FOR over SELECT rows",
            Kind::Sql { .. } => "SQL statement",
            _ => "statement block",
        };
        let own = format!("PL/pgSQL function inline_code_block line {line} at {what}");
        let joined = e.context.iter().cloned().chain([own]).collect::<Vec<_>>().join("\n");
        e.context(joined)
    }

    fn one(&mut self, s: &Stmt) -> Result<Flow> {
        match &s.kind {
            Kind::Null => {}
            Kind::Block(b) => return self.block(b),
            Kind::Assign { variable, value } => self.assign(variable, value)?,
            Kind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    if self.holds(condition)? {
                        return self.all(body);
                    }
                }
                return self.all(otherwise);
            }
            Kind::Loop { label, condition, body } => loop {
                self.b.check_cancel()?;
                if let Some(c) = condition
                    && !self.holds(c)?
                {
                    break;
                }
                match self.all(body)? {
                    Flow::On => {}
                    Flow::Next(l) if mine(&l, label) => {}
                    Flow::Exit(l) if mine(&l, label) => break,
                    other => return Ok(other),
                }
            },
            Kind::ForInteger { label, variable, reverse, from, to, by, body } => {
                let mut i = self.integer(from, "lower bound")?;
                let end = self.integer(to, "upper bound")?;
                let by = match by {
                    Some(b) => self.integer(b, "BY value")?,
                    None => 1,
                };
                if by <= 0 {
                    return err!(
                        INVALID_PARAMETER_VALUE,
                        "BY value of FOR loop must be greater than zero"
                    );
                }
                let outside = self.variables.len();
                while if *reverse { i >= end } else { i <= end } {
                    self.declare(variable, Some("integer"), oid::INT4).value = Datum::i64(i);
                    let flow = self.all(body);
                    self.variables.truncate(outside);
                    match flow? {
                        Flow::On => {}
                        Flow::Next(l) if mine(&l, label) => {}
                        Flow::Exit(l) if mine(&l, label) => break,
                        other => return Ok(other),
                    }
                    i += if *reverse { -by } else { by };
                }
            }
            Kind::ForQuery { label, variables, query, body } => {
                let Some(mut r) = self.statement(query)? else { return Ok(Flow::On) };
                for row in std::mem::take(&mut r.rows) {
                    self.store(variables, &r, Some(&row))?;
                    match self.all(body)? {
                        Flow::On => {}
                        Flow::Next(l) if mine(&l, label) => {}
                        Flow::Exit(l) if mine(&l, label) => break,
                        other => return Ok(other),
                    }
                }
            }
            Kind::Exit { next, label, when } => {
                if match when {
                    Some(w) => self.holds(w)?,
                    None => true,
                } {
                    let label = label.clone();
                    return Ok(if *next { Flow::Next(label) } else { Flow::Exit(label) });
                }
            }
            Kind::Return => return Ok(Flow::Return),
            Kind::Raise { level, format, values } => self.raise(level, format, values)?,
            Kind::Perform(q) => {
                self.statement(&format!("SELECT {q}"))?;
            }
            Kind::Execute { query, using } => {
                let Some(text) = self.text(query)? else {
                    return err!(
                        NULL_VALUE_NOT_ALLOWED,
                        "query string argument of EXECUTE is null"
                    );
                };
                let mut values = Vec::new();
                let (_, mut function) = self.prepare("");
                (function.args, function.arg_names) = (Vec::new(), Vec::new());
                for u in using {
                    let (value, t) = self.value(u)?;
                    values.push(value);
                    function.args.push(t);
                    function.arg_names.push(String::new());
                }
                self.with_parameters(&text, &function, &values)?;
            }
            Kind::Sql { text, into } => {
                let rows = self.statement(text)?;
                match (rows, into.is_empty()) {
                    (Some(r), false) => {
                        let first = r.rows.first().cloned();
                        self.store(into, &r, first.as_ref())?;
                    }
                    (Some(_), true) => {
                        let e = PgError::new(
                            SqlState::SYNTAX_ERROR,
                            "query has no destination for result data",
                        );
                        return Err(e.hint(
                            "If you want to discard the results of a SELECT, use PERFORM instead.",
                        ));
                    }
                    (None, _) => {}
                }
            }
        }
        Ok(Flow::On)
    }

    fn raise(&mut self, level: &str, format: &str, values: &[String]) -> Result<()> {
        let mut message = String::new();
        let mut values = values.iter();
        let mut chars = format.chars().peekable();
        while let Some(c) = chars.next() {
            if c != '%' {
                message.push(c);
            } else if chars.peek() == Some(&'%') {
                chars.next();
                message.push('%');
            } else {
                let Some(v) = values.next() else {
                    return err!(SYNTAX_ERROR, "too few parameters specified for RAISE");
                };
                message.push_str(&self.text(v)?.unwrap_or_else(|| "<NULL>".into()));
            }
        }
        if values.next().is_some() {
            return err!(SYNTAX_ERROR, "too many parameters specified for RAISE");
        }
        let report = PgError::new(SqlState("P0001"), message);
        let severity = match level {
            "debug" | "log" => return Ok(()),
            "info" => Severity::Info,
            "notice" => Severity::Notice,
            "warning" => Severity::Warning,
            _ => return Err(report),
        };
        self.b.notice(report.severity(severity));
        Ok(())
    }
}
