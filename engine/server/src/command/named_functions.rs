//! The functions that DROP, ALTER and COMMENT name.

use super::drop::{lacks_schema, required, skipping, written};
use crate::backend::Backend;
use crate::catalog::PG_CATALOG;
use sql::analyze::{CatalogView, CreatedFunction};
use sql::ast::{ObjectType, QualifiedName, TypeName};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;

/// The function with this name and these types of arguments; without types, the only one with this name
/// (`LookupFuncWithArgs`). `kind` is the word written: FUNCTION, PROCEDURE or ROUTINE. `None`, after a notice, for one
/// that does not exist and need not. `tag` is the command that names it: no command changes a built-in function.
///
/// # Errors
/// 42883 for none, 42725 for several, 42809 for one of another kind, 3F000 for a schema that does not exist, 2BP01 or
/// 0A000 for a built-in one.
pub(super) fn function_named(
    b: &mut Backend<'_>,
    tag: &str,
    kind: ObjectType,
    name: &QualifiedName,
    args: Option<&[TypeName]>,
    missing_ok: bool,
) -> Result<Option<Rc<CreatedFunction>>> {
    let word = match kind {
        ObjectType::Procedure => "procedure",
        ObjectType::Routine => "routine",
        _ => "function",
    };
    let types = match args {
        Some(args) => {
            let bound: Result<Vec<Oid>> = args.iter().map(|t| Ok(b.bind_type(t)?.0)).collect();
            match bound {
                // A type or schema that does not exist (`type_in_list_does_not_exist_skipping`).
                Err(e) if missing_ok => {
                    skipping(b, e.message.trim_end_matches(" does not exist"));
                    return Ok(None);
                }
                bound => Some(bound.map_err(|mut e| {
                    // `LookupTypeNameOid` knows no place.
                    e.location = None;
                    e
                })?),
            }
        }
        None => None,
    };
    let schema = name.schema_in(&b.catalog.database)?;
    if lacks_schema(b, schema, missing_ok)? {
        return Ok(None);
    }
    let mut found = b.view().functions(schema, &name.last);
    refuse_built_in(b, tag, word, name, types.as_deref(), found.len())?;
    match &types {
        Some(types) => {
            // A procedure is also found by all its arguments, with those that are OUT.
            let by_all = |f: &CreatedFunction| {
                kind != ObjectType::Function
                    && (f.procedure || kind == ObjectType::Routine)
                    && f.parameters.iter().map(|p| p.2).eq(types.iter().copied())
            };
            let other = found.iter().find(|f| by_all(f)).cloned();
            found.retain(|f| f.args == *types);
            // The first schema of the search path has it.
            found.truncate(1);
            found.extend(other.filter(|o| found.iter().all(|f| f.oid != o.oid)));
        }
        None => {
            found.retain(|f| kind == ObjectType::Routine || f.procedure == (word == "procedure"))
        }
    }
    let shown = types.as_ref().map(|types| {
        let list: Vec<String> = types.iter().map(|t| b.type_name(*t)).collect();
        format!("{name}({})", list.join(", "))
    });
    match (found.as_slice(), shown) {
        ([f], Some(shown))
            if kind != ObjectType::Routine && f.procedure != (word == "procedure") =>
        {
            err!(WRONG_OBJECT_TYPE, "{shown} is not a {word}")
        }
        ([f], _) => Ok(Some(Rc::clone(f))),
        ([], _) if missing_ok => {
            let list: Vec<String> = args.unwrap_or_default().iter().map(written).collect();
            skipping(b, &format!("{word} {name}({})", list.join(",")));
            Ok(None)
        }
        ([], shown) => {
            // A routine that is not there is called a function (`LookupFuncWithArgs`).
            let word = if word == "routine" { "function" } else { word };
            match shown {
                Some(shown) => err!(UNDEFINED_FUNCTION, "{word} {shown} does not exist"),
                None => err!(UNDEFINED_FUNCTION, "could not find a {word} named \"{name}\""),
            }
        }
        (_, shown) => Err(not_unique(word, name, shown.is_some())),
    }
}

/// The error for a name that several functions have; without arguments it hints at them.
fn not_unique(word: &str, name: &QualifiedName, with_args: bool) -> Box<PgError> {
    let text = format!("{word} name \"{name}\" is not unique");
    let e = PgError::new(SqlState::AMBIGUOUS_FUNCTION, text);
    if with_args {
        return e;
    }
    e.hint(format!("Specify the argument list to select the {word} unambiguously."))
}

/// Refuses a built-in function of this name, which the command `tag` cannot change: the one with these types of
/// arguments, or without types the only one. `word` is what the command calls it; `others`: how many functions of this name users made.
fn refuse_built_in(
    b: &Backend<'_>,
    tag: &str,
    word: &str,
    name: &QualifiedName,
    types: Option<&[Oid]>,
    others: usize,
) -> Result<()> {
    if name.path.last().is_some_and(|schema| schema != "pg_catalog") {
        return Ok(());
    }
    let mut found = match b.view().home_of_built_in(&name.last) {
        Some(PG_CATALOG) => sql::catalog::functions_named(&name.last).to_vec(),
        _ => return Ok(()),
    };
    match types {
        Some(types) => found.retain(|f| f.args == types),
        None if word == "procedure" => return Ok(()),
        None if !found.is_empty() && found.len() + others > 1 => {
            return Err(not_unique(word, name, false));
        }
        None => {}
    }
    let Some(f) = found.first() else { return Ok(()) };
    let list: Vec<String> = f.args.iter().map(|t| b.type_name(*t)).collect();
    let shown = format!("function {}({})", name.last, list.join(", "));
    match tag {
        "DROP PROCEDURE" => {
            err!(WRONG_OBJECT_TYPE, "{}({}) is not a procedure", name.last, list.join(", "))
        }
        "DROP FUNCTION" | "DROP ROUTINE" => Err(required(&shown)),
        _ => err!(FEATURE_NOT_SUPPORTED, "{tag} of the built-in {shown} is not modelled"),
    }
}
