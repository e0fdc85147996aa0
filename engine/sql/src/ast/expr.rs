//! Expressions (`A_Expr`, `FuncCall`, `SubLink` and their kin).

use super::{QualifiedName, SelectStmt, SortBy, TypeName, WindowDef};

/// Any expression.
#[derive(Clone, Debug)]
pub enum Expr {
    /// `a`, `t.a`, `s.t.a`, `t.*`, `*`.
    ColumnRef(ColumnRef),
    /// A parameter: `$1`.
    ParamRef {
        /// The parameter, from 1.
        number: i32,
        /// Where it stands.
        location: usize,
    },
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
    /// A test for NULL: `IS [NOT] NULL`.
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
    Array {
        /// The elements.
        elements: Vec<Expr>,
        /// Where it stands.
        location: usize,
    },
    /// `ROW(...)` or `(a, b)`.
    Row {
        /// The fields.
        args: Vec<Expr>,
        /// Whether the word ROW was written (`COERCE_EXPLICIT_CALL`).
        explicit: bool,
        /// Where it starts.
        location: usize,
    },
    /// A choice between values: `CASE`.
    Case(Box<CaseExpr>),
    /// The first argument that is not NULL: `COALESCE(...)`.
    Coalesce {
        /// The arguments.
        args: Vec<Expr>,
        /// Where it stands.
        location: usize,
    },
    /// `GREATEST(...)`, `LEAST(...)`
    MinMax {
        /// GREATEST, else LEAST.
        greatest: bool,
        /// The arguments.
        args: Vec<Expr>,
        /// Where it stands.
        location: usize,
    },
    /// A subquery in an expression.
    SubLink(Box<SubLink>),
    /// Which of some columns are not grouped by, as bits: `GROUPING(...)`.
    Grouping {
        /// The grouping expressions asked for.
        args: Vec<Expr>,
        /// Where it stands.
        location: usize,
    },
    /// `DEFAULT` in VALUES and SET.
    SetToDefault {
        /// Where it stands.
        location: usize,
    },
    /// The row that a cursor stands at: `WHERE CURRENT OF c`.
    CurrentOf {
        /// The cursor's name.
        cursor: String,
        /// Where it stands.
        location: usize,
    },
    /// One column of `(a, b) = source` (`MultiAssignRef`).
    MultiAssignRef {
        /// The right side, repeated for each column.
        source: Box<Expr>,
        /// Which of its columns, from 1.
        column: usize,
        /// How many columns are assigned.
        columns: usize,
    },
    /// `name => value`; location of the name.
    NamedArg {
        /// The parameter's name.
        name: String,
        /// The value.
        arg: Box<Expr>,
        /// Where the name stands.
        location: usize,
    },
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

impl ColumnRef {
    /// Whether it is `*` or `t.*`.
    pub fn is_star(&self) -> bool {
        matches!(self.fields.last(), Some(Field::Star))
    }
}

/// A part of a column reference.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// A name.
    Name(String),
    /// All columns: `*`.
    Star,
}

/// A literal (`A_Const`).
#[derive(Clone, Debug)]
pub struct Const {
    /// The value.
    pub value: ConstValue,
    /// Where it stands.
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
pub struct TypeCast {
    /// What is cast.
    pub arg: Expr,
    /// The type it is cast to.
    pub type_name: TypeName,
    /// Where `::`, CAST or the type's name stands.
    pub location: usize,
}

/// An expression with another collation: `x COLLATE c` (`CollateClause`).
#[derive(Clone, Debug)]
pub struct CollateClause {
    /// The expression that gets the collation.
    pub arg: Expr,
    /// The collation's name.
    pub collation: QualifiedName,
    /// Where COLLATE stands.
    pub location: usize,
}

/// What an [`AExpr`] is (`A_Expr_Kind`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AExprKind {
    /// An operator; a prefix operator has no left side.
    Op,
    /// A comparison with the elements of an array, one of which must fit: `x op ANY (array)`.
    OpAny,
    /// A comparison with the elements of an array, all of which must fit: `x op ALL (array)`.
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
    /// NOT BETWEEN
    NotBetween,
    /// BETWEEN SYMMETRIC
    BetweenSym,
    /// NOT BETWEEN SYMMETRIC
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
pub enum BoolOp {
    /// AND
    And,
    /// OR
    Or,
    /// NOT
    Not,
}

/// AND, OR, NOT (`BoolExpr`); location of the operator word.
#[derive(Clone, Debug)]
pub struct BoolExpr {
    /// AND, OR or NOT.
    pub op: BoolOp,
    /// Its arguments: one for NOT, two or more for the others.
    pub args: Vec<Expr>,
    /// Where the operator's word stands.
    pub location: usize,
}

/// `IS [NOT] NULL` (`NullTest`); location of `IS`.
#[derive(Clone, Debug)]
pub struct NullTest {
    /// What is tested.
    pub arg: Expr,
    /// Whether it is IS NOT NULL.
    pub negated: bool,
    /// Where IS stands.
    pub location: usize,
}

/// Which truth test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoolTest {
    /// IS TRUE
    True,
    /// IS NOT TRUE
    NotTrue,
    /// IS FALSE
    False,
    /// IS NOT FALSE
    NotFalse,
    /// IS UNKNOWN
    Unknown,
    /// IS NOT UNKNOWN
    NotUnknown,
}

/// `IS [NOT] TRUE/FALSE/UNKNOWN` (`BooleanTest`); location of `IS`.
#[derive(Clone, Debug)]
pub struct BooleanTest {
    /// What is tested.
    pub arg: Expr,
    /// For what.
    pub test: BoolTest,
    /// Where IS stands.
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
    /// The condition of `FILTER (WHERE ...)`.
    pub filter: Option<Expr>,
    /// The window of OVER, which makes it a window function.
    pub over: Option<WindowDef>,
    /// ORDER BY came from WITHIN GROUP.
    pub within_group: bool,
    /// Whether it is called with a star, as in `count(*)`.
    pub star: bool,
    /// Whether DISTINCT stands before the arguments.
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
pub enum SqlValueFunctionOp {
    /// CURRENT_DATE
    CurrentDate,
    /// CURRENT_TIME
    CurrentTime,
    /// CURRENT_TIMESTAMP
    CurrentTimestamp,
    /// LOCALTIME
    LocalTime,
    /// LOCALTIMESTAMP
    LocalTimestamp,
    /// CURRENT_ROLE
    CurrentRole,
    /// CURRENT_USER
    CurrentUser,
    /// USER
    User,
    /// SESSION_USER
    SessionUser,
    /// CURRENT_CATALOG
    CurrentCatalog,
    /// CURRENT_SCHEMA
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
pub struct Indirection {
    /// What it is taken from.
    pub arg: Expr,
    /// The steps, in order.
    pub indirection: Vec<IndirectionStep>,
}

/// One step of an indirection.
#[derive(Clone, Debug, PartialEq)]
pub enum IndirectionStep {
    /// A field: `.name`.
    Field(String),
    /// All fields: `.*`.
    Star,
    /// An element: `[i]`.
    Subscript(Box<Expr>),
    /// `[l:u]`, either side may be missing.
    Slice {
        /// The lower bound.
        lower: Option<Box<Expr>>,
        /// The upper bound.
        upper: Option<Box<Expr>>,
    },
}

/// A choice between values (`CaseExpr`).
#[derive(Clone, Debug)]
pub struct CaseExpr {
    /// The value that the arms are compared with: `CASE arg WHEN`.
    pub arg: Option<Expr>,
    /// The arms.
    pub whens: Vec<CaseWhen>,
    /// The result of ELSE.
    pub default: Option<Expr>,
    /// Where CASE stands.
    pub location: usize,
}

/// One arm; location of WHEN.
#[derive(Clone, Debug)]
pub struct CaseWhen {
    /// The condition, or the value compared with `CASE arg`.
    pub expr: Expr,
    /// The result: THEN.
    pub result: Expr,
    /// Where WHEN stands.
    pub location: usize,
}

/// How a subquery is used (`SubLinkType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubLinkKind {
    /// EXISTS (...)
    Exists,
    /// A comparison that must hold for all rows: `test op ALL (...)`.
    All,
    /// `test op ANY (...)`; `test IN (...)` has no operator.
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
    /// The operator of ANY and ALL; none for IN.
    pub operator: Option<QualifiedName>,
    /// The query.
    pub subselect: Box<SelectStmt>,
    /// Where it stands (the operator for ANY and ALL).
    pub location: usize,
}

/// Which grouping set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupingSetKind {
    /// All rows as one group: `()`.
    Empty,
    /// ROLLUP (...)
    Rollup,
    /// CUBE (...)
    Cube,
    /// GROUPING SETS (...)
    Sets,
}

/// `()`, ROLLUP, CUBE, GROUPING SETS (`GroupingSet`).
#[derive(Clone, Debug)]
pub struct GroupingSet {
    /// Which of the four forms.
    pub kind: GroupingSetKind,
    /// What is written in its parentheses.
    pub content: Vec<Expr>,
    /// Where it starts.
    pub location: usize,
}

impl Expr {
    /// The position of the expression, for an error that points at it (`exprLocation`): for an
    /// operator, the leftmost of its own and its left argument's position.
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
