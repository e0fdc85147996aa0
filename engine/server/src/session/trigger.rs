//! Calls of trigger functions (`ExecCallTriggerFunc`).

use crate::backend::Backend;
use crate::catalog::Trigger;
use crate::plpgsql::{self, TriggerCall};
use std::rc::Rc;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::ids::Oid;
use storage::tuple;

impl Backend<'_> {
    /// Calls a trigger's function, and returns the row that it returns, if any.
    pub(crate) fn fire_trigger(
        &mut self,
        rel: Oid,
        t: &Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>> {
        let before = clock::now();
        clock::add(Kind::CallRoutine, 1);
        let result = self.call_trigger(rel, t, event, old, new);
        let milliseconds = clock::now().since(&before).milliseconds(&self.store.prices);
        self.ri.count_call(rel, &t.name, milliseconds);
        result
    }

    /// Calls a trigger's function for one row, or for the statement; returns the row that it
    /// returned.
    fn call_trigger(
        &mut self,
        rel: Oid,
        t: &Trigger,
        event: i16,
        old: Option<&[Datum]>,
        new: Option<&[Datum]>,
    ) -> Result<Option<Vec<Datum>>> {
        let Some(class) = self.catalog.class(rel).cloned() else { return Ok(None) };
        if t.function == Trigger::SUPPRESS_REDUNDANT {
            let before = t.is(Trigger::BEFORE);
            let (Some(old), Some(new), true) = (old, new, before) else {
                let wrong = match (event == Trigger::UPDATE, before) {
                    (false, _) => "on update",
                    (_, false) => "before update",
                    _ => "for each row",
                };
                let text = format!("{}: must be called {wrong}", Trigger::SUPPRESS_REDUNDANT_NAME);
                return Err(PgError::new(SqlState("39P01"), text));
            };
            // The tuples are compared as bytes: a value that is the same but stored again differs.
            let same = tuple::form(&class.desc, old) == tuple::form(&class.desc, new);
            return Ok((!same).then(|| new.to_vec()));
        }
        let function = self.catalog.functions().get(&t.function).map(|f| Rc::clone(&f.function));
        let Some(function) = function else {
            let text = format!("function with OID {} does not exist", t.function.0);
            return Err(PgError::new(SqlState::UNDEFINED_FUNCTION, text));
        };
        self.enter_function()?;
        // What the function asks sees what the statement has done so far.
        self.store.xact.command_counter_increment()?;
        let schema = self.catalog.namespace_name(class.namespace).to_string();
        let call = TriggerCall { trigger: t, class: &class, schema, event, old, new };
        let result = plpgsql::call_trigger(self, &function, &call);
        self.session.function_depth -= 1;
        result
    }
}
