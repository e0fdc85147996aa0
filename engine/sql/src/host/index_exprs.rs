//! The expressions and predicates of indexes (`FormIndexDatum`, `ExecCheckIndexPredicate`), computed in the
//! session while storage code has the store.

use super::{Host, HostSession};
use crate::analyze::SqlFunction;
use crate::expr::{self, Rows};
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::Env;
use storage::heap::Relation;
use storage::ids::Oid;
use storage::store::Store;
use storage::table::IndexExprs;

/// The expressions and predicates of indexes, computed with the session while storage code has the store.
pub struct SessionIndexExprs<'a> {
    session: &'a mut dyn HostSession,
}

impl<'a> SessionIndexExprs<'a> {
    /// Splits a host into its store and the expressions of its indexes.
    pub(super) fn split<'h>(host: &'h mut Host<'a>) -> (&'h mut Store, SessionIndexExprs<'h>) {
        (host.store, SessionIndexExprs { session: host.session })
    }
}

/// The environment of an index expression: it has no parameters and no sub-plans.
struct IndexEvalEnv<'a> {
    host: Host<'a>,
}

impl expr::EvalEnv for IndexEvalEnv<'_> {
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
    fn subplan_hashed(&mut self, _: &expr::SubPlan, _: &[Datum]) -> Result<Option<bool>> {
        Ok(None)
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        self.host.next_value(sequence)
    }
    fn call_sql_function(
        &mut self,
        function: &SqlFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Datum> {
        let rows = self.host.run_sql_function(function, args, arg_types)?;
        Ok(rows.into_iter().next().and_then(|r| r.into_iter().next()).unwrap_or(Datum::Null))
    }
}

impl IndexExprs for SessionIndexExprs<'_> {
    fn evaluate(&mut self, st: &mut Store, index: &Relation, row: &[Datum]) -> Result<Vec<Datum>> {
        let (exprs, _) = self.session.index_expressions(index.oid);
        let compiled = exprs
            .iter()
            .map(|e| expr::compile(e, &mut |e| expr::scan_slot(e, row.len())))
            .collect::<Result<Vec<_>>>()?;
        let mut env = IndexEvalEnv { host: Host { store: st, session: self.session } };
        compiled.iter().map(|c| c.eval(&mut env, Rows::scan(row))).collect()
    }
    fn satisfies_predicate(
        &mut self,
        st: &mut Store,
        index: &Relation,
        row: &[Datum],
    ) -> Result<bool> {
        let (_, predicate) = self.session.index_expressions(index.oid);
        let Some(p) = predicate else { return Ok(true) };
        let mut env = IndexEvalEnv { host: Host { store: st, session: self.session } };
        expr::compile(&p, &mut |e| expr::scan_slot(e, row.len()))?
            .is_true(&mut env, Rows::scan(row))
    }
    fn describe(&mut self, st: &mut Store, index: &Relation, keys: &[Datum]) -> Result<String> {
        let mut host = Host { store: st, session: self.session };
        let names = host.index_key_text(index.oid);
        let mut values = Vec::new();
        for (a, d) in index.desc.attrs.iter().zip(keys).take(names.len()) {
            values.push(if d.is_null() { "null".into() } else { host.output(a.type_oid, d)? });
        }
        Ok(format!("({})=({})", names.join(", "), values.join(", ")))
    }
}
