//! Schemas, views, functions, extensions, comments, renames.

use super::create::{creation_namespace, exists_skip, target};
use super::objects::{self, NewRelation};
use super::options;
use crate::backend::Backend;
use crate::backend::{Column, ResultSet, StatementResult};
use crate::catalog::{Namespace, UserFunction, UserTypeKind, ViewEntry};
use sql::analyze::{self, SqlFunction};
use sql::ast::{
    self, AlterObjectSchemaStmt, CommentStmt, CreateFunctionStmt, CreateSchemaStmt, LockStmt,
    ObjectType, ParameterMode, RenameStmt, Statement, ViewStmt,
};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::fmgr::Volatility;
use storage::ids::{AttrNumber, Oid};
use storage::tuple::TupleDesc;
use storage::types::oid;
use storage::xact::FUNCTION_STATISTICS;

pub(super) fn notice(b: &mut Backend<'_>, code: SqlState, text: String) {
    b.client.notices.push(PgError::new(code, text).severity(Severity::Notice));
}

/// `CREATE SCHEMA`.
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

/// `CREATE VIEW`.
#[inline(never)]
pub(super) fn create_view(b: &mut Backend<'_>, s: &ViewStmt) -> Result<StatementResult> {
    let options = options::check(&s.options, options::OptionOwner::View)?;
    let query = b.analyze(&Statement::Select(s.query.clone()))?;
    let mut view = s.view.clone();
    if view.persistence == 'p' && super::create::uses_temporary(b, &query) {
        view.persistence = 't';
        let text = format!("view \"{}\" will be a temporary view", view.name);
        notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
    }
    let (namespace, persistence) = target(b, &view)?;
    let mut attrs = Vec::new();
    for t in query.target.iter().filter(|t| !t.junk) {
        let name = t.name.clone().unwrap_or_else(|| "?column?".to_string());
        let mut a = b.catalog.attribute_of(&name, t.expr.type_oid, t.expr.typmod);
        a.collation = t.expr.collation;
        super::create::refuse_pseudo_type(b, &a)?;
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
        if old.kind != 'v' {
            return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a view", old.name);
        }
        for (i, o) in old.desc.attrs.iter().enumerate() {
            let Some(n) = attrs.get(i) else {
                return err!(INVALID_TABLE_DEFINITION, "cannot drop columns from view");
            };
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
            kind: 'v',
            view: Some(entry),
            options,
            ..NewRelation::table(&s.view.name, namespace, persistence, TupleDesc { attrs })
        },
    )?;
    // Its rule `_RETURN`.
    b.store.oids.next();
    Ok("CREATE VIEW".into())
}

/// `CREATE FUNCTION` in SQL.
#[inline(never)]
pub(super) fn create_function(
    b: &mut Backend<'_>,
    s: &CreateFunctionStmt,
) -> Result<StatementResult> {
    let tag = if s.is_procedure { "CREATE PROCEDURE" } else { "CREATE FUNCTION" };
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
            return Err(PgError::new(
                SqlState::UNDEFINED_OBJECT,
                format!("language \"{other}\" does not exist"),
            )
            .hint("Use CREATE EXTENSION to load the language into the database."));
        }
    }
    let (last, path) = s.name.split_last().expect("a name");
    let namespace = creation_namespace(b, path.last().map(String::as_str), None)?;
    let (mut args, mut arg_names, mut out) = (Vec::new(), Vec::new(), Vec::new());
    let mut defaults = Vec::new();
    let mut variadic = None;
    for p in &s.parameters {
        let (t, _) = b.bind_type(&p.type_name)?;
        let name = p.name.clone().unwrap_or_default();
        if matches!(p.mode, ParameterMode::In | ParameterMode::InOut | ParameterMode::Variadic) {
            args.push(t);
            arg_names.push(name.clone());
            if let Some(d) = &p.default {
                let known = b.snapshot();
                let view = known.view();
                defaults.push(analyze::analyze_default(
                    &view,
                    &mut b.host(),
                    d,
                    None,
                    &name,
                    t,
                    -1,
                    false,
                )?);
            } else if !defaults.is_empty() {
                return Err(PgError::new(
                    SqlState("42P13"),
                    "input parameters after one with a default value must also have defaults",
                ));
            }
        }
        if p.mode == ParameterMode::Variadic {
            variadic = Some(storage::types::array::element_type(t));
        }
        if matches!(p.mode, ParameterMode::Out | ParameterMode::InOut | ParameterMode::Table) {
            out.push((name, t));
        }
    }
    let returns_set = s.returns_table || s.return_type.as_ref().is_some_and(|t| t.setof);
    let ret = match &s.return_type {
        Some(t) => b.bind_type(t)?.0,
        None => match out.as_slice() {
            [] => oid::VOID,
            [(_, t)] => *t,
            _ => oid::RECORD,
        },
    };
    let ret = if s.returns_table {
        if let [(_, t)] = out.as_slice() { *t } else { oid::RECORD }
    } else {
        ret
    };
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
            return Err(PgError::new(
                SqlState("42P13"),
                "cannot change return type of existing function",
            )
            .hint(format!("Use DROP FUNCTION {last} first.")));
        }
    }
    let source = match (&s.sql_body, s.body.first()) {
        (Some(body), _) => body.text.trim().trim_end_matches(';').to_string(),
        (None, Some(body)) => body.clone(),
        (None, None) => return Err(PgError::new(SqlState("42P13"), "no function body specified")),
    };
    let _ = b.store.xact.assign_xid();
    let made = existing.is_none();
    let oid = existing.map_or_else(
        || b.store.oids.next_unless(|oid| b.process.catalog.function_oid_taken(oid)),
        |f| f.oid,
    );
    if made {
        b.store.xact.object_with_statistics(FUNCTION_STATISTICS, oid, true);
    }
    let function = Rc::new(SqlFunction {
        oid,
        name: last.clone(),
        schema: b.catalog.namespace_name(namespace).to_string(),
        args: args.clone(),
        arg_names,
        defaults,
        variadic,
        ret,
        out,
        returns_set,
        strict: s.strict.unwrap_or(false),
        volatility: match s.volatility {
            Some('i') => Volatility::Immutable,
            Some('s') => Volatility::Stable,
            _ => Volatility::Volatile,
        },
        parallel_safe: s
            .options
            .iter()
            .any(|o| o.name == "parallel" && o.arg.as_ref().is_some_and(|a| a.text() == "safe")),
        language,
        source: source.clone(),
        procedure: s.is_procedure,
    });
    if function.language == "plpgsql" {
        if b.settings.bool("check_function_bodies") {
            (b.calls.validate)(b, &function)?;
        }
    } else if b.settings.bool("check_function_bodies") {
        check_body(b, s, &function).map_err(|e| body_error(b, s, &function, e))?;
    }
    b.catalog.functions_mut().insert(oid, Rc::new(UserFunction { namespace, function }));
    Ok(tag.into())
}

/// A body in SQL is analyzed, so that what is wrong with it shows now.
fn check_body(b: &mut Backend<'_>, s: &CreateFunctionStmt, function: &SqlFunction) -> Result<()> {
    let text = s.sql_body.as_ref().map_or(&function.source, |body| &body.text);
    for raw in sql::parser::parse(text)? {
        if matches!(
            *raw.stmt,
            Statement::Select(_)
                | Statement::Insert(_)
                | Statement::Update(_)
                | Statement::Delete(_)
        ) {
            let known = b.snapshot();
            let (view, args) = (known.view(), &function.args);
            analyze::analyze_function_body(&view, &mut b.host(), &raw.stmt, function, args)?;
        }
    }
    Ok(())
}

/// An error in a body, with its place in the statement (`function_parse_error_transpose`).
fn body_error(
    b: &Backend<'_>,
    s: &CreateFunctionStmt,
    function: &SqlFunction,
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

/// Where a place of a body is in the statement that has it as its one literal of that kind
/// (`match_prosrc_to_query`).
pub(crate) fn literal_place(statement: &str, source: &str, at: usize) -> Option<usize> {
    let doubled = |text: &str| text.replace('\'', "''");
    let found = |literal: String, at: usize| {
        let (first, last) = (statement.find(&literal)?, statement.rfind(&literal)?);
        (first == last).then_some(first + 1 + at)
    };
    found(format!("${source}$"), at)
        .or_else(|| found(format!("'{}'", doubled(source)), doubled(source.get(..at)?).len()))
}

/// `CALL`: a row when the procedure has INOUT arguments.
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

/// `COMMENT ON`.
#[inline(never)]
pub(super) fn comment(b: &mut Backend<'_>, s: &CommentStmt) -> Result<StatementResult> {
    let (last, path) = s.object.split_last().expect("a name");
    let schema_of = |p: &[String]| p.last().cloned();
    let key: (Oid, i16) = match s.object_type {
        ObjectType::Column => {
            let (table, rest) =
                path.split_last().map_or((String::new(), &[][..]), |(t, r)| (t.clone(), r));
            let known = b.snapshot();
            let view = known.view();
            let Some(c) = view.class(schema_of(rest).as_deref(), &table) else {
                return Err(crate::backend::missing_relation(schema_of(rest).as_deref(), &table));
            };
            match c.column(last) {
                Some(n) => (c.oid, n.0),
                None => {
                    return err!(
                        UNDEFINED_COLUMN,
                        "column \"{last}\" of relation \"{table}\" does not exist"
                    );
                }
            }
        }
        ObjectType::Schema => match b.catalog.namespace_named(last) {
            Some(n) => (n.oid, 0),
            None => return err!(INVALID_SCHEMA_NAME, "schema \"{last}\" does not exist"),
        },
        ObjectType::Function | ObjectType::Procedure => {
            let found = b.catalog.functions().values().find(|f| f.function.name == *last);
            match found {
                Some(f) => (f.function.oid, 0),
                None => {
                    return err!(UNDEFINED_FUNCTION, "could not find a function named \"{last}\"");
                }
            }
        }
        ObjectType::Type | ObjectType::Domain => {
            match b.view().user_type_named(schema_of(path).as_deref(), last) {
                Some(t) => (t, 0),
                None => return err!(UNDEFINED_OBJECT, "type \"{last}\" does not exist"),
            }
        }
        ObjectType::TableConstraint => {
            let table = path.last().cloned().unwrap_or_default();
            let known = b.snapshot();
            let view = known.view();
            let Some(c) = view.class(None, &table) else {
                return Err(crate::backend::missing_relation(None, &table));
            };
            match b.catalog.constraints_of(c.oid).iter().find(|k| k.name == *last) {
                Some(k) => (k.oid, 0),
                None => {
                    return err!(
                        UNDEFINED_OBJECT,
                        "constraint \"{last}\" for table \"{table}\" does not exist"
                    );
                }
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
        _ => {
            let known = b.snapshot();
            let view = known.view();
            match view.class(schema_of(path).as_deref(), last) {
                Some(c) if s.object_type == ObjectType::Table && c.kind != 'r' => {
                    return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a table", c.name);
                }
                Some(c) => (c.oid, 0),
                None => {
                    return Err(crate::backend::missing_relation(schema_of(path).as_deref(), last));
                }
            }
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

/// `ALTER ... RENAME`.
#[inline(never)]
pub(super) fn rename(b: &mut Backend<'_>, s: &RenameStmt) -> Result<StatementResult> {
    if s.rename_type == ObjectType::Trigger {
        return super::trigger::rename(b, s);
    }
    let word = |t: ObjectType| match t {
        ObjectType::Index => "ALTER INDEX",
        ObjectType::Sequence => "ALTER SEQUENCE",
        ObjectType::View => "ALTER VIEW",
        ObjectType::MatView => "ALTER MATERIALIZED VIEW",
        ObjectType::Schema => "ALTER SCHEMA",
        ObjectType::Type => "ALTER TYPE",
        ObjectType::Domain => "ALTER DOMAIN",
        ObjectType::Function => "ALTER FUNCTION",
        ObjectType::Extension => "ALTER EXTENSION",
        _ => "ALTER TABLE",
    };
    let kind = match s.rename_type {
        ObjectType::Column | ObjectType::TableConstraint | ObjectType::Attribute => s.relation_type,
        t => t,
    };
    let tag = word(kind);
    let Some(relation) = &s.relation else {
        return rename_other(b, s, tag);
    };
    let class = match b.find_relation(relation) {
        Ok(c) => c,
        Err(_) if s.missing_ok => {
            let text = format!("relation \"{}\" does not exist, skipping", relation.name);
            notice(b, SqlState::UNDEFINED_TABLE, text);
            return Ok(tag.into());
        }
        Err(e) => return Err(e),
    };
    let columns = matches!(s.rename_type, ObjectType::Column | ObjectType::Attribute);
    if columns && matches!(class.kind, 't' | 'S') {
        let m = format!("cannot rename columns of relation \"{}\"", class.name);
        return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, m).detail(class.unsupported()));
    }
    class.refuse_system()?;
    if class.kind != 'i' {
        b.store.lock_exclusively(class.oid);
    }
    let _ = b.store.xact.assign_xid();
    let new = crate::catalog::clip(&s.newname, 63).to_string();
    match s.rename_type {
        ObjectType::Column | ObjectType::Attribute => {
            let old = s.subname.clone().unwrap_or_default();
            let Some(n) = class.column(&old) else {
                return err!(UNDEFINED_COLUMN, "column \"{old}\" does not exist");
            };
            if class.column(&new).is_some() {
                return err!(
                    DUPLICATE_COLUMN,
                    "column \"{new}\" of relation \"{}\" already exists",
                    class.name
                );
            }
            set_column_name(b, class.oid, n, &new);
            // Indexes whose column carries the old name follow.
            let indexes: Vec<Oid> = b.catalog.indexes_of(class.oid).iter().map(|i| i.oid).collect();
            for i in indexes {
                let at = b
                    .catalog
                    .class(i)
                    .and_then(|c| c.index.as_ref()?.keys.iter().position(|k| k.attno == n));
                if let Some(at) = at {
                    set_column_name(b, i, AttrNumber(at as i16 + 1), &new);
                }
            }
        }
        ObjectType::TableConstraint => {
            let old = s.subname.clone().unwrap_or_default();
            let found =
                b.catalog.constraints_of(class.oid).iter().find(|k| k.name == old).map(|k| k.oid);
            let Some(oid) = found else {
                return err!(
                    UNDEFINED_OBJECT,
                    "constraint \"{old}\" for table \"{}\" does not exist",
                    class.name
                );
            };
            let mut index = Oid::INVALID;
            if let Some(k) = b.catalog.constraints_mut().get_mut(&oid) {
                let k = Rc::make_mut(k);
                k.name.clone_from(&new);
                if k.kind != 'f' {
                    index = k.index;
                }
            }
            if let Some(c) = b.catalog.class_mut(index) {
                c.name = new;
            }
        }
        _ => {
            if b.catalog.class_named(class.namespace, &new).is_some() {
                return err!(DUPLICATE_TABLE, "relation \"{new}\" already exists");
            }
            if let Some(c) = b.catalog.class_mut(class.oid) {
                c.name.clone_from(&new);
            }
            if class.row_type.is_valid() {
                let array = objects::array_type_name(b, class.namespace, &new);
                for (oid, name) in [(class.row_type, new.clone()), (class.array_type, array)] {
                    if let Some(t) = b.catalog.types_mut().get_mut(&oid) {
                        Rc::make_mut(t).name = name;
                    }
                }
            }
            // A constraint follows its index.
            let constraint = b
                .catalog
                .constraints()
                .values()
                .find(|k| k.index == class.oid && k.kind != 'f')
                .map(|k| k.oid);
            if let Some(k) = constraint.and_then(|k| b.catalog.constraints_mut().get_mut(&k)) {
                Rc::make_mut(k).name = new;
            }
        }
    }
    Ok(tag.into())
}

fn set_column_name(b: &mut Backend<'_>, rel: Oid, n: AttrNumber, name: &str) {
    if let Some(c) = b.catalog.class_mut(rel) {
        Rc::make_mut(&mut c.desc).attrs[n.0 as usize - 1].name = name.to_string();
    }
}

/// `RenameType`: a composite type's relation and the array over a type follow; a table's row type follows its table only.
fn rename_type(b: &mut Backend<'_>, t: Oid, old: &str, new: &str) -> Result<()> {
    let Some(kind) = b.catalog.types_mut().get(&t).map(|t| t.kind.clone()) else { return Ok(()) };
    if let UserTypeKind::Row(rel) = kind {
        if b.catalog.class(rel).is_some_and(|c| c.kind != 'c') {
            let message = format!("{old} is a table's row type");
            let error = PgError::new(SqlState::WRONG_OBJECT_TYPE, message);
            return Err(error.hint("Use ALTER TABLE instead."));
        }
        if let Some(c) = b.catalog.class_mut(rel) {
            c.name = new.to_string();
        }
    }
    let array = b.catalog.types_mut().iter().find_map(|(oid, found)| match found.kind {
        UserTypeKind::ArrayOf(element) if element == t => Some(*oid),
        _ => None,
    });
    for (oid, name) in
        std::iter::once((t, new.to_string())).chain(array.map(|a| (a, format!("_{new}"))))
    {
        if let Some(found) = b.catalog.types_mut().get_mut(&oid) {
            Rc::make_mut(found).name = name;
        }
    }
    Ok(())
}

fn rename_other(b: &mut Backend<'_>, s: &RenameStmt, tag: &str) -> Result<StatementResult> {
    let old = s.object.last().cloned().or_else(|| s.subname.clone()).unwrap_or_default();
    let _ = b.store.xact.assign_xid();
    match s.rename_type {
        ObjectType::Schema => {
            let old = s.subname.clone().unwrap_or(old);
            let Some(ns) = b.catalog.namespace_named(&old).map(|n| n.oid) else {
                return err!(INVALID_SCHEMA_NAME, "schema \"{old}\" does not exist");
            };
            if b.catalog.namespace_named(&s.newname).is_some() {
                return err!(DUPLICATE_SCHEMA, "schema \"{}\" already exists", s.newname);
            }
            if let Some(n) = b.catalog.namespaces_mut().get_mut(&ns) {
                n.name.clone_from(&s.newname);
            }
        }
        ObjectType::Type | ObjectType::Domain => {
            let Some(t) = b.view().user_type_named(None, &old) else {
                return err!(UNDEFINED_OBJECT, "type \"{old}\" does not exist");
            };
            rename_type(b, t, &old, &s.newname)?;
        }
        ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => {
            let found = b.catalog.functions().values().find(|f| f.function.name == old);
            let Some(oid) = found.map(|f| f.function.oid) else {
                return err!(UNDEFINED_FUNCTION, "could not find a function named \"{old}\"");
            };
            if let Some(f) = b.catalog.functions_mut().get_mut(&oid) {
                let f = Rc::make_mut(f);
                let mut inner = (*f.function).clone();
                inner.name.clone_from(&s.newname);
                f.function = Rc::new(inner);
            }
        }
        _ => return err!(FEATURE_NOT_SUPPORTED, "{tag} ... RENAME is not modelled"),
    }
    Ok(tag.into())
}

/// `ALTER ... SET SCHEMA`.
pub(super) fn set_schema(
    b: &mut Backend<'_>,
    s: &AlterObjectSchemaStmt,
) -> Result<StatementResult> {
    let tag = match s.object_type {
        ObjectType::Index => "ALTER INDEX",
        ObjectType::Sequence => "ALTER SEQUENCE",
        ObjectType::View => "ALTER VIEW",
        ObjectType::MatView => "ALTER MATERIALIZED VIEW",
        _ => "ALTER TABLE",
    };
    let Some(r) = &s.relation else {
        return err!(FEATURE_NOT_SUPPORTED, "SET SCHEMA of anything but relations is not modelled");
    };
    let class = b.find_relation(r)?;
    b.store.lock_exclusively(class.oid);
    let ns = creation_namespace(b, Some(&s.new_schema), None)?;
    exists_skip(b, ns, &class.name, false)?;
    let mut all = vec![class.oid];
    all.extend(b.catalog.indexes_of(class.oid).iter().map(|i| i.oid));
    all.extend(
        b.catalog
            .classes()
            .values()
            .filter(|c| {
                c.sequence.as_ref().and_then(|q| q.owner).is_some_and(|(t, _, _)| t == class.oid)
            })
            .map(|c| c.oid),
    );
    for oid in all {
        if let Some(c) = b.catalog.class_mut(oid) {
            c.namespace = ns;
        }
    }
    for t in [class.row_type, class.array_type] {
        if let Some(t) = b.catalog.types_mut().get_mut(&t) {
            Rc::make_mut(t).namespace = ns;
        }
    }
    Ok(tag.into())
}

/// `LOCK TABLE`: with one session nothing waits, but the strongest lock is logged, with an xid.
pub(super) fn lock(b: &mut Backend<'_>, s: &LockStmt) -> Result<StatementResult> {
    b.require_block("LOCK TABLE")?;
    let exclusively = s.mode.eq_ignore_ascii_case("access exclusive");
    for r in &s.relations {
        let class = b.find_relation(r)?;
        if !matches!(class.kind, 'r' | 'v') {
            return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a table or view", class.name);
        }
        if exclusively {
            b.store.lock_exclusively(class.oid);
        }
    }
    Ok("LOCK TABLE".into())
}
