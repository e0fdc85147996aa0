//! The expressions and predicates of indexes (`FormIndexDatum`, `ExecCheckIndexPredicate`), computed in the
//! session while storage code has the store.

use super::{ClosedEnv, Host, HostSession};
use crate::expr::{self, Rows};
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::Relation;
use storage::store::Store;
use storage::table::IndexExprs;
use storage::types::opclass_input;

/// The expressions and predicates of indexes, computed with the session while storage code has the store.
pub struct SessionIndexExprs<'a> {
    session: &'a mut (dyn HostSession + 'static),
}

impl<'a> SessionIndexExprs<'a> {
    /// Splits a host into its store and the expressions of its indexes, which can then be borrowed
    /// at the same time.
    pub(super) fn split<'h>(host: &'h mut Host<'a>) -> (&'h mut Store, SessionIndexExprs<'h>) {
        (host.store, SessionIndexExprs { session: host.session })
    }
}

impl IndexExprs for SessionIndexExprs<'_> {
    fn evaluate(&mut self, st: &mut Store, index: &Relation, row: &[Datum]) -> Result<Vec<Datum>> {
        let (exprs, _) = self.session.index_expressions(index.oid);
        let compiled = exprs
            .iter()
            .map(|e| expr::compile(e, &mut |e| expr::scan_slot(e, row.len())))
            .collect::<Result<Vec<_>>>()?;
        let mut env = ClosedEnv {
            host: Host { store: st, session: self.session, snapshot: None, uncollated: false },
        };
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
        let mut env = ClosedEnv {
            host: Host { store: st, session: self.session, snapshot: None, uncollated: false },
        };
        expr::compile(&p, &mut |e| expr::scan_slot(e, row.len()))?
            .is_true(&mut env, Rows::scan(row))
    }
    fn describe(&mut self, st: &mut Store, index: &Relation, keys: &[Datum]) -> Result<String> {
        let mut host = Host { store: st, session: self.session, snapshot: None, uncollated: false };
        let names = host.index_key_text(index.oid);
        let mut values = Vec::new();
        for (a, d) in index.desc.attrs.iter().zip(keys).take(names.len()) {
            let t = opclass_input(a.type_oid);
            values.push(if d.is_null() { "null".into() } else { host.output(t, d)? });
        }
        Ok(format!("({})=({})", names.join(", "), values.join(", ")))
    }
}
