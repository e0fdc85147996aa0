//! Equality of parse trees (`equal()`), which ignores where in the text a word stands
//! (`COMPARE_LOCATION_FIELD`).

use super::*;

/// Structs are equal when their fields are, but for `location`.
macro_rules! equal_wherever_it_stands {
    ($($node:ident { $($field:ident),* })*) => {$(
        impl PartialEq for $node {
            /// Compares all fields but the location.
            fn eq(&self, other: &$node) -> bool {
                let $node { $($field,)* location: _ } = self;
                true $(&& *$field == other.$field)*
            }
        }
    )*};
}

equal_wherever_it_stands! {
    RangeVar { catalog, schema, name, inherit, persistence, alias }
    TypeName { names, setof, pct_type, typmods, array_bounds }
    DefElem { namespace, name, arg }
    SelectStmt {
        distinct, into, target_list, from, where_clause, group_by, group_distinct, having, windows,
        values, order_by, limit_offset, limit_count, with_ties, locking, with, set_op
    }
    ResTarget { name, indirection, val }
    RangeTableSample { relation, method, args, repeatable }
    SortBy { node, direction, nulls, use_op }
    WindowDef { name, refname, partition_by, order_by, frame }
    WithClause { ctes, recursive }
    CommonTableExpr { name, columns, materialized, query }
    ColumnRef { fields }
    Const { value }
    TypeCast { arg, type_name }
    CollateClause { arg, collation }
    AExpr { kind, name, left, right }
    BoolExpr { op, args }
    NullTest { arg, negated }
    BooleanTest { arg, test }
    FuncCall {
        name, args, order_by, filter, over, within_group, star, distinct, variadic, sql_syntax
    }
    SqlValueFunction { op, typmod }
    CaseExpr { arg, whens, default }
    CaseWhen { expr, result }
    SubLink { kind, test, operator, subselect }
    GroupingSet { kind, content }
}

/// WITH in what is compared has queries only: what changes data stands at the top.
impl PartialEq for Statement {
    fn eq(&self, other: &Statement) -> bool {
        matches!((self, other), (Statement::Select(a), Statement::Select(b)) if a == b)
    }
}

/// A column of a function in FROM, which has a name, a type and a collation.
impl PartialEq for ColumnDef {
    fn eq(&self, other: &ColumnDef) -> bool {
        self.name == other.name
            && self.type_name == other.type_name
            && self.collation == other.collation
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        use Expr as E;
        match self {
            E::ColumnRef(a) => matches!(other, E::ColumnRef(b) if a == b),
            E::ParamRef { number: a, .. } => {
                matches!(other, E::ParamRef { number: b, .. } if a == b)
            }
            E::Const(a) => matches!(other, E::Const(b) if a == b),
            E::TypeCast(a) => matches!(other, E::TypeCast(b) if a == b),
            E::Collate(a) => matches!(other, E::Collate(b) if a == b),
            E::AExpr(a) => matches!(other, E::AExpr(b) if a == b),
            E::BoolExpr(a) => matches!(other, E::BoolExpr(b) if a == b),
            E::NullTest(a) => matches!(other, E::NullTest(b) if a == b),
            E::BooleanTest(a) => matches!(other, E::BooleanTest(b) if a == b),
            E::FuncCall(a) => matches!(other, E::FuncCall(b) if a == b),
            E::SqlValueFunction(a) => matches!(other, E::SqlValueFunction(b) if a == b),
            E::Indirection(a) => matches!(other, E::Indirection(b) if a == b),
            E::Array { elements: a, .. } => {
                matches!(other, E::Array { elements: b, .. } if a == b)
            }
            E::Row { args: a, explicit: written, .. } => {
                matches!(other, E::Row { args: b, explicit, .. } if a == b && written == explicit)
            }
            E::Case(a) => matches!(other, E::Case(b) if a == b),
            E::Coalesce { args: a, .. } => {
                matches!(other, E::Coalesce { args: b, .. } if a == b)
            }
            E::MinMax { args: a, greatest: most, .. } => {
                matches!(other, E::MinMax { args: b, greatest, .. } if a == b && most == greatest)
            }
            E::SubLink(a) => matches!(other, E::SubLink(b) if a == b),
            E::Grouping { args: a, .. } => {
                matches!(other, E::Grouping { args: b, .. } if a == b)
            }
            E::SetToDefault { .. } => matches!(other, E::SetToDefault { .. }),
            E::CurrentOf { cursor: a, .. } => {
                matches!(other, E::CurrentOf { cursor: b, .. } if a == b)
            }
            E::MultiAssignRef { source: a, column: at, columns: of } => matches!(
                other,
                E::MultiAssignRef { source: b, column, columns }
                    if a == b && at == column && of == columns
            ),
            E::NamedArg { name, arg: a, .. } => {
                matches!(other, E::NamedArg { name: called, arg: b, .. } if name == called && a == b)
            }
            E::List(a) => matches!(other, E::List(b) if a == b),
            E::GroupingSet(a) => matches!(other, E::GroupingSet(b) if a == b),
        }
    }
}
