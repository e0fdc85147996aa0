//! Expressions (`A_Expr`, `FuncCall`, `SubLink` and their kin).

use super::{QualifiedName, SelectStmt, SortBy, TypeName, WindowDef};

/// Any expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// `a`, `t.a`, `s.t.a`, `t.*`, `*`.
    ColumnRef(ColumnRef),
    /// `$1`
    #[allow(missing_docs)]
    ParamRef { number: i32, location: usize },
    /// A literal.
    Const(Const),
    /// `x::t`, `CAST(x AS t)`, `t 'literal'`; location of `::`, `CAST` or the type name.
    TypeCast(Box<TypeCast>),
    /// `x COLLATE c`; location of `COLLATE`.
    Collate(Box<CollateClause>),
    /// An operator and what parses like one.
    AExpr(Box<AExpr>),
    /// AND, OR (flat lists: `a AND b AND c` has three arguments) and NOT.
    BoolExpr(Box<BoolExpr>),
    /// `IS [NOT] NULL`
    NullTest(Box<NullTest>),
    /// `IS [NOT] TRUE` and so on.
    BooleanTest(Box<BooleanTest>),
    /// A function call, an aggregate, a window function.
    FuncCall(Box<FuncCall>),
    /// `CURRENT_DATE` and so on.
    SqlValueFunction(SqlValueFunction),
    /// Field selection and subscripts on something that is not a plain column.
    Indirection(Box<Indirection>),
    /// `ARRAY[...]`; nested brackets are nested `Array`s.
    #[allow(missing_docs)]
    Array { elements: Vec<Expr>, location: usize },
    /// `ROW(...)` or `(a, b)`.
    Row {
        /// The fields.
        args: Vec<Expr>,
        /// Whether the word ROW was written (`COERCE_EXPLICIT_CALL`).
        explicit: bool,
        /// Where it starts.
        location: usize,
    },
    /// `CASE`
    Case(Box<CaseExpr>),
    /// `COALESCE(...)`
    #[allow(missing_docs)]
    Coalesce { args: Vec<Expr>, location: usize },
    /// `GREATEST(...)`, `LEAST(...)`
    #[allow(missing_docs)]
    MinMax { greatest: bool, args: Vec<Expr>, location: usize },
    /// A subquery in an expression.
    SubLink(Box<SubLink>),
    /// `GROUPING(...)`
    #[allow(missing_docs)]
    Grouping { args: Vec<Expr>, location: usize },
    /// `DEFAULT` in VALUES and SET.
    #[allow(missing_docs)]
    SetToDefault { location: usize },
    /// `WHERE CURRENT OF c`
    #[allow(missing_docs)]
    CurrentOf { cursor: String, location: usize },
    /// One column's share of `(a, b) = source`; the source is kept once per column.
    #[allow(missing_docs)]
    MultiAssignRef { source: Box<Expr>, column: usize, columns: usize },
    /// `name => value`; location of the name.
    #[allow(missing_docs)]
    NamedArg { name: String, arg: Box<Expr>, location: usize },
    /// The right side of IN and BETWEEN; nowhere else.
    List(Vec<Expr>),
    /// In GROUP BY only.
    GroupingSet(Box<GroupingSet>),
}

/// A column reference (`ColumnRef`).
#[derive(Clone, Debug)]
pub struct ColumnRef {
    /// The parts; a last [`Field::Star`] for `t.*`.
    pub fields: Vec<Field>,
    /// Where the first part starts.
    pub location: usize,
}

/// A part of a column reference.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Field {
    Name(String),
    Star,
}

/// A literal (`A_Const`).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Const {
    pub value: ConstValue,
    pub location: usize,
}

/// The value of a literal.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstValue {
    /// Digits that fit 32 bits.
    Integer(i32),
    /// Any other number, as written (int8 when it is all digits and fits, else numeric).
    Float(String),
    /// TRUE or FALSE.
    Boolean(bool),
    /// A string, of type unknown.
    String(String),
    /// `b'101'`: "b101"; `x'1f'`: "x1f".
    BitString(String),
    /// NULL
    Null,
}

/// A cast (`TypeCast`).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct TypeCast {
    pub arg: Expr,
    pub type_name: TypeName,
    pub location: usize,
}

/// `COLLATE` (`CollateClause`).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CollateClause {
    pub arg: Expr,
    pub collation: QualifiedName,
    pub location: usize,
}

/// What an [`AExpr`] is (`A_Expr_Kind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AExprKind {
    /// An operator; a prefix operator has no left side.
    Op,
    /// `x op ANY (array)`
    OpAny,
    /// `x op ALL (array)`
    OpAll,
    /// IS DISTINCT FROM; name "=".
    Distinct,
    /// IS NOT DISTINCT FROM; name "=".
    NotDistinct,
    /// NULLIF(left, right); name "=".
    NullIf,
    /// `[NOT] IN (list)`; name "=" or "<>", right is a [`Expr::List`].
    In,
    /// Name "~~" or "!~~".
    Like,
    /// Name "~~*" or "!~~*".
    ILike,
    /// Name "~" or "!~"; right is a call of `similar_to_escape`.
    Similar,
    /// Right is a list of two, in these four.
    Between,
    #[allow(missing_docs)]
    NotBetween,
    #[allow(missing_docs)]
    BetweenSym,
    #[allow(missing_docs)]
    NotBetweenSym,
}

/// An operator's application (`A_Expr`).
#[derive(Clone, Debug)]
pub struct AExpr {
    /// How it is written: `a = b`, `IN`, `LIKE`, `BETWEEN` and so on.
    pub kind: AExprKind,
    /// The operator's name, qualified after `OPERATOR(s.+)`.
    pub name: QualifiedName,
    /// Left side, none for a prefix operator.
    pub left: Option<Expr>,
    /// Right side.
    pub right: Option<Expr>,
    /// Where the operator stands.
    pub location: usize,
}

/// Which boolean connective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BoolOp {
    And,
    Or,
    Not,
}

/// AND, OR, NOT (`BoolExpr`); location of the operator word.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BoolExpr {
    pub op: BoolOp,
    pub args: Vec<Expr>,
    pub location: usize,
}

/// `IS [NOT] NULL` (`NullTest`); location of `IS`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct NullTest {
    pub arg: Expr,
    pub negated: bool,
    pub location: usize,
}

/// Which truth test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum BoolTest {
    True,
    NotTrue,
    False,
    NotFalse,
    Unknown,
    NotUnknown,
}

/// `IS [NOT] TRUE/FALSE/UNKNOWN` (`BooleanTest`); location of `IS`.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct BooleanTest {
    pub arg: Expr,
    pub test: BoolTest,
    pub location: usize,
}

/// A function call (`FuncCall`).
#[derive(Clone, Debug)]
pub struct FuncCall {
    /// The name; special syntax arrives translated (`EXTRACT(...)` is `pg_catalog.extract`).
    pub name: QualifiedName,
    /// The arguments; named ones are [`Expr::NamedArg`].
    pub args: Vec<Expr>,
    /// `ORDER BY` inside the parentheses, or of WITHIN GROUP.
    pub order_by: Vec<SortBy>,
    /// `FILTER (WHERE ...)`
    pub filter: Option<Expr>,
    /// `OVER ...`
    pub over: Option<WindowDef>,
    /// ORDER BY came from WITHIN GROUP.
    pub within_group: bool,
    /// `count(*)`
    pub star: bool,
    /// `DISTINCT`
    pub distinct: bool,
    /// The last argument was marked VARIADIC.
    pub variadic: bool,
    /// Written with SQL's special syntax (`COERCE_SQL_SYNTAX`), for deparsing.
    pub sql_syntax: bool,
    /// Where the name starts.
    pub location: usize,
}

/// The parameterless functions of the standard (`SQLValueFunctionOp`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SqlValueFunctionOp {
    CurrentDate,
    CurrentTime,
    CurrentTimestamp,
    LocalTime,
    LocalTimestamp,
    CurrentRole,
    CurrentUser,
    User,
    SessionUser,
    CurrentCatalog,
    CurrentSchema,
}

/// `CURRENT_DATE` and so on (`SQLValueFunction`).
#[derive(Clone, Debug)]
pub struct SqlValueFunction {
    /// The keyword.
    pub op: SqlValueFunctionOp,
    /// The precision in parentheses, or -1.
    pub typmod: i32,
    /// Where it stands.
    pub location: usize,
}

/// Subscripts and fields after an expression (`A_Indirection`).
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub struct Indirection {
    pub arg: Expr,
    pub indirection: Vec<IndirectionStep>,
}

/// One step of an indirection.
#[derive(Clone, Debug, PartialEq)]
pub enum IndirectionStep {
    /// `.name`
    Field(String),
    /// `.*`
    Star,
    /// `[i]`
    Subscript(Box<Expr>),
    /// `[l:u]`, either side may be missing.
    #[allow(missing_docs)]
    Slice { lower: Option<Box<Expr>>, upper: Option<Box<Expr>> },
}

/// `CASE` (`CaseExpr`).
#[derive(Clone, Debug)]
pub struct CaseExpr {
    /// `CASE arg WHEN`
    pub arg: Option<Expr>,
    /// The arms.
    pub whens: Vec<CaseWhen>,
    /// ELSE
    pub default: Option<Expr>,
    /// Where CASE stands.
    pub location: usize,
}

/// One arm; location of WHEN.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct CaseWhen {
    pub expr: Expr,
    pub result: Expr,
    pub location: usize,
}

/// How a subquery is used (`SubLinkType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubLinkKind {
    /// EXISTS (...)
    Exists,
    /// `test op ALL (...)`
    All,
    /// `test op ANY (...)`; `test IN (...)` has an empty operator name.
    Any,
    /// A scalar (or row) subquery.
    Expr,
    /// ARRAY(...)
    Array,
}

/// A subquery in an expression (`SubLink`). `x NOT IN (SELECT ...)` is NOT of an IN.
#[derive(Clone, Debug)]
pub struct SubLink {
    /// Which use.
    pub kind: SubLinkKind,
    /// The left side of ANY, ALL and IN.
    pub test: Option<Expr>,
    /// The operator of ANY and ALL; empty for IN.
    pub operator: QualifiedName,
    /// The query.
    pub subselect: Box<SelectStmt>,
    /// Where it stands (the operator for ANY and ALL).
    pub location: usize,
}

/// Which grouping set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum GroupingSetKind {
    Empty,
    Rollup,
    Cube,
    Sets,
}

/// `()`, ROLLUP, CUBE, GROUPING SETS (`GroupingSet`).
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct GroupingSet {
    pub kind: GroupingSetKind,
    pub content: Vec<Expr>,
    pub location: usize,
}

impl Expr {
    /// Where the expression stands, for an error that points at it (`exprLocation`): for an
    /// operator the leftmost of its own and its left argument's place, as PostgreSQL does.
    pub fn location(&self) -> Option<usize> {
        let leftmost = |own: usize, args: &[&Expr]| {
            args.iter().filter_map(|e| e.location()).chain([own]).min()
        };
        match self {
            Expr::ColumnRef(c) => Some(c.location),
            Expr::Const(c) => Some(c.location),
            Expr::TypeCast(c) => leftmost(c.location.min(c.type_name.location), &[&c.arg]),
            Expr::Collate(c) => leftmost(c.location, &[&c.arg]),
            Expr::AExpr(a) => {
                let l = a.left.as_ref().and_then(Expr::location).unwrap_or(a.location);
                Some(l.min(a.location))
            }
            Expr::BoolExpr(b) => {
                leftmost(b.location, &b.args.first().into_iter().collect::<Vec<_>>())
            }
            Expr::NullTest(n) => leftmost(n.location, &[&n.arg]),
            Expr::BooleanTest(n) => leftmost(n.location, &[&n.arg]),
            Expr::FuncCall(f) => {
                leftmost(f.location, &f.args.first().into_iter().collect::<Vec<_>>())
            }
            Expr::SqlValueFunction(f) => Some(f.location),
            Expr::Indirection(i) => i.arg.location(),
            Expr::Case(c) => Some(c.location),
            Expr::SubLink(s) => leftmost(s.location, &s.test.iter().collect::<Vec<_>>()),
            Expr::GroupingSet(g) => Some(g.location),
            Expr::ParamRef { location, .. }
            | Expr::Array { location, .. }
            | Expr::Row { location, .. }
            | Expr::Coalesce { location, .. }
            | Expr::MinMax { location, .. }
            | Expr::Grouping { location, .. }
            | Expr::SetToDefault { location }
            | Expr::CurrentOf { location, .. } => Some(*location),
            Expr::NamedArg { location, arg, .. } => leftmost(*location, &[arg]),
            Expr::MultiAssignRef { source, .. } => source.location(),
            Expr::List(l) => l.iter().filter_map(Expr::location).next(),
        }
    }
}
