//! CREATE TABLE: columns, LIKE, options; the constraints are in `constraint`.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;
use storage::heap::Persistence;

impl Parser<'_> {
    /// Parses the rest of `CREATE [TEMP] TABLE`: a table, or CREATE TABLE AS.
    pub(super) fn create_table(&mut self, persistence: Persistence) -> Result<Statement> {
        self.expect("table")?;
        let if_not_exists = self.if_not_exists()?;
        let mut relation = self.qualified_name()?;
        relation.persistence = persistence;
        let mut stmt = CreateStmt {
            relation,
            elements: Vec::new(),
            inherits: Vec::new(),
            partition_of: false,
            partition_by: None,
            of_type: None,
            options: Vec::new(),
            on_commit: OnCommit::Noop,
            tablespace: None,
            access_method: None,
            if_not_exists,
        };
        let mut names_only = true;
        let mut plain = false;
        if self.eat("of")? {
            let location = self.pos();
            let names = self.any_name()?;
            stmt.of_type = Some(TypeName {
                names,
                setof: false,
                pct_type: false,
                typmods: Vec::new(),
                array_bounds: Vec::new(),
                location,
            });
            names_only = false;
            if self.is_char(b'(') {
                stmt.elements = self.paren_list(Self::typed_table_element)?;
            }
        } else if self.eat_all(&["partition", "of"])? {
            stmt.partition_of = true;
            stmt.inherits.push(self.qualified_name()?);
            names_only = false;
            if self.is_char(b'(') {
                stmt.elements = self.paren_list(Self::typed_table_element)?;
            }
            if !self.eat("default")? {
                self.expect_all(&["for", "values"])?;
                self.partition_bound()?;
            }
        } else if self.is_char(b'(') {
            self.bump()?;
            if !self.is_char(b')') {
                loop {
                    // Once a name stood alone, names must; once one did not, none may.
                    let seen = !stmt.elements.is_empty();
                    let alone = matches!(self.peek(1), Tok::Char(b',' | b')'));
                    if seen && !plain && !(alone && self.at_col_id()) {
                        if self.at_col_id() {
                            self.bump()?;
                        }
                        return self.unexpected();
                    }
                    let (element, bare) = self.table_element()?;
                    plain |= !bare;
                    stmt.elements.push(element);
                    if plain && stmt.elements.iter().any(bare_column) {
                        return self.unexpected();
                    }
                    if !self.eat_char(b',')? {
                        break;
                    }
                }
            } else {
                plain = true;
            }
            self.expect_char(b')')?;
            if self.is("inherits") && (plain || !names_only) {
                self.bump()?;
                stmt.inherits = self.paren_list(Self::qualified_name)?;
                plain = true;
            }
        }
        let names = names_only && !plain;
        if self.is("partition") && !names {
            self.bump()?;
            self.expect("by")?;
            stmt.partition_by = Some(self.col_id()?);
            self.paren_list(Self::index_elem)?;
        }
        if self.eat("using")? {
            stmt.access_method = Some(self.col_id()?);
        }
        if self.is("with") {
            self.bump()?;
            stmt.options = self.rel_options()?;
        } else if self.eat_all(&["without", "oids"])? {
            // As in PostgreSQL, accepted and without effect.
        }
        stmt.on_commit = self.on_commit()?;
        if self.eat("tablespace")? {
            stmt.tablespace = Some(self.col_id()?);
        }
        if !names {
            return Ok(Statement::CreateTable(Box::new(stmt)));
        }
        self.expect("as")?;
        let columns = stmt
            .elements
            .into_iter()
            .filter_map(|e| if let TableElement::Column(c) = e { Some(c.name) } else { None })
            .collect();
        let into = IntoClause {
            relation: stmt.relation,
            columns,
            access_method: stmt.access_method,
            options: stmt.options,
            on_commit: stmt.on_commit,
            tablespace: stmt.tablespace,
            skip_data: false,
        };
        self.create_table_as(into, false, if_not_exists)
    }

    /// Parses the query of `CREATE TABLE ... AS`, or (`matview`) of a materialized view;
    /// `if_not_exists`: IF NOT EXISTS was written.
    pub(super) fn create_table_as(
        &mut self,
        mut into: IntoClause,
        matview: bool,
        if_not_exists: bool,
    ) -> Result<Statement> {
        let query = if self.is("execute") && !matview {
            self.execute()?
        } else {
            Statement::Select(Box::new(self.select_stmt()?))
        };
        if self.eat("with")? {
            into.skip_data = self.eat("no")?;
            self.expect("data")?;
        }
        let stmt = CreateTableAsStmt { into, query, matview, if_not_exists };
        Ok(Statement::CreateTableAs(Box::new(stmt)))
    }

    /// Parses ON COMMIT, if it is there.
    pub(super) fn on_commit(&mut self) -> Result<OnCommit> {
        if !self.eat_all(&["on", "commit"])? {
            return Ok(OnCommit::Noop);
        }
        match self.word() {
            "drop" => {
                self.bump()?;
                Ok(OnCommit::Drop)
            }
            "delete" => {
                self.expect_all(&["delete", "rows"])?;
                Ok(OnCommit::DeleteRows)
            }
            "preserve" => {
                self.expect_all(&["preserve", "rows"])?;
                Ok(OnCommit::PreserveRows)
            }
            _ => self.unexpected(),
        }
    }

    /// Reads FOR VALUES.
    fn partition_bound(&mut self) -> Result<()> {
        match self.word() {
            "in" => {
                self.bump()?;
                self.paren_list(Self::expr)?;
            }
            "with" => {
                self.bump()?;
                self.paren_list(|p| {
                    p.col_id()?;
                    p.expr()
                })?;
            }
            "from" => {
                self.bump()?;
                self.paren_list(Self::expr)?;
                self.expect("to")?;
                self.paren_list(Self::expr)?;
            }
            _ => return self.unexpected(),
        }
        Ok(())
    }

    /// Parses an element of a table's definition. The flag says that it is only a name, as CREATE
    /// TABLE AS has it.
    fn table_element(&mut self) -> Result<(TableElement, bool)> {
        if self.is("like") {
            self.bump()?;
            return Ok((TableElement::Like(self.like_clause()?), false));
        }
        if self.at_table_constraint() {
            return Ok((TableElement::Constraint(self.table_constraint()?), false));
        }
        if self.at_col_id() && matches!(self.peek(1), Tok::Char(b',' | b')')) {
            let location = self.pos();
            let name = self.col_id()?;
            let column = ColumnDef::named(name, location);
            return Ok((TableElement::Column(column), true));
        }
        Ok((TableElement::Column(self.column_def()?), false))
    }

    /// Reads an element of a table OF a type: a column without type, or a constraint.
    fn typed_table_element(&mut self) -> Result<TableElement> {
        if self.at_table_constraint() {
            return Ok(TableElement::Constraint(self.table_constraint()?));
        }
        let location = self.pos();
        let name = self.col_id()?;
        self.eat_all(&["with", "options"])?;
        let mut c = ColumnDef::named(name, location);
        self.column_constraints(&mut c)?;
        Ok(TableElement::Column(c))
    }

    /// Reads LIKE with its options.
    fn like_clause(&mut self) -> Result<TableLikeClause> {
        let relation = self.qualified_name()?;
        let mut options = 0;
        loop {
            let including = self.is("including");
            if !including && !self.is("excluding") {
                return Ok(TableLikeClause { relation, options });
            }
            self.bump()?;
            let bit = match self.word() {
                "comments" => like::COMMENTS,
                "compression" => like::COMPRESSION,
                "constraints" => like::CONSTRAINTS,
                "defaults" => like::DEFAULTS,
                "generated" => like::GENERATED,
                "identity" => like::IDENTITY,
                "indexes" => like::INDEXES,
                "statistics" => like::STATISTICS,
                "storage" => like::STORAGE,
                "all" => like::ALL,
                _ => return self.unexpected(),
            };
            self.bump()?;
            options = if including { options | bit } else { options & !bit };
        }
    }

    /// Parses a column's definition: its name, type, STORAGE, COMPRESSION and constraints
    /// (`columnDef` in `gram.y`).
    pub(super) fn column_def(&mut self) -> Result<ColumnDef> {
        let location = self.pos();
        let name = self.col_id()?;
        let type_name = Some(self.type_name()?);
        let mut c = ColumnDef { type_name, ..ColumnDef::named(name, location) };
        if self.is("storage") {
            let at = self.pos();
            self.bump()?;
            c.storage = Some((self.name_or_default()?, at));
        }
        if self.eat("compression")? {
            c.compression = Some(self.name_or_default()?);
        }
        self.column_constraints(&mut c)?;
        Ok(c)
    }

    /// Parses the name of a storage strategy or a compression method, or DEFAULT.
    pub(super) fn name_or_default(&mut self) -> Result<String> {
        if self.eat("default")? { Ok("default".into()) } else { self.col_id() }
    }

    /// Parses storage parameters, `( [namespace.]name [= value], ... )` (`reloptions` in `gram.y`).
    pub(super) fn rel_options(&mut self) -> Result<Vec<DefElem>> {
        self.paren_list(|p| {
            let location = p.pos();
            let mut name = p.col_label()?;
            let mut namespace = None;
            if p.eat_char(b'.')? {
                namespace = Some(name);
                name = p.col_label()?;
            }
            let arg = if p.eat_char(b'=')? { Some(p.def_arg()?) } else { None };
            Ok(DefElem { namespace, name, arg, location })
        })
    }

    /// Parses options in parentheses, `( name [= value], ... )` (`definition` in `gram.y`).
    pub(super) fn definition(&mut self) -> Result<Vec<DefElem>> {
        self.paren_list(|p| {
            let location = p.pos();
            let name = p.col_label()?;
            let arg = if p.eat_char(b'=')? { Some(p.def_arg()?) } else { None };
            Ok(DefElem { namespace: None, name, arg, location })
        })
    }

    /// Parses the value of an option: a number, a string, an operator, a reserved word, NONE or a
    /// type's name (`def_arg` in `gram.y`).
    fn def_arg(&mut self) -> Result<DefArg> {
        if matches!(self.tok(), Tok::Char(b'+' | b'-'))
            && matches!(self.peek(1), Tok::Int(_) | Tok::Float(_))
        {
            return self.numeric_only();
        }
        match self.tok() {
            Tok::Str(_) => Ok(DefArg::String(self.string()?)),
            Tok::Int(_) | Tok::Float(_) => self.numeric_only(),
            Tok::Op(_)
            | Tok::Char(b'+' | b'-' | b'*' | b'/' | b'<' | b'>' | b'=' | b'%' | b'^')
            | Tok::LessEquals
            | Tok::GreaterEquals
            | Tok::NotEquals => Ok(DefArg::String(self.qualified_operator()?.to_string())),
            Tok::Kw(k) if k.category == crate::lexer::Category::Reserved => {
                let word = k.word;
                self.bump()?;
                Ok(DefArg::String(word.into()))
            }
            Tok::Kw(k) if k.word == "none" => {
                self.bump()?;
                Ok(DefArg::String("none".into()))
            }
            _ => Ok(DefArg::Type(self.func_type()?)),
        }
    }
}

/// Whether the column is written without a type.
fn bare_column(e: &TableElement) -> bool {
    matches!(e, TableElement::Column(c) if c.type_name.is_none())
}
