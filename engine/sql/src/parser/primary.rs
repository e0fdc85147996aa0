//! `c_expr`: what stands between operators.

use super::Parser;
use crate::ast::*;
use crate::lexer::{Category, Tok, syntax_error};
use storage::error::{PgError, Result, SqlState};

/// What parentheses held.
pub(super) enum Paren {
    /// A query.
    Select(SelectStmt),
    /// One or more expressions.
    Exprs(Vec<Expr>),
}

/// A string constant.
pub(super) fn string_const(value: String, location: usize) -> Expr {
    Expr::Const(Const { value: ConstValue::String(value), location })
}
/// An integer constant.
pub(super) fn int_const(value: i32, location: usize) -> Expr {
    Expr::Const(Const { value: ConstValue::Integer(value), location })
}

impl Parser<'_> {
    /// Parses a `c_expr`.
    pub(super) fn primary(&mut self) -> Result<Expr> {
        let location = self.pos();
        self.height = 1;
        let value = match &self.current.tok {
            Tok::Int(i) => ConstValue::Integer(*i),
            Tok::Float(_) | Tok::Str(_) | Tok::Bits(_) => match self.bump()?.tok {
                Tok::Float(s) => return Ok(constant(ConstValue::Float(s), location)),
                Tok::Str(s) => return Ok(constant(ConstValue::String(s), location)),
                Tok::Bits(s) => return Ok(constant(ConstValue::BitString(s), location)),
                _ => return self.unexpected(),
            },
            Tok::Param(number) => {
                let number = *number;
                self.bump()?;
                return self.indirected(Expr::ParamRef { number, location });
            }
            Tok::Char(b'(') => return self.parenthesized(),
            Tok::Ident(_) => return self.name_or_call(),
            Tok::Kw(k) => {
                let (word, category) = (k.word, k.category);
                match word {
                    "true" => ConstValue::Boolean(true),
                    "false" => ConstValue::Boolean(false),
                    "null" => ConstValue::Null,
                    "case" => return self.case(),
                    "array" => return self.array(),
                    "exists" if self.peek_char(1, b'(') => {
                        self.bump()?;
                        let query = self.select_with_parens()?;
                        return Ok(sublink(SubLinkKind::Exists, query, location));
                    }
                    "unique" => {
                        self.bump()?;
                        if self.is("nulls") {
                            self.nulls_distinct()?;
                        }
                        self.select_with_parens()?;
                        let text = "UNIQUE predicate is not yet implemented";
                        return Err(
                            PgError::new(SqlState::FEATURE_NOT_SUPPORTED, text).at(location)
                        );
                    }
                    "row" if self.peek_char(1, b'(') => {
                        self.bump()?;
                        self.bump()?;
                        let args = if self.is_char(b')') { Vec::new() } else { self.expr_list()? };
                        self.expect_char(b')')?;
                        return self.overlaps(Expr::Row { args, explicit: true, location });
                    }
                    "grouping" if self.peek_char(1, b'(') => {
                        self.bump()?;
                        let args = self.paren_list(Self::expr)?;
                        return Ok(Expr::Grouping { args, location });
                    }
                    _ => {
                        if let Some(e) = self.special_call(word)? {
                            return Ok(e);
                        }
                        if (category == Category::ColName || word == "double")
                            && let Some(e) = self.typed_literal(word)?
                        {
                            return Ok(e);
                        }
                        if matches!(category, Category::Reserved | Category::Joined) {
                            return self.unexpected();
                        }
                        return self.name_or_call();
                    }
                }
            }
            _ => return self.unexpected(),
        };
        self.bump()?;
        Ok(constant(value, location))
    }

    /// Parses `( ... )`: a row, a query, or one expression.
    fn parenthesized(&mut self) -> Result<Expr> {
        let location = self.pos();
        match self.paren(true)? {
            Paren::Select(query) => {
                self.height = 1;
                self.indirected(sublink(SubLinkKind::Expr, query, location))
            }
            Paren::Exprs(mut list) => {
                if list.len() == 1
                    && let Some(e) = list.pop()
                {
                    return self.indirected(e);
                }
                self.height += 1;
                self.overlaps(Expr::Row { args: list, explicit: false, location })
            }
        }
    }

    /// Returns the row as it is, or refuses `row OVERLAPS row`, which is not modelled, if OVERLAPS
    /// follows.
    fn overlaps(&self, row: Expr) -> Result<Expr> {
        if !self.is("overlaps") {
            return Ok(row);
        }
        self.not_modelled("OVERLAPS")
    }

    /// Parses `( ... )`, which contains a query or expressions: for `((SELECT 1) + 1)` this is
    /// known only after the inner parenthesis. `several`: expressions may stand there, not one only.
    pub(super) fn paren(&mut self, several: bool) -> Result<Paren> {
        self.nested(|p| {
            p.expect_char(b'(')?;
            if p.at_select() {
                let query = p.select_no_parens()?;
                p.expect_char(b')')?;
                return Ok(Paren::Select(query));
            }
            let first = if p.is_char(b'(') {
                let location = p.pos();
                match p.paren(true)? {
                    Paren::Select(query) => {
                        if p.eat_char(b')')? {
                            return Ok(Paren::Select(query));
                        }
                        if p.at_select_continuation() {
                            let query = p.select_from(query)?;
                            p.expect_char(b')')?;
                            return Ok(Paren::Select(query));
                        }
                        p.height = 1;
                        let e = p.indirected(sublink(SubLinkKind::Expr, query, location))?;
                        p.infix(e, super::expr::OR, false)?
                    }
                    Paren::Exprs(mut list) => {
                        let e = match list.len() {
                            1 => {
                                let e = list.remove(0);
                                p.indirected(e)?
                            }
                            _ => {
                                p.height += 1;
                                p.overlaps(Expr::Row { args: list, explicit: false, location })?
                            }
                        };
                        p.infix(e, super::expr::OR, false)?
                    }
                }
            } else {
                p.expr()?
            };
            let mut list = vec![first];
            let mut height = p.height;
            while several && p.eat_char(b',')? {
                list.push(p.expr()?);
                height = height.max(p.height);
            }
            p.expect_char(b')')?;
            p.height = height;
            Ok(Paren::Exprs(list))
        })
    }

    /// Parses `opt_indirection` after an expression.
    pub(super) fn indirected(&mut self, arg: Expr) -> Result<Expr> {
        let height = self.height;
        let indirection = self.indirection()?;
        if indirection.is_empty() {
            return Ok(arg);
        }
        self.height = self.height.max(height) + 1;
        Ok(Expr::Indirection(Box::new(Indirection { arg, indirection })))
    }

    /// Parses any number of `.field`, `.*`, `[i]`, `[l:u]`.
    pub(super) fn indirection(&mut self) -> Result<Vec<IndirectionStep>> {
        let mut out = Vec::new();
        loop {
            if self.is_char(b'.') {
                self.bump()?;
                if self.is_char(b'*') {
                    self.bump()?;
                    out.push(IndirectionStep::Star);
                } else {
                    out.push(IndirectionStep::Field(self.col_label()?));
                }
            } else if self.is_char(b'[') {
                self.bump()?;
                let lower = if self.is_char(b':') { None } else { Some(Box::new(self.expr()?)) };
                if self.eat_char(b':')? {
                    let upper =
                        if self.is_char(b']') { None } else { Some(Box::new(self.expr()?)) };
                    out.push(IndirectionStep::Slice { lower, upper });
                } else if let Some(e) = lower {
                    out.push(IndirectionStep::Subscript(e));
                }
                self.expect_char(b']')?;
            } else {
                let n = out.len();
                if n > 1 && out[..n - 1].contains(&IndirectionStep::Star) {
                    // check_indirection: `*` must be last; the complaint is about the next token.
                    let (start, end) = (self.current.start, self.current.end);
                    return Err(syntax_error(self.text, "improper use of \"*\"", start, end));
                }
                return Ok(out);
            }
        }
    }

    /// Parses a column, a function call, or `typename 'literal'`.
    fn name_or_call(&mut self) -> Result<Expr> {
        let location = self.pos();
        let function_only =
            matches!(self.tok(), Tok::Kw(k) if k.category == Category::TypeFuncName);
        let column_only = matches!(self.tok(), Tok::Kw(k) if k.category == Category::ColName);
        let first = self.non_reserved_word()?;
        if function_only {
            if !matches!(self.tok(), Tok::Char(b'(') | Tok::Str(_)) {
                return self.unexpected();
            }
            return self.call_or_literal(first.into(), location);
        }
        let steps = if matches!(self.tok(), Tok::Char(b'.' | b'[')) {
            self.indirection()?
        } else {
            Vec::new()
        };
        let plain = steps.iter().all(|s| matches!(s, IndirectionStep::Field(_)));
        let callable = plain && !(column_only && steps.is_empty());
        if callable && matches!(self.tok(), Tok::Char(b'(') | Tok::Str(_)) {
            let mut name = QualifiedName::from(first);
            for s in steps {
                if let IndirectionStep::Field(f) = s {
                    name.push(f);
                }
            }
            return self.call_or_literal(name, location);
        }
        // makeColumnRef: fields up to the first subscript belong to the column.
        let mut fields = vec![Field::Name(first)];
        let mut rest = Vec::new();
        for s in steps {
            match s {
                IndirectionStep::Field(f) if rest.is_empty() => fields.push(Field::Name(f)),
                IndirectionStep::Star if rest.is_empty() => fields.push(Field::Star),
                other => rest.push(other),
            }
        }
        let column = Expr::ColumnRef(ColumnRef { fields, location });
        if rest.is_empty() {
            return Ok(column);
        }
        self.height += 1;
        Ok(Expr::Indirection(Box::new(Indirection { arg: column, indirection: rest })))
    }

    /// Reads a call, or a literal with its type in front: `date '2024-01-01'`.
    fn call_or_literal(&mut self, name: QualifiedName, location: usize) -> Result<Expr> {
        let mut typmods = Vec::new();
        if self.is_char(b'(') {
            let call = self.call(name, location)?;
            if !matches!(self.tok(), Tok::Str(_)) || !call.args_only() || call.args.is_empty() {
                return self.call_suffix(call);
            }
            for arg in &call.args {
                if let Expr::NamedArg { location, .. } = arg {
                    return self.fail("type modifier cannot have parameter name", *location);
                }
            }
            let FuncCall { name, args, .. } = call;
            typmods.extend(args);
            return self.literal_of(name, typmods, location);
        }
        self.literal_of(name, typmods, location)
    }

    /// Parses the string of `name 'literal'`, whose type's name has been read, and returns its cast
    /// to that type; `location` is the name's.
    fn literal_of(
        &mut self,
        names: QualifiedName,
        typmods: Vec<Expr>,
        location: usize,
    ) -> Result<Expr> {
        let at = self.pos();
        let arg = string_const(self.string()?, at);
        self.height = 1;
        let type_name = TypeName {
            names,
            setof: false,
            pct_type: false,
            typmods,
            array_bounds: Vec::new(),
            location,
        };
        // makeStringConstCast leaves the cast itself without a place; its type has one.
        Ok(Expr::TypeCast(Box::new(TypeCast { arg, type_name, location })))
    }

    /// Parses `int '5'`, `timestamp with time zone '...'` or `interval '1' day`; `None` if the word
    /// is a column's name here.
    fn typed_literal(&mut self, word: &str) -> Result<Option<Expr>> {
        let ahead = self.peek(1);
        let is_type = match word {
            "int" | "integer" | "smallint" | "bigint" | "real" | "boolean" => {
                matches!(ahead, Tok::Str(_))
            }
            "float" | "decimal" | "dec" | "numeric" => {
                matches!(ahead, Tok::Str(_) | Tok::Char(b'('))
            }
            "bit" | "character" | "char" | "varchar" | "nchar" | "national" => {
                matches!(ahead, Tok::Str(_) | Tok::Char(b'('))
                    || matches!(ahead, Tok::Kw(k) if matches!(k.word, "varying" | "character" | "char"))
            }
            "time" | "timestamp" => {
                matches!(ahead, Tok::Str(_) | Tok::Char(b'('))
                    || matches!(ahead, Tok::Kw(k) if matches!(k.word, "with" | "without"))
                        && self.peek_is(2, "time")
            }
            "interval" => matches!(ahead, Tok::Str(_) | Tok::Char(b'(')),
            "double" => {
                matches!(ahead, Tok::Kw(k) if k.word == "precision")
                    && matches!(self.peek(2), Tok::Str(_))
            }
            _ => false,
        };
        if !is_type {
            return Ok(None);
        }
        let location = self.pos();
        // Without a length a literal has any: only columns and casts take char for char(1) (`ConstCharacter`).
        let has_length = (1..=3).any(|n| self.peek(n) == Tok::Char(b'('));
        let mut type_name = if word == "interval" {
            self.bump()?;
            self.interval_precision(location)?
        } else {
            self.simple_type_name()?
        };
        if matches!(word, "bit" | "character" | "char" | "nchar" | "national") && !has_length {
            type_name.typmods.clear();
        }
        let at = self.pos();
        let arg = string_const(self.string()?, at);
        if word == "interval" && type_name.typmods.is_empty() {
            type_name.typmods = self.interval_fields()?;
        }
        self.height = 1;
        Ok(Some(Expr::TypeCast(Box::new(TypeCast { arg, type_name, location }))))
    }

    /// Reads CASE.
    fn case(&mut self) -> Result<Expr> {
        let location = self.bump()?.start;
        let mut height = 0;
        let arg = if self.is("when") { None } else { Some(self.expr()?) };
        height = height.max(self.height);
        let mut whens = Vec::new();
        if !self.is("when") {
            return self.unexpected();
        }
        while self.is("when") {
            let location = self.bump()?.start;
            let expr = self.expr()?;
            height = height.max(self.height);
            self.expect("then")?;
            let result = self.expr()?;
            height = height.max(self.height);
            whens.push(CaseWhen { expr, result, location });
        }
        let default = if self.eat("else")? { Some(self.expr()?) } else { None };
        height = height.max(self.height);
        self.expect("end")?;
        self.height = height + 1;
        Ok(Expr::Case(Box::new(CaseExpr { arg, whens, default, location })))
    }

    /// Reads ARRAY.
    fn array(&mut self) -> Result<Expr> {
        let location = self.bump()?.start;
        if self.is_char(b'(') {
            let query = self.select_with_parens()?;
            self.height = 1;
            return Ok(sublink(SubLinkKind::Array, query, location));
        }
        self.array_elements(location)
    }
    /// Reads the elements in brackets.
    fn array_elements(&mut self, location: usize) -> Result<Expr> {
        self.nested(|p| {
            p.expect_char(b'[')?;
            let mut elements = Vec::new();
            let mut height = 0;
            if !p.is_char(b']') {
                let inner = p.is_char(b'[');
                loop {
                    let at = p.pos();
                    elements.push(if inner { p.array_elements(at)? } else { p.expr()? });
                    height = height.max(p.height);
                    if !p.eat_char(b',')? {
                        break;
                    }
                }
            }
            p.expect_char(b']')?;
            p.height = height + 1;
            Ok(Expr::Array { elements, location })
        })
    }
}

/// A constant as an expression.
fn constant(value: ConstValue, location: usize) -> Expr {
    Expr::Const(Const { value, location })
}

/// A sub-query in an expression.
pub(super) fn sublink(kind: SubLinkKind, query: SelectStmt, location: usize) -> Expr {
    Expr::SubLink(Box::new(SubLink {
        kind,
        test: None,
        operator: None,
        subselect: Box::new(query),
        location,
    }))
}
