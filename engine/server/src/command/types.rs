//! CREATE TYPE and CREATE DOMAIN. OIDs: the array type first, then the type.

use super::columns;
use super::create::named_namespace;
use super::objects::{self, NewRelation, add_type, array_type_name, type_exists};
use crate::backend::Backend;
use crate::backend::StatementResult;
use crate::catalog::{DomainEntry, UserType, UserTypeKind};
use sql::analyze;
use sql::ast;
use sql::ast::{
    AlterEnumStmt, CompositeTypeStmt, ConstraintKind, CreateDomainStmt, CreateEnumStmt,
    QualifiedName, TypeName,
};
use sql::expr::Node;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::heap::RelKind;
use storage::ids::Oid;
use storage::tuple::TupleDesc;

/// The schema and the name of a new type; fails if a type has the name.
fn free_name(b: &mut Backend<'_>, name: &QualifiedName) -> Result<(Oid, String)> {
    let last = &name.last;
    let namespace = named_namespace(b, name)?;
    if type_exists(b, namespace, last)? {
        return err!(DUPLICATE_OBJECT, "type \"{last}\" already exists");
    }
    let _ = b.store.xact.assign_xid();
    Ok((namespace, last.clone()))
}

/// Runs `CREATE TYPE name AS (...)`: makes a composite type.
pub(super) fn composite(b: &mut Backend<'_>, s: &CompositeTypeStmt) -> Result<StatementResult> {
    let (namespace, persistence) = super::create::target(b, &s.type_var)?;
    if type_exists(b, namespace, &s.type_var.name)? {
        return err!(DUPLICATE_OBJECT, "type \"{}\" already exists", s.type_var.name);
    }
    let mut attrs = Vec::new();
    for c in &s.columns {
        // The types are looked up without a place, and none is a `serial` (`BuildDescForRelation`).
        if let Some(t) = &c.type_name {
            b.bind_type(t).map_err(PgError::without_location)?;
        }
        attrs.push(columns::column(b, c).map_err(PgError::without_location)?);
    }
    super::create::specified_once(&attrs)?;
    objects::create(
        b,
        NewRelation {
            kind: RelKind::Composite,
            ..NewRelation::table(&s.type_var.name, namespace, persistence, TupleDesc { attrs })
        },
    )?;
    Ok("CREATE TYPE".into())
}

/// The type of this name (`typenameTypeId`), which is not looked for at a place of the statement.
pub(super) fn named(b: &mut Backend<'_>, name: &QualifiedName) -> Result<Oid> {
    let t = TypeName {
        names: name.clone(),
        setof: false,
        pct_type: false,
        typmods: Vec::new(),
        array_bounds: Vec::new(),
        location: 0,
    };
    Ok(b.bind_type(&t).map_err(PgError::without_location)?.0)
}

/// Refuses a label that is longer than a name may be (`EnumValuesCreate`).
#[inline(never)]
fn check_label(label: &str) -> Result<()> {
    if label.len() <= 63 {
        return Ok(());
    }
    let text = format!("invalid enum label \"{label}\"");
    let e = PgError::new(SqlState::INVALID_NAME, text);
    Err(e.detail("Labels must be 63 bytes or less."))
}

/// Runs `ALTER TYPE name ADD VALUE` or `RENAME VALUE` on an enum.
pub(super) fn add_label(b: &mut Backend<'_>, s: &AlterEnumStmt) -> Result<StatementResult> {
    let oid = named(b, &s.name)?;
    let mut found = b.catalog.types().get(&oid).map(|t| (**t).clone());
    let Some(UserType { kind: UserTypeKind::Enum(labels), .. }) = &mut found else {
        return err!(WRONG_OBJECT_TYPE, "{} is not an enum", b.type_name(oid));
    };
    check_label(&s.label)?;
    let place = |labels: &[(Oid, f32, String)], l: &str| match labels.iter().position(|x| x.2 == l)
    {
        Some(i) => Ok(i),
        None => err!(INVALID_PARAMETER_VALUE, "\"{l}\" is not an existing enum label"),
    };
    // A label to be renamed is looked for before its new name is (`RenameEnumLabel`).
    let old = s.old.as_ref().map(|old| place(labels, old)).transpose()?;
    if labels.iter().any(|l| l.2 == s.label) {
        let text = format!("enum label \"{}\" already exists", s.label);
        if !s.if_not_exists {
            return err!(DUPLICATE_OBJECT, "{text}");
        }
        let e = PgError::new(SqlState::DUPLICATE_OBJECT, format!("{text}, skipping"));
        b.client.notices.push(e.severity(Severity::Notice));
        return Ok("ALTER TYPE".into());
    }
    let _ = b.store.xact.assign_xid();
    if let Some(at) = old {
        labels[at].2.clone_from(&s.label);
    } else {
        let at = match &s.neighbor {
            None => labels.len(),
            Some((l, after)) => place(labels, l)? + usize::from(*after),
        };
        let mut label = b.store.oids.next();
        while label.0 & 1 == 1 {
            label = b.store.oids.next();
        }
        if at < labels.len() {
            // The server gives an odd OID, which says that the order is to be looked up. Here
            // values compare by their OIDs: one that lies between the neighbours'.
            label = match at.checked_sub(1) {
                Some(before) => Oid(labels[before].0.0 + 1),
                None => Oid(labels[0].0.0 - 1),
            };
        }
        let order = match (at.checked_sub(1).map(|i| labels[i].1), labels.get(at).map(|l| l.1)) {
            (Some(x), Some(y)) => (x + y) / 2.0,
            (Some(x), None) => x + 1.0,
            (None, Some(y)) => y - 1.0,
            (None, None) => 1.0,
        };
        if labels.iter().any(|l| l.0 == label) {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "a second enum value between two that were created together is not modelled"
            );
        }
        labels.insert(at, (label, order, s.label.clone()));
        b.transaction.added_label(oid, label);
    }
    if let Some(t) = found {
        b.catalog.types_mut().insert(oid, Rc::new(t));
    }
    Ok("ALTER TYPE".into())
}

/// Runs `CREATE TYPE name AS ENUM (...)`; labels get even OIDs.
pub(super) fn enumeration(b: &mut Backend<'_>, s: &CreateEnumStmt) -> Result<StatementResult> {
    let (namespace, name) = free_name(b, &s.name)?;
    let array = b.store.oids.next();
    let oid = b.store.oids.next();
    s.values.iter().try_for_each(|v| check_label(v))?;
    if let Some((_, v)) = s.values.iter().enumerate().find(|(i, v)| s.values[..*i].contains(v)) {
        let text = "duplicate key value violates unique constraint \"pg_enum_typid_label_index\"";
        return Err(PgError::new(SqlState::UNIQUE_VIOLATION, text)
            .detail(format!("Key (enumtypid, enumlabel)=({oid}, {v}) already exists.")));
    }
    let mut labels = Vec::new();
    for (i, v) in s.values.iter().enumerate() {
        let mut label = b.store.oids.next();
        while label.0 & 1 == 1 {
            label = b.store.oids.next();
        }
        labels.push((label, i as f32 + 1.0, v.clone()));
    }
    let array_name = array_type_name(b, namespace, &name);
    if b.store.release.labels_of_new_enums_safe {
        b.transaction.created_enum(oid);
    }
    add_type(b, oid, &name, namespace, UserTypeKind::Enum(labels), array);
    add_type(b, array, &array_name, namespace, UserTypeKind::ArrayOf(oid), Oid::INVALID);
    Ok("CREATE TYPE".into())
}

/// Refuses constraints that a domain cannot have, and analyzes its default where that stands (`DefineDomain`).
#[inline(never)]
fn check_constraints(
    s: &CreateDomainStmt,
    placed: bool,
    mut analyze_default: impl FnMut(&ast::Expr) -> Result<()>,
) -> Result<()> {
    let (mut nullable, mut default) = (None, false);
    for c in &s.constraints {
        let what = match &c.kind {
            ConstraintKind::NotNull | ConstraintKind::Null => {
                let now = matches!(c.kind, ConstraintKind::Null);
                match nullable.replace(now) {
                    Some(before) if before != now => "conflicting NULL/NOT NULL constraints",
                    Some(false) if placed => "redundant NOT NULL constraint definition",
                    _ => continue,
                }
            }
            ConstraintKind::Default(e) if !std::mem::replace(&mut default, true) => {
                analyze_default(e)?;
                continue;
            }
            ConstraintKind::Default(_) => "multiple default expressions",
            ConstraintKind::Check(_) if !c.no_inherit => continue,
            ConstraintKind::Check(_) => "check constraints for domains cannot be marked NO INHERIT",
            ConstraintKind::Index(i) if i.primary => {
                "primary key constraints not possible for domains"
            }
            ConstraintKind::Index(_) => "unique constraints not possible for domains",
            ConstraintKind::Foreign(_) => "foreign key constraints not possible for domains",
            _ if placed => "specifying GENERATED not supported for domains",
            ConstraintKind::Identity { .. } => "unrecognized constraint subtype: 3",
            ConstraintKind::Generated(_) => "unrecognized constraint subtype: 4",
        };
        return Err(PgError::new(SqlState::SYNTAX_ERROR, what).at(c.location));
    }
    Ok(())
}

/// The name of a new constraint of the domain, which no other of its schema has if none is written
/// (`domainAddCheckConstraint`, `domainAddNotNullConstraint`).
fn constraint_name(
    b: &Backend<'_>,
    entry: &DomainEntry,
    domain: &str,
    namespace: Oid,
    c: &ast::Constraint,
    label: &str,
) -> Result<String> {
    let not_null = entry.not_null_constraint.iter().map(|k| &k.1);
    let own: Vec<&String> = entry.checks.iter().map(|k| &k.1).chain(not_null).collect();
    if let Some(written) = &c.name {
        if own.contains(&written) {
            return err!(
                DUPLICATE_OBJECT,
                "constraint \"{written}\" for domain \"{domain}\" already exists"
            );
        }
        return Ok(written.clone());
    }
    let chosen = |label: &str| objects::choose_name(b, domain, "", label, namespace, true);
    let first = std::iter::once(chosen(label));
    let mut names = first.chain((1..).map(|pass| chosen(&format!("{label}{pass}"))));
    Ok(names.find(|n| !own.contains(&n)).unwrap_or_default())
}

/// Runs `CREATE DOMAIN`: makes a domain over a type, with its default, NOT NULL and checks.
pub(super) fn domain(b: &mut Backend<'_>, s: &CreateDomainStmt) -> Result<StatementResult> {
    let (namespace, name) = free_name(b, &s.name)?;
    let placed = b.store.release.parameters_placed;
    let place = |e: Box<PgError>| if placed { e } else { e.without_location() };
    let (base, typmod) = b.bind_type(&s.type_name).map_err(place)?;
    if storage::types::info(base).is_some_and(|t| t.kind == 'p') {
        let text = format!("\"{}\" is not a valid base type for a domain", b.type_name(base));
        let e = PgError::new(SqlState::DATATYPE_MISMATCH, text).at(s.type_name.location);
        return Err(place(e));
    }
    let of_base = b.catalog.attribute_of("", base, typmod).collation;
    let collation = match &s.collation {
        Some(c) => columns::collation_named(b, &c.collation)?,
        None => of_base,
    };
    if collation.is_valid() && !of_base.is_valid() {
        let text = format!("collations are not supported by type {}", b.type_name(base));
        let e = PgError::new(SqlState::DATATYPE_MISMATCH, text).at(s.type_name.location);
        return Err(place(e));
    }
    let mut default = match b.catalog.types().get(&base).map(|t| &t.kind) {
        Some(UserTypeKind::Domain(d)) => d.default.clone(),
        _ => None,
    };
    let cook = |e: &ast::Expr| {
        let known = b.snapshot();
        let (view, host) = (known.view(), &mut b.host());
        let own = analyze::analyze_default(&view, host, e, None, &name, base, typmod, false)?;
        let null = matches!(own.node, Node::Const(Datum::Null));
        default = (!null).then_some(own);
        Ok(())
    };
    check_constraints(s, placed, cook).map_err(place)?;
    let array = b.store.oids.next();
    let oid = b.store.oids.next();
    let mut entry = DomainEntry {
        base,
        typmod,
        collation,
        not_null: false,
        default,
        checks: Vec::new(),
        not_null_constraint: None,
    };
    for c in &s.constraints {
        match &c.kind {
            ConstraintKind::NotNull => {
                entry.not_null = true;
                if b.store.release.domain_not_nulls_kept {
                    let kept = constraint_name(b, &entry, &name, namespace, c, "not_null")?;
                    entry.not_null_constraint = Some((b.store.oids.next(), kept));
                }
            }
            ConstraintKind::Check(e) => {
                let known = b.snapshot();
                let view = known.view();
                let x = analyze::analyze_domain_check(&view, &mut b.host(), e, base, typmod)
                    .map_err(PgError::without_location)?;
                let check_name = constraint_name(b, &entry, &name, namespace, c, "check")?;
                entry.checks.push((b.store.oids.next(), check_name, x));
            }
            _ => {}
        }
    }
    let array_name = array_type_name(b, namespace, &name);
    add_type(b, oid, &name, namespace, UserTypeKind::Domain(Rc::new(entry)), array);
    add_type(b, array, &array_name, namespace, UserTypeKind::ArrayOf(oid), Oid::INVALID);
    Ok("CREATE DOMAIN".into())
}
