//! The system catalogs: the relations that initdb makes, and the rows of the entries. `system_views` hands them to SQL.
//!
//! Simplified: a catalog nobody asks for in lessons (`pg_amop`, `pg_collation` ...) has its columns
//! and no rows.

pub(super) mod initdb;
pub(crate) mod relations;
pub(crate) mod row;

pub(crate) use initdb::first_columns;
pub use initdb::{attribute, collation_of, toast_columns};
pub(crate) use relations::{
    attributes_of as attribute_rows, class as class_row, constraint as constraint_row,
    default as default_row, dependency as dependency_row, index as index_row,
    namespace as namespace_row, sequence as sequence_row, user_type as type_row,
};
pub(super) use row::missing_array;

use sql::expr::{Expr, Node};
use storage::datum::Datum;
use storage::ids::{AttrNumber, Oid};
use storage::types;

/// The columns of the relation that an expression uses.
pub(super) fn columns_used(e: &Expr) -> Vec<AttrNumber> {
    let mut found = Vec::new();
    sql::analyze::visit(e, &mut |n| {
        if let Node::Var(v) = &n.node {
            found.push(AttrNumber(v.attno));
        }
    });
    found
}

/// The relations that constants of type `regclass` in an expression name, such as the sequence of
/// `nextval`; as `pg_depend` names them: catalog, object, and 0 for the whole object.
pub(crate) fn sequences_used(e: &Expr) -> Vec<(Oid, Oid, i32)> {
    let mut found = Vec::new();
    sql::analyze::visit(e, &mut |n| {
        if let Node::Const(Datum::Word(w)) = &n.node
            && n.type_oid == types::oid::REGCLASS
        {
            found.push((Oid(1259), Oid(*w as u32), 0));
        }
    });
    found
}
