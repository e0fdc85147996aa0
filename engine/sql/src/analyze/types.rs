//! Facts about types, built in or created, and type names (`parse_type.c`, `lsyscache.c`).

use super::state::{Analyzer, At};
use super::{CatalogView, UserTypeKind};
use crate::ast;
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, Severity, SqlState};
use storage::ids::Oid;
use storage::tuple::TupleDesc;
use storage::types::{self, oid};

/// The OID of the collation that is the database's (`DEFAULT_COLLATION_OID`).
pub(crate) const DEFAULT_COLLATION: Oid = Oid(100);
/// The OID of the collation by bytes (`C_COLLATION_OID`).
pub(crate) const C_COLLATION: Oid = Oid(950);

/// Returns the collation of a built-in type, or an invalid OID if it has none (`get_typcollation`).
pub(crate) fn type_collation(type_oid: Oid) -> Oid {
    match type_oid {
        oid::TEXT
        | oid::VARCHAR
        | oid::BPCHAR
        | oid::TEXT_ARRAY
        | oid::VARCHAR_ARRAY
        | oid::BPCHAR_ARRAY => DEFAULT_COLLATION,
        oid::NAME | oid::NAME_ARRAY => C_COLLATION,
        _ => Oid::INVALID,
    }
}

/// What can be asked about any type.
pub trait TypeFacts {
    /// Returns the category of a type and whether it is a preferred one there
    /// (`get_type_category_preferred`).
    fn category(&self, t: Oid) -> (char, bool);
    /// Returns the type of the elements of a true array (`get_element_type`).
    fn element_type(&self, t: Oid) -> Option<Oid>;
    /// Returns the type of its arrays, if there is one (`get_array_type`).
    fn array_type(&self, t: Oid) -> Option<Oid>;
    /// Returns the type and modifier below all domains (`getBaseTypeAndTypmod`).
    fn base_type(&self, t: Oid, typmod: i32) -> (Oid, i32);
    /// The columns of a row type (through domains).
    fn row_desc(&self, t: Oid) -> Option<Rc<TupleDesc>>;
    /// Returns a type's name in SQL with its modifier, such as `character varying(10)`
    /// (`format_type_with_typemod`).
    fn format(&self, t: Oid, typmod: i32) -> String;
    /// Returns a type's name in SQL without a modifier (`format_type_be`).
    fn name(&self, t: Oid) -> String;
    /// Returns a type's collation, or an invalid OID if it has none (`get_typcollation`).
    fn collation_of(&self, t: Oid) -> Oid;
    /// Whether it is an enum.
    fn is_enum(&self, t: Oid) -> bool;
    /// Whether it is a domain.
    fn is_domain(&self, t: Oid) -> bool;
}

impl TypeFacts for dyn CatalogView + '_ {
    fn category(&self, t: Oid) -> (char, bool) {
        if let Some(i) = types::info(t) {
            return (i.category, i.preferred);
        }
        match self.user_type(t).map(|u| u.kind.clone()) {
            Some(UserTypeKind::Composite { .. }) => ('C', false),
            Some(UserTypeKind::Enum { .. }) => ('E', false),
            Some(UserTypeKind::Array { .. }) => ('A', false),
            Some(UserTypeKind::Domain { base, .. }) => (self.category(base).0, false),
            None => ('X', false),
        }
    }
    fn element_type(&self, t: Oid) -> Option<Oid> {
        if let Some(i) = types::info(t) {
            let vector = t == oid::INT2VECTOR || t == oid::OIDVECTOR;
            return ((i.is_true_array() || vector) && i.element.is_valid()).then_some(i.element);
        }
        match &self.user_type(t)?.kind {
            UserTypeKind::Array { element } => Some(*element),
            _ => None,
        }
    }
    fn array_type(&self, t: Oid) -> Option<Oid> {
        match types::info(t) {
            Some(i) => i.array.is_valid().then_some(i.array),
            None => self.user_type(t).map(|u| u.array).filter(|a| a.is_valid()),
        }
    }
    fn base_type(&self, t: Oid, typmod: i32) -> (Oid, i32) {
        if types::info(t).is_some() {
            return (t, typmod);
        }
        match self.user_type(t).map(|u| u.kind.clone()) {
            Some(UserTypeKind::Domain { base, typmod, .. }) => self.base_type(base, typmod),
            _ => (t, typmod),
        }
    }
    fn row_desc(&self, t: Oid) -> Option<Rc<TupleDesc>> {
        if types::info(t).is_some() {
            return None;
        }
        match &self.user_type(t)?.kind {
            UserTypeKind::Composite { desc, .. } => Some(Rc::clone(desc)),
            UserTypeKind::Domain { base, .. } => self.row_desc(*base),
            _ => None,
        }
    }
    fn format(&self, t: Oid, typmod: i32) -> String {
        if types::info(t).is_some() || !t.is_valid() {
            return types::format_type(t, typmod);
        }
        match self.user_type(t) {
            Some(u) => match &u.kind {
                UserTypeKind::Array { element } => format!("{}[]", self.format(*element, typmod)),
                _ => {
                    let visible =
                        self.type_by_name(None, &u.name).is_some_and(|other| other.oid == u.oid);
                    let name = crate::expr::quote_identifier(&u.name);
                    if visible {
                        name
                    } else {
                        format!("{}.{name}", crate::expr::quote_identifier(&u.schema))
                    }
                }
            },
            None if t == storage::toaster::TOASTER_HANDLER => "toaster_handler".into(),
            None => "???".into(),
        }
    }
    fn name(&self, t: Oid) -> String {
        match self.user_type(t).map(|u| u.kind.clone()) {
            Some(UserTypeKind::Array { element }) => format!("{}[]", self.name(element)),
            Some(_) => self.format(t, -1),
            None if types::info(t).is_some() => types::type_name(t),
            None => self.format(t, -1),
        }
    }
    fn collation_of(&self, t: Oid) -> Oid {
        match self.user_type(t).map(|u| u.kind.clone()) {
            Some(UserTypeKind::Domain { collation, .. }) => collation,
            Some(UserTypeKind::Array { element }) => self.collation_of(element),
            _ => type_collation(t),
        }
    }
    fn is_enum(&self, t: Oid) -> bool {
        types::info(t).is_none()
            && self.user_type(t).is_some_and(|u| matches!(u.kind, UserTypeKind::Enum { .. }))
    }
    fn is_domain(&self, t: Oid) -> bool {
        types::info(t).is_none()
            && self.user_type(t).is_some_and(|u| matches!(u.kind, UserTypeKind::Domain { .. }))
    }
}

impl Analyzer<'_> {
    /// The type's name in SQL (`format_type_be`).
    pub(super) fn format_type(&self, t: Oid) -> String {
        self.view.name(t)
    }

    /// The type that a name means, without modifiers; `None` if there is no such type.
    pub(super) fn type_by_name(&self, names: &ast::QualifiedName) -> Result<Option<Oid>> {
        let (schema, name) = (names.schema_in(self.view.database())?, &*names.last);
        if (schema.is_none() || schema == Some("pg_catalog"))
            && let Some(t) = types::by_name(name)
        {
            return Ok(Some(t.oid));
        }
        Ok(self.view.type_by_name(schema, name).map(|t| t.oid))
    }

    /// Returns the type and the modifier that a type's name means (`typenameTypeIdAndMod`).
    pub(super) fn type_name(&mut self, t: &ast::TypeName) -> Result<(Oid, i32)> {
        let location = t.location as i32;
        let base = if t.pct_type {
            return self.pct_type(t);
        } else {
            match self.type_by_name(&t.names)? {
                Some(o) => o,
                None => {
                    let mut name = t.names.to_string();
                    if !t.array_bounds.is_empty() {
                        name.push_str("[]");
                    }
                    if let Some(s) = t.names.path.last()
                        && !self.view.schema_exists(s)
                    {
                        return err!(INVALID_SCHEMA_NAME, "schema \"{s}\" does not exist")
                            .at_loc(location);
                    }
                    const OF_STANDARD: &str =
                        "cardinal_number character_data sql_identifier time_stamp yes_or_no";
                    if t.names.path.last().is_some_and(|s| s == "information_schema")
                        && OF_STANDARD.split(' ').any(|n| n == t.names.last)
                    {
                        return err!(FEATURE_NOT_SUPPORTED, "type {name} is not modelled")
                            .at_loc(location);
                    }
                    return err!(UNDEFINED_OBJECT, "type \"{name}\" does not exist")
                        .at_loc(location);
                }
            }
        };
        if !storage::types::is_modelled(base) {
            let shown = storage::types::type_name(base);
            return err!(FEATURE_NOT_SUPPORTED, "type {shown} is not modelled").at_loc(location);
        }
        let typmod = self.type_modifiers(base, t)?;
        if t.array_bounds.is_empty() {
            return Ok((base, typmod));
        }
        if self.view.element_type(base).is_some() {
            return Ok((base, typmod));
        }
        match self.view.array_type(base) {
            Some(a) => Ok((a, typmod)),
            None => {
                let name = format!("{}[]", t.names);
                err!(UNDEFINED_OBJECT, "type \"{name}\" does not exist").at_loc(location)
            }
        }
    }

    /// The modifier that the numbers in parentheses stand for (`typenameTypeMod`).
    fn type_modifiers(&mut self, base: Oid, t: &ast::TypeName) -> Result<i32> {
        if t.typmods.is_empty() {
            return Ok(-1);
        }
        let location = t.location as i32;
        let takes = matches!(
            base,
            oid::VARCHAR
                | oid::BPCHAR
                | oid::NUMERIC
                | oid::BIT
                | oid::VARBIT
                | oid::TIME
                | oid::TIMETZ
                | oid::TIMESTAMP
                | oid::TIMESTAMPTZ
                | oid::INTERVAL
        );
        if !takes {
            let name = self.view.name(base);
            return err!(SYNTAX_ERROR, "type modifier is not allowed for type \"{}\"", {
                types::info(base).map_or(name, |i| i.name.to_string())
            })
            .at_loc(location);
        }
        let mut mods = Vec::new();
        for m in &t.typmods {
            let bad = || {
                err!(SYNTAX_ERROR, "type modifiers must be simple constants or identifiers")
                    .at_loc(location)
            };
            mods.push(match m {
                ast::Expr::Const(c) => match &c.value {
                    ast::ConstValue::Integer(i) => i.to_string(),
                    ast::ConstValue::Float(s) | ast::ConstValue::String(s) => s.clone(),
                    _ => return bad(),
                },
                ast::Expr::ColumnRef(c) => match c.fields.as_slice() {
                    [ast::Field::Name(n)] => n.clone(),
                    _ => return bad(),
                },
                _ => return bad(),
            });
        }
        let mut numbers = Vec::with_capacity(mods.len());
        for m in &mods {
            let n = types::scalar::int4_in(m, self.view.release().number_forms).at_loc(location)?;
            numbers.push(n.as_i32());
        }
        let typmod = types::typmod_in(base, &numbers).at_loc(location)?;
        if let (oid::INTERVAL, [_, n])
        | (oid::TIME | oid::TIMETZ | oid::TIMESTAMP | oid::TIMESTAMPTZ, [n]) = (base, &*numbers)
            && *n > 6
        {
            self.warn_of_precision(base, *n, location);
        }
        Ok(typmod)
    }

    /// Warns that a time type has fewer digits than are asked for (`anytimestamp_typmod_check`).
    #[inline(never)]
    fn warn_of_precision(&mut self, base: Oid, n: i32, location: i32) {
        let text = format!("{} reduced to maximum allowed, 6", types::precision_of(base, n));
        let report = PgError::new(SqlState::INVALID_PARAMETER_VALUE, text);
        self.env.notice(report.at(location as usize).severity(Severity::Warning));
    }

    /// The type and the modifier of `table.column%TYPE`.
    fn pct_type(&mut self, t: &ast::TypeName) -> Result<(Oid, i32)> {
        let location = t.location as i32;
        let Some(written) = t.names.parent() else {
            return err!(
                SYNTAX_ERROR,
                "improper %TYPE reference (too few dotted names): {}",
                t.names
            )
            .at_loc(location);
        };
        let column = &t.names.last;
        let schema = written.relation_schema_in(self.view.database())?;
        let Some(rel) = self.view.relation(schema, &written.last)? else {
            return err!(UNDEFINED_TABLE, "relation \"{written}\" does not exist").at_loc(location);
        };
        match rel.desc.attrs.iter().find(|a| !a.dropped && a.name == *column) {
            Some(a) => Ok((a.type_oid, a.typmod)),
            None => err!(
                UNDEFINED_COLUMN,
                "column \"{column}\" of relation \"{}\" does not exist",
                rel.name
            )
            .at_loc(location),
        }
    }
}
