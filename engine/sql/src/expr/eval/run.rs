//! Running a compiled expression (`ExecInterpExpr`).

use super::form::{self, CompositeNode};
use super::{EvalEnv, Rows, Side, Slot, row};
use crate::analyze::CreatedFunction;
use crate::catalog;
use crate::expr::charge::Charge;
use crate::expr::{BoolTest, SqlValueFunctionOp, SubLinkKind, SubPlan};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{FnCtx, ScalarFn};
use storage::ids::Oid;
use storage::types::{self, oid};

/// A compiled expression.
pub struct Compiled {
    pub(super) root: CompiledNode,
}

/// A call with its resolved function.
pub(super) struct CompiledCall {
    pub run: ScalarFn,
    pub strict: bool,
    pub types: Box<[Oid]>,
    pub args: Box<[CompiledNode]>,
    pub ret: Oid,
    pub charge: Charge,
}

/// One side of the comparisons of a hashed ANY.
#[derive(Default)]
pub(super) struct HashedSide {
    pub values: Box<[CompiledNode]>,
    pub types: Box<[Oid]>,
}

/// A sub-plan.
pub(super) struct CompiledSubPlan {
    pub plan: SubPlan,
    pub args: Box<[CompiledNode]>,
    pub test: Option<CompiledNode>,
    /// The sides of the comparisons of a hashed ANY.
    pub left: HashedSide,
    pub right: HashedSide,
}

/// A node that runs.
pub(super) enum CompiledNode {
    Const(Datum),
    Slot(Slot),
    /// A row of a table as a value of its row type.
    WholeRow(Side, Oid),
    Extern(usize),
    Exec(usize),
    Call(Box<CompiledCall>),
    Call1(Box<CompiledCall>),
    Call2(Box<CompiledCall>),
    Sql {
        function: Rc<CreatedFunction>,
        args: Box<[CompiledNode]>,
        types: Box<[Oid]>,
        strict: bool,
    },
    Server {
        number: u16,
        strict: bool,
        args: Box<[CompiledNode]>,
        types: Box<[Oid]>,
    },
    FirstRow {
        function: &'static storage::fmgr::Builtin,
        args: Box<[CompiledNode]>,
        types: Box<[Oid]>,
    },
    Distinct(Box<CompiledCall>),
    NullIf(Box<CompiledCall>),
    And(Box<[CompiledNode]>),
    Or(Box<[CompiledNode]>),
    Not(Box<CompiledNode>),
    Case {
        arg: Option<Box<CompiledNode>>,
        whens: Box<[(CompiledNode, CompiledNode)]>,
        default: Box<CompiledNode>,
    },
    CaseTest,
    Coalesce(Box<[CompiledNode]>),
    NullTest {
        arg: Box<CompiledNode>,
        is_null: bool,
        row: bool,
    },
    BooleanTest(BoolTest, Box<CompiledNode>),
    Form(Box<CompositeNode>),
    SubPlan(Box<CompiledSubPlan>),
    ViaIo {
        arg: Box<CompiledNode>,
        from: Oid,
        to: Oid,
    },
    Domain(Box<CompiledNode>, Oid),
    DomainValue,
    SqlValue(SqlValueFunctionOp, i32),
    NextValue(Oid),
}

/// What a run has at hand.
pub(super) struct EvalRun<'a, 'r> {
    pub env: &'a mut dyn EvalEnv,
    pub rows: Rows<'r>,
    /// The value of the innermost CASE, or of the element being coerced.
    pub case: Datum,
    /// `VALUE` of the domain being checked.
    pub domain: Datum,
}

impl Compiled {
    /// Evaluates the expression for these input rows.
    ///
    /// # Errors
    /// The errors of the functions called.
    pub fn eval(&self, env: &mut dyn EvalEnv, rows: Rows<'_>) -> Result<Datum> {
        match &self.root {
            CompiledNode::Slot(s) => Ok(fetch(&rows, *s).clone()),
            CompiledNode::Const(d) => Ok(d.clone()),
            root => EvalRun { env, rows, case: Datum::Null, domain: Datum::Null }.eval(root),
        }
    }
    /// Evaluates a domain's CHECK constraint for a value.
    ///
    /// # Errors
    /// The errors of the functions called.
    pub fn eval_domain(&self, env: &mut dyn EvalEnv, value: &Datum) -> Result<Datum> {
        EvalRun { env, rows: Rows::default(), case: Datum::Null, domain: value.clone() }
            .eval(&self.root)
    }
    /// Whether a condition holds: NULL counts as false (`ExecQual`).
    ///
    /// # Errors
    /// The errors of the functions called.
    pub fn is_true(&self, env: &mut dyn EvalEnv, rows: Rows<'_>) -> Result<bool> {
        Ok(matches!(self.eval(env, rows)?, Datum::Word(w) if w != 0))
    }
    /// Whether a constraint is satisfied; NULL counts as true (`ExecCheck`).
    ///
    /// # Errors
    /// The errors of the functions called.
    pub fn kept(&self, env: &mut dyn EvalEnv, rows: Rows<'_>) -> Result<bool> {
        Ok(!matches!(self.eval(env, rows)?, Datum::Word(0)))
    }
    /// The value of the expression, if it is a constant.
    pub fn constant(&self) -> Option<&Datum> {
        match &self.root {
            CompiledNode::Const(d) => Some(d),
            _ => None,
        }
    }
}

/// The value of a column in the rows at hand.
fn fetch<'r>(rows: &Rows<'r>, s: Slot) -> &'r Datum {
    &rows.of(s.side)[s.index]
}

impl EvalRun<'_, '_> {
    /// Calls a function with these arguments and counts its work. That a strict one gets no NULL is the
    /// caller's matter.
    pub fn apply(
        &mut self,
        run: ScalarFn,
        types: &[Oid],
        ret: Oid,
        args: &[Datum],
    ) -> Result<Datum> {
        let mut ctx = FnCtx { env: self.env.env(), arg_types: types, ret_type: ret };
        Charge::of("", types, ret).count(&mut ctx, args, |ctx| run(ctx, args))
    }

    /// Calls the function of a node with these arguments and counts its work. That a strict one gets no NULL
    /// is the caller's matter.
    #[inline]
    fn call(&mut self, call: &CompiledCall, args: &[Datum]) -> Result<Datum> {
        let mut ctx = FnCtx { env: self.env.env(), arg_types: &call.types, ret_type: call.ret };
        call.charge.count(&mut ctx, args, |ctx| (call.run)(ctx, args))
    }

    /// Evaluates each expression of a list.
    pub fn all(&mut self, list: &[CompiledNode]) -> Result<Vec<Datum>> {
        list.iter().map(|c| self.eval(c)).collect()
    }

    /// The value detoasted, so that its bytes can be compared.
    pub fn plain(&mut self, t: Oid, d: Datum) -> Result<Datum> {
        match &d {
            Datum::Ref(b) if types::info(t).is_none_or(|i| i.len == -1) => {
                let first = b.first().copied().unwrap_or(0);
                let at_hand = first & 3 == 0 || (first & 1 == 1 && first != 1);
                if at_hand {
                    return Ok(d);
                }
                let payload = self.env.env().detoast(&d)?;
                Ok(Datum::varlena(&payload))
            }
            _ => Ok(d),
        }
    }

    /// Evaluates a compiled node.
    pub fn eval(&mut self, c: &CompiledNode) -> Result<Datum> {
        match c {
            CompiledNode::Const(d) => Ok(d.clone()),
            CompiledNode::Slot(s) => Ok(fetch(&self.rows, *s).clone()),
            CompiledNode::WholeRow(side, t) => row::whole(self, *side, *t),
            CompiledNode::Extern(n) => self.env.extern_param(*n),
            CompiledNode::Exec(n) => self.env.exec_param(*n),
            CompiledNode::Call1(call) => {
                let a = self.eval(&call.args[0])?;
                if call.strict && a.is_null() {
                    return Ok(Datum::Null);
                }
                self.call(call, &[a])
            }
            CompiledNode::Call2(call) => {
                // All arguments are evaluated before a NULL is looked for (`EEOP_FUNCEXPR_STRICT`).
                let a = self.eval(&call.args[0])?;
                let b = self.eval(&call.args[1])?;
                if call.strict && (a.is_null() || b.is_null()) {
                    return Ok(Datum::Null);
                }
                self.call(call, &[a, b])
            }
            CompiledNode::Call(call) => {
                let args = self.all(&call.args)?;
                if call.strict && args.iter().any(Datum::is_null) {
                    return Ok(Datum::Null);
                }
                self.call(call, &args)
            }
            CompiledNode::Sql { function, args, types, strict } => {
                let args = self.all(args)?;
                if *strict && args.iter().any(Datum::is_null) {
                    return Ok(Datum::Null);
                }
                self.env.call_created_function(function, &args, types)
            }
            CompiledNode::Server { number, strict, args, types } => {
                let values = self.all(args)?;
                if *strict && values.iter().any(Datum::is_null) {
                    return Ok(Datum::Null);
                }
                self.env.env().call_server(*number, types, &values)
            }
            CompiledNode::FirstRow { function, args, types } => {
                let args = self.all(args)?;
                if function.strict && args.iter().any(Datum::is_null) {
                    return Ok(Datum::Null);
                }
                row::first(self, function, &args, types)
            }
            CompiledNode::Distinct(call) => self.distinct(call),
            CompiledNode::NullIf(call) => self.null_if(call),
            CompiledNode::And(l) => {
                let mut unknown = false;
                for x in l {
                    match self.eval(x)? {
                        Datum::Null => unknown = true,
                        d if !d.as_bool() => return Ok(Datum::bool(false)),
                        _ => {}
                    }
                }
                Ok(if unknown { Datum::Null } else { Datum::bool(true) })
            }
            CompiledNode::Or(l) => {
                let mut unknown = false;
                for x in l {
                    match self.eval(x)? {
                        Datum::Null => unknown = true,
                        d if d.as_bool() => return Ok(Datum::bool(true)),
                        _ => {}
                    }
                }
                Ok(if unknown { Datum::Null } else { Datum::bool(false) })
            }
            CompiledNode::Not(x) => Ok(match self.eval(x)? {
                Datum::Null => Datum::Null,
                d => Datum::bool(!d.as_bool()),
            }),
            CompiledNode::Case { arg, whens, default } => self.case(arg.as_deref(), whens, default),
            CompiledNode::CaseTest => Ok(self.case.clone()),
            CompiledNode::Coalesce(l) => self.coalesce(l),
            CompiledNode::NullTest { arg, is_null, row } => {
                let d = self.eval(arg)?;
                if *row && !d.is_null() {
                    let values = row::columns(self, &d)?;
                    return Ok(Datum::bool(values.iter().all(|v| v.is_null() == *is_null)));
                }
                Ok(Datum::bool(d.is_null() == *is_null))
            }
            CompiledNode::BooleanTest(kind, arg) => self.boolean_test(*kind, arg),
            CompiledNode::Form(f) => form::eval(self, f),
            CompiledNode::SubPlan(l) => self.sub_plan(l),
            CompiledNode::ViaIo { arg, from, to } => self.via_io(arg, *from, *to),
            CompiledNode::Domain(a, t) => {
                let d = self.eval(a)?;
                self.env.check_domain(*t, *t, &d)?;
                Ok(d)
            }
            CompiledNode::DomainValue => Ok(self.domain.clone()),
            CompiledNode::SqlValue(k, typmod) => self.sql_value(*k, *typmod),
            CompiledNode::NextValue(s) => self.env.next_value(*s).map(Datum::i64),
        }
    }

    /// IS DISTINCT FROM (`EEOP_DISTINCT`).
    #[inline]
    fn distinct(&mut self, call: &CompiledCall) -> Result<Datum> {
        let a = self.eval(&call.args[0])?;
        let b = self.eval(&call.args[1])?;
        if a.is_null() || b.is_null() {
            return Ok(Datum::bool(a.is_null() != b.is_null()));
        }
        let eq = self.apply(call.run, &call.types, oid::BOOL, &[a, b])?;
        Ok(Datum::bool(!matches!(eq, Datum::Word(w) if w != 0)))
    }

    /// NULLIF (`EEOP_NULLIF`).
    #[inline]
    fn null_if(&mut self, call: &CompiledCall) -> Result<Datum> {
        let a = self.eval(&call.args[0])?;
        let b = self.eval(&call.args[1])?;
        if a.is_null() || b.is_null() {
            return Ok(a);
        }
        let eq = self.apply(call.run, &call.types, oid::BOOL, &[a.clone(), b])?;
        Ok(if matches!(eq, Datum::Word(w) if w != 0) { Datum::Null } else { a })
    }

    /// IS TRUE and its kin (`EEOP_BOOLTEST_IS_TRUE` ...).
    #[inline]
    fn boolean_test(&mut self, kind: BoolTest, arg: &CompiledNode) -> Result<Datum> {
        let d = self.eval(arg)?;
        let v = if d.is_null() { None } else { Some(d.as_bool()) };
        Ok(Datum::bool(match kind {
            BoolTest::True => v == Some(true),
            BoolTest::NotTrue => v != Some(true),
            BoolTest::False => v == Some(false),
            BoolTest::NotFalse => v != Some(false),
            BoolTest::Unknown => v.is_none(),
            BoolTest::NotUnknown => v.is_some(),
        }))
    }

    /// Returns the first argument that is not NULL (`COALESCE`).
    #[inline]
    fn coalesce(&mut self, l: &[CompiledNode]) -> Result<Datum> {
        for x in l {
            let d = self.eval(x)?;
            if !d.is_null() {
                return Ok(d);
            }
        }
        Ok(Datum::Null)
    }

    /// A cast by output and input functions (`EEOP_IOCOERCE`).
    #[inline]
    fn via_io(&mut self, arg: &CompiledNode, from: Oid, to: Oid) -> Result<Datum> {
        let d = self.eval(arg)?;
        if d.is_null() {
            return Ok(Datum::Null);
        }
        let env = self.env.env();
        let text = env.output(from, &d)?;
        env.input(to, &text, -1)
    }

    /// Evaluates CASE: the result of the first WHEN that holds, else `default`. `arg` is what a simple CASE
    /// compares, which the conditions read as [`CompiledNode::CaseTest`].
    fn case(
        &mut self,
        arg: Option<&CompiledNode>,
        whens: &[(CompiledNode, CompiledNode)],
        default: &CompiledNode,
    ) -> Result<Datum> {
        let saved = match arg {
            Some(a) => {
                let v = self.eval(a)?;
                Some(std::mem::replace(&mut self.case, v))
            }
            None => None,
        };
        let mut result = None;
        for (cond, value) in whens {
            if matches!(self.eval(cond)?, Datum::Word(w) if w != 0) {
                result = Some(value);
                break;
            }
        }
        if let Some(s) = saved {
            self.case = s;
        }
        self.eval(result.unwrap_or(default))
    }

    /// Runs a sub-query of an expression and returns its value; more than one row is refused where
    /// one value is wanted (`ExecSubPlan`).
    fn sub_plan(&mut self, l: &CompiledSubPlan) -> Result<Datum> {
        for (i, a) in l.args.iter().enumerate() {
            let v = self.eval(a)?;
            if let Some(&p) = l.plan.par_param.get(i) {
                self.env.set_exec_param(p, v);
            }
        }
        if l.plan.use_hash_table {
            return self.hashed_any(l);
        }
        let id = l.plan.plan_id;
        self.env.subplan_open(id)?;
        match l.plan.kind {
            SubLinkKind::Exists => Ok(Datum::bool(self.env.subplan_next(id)?.is_some())),
            SubLinkKind::Expr | SubLinkKind::MultiExpr(_) | SubLinkKind::Cte => {
                let Some(first) = self.env.subplan_next(id)? else {
                    for p in &l.plan.param_ids {
                        self.env.set_exec_param(*p, Datum::Null);
                    }
                    return Ok(Datum::Null);
                };
                if self.env.subplan_next(id)?.is_some() {
                    return err!(
                        CARDINALITY_VIOLATION,
                        "more than one row returned by a subquery used as an expression"
                    );
                }
                for (p, v) in l.plan.param_ids.iter().zip(&first) {
                    self.env.set_exec_param(*p, v.clone());
                }
                Ok(first.into_iter().next().unwrap_or(Datum::Null))
            }
            SubLinkKind::Array => self.env.subplan_array(id),
            SubLinkKind::RowCompare | SubLinkKind::Any | SubLinkKind::All => {
                let Some(test) = &l.test else {
                    return err!(INTERNAL_ERROR, "a sub-plan without its comparison");
                };
                let any = l.plan.kind == SubLinkKind::Any;
                let mut unknown = false;
                let mut rows = 0;
                while let Some(r) = self.env.subplan_next(id)? {
                    rows += 1;
                    for (p, v) in l.plan.param_ids.iter().zip(r) {
                        self.env.set_exec_param(*p, v);
                    }
                    let d = self.eval(test)?;
                    if l.plan.kind == SubLinkKind::RowCompare {
                        if self.env.subplan_next(id)?.is_some() {
                            return err!(
                                CARDINALITY_VIOLATION,
                                "more than one row returned by a subquery used as an expression"
                            );
                        }
                        return Ok(d);
                    }
                    match d {
                        Datum::Null => unknown = true,
                        d if d.as_bool() == any => return Ok(Datum::bool(any)),
                        _ => {}
                    }
                }
                if l.plan.kind == SubLinkKind::RowCompare && rows == 0 || unknown {
                    return Ok(Datum::Null);
                }
                Ok(Datum::bool(!any))
            }
        }
    }

    /// Evaluates CURRENT_DATE and its like (`ExecEvalSQLValueFunction`).
    fn sql_value(&mut self, kind: SqlValueFunctionOp, typmod: i32) -> Result<Datum> {
        const DAY: i64 = 86_400_000_000;
        let round = |us: i64| match typmod {
            0..=5 => {
                let unit = 10i64.pow(6 - typmod as u32);
                (us + unit / 2).div_euclid(unit) * unit
            }
            _ => us,
        };
        let now = self.env.env().transaction_timestamp();
        let name = |run: &mut Self, f: &str, fallback: &str| -> Result<Datum> {
            let env = run.env.env();
            let mut ctx = FnCtx { env, arg_types: &[], ret_type: oid::NAME };
            let called = catalog::function_exact(f, &[]).and_then(|b| b.run.call(&mut ctx, &[]));
            called.unwrap_or_else(|| Ok(Datum::name(fallback)))
        };
        Ok(match kind {
            SqlValueFunctionOp::CurrentDate => Datum::i32(now.div_euclid(DAY) as i32),
            SqlValueFunctionOp::CurrentTimestamp | SqlValueFunctionOp::LocalTimestamp => {
                Datum::i64(round(now))
            }
            SqlValueFunctionOp::LocalTime => Datum::i64(round(now.rem_euclid(DAY))),
            SqlValueFunctionOp::CurrentTime => {
                let mut b = round(now.rem_euclid(DAY)).to_le_bytes().to_vec();
                b.extend_from_slice(&0i32.to_le_bytes());
                Datum::Ref(b.into())
            }
            SqlValueFunctionOp::CurrentRole
            | SqlValueFunctionOp::CurrentUser
            | SqlValueFunctionOp::User => {
                return name(self, "current_user", "postgres");
            }
            SqlValueFunctionOp::SessionUser => return name(self, "session_user", "postgres"),
            SqlValueFunctionOp::CurrentCatalog => {
                return name(self, "current_database", "postgres");
            }
            SqlValueFunctionOp::CurrentSchema => return name(self, "current_schema", "public"),
        })
    }
}
