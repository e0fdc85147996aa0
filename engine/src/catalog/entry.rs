//! The entries of the catalog: one struct per system table that users' objects live in.

use crate::ids::{AttrNumber, Oid, RelFileNode, TransactionId};
use crate::tuple::TupleDesc;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A row of `pg_namespace`.
#[derive(Clone, Debug)]
pub struct Namespace {
    /// Its OID.
    pub oid: Oid,
    /// `nspname`.
    pub name: String,
}

/// A row of `pg_class` with its `pg_attribute`, `pg_attrdef`, `pg_index`, `pg_sequence` rows.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its OID.
    pub oid: Oid,
    /// `relname`.
    pub name: String,
    /// `relnamespace`.
    pub namespace: Oid,
    /// `reltype`: the row type, or 0.
    pub row_type: Oid,
    /// `reloftype` is not modelled; the row type's array type, or 0.
    pub array_type: Oid,
    /// `relfilenode`; 0 when there is no file.
    pub file: RelFileNode,
    /// `reltoastrelid`.
    pub toast: Oid,
    /// `relkind`: r i S t v m c.
    pub kind: char,
    /// `relpersistence`: p u t.
    pub persistence: char,
    /// The columns.
    pub desc: Rc<TupleDesc>,
    /// `reloptions` in the order given.
    pub options: Vec<(String, String)>,
    /// `pg_attrdef` by column.
    pub defaults: BTreeMap<AttrNumber, AttrDefault>,
    /// `relfrozenxid`.
    pub frozen_xid: TransactionId,
    /// `relreplident`: d n f i.
    pub replica_identity: char,
    /// Of an index.
    pub index: Option<Rc<IndexEntry>>,
    /// Of a view: its text as `pg_get_viewdef` prints it.
    pub view: Option<Rc<str>>,
}

/// A row of `pg_attrdef`.
#[derive(Clone, Debug)]
pub struct AttrDefault {
    /// Its OID.
    pub oid: Oid,
    /// The expression, as `pg_get_expr` prints it.
    pub text: Rc<str>,
}

/// A row of `pg_index`.
#[derive(Clone, Debug)]
pub struct IndexEntry {
    /// `indrelid`.
    pub heap: Oid,
    /// `indkey`: column numbers, 0 for expressions.
    pub keys: Vec<AttrNumber>,
    /// `indnkeyatts`.
    pub key_count: usize,
    /// `indisunique`.
    pub unique: bool,
    /// `indisprimary`.
    pub primary: bool,
    /// `indisclustered`.
    pub clustered: bool,
}

/// What kind of type a [`UserType`] is (`typtype`).
#[derive(Clone, Debug)]
pub enum UserTypeKind {
    /// The row type of a relation.
    Row(Oid),
    /// The array over a type.
    ArrayOf(Oid),
    /// An enum: (OID, sort order, label).
    Enum(Vec<(Oid, f32, String)>),
    /// A domain over a type with a modifier.
    Domain(Oid, i32),
}

/// A row of `pg_type`.
#[derive(Clone, Debug)]
pub struct UserType {
    /// Its OID.
    pub oid: Oid,
    /// `typname`.
    pub name: String,
    /// `typnamespace`.
    pub namespace: Oid,
    /// What it is.
    pub kind: UserTypeKind,
    /// `typarray`.
    pub array: Oid,
}

/// A row of `pg_constraint`.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its OID.
    pub oid: Oid,
    /// `conname`.
    pub name: String,
    /// `contype`: c f p u.
    pub kind: char,
    /// `conrelid`.
    pub rel: Oid,
    /// `conindid`.
    pub index: Oid,
    /// `conkey`.
    pub keys: Vec<AttrNumber>,
    /// `convalidated`.
    pub validated: bool,
}

/// A row of `pg_proc`: a function in SQL.
#[derive(Clone, Debug)]
pub struct UserFunction {
    /// Its OID.
    pub oid: Oid,
    /// `proname`.
    pub name: String,
    /// `pronamespace`.
    pub namespace: Oid,
    /// Types of the input arguments.
    pub args: Vec<Oid>,
    /// Their names, empty strings where there are none.
    pub arg_names: Vec<String>,
    /// `prorettype`.
    pub ret: Oid,
    /// `proretset`.
    pub returns_set: bool,
    /// The body's text.
    pub body: Rc<str>,
    /// `proisstrict`.
    pub strict: bool,
    /// `provolatile`.
    pub volatility: crate::fmgr::Volatility,
}

/// A row of `pg_extension`.
#[derive(Clone, Debug)]
pub struct Extension {
    /// Its OID.
    pub oid: Oid,
    /// `extname`.
    pub name: String,
    /// `extversion`.
    pub version: String,
    /// `extnamespace`.
    pub namespace: Oid,
}
