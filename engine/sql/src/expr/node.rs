//! The nodes of a typed expression (`primnodes.h`).

use crate::analyze::{CreatedFunction, Query, SortGroupClause, WindowFrame};
pub use crate::ast::{BoolOp, BoolTest, SqlValueFunctionOp};
use std::rc::Rc;
use storage::datum::Datum;
use storage::fmgr::{Builtin, Cast, Operator, ScalarFn, Volatility};
use storage::ids::Oid;

/// An expression with its type and its place in the text.
///
/// Equality ignores the location and how a coercion was written, as `equal()` does.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it computes.
    pub node: Node,
    /// Its type (`exprType`).
    pub type_oid: Oid,
    /// Its modifier (`exprTypmod`), -1 for none.
    pub typmod: i32,
    /// Its collation (`exprCollation`), 0 for none.
    pub collation: Oid,
    /// Byte offset in the statement (`exprLocation`), -1 when unknown.
    pub location: i32,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.type_oid == other.type_oid
            && self.typmod == other.typmod
            && self.collation == other.collation
            && self.node == other.node
    }
}

/// What an [`Expr`] computes.
#[derive(Clone, Debug, PartialEq)]
pub enum Node {
    /// A column of a range table entry.
    Var(Var),
    /// A constant.
    Const(Datum),
    /// A parameter.
    Param(Param),
    /// A function call.
    Func(FuncCall),
    /// An operator call, one argument (prefix) or two.
    Op(OpCall),
    /// `a IS DISTINCT FROM b`; the operator is `=`.
    Distinct(OpCall),
    /// `NULLIF(a, b)`; the operator is `=`.
    NullIf(OpCall),
    /// `a op ANY (array)`, `a op ALL (array)`, `a IN (b, c)`.
    ScalarArrayOp(ScalarArrayOp),
    /// AND, OR or NOT.
    Bool(BoolOp, Vec<Expr>),
    /// An aggregate.
    Aggref(Box<Aggref>),
    /// A window function.
    WindowFunc(Box<WindowFunc>),
    /// `GROUPING(...)`: indexes into the target list's grouping columns.
    Grouping(Vec<Expr>),
    /// A choice between values: `CASE`.
    Case(Box<Case>),
    /// Stands for the value after `CASE` within its `WHEN`s.
    CaseTest,
    /// The first argument that is not NULL: `COALESCE`.
    Coalesce(Vec<Expr>),
    /// The greatest (true) or least (false) of some values: `GREATEST`, `LEAST`.
    MinMax(bool, Vec<Expr>),
    /// A test for NULL: `IS [NOT] NULL`.
    NullTest(NullTest),
    /// A test of a truth value: `IS [NOT] TRUE | FALSE | UNKNOWN`.
    BooleanTest(BoolTest, Box<Expr>),
    /// A row: `ROW(...)`.
    Row(RowExpr),
    /// `ROW(a, b) < ROW(c, d)`, and `=`/`<>` in row sub-links.
    RowCompare(Box<RowCompare>),
    /// An array: `ARRAY[...]`.
    Array(ArrayExpr),
    /// `a[1]`, `a[1:2]`, `j['key']`, or the assignment to one.
    Subscript(Box<Subscript>),
    /// A column (from 1) of a composite value.
    FieldSelect(Box<Expr>, i16),
    /// A composite value with some columns replaced: `(value, [(column from 1, new value)])`.
    FieldStore(Box<Expr>, Vec<(i16, Expr)>),
    /// A sub-query as the analyser leaves it.
    SubLink(Box<SubLink>),
    /// A sub-query as the planner makes it.
    SubPlan(Box<SubPlan>),
    /// A value with another type and unchanged bits (`RelabelType`).
    Relabel(Box<Expr>, CoercionForm),
    /// Through the output and input functions.
    CoerceViaIO(Box<Expr>, CoercionForm),
    /// Element by element; the second is the element's coercion over [`Node::CaseTest`].
    ArrayCoerce(Box<Expr>, Box<Expr>, CoercionForm),
    /// Checks a domain's constraints.
    CoerceToDomain(Box<Expr>, CoercionForm),
    /// `VALUE` within a domain's CHECK.
    CoerceToDomainValue,
    /// `DEFAULT` in VALUES or SET, until analysis of the target replaces it.
    SetToDefault,
    /// `CURRENT_DATE` and its kin.
    SqlValue(SqlValueFunctionOp),
    /// The next value of a sequence, for an identity column.
    NextValue(Oid),
    /// A value with another collation: `a COLLATE "x"`.
    Collate(Box<Expr>, Oid),
    /// `name => value` while a call is resolved; never left in a finished tree.
    NamedArg(String, Box<Expr>),
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Var {
    /// Index in the range table, from 1 (`varno`). Planners may use values from
    /// [`Var::INNER`] up for the rows of child plans.
    pub rte: usize,
    /// Column from 1; 0 is the whole row; negative a system column ([`system_column`]).
    pub attno: i16,
    /// How many queries further out the range table is.
    pub levels_up: u32,
}

impl Var {
    /// Stands for the row of the inner child (`INNER_VAR`).
    pub const INNER: usize = 65000;
    /// Stands for the row of the outer child (`OUTER_VAR`).
    pub const OUTER: usize = 65001;
    /// Stands for the entry of an index (`INDEX_VAR`).
    pub const INDEX: usize = 65002;
    /// The number of the first expression of a pulled-up sub-query that a relation computes with its rows, so that an
    /// outer join above puts NULL in its place (`PlaceHolderVar`); see [`Var::placeholder`].
    pub const PLACEHOLDER: i16 = 2000;
    /// The number of the first such expression whose sub-query has more relations than the one that computes it.
    pub const PLACEHOLDER_OF_JOIN: i16 = 4000;

    /// The place of the expression that it stands for among those of its range table entry; `None` for a column.
    pub fn placeholder(&self) -> Option<usize> {
        let base = if self.attno < Var::PLACEHOLDER_OF_JOIN {
            Var::PLACEHOLDER
        } else {
            Var::PLACEHOLDER_OF_JOIN
        };
        usize::try_from(self.attno - base).ok()
    }
}

/// Numbers of the system columns (`sysattr.h`).
pub mod system_column {
    /// The place of the row version: `ctid`.
    pub const CTID: i16 = -1;
    /// The transaction that wrote the row version: `xmin`.
    pub const XMIN: i16 = -2;
    /// The command in that transaction that wrote it: `cmin`.
    pub const CMIN: i16 = -3;
    /// The transaction that deleted, replaced or locked it: `xmax`.
    pub const XMAX: i16 = -4;
    /// The command in that transaction that deleted it: `cmax`.
    pub const CMAX: i16 = -5;
    /// The OID of the row's table: `tableoid`.
    pub const TABLEOID: i16 = -6;
}

/// A parameter (`Param`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Param {
    /// `$n` of a prepared statement or an argument of a SQL function, from 1.
    Extern(usize),
    /// Set by the executor: the result of an init plan, or an outer row's value for a sub-plan.
    Exec(usize),
    /// Column (from 1) of the sub-query within a sub-link's test expression.
    SubLink(usize),
    /// One of several columns assigned from one sub-query: (which sub-query, column), from 1.
    MultiExpr(usize, usize),
}

/// Which function a call names.
#[derive(Clone, Debug)]
pub enum FuncRef {
    /// One of the built-in table.
    Builtin(&'static Builtin),
    /// A cast's function; called with (value, typmod, is_explicit) when
    /// [`FuncCall::args`] has three, else (value, -1, false) is supplied.
    Cast(&'static Cast, ScalarFn),
    /// One created with CREATE FUNCTION.
    Sql(Rc<CreatedFunction>),
}

impl PartialEq for FuncRef {
    fn eq(&self, other: &FuncRef) -> bool {
        match (self, other) {
            (FuncRef::Builtin(a), FuncRef::Builtin(b)) => std::ptr::eq(*a, *b),
            (FuncRef::Cast(a, _), FuncRef::Cast(b, _)) => std::ptr::eq(*a, *b),
            (FuncRef::Sql(a), FuncRef::Sql(b)) => a.oid == b.oid,
            _ => false,
        }
    }
}

impl FuncRef {
    /// Its name; for a cast the target type's (`proname`).
    pub fn name(&self) -> String {
        match self {
            FuncRef::Builtin(b) => b.name.to_string(),
            FuncRef::Cast(c, _) => crate::catalog::type_name(c.target).to_string(),
            FuncRef::Sql(f) => f.name.clone(),
        }
    }
    /// The name of the argument number `i`, counted from 0; "" for one without.
    pub fn argument_name(&self, i: usize) -> &str {
        match self {
            FuncRef::Builtin(b) => b.arg_names.get(i).copied().unwrap_or_default(),
            FuncRef::Cast(..) => "",
            FuncRef::Sql(f) => f.arg_names.get(i).map_or("", String::as_str),
        }
    }
    /// Whether a NULL argument makes the result NULL without a call (`proisstrict`).
    pub fn strict(&self) -> bool {
        match self {
            FuncRef::Builtin(b) => b.strict,
            FuncRef::Cast(..) => true,
            FuncRef::Sql(f) => f.strict,
        }
    }
    /// Whether its results depend on more than its arguments (`provolatile`).
    pub fn volatility(&self) -> Volatility {
        match self {
            FuncRef::Builtin(b) => b.volatility,
            FuncRef::Cast(c, _) => crate::catalog::cast_volatility(c),
            FuncRef::Sql(f) => f.volatility,
        }
    }
}

/// Which arguments of a call are written, for what shows it as it was stored: defaults are added when a query is planned
/// (`expand_function_arguments`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Notation {
    /// How many stand at the beginning, without names.
    positional: u8,
    /// How many follow by name.
    named: u8,
    /// Their places among the function's arguments, the first in the lowest four bits.
    places: u64,
}

impl Notation {
    /// The notation of a call with so many arguments without names, and named ones at these places; `None` for more
    /// named ones than it can hold.
    pub fn new(positional: usize, named: &[usize]) -> Option<Notation> {
        if named.len() > 16 || named.iter().any(|&p| p > 15) {
            return None;
        }
        let places = named.iter().rev().fold(0, |all, &p| all << 4 | p as u64);
        Some(Notation { positional: positional as u8, named: named.len() as u8, places })
    }

    /// The places of the written arguments, each with whether its name is written.
    pub fn written(self) -> impl Iterator<Item = (usize, bool)> {
        let named = (0..self.named).map(move |n| ((self.places >> (4 * n) & 15) as usize, true));
        (0..self.positional as usize).map(|n| (n, false)).chain(named)
    }
}

/// How a function call that is a coercion is shown (`CoercionForm`). All compare equal.
#[derive(Clone, Copy, Debug, Eq)]
pub enum CoercionForm {
    /// As a function call.
    Call,
    /// As `x::type`.
    ExplicitCast,
    /// Not at all.
    ImplicitCast,
    /// As a function call of which only some arguments are written, or some by name.
    Partly(Notation),
    /// With the SQL syntax of its own, such as `SUBSTRING(x FROM 1)`.
    SqlSyntax,
    /// Not at all: the whole row of a relation that an outer join may put NULL in the place of.
    Nullable,
    /// As `t.*`: the whole row of what a scan reads, which is no table.
    Whole,
}

impl PartialEq for CoercionForm {
    fn eq(&self, _: &CoercionForm) -> bool {
        true
    }
}

/// A function call (`FuncExpr`).
#[derive(Clone, Debug, PartialEq)]
pub struct FuncCall {
    /// The function called.
    pub func: FuncRef,
    /// All arguments, defaults filled in, named ones in place, variadic ones gathered in an array
    /// (except for `VARIADIC "any"`).
    pub args: Vec<Expr>,
    /// Whether it returns a set (`funcretset`).
    pub returns_set: bool,
    /// Whether the last argument is a variadic array (`funcvariadic`).
    pub variadic: bool,
    /// How it is shown.
    pub form: CoercionForm,
}

/// An operator call (`OpExpr`).
#[derive(Clone, Debug)]
pub struct OpCall {
    /// The operator applied.
    pub op: &'static Operator,
    /// One argument or two.
    pub args: Vec<Expr>,
}

impl PartialEq for OpCall {
    fn eq(&self, other: &OpCall) -> bool {
        std::ptr::eq(self.op, other.op) && self.args == other.args
    }
}

/// The comparison of a value with an array's elements: `x op ANY|ALL (array)`.
#[derive(Clone, Debug)]
pub struct ScalarArrayOp {
    /// Applied to the left side and each element.
    pub op: &'static Operator,
    /// ANY (true) or ALL.
    pub use_or: bool,
    /// The left side and the array.
    pub args: Box<[Expr; 2]>,
}

impl PartialEq for ScalarArrayOp {
    fn eq(&self, other: &ScalarArrayOp) -> bool {
        std::ptr::eq(self.op, other.op) && self.use_or == other.use_or && self.args == other.args
    }
}

/// An aggregate call (`Aggref`).
#[derive(Clone, Debug, PartialEq)]
pub struct Aggref {
    /// The aggregate called.
    pub func: FuncRef,
    /// Direct arguments of an ordered-set aggregate.
    pub direct_args: Vec<Expr>,
    /// The arguments, and after them resjunk entries of ORDER BY.
    pub args: Vec<TargetEntry>,
    /// `ORDER BY` within the call.
    pub order: Vec<SortGroupClause>,
    /// `DISTINCT` within the call.
    pub distinct: Vec<SortGroupClause>,
    /// The condition of `FILTER (WHERE ...)`, if there is one.
    pub filter: Option<Expr>,
    /// Whether it is an ordered-set aggregate: WITHIN GROUP.
    pub within_group: bool,
    /// Whether its rows come in the order that it needs.
    pub presorted: bool,
    /// Whether it is called with a star, as in `count(*)`.
    pub star: bool,
    /// Whether VARIADIC was written.
    pub variadic: bool,
    /// Which query it belongs to, counted outwards.
    pub levels_up: u32,
}

/// A window function call.
#[derive(Clone, Debug, PartialEq)]
pub struct WindowFunc {
    /// Which: an aggregate or a window function.
    pub func: FuncRef,
    /// Arguments.
    pub args: Vec<Expr>,
    /// The condition of `FILTER (WHERE ...)`, if there is one.
    pub filter: Option<Expr>,
    /// Whether it is called with a star, as in `count(*)`.
    pub star: bool,
    /// Whether it is an aggregate.
    pub is_aggregate: bool,
    /// Index of its window in [`Query::windows`], from 0.
    pub window: usize,
    /// Its frame, repeated for convenience.
    pub frame: WindowFrame,
}

/// A choice between values (`CASE`).
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The value after `CASE`; the conditions compare [`Node::CaseTest`] with theirs.
    pub arg: Option<Expr>,
    /// Conditions and results.
    pub whens: Vec<(Expr, Expr)>,
    /// The result of ELSE, a NULL constant when none was written.
    pub default: Expr,
}

/// A test for NULL (`IS [NOT] NULL`).
#[derive(Clone, Debug, PartialEq)]
pub struct NullTest {
    /// The value.
    pub arg: Box<Expr>,
    /// Whether it is IS NULL (true) or IS NOT NULL.
    pub is_null: bool,
    /// Whether the value is a row, whose columns are looked at.
    pub arg_is_row: bool,
}

/// `ROW(...)`; its type is RECORD or a named row type.
#[derive(Clone, Debug, PartialEq)]
pub struct RowExpr {
    /// The columns.
    pub args: Vec<Expr>,
    /// Their names.
    pub names: Vec<String>,
    /// How it is shown: with `ROW` or in parentheses only.
    pub form: CoercionForm,
}

impl Expr {
    /// Whether it is a column, or the whole row of what a scan reads.
    pub fn is_column(&self) -> bool {
        match &self.node {
            Node::Var(_) => true,
            Node::Row(row) => row.scanned().is_some(),
            _ => false,
        }
    }
}

impl RowExpr {
    /// The whole-row column that these columns stand for, if they are those of what a scan reads.
    pub fn scanned(&self) -> Option<Var> {
        match (self.form, self.args.first().map(|a| &a.node)) {
            (CoercionForm::Whole, Some(Node::Var(v))) => Some(Var { attno: 0, ..*v }),
            _ => None,
        }
    }
}

/// Which comparison of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowCompareKind {
    /// Less than: `<`.
    Lt,
    /// Less than or equal to: `<=`.
    Le,
    /// Greater than or equal to: `>=`.
    Ge,
    /// Greater than: `>`.
    Gt,
}

/// The comparison of two rows: `ROW(a, b) < ROW(c, d)`.
#[derive(Clone, Debug)]
pub struct RowCompare {
    /// Which comparison.
    pub kind: RowCompareKind,
    /// The operator for each pair.
    pub ops: Vec<&'static Operator>,
    /// Left sides.
    pub left: Vec<Expr>,
    /// Right sides.
    pub right: Vec<Expr>,
}

impl PartialEq for RowCompare {
    fn eq(&self, other: &RowCompare) -> bool {
        self.kind == other.kind && self.left == other.left && self.right == other.right
    }
}

/// An array built of its elements (`ARRAY[...]`).
#[derive(Clone, Debug, PartialEq)]
pub struct ArrayExpr {
    /// The elements, or the sub-arrays when `multi_dims`.
    pub elements: Vec<Expr>,
    /// Type of the elements.
    pub element_type: Oid,
    /// Whether the elements are arrays themselves.
    pub multi_dims: bool,
}

/// An element or slice of an array or jsonb, or the assignment to one (`SubscriptingRef`).
#[derive(Clone, Debug, PartialEq)]
pub struct Subscript {
    /// The container.
    pub container: Expr,
    /// Type of the container (an array type or jsonb).
    pub container_type: Oid,
    /// Type of its elements.
    pub element_type: Oid,
    /// Subscripts; upper bounds of slices (`None`: left out).
    pub upper: Vec<Option<Expr>>,
    /// Lower bounds of slices; empty when it is not a slice.
    pub lower: Vec<Option<Expr>>,
    /// The value to store, for an assignment.
    pub assign: Option<Expr>,
}

/// What a sub-link asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubLinkKind {
    /// Whether there is a row: `EXISTS (...)`.
    Exists,
    /// Whether the comparison holds for all rows: `x op ALL (...)`.
    All,
    /// `x op ANY (...)`, `x IN (...)`
    Any,
    /// How a row compares with the sub-query's only one: `(a, b) < (SELECT ...)`.
    RowCompare,
    /// The only value: `(SELECT ...)`.
    Expr,
    /// `UPDATE ... SET (a, b) = (SELECT ...)`; the number is the sub-query's.
    MultiExpr(usize),
    /// All values as an array: `ARRAY(SELECT ...)`.
    Array,
    /// A CTE (used by planners only).
    Cte,
}

/// A sub-query in an expression.
#[derive(Clone, Debug, PartialEq)]
pub struct SubLink {
    /// What is asked.
    pub kind: SubLinkKind,
    /// For ALL, ANY and RowCompare: the comparison with [`Param::SubLink`] for the columns.
    pub test: Option<Expr>,
    /// Name of the operator as written, `=` for IN.
    pub oper_name: String,
    /// The sub-query.
    pub query: Box<Query>,
}

/// A planned sub-query (`SubPlan`).
#[derive(Clone, Debug, PartialEq)]
pub struct SubPlan {
    /// What is asked.
    pub kind: SubLinkKind,
    /// The comparison, with [`Param::Exec`] for the sub-query's columns.
    pub test: Option<Expr>,
    /// Exec params that receive the sub-query's columns for `test`.
    pub param_ids: Vec<usize>,
    /// The executor's index of the plan.
    pub plan_id: usize,
    /// `SubPlan 1`, `InitPlan 1 (returns $0)`, `CTE x`.
    pub plan_name: String,
    /// Whether the executor answers ANY from a hash table.
    pub use_hash_table: bool,
    /// Whether a NULL may be answered as false.
    pub unknown_eq_false: bool,
    /// Exec params set before the plan runs, and the expressions that give them.
    pub par_param: Vec<usize>,
    /// The arguments that set the parameters of `par_param`.
    pub args: Vec<Expr>,
    /// EXISTS can also be answered from a hash table: this is that plan, until the planner chooses one of the two.
    pub hashed: Option<Box<SubPlan>>,
}

impl SubPlan {
    /// Its name without the parameters that it sets: `InitPlan 1`.
    pub fn bare_name(&self) -> &str {
        self.plan_name.split(" (returns").next().unwrap_or_default()
    }
}

/// A row of a hashed sub-plan.
#[derive(Clone, Debug)]
pub struct SubPlanRow {
    /// The right sides of the comparisons, computed from the columns.
    pub right: Vec<Datum>,
    /// The columns of the sub-query.
    pub columns: Rc<[Datum]>,
}

/// The rows of a hashed sub-plan, each once: the columns of the sub-query.
#[derive(Debug, Default)]
pub struct SubPlanRows {
    /// Those whose right sides have no NULL.
    pub whole: Vec<Rc<[Datum]>>,
    /// The others.
    pub with_nulls: Vec<Rc<[Datum]>>,
}

/// A column of a target list.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetEntry {
    /// What it gives.
    pub expr: Expr,
    /// Its number from 1; the column assigned to in INSERT and UPDATE.
    pub resno: i16,
    /// Its name, when it has one.
    pub name: Option<String>,
    /// Non-zero when a sort or group clause refers to it (`ressortgroupref`).
    pub sort_group_ref: u32,
    /// The relation and column it comes from, when it is one (`resorigtbl`, `resorigcol`).
    pub origin: Option<(Oid, i16)>,
    /// Not part of the result (`resjunk`).
    pub junk: bool,
}
