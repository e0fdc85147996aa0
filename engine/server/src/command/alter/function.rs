//! ALTER FUNCTION, ALTER PROCEDURE and ALTER ROUTINE (`functioncmds.c`, `alter.c`).

use crate::backend::{Backend, StatementResult};
use crate::command::{function as created, named_functions};
use sql::analyze::CreatedFunction;
use sql::ast::{AlterFunctionAction, AlterFunctionStmt, ObjectType};
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::ids::Oid;

/// Runs the statement.
///
/// # Errors
/// Those of `named_functions::function_named`; 42723 when the new name or schema has a function with these arguments; 0A000 for
/// options that are not modelled.
#[inline(never)]
pub(in crate::command) fn run(
    b: &mut Backend<'_>,
    s: &AlterFunctionStmt,
) -> Result<StatementResult> {
    let tag = match s.object_type {
        ObjectType::Procedure => "ALTER PROCEDURE",
        ObjectType::Routine => "ALTER ROUTINE",
        _ => "ALTER FUNCTION",
    };
    if let AlterFunctionAction::Owner(role) = &s.action {
        crate::backend::check_role(role)?;
    }
    let found =
        named_functions::function_named(b, tag, s.object_type, &s.name, s.args.as_deref(), false)?;
    let Some(found) = found else { return Ok(tag.into()) };
    let mut function = (*found).clone();
    let mut namespace = b.catalog.functions().get(&found.oid).map_or(Oid::INVALID, |f| f.namespace);
    match &s.action {
        AlterFunctionAction::Rename(name) => {
            name.clone_into(&mut function.name);
            refuse_taken(b, &function, namespace)?;
        }
        AlterFunctionAction::SetSchema(schema) => {
            let Some(to) = b.catalog.namespace_named(schema).map(|n| n.oid) else {
                return err!(INVALID_SCHEMA_NAME, "schema \"{schema}\" does not exist");
            };
            if to == namespace {
                return Ok(tag.into());
            }
            namespace = to;
            schema.clone_into(&mut function.schema);
            refuse_taken(b, &function, namespace)?;
        }
        AlterFunctionAction::Owner(_) => return Ok(tag.into()),
        AlterFunctionAction::Options { volatility, strict, definer, options, written } => {
            created::check_options(written, found.procedure)?;
            function.volatility = volatility.map_or(function.volatility, created::volatility_of);
            function.strict = strict.unwrap_or(function.strict);
            function.definer = definer.unwrap_or(function.definer);
            let (cost, rows) = created::estimates(options, function.returns_set)?;
            function.cost = cost.unwrap_or(function.cost);
            function.rows = rows.unwrap_or(function.rows);
            for o in options {
                match (&*o.name, o.arg.as_ref().map(|a| a.text())) {
                    ("parallel", Some(level)) => {
                        function.parallel = created::parallel_level(&level)?
                    }
                    ("cost" | "rows", _) => {}
                    (name, _) => {
                        let word = name.to_ascii_uppercase();
                        return err!(FEATURE_NOT_SUPPORTED, "{tag} ... {word} is not modelled");
                    }
                }
            }
        }
    }
    let _ = b.store.xact.assign_xid();
    // The name in it may be another now.
    b.forget_plans(found.oid);
    if let Some(f) = b.catalog.functions_mut().get_mut(&found.oid) {
        let f = Rc::make_mut(f);
        f.namespace = namespace;
        f.function = Rc::new(function);
    }
    Ok(tag.into())
}

/// Fails when the schema has another function with this name and these arguments (`IsThereFunctionInNamespace`).
fn refuse_taken(b: &Backend<'_>, function: &CreatedFunction, namespace: Oid) -> Result<()> {
    let taken = b.catalog.functions().values().any(|f| {
        f.namespace == namespace
            && f.function.name == function.name
            && f.function.args == function.args
            && f.function.oid != function.oid
    });
    if !taken {
        return Ok(());
    }
    let args: Vec<String> = function.args.iter().map(|t| b.type_name(*t)).collect();
    let (name, args) = (&function.name, args.join(", "));
    let schema = b.catalog.namespace_name(namespace);
    err!(DUPLICATE_FUNCTION, "function {name}({args}) already exists in schema \"{schema}\"")
}
