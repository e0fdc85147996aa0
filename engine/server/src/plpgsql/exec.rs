//! Statements, one after the other (`pl_exec.c`).

use super::errors::{condition, matches};
use super::exec_state::{ExecState, VariableValue};
use super::expr::{CommandResult, QueryRows};
use super::slices::slices;
use crate::command::cursor;
use crate::pl_gram::tree::{
    Block, Declaration, IntoTarget, NameRef, Raise, Source, Sql, Stmt, StmtKind, Target,
};
use sql::host::HostSession;
use storage::clock;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid;

/// How a statement ended.
pub(super) enum Flow {
    On,
    Exit(Option<String>),
    Next(Option<String>),
    Return,
}

/// What a loop makes of how its body ended.
enum LoopAction {
    Again,
    Done,
    Leave(Flow),
}

fn turn(flow: Flow, own: &Option<String>) -> LoopAction {
    let mine = |l: &Option<String>| l.is_none() || l == own;
    match flow {
        Flow::On => LoopAction::Again,
        Flow::Next(l) if mine(&l) => LoopAction::Again,
        Flow::Exit(l) if mine(&l) => LoopAction::Done,
        other => LoopAction::Leave(other),
    }
}

/// `plpgsql_stmt_typename`
fn type_name(k: &StmtKind) -> &'static str {
    match k {
        StmtKind::Null => "NULL",
        StmtKind::Block(_) => "statement block",
        StmtKind::Assign(..) => "assignment",
        StmtKind::If { .. } => "IF",
        StmtKind::Case { .. } => "CASE",
        StmtKind::Loop { condition: None, .. } => "LOOP",
        StmtKind::Loop { .. } => "WHILE",
        StmtKind::ForInteger { .. } => "FOR with integer loop variable",
        StmtKind::ForRows { source: Source::Query(_), .. } => "FOR over SELECT rows",
        StmtKind::ForRows { source: Source::Execute(..), .. } => "FOR over EXECUTE statement",
        StmtKind::ForRows { .. } => "FOR over cursor",
        StmtKind::ForEach { .. } => "FOREACH over array",
        StmtKind::Exit { next: false, .. } => "EXIT",
        StmtKind::Exit { .. } => "CONTINUE",
        StmtKind::Return(_) => "RETURN",
        StmtKind::ReturnNext(_) => "RETURN NEXT",
        StmtKind::ReturnQuery(_) => "RETURN QUERY",
        StmtKind::Raise(_) => "RAISE",
        StmtKind::Assert(..) => "ASSERT",
        StmtKind::Perform(_) => "PERFORM",
        StmtKind::Execute { .. } => "EXECUTE",
        StmtKind::Sql { call: true, .. } => "CALL",
        StmtKind::Sql { .. } => "SQL statement",
        StmtKind::Diagnostics { stacked: true, .. } => "GET STACKED DIAGNOSTICS",
        StmtKind::Diagnostics { .. } => "GET DIAGNOSTICS",
        StmtKind::Commit { .. } => "COMMIT",
        StmtKind::Rollback { .. } => "ROLLBACK",
        StmtKind::Open { .. } => "OPEN",
        StmtKind::Fetch { .. } => "FETCH",
        StmtKind::Close(_) => "CLOSE",
    }
}

impl ExecState<'_> {
    /// Runs a block, with its handlers.
    pub(super) fn block(&mut self, block: &Block) -> Result<Flow> {
        let outside = (self.vars.len(), self.labels.len());
        let label = block.label.as_deref().unwrap_or("");
        self.labels.push((label.into(), outside.0));
        let flow = self.declare_all(&block.declarations).and_then(|()| {
            if block.handlers.is_empty() { self.all(&block.body) } else { self.guarded(block) }
        });
        self.vars.truncate(outside.0);
        self.labels.truncate(outside.1);
        match flow? {
            Flow::Exit(Some(l)) if block.label.as_ref() == Some(&l) => Ok(Flow::On),
            other => Ok(other),
        }
    }

    fn declare_all(&mut self, all: &[std::rc::Rc<Declaration>]) -> Result<()> {
        let outside = self.at;
        for d in all {
            self.at = Some((d.line, ""));
            self.phase = Some("during statement block local variable initialization");
            if let Some(other) = &d.alias {
                let Some(n) = self.vars.iter().rposition(|v| {
                    v.name == *other || v.argument > 0 && format!("${}", v.argument) == *other
                }) else {
                    return err!(UNDEFINED_OBJECT, "variable \"{other}\" does not exist");
                };
                self.vars[n].name.clone_from(&d.name);
                continue;
            }
            let (t, m) = self.declared_type(&d.type_name)?;
            let n = self.declare(&d.name, t, m);
            if let Some(v) = &d.value {
                // The variable is not in sight of its own default.
                let own = self.vars.pop();
                let value = self.value(v, None);
                self.vars.extend(own);
                let (value, vt, vm) = value?;
                let r = match self.vars[n].held {
                    VariableValue::Row(..) => NameRef::Whole(n),
                    VariableValue::Value(_) => NameRef::Scalar(n),
                };
                self.put(r, value, (vt, vm))?;
            } else if d.not_null {
                return err!(
                    NULL_VALUE_NOT_ALLOWED,
                    "null value cannot be assigned to variable \"{}\" declared NOT NULL",
                    d.name
                );
            } else if d.cursor.is_some() {
                self.cursors.push(std::rc::Rc::clone(d));
                self.vars[n].held = VariableValue::Value(Datum::text(&d.name));
            } else if self.b.base_type(t) != t
                && matches!(self.vars[n].held, VariableValue::Value(_))
            {
                self.put(NameRef::Scalar(n), Datum::Null, (oid::TEXT, -1))?;
            }
            self.vars[n].constant = d.constant;
            self.vars[n].not_null = d.not_null;
        }
        self.phase = None;
        self.at = outside;
        Ok(())
    }

    /// A type as declared: `int`, `t%ROWTYPE`, `t.c%TYPE`.
    fn declared_type(&mut self, text: &str) -> Result<(Oid, i32)> {
        if let Some((name, kind)) = text.split_once('%') {
            let names: Vec<String> =
                name.split('.').map(|n| n.trim().trim_matches('"').to_ascii_lowercase()).collect();
            let kind = kind.trim().to_ascii_lowercase();
            if kind == "rowtype" {
                let t = sql::parser::parse_type_name(name.trim())?;
                return self.b.bind_type(&t);
            }
            if let [v] = names.as_slice()
                && let Some(v) = self.vars.iter().rev().find(|x| x.name == *v)
            {
                return Ok((v.type_oid, v.typmod));
            }
            let (column, rel) = names.split_last().expect("a name");
            let Some((rel, schema)) = rel.split_last() else {
                return err!(SYNTAX_ERROR, "invalid type name \"{text}\"");
            };
            let known = self.b.snapshot();
            let view = known.view();
            let schema = schema.last().map(String::as_str);
            use sql::analyze::CatalogView;
            let Some(info) = view.relation(schema, rel)? else {
                return err!(
                    UNDEFINED_TABLE,
                    "relation \"{}\" does not exist",
                    names[..names.len() - 1].join(".")
                );
            };
            let Some(class) = self.b.catalog.class(info.oid) else { return Ok((oid::TEXT, -1)) };
            return match class.column(column) {
                Some(n) => {
                    let a = class.desc.attr(n);
                    Ok((a.type_oid, a.typmod))
                }
                None => err!(
                    UNDEFINED_COLUMN,
                    "column \"{column}\" of relation \"{rel}\" does not exist"
                ),
            };
        }
        if text.trim().eq_ignore_ascii_case("record") {
            return Ok((oid::RECORD, -1));
        }
        if text.trim().eq_ignore_ascii_case("refcursor") {
            return Ok((oid::TEXT, -1));
        }
        let t = sql::parser::parse_type_name(text)?;
        self.b.bind_type(&t)
    }

    /// The body under a savepoint, and the handler of an error.
    fn guarded(&mut self, block: &Block) -> Result<Flow> {
        let mark = self.b.internal_savepoint();
        let depth = (self.vars.len(), self.labels.len(), self.handling.len());
        let at = self.at;
        match self.all(&block.body) {
            Ok(flow) => {
                self.b.keep_internal(mark)?;
                Ok(flow)
            }
            Err(e) => {
                let e = self.with_place(e);
                self.b.undo_internal(mark);
                self.vars.truncate(depth.0);
                self.labels.truncate(depth.1);
                self.handling.truncate(depth.2);
                (self.at, self.phase) = (at, None);
                let handler = block.handlers.iter().find(|h| h.0.iter().any(|c| matches(c, &e)));
                let Some((_, body)) = handler else { return Err(e) };
                for (name, value) in [("sqlstate", e.code.0), ("sqlerrm", e.message.as_str())] {
                    let n = self.declare(name, oid::TEXT, -1);
                    self.vars[n].held = VariableValue::Value(Datum::text(value));
                }
                self.handling.push(e);
                let flow = self.all(body);
                self.handling.truncate(depth.2);
                self.vars.truncate(depth.0);
                flow
            }
        }
    }

    /// The error with the line of this function it came from, once.
    pub(super) fn with_place(&self, mut e: Box<PgError>) -> Box<PgError> {
        if e.placed == self.depth() {
            return e;
        }
        e.placed = self.depth();
        let s = &self.signature;
        let line = match (self.phase, self.at) {
            (Some(p), Some((l, _))) => format!("PL/pgSQL function {s} line {l} {p}"),
            (Some(p), None) => format!("PL/pgSQL function {s} {p}"),
            (None, Some((l, what))) => format!("PL/pgSQL function {s} line {l} at {what}"),
            (None, None) => format!("PL/pgSQL function {s}"),
        };
        e.push_context(line)
    }
    fn depth(&self) -> usize {
        self.b.session.function_depth + 1
    }

    pub(super) fn all(&mut self, list: &[Stmt]) -> Result<Flow> {
        let outside = self.at;
        for s in list {
            self.at = Some((s.line, type_name(&s.kind)));
            self.b.check_cancel()?;
            match self.exec_stmt(&s.kind)? {
                Flow::On => {}
                other => {
                    self.at = outside;
                    return Ok(other);
                }
            }
        }
        self.at = outside;
        Ok(Flow::On)
    }

    fn holds(&mut self, sql: &Sql) -> Result<bool> {
        let (d, t, m) = self.value(sql, None)?;
        let d = self.cast(d, (t, m), (oid::BOOL, -1))?;
        Ok(!d.is_null() && d.as_bool())
    }
    fn integer(&mut self, sql: &Sql, what: &str) -> Result<i64> {
        let (d, t, m) = self.value(sql, None)?;
        let d = self.cast(d, (t, m), (oid::INT4, -1))?;
        if d.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "{what} of FOR loop cannot be null");
        }
        Ok(i64::from(d.as_i32()))
    }
    fn text(&mut self, sql: &Sql) -> Result<Option<String>> {
        let (d, t, _) = self.value(sql, None)?;
        if d.is_null() { Ok(None) } else { self.b.output(t, &d).map(Some) }
    }
    fn typed(&mut self, list: &[Sql]) -> Result<Vec<(Datum, Oid)>> {
        list.iter().map(|s| self.value(s, None).map(|(d, t, _)| (d, t))).collect()
    }
    fn dynamic(&mut self, query: &Sql, using: &[Sql]) -> Result<CommandResult> {
        let Some(text) = self.text(query)? else {
            return err!(NULL_VALUE_NOT_ALLOWED, "query string argument of EXECUTE is null");
        };
        let values = self.typed(using)?;
        self.run_text(&text, &values)
    }
    fn rows_of(&mut self, s: &Source) -> Result<QueryRows> {
        let ran = match s {
            Source::Query(q) => self.run_sql(q)?,
            Source::Execute(q, using) => self.dynamic(q, using)?,
            Source::Cursor(name, args) => return self.bound_cursor(name, args),
        };
        match ran.found {
            Some(f) => Ok(f),
            None => err!(SYNTAX_ERROR, "cannot open a query that gives no rows as cursor"),
        }
    }

    fn exec_stmt(&mut self, kind: &StmtKind) -> Result<Flow> {
        clock::add(clock::Kind::PlStatement, 1);
        match kind {
            StmtKind::Null => {}
            StmtKind::Block(b) => return self.block(b),
            StmtKind::Assign(target, value) => {
                let simple =
                    if target.subscripts.is_empty() { self.find(target).ok() } else { None };
                let want = match simple {
                    Some(r @ (NameRef::Scalar(_) | NameRef::Field(..))) => self.type_of(r),
                    _ => None,
                };
                let (d, t, m) = self.value(value, want)?;
                self.assign(target, d, (t, m))?;
            }
            StmtKind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    if self.holds(condition)? {
                        return self.all(body);
                    }
                }
                return self.all(otherwise);
            }
            StmtKind::Case { test, whens, otherwise } => return self.case(test, whens, otherwise),
            StmtKind::Loop { label, condition, body } => loop {
                self.b.check_cancel()?;
                if let Some(c) = condition
                    && !self.holds(c)?
                {
                    break;
                }
                match turn(self.all(body)?, label) {
                    LoopAction::Again => {}
                    LoopAction::Done => break,
                    LoopAction::Leave(f) => return Ok(f),
                }
            },
            StmtKind::ForInteger { label, variable, reverse, from, to, by, body } => {
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
                let mut found = false;
                let outside = self.vars.len();
                let mut left = None;
                self.labels.push((label.as_deref().unwrap_or("").into(), outside));
                while if *reverse { i >= end } else { i <= end } {
                    found = true;
                    let n = self.declare(variable, oid::INT4, -1);
                    self.vars[n].held = VariableValue::Value(Datum::i32(i as i32));
                    let flow = self.all(body);
                    self.vars.truncate(outside);
                    match turn(flow?, label) {
                        LoopAction::Again => {}
                        LoopAction::Done => break,
                        LoopAction::Leave(f) => {
                            left = Some(f);
                            break;
                        }
                    }
                    i += if *reverse { -by } else { by };
                }
                self.labels.pop();
                self.set_found(found);
                return Ok(left.unwrap_or(Flow::On));
            }
            StmtKind::ForRows { label, targets, source, body } => {
                let named = matches!(source, Source::Cursor(..));
                self.b.session.unnamed_portals += u32::from(!named);
                let mut f = self.rows_of(source)?;
                let rows = std::mem::take(&mut f.rows);
                return self.for_rows(label, targets, &f, rows, body);
            }
            StmtKind::ForEach { label, targets, slice, array, body } => {
                let (d, t, _) = self.value(array, None)?;
                if d.is_null() {
                    return err!(NULL_VALUE_NOT_ALLOWED, "FOREACH expression must not be null");
                }
                let element = self.b.element_type(t);
                if !element.is_valid() {
                    return err!(
                        DATATYPE_MISMATCH,
                        "FOREACH expression must yield an array, not type {}",
                        self.b.type_name(t)
                    );
                }
                let a = Array::from_datum(&mut self.b.host(), &d)?;
                let part = if *slice == 0 { element } else { t };
                let f = QueryRows { columns: vec![(String::new(), part, -1)], rows: Vec::new() };
                let rows = slices(a, *slice)?.into_iter().map(|part| vec![part]).collect();
                return self.for_rows(label, targets, &f, rows, body);
            }
            StmtKind::Exit { next, label, when } => {
                let go = match when {
                    Some(w) => self.holds(w)?,
                    None => true,
                };
                if go {
                    let label = label.clone();
                    return Ok(if *next { Flow::Next(label) } else { Flow::Exit(label) });
                }
            }
            StmtKind::Return(Some(row)) if self.function.ret == oid::TRIGGER => {
                self.returned_row = self.trigger_row(row)?;
                return Ok(Flow::Return);
            }
            StmtKind::Return(value) => {
                if let Some(v) = value {
                    self.returned = Some(self.value(v, None)?);
                }
                return Ok(Flow::Return);
            }
            StmtKind::ReturnNext(value) => self.return_next(value.as_ref())?,
            StmtKind::ReturnQuery(source) => {
                let f = self.rows_of(source)?;
                self.return_query(f)?;
            }
            StmtKind::Raise(r) => self.raise(r)?,
            StmtKind::Assert(condition, message) => {
                if !self.holds(condition)? {
                    let text = match message {
                        Some(m) => self.text(m)?,
                        None => None,
                    };
                    let text = text.unwrap_or_else(|| "assertion failed".into());
                    return Err(PgError::new(SqlState("P0004"), text));
                }
            }
            StmtKind::Perform(q) => {
                let ran = self.run_sql(q)?;
                self.processed = ran.processed;
                self.set_found(ran.processed > 0);
            }
            StmtKind::Execute { query, using, into } => {
                let ran = self.dynamic(query, using)?;
                self.processed = ran.processed;
                if let (Some(into), Some(f)) = (into, &ran.found) {
                    self.store_into(into, f)?;
                } else if into.is_some() {
                    return err!(SYNTAX_ERROR, "INTO used with a command that cannot return data");
                }
            }
            StmtKind::Sql { sql, into, call } => {
                if *call {
                    return self.call(sql);
                }
                self.plain(sql, into.as_ref())?;
            }
            StmtKind::Diagnostics { stacked, items } => self.diagnostics(*stacked, items)?,
            StmtKind::Commit { chain } => self.end_transaction(true, *chain)?,
            StmtKind::Rollback { chain } => self.end_transaction(false, *chain)?,
            StmtKind::Open { cursor, source } => self.open(cursor, source)?,
            StmtKind::Fetch { cursor, how, into } => self.fetch(cursor, how, into.as_ref())?,
            StmtKind::Close(name) => {
                let portal = self.cursor_name(name)?;
                cursor::close(&mut self.b, Some(&portal))?;
            }
        }
        Ok(Flow::On)
    }

    fn case(
        &mut self,
        test: &Option<Sql>,
        whens: &[(Vec<Sql>, Vec<Stmt>)],
        otherwise: &Option<Vec<Stmt>>,
    ) -> Result<Flow> {
        let tested = match test {
            Some(t) => Some(self.value(t, None)?),
            None => None,
        };
        for (list, body) in whens {
            for s in list {
                let yes = match &tested {
                    None => self.holds(s)?,
                    Some((d, t, _)) => {
                        let n = self.declare("__case__", *t, -1);
                        self.vars[n].held = VariableValue::Value(d.clone());
                        let question = Sql {
                            text: format!("__case__ IN ({})", s.text),
                            expression: true,
                            ..Sql::default()
                        };
                        let yes = self.holds(&question);
                        self.vars.truncate(n);
                        yes?
                    }
                };
                if yes {
                    return self.all(body);
                }
            }
        }
        match otherwise {
            Some(body) => self.all(body),
            None => Err(PgError::new(SqlState("20000"), "case not found")
                .hint("CASE statement is missing ELSE part.")),
        }
    }

    fn for_rows(
        &mut self,
        label: &Option<String>,
        targets: &[Target],
        f: &QueryRows,
        rows: Vec<Vec<Datum>>,
        body: &[Stmt],
    ) -> Result<Flow> {
        let found = !rows.is_empty();
        for row in rows {
            self.b.check_cancel()?;
            self.store(targets, f, Some(&row))?;
            match turn(self.all(body)?, label) {
                LoopAction::Again => {}
                LoopAction::Done => break,
                LoopAction::Leave(flow) => {
                    self.set_found(true);
                    return Ok(flow);
                }
            }
        }
        self.set_found(found);
        Ok(Flow::On)
    }

    fn plain(&mut self, sql: &Sql, into: Option<&IntoTarget>) -> Result<()> {
        let ran = self.run_sql(sql)?;
        self.processed = ran.processed;
        if ran.select || ran.changes {
            self.set_found(ran.processed > 0);
        }
        match (ran.found, into) {
            (Some(f), Some(into)) => self.store_into(into, &f)?,
            (Some(f), None) if ran.select || !f.columns.is_empty() => {
                let e = PgError::new(
                    SqlState::SYNTAX_ERROR,
                    "query has no destination for result data",
                );
                return Err(if ran.select {
                    e.hint("If you want to discard the results of a SELECT, use PERFORM instead.")
                } else {
                    e
                });
            }
            (None, Some(_)) => {
                return err!(SYNTAX_ERROR, "INTO used with a command that cannot return data");
            }
            _ => {}
        }
        Ok(())
    }

    /// `CALL` and `DO` within a body.
    fn call(&mut self, sql: &Sql) -> Result<Flow> {
        let statements = sql.parse()?;
        let Some(sql::ast::Statement::Call(c)) = statements.first().map(|r| &*r.stmt) else {
            self.run_sql(sql)?;
            return Ok(Flow::On);
        };
        let targets: Vec<Option<Target>> = c
            .args
            .iter()
            .map(|a| match a {
                sql::ast::Expr::ColumnRef(c) => {
                    let names = c.fields.iter().filter_map(|f| match f {
                        sql::ast::Field::Name(n) => Some(n.clone()),
                        sql::ast::Field::Star => None,
                    });
                    Some(Target { names: names.collect(), subscripts: Vec::new() })
                }
                _ => None,
            })
            .collect();
        let scope = std::rc::Rc::new(self.scope());
        let known = self.b.snapshot();
        let view = known.view();
        let call = sql::analyze::analyze_call(
            &view,
            &mut self.b.host(),
            c,
            Some(std::rc::Rc::clone(&scope) as _),
        )
        .map_err(|e| super::errors::in_sql(e, &sql.text, "SQL statement"))?;
        let refs = scope.used.borrow().clone();
        let mut values = Vec::new();
        for (r, ..) in refs {
            values.push(self.read(r)?);
        }
        let atomic = self.atomic;
        let row = super::call_analyzed(&mut self.b, &call, &values, atomic)
            .map_err(|e| super::errors::in_sql(e, &sql.text, "SQL statement"))?;
        if let Some((function, row)) = row {
            let outs = function.out.iter().zip(row);
            for ((name, t), d) in outs {
                let place = function.arg_names.iter().position(|a| a == name);
                if let Some(Some(target)) = place.and_then(|p| targets.get(p)) {
                    self.assign(target, d, (*t, -1))?;
                }
            }
        }
        Ok(Flow::On)
    }

    fn end_transaction(&mut self, commit: bool, chain: bool) -> Result<()> {
        if self.atomic {
            return Err(PgError::new(SqlState("2D000"), "invalid transaction termination"));
        }
        if self.b.in_internal() {
            let what = if commit { "commit" } else { "roll back" };
            return Err(PgError::new(
                SqlState("2D000"),
                format!("cannot {what} while a subtransaction is active"),
            ));
        }
        self.b.end_and_begin(commit, chain)
    }

    fn diagnostics(&mut self, stacked: bool, items: &[(Target, String)]) -> Result<()> {
        let error = self.handling.last().cloned();
        if stacked && error.is_none() {
            return Err(PgError::new(
                SqlState("0Z002"),
                "GET STACKED DIAGNOSTICS cannot be used outside an exception handler",
            ));
        }
        for (target, item) in items {
            if item == "row_count" {
                self.assign(target, Datum::i64(self.processed as i64), (oid::INT8, -1))?;
                continue;
            }
            let text = match (&error, item.as_str()) {
                (Some(e), "message_text") => e.message.clone(),
                (Some(e), "returned_sqlstate") => e.code.0.to_string(),
                (Some(e), "pg_exception_detail") => e.detail.clone().unwrap_or_default(),
                (Some(e), "pg_exception_hint") => e.hint.clone().unwrap_or_default(),
                (Some(e), "pg_exception_context") => e.context.clone().unwrap_or_default(),
                (_, "pg_context") => {
                    let (line, what) = self.at.unwrap_or((0, ""));
                    format!("PL/pgSQL function {} line {line} at {what}", self.signature)
                }
                _ => String::new(),
            };
            self.assign(target, Datum::text(&text), (oid::TEXT, -1))?;
        }
        Ok(())
    }

    fn raise(&mut self, r: &Raise) -> Result<()> {
        if r.format.is_none() && r.condition.is_none() && r.options.is_empty() {
            return match self.handling.last() {
                Some(e) => Err(e.clone()),
                None => Err(PgError::new(
                    SqlState("0Z002"),
                    "RAISE without parameters cannot be used outside an exception handler",
                )),
            };
        }
        let mut message = None;
        if let Some(format) = &r.format {
            let mut out = String::new();
            let mut values = r.values.iter();
            let mut chars = format.chars().peekable();
            while let Some(c) = chars.next() {
                if c != '%' {
                    out.push(c);
                } else if chars.peek() == Some(&'%') {
                    chars.next();
                    out.push('%');
                } else {
                    // There are as many as the format has places.
                    let Some(v) = values.next() else { break };
                    out.push_str(&self.text(v)?.unwrap_or_else(|| "<NULL>".into()));
                }
            }
            message = Some(out);
        }
        let known = |name: &str| match condition(name) {
            Some(c) => Ok(c),
            None => err!(UNDEFINED_OBJECT, "unrecognized exception condition \"{name}\""),
        };
        let mut code = None;
        if let Some(c) = &r.condition {
            code = Some(known(c)?);
            message = Some(c.clone());
        }
        let (mut detail, mut hint) = (None, None);
        for (name, value) in &r.options {
            let Some(text) = self.text(value)? else {
                return err!(NULL_VALUE_NOT_ALLOWED, "RAISE statement option cannot be null");
            };
            match name.as_str() {
                "errcode" => {
                    code = Some(known(&text)?);
                    message.get_or_insert(text);
                }
                "message" => message = Some(text),
                "detail" => detail = Some(text),
                "hint" => hint = Some(text),
                _ => {}
            }
        }
        let code = code.unwrap_or(SqlState("P0001"));
        let mut report = PgError::new(code, message.unwrap_or_else(|| code.0.to_string()));
        (report.detail, report.hint) = (detail, hint);
        let severity = match r.level.as_str() {
            "debug" | "log" => return Ok(()),
            "info" => Severity::Info,
            "notice" => Severity::Notice,
            "warning" => Severity::Warning,
            _ => return Err(report),
        };
        self.b.notice(report.severity(severity));
        Ok(())
    }

    fn cursor_name(&mut self, variable: &str) -> Result<String> {
        let target = Target { names: vec![variable.to_string()], subscripts: Vec::new() };
        let r = self.find(&target)?;
        let d = self.read(r)?;
        if d.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "cursor variable \"{variable}\" is null");
        }
        self.b.output(oid::TEXT, &d)
    }

    /// The rows of a cursor that was declared with its query.
    fn bound_cursor(&mut self, name: &str, args: &[Sql]) -> Result<QueryRows> {
        let Some(d) = self.cursors.iter().rev().find(|d| d.name == name).cloned() else {
            return err!(SYNTAX_ERROR, "cursor variable \"{name}\" must be bound to a query");
        };
        let Some((params, query)) = &d.cursor else {
            return err!(SYNTAX_ERROR, "cursor variable \"{name}\" must be bound to a query");
        };
        let outside = self.vars.len();
        for ((param, t), a) in params.iter().zip(args) {
            let (value, vt, vm) = self.value(a, None)?;
            let (t, m) = self.declared_type(t)?;
            let value = self.cast(value, (vt, vm), (t, m))?;
            let n = self.declare(param, t, m);
            self.vars[n].held = VariableValue::Value(value);
        }
        let ran = self.run_sql(query);
        self.vars.truncate(outside);
        Ok(ran?.found.unwrap_or_default())
    }

    fn open(&mut self, name: &str, source: &Source) -> Result<()> {
        let f = self.rows_of(source)?;
        let target = Target { names: vec![name.to_string()], subscripts: Vec::new() };
        let r = self.find(&target)?;
        let d = self.read(r)?;
        let portal = if d.is_null() {
            self.b.session.unnamed_portals += 1;
            let made = format!("<unnamed portal {}>", self.b.session.unnamed_portals);
            self.put(r, Datum::text(&made), (oid::TEXT, -1))?;
            made
        } else {
            self.b.output(oid::TEXT, &d)?
        };
        cursor::open(&mut self.b, &portal, f.columns, f.rows)
    }

    fn fetch(&mut self, name: &str, how: &str, into: Option<&IntoTarget>) -> Result<()> {
        let portal = self.cursor_name(name)?;
        let (columns, rows) = cursor::fetch_words(&mut self.b, &portal, how)?;
        self.processed = rows.len() as u64;
        self.set_found(!rows.is_empty());
        if let Some(into) = into {
            let f = QueryRows { columns, rows };
            self.store(&into.targets, &f, f.rows.first())?;
        }
        Ok(())
    }
}
