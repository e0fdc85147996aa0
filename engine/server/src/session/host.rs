//! The backend as planner and executor see it.

use super::Backend;
use crate::catalog::system;
use sql::analyze::{CatalogView, RelationInfo, SqlFunction, UserType};
use sql::exec::Host;
use sql::expr::Expr;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Env;
use storage::heap::Relation;
use storage::heap::statistics::ColumnStats;
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::store::Store;

impl CatalogView for Backend {
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
    fn functions(&self, schema: Option<&str>, name: &str) -> Vec<Rc<SqlFunction>> {
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
    fn extension_function_visible(&self, name: &str) -> bool {
        self.view().extension_function_visible(name)
    }
    fn setting(&self, name: &str) -> Option<String> {
        self.settings.show(name)
    }
    fn current_schema(&self) -> Option<String> {
        self.view().current_schema()
    }
}

impl Host for Backend {
    fn store(&mut self) -> &mut Store {
        &mut self.store
    }
    fn open_relation(&mut self, oid: Oid) -> Result<Rc<Relation>> {
        if let Some(class) = self.catalog.class(oid)
            && !class.populated
        {
            return Err(PgError::new(
                SqlState::OBJECT_NOT_IN_PREREQUISITE_STATE,
                format!("materialized view \"{}\" has not been populated", class.name),
            )
            .hint("Use the REFRESH MATERIALIZED VIEW command."));
        }
        match self.catalog.relation(oid) {
            Some(r) => Ok(r),
            None => err!(UNDEFINED_TABLE, "could not open relation with OID {oid}"),
        }
    }
    fn virtual_rows(&mut self, oid: Oid) -> Result<Option<Vec<Vec<Datum>>>> {
        system::rows(self, oid)
    }
    fn column_stats(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<ColumnStats>> {
        self.statistics_of(relation, attno)
    }
    fn index_key_text(&mut self, index: Oid) -> Vec<String> {
        self.index_columns(index)
    }
    fn index_expressions(&self, index: Oid) -> (Vec<Expr>, Option<Expr>) {
        match self.catalog.class(index).and_then(|c| c.index.as_ref()) {
            Some(i) => (i.exprs.clone(), i.predicate.clone()),
            None => (Vec::new(), None),
        }
    }
    fn next_value(&mut self, sequence: Oid) -> Result<i64> {
        crate::command::sequence::next_value(self, sequence)
    }
    fn check_constraints(&self, relation: Oid) -> Vec<(String, Expr)> {
        let mut checks: Vec<(String, Expr)> = self
            .catalog
            .constraints_of(relation)
            .iter()
            .filter_map(|k| Some((k.name.clone(), (**k.check.as_ref()?).clone())))
            .collect();
        checks.sort_by(|a, b| a.0.cmp(&b.0));
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
    fn copy_rows(&mut self) -> Option<sql::exec::copy::CopyRows> {
        self.copy_rows.take()
    }
    fn is_watched(&self, rel: Oid) -> bool {
        Backend::is_watched(self, rel)
    }
    fn is_referenced(&self, rel: Oid) -> bool {
        let keys = self.catalog.constraints();
        keys.values().any(|k| k.foreign.as_ref().is_some_and(|f| f.rel == rel))
    }
    fn row_changed(
        &mut self,
        rel: Oid,
        old: Option<&[Datum]>,
        new: Option<(&[Datum], ItemPointer)>,
        own: bool,
    ) -> Result<()> {
        Backend::row_changed(self, rel, old, new, own)
    }
    fn end_of_query(&mut self) -> Result<()> {
        Backend::end_of_query(self)
    }
    fn triggers(&self, rel: Oid) -> Vec<Rc<crate::catalog::Trigger>> {
        Backend::triggers_of(self, rel)
    }
    fn fire_trigger(
        &mut self,
        rel: Oid,
        trigger: &crate::catalog::Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>> {
        Backend::fire_trigger(self, rel, trigger, event, old, new)
    }
    fn trigger_calls(&self, rel: Oid) -> Vec<sql::exec::TriggerCalls> {
        Backend::trigger_calls(self, rel)
    }
    fn run_sql_function(
        &mut self,
        function: &SqlFunction,
        args: &[Datum],
        arg_types: &[Oid],
    ) -> Result<Vec<Vec<Datum>>> {
        super::query::run_sql_function(self, function, args, arg_types)
    }
    fn as_env(&mut self) -> &mut dyn Env {
        self
    }
    fn as_catalog(&self) -> &dyn CatalogView {
        self
    }
}

impl Backend {
    /// What ANALYZE learnt of a column.
    pub fn statistics_of(&self, relation: Oid, attno: AttrNumber) -> Option<Rc<ColumnStats>> {
        self.catalog.class(relation)?.state.columns.borrow().get(&attno).cloned().map(Rc::new)
    }
}
