//! Statements that work on values: assignment, SQL and CALL, transactions, RAISE, diagnostics and
//! cursors (`exec_stmt_execsql` and its like in `pl_exec.c`).

use super::errors::condition;
use super::exec::Flow;
use super::exec_state::{ExecState, VariableValue};
use super::expr::QueryRows;
use crate::backend::CursorQuery;
use crate::command::cursor;
use crate::pl_gram::tree::{IntoTarget, NameRef, Raise, Source, Sql, Target};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::fmgr::EnvSession;
use storage::types::oid;
use storage::types::scalar::parse_bool;

impl ExecState<'_> {
    /// Runs an assignment: computes the value, and puts it into the variable, field or element
    /// (`exec_stmt_assign`).
    pub(super) fn exec_assign(&mut self, target: &Target, value: &Sql) -> Result<()> {
        let want = match self.find(target) {
            Ok(NameRef::Whole(n)) => {
                let want = Some((self.vars[n].type_oid, -1));
                let (d, t, m) = self.expanded_value(value, want)?;
                return self.assign(target, d, (t, m));
            }
            Ok(r) => self.type_of(r),
            // The target is looked up when the assignment is analyzed (`transformPLAssignStmt`).
            Err(e) => {
                let text = value.assignment.as_deref().unwrap_or_default();
                return Err(super::errors::in_sql(e, text, "PL/pgSQL assignment"));
            }
        };
        let (d, t, m) = self.value(value, want)?;
        self.assign(target, d, (t, m))
    }

    /// Runs an assignment to a part of a variable: an element, a slice, a field of one, a key of a jsonb. `both` has the
    /// target and the value (`exec_stmt_assign`).
    pub(super) fn exec_assign_part(&mut self, target: &Target, both: &Sql) -> Result<()> {
        let (d, t, m) = self.with_part(both)?;
        let mut whole = Target { names: target.names.clone() };
        while self.find(&whole).is_err() && whole.names.len() > 1 {
            whole.names.pop();
        }
        self.assign(&whole, d, (t, m))
    }

    /// Runs an ASSERT (`exec_stmt_assert`): fails with P0004 and the message unless the condition
    /// holds. With `plpgsql.check_asserts` off it does nothing.
    pub(super) fn exec_assert(&mut self, condition: &Sql, message: Option<&Sql>) -> Result<()> {
        let checked = self.b.settings.show("plpgsql.check_asserts");
        if checked.as_deref().and_then(parse_bool) == Some(false) {
            return Ok(());
        }
        if !self.holds(condition)? {
            let text = match message {
                Some(m) => self.text(m)?,
                None => None,
            };
            let text = text.unwrap_or_else(|| "assertion failed".into());
            return Err(PgError::new(SqlState("P0004"), text));
        }
        Ok(())
    }

    /// EXECUTE (`exec_stmt_dynexecute`).
    pub(super) fn exec_dynamic(
        &mut self,
        query: &Sql,
        using: &[Sql],
        into: Option<&IntoTarget>,
    ) -> Result<()> {
        let ran = self.dynamic(query, using, false)?;
        self.processed = ran.processed;
        if let (Some(into), Some(f)) = (into, &ran.found) {
            self.store_into(into, f, true, false)?;
        } else if into.is_some() {
            return err!(SYNTAX_ERROR, "INTO used with a command that cannot return data");
        }
        Ok(())
    }

    /// Runs a statement in SQL, with its INTO (`exec_stmt_execsql`).
    pub(super) fn plain(&mut self, sql: &Sql, into: Option<&IntoTarget>) -> Result<()> {
        let ran = self.run_sql(sql, false)?;
        self.processed = ran.processed;
        if ran.select || ran.changes {
            self.set_found(ran.processed > 0);
        }
        match (ran.found, into) {
            (Some(f), Some(into)) => self.store_into(into, &f, false, ran.changes)?,
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

    /// Runs a `CALL` or `DO` within a body, and assigns what CALL returns to its arguments.
    pub(super) fn call(&mut self, sql: &Sql) -> Result<Flow> {
        let statements = sql.parse(self.b.store.release)?;
        let Some(sql::ast::Statement::Call(c)) = statements.first().map(|r| &*r.stmt) else {
            self.run_sql(sql, false)?;
            return Ok(Flow::On);
        };
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
        let targets = call_targets(&call, c)?;
        let refs = scope.used.borrow().clone();
        let mut values = Vec::new();
        for (r, ..) in refs {
            values.push(self.read(r)?);
        }
        let atomic = self.atomic;
        let row = super::call_analyzed(&mut self.b, &call, &values, atomic)
            .map_err(|e| super::errors::in_sql(e, &sql.text, "SQL statement"))?;
        if let Some((function, row)) = row {
            for (((_, t), d), target) in function.out.iter().zip(row).zip(&targets) {
                self.assign(target, d, (*t, -1))?;
            }
        }
        Ok(Flow::On)
    }

    /// Runs a COMMIT (`commit`) or ROLLBACK, with `chain` one AND CHAIN (`exec_stmt_commit`,
    /// `exec_stmt_rollback`).
    pub(super) fn end_transaction(&mut self, commit: bool, chain: bool) -> Result<()> {
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
        if self.b.session.writing_loops > 0 {
            return Err(PgError::new(
                SqlState("2D000"),
                "cannot perform transaction commands inside a cursor loop that is not read-only",
            ));
        }
        self.b.end_and_begin(commit, chain)
    }

    /// GET DIAGNOSTICS (`exec_stmt_getdiag`). `stacked`: those of the error that is handled.
    pub(super) fn diagnostics(&mut self, stacked: bool, items: &[(Target, String)]) -> Result<()> {
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
            let option = item.trim_start_matches("pg_").trim_end_matches("_name");
            let mut about = error.iter().flat_map(|e| &e.about);
            if let Some((_, name)) = about.find(|(o, _)| o == option) {
                self.assign(target, Datum::text(name), (oid::TEXT, -1))?;
                continue;
            }
            let text = match (&error, item.as_str()) {
                // The lines of the callers are not known before an error passes through them.
                (_, "pg_context" | "pg_exception_context") if self.depth() > 2 => {
                    let item = item.to_ascii_uppercase();
                    return err!(FEATURE_NOT_SUPPORTED, "{item} of a nested call is not modelled");
                }
                (Some(e), "message_text") => e.message.clone(),
                (Some(e), "returned_sqlstate") => e.code.0.to_string(),
                (Some(e), "pg_exception_detail") => e.detail.clone().unwrap_or_default(),
                (Some(e), "pg_exception_hint") => e.hint.clone().unwrap_or_default(),
                (Some(e), "pg_exception_context") => e.context.clone().unwrap_or_default(),
                (Some(e), "constraint_name") => constraint_of(e).to_string(),
                (Some(e), "column_name" | "table_name" | "schema_name" | "pg_datatype_name")
                    if e.code.0.starts_with("23") =>
                {
                    let item = item.to_ascii_uppercase();
                    return err!(FEATURE_NOT_SUPPORTED, "{item} of an error is not modelled");
                }
                (_, "pg_routine_oid") => {
                    return err!(FEATURE_NOT_SUPPORTED, "PG_ROUTINE_OID is not modelled");
                }
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

    /// Runs a RAISE: fails with the error that it tells, or sends the client a notice of a lower
    /// level. Without parameters it raises the error that is being handled (`exec_stmt_raise`).
    pub(super) fn raise(&mut self, r: &Raise) -> Result<()> {
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
        // What stands for a message that is not given.
        let mut condition_name = r.condition.clone();
        if let Some(c) = &r.condition {
            code = Some(known(c)?);
        }
        let (mut detail, mut hint, mut about) = (None, None, Vec::new());
        for (name, value) in &r.options {
            let Some(text) = self.text(value)? else {
                return err!(NULL_VALUE_NOT_ALLOWED, "RAISE statement option cannot be null");
            };
            let before = match name.as_str() {
                "errcode" => {
                    condition_name = Some(text.clone());
                    code.replace(known(&text)?).map(|code| code.0.to_string())
                }
                "message" => message.replace(text),
                "detail" => detail.replace(text),
                "hint" => hint.replace(text),
                _ => {
                    let before = about.iter().find(|(option, _)| option == name).cloned();
                    about.push((name.clone(), text));
                    before.map(|b| b.1)
                }
            };
            if before.is_some() {
                let option = name.to_ascii_uppercase();
                return err!(SYNTAX_ERROR, "RAISE option already specified: {option}");
            }
        }
        let fails = r.level == "exception";
        let code = code.unwrap_or(if fails { SqlState("P0001") } else { SqlState("00000") });
        let message = message.or(condition_name).unwrap_or_else(|| code.0.to_string());
        let mut report = PgError::new(code, message);
        (report.detail, report.hint, report.about) = (detail, hint, about);
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

    /// The name of the cursor that a cursor variable stands for.
    pub(super) fn cursor_name(&mut self, variable: &str) -> Result<String> {
        let target = Target { names: vec![variable.to_string()] };
        let r = self.find(&target)?;
        let d = self.read(r)?;
        if d.is_null() {
            return err!(NULL_VALUE_NOT_ALLOWED, "cursor variable \"{variable}\" is null");
        }
        self.b.output(oid::TEXT, &d)
    }

    /// The rows of a cursor that was declared with a query.
    #[inline(never)]
    pub(super) fn bound_cursor(&mut self, name: &str, args: &[Sql]) -> Result<QueryRows> {
        let Some(d) = self.cursors.iter().rev().find(|d| d.name == name).cloned() else {
            return Ok(QueryRows::default());
        };
        let Some((params, query)) = &d.cursor else { return Ok(QueryRows::default()) };
        let variable = self.find(&Target { names: vec![name.to_string()] })?;
        let portal = self.read(variable)?;
        if !portal.is_null() {
            let portal = self.b.output(oid::TEXT, &portal)?;
            cursor::refuse_open(&self.b, &portal)?;
        }
        if !args.is_empty() {
            // The arguments are a query of one row (`exec_stmt_open`).
            self.processed = 1;
            self.set_found(true);
        }
        let outside = self.vars.len();
        for ((param, t), a) in params.iter().zip(args) {
            let (value, vt, vm) = self.value(a, None)?;
            let (t, m) = self.declared_type(t)?;
            let value = self.cast(value, (vt, vm), (t, m))?;
            let n = self.declare(param, t, m);
            self.vars[n].held = VariableValue::Value(value);
        }
        let ran = self.run_sql(query, true);
        self.vars.truncate(outside);
        Ok(ran?.found.unwrap_or_default())
    }

    /// Names the portal of a loop. Returns the cursor variable that was NULL before and holds the name until the loop ends
    /// (`exec_stmt_forc`).
    #[inline(never)]
    pub(super) fn name_loop_portal(&mut self, source: &Source) -> Result<Option<NameRef>> {
        let Source::Cursor(name, _) = source else {
            self.b.session.unnamed_portals += 1;
            return Ok(None);
        };
        let r = self.find(&Target { names: vec![name.clone()] })?;
        if !self.read(r)?.is_null() {
            return Ok(None);
        }
        self.name_portal(r)?;
        Ok(Some(r))
    }

    /// Puts the name of a new portal into a cursor variable, and returns it (`CreateNewPortal`).
    fn name_portal(&mut self, variable: NameRef) -> Result<String> {
        self.b.session.unnamed_portals += 1;
        let made = format!("<unnamed portal {}>", self.b.session.unnamed_portals);
        self.put(variable, Datum::text(&made), (oid::TEXT, -1))?;
        Ok(made)
    }

    /// OPEN: opens a cursor.
    #[inline(never)]
    pub(super) fn open(&mut self, name: &str, source: &Source, scroll: Option<bool>) -> Result<()> {
        let f = self.rows_of(source)?;
        let target = Target { names: vec![name.to_string()] };
        let r = self.find(&target)?;
        let d = self.read(r)?;
        let portal =
            if d.is_null() { self.name_portal(r)? } else { self.b.output(oid::TEXT, &d)? };
        let query = match (f.waiting, f.broken) {
            (Some((planned, values)), _) => CursorQuery::Waiting(planned, values),
            (None, Some(e)) => CursorQuery::Broken(e),
            (None, None) => CursorQuery::Read,
        };
        let scroll = scroll.unwrap_or(f.backward);
        cursor::open(&mut self.b, &portal, f.columns, f.rows, query, scroll)
    }

    /// FETCH and MOVE: moves a cursor; FETCH assigns the row.
    #[inline(never)]
    pub(super) fn fetch(&mut self, name: &str, how: &str, into: Option<&IntoTarget>) -> Result<()> {
        let portal = self.cursor_name(name)?;
        let (columns, rows) = cursor::fetch_words(&mut self.b, &portal, how, into.is_some())?;
        self.processed = rows.len() as u64;
        self.set_found(!rows.is_empty());
        if let Some(into) = into {
            let f = QueryRows { columns, rows, ..QueryRows::default() };
            self.store(&into.targets, &f, f.rows.first())?;
        }
        Ok(())
    }
}

/// Returns the constraint that an error is about, which its message names; empty for an error about none
/// (`PG_DIAG_CONSTRAINT_NAME`, `errtableconstraint`).
fn constraint_of(e: &PgError) -> &str {
    if !e.code.0.starts_with("23") {
        return "";
    }
    let named = e.message.split_once(" constraint \"").map(|(_, rest)| rest);
    let whole = named.and_then(|rest| {
        rest.split_once("\" on table ").map(|(name, _)| name).or_else(|| rest.strip_suffix('"'))
    });
    whole.unwrap_or("")
}

/// The variables that a CALL's OUT and INOUT parameters are assigned to, in their order; an argument for one must be a
/// variable (`make_callstmt_target`).
fn call_targets(call: &sql::expr::Expr, written: &sql::ast::FuncCall) -> Result<Vec<Target>> {
    use sql::ast::{Expr, Field};
    use sql::expr::{FuncRef, Node};
    let Node::Func(f) = &call.node else { return Ok(Vec::new()) };
    let FuncRef::Sql(function) = &f.func else { return Ok(Vec::new()) };
    let mut targets = Vec::new();
    let numbered = function.parameters.iter().enumerate();
    for (i, (_, name, _)) in numbered.filter(|(_, p)| matches!(p.0, 'o' | 'b')) {
        let named = written.args.iter().find_map(|a| match a {
            Expr::NamedArg { name: given, arg, .. } if given == name => Some(&**arg),
            _ => None,
        });
        let given =
            named.or_else(|| written.args.get(i).filter(|a| !matches!(a, Expr::NamedArg { .. })));
        match given {
            Some(Expr::ColumnRef(c)) => {
                let names = c.fields.iter().filter_map(|f| match f {
                    Field::Name(n) => Some(n.clone()),
                    Field::Star => None,
                });
                targets.push(Target { names: names.collect() });
            }
            _ => {
                let which = match &**name {
                    "" => (i + 1).to_string(),
                    name => format!("\"{name}\""),
                };
                return err!(
                    SYNTAX_ERROR,
                    "procedure parameter {which} is an output parameter but corresponding argument \
                     is not writable"
                );
            }
        }
    }
    Ok(targets)
}
