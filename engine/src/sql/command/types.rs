//! CREATE TYPE and CREATE DOMAIN. OIDs: the array type first, then the type.

use super::columns;
use super::create::creation_namespace;
use super::objects::{self, NewRelation, add_type, array_type_name};
use crate::catalog::{DomainEntry, UserTypeKind};
use crate::err;
use crate::error::Result;
use crate::ids::Oid;
use crate::session::{Answer, Backend};
use crate::sql::analyze;
use crate::sql::ast::{CompositeTypeStmt, ConstraintKind, CreateDomainStmt, CreateEnumStmt};
use crate::tuple::TupleDesc;
use std::rc::Rc;

fn free_name(b: &mut Backend, name: &[String]) -> Result<(Oid, String)> {
    let (last, path) = name.split_last().expect("a name");
    let namespace = creation_namespace(b, path.last().map(String::as_str), None)?;
    if b.catalog.type_named(namespace, last).is_some() {
        return err!(DUPLICATE_OBJECT, "type \"{last}\" already exists");
    }
    let _ = b.store.xact.current_xid();
    Ok((namespace, last.clone()))
}

/// `CREATE TYPE name AS (...)`.
pub(super) fn composite(b: &mut Backend, s: &CompositeTypeStmt) -> Result<Answer> {
    let (namespace, persistence) = super::create::target(b, &s.type_var)?;
    if b.catalog.type_named(namespace, &s.type_var.name).is_some() {
        return err!(DUPLICATE_OBJECT, "type \"{}\" already exists", s.type_var.name);
    }
    let mut attrs = Vec::new();
    for c in &s.columns {
        attrs.push(columns::column(b, c)?);
    }
    objects::create(
        b,
        NewRelation {
            kind: 'c',
            ..NewRelation::table(&s.type_var.name, namespace, persistence, TupleDesc { attrs })
        },
    )?;
    Ok("CREATE TYPE".into())
}

/// `CREATE TYPE name AS ENUM (...)`; labels get even OIDs.
pub(super) fn enumeration(b: &mut Backend, s: &CreateEnumStmt) -> Result<Answer> {
    let (namespace, name) = free_name(b, &s.name)?;
    for (i, v) in s.values.iter().enumerate() {
        if s.values[..i].contains(v) {
            return err!(INVALID_OBJECT_DEFINITION, "enum label \"{v}\" used more than once");
        }
    }
    let array = b.store.oids.next();
    let oid = b.store.oids.next();
    let mut labels = Vec::new();
    for (i, v) in s.values.iter().enumerate() {
        let mut label = b.store.oids.next();
        while label.0 & 1 == 1 {
            label = b.store.oids.next();
        }
        labels.push((label, i as f32 + 1.0, v.clone()));
    }
    let array_name = array_type_name(b, namespace, &name);
    add_type(b, oid, &name, namespace, UserTypeKind::Enum(labels), array);
    add_type(b, array, &array_name, namespace, UserTypeKind::ArrayOf(oid), Oid::INVALID);
    Ok("CREATE TYPE".into())
}

/// `CREATE DOMAIN`.
pub(super) fn domain(b: &mut Backend, s: &CreateDomainStmt) -> Result<Answer> {
    let (namespace, name) = free_name(b, &s.name)?;
    let (base, typmod) = b.bind_type(&s.type_name)?;
    let array = b.store.oids.next();
    let oid = b.store.oids.next();
    let mut entry =
        DomainEntry { base, typmod, not_null: false, default: None, checks: Vec::new() };
    for c in &s.constraints {
        match &c.kind {
            ConstraintKind::NotNull => entry.not_null = true,
            ConstraintKind::Default(e) => {
                let view = b.view();
                entry.default =
                    Some(analyze::analyze_default(&view, b, e, None, &name, base, typmod, false)?);
            }
            ConstraintKind::Check(e) => {
                let view = b.view();
                let x = analyze::analyze_domain_check(&view, b, e, base, typmod)?;
                let check_name =
                    c.name.clone().unwrap_or_else(|| objects::object_name(&name, "", "check"));
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
