//! UPDATE (`transformUpdateStmt`).

use super::entry;
use crate::analyze::relation::system_attribute;
use crate::analyze::state::{Analyzer, ExprKind, NsItem};
use crate::analyze::{CommandType, FromExpr, JoinTreeNode, Overriding, Query, RelationInfo};
use crate::ast;
use crate::expr::{Expr, Node, TargetEntry, Var};
use std::rc::Rc;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::ids::AttrNumber;
use storage::sort::Arrange;

impl Analyzer<'_> {
    /// Refuses a value other than DEFAULT for a generated or identity column.
    pub(super) fn check_assignable(
        &self,
        rel: &RelationInfo,
        attno: i16,
        overriding: Overriding,
    ) -> Result<()> {
        let a = rel.desc.attr(AttrNumber(attno));
        let e = || {
            PgError::new(
                SqlState::GENERATED_ALWAYS,
                format!("cannot insert a non-DEFAULT value into column \"{}\"", a.name),
            )
        };
        if a.identity == Some('a') && overriding == Overriding::NotSet {
            return Err(e()
                .detail(format!(
                    "Column \"{}\" is an identity column defined as GENERATED ALWAYS.",
                    a.name
                ))
                .hint("Use OVERRIDING SYSTEM VALUE to override."));
        }
        if a.generated.is_some() {
            return Err(e().detail(format!("Column \"{}\" is a generated column.", a.name)));
        }
        Ok(())
    }

    /// Analyzes what UPDATE sets, with defaults put in (`transformUpdateTargetList`).
    pub(super) fn update_targets(
        &mut self,
        list: &[ast::ResTarget],
        rel: &Rc<RelationInfo>,
        rte: usize,
    ) -> Result<Vec<TargetEntry>> {
        let values = self.target_list(list, ExprKind::UpdateSource)?;
        let target = self.top().rtable[rte - 1].eref.name.clone();
        let mut out: Vec<TargetEntry> = Vec::new();
        for (t, r) in values.into_iter().zip(list) {
            let name = r.name.clone().unwrap_or_default();
            let location = r.location as i32;
            let attno = self.attno(rel, &name, location).map_err(|e| {
                if system_attribute(&name).is_some() {
                    let text = format!("cannot assign to system column \"{name}\"");
                    return PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text).at(r.location);
                }
                if !r.indirection.is_empty()
                    && name == target
                    && self.view.release().qualified_targets_hinted
                {
                    return e
                        .hint("SET target columns cannot be qualified with the relation name.");
                }
                e
            })?;
            let a = rel.desc.attr(AttrNumber(attno)).clone();
            let is_default = matches!(t.expr.node, Node::SetToDefault);
            let e = self.assigned_expr(rel, rte, t.expr, &name, attno, &r.indirection, location)?;
            let only_default = |what: &str| -> Result<()> {
                Err(PgError::new(
                    SqlState::GENERATED_ALWAYS,
                    format!("column \"{}\" can only be updated to DEFAULT", a.name),
                )
                .detail(format!("Column \"{}\" is {what}.", a.name)))
            };
            if !is_default {
                if a.identity == Some('a') {
                    only_default("an identity column defined as GENERATED ALWAYS")?;
                }
                if a.generated.is_some() {
                    only_default("a generated column")?;
                }
            }
            let e = if is_default { self.default_for(rel, attno)? } else { e };
            if is_default && a.generated.is_some() {
                continue;
            }
            match out.iter_mut().find(|o| o.resno == attno) {
                Some(o) => {
                    let part = match &e.node {
                        Node::CoerceToDomain(a, _) => &a.node,
                        node => node,
                    };
                    if !matches!(part, Node::Subscript(_) | Node::FieldStore(..)) {
                        return err!(
                            SYNTAX_ERROR,
                            "multiple assignments to same column \"{}\"",
                            a.name
                        );
                    }
                    o.expr = merge_assignments(o.expr.clone(), e);
                }
                None => out.push(entry(e, attno, &a.name)),
            }
        }
        out.arrange_by_key(|t| t.resno);
        let links = std::mem::take(&mut self.top().multi_sublinks);
        for (i, l) in links.into_iter().enumerate() {
            let resno = rel.desc.attrs.len() as i16 + 1 + i as i16;
            out.push(TargetEntry {
                expr: l,
                resno,
                name: None,
                sort_group_ref: 0,
                origin: None,
                junk: true,
            });
        }
        Ok(out)
    }

    /// Analyzes an UPDATE (`transformUpdateStmt`).
    pub(super) fn update(&mut self, u: &ast::UpdateStmt) -> Result<Query> {
        if let Some(w) = &u.with {
            self.transform_with(w)?;
        }
        let item = self.target_relation(&u.relation, "update")?;
        let (rel, rte) = self.target_rel();
        let own = JoinTreeNode::Rte(rte);
        self.top().namespace.push(NsItem { lateral_only: true, lateral_ok: false, ..item });
        let mut from = self.transform_from(&u.from)?;
        from.insert(0, own);
        let quals = match &u.where_clause {
            Some(w) => Some(self.transform_where(w, ExprKind::Where, "WHERE")?),
            None => None,
        };
        let returning = self.returning(&u.returning)?;
        let target = self.update_targets(&u.targets, &rel, rte)?;
        let mut q = Query {
            command: CommandType::Update,
            result_relation: rte,
            target,
            jointree: FromExpr { from, quals },
            returning,
            location: -1,
            ..Query::default()
        };
        self.finish(&mut q);
        Ok(q)
    }
}

/// Combines two assignments to parts of one column: the second changes the result of the first
/// (`process_matched_tle`). A domain checks the value after both.
pub(super) fn merge_assignments(first: Expr, mut second: Expr) -> Expr {
    /// Puts `first` in the place of the column's old value, in nested assignments (`a[1].b = ...`) and in the parts
    /// that they fetch to change them.
    fn rebase(e: &mut Expr, first: &Expr) {
        match &mut e.node {
            Node::Subscript(s) => {
                rebase(&mut s.container, first);
                if let Some(value) = s.assign.as_mut().filter(|value| assigns(value)) {
                    rebase(value, first);
                }
            }
            Node::FieldStore(a, new) => {
                rebase(a, first);
                let inner = new.iter_mut().map(|(_, value)| value);
                inner.filter(|value| assigns(value)).for_each(|value| rebase(value, first));
            }
            Node::FieldSelect(a, _) | Node::CoerceToDomain(a, _) => rebase(a, first),
            Node::Var(Var { levels_up: 0, .. }) | Node::Const(_) => e.clone_from(first),
            _ => {}
        }
    }
    /// Whether this is an assignment to a part of what is assigned to.
    fn assigns(e: &Expr) -> bool {
        match &e.node {
            Node::Subscript(s) => s.assign.is_some(),
            Node::FieldStore(..) => true,
            Node::CoerceToDomain(a, _) => assigns(a),
            _ => false,
        }
    }
    let first = match first.node {
        Node::CoerceToDomain(part, _) => *part,
        _ => first,
    };
    let part = match &mut second.node {
        Node::CoerceToDomain(part, _) => &mut part.node,
        node => node,
    };
    if let (Node::FieldStore(arg, old), Node::FieldStore(row, new)) = (&first.node, part)
        && !new.iter().any(|(_, value)| assigns(value))
    {
        row.clone_from(arg);
        new.splice(0..0, old.iter().cloned());
        return second;
    }
    rebase(&mut second, &first);
    second
}
