//! Values of all types, those that were created too, as text and from text.

use super::Backend;
use super::analysis::RowEval;
use crate::catalog::UserTypeKind;
use sql::expr::EvalEnv;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::types;

impl Backend<'_> {
    /// The text of a value of any type, by its output function.
    pub fn output(&mut self, type_oid: Oid, datum: &Datum) -> Result<String> {
        if types::is_reg_type(type_oid) {
            return super::reg::reg_out(self, type_oid, datum);
        }
        if let Some(t) = self.catalog.types().get(&type_oid).cloned() {
            match &t.kind {
                UserTypeKind::Enum(labels) => {
                    let label = labels.iter().find(|(o, _, _)| o.0 == datum.as_u32());
                    return match label {
                        Some((_, _, l)) => Ok(l.clone()),
                        None => err!(
                            INVALID_BINARY_REPRESENTATION,
                            "invalid internal value for enum: {}",
                            datum.as_u32()
                        ),
                    };
                }
                UserTypeKind::Domain(d) => return self.output(d.base, datum),
                UserTypeKind::ArrayOf(_) => {
                    return types::array::output(type_oid, datum, &mut self.host());
                }
                UserTypeKind::Row(_) => {
                    return types::record::output(type_oid, datum, &mut self.host());
                }
            }
        }
        let text = types::output(type_oid, datum, &mut self.host())?;
        clock::add(Kind::ValuePrinted, 1);
        clock::add(Kind::BytePrinted, text.len() as u64);
        if matches!(type_oid, types::oid::JSONB | types::oid::NUMERIC | types::oid::BYTEA) {
            clock::add(Kind::ByteWrought, text.len() as u64);
        }
        Ok(text)
    }
    /// Refuses a label that its transaction added to an older enum (`check_safe_enum_use`).
    pub(crate) fn check_safe_label(&self, type_oid: Oid, label: Oid) -> Result<()> {
        let labels = match self.catalog.types().get(&type_oid).map(|t| &t.kind) {
            Some(UserTypeKind::Enum(labels)) if self.transaction.label_is_unsafe(label) => labels,
            _ => return Ok(()),
        };
        let text = labels.iter().find(|l| l.0 == label).map_or("", |l| &*l.2);
        Err(PgError::new(
            SqlState("55P04"),
            format!("unsafe use of new value \"{text}\" of enum type {}", self.type_name(type_oid)),
        )
        .hint("New enum values must be committed before they can be used."))
    }
    /// Fails if the type is a domain that refuses NULL (`domain_in`).
    pub fn check_null(&mut self, type_oid: Oid) -> Result<()> {
        match self.catalog.types().contains_key(&type_oid) {
            true => RowEval { host: self.host() }.check_domain(type_oid, type_oid, &Datum::Null),
            false => Ok(()),
        }
    }

    /// A value of any type from its text, by its input function.
    pub fn input(&mut self, type_oid: Oid, text: &str, typmod: i32) -> Result<Datum> {
        if types::is_reg_type(type_oid) {
            return super::reg::reg_in(self, type_oid, text);
        }
        if let Some(t) = self.catalog.types().get(&type_oid).cloned() {
            match &t.kind {
                UserTypeKind::Enum(labels) => {
                    return match labels.iter().find(|(_, _, l)| l == text) {
                        Some((o, _, _)) => {
                            self.check_safe_label(type_oid, *o)?;
                            Ok(Datum::u32(o.0))
                        }
                        None => err!(
                            INVALID_TEXT_REPRESENTATION,
                            "invalid input value for enum {}: \"{text}\"",
                            self.type_name(type_oid)
                        ),
                    };
                }
                UserTypeKind::Domain(d) => {
                    let (mut base, mut typmod) = (d.base, d.typmod);
                    while let Some(t) = self.catalog.types().get(&base)
                        && let UserTypeKind::Domain(d) = &t.kind
                    {
                        (base, typmod) = (d.base, d.typmod);
                    }
                    let value = self.input(base, text, typmod)?;
                    RowEval { host: self.host() }.check_domain(type_oid, type_oid, &value)?;
                    return Ok(value);
                }
                UserTypeKind::ArrayOf(_) => {
                    return types::array::input(type_oid, text, typmod, &mut self.host());
                }
                UserTypeKind::Row(_) => {
                    return types::record::input(type_oid, text, typmod, &mut self.host());
                }
            }
        }
        clock::add(Kind::ValueParsed, 1);
        clock::add(Kind::ByteParsed, text.len() as u64);
        if matches!(type_oid, types::oid::JSON | types::oid::JSONB) {
            clock::add(Kind::ByteJson, text.len() as u64);
        } else if type_oid == types::oid::BYTEA {
            clock::add(Kind::ByteUnescaped, text.len() as u64);
        }
        if type_oid == types::oid::JSONPATH {
            return sql::functions::jsonb::path_text::path_in(text, self.store.release);
        }
        types::input(type_oid, text, typmod, &mut self.host())
    }
}
