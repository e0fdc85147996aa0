//! `a_expr` and `b_expr`: operators by precedence.
//!
//! The levels are gram.y's, from weakest to strongest; `nonassoc` levels refuse a second operator
//! of the same level (`1 < 2 < 3`).

use super::{MAX_HEIGHT, Parser};
use crate::ast::*;
use crate::lexer::Tok;
use storage::error::{PgError, Result};

/// The precedence that the expression of a SELECT's column is read with, below all operators.
const TARGET: u8 = 0;
pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;
pub(super) const NOT: u8 = 3;
pub(super) const IS: u8 = 4;
pub(super) const COMPARE: u8 = 5;
pub(super) const LIKE: u8 = 6;
pub(super) const OP: u8 = 9;
pub(super) const PLUS: u8 = 10;
pub(super) const TIMES: u8 = 11;
pub(super) const POWER: u8 = 12;
pub(super) const AT: u8 = 13;
pub(super) const COLLATE: u8 = 14;
pub(super) const UMINUS: u8 = 15;
pub(super) const TYPECAST: u8 = 18;

/// Key words that follow the columns of a SELECT or of RETURNING, and begin no expression.
const AFTER_COLUMNS: &[&str] = &[
    "except",
    "fetch",
    "for",
    "from",
    "group",
    "having",
    "intersect",
    "into",
    "limit",
    "offset",
    "on",
    "order",
    "returning",
    "union",
    "where",
    "window",
    "with",
];

/// An operator expression.
pub(super) fn a_expr_op(
    kind: AExprKind,
    name: &str,
    left: Option<Expr>,
    right: Expr,
    location: usize,
) -> Expr {
    let name = name.into();
    Expr::AExpr(Box::new(AExpr { kind, name, left, right: Some(right), location }))
}

/// A call of a function in `pg_catalog`.
pub(super) fn system_call(name: &str, args: Vec<Expr>, location: usize) -> FuncCall {
    FuncCall {
        name: QualifiedName::in_schema("pg_catalog", name),
        args,
        order_by: Vec::new(),
        filter: None,
        over: None,
        within_group: false,
        star: false,
        distinct: false,
        variadic: false,
        sql_syntax: true,
        location,
    }
}

/// The negation of an expression.
pub(super) fn not(arg: Expr, location: usize) -> Expr {
    Expr::BoolExpr(Box::new(BoolExpr { op: BoolOp::Not, args: vec![arg], location }))
}

impl Parser<'_> {
    /// Parses an `a_expr`.
    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.expr_at(OR, false)
    }
    /// Parses the expression of a column of a SELECT. Behind it IS, IN, LIKE and their kin are its label where they end
    /// the column (`BareColLabel`).
    pub(super) fn target_expr(&mut self) -> Result<Expr> {
        self.expr_at(TARGET, false)
    }
    /// Parses a `b_expr`: no AND, OR, NOT, IS NULL, IN, LIKE, BETWEEN, COLLATE, AT TIME ZONE.
    pub(super) fn b_expr(&mut self) -> Result<Expr> {
        self.expr_at(0, true)
    }
    /// Parses expressions between commas.
    pub(super) fn expr_list(&mut self) -> Result<Vec<Expr>> {
        let mut height = 0;
        let list = self.comma_list(|p| {
            let e = p.expr()?;
            height = height.max(p.height);
            Ok(e)
        })?;
        self.height = height;
        Ok(list)
    }

    /// Reads an expression whose operators bind at least as strongly as `min`; `b` is `b_expr`.
    fn expr_at(&mut self, min: u8, b: bool) -> Result<Expr> {
        self.nested(|p| {
            let left = p.prefix(b)?;
            p.infix(left, min, b)
        })
    }

    /// Sets the height of a node above a left argument of height `left` and the argument read last;
    /// an error if the tree gets too high.
    fn grow(&mut self, left: u32) -> Result<()> {
        self.height = self.height.max(left) + 1;
        if self.height > MAX_HEIGHT { Err(PgError::stack_depth_exceeded()) } else { Ok(()) }
    }

    /// Reads what an expression begins with: a prefix operator, or a value.
    fn prefix(&mut self, b: bool) -> Result<Expr> {
        let location = self.pos();
        let call = self.is("operator") && self.peek_char(1, b'(');
        match self.tok() {
            Tok::Char(c @ (b'+' | b'-')) => {
                let minus = *c == b'-';
                self.bump()?;
                let arg = self.expr_at(UMINUS, b)?;
                self.grow(0)?;
                Ok(if minus {
                    negate(arg, location)
                } else {
                    a_expr_op(AExprKind::Op, "+", None, arg, location)
                })
            }
            Tok::Op(_) => {
                let Tok::Op(name) = self.bump()?.tok else { return self.unexpected() };
                let arg = self.expr_at(OP + 1, b)?;
                self.grow(0)?;
                Ok(a_expr_op(AExprKind::Op, &name, None, arg, location))
            }
            Tok::Kw(_) if call => {
                let name = self.qualified_operator()?;
                let right = Some(self.expr_at(OP + 1, b)?);
                self.grow(0)?;
                let kind = AExprKind::Op;
                Ok(Expr::AExpr(Box::new(AExpr { kind, name, left: None, right, location })))
            }
            Tok::Kw(k) if !b && k.word == "not" => {
                self.bump()?;
                let arg = self.expr_at(NOT, b)?;
                self.grow(0)?;
                Ok(not(arg, location))
            }
            Tok::Kw(k) if !b && k.word == "default" => {
                self.bump()?;
                self.height = 1;
                Ok(Expr::SetToDefault { location })
            }
            _ => self.primary(),
        }
    }

    /// `OPERATOR(schema.op)`, or a plain operator of any kind (`all_Op`).
    pub(super) fn qualified_operator(&mut self) -> Result<QualifiedName> {
        if !self.eat("operator")? {
            return Ok(self.any_operator()?.into());
        }
        self.expect_char(b'(')?;
        let mut path = Vec::new();
        while self.at_col_id() {
            path.push(self.col_id()?);
            self.expect_char(b'.')?;
        }
        let last = self.any_operator()?;
        self.expect_char(b')')?;
        Ok(QualifiedName { path, last })
    }
    /// Reads an operator, which must be there.
    fn any_operator(&mut self) -> Result<String> {
        match operator_name(self.tok()) {
            Some((name, _)) => {
                let name = name.to_string();
                self.bump()?;
                Ok(name)
            }
            None => self.unexpected(),
        }
    }

    /// Parses operators of precedence `min` and above, whose left operand is `left`. `b`: only
    /// operators of a `b_expr`.
    pub(super) fn infix(&mut self, mut left: Expr, min: u8, b: bool) -> Result<Expr> {
        // The level that may not come again because the last operator was not associative.
        let mut refused = 0;
        loop {
            let Some(level) = self.level(b) else { return Ok(left) };
            if level < min || min == TARGET && self.is_label() {
                return Ok(left);
            }
            if level == refused {
                return self.unexpected();
            }
            let height = self.height;
            refused = 0;
            left = match level {
                TYPECAST => {
                    let location = self.bump()?.start;
                    let type_name = self.type_name()?;
                    self.height = height;
                    Expr::TypeCast(Box::new(TypeCast { arg: left, type_name, location }))
                }
                COLLATE => {
                    let location = self.bump()?.start;
                    let collation = self.any_name()?;
                    Expr::Collate(Box::new(CollateClause { arg: left, collation, location }))
                }
                AT => {
                    let location = self.bump()?.start;
                    self.expect_all(&["time", "zone"])?;
                    let zone = self.expr_at(AT + 1, b)?;
                    let call = system_call("timezone", vec![zone, left], location);
                    Expr::FuncCall(Box::new(call))
                }
                OR | AND => self.connective(left, level)?,
                IS => {
                    let (e, open) = self.is_test(left, b)?;
                    if open {
                        refused = IS;
                    }
                    e
                }
                LIKE => {
                    let (e, open) = self.like_like(left)?;
                    if open {
                        refused = LIKE;
                    }
                    e
                }
                _ => {
                    if level == COMPARE {
                        refused = COMPARE;
                    }
                    let (e, array) = self.binary(left, level, b)?;
                    if array {
                        refused = 0;
                    }
                    e
                }
            };
            self.grow(height)?;
        }
    }

    /// Whether the current token is a key word that may be a label, and the column of a SELECT ends after it.
    fn is_label(&mut self) -> bool {
        matches!(self.tok(), Tok::Kw(k) if k.bare_label)
            && match self.peek(1) {
                Tok::Eof | Tok::Char(b',' | b')' | b';') => true,
                Tok::Kw(k) => AFTER_COLUMNS.contains(&k.word),
                _ => false,
            }
    }

    /// The precedence of the current operator; `None` if the token is no operator. `b`: only
    /// operators of a `b_expr`.
    fn level(&mut self, b: bool) -> Option<u8> {
        match &self.current.tok {
            Tok::TypeCast => Some(TYPECAST),
            Tok::Kw(k) => match k.word {
                "operator" => Some(OP),
                "is" => Some(IS),
                _ if b => None,
                "and" => Some(AND),
                "or" => Some(OR),
                "isnull" | "notnull" => Some(IS),
                "between" | "in" | "like" | "ilike" => Some(LIKE),
                // Not the SIMILAR of SUBSTRING, which no TO follows.
                "similar" => matches!(self.peek(1), Tok::Kw(k) if k.word == "to").then_some(LIKE),
                "not" => {
                    let next = self.peek(1);
                    matches!(next, Tok::Kw(k)
                        if matches!(k.word, "between" | "in" | "like" | "ilike" | "similar"))
                    .then_some(LIKE)
                }
                "at" => Some(AT),
                "collate" => Some(COLLATE),
                _ => None,
            },
            t => operator_name(t).map(|(_, level)| level),
        }
    }

    /// Parses AND or OR with its right operand; operands of one connective make a flat list.
    fn connective(&mut self, left: Expr, level: u8) -> Result<Expr> {
        let location = self.bump()?.start;
        let op = if level == AND { BoolOp::And } else { BoolOp::Or };
        let mut height = 0;
        let mut args = match left {
            // Only a left side that was built by this loop, not one in parentheses, could be of
            // the same kind; PostgreSQL flattens both.
            Expr::BoolExpr(inner) if inner.op == op => {
                height = self.height.saturating_sub(1);
                inner.args
            }
            other => vec![other],
        };
        args.push(self.expr_at(level + 1, false)?);
        self.height = self.height.max(height);
        // A flat list does not grow with each argument.
        while (level == AND && self.is("and")) || (level == OR && self.is("or")) {
            let h = self.height;
            self.bump()?;
            args.push(self.expr_at(level + 1, false)?);
            self.height = self.height.max(h);
        }
        Ok(Expr::BoolExpr(Box::new(BoolExpr { op, args, location })))
    }

    /// Parses an operator with its right operand. The flag says that it was `op ANY (...)`. `b`:
    /// only operators of a `b_expr`.
    fn binary(&mut self, left: Expr, level: u8, b: bool) -> Result<(Expr, bool)> {
        let location = self.pos();
        let name = self.qualified_operator()?;
        if !b && matches!(self.word(), "any" | "some" | "all") {
            return Ok((self.any_all(left, name, location)?, true));
        }
        let right = Some(self.expr_at(level + 1, b)?);
        let node = AExpr { kind: AExprKind::Op, name, left: Some(left), right, location };
        Ok((Expr::AExpr(Box::new(node)), false))
    }

    /// `subquery_Op sub_type (...)`; the current word is ANY, SOME or ALL.
    fn any_all(&mut self, left: Expr, name: QualifiedName, location: usize) -> Result<Expr> {
        let all = self.bump()?.tok == Tok::Kw(crate::lexer::keywords::lookup("all").unwrap());
        if !self.is_char(b'(') {
            return self.unexpected();
        }
        match self.paren(false)? {
            super::primary::Paren::Select(query) => Ok(Expr::SubLink(Box::new(SubLink {
                kind: if all { SubLinkKind::All } else { SubLinkKind::Any },
                test: Some(left),
                operator: Some(name),
                subselect: Box::new(query),
                location,
            }))),
            super::primary::Paren::Exprs(mut list) => {
                let kind = if all { AExprKind::OpAll } else { AExprKind::OpAny };
                let right = list.pop();
                let node = AExpr { kind, name, left: Some(left), right, location };
                Ok(Expr::AExpr(Box::new(node)))
            }
        }
    }

    /// Parses IS ..., ISNULL or NOTNULL. The flag says that the rule ended with an expression. `b`:
    /// only those of a `b_expr`.
    fn is_test(&mut self, left: Expr, b: bool) -> Result<(Expr, bool)> {
        let word = self.word();
        let location = self.bump()?.start;
        let null_test =
            |arg, negated| Expr::NullTest(Box::new(NullTest { arg, negated, location }));
        if word != "is" {
            return Ok((null_test(left, word == "notnull"), false));
        }
        // NOT before IN, LIKE ... is another token (`NOT_LA`).
        if self.word() == "not" && self.level(b).is_some() {
            return self.unexpected();
        }
        let negated = self.eat("not")?;
        let word = self.word();
        if word == "distinct" {
            self.bump()?;
            self.expect("from")?;
            let right = self.expr_at(IS + 1, b)?;
            let kind = if negated { AExprKind::NotDistinct } else { AExprKind::Distinct };
            return Ok((a_expr_op(kind, "=", Some(left), right, location), true));
        }
        if b {
            return self.unexpected();
        }
        let test = match (word, negated) {
            ("null", _) => {
                self.bump()?;
                return Ok((null_test(left, negated), false));
            }
            ("true", false) => BoolTest::True,
            ("true", true) => BoolTest::NotTrue,
            ("false", false) => BoolTest::False,
            ("false", true) => BoolTest::NotFalse,
            ("unknown", false) => BoolTest::Unknown,
            ("unknown", true) => BoolTest::NotUnknown,
            ("document", _) => return self.not_modelled("IS DOCUMENT"),
            ("normalized" | "nfc" | "nfd" | "nfkc" | "nfkd", _) => {
                return self.not_modelled("IS NORMALIZED");
            }
            _ => return self.unexpected(),
        };
        self.bump()?;
        Ok((Expr::BooleanTest(Box::new(BooleanTest { arg: left, test, location })), false))
    }

    /// Parses [NOT] BETWEEN, IN, LIKE, ILIKE or SIMILAR TO. The flag is as in `is_test`.
    fn like_like(&mut self, left: Expr) -> Result<(Expr, bool)> {
        let location = self.pos();
        let negated = self.eat("not")?;
        let word = self.word();
        self.bump()?;
        match word {
            "between" => {
                let symmetric = self.eat("symmetric")?;
                if !symmetric {
                    self.eat("asymmetric")?;
                }
                let low = self.b_expr()?;
                let height = self.height;
                self.expect("and")?;
                let high = self.expr_at(LIKE + 1, false)?;
                self.height = self.height.max(height);
                let (kind, name) = match (negated, symmetric) {
                    (false, false) => (AExprKind::Between, "BETWEEN"),
                    (true, false) => (AExprKind::NotBetween, "NOT BETWEEN"),
                    (false, true) => (AExprKind::BetweenSym, "BETWEEN SYMMETRIC"),
                    (true, true) => (AExprKind::NotBetweenSym, "NOT BETWEEN SYMMETRIC"),
                };
                let right = Expr::List(vec![low, high]);
                Ok((a_expr_op(kind, name, Some(left), right, location), true))
            }
            "in" => {
                if !self.is_char(b'(') {
                    return self.unexpected();
                }
                match self.paren(true)? {
                    super::primary::Paren::Select(query) => {
                        let link = Expr::SubLink(Box::new(SubLink {
                            kind: SubLinkKind::Any,
                            test: Some(left),
                            operator: None,
                            subselect: Box::new(query),
                            location,
                        }));
                        Ok((if negated { not(link, location) } else { link }, false))
                    }
                    super::primary::Paren::Exprs(list) => {
                        let name = if negated { "<>" } else { "=" };
                        let right = Expr::List(list);
                        Ok((a_expr_op(AExprKind::In, name, Some(left), right, location), false))
                    }
                }
            }
            "like" | "ilike" => {
                let (kind, name) = match (word, negated) {
                    ("like", false) => (AExprKind::Like, "~~"),
                    ("like", true) => (AExprKind::Like, "!~~"),
                    (_, false) => (AExprKind::ILike, "~~*"),
                    (_, true) => (AExprKind::ILike, "!~~*"),
                };
                if matches!(self.word(), "any" | "some" | "all") {
                    return Ok((self.any_all(left, name.into(), location)?, false));
                }
                let mut right = self.expr_at(LIKE + 1, false)?;
                if self.eat("escape")? {
                    let height = self.height;
                    let escape = self.expr_at(LIKE + 1, false)?;
                    self.grow(height)?;
                    let call = system_call("like_escape", vec![right, escape], location);
                    right = Expr::FuncCall(Box::new(FuncCall { sql_syntax: false, ..call }));
                }
                Ok((a_expr_op(kind, name, Some(left), right, location), true))
            }
            _ => {
                self.expect("to")?;
                let mut args = vec![self.expr_at(LIKE + 1, false)?];
                if self.eat("escape")? {
                    let height = self.height;
                    args.push(self.expr_at(LIKE + 1, false)?);
                    self.height = self.height.max(height);
                }
                self.grow(0)?;
                let call = system_call("similar_to_escape", args, location);
                let right = Expr::FuncCall(Box::new(FuncCall { sql_syntax: false, ..call }));
                let name = if negated { "!~" } else { "~" };
                Ok((a_expr_op(AExprKind::Similar, name, Some(left), right, location), true))
            }
        }
    }
}

/// The name and precedence of an operator token.
pub(super) fn operator_name(tok: &Tok) -> Option<(&str, u8)> {
    Some(match tok {
        Tok::Op(s) => (s, OP),
        Tok::Char(b'+') => ("+", PLUS),
        Tok::Char(b'-') => ("-", PLUS),
        Tok::Char(b'*') => ("*", TIMES),
        Tok::Char(b'/') => ("/", TIMES),
        Tok::Char(b'%') => ("%", TIMES),
        Tok::Char(b'^') => ("^", POWER),
        Tok::Char(b'<') => ("<", COMPARE),
        Tok::Char(b'>') => (">", COMPARE),
        Tok::Char(b'=') => ("=", COMPARE),
        Tok::LessEquals => ("<=", COMPARE),
        Tok::GreaterEquals => (">=", COMPARE),
        Tok::NotEquals => ("<>", COMPARE),
        _ => return None,
    })
}

/// Returns the negation of an expression; a minus sign before a number becomes part of it
/// (`doNegate` in `gram.y`).
fn negate(arg: Expr, location: usize) -> Expr {
    match arg {
        Expr::Const(Const { value: ConstValue::Integer(i), .. }) => {
            Expr::Const(Const { value: ConstValue::Integer(i.wrapping_neg()), location })
        }
        Expr::Const(Const { value: ConstValue::Float(f), .. }) => {
            let f = match f.strip_prefix('-') {
                Some(positive) => positive.to_string(),
                None => format!("-{}", f.strip_prefix('+').unwrap_or(&f)),
            };
            Expr::Const(Const { value: ConstValue::Float(f), location })
        }
        arg => a_expr_op(AExprKind::Op, "-", None, arg, location),
    }
}
