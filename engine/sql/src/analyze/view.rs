//! What analysis must know of the catalog.

use super::Query;
use crate::expr::Expr;
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::fmgr::Volatility;
use storage::heap::RelKind;
use storage::ids::{AttrNumber, Oid};
use storage::tuple::TupleDesc;
use storage::versions::Release;

/// A relation as names in queries see it.
#[derive(Clone, Debug)]
pub struct RelationInfo {
    /// OID.
    pub oid: Oid,
    /// Name.
    pub name: String,
    /// Schema's name.
    pub schema: String,
    /// What kind of relation it is (`relkind`).
    pub kind: RelKind,
    /// Columns, dropped ones included.
    pub desc: Rc<TupleDesc>,
    /// Its row type.
    pub row_type: Oid,
    /// Columns of the primary key (empty: none).
    pub primary_key: Vec<AttrNumber>,
    /// Unique indexes, for ON CONFLICT.
    pub unique_indexes: Vec<UniqueIndex>,
    /// Foreign keys of the table, by name.
    pub foreign_keys: Vec<ForeignKeyInfo>,
    /// The query of a view, with [`RelationInfo::desc`]'s columns.
    pub view: Option<Rc<Query>>,
}

/// A foreign key, for the estimates of joins.
#[derive(Clone, Debug, PartialEq)]
pub struct ForeignKeyInfo {
    /// The table that it refers to.
    pub referenced: Oid,
    /// Its columns, each with the column that it refers to.
    pub columns: Vec<(i16, i16)>,
}

/// A unique index, for ON CONFLICT.
#[derive(Clone, Debug, PartialEq)]
pub struct UniqueIndex {
    /// OID.
    pub oid: Oid,
    /// Name of the index and, when it has one, of its constraint.
    pub name: String,
    /// Whether it is the index of a constraint.
    pub constraint: bool,
    /// Key columns; 0 stands for the next of `exprs`.
    pub keys: Vec<AttrNumber>,
    /// Expression keys, with Vars of RTE 1.
    pub exprs: Vec<Expr>,
    /// The collation of each key.
    pub collations: Vec<Oid>,
    /// The operator class of each key, where it is not its type's default.
    pub opclasses: Vec<Option<String>>,
    /// The predicate of a partial index.
    pub predicate: Option<Expr>,
}

/// A type that is not built in: a row type, an enum or a domain.
#[derive(Clone, Debug)]
pub struct UserType {
    /// OID.
    pub oid: Oid,
    /// Name.
    pub name: String,
    /// Schema's name.
    pub schema: String,
    /// Whether it is a row type, an enum, a domain and so on.
    pub kind: UserTypeKind,
    /// OID of its array type.
    pub array: Oid,
}

/// The kinds of types that can be created.
#[derive(Clone, Debug)]
pub enum UserTypeKind {
    /// The row type of this relation.
    Composite {
        /// The relation.
        relation: Oid,
        /// Its columns.
        desc: Rc<TupleDesc>,
    },
    /// An enum.
    Enum {
        /// OIDs and labels in order.
        labels: Vec<(Oid, String)>,
    },
    /// A domain.
    Domain {
        /// The type beneath.
        base: Oid,
        /// Its modifier.
        typmod: i32,
        /// Its collation, or 0.
        collation: Oid,
        /// NOT NULL.
        not_null: bool,
        /// CHECKs with their names, over [`crate::expr::Node::CoerceToDomainValue`].
        checks: Vec<(String, Expr)>,
        /// DEFAULT.
        default: Option<Expr>,
    },
    /// The array type of another created type.
    Array {
        /// Its element type.
        element: Oid,
    },
}

/// A function or procedure made by CREATE FUNCTION or CREATE PROCEDURE, in SQL or PL/pgSQL.
#[derive(Clone, Debug)]
pub struct CreatedFunction {
    /// OID.
    pub oid: Oid,
    /// Name.
    pub name: String,
    /// Schema's name.
    pub schema: String,
    /// Types of the input arguments.
    pub args: Vec<Oid>,
    /// Names of the input arguments, "" where there is none.
    pub arg_names: Vec<String>,
    /// All parameters as declared: the mode (`i`, `o`, `b` for INOUT, `v` or `t`), the name and the type
    /// (`proargmodes`, `proargnames`, `proallargtypes`).
    pub parameters: Vec<(char, String, Oid)>,
    /// Defaults of the last arguments, analysed.
    pub defaults: Vec<Expr>,
    /// Element type of a VARIADIC last argument.
    pub variadic: Option<Oid>,
    /// Result type (RECORD with `out`).
    pub ret: Oid,
    /// OUT and TABLE columns.
    pub out: Vec<(String, Oid)>,
    /// RETURNS SETOF or TABLE.
    pub returns_set: bool,
    /// STRICT.
    pub strict: bool,
    /// SECURITY DEFINER (`prosecdef`).
    pub definer: bool,
    /// LEAKPROOF.
    pub leakproof: bool,
    /// Volatility.
    pub volatility: Volatility,
    /// PARALLEL: `s` safe, `r` restricted, `u` unsafe (`proparallel`).
    pub parallel: char,
    /// What a call is expected to cost, in units of `cpu_operator_cost` (`procost`).
    pub cost: f64,
    /// How many rows it is expected to return; 0 if it returns no set (`prorows`).
    pub rows: f64,
    /// `sql` or `plpgsql`.
    pub language: String,
    /// The body as written.
    pub source: String,
    /// Whether the body is written in SQL, not as a string (`prosqlbody`).
    pub sql_body: bool,
    /// Whether it is a procedure.
    pub procedure: bool,
}

impl CreatedFunction {
    /// Types and names of what a call gives: CALL gives OUT parameters too.
    pub(crate) fn called_with(&self) -> (Vec<Oid>, Vec<String>) {
        if !self.procedure {
            return (self.args.clone(), self.arg_names.clone());
        }
        self.parameters.iter().map(|p| (p.2, p.1.clone())).unzip()
    }

    /// Refuses a function that returns rows whose columns nothing declares.
    ///
    /// # Errors
    ///
    /// 0A000, always.
    pub fn refuse_record<T>(&self) -> Result<T> {
        err!(
            FEATURE_NOT_SUPPORTED,
            "function {} returns record without OUT parameters, which is not modelled",
            self.name
        )
    }
}

/// The catalog as analysis reads it; the backend implements it.
///
/// `schema: None` means: through the search path, `pg_catalog` first unless it is in the path.
pub trait CatalogView {
    /// A relation by its name; `Ok(None)` if there is none. Analysis checks the schema by
    /// [`CatalogView::schema_exists`].
    fn relation(&self, schema: Option<&str>, name: &str) -> Result<Option<Rc<RelationInfo>>>;
    /// A relation by OID.
    fn relation_by_oid(&self, oid: Oid) -> Option<Rc<RelationInfo>>;
    /// Whether a schema is there.
    fn schema_exists(&self, name: &str) -> bool;
    /// A type that a user created, by its name.
    fn type_by_name(&self, schema: Option<&str>, name: &str) -> Option<Rc<UserType>>;
    /// A type that a user created, by its OID.
    fn user_type(&self, oid: Oid) -> Option<Rc<UserType>>;
    /// Functions in SQL and PL/pgSQL with this name, in the order of the search path.
    fn functions(&self, schema: Option<&str>, name: &str) -> Vec<Rc<CreatedFunction>>;
    /// The DEFAULT or generation expression of a column, over range table entry 1.
    fn column_default(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<Expr>>;
    /// The sequence of an identity column.
    fn identity_sequence(&self, relation: Oid, attno: AttrNumber) -> Option<Oid>;
    /// A collation by name.
    fn collation(&self, schema: Option<&str>, name: &str) -> Option<Oid>;
    /// Whether a relation of this name is visible without its schema (for deparsing).
    fn relation_is_visible(&self, oid: Oid) -> bool;
    /// Whether built-in functions of an extension (`pageinspect`, ...) can be called. They are
    /// always in the tables, and hidden until CREATE EXTENSION.
    fn extension_function_visible(&self, name: &str) -> bool;
    /// The schema of the built-in functions of this name: `pg_catalog`, or that of their extension.
    fn built_in_schema(&self, name: &str) -> String;
    /// The PostgreSQL version that is modelled.
    fn release(&self) -> &'static Release {
        Default::default()
    }
    /// The database in which names are looked up (`current_database()`).
    fn database(&self) -> &str;
    /// The first schema of the search path that exists (`current_schema()`).
    fn current_schema(&self) -> Option<String>;
}
