//! FROM: tables, subqueries, functions, joins.

use super::{MAX_HEIGHT, Parser};
use crate::ast::*;
use crate::lexer::{Category, Tok};
use std::rc::Rc;
use storage::error::{PgError, Result, SqlState};

/// What parentheses in FROM held.
enum FromParen {
    Select(SelectStmt),
    Joined(FromItem),
}

impl Parser<'_> {
    /// Parses the items of FROM.
    pub(super) fn from_list(&mut self) -> Result<Vec<FromItem>> {
        self.comma_list(Self::table_ref)
    }

    /// Parses an item of FROM with the joins that follow it (`table_ref` in `gram.y`).
    fn table_ref(&mut self) -> Result<FromItem> {
        self.nested(|p| {
            let first = p.table_primary()?;
            p.joins(first)
        })
    }

    /// Reads the joins after an item.
    fn joins(&mut self, mut left: FromItem) -> Result<FromItem> {
        let mut height = 0;
        loop {
            let mut natural = false;
            match self.word() {
                "cross" => {
                    self.bump()?;
                    self.expect("join")?;
                    let right = self.table_primary()?;
                    left = join(JoinType::Inner, left, right);
                    continue;
                }
                "natural" => {
                    self.bump()?;
                    natural = true;
                    if !matches!(self.word(), "join" | "inner" | "left" | "right" | "full") {
                        return self.unexpected();
                    }
                }
                "join" | "inner" | "left" | "right" | "full" => {}
                _ => return Ok(left),
            }
            height += 1;
            if height > MAX_HEIGHT / 2 {
                return Err(PgError::stack_depth_exceeded());
            }
            let kind = match self.word() {
                "left" => JoinType::Left,
                "right" => JoinType::Right,
                "full" => JoinType::Full,
                _ => JoinType::Inner,
            };
            if !self.is("join") {
                let inner = self.is("inner");
                self.bump()?;
                if !inner {
                    self.eat("outer")?;
                }
            }
            self.expect("join")?;
            if natural {
                let right = self.table_primary()?;
                let mut j = join(kind, left, right);
                if let FromItem::Join(j) = &mut j {
                    j.natural = true;
                }
                left = j;
                continue;
            }
            let right = self.table_ref()?;
            let FromItem::Join(mut j) = join(kind, left, right) else { return self.unexpected() };
            if self.eat("using")? {
                j.using = self.paren_list(Self::col_id)?;
                if self.eat("as")? {
                    j.using_alias = Some(Alias { name: self.col_id()?, columns: Vec::new() });
                }
            } else {
                self.expect("on")?;
                j.quals = Some(self.expr()?);
            }
            left = FromItem::Join(j);
        }
    }

    /// Parses a `table_ref` that is not an unparenthesized join.
    fn table_primary(&mut self) -> Result<FromItem> {
        if self.is_char(b'(') {
            let at = self.pos();
            return match self.from_paren()? {
                FromParen::Select(query) => self.subselect(query, false, at),
                FromParen::Joined(item) => self.joined_alias(item),
            };
        }
        let lateral = self.eat("lateral")?;
        if lateral && self.is_char(b'(') {
            let at = self.pos();
            let query = self.select_with_parens()?;
            return self.subselect(query, true, at);
        }
        if self.is("xmltable") && self.peek_char(1, b'(') {
            return self.not_modelled("xmltable");
        }
        if self.is("rows") && self.peek_is(1, "from") {
            self.bump()?;
            self.bump()?;
            let functions = self.paren_list(|p| {
                let f = p.function_expr()?;
                let columns =
                    if p.eat("as")? { p.paren_list(Self::table_func_element)? } else { Vec::new() };
                Ok((f, columns.into()))
            })?;
            return self.function_alias(lateral, true, functions);
        }
        if !self.is("only") && self.at_function() {
            let f = self.function_expr()?;
            return self.function_alias(lateral, false, vec![(f, [].into())]);
        }
        if lateral {
            // Only a function or a subquery may be lateral; find where this stops being one.
            self.any_name()?;
            return self.unexpected();
        }
        let mut relation = self.relation_expr()?;
        relation.alias = self.opt_alias_columns()?;
        let item = FromItem::Relation(relation);
        if !self.is("tablesample") {
            return Ok(item);
        }
        self.bump()?;
        let location = self.pos();
        let first = self.type_function_name()?;
        let method = self.name_from(first)?;
        let args = self.paren_list(Self::expr)?;
        let repeatable = if self.eat("repeatable")? {
            self.expect_char(b'(')?;
            let e = self.expr()?;
            self.expect_char(b')')?;
            Some(e)
        } else {
            None
        };
        let sample = RangeTableSample { relation: item, method, args, repeatable, location };
        Ok(FromItem::Sample(Box::new(sample)))
    }

    /// Parses `( ... )` in FROM. Whether it is a query or a join is known only after the inner
    /// parentheses.
    fn from_paren(&mut self) -> Result<FromParen> {
        self.nested(|p| {
            p.expect_char(b'(')?;
            if p.at_select() {
                let query = p.select_no_parens()?;
                p.expect_char(b')')?;
                return Ok(FromParen::Select(query));
            }
            let first = if p.is_char(b'(') {
                let at = p.pos();
                match p.from_paren()? {
                    FromParen::Select(query) => {
                        if p.eat_char(b')')? {
                            return Ok(FromParen::Select(query));
                        }
                        if p.at_select_continuation() {
                            let query = p.select_from(query)?;
                            p.expect_char(b')')?;
                            return Ok(FromParen::Select(query));
                        }
                        p.subselect(query, false, at)?
                    }
                    FromParen::Joined(item) => p.joined_alias(item)?,
                }
            } else {
                p.table_primary()?
            };
            let item = p.joins(first)?;
            // A lone table in parentheses is not a joined_table.
            if !matches!(item, FromItem::Join(_)) {
                return p.unexpected();
            }
            p.expect_char(b')')?;
            Ok(FromParen::Joined(item))
        })
    }

    /// Reads the alias of a join in parentheses.
    fn joined_alias(&mut self, mut item: FromItem) -> Result<FromItem> {
        let alias = self.opt_alias_columns()?;
        if let (FromItem::Join(j), Some(_)) = (&mut item, &alias) {
            j.alias = alias;
        }
        Ok(item)
    }

    /// Makes an item of a sub-query, which must have an alias in some releases.
    fn subselect(&mut self, subquery: SelectStmt, lateral: bool, at: usize) -> Result<FromItem> {
        let alias = self.opt_alias_columns()?;
        if alias.is_none() && !self.release.sub_queries_unnamed {
            let (what, example) = if subquery.values.is_empty() {
                ("subquery", "SELECT")
            } else {
                ("VALUES", "VALUES")
            };
            return Err(PgError::new(
                SqlState::SYNTAX_ERROR,
                format!("{what} in FROM must have an alias"),
            )
            .hint(format!("For example, FROM ({example} ...) [AS] foo."))
            .at(at));
        }
        Ok(FromItem::Subselect(Box::new(RangeSubselect { lateral, subquery, alias })))
    }

    /// Parses an optional alias with its optional columns, `[AS] name [(columns)]`; `None` if there
    /// is no alias (`opt_alias_clause` in `gram.y`).
    pub(super) fn opt_alias_columns(&mut self) -> Result<Option<Alias>> {
        let Some(mut alias) = self.opt_alias(false)? else { return Ok(None) };
        if self.is_char(b'(') {
            alias.columns = self.paren_list(Self::col_id)?;
        }
        Ok(Some(alias))
    }

    /// Whether a function call starts here: a name followed, after its dots, by `(`.
    fn at_function(&mut self) -> bool {
        let Tok::Kw(k) = *self.tok() else {
            if !matches!(self.tok(), Tok::Ident(_)) {
                return false;
            }
            return self.call_ahead();
        };
        match k.word {
            "current_date" | "current_time" | "current_timestamp" | "localtime"
            | "localtimestamp" | "current_role" | "current_user" | "session_user" | "user"
            | "current_catalog" | "current_schema" | "cast" => true,
            "collation" => self.peek_is(1, "for") || self.call_ahead(),
            "extract" | "normalize" | "overlay" | "position" | "substring" | "treat" | "trim"
            | "nullif" | "coalesce" | "greatest" | "least" => self.peek_char(1, b'('),
            _ => match k.category {
                Category::Unreserved => self.call_ahead(),
                // It names no table.
                Category::TypeFuncName => true,
                Category::ColName => self.peek_char(1, b'.') && self.call_ahead(),
                Category::Reserved | Category::Joined => false,
            },
        }
    }
    /// Whether a function call comes next.
    fn call_ahead(&mut self) -> bool {
        let mut n = 1;
        while self.peek_char(n, b'.') {
            n += 2;
        }
        self.peek_char(n, b'(')
    }

    /// Parses a call of a function without FILTER and OVER, or one of SQL's spellings such as
    /// CURRENT_DATE or `coalesce(...)` (`func_expr_windowless` in `gram.y`).
    pub(super) fn function_expr(&mut self) -> Result<Expr> {
        let location = self.pos();
        let word = self.word();
        if !word.is_empty()
            && let Some(e) = self.special_call(word)?
        {
            return Ok(e);
        }
        let name = self.func_name()?;
        Ok(Expr::FuncCall(Box::new(self.call(name, location)?)))
    }

    /// Parses WITH ORDINALITY and `func_alias_clause`. `lateral`: after LATERAL; `is_rowsfrom`:
    /// after ROWS FROM.
    fn function_alias(
        &mut self,
        lateral: bool,
        is_rowsfrom: bool,
        functions: Vec<(Expr, Rc<[ColumnDef]>)>,
    ) -> Result<FromItem> {
        let ordinality = self.is("with") && self.peek_is(1, "ordinality");
        if ordinality {
            self.bump()?;
            self.bump()?;
        }
        let mut f = RangeFunction {
            lateral,
            ordinality,
            is_rowsfrom,
            functions,
            alias: None,
            columns: [].into(),
        };
        if self.is("as") && self.peek_char(1, b'(') {
            self.bump()?;
            f.columns = self.paren_list(Self::table_func_element)?.into();
        } else if let Some(mut alias) = self.opt_alias(false)? {
            if self.is_char(b'(') {
                // `(a, b)` are names, `(a int, b text)` definitions: the second token tells.
                if matches!(self.peek(2), Tok::Char(b',' | b')')) {
                    alias.columns = self.paren_list(Self::col_id)?;
                } else {
                    f.columns = self.paren_list(Self::table_func_element)?.into();
                }
            }
            f.alias = Some(alias);
        }
        Ok(FromItem::Function(Box::new(f)))
    }

    /// Parses a column of a function's result: `name type [COLLATE c]` (`TableFuncElement` in
    /// `gram.y`).
    pub(super) fn table_func_element(&mut self) -> Result<ColumnDef> {
        let location = self.pos();
        let name = self.col_id()?;
        let type_name = Some(self.type_name()?);
        let collation = self.opt_collate()?;
        Ok(ColumnDef { type_name, collation, ..ColumnDef::named(name, location) })
    }

    /// Parses COLLATE in a column's definition; `None` if it is not there.
    pub(super) fn opt_collate(&mut self) -> Result<Option<CollateClause>> {
        if !self.is("collate") {
            return Ok(None);
        }
        let location = self.bump()?.start;
        let collation = self.any_name()?;
        let arg = Expr::Const(Const { value: ConstValue::Null, location });
        Ok(Some(CollateClause { arg, collation, location }))
    }
}

/// A join without its condition.
fn join(kind: JoinType, left: FromItem, right: FromItem) -> FromItem {
    FromItem::Join(Box::new(JoinExpr {
        kind,
        natural: false,
        left,
        right,
        using: Vec::new(),
        using_alias: None,
        quals: None,
        alias: None,
    }))
}
