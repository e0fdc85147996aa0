//! regclass, regtype and their kin: names in, names out, with quotes and schemas where needed
//! (`regproc.c`).

use crate::backend::Backend;
use crate::catalog::{Catalog, View, clip};
use sql::analyze::CatalogView;
use sql::ast::QualifiedName;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types::{self, oid};

/// The parts of `schema.name` (`stringToQualifiedNameList`).
pub(crate) fn split_name(text: &str) -> Result<QualifiedName> {
    let mut path = Vec::new();
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
            let end = rest.find(['.', ' ']).unwrap_or(rest.len());
            name = rest[..end].to_ascii_lowercase();
            rest = rest[end..].trim_start();
        }
        if name.is_empty() {
            return err!(INVALID_NAME, "invalid name syntax");
        }
        let last = clip(&name, 63).to_string();
        match rest.strip_prefix('.') {
            Some(r) => rest = r.trim_start(),
            None if rest.is_empty() => return Ok(QualifiedName { path, last }),
            None => return err!(INVALID_NAME, "invalid name syntax"),
        }
        path.push(last);
    }
}

/// The OID of the relation that a text names (`regclass`).
pub(crate) fn class_oid(b: &Backend<'_>, text: &str) -> Result<Oid> {
    let name = split_name(text)?;
    let schema = name.relation_schema_in(&b.catalog.database)?;
    schema_is_there(b, schema)?;
    match b.view().class(schema, &name.last) {
        Some(c) => Ok(c.oid),
        None => err!(UNDEFINED_TABLE, "relation \"{name}\" does not exist"),
    }
}

/// Refuses a name in a schema that is not there, where the version refuses it for the schema (`regclassin`, `regprocin`).
fn schema_is_there(b: &Backend<'_>, schema: Option<&str>) -> Result<()> {
    match schema {
        Some(s) if b.store.release.missing_schema_named && !b.view().schema_exists(s) => {
            err!(INVALID_SCHEMA_NAME, "schema \"{s}\" does not exist")
        }
        _ => Ok(()),
    }
}

/// The value of a text of type `regclass` or another reg type.
pub(crate) fn reg_in(b: &mut Backend<'_>, type_oid: Oid, text: &str) -> Result<Datum> {
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
            let name = split_name(text)?;
            if !name.path.is_empty() {
                return err!(INVALID_NAME, "invalid name syntax");
            }
            match b.catalog.namespace_named(&name.last) {
                Some(n) => Ok(Datum::u32(n.oid.0)),
                None => err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist"),
            }
        }
        oid::REGROLE => match text.trim_matches('"') {
            "postgres" => Ok(Datum::u32(10)),
            other => err!(UNDEFINED_OBJECT, "role \"{other}\" does not exist"),
        },
        oid::REGPROC | oid::REGPROCEDURE => {
            let (name, args) = if type_oid == oid::REGPROC {
                (text, None)
            } else {
                let (name, args) = function_and_types(b, text)?;
                (name, Some(args))
            };
            let name = split_name(name)?;
            let schema = name.schema_in(&b.catalog.database)?;
            schema_is_there(b, schema)?;
            let last = &name.last;
            let mut found = b.view().functions(schema, last);
            found.retain(|f| args.as_ref().is_none_or(|args| f.args == *args));
            match found.as_slice() {
                [f] => return Ok(Datum::u32(f.oid.0)),
                [] => {}
                _ => return err!(AMBIGUOUS_FUNCTION, "more than one function named \"{text}\""),
            }
            if !sql::catalog::functions_named(last).is_empty() {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "the OID of function \"{text}\" is not modelled"
                );
            }
            err!(UNDEFINED_FUNCTION, "function \"{text}\" does not exist")
        }
        _ => err!(FEATURE_NOT_SUPPORTED, "input of type {} is not modelled", b.type_name(type_oid)),
    }
}

/// The function's name and the types of its arguments in `name(type, type)` (`parseNameAndArgTypes`).
fn function_and_types<'a>(b: &mut Backend<'_>, text: &'a str) -> Result<(&'a str, Vec<Oid>)> {
    let mut quoted = false;
    let open = text.find(|c| {
        quoted ^= c == '"';
        c == '(' && !quoted
    });
    let Some(open) = open else {
        return err!(INVALID_TEXT_REPRESENTATION, "expected a left parenthesis");
    };
    split_name(&text[..open])?;
    let Some(list) = text[open + 1..].trim_end().strip_suffix(')') else {
        return err!(INVALID_TEXT_REPRESENTATION, "expected a right parenthesis");
    };
    let (mut quoted, mut depth) = (false, 0);
    let between = |c: char| {
        quoted ^= c == '"';
        match c {
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            _ => {}
        }
        c == ',' && !quoted && depth == 0
    };
    let written: Vec<&str> = list.split(between).map(str::trim).collect();
    if written == [""] {
        return Ok((&text[..open], Vec::new()));
    }
    let types: Result<Vec<Oid>> = written.iter().map(|t| Ok(type_from_text(b, t)?.0)).collect();
    Ok((&text[..open], types?))
}

/// Parses the name of a type, with its modifier, as a cast would have it (`parseTypeString`).
fn type_from_text(b: &mut Backend<'_>, text: &str) -> Result<(Oid, i32)> {
    let wrong = format!("invalid type name \"{text}\"");
    if text.trim().is_empty() {
        return Err(PgError::new(SqlState::SYNTAX_ERROR, wrong));
    }
    let parsed = sql::parser::parse_type_name(text);
    let name = parsed.map_err(|e| PgError::without_location(e).context(wrong))?;
    b.bind_type(&name).map_err(PgError::without_location)
}

/// A relation's name as `regclass` prints it, qualified if it is not visible without the schema (`regclassout`).
pub(crate) fn class_text(view: &View<'_>, oid: Oid) -> String {
    relation_name(view, oid, view.is_visible(oid), Catalog::namespace_name)
}

/// A relation's name in a definition, qualified if it is not visible without the schema, or `always`
/// (`generate_relation_name`, `generate_qualified_relation_name`).
pub(crate) fn relation_text(view: &View<'_>, oid: Oid, always: bool) -> String {
    relation_name(view, oid, !always && view.is_visible(oid), Catalog::shown_namespace)
}

/// A relation's name, alone or behind that of its schema; its OID if there is no such relation.
fn relation_name(
    view: &View<'_>,
    oid: Oid,
    alone: bool,
    schema: fn(&Catalog, Oid) -> &str,
) -> String {
    let Some(c) = view.catalog.class(oid) else { return oid.to_string() };
    let name = sql::expr::quote_identifier(&c.name);
    if alone {
        return name;
    }
    format!("{}.{name}", sql::expr::quote_identifier(schema(view.catalog, c.namespace)))
}

/// The text of a value of type `regclass` or another reg type.
pub(crate) fn reg_out(b: &mut Backend<'_>, type_oid: Oid, d: &Datum) -> Result<String> {
    let o = Oid(d.as_u32());
    if !o.is_valid() {
        let operator = matches!(type_oid, oid::REGOPER | oid::REGOPERATOR);
        return Ok(if operator { "0" } else { "-" }.to_string());
    }
    Ok(match type_oid {
        oid::REGCLASS => class_text(&b.view(), o),
        oid::REGTYPE => {
            if types::info(o).is_none() && b.view().user_type(o).is_none() {
                o.to_string()
            } else if o == oid::BPCHAR {
                "character".to_string()
            } else {
                b.type_name(o)
            }
        }
        oid::REGNAMESPACE => match b.catalog.namespaces().get(&o) {
            Some(n) => sql::expr::quote_identifier(&n.name),
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
            Some(f) if type_oid == oid::REGPROC => {
                let f = &f.function;
                let named = b.view().functions(None, &f.name);
                b.function_name(f, named.len() == 1 && named[0].oid == f.oid)
            }
            Some(f) => b.function_signature(&f.function),
            None if type_oid == oid::REGPROC && (o.0 == 3 || (330..336).contains(&o.0)) => {
                // The handlers of access methods.
                const OF: [&str; 6] = ["bt", "hash", "gist", "gin", "spg", "brin"];
                let of = o.0.checked_sub(330).map_or("heap_tableam_", |n| OF[n as usize]);
                format!("{of}handler")
            }
            None if o.0 < storage::ids::FIRST_NORMAL_OID => {
                return err!(FEATURE_NOT_SUPPORTED, "the function with OID {o} is not modelled");
            }
            None => o.to_string(),
        },
        _ => o.to_string(),
    })
}
