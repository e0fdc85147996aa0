//! regclass, regtype and their kin: names in, names out, with quotes and schemas where needed
//! (`regproc.c`).

use super::text_of;
use super::{Args, ServerFunction, scalar};
use crate::backend::Backend;
use crate::catalog::View;
use sql::analyze::CatalogView;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types::{self, oid};

/// An identifier in quotes when it must have them.
pub fn quote_identifier(name: &str) -> String {
    sql::expr::quote_identifier(name)
}

/// The parts of `schema.name` (`stringToQualifiedNameList`).
fn split_name(text: &str) -> Result<Vec<String>> {
    let mut parts = Vec::new();
    let mut rest = text.trim();
    loop {
        let name;
        if let Some(q) = rest.strip_prefix('"') {
            let Some(end) = q.find('"') else {
                return err!(INVALID_NAME, "invalid name syntax");
            };
            name = q[..end].to_string();
            rest = q[end + 1..].trim_start();
        } else {
            let end = rest.find(['.', ' ', '"']).unwrap_or(rest.len());
            name = rest[..end].to_lowercase();
            rest = rest[end..].trim_start();
        }
        if name.is_empty() {
            return err!(INVALID_NAME, "invalid name syntax");
        }
        parts.push(crate::command::clip_name(&name));
        match rest.strip_prefix('.') {
            Some(r) => rest = r.trim_start(),
            None if rest.is_empty() => return Ok(parts),
            None => return err!(INVALID_NAME, "invalid name syntax"),
        }
    }
}

/// The OID of the relation a text names.
pub(super) fn class_oid(b: &Backend<'_>, text: &str) -> Result<Oid> {
    let parts = split_name(text)?;
    let (last, path) = parts.split_last().expect("a name");
    let view = b.view();
    if let Some(s) = path.last()
        && !view.schema_exists(s)
    {
        return err!(INVALID_SCHEMA_NAME, "schema \"{s}\" does not exist");
    }
    match view.class(path.last().map(String::as_str), last) {
        Some(c) => Ok(c.oid),
        None => err!(UNDEFINED_TABLE, "relation \"{}\" does not exist", parts.join(".")),
    }
}

/// Input functions.
pub fn reg_in(b: &mut Backend<'_>, type_oid: Oid, text: &str) -> Result<Datum> {
    if text == "-" {
        return Ok(Datum::u32(0));
    }
    if !text.is_empty() && text.bytes().all(|c| c.is_ascii_digit()) {
        return match text.parse::<u32>() {
            Ok(v) => Ok(Datum::u32(v)),
            Err(_) => {
                err!(NUMERIC_VALUE_OUT_OF_RANGE, "value \"{text}\" is out of range for type oid")
            }
        };
    }
    match type_oid {
        oid::REGCLASS => Ok(Datum::u32(class_oid(b, text)?.0)),
        oid::REGTYPE => {
            let (t, _) = type_from_text(b, text)?;
            Ok(Datum::u32(t.0))
        }
        oid::REGNAMESPACE => {
            let parts = split_name(text)?;
            match b.catalog.namespace_named(parts.last().map_or("", String::as_str)) {
                Some(n) if parts.len() == 1 => Ok(Datum::u32(n.oid.0)),
                _ => err!(INVALID_SCHEMA_NAME, "schema \"{}\" does not exist", parts.join(".")),
            }
        }
        oid::REGROLE => match text.trim_matches('"') {
            "postgres" => Ok(Datum::u32(10)),
            other => err!(UNDEFINED_OBJECT, "role \"{other}\" does not exist"),
        },
        oid::REGPROC | oid::REGPROCEDURE => {
            let name = text.split('(').next().unwrap_or(text);
            let last = split_name(name)?.pop().unwrap_or_default();
            if let Some(f) = b.catalog.functions().values().find(|f| f.function.name == last) {
                return Ok(Datum::u32(f.function.oid.0));
            }
            err!(UNDEFINED_FUNCTION, "function \"{text}\" does not exist")
        }
        _ => err!(FEATURE_NOT_SUPPORTED, "input of this type is not modelled"),
    }
}

fn type_from_text(b: &mut Backend<'_>, text: &str) -> Result<(Oid, i32)> {
    let statement = format!("SELECT NULL::{text}");
    let parsed = sql::parser::parse(&statement);
    if let Ok(stmts) = parsed
        && let Some(sql::ast::Statement::Select(s)) = stmts.into_iter().next().map(|r| r.stmt)
        && let Some(sql::ast::Expr::TypeCast(c)) =
            s.target_list.into_iter().next().and_then(|t| t.val)
    {
        return b.bind_type(&c.type_name).map_err(|mut e| {
            e.location = None;
            e
        });
    }
    Err(PgError::new(SqlState::SYNTAX_ERROR, format!("invalid type name \"{text}\"")))
}

/// A relation's name, with its schema when it is not found without.
pub(crate) fn class_text(view: &View<'_>, oid: Oid) -> String {
    let Some(c) = view.catalog.class(oid) else { return oid.to_string() };
    let name = quote_identifier(&c.name);
    if view.is_visible(oid) {
        name
    } else {
        format!("{}.{name}", quote_identifier(view.catalog.namespace_name(c.namespace)))
    }
}

/// Output functions.
pub fn reg_out(b: &mut Backend<'_>, type_oid: Oid, d: &Datum) -> Result<String> {
    let o = Oid(d.as_u32());
    if !o.is_valid() {
        return Ok("-".to_string());
    }
    Ok(match type_oid {
        oid::REGCLASS => class_text(&b.view(), o),
        oid::REGTYPE => {
            if types::info(o).is_none() && b.view().user_type(o).is_none() {
                o.to_string()
            } else if o == oid::BPCHAR {
                "character".to_string()
            } else {
                b.type_text(o, -1)
            }
        }
        oid::REGNAMESPACE => match b.catalog.namespaces().get(&o) {
            Some(n) => quote_identifier(&n.name),
            None => o.to_string(),
        },
        oid::REGROLE => match o.0 {
            10 => "postgres".to_string(),
            6171 => "pg_database_owner".to_string(),
            _ => o.to_string(),
        },
        oid::REGCOLLATION => match o.0 {
            100 => "\"default\"".to_string(),
            950 => "\"C\"".to_string(),
            _ => o.to_string(),
        },
        oid::REGPROC | oid::REGPROCEDURE => match b.catalog.functions().get(&o) {
            Some(f) => quote_identifier(&f.function.name),
            None => o.to_string(),
        },
        _ => o.to_string(),
    })
}

fn missing_is_null(found: Result<Datum>) -> Result<Datum> {
    match found {
        Ok(d) => Ok(d),
        Err(e) if e.code != SqlState::INVALID_NAME && e.code != SqlState::SYNTAX_ERROR => {
            Ok(Datum::Null)
        }
        Err(e) => Err(e),
    }
}

fn to_reg(b: &mut Backend<'_>, args: &Args<'_>, type_oid: Oid) -> Result<Datum> {
    let text = text_of(b, &args[0])?;
    missing_is_null(reg_in(b, type_oid, &text))
}

fn to_regclass(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGCLASS)
}
fn to_regtype(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGTYPE)
}
fn to_regnamespace(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGNAMESPACE)
}
fn to_regrole(b: &mut Backend<'_>, args: &Args<'_>) -> Result<Datum> {
    to_reg(b, args, oid::REGROLE)
}

/// The functions of this room.
pub(super) const FUNCTIONS: &[ServerFunction] = &[
    scalar("to_regclass", &[oid::TEXT], oid::REGCLASS, to_regclass).stable(),
    scalar("to_regtype", &[oid::TEXT], oid::REGTYPE, to_regtype).stable(),
    scalar("to_regnamespace", &[oid::TEXT], oid::REGNAMESPACE, to_regnamespace).stable(),
    scalar("to_regrole", &[oid::TEXT], oid::REGROLE, to_regrole).stable(),
];
