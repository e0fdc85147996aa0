//! Schemas, views, comments, LOCK TABLE.

use super::create::target;
use super::objects::{self, NewRelation};
use super::options;
use crate::backend::{Backend, StatementResult, missing_on_table};
use crate::catalog::{Class, POSTGRES_ROLE, SHARED, UserTypeKind, ViewEntry};
use crate::system_views::updatable;
use sql::ast::{self, CommentStmt, CreateSchemaStmt, LockStmt, ObjectType, Statement, ViewStmt};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::{Persistence, RelKind};
use storage::ids::Oid;
use storage::sort::Arrange;
use storage::tuple::{Attribute, TupleDesc};

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
        Err(e) if missing_ok && e.code != SqlState::FEATURE_NOT_SUPPORTED => {
            let text = format!("relation \"{}\" does not exist, skipping", relation.name);
            notice(b, SqlState::UNDEFINED_TABLE, text);
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Refuses a schema's name that begins with `pg_` (`IsReservedName`).
#[inline(never)]
pub(super) fn refuse_reserved(schema: &str) -> Result<()> {
    if !schema.starts_with("pg_") {
        return Ok(());
    }
    let text = format!("unacceptable schema name \"{schema}\"");
    let e = PgError::new(SqlState::RESERVED_NAME, text);
    Err(e.detail("The prefix \"pg_\" is reserved for system schemas."))
}

/// Runs `CREATE SCHEMA`, with the statements in it. Names that begin with `pg_` are refused.
pub(super) fn create_schema(b: &mut Backend<'_>, s: &CreateSchemaStmt) -> Result<StatementResult> {
    if let Some(owner) = &s.authorization {
        crate::backend::check_role(owner)?;
    }
    let name = s.name.clone().or_else(|| s.authorization.clone()).unwrap_or_default();
    refuse_reserved(&name)?;
    if b.catalog.namespace_named(&name).is_some() {
        if s.if_not_exists {
            let text = format!("schema \"{name}\" already exists, skipping");
            notice(b, SqlState::DUPLICATE_SCHEMA, text);
            return Ok("CREATE SCHEMA".into());
        }
        return err!(DUPLICATE_SCHEMA, "schema \"{name}\" already exists");
    }
    b.new_schema(&name);
    for e in &s.elements {
        let named = match e {
            Statement::CreateTable(t) => &t.relation.schema,
            Statement::View(v) => &v.view.schema,
            Statement::CreateSequence(q) => &q.sequence.schema,
            Statement::Index(i) => &i.relation.schema,
            Statement::CreateTrigger(t) => &t.relation.schema,
            _ => &None,
        };
        if let Some(other) = named.as_ref().filter(|other| **other != name) {
            let text = format!(
                "CREATE specifies a schema ({other}) different from the one being created ({name})"
            );
            return Err(PgError::new(SqlState("42P15"), text));
        }
    }
    // What refers to others comes after them (`transformCreateSchemaStmtElements`).
    let mut elements: Vec<_> = s.elements.iter().collect();
    elements.arrange_by_key(|e| match e {
        Statement::CreateSequence(_) => 0,
        Statement::CreateTable(_) => 1,
        Statement::View(_) => 2,
        Statement::Index(_) => 3,
        Statement::CreateTrigger(_) => 4,
        _ => 5,
    });
    for e in elements {
        let (persistence, place) = match e {
            Statement::CreateTable(t) => (t.relation.persistence, Some(t.relation.location)),
            Statement::View(v) => (v.view.persistence, None),
            Statement::CreateSequence(q) => (q.sequence.persistence, None),
            _ => (Persistence::Permanent, None),
        };
        if persistence == Persistence::Temp {
            let text = "cannot create temporary relation in non-temporary schema";
            let mut e = PgError::new(SqlState::INVALID_TABLE_DEFINITION, text);
            e.location = place;
            return Err(e);
        }
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
    let query = b.analyze(&Statement::Select(s.query.clone()))?;
    if s.query.into.is_some() {
        return err!(FEATURE_NOT_SUPPORTED, "views must not contain SELECT INTO");
    }
    if query.has_modifying_cte {
        let text = "views must not contain data-modifying statements in WITH";
        return err!(FEATURE_NOT_SUPPORTED, "{text}");
    }
    if s.options.iter().any(|o| o.name == "check_option")
        && let Some(why) = updatable::refusal(&b.catalog, &query)
    {
        let text = "WITH CHECK OPTION is supported only on automatically updatable views";
        return Err(PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text)
            .hint(format!("Views {why} are not automatically updatable.")));
    }
    if s.aliases.len() > query.target.iter().filter(|t| !t.junk).count() {
        return err!(SYNTAX_ERROR, "CREATE VIEW specifies more column names than columns");
    }
    let mut view = s.view.clone();
    if view.persistence == Persistence::Unlogged {
        return err!(SYNTAX_ERROR, "views cannot be unlogged because they do not have storage");
    }
    if view.persistence == Persistence::Permanent && super::create_as::uses_temporary(b, &query) {
        view.persistence = Persistence::Temp;
        let text = format!("view \"{}\" will be a temporary view", view.name);
        notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
    }
    let (namespace, persistence) = target(b, &view)?;
    let options = options::check(b.store.release, &s.options, options::OptionOwner::View)?;
    let mut attrs = Vec::new();
    for t in query.target.iter().filter(|t| !t.junk) {
        let name = t.name.clone().unwrap_or_else(|| "?column?".to_string());
        let mut a = b.catalog.attribute_of(&name, t.expr.type_oid, t.expr.typmod);
        a.collation = t.expr.collation;
        super::columns::refuse_pseudo_type(b, &a)?;
        attrs.push(a);
    }
    for (a, n) in attrs.iter_mut().zip(&s.aliases) {
        a.name.clone_from(n);
    }
    let mut places = attrs.iter().enumerate();
    let twice = places.find(|(i, a)| attrs[*i + 1..].iter().any(|o| o.name == a.name));
    let twice = twice.map(|(_, a)| a.name.clone());
    let mut query = query;
    for (t, a) in query.target.iter_mut().filter(|t| !t.junk).zip(&attrs) {
        t.name = Some(a.name.clone());
    }
    let entry = ViewEntry { query: Rc::new(query) };
    let old = b.catalog.class_named(namespace, &s.view.name).cloned();
    if let (Some(name), false) = (&twice, s.replace && old.is_some()) {
        return err!(DUPLICATE_COLUMN, "column \"{name}\" specified more than once");
    }
    if let (Some(old), true) = (old, s.replace) {
        b.store.lock_exclusively(old.oid);
        if old.kind != RelKind::View {
            return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a view", old.name);
        }
        check_columns(b, &old, &attrs)?;
        if let Some(name) = twice {
            return err!(
                DUPLICATE_COLUMN,
                "column \"{name}\" of relation \"{}\" already exists",
                old.name
            );
        }
        if super::dependencies::reads_through(b, &entry.query, old.oid) {
            let name = &old.name;
            return err!(
                FEATURE_NOT_SUPPORTED,
                "view \"{name}\" that reads itself is not modelled"
            );
        }
        if let Some(c) = b.catalog.class_mut(old.oid) {
            c.desc = Rc::new(TupleDesc { attrs });
            c.view = Some(Rc::new(entry));
            c.options = options;
        }
        storage::heap::class_row::invalidate(b.store, old.oid);
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

/// Checks that a view can be replaced by one with these columns (`checkViewTupleDesc`).
fn check_columns(b: &Backend<'_>, old: &Class, attrs: &[Attribute]) -> Result<()> {
    if attrs.len() < old.desc.attrs.len() {
        return err!(INVALID_TABLE_DEFINITION, "cannot drop columns from view");
    }
    for (o, n) in old.desc.attrs.iter().zip(attrs) {
        if o.name != n.name {
            return Err(PgError::new(
                SqlState::INVALID_TABLE_DEFINITION,
                format!("cannot change name of view column \"{}\" to \"{}\"", o.name, n.name),
            )
            .hint("Use ALTER VIEW ... RENAME COLUMN ... to change name of view column instead."));
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
        if o.collation != n.collation {
            let name = |of: Oid| match of.0 {
                950 => "C",
                951 => "POSIX",
                _ => "default",
            };
            return err!(
                INVALID_TABLE_DEFINITION,
                "cannot change collation of view column \"{}\" from \"{}\" to \"{}\"",
                o.name,
                name(o.collation),
                name(n.collation)
            );
        }
    }
    Ok(())
}

/// Runs `COMMENT ON`: keeps a comment on an object, or removes it.
#[inline(never)]
pub(super) fn comment(b: &mut Backend<'_>, s: &CommentStmt) -> Result<StatementResult> {
    let last = &*s.object.last;
    let key: (Oid, i16) = match s.object_type {
        ObjectType::Column => {
            let Some(of) = s.object.parent() else {
                return err!(SYNTAX_ERROR, "column name must be qualified");
            };
            let c = b.relation_named(&of)?;
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
            let found =
                super::named_functions::function_named(b, "COMMENT", kind, &s.object, args, false)?;
            (found.map_or(Oid::INVALID, |f| f.oid), 0)
        }
        ObjectType::Type | ObjectType::Domain => {
            let schema = s.object.schema_in(&b.catalog.database)?;
            let found = b.view().user_type_named(schema, last).or_else(|| {
                let built_in = schema.is_none_or(|schema| schema == "pg_catalog");
                storage::types::by_name(last).filter(|_| built_in).map(|t| t.oid)
            });
            let kind = found.and_then(|t| b.catalog.types().get(&t)).map(|t| &t.kind);
            match found {
                Some(_)
                    if s.object_type == ObjectType::Domain
                        && !matches!(kind, Some(UserTypeKind::Domain(_))) =>
                {
                    return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a domain", s.object);
                }
                Some(t) => (t, 0),
                None => return err!(UNDEFINED_OBJECT, "type \"{}\" does not exist", s.object),
            }
        }
        ObjectType::TableConstraint => {
            // The table stands before the constraint's name.
            let table = s.object.parent().unwrap_or_default();
            let c = b.relation_named(&table)?;
            match b.catalog.constraints_of(c.oid).iter().find(|k| k.name == *last) {
                Some(k) => (k.oid, 0),
                None => return Err(missing_on_table("constraint", last, &c.name)),
            }
        }
        ObjectType::Trigger => {
            let table = s.object.parent().unwrap_or_default();
            let c = b.relation_named(&table)?;
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
        ObjectType::Database => {
            let databases = &b.cluster.databases;
            let found = match databases.others.get(last) {
                _ if *b.catalog.database == *last => Some(databases.here),
                other => other.map(|(oid, _)| *oid),
            };
            let Some(oid) = found else {
                let text = format!("database \"{last}\" does not exist");
                let warning = PgError::new(SqlState::INVALID_CATALOG_NAME, text);
                b.client.notices.push(warning.severity(Severity::Warning));
                return Ok("COMMENT".into());
            };
            (oid, SHARED)
        }
        ObjectType::Role => {
            crate::backend::check_role(last)?;
            (POSTGRES_ROLE, SHARED)
        }
        ObjectType::Tablespace => match last {
            "pg_default" => (Oid(1663), SHARED),
            "pg_global" => (Oid(1664), SHARED),
            _ => return err!(UNDEFINED_OBJECT, "tablespace \"{last}\" does not exist"),
        },
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
            let c = b.relation_named(&s.object)?;
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
            let text = format!("cannot lock relation \"{}\"", class.name);
            return Err(PgError::new(SqlState::WRONG_OBJECT_TYPE, text).detail(class.unsupported()));
        }
        if exclusively {
            b.store.lock_exclusively(class.oid);
        }
    }
    Ok("LOCK TABLE".into())
}
