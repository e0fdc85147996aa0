//! The functions and operators that run SQL/JSON paths (`jsonpath_exec.c`): `jsonb_path_query` and
//! its kin, `@?`, `@@`.

use super::execute::{PathRun, may_be_silent};
use super::expand::rows;
use super::jsonpath::{Item, Path, from_root, parse, roots};
use super::{document, root, text};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{
    Builtin, FnCtx, Operator, RowSource, SelectivityEstimator, operator, scalar, set,
};
use storage::types::jsonb::{ArrayBuilder, LookupResult, PathStep, Value};
use storage::types::oid::{BOOL, JSONB, JSONPATH};

const NAMES: &[&str] = &["target", "path", "vars", "silent"];
const DEFAULTS: &[&str] = &["'{}'", "false"];
const ARGS: &[storage::ids::Oid] = &[JSONB, JSONPATH, JSONB, BOOL];

/// The functions of this module.
pub static FUNCTIONS: &[Builtin] = &[
    scalar("jsonb_path_exists", ARGS, BOOL, exists).named(NAMES).defaults(DEFAULTS),
    scalar("jsonb_path_match", ARGS, BOOL, matches).named(NAMES).defaults(DEFAULTS),
    set("jsonb_path_query", ARGS, JSONB, &[], query).named(NAMES).defaults(DEFAULTS),
    scalar("jsonb_path_query_array", ARGS, JSONB, array).named(NAMES).defaults(DEFAULTS),
    scalar("jsonb_path_query_first", ARGS, JSONB, first).named(NAMES).defaults(DEFAULTS),
];

/// The operators of this module.
pub static OPERATORS: &[Operator] = &[
    operator("@?", JSONB, JSONPATH, BOOL, exists).known("", "", SelectivityEstimator::Cont),
    operator("@@", JSONB, JSONPATH, BOOL, matches).known("", "", SelectivityEstimator::Cont),
];

/// Removes leading keys and, in lax mode, subscripts from a path as far as the toaster can follow
/// them, and returns what they lead to, so that the rest of the document is not fetched. If one of
/// them leads nowhere, the path keeps it, since lax mode has rules of its own. `strict`: the path
/// is in strict mode.
fn narrow(ctx: &mut FnCtx<'_>, target: &Datum, path: &mut Path, strict: bool) -> Result<Datum> {
    let mut target = target.clone();
    if roots(path) != 1 {
        return Ok(target);
    }
    let Some(steps) = from_root(path) else { return Ok(target) };
    while let Some(place) = steps.get(1) {
        let step = match place {
            Item::Key(key) => PathStep::Key(key.as_bytes().into()),
            Item::Elements(list) if !strict => match list.as_slice() {
                [(index, None)] => match index.as_slice() {
                    [Item::Number(n)] => match n.parse::<i32>() {
                        Ok(n) => PathStep::Index(n.into()),
                        Err(_) => break,
                    },
                    _ => break,
                },
                _ => break,
            },
            _ => break,
        };
        match ctx.env.jsonb_get(&target, &[step])? {
            LookupResult::Value(found) => target = found,
            LookupResult::Nothing | LookupResult::NoShortcut => break,
        }
        steps.remove(1);
    }
    Ok(target)
}

/// A path ready to run on its document, and whether errors are suppressed.
fn prepare(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<(PathRun, Path, bool)> {
    let path = text(ctx, &args[1])?;
    let (mut path, strict) = parse(&String::from_utf8_lossy(&path), ctx.env.release())?;
    let target = narrow(ctx, &args[0], &mut path, strict)?;
    let target = document(ctx, &target)?;
    let silent = args.len() < 4 || args[3].as_bool();
    let vars = match args.get(2) {
        Some(v) => {
            let v = document(ctx, v)?;
            if !root(&v).is_object() {
                return err!(INVALID_PARAMETER_VALUE, "\"vars\" argument is not an object").map_err(|e| {
                    e.detail("Jsonpath parameters should be encoded as key-value pairs of \"vars\" object.")
                });
            }
            root(&v).root().to_value()
        }
        None => Value::Null,
    };
    let target = root(&target).root().to_value();
    Ok((PathRun::new(target, vars, strict, silent, ctx.env.release()), path, silent))
}

/// The items that a path finds, until an error.
fn items(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Vec<Value>> {
    let (mut run, path, silent) = prepare(ctx, args)?;
    let mut found = Vec::new();
    match run.whole(&path, Some(&mut found)) {
        Err(e) if !silent || !may_be_silent(&e) => Err(e),
        _ => Ok(found),
    }
}

/// `jsonb_path_exists`, `@?`.
fn exists(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let (mut run, path, silent) = prepare(ctx, args)?;
    match run.whole(&path, None) {
        Ok(found) => Ok(Datum::bool(found)),
        Err(e) if silent && may_be_silent(&e) => Ok(Datum::Null),
        Err(e) => Err(e),
    }
}

/// `jsonb_path_match`, `@@`.
fn matches(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    match items(ctx, args)?.as_slice() {
        [Value::Bool(b)] => Ok(Datum::bool(*b)),
        [Value::Null] => Ok(Datum::Null),
        _ if args.len() < 4 || args[3].as_bool() => Ok(Datum::Null),
        _ => Err(PgError::new(SqlState("22038"), "single boolean result is expected")),
    }
}

/// The SQL function `jsonb_path_query`.
fn query(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Box<dyn RowSource>> {
    let found = items(ctx, args)?;
    rows(found.iter().map(|v| vec![v.view().to_datum()]).collect())
}

/// The SQL function `jsonb_path_query_array`.
fn array(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let found = items(ctx, args)?;
    let mut all = ArrayBuilder::default();
    found.iter().for_each(|v| all.push(v.view()));
    Ok(all.finish()?.to_datum())
}

/// The SQL function `jsonb_path_query_first`.
fn first(ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<Datum> {
    let found = items(ctx, args)?;
    Ok(found.first().map_or(Datum::Null, |v| v.view().to_datum()))
}
