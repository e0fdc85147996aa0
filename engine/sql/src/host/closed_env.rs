//! Evaluating expressions that need nothing of a running plan.

use super::Host;
use crate::analyze::CreatedFunction;
use crate::expr::{EvalEnv, keep_domain};
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::Env;
use storage::ids::Oid;

/// Evaluates expressions without parameters and sub-plans: those of indexes, and constant ones.
pub struct ClosedEnv<'a> {
    /// The store and the session.
    pub host: Host<'a>,
}

impl EvalEnv for ClosedEnv<'_> {
    fn env(&mut self) -> &mut dyn Env {
        self.host.as_env()
    }
    fn exec_param(&mut self, _: usize) -> Result<Datum> {
        Ok(Datum::Null)
    }
    fn set_exec_param(&mut self, _: usize, _: Datum) {}
    fn extern_param(&mut self, _: usize) -> Result<Datum> {
        Ok(Datum::Null)
    }
    fn subplan_open(&mut self, _: usize) -> Result<()> {
        Ok(())
    }
    fn subplan_next(&mut self, _: usize) -> Result<Option<Vec<Datum>>> {
        Ok(None)
    }
    fn check_domain(&mut self, domain: Oid, named: Oid, value: &Datum) -> Result<()> {
        match self.host.user_type(domain) {
            Some(t) => keep_domain(self, &t, named, value),
            None => Ok(()),
        }
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        self.host.next_value(sequence)
    }
    fn call_created_function(
        &mut self,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        self.host.call_created_function(function, args, arg_types)
    }
}
