//! PL/pgSQL: DO blocks, functions, procedures, triggers.
//!
//! ```sql
//! CREATE FUNCTION fill(n int) RETURNS int LANGUAGE plpgsql AS $$
//! BEGIN
//!     FOR i IN 1..n LOOP INSERT INTO t VALUES (i, repeat('x', i)); END LOOP;
//!     RETURN n;
//! END $$;
//! ```
//!
//! | module | what |
//! |---|---|
//! | `exec_state` | variables, records, assignment |
//! | `expr` | SQL in a body: variables become parameters |
//! | `row_use` | whether an expression reads a record as a whole |
//! | `portal` | the queries of cursors and of loops over rows |
//! | `exec` | blocks with their handlers; the statement's dispatch |
//! | `control` | IF, CASE, loops |
//! | `statements` | assignment, SQL, CALL, transactions, RAISE, cursors |
//! | `errors` | names of conditions; CONTEXT |
//!
//! Simplified: names are looked up when a statement first runs, not when the function is made; a
//! loop over rows reads them all before its first turn, and OPEN the rows of a SELECT.

mod control;
mod errors;
mod exec;
mod exec_state;
mod expr;
mod foreach;
mod portal;
mod results;
mod row_use;
mod statements;

use crate::backend::Backend;
use crate::catalog::{Class, Trigger};
use crate::command::literal_place;
use crate::pl_gram::{FunctionBody, compilation, parse, tree};
use exec_state::{ExecState, VariableValue};
use sql::analyze::CreatedFunction;
use sql::expr::{Expr, FuncRef, Node};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Volatility;
use storage::ids::Oid;
use storage::types::array::Array;
use storage::types::oid;

/// Gives an error in a body its position in the statement that contains the body
/// (`function_parse_error_transpose`).
fn transpose(mut e: Box<PgError>, statement: &str, body: &str) -> Box<PgError> {
    if let Some(at) = e.location {
        match literal_place(statement, body, at) {
            Some(place) => e.location = Some(place),
            None => e.query = Some(body.to_string()),
        }
    }
    e
}

/// The variables that a body has before its declarations: the parameters.
fn variables(f: &CreatedFunction) -> Vec<String> {
    const OF_TRIGGERS: &str = "new old tg_name tg_when tg_level tg_op tg_relid tg_relname \
                               tg_table_name tg_table_schema tg_nargs tg_argv";
    let mut known = vec!["found".to_string()];
    known.extend(f.arg_names.iter().cloned());
    known.extend((1..=f.parameters.len()).map(|n| format!("${n}")));
    known.extend(f.parameters.iter().map(|p| p.1.clone()));
    if f.ret == oid::TRIGGER {
        known.extend(OF_TRIGGERS.split_whitespace().map(String::from));
    }
    known
}

/// Checks a body as CREATE FUNCTION does, and keeps it for calls. A call that has a collation, and a trigger, parses
/// it again (`compute_function_hashkey`).
pub(crate) fn check(b: &mut Backend<'_>, f: &CreatedFunction) -> Result<()> {
    if f.ret == oid::TRIGGER && !f.args.is_empty() {
        let text = "trigger functions cannot have declared arguments";
        let place = compilation(&f.name, 1);
        let hint =
            "The arguments of the trigger can be accessed through TG_NARGS and TG_ARGV instead.";
        return Err(PgError::new(SqlState("42P13"), text).hint(hint).context(place));
    }
    let names = || f.parameters.iter().map(|p| &p.1).filter(|name| !name.is_empty());
    let twice =
        names().enumerate().find(|(i, name)| names().take(*i).any(|before| before == *name));
    if let Some((_, name)) = twice {
        // An IN parameter and one of the result's columns (`add_parameter_name`).
        let text = format!("parameter name \"{name}\" used more than once");
        let place = compilation(&f.name, 1);
        return Err(PgError::new(SqlState("42P13"), text).context(place));
    }
    let block = parse::parse(&f.source, f, variables(f), b.store.release)
        .map_err(|e| transpose(e, &b.statement_text(), &f.source))?;
    check_types(b, f, &block).map_err(|e| transpose(e, &b.statement_text(), &f.source))?;
    let collated = |t: &Oid| crate::catalog::system::collation_of(*t).is_valid();
    if f.ret != oid::TRIGGER && !f.args.iter().any(collated) {
        keep(b, f, Oid::INVALID, block);
    }
    Ok(())
}

/// Refuses declarations of types that do not exist (`read_datatype`). Errors have their place in the body.
fn check_types(b: &mut Backend<'_>, f: &CreatedFunction, block: &tree::Block) -> Result<()> {
    let names_checked = b.store.release.names_of_types_checked;
    let mut m = machine(b, f, String::new(), true);
    for (name, t) in f.arg_names.iter().zip(&f.args).chain(f.out.iter().map(|(n, t)| (n, t))) {
        m.declare(name, *t, -1);
    }
    for d in block.declared.iter().filter(|d| d.alias.is_none()) {
        let of_row =
            ["new.", "old."].iter().any(|r| d.type_name.to_ascii_lowercase().starts_with(r));
        if of_row {
            continue;
        }
        // More names than the grammar takes there (`plpgsql_parse_cwordrowtype`, `plpgsql_parse_cwordtype`).
        let (named, kind) = d.type_name.split_once('%').unwrap_or_default();
        let row = kind.trim().eq_ignore_ascii_case("rowtype");
        if named.matches('.').count() > if row && !names_checked { 1 } else { 2 } {
            return Err(no_such_type(d, named.len()));
        }
        let refers = d.type_name.contains('%');
        let (t, typmod) = m.declared_type(&d.type_name).map_err(|mut e| {
            if refers && !row && !names_checked {
                return no_such_type(d, named.len());
            }
            if refers {
                let place = compilation(&f.name, d.line);
                e.location = None;
                return e.push_context(place);
            }
            let at = d.type_at + e.location.unwrap_or(0);
            e.location = (e.code != SqlState::FEATURE_NOT_SUPPORTED).then_some(at);
            e
        })?;
        m.declare(&d.name, t, typmod);
    }
    Ok(())
}

/// The error of a `%TYPE` or `%ROWTYPE` that is not found: it is read as the name of a type up to its `%`.
fn no_such_type(d: &tree::Declaration, percent: usize) -> Box<PgError> {
    PgError::new(SqlState::SYNTAX_ERROR, "syntax error at or near \"%\"")
        .at(d.type_at + percent)
        .context(format!("invalid type name \"{}\"", d.type_name))
}

/// Runs the block of a `DO`.
pub(crate) fn run_block(b: &mut Backend<'_>, body: &str) -> Result<()> {
    let function = CreatedFunction {
        oid: Oid::INVALID,
        name: "inline_code_block".into(),
        schema: "pg_catalog".into(),
        args: Vec::new(),
        arg_names: Vec::new(),
        parameters: Vec::new(),
        defaults: Vec::new(),
        variadic: None,
        ret: oid::VOID,
        out: Vec::new(),
        returns_set: false,
        strict: false,
        definer: false,
        leakproof: false,
        volatility: Volatility::Volatile,
        parallel: 'u',
        cost: 100.0,
        rows: 0.0,
        language: "plpgsql".into(),
        source: String::new(),
        sql_body: false,
        procedure: false,
    };
    let release = b.store.release;
    let block = parse::parse(body, &function, variables(&function), release)
        .map_err(|e| transpose(e, &b.statement_text(), body))?;
    check_types(b, &function, &block).map_err(|e| transpose(e, &b.statement_text(), body))?;
    let atomic = b.in_block() || b.session.atomic;
    b.forget_plans(function.oid);
    let mut m = machine(b, &function, "inline_code_block".into(), atomic);
    m.block(&block).map(drop).map_err(|e| m.with_place(e))
}

/// The state in which a body starts to run: only the variable `found` is declared.
fn machine<'a>(
    b: &'a mut Backend<'_>,
    function: &'a CreatedFunction,
    signature: String,
    atomic: bool,
) -> ExecState<'a> {
    let mut m = ExecState {
        b: b.reborrow(),
        function,
        signature,
        vars: Vec::new(),
        labels: vec![(function.name.as_str().into(), 0)],
        at: None,
        phase: None,
        trigger: Oid::INVALID,
        atomic,
        rows: Vec::new(),
        returned: None,
        returned_row: None,
        expanded: false,
        processed: 0,
        handling: Vec::new(),
        cursors: Vec::new(),
        expected: None,
    };
    let found = m.declare("found", oid::BOOL, -1);
    m.vars[found].held = VariableValue::Value(Datum::bool(false));
    m
}

/// A trigger's call: what it is about.
pub(crate) struct TriggerCall<'a> {
    pub trigger: &'a Trigger,
    pub class: &'a Class,
    pub schema: String,
    /// The bit of `tgtype`.
    pub event: i16,
    pub old: Option<&'a [Datum]>,
    pub new: Option<&'a [Datum]>,
}

/// Runs a trigger's function, and returns the row that it returns (`plpgsql_exec_trigger`).
pub(crate) fn call_trigger(
    b: &mut Backend<'_>,
    f: &CreatedFunction,
    call: &TriggerCall<'_>,
) -> Result<Option<Vec<Datum>>> {
    let body = body_of(b, f, call.trigger.oid)?;
    let mut m = machine(b, f, body.signature.clone(), true);
    m.trigger = call.trigger.oid;
    let rows = [("new", call.new), ("old", call.old)];
    for (name, row) in rows {
        let n = m.declare(name, call.class.row_type, -1);
        if let VariableValue::Row(_, values) = &mut m.vars[n].held {
            *values = row.map(<[Datum]>::to_vec);
            values.iter_mut().flatten().for_each(Datum::flatten);
        }
    }
    let t = call.trigger;
    let table = Datum::name(&call.class.name);
    let args: Vec<Datum> = t.args.iter().map(|a| Datum::text(a)).collect();
    let mut list = Array::of(oid::TEXT, args);
    list.lower.iter_mut().for_each(|l| *l = 0);
    let values = [
        ("tg_name", oid::NAME, Datum::name(&t.name)),
        ("tg_when", oid::TEXT, Datum::text(if t.is(Trigger::BEFORE) { "BEFORE" } else { "AFTER" })),
        ("tg_level", oid::TEXT, Datum::text(if t.is(Trigger::ROW) { "ROW" } else { "STATEMENT" })),
        ("tg_op", oid::TEXT, Datum::text(Trigger::event_word(call.event))),
        ("tg_relid", oid::OID, Datum::u32(call.class.oid.0)),
        ("tg_relname", oid::NAME, table.clone()),
        ("tg_table_name", oid::NAME, table),
        ("tg_table_schema", oid::NAME, Datum::name(&call.schema)),
        ("tg_nargs", oid::INT4, Datum::i32(t.args.len() as i32)),
        (
            "tg_argv",
            oid::TEXT_ARRAY,
            if t.args.is_empty() { Datum::Null } else { list.to_datum()? },
        ),
    ];
    for (name, type_oid, value) in values {
        let n = m.declare(name, type_oid, -1);
        m.vars[n].held = VariableValue::Value(value);
    }
    let flow = m.block(&body.block).map_err(|e| m.with_place(e))?;
    if !matches!(flow, exec::Flow::Return) {
        m.at = None;
        let text = "control reached end of trigger procedure without RETURN";
        return Err(m.with_place(PgError::new(SqlState("2F005"), text)));
    }
    Ok(m.returned_row.take())
}

/// A function's parsed body, kept in the session until its source changes; for each trigger one of its own
/// (`compute_function_hashkey`).
fn body_of(b: &mut Backend<'_>, f: &CreatedFunction, trigger: Oid) -> Result<Rc<FunctionBody>> {
    if let Some(kept) = b.session.bodies.get(&body_key(f, trigger))
        && kept.source == f.source
    {
        return Ok(Rc::clone(kept));
    }
    let release = b.store.release;
    let block = parse::parse(&f.source, f, variables(f), release).map_err(|mut e| {
        e.query = e.location.map(|_| f.source.clone());
        e
    })?;
    Ok(keep(b, f, trigger, block))
}

/// What a body is kept for: the trigger that calls it, or else the function.
fn body_key(f: &CreatedFunction, trigger: Oid) -> Oid {
    if trigger.is_valid() { trigger } else { f.oid }
}

/// Keeps a body that was parsed, with the name that its function has now.
fn keep(
    b: &mut Backend<'_>,
    f: &CreatedFunction,
    trigger: Oid,
    block: tree::Block,
) -> Rc<FunctionBody> {
    let (source, signature) = (f.source.clone(), b.function_signature(f));
    let body = FunctionBody { function: f.oid, source, signature, block };
    let body = Rc::new(body);
    b.session.bodies.insert(body_key(f, trigger), Rc::clone(&body));
    body
}

/// Runs a function. Returns the rows of a set, or one row with the value or the OUT columns.
/// `atomic`: it must not end the transaction.
pub(crate) fn call(
    b: &mut Backend<'_>,
    f: &CreatedFunction,
    args: &[Datum],
    types: &[Oid],
    atomic: bool,
) -> Result<Vec<Vec<Datum>>> {
    if f.ret == oid::TRIGGER {
        return err!(FEATURE_NOT_SUPPORTED, "trigger functions can only be called as triggers")
            .map_err(|e| {
                let place = compilation(&f.name, 1);
                e.push_context(place)
            });
    }
    let body = body_of(b, f, Oid::INVALID)?;
    let expected = match f.ret == oid::RECORD && f.out.is_empty() {
        true => b.session.expected_columns.take(),
        false => None,
    };
    let mut m = machine(b, f, body.signature.clone(), atomic);
    m.expected = expected;
    m.phase = Some("while storing call arguments into local variables");
    let given = f.parameters.iter().enumerate().filter(|(_, p)| !matches!(p.0, 'o' | 't'));
    for ((value, t), (i, (_, name, _))) in args.iter().zip(types).zip(given) {
        let n = m.declare(name, *t, -1);
        m.vars[n].argument = i + 1;
        let r = match m.vars[n].held {
            VariableValue::Row(..) => crate::pl_gram::tree::NameRef::Whole(n),
            VariableValue::Value(_) => crate::pl_gram::tree::NameRef::Scalar(n),
        };
        m.put(r, value.clone(), (*t, -1)).map_err(|e| m.with_place(e))?;
    }
    for (i, (mode, name, t)) in f.parameters.iter().enumerate() {
        if matches!(mode, 'o' | 't') {
            let n = m.declare(name, *t, -1);
            m.vars[n].argument = i + 1;
        }
    }
    m.phase = None;
    let done = m.block(&body.block).and_then(|flow| m.results(&flow));
    done.map_err(|e| m.with_place(e))
}

/// Runs a procedure whose call was analysed; `values` are those of variables in its arguments.
/// Returns the procedure and the row of its INOUT arguments; `None` if it has none. `atomic`: it must
/// not end the transaction.
fn call_analyzed(
    b: &mut Backend<'_>,
    call_expr: &Expr,
    values: &[Datum],
    atomic: bool,
) -> Result<Option<(Rc<CreatedFunction>, Vec<Datum>)>> {
    let Node::Func(f) = &call_expr.node else {
        return Err(PgError::new(SqlState::INTERNAL_ERROR, "a call without a procedure"));
    };
    let FuncRef::Sql(function) = &f.func else {
        return Err(PgError::new(SqlState::INTERNAL_ERROR, "a call without a procedure"));
    };
    let mut args = Vec::new();
    for a in &f.args {
        args.push(expr::evaluate(b, a, values)?);
    }
    let types: Vec<Oid> = f.args.iter().map(|a| a.type_oid).collect();
    let atomic = atomic || function.definer;
    let rows = crate::backend::query::run_function(b, function, &args, &types, atomic)?;
    if function.out.is_empty() {
        return Ok(None);
    }
    Ok(rows.into_iter().next().map(|r| (Rc::clone(function), r)))
}

/// Runs a procedure, and returns its INOUT arguments with their names and types (`CALL`).
pub(crate) fn call_statement(
    b: &mut Backend<'_>,
    c: &sql::ast::FuncCall,
) -> Result<Option<(Vec<(String, Oid)>, Vec<Datum>)>> {
    let known = b.snapshot();
    let view = known.view();
    let call = sql::analyze::analyze_call(&view, &mut b.host(), c, None)?;
    let atomic = b.in_block() || b.session.atomic;
    let row = call_analyzed(b, &call, &[], atomic)?;
    Ok(row.map(|(f, row)| (f.out.clone(), row)))
}
