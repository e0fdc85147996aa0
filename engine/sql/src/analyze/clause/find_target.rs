//! Which target a number or name in ORDER BY, GROUP BY or DISTINCT means (`findTargetlistEntrySQL92`).

use crate::analyze::agg::clause_name;
use crate::analyze::state::{Analyzer, At, ExprKind};
use crate::analyze::walk;
use crate::ast;
use crate::expr::{CoercionForm, Expr, Node, TargetEntry};
use storage::err;
use storage::error::Result;
use storage::fmgr::CastContext;
use storage::types::oid;

impl Analyzer<'_> {
    /// Returns the index of the target that an item of ORDER BY, GROUP BY or DISTINCT ON means by
    /// name, number or expression; an expression that is no target is appended as a junk entry
    /// (`findTargetlistEntrySQL92`).
    pub(super) fn find_target_92(
        &mut self,
        e: &ast::Expr,
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
    ) -> Result<usize> {
        let what = clause_name(kind);
        if let ast::Expr::ColumnRef(c) = e
            && let [ast::Field::Name(name)] = c.fields.as_slice()
        {
            let location = c.location as i32;
            let skip = kind == ExprKind::GroupBy && self.local_column(name, location)?;
            if !skip {
                let mut found: Option<usize> = None;
                for (i, t) in targets.iter().enumerate() {
                    if !t.junk && t.name.as_deref() == Some(name) {
                        if let Some(f) = found {
                            if targets[f].expr != t.expr {
                                return err!(AMBIGUOUS_COLUMN, "{what} \"{name}\" is ambiguous")
                                    .at_loc(location);
                            }
                        } else {
                            found = Some(i);
                        }
                    }
                }
                if let Some(i) = found {
                    self.check_target_in_clause(&targets[i].expr, kind)?;
                    return Ok(i);
                }
            }
        }
        if let ast::Expr::Const(c) = e {
            let location = c.location as i32;
            let ast::ConstValue::Integer(n) = c.value else {
                return err!(SYNTAX_ERROR, "non-integer constant in {what}").at_loc(location);
            };
            let mut seen = 0;
            for (i, t) in targets.iter().enumerate() {
                if !t.junk {
                    seen += 1;
                    if seen == n {
                        self.check_target_in_clause(&targets[i].expr, kind)?;
                        return Ok(i);
                    }
                }
            }
            return err!(INVALID_COLUMN_REFERENCE, "{what} position {n} is not in select list")
                .at_loc(location);
        }
        self.find_target_99(e, targets, kind)
    }

    /// Whether a name is a column of this level's FROM (`colNameToVar` with localonly).
    fn local_column(&mut self, name: &str, location: i32) -> Result<bool> {
        for i in 0..self.top().namespace.len() {
            if self.top().namespace[i].cols_visible
                && self.scan_item(0, i, name, location)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Refuses aggregates and window functions in a target that GROUP BY names
    /// (`checkTargetlistEntrySQL92`).
    fn check_target_in_clause(&mut self, e: &Expr, kind: ExprKind) -> Result<()> {
        if kind == ExprKind::GroupBy {
            if let Some(at) = walk::find_agg(e) {
                return err!(GROUPING_ERROR, "aggregate functions are not allowed in GROUP BY")
                    .at_loc(at);
            }
            if let Some(at) = walk::find_window_func(e) {
                return err!(WINDOWING_ERROR, "window functions are not allowed in GROUP BY")
                    .at_loc(at);
            }
        }
        Ok(())
    }

    /// Returns the index of the target that equals an expression, which is appended as a junk entry
    /// if there is none (`findTargetlistEntrySQL99`).
    pub(super) fn find_target_99(
        &mut self,
        e: &ast::Expr,
        targets: &mut Vec<TargetEntry>,
        kind: ExprKind,
    ) -> Result<usize> {
        let expr = self.transform_expr(e, kind)?;
        for (i, t) in targets.iter().enumerate() {
            if strip_implicit(&t.expr) == &expr {
                return Ok(i);
            }
        }
        // A reference to a column of an aggregate's own list numbers from its length.
        let resno = targets.len() as i16 + 1;
        let entry =
            TargetEntry { expr, resno, name: None, sort_group_ref: 0, origin: None, junk: true };
        targets.push(entry);
        Ok(targets.len() - 1)
    }

    /// Gives an unknown literal in ORDER BY, GROUP BY or DISTINCT the type text.
    pub(super) fn resolve_target(&mut self, t: &mut TargetEntry) -> Result<()> {
        if t.expr.type_oid == oid::UNKNOWN {
            let e = std::mem::replace(&mut t.expr, self.null_of(oid::TEXT, -1));
            let (c, f) = (CastContext::Implicit, CoercionForm::ImplicitCast);
            t.expr = self.coerce_type(e, oid::TEXT, -1, c, f, -1)?;
        }
        Ok(())
    }
}

/// Returns an expression without the implicit casts around it (`strip_implicit_coercions`).
pub(in crate::analyze) fn strip_implicit(e: &Expr) -> &Expr {
    match &e.node {
        Node::Func(f) if f.form == CoercionForm::ImplicitCast && is_implicit(f.form) => {
            f.args.first().map_or(e, strip_implicit)
        }
        Node::Relabel(a, f)
        | Node::CoerceViaIO(a, f)
        | Node::ArrayCoerce(a, _, f)
        | Node::CoerceToDomain(a, f)
            if is_implicit(*f) =>
        {
            strip_implicit(a)
        }
        _ => e,
    }
}

/// Whether the cast was not written but added.
fn is_implicit(f: CoercionForm) -> bool {
    matches!(f, CoercionForm::ImplicitCast)
}
