//! The process as planner and executor see it.

use crate::backend::{Process, StatementTimer};
use crate::{functions, system_views};
use sql::analyze::{CatalogView, CreatedFunction, Query, RelationInfo, UserType};
use sql::expr::Expr;
use sql::host::HostSession;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::{EnvSession, RowSource};
use storage::heap::Relation;
use storage::heap::statistics::ColumnStats;
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::sort::Arrange;
use storage::store::Store;
use storage::tuple::{Attribute, TupleDesc};
use storage::types;
use storage::types::random::Prng;
use storage::versions::Release;

impl CatalogView for Process {
    fn relation(&self, schema: Option<&str>, name: &str) -> Result<Option<Rc<RelationInfo>>> {
        self.view().relation(schema, name)
    }
    fn relation_by_oid(&self, oid: Oid) -> Option<Rc<RelationInfo>> {
        self.view().relation_by_oid(oid)
    }
    fn schema_exists(&self, name: &str) -> bool {
        self.view().schema_exists(name)
    }
    fn type_by_name(&self, schema: Option<&str>, name: &str) -> Option<Rc<UserType>> {
        self.view().type_by_name(schema, name)
    }
    fn user_type(&self, oid: Oid) -> Option<Rc<UserType>> {
        self.view().user_type(oid)
    }
    fn functions(&self, schema: Option<&str>, name: &str) -> Vec<Rc<CreatedFunction>> {
        self.view().functions(schema, name)
    }
    fn column_default(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<Expr>> {
        self.view().column_default(relation, attno)
    }
    fn identity_sequence(&self, relation: Oid, attno: AttrNumber) -> Option<Oid> {
        self.view().identity_sequence(relation, attno)
    }
    fn collation(&self, schema: Option<&str>, name: &str) -> Option<Oid> {
        self.view().collation(schema, name)
    }
    fn relation_is_visible(&self, oid: Oid) -> bool {
        self.view().relation_is_visible(oid)
    }
    fn release(&self) -> &'static Release {
        self.settings.release()
    }
    fn extension_function_visible(&self, name: &str) -> bool {
        self.view().extension_function_visible(name)
    }
    fn built_in_schema(&self, name: &str) -> String {
        self.view().built_in_schema(name)
    }
    fn database(&self) -> &str {
        &self.catalog.database
    }
    fn current_schema(&self) -> Option<String> {
        self.view().current_schema()
    }
}

impl EnvSession for Process {
    fn setting(&self, name: &str) -> Option<String> {
        self.settings.show(name)
    }
    fn changed_setting(&self, name: &str) -> Option<&str> {
        self.settings.changed(name)
    }
    fn random(&mut self) -> f64 {
        self.session.random.next_f64()
    }
    fn set_seed(&mut self, seed: f64) -> Result<()> {
        self.session.random = Prng::fseed(seed);
        Ok(())
    }
    fn transaction_timestamp(&self) -> i64 {
        self.transaction.started
    }
    fn statement_timestamp(&self) -> i64 {
        self.client.asked_at
    }
    fn clock_timestamp(&self) -> i64 {
        (self.cluster.clock)().saturating_add(self.cluster.slept)
    }
    fn check_cancel(&self) -> Result<()> {
        if self.client.interrupt.as_ref().is_some_and(|asked| asked()) {
            return err!(QUERY_CANCELED, "canceling statement due to user request");
        }
        self.client.timer.as_ref().map_or(Ok(()), StatementTimer::check_now_and_then)
    }
    fn notice(&mut self, report: Box<PgError>) {
        self.client.notices.push(report);
    }
    fn row_type(&self, type_oid: Oid, typmod: i32) -> Option<Rc<TupleDesc>> {
        if type_oid == types::oid::RECORD {
            return self.session.row_types.get(usize::try_from(typmod).ok()?).cloned();
        }
        self.catalog.row_type(type_oid)
    }
    fn register_row_type(&mut self, desc: &TupleDesc) -> i32 {
        let same = |known: &Rc<TupleDesc>| {
            known.attrs.len() == desc.attrs.len()
                && known.attrs.iter().zip(&desc.attrs).all(|(a, b)| {
                    (&a.name, a.type_oid, a.typmod) == (&b.name, b.type_oid, b.typmod)
                })
        };
        let at = self.session.row_types.iter().position(same).unwrap_or_else(|| {
            self.session.row_types.push(Rc::new(desc.clone()));
            self.session.row_types.len() - 1
        });
        at as i32
    }
    fn column_of(&self, name: &str, type_oid: Oid, typmod: i32) -> Attribute {
        self.catalog.attribute_of(name, type_oid, typmod)
    }
    fn element_type(&self, type_oid: Oid) -> Oid {
        self.catalog.element_type(type_oid)
    }
    fn base_type(&self, type_oid: Oid) -> Oid {
        self.catalog.base_type(type_oid)
    }
}

impl HostSession for Process {
    fn open_relation(&self, oid: Oid) -> Result<Rc<Relation>> {
        if let Some(class) = self.catalog.class(oid)
            && !class.populated
            && !self.session.only_explained
        {
            return Err(PgError::new(
                SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE,
                format!("materialized view \"{}\" has not been populated", class.name),
            )
            .hint("Use the REFRESH MATERIALIZED VIEW command."));
        }
        match self.catalog.relation(oid) {
            Some(r) => {
                r.opened();
                Ok(r)
            }
            None => err!(INTERNAL_ERROR, "could not open relation with OID {oid}"),
        }
    }
    fn virtual_rows(&mut self, store: &mut Store, oid: Oid) -> Result<Option<Vec<Vec<Datum>>>> {
        system_views::rows(&mut self.with(store), oid)
    }
    fn column_stats(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<ColumnStats>> {
        self.statistics_of(relation, attno)
    }
    fn index_key_text(&mut self, store: &mut Store, index: Oid) -> Vec<String> {
        self.with(store).index_columns(index)
    }
    fn index_expressions(&self, index: Oid) -> (Vec<Expr>, Option<Expr>) {
        match self.catalog.class(index).and_then(|c| c.index.as_ref()) {
            Some(i) => (i.exprs.clone(), i.predicate.clone()),
            None => (Vec::new(), None),
        }
    }
    fn next_value(&mut self, store: &mut Store, sequence: Oid) -> Result<i64> {
        crate::backend::sequence::next_value(&mut self.with(store), sequence)
    }
    fn check_constraints(&self, relation: Oid) -> Vec<(String, Expr)> {
        let mut checks: Vec<(String, Expr)> = self
            .catalog
            .constraints_of(relation)
            .iter()
            .filter_map(|k| Some((k.name.clone(), (**k.check.as_ref()?).clone())))
            .collect();
        checks.arrange_by(|a, b| a.0.cmp(&b.0));
        checks
    }
    fn generated_columns(&self, relation: Oid) -> Vec<(AttrNumber, Expr)> {
        let Some(class) = self.catalog.class(relation) else { return Vec::new() };
        class
            .defaults
            .iter()
            .filter(|(n, _)| class.desc.attr(**n).generated.is_some())
            .map(|(n, d)| (*n, (*d.expr).clone()))
            .collect()
    }
    fn copy_rows(&mut self) -> Option<sql::host::CopyRows> {
        self.client.copy_rows.take()
    }
    fn is_watched(&self, rel: Oid) -> bool {
        Process::is_watched(self, rel)
    }
    fn is_referenced(&self, rel: Oid) -> bool {
        let keys = self.catalog.constraints();
        keys.values().any(|k| k.foreign.as_ref().is_some_and(|f| f.rel == rel))
    }
    fn row_changed(
        &mut self,
        store: &mut Store,
        rel: Oid,
        old: Option<(&[Datum], ItemPointer)>,
        new: Option<(&[Datum], ItemPointer)>,
        own: bool,
    ) -> Result<()> {
        self.with(store).row_changed(rel, old, new, own)
    }
    fn end_of_query(&mut self, store: &mut Store) -> Result<()> {
        self.with(store).end_of_query()
    }
    fn triggers(&self, rel: Oid) -> Vec<Rc<crate::catalog::Trigger>> {
        self.catalog.class(rel).map_or_else(Vec::new, |c| c.triggers.clone())
    }
    fn fire_trigger(
        &mut self,
        store: &mut Store,
        rel: Oid,
        trigger: &crate::catalog::Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>> {
        self.with(store).fire_trigger(rel, trigger, event, old, new)
    }
    fn trigger_calls(&self, rel: Oid) -> Vec<sql::host::TriggerCalls> {
        Process::trigger_calls(self, rel)
    }
    fn run_created_function(
        &mut self,
        store: &mut Store,
        function: &CreatedFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Vec<Vec<Datum>>> {
        crate::backend::query::run_created_function(
            &mut self.with(store),
            function,
            args,
            arg_types,
        )
    }
    fn begin_inlining(
        &mut self,
        store: &mut Store,
        function: &CreatedFunction,
        arg_types: &[Oid],
    ) -> Result<Option<(Rc<CreatedFunction>, Query)>> {
        crate::backend::query::begin_inlining(&mut self.with(store), function, arg_types)
    }
    fn end_inlining(&mut self) {
        self.session.inlining.pop();
    }
    fn expect_columns(&mut self, columns: Option<Vec<(String, Oid, i32)>>) {
        self.session.expected_columns = columns;
    }

    fn check_alloc(&self, store: &Store, bytes: usize) -> Result<()> {
        if bytes > 0x3fff_ffff {
            return err!(INTERNAL_ERROR, "invalid memory alloc request size {bytes}");
        }
        if store.pool.memory().saturating_add(bytes) > self.cluster.memory_limit {
            return Err(out_of_memory(bytes));
        }
        Ok(())
    }
    fn output(&mut self, store: &mut Store, type_oid: Oid, datum: &Datum) -> Result<String> {
        self.with(store).output(type_oid, datum)
    }
    fn input(
        &mut self,
        store: &mut Store,
        type_oid: Oid,
        text: &str,
        typmod: i32,
    ) -> Result<Datum> {
        self.with(store).input(type_oid, text, typmod)
    }
    fn call_server(
        &mut self,
        store: &mut Store,
        number: u16,
        types: &[Oid],
        args: &[Datum],
    ) -> Result<Datum> {
        functions::call(&mut self.with(store), number, types, args)
    }
    fn open_server_set(
        &mut self,
        store: &mut Store,
        number: u16,
        types: &[Oid],
        args: &[Datum],
    ) -> Result<Box<dyn RowSource>> {
        functions::open(&mut self.with(store), number, types, args)
    }
}

impl Process {
    /// The statistics that ANALYZE computed for a column.
    pub fn statistics_of(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<ColumnStats>> {
        self.catalog.class(relation)?.state.columns.borrow().get(&attno).cloned().map(Rc::new)
    }
}

/// The error for an allocation that would exceed the memory allowed.
pub fn out_of_memory(bytes: usize) -> Box<PgError> {
    PgError::new(storage::error::SqlState::OUT_OF_MEMORY, "out of memory")
        .detail(format!("Failed on request of size {bytes}."))
}
