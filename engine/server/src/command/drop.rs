//! DROP and TRUNCATE; what depends on an object is found in `dependencies`.

use super::dependencies::{DependentObject, collect, complain_or_tell, describe, views_over};
use super::objects;
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::stored::{dropping, objects as stored};
use crate::catalog::{Class, ConstraintType, UserTypeKind};
use sql::analyze::{CatalogView, CreatedFunction};
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
fn skipping(b: &mut Backend<'_>, what: &str) {
    b.client.notices.push(
        PgError::new(SqlState::UNDEFINED_TABLE, format!("{what} does not exist, skipping"))
            .severity(Severity::Notice),
    );
}

/// Runs `DROP` of objects of any kind; the kinds that are not modelled are refused with 0A000.
#[inline(never)]
pub(super) fn run(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    if let Some((word, kind, tag)) = relation_kind(s.remove_type) {
        if s.concurrent {
            b.prevent_in_block("DROP INDEX CONCURRENTLY")?;
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
    let (schema, last) = (name.schema(), &*name.last);
    if let Some(s) = schema
        && s != "pg_temp"
        && b.catalog.namespace_named(s).is_none()
    {
        if missing_ok {
            skipping(b, &format!("schema \"{s}\""));
            return Ok(None);
        }
        return err!(INVALID_SCHEMA_NAME, "schema \"{s}\" does not exist");
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
    let mut others: Vec<DependentObject> = Vec::new();
    oids.iter().for_each(|oid| collect(b, *oid, &mut others));
    others.reverse();
    // What belongs to one of them goes with it.
    others.retain(|d| !oids.contains(&owner(b, d)));
    let relations = others.iter().filter(|d| !d.constraint).map(|d| d.oid);
    let all: Vec<Oid> = oids.iter().copied().chain(relations).collect();
    if !others.is_empty() {
        complain_or_tell(b, oids, &others, behavior)?;
    }
    for oid in &all {
        let index = b.catalog.class(*oid).is_some_and(|class| class.index.is_some());
        let command = if index { "DROP INDEX" } else { "DROP TABLE" };
        super::cursor::refuse_in_use(b, *oid, command)?;
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
    drop_constraints_and_defaults(b, &others);
    for oid in oids {
        drop_with_views(b, *oid, &all);
    }
    Ok(())
}

/// The table that has this constraint or default; a relation itself.
fn owner(b: &Backend<'_>, d: &DependentObject) -> Oid {
    match b.catalog.constraints().get(&d.oid) {
        Some(k) if d.constraint => k.rel,
        None if d.constraint => holder_of_default(b, d.oid).unwrap_or(d.oid),
        _ => d.oid,
    }
}

/// Drops those of these objects that are constraints or defaults of columns.
fn drop_constraints_and_defaults(b: &mut Backend<'_>, objects: &[DependentObject]) {
    for d in objects.iter().filter(|d| d.constraint) {
        b.catalog.constraints_mut().remove(&d.oid);
        drop_default(b, d.oid);
    }
}

/// The table with a column that has the default with this OID.
fn holder_of_default(b: &Backend<'_>, default: Oid) -> Option<Oid> {
    let mut all = b.catalog.classes().values();
    all.find(|c| c.defaults.values().any(|d| d.oid == default)).map(|c| c.oid)
}

/// Takes the default with this OID from its column, if there is one.
pub(super) fn drop_default(b: &mut Backend<'_>, default: Oid) {
    if let Some(c) = holder_of_default(b, default).and_then(|h| b.catalog.class_mut(h)) {
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

/// The relations `inside` a schema, its types and its functions as DROP SCHEMA names them, in the order of their OIDs;
/// after each relation what depends on it elsewhere.
fn objects_of_schema(
    b: &Backend<'_>,
    schema: Oid,
    name: &str,
    inside: &[Oid],
) -> Vec<DependentObject> {
    let object = |oid, words| DependentObject {
        oid,
        constraint: false,
        words,
        on: format!("schema {name}"),
    };
    let relations = inside.iter().filter_map(|o| b.catalog.class(*o));
    let types = b.catalog.types().values().filter(|t| {
        let own = matches!(t.kind, UserTypeKind::Enum(_) | UserTypeKind::Domain(_));
        t.namespace == schema && own
    });
    let functions = b.catalog.functions().values().filter(|f| f.namespace == schema);
    let mut objects: Vec<DependentObject> = relations
        .map(|c| object(c.oid, describe(b, c)))
        .chain(types.map(|t| object(t.oid, format!("type {}", b.type_name(t.oid)))))
        .chain(functions.map(|f| {
            let signature = b.function_signature(&f.function);
            object(f.function.oid, format!("function {signature}"))
        }))
        .collect();
    objects.arrange_by_key(|o| o.oid);
    let mut all: Vec<DependentObject> = Vec::new();
    for object in objects {
        let mut others = Vec::new();
        collect(b, object.oid, &mut others);
        all.push(object);
        others.retain(|d| !inside.contains(&owner(b, d)) && all.iter().all(|o| o.oid != d.oid));
        all.extend(others.into_iter().rev());
    }
    all
}

/// Runs `DROP SCHEMA`.
fn schemas(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    for name in &s.objects {
        let name = &name.last;
        let Some(ns) = b.catalog.namespace_named(name).map(|n| n.oid) else {
            if s.missing_ok {
                skipping(b, &format!("schema \"{name}\""));
                continue;
            }
            return err!(INVALID_SCHEMA_NAME, "schema \"{name}\" does not exist");
        };
        let _ = b.store.xact.assign_xid();
        let inside: Vec<Oid> = b
            .catalog
            .classes()
            .values()
            .filter(|c| {
                c.namespace == ns
                    && matches!(
                        c.kind,
                        RelKind::Table
                            | RelKind::View
                            | RelKind::MaterializedView
                            | RelKind::Sequence
                            | RelKind::Composite
                    )
            })
            .filter(|c| c.sequence.as_ref().is_none_or(|q| q.owner.is_none()))
            .map(|c| c.oid)
            .collect();
        let words = objects_of_schema(b, ns, name, &inside);
        if !words.is_empty() {
            if s.behavior == DropBehavior::Restrict {
                let lines: Vec<String> =
                    words.iter().map(|d| format!("{} depends on {}", d.words, d.on)).collect();
                return Err(PgError::new(
                    SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                    format!("cannot drop schema {name} because other objects depend on it"),
                )
                .detail(lines.join("\n"))
                .hint("Use DROP ... CASCADE to drop the dependent objects too."));
            }
            complain_or_tell(b, &[], &words, DropBehavior::Cascade)?;
        }
        for o in &inside {
            b.store.lock_exclusively(*o);
        }
        for o in inside.iter().rev() {
            lock_dependents(b, *o);
        }
        drop_constraints_and_defaults(b, &words);
        let outside = words.iter().map(|d| d.oid).filter(|o| !inside.contains(o));
        let outside: Vec<Oid> = outside.filter(|o| b.catalog.class(*o).is_some()).collect();
        for o in &outside {
            if b.catalog.class(*o).is_some() {
                drop_with_views(b, *o, &outside);
            }
        }
        for o in inside {
            objects::drop_relation(b, o);
        }
        b.catalog.functions_mut().retain(|_, f| f.namespace != ns);
        b.catalog.types_mut().retain(|_, t| t.namespace != ns);
        b.catalog.namespaces_mut().remove(&ns);
    }
    Ok("DROP SCHEMA".into())
}

/// Runs `DROP TYPE` and `DROP DOMAIN`.
fn types(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    let tag = if s.remove_type == ObjectType::Domain { "DROP DOMAIN" } else { "DROP TYPE" };
    let names: Vec<QualifiedName> = if s.types.is_empty() {
        s.objects.clone()
    } else {
        s.types.iter().map(|t| t.names.clone()).collect()
    };
    for name in names {
        let last = &name.last;
        let found = b.view().user_type_named(name.schema(), last);
        let Some(oid) = found else {
            if s.missing_ok {
                skipping(b, &format!("type \"{last}\""));
                continue;
            }
            return err!(UNDEFINED_OBJECT, "type \"{name}\" does not exist");
        };
        let _ = b.store.xact.assign_xid();
        let Some(t) = b.catalog.types().get(&oid).cloned() else { continue };
        let mut users: Vec<DependentObject> = Vec::new();
        let last = b.type_name(oid);
        for (used, on) in [(t.array, format!("type {last}[]")), (oid, format!("type {last}"))] {
            for c in b.catalog.classes().values() {
                let columns = c.desc.attrs.iter().filter(|a| a.type_oid == used && !a.dropped);
                users.extend(columns.map(|a| DependentObject {
                    oid: c.oid,
                    constraint: false,
                    words: format!("column {} of {}", a.name, describe(b, c)),
                    on: on.clone(),
                }));
            }
        }
        if !users.is_empty() {
            if s.behavior == DropBehavior::Restrict {
                let lines: Vec<String> =
                    users.iter().map(|d| format!("{} depends on {}", d.words, d.on)).collect();
                return Err(PgError::new(
                    SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                    format!("cannot drop type {last} because other objects depend on it"),
                )
                .detail(lines.join("\n"))
                .hint("Use DROP ... CASCADE to drop the dependent objects too."));
            }
            complain_or_tell(b, &[], &users, DropBehavior::Cascade)?;
            for u in &users {
                if let Some(c) = b.catalog.class_mut(u.oid) {
                    super::alter::mark_dropped(c, |a| a.type_oid == oid || a.type_oid == t.array);
                }
            }
        }
        if let UserTypeKind::Row(rel) = t.kind {
            if b.catalog.class(rel).is_some_and(|c| c.kind != RelKind::Composite) {
                return Err(PgError::new(
                    SqlState::DEPENDENT_OBJECTS_STILL_EXIST,
                    format!("cannot drop type {last} because table {last} requires it"),
                )
                .hint(format!("You can drop table {last} instead.")));
            }
            objects::drop_relation(b, rel);
        }
        b.catalog.types_mut().remove(&t.array);
        b.catalog.types_mut().remove(&oid);
    }
    Ok(tag.into())
}

/// Runs `DROP FUNCTION`, `DROP PROCEDURE` and `DROP ROUTINE`.
fn functions(b: &mut Backend<'_>, s: &DropStmt) -> Result<StatementResult> {
    let tag = match s.remove_type {
        ObjectType::Procedure => "DROP PROCEDURE",
        ObjectType::Routine => "DROP ROUTINE",
        _ => "DROP FUNCTION",
    };
    for (i, name) in s.objects.iter().enumerate() {
        let args = s.args.get(i).and_then(Option::as_deref);
        let Some(f) = function_named(b, s.remove_type, name, args, s.missing_ok)? else { continue };
        super::toaster::drop_handler(b, f.oid, s.behavior)?;
        super::trigger::drop_function(b, f.oid, s.behavior)?;
        let _ = b.store.xact.assign_xid();
        b.store.xact.object_with_statistics(FUNCTION_STATISTICS, f.oid, false);
        b.catalog.functions_mut().remove(&f.oid);
    }
    Ok(tag.into())
}

/// The function with this name and these types of arguments; without types, the only one with this name
/// (`LookupFuncWithArgs`). `kind` is the word written: FUNCTION, PROCEDURE or ROUTINE. `None`, after a notice, for one
/// that does not exist and need not.
///
/// # Errors
/// 42883 for none, 42725 for several, 42809 for one of another kind, 3F000 for a schema that does not exist.
pub(super) fn function_named(
    b: &mut Backend<'_>,
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
    if let Some(schema) = name.schema()
        && !b.view().schema_exists(schema)
    {
        if missing_ok {
            skipping(b, &format!("schema \"{schema}\""));
            return Ok(None);
        }
        return err!(INVALID_SCHEMA_NAME, "schema \"{schema}\" does not exist");
    }
    let mut found = b.view().functions(name.schema(), &name.last);
    match &types {
        Some(types) => {
            found.retain(|f| f.args == *types);
            // The first schema of the search path has it.
            found.truncate(1);
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
        ([], Some(shown)) => err!(UNDEFINED_FUNCTION, "{word} {shown} does not exist"),
        ([], None) => err!(UNDEFINED_FUNCTION, "could not find a {word} named \"{name}\""),
        _ => {
            let text = format!("{word} name \"{name}\" is not unique");
            let hint = "Specify the argument list to select the function unambiguously.";
            Err(PgError::new(SqlState::AMBIGUOUS_FUNCTION, text).hint(hint))
        }
    }
}

/// A type as it was written, those that the grammar knows with their schema (`appendTypeNameToBuffer`).
fn written(t: &TypeName) -> String {
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
fn referring(b: &Backend<'_>, rels: &[Oid], known: &[Oid]) -> Vec<Oid> {
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
        super::cursor::refuse_in_use(b, class.oid, "TRUNCATE")?;
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
                super::cursor::refuse_in_use(b, rel, "TRUNCATE")?;
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
    super::maintain::fork_states(b, rel);
    b.store.statistics.truncated(rel);
    let Some(relation) = b.catalog.relation(rel) else { return Ok(()) };
    relation.opened_whole();
    if b.made_here(relation.file) {
        return truncate_in_place(b, rel);
    }
    let (st, mut exprs) = b.index_exprs();
    let done = storage::table::truncate(st, &relation, &mut exprs)?;
    super::maintain::adopt(b, &done, None);
    Ok(())
}

/// Truncates a table, its TOAST table and all indexes in place (`heap_truncate`).
pub(super) fn truncate_in_place(b: &mut Backend<'_>, rel: Oid) -> Result<()> {
    let Some(relation) = b.catalog.relation(rel) else { return Ok(()) };
    let (st, mut exprs) = b.index_exprs();
    storage::table::truncate_in_place(st, &relation, &mut exprs)
}
