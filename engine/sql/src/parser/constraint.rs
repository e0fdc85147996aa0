//! Constraints of columns, domains and tables (`ColConstraint`, `ConstraintElem`).

use super::Parser;
use crate::ast::*;
use storage::error::{PgError, Result, SqlState};

impl Parser<'_> {
    /// Parses the constraints of a column, and adds them to it.
    pub(super) fn column_constraints(&mut self, c: &mut ColumnDef) -> Result<()> {
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

    /// Parses the constraints of a domain.
    pub(super) fn domain_constraints(&mut self, c: &mut ColumnDef) -> Result<()> {
        self.column_constraints(c)
    }

    /// Parses DEFERRABLE and so on after a column's constraint. Returns false if there is none.
    pub(super) fn column_attributes(&mut self, c: &mut ColumnDef) -> Result<bool> {
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
        // A domain's constraints are those of a column without a name.
        if c.name.is_empty() {
            let text = "specifying constraint deferrability not supported for domains";
            let e = PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text);
            return Err(if self.release.parameters_placed { e.at(at) } else { e });
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

    /// Parses the kind of a column's constraint: NOT NULL, NULL, DEFAULT, UNIQUE, PRIMARY KEY,
    /// CHECK, REFERENCES or GENERATED; `None` if no constraint begins here (`ColConstraintElem` in
    /// `gram.y`).
    pub(super) fn column_constraint_kind(&mut self) -> Result<Option<ConstraintKind>> {
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

    /// Parses ALWAYS or BY DEFAULT; true for ALWAYS.
    pub(super) fn generated_when(&mut self) -> Result<bool> {
        if self.eat("always")? {
            return Ok(true);
        }
        self.expect_all(&["by", "default"])?;
        Ok(false)
    }

    /// Parses the rest of a UNIQUE or PRIMARY KEY constraint; `table`: it is a table's, with a list
    /// of columns, and not a column's.
    pub(super) fn index_constraint(&mut self, table: bool) -> Result<IndexConstraint> {
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
            if self.eat("using")? {
                self.expect("index")?;
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

    /// Parses `NULLS [NOT] DISTINCT`; true for NOT.
    pub(super) fn nulls_distinct(&mut self) -> Result<bool> {
        self.expect("nulls")?;
        let not = self.eat("not")?;
        self.expect("distinct")?;
        Ok(not)
    }

    /// Parses REFERENCES, for a foreign key over these columns.
    pub(super) fn references(&mut self, columns: Vec<String>) -> Result<ForeignKey> {
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

    /// Whether a table constraint begins here.
    pub(super) fn at_table_constraint(&self) -> bool {
        matches!(self.word(), "constraint" | "check" | "unique" | "primary" | "foreign")
            || self.is("exclude")
    }

    /// Parses a table's constraint with its name and attributes: CHECK, UNIQUE, PRIMARY KEY or
    /// FOREIGN KEY; EXCLUDE is refused (`TableConstraint` in `gram.y`).
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

    /// Refuses DEFERRABLE for UNIQUE and keys, which is not modelled; `unique` says that the
    /// constraint is one of them.
    pub(super) fn refuse_deferrable(&self, unique: bool) -> Result<()> {
        if unique { self.not_modelled("a deferrable unique constraint") } else { Ok(()) }
    }

    /// Parses what may follow a table's constraint and sets it in `k`: `[NOT] DEFERRABLE`,
    /// INITIALLY, NOT VALID and NO INHERIT (`ConstraintAttributeSpec` in `gram.y`).
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
}
