//! CREATE TABLE: columns, constraints, LIKE, options.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::{PgError, Result, SqlState};

impl Parser<'_> {
    /// Behind `CREATE [TEMP] TABLE`: a table, or CREATE TABLE AS.
    pub(super) fn create_table(&mut self, persistence: char) -> Result<Statement> {
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
                    if seen
                        && !plain
                        && self.at_col_id()
                        && !matches!(self.peek(1), Tok::Char(b',' | b')'))
                    {
                        self.bump()?;
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

    /// Behind AS.
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

    fn partition_bound(&mut self) -> Result<()> {
        match self.word() {
            "in" => {
                self.bump()?;
                self.paren_list(Self::expr)?;
            }
            "with" => {
                self.bump()?;
                self.rel_options()?;
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

    /// An element; the flag says that it is a name alone, as CREATE TABLE AS has it.
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
            let column = ColumnDef {
                name,
                type_name: None,
                compression: None,
                storage: None,
                toaster: None,
                collation: None,
                constraints: Vec::new(),
                location,
            };
            return Ok((TableElement::Column(column), true));
        }
        Ok((TableElement::Column(self.column_def()?), false))
    }

    fn typed_table_element(&mut self) -> Result<TableElement> {
        if self.at_table_constraint() {
            return Ok(TableElement::Constraint(self.table_constraint()?));
        }
        let location = self.pos();
        let name = self.col_id()?;
        self.eat_all(&["with", "options"])?;
        let mut c = ColumnDef {
            name,
            type_name: None,
            compression: None,
            storage: None,
            toaster: None,
            collation: None,
            constraints: Vec::new(),
            location,
        };
        self.column_constraints(&mut c)?;
        Ok(TableElement::Column(c))
    }

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

    /// `columnDef`
    pub(super) fn column_def(&mut self) -> Result<ColumnDef> {
        let location = self.pos();
        let name = self.col_id()?;
        let type_name = Some(self.type_name()?);
        let mut c = ColumnDef {
            name,
            type_name,
            compression: None,
            storage: None,
            toaster: None,
            collation: None,
            constraints: Vec::new(),
            location,
        };
        if self.is("storage") {
            let at = self.pos();
            self.bump()?;
            c.storage = Some((self.col_id()?, at));
        }
        if self.eat("compression")? {
            c.compression = Some(self.compression_method()?);
        }
        self.column_constraints(&mut c)?;
        Ok(c)
    }

    /// A method's name, or DEFAULT.
    pub(super) fn compression_method(&mut self) -> Result<String> {
        if self.eat("default")? { Ok("default".into()) } else { self.col_id() }
    }

    fn column_constraints(&mut self, c: &mut ColumnDef) -> Result<()> {
        loop {
            if self.is("collate") {
                let at = self.pos();
                if c.collation.is_some() {
                    return self.fail("multiple COLLATE clauses not allowed", at);
                }
                c.collation = self.opt_collate()?;
                continue;
            }
            let location = self.pos();
            if self.is_name("toaster") {
                if c.toaster.is_some() {
                    return self.fail("multiple TOASTER clauses not allowed", location);
                }
                self.bump()?;
                c.toaster = Some((self.col_id()?, location));
                continue;
            }
            let name = if self.eat("constraint")? { Some(self.col_id()?) } else { None };
            let mut k = match self.column_constraint_kind()? {
                Some(kind) => Constraint {
                    name,
                    kind,
                    deferrable: false,
                    initially_deferred: false,
                    not_valid: false,
                    no_inherit: false,
                    location,
                },
                None if name.is_some() => return self.unexpected(),
                None => {
                    if self.column_attributes(c)? {
                        continue;
                    }
                    return Ok(());
                }
            };
            if matches!(k.kind, ConstraintKind::Check(_)) {
                k.no_inherit = self.eat_all(&["no", "inherit"])?;
            }
            c.constraints.push(k);
        }
    }

    /// The constraints of a domain.
    pub(super) fn domain_constraints(&mut self, c: &mut ColumnDef) -> Result<()> {
        self.column_constraints(c)
    }

    /// DEFERRABLE and so on behind a column's constraint.
    fn column_attributes(&mut self, c: &mut ColumnDef) -> Result<bool> {
        let at = self.pos();
        let word = self.word();
        let mut negated = false;
        match word {
            "deferrable" | "initially" => {}
            "not" if self.peek_is(1, "deferrable") => {
                self.bump()?;
                negated = true;
            }
            _ => return Ok(false),
        }
        let target = c
            .constraints
            .last_mut()
            .filter(|k| matches!(k.kind, ConstraintKind::Index(_) | ConstraintKind::Foreign(_)));
        let Some(k) = target else {
            let what = match (word, negated) {
                ("initially", _) if self.peek_is(1, "deferred") => "INITIALLY DEFERRED",
                ("initially", _) => "INITIALLY IMMEDIATE",
                (_, true) => "NOT DEFERRABLE",
                _ => "DEFERRABLE",
            };
            return self.fail(&format!("misplaced {what} clause"), at);
        };
        if word == "deferrable" || self.peek_is(1, "deferred") {
            let unique = matches!(k.kind, ConstraintKind::Index(_));
            self.refuse_deferrable(unique)?;
        }
        if word == "initially" {
            let mut deferred = false;
            self.bump()?;
            if self.is("deferred") {
                deferred = true;
            } else if !self.is("immediate") {
                return self.unexpected();
            }
            k.initially_deferred = deferred;
            k.deferrable |= deferred;
        } else {
            k.deferrable = !negated;
        }
        self.bump()?;
        Ok(true)
    }

    /// `ColConstraintElem`
    fn column_constraint_kind(&mut self) -> Result<Option<ConstraintKind>> {
        Ok(Some(match self.word() {
            "not" if !self.peek_is(1, "deferrable") => {
                self.bump()?;
                self.expect("null")?;
                ConstraintKind::NotNull
            }
            "null" => {
                self.bump()?;
                ConstraintKind::Null
            }
            "default" => {
                self.bump()?;
                ConstraintKind::Default(Box::new(self.b_expr()?))
            }
            "unique" | "primary" => ConstraintKind::Index(self.index_constraint(false)?),
            "check" => {
                self.bump()?;
                self.expect_char(b'(')?;
                let e = self.expr()?;
                self.expect_char(b')')?;
                ConstraintKind::Check(Box::new(e))
            }
            "references" => ConstraintKind::Foreign(self.references(Vec::new())?),
            "generated" => {
                self.bump()?;
                let at = self.pos();
                let always = self.generated_when()?;
                self.expect("as")?;
                if self.eat("identity")? {
                    let options =
                        if self.is_char(b'(') { self.paren_seq_options()? } else { Vec::new() };
                    ConstraintKind::Identity { always, options }
                } else {
                    self.expect_char(b'(')?;
                    let e = self.expr()?;
                    self.expect_char(b')')?;
                    self.expect("stored")?;
                    if !always {
                        let m = "for a generated column, GENERATED ALWAYS must be specified";
                        return self.fail(m, at);
                    }
                    ConstraintKind::Generated(Box::new(e))
                }
            }
            _ => return Ok(None),
        }))
    }

    /// ALWAYS or BY DEFAULT.
    pub(super) fn generated_when(&mut self) -> Result<bool> {
        if self.eat("always")? {
            return Ok(true);
        }
        self.expect_all(&["by", "default"])?;
        Ok(false)
    }

    fn index_constraint(&mut self, table: bool) -> Result<IndexConstraint> {
        let primary = self.is("primary");
        self.bump()?;
        let mut k = IndexConstraint {
            primary,
            nulls_not_distinct: false,
            columns: Vec::new(),
            including: Vec::new(),
            options: Vec::new(),
            index_name: None,
            tablespace: None,
        };
        if primary {
            self.expect("key")?;
        } else if self.is("nulls") {
            k.nulls_not_distinct = self.nulls_distinct()?;
        }
        if table {
            if self.is("using") && self.peek_is(1, "index") {
                self.bump()?;
                self.bump()?;
                k.index_name = Some(self.col_id()?);
                return Ok(k);
            }
            k.columns = self.paren_list(Self::col_id)?;
            if self.eat("include")? {
                k.including = self.paren_list(Self::col_id)?;
            }
        }
        if self.eat("with")? {
            k.options = self.definition()?;
        }
        if self.is("using") {
            self.expect_all(&["using", "index", "tablespace"])?;
            k.tablespace = Some(self.col_id()?);
        }
        Ok(k)
    }

    /// `NULLS [NOT] DISTINCT`: whether NOT.
    pub(super) fn nulls_distinct(&mut self) -> Result<bool> {
        self.expect("nulls")?;
        let not = self.eat("not")?;
        self.expect("distinct")?;
        Ok(not)
    }

    fn references(&mut self, columns: Vec<String>) -> Result<ForeignKey> {
        self.expect("references")?;
        let table = self.qualified_name()?;
        let ref_columns =
            if self.is_char(b'(') { self.paren_list(Self::col_id)? } else { Vec::new() };
        let mut key = ForeignKey {
            columns,
            table,
            ref_columns,
            match_type: 's',
            on_update: 'a',
            on_delete: 'a',
            set_columns: Vec::new(),
        };
        let at = self.pos();
        if self.eat("match")? {
            key.match_type = match self.word() {
                "full" => 'f',
                "partial" => {
                    return Err(PgError::new(
                        SqlState::FEATURE_NOT_SUPPORTED,
                        "MATCH PARTIAL not yet implemented",
                    )
                    .at(at));
                }
                "simple" => 's',
                _ => return self.unexpected(),
            };
            self.bump()?;
        }
        while self.is("on") {
            self.bump()?;
            let update = self.is("update");
            if !update && !self.is("delete") {
                return self.unexpected();
            }
            self.bump()?;
            let action = match self.word() {
                "no" => {
                    self.expect_all(&["no", "action"])?;
                    'a'
                }
                "restrict" => {
                    self.bump()?;
                    'r'
                }
                "cascade" => {
                    self.bump()?;
                    'c'
                }
                "set" => {
                    self.bump()?;
                    let null = self.is("null");
                    if !null && !self.is("default") {
                        return self.unexpected();
                    }
                    self.bump()?;
                    if self.is_char(b'(') {
                        key.set_columns = self.paren_list(Self::col_id)?;
                    }
                    if null { 'n' } else { 'd' }
                }
                _ => return self.unexpected(),
            };
            if update {
                key.on_update = action;
            } else {
                key.on_delete = action;
            }
        }
        Ok(key)
    }

    fn at_table_constraint(&self) -> bool {
        matches!(self.word(), "constraint" | "check" | "unique" | "primary" | "foreign")
            || self.is("exclude")
    }

    /// `TableConstraint`
    pub(super) fn table_constraint(&mut self) -> Result<Constraint> {
        let location = self.pos();
        let name = if self.eat("constraint")? { Some(self.col_id()?) } else { None };
        let kind = match self.word() {
            "check" => {
                self.bump()?;
                self.expect_char(b'(')?;
                let e = self.expr()?;
                self.expect_char(b')')?;
                ConstraintKind::Check(Box::new(e))
            }
            "unique" | "primary" => ConstraintKind::Index(self.index_constraint(true)?),
            "foreign" => {
                self.bump()?;
                self.expect("key")?;
                let columns = self.paren_list(Self::col_id)?;
                ConstraintKind::Foreign(self.references(columns)?)
            }
            "exclude" => {
                return Err(PgError::new(
                    SqlState::FEATURE_NOT_SUPPORTED,
                    "exclusion constraints are not modelled",
                )
                .at(location));
            }
            _ => return self.unexpected(),
        };
        let mut k = Constraint {
            name,
            kind,
            deferrable: false,
            initially_deferred: false,
            not_valid: false,
            no_inherit: false,
            location,
        };
        self.constraint_attributes(&mut k)?;
        Ok(k)
    }

    /// Uniqueness that is looked at when the statement or the transaction ends.
    fn refuse_deferrable(&self, unique: bool) -> Result<()> {
        if unique { self.not_modelled("a deferrable unique constraint") } else { Ok(()) }
    }

    /// `ConstraintAttributeSpec`
    pub(super) fn constraint_attributes(&mut self, k: &mut Constraint) -> Result<()> {
        let unique = matches!(k.kind, ConstraintKind::Index(_));
        loop {
            match self.word() {
                "deferrable" => {
                    self.refuse_deferrable(unique)?;
                    self.bump()?;
                    k.deferrable = true;
                }
                "not" => {
                    self.bump()?;
                    if self.eat("valid")? {
                        k.not_valid = true;
                    } else {
                        self.expect("deferrable")?;
                        k.deferrable = false;
                    }
                }
                "initially" => {
                    self.bump()?;
                    if self.is("deferred") {
                        self.refuse_deferrable(unique)?;
                        self.bump()?;
                        k.initially_deferred = true;
                        k.deferrable = true;
                    } else {
                        self.expect("immediate")?;
                    }
                }
                "no" => {
                    self.expect_all(&["no", "inherit"])?;
                    k.no_inherit = true;
                }
                _ => return Ok(()),
            }
        }
    }

    /// `reloptions`: `( [namespace.]name [= value], ... )`
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

    /// `definition`: `( name [= value], ... )`
    pub(super) fn definition(&mut self) -> Result<Vec<DefElem>> {
        self.paren_list(|p| {
            let location = p.pos();
            let name = p.col_label()?;
            let arg = if p.eat_char(b'=')? { Some(p.def_arg()?) } else { None };
            Ok(DefElem { namespace: None, name, arg, location })
        })
    }

    /// `def_arg`
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
            | Tok::NotEquals => Ok(DefArg::String(self.qualified_operator()?.join("."))),
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

fn bare_column(e: &TableElement) -> bool {
    matches!(e, TableElement::Column(c) if c.type_name.is_none())
}
