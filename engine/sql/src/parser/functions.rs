//! Function calls: arguments, FILTER, OVER, and SQL's special spellings.

use super::Parser;
use super::expr::{a_expr_op, system_call};
use super::primary::{int_const, string_const};
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::Result;

impl FuncCall {
    /// A call of the function with this name, with nothing but the arguments that are known elsewhere.
    pub(crate) fn plain(name: QualifiedName) -> FuncCall {
        FuncCall { name, sql_syntax: false, ..system_call("", Vec::new(), 0) }
    }
    /// Whether the parentheses contained only plain arguments.
    pub(super) fn args_only(&self) -> bool {
        !self.star && !self.distinct && !self.variadic && self.order_by.is_empty()
    }
}

/// A call as an expression.
fn call_of(call: FuncCall) -> Expr {
    Expr::FuncCall(Box::new(call))
}

impl Parser<'_> {
    /// Parses `( arguments )` after a function's name.
    pub(super) fn call(&mut self, name: QualifiedName, location: usize) -> Result<FuncCall> {
        let mut call = FuncCall { location, ..FuncCall::plain(name) };
        self.expect_char(b'(')?;
        self.height = 1;
        if self.eat_char(b')')? {
            return Ok(call);
        }
        if self.is_char(b'*') {
            self.bump()?;
            call.star = true;
            self.expect_char(b')')?;
            return Ok(call);
        }
        let mut variadic_allowed = true;
        if self.eat("distinct")? {
            call.distinct = true;
            variadic_allowed = false;
        } else if self.eat("all")? {
            variadic_allowed = false;
        }
        let mut height = 0;
        loop {
            if variadic_allowed && self.eat("variadic")? {
                call.variadic = true;
            }
            call.args.push(self.argument()?);
            height = height.max(self.height);
            if call.variadic || !self.eat_char(b',')? {
                break;
            }
        }
        call.order_by = self.opt_order_by()?;
        self.expect_char(b')')?;
        self.height = height + 1;
        Ok(call)
    }

    /// Parses an argument of a call: an expression, or `name => value` or `name := value`
    /// (`func_arg_expr` in `gram.y`).
    fn argument(&mut self) -> Result<Expr> {
        let named = matches!(self.peek(1), Tok::ColonEquals | Tok::EqualsGreater)
            && (matches!(self.tok(), Tok::Ident(_) | Tok::Kw(_)));
        if !named {
            return self.expr();
        }
        let location = self.pos();
        let name = self.type_function_name()?;
        self.bump()?;
        let arg = Box::new(self.expr()?);
        Ok(Expr::NamedArg { name, arg, location })
    }

    /// Parses WITHIN GROUP, FILTER and OVER.
    pub(super) fn call_suffix(&mut self, mut call: FuncCall) -> Result<Expr> {
        let height = self.height;
        if self.is("within") {
            let at = self.pos();
            self.bump()?;
            self.expect("group")?;
            self.expect_char(b'(')?;
            let order = self.order_by()?;
            self.expect_char(b')')?;
            if !call.order_by.is_empty() {
                return self.fail("cannot use multiple ORDER BY clauses with WITHIN GROUP", at);
            }
            if call.distinct {
                return self.fail("cannot use DISTINCT with WITHIN GROUP", at);
            }
            if call.variadic {
                return self.fail("cannot use VARIADIC with WITHIN GROUP", at);
            }
            call.order_by = order;
            call.within_group = true;
        }
        if self.is("filter") {
            self.bump()?;
            self.expect_char(b'(')?;
            self.expect("where")?;
            call.filter = Some(self.expr()?);
            self.expect_char(b')')?;
        }
        if self.eat("over")? {
            let location = self.pos();
            call.over = Some(if self.is_char(b'(') {
                self.window_specification()?
            } else {
                WindowDef {
                    name: Some(self.col_id()?),
                    refname: None,
                    partition_by: Vec::new(),
                    order_by: Vec::new(),
                    frame: None,
                    location,
                }
            });
        }
        self.height = self.height.max(height);
        Ok(call_of(call))
    }

    /// Parses a window in parentheses: the name of another window, PARTITION BY, ORDER BY and a
    /// frame, each optional (`window_specification` in `gram.y`).
    pub(super) fn window_specification(&mut self) -> Result<WindowDef> {
        let location = self.pos();
        self.expect_char(b'(')?;
        let refname = if self.at_col_id()
            && !matches!(self.word(), "partition" | "range" | "rows" | "groups")
        {
            Some(self.col_id()?)
        } else {
            None
        };
        let partition_by =
            if self.eat_all(&["partition", "by"])? { self.expr_list()? } else { Vec::new() };
        let order_by = self.opt_order_by()?;
        let units = match self.word() {
            "range" => Some(FrameUnits::Range),
            "rows" => Some(FrameUnits::Rows),
            "groups" => Some(FrameUnits::Groups),
            _ => None,
        };
        let frame = match units {
            Some(units) => {
                self.bump()?;
                Some(self.frame(units)?)
            }
            None => None,
        };
        self.expect_char(b')')?;
        Ok(WindowDef { name: None, refname, partition_by, order_by, frame, location })
    }

    /// Parses a window's frame from after its unit: ROWS, RANGE or GROUPS.
    fn frame(&mut self, units: FrameUnits) -> Result<Frame> {
        let between = self.eat("between")?;
        let at = self.pos();
        let start = self.frame_bound()?;
        let mut end = FrameBound::CurrentRow;
        if between {
            self.expect("and")?;
            let at_end = self.pos();
            end = self.frame_bound()?;
            if end == FrameBound::UnboundedPreceding {
                return self.window_fail("frame end cannot be UNBOUNDED PRECEDING", at_end);
            }
            let preceding = matches!(end, FrameBound::Preceding(_));
            if start == FrameBound::CurrentRow && preceding {
                let text = "frame starting from current row cannot have preceding rows";
                return self.window_fail(text, at_end);
            }
            if matches!(start, FrameBound::Following(_))
                && (preceding || end == FrameBound::CurrentRow)
            {
                let text = "frame starting from following row cannot have preceding rows";
                return self.window_fail(text, at_end);
            }
        }
        if start == FrameBound::UnboundedFollowing {
            return self.window_fail("frame start cannot be UNBOUNDED FOLLOWING", at);
        }
        if !between && matches!(start, FrameBound::Following(_)) {
            return self
                .window_fail("frame starting from following row cannot end with current row", at);
        }
        if self.eat("exclude")? {
            match self.word() {
                "no" => self.expect_all(&["no", "others"])?,
                "current" | "group" | "ties" => {
                    return self.not_modelled("EXCLUDE in a window frame");
                }
                _ => return self.unexpected(),
            }
        }
        Ok(Frame { units, start, end, between })
    }
    /// The error of a frame that cannot be.
    fn window_fail<T>(&self, message: &str, at: usize) -> Result<T> {
        Err(storage::error::PgError::new(storage::error::SqlState::WINDOWING_ERROR, message).at(at))
    }
    /// Reads a bound of a frame.
    fn frame_bound(&mut self) -> Result<FrameBound> {
        if self.is("unbounded") && (self.peek_is(1, "preceding") || self.peek_is(1, "following")) {
            self.bump()?;
            return Ok(if self.bump()?.tok == kw("preceding") {
                FrameBound::UnboundedPreceding
            } else {
                FrameBound::UnboundedFollowing
            });
        }
        if self.is("current") && self.peek_is(1, "row") {
            self.bump()?;
            self.bump()?;
            return Ok(FrameBound::CurrentRow);
        }
        let e = Box::new(self.expr()?);
        if self.eat("preceding")? {
            Ok(FrameBound::Preceding(e))
        } else {
            self.expect("following")?;
            Ok(FrameBound::Following(e))
        }
    }

    /// Parses one of SQL's own spellings of a call that begins with this word, such as CURRENT_DATE
    /// or CAST; `None` if it does not begin one here (`func_expr_common_subexpr` in `gram.y`).
    pub(super) fn special_call(&mut self, word: &str) -> Result<Option<Expr>> {
        use SqlValueFunctionOp as F;
        let location = self.pos();
        let (op, precision) = match word {
            "current_date" => (F::CurrentDate, false),
            "current_time" => (F::CurrentTime, true),
            "current_timestamp" => (F::CurrentTimestamp, true),
            "localtime" => (F::LocalTime, true),
            "localtimestamp" => (F::LocalTimestamp, true),
            "current_role" => (F::CurrentRole, false),
            "current_user" => (F::CurrentUser, false),
            "session_user" => (F::SessionUser, false),
            "user" => (F::User, false),
            "current_catalog" => (F::CurrentCatalog, false),
            "current_schema" if !self.peek_char(1, b'(') => (F::CurrentSchema, false),
            "collation" if self.peek_is(1, "for") => {
                self.bump()?;
                self.bump()?;
                self.expect_char(b'(')?;
                let arg = self.expr()?;
                self.expect_char(b')')?;
                return Ok(Some(call_of(system_call("pg_collation_for", vec![arg], location))));
            }
            "xmlconcat" | "xmlelement" | "xmlexists" | "xmlforest" | "xmlparse" | "xmlpi"
            | "xmlroot" | "xmlserialize"
                if self.peek_char(1, b'(') =>
            {
                return self.not_modelled(word);
            }
            "cast" | "extract" | "normalize" | "overlay" | "position" | "substring" | "treat"
            | "trim" | "nullif" | "coalesce" | "greatest" | "least" => {
                // CAST is reserved; the others are names when no parenthesis follows.
                if word != "cast" && !self.peek_char(1, b'(') {
                    return Ok(None);
                }
                self.bump()?;
                self.expect_char(b'(')?;
                let e = self.special_arguments(word, location)?;
                self.expect_char(b')')?;
                self.height += 1;
                if let Expr::FuncCall(call) = e {
                    return Ok(Some(self.call_suffix(*call)?));
                }
                return Ok(Some(e));
            }
            _ => return Ok(None),
        };
        self.bump()?;
        let mut typmod = -1;
        if precision && self.is_char(b'(') {
            self.bump()?;
            typmod = self.integer()?;
            self.expect_char(b')')?;
        }
        self.height = 1;
        Ok(Some(Expr::SqlValueFunction(SqlValueFunction { op, typmod, location })))
    }

    /// Reads the arguments of functions with a syntax of their own: CAST, EXTRACT, TRIM ...
    fn special_arguments(&mut self, word: &str, location: usize) -> Result<Expr> {
        let call = |name: &str, args| Ok(call_of(system_call(name, args, location)));
        match word {
            "cast" => {
                let arg = self.expr()?;
                self.expect("as")?;
                let type_name = self.type_name()?;
                Ok(Expr::TypeCast(Box::new(TypeCast { arg, type_name, location })))
            }
            "treat" => {
                let arg = self.expr()?;
                self.expect("as")?;
                let t = self.type_name()?;
                call(&t.names.last, vec![arg])
            }
            "coalesce" => Ok(Expr::Coalesce { args: self.expr_list()?, location }),
            "greatest" | "least" => {
                let greatest = word == "greatest";
                Ok(Expr::MinMax { greatest, args: self.expr_list()?, location })
            }
            "nullif" => {
                let left = self.expr()?;
                self.expect_char(b',')?;
                let right = self.expr()?;
                Ok(a_expr_op(AExprKind::NullIf, "=", Some(left), right, location))
            }
            "extract" => {
                let at = self.pos();
                let field = match self.tok() {
                    Tok::Str(_) => self.string()?,
                    Tok::Ident(_) => self.col_id()?,
                    Tok::Kw(k)
                        if matches!(
                            k.word,
                            "year" | "month" | "day" | "hour" | "minute" | "second"
                        ) =>
                    {
                        self.col_id()?
                    }
                    _ => return self.unexpected(),
                };
                self.expect("from")?;
                let arg = self.expr()?;
                call("extract", vec![string_const(field, at), arg])
            }
            "normalize" => self.not_modelled("normalize")?,
            "position" => {
                let needle = self.b_expr()?;
                self.expect("in")?;
                let hay = self.b_expr()?;
                call("position", vec![hay, needle])
            }
            "overlay" => {
                if self.is_char(b')') {
                    return self.plain_special("overlay", Vec::new(), location);
                }
                let first = self.argument()?;
                if !self.is("placing") {
                    return self.plain_special("overlay", vec![first], location);
                }
                self.bump()?;
                let mut args = vec![first, self.expr()?];
                self.expect("from")?;
                args.push(self.expr()?);
                if self.eat("for")? {
                    args.push(self.expr()?);
                }
                call("overlay", args)
            }
            "substring" => self.substring_arguments(location),
            _ => self.trim_arguments(location),
        }
    }

    /// Parses the arguments of SUBSTRING with FROM, FOR, SIMILAR, or commas (`substr_list` in
    /// `gram.y`).
    fn substring_arguments(&mut self, location: usize) -> Result<Expr> {
        let call = |name: &str, args| Ok(call_of(system_call(name, args, location)));
        if self.is_char(b')') {
            return self.plain_special("substring", Vec::new(), location);
        }
        let first = self.argument()?;
        if self.eat("from")? {
            let mut args = vec![first, self.expr()?];
            if self.eat("for")? {
                args.push(self.expr()?);
            }
            return call("substring", args);
        }
        if self.eat("for")? {
            let length = self.expr()?;
            if self.eat("from")? {
                let start = self.expr()?;
                return call("substring", vec![first, start, length]);
            }
            // `FOR` alone: from 1; the length is cast so that a text would not do.
            let type_name = super::types::system_type("int4", location);
            let length = Expr::TypeCast(Box::new(TypeCast { arg: length, type_name, location }));
            return call("substring", vec![first, int_const(1, location), length]);
        }
        if self.eat("similar")? {
            let pattern = self.expr()?;
            self.expect("escape")?;
            let escape = self.expr()?;
            return call("substring", vec![first, pattern, escape]);
        }
        self.plain_special("substring", vec![first], location)
    }

    /// Parses the arguments of TRIM with LEADING, TRAILING or BOTH (`trim_list` in `gram.y`).
    fn trim_arguments(&mut self, location: usize) -> Result<Expr> {
        let call = |name: &str, args| Ok(call_of(system_call(name, args, location)));
        let name = match self.word() {
            "leading" => "ltrim",
            "trailing" => "rtrim",
            "both" => "btrim",
            _ => "",
        };
        if !name.is_empty() {
            self.bump()?;
        }
        let mut args = Vec::new();
        if self.eat("from")? {
            args = self.expr_list()?;
        } else {
            let first = self.expr()?;
            if self.eat("from")? {
                args = self.expr_list()?;
                args.push(first);
            } else {
                args.push(first);
                while self.eat_char(b',')? {
                    args.push(self.expr()?);
                }
            }
        }
        call(if name.is_empty() { "btrim" } else { name }, args)
    }

    /// Parses the arguments after the first one, as in `substring(a, b, c)`, and returns a plain
    /// call of `name` with all of them; with no first one in `args` it parses none.
    fn plain_special(&mut self, name: &str, mut args: Vec<Expr>, location: usize) -> Result<Expr> {
        while !args.is_empty() && self.eat_char(b',')? {
            args.push(self.argument()?);
        }
        let mut call = system_call("", args, location);
        call.name = name.into();
        call.sql_syntax = false;
        Ok(call_of(call))
    }
}

/// The token of a key word.
fn kw(word: &str) -> Tok {
    crate::lexer::keywords::lookup(word).map_or(Tok::Eof, Tok::Kw)
}
