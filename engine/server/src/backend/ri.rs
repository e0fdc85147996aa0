//! Foreign keys (`ri_triggers.c`, the queue of `trigger.c`).
//!
//! A changed row queues an event for each foreign key it may break; at the end of the statement, or
//! of the transaction for a deferred constraint, each event runs the query that the server's
//! trigger runs. The queries lock what they find `FOR KEY SHARE`, and each takes a command id:
//!
//! ```text
//! INSERT INTO child          SELECT 1 FROM ONLY parent x WHERE id = $1 FOR KEY SHARE OF x
//! DELETE FROM parent         the same (has another row the key?), then the same of the child
//!   ON DELETE CASCADE        DELETE FROM ONLY child WHERE $1 = parent_id
//! ```
//!
//! Simplified: the triggers have no rows in `pg_trigger`, and `SET CONSTRAINTS` is refused.

use crate::backend::{Backend, KeptPlan, KeyQuery, Prepared, Process};
use crate::catalog::{Class, Constraint, ForeignEntry};
use sql::exec::node::NodeState;
use sql::exec::state::Exec;
use sql::expr::quote_identifier;
use sql::host::HostSession;
use sql::host::TriggerCalls;
use sql::plan::{self, PlannedStmt};
use std::rc::Rc;
use storage::buffer::BufferId;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::error::{PgError, Result, SqlState};
use storage::heap;
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::map::SortedMap;
use storage::sort::Arrange;
use storage::types;
use storage::xact::Snapshot;

/// What may have broken a foreign key.
#[derive(Clone, Debug)]
enum KeyChange {
    /// A referencing row came.
    Referencing(Vec<Datum>),
    /// A referenced key went, and this came instead.
    Referenced(Vec<Datum>, Option<Vec<Datum>>),
}

impl KeyChange {
    /// The table whose row changed, of the two that a foreign key is between.
    fn table(&self, k: &Constraint, f: &ForeignEntry) -> Oid {
        match self {
            KeyChange::Referencing(..) => k.rel,
            KeyChange::Referenced(..) => f.rel,
        }
    }
}

#[derive(Clone, Debug)]
struct Event {
    constraint: Oid,
    change: KeyChange,
    /// Where the old and the new version are that the trigger is given.
    rows: [Option<ItemPointer>; 2],
}

/// The pages of the old and the new version that a trigger was given last, which its slots pin (`ExecGetTriggerOldSlot`,
/// `ExecGetTriggerNewSlot`). The server has such slots for each table; a change of table unpins them here.
type TriggerSlots = [Option<BufferId>; 2];

/// How often a trigger was called, and the modelled milliseconds that it took.
#[derive(Clone, Copy, Debug, Default)]
struct TriggerCount {
    calls: u64,
    milliseconds: f64,
}

impl TriggerCount {
    /// Adds one call of the trigger, and what it took.
    fn count(&mut self, milliseconds: f64) {
        self.calls += 1;
        self.milliseconds += milliseconds;
    }
}

/// Events that wait.
#[derive(Clone, Debug, Default)]
pub(crate) struct TriggerQueue {
    now: Vec<Event>,
    deferred: Vec<Event>,
    /// Whether events are being worked off: what they queue joins the queue.
    running: bool,
    /// Triggers of the last statement: their table, whether they check, constraint, calls.
    calls: SortedMap<(Oid, bool, Oid), TriggerCount>,
    /// Calls of users' triggers, by table and name, since they were last forgotten.
    named: SortedMap<(Oid, String), TriggerCount>,
}

impl TriggerQueue {
    /// Counts a call of a user's trigger, with the modelled time that it took.
    pub(crate) fn count_call(&mut self, rel: Oid, name: &str, milliseconds: f64) {
        self.named.entry((rel, name.to_string())).or_default().count(milliseconds);
    }
    /// Forgets the counts of trigger calls.
    pub(crate) fn forget_calls(&mut self) {
        self.named.clear();
    }
}

/// The error of a row that breaks a foreign key.
fn violation(text: String) -> Box<PgError> {
    PgError::new(SqlState::FOREIGN_KEY_VIOLATION, text)
}

/// The values of the key's columns in a row.
fn key_values(row: &[Datum], keys: &[AttrNumber]) -> Vec<Datum> {
    keys.iter().map(|n| row.get(n.0 as usize - 1).cloned().unwrap_or(Datum::Null)).collect()
}

impl Process {
    /// Whether the table has foreign keys, or foreign keys refer to it.
    pub(crate) fn is_watched(&self, rel: Oid) -> bool {
        self.catalog
            .constraints()
            .values()
            .any(|k| k.foreign.as_ref().is_some_and(|f| k.rel == rel || f.rel == rel))
    }

    /// The triggers that the last statement, which changed `rel`, fired: first those of `rel`.
    pub(crate) fn trigger_calls(&self, rel: Oid) -> Vec<TriggerCalls> {
        let mut calls: Vec<_> = self.ri.calls.iter().collect();
        calls.arrange_by_key(|((of, ..), _)| *of != rel);
        let named = |((of, checks, k), n): (&(Oid, bool, Oid), &TriggerCount)| {
            // A constraint is followed by its four triggers: two that act, two that check.
            let (letter, at) = if *checks { ('c', 3) } else { ('a', 1) };
            TriggerCalls {
                name: format!("RI_ConstraintTrigger_{letter}_{}", k.0 + at),
                constraint: self.catalog.constraints().get(k).map(|k| k.name.clone()),
                table: self.name_of(*of),
                calls: n.calls,
                milliseconds: n.milliseconds,
            }
        };
        let mut all: Vec<TriggerCalls> = calls.into_iter().map(named).collect();
        let table = self.name_of(rel);
        for ((_, name), n) in self.ri.named.iter().filter(|(k, _)| k.0 == rel) {
            let (name, table) = (name.clone(), table.clone());
            let TriggerCount { calls, milliseconds } = *n;
            all.push(TriggerCalls { name, constraint: None, table, calls, milliseconds });
        }
        all.arrange_by_key(|c| (c.table != table, c.name.clone()));
        all
    }

    /// The relation's name, or nothing if it is gone.
    fn name_of(&self, rel: Oid) -> String {
        self.catalog.class(rel).map_or_else(String::new, |c| c.name.clone())
    }
}

impl Backend<'_> {
    /// Queues the foreign key checks of a changed row (`AfterTriggerSaveEvent`). `own` says that this
    /// transaction made the old version.
    pub(crate) fn row_changed(
        &mut self,
        rel: Oid,
        old: Option<(&[Datum], ItemPointer)>,
        new: Option<(&[Datum], ItemPointer)>,
        own: bool,
    ) -> Result<()> {
        let watching: Vec<Rc<Constraint>> =
            self.catalog.constraints().values().filter(|k| k.foreign.is_some()).cloned().collect();
        let mut events = Vec::new();
        for k in watching
            .iter()
            .filter(|k| k.foreign.as_ref().is_some_and(|f| f.rel == rel && !f.off[1]))
        {
            let (Some(f), Some((old, _))) = (&k.foreign, old) else { continue };
            let before = self.flat_keys(old, &f.keys)?;
            if before.iter().any(Datum::is_null) {
                continue;
            }
            let after = match new {
                Some((new, _)) => Some(self.flat_keys(new, &f.keys)?),
                None => None,
            };
            if let Some(after) = &after
                && self.same_keys(rel, &f.keys, &before, after, true)
            {
                continue;
            }
            events.push((k, KeyChange::Referenced(before, after)));
        }
        let checks = |k: &Constraint| k.foreign.as_ref().is_some_and(|f| !f.off[0]);
        for k in watching.iter().filter(|k| k.rel == rel && checks(k)) {
            let Some((new, _)) = new else { continue };
            let after = self.flat_keys(new, &k.keys)?;
            if let Some((old, _)) = old
                && !own
            {
                let before = self.flat_keys(old, &k.keys)?;
                if self.same_keys(rel, &k.keys, &before, &after, false) {
                    continue;
                }
            }
            if old.is_some() && after.iter().all(Datum::is_null) {
                continue;
            }
            events.push((k, KeyChange::Referencing(after)));
        }
        for (k, change) in events {
            // Who acts on the referencing rows does not wait (`createForeignKeyActionTriggers`).
            let waits = match (&change, &k.foreign) {
                (KeyChange::Referenced(_, None), Some(f)) => f.on_delete == 'a',
                (KeyChange::Referenced(_, Some(_)), Some(f)) => f.on_update == 'a',
                _ => true,
            };
            let rows = [old.map(|r| r.1), new.map(|r| r.1)];
            let event = Event { constraint: k.oid, change, rows };
            let deferred = k.deferrable.1 && waits;
            if deferred { &mut self.ri.deferred } else { &mut self.ri.now }.push(event);
        }
        Ok(())
    }

    /// The values of the key's columns in a row, read from TOAST and decompressed.
    fn flat_keys(&mut self, row: &[Datum], keys: &[AttrNumber]) -> Result<Vec<Datum>> {
        let mut flat = Vec::with_capacity(keys.len());
        for d in key_values(row, keys) {
            let stored = matches!(&d, Datum::Ref(v) if !v.is_empty()
                && (storage::varlena::is_external(v) || storage::varlena::is_compressed(v)));
            flat.push(if stored { Datum::varlena(&self.detoast(&d)?) } else { d });
        }
        Ok(flat)
    }

    /// Whether two rows have equal values in the key's columns, or (`exact`) the same bytes: NULL equals NULL
    /// (`ri_KeysEqual`).
    fn same_keys(
        &self,
        rel: Oid,
        keys: &[AttrNumber],
        a: &[Datum],
        b: &[Datum],
        exact: bool,
    ) -> bool {
        let Some(class) = self.catalog.class(rel) else { return false };
        keys.iter().zip(a.iter().zip(b)).all(|(n, (a, b))| match (a, b) {
            (Datum::Null, Datum::Null) => true,
            (Datum::Null, _) | (_, Datum::Null) => false,
            _ if exact && class.desc.attr(*n).len == -1 => types::payload(a) == types::payload(b),
            _ if exact => a == b,
            _ => types::equal(class.desc.attr(*n).type_oid, a, b),
        })
    }

    /// Runs the checks that the statement queued (`AfterTriggerEndQuery`).
    pub(crate) fn end_of_query(&mut self) -> Result<()> {
        if self.ri.running {
            return Ok(());
        }
        self.ri.calls.clear();
        self.ri.running = true;
        let mut done = Ok(());
        let mut at = 0;
        let mut slots = TriggerSlots::default();
        while at < self.ri.now.len() && done.is_ok() {
            let event = self.ri.now[at].clone();
            at += 1;
            done = self.fire(&event, &mut slots);
        }
        slots.into_iter().flatten().for_each(|buffer| self.store.pool.release(buffer));
        self.ri.now.clear();
        self.ri.running = false;
        done
    }

    /// Runs the checks that were deferred to the end of the transaction (`AfterTriggerFireDeferred`).
    pub(crate) fn end_of_transaction(&mut self) -> Result<()> {
        while !self.ri.deferred.is_empty() {
            self.ri.now = std::mem::take(&mut self.ri.deferred);
            self.end_of_query()?;
        }
        Ok(())
    }

    /// Runs the trigger of one queued event, and counts its call and its modelled time.
    fn fire(&mut self, event: &Event, slots: &mut TriggerSlots) -> Result<()> {
        let Some(k) = self.catalog.constraints().get(&event.constraint).cloned() else {
            return Ok(());
        };
        let Some(f) = k.foreign.clone() else { return Ok(()) };
        let checks = matches!(event.change, KeyChange::Referencing(..));
        let trigger = (event.change.table(&k, &f), checks, k.oid);
        let before = clock::now();
        clock::add(Kind::CallRoutine, 1);
        let rel = self.open_relation(trigger.0)?;
        let mut there = true;
        for (i, slot) in slots.iter_mut().enumerate() {
            let Some(tid) = event.rows[i] else { continue };
            let snapshot = if checks && i == 1 { Snapshot::SelfSnapshot } else { Snapshot::Any };
            there = heap::fetch_into(self.store, &rel, tid, &snapshot, slot)?.is_some();
        }
        let done = match &event.change {
            // A later change of the row queued an event of its own.
            KeyChange::Referencing(_) if !there => Ok(()),
            KeyChange::Referencing(keys) => self.fire_check(&k, &f, keys),
            KeyChange::Referenced(old, new) => self.fire_action(&k, &f, old, new.as_deref()),
        };
        let milliseconds = clock::now().since(&before).milliseconds(&self.store.prices);
        self.ri.calls.entry(trigger).or_default().count(milliseconds);
        done
    }

    /// Checks that the key which a row refers to exists (`RI_FKey_check`).
    fn fire_check(&mut self, k: &Constraint, f: &ForeignEntry, keys: &[Datum]) -> Result<()> {
        let nulls = keys.iter().filter(|d| d.is_null()).count();
        if f.match_type == 'f' && nulls > 0 && nulls < keys.len() {
            let table = self.name_of(k.rel);
            return Err(violation(format!(
                "insert or update on table \"{table}\" violates foreign key constraint \"{}\"",
                k.name
            ))
            .detail("MATCH FULL does not allow mixing of null and nonnull key values."));
        }
        if nulls > 0 {
            return Ok(());
        }
        if self.row_exists(k, f, "parent", keys)? {
            return Ok(());
        }
        let (table, other) = (self.name_of(k.rel), self.name_of(f.rel));
        let key = self.key_text(k.rel, &k.keys, keys)?;
        Err(violation(format!(
            "insert or update on table \"{table}\" violates foreign key constraint \"{}\"",
            k.name
        ))
        .detail(format!("Key {key} is not present in table \"{other}\".")))
    }

    /// Handles the rows that refer to a key which is gone (`RI_FKey_noaction_del` and its
    /// variants).
    fn fire_action(
        &mut self,
        k: &Constraint,
        f: &ForeignEntry,
        old: &[Datum],
        new: Option<&[Datum]>,
    ) -> Result<()> {
        let action = if new.is_some() { f.on_update } else { f.on_delete };
        match action {
            'c' => match new {
                None => self.change_referencing(k, f, "delete", old.to_vec()),
                Some(new) => {
                    let values = new.iter().chain(old).cloned().collect();
                    self.change_referencing(k, f, "cascade", values)
                }
            },
            'n' => self.change_referencing(k, f, "set null", old.to_vec()),
            'd' => {
                self.change_referencing(k, f, "set default", old.to_vec())?;
                self.nobody_refers(k, f, old, true)
            }
            _ => self.nobody_refers(k, f, old, action != 'r'),
        }
    }

    /// Fails if a row refers to the key (`ri_restrict`); with `another_will_do`, not if another row
    /// has the key.
    fn nobody_refers(
        &mut self,
        k: &Constraint,
        f: &ForeignEntry,
        old: &[Datum],
        another_will_do: bool,
    ) -> Result<()> {
        if another_will_do && self.row_exists(k, f, "parent again", old)? {
            return Ok(());
        }
        if !self.row_exists(k, f, "child", old)? {
            return Ok(());
        }
        let (table, other) = (self.name_of(f.rel), self.name_of(k.rel));
        let key = self.key_text(f.rel, &f.keys, old)?;
        if !another_will_do && self.store.release.restrict_named {
            let text = format!(
                "update or delete on table \"{table}\" violates RESTRICT setting of foreign key constraint \"{}\" on table \"{other}\"",
                k.name
            );
            return Err(PgError::new(SqlState::RESTRICT_VIOLATION, text)
                .detail(format!("Key {key} is referenced from table \"{other}\".")));
        }
        Err(violation(format!(
            "update or delete on table \"{table}\" violates foreign key constraint \"{}\" on table \"{other}\"",
            k.name
        ))
        .detail(format!("Key {key} is still referenced from table \"{other}\".")))
    }

    /// The key as messages write it: `(a, b)=(1, 2)` (`ri_ReportViolation`).
    fn key_text(&mut self, rel: Oid, keys: &[AttrNumber], values: &[Datum]) -> Result<String> {
        let Some(class) = self.catalog.class(rel).cloned() else { return Ok(String::new()) };
        let names: Vec<&str> = keys.iter().map(|n| class.desc.attr(*n).name.as_str()).collect();
        let mut texts = Vec::new();
        for (n, d) in keys.iter().zip(values) {
            texts.push(match d {
                Datum::Null => "null".to_owned(),
                d => self.output(class.desc.attr(*n).type_oid, d)?,
            });
        }
        Ok(format!("({})=({})", names.join(", "), texts.join(", ")))
    }

    /// The text of a trigger's query, and the types of its parameters.
    fn ri_query(&self, k: &Constraint, f: &ForeignEntry, what: &str) -> (String, Vec<Oid>) {
        let none = || (String::new(), Vec::new());
        let Some(child) = self.catalog.class(k.rel).cloned() else { return none() };
        let Some(parent) = self.catalog.class(f.rel).cloned() else { return none() };
        let table = |c: &Class| {
            let schema = self.catalog.namespace_name(c.namespace);
            format!("ONLY \"{schema}\".\"{}\"", c.name.replace('"', "\"\""))
        };
        let name =
            |c: &Class, n: AttrNumber| format!("\"{}\"", c.desc.attr(n).name.replace('"', "\"\""));
        let equal = " OPERATOR(pg_catalog.=) ";
        let all = |parts: Vec<String>, by: &str| parts.join(by);
        let types_of = |c: &Class, keys: &[AttrNumber]| -> Vec<Oid> {
            keys.iter().map(|n| c.desc.attr(*n).type_oid).collect()
        };
        // The condition on the referencing columns, its parameters counted from here.
        let referring = |from: usize| {
            let parts = (from..).zip(&k.keys);
            all(parts.map(|(i, n)| format!("${i}{equal}{}", name(&child, *n))).collect(), " AND ")
        };
        let old = types_of(&parent, &f.keys);
        match what {
            "parent" | "parent again" => {
                let parts = (1..).zip(&f.keys);
                let parts = parts.map(|(i, n)| format!("{}{equal}${i}", name(&parent, *n)));
                let condition = all(parts.collect(), " AND ");
                let text = format!(
                    "SELECT 1 FROM {} x WHERE {condition} FOR KEY SHARE OF x",
                    table(&parent)
                );
                (text, if what == "parent" { types_of(&child, &k.keys) } else { old })
            }
            "child" => {
                let text = format!(
                    "SELECT 1 FROM {} x WHERE {} FOR KEY SHARE OF x",
                    table(&child),
                    referring(1)
                );
                (text, old)
            }
            "delete" => (format!("DELETE FROM {} WHERE {}", table(&child), referring(1)), old),
            "cascade" => {
                let parts = (1..).zip(&k.keys);
                let set = parts.map(|(i, n)| format!("{} = ${i}", name(&child, *n))).collect();
                let text = format!(
                    "UPDATE {} SET {} WHERE {}",
                    table(&child),
                    all(set, ", "),
                    referring(k.keys.len() + 1)
                );
                (text, [old.clone(), old].concat())
            }
            _ => {
                let to = if what == "set null" { "NULL" } else { "DEFAULT" };
                let set = k.keys.iter().map(|n| format!("{} = {to}", name(&child, *n))).collect();
                let text = format!(
                    "UPDATE {} SET {} WHERE {}",
                    table(&child),
                    all(set, ", "),
                    referring(1)
                );
                (text, old)
            }
        }
    }

    /// A query of a foreign key, prepared for the session when it is first needed and again after its table changed,
    /// with the plan for these values (`ri_FetchPreparedPlan`, `ri_PlanCheck`).
    fn ri_plan(
        &mut self,
        k: &Constraint,
        f: &ForeignEntry,
        what: &'static str,
        values: &[Datum],
    ) -> Result<(Rc<KeyQuery>, Rc<KeptPlan>)> {
        let key = (k.oid, what);
        let kept = self.session.key_queries.remove(&key);
        let mut kept = match kept.filter(|kept| self.are_current(&kept.1)) {
            Some(kept) => kept,
            None => {
                let (text, params) = self.ri_query(k, f, what);
                let statement = Rc::clone(&sql::parser::parse(&text)?[0].stmt);
                let table = if what.starts_with("parent") { f.rel } else { k.rel };
                let made_of = self.versions(std::iter::once(table));
                Rc::new((Prepared::new(statement, params, text), made_of))
            }
        };
        let plan = self.plan_for(&mut Rc::make_mut(&mut kept).0, values)?;
        self.session.key_queries.insert(key, Rc::clone(&kept));
        Ok((kept, plan))
    }

    /// Runs a query of a foreign key with these values, and returns whether it found a row, which it locks. `what` says
    /// which: `parent`, `parent again` or `child` (`ri_query`).
    fn row_exists(
        &mut self,
        k: &Constraint,
        f: &ForeignEntry,
        what: &'static str,
        values: &[Datum],
    ) -> Result<bool> {
        let (_, kept) = self.ri_plan(k, f, what, values)?;
        self.run_ri(&kept.plan, values, Some(1))
    }

    /// Runs a query that changes the referencing rows.
    fn change_referencing(
        &mut self,
        k: &Constraint,
        f: &ForeignEntry,
        what: &'static str,
        values: Vec<Datum>,
    ) -> Result<()> {
        let (query, kept) = self.ri_plan(k, f, what, &values)?;
        match self.run_ri(&kept.plan, &values, None) {
            Ok(_) => Ok(()),
            Err(e) => {
                let here = format!("SQL statement \"{}\"", query.0.text);
                let context = match &e.context {
                    Some(inner) => format!("{inner}\n{here}"),
                    None => here,
                };
                Err(e.context(context))
            }
        }
    }

    /// Runs a query with a snapshot and a command id of its own, until it has given `most` rows (`None`: all
    /// of them), and returns whether it gave one (`ri_PerformCheck`).
    fn run_ri(&mut self, p: &PlannedStmt, values: &[Datum], most: Option<usize>) -> Result<bool> {
        self.store.xact.command_counter_increment()?;
        let mut host = self.host();
        let mut ex = Exec::new(p, &mut host, values, false)?;
        let mut node = NodeState::new(&mut ex, &p.plan)?;
        let mut found = 0;
        while most.is_none_or(|m| found < m) && node.next(&mut ex)? {
            found += 1;
        }
        node.end(&mut ex)?;
        self.store.xact.command_counter_increment()?;
        Ok(found > 0)
    }

    /// Checks all rows of a table that gets a foreign key (`RI_Initial_Check`).
    pub(crate) fn check_all_keys(&mut self, k: &Constraint) -> Result<()> {
        let Some(f) = k.foreign.clone() else { return Ok(()) };
        let (Some(child), Some(parent)) =
            (self.catalog.class(k.rel).cloned(), self.catalog.class(f.rel).cloned())
        else {
            return Ok(());
        };
        let table = |b: &Backend<'_>, c: &Class| {
            let schema = quote_identifier(b.catalog.namespace_name(c.namespace));
            format!("{schema}.{}", quote_identifier(&c.name))
        };
        let column = |c: &Class, n: AttrNumber| quote_identifier(&c.desc.attr(n).name);
        let pairs: Vec<(String, String)> = k
            .keys
            .iter()
            .zip(&f.keys)
            .map(|(a, b)| {
                (format!("fk.{}", column(&child, *a)), format!("pk.{}", column(&parent, *b)))
            })
            .collect();
        let list = |by: &str, f: &dyn Fn(&(String, String)) -> String| {
            pairs.iter().map(f).collect::<Vec<_>>().join(by)
        };
        let by = if f.match_type == 'f' { " OR " } else { " AND " };
        let text = format!(
            "SELECT {} FROM ONLY {} fk LEFT OUTER JOIN ONLY {} pk ON ({}) WHERE {} IS NULL AND ({})",
            list(", ", &|(a, _)| a.clone()),
            table(self, &child),
            table(self, &parent),
            list(" AND ", &|(a, b)| format!("{b} = {a}")),
            pairs[0].1,
            list(by, &|(a, _)| format!("{a} IS NOT NULL")),
        );
        let parsed = sql::parser::parse(&text)?;
        let query = self.analyze(&parsed[0].stmt)?;
        let planned = plan::plan(&query, &mut self.host())?;
        let mut host = self.host();
        let mut ex = Exec::new(&planned, &mut host, &[], false)?;
        let mut node = NodeState::new(&mut ex, &planned.plan)?;
        let bad = if node.next(&mut ex)? { Some(node.row.clone()) } else { None };
        node.end(&mut ex)?;
        let Some(values) = bad else { return Ok(()) };
        let start = format!(
            "insert or update on table \"{}\" violates foreign key constraint \"{}\"",
            child.name, k.name
        );
        if values.iter().any(Datum::is_null) {
            return Err(violation(start)
                .detail("MATCH FULL does not allow mixing of null and nonnull key values."));
        }
        let key = self.key_text(k.rel, &k.keys, &values)?;
        let detail = format!("Key {key} is not present in table \"{}\".", parent.name);
        Err(violation(start).detail(detail))
    }

    /// Removes all queued events but the first `deferred`.
    pub(crate) fn forget_events(&mut self, deferred: usize) {
        self.ri.now.clear();
        self.ri.running = false;
        self.ri.deferred.truncate(deferred);
    }

    /// Whether a check of the table's rows waits for the end of the transaction (`AfterTriggerPendingOnRel`).
    pub(crate) fn has_pending_events(&self, rel: Oid) -> bool {
        self.ri.deferred.iter().any(|event| {
            let constraint = self.catalog.constraints().get(&event.constraint);
            let found = constraint.and_then(|k| Some((k, k.foreign.as_ref()?)));
            found.is_some_and(|(k, f)| event.change.table(k, f) == rel)
        })
    }

    /// How many events are deferred to the end of the transaction.
    pub(crate) fn deferred_events(&self) -> usize {
        self.ri.deferred.len()
    }
}
