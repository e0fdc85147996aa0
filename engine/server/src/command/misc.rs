//! Schemas, views, functions, comments, LOCK TABLE.

use super::create::{creation_namespace, target};
use super::objects::{self, NewRelation};
use super::options;
use crate::backend::query::is_query;
use crate::backend::{Backend, missing_on_table};
use crate::backend::{Column, ResultSet, StatementResult};
use crate::catalog::{Class, Namespace, UserFunction, ViewEntry};
use sql::analyze::{self, CreatedFunction};
use sql::ast::{
    self, CommentStmt, CreateFunctionStmt, CreateSchemaStmt, DefElem, FunctionParameter, LockStmt,
    ObjectType, ParameterMode, Statement, ViewStmt,
};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::fmgr::Volatility;
use storage::heap::{Persistence, RelKind};
use storage::ids::Oid;
use storage::tuple::TupleDesc;
use storage::types::oid;
use storage::xact::FUNCTION_STATISTICS;

/// Issues a NOTICE.
pub(super) fn notice(b: &mut Backend<'_>, code: SqlState, text: String) {
    b.client.notices.push(PgError::new(code, text).severity(Severity::Notice));
}

/// Returns the relation that an ALTER names; `None`, after the notice "does not exist, skipping", for one that cannot be
/// found where IF EXISTS was written.
pub(super) fn relation_or_skip(
    b: &mut Backend<'_>,
    relation: &ast::RangeVar,
    missing_ok: bool,
) -> Result<Option<Rc<Class>>> {
    match b.find_relation(relation) {
        Err(_) if missing_ok => {
            let text = format!("relation \"{}\" does not exist, skipping", relation.name);
            notice(b, SqlState::UNDEFINED_TABLE, text);
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Runs `CREATE SCHEMA`, with the statements in it. Names that begin with `pg_` are refused.
pub(super) fn create_schema(b: &mut Backend<'_>, s: &CreateSchemaStmt) -> Result<StatementResult> {
    let name = s.name.clone().or_else(|| s.authorization.clone()).unwrap_or_default();
    if name.starts_with("pg_") {
        return Err(PgError::new(
            SqlState::RESERVED_NAME,
            format!("unacceptable schema name \"{name}\""),
        )
        .detail("The prefix \"pg_\" is reserved for system schemas."));
    }
    if b.catalog.namespace_named(&name).is_some() {
        if s.if_not_exists {
            let text = format!("schema \"{name}\" already exists, skipping");
            notice(b, SqlState::DUPLICATE_SCHEMA, text);
            return Ok("CREATE SCHEMA".into());
        }
        return err!(DUPLICATE_SCHEMA, "schema \"{name}\" already exists");
    }
    let _ = b.store.xact.assign_xid();
    let oid = b.store.oids.next();
    b.catalog.namespaces_mut().insert(oid, Namespace { oid, name: name.clone() });
    // The schema is there for what is made in it.
    b.store.xact.catalog_changes(1);
    for e in &s.elements {
        let path = b.settings.raw("search_path").unwrap_or("").to_string();
        let quoted = sql::expr::quote_identifier(&name);
        b.settings.put("search_path", &format!("{quoted}, {path}"), true);
        let done = super::run(b, e);
        b.settings.put("search_path", &path, true);
        done?;
    }
    Ok("CREATE SCHEMA".into())
}

/// Runs `CREATE VIEW`; a view on temporary tables becomes temporary.
#[inline(never)]
pub(super) fn create_view(b: &mut Backend<'_>, s: &ViewStmt) -> Result<StatementResult> {
    let options = options::check(b.store.release, &s.options, options::OptionOwner::View)?;
    let query = b.analyze(&Statement::Select(s.query.clone()))?;
    let mut view = s.view.clone();
    if view.persistence == Persistence::Permanent && super::create_as::uses_temporary(b, &query) {
        view.persistence = Persistence::Temp;
        let text = format!("view \"{}\" will be a temporary view", view.name);
        notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
    }
    let (namespace, persistence) = target(b, &view)?;
    let mut attrs = Vec::new();
    for t in query.target.iter().filter(|t| !t.junk) {
        let name = t.name.clone().unwrap_or_else(|| "?column?".to_string());
        let mut a = b.catalog.attribute_of(&name, t.expr.type_oid, t.expr.typmod);
        a.collation = t.expr.collation;
        super::create_as::refuse_pseudo_type(b, &a)?;
        attrs.push(a);
    }
    if s.aliases.len() > attrs.len() {
        return err!(SYNTAX_ERROR, "CREATE VIEW specifies more column names than columns");
    }
    for (a, n) in attrs.iter_mut().zip(&s.aliases) {
        a.name.clone_from(n);
    }
    for (i, a) in attrs.iter().enumerate() {
        if attrs[..i].iter().any(|o| o.name == a.name) {
            return err!(DUPLICATE_COLUMN, "column \"{}\" specified more than once", a.name);
        }
    }
    let mut query = query;
    for (t, a) in query.target.iter_mut().filter(|t| !t.junk).zip(&attrs) {
        t.name = Some(a.name.clone());
    }
    let entry = ViewEntry { query: Rc::new(query) };
    let old = b.catalog.class_named(namespace, &s.view.name).cloned();
    if let (Some(old), true) = (old, s.replace) {
        if old.kind != RelKind::View {
            return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a view", old.name);
        }
        if attrs.len() < old.desc.attrs.len() {
            return err!(INVALID_TABLE_DEFINITION, "cannot drop columns from view");
        }
        for (o, n) in old.desc.attrs.iter().zip(&attrs) {
            if o.name != n.name {
                return Err(PgError::new(
                    SqlState::INVALID_TABLE_DEFINITION,
                    format!("cannot change name of view column \"{}\" to \"{}\"", o.name, n.name),
                )
                .hint(
                    "Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead.",
                ));
            }
            if o.type_oid != n.type_oid || o.typmod != n.typmod {
                return err!(
                    INVALID_TABLE_DEFINITION,
                    "cannot change data type of view column \"{}\" from {} to {}",
                    o.name,
                    b.type_text(o.type_oid, o.typmod),
                    b.type_text(n.type_oid, n.typmod)
                );
            }
        }
        if super::dependencies::reads_through(b, &entry.query, old.oid) {
            let name = &old.name;
            return err!(
                FEATURE_NOT_SUPPORTED,
                "view \"{name}\" that reads itself is not modelled"
            );
        }
        let _ = b.store.xact.assign_xid();
        if let Some(c) = b.catalog.class_mut(old.oid) {
            c.desc = Rc::new(TupleDesc { attrs });
            c.view = Some(Rc::new(entry));
            c.options = options;
        }
        // Its columns, its rule.
        b.store.xact.catalog_changes(2);
        return Ok("CREATE VIEW".into());
    }
    objects::create(
        b,
        NewRelation {
            kind: RelKind::View,
            view: Some(entry),
            options,
            ..NewRelation::table(&s.view.name, namespace, persistence, TupleDesc { attrs })
        },
    )?;
    // Its rule `_RETURN`.
    b.store.oids.next();
    Ok("CREATE VIEW".into())
}

/// The language of a function.
///
/// # Errors
///
/// 0A000 for a language that is not modelled.
fn function_language(s: &CreateFunctionStmt) -> Result<String> {
    let language = s
        .language
        .clone()
        .unwrap_or_else(|| if s.sql_body.is_some() { "sql".to_string() } else { String::new() });
    match language.as_str() {
        "sql" | "plpgsql" => {}
        "" => {
            return err!(INVALID_TABLE_DEFINITION, "no language specified").map_err(|mut e| {
                e.code = SqlState("42P13");
                e
            });
        }
        "c" | "internal" => {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "functions in language \"{language}\" are not modelled"
            );
        }
        other => {
            return err!(UNDEFINED_OBJECT, "language \"{other}\" does not exist");
        }
    }
    Ok(language)
}

/// The parameters of a function.
#[derive(Default)]
struct Parameters {
    args: Vec<Oid>,
    arg_names: Vec<String>,
    /// All, each with its mode's letter, its name and its type.
    all: Vec<(char, String, Oid)>,
    /// OUT, INOUT and TABLE.
    out: Vec<(String, Oid)>,
    /// The defaults that the last arguments have, one for each of them.
    defaults: Vec<sql::expr::Expr>,
    /// The type of an element of the VARIADIC array.
    variadic: Option<Oid>,
}

/// The parameters with their types and defaults (`interpret_function_parameter_list`).
fn function_parameters(b: &mut Backend<'_>, s: &CreateFunctionStmt) -> Result<Parameters> {
    let mut all = Parameters::default();
    for p in &s.parameters {
        let placed = b.store.release.parameters_placed;
        let misplaced = |e: Box<PgError>| if placed { e.at(p.location) } else { e };
        let (t, _) = b.bind_type(&p.type_name).map_err(|e| unknown_type(e, placed))?;
        refuse_polymorphic(t)?;
        let name = p.name.clone().unwrap_or_default();
        let gives =
            matches!(p.mode, ParameterMode::In | ParameterMode::InOut | ParameterMode::Variadic);
        check_parameter(b, p, t, &name, &all, s).map_err(misplaced)?;
        if gives {
            all.args.push(t);
            all.arg_names.push(name.clone());
            if let Some(d) = &p.default {
                let known = b.snapshot();
                let view = known.view();
                all.defaults.push(analyze::analyze_default(
                    &view,
                    &mut b.host(),
                    d,
                    None,
                    &name,
                    t,
                    -1,
                    false,
                )?);
            } else if !all.defaults.is_empty() {
                return invalid_function(
                    "input parameters after one with a default value must also have defaults",
                )
                .map_err(misplaced);
            }
        } else if s.is_procedure && !all.defaults.is_empty() {
            return invalid_function(
                "procedure OUT parameters cannot appear after one with a default value",
            )
            .map_err(misplaced);
        }
        if p.mode == ParameterMode::Variadic {
            all.variadic = Some(storage::types::array::element_type(t));
        }
        if matches!(p.mode, ParameterMode::Out | ParameterMode::InOut | ParameterMode::Table) {
            all.out.push((name.clone(), t));
        }
        all.all.push((mode_letter(p.mode), name, t));
    }
    Ok(all)
}

/// The error of a parameter's type that does not exist: its name is not quoted, and only if `placed` is it pointed at
/// (`interpret_function_parameter_list`).
fn unknown_type(mut e: Box<PgError>, placed: bool) -> Box<PgError> {
    let name = e.message.strip_prefix("type \"").and_then(|m| m.strip_suffix("\" does not exist"));
    if let Some(name) = name {
        e.message = format!("type {name} does not exist");
    }
    if placed { e } else { e.without_location() }
}

/// The letter of a parameter's mode (`proargmodes`).
fn mode_letter(mode: ParameterMode) -> char {
    match mode {
        ParameterMode::In => 'i',
        ParameterMode::Out => 'o',
        ParameterMode::InOut => 'b',
        ParameterMode::Variadic => 'v',
        ParameterMode::Table => 't',
    }
}

/// The error 42P13 of a function that is declared wrongly.
fn invalid_function<T>(text: impl Into<String>) -> Result<T> {
    Err(PgError::new(SqlState("42P13"), text))
}

/// Refuses a parameter that cannot stand after those in `before`: one after a variadic one, a variadic one that is no
/// array, a second one of the name, a default of one that takes nothing (`interpret_function_parameter_list`).
fn check_parameter(
    b: &Backend<'_>,
    p: &FunctionParameter,
    t: Oid,
    name: &str,
    before: &Parameters,
    s: &CreateFunctionStmt,
) -> Result<()> {
    let takes = !matches!(p.mode, ParameterMode::Out | ParameterMode::Table);
    let variadic = before.all.iter().any(|known| known.0 == 'v');
    if takes && variadic {
        return invalid_function("VARIADIC parameter must be the last input parameter");
    }
    if s.is_procedure && p.mode == ParameterMode::Out && variadic {
        return invalid_function("VARIADIC parameter must be the last parameter");
    }
    if p.mode == ParameterMode::Variadic && t != oid::ANY && !b.catalog.element_type(t).is_valid() {
        return invalid_function("VARIADIC parameter must be an array");
    }
    // An input parameter and one of a result's columns may share a name only as INOUT does.
    let clashes = |other: char| {
        let only_in = |m: char| matches!(m, 'i' | 'v');
        let only_out = |m: char| matches!(m, 'o' | 't');
        let mine = mode_letter(p.mode);
        !(only_in(mine) && only_out(other) || only_out(mine) && only_in(other))
    };
    if !name.is_empty() && before.all.iter().any(|known| known.1 == name && clashes(known.0)) {
        return invalid_function(format!("parameter name \"{name}\" used more than once"));
    }
    if p.default.is_some() && !takes {
        return invalid_function("only input parameters can have default values");
    }
    Ok(())
}

/// Refuses a polymorphic type, `anyelement` and its kin.
fn refuse_polymorphic(t: Oid) -> Result<()> {
    if storage::types::info(t).is_some_and(|t| t.kind == 'p' && t.name.starts_with("any")) {
        return err!(FEATURE_NOT_SUPPORTED, "functions of polymorphic types are not modelled");
    }
    Ok(())
}

/// The type of a function's result: as RETURNS says, or as the OUT parameters do; a function has one of them, and
/// they agree (`CreateFunction`).
fn result_type(b: &mut Backend<'_>, s: &CreateFunctionStmt, out: &[(String, Oid)]) -> Result<Oid> {
    let implied = match out {
        [] => oid::VOID,
        [(_, t)] => *t,
        _ => oid::RECORD,
    };
    if s.returns_table {
        return Ok(implied);
    }
    let Some(t) = &s.return_type else {
        if out.is_empty() && !s.is_procedure {
            return invalid_function("function result type must be specified");
        }
        return Ok(implied);
    };
    let ret = b.bind_type(t).map_err(PgError::without_location)?.0;
    if !out.is_empty() && ret != implied {
        let shown = b.type_name(implied);
        return invalid_function(format!(
            "function result type must be {shown} because of OUT parameters"
        ));
    }
    Ok(ret)
}

/// What a letter of `provolatile` stands for: `i`, `s`, or `v`.
pub(super) fn volatility_of(letter: char) -> Volatility {
    match letter {
        'i' => Volatility::Immutable,
        's' => Volatility::Stable,
        _ => Volatility::Volatile,
    }
}

/// What the options COST and ROWS say; `None` for one that is not written.
///
/// # Errors
/// 22023 for a number that is not positive, and for ROWS of a function that returns no set.
pub(super) fn estimates(
    options: &[DefElem],
    returns_set: bool,
) -> Result<(Option<f64>, Option<f64>)> {
    let number = |name: &str| {
        let option = options.iter().find(|o| o.name == name)?;
        option.arg.as_ref()?.text().parse::<f64>().ok()
    };
    let (cost, rows) = (number("cost"), number("rows"));
    if cost.is_some_and(|n| n <= 0.0) {
        return err!(INVALID_PARAMETER_VALUE, "COST must be positive");
    }
    if rows.is_some_and(|n| n <= 0.0) {
        return err!(INVALID_PARAMETER_VALUE, "ROWS must be positive");
    }
    if rows.is_some() && !returns_set {
        let text = "ROWS is not applicable when function does not return a set";
        return err!(INVALID_PARAMETER_VALUE, "{text}");
    }
    Ok((cost, rows))
}

/// Refuses other names for the input parameters of a function that is replaced; those without a name may get one
/// (`ProcedureCreate`).
fn keep_parameter_names(b: &Backend<'_>, old: &CreatedFunction, names: &[String]) -> Result<()> {
    let named = old.arg_names.iter().zip(names);
    let Some((name, _)) = named.into_iter().find(|(old, new)| !old.is_empty() && old != new) else {
        return Ok(());
    };
    let kind = if old.procedure { "PROCEDURE" } else { "FUNCTION" };
    Err(PgError::new(
        SqlState("42P13"),
        format!("cannot change name of input parameter \"{name}\""),
    )
    .hint(format!("Use DROP {kind} {} first.", b.function_signature(old))))
}

/// What a level of PARALLEL is called in `proparallel`; 42601 for a word that is no level (`interpret_func_parallel`).
pub(super) fn parallel_level(level: &str) -> Result<char> {
    match level {
        "safe" => Ok('s'),
        "restricted" => Ok('r'),
        "unsafe" => Ok('u'),
        _ => err!(SYNTAX_ERROR, "parameter \"parallel\" must be SAFE, RESTRICTED, or UNSAFE"),
    }
}

/// Runs `CREATE FUNCTION` or `CREATE PROCEDURE`. Refused: one with these argument types that
/// exists, without OR REPLACE, and a different result type with it.
#[inline(never)]
pub(super) fn create_function(
    b: &mut Backend<'_>,
    s: &CreateFunctionStmt,
) -> Result<StatementResult> {
    let tag = if s.is_procedure { "CREATE PROCEDURE" } else { "CREATE FUNCTION" };
    let language = function_language(s)?;
    let last = &s.name.last;
    let namespace = creation_namespace(b, s.name.schema(), None)?;
    let Parameters { args, arg_names, all: parameters, out, defaults, variadic } =
        function_parameters(b, s)?;
    let returns_set = s.returns_table || s.return_type.as_ref().is_some_and(|t| t.setof);
    let ret = result_type(b, s, &out)?;
    let existing = b
        .catalog
        .functions()
        .values()
        .find(|f| f.namespace == namespace && f.function.name == *last && f.function.args == args)
        .map(|f| Rc::clone(&f.function));
    if let Some(f) = &existing {
        if !s.replace {
            return Err(PgError::new(
                SqlState::DUPLICATE_FUNCTION,
                format!("function \"{last}\" already exists with same argument types"),
            ));
        }
        if f.ret != ret {
            let shown: Vec<String> = args.iter().map(|t| b.type_text(*t, -1)).collect();
            let shown = shown.join(",");
            return Err(PgError::new(
                SqlState("42P13"),
                "cannot change return type of existing function",
            )
            .hint(format!(
                "Use DROP {} {last}({shown}) first.",
                if s.is_procedure { "PROCEDURE" } else { "FUNCTION" }
            )));
        }
        keep_parameter_names(b, f, &arg_names)?;
    }
    let source = match (&s.sql_body, s.body.first()) {
        (Some(body), _) => body.text.trim().trim_end_matches(';').to_string(),
        (None, Some(body)) => body.clone(),
        (None, None) => return Err(PgError::new(SqlState("42P13"), "no function body specified")),
    };
    let (cost, rows) = estimates(&s.options, returns_set)?;
    let _ = b.store.xact.assign_xid();
    let made = existing.is_none();
    let oid = existing.map_or_else(
        || b.store.oids.next_unless(|oid| b.process.catalog.function_oid_taken(oid)),
        |f| f.oid,
    );
    if made {
        b.store.xact.object_with_statistics(FUNCTION_STATISTICS, oid, true);
    }
    let function = Rc::new(CreatedFunction {
        oid,
        name: last.clone(),
        schema: b.catalog.namespace_name(namespace).to_string(),
        args: args.clone(),
        arg_names,
        parameters,
        defaults,
        variadic,
        ret,
        out,
        returns_set,
        strict: s.strict.unwrap_or(false),
        volatility: s.volatility.map_or(Volatility::Volatile, volatility_of),
        parallel: match s.options.iter().find(|o| o.name == "parallel") {
            Some(o) => parallel_level(&o.arg.as_ref().map(|a| a.text()).unwrap_or_default())?,
            None => 'u',
        },
        cost: cost.unwrap_or(100.0),
        rows: rows.unwrap_or(if returns_set { 1000.0 } else { 0.0 }),
        language,
        source: source.clone(),
        procedure: s.is_procedure,
    });
    // The function is there when its body is checked, which may call it.
    let entry = UserFunction { namespace, function: Rc::clone(&function) };
    b.catalog.functions_mut().insert(oid, Rc::new(entry));
    if b.settings.bool("check_function_bodies") {
        if function.language == "plpgsql" {
            (b.calls.validate)(b, &function)?;
        } else {
            check_body(b, s, &function).map_err(|e| body_error(b, s, &function, e))?;
        }
    }
    Ok(tag.into())
}

/// Analyzes the body of an SQL function, so that its errors are reported when it is created.
fn check_body(
    b: &mut Backend<'_>,
    s: &CreateFunctionStmt,
    function: &CreatedFunction,
) -> Result<()> {
    let text = s.sql_body.as_ref().map_or(&function.source, |body| &body.text);
    let statements = sql::parser::parse_for(b.store.release, text)?;
    let known = b.snapshot();
    if !matches!(statements.last(), Some(raw) if is_query(&raw.stmt)) {
        analyze::check_no_rows(&known.view(), function)?;
    }
    for (i, raw) in statements.iter().enumerate() {
        if is_query(&raw.stmt) {
            let (view, args) = (known.view(), &function.args);
            let (last, host) = (i + 1 == statements.len(), &mut b.host());
            analyze::analyze_function_statement(&view, host, &raw.stmt, function, args, last)?;
        }
    }
    Ok(())
}

/// An error in a body, with its place in the statement (`function_parse_error_transpose`).
fn body_error(
    b: &Backend<'_>,
    s: &CreateFunctionStmt,
    function: &CreatedFunction,
    mut e: Box<PgError>,
) -> Box<PgError> {
    let Some(at) = e.location else {
        return match s.sql_body {
            Some(_) => e,
            None => e.context(format!("SQL function \"{}\"", function.name)),
        };
    };
    let place = match &s.sql_body {
        Some(body) => Some(body.location + at),
        None => literal_place(&b.statement_text(), &function.source, at),
    };
    match place {
        Some(place) => e.location = Some(place),
        None => e.query = Some(function.source.clone()),
    }
    e
}

/// Translates a position in a function's body to a position in the statement that contains the body as
/// a literal (`match_prosrc_to_query`).
pub(crate) fn literal_place(statement: &str, source: &str, at: usize) -> Option<usize> {
    let doubled = |text: &str| text.replace('\'', "''");
    let found = |literal: String, at: usize| {
        let (first, last) = (statement.find(&literal)?, statement.rfind(&literal)?);
        (first == last).then_some(first + 1 + at)
    };
    found(format!("${source}$"), at)
        .or_else(|| found(format!("'{}'", doubled(source)), doubled(source.get(..at)?).len()))
}

/// Runs `CALL`, and returns a row when the procedure has INOUT arguments.
pub(super) fn call(b: &mut Backend<'_>, c: &ast::FuncCall) -> Result<StatementResult> {
    let Some((columns, row)) = (b.calls.procedure)(b, c)? else {
        return Ok("CALL".into());
    };
    let mut line = Vec::new();
    for ((_, t), d) in columns.iter().zip(&row) {
        line.push(if d.is_null() { None } else { Some(b.output(*t, d)?) });
    }
    let columns =
        columns.into_iter().map(|(name, type_oid)| Column { name, type_oid, typmod: -1 }).collect();
    Ok(StatementResult::Rows(ResultSet { columns, rows: vec![line], tag: "CALL".into() }))
}

/// Runs `COMMENT ON`: keeps a comment on an object, or removes it.
#[inline(never)]
pub(super) fn comment(b: &mut Backend<'_>, s: &CommentStmt) -> Result<StatementResult> {
    let (schema, last) = (s.object.schema(), &*s.object.last);
    let key: (Oid, i16) = match s.object_type {
        ObjectType::Column => {
            let Some(of) = s.object.parent() else {
                return err!(SYNTAX_ERROR, "column name must be qualified");
            };
            let c = b.relation_in(of.schema(), &of.last)?;
            match c.column(last) {
                Some(n) => (c.oid, n.0),
                None => {
                    return err!(
                        UNDEFINED_COLUMN,
                        "column \"{last}\" of relation \"{of}\" does not exist"
                    );
                }
            }
        }
        ObjectType::Schema => match b.catalog.namespace_named(last) {
            Some(n) => (n.oid, 0),
            None => return err!(INVALID_SCHEMA_NAME, "schema \"{last}\" does not exist"),
        },
        ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => {
            let (kind, args) = (s.object_type, s.args.as_deref());
            let found = super::drop::function_named(b, kind, &s.object, args, false)?;
            (found.map_or(Oid::INVALID, |f| f.oid), 0)
        }
        ObjectType::Type | ObjectType::Domain => match b.view().user_type_named(schema, last) {
            Some(t) => (t, 0),
            None => return err!(UNDEFINED_OBJECT, "type \"{}\" does not exist", s.object),
        },
        ObjectType::TableConstraint => {
            // The table stands before the constraint's name.
            let table = s.object.parent().unwrap_or_default();
            let c = b.relation_in(table.schema(), &table.last)?;
            match b.catalog.constraints_of(c.oid).iter().find(|k| k.name == *last) {
                Some(k) => (k.oid, 0),
                None => return Err(missing_on_table("constraint", last, &c.name)),
            }
        }
        ObjectType::Trigger => {
            let table = s.object.parent().unwrap_or_default();
            let c = b.relation_in(table.schema(), &table.last)?;
            match c.triggers.iter().find(|t| t.name == *last) {
                Some(t) => (t.oid, 0),
                None => return Err(missing_on_table("trigger", last, &c.name)),
            }
        }
        ObjectType::Extension => match b.catalog.extensions().values().find(|e| e.name == *last) {
            Some(e) => (e.oid, 0),
            None => return err!(UNDEFINED_OBJECT, "extension \"{last}\" does not exist"),
        },
        ObjectType::Toaster => (super::toaster::oid_of(b, last)?, 0),
        ObjectType::Database | ObjectType::Role | ObjectType::Tablespace => {
            return Ok("COMMENT".into());
        }
        kind => {
            let (wanted, words) = match kind {
                ObjectType::Table => (RelKind::Table, "a table"),
                ObjectType::Index => (RelKind::Index, "an index"),
                ObjectType::Sequence => (RelKind::Sequence, "a sequence"),
                ObjectType::View => (RelKind::View, "a view"),
                ObjectType::MatView => (RelKind::MaterializedView, "a materialized view"),
                other => {
                    let words = other.words();
                    return err!(FEATURE_NOT_SUPPORTED, "COMMENT ON {words} is not modelled");
                }
            };
            let c = b.relation_in(schema, last)?;
            if c.kind != wanted {
                return err!(WRONG_OBJECT_TYPE, "\"{}\" is not {words}", c.name);
            }
            (c.oid, 0)
        }
    };
    let text = s.comment.as_ref().filter(|text| !text.is_empty());
    crate::catalog::stored::commented(&mut b.catalog_store(), key, text.is_some());
    match text {
        Some(text) => b.catalog.comments_mut().insert(key, text.clone()),
        None => b.catalog.comments_mut().remove(&key),
    };
    Ok("COMMENT".into())
}

/// `LOCK TABLE`: with one session nothing waits, but an ACCESS EXCLUSIVE lock is logged, with an xid.
pub(super) fn lock(b: &mut Backend<'_>, s: &LockStmt) -> Result<StatementResult> {
    b.require_block("LOCK TABLE")?;
    let exclusively = s.mode.eq_ignore_ascii_case("access exclusive");
    for r in &s.relations {
        let class = b.find_relation(r)?;
        if !matches!(class.kind, RelKind::Table | RelKind::View) {
            return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a table or view", class.name);
        }
        if exclusively {
            b.store.lock_exclusively(class.oid);
        }
    }
    Ok("LOCK TABLE".into())
}
