//! DROP and TRUNCATE; what depends on an object is found in `dependencies`.

use super::dependencies::{Dependent, Object, dependents_to_drop, describe, views_over};
use super::named_functions;
use super::objects;
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::stored::{dropping, objects as stored};
use crate::catalog::{Class, ConstraintType, PG_CATALOG, PG_TOAST, UserType, UserTypeKind};
use sql::analyze::CatalogView;
use sql::ast::{DropBehavior, DropStmt, ObjectType, QualifiedName, TruncateStmt, TypeName};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::xact::FUNCTION_STATISTICS;

/// The relation kind that a DROP takes, the word for it, and the command tag.
fn relation_kind(t: ObjectType) -> Option<(&'static str, RelKind, &'static str)> {
    Some(match t {
        ObjectType::Table => ("table", RelKind::Table, "DROP TABLE"),
        ObjectType::Index => ("index", RelKind::Index, "DROP INDEX"),
        ObjectType::Sequence => ("sequence", RelKind::Sequence, "DROP SEQUENCE"),
        ObjectType::View => ("view", RelKind::View, "DROP VIEW"),
        ObjectType::MatView => {
            ("materialized view", RelKind::MaterializedView, "DROP MATERIALIZED VIEW")
        }
        _ => return None,
    })
}

/// The notice that IF EXISTS gives for an object that does not exist.
pub(super) fn skipping(b: &mut Backend<'_>, what: &str) {
    b.client.notices.push(
        PgError::new(SqlState::UNDEFINED_TABLE, format!("{what} does not exist, skipping"))
            .severity(Severity::Notice),
    );
}

/// Whether the schema in an object's name does not exist, after the notice that IF EXISTS gives for it.
///
/// # Errors
/// 3F000 without IF EXISTS.
pub(super) fn lacks_schema(
    b: &mut Backend<'_>,
    schema: Option<&str>,
    missing_ok: bool,
) -> Result<bool> {
    let Some(schema) = schema.filter(|s| !b.view().schema_exists(s)) else { return Ok(false) };
    if !missing_ok {
        return err!(INVALID_SCHEMA_NAME, "schema \"{schema}\" does not exist");
    }
    skipping(b, &format!("schema \"{schema}\""));
    Ok(true)
}

/// Runs `DROP` of objects of any kind; the kinds that are not modelled are refused with 0A000.
#[inline(never)]
pub(super) fn run(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    if let Some((word, kind, tag)) = relation_kind(s.remove_type) {
        if s.concurrent {
            b.prevent_in_block("DROP INDEX CONCURRENTLY")?;
            let what = match s.behavior {
                _ if s.objects.len() > 1 => Some("dropping multiple objects"),
                DropBehavior::Cascade => Some("CASCADE"),
                DropBehavior::Restrict => None,
            };
            if let Some(what) = what {
                return err!(
                    FEATURE_NOT_SUPPORTED,
                    "DROP INDEX CONCURRENTLY does not support {what}"
                );
            }
        }
        let mut oids = Vec::new();
        for name in &s.objects {
            if let Some(class) = find(b, name, word, kind, s.missing_ok)? {
                lock_named(b, &class);
                oids.push(class.oid);
            }
        }
        if s.concurrent {
            // The index is taken out of use in one transaction, and marked dead in another (`index_drop`).
            for _ in ["invalid", "dead"] {
                let _ = b.store.xact.assign_xid();
                super::maintain::commit_and_begin(b)?;
            }
        }
        drop_relations(b, &oids, s.behavior)?;
        return Ok(tag.into());
    }
    match s.remove_type {
        ObjectType::Schema => schemas(b, s),
        ObjectType::Type | ObjectType::Domain => types(b, s),
        ObjectType::Function | ObjectType::Procedure | ObjectType::Routine => functions(b, s),
        ObjectType::Extension => extensions(b, s),
        ObjectType::Toaster => super::toaster::drop(b, s),
        ObjectType::Trigger => super::trigger::drop(b, s),
        ObjectType::Database => {
            let name = s.objects.first().map(|o| o.last.clone()).unwrap_or_default();
            super::database::drop(b, &name, s.missing_ok)
        }
        ObjectType::Role => {
            for o in &s.objects {
                let name = &o.last;
                if name == "postgres" {
                    return Err(PgError::new(SqlState("55006"), "current user cannot be dropped"));
                }
                if !s.missing_ok {
                    return err!(UNDEFINED_OBJECT, "role \"{name}\" does not exist");
                }
                let text = format!("role \"{name}\" does not exist, skipping");
                super::misc::notice(b, SqlState::SUCCESSFUL_COMPLETION, text);
            }
            Ok("DROP ROLE".into())
        }
        other => err!(FEATURE_NOT_SUPPORTED, "DROP {} is not modelled", other.words()),
    }
}

/// Finds the relation that DROP names and checks its kind (`word` in messages), and that neither an
/// identity column nor a constraint needs it.
fn find(
    b: &mut Backend<'_>,
    name: &QualifiedName,
    word: &str,
    kind: RelKind,
    missing_ok: bool,
) -> Result<Option<std::rc::Rc<Class>>> {
    let (schema, last) = (name.relation_schema_in(&b.catalog.database)?, &*name.last);
    if lacks_schema(b, schema, missing_ok)? {
        return Ok(None);
    }
    let found = b.view().class(schema, last).cloned();
    let Some(class) = found else {
        if missing_ok {
            skipping(b, &format!("{word} \"{last}\""));
            return Ok(None);
        }
        return err!(UNDEFINED_TABLE, "{word} \"{last}\" does not exist");
    };
    if class.kind != kind {
        let article = if word == "index" { "an" } else { "a" };
        let e = PgError::new(
            SqlState::WRONG_OBJECT_TYPE,
            format!("\"{}\" is not {article} {word}", class.name),
        );
        return Err(match class.kind {
            RelKind::Table => e.hint("Use DROP TABLE to remove a table."),
            RelKind::Index => e.hint("Use DROP INDEX to remove an index."),
            RelKind::Sequence => e.hint("Use DROP SEQUENCE to remove a sequence."),
            RelKind::View => e.hint("Use DROP VIEW to remove a view."),
            RelKind::MaterializedView => {
                e.hint("Use DROP MATERIALIZED VIEW to remove a materialized view.")
            }
            RelKind::Composite => e.hint("Use DROP TYPE to remove a type."),
            _ => e,
        });
    }
    class.refuse_system()?;
    let constraint = |b: &Backend<'_>| {
        let mut all = b.catalog.constraints().values();
        all.find(|k| k.index == class.oid && k.kind != ConstraintType::ForeignKey).cloned()
    };
    if let Some((rel, attno, 'i')) = class.sequence.as_ref().and_then(|s| s.owner) {
        return Err(needed_by_identity(b, &class, rel, attno));
    }
    if kind == RelKind::Index
        && let Some(k) = constraint(b)
    {
        lock_named(b, &class);
        let table = b.catalog.class(k.rel).map_or(String::new(), |c| describe(b, c));
        return Err(PgError::new(
            SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
            format!(
                "cannot drop {} because constraint {} on {table} requires it",
                describe(b, &class),
                k.name
            ),
        )
        .hint(format!("You can drop constraint {} on {table} instead.", k.name)));
    }
    Ok(Some(class))
}

/// The error that an identity column needs its sequence (`reportDependentObjects`).
fn needed_by_identity(
    b: &mut Backend<'_>,
    sequence: &Class,
    rel: Oid,
    attno: AttrNumber,
) -> Box<PgError> {
    lock_named(b, sequence);
    let table = b.catalog.class(rel);
    let name = table.map_or(String::new(), |t| describe(b, t));
    let column = table.map_or("", |t| t.desc.attr(attno).name.as_str());
    let owner = format!("column {column} of {name}");
    let message = format!("cannot drop {} because {owner} requires it", describe(b, sequence));
    PgError::new(SqlState::DEPENDENT_OBJECTS_STILL_EXIST, message)
        .hint(format!("You can drop {owner} instead."))
}

/// Locks a relation that a DROP names, an index after its table
/// (`RangeVarCallbackForDropRelation`).
fn lock_named(b: &mut Backend<'_>, class: &Class) {
    if let Some(i) = &class.index {
        b.store.lock_exclusively(i.heap);
    }
    b.store.lock_exclusively(class.oid);
}

/// Locks the dependents of a relation in the order of `findDependentObjects`: those that depend on
/// it directly, then those that depend on these, the youngest first. An index of a constraint
/// depends on the constraint, not on the table.
fn lock_dependents(b: &mut Backend<'_>, rel: Oid) {
    for part in objects::parts(b, rel).iter().filter(|p| p.followed == p.relation) {
        b.store.lock_exclusively(part.relation);
    }
    for part in objects::parts_to_drop(b, rel) {
        b.store.lock_exclusively(part.relation);
        lock_dependents(b, part.relation);
    }
}

/// Drops relations and, with CASCADE, what depends on them (`performMultipleDeletions`).
pub(super) fn drop_relations(
    b: &mut Backend<'_>,
    oids: &[Oid],
    behavior: DropBehavior,
) -> Result<()> {
    let objects: Vec<Object> = oids.iter().map(|oid| Object::Relation(*oid)).collect();
    let others = dependents_to_drop(b, &objects, behavior)?;
    let all: Vec<Oid> = oids.iter().copied().chain(relations_of(&others)).collect();
    for oid in &all {
        let index = b.catalog.class(*oid).is_some_and(|class| class.index.is_some());
        let command = if index { "DROP INDEX" } else { "DROP TABLE" };
        super::objects::refuse_in_use(b, *oid, command)?;
    }
    all.iter().for_each(|oid| b.store.lock_exclusively(*oid));
    dropping::relations_dropped(&mut b.catalog_store(), &all);
    // The triggers of a foreign key go from both of its tables.
    let keys = b.catalog.constraints().values();
    let keys: Vec<(Oid, Oid)> =
        keys.filter_map(|k| Some((k.rel, k.foreign.as_ref()?.rel))).collect();
    for (from, to) in keys {
        if all.contains(&from) || all.contains(&to) {
            b.store.lock_exclusively(from);
            b.store.lock_exclusively(to);
        }
    }
    drop_others(b, &others);
    for oid in oids {
        drop_with_views(b, *oid, &all);
    }
    // Those that depend on something else that goes.
    drop_views(b, &all);
    Ok(())
}

/// The relations among these objects.
fn relations_of(objects: &[Dependent]) -> impl Iterator<Item = Oid> {
    objects.iter().filter_map(|d| match d.object {
        Object::Relation(oid) => Some(oid),
        _ => None,
    })
}

/// Drops those of these objects that are no relations, the last one first.
fn drop_others(b: &mut Backend<'_>, objects: &[Dependent]) {
    for d in objects.iter().rev() {
        match d.object {
            Object::Relation(_) | Object::Schema(_) => {}
            Object::Column(rel, n) => {
                if let Some(class) = b.catalog.class(rel).cloned() {
                    super::alter::remove_column(b, &class, n);
                    b.store.xact.catalog_changes(1);
                }
            }
            Object::Type(oid) => remove_type(b, oid),
            Object::Function(oid) => remove_function(b, oid),
            Object::Constraint(oid) => remove_constraint(b, oid),
            Object::Default(oid) => drop_default(b, oid),
            Object::Trigger(rel, oid) => super::trigger::remove(b, rel, oid),
            Object::Extension(oid) => {
                b.catalog.extensions_mut().remove(&oid);
            }
        }
    }
}

/// Drops these objects: what is no relation, then views and tables, each after what reads it.
pub(super) fn drop_all(b: &mut Backend<'_>, objects: &[Dependent]) {
    drop_others(b, objects);
    drop_views(b, &relations_of(objects).collect::<Vec<_>>());
}

/// Drops these relations, each after those of them that read it.
fn drop_views(b: &mut Backend<'_>, relations: &[Oid]) {
    for oid in relations {
        if b.catalog.class(*oid).is_some() {
            drop_with_views(b, *oid, relations);
        }
    }
}

/// Removes a type with its array type; of a composite type its relation too.
fn remove_type(b: &mut Backend<'_>, oid: Oid) {
    let Some(t) = b.catalog.types().get(&oid).cloned() else { return };
    // A type, its array type and a domain's constraints are dropped each by itself.
    let changes = match &t.kind {
        UserTypeKind::Row(rel) => {
            objects::drop_relation(b, *rel);
            0
        }
        UserTypeKind::Domain(d) if d.not_null && b.store.release.domain_not_nulls_kept => 3,
        _ => 2,
    };
    b.store.xact.catalog_changes(changes + t.checks().len() as u32);
    b.catalog.types_mut().remove(&t.array);
    b.catalog.types_mut().remove(&oid);
}

/// Removes a function.
fn remove_function(b: &mut Backend<'_>, oid: Oid) {
    b.store.xact.object_with_statistics(FUNCTION_STATISTICS, oid, false);
    b.store.xact.catalog_changes(1);
    b.catalog.functions_mut().remove(&oid);
}

/// Removes a constraint of a table or a domain.
fn remove_constraint(b: &mut Backend<'_>, oid: Oid) {
    dropping::constraint_dropped(&mut b.catalog_store(), oid);
    if let Some(k) = b.catalog.constraints_mut().remove(&oid) {
        b.store.xact.catalog_changes(objects::commands_to_drop(&k));
        return;
    }
    let domain =
        b.catalog.types().values().find(|t| t.checks().iter().any(|k| k.0 == oid)).cloned();
    if let Some(t) = domain
        && let UserTypeKind::Domain(d) = &t.kind
    {
        let mut left = (**d).clone();
        left.checks.retain(|k| k.0 != oid);
        let kind = UserTypeKind::Domain(Rc::new(left));
        b.catalog.types_mut().insert(t.oid, Rc::new(UserType { kind, ..(*t).clone() }));
    }
}

/// Takes the default with this OID from its column, if there is one.
fn drop_default(b: &mut Backend<'_>, default: Oid) {
    let holder = super::dependencies::default_of(b, default);
    if let Some(c) = holder.and_then(|(rel, _)| b.catalog.class_mut(rel)) {
        c.defaults.retain(|_, d| d.oid != default);
    }
}

/// Drops a relation after its dependents, the youngest first: its parts, and the parts of those
/// relations in `going` that read it.
fn drop_with_views(b: &mut Backend<'_>, rel: Oid, going: &[Oid]) {
    let mut first: Vec<(Oid, Oid)> =
        objects::parts(b, rel).iter().map(|p| (p.followed, p.relation)).collect();
    let views = views_over(b, rel, None).into_iter().filter(|v| going.contains(v));
    first.extend(views.map(|v| (v, v)));
    first.arrange_by(|a, b| b.cmp(a));
    for (followed, oid) in first {
        drop_with_views(b, oid, going);
        // A constraint is an object of its own.
        b.store.xact.catalog_changes(u32::from(followed != oid));
    }
    objects::drop_relation(b, rel);
}

/// Runs `DROP SCHEMA`.
fn schemas(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    let mut named = Vec::new();
    for name in &s.objects {
        let name = &name.last;
        match b.catalog.namespace_named(name).map(|n| n.oid) {
            Some(schema) if schema == PG_CATALOG || schema == PG_TOAST => {
                return Err(required(&format!("schema {name}")));
            }
            Some(schema) => named.push(schema),
            None if s.missing_ok => skipping(b, &format!("schema \"{name}\"")),
            None => return err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist"),
        }
    }
    if named.is_empty() {
        return Ok("DROP SCHEMA".into());
    }
    let _ = b.store.xact.assign_xid();
    let schemas: Vec<Object> = named.iter().map(|oid| Object::Schema(*oid)).collect();
    let others = dependents_to_drop(b, &schemas, s.behavior)?;
    let of_class = |b: &Backend<'_>, oid: &Oid| b.catalog.class(*oid).map(|c| c.namespace);
    let (mut inside, outside): (Vec<Oid>, Vec<Oid>) = relations_of(&others)
        .partition(|oid| of_class(b, oid).is_some_and(|schema| named.contains(&schema)));
    inside.arrange();
    for o in &inside {
        b.store.lock_exclusively(*o);
    }
    for o in inside.iter().rev() {
        lock_dependents(b, *o);
    }
    drop_others(b, &others);
    drop_views(b, &outside);
    for o in inside {
        objects::drop_relation(b, o);
    }
    for schema in named {
        b.store.xact.catalog_changes(1);
        b.catalog.namespaces_mut().remove(&schema);
    }
    Ok("DROP SCHEMA".into())
}

/// Runs `DROP TYPE` and `DROP DOMAIN`.
fn types(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    let domain = s.remove_type == ObjectType::Domain;
    let mut named = Vec::new();
    for t in &s.types {
        if let Some(oid) = type_named(b, t, domain, s.missing_ok)? {
            named.push(oid);
        }
    }
    let tag = if domain { "DROP DOMAIN" } else { "DROP TYPE" };
    if named.is_empty() {
        return Ok(tag.into());
    }
    let _ = b.store.xact.assign_xid();
    let objects: Vec<Object> = named.iter().map(|oid| Object::Type(*oid)).collect();
    let others = dependents_to_drop(b, &objects, s.behavior)?;
    drop_all(b, &others);
    named.into_iter().for_each(|oid| remove_type(b, oid));
    Ok(tag.into())
}

/// The type that DROP TYPE or DROP DOMAIN names; `None`, after a notice, for one that does not exist and need not.
///
/// # Errors
/// 42704 for none, 3F000 for a schema that does not exist, 42809 for one that is no `domain`, 2BP01 for one of
/// PostgreSQL's own, of a table, or of an array.
fn type_named(
    b: &mut Backend<'_>,
    t: &TypeName,
    domain: bool,
    missing_ok: bool,
) -> Result<Option<Oid>> {
    let name = &t.names;
    let schema = name.schema_in(&b.catalog.database)?;
    if lacks_schema(b, schema, missing_ok)? {
        return Ok(None);
    }
    let oid = match b.bind_type(t) {
        Ok((oid, _)) => oid,
        Err(e) if e.code == SqlState::UNDEFINED_OBJECT => {
            if missing_ok {
                skipping(b, &format!("type \"{}\"", written(t)));
                return Ok(None);
            }
            return err!(UNDEFINED_OBJECT, "type \"{}\" does not exist", written(t));
        }
        Err(e) => return Err(e.without_location()),
    };
    let kind = b.catalog.types().get(&oid).map(|t| t.kind.clone());
    if domain && !matches!(kind, Some(UserTypeKind::Domain(_))) {
        return err!(WRONG_OBJECT_TYPE, "\"{name}\" is not a domain");
    }
    let needed = |why: String| {
        let text = format!("cannot drop {} because {why}", Object::Type(oid).words(b));
        PgError::new(SqlState::DEPENDENT_OBJECTS_STILL_EXIST, text)
    };
    let owner = match kind {
        None => return Err(needed("it is required by the database system".into())),
        Some(UserTypeKind::Row(rel)) => match b.catalog.class(rel) {
            Some(c) if c.kind != RelKind::Composite => Object::Relation(rel),
            _ => return Ok(Some(oid)),
        },
        Some(UserTypeKind::ArrayOf(element)) => Object::Type(element),
        Some(_) => return Ok(Some(oid)),
    };
    let owner = owner.words(b);
    let e = needed(format!("{owner} requires it"));
    Err(e.hint(format!("You can drop {owner} instead.")))
}

/// Runs `DROP FUNCTION`, `DROP PROCEDURE` and `DROP ROUTINE`.
fn functions(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    let tag = match s.remove_type {
        ObjectType::Procedure => "DROP PROCEDURE",
        ObjectType::Routine => "DROP ROUTINE",
        _ => "DROP FUNCTION",
    };
    let mut named = Vec::new();
    for (i, name) in s.objects.iter().enumerate() {
        let args = s.args.get(i).and_then(Option::as_deref);
        if let Some(f) =
            named_functions::function_named(b, tag, s.remove_type, name, args, s.missing_ok)?
        {
            super::toaster::drop_handler(b, f.oid, s.behavior)?;
            named.push(f.oid);
        }
    }
    if named.is_empty() {
        return Ok(tag.into());
    }
    let objects: Vec<Object> = named.iter().map(|oid| Object::Function(*oid)).collect();
    let others = dependents_to_drop(b, &objects, s.behavior)?;
    let _ = b.store.xact.assign_xid();
    drop_all(b, &others);
    named.into_iter().for_each(|oid| remove_function(b, oid));
    Ok(tag.into())
}

/// The error for an object that initdb made (`checkDependencies`: `IsPinnedObject`).
pub(super) fn required(what: &str) -> Box<PgError> {
    let text = format!("cannot drop {what} because it is required by the database system");
    PgError::new(SqlState("2BP01"), text)
}

/// A type as it was written, those that the grammar knows with their schema (`appendTypeNameToBuffer`).
pub(super) fn written(t: &TypeName) -> String {
    format!("{}{}", t.names, if t.array_bounds.is_empty() { "" } else { "[]" })
}

/// Runs `DROP EXTENSION`.
fn extensions(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    for name in &s.objects {
        let name = &name.last;
        let found = b.catalog.extensions().values().find(|e| e.name == *name).map(|e| e.oid);
        match found {
            Some(oid) => {
                super::toaster::drop_extension_objects(b, name, s.behavior)?;
                let views = super::extension::views_of(b, name);
                drop_relations(b, &views, s.behavior)?;
                let _ = b.store.xact.assign_xid();
                b.catalog.extensions_mut().remove(&oid);
            }
            None if s.missing_ok => skipping(b, &format!("extension \"{name}\"")),
            None => return err!(UNDEFINED_OBJECT, "extension \"{name}\" does not exist"),
        }
    }
    Ok("DROP EXTENSION".into())
}

/// The tables whose foreign keys refer to one of `rels` and that are not in `known`, by their OIDs
/// (`heap_truncate_find_FKs`).
pub(super) fn referring(b: &Backend<'_>, rels: &[Oid], known: &[Oid]) -> Vec<Oid> {
    let mut found: Vec<Oid> = Vec::new();
    for k in b.catalog.constraints().values() {
        let refers = k.foreign.as_ref().is_some_and(|f| rels.contains(&f.rel));
        if refers && !known.contains(&k.rel) && !found.contains(&k.rel) {
            found.push(k.rel);
        }
    }
    found.arrange();
    found
}

/// Runs `TRUNCATE`: gives tables new, empty files. Tables whose foreign keys refer to them are
/// truncated too with CASCADE, otherwise they are a reason to refuse (0A000).
#[inline(never)]
pub(super) fn truncate(b: &mut Backend<'_>, s: &TruncateStmt) -> Result<StatementResult> {
    let mut rels = Vec::new();
    for r in &s.relations {
        let class = b.find_relation(r)?;
        if class.kind != RelKind::Table {
            return err!(WRONG_OBJECT_TYPE, "\"{}\" is not a table", class.name);
        }
        class.refuse_system()?;
        super::objects::refuse_in_use(b, class.oid, "TRUNCATE")?;
        b.store.lock_exclusively(class.oid);
        stored::opened(&mut b.catalog_store(), class.oid);
        if !rels.contains(&class.oid) {
            rels.push(class.oid);
        }
    }
    // Tables whose foreign keys refer to these must come along.
    if s.behavior == DropBehavior::Cascade {
        loop {
            let more = referring(b, &rels, &rels);
            if more.is_empty() {
                break;
            }
            for rel in more {
                let table = b.catalog.class(rel).map_or("", |c| &c.name);
                let message = format!("truncate cascades to table \"{table}\"");
                b.client.notices.push(
                    PgError::new(SqlState::SUCCESSFUL_COMPLETION, message)
                        .severity(Severity::Notice),
                );
                super::objects::refuse_in_use(b, rel, "TRUNCATE")?;
                b.store.lock_exclusively(rel);
                rels.push(rel);
            }
        }
    }
    for &rel in &rels {
        let Some(&from) = referring(b, &[rel], &rels).first() else { continue };
        let name = |rel| b.catalog.class(rel).map_or("", |c| &c.name);
        return Err(PgError::new(
            SqlState::FEATURE_NOT_SUPPORTED,
            "cannot truncate a table referenced in a foreign key constraint",
        )
        .detail(format!("Table \"{}\" references \"{}\".", name(from), name(rel)))
        .hint(format!(
            "Truncate table \"{}\" at the same time, or use TRUNCATE ... CASCADE.",
            name(from)
        )));
    }
    if s.restart_seqs {
        let owned: Vec<Oid> = b
            .catalog
            .classes()
            .values()
            .filter(|c| {
                let owner = c.sequence.as_ref().and_then(|q| q.owner);
                owner.is_some_and(|(rel, _, _)| rels.contains(&rel))
            })
            .map(|c| c.oid)
            .collect();
        for q in owned {
            super::sequence::restart(b, q)?;
        }
    }
    for rel in rels {
        truncate_relation(b, rel)?;
    }
    Ok("TRUNCATE TABLE".into())
}

/// Gives a table, its TOAST table and all indexes new, empty files.
fn truncate_relation(b: &mut Backend<'_>, rel: Oid) -> Result<()> {
    b.store.statistics.truncated(rel);
    let in_place = b.catalog.class(rel).is_some_and(|c| b.made_here(c.file));
    if !in_place {
        super::maintain::fork_states(b, rel);
    }
    let Some(relation) = b.catalog.relation(rel) else { return Ok(()) };
    relation.opened_whole();
    if in_place {
        return truncate_in_place(b, rel);
    }
    let (st, mut exprs) = b.index_exprs();
    let files = storage::table::truncate(st, &relation, &mut exprs)?;
    super::maintain::adopt(b, &files);
    Ok(())
}

/// Truncates a table, its TOAST table and all indexes in place (`heap_truncate`).
pub(super) fn truncate_in_place(b: &mut Backend<'_>, rel: Oid) -> Result<()> {
    let Some(relation) = b.catalog.relation(rel) else { return Ok(()) };
    let (st, mut exprs) = b.index_exprs();
    storage::table::truncate_in_place(st, &relation, &mut exprs)
}
