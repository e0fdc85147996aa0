//! WITH (`parse_cte.c`).

use super::relation::convert_alias;
use super::state::{Analyzer, At, CteState, Level, NsItem};
use super::types::TypeFacts;
use super::{ColumnInfo, CommonTableExpr, Query, RteKind, recursion, walk};
use crate::ast;
use crate::expr::Expr;
use std::rc::Rc;
use storage::err;
use storage::error::Result;
use storage::types::oid;

/// The analyzed form of a WITH member; `None` if its query is not analyzed yet.
pub(super) fn finished(c: CteState) -> Option<CommonTableExpr> {
    Some(CommonTableExpr {
        name: c.name,
        aliases: c.aliases,
        materialized: c.materialized,
        query: c.query?,
        recursive: c.recursive,
        ref_count: c.ref_count,
        columns: c.columns.unwrap_or_default(),
    })
}

/// Refuses more names than a WITH query has columns (`analyzeCTETargetList`).
#[inline(never)]
fn check_aliases(name: &str, aliases: &[String], columns: usize, location: usize) -> Result<()> {
    let names = aliases.len();
    if names <= columns {
        return Ok(());
    }
    err!(
        INVALID_COLUMN_REFERENCE,
        "WITH query \"{name}\" has {columns} columns available but {names} columns specified"
    )
    .at_loc(location as i32)
}

impl Analyzer<'_> {
    /// Analyzes the queries of WITH and adds them to this level; a name twice and changes of data
    /// below the top level are refused (`transformWithClause`).
    pub(super) fn transform_with(&mut self, w: &ast::WithClause) -> Result<()> {
        for (i, c) in w.ctes.iter().enumerate() {
            if w.ctes[..i].iter().any(|o| o.name == c.name) {
                return err!(
                    DUPLICATE_ALIAS,
                    "WITH query name \"{}\" specified more than once",
                    c.name
                )
                .at_loc(c.location as i32);
            }
            if !matches!(*c.query, ast::Statement::Select(_)) {
                self.top().has_modifying_cte = true;
                if self.levels.len() > 1 {
                    return err!(
                        FEATURE_NOT_SUPPORTED,
                        "WITH clause containing a data-modifying statement must be at the top level"
                    )
                    .at_loc(c.location as i32);
                }
            }
        }
        let state = |c: &ast::CommonTableExpr| CteState {
            name: c.name.clone(),
            columns: None,
            query: None,
            recursive: false,
            ref_count: 0,
            materialized: c.materialized,
            aliases: c.columns.clone(),
            location: c.location,
            in_progress: true,
        };
        if w.recursive {
            // Members may refer to later ones; they are analysed in order of need.
            let members = recursion::in_order(&w.ctes)?;
            members.iter().try_for_each(|c| recursion::check(c))?;
            let states = members.iter().map(|c| state(c));
            self.top().ctes.extend(states);
            for (i, c) in members.iter().enumerate() {
                self.analyze_cte(c, i)?;
            }
            return Ok(());
        }
        let names: Vec<String> = w.ctes.iter().map(|c| c.name.clone()).collect();
        self.top().future_ctes = names;
        for c in &w.ctes {
            let s = state(c);
            // Its own name is not visible within it.
            let q = self.cte_query(&c.query, None)?;
            self.top().ctes.push(s);
            let i = self.top().ctes.len() - 1;
            self.finish_cte(c, i, q)?;
            self.top().future_ctes.retain(|n| *n != c.name);
        }
        Ok(())
    }

    /// Analyzes the query of the WITH entry number `i`.
    fn analyze_cte(&mut self, c: &ast::CommonTableExpr, i: usize) -> Result<()> {
        let q = self.cte_query(&c.query, Some(i))?;
        self.finish_cte(c, i, q)
    }

    /// Analyzes a query of WITH at a level of its own; `parent` is the entry that it belongs to.
    fn cte_query(&mut self, s: &ast::Statement, parent: Option<usize>) -> Result<Query> {
        if let ast::Statement::Select(query) = s {
            super::refuse_into(query)?;
        }
        self.enter()?;
        self.levels.push(Level::new());
        self.top().parent_cte = parent;
        let r = self.statement(s);
        self.levels.pop();
        self.leave();
        r
    }

    /// Puts an analyzed query into its WITH entry, with the names and types of its columns
    /// (`analyzeCTETargetList`).
    fn finish_cte(&mut self, c: &ast::CommonTableExpr, i: usize, q: Query) -> Result<()> {
        let mut columns: Vec<ColumnInfo> = q
            .returned()
            .map(|t| ColumnInfo {
                name: t.name.clone().unwrap_or_default(),
                type_oid: t.expr.type_oid,
                typmod: t.expr.typmod,
                collation: t.expr.collation,
            })
            .collect();
        let locations: Vec<i32> = q.returned().map(|t| walk::place(&t.expr)).collect();
        check_aliases(&c.name, &c.columns, columns.len(), c.location)?;
        for (col, n) in columns.iter_mut().zip(&c.columns) {
            col.name.clone_from(n);
        }
        let s = &mut self.top().ctes[i];
        if s.recursive
            && let Some(old) = &s.columns
        {
            for (n, (a, b)) in old.clone().iter().zip(&columns).enumerate() {
                if a.type_oid != b.type_oid || a.typmod != b.typmod {
                    let (x, y) = (
                        self.view.format(a.type_oid, a.typmod),
                        self.view.format(b.type_oid, b.typmod),
                    );
                    return err!(
                        DATATYPE_MISMATCH,
                        "recursive query \"{}\" column {} has type {x} in non-recursive term but \
                         type {y} overall",
                        c.name,
                        n + 1
                    )
                    .map_err(|e| {
                        e.hint("Cast the output of the non-recursive term to the correct type.")
                    })
                    .at_loc(locations[n]);
                }
            }
        }
        let s = &mut self.top().ctes[i];
        s.columns = Some(columns);
        s.query = Some(Rc::new(q));
        s.in_progress = false;
        Ok(())
    }

    /// Takes the columns of a recursive query from the left side of its UNION, which has just been
    /// analyzed (`determineRecursiveColTypes`).
    ///
    /// # Errors
    /// More names than columns.
    pub(super) fn determine_recursive_types(
        &mut self,
        columns: &[Expr],
        names: &[String],
    ) -> Result<()> {
        let Some(i) = self.top().parent_cte else { return Ok(()) };
        let infos: Vec<ColumnInfo> = columns
            .iter()
            .zip(names)
            .map(|(e, n)| {
                let t = if e.type_oid == oid::UNKNOWN { oid::TEXT } else { e.type_oid };
                let m = if e.type_oid == oid::UNKNOWN { -1 } else { e.typmod };
                self.column_info(n, t, m)
            })
            .collect();
        let n = self.levels.len();
        if n < 2 {
            return Ok(());
        }
        let s = &mut self.levels[n - 2].ctes[i];
        check_aliases(&s.name, &s.aliases, columns.len(), s.location)?;
        if s.in_progress && s.columns.is_none() {
            let mut infos = infos;
            for (c, n) in infos.iter_mut().zip(&s.aliases) {
                c.name.clone_from(n);
            }
            s.columns = Some(infos);
        }
        Ok(())
    }

    /// Whether this level is the body of a recursive WITH member.
    pub(super) fn in_recursion(&mut self) -> bool {
        let Some(i) = self.top().parent_cte else { return false };
        let n = self.levels.len();
        n >= 2 && self.levels[n - 2].ctes[i].recursive
    }

    /// Adds the WITH query that a name in FROM means to the range table; `None` if there is none
    /// (`scanNameSpaceForCTE`, `addRangeTableEntryForCTE`).
    pub(super) fn from_cte(&mut self, rv: &ast::RangeVar) -> Result<Option<NsItem>> {
        let mut found = None;
        for up in 0..self.levels.len() {
            let l = &self.levels[self.levels.len() - 1 - up];
            if let Some(i) = l.ctes.iter().position(|c| c.name == rv.name) {
                found = Some((up, i));
                break;
            }
        }
        let Some((up, i)) = found else { return Ok(None) };
        let at = self.levels.len() - 1 - up;
        let location = rv.location as i32;
        let s = &mut self.levels[at].ctes[i];
        s.ref_count += 1;
        let self_reference = s.in_progress;
        if self_reference {
            s.recursive = true;
        }
        let columns = s.columns.clone().unwrap_or_default();
        if let Some(q) = &s.query
            && q.command != super::CommandType::Select
            && q.returning.is_empty()
        {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "WITH query \"{}\" does not have a RETURNING clause",
                rv.name
            )
            .at_loc(location);
        }
        let eref = self.eref_for("table", &rv.name, rv.alias.as_ref(), &columns)?;
        let alias = rv.alias.as_ref().map(convert_alias);
        let kind = RteKind::Cte {
            name: rv.name.clone(),
            levels_up: up as u32,
            self_reference,
            columns: columns.clone(),
        };
        Ok(Some(self.add_rte(kind, alias, eref, columns, false, None)))
    }
}
