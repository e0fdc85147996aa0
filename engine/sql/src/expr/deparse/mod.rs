//! Expressions and queries back to text (`ruleutils.c`): for EXPLAIN's conditions and output lists,
//! for defaults, constraints, index expressions and views as `\d` shows them.
//!
//! | mode | from | `a + 1 > 2 AND b = 'x'` |
//! |---|---|---|
//! | plain | EXPLAIN, `pg_get_expr(x, t)` | `(((a + 1) > 2) AND (b = 'x'::text))` |
//! | pretty | `pg_get_expr(x, t, true)` (`\d`) | `(a + 1) > 2 AND b = 'x'::text` |

mod form;
mod from;
mod query;
mod simple;

pub use query::deparse_query;

use super::{
    BoolOp, BoolTest, CoercionForm, Expr, FuncRef, Node, Param, RowCompareKind, SqlValueFunctionOp,
    SubLinkKind, SubPlan, quote_identifier,
};
use super::{NullTest, OpCall, RowCompare, RowExpr, ScalarArrayOp, Subscript, WindowFunc};
use storage::datum::Datum;
use storage::ids::Oid;

/// What deparsing asks about names.
pub trait DeparseNames {
    /// The text of a column, with a table name in front if one is shown.
    fn variable(&mut self, var: &Expr) -> String;
    /// The text of a parameter.
    fn parameter(&mut self, param: &Expr) -> String {
        match &param.node {
            Node::Param(Param::Extern(n)) | Node::Param(Param::Exec(n)) => format!("${n}"),
            _ => "?".into(),
        }
    }
    /// The text of a sub-plan; `None` if it is written as `(SubPlan 1)`.
    fn sub_plan(&mut self, _plan: &SubPlan) -> Option<String> {
        None
    }
    /// Returns a type's name in SQL with its modifier (`format_type_with_typemod`).
    fn format_type(&self, type_oid: Oid, typmod: i32) -> String;
    /// A value's text, by its output function.
    fn output(&mut self, type_oid: Oid, value: &Datum) -> String;
    /// The name of a column (from 1) of a composite expression.
    fn field_name(&mut self, expr: &Expr, field: i16) -> String;
    /// The name of a relation, qualified where that is needed.
    fn relation_name(&self, oid: Oid) -> String;
    /// The name of a collation.
    fn collation_name(&self, oid: Oid) -> String {
        match oid.0 {
            950 => "\"C\"".into(),
            951 => "\"POSIX\"".into(),
            _ => "\"default\"".into(),
        }
    }
    /// A function's name, qualified where it must be (`generate_function_name`).
    fn function_name(&self, func: &FuncRef) -> String;
    /// The columns of a relation in order, `None` for a dropped one; called only for queries.
    fn relation_columns(&self, _oid: Oid) -> Vec<Option<String>> {
        Vec::new()
    }
    /// Whether a view's range table begins with `old` and `new`.
    fn view_rule_tables(&self) -> bool {
        true
    }
    /// The name of a window of the plan; `None` if it is not shown.
    fn window(&self, _window: usize) -> Option<String> {
        None
    }
    /// The name of a relation, neither qualified nor quoted; called only for queries.
    fn bare_name(&self, _oid: Oid) -> String {
        String::new()
    }
}

/// How it is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeparseStyle {
    /// Leave out parentheses that are not needed (`PRETTYFLAG_PAREN`).
    pub pretty: bool,
    /// Break CASE over lines (`PRETTYFLAG_INDENT`): `pg_get_expr` does, EXPLAIN does not.
    pub indent: bool,
}

impl DeparseStyle {
    /// EXPLAIN's.
    pub const EXPLAIN: DeparseStyle = DeparseStyle { pretty: false, indent: false };
    /// `pg_get_expr(x, t)`'s.
    pub const PLAIN: DeparseStyle = DeparseStyle { pretty: false, indent: true };
    /// `pg_get_expr(x, t, true)`'s.
    pub const PRETTY: DeparseStyle = DeparseStyle { pretty: true, indent: true };
}

/// The text of an expression (`deparse_expression`).
pub fn deparse(e: &Expr, names: &mut dyn DeparseNames, style: DeparseStyle) -> String {
    let mut d = Deparser::new(names, style);
    d.rule(e, false);
    d.out
}

/// An expression in SQL with implicit casts shown (`deparse_expression` with `showimplicit`), as for sort keys.
pub fn deparse_with_casts(e: &Expr, names: &mut dyn DeparseNames, style: DeparseStyle) -> String {
    let mut d = Deparser::new(names, style);
    d.rule(e, true);
    d.out
}

/// Whether an expression needs no parentheses as an index key (`looks_like_function`).
pub fn looks_like_function(e: &Expr) -> bool {
    match &e.node {
        Node::Func(f) => {
            matches!(f.form, CoercionForm::Call | CoercionForm::Partly(_) | CoercionForm::SqlSyntax)
        }
        Node::Coalesce(_) | Node::MinMax(..) | Node::NullIf(_) | Node::SqlValue(_) => true,
        _ => false,
    }
}

struct Deparser<'a> {
    names: &'a mut dyn DeparseNames,
    style: DeparseStyle,
    out: String,
    /// How far a line of its own is moved to the right.
    level: i32,
    /// The width over which a column of a query goes to a new line.
    wrap: usize,
    /// The queries around what is printed, the innermost last; none for a bare expression.
    spaces: Vec<from::QueryNames>,
    /// Whether a column of ORDER BY is printed, whose name may be that of an output column (`varInOrderBy`).
    ordered: bool,
}

impl<'a> Deparser<'a> {
    /// A deparser that has written nothing yet.
    fn new(names: &'a mut dyn DeparseNames, style: DeparseStyle) -> Self {
        Deparser {
            names,
            style,
            out: String::new(),
            level: 0,
            wrap: 0,
            spaces: Vec::new(),
            ordered: false,
        }
    }
}

impl Deparser<'_> {
    /// Appends a text.
    fn append(&mut self, s: &str) {
        self.out.push_str(s);
    }

    /// Opens a parenthesis that pretty printing leaves out.
    fn open(&mut self) {
        if !self.style.pretty {
            self.out.push('(');
        }
    }

    /// Closes a parenthesis that pretty printing leaves out.
    fn close(&mut self) {
        if !self.style.pretty {
            self.out.push(')');
        }
    }

    /// Prints an expression, in parentheses if it needs them below `parent`; `show_implicit`: also
    /// the implicit casts (`get_rule_expr_paren`).
    fn paren(&mut self, e: &Expr, show_implicit: bool, parent: &Expr) {
        let need = self.style.pretty && !simple::is_simple(e, parent);
        if need {
            self.append("(");
        }
        self.rule(e, show_implicit);
        if need {
            self.append(")");
        }
    }

    /// Appends expressions with commas.
    fn list<'e>(&mut self, l: impl IntoIterator<Item = &'e Expr>, show_implicit: bool) {
        for (i, e) in l.into_iter().enumerate() {
            if i > 0 {
                self.append(", ");
            }
            self.rule(e, show_implicit);
        }
    }

    /// Prints an expression; `show_implicit` says whether implicit casts are shown
    /// (`get_rule_expr`).
    fn rule(&mut self, e: &Expr, show_implicit: bool) {
        if !self.spaces.is_empty()
            && let Some(name) = self.joined_name(e)
        {
            self.append(&name);
            return;
        }
        match &e.node {
            Node::Var(_) => _ = self.variable(e, false),
            Node::Const(_) => self.constant(e, 0),
            Node::Param(_) => {
                let s = self.names.parameter(e);
                self.append(&s);
            }
            Node::Func(f) => self.func(e, f, show_implicit),
            Node::Op(o) => self.op_expr(e, o),
            Node::Distinct(o) => {
                self.open();
                self.paren(&o.args[0], true, e);
                self.append(" IS DISTINCT FROM ");
                self.paren(&o.args[1], true, e);
                self.close();
            }
            Node::NullIf(o) => {
                self.append("NULLIF(");
                self.list(&o.args, true);
                self.append(")");
            }
            Node::ScalarArrayOp(s) => self.scalar_array_op(e, s),
            Node::Bool(op, l) => self.bool_expr(e, *op, l),
            Node::Aggref(a) => self.aggregate(a),
            Node::WindowFunc(w) => self.window_func(w),
            Node::Grouping(l) => {
                self.append("GROUPING(");
                self.list(l, true);
                self.append(")");
            }
            Node::Case(c) => self.case(c),
            Node::CaseTest => self.append("CASE_TEST_EXPR"),
            Node::Coalesce(l) => {
                self.append("COALESCE(");
                self.list(l, true);
                self.append(")");
            }
            Node::MinMax(greatest, l) => {
                self.append(if *greatest { "GREATEST(" } else { "LEAST(" });
                self.list(l, true);
                self.append(")");
            }
            Node::NullTest(n) => self.null_test(e, n),
            Node::BooleanTest(k, a) => self.boolean_test(e, *k, a),
            Node::Row(r) => self.row(e, r),
            Node::RowCompare(r) => self.row_compare(r),
            Node::Array(a) => {
                self.append("ARRAY[");
                self.list(&a.elements, true);
                self.append("]");
                if a.elements.is_empty() {
                    let t = self.names.format_type(e.type_oid, e.typmod);
                    self.append(&format!("::{t}"));
                }
            }
            Node::Subscript(s) => self.subscripting_ref(s, show_implicit),
            Node::FieldSelect(a, n) => self.field_select(a, *n),
            Node::FieldStore(_, l) => {
                if l.len() != 1 {
                    self.append("ROW(");
                }
                self.list(l.iter().map(|x| &x.1), show_implicit);
                if l.len() != 1 {
                    self.append(")");
                }
            }
            Node::SubLink(s) => self.sub_link(s),
            Node::SubPlan(p) => {
                let hashed = if p.use_hash_table { "hashed " } else { "" };
                let text = self.names.sub_plan(p);
                let text = text.unwrap_or_else(|| format!("({hashed}{})", p.plan_name));
                self.append(&text);
            }
            Node::Relabel(a, f) | Node::ArrayCoerce(a, _, f) | Node::CoerceToDomain(a, f) => {
                self.maybe_cast(a, *f, e, e.typmod, show_implicit);
            }
            Node::CoerceViaIO(a, f) => self.maybe_cast(a, *f, e, -1, show_implicit),
            Node::CoerceToDomainValue => self.append("VALUE"),
            Node::SetToDefault => self.append("DEFAULT"),
            Node::SqlValue(k) => self.sql_value(*k, e.typmod),
            Node::NextValue(s) => {
                let name = self.names.relation_name(*s);
                self.append(&format!("nextval({}::regclass)", super::quote_literal(&name)));
            }
            // In a plan it is a cast that changes nothing else, and a constant has the collation as its own.
            Node::Collate(a, c) if self.style == DeparseStyle::EXPLAIN => {
                if matches!(a.node, Node::Const(_)) {
                    self.rule(a, show_implicit);
                    let name = self.names.collation_name(*c);
                    self.append(&format!(" COLLATE {name}"));
                } else {
                    let form = CoercionForm::ImplicitCast;
                    self.maybe_cast(a, form, e, e.typmod, show_implicit);
                }
            }
            Node::Collate(a, c) => {
                self.open();
                self.paren(a, show_implicit, e);
                let name = self.names.collation_name(*c);
                self.append(&format!(" COLLATE {name}"));
                self.close();
            }
            Node::NamedArg(n, a) => {
                self.append(&format!("{} => ", quote_identifier(n)));
                self.rule(a, show_implicit);
            }
        }
    }

    /// Prints an operator with its operands (`get_oper_expr`).
    #[inline]
    fn op_expr(&mut self, e: &Expr, o: &OpCall) {
        self.open();
        if let [a, b] = o.args.as_slice() {
            self.paren(a, true, e);
            self.append(&format!(" {} ", o.op.name));
            self.paren(b, true, e);
        } else if let [a] = o.args.as_slice() {
            self.append(&format!("{} ", o.op.name));
            self.paren(a, true, e);
        }
        self.close();
    }

    /// Prints `= ANY (...)` and other operators over arrays.
    #[inline]
    fn scalar_array_op(&mut self, e: &Expr, s: &ScalarArrayOp) {
        self.open();
        self.paren(&s.args[0], true, e);
        let all = if s.use_or { "ANY" } else { "ALL" };
        self.append(&format!(" {} {all} (", s.op.name));
        self.paren(&s.args[1], true, e);
        if matches!(&s.args[1].node, Node::SubLink(l) if l.kind == SubLinkKind::Expr) {
            let t = self.names.format_type(s.args[1].type_oid, s.args[1].typmod);
            self.append(&format!("::{t}"));
        }
        self.append(")");
        self.close();
    }

    /// Prints AND, OR or NOT.
    #[inline]
    fn bool_expr(&mut self, e: &Expr, op: BoolOp, l: &[Expr]) {
        self.open();
        match op {
            BoolOp::Not => {
                self.append("NOT ");
                self.paren(&l[0], false, e);
            }
            op => {
                let word = if op == BoolOp::And { " AND " } else { " OR " };
                for (i, x) in l.iter().enumerate() {
                    if i > 0 {
                        self.append(word);
                    }
                    self.paren(x, false, e);
                }
            }
        }
        self.close();
    }

    /// Prints a call of a window function (`get_windowfunc_expr`).
    #[inline]
    fn window_func(&mut self, w: &WindowFunc) {
        let name = self.names.function_name(&w.func);
        self.append(&format!("{name}("));
        if w.star {
            self.append("*");
        } else {
            self.list(&w.args, true);
        }
        if let Some(f) = &w.filter {
            self.append(") FILTER (WHERE ");
            self.rule(f, false);
        }
        self.append(") OVER ");
        let space = self.spaces.last();
        match space.and_then(|s| Some((s.windows.get(w.window)?.clone(), &s.target))) {
            Some((clause, target)) => match &clause.name {
                Some(n) => self.append(&quote_identifier(n)),
                None => {
                    let target = target.clone();
                    self.window(&clause, &target);
                }
            },
            None => {
                let name = self.names.window(w.window).map(|n| quote_identifier(&n));
                self.append(name.as_deref().unwrap_or("(?)"));
            }
        }
    }

    /// Prints IS TRUE and the other Boolean tests.
    #[inline]
    fn boolean_test(&mut self, e: &Expr, k: BoolTest, a: &Expr) {
        self.open();
        self.paren(a, false, e);
        self.append(match k {
            BoolTest::True => " IS TRUE",
            BoolTest::NotTrue => " IS NOT TRUE",
            BoolTest::False => " IS FALSE",
            BoolTest::NotFalse => " IS NOT FALSE",
            BoolTest::Unknown => " IS UNKNOWN",
            BoolTest::NotUnknown => " IS NOT UNKNOWN",
        });
        self.close();
    }

    /// Prints IS [NOT] NULL; of a field that is itself a row, which is tested as a whole, IS [NOT] DISTINCT FROM NULL.
    fn null_test(&mut self, e: &Expr, n: &NullTest) {
        self.open();
        self.paren(&n.arg, true, e);
        let is_whole = !n.arg_is_row && n.arg.type_oid == storage::types::oid::RECORD;
        self.append(match (n.is_null, is_whole) {
            (true, false) => " IS NULL",
            (false, false) => " IS NOT NULL",
            (true, true) => " IS NOT DISTINCT FROM NULL",
            (false, true) => " IS DISTINCT FROM NULL",
        });
        self.close();
    }

    /// Prints `ROW(...)`.
    #[inline]
    fn row(&mut self, e: &Expr, r: &RowExpr) {
        if let Some(whole) = r.scanned() {
            let text = self.names.variable(&Expr { node: Node::Var(whole), ..e.clone() });
            self.append(&text);
            return;
        }
        self.append("ROW(");
        for (i, a) in r.args.iter().enumerate() {
            if i > 0 {
                self.append(", ");
            }
            self.top_level(a, true);
        }
        self.append(")");
        if matches!(r.form, CoercionForm::ExplicitCast) {
            let t = self.names.format_type(e.type_oid, -1);
            self.append(&format!("::{t}"));
        }
    }

    /// Prints a comparison of two rows.
    #[inline]
    fn row_compare(&mut self, r: &RowCompare) {
        self.append("(ROW(");
        self.list(&r.left, true);
        self.append(match r.kind {
            RowCompareKind::Lt => ") < ROW(",
            RowCompareKind::Le => ") <= ROW(",
            RowCompareKind::Ge => ") >= ROW(",
            RowCompareKind::Gt => ") > ROW(",
        });
        self.list(&r.right, true);
        self.append("))");
    }

    /// Prints a subscript, or an assignment to one; `show_implicit`: also the implicit casts.
    #[inline]
    fn subscripting_ref(&mut self, s: &Subscript, show_implicit: bool) {
        if let Some(a) = &s.assign {
            self.rule(&s.container, show_implicit);
            self.subscripts(s);
            // What is assigned to parts of the element (`processIndirection`).
            let mut value: &Expr = a;
            loop {
                value = match &value.node {
                    Node::FieldStore(row, l) if l.len() == 1 => {
                        let name = self.names.field_name(row, l[0].0);
                        self.append(&format!(".{}", quote_identifier(&name)));
                        &l[0].1
                    }
                    Node::Subscript(s) if s.assign.is_some() => {
                        self.subscripts(s);
                        s.assign.as_ref().unwrap_or(value)
                    }
                    Node::CoerceToDomain(a, _) if matches!(a.node, Node::FieldStore(..)) => a,
                    _ => break,
                };
            }
            self.append(" := ");
            self.rule(value, show_implicit);
            return;
        }
        let parens = !matches!(s.container.node, Node::Var(_) | Node::FieldSelect(..));
        if parens {
            self.append("(");
        }
        self.rule(&s.container, show_implicit);
        if parens {
            self.append(")");
        }
        self.subscripts(s);
    }

    /// Prints a field of a row.
    #[inline]
    fn field_select(&mut self, a: &Expr, n: i16) {
        let parens = !matches!(a.node, Node::Subscript(_) | Node::FieldSelect(..));
        if parens {
            self.append("(");
        }
        self.rule(a, true);
        if parens {
            self.append(")");
        }
        let name = self.names.field_name(a, n);
        self.append(&format!(".{}", quote_identifier(&name)));
    }

    /// Appends CURRENT_DATE and its like.
    fn sql_value(&mut self, k: SqlValueFunctionOp, typmod: i32) {
        let name = match k {
            SqlValueFunctionOp::CurrentDate => "CURRENT_DATE",
            SqlValueFunctionOp::CurrentTime => "CURRENT_TIME",
            SqlValueFunctionOp::CurrentTimestamp => "CURRENT_TIMESTAMP",
            SqlValueFunctionOp::LocalTime => "LOCALTIME",
            SqlValueFunctionOp::LocalTimestamp => "LOCALTIMESTAMP",
            SqlValueFunctionOp::CurrentRole => "CURRENT_ROLE",
            SqlValueFunctionOp::CurrentUser => "CURRENT_USER",
            SqlValueFunctionOp::User => "USER",
            SqlValueFunctionOp::SessionUser => "SESSION_USER",
            SqlValueFunctionOp::CurrentCatalog => "CURRENT_CATALOG",
            SqlValueFunctionOp::CurrentSchema => "CURRENT_SCHEMA",
        };
        self.append(name);
        if typmod >= 0 {
            self.append(&format!("({typmod})"));
        }
    }
}
