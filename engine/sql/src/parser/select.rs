//! SELECT, VALUES, TABLE, set operations and their clauses.

use super::{MAX_HEIGHT, Parser};
use crate::ast::*;
use crate::lexer::{Category, Tok};
use std::rc::Rc;
use storage::error::{PgError, Result, SqlState};
use storage::heap::Persistence;

/// What may follow a select statement inside parentheses of a bigger one.
const CONTINUATIONS: &[&str] =
    &["union", "intersect", "except", "order", "limit", "offset", "fetch", "for"];

impl Parser<'_> {
    /// Whether a query begins here, possibly in parentheses.
    pub(super) fn at_select(&self) -> bool {
        matches!(self.word(), "select" | "values" | "with") || self.is("table")
    }
    /// Whether a set operation, ORDER BY, LIMIT or a locking clause follows.
    pub(super) fn at_select_continuation(&self) -> bool {
        CONTINUATIONS.contains(&self.word())
    }

    /// Parses a query in one or more pairs of parentheses (`select_with_parens` in `gram.y`).
    pub(super) fn select_with_parens(&mut self) -> Result<SelectStmt> {
        if !self.is_char(b'(') {
            return self.unexpected();
        }
        self.nested(|p| {
            p.bump()?;
            let query = if p.is_char(b'(') {
                let inner = p.select_with_parens()?;
                if p.is_char(b')') { inner } else { p.select_from(inner)? }
            } else {
                p.select_no_parens()?
            };
            p.expect_char(b')')?;
            Ok(query)
        })
    }

    /// Parses a query, in parentheses or not (`SelectStmt` in `gram.y`).
    pub(super) fn select_stmt(&mut self) -> Result<SelectStmt> {
        if self.is_char(b'(') {
            let inner = self.select_with_parens()?;
            return if self.at_select_continuation() { self.select_from(inner) } else { Ok(inner) };
        }
        self.select_no_parens()
    }

    /// Parses a query that does not begin with a parenthesis, with its WITH (`select_no_parens` in
    /// `gram.y`).
    pub(super) fn select_no_parens(&mut self) -> Result<SelectStmt> {
        self.nested(|p| {
            let with = p.opt_with()?;
            let query = p.select_after_with()?;
            p.attach_with(query, with)
        })
    }
    /// Gives a query its WITH; fails if it has one (`insertSelectOptions`).
    fn attach_with(
        &self,
        mut query: SelectStmt,
        with: Option<Box<WithClause>>,
    ) -> Result<SelectStmt> {
        if let Some(w) = with {
            if query.with.is_some() {
                return self.fail("multiple WITH clauses not allowed", w.location);
            }
            query.with = Some(w);
        }
        Ok(query)
    }
    /// Parses a query from after its WITH clause.
    fn select_after_with(&mut self) -> Result<SelectStmt> {
        let first = self.set_operand()?;
        self.select_from(first)
    }

    /// Parses what follows the first operand of a query: set operations, ORDER BY, LIMIT, locking.
    pub(super) fn select_from(&mut self, first: SelectStmt) -> Result<SelectStmt> {
        let query = self.set_operations(first, 1)?;
        self.select_tail(query)
    }

    /// Reads a side of a set operation.
    fn set_operand(&mut self) -> Result<SelectStmt> {
        if self.is_char(b'(') { self.select_with_parens() } else { self.simple_select() }
    }

    /// Parses set operations of precedence `min` and above: UNION and EXCEPT have 1, INTERSECT 2.
    fn set_operations(&mut self, mut left: SelectStmt, min: u8) -> Result<SelectStmt> {
        let mut height = 0;
        loop {
            let (op, level) = match self.word() {
                "union" => (SetOp::Union, 1),
                "except" => (SetOp::Except, 1),
                "intersect" => (SetOp::Intersect, 2),
                _ => return Ok(left),
            };
            if level < min {
                return Ok(left);
            }
            height += 1;
            if height > MAX_HEIGHT / 2 {
                return Err(PgError::stack_depth_exceeded());
            }
            let location = self.bump()?.start;
            let all = self.eat("all")?;
            if !all {
                self.eat("distinct")?;
            }
            let operand = self.set_operand()?;
            let right = self.set_operations(operand, level + 1)?;
            left = SelectStmt {
                location,
                // Its first query may say where the rows go (`transformOptionalSelectInto`).
                into: left.into.take(),
                set_op: Some(Box::new(SetOperation { op, all, left, right })),
                ..SelectStmt::default()
            };
        }
    }

    /// Reads SELECT, VALUES or TABLE without ORDER BY and LIMIT.
    fn simple_select(&mut self) -> Result<SelectStmt> {
        let location = self.pos();
        match self.word() {
            "select" => self.plain_select(),
            "values" => {
                self.bump()?;
                let values = self.comma_list(|p| p.paren_list(Self::expr))?;
                Ok(SelectStmt { values, location, ..SelectStmt::default() })
            }
            "table" => {
                self.bump()?;
                let relation = self.relation_expr()?;
                // Errors point to no place in TABLE's list of columns.
                let star = ColumnRef { fields: vec![Field::Star], location: usize::MAX };
                let target = ResTarget {
                    name: None,
                    indirection: Vec::new(),
                    val: Some(Expr::ColumnRef(star)),
                    location,
                };
                Ok(SelectStmt {
                    target_list: vec![target],
                    from: vec![FromItem::Relation(relation)],
                    location,
                    ..SelectStmt::default()
                })
            }
            _ => self.unexpected(),
        }
    }

    /// Reads SELECT up to WINDOW.
    fn plain_select(&mut self) -> Result<SelectStmt> {
        let location = self.bump()?.start;
        let mut q = SelectStmt { location, ..SelectStmt::default() };
        if self.eat("distinct")? {
            q.distinct = if self.eat("on")? {
                Distinct::On(self.paren_list(Self::expr)?)
            } else {
                Distinct::Distinct
            };
            q.target_list = self.target_list()?;
        } else {
            self.eat("all")?;
            if !self.at_end_of_targets() {
                q.target_list = self.target_list()?;
            }
        }
        if self.is("into") {
            self.bump()?;
            q.into = Some(Box::new(self.into_clause()?));
        }
        if self.eat("from")? {
            q.from = self.from_list()?;
        }
        q.where_clause = self.opt_where()?;
        if self.eat_all(&["group", "by"])? {
            if self.eat("distinct")? {
                q.group_distinct = true;
            } else {
                self.eat("all")?;
            }
            q.group_by = self.comma_list(Self::group_by_item)?;
        }
        if self.eat("having")? {
            q.having = Some(self.expr()?);
        }
        if self.eat("window")? {
            q.windows = self.comma_list(|p| {
                let name = p.col_id()?;
                p.expect("as")?;
                let mut w = p.window_specification()?;
                w.name = Some(name);
                Ok(w)
            })?;
        }
        Ok(q)
    }

    /// Whether the target list ends here: what comes cannot begin a target.
    fn at_end_of_targets(&self) -> bool {
        match self.tok() {
            Tok::Eof | Tok::Char(b')' | b';') => true,
            Tok::Kw(k) => {
                CONTINUATIONS.contains(&k.word)
                    || matches!(
                        k.word,
                        "into"
                            | "from"
                            | "where"
                            | "group"
                            | "having"
                            | "window"
                            | "on"
                            | "returning"
                            | "with"
                    )
            }
            _ => false,
        }
    }

    /// Parses what follows INTO in `SELECT ... INTO [TEMP | UNLOGGED] [TABLE] name`
    /// (`OptTempTableName` in `gram.y`).
    fn into_clause(&mut self) -> Result<IntoClause> {
        let mut persistence = Persistence::Permanent;
        if matches!(self.word(), "local" | "global")
            && (self.peek_is(1, "temp") || self.peek_is(1, "temporary"))
        {
            self.bump()?;
        }
        match self.word() {
            "temp" | "temporary" => {
                self.bump()?;
                persistence = Persistence::Temp;
            }
            "unlogged" => {
                self.bump()?;
                persistence = Persistence::Unlogged;
            }
            _ => {}
        }
        self.eat("table")?;
        let mut relation = self.qualified_name()?;
        relation.persistence = persistence;
        Ok(IntoClause {
            relation,
            columns: Vec::new(),
            access_method: None,
            options: Vec::new(),
            on_commit: OnCommit::Noop,
            tablespace: None,
            skip_data: false,
        })
    }

    /// Parses the columns of a SELECT or RETURNING, between commas (`target_list` in `gram.y`).
    pub(super) fn target_list(&mut self) -> Result<Vec<ResTarget>> {
        self.comma_list(Self::target)
    }
    /// Reads one target.
    fn target(&mut self) -> Result<ResTarget> {
        let location = self.pos();
        if self.is_char(b'*') {
            self.bump()?;
            let star = ColumnRef { fields: vec![Field::Star], location };
            let val = Some(Expr::ColumnRef(star));
            return Ok(ResTarget { name: None, indirection: Vec::new(), val, location });
        }
        let val = Some(self.target_expr()?);
        let name = if self.eat("as")? {
            Some(self.col_label()?)
        } else {
            let bare = match self.tok() {
                Tok::Ident(_) => true,
                Tok::Kw(k) => k.bare_label,
                _ => false,
            };
            if bare { Some(self.col_label()?) } else { None }
        };
        Ok(ResTarget { name, indirection: Vec::new(), val, location })
    }

    /// Reads one element of GROUP BY.
    fn group_by_item(&mut self) -> Result<Expr> {
        let location = self.pos();
        let set = |kind, content| {
            Ok(Expr::GroupingSet(Box::new(GroupingSet { kind, content, location })))
        };
        if self.is_char(b'(') && self.peek_char(1, b')') {
            self.bump()?;
            self.bump()?;
            return set(GroupingSetKind::Empty, Vec::new());
        }
        match self.word() {
            "rollup" | "cube" if self.peek_char(1, b'(') => {
                let kind =
                    if self.is("cube") { GroupingSetKind::Cube } else { GroupingSetKind::Rollup };
                self.bump()?;
                set(kind, self.paren_list(Self::expr)?)
            }
            "grouping" if self.peek_is(1, "sets") => {
                self.bump()?;
                self.bump()?;
                let content = self.nested(|p| p.paren_list(Self::group_by_item))?;
                set(GroupingSetKind::Sets, content)
            }
            _ => self.expr(),
        }
    }

    /// Parses WHERE, if it is there.
    pub(super) fn opt_where(&mut self) -> Result<Option<Expr>> {
        if self.eat("where")? { Ok(Some(self.expr()?)) } else { Ok(None) }
    }

    /// Parses ORDER BY, if it is there.
    pub(super) fn opt_order_by(&mut self) -> Result<Vec<SortBy>> {
        if self.is("order") { self.order_by() } else { Ok(Vec::new()) }
    }
    /// Parses ORDER BY.
    pub(super) fn order_by(&mut self) -> Result<Vec<SortBy>> {
        self.expect_all(&["order", "by"])?;
        self.comma_list(|p| {
            let node = p.expr()?;
            let mut s = SortBy {
                node,
                direction: SortDirection::Default,
                nulls: SortNulls::Default,
                use_op: None,
                location: None,
            };
            if p.eat("using")? {
                s.direction = SortDirection::Using;
                s.location = Some(p.pos());
                s.use_op = Some(p.qualified_operator()?);
            } else {
                s.direction = p.opt_asc_desc()?;
            }
            s.nulls = p.opt_nulls_order()?;
            Ok(s)
        })
    }
    /// Parses ASC or DESC, if it is there.
    pub(super) fn opt_asc_desc(&mut self) -> Result<SortDirection> {
        if self.eat("asc")? {
            Ok(SortDirection::Asc)
        } else if self.eat("desc")? {
            Ok(SortDirection::Desc)
        } else {
            Ok(SortDirection::Default)
        }
    }
    /// Parses NULLS FIRST or NULLS LAST, if it is there.
    pub(super) fn opt_nulls_order(&mut self) -> Result<SortNulls> {
        if !self.is("nulls") || !(self.peek_is(1, "first") || self.peek_is(1, "last")) {
            return Ok(SortNulls::Default);
        }
        self.bump()?;
        let first = self.is("first");
        self.bump()?;
        Ok(if first { SortNulls::First } else { SortNulls::Last })
    }

    /// Parses ORDER BY, LIMIT, OFFSET, FETCH and FOR UPDATE (`insertSelectOptions`).
    fn select_tail(&mut self, mut q: SelectStmt) -> Result<SelectStmt> {
        if self.is("order") {
            let order = self.order_by()?;
            if !q.order_by.is_empty() {
                let at = order[0].node.location().unwrap_or(0);
                return self.fail("multiple ORDER BY clauses not allowed", at);
            }
            q.order_by = order;
        }
        let mut limit_here = false;
        let mut offset_here = false;
        let mut ties = 0;
        loop {
            match self.word() {
                "limit" if !limit_here => {
                    let clause = self.bump()?.start;
                    limit_here = true;
                    let at = self.pos();
                    let count = if self.eat("all")? {
                        Expr::Const(Const { value: ConstValue::Null, location: at })
                    } else {
                        self.expr()?
                    };
                    if self.is_char(b',') {
                        // LIMIT #,# has a message of its own, at the limit clause.
                        self.bump()?;
                        self.expr()?;
                        return Err(PgError::new(
                            SqlState::SYNTAX_ERROR,
                            "LIMIT #,# syntax is not supported",
                        )
                        .hint("Use separate LIMIT and OFFSET clauses.")
                        .at(clause));
                    }
                    if q.limit_count.is_some() {
                        let at = count.location().unwrap_or(at);
                        return self.fail("multiple LIMIT clauses not allowed", at);
                    }
                    q.limit_count = Some(count);
                }
                "fetch" if !limit_here => {
                    self.bump()?;
                    limit_here = true;
                    if !matches!(self.word(), "first" | "next") {
                        return self.unexpected();
                    }
                    self.bump()?;
                    let at = self.pos();
                    let count = if matches!(self.word(), "row" | "rows") {
                        super::primary::int_const(1, at)
                    } else {
                        self.fetch_count()?
                    };
                    if !matches!(self.word(), "row" | "rows") {
                        return self.unexpected();
                    }
                    self.bump()?;
                    ties = self.pos();
                    if self.eat("with")? {
                        self.expect("ties")?;
                        q.with_ties = true;
                    } else {
                        self.expect("only")?;
                    }
                    if q.limit_count.is_some() {
                        return self.fail("multiple LIMIT clauses not allowed", at);
                    }
                    q.limit_count = Some(count);
                    if q.with_ties && q.order_by.is_empty() {
                        let text = "WITH TIES cannot be specified without ORDER BY clause";
                        return self.ties_error(text, ties);
                    }
                }
                "offset" if !offset_here => {
                    self.bump()?;
                    offset_here = true;
                    let at = self.pos();
                    let e = self.expr()?;
                    if matches!(self.word(), "row" | "rows") {
                        self.bump()?;
                    }
                    if q.limit_offset.is_some() {
                        return self.fail("multiple OFFSET clauses not allowed", at);
                    }
                    q.limit_offset = Some(e);
                }
                "for" => q.locking.append(&mut self.locking()?),
                _ if q.with_ties && q.locking.iter().any(|l| l.skip_locked) => {
                    let text = "SKIP LOCKED and WITH TIES options cannot be used together";
                    return self.ties_error(text, ties);
                }
                _ => return Ok(q),
            }
        }
    }

    /// The error of WITH TIES (`insertSelectOptions`).
    #[inline(never)]
    fn ties_error<T>(&self, text: &str, location: usize) -> Result<T> {
        let e = PgError::new(SqlState::SYNTAX_ERROR, text);
        Err(if self.release.ties_located { e.at(location) } else { e })
    }

    /// Parses the number of rows after FETCH FIRST: an expression without operators, or a signed
    /// number (`select_fetch_first_value` in `gram.y`).
    fn fetch_count(&mut self) -> Result<Expr> {
        let location = self.pos();
        if matches!(self.tok(), Tok::Char(b'+' | b'-')) {
            let minus = self.is_char(b'-');
            self.bump()?;
            let n = self.integer()?;
            return Ok(super::primary::int_const(if minus { -n } else { n }, location));
        }
        self.primary()
    }

    /// Reads FOR UPDATE and its like.
    fn locking(&mut self) -> Result<Vec<LockingClause>> {
        let mut out = Vec::new();
        while self.eat("for")? {
            if self.eat("read")? {
                self.expect("only")?;
                continue;
            }
            let strength = match self.word() {
                "update" => LockStrength::Update,
                "share" => LockStrength::Share,
                "no" => {
                    self.bump()?;
                    self.expect("key")?;
                    if !self.is("update") {
                        return self.unexpected();
                    }
                    LockStrength::NoKeyUpdate
                }
                "key" => {
                    self.bump()?;
                    if !self.is("share") {
                        return self.unexpected();
                    }
                    LockStrength::KeyShare
                }
                _ => return self.unexpected(),
            };
            self.bump()?;
            let relations =
                if self.eat("of")? { self.comma_list(Self::qualified_name)? } else { Vec::new() };
            let nowait = self.eat("nowait")?;
            let skip_locked = !nowait && self.eat_all(&["skip", "locked"])?;
            out.push(LockingClause { relations, strength, nowait, skip_locked });
        }
        Ok(out)
    }

    /// Parses WITH and its queries, if it is there; SEARCH and CYCLE are refused as not modelled
    /// (`opt_with_clause` in `gram.y`).
    pub(super) fn opt_with(&mut self) -> Result<Option<Box<WithClause>>> {
        if !self.is("with") {
            return Ok(None);
        }
        let location = self.bump()?.start;
        // RECURSIVE may also be the name of a query.
        let named = matches!(self.peek(1), Tok::Char(b'(')) || self.peek_is(1, "as");
        let recursive = !named && self.eat("recursive")?;
        let ctes = self.comma_list(|p| {
            let location = p.pos();
            let name = p.col_id()?;
            let columns = if p.is_char(b'(') { p.paren_list(Self::col_id)? } else { Vec::new() };
            p.expect("as")?;
            let materialized = if p.eat("materialized")? {
                Some(true)
            } else if p.eat_all(&["not", "materialized"])? {
                Some(false)
            } else {
                None
            };
            p.expect_char(b'(')?;
            let query = p.nested(|p| p.preparable())?;
            p.expect_char(b')')?;
            if matches!(p.word(), "search" | "cycle") {
                let clause = format!("the {} clause of WITH", p.word().to_ascii_uppercase());
                return p.not_modelled(&clause);
            }
            let query = Rc::new(query);
            Ok(CommonTableExpr { name, columns, materialized, query, location })
        })?;
        Ok(Some(Box::new(WithClause { ctes, recursive, location })))
    }

    /// Parses SELECT, INSERT, UPDATE or DELETE, with their WITH (`PreparableStmt` in `gram.y`).
    pub(super) fn preparable(&mut self) -> Result<Statement> {
        if self.is("with") {
            let with = self.opt_with()?;
            return match self.word() {
                "insert" => self.insert(with),
                "update" => self.update(with),
                "delete" => self.delete(with),
                "merge" => self.not_modelled("MERGE"),
                _ => {
                    let query = self.select_after_with()?;
                    Ok(Statement::Select(Box::new(self.attach_with(query, with)?)))
                }
            };
        }
        match self.word() {
            "insert" => self.insert(None),
            "update" => self.update(None),
            "delete" => self.delete(None),
            "merge" => self.not_modelled("MERGE"),
            "select" | "values" | "table" => {
                Ok(Statement::Select(Box::new(self.select_no_parens()?)))
            }
            _ if self.is_char(b'(') => Ok(Statement::Select(Box::new(self.select_stmt()?))),
            _ => self.unexpected(),
        }
    }

    /// An optional alias, with or without AS. `refuse_set`: SET is no alias, as in UPDATE.
    pub(super) fn opt_alias(&mut self, refuse_set: bool) -> Result<Option<Alias>> {
        if !self.eat("as")? {
            let name_here = match self.tok() {
                Tok::Ident(_) => true,
                Tok::Kw(k) => {
                    matches!(k.category, Category::Unreserved | Category::ColName)
                        && !(refuse_set && k.word == "set")
                }
                _ => false,
            };
            if !name_here {
                return Ok(None);
            }
        }
        Ok(Some(Alias { name: self.col_id()?, columns: Vec::new() }))
    }
}
