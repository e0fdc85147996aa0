//! Facts about types, built in or created.

use super::system::attribute;
use super::{Catalog, UserTypeKind};
use sql::expr::Expr;
use std::rc::Rc;
use storage::ids::Oid;
use storage::toaster::DEFAULT_TOASTER_OID;
use storage::tuple::{Attribute, Storage, TupleDesc};
use storage::types::{self, TypeInfo};

impl Catalog {
    /// The columns of a row type (`lookup_rowtype_tupdesc`).
    pub fn row_type(&self, type_oid: Oid) -> Option<Rc<TupleDesc>> {
        if let Some(t) = self.types().get(&type_oid) {
            return match &t.kind {
                UserTypeKind::Row(rel) => Some(Rc::clone(&self.class(*rel)?.desc)),
                UserTypeKind::Domain(d) => self.row_type(d.base),
                UserTypeKind::ArrayOf(_) | UserTypeKind::Enum(_) => None,
            };
        }
        if types::info(type_oid).is_some() {
            return None;
        }
        let system = self.classes().values().find(|c| c.row_type == type_oid)?;
        Some(Rc::clone(&system.desc))
    }

    /// The element type of an array type, or none.
    pub fn element_type(&self, type_oid: Oid) -> Oid {
        match self.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::ArrayOf(element)) => *element,
            _ => types::array::element_type(type_oid),
        }
    }

    /// The type beneath a domain, or the type itself (`getBaseType`).
    pub fn base_type(&self, type_oid: Oid) -> Oid {
        match self.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::Domain(d)) => self.base_type(d.base),
            _ => type_oid,
        }
    }

    /// The type that has the operator class of a key (`IsBinaryCoercible`): a domain's base, or the polymorphic type.
    pub fn class_type(&self, type_oid: Oid) -> Oid {
        match self.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::Domain(d)) => self.class_type(d.base),
            Some(UserTypeKind::Enum(_)) => types::oid::ANYENUM,
            Some(UserTypeKind::Row(_)) => types::oid::RECORD,
            Some(UserTypeKind::ArrayOf(_)) => types::oid::ANYARRAY,
            None if types::info(type_oid).is_some_and(TypeInfo::is_true_array) => {
                types::oid::ANYARRAY
            }
            None => type_oid,
        }
    }

    /// Whether a type is a domain that refuses values, by itself or by a domain beneath it
    /// (`DomainHasConstraints`).
    pub fn is_constrained(&self, type_oid: Oid) -> bool {
        match self.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::Domain(d)) => {
                d.not_null || !d.checks.is_empty() || self.is_constrained(d.base)
            }
            _ => false,
        }
    }

    /// A column of any type (`TupleDescInitEntry`).
    pub fn attribute_of(&self, name: &str, type_oid: Oid, typmod: i32) -> Attribute {
        let mut a = attribute(name, type_oid, typmod);
        let Some(t) = self.types().get(&type_oid) else { return a };
        match &t.kind {
            UserTypeKind::Enum(_) => {
                (a.len, a.by_val, a.align, a.storage) = (4, true, 4, Storage::Plain);
            }
            UserTypeKind::Domain(d) => {
                let base = self.attribute_of(name, d.base, d.typmod);
                return Attribute { type_oid, typmod, ndims: 0, collation: d.collation, ..base };
            }
            UserTypeKind::ArrayOf(e) => {
                let element = self.attribute_of(name, *e, -1);
                (a.len, a.by_val, a.storage) = (-1, false, Storage::Extended);
                a.align = if element.align == 8 { 8 } else { 4 };
                (a.ndims, a.collation) = (1, element.collation);
            }
            UserTypeKind::Row(_) => {
                (a.len, a.by_val, a.align, a.storage) = (-1, false, 8, Storage::Extended);
            }
        }
        a
    }

    /// The CHECK of a domain with this OID: its OID, name and condition.
    pub fn domain_check(&self, oid: Oid) -> Option<&(Oid, String, Expr)> {
        self.types().values().flat_map(|t| t.checks()).find(|k| k.0 == oid)
    }

    /// Whether values of the type can be moved out or compressed (`TypeIsToastable`).
    pub fn is_toastable(&self, type_oid: Oid) -> bool {
        self.attribute_of("", type_oid, -1).storage != Storage::Plain
    }
}

/// The toaster that `\d+` shows for a column.
pub(super) fn shown_toaster(column: &Attribute) -> Oid {
    let toastable = column.len == -1
        && (column.storage != Storage::Plain
            || types::info(column.type_oid).is_none_or(|t| t.storage != Storage::Plain));
    match column.toaster {
        t if t.is_valid() => t,
        _ if toastable => DEFAULT_TOASTER_OID,
        _ => Oid::INVALID,
    }
}
