//! The evaluator: an [`Expr`] is compiled once into a tree whose leaves are slots and resolved
//! function pointers, and then run for every row.

mod array;
mod compile;
mod form;
mod hashed_any;
mod row;
mod run;

pub use compile::compile;
pub use run::Compiled;

use super::{Expr, Node, SubPlanRow, SubPlanRows, Var};
use crate::analyze::{UserType, UserTypeKind};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::Env;
use storage::ids::Oid;

/// Where a value lies in the rows at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Which of [`Rows`].
    pub side: Side,
    /// Index in it, from 0.
    pub index: usize,
}

/// Which of the rows at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The row scanned, or the only row there is.
    Scan,
    /// The outer (left) child's row.
    Outer,
    /// The inner (right) child's row.
    Inner,
}

/// The slot of a scan's column: user columns, then the system columns. For the whole row the slot's
/// index means nothing.
pub fn scan_slot(e: &Expr, natts: usize) -> Option<Slot> {
    let Node::Var(v) = &e.node else { return None };
    if v.rte >= Var::INNER || v.levels_up > 0 {
        return None;
    }
    let index = match v.attno {
        n if n < 0 => natts + (-n) as usize - 1,
        n => (n as usize).saturating_sub(1),
    };
    Some(Slot { side: Side::Scan, index })
}

/// The rows at hand.
#[derive(Clone, Copy, Default)]
pub struct Rows<'a> {
    /// The row scanned.
    pub scan: &'a [Datum],
    /// The outer child's row.
    pub outer: &'a [Datum],
    /// The inner child's row.
    pub inner: &'a [Datum],
}

impl<'a> Rows<'a> {
    /// The input of a scan: one row.
    pub fn scan(row: &'a [Datum]) -> Rows<'a> {
        Rows { scan: row, outer: &[], inner: &[] }
    }
    /// The input row of one side: outer, inner or scanned.
    pub fn of(&self, side: Side) -> &'a [Datum] {
        match side {
            Side::Scan => self.scan,
            Side::Outer => self.outer,
            Side::Inner => self.inner,
        }
    }
}

/// What the evaluator asks of the executor.
///
/// Where an expression stands alone, without a plan around it, there are no exec params and no
/// sub-plans: the defaults say so.
pub trait EvalEnv {
    /// The environment that functions are called with.
    fn env(&mut self) -> &mut dyn Env;
    /// The value of an internal parameter; runs the init plan that computes it, if it has not run
    /// yet.
    fn exec_param(&mut self, id: usize) -> Result<Datum> {
        err!(INTERNAL_ERROR, "no value found for parameter {id}")
    }
    /// Sets an internal parameter: a correlated value, or a column of a sub-query.
    fn set_exec_param(&mut self, _id: usize, _value: Datum) {}
    /// The value of `$n` (from 1).
    fn extern_param(&mut self, n: usize) -> Result<Datum>;
    /// Starts or restarts a sub-plan, after its parameters were set.
    fn subplan_open(&mut self, _plan_id: usize) -> Result<()> {
        err!(FEATURE_NOT_SUPPORTED, "cannot use subquery here")
    }
    /// The next row of a sub-plan; `None` at the end.
    fn subplan_next(&mut self, _plan_id: usize) -> Result<Option<Vec<Datum>>> {
        Ok(None)
    }
    /// The array of all rows of a sub-plan with one column; of arrays one with a dimension more (`accumArrayResultAny`).
    fn subplan_array(&mut self, _plan_id: usize) -> Result<Datum> {
        err!(FEATURE_NOT_SUPPORTED, "cannot use subquery here")
    }
    /// The rows of a hashed sub-plan; `None` if its table is not made yet.
    fn subplan_rows(&mut self, _plan_id: usize) -> Option<Rc<SubPlanRows>> {
        None
    }
    /// Makes the table of a hashed sub-plan; the types are those of the rows' right sides.
    fn subplan_hash(&mut self, _: usize, _: &[Oid], _: Vec<SubPlanRow>) -> Result<()> {
        Ok(())
    }
    /// The columns of a hashed sub-plan's rows whose right sides have the hash of a left side, which has these types and no
    /// NULL.
    fn subplan_candidates(&mut self, _: usize, _: &[Oid], _: &[Datum]) -> Result<Vec<Rc<[Datum]>>> {
        Ok(Vec::new())
    }
    /// The next value of a sequence (`NextValue`).
    fn next_value(&mut self, sequence: storage::ids::Oid) -> Result<i64>;
    /// Fails when a value breaks a domain's constraints (NOT NULL, CHECK), which are told as those of the domain `named`.
    fn check_domain(
        &mut self,
        _domain: storage::ids::Oid,
        _named: storage::ids::Oid,
        _value: &Datum,
    ) -> Result<()> {
        Ok(())
    }
    /// Runs a function in SQL or PL/pgSQL that was not inlined.
    fn call_created_function(
        &mut self,
        function: &crate::analyze::CreatedFunction,
        args: &[Datum],
        arg_types: &[storage::ids::Oid],
    ) -> Result<Datum>;
}

/// Checks a value against the constraints of a domain, NOT NULL first, then the checks of its base domains, which an
/// error tells as those of the domain `named` (`domain_check_input`, `load_domaintype_info`).
///
/// # Errors
/// 23502 for NOT NULL, 23514 for a CHECK.
pub fn keep_domain(
    env: &mut dyn EvalEnv,
    t: &UserType,
    named: storage::ids::Oid,
    value: &Datum,
) -> Result<()> {
    let UserTypeKind::Domain { base, not_null, checks, .. } = &t.kind else { return Ok(()) };
    if *not_null && value.is_null() {
        let name = domain_name(env, named)?;
        return err!(NOT_NULL_VIOLATION, "domain {name} does not allow null values");
    }
    env.check_domain(*base, named, value)?;
    for (name, check) in checks {
        let verdict = compile(check, &mut |_| None)?.eval_domain(env, value)?;
        if matches!(verdict, Datum::Word(0)) {
            let domain = domain_name(env, named)?;
            return err!(
                CHECK_VIOLATION,
                "value for domain {domain} violates check constraint \"{name}\""
            );
        }
    }
    Ok(())
}

/// The name of a domain as an error has it: quoted, and with its schema, where SQL needs that (`format_type_be`).
fn domain_name(env: &mut dyn EvalEnv, t: storage::ids::Oid) -> Result<String> {
    env.env().output(storage::types::oid::REGTYPE, &Datum::u32(t.0))
}

/// Tells the compiler where values lie: asked for every node from the root down; `None` means
/// "compute it". Must answer for every Var, Aggref and WindowFunc that is left.
pub type SlotMap<'a> = dyn FnMut(&Expr) -> Option<Slot> + 'a;
