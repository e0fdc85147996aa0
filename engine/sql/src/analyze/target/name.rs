//! The names of columns that were given none (`FigureColname`).

use crate::ast;

/// Returns the name that a result column gets when it is given none (`FigureColname`).
pub(in crate::analyze) fn figure_colname(e: &ast::Expr) -> String {
    suggested_name(e).unwrap_or_else(|| "?column?".into())
}

/// The name that an expression suggests for a column, if any (`FigureIndexColname`).
pub fn suggested_name(e: &ast::Expr) -> Option<String> {
    let mut name = None;
    figure(e, &mut name);
    name
}

/// Sets the name that an expression suggests, and returns how good it is: 0 none, 1 weak, 2 good
/// (`FigureColnameInternal`).
fn figure(e: &ast::Expr, name: &mut Option<String>) -> u8 {
    let mut set = |s: &str, strength| {
        *name = Some(s.to_string());
        strength
    };
    match e {
        ast::Expr::ColumnRef(c) => {
            let last = c.fields.iter().rev().find_map(|f| match f {
                ast::Field::Name(n) => Some(n.clone()),
                ast::Field::Star => None,
            });
            match last {
                Some(n) => set(&n, 2),
                None => 0,
            }
        }
        ast::Expr::Indirection(i) => {
            let field = i.indirection.iter().rev().find_map(|s| match s {
                ast::IndirectionStep::Field(f) => Some(f.clone()),
                _ => None,
            });
            match field {
                Some(f) => set(&f, 2),
                None => figure(&i.arg, name),
            }
        }
        ast::Expr::FuncCall(f) => set(&f.name.last, 2),
        ast::Expr::AExpr(a) if a.kind == ast::AExprKind::NullIf => set("nullif", 2),
        ast::Expr::TypeCast(c) => {
            let strength = figure(&c.arg, name);
            if strength <= 1 {
                *name = Some(c.type_name.names.last.clone());
                return 1;
            }
            strength
        }
        ast::Expr::Collate(c) => figure(&c.arg, name),
        ast::Expr::Grouping { .. } => set("grouping", 2),
        ast::Expr::SubLink(s) => match s.kind {
            ast::SubLinkKind::Exists => set("exists", 2),
            ast::SubLinkKind::Array => set("array", 2),
            ast::SubLinkKind::Expr => {
                let mut s = &*s.subselect;
                while let Some(op) = &s.set_op {
                    s = &op.left;
                }
                if let Some(t) = s.target_list.first() {
                    if let Some(n) = &t.name {
                        return set(n, 2);
                    }
                    // The sub-query has been analysed: its column has a name.
                    if let Some(v) = &t.val
                        && figure(v, name) == 0
                    {
                        *name = Some("?column?".into());
                    }
                    return 2;
                } else if !s.values.is_empty() {
                    return set("column1", 2);
                }
                0
            }
            _ => 0,
        },
        ast::Expr::Case(c) => {
            let strength = match &c.default {
                Some(d) => figure(d, name),
                None => 0,
            };
            if strength <= 1 {
                *name = Some("case".into());
                return 1;
            }
            strength
        }
        ast::Expr::Array { .. } => set("array", 2),
        ast::Expr::Row { .. } => set("row", 2),
        ast::Expr::Coalesce { .. } => set("coalesce", 2),
        ast::Expr::MinMax { greatest, .. } => set(if *greatest { "greatest" } else { "least" }, 2),
        ast::Expr::SqlValueFunction(f) => {
            use ast::SqlValueFunctionOp as O;
            set(
                match f.op {
                    O::CurrentDate => "current_date",
                    O::CurrentTime => "current_time",
                    O::CurrentTimestamp => "current_timestamp",
                    O::LocalTime => "localtime",
                    O::LocalTimestamp => "localtimestamp",
                    O::CurrentRole => "current_role",
                    O::CurrentUser => "current_user",
                    O::User => "user",
                    O::SessionUser => "session_user",
                    O::CurrentCatalog => "current_catalog",
                    O::CurrentSchema => "current_schema",
                },
                2,
            )
        }
        _ => 0,
    }
}
