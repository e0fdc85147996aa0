//! SQL within a body: analysed with the variables as parameters, kept for the next turn of a loop,
//! and run.
//!
//! An expression without tables (`i + 1`, `upper(name)`) is compiled and evaluated at once
//! (`exec_eval_simple_expr`); anything else is planned and run as a command of its own, as through
//! SPI.

use super::errors::in_sql;
use super::exec_state::{ExecState, unassigned};
use super::portal::{refuse_client, run_portal};
use super::row_use::value_step;
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::pl_gram::tree::{Col, NameRef, Prepared, PreparedStep, RowUse, Sql, back};
use sql::analyze::{self, CommandType, CreatedFunction, Variables};
use sql::ast::{RawStmt, Statement};
use sql::exec::tuple_shortener::TupleShortener;
use sql::expr::{self, EvalEnv, Rows};
use sql::host::Host;
use sql::plan::{self};
use sql::{exec, parser};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result};
use storage::fmgr::Env;
use storage::fmgr::EnvSession;
use storage::ids::Oid;
use storage::types::{oid, record};
use storage::versions::Release;

/// Rows with their columns.
#[derive(Default)]
pub(super) struct QueryRows {
    pub columns: Vec<Col>,
    pub rows: Vec<Vec<Datum>>,
    /// Whether the plan can be read backward.
    pub backward: bool,
    /// What changes the rows and gives them once they are fetched, with its values.
    pub waiting: Option<(Box<plan::PlannedStmt>, Vec<Datum>)>,
    /// The error that comes after the rows.
    pub broken: Option<Box<PgError>>,
    /// Whether they come of a SELECT that changes nothing (`PORTAL_ONE_SELECT`).
    pub plain: bool,
}

/// What running a statement gave.
#[derive(Default)]
pub(super) struct CommandResult {
    /// Rows, where there are some to give.
    pub found: Option<QueryRows>,
    pub processed: u64,
    /// Whether it was INSERT, UPDATE or DELETE.
    pub changes: bool,
    pub select: bool,
}

/// The names of the variables that are in sight, as analysis asks for them.
pub(super) struct Scope {
    /// What a name may mean, innermost last: (label, name, what, type, modifier).
    pub names: Vec<(Rc<str>, String, NameRef, Oid, i32)>,
    /// Records: their fields by name, or none while nothing was assigned.
    pub fields: Vec<(usize, Option<Vec<Col>>)>,
    pub used: RefCell<Vec<(NameRef, Oid, i32)>>,
}

impl Scope {
    /// Notes that a variable of this type is used, and returns its parameter: the number from 1,
    /// type and modifier.
    fn note(&self, r: NameRef, t: Oid, m: i32) -> (usize, Oid, i32) {
        let mut used = self.used.borrow_mut();
        let n = used.iter().position(|u| u.0 == r).unwrap_or_else(|| {
            used.push((r, t, m));
            used.len() - 1
        });
        (n + 1, t, m)
    }
    /// The parameter for a field of the record at `n`, with its type and modifier; `None` if it has no such
    /// field, unless it is `sure` that one is meant: then that is an error.
    fn field(
        &self,
        n: usize,
        record: &str,
        field: &str,
        sure: bool,
    ) -> Result<Option<(usize, Oid, i32)>> {
        let Some((_, fields)) = self.fields.iter().find(|f| f.0 == n) else { return Ok(None) };
        let Some(fields) = fields else {
            return Err(unassigned(record));
        };
        match fields.iter().position(|c| c.0 == field) {
            Some(i) => Ok(Some(self.note(NameRef::Field(n, i), fields[i].1, fields[i].2))),
            None if sure => {
                err!(UNDEFINED_COLUMN, "record \"{record}\" has no field \"{field}\"")
            }
            None => Ok(None),
        }
    }
}

impl Variables for Scope {
    fn find(&self, names: &[&str], sure: bool) -> Result<Option<(usize, Oid, i32)>> {
        let last = |name: &str, label: Option<&str>| {
            self.names
                .iter()
                .rev()
                .find(|n| n.1 == name && label.is_none_or(|l| &*n.0 == l))
                .map(|n| (n.2, n.3, n.4))
        };
        match names {
            [name] => Ok(last(name, None).map(|(r, t, m)| self.note(r, t, m))),
            [a, b] => {
                if let Some((NameRef::Whole(n), ..)) = last(a, None) {
                    return self.field(n, a, b, sure);
                }
                Ok(last(b, Some(a)).map(|(r, t, m)| self.note(r, t, m)))
            }
            [l, a, b] => match last(a, Some(l)) {
                Some((NameRef::Whole(n), ..)) => self.field(n, a, b, sure),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }
}

impl Sql {
    /// The text of the SQL as errors show it, and what errors call it: an assignment, an expression
    /// or a statement.
    fn shown(&self, release: &Release) -> (&str, &'static str) {
        match (&self.assignment, self.expression) {
            (Some(a), _) => (a, "PL/pgSQL assignment"),
            (None, true) => (&self.text, release.expression_name),
            (None, false) => (&self.text, "SQL statement"),
        }
    }
    /// An error of the SQL with its position and text as PL/pgSQL shows them.
    fn place(&self, release: &Release, e: Box<PgError>) -> Box<PgError> {
        let (text, what) = self.shown(release);
        let ahead = text.len() - self.text.len();
        let mut e = if self.expression { back(e, 7) } else { e };
        if e.query.is_none() {
            e.location = e.location.map(|l| l + ahead);
        }
        in_sql(e, text, what)
    }
}

/// Evaluates expressions over the values of variables.
struct Values<'a> {
    host: Host<'a>,
    values: &'a [Datum],
}

impl EvalEnv for Values<'_> {
    fn env(&mut self) -> &mut dyn Env {
        &mut self.host
    }
    fn extern_param(&mut self, n: usize) -> Result<Datum> {
        Ok(self.values.get(n.wrapping_sub(1)).cloned().unwrap_or(Datum::Null))
    }
    fn check_domain(&mut self, domain: Oid, named: Oid, value: &Datum) -> Result<()> {
        match self.host.user_type(domain) {
            Some(t) => expr::keep_domain(self, &t, named, value),
            None => Ok(()),
        }
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        self.host.next_value(sequence)
    }
    fn call_created_function(
        &mut self,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        self.host.call_created_function(function, args, arg_types)
    }
}

/// Compiles and evaluates an expression with these parameters.
pub(super) fn evaluate(b: &mut Backend<'_>, e: &expr::Expr, values: &[Datum]) -> Result<Datum> {
    expr::compile(e, &mut |_| None)?.eval(&mut Values { host: b.host(), values }, Rows::default())
}

impl ExecState<'_> {
    /// Whether what was prepared is still right: the same catalog, search path and types of
    /// variables.
    fn fresh(&self, p: &Prepared, want: Option<(Oid, i32)>) -> bool {
        p.want == want
            && p.catalog.same(&self.b.catalog)
            && p.path == self.b.settings.show("search_path")
            && p.refs.iter().all(|(r, t, m)| self.type_of(*r) == Some((*t, *m)))
    }

    /// Analyzes and plans the SQL, or returns what an earlier run of it prepared.
    fn prepare(&mut self, sql: &Sql, want: Option<(Oid, i32)>) -> Result<Rc<Prepared>> {
        if let Some(p) = &*sql.prepared.borrow()
            && self.fresh(p, want)
        {
            return Ok(Rc::clone(p));
        }
        let statements = sql.parse(self.b.store.release).map_err(|e| {
            let (text, what) = sql.shown(self.b.store.release);
            in_sql(e, text, what)
        })?;
        let scope = Rc::new(self.scope());
        let steps = self
            .steps(sql, &statements, &scope, want)
            .map_err(|e| sql.place(self.b.store.release, e))?;
        let refs = scope.used.borrow().clone();
        let p = self.prepared(steps, refs, want);
        *sql.prepared.borrow_mut() = Some(Rc::clone(&p));
        Ok(p)
    }

    /// What SQL was turned into, with all that it rests on.
    fn prepared(
        &mut self,
        steps: Vec<PreparedStep>,
        refs: Vec<(NameRef, Oid, i32)>,
        want: Option<(Oid, i32)>,
    ) -> Rc<Prepared> {
        Rc::new(Prepared {
            catalog: self.b.catalog.clone(),
            path: self.b.settings.show("search_path"),
            refs,
            want,
            steps,
            in_use: Cell::new(0),
        })
    }

    /// Prepares each statement: a lone expression is compiled, a query is planned, the rest is kept
    /// as it was parsed.
    fn steps(
        &mut self,
        sql: &Sql,
        statements: &[RawStmt],
        scope: &Rc<Scope>,
        want: Option<(Oid, i32)>,
    ) -> Result<Vec<PreparedStep>> {
        let mut steps = Vec::new();
        for raw in statements {
            let variables: Rc<dyn Variables> = Rc::clone(scope) as Rc<dyn Variables>;
            if !is_query(&raw.stmt) {
                steps.push(PreparedStep::Utility(Box::new(raw.clone())));
                continue;
            }
            let known = self.b.snapshot();
            let view = known.view();
            // A statement is planned, so that its result has the names of its columns.
            let value = match sql.expression {
                true => analyze::analyze_lone_value(
                    &view,
                    &mut self.b.host(),
                    &raw.stmt,
                    &variables,
                    want,
                )?,
                false => None,
            };
            if let Some(mut e) = value {
                plan::fold_constants(&mut self.b.host(), &mut e)?;
                steps.push(value_step(&e)?);
                continue;
            }
            scope.used.borrow_mut().clear();
            let query =
                analyze::analyze_with_variables(&view, &mut self.b.host(), &raw.stmt, variables)?;
            steps.push(planned(&mut self.b, &query)?);
        }
        Ok(steps)
    }

    /// The values of the variables that are parameters. `planned`: for SQL that gets a plan, in which the values are
    /// constants as long as it is a custom plan.
    fn values(
        &mut self,
        refs: &[(NameRef, Oid, i32)],
        planned: Option<&Sql>,
    ) -> Result<Vec<Datum>> {
        let custom =
            planned.is_some_and(|sql| self.b.is_custom((self.function.oid, self.trigger, sql.at)));
        let mut value = |&(r, t, _): &(NameRef, Oid, i32)| {
            let d = self.read(r)?;
            if custom { self.b.constant(d, t) } else { Ok(d) }
        };
        refs.iter().map(&mut value).collect()
    }

    /// Runs SQL; an error gets its position in the function's body. `portal`: rows that are fetched, whose errors have no
    /// line for the query, unless its values may have been put into a plan of their own (`SPI_cursor_open_internal`).
    pub(super) fn run_sql(&mut self, sql: &Sql, portal: bool) -> Result<CommandResult> {
        let p = self.prepare(sql, None)?;
        let values = self.values(&p.refs, Some(sql))?;
        let (text, what) = sql.shown(self.b.store.release);
        let mut last = CommandResult::default();
        for step in &p.steps {
            if matches!(step, PreparedStep::Utility(raw) if matches!(*raw.stmt, Statement::Transaction(_)))
            {
                return err!(FEATURE_NOT_SUPPORTED, "unsupported transaction command in PL/pgSQL");
            }
            refuse_client(step)?;
            let atomic = self.atomic;
            if portal && let Some(ran) = run_portal(&mut self.b, step, &values) {
                return ran
                    .map_err(|e| if fetched(&e, &values) { e } else { in_sql(e, text, what) });
            }
            last = run_within(&mut self.b, step, &values, text, atomic)
                .map_err(|e| if portal && values.is_empty() { e } else { in_sql(e, text, what) })?;
        }
        Ok(last)
    }

    /// Runs SQL that was computed at run time, with values for `$1` and on.
    pub(super) fn run_text(
        &mut self,
        text: &str,
        values: &[(Datum, Oid)],
        portal: bool,
    ) -> Result<CommandResult> {
        let what = "SQL statement";
        let placed = |e| in_sql(e, text, what);
        let statements = parser::parse_for(self.b.store.release, text).map_err(placed)?;
        if portal && statements.len() != 1 {
            return err!(INVALID_CURSOR_DEFINITION, "cannot open multi-query plan as cursor");
        }
        if portal && let Some(tag) = crate::command::writes(&statements[0].stmt) {
            return err!(INVALID_CURSOR_DEFINITION, "cannot open {tag} query as cursor");
        }
        let mut constant = |v: &(Datum, Oid)| self.b.constant(v.0.clone(), v.1);
        let data: Vec<Datum> = values.iter().map(&mut constant).collect::<Result<_>>()?;
        let mut last = CommandResult::default();
        for raw in &statements {
            if matches!(*raw.stmt, Statement::Transaction(_)) {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "EXECUTE of transaction commands is not implemented"
                );
            }
            if matches!(&*raw.stmt, Statement::Select(s) if s.into.is_some()) {
                let hint = "You might want to use EXECUTE ... INTO or EXECUTE CREATE TABLE ... AS instead.";
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "EXECUTE of SELECT ... INTO is not implemented"
                )
                .map_err(|e| e.hint(hint));
            }
            let step = if is_query(&raw.stmt) {
                let known = self.b.snapshot();
                let view = known.view();
                let mut types = values.iter().map(|v| Some(v.1)).collect();
                let query = analyze::analyze_with_params(
                    &view,
                    &mut self.b.host(),
                    &raw.stmt,
                    &mut types,
                    false,
                )
                .map_err(placed)?;
                planned(&mut self.b, &query).map_err(placed)?
            } else {
                PreparedStep::Utility(Box::new(raw.clone()))
            };
            if matches!(*raw.stmt, Statement::CreateTableAs(_)) {
                let types = values.iter().map(|v| v.1);
                self.b.client.bound = data.iter().cloned().zip(types).collect();
            }
            refuse_client(&step)?;
            if portal && let Some(ran) = run_portal(&mut self.b, &step, &data) {
                return ran.map_err(|e| if fetched(&e, &data) { e } else { placed(e) });
            }
            let ran = run_within(&mut self.b, &step, &data, text, true);
            self.b.client.bound.clear();
            last = ran.map_err(|e| if portal && data.is_empty() { e } else { placed(e) })?;
        }
        Ok(last)
    }

    /// Computes a variable's new value where a part of it is set: `both` lists the part and what it is set to. Returns the
    /// value, its type and typmod (`transformPLAssignStmt`).
    pub(super) fn with_part(&mut self, both: &Sql) -> Result<(Datum, Oid, i32)> {
        let known = both.prepared.borrow().clone();
        if let Some(p) = known
            && self.fresh(&p, None)
        {
            return self.computed(both, &p);
        }
        let mut statements =
            both.parse(self.b.store.release).map_err(|e| both.place(self.b.store.release, e))?;
        let first = statements.first_mut().and_then(|raw| Rc::get_mut(&mut raw.stmt));
        let Some(Statement::Select(select)) = first else {
            return err!(INTERNAL_ERROR, "an assignment without a value");
        };
        let part = select.target_list.remove(0);
        let Some(part) = part.val else {
            return err!(INTERNAL_ERROR, "an assignment without a target");
        };
        let scope = Rc::new(self.scope());
        let variables: Rc<dyn Variables> = Rc::clone(&scope) as Rc<dyn Variables>;
        let stmt = &*statements[0].stmt;
        let known = self.b.snapshot();
        let mut found = analyze::analyze_part_assignment(
            &known.view(),
            &mut self.b.host(),
            &part,
            Ok(stmt),
            &variables,
        )
        .map_err(|e| both.place(self.b.store.release, e))?;
        let lone = found.is_some();
        if found.is_none() {
            // The value is a query's: it is run first.
            let steps = self
                .steps(both, &statements, &scope, None)
                .map_err(|e| both.place(self.b.store.release, e))?;
            let refs = scope.used.borrow().clone();
            let query = self.prepared(steps, refs, None);
            let (value, t, _) = self.computed(both, &query)?;
            scope.used.borrow_mut().clear();
            let known = self.b.snapshot();
            found = analyze::analyze_part_assignment(
                &known.view(),
                &mut self.b.host(),
                &part,
                Err((value, t)),
                &variables,
            )
            .map_err(|e| both.place(self.b.store.release, e))?;
        }
        let Some(mut e) = found else {
            return err!(INTERNAL_ERROR, "an assignment without a value");
        };
        plan::fold_constants(&mut self.b.host(), &mut e)?;
        let step = value_step(&e)?;
        let refs = scope.used.borrow().clone();
        let p = self.prepared(vec![step], refs, None);
        if lone {
            *both.prepared.borrow_mut() = Some(Rc::clone(&p));
        }
        self.computed(both, &p)
    }

    /// Evaluates an expression; returns its value, type and typmod, converted to `want` if that is
    /// given.
    pub(super) fn value(
        &mut self,
        sql: &Sql,
        want: Option<(Oid, i32)>,
    ) -> Result<(Datum, Oid, i32)> {
        let p = self.prepare(sql, want)?;
        self.computed(sql, &p)
    }

    /// Evaluates an expression whose value becomes a row as a whole: a variable's row in it is an expanded record, whose
    /// TOAST pointers stay, unless a function reads it (`ER_flatten_into`).
    pub(super) fn expanded_value(
        &mut self,
        sql: &Sql,
        want: Option<(Oid, i32)>,
    ) -> Result<(Datum, Oid, i32)> {
        let p = self.prepare(sql, want)?;
        self.expanded = true;
        self.computed(sql, &p)
    }

    /// Evaluates what an expression was prepared as; returns its value, type and typmod.
    fn computed(&mut self, sql: &Sql, p: &Prepared) -> Result<(Datum, Oid, i32)> {
        let simple = matches!(p.steps.as_slice(), [PreparedStep::Value(..)]);
        self.expanded = match p.steps.as_slice() {
            [PreparedStep::Value(.., of_rows)] => {
                *of_rows == RowUse::Fields || self.expanded && *of_rows == RowUse::Passed
            }
            _ => false,
        };
        let values = self.values(&p.refs, (!simple).then_some(sql));
        self.expanded = false;
        let values = values?;
        if let [PreparedStep::Value(c, t, m, _)] = p.steps.as_slice() {
            let transaction = self.b.transaction.number;
            let outermost = p.in_use.replace(transaction) != transaction;
            let d = c.eval(&mut Values { host: self.b.host(), values: &values }, Rows::default());
            if outermost {
                let value = (d?, *t, *m);
                p.in_use.set(0);
                return Ok(value);
            }
            // What calls itself, or failed before, goes through SPI, which names the expression (`expr_simple_in_use`).
            let (text, what) = sql.shown(self.b.store.release);
            return Ok((d.map_err(|e| in_sql(e, text, what))?, *t, *m));
        }
        let (text, what) = sql.shown(self.b.store.release);
        let mut ran = CommandResult::default();
        for step in &p.steps {
            ran = run_step(&mut self.b, step, &values, text).map_err(|e| in_sql(e, text, what))?;
        }
        let Some(found) = ran.found else { return Ok((Datum::Null, oid::TEXT, -1)) };
        if found.columns.len() != 1 {
            let n = found.columns.len();
            return match sql.assignment {
                Some(_) => err!(SYNTAX_ERROR, "assignment source returned {n} columns")
                    .map_err(|e| in_sql(e, text, what)),
                None => err!(SYNTAX_ERROR, "query returned {n} columns")
                    .map_err(|e| e.push_context(format!("query: {text}"))),
            };
        }
        if found.rows.len() > 1 {
            return err!(CARDINALITY_VIOLATION, "query returned more than one row")
                .map_err(|e| e.push_context(format!("query: {text}")));
        }
        let (_, t, m) = found.columns[0];
        let d = found.rows.into_iter().next().and_then(|r| r.into_iter().next());
        let d = d.unwrap_or(Datum::Null);
        match p.want {
            Some((wt, _)) if self.are_rows(wt, t) => Ok((d, t, m)),
            Some((wt, wm)) => {
                let d = self.cast(d, (t, m), (wt, wm)).map_err(|e| in_sql(e, text, what))?;
                Ok((d, wt, wm))
            }
            None => Ok((d, t, m)),
        }
    }

    /// Converts a value as an assignment does; through text if there is no cast (`exec_cast_value`).
    pub(super) fn cast(&mut self, d: Datum, from: (Oid, i32), to: (Oid, i32)) -> Result<Datum> {
        if from.0 == to.0 && (to.1 < 0 || to.1 == from.1) || to.0 == oid::VOID {
            return Ok(d);
        }
        let base = self.b.base_type(to.0);
        if d.is_null() && base == to.0 {
            return Ok(d);
        }
        // NULL has no text that a domain's input function could refuse.
        let from = if d.is_null() { (base, -1) } else { from };
        if self.are_rows(to.0, from.0) {
            return if to.0 == oid::RECORD { Ok(d) } else { self.row_as(&d, to.0) };
        }
        let known = self.b.snapshot();
        let view = known.view();
        let e = analyze::parameter_as(&view, &mut self.b.host(), from.0, to)?;
        let c = expr::compile(&e, &mut |_| None)?;
        c.eval(&mut Values { host: self.b.host(), values: &[d] }, Rows::default())
    }

    /// Checks a row against the domain that a record is declared with (`check_domain_for_new_tuple`).
    pub(super) fn keep_domain_of_row(&mut self, domain: Oid, d: &Datum) -> Result<()> {
        Values { host: self.b.host(), values: &[] }.check_domain(domain, domain, d)
    }

    /// Whether both are types of rows.
    fn are_rows(&mut self, a: Oid, b: Oid) -> bool {
        record::is_row_type(&self.b.host(), a) && record::is_row_type(&self.b.host(), b)
    }

    /// A row converted to a named row type.
    fn row_as(&mut self, d: &Datum, to: Oid) -> Result<Datum> {
        let fields = record::fields(&mut self.b.host(), d)?;
        let Some(desc) = self.b.row_type(to, -1) else { return Ok(d.clone()) };
        let mut given = fields.into_iter();
        let mut values = Vec::new();
        for a in &desc.attrs {
            let value = if a.dropped { None } else { given.next() };
            values.push(match value {
                Some((_, t, v)) => self.cast(v, (t, -1), (a.type_oid, a.typmod))?,
                None => Datum::Null,
            });
        }
        let base = self.b.base_type(to);
        let d = record::build(&mut self.b.host(), &desc, &values, base, -1)?;
        if base != to {
            self.keep_domain_of_row(to, &d)?;
        }
        Ok(d)
    }
}

/// Whether the statement is planned: SELECT, INSERT, UPDATE or DELETE.
fn is_query(s: &Statement) -> bool {
    match s {
        Statement::Select(s) => s.into.is_none(),
        Statement::Insert(_) | Statement::Update(_) | Statement::Delete(_) => true,
        _ => false,
    }
}

/// Plans a query and notes the columns that it returns.
fn planned(b: &mut Backend<'_>, query: &analyze::Query) -> Result<PreparedStep> {
    let columns = query
        .returned()
        .map(|t| (t.name.clone().unwrap_or_default(), t.expr.type_oid, t.expr.typmod))
        .collect();
    Ok(PreparedStep::Query(Box::new(plan::plan(query, &mut b.host())?), columns))
}

/// Runs one prepared statement. `atomic`: a CALL or DO in it must not end the transaction.
fn run_within(
    b: &mut Backend<'_>,
    step: &PreparedStep,
    values: &[Datum],
    text: &str,
    atomic: bool,
) -> Result<CommandResult> {
    let outside = std::mem::replace(&mut b.session.atomic, atomic);
    let ran = run_step(b, step, values, text);
    b.session.atomic = outside;
    ran
}

/// Whether an error of a portal's query comes from fetching its rows: without values nothing was computed before, and a
/// function that is called for a row has given the error its own context.
fn fetched(e: &PgError, values: &[Datum]) -> bool {
    values.is_empty() || e.context.is_some()
}

/// Runs one prepared statement with these parameters.
fn run_step(
    b: &mut Backend<'_>,
    step: &PreparedStep,
    values: &[Datum],
    text: &str,
) -> Result<CommandResult> {
    b.check_cancel()?;
    if !matches!(step, PreparedStep::Value(..)) {
        b.store.xact.begin_inner_query()?;
    }
    let (stmt, columns) = match step {
        PreparedStep::Value(c, t, m, _) => {
            let d = c.eval(&mut Values { host: b.host(), values }, Rows::default())?;
            let mut row = vec![d];
            TupleShortener::new(&b.host(), [*t]).form(&mut row);
            let columns = vec![("?column?".into(), *t, *m)];
            let rows = vec![row];
            let found = QueryRows { columns, rows, plain: true, ..QueryRows::default() };
            return Ok(CommandResult {
                found: Some(found),
                processed: 1,
                select: true,
                ..CommandResult::default()
            });
        }
        PreparedStep::Utility(raw) => return utility(b, raw, text),
        PreparedStep::Query(stmt, columns) => (stmt, columns),
    };
    let mut rows: Vec<Vec<Datum>> = Vec::new();
    let done = exec::run(stmt, &mut b.host(), values, &mut |_, row| {
        rows.push(row.to_vec());
        Ok(())
    })?;
    // Rows are kept as tuples (`spi_printtup`).
    let former = TupleShortener::new(&b.host(), columns.iter().map(|c| c.1));
    rows.iter_mut().for_each(|row| former.form(row));
    let select = stmt.command == CommandType::Select;
    if !select || !stmt.modifying_ctes.is_empty() {
        b.store.xact.command_counter_increment()?;
    }
    let found = stmt.returns_rows.then(|| {
        let backward = select && plan::reads_backward(&stmt.plan);
        let plain = select && stmt.modifying_ctes.is_empty();
        let columns = columns.clone();
        QueryRows { columns, rows, backward, plain, ..QueryRows::default() }
    });
    Ok(CommandResult { found, processed: done.processed, changes: !select, select })
}

/// Runs a utility statement; the rows of EXPLAIN and SHOW are text.
fn utility(b: &mut Backend<'_>, raw: &RawStmt, text: &str) -> Result<CommandResult> {
    let outside = std::mem::replace(&mut b.client.text, text.into());
    let answer = b.run(&raw.stmt);
    b.client.text = outside;
    let answer = answer?;
    b.store.xact.command_counter_increment()?;
    let mut ran = CommandResult::default();
    match answer {
        StatementResult::Rows(r) => {
            let columns = r.columns.iter().map(|c| (c.name.clone(), oid::TEXT, -1)).collect();
            let one = |t: &Option<String>| t.as_ref().map_or(Datum::Null, |t| Datum::text(t));
            let rows: Vec<Vec<Datum>> =
                r.rows.iter().map(|r| r.iter().map(one).collect()).collect();
            ran.processed = rows.len() as u64;
            ran.found = Some(QueryRows { columns, rows, ..QueryRows::default() });
        }
        // CREATE TABLE AS counts its rows.
        StatementResult::Tag(tag) => {
            ran.processed = tag.rsplit(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
        }
        _ => {}
    }
    Ok(ran)
}
