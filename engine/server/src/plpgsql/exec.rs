//! Statements, one after the other (`pl_exec.c`).

use super::errors::matches;
use super::exec_state::{ExecState, VariableValue};
use super::expr::{CommandResult, QueryRows};
use crate::command::cursor;
use crate::pl_gram::tree::{Block, Declaration, Source, Sql, Stmt, StmtKind};
use sql::ast::QualifiedName;
use storage::clock;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::{oid, record};

/// How a statement ended.
pub(super) enum Flow {
    On,
    Exit(Option<String>),
    Next(Option<String>),
    Return,
}

/// Returns what the context of an error calls a statement of this kind (`plpgsql_stmt_typename`).
fn type_name(k: &StmtKind) -> &'static str {
    match k {
        StmtKind::Null => "NULL",
        StmtKind::Block(_) => "statement block",
        StmtKind::Assign(..) | StmtKind::AssignPart(..) => "assignment",
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
        StmtKind::Sql { call: true, sql, .. } if sql.text.starts_with(['d', 'D']) => "DO",
        StmtKind::Sql { call: true, .. } => "CALL",
        StmtKind::Sql { .. } => "SQL statement",
        StmtKind::Diagnostics { stacked: true, .. } => "GET STACKED DIAGNOSTICS",
        StmtKind::Diagnostics { .. } => "GET DIAGNOSTICS",
        StmtKind::Commit { .. } => "COMMIT",
        StmtKind::Rollback { .. } => "ROLLBACK",
        StmtKind::Open { .. } => "OPEN",
        StmtKind::Fetch { into: None, .. } => "MOVE",
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

    /// Declares the variables of a block, and assigns their initial values.
    pub(super) fn declare_all(&mut self, all: &[std::rc::Rc<Declaration>]) -> Result<()> {
        let outside = self.at;
        for d in all {
            self.at = Some((d.line, ""));
            self.phase = Some("during statement block local variable initialization");
            if let Some(other) = &d.alias {
                let Some(n) = self.vars.iter().rposition(|v| v.is_called(other)) else {
                    return err!(UNDEFINED_OBJECT, "variable \"{other}\" does not exist");
                };
                let n = self.vars[n].alias_of.unwrap_or(n);
                let (t, m) = (self.vars[n].type_oid, self.vars[n].typmod);
                let alias = self.declare(&d.name, t, m);
                self.vars[alias].alias_of = Some(n);
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
                self.vars[n].not_null = d.not_null;
                let r = self.whole(n);
                self.put(r, value, (vt, vm))?;
            } else if d.cursor.is_some() {
                self.cursors.push(std::rc::Rc::clone(d));
                if !self.b.store.release.bound_cursors_unnamed {
                    self.vars[n].held = VariableValue::Value(Datum::text(&d.name));
                }
            } else if self.b.base_type(t) != t {
                let r = self.whole(n);
                self.put(r, Datum::Null, (oid::TEXT, -1))?;
            }
            self.vars[n].constant = d.constant;
            self.vars[n].not_null = d.not_null;
        }
        self.phase = None;
        self.at = outside;
        Ok(())
    }

    /// The type and the modifier of a declaration: `int`, `t%ROWTYPE`, `variable%TYPE`, `t.c%TYPE`.
    pub(super) fn declared_type(&mut self, text: &str) -> Result<(Oid, i32)> {
        if let Some((name, kind)) = text.split_once('%') {
            let mut parts =
                name.split('.').map(|n| n.trim().trim_matches('"').to_ascii_lowercase());
            let mut named = QualifiedName::from(parts.next().unwrap_or_default());
            parts.for_each(|part| named.push(part));
            let kind = kind.trim().to_ascii_lowercase();
            if kind == "rowtype" {
                named.relation_schema_in(&self.b.catalog.database)?;
                let t = sql::parser::parse_type_name(name.trim())?;
                return match self.b.bind_type(&t) {
                    Err(e) if e.code == SqlState::UNDEFINED_OBJECT => {
                        err!(UNDEFINED_TABLE, "relation \"{named}\" does not exist")
                    }
                    other => other,
                };
            }
            if let Some(v) = named.unqualified()
                && let Some(v) = self.vars.iter().rev().find(|x| x.name == v)
            {
                return Ok((v.type_oid, v.typmod));
            }
            let Some(of) = named.parent() else {
                return err!(UNDEFINED_OBJECT, "variable \"{named}\" does not exist");
            };
            let known = self.b.snapshot();
            let view = known.view();
            use sql::analyze::CatalogView;
            let Some(info) = view.relation(of.relation_schema_in(view.database())?, &of.last)?
            else {
                return err!(UNDEFINED_TABLE, "relation \"{of}\" does not exist");
            };
            let (column, rel) = (&named.last, &of.last);
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

    /// Runs a block's body in a savepoint, and its exception handler after an error.
    pub(super) fn guarded(&mut self, block: &Block) -> Result<Flow> {
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

    /// Adds the function's line to an error, once.
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
    /// The depth of nested function calls.
    pub(super) fn depth(&self) -> usize {
        self.b.session.function_depth + 1
    }

    /// Runs statements in order.
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

    /// Whether a condition is true; NULL counts as false.
    pub(super) fn holds(&mut self, sql: &Sql) -> Result<bool> {
        let (d, t, m) = self.value(sql, None)?;
        let d = self.cast(d, (t, m), (oid::BOOL, -1))?;
        Ok(!d.is_null() && d.as_bool())
    }
    /// Evaluates an expression as an integer; `what` names it in the error for NULL.
    pub(super) fn integer(&mut self, sql: &Sql, what: &str) -> Result<i64> {
        let (d, t, m) = self.value(sql, None)?;
        let d = self.cast(d, (t, m), (oid::INT4, -1))?;
        if d.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "{what} of FOR loop cannot be null");
        }
        Ok(i64::from(d.as_i32()))
    }
    /// Evaluates an expression as text.
    pub(super) fn text(&mut self, sql: &Sql) -> Result<Option<String>> {
        let (d, t, _) = self.value(sql, None)?;
        if d.is_null() { Ok(None) } else { self.b.output(t, &d).map(Some) }
    }
    /// Evaluates expressions; each value with its type.
    pub(super) fn typed(&mut self, list: &[Sql]) -> Result<Vec<(Datum, Oid)>> {
        list.iter().map(|s| self.value(s, None).map(|(d, t, _)| (d, t))).collect()
    }
    /// Runs EXECUTE: the SQL text that an expression gives. `portal`: as in `run_sql`.
    pub(super) fn dynamic(
        &mut self,
        query: &Sql,
        using: &[Sql],
        portal: bool,
    ) -> Result<CommandResult> {
        let Some(text) = self.text(query)? else {
            return err!(NULL_VALUE_NOT_ALLOWED, "query string argument of EXECUTE is null");
        };
        let values = self.typed(using)?;
        self.run_text(&text, &values, portal)
    }
    /// The text of a query that is given as SQL or by EXECUTE.
    fn source_text(&mut self, s: &Source) -> String {
        match s {
            Source::Query(q) => q.text.trim().to_string(),
            Source::Execute(q, _) => self.text(q).ok().flatten().unwrap_or_default(),
            Source::Cursor(..) => String::new(),
        }
    }
    /// The rows of a query that is given as SQL or by EXECUTE.
    pub(super) fn rows_of(&mut self, s: &Source) -> Result<QueryRows> {
        let returned = matches!(self.at, Some((_, "RETURN QUERY")));
        let ran = match s {
            Source::Query(q) => self.run_sql(q, !returned)?,
            Source::Execute(q, using) => self.dynamic(q, using, !returned)?,
            Source::Cursor(name, args) => return self.bound_cursor(name, args),
        };
        if let Some(f) = ran.found {
            return Ok(f);
        }
        let text = self.source_text(s);
        let parsed = sql::parser::parse_for(self.b.store.release, &text)?;
        let word = match parsed.last() {
            None => "empty".into(),
            Some(raw) => crate::command::writes(&raw.stmt).unwrap_or_else(|| {
                text.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
            }),
        };
        if !returned {
            return err!(INVALID_CURSOR_DEFINITION, "cannot open {word} query as cursor");
        }
        err!(SYNTAX_ERROR, "{word} query does not return tuples")
            .map_err(|e| e.push_context(format!("SQL statement \"{text}\"")))
    }

    /// Runs one statement.
    pub(super) fn exec_stmt(&mut self, kind: &StmtKind) -> Result<Flow> {
        clock::add(clock::Kind::PlStatement, 1);
        match kind {
            StmtKind::Null => {}
            StmtKind::Block(b) => return self.block(b),
            StmtKind::Assign(target, value) => self.exec_assign(target, value)?,
            StmtKind::AssignPart(target, both) => self.exec_assign_part(target, both)?,
            StmtKind::If { branches, otherwise } => return self.exec_if(branches, otherwise),
            StmtKind::Case { test, whens, otherwise } => return self.case(test, whens, otherwise),
            StmtKind::Loop { label, condition, body } => {
                return self.exec_loop(label, condition.as_ref(), body);
            }
            StmtKind::ForInteger { .. } => return self.exec_for_integer(kind),
            StmtKind::ForRows { label, targets, source, body } => {
                let variable = self.name_loop_portal(source)?;
                let mut f = self.rows_of(source)?;
                let mut rows = std::mem::take(&mut f.rows);
                if let Some((planned, values)) = f.waiting.take() {
                    rows = cursor::run_waiting(&mut self.b, &planned, &values)?;
                }
                // In an atomic context ten rows are fetched at first, and then fifty at a time (`exec_for_query`).
                if f.broken.is_some() && self.atomic && !matches!(source, Source::Cursor(..)) {
                    let whole =
                        if rows.len() < 10 { 0 } else { rows.len() - (rows.len() - 10) % 50 };
                    rows.truncate(whole);
                }
                if rows.is_empty() && f.broken.is_none() {
                    self.store(targets, &f, None)?;
                }
                let flow = self.for_rows(label, targets, &f, rows, body)?;
                if let Some(r) = variable {
                    self.put(r, Datum::Null, (oid::TEXT, -1))?;
                }
                return Ok(flow);
            }
            StmtKind::ForEach { .. } => return self.exec_foreach(kind),
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
                    let (d, t, m) = self.value(v, None)?;
                    if !d.is_null() && record::is_row_type(&self.b.host(), self.function.ret) {
                        self.check_returned_row(t)?;
                    }
                    self.returned = Some((d, t, m));
                }
                return Ok(Flow::Return);
            }
            StmtKind::ReturnNext(value) => self.return_next(value.as_ref())?,
            StmtKind::ReturnQuery(source) => {
                let f = self.rows_of(source)?;
                if let Err(e) = self.return_query(f) {
                    let text = self.source_text(source);
                    return Err(e.push_context(format!("SQL statement \"{text}\"")));
                }
            }
            StmtKind::Raise(r) => self.raise(r)?,
            StmtKind::Assert(condition, message) => {
                self.exec_assert(condition, message.as_ref())?
            }
            StmtKind::Perform(q) => {
                let ran = self.run_sql(q, false)?;
                self.processed = ran.processed;
                self.set_found(ran.processed > 0);
            }
            StmtKind::Execute { query, using, into } => {
                self.exec_dynamic(query, using, into.as_ref())?
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
            StmtKind::Open { cursor, source, scroll } => self.open(cursor, source, *scroll)?,
            StmtKind::Fetch { cursor, how, into } => self.fetch(cursor, how, into.as_ref())?,
            StmtKind::Close(name) => {
                let portal = self.cursor_name(name)?;
                cursor::close(&mut self.b, Some(&portal))?;
            }
        }
        Ok(Flow::On)
    }
}
