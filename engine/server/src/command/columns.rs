//! Columns: their types, storage, compression (`BuildDescForRelation`, `GetAttributeCompression`).

use crate::backend::Backend;
use sql::ast::{ColumnDef, QualifiedName, TypeName};
use sql::lexer::syntax_error;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::toaster::TAPAS_OID;
use storage::tuple::{Attribute, Compression, Storage};
use storage::types;

/// The type and the modifier that a column's type name means; SETOF is refused.
pub(crate) fn bind_type(b: &mut Backend<'_>, t: &TypeName) -> Result<(Oid, i32)> {
    let bound = b.bind_type(t)?;
    if t.setof {
        return Err(PgError::new(
            SqlState::INVALID_TABLE_DEFINITION,
            "column cannot be declared SETOF".to_string(),
        ));
    }
    Ok(bound)
}

/// The column of a definition, without its constraints.
pub(crate) fn column(b: &mut Backend<'_>, def: &ColumnDef) -> Result<Attribute> {
    let mut a = declared(b, def)?;
    complete(b, def, &mut a)?;
    refuse_pseudo_type(b, &a)?;
    Ok(a)
}

/// The column of a definition with its type and collation, which are looked up before anything else about any column is
/// (`transformColumnType`).
pub(super) fn declared(b: &mut Backend<'_>, def: &ColumnDef) -> Result<Attribute> {
    let Some(written) = &def.type_name else {
        return err!(INVALID_COLUMN_DEFINITION, "column \"{}\" has no type", def.name);
    };
    let serial = serial_type(written);
    if serial.is_some() && !written.array_bounds.is_empty() {
        return err!(FEATURE_NOT_SUPPORTED, "array of serial is not implemented")
            .map_err(|e| e.at(written.location));
    }
    let (type_oid, typmod) = match serial {
        Some(t) => (t, -1),
        None => b.bind_type(written)?,
    };
    let mut a = b.catalog.attribute_of(object_clip(&def.name), type_oid, typmod);
    if !written.array_bounds.is_empty() {
        a.ndims = written.array_bounds.len() as i32;
    }
    if let Some(c) = &def.collation {
        if !a.collation.is_valid() {
            return Err(PgError::new(
                SqlState::DATATYPE_MISMATCH,
                format!("collations are not supported by type {}", b.type_name(type_oid)),
            )
            .at(c.location));
        }
        a.collation = collation_named(b, &c.collation).map_err(|e| e.at(c.location))?;
    }
    Ok(a)
}

/// Adds to a column what is looked at when the types of all are known (`DefineRelation`).
pub(super) fn complete(b: &mut Backend<'_>, def: &ColumnDef, a: &mut Attribute) -> Result<()> {
    if def.type_name.as_ref().is_some_and(|t| t.setof) {
        let name = &def.name;
        return err!(INVALID_TABLE_DEFINITION, "column \"{name}\" cannot be declared SETOF");
    }
    if let Some(t) = def.type_name.as_ref().filter(|t| !t.typmods.is_empty()) {
        // What is said of the modifier is said again, without a place.
        let said = b.client.notices.len();
        b.bind_type(t)?;
        b.client.notices[said..].iter_mut().for_each(|n| n.location = None);
    }
    if a.type_oid == types::oid::JSONPATH {
        return err!(FEATURE_NOT_SUPPORTED, "columns of type jsonpath are not modelled");
    }
    if let Some((word, _)) = &def.storage {
        (a.storage, a.toaster) = set_storage(b, a, word)?;
    }
    if let Some(method) = &def.compression {
        a.compression = compression(b, a.type_oid, method)?;
    }
    if let Some((name, _)) = &def.toaster {
        a.toaster = super::toaster::of_column(b, a, name)?;
    }
    Ok(())
}

/// Cuts a name to what `NAMEDATALEN` leaves, 63 bytes.
fn object_clip(name: &str) -> &str {
    crate::catalog::clip(name, 63)
}

/// The collation with this name.
pub(crate) fn collation_named(b: &Backend<'_>, name: &QualifiedName) -> Result<Oid> {
    use sql::analyze::CatalogView;
    match b.view().collation(name.schema_in(&b.catalog.database)?, &name.last) {
        Some(c) => Ok(c),
        None => err!(UNDEFINED_OBJECT, "collation \"{name}\" for encoding \"UTF8\" does not exist"),
    }
}

/// The integer type of `serial`, `bigserial` or `smallserial`; `None` for other types.
pub(crate) fn serial_type(t: &TypeName) -> Option<Oid> {
    match t.names.unqualified()? {
        "serial" | "serial4" => Some(types::oid::INT4),
        "bigserial" | "serial8" => Some(types::oid::INT8),
        "smallserial" | "serial2" => Some(types::oid::INT2),
        _ => None,
    }
}

/// The compression method that COMPRESSION names, `None` for the default
/// (`GetAttributeCompression`).
pub(crate) fn compression(
    b: &Backend<'_>,
    type_oid: Oid,
    method: &str,
) -> Result<Option<Compression>> {
    if method == "default" {
        return Ok(None);
    }
    if !b.catalog.is_toastable(type_oid) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "column data type {} does not support compression",
            b.type_name(type_oid)
        );
    }
    match method {
        "pglz" => Ok(Some(Compression::Pglz)),
        "lz4" => Ok(Some(Compression::Lz4)),
        _ => err!(FEATURE_NOT_SUPPORTED, "invalid compression method \"{method}\""),
    }
}

/// Refuses TOASTER and STORAGE in column definitions on servers whose grammar lacks them: servers
/// with toasters have both, PostgreSQL has STORAGE from 16 on.
pub(crate) fn toasters_enabled(b: &Backend<'_>, word: &str, at: usize) -> Result<()> {
    let capabilities = b.store.toasters.settings.capabilities;
    if !b.catalog.toasters().is_empty() || capabilities.tapas_storage {
        return Ok(());
    }
    refuse_at(b, Some(at), word.len())
}

/// Refuses the word of this length at a place where the server's grammar does not have it.
pub(crate) fn refuse_at(b: &Backend<'_>, at: Option<usize>, length: usize) -> Result<()> {
    let error = |at| syntax_error(&b.statement_text(), "syntax error", at, at + length);
    at.map_or(Ok(()), |at| Err(error(at)))
}

/// Refuses words in a column definition that the server's grammar does not have.
pub(crate) fn check_grammar(b: &Backend<'_>, def: &ColumnDef) -> Result<()> {
    if let Some((_, at)) = &def.storage
        && !b.store.release.column_storage
    {
        toasters_enabled(b, "STORAGE", *at)?;
    }
    if let Some((_, at)) = &def.toaster {
        toasters_enabled(b, "TOASTER", *at)?;
    }
    Ok(())
}

/// The storage and toaster that the word after STORAGE sets for a column. `TAPAS` is from the server of
/// 2021: an EXTENDED column that keeps a part of its values inline.
pub(crate) fn set_storage(b: &Backend<'_>, a: &Attribute, word: &str) -> Result<(Storage, Oid)> {
    let tapas = b.store.toasters.settings.capabilities.tapas_storage;
    if tapas && word.eq_ignore_ascii_case("tapas") && b.catalog.is_toastable(a.type_oid) {
        let toaster = if a.type_oid == types::oid::JSONB { TAPAS_OID } else { Oid::INVALID };
        return Ok((Storage::Extended, toaster));
    }
    let toaster = if a.toaster == TAPAS_OID { Oid::INVALID } else { a.toaster };
    let new = Attribute { storage: storage(b, a.type_oid, word)?, toaster, ..a.clone() };
    super::toaster::validate(b, &new, toaster)?;
    Ok((new.storage, toaster))
}

/// The storage strategy that a word names for a type (`ATExecSetStorage`).
pub(crate) fn storage(b: &Backend<'_>, type_oid: Oid, word: &str) -> Result<Storage> {
    let s = match word.to_ascii_lowercase().as_str() {
        "plain" => Storage::Plain,
        "external" => Storage::External,
        "extended" => Storage::Extended,
        "main" => Storage::Main,
        "default" if b.store.release.column_storage => {
            return Ok(b.catalog.attribute_of("", type_oid, -1).storage);
        }
        _ => return err!(INVALID_PARAMETER_VALUE, "invalid storage type \"{word}\""),
    };
    if s != Storage::Plain && !b.catalog.is_toastable(type_oid) {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "column data type {} can only have storage PLAIN",
            b.type_name(type_oid)
        );
    }
    Ok(s)
}

/// Refuses a column of a pseudo-type (`CheckAttributeType`).
pub(super) fn refuse_pseudo_type(b: &mut Backend<'_>, a: &Attribute) -> Result<()> {
    if storage::types::info(a.type_oid).is_some_and(|t| t.kind == 'p') {
        return err!(
            INVALID_TABLE_DEFINITION,
            "column \"{}\" has pseudo-type {}",
            a.name,
            b.type_name(a.type_oid)
        );
    }
    Ok(())
}

/// Refuses a column of its table's row type, also within another row type, a domain or an array (`CheckAttributeType`).
pub(super) fn refuse_own_type(b: &Backend<'_>, own: Oid, type_oid: Oid) -> Result<()> {
    if own.is_valid() && contains(b, own, type_oid) {
        let own = b.type_name(own);
        return err!(
            INVALID_TABLE_DEFINITION,
            "composite type {own} cannot be made a member of itself"
        );
    }
    Ok(())
}

/// Whether a type is a row type, or has columns or elements of it.
fn contains(b: &Backend<'_>, own: Oid, type_oid: Oid) -> bool {
    let base = b.catalog.base_type(type_oid);
    let element = b.catalog.element_type(base);
    if element.is_valid() {
        return contains(b, own, element);
    }
    let row = || b.catalog.row_type(base).filter(|_| types::info(base).is_none());
    base == own
        || row()
            .is_some_and(|row| row.attrs.iter().any(|a| !a.dropped && contains(b, own, a.type_oid)))
}
