//! CREATE FUNCTION and CREATE PROCEDURE (`functioncmds.c`, `pg_proc.c`), and CALL.

use super::create::named_namespace;
use crate::backend::query::is_query;
use crate::backend::{Backend, Column, ResultSet, StatementResult};
use crate::catalog::UserFunction;
use sql::analyze::{self, CreatedFunction, ExprPlace};
use sql::ast::{self, CreateFunctionStmt, DefElem, FunctionParameter, ParameterMode};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Volatility;
use storage::ids::Oid;
use storage::types::oid;
use storage::xact::FUNCTION_STATISTICS;

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

/// Refuses an option that is written twice, or that a procedure cannot have (`compute_function_attributes`).
pub(super) fn check_options(written: &[(&str, usize)], procedure: bool) -> Result<()> {
    for (i, (name, at)) in written.iter().enumerate() {
        if procedure && !matches!(*name, "as" | "language" | "security") {
            return invalid_function("invalid attribute in procedure definition")
                .map_err(|e| e.at(*at));
        }
        if written[..i].iter().any(|(before, _)| before == name) {
            return err!(SYNTAX_ERROR, "conflicting or redundant options").map_err(|e| e.at(*at));
        }
    }
    Ok(())
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
        if p.type_name.setof {
            let kind = if s.is_procedure { "procedures" } else { "functions" };
            return invalid_function(format!("{kind} cannot accept set arguments"))
                .map_err(misplaced);
        }
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
                let place = ExprPlace::ParameterDefault(t);
                all.defaults.push(analyze::analyze_expr(&view, &mut b.host(), d, None, place)?);
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
    // A column of the result that has no name gets one (`build_function_result_tupdesc_d`).
    if all.out.len() > 1 || s.is_procedure {
        for (i, out) in all.out.iter_mut().enumerate().filter(|(_, out)| out.0.is_empty()) {
            out.0 = format!("column{}", i + 1);
        }
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

/// Refuses what OR REPLACE must not change of a function: its kind, its result, the names of its input parameters (those
/// without a name may get one), and that they have defaults (`ProcedureCreate`).
fn keep_declaration(
    b: &Backend<'_>,
    s: &CreateFunctionStmt,
    old: &CreatedFunction,
    result: (Oid, bool),
    out: &[(String, Oid)],
    names: &[String],
    defaults: usize,
) -> Result<()> {
    let (kind, was) =
        if old.procedure { ("PROCEDURE", "procedure") } else { ("FUNCTION", "function") };
    if old.procedure != s.is_procedure {
        return err!(WRONG_OBJECT_TYPE, "cannot change routine kind")
            .map_err(|e| e.detail(format!("\"{}\" is a {was}.", old.name)));
    }
    let mut named = old.arg_names.iter().zip(names);
    let (mut text, mut detail) = (String::new(), "");
    if (old.ret, old.returns_set) != result {
        text = match old.procedure {
            true => "cannot change whether a procedure has output parameters".into(),
            false => "cannot change return type of existing function".into(),
        };
    } else if old.ret == oid::RECORD && old.out != out {
        text = "cannot change return type of existing function".into();
        detail = "Row type defined by OUT parameters is different.";
    } else if let Some((name, _)) = named.find(|(old, new)| !old.is_empty() && old != new) {
        text = format!("cannot change name of input parameter \"{name}\"");
    } else if defaults < old.defaults.len() {
        text = "cannot remove parameter defaults from existing function".into();
    }
    if text.is_empty() {
        return Ok(());
    }
    let e = PgError::new(SqlState("42P13"), text)
        .hint(format!("Use DROP {kind} {} first.", b.function_signature(old)));
    Err(if detail.is_empty() { e } else { e.detail(detail) })
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

/// The text of the function's body (`interpret_AS_clause`).
fn function_source(s: &CreateFunctionStmt, language: &str) -> Result<String> {
    match (&s.sql_body, &s.body[..]) {
        (None, []) => invalid_function("no function body specified"),
        (Some(_), [_, ..]) => invalid_function("duplicate function body specified"),
        (Some(_), _) if language != "sql" => {
            invalid_function("inline SQL function body only valid for language SQL")
        }
        (Some(body), _) => Ok(body.text.trim().trim_end_matches(';').to_string()),
        (_, [body]) => Ok(body.clone()),
        _ => invalid_function(format!("only one AS item needed for language \"{language}\"")),
    }
}

/// The error of a polymorphic result without a polymorphic argument (`check_valid_polymorphic_signature`).
#[inline(never)]
fn undetermined(shown: &str, kind: &str) -> Result<()> {
    let (any, list) = match kind.strip_prefix("compatible") {
        Some(_) => ("anycompatible", "anycompatible, anycompatiblearray, anycompatiblenonarray"),
        None => ("any", "anyelement, anyarray, anynonarray, anyenum"),
    };
    let ranges = format!("{any}range or {any}multirange");
    let inputs = match kind.ends_with("range") {
        true => ranges,
        false => format!("{list}, {}", ranges.replace(" or", ", or")),
    };
    invalid_function("cannot determine result data type").map_err(|e| {
        e.detail(format!("A result of type {shown} requires at least one input of type {inputs}."))
    })
}

/// Refuses pseudo-types that the language cannot take or return (`ProcedureCreate`, `fmgr_sql_validator`,
/// `plpgsql_validator`).
fn refuse_pseudo_types(b: &Backend<'_>, f: &CreatedFunction) -> Result<()> {
    let pseudo = |t: Oid| storage::types::info(t).is_some_and(|t| t.kind == 'p');
    if f.ret == oid::INTERNAL && !f.args.contains(&oid::INTERNAL) {
        return invalid_function("unsafe use of pseudo-type \"internal\"").map_err(|e| {
            e.detail("A result of type internal requires at least one input of type internal.")
        });
    }
    let shown = b.type_name(f.ret);
    if let Some(kind) = shown.strip_prefix("any").filter(|k| pseudo(f.ret) && !k.is_empty()) {
        return undetermined(&shown, kind);
    }
    let plpgsql = f.language == "plpgsql";
    let refused = |t: Oid, sql: &str, other: &str| {
        let shown = b.type_name(t);
        if plpgsql {
            return err!(FEATURE_NOT_SUPPORTED, "PL/pgSQL functions cannot {other} type {shown}");
        }
        invalid_function(format!("SQL functions cannot {sql} type {shown}"))
    };
    let returned = [oid::RECORD, oid::VOID].contains(&f.ret)
        || plpgsql && [oid::TRIGGER, oid::EVENT_TRIGGER].contains(&f.ret);
    if pseudo(f.ret) && !returned {
        return refused(f.ret, "return", "return");
    }
    let taken = f.parameters.iter().filter(|p| plpgsql || !matches!(p.0, 'o' | 't'));
    match taken.map(|p| p.2).find(|t| pseudo(*t) && !(plpgsql && *t == oid::RECORD)) {
        Some(t) => refused(t, "have arguments of", "accept"),
        None => Ok(()),
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
    let last = &s.name.last;
    let namespace = named_namespace(b, &s.name)?;
    check_options(&s.written, s.is_procedure)?;
    // Whether ROWS fits is asked later.
    estimates(&s.options, true)?;
    let language = function_language(s)?;
    let Parameters { args, arg_names, all: parameters, out, defaults, variadic } =
        function_parameters(b, s)?;
    let returns_set = s.returns_table || s.return_type.as_ref().is_some_and(|t| t.setof);
    let ret = result_type(b, s, &out)?;
    let source = function_source(s, &language)?;
    let (cost, rows) = estimates(&s.options, returns_set)?;
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
        keep_declaration(b, s, f, (ret, returns_set), &out, &arg_names, defaults.len())?;
    }
    let _ = b.store.xact.assign_xid();
    let (made, release) = (existing.is_none(), b.store.release);
    let oid = existing.map_or_else(
        || b.store.oids.next_unless(|oid| b.process.catalog.function_oid_taken(oid, release)),
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
        definer: s.definer.unwrap_or(false),
        leakproof: s.options.iter().any(|o| o.name == "leakproof"),
        volatility: s.volatility.map_or(Volatility::Volatile, volatility_of),
        parallel: match s.options.iter().find(|o| o.name == "parallel") {
            Some(o) => parallel_level(&o.arg.as_ref().map(|a| a.text()).unwrap_or_default())?,
            None => 'u',
        },
        cost: cost.unwrap_or(100.0),
        rows: rows.unwrap_or(if returns_set { 1000.0 } else { 0.0 }),
        language,
        source,
        sql_body: s.sql_body.is_some(),
        procedure: s.is_procedure,
    });
    // The function is there when its body is checked, which may call it.
    let entry = UserFunction { namespace, function: Rc::clone(&function) };
    b.catalog.functions_mut().insert(oid, Rc::new(entry));
    b.forget_plans(oid);
    refuse_pseudo_types(b, &function)?;
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
    let mut found = statement.match_indices(['$', '\'']).filter_map(|(begin, quote)| {
        let rest = &statement[begin + 1..];
        let place = match quote {
            "$" => rest.strip_prefix(source)?.starts_with('$').then_some(at)?,
            _ => place_in_literal(rest, source, at)?,
        };
        Some(begin + 1 + place)
    });
    let place = found.next()?;
    found.next().is_none().then_some(place)
}

/// Translates a position in a body to one in the literal that `rest` begins with, after its quote, if the literal is
/// the body. A backslash is taken for an escape, as in `E'...'` (`match_prosrc_to_literal`).
fn place_in_literal(rest: &str, source: &str, at: usize) -> Option<usize> {
    let (mut n, mut place) = (0, None);
    for (i, c) in source.char_indices() {
        if i == at {
            place = Some(n);
        }
        n += match rest.as_bytes().get(n..)? {
            [b'\\', ..] | [b'\'', b'\'', ..] => 1,
            [b'\'', ..] => return None,
            _ => 0,
        };
        n += rest.get(n..)?.starts_with(c).then(|| c.len_utf8())?;
    }
    let end = rest.as_bytes().get(n..)?;
    (end.first() == Some(&b'\'') && end.get(1) != Some(&b'\'')).then(|| place.unwrap_or(n))
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
