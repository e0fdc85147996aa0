//! INSERT, UPDATE, DELETE, COPY.

use super::Parser;
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

impl Parser<'_> {
    /// Parses an INSERT from after its WITH clause.
    pub(super) fn insert(&mut self, with: Option<Box<WithClause>>) -> Result<Statement> {
        self.expect_all(&["insert", "into"])?;
        let mut relation = self.qualified_name()?;
        if self.eat("as")? {
            relation.alias = Some(Alias { name: self.col_id()?, columns: Vec::new() });
        }
        let mut stmt = InsertStmt {
            relation,
            columns: Vec::new(),
            select: None,
            on_conflict: None,
            returning: Vec::new(),
            with,
            overriding: Overriding::NotSet,
        };
        if self.eat_all(&["default", "values"])? {
            return self.insert_end(stmt);
        }
        let query_in_parens = self.is_char(b'(') && {
            let mut n = 1;
            while self.peek_char(n, b'(') {
                n += 1;
            }
            let values = self.peek_is(n, "values") && self.peek_char(n + 1, b'(');
            n > 1 || values || ["select", "with", "table"].into_iter().any(|w| self.peek_is(n, w))
        };
        if self.is_char(b'(') && !query_in_parens {
            stmt.columns = self.paren_list(|p| p.assign_target(Self::col_id))?;
        }
        if self.eat("overriding")? {
            stmt.overriding = match self.word() {
                "user" => Overriding::User,
                "system" => Overriding::System,
                _ => return self.unexpected(),
            };
            self.bump()?;
            self.expect("value")?;
        }
        stmt.select = Some(Box::new(self.select_stmt()?));
        self.insert_end(stmt)
    }

    /// What follows the rows of INSERT: ON CONFLICT and RETURNING.
    fn insert_end(&mut self, mut stmt: InsertStmt) -> Result<Statement> {
        if self.is("on") {
            let location = self.bump()?.start;
            self.expect("conflict")?;
            let infer = self.conflict_target()?;
            self.expect("do")?;
            let mut clause = OnConflictClause { infer, update: None, where_clause: None, location };
            if !self.eat("nothing")? {
                self.expect_all(&["update", "set"])?;
                clause.update = Some(self.set_clauses()?);
                clause.where_clause = self.opt_where()?;
            }
            stmt.on_conflict = Some(clause);
        }
        stmt.returning = self.returning()?;
        Ok(Statement::Insert(Box::new(stmt)))
    }

    /// What ON CONFLICT names: columns or a constraint.
    fn conflict_target(&mut self) -> Result<Option<InferClause>> {
        let location = self.pos();
        let mut infer =
            InferClause { elems: Vec::new(), where_clause: None, conname: None, location };
        if self.is_char(b'(') {
            infer.elems = self.paren_list(Self::index_elem)?;
            infer.where_clause = self.opt_where()?;
        } else if self.eat("on")? {
            self.expect("constraint")?;
            infer.conname = Some(self.col_id()?);
        } else {
            return Ok(None);
        }
        Ok(Some(infer))
    }

    /// RETURNING, if it is there.
    fn returning(&mut self) -> Result<Vec<ResTarget>> {
        if self.eat("returning")? { self.target_list() } else { Ok(Vec::new()) }
    }

    /// Parses a column to assign to: its name, subscripts and fields.
    fn assign_target(
        &mut self,
        name: impl FnOnce(&mut Self) -> Result<String>,
    ) -> Result<ResTarget> {
        let location = self.pos();
        let name = Some(name(self)?);
        let indirection = self.indirection()?;
        Ok(ResTarget { name, indirection, val: None, location })
    }

    /// Parses what UPDATE sets, between commas: `column = value` or `(columns) = row`, which
    /// becomes one target per column (`set_clause_list` in `gram.y`).
    fn set_clauses(&mut self) -> Result<Vec<ResTarget>> {
        let mut out = Vec::new();
        loop {
            if self.is_char(b'(') {
                let targets = self.paren_list(|p| p.assign_target(Self::col_id))?;
                self.expect_char(b'=')?;
                let source = self.expr()?;
                let columns = targets.len();
                for (i, mut t) in targets.into_iter().enumerate() {
                    let source = Box::new(source.clone());
                    t.val = Some(Expr::MultiAssignRef { source, column: i + 1, columns });
                    out.push(t);
                }
            } else {
                let mut t = self.assign_target(Self::col_id)?;
                self.expect_char(b'=')?;
                t.val = Some(self.expr()?);
                out.push(t);
            }
            if !self.eat_char(b',')? {
                return Ok(out);
            }
        }
    }

    /// The relation that is changed, with its alias.
    fn target_relation(&mut self) -> Result<RangeVar> {
        let mut relation = self.relation_expr()?;
        relation.alias = self.opt_alias(true)?;
        Ok(relation)
    }

    /// Parses an UPDATE from after its WITH clause.
    pub(super) fn update(&mut self, with: Option<Box<WithClause>>) -> Result<Statement> {
        self.expect("update")?;
        let relation = self.target_relation()?;
        self.expect("set")?;
        let targets = self.set_clauses()?;
        let from = if self.eat("from")? { self.from_list()? } else { Vec::new() };
        let where_clause = self.where_or_current_of()?;
        let returning = self.returning()?;
        let stmt = UpdateStmt { relation, targets, where_clause, from, returning, with };
        Ok(Statement::Update(Box::new(stmt)))
    }

    /// Parses a DELETE from after its WITH clause.
    pub(super) fn delete(&mut self, with: Option<Box<WithClause>>) -> Result<Statement> {
        self.expect_all(&["delete", "from"])?;
        let relation = self.target_relation()?;
        let using = if self.eat("using")? { self.from_list()? } else { Vec::new() };
        let where_clause = self.where_or_current_of()?;
        let returning = self.returning()?;
        Ok(Statement::Delete(Box::new(DeleteStmt {
            relation,
            using,
            where_clause,
            returning,
            with,
        })))
    }

    /// WHERE, which may be CURRENT OF a cursor.
    fn where_or_current_of(&mut self) -> Result<Option<Expr>> {
        if self.is("where") && self.peek_is(1, "current") && self.peek_is(2, "of") {
            self.bump()?;
            let location = self.bump()?.start;
            self.bump()?;
            return Ok(Some(Expr::CurrentOf { cursor: self.col_id()?, location }));
        }
        self.opt_where()
    }

    /// Parses COPY.
    pub(super) fn copy(&mut self) -> Result<Statement> {
        self.expect("copy")?;
        let mut stmt = CopyStmt {
            relation: None,
            query: None,
            columns: Vec::new(),
            is_from: false,
            is_program: false,
            filename: None,
            options: Vec::new(),
            where_clause: None,
        };
        if self.is_char(b'(') {
            self.bump()?;
            stmt.query = Some(self.preparable()?);
            self.expect_char(b')')?;
            self.expect("to")?;
        } else {
            if self.is("binary") {
                let location = self.bump()?.start;
                stmt.options.push(DefElem {
                    namespace: None,
                    name: "format".into(),
                    arg: Some(DefArg::String("binary".into())),
                    location,
                });
            }
            stmt.relation = Some(self.qualified_name()?);
            if self.is_char(b'(') {
                stmt.columns = self.paren_list(Self::col_id)?;
            }
            stmt.is_from = self.is("from");
            if !stmt.is_from && !self.is("to") {
                return self.unexpected();
            }
            self.bump()?;
        }
        stmt.is_program = self.eat("program")?;
        match self.tok() {
            Tok::Str(_) => stmt.filename = Some(self.string()?),
            Tok::Kw(k) if !stmt.is_program && matches!(k.word, "stdin" | "stdout") => {
                self.bump()?;
            }
            _ => return self.unexpected(),
        }
        self.old_delimiter(&mut stmt)?;
        self.copy_options(&mut stmt)?;
        let location = self.pos();
        stmt.where_clause = self.opt_where()?;
        if stmt.where_clause.is_some() && !stmt.is_from {
            return self.fail("WHERE clause not allowed with COPY TO", location);
        }
        Ok(Statement::Copy(Box::new(stmt)))
    }

    /// Parses `[USING] DELIMITERS 'x'`, COPY's oldest option (`copy_delimiter`).
    fn old_delimiter(&mut self, stmt: &mut CopyStmt) -> Result<()> {
        let location = self.pos();
        if self.eat("using")? {
            self.expect("delimiters")?;
        } else if !self.eat("delimiters")? {
            return Ok(());
        }
        let arg = Some(DefArg::String(self.string()?));
        stmt.options.push(DefElem { namespace: None, name: "delimiter".into(), arg, location });
        Ok(())
    }

    /// The options of COPY, in the new or the old syntax.
    fn copy_options(&mut self, stmt: &mut CopyStmt) -> Result<()> {
        self.eat("with")?;
        if self.is_char(b'(') {
            stmt.options.append(&mut self.options_named(true, Self::col_label)?);
            return Ok(());
        }
        loop {
            let location = self.pos();
            let word = self.word();
            let (name, arg) = match word {
                "binary" | "csv" => ("format", DefArg::String(word.into())),
                "freeze" | "header" => (word, DefArg::Boolean(true)),
                "delimiter" | "null" | "quote" | "escape" | "encoding" => {
                    self.bump()?;
                    if word != "encoding" {
                        self.eat("as")?;
                    }
                    let arg = Some(DefArg::String(self.string()?));
                    stmt.options.push(DefElem {
                        namespace: None,
                        name: word.into(),
                        arg,
                        location,
                    });
                    continue;
                }
                "force" => {
                    self.bump()?;
                    let (name, words): (_, &[&str]) = match self.word() {
                        "quote" => ("force_quote", &["quote"]),
                        "not" => ("force_not_null", &["not", "null"]),
                        _ => ("force_null", &["null"]),
                    };
                    self.expect_all(words)?;
                    let arg = if name == "force_quote" && self.eat_char(b'*')? {
                        DefArg::Star
                    } else {
                        DefArg::List(self.name_list()?)
                    };
                    let arg = Some(arg);
                    stmt.options.push(DefElem {
                        namespace: None,
                        name: name.into(),
                        arg,
                        location,
                    });
                    continue;
                }
                _ => return Ok(()),
            };
            self.bump()?;
            stmt.options.push(DefElem {
                namespace: None,
                name: name.into(),
                arg: Some(arg),
                location,
            });
        }
    }

    /// Parses the options in parentheses of EXPLAIN, VACUUM or COPY.
    pub(super) fn generic_options(&mut self) -> Result<Vec<DefElem>> {
        self.options_named(false, |p| {
            // ANALYZE and ANALYSE are reserved, and names of options.
            if matches!(p.word(), "analyze" | "analyse") {
                p.bump()?;
                return Ok("analyze".to_string());
            }
            if p.eat("format")? {
                return Ok("format".to_string());
            }
            p.non_reserved_word()
        })
    }

    /// Parses `( name [value], ... )`; a value is a word, string or number (`utility_option_list`), for
    /// COPY also `*` or a list of words (`copy_generic_opt_list`).
    fn options_named(
        &mut self,
        copy: bool,
        name: impl Fn(&mut Self) -> Result<String>,
    ) -> Result<Vec<DefElem>> {
        self.paren_list(|p| {
            let location = p.pos();
            let name = name(p)?;
            let arg = match p.tok() {
                Tok::Char(b'(') if copy => {
                    Some(DefArg::List(p.paren_list(Self::boolean_or_string)?))
                }
                Tok::Char(b'*') if copy => {
                    p.bump()?;
                    Some(DefArg::Star)
                }
                Tok::Int(_) | Tok::Float(_) | Tok::Char(b'+' | b'-') => Some(p.numeric_only()?),
                Tok::Char(b',' | b')') => None,
                _ => Some(DefArg::String(p.boolean_or_string()?)),
            };
            Ok(DefElem { namespace: None, name, arg, location })
        })
    }

    /// Parses the value of an option as text: a string, true, false, on or a word that is not
    /// reserved (`opt_boolean_or_string` in `gram.y`).
    pub(super) fn boolean_or_string(&mut self) -> Result<String> {
        match self.tok() {
            Tok::Str(_) => self.string(),
            Tok::Kw(k) if matches!(k.word, "true" | "false" | "on") => {
                let word = k.word;
                self.bump()?;
                Ok(word.to_string())
            }
            _ => self.non_reserved_word(),
        }
    }

    /// Parses a number with or without a sign; an integer that does not fit in 32 bits comes back
    /// as a decimal number's text (`NumericOnly` in `gram.y`).
    pub(super) fn numeric_only(&mut self) -> Result<DefArg> {
        let minus = self.is_char(b'-');
        if matches!(self.tok(), Tok::Char(b'+' | b'-')) {
            self.bump()?;
        }
        match self.tok() {
            Tok::Int(_) => {
                let i = self.integer()?;
                Ok(DefArg::Integer(if minus { -i } else { i }))
            }
            Tok::Float(f) => {
                let f = if minus { format!("-{f}") } else { f.clone() };
                self.bump()?;
                Ok(DefArg::Float(f))
            }
            _ => self.unexpected(),
        }
    }
}
