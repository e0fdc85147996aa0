//! INSERT, UPDATE, DELETE (`nodeModifyTable.c`) and row locks.

use super::copy::Copying;
use super::node::{NodeRun, NodeState, Projection, project};
use super::scan::RowMaker;
use super::state::Exec;
use super::trigger::TriggerRun;
use super::tuple_shortener::{form_given, form_stored};
use crate::analyze::Trigger;
use crate::analyze::{CommandType, LockStrength, RteKind};
use crate::expr::{self, Compiled, Expr, Node, Rows, Side, Slot, Var};
use crate::plan::{ModifyTable, Plan};
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{self, InsertOptions, Relation, TupleState};
use storage::ids::{AttrNumber, ItemPointer, Oid};
use storage::table::{self, Conflict};
use storage::tuple::header;

/// A running ModifyTable.
pub struct ModifyRun<'p> {
    plan: &'p ModifyTable,
    rel: Rc<Relation>,
    maker: RowMaker,
    returning: Option<Vec<Projection>>,
    checks: Vec<(String, Compiled)>,
    generated: Vec<(AttrNumber, Compiled)>,
    set: Vec<(usize, Compiled)>,
    /// The sub-queries of `SET (a, b) = (SELECT ...)` among them.
    set_sources: Vec<Compiled>,
    set_where: Option<Compiled>,
    oid: Oid,
    /// Whether the rows to insert are stored tuples, passed on as they are.
    as_stored: bool,
    /// Whether foreign keys watch the target.
    watched: bool,
    /// Whether they look here for what they refer to.
    referenced: bool,
    triggers: Option<Box<TriggerRun>>,
    /// The COPY whose rows it inserts.
    copying: Option<Copying>,
    /// All rows were read; a WITH member is asked again at the end of the query (`mt_done`).
    done: bool,
    /// Rows inserted and rows in conflict.
    pub inserted: u64,
    /// Rows that ON CONFLICT set aside.
    pub conflicting: u64,
}

/// Slots of the target's own columns, the child's row and `excluded`.
fn slots(natts: usize) -> impl FnMut(&Expr) -> Option<Slot> {
    move |e| {
        let Node::Var(v) = &e.node else { return None };
        match v.rte {
            Var::OUTER => Some(Slot { side: Side::Outer, index: v.attno as usize - 1 }),
            Var::INNER => {
                let index = (v.attno as usize).saturating_sub(1);
                Some(Slot { side: Side::Inner, index })
            }
            _ => expr::scan_slot(e, natts),
        }
    }
}

impl<'p> ModifyRun<'p> {
    /// Opens the target.
    pub fn new(ex: &mut Exec<'_, 'p>, plan: &Plan, m: &'p ModifyTable) -> Result<ModifyRun<'p>> {
        let rel = ex.host.open_relation(m.relation)?;
        rel.opened_with_indexes();
        let natts = rel.desc.attrs.len();
        let mut map = slots(natts);
        let returning = if m.returning.is_empty() {
            None
        } else {
            Some(super::node::projection(plan, &mut map)?)
        };
        let mut checks = Vec::new();
        for (name, e) in ex.host.check_constraints(m.relation) {
            checks.push((name, expr::compile(&e, &mut map)?));
        }
        let mut generated = Vec::new();
        for (a, e) in ex.host.generated_columns(m.relation) {
            generated.push((a, expr::compile(&e, &mut map)?));
        }
        let (mut set, mut set_sources, mut set_where) = (Vec::new(), Vec::new(), None);
        if let Some(c) = &m.on_conflict {
            for t in &c.set {
                let value = expr::compile(&t.expr, &mut map)?;
                match t.junk {
                    true => set_sources.push(value),
                    false => set.push((t.resno as usize - 1, value)),
                }
            }
            if let Some(w) = &c.where_clause {
                set_where = Some(expr::compile(w, &mut map)?);
            }
        }
        let triggers = TriggerRun::new(ex, &rel, m)?;
        let rows = ex.host.copy_rows();
        let copying = rows.map(|rows| Copying::new(ex, rows, triggers.is_some()));
        Ok(ModifyRun {
            triggers,
            plan: m,
            watched: ex.host.is_watched(m.relation),
            referenced: ex.host.is_referenced(m.relation),
            copying,
            maker: RowMaker::new(Rc::clone(&rel), plan, true),
            oid: rel.oid,
            rel,
            returning,
            checks,
            generated,
            set,
            set_sources,
            set_where,
            as_stored: false,
            inserted: 0,
            conflicting: 0,
            done: false,
        })
    }

    /// Asks the source of an INSERT for stored tuples where the server passes them on: unless
    /// generated columns are to be computed.
    pub fn take_stored(&mut self, source: &mut NodeState<'p>) {
        let plain = self.generated.is_empty() && self.triggers.is_none();
        if self.plan.command == CommandType::Insert && plain {
            self.as_stored = source.keep_stored();
        }
    }

    /// Whether AFTER triggers of rows, or foreign keys, are to see the version that a row replaced
    /// (`ExecARUpdateTriggers`, `ExecARDeleteTriggers`). A deletion matters to keys elsewhere only.
    fn looks_back(&self) -> bool {
        let (event, keys) = match self.plan.command {
            CommandType::Delete => (Trigger::DELETE, self.referenced),
            _ => (Trigger::UPDATE, self.watched),
        };
        keys || self.triggers.as_ref().is_some_and(|t| t.rows(event, false))
    }

    fn check(&self, ex: &mut Exec<'_, 'p>, row: &mut [Datum]) -> Result<()> {
        form_stored(&self.rel.desc.attrs, row);
        for (a, c) in &self.generated {
            let v = c.eval(ex, Rows::scan(row))?;
            row[a.0 as usize - 1] = v;
        }
        if !self.generated.is_empty() {
            form_stored(&self.rel.desc.attrs, row);
        }
        for (a, d) in self.rel.desc.attrs.iter().zip(row.iter_mut()) {
            if a.dropped {
                *d = Datum::Null;
            }
            if a.not_null && d.is_null() && !a.dropped {
                let text = describe_row(ex, &self.rel, row)?;
                return Err(PgError::new(
                    SqlState::NOT_NULL_VIOLATION,
                    format!(
                        "null value in column \"{}\" of relation \"{}\" violates not-null constraint",
                        a.name, self.rel.name
                    ),
                )
                .detail(format!("Failing row contains {text}.")));
            }
        }
        for (name, c) in &self.checks {
            let d = c.eval(ex, Rows::scan(row))?;
            if !d.is_null() && !d.as_bool() {
                let text = describe_row(ex, &self.rel, row)?;
                return Err(PgError::new(
                    SqlState::CHECK_VIOLATION,
                    format!(
                        "new row for relation \"{}\" violates check constraint \"{name}\"",
                        self.rel.name
                    ),
                )
                .detail(format!("Failing row contains {text}.")));
            }
        }
        Ok(())
    }
}

/// A new version has NULL in columns that are no more (`ExecBuildUpdateProjection`).
fn forget_dropped(rel: &Relation, row: &mut [Datum]) {
    for (value, _) in row.iter_mut().zip(&rel.desc.attrs).filter(|(_, a)| a.dropped) {
        *value = Datum::Null;
    }
}

/// `ExecBuildSlotValueDescription`: values cut at 64 bytes.
fn describe_row(ex: &mut Exec<'_, '_>, rel: &Relation, row: &[Datum]) -> Result<String> {
    let mut parts = Vec::new();
    for (a, d) in rel.desc.attrs.iter().zip(row) {
        if a.dropped {
            continue;
        }
        if d.is_null() {
            parts.push("null".to_string());
            continue;
        }
        let mut text = ex.host.output(a.type_oid, d)?;
        if text.len() > 64 {
            let mut end = 64;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            text.truncate(end);
            text.push_str("...");
        }
        parts.push(text);
    }
    Ok(format!("({})", parts.join(", ")))
}

/// The next row of RETURNING, or all the work.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let Some(mut child) = node.outer.take() else { return Ok(false) };
    let result = step(node, &mut child, ex);
    node.outer = Some(child);
    result.map_err(|e| match &node.kind {
        NodeRun::Modify(run) => run.copying.iter().fold(e, |e, copying| copying.explain(e)),
        _ => e,
    })
}

fn step<'p>(
    node: &mut NodeState<'p>,
    child: &mut NodeState<'p>,
    ex: &mut Exec<'_, 'p>,
) -> Result<bool> {
    let NodeRun::Modify(run) = &mut node.kind else { return Ok(false) };
    if run.done {
        return Ok(false);
    }
    if let Some(t) = &mut run.triggers {
        t.start(ex)?;
    }
    while child.next(ex)? {
        let natts = run.rel.desc.attrs.len();
        let cid = ex.cid;
        let rel = Rc::clone(&run.rel);
        let mut new: Vec<Datum>;
        let mut before: Option<(Vec<Datum>, bool)> = None;
        // The version that an INSERT replaced.
        let mut replaced: Option<ItemPointer> = None;
        let tid;
        match run.plan.command {
            CommandType::Insert => {
                new = child.row[..natts.min(child.row.len())].to_vec();
                let stored = run.as_stored.then_some(new.len());
                new.resize(natts, Datum::Null);
                match &mut run.copying {
                    Some(copying) => copying.next_row(),
                    None if stored.is_none() => form_given(&rel.desc.attrs, &mut new),
                    None => {}
                }
                if let Some(t) = &run.triggers {
                    form_stored(&rel.desc.attrs, &mut new);
                    match t.before_row(ex, Trigger::INSERT, None, Some(&new))? {
                        Some(row) => new = row,
                        None => continue,
                    }
                }
                run.check(ex, &mut new)?;
                if let Some(copying) = run.copying.as_mut().filter(|c| c.collects()) {
                    ex.processed += 1;
                    copying.keep(ex, &rel, new, run.watched)?;
                    continue;
                }
                match &run.plan.on_conflict {
                    None => {
                        let (st, mut exprs) = ex.host.index_exprs();
                        let (options, bulk) = match &mut run.copying {
                            Some(copying) => copying.way(),
                            None => (InsertOptions::default(), None),
                        };
                        tid =
                            table::insert(st, &rel, &new, stored, cid, &mut exprs, options, bulk)?;
                    }
                    Some(c) => {
                        let arbiters = c.arbiters.clone();
                        let (st, mut exprs) = ex.host.index_exprs();
                        let outcome = table::insert_on_conflict(
                            st, &rel, &new, stored, cid, &arbiters, &mut exprs,
                        )?;
                        match outcome {
                            Conflict::Inserted(t) => {
                                tid = t;
                                run.inserted += 1;
                            }
                            Conflict::Existing(old) => {
                                run.conflicting += 1;
                                if !c.update {
                                    continue;
                                }
                                let columns = |set: &[(usize, Compiled)]| {
                                    let set = set.iter().map(|(i, _)| AttrNumber(*i as i16 + 1));
                                    set.chain(run.generated.iter().map(|g| g.0)).collect::<Vec<_>>()
                                };
                                // The row is locked before it is looked at (`ExecOnConflictUpdate`).
                                let mode = heap::update_lock_mode(&rel, &columns(&run.set));
                                let locked =
                                    heap::lock_tuple(ex.host.store(), &rel, old, cid, mode)?;
                                if locked == TupleState::Invisible {
                                    return Err(second_time());
                                }
                                // The lock still pins the page (`heapam_tuple_lock`).
                                let Some(t) = heap::peek_row(ex.host.store(), &rel, old) else {
                                    continue;
                                };
                                run.maker.fill(t.tid, &t.bytes)?;
                                let own =
                                    ex.host.store().xact.is_current(header::raw_xmin(&t.bytes));
                                let mut row = run.maker.row.clone();
                                let rows = Rows { scan: &row, inner: &new, outer: &child.row };
                                if let Some(w) = &run.set_where
                                    && !w.is_true(ex, rows)?
                                {
                                    node.instrument.filtered1 += 1.0;
                                    continue;
                                }
                                for source in &run.set_sources {
                                    source.eval(ex, rows)?;
                                }
                                let mut values = Vec::new();
                                for (i, c) in &run.set {
                                    values.push((*i, c.eval(ex, rows)?));
                                }
                                let changed: Vec<AttrNumber> =
                                    values.iter().map(|(i, _)| AttrNumber(*i as i16 + 1)).collect();
                                for (i, v) in values {
                                    row[i] = v;
                                }
                                row.truncate(natts);
                                forget_dropped(&rel, &mut row);
                                if let Some(t) = &run.triggers {
                                    form_stored(&rel.desc.attrs, &mut row);
                                    let old = &run.maker.row[..natts];
                                    match t.before_row(
                                        ex,
                                        Trigger::UPDATE,
                                        Some(old),
                                        Some(&row),
                                    )? {
                                        Some(changed) => row = changed,
                                        None => continue,
                                    }
                                }
                                run.check(ex, &mut row)?;
                                let (st, mut exprs) = ex.host.index_exprs();
                                let done =
                                    table::update(st, &rel, old, &row, &changed, cid, &mut exprs)?;
                                if done.state == TupleState::SelfModified {
                                    return Err(second_time());
                                }
                                tid = done.tid;
                                replaced = Some(old);
                                new = row;
                                before = Some((run.maker.row.clone(), own));
                            }
                        }
                    }
                }
            }
            CommandType::Update | CommandType::Delete => {
                let ctid = &child.row[run.plan.ctid_column];
                if ctid.is_null() {
                    continue;
                }
                let Ok(six) = <[u8; 6]>::try_from(&ctid.bytes()[..]) else {
                    return err!(INTERNAL_ERROR, "ctid is not a row's place");
                };
                let old = ItemPointer::from_bytes(six);
                replaced = Some(old);
                if run.plan.command == CommandType::Delete {
                    if let Some(t) = run.triggers.as_ref().filter(|t| t.rows(Trigger::DELETE, true))
                    {
                        let Some(row) = lock_old(ex, &mut run.maker, &rel, old, natts, None)?
                        else {
                            continue;
                        };
                        if t.before_row(ex, Trigger::DELETE, Some(&row), None)?.is_none() {
                            continue;
                        }
                    }
                    let outcome = table::delete(ex.host.store, &rel, old, cid)?;
                    if outcome.state != TupleState::Ok {
                        continue;
                    }
                    tid = old;
                    new = Vec::new();
                    if run.returning.is_some() || run.watched {
                        // As it is now that it is deleted: `xmax` says by whom.
                        let deleted = heap::peek_row(ex.host.store(), &rel, old);
                        let bytes =
                            deleted.map_or_else(|| outcome.old.to_vec(), |t| t.bytes.to_vec());
                        run.maker.fill(old, &bytes)?;
                        new = run.maker.row.clone();
                        before = Some((new.clone(), false));
                    }
                } else {
                    let snapshot = storage::xact::Snapshot::Any;
                    let st = ex.host.store();
                    let found = if st.toasters.settings.capabilities.whole_old_row {
                        heap::peek_row(st, &rel, old)
                    } else {
                        heap::fetch(st, &rel, old, &snapshot)?
                    };
                    let Some(t) = found else {
                        return err!(INTERNAL_ERROR, "failed to fetch tuple being updated");
                    };
                    run.maker.fill(t.tid, &t.bytes)?;
                    new = run.maker.row.clone();
                    let own = ex.host.store().xact.is_current(header::raw_xmin(&t.bytes));
                    if run.watched {
                        before = Some((new.clone(), own));
                    }
                    new.truncate(natts);
                    for (i, &a) in run.plan.update_columns.iter().enumerate() {
                        new[a as usize - 1] = child.row[i].clone();
                    }
                    forget_dropped(&rel, &mut new);
                    let mut changed: Vec<AttrNumber> = run
                        .plan
                        .update_columns
                        .iter()
                        .map(|a| AttrNumber(*a))
                        .chain(run.generated.iter().map(|g| g.0))
                        .collect();
                    if let Some(t) = run.triggers.as_ref().filter(|t| t.rows(Trigger::UPDATE, true))
                    {
                        form_stored(&rel.desc.attrs, &mut new);
                        let locked =
                            lock_old(ex, &mut run.maker, &rel, old, natts, Some(&changed))?;
                        let Some(row) = locked else { continue };
                        match t.before_row(ex, Trigger::UPDATE, Some(&row), Some(&new))? {
                            Some(after) => {
                                let other = (0..natts).filter(|i| after[*i] != new[*i]);
                                changed.extend(other.map(|i| AttrNumber(i as i16 + 1)));
                                new = after;
                            }
                            None => continue,
                        }
                    }
                    run.check(ex, &mut new)?;
                    let (st, mut exprs) = ex.host.index_exprs();
                    let outcome = table::update(st, &rel, old, &new, &changed, cid, &mut exprs)?;
                    if outcome.state != TupleState::Ok {
                        continue;
                    }
                    tid = outcome.tid;
                }
            }
            CommandType::Select => return Ok(false),
        }
        if let Some(old) = replaced.filter(|_| run.looks_back()) {
            // For the triggers that come after, the old version is fetched (`GetTupleForTrigger`).
            heap::fetch(ex.host.store(), &rel, old, &storage::xact::Snapshot::Any)?;
        }
        if let Some(t) = &mut run.triggers {
            let (event, new) = match (run.plan.command, replaced) {
                (CommandType::Delete, _) => (Trigger::DELETE, None),
                (_, Some(_)) => (Trigger::UPDATE, Some(tid)),
                _ => (Trigger::INSERT, Some(tid)),
            };
            t.after_row(event, replaced, new);
        }
        if run.watched {
            let (old, own) = before.map_or((None, false), |(row, own)| (Some(row), own));
            let new = (run.plan.command != CommandType::Delete).then_some((&new[..], tid));
            ex.host.row_changed(run.oid, old.as_deref(), new, own)?;
        }
        if run.plan.can_set_tag {
            ex.processed += 1;
        }
        if let Some(p) = &run.returning {
            if run.plan.command == CommandType::Delete {
                // The deleted row is read once more (`ExecDelete`).
                heap::fetch(ex.host.store(), &rel, tid, &storage::xact::Snapshot::Any)?;
            }
            if new.len() == natts {
                new.push(Datum::Ref(tid.to_bytes().to_vec().into()));
                // A row that was just written: made by this command, and still there.
                let xid = Datum::u32(ex.host.store().xact.assign_xid().0);
                let cid = Datum::u32(ex.cid.0);
                // What replaced a locked row keeps the lock's `xmax`.
                let written = heap::peek_row(ex.host.store(), &rel, tid);
                let xmax = written.map_or(0, |t| header::raw_xmax(&t.bytes).0);
                new.extend([xid, cid.clone(), Datum::u32(xmax), cid]);
                new.push(Datum::u32(run.oid.0));
            }
            let rows = Rows { scan: &new, outer: &child.row, inner: &[] };
            project(p, ex, rows, &mut node.row)?;
            return Ok(true);
        }
    }
    if let NodeRun::Modify(run) = &mut node.kind {
        let rel = Rc::clone(&run.rel);
        if let Some(copying) = &mut run.copying {
            copying.finish(ex, &rel, run.watched)?;
        }
        // Triggers and foreign keys that come at the end are not about a line.
        run.copying = None;
        if let Some(t) = &mut run.triggers {
            ex.after_nodes(|ex| t.finish(ex, &mut run.maker))?;
        }
        run.done = true;
    }
    Ok(false)
}

/// The version that BEFORE triggers look at, locked first (`GetTupleForTrigger`); nothing when it is
/// no longer there. `changed` are the columns of an UPDATE.
fn lock_old(
    ex: &mut Exec<'_, '_>,
    maker: &mut RowMaker,
    rel: &Rc<Relation>,
    old: ItemPointer,
    natts: usize,
    changed: Option<&[AttrNumber]>,
) -> Result<Option<Vec<Datum>>> {
    let mode = match changed {
        Some(columns) => heap::update_lock_mode(rel, columns),
        None => heap::LockMode::Exclusive,
    };
    let cid = ex.cid;
    if heap::lock_tuple(ex.host.store(), rel, old, cid, mode)? != TupleState::Ok {
        return Ok(None);
    }
    // The page is still pinned.
    let Some(t) = heap::peek_row(ex.host.store(), rel, old) else { return Ok(None) };
    maker.fill(t.tid, &t.bytes)?;
    Ok(Some(maker.row[..natts.min(maker.row.len())].to_vec()))
}

fn second_time() -> Box<PgError> {
    PgError::new(
        SqlState::CARDINALITY_VIOLATION,
        "ON CONFLICT DO UPDATE command cannot affect row a second time",
    )
    .hint(
        "Ensure that no rows proposed for insertion within the same command have duplicate constrained values.",
    )
}

/// Locks the row for SELECT ... FOR UPDATE.
#[inline(never)]
pub fn lock_row(
    ex: &mut Exec<'_, '_>,
    marks: &[(usize, LockStrength, usize)],
    row: &[Datum],
) -> Result<()> {
    for (rte, strength, column) in marks {
        let RteKind::Relation { oid, .. } = ex.stmt.rtable[*rte - 1].kind else { continue };
        let Some(Datum::Ref(b)) = row.get(*column) else { continue };
        let Ok(six) = <[u8; 6]>::try_from(&b[..]) else { continue };
        let rel = ex.host.open_relation(oid)?;
        let cid = ex.cid;
        heap::lock_tuple(
            ex.host.store(),
            &rel,
            ItemPointer::from_bytes(six),
            cid,
            match strength {
                LockStrength::KeyShare => heap::LockMode::KeyShare,
                LockStrength::Share => heap::LockMode::Share,
                LockStrength::NoKeyUpdate => heap::LockMode::NoKeyExclusive,
                LockStrength::Update => heap::LockMode::Exclusive,
            },
        )?;
    }
    Ok(())
}
