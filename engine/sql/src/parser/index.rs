//! CREATE INDEX, REINDEX, CLUSTER.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

impl Parser<'_> {
    /// `CREATE [UNIQUE] INDEX`, from UNIQUE or INDEX on.
    pub(super) fn create_index(&mut self) -> Result<Statement> {
        let unique = self.eat("unique")?;
        self.expect("index")?;
        let concurrent = self.eat("concurrently")?;
        let if_not_exists = self.if_not_exists()?;
        let name = if if_not_exists || !self.is("on") { Some(self.col_id()?) } else { None };
        self.expect("on")?;
        let relation = self.relation_expr()?;
        let access_method = if self.eat("using")? { self.col_id()? } else { "btree".to_string() };
        let params = self.paren_list(Self::index_elem)?;
        let including =
            if self.eat("include")? { self.paren_list(Self::index_elem)? } else { Vec::new() };
        let nulls_not_distinct = self.is("nulls") && self.nulls_distinct()?;
        let options = if self.eat("with")? { self.rel_options()? } else { Vec::new() };
        let tablespace = if self.eat("tablespace")? { Some(self.col_id()?) } else { None };
        let where_clause = self.opt_where()?;
        Ok(Statement::Index(Box::new(IndexStmt {
            name,
            relation,
            access_method,
            tablespace,
            params,
            including,
            options,
            where_clause,
            unique,
            nulls_not_distinct,
            concurrent,
            if_not_exists,
        })))
    }

    /// Parses a column of an index: a name, a function call, or an expression in parentheses, with
    /// what may follow it (`index_elem` in `gram.y`).
    pub(super) fn index_elem(&mut self) -> Result<IndexElem> {
        let mut elem = IndexElem {
            name: None,
            expr: None,
            collation: None,
            opclass: None,
            opclass_options: Vec::new(),
            ordering: SortDirection::Default,
            nulls: SortNulls::Default,
        };
        if self.is_char(b'(') {
            self.bump()?;
            elem.expr = Some(self.expr()?);
            self.expect_char(b')')?;
        } else if self.at_col_id() && !matches!(self.peek(1), Tok::Char(b'(' | b'.')) {
            elem.name = Some(self.col_id()?);
        } else {
            elem.expr = Some(self.function_expr()?);
        }
        if self.eat("collate")? {
            elem.collation = Some(self.any_name()?);
        }
        if self.at_col_id() {
            elem.opclass = Some(self.any_name()?);
            if self.is_char(b'(') {
                elem.opclass_options = self.rel_options()?;
            }
        }
        elem.ordering = self.opt_asc_desc()?;
        elem.nulls = self.opt_nulls_order()?;
        Ok(elem)
    }

    /// Parses REINDEX.
    pub(super) fn reindex(&mut self) -> Result<Statement> {
        self.expect("reindex")?;
        let mut params = if self.is_char(b'(') { self.generic_options()? } else { Vec::new() };
        let kind = match self.word() {
            "index" => ReindexKind::Index,
            "table" => ReindexKind::Table,
            "schema" => ReindexKind::Schema,
            "system" => ReindexKind::System,
            "database" => ReindexKind::Database,
            _ => return self.unexpected(),
        };
        self.bump()?;
        if self.is("concurrently") {
            let location = self.bump()?.start;
            let name = "concurrently".into();
            params.push(DefElem { namespace: None, name, arg: None, location });
        }
        let (mut relation, mut name) = (None, None);
        if matches!(kind, ReindexKind::Index | ReindexKind::Table) {
            relation = Some(self.qualified_name()?);
        } else {
            name = Some(self.col_id()?);
        }
        Ok(Statement::Reindex(Box::new(ReindexStmt { kind, relation, name, params })))
    }

    /// Parses CLUSTER.
    pub(super) fn cluster(&mut self) -> Result<Statement> {
        self.expect("cluster")?;
        let mut stmt = ClusterStmt::default();
        let listed = self.is_char(b'(');
        if listed {
            stmt.params = self.generic_options()?;
        } else if self.is("verbose") {
            let location = self.bump()?.start;
            stmt.params.push(DefElem {
                namespace: None,
                name: "verbose".into(),
                arg: None,
                location,
            });
        }
        if listed && matches!(self.tok(), Tok::Eof | Tok::Char(b';')) {
            stmt.end = Some(self.pos());
            return Ok(Statement::Cluster(Box::new(stmt)));
        }
        if !listed && !self.at_col_id() {
            return Ok(Statement::Cluster(Box::new(stmt)));
        }
        let first = self.qualified_name()?;
        if self.eat("using")? {
            stmt.index_name = Some(self.col_id()?);
            stmt.relation = Some(first);
        } else if !listed && self.eat("on")? {
            stmt.index_name = Some(first.name);
            stmt.relation = Some(self.qualified_name()?);
        } else {
            stmt.relation = Some(first);
        }
        Ok(Statement::Cluster(Box::new(stmt)))
    }
}
