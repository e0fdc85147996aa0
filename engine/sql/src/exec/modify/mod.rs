//! INSERT, UPDATE, DELETE (`nodeModifyTable.c`): each row of the source is inserted, updated or deleted ([`insert`],
//! [`update`], [`delete`]), then triggers, foreign keys and RETURNING have their turn.

mod check;
mod delete;
mod insert;
mod update;

use crate::analyze::{CommandType, Trigger};
use crate::exec::copy::{After, Copying};
use crate::exec::node::{NodeRun, NodeState, Projection, project};
use crate::exec::scan::RowMaker;
use crate::exec::state::Exec;
use crate::exec::trigger::TriggerRun;
use crate::expr::system_column;
use crate::expr::{self, Compiled, Expr, Node, Rows, Side, Slot, Var};
use crate::plan::{ModifyTable, Plan};
use std::rc::Rc;
use storage::buffer::BufferId;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::heap::{self, RelKind, Relation};
use storage::ids::{AttrNumber, FIRST_NORMAL_OID, ItemPointer, Oid};
use storage::tuple::header;

/// A running ModifyTable.
pub struct ModifyRun<'p> {
    plan: &'p ModifyTable,
    rel: Rc<Relation>,
    maker: RowMaker,
    returning: Option<Vec<Projection>>,
    checks: Vec<(String, Compiled)>,
    generated: Vec<Generated>,
    set: Vec<(usize, Compiled)>,
    /// The sub-queries of `SET (a, b) = (SELECT ...)` among them.
    set_sources: Vec<Compiled>,
    set_where: Option<Compiled>,
    oid: Oid,
    /// Whether the rows to insert are stored tuples, passed on as they are.
    as_stored: bool,
    /// Whether the target has foreign keys, or foreign keys refer to it.
    watched: bool,
    /// Whether foreign keys refer to the target.
    referenced: bool,
    triggers: Option<Box<TriggerRun>>,
    /// The COPY whose rows it inserts.
    copying: Option<Copying>,
    /// The page of the last old version, which its slot pins (`ri_oldTupleSlot`).
    old_page: Option<BufferId>,
    /// All rows were read. A node in WITH is asked for rows again at the end of the query (`mt_done`).
    done: bool,
    /// Rows that were inserted.
    pub inserted: u64,
    /// Rows that were not inserted because of ON CONFLICT.
    pub conflicting: u64,
    /// Conflicting rows that the WHERE of DO UPDATE left unchanged.
    filtered: u64,
}

/// A stored generated column.
struct Generated {
    column: AttrNumber,
    value: Compiled,
    /// Whether UPDATE computes it: it uses a column that is set, or a BEFORE trigger may set any
    /// (`ExecComputeStoredGenerated`).
    on_update: bool,
}

/// The slot that a variable reads: a column of the target, of the child's row, or of `excluded`.
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

/// Whether the SET of UPDATE or DO UPDATE assigns to a column.
fn sets(m: &ModifyTable, column: i16) -> bool {
    m.update_columns.contains(&column)
        || m.on_conflict.iter().flat_map(|c| &c.set).any(|t| !t.junk && t.resno == column)
}

/// An expression over the row to be stored, in which `tableoid` is the table's OID (`ExecConstraints` sets
/// it in the slot).
pub fn of_table(mut e: Expr, table: Oid) -> Expr {
    crate::analyze::visit_mut(&mut e, &mut |x| {
        if matches!(&x.node, Node::Var(v) if v.attno == system_column::TABLEOID) {
            x.node = Node::Const(Datum::u32(table.0));
        }
    });
    e
}

/// Refuses to change rows of what is no table (`CheckValidResultRel`).
fn check_target(ex: &Exec<'_, '_>, relation: Oid) -> Result<()> {
    let Some(r) = ex.host.session.relation_by_oid(relation) else { return Ok(()) };
    let what = match r.kind {
        RelKind::Sequence => "sequence",
        RelKind::Toast => "TOAST relation",
        RelKind::MaterializedView => "materialized view",
        _ => return Ok(()),
    };
    err!(WRONG_OBJECT_TYPE, "cannot change {what} \"{}\"", r.name)
}

impl<'p> ModifyRun<'p> {
    /// Prepares a ModifyTable node to run: opens its table and indexes.
    pub fn new(ex: &mut Exec<'_, 'p>, plan: &Plan, m: &'p ModifyTable) -> Result<ModifyRun<'p>> {
        check_target(ex, m.relation)?;
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
            checks.push((name, expr::compile(&of_table(e, m.relation), &mut map)?));
        }
        let triggers = TriggerRun::new(ex, &rel, m)?;
        // 15 computes on DO UPDATE what the INSERT computed.
        let insert = m.command == CommandType::Insert && !ex.host.release().generated_apart;
        let any_set = insert || triggers.as_ref().is_some_and(|t| t.rows(Trigger::UPDATE, true));
        let mut generated = Vec::new();
        for (column, e) in ex.host.generated_columns(m.relation) {
            let is_set = |x: &Expr| matches!(&x.node, Node::Var(v) if sets(m, v.attno));
            let on_update = any_set || crate::analyze::contains(&e, &is_set);
            let value = expr::compile(&of_table(e, m.relation), &mut map)?;
            generated.push(Generated { column, value, on_update });
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
        let rows = ex.host.copy_rows();
        let before = triggers.as_ref().is_some_and(|t| t.rows(Trigger::INSERT, true));
        let copying = rows.map(|rows| Copying::new(ex, rows, before));
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
            filtered: 0,
            old_page: None,
            done: false,
        })
    }

    /// Unpins the page of the last old version.
    pub fn end(&mut self, ex: &mut Exec<'_, '_>) {
        self.old_page.take().into_iter().for_each(|page| ex.host.store().pool.release(page));
    }

    /// The generated columns that UPDATE computes.
    fn computed_on_update(&self) -> impl Iterator<Item = AttrNumber> {
        self.generated.iter().filter(|g| g.on_update).map(|g| g.column)
    }

    /// Asks the source of an INSERT for tuples as they are stored, unless there are generated
    /// columns or triggers. PostgreSQL passes them on in this case too.
    pub fn take_stored(&mut self, source: &mut NodeState<'p>) {
        let fires = self.triggers.as_ref().is_some_and(|t| t.fires());
        let plain = self.generated.is_empty() && !fires;
        if self.plan.command == CommandType::Insert && plain {
            self.as_stored = source.keep_stored();
        }
    }

    /// Whether the old version of a row must be read again, for AFTER ROW triggers or foreign keys
    /// (`ExecARUpdateTriggers`, `ExecARDeleteTriggers`). For a DELETE only foreign keys that refer
    /// to this table count.
    fn looks_back(&self) -> bool {
        let (event, keys) = match self.plan.command {
            CommandType::Delete => (Trigger::DELETE, self.referenced),
            _ => (Trigger::UPDATE, self.watched),
        };
        keys || self.triggers.as_ref().is_some_and(|t| t.rows(event, false))
    }

    /// Queues the AFTER ROW triggers of a changed row, and checks foreign keys.
    fn after_row(&mut self, row: &mut ChangedRow, ex: &mut Exec<'_, 'p>) -> Result<()> {
        if let Some(old) = row.replaced.filter(|_| self.looks_back()) {
            // The AFTER triggers fetch the old version (`GetTupleForTrigger`).
            heap::fetch(ex.host.store(), &self.rel, old, &storage::xact::Snapshot::Any)?;
        }
        if let Some(t) = &mut self.triggers {
            let (event, new) = match (self.plan.command, row.replaced) {
                (CommandType::Delete, _) => (Trigger::DELETE, None),
                (_, Some(_)) => (Trigger::UPDATE, Some(row.tid)),
                _ => (Trigger::INSERT, Some(row.tid)),
            };
            t.after_row(event, row.replaced, new);
        }
        if self.watched {
            let (old, own) = row.before.take().map_or((None, false), |(old, own)| (Some(old), own));
            let is_left = self.plan.command != CommandType::Delete;
            let new = is_left.then_some((&row.new[..], row.tid));
            let old = old.as_deref().zip(row.replaced);
            ex.host.row_changed(self.oid, old, new, own)?;
        }
        Ok(())
    }

    /// Computes the row of RETURNING (`ExecProcessReturning`).
    fn project_returning(
        &self,
        row: ChangedRow,
        source: &[Datum],
        ex: &mut Exec<'_, 'p>,
        out: &mut Vec<Datum>,
    ) -> Result<()> {
        let Some(returning) = &self.returning else { return Ok(()) };
        let ChangedRow { tid, mut new, .. } = row;
        if self.plan.command == CommandType::Delete {
            // The deleted row is read once more (`ExecDelete`).
            heap::fetch(ex.host.store(), &self.rel, tid, &storage::xact::Snapshot::Any)?;
        }
        if new.len() == self.rel.desc.attrs.len() {
            new.push(Datum::Ref(tid.to_bytes().to_vec().into()));
            // A row that was just written: made by this command, and still there.
            let xid = Datum::u32(ex.host.store().xact.assign_xid().0);
            let cid = Datum::u32(ex.cid.0);
            // What replaced a locked row keeps the lock's `xmax`.
            let written = heap::peek_row(ex.host.store(), &self.rel, tid);
            let xmax = written.map_or(0, |t| header::raw_xmax(&t.bytes).0);
            new.extend([xid, cid.clone(), Datum::u32(xmax), cid]);
            new.push(Datum::u32(self.rel.oid.0));
        }
        project(returning, ex, Rows { scan: &new, outer: source, inner: &[] }, out)
    }

    /// Ends the COPY and fires AFTER triggers, once all rows were read.
    fn finish(&mut self, ex: &mut Exec<'_, 'p>) -> Result<()> {
        let rel = Rc::clone(&self.rel);
        if let Some(copying) = &mut self.copying {
            let after = After { triggers: self.triggers.as_deref_mut(), watched: self.watched };
            copying.finish(ex, &rel, after)?;
        }
        // An error in the triggers and foreign keys that run now has no line of the COPY in its context.
        self.copying = None;
        if let Some(t) = &mut self.triggers {
            ex.after_nodes(|ex| t.finish(ex, &mut self.maker))?;
        }
        self.done = true;
        Ok(())
    }
}

/// Puts the next row of RETURNING into `node.row`; false at the end. Without RETURNING, changes all rows in one call.
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

/// What became of a row.
struct ChangedRow {
    /// Where it is now; for DELETE, where it was.
    tid: ItemPointer,
    /// Its columns; for DELETE, the old ones, if they are needed.
    new: Vec<Datum>,
    /// The old version's columns, if foreign keys or RETURNING need them, and whether this transaction wrote
    /// that version.
    before: Option<(Vec<Datum>, bool)>,
    /// Where the old version is.
    replaced: Option<ItemPointer>,
}

/// Changes rows until one is to be returned; without RETURNING, until the child has no more
/// (`ExecModifyTable`).
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
    if run.rel.oid.0 < FIRST_NORMAL_OID {
        return err!(
            FEATURE_NOT_SUPPORTED,
            "a change of the catalog \"{}\" by a user is not modelled",
            run.rel.name
        );
    }
    // An error of a default is one of the line that it is for.
    while child.next(ex).inspect_err(|_| run.copying.iter_mut().for_each(Copying::next_row))? {
        let changed = match run.plan.command {
            CommandType::Insert => insert::insert_row(run, &child.row, ex)?,
            CommandType::Update => update::update_row(run, &child.row, ex)?,
            CommandType::Delete => delete::delete_row(run, &child.row, ex)?,
            CommandType::Select => return Ok(false),
        };
        node.instrument.filtered1 = run.filtered as f64;
        let Some(mut row) = changed else { continue };
        run.after_row(&mut row, ex)?;
        if run.plan.can_set_tag {
            ex.processed += 1;
        }
        if run.returning.is_some() {
            run.project_returning(row, &child.row, ex, &mut node.row)?;
            return Ok(true);
        }
    }
    run.finish(ex)?;
    Ok(false)
}

/// The `ctid` of the row to change, from a row of the source; `None` if it is NULL: an outer
/// join found no row.
fn source_tid(run: &ModifyRun<'_>, source: &[Datum]) -> Result<Option<ItemPointer>> {
    let ctid = &source[run.plan.ctid_column];
    if ctid.is_null() {
        return Ok(None);
    }
    match <[u8; 6]>::try_from(&ctid.bytes()[..]) {
        Ok(six) => Ok(Some(ItemPointer::from_bytes(six))),
        Err(_) => err!(INTERNAL_ERROR, "ctid is not a row's place"),
    }
}

/// Sets dropped columns to NULL in a new version (`ExecBuildUpdateProjection`).
fn forget_dropped(rel: &Relation, row: &mut [Datum]) {
    for (value, _) in row.iter_mut().zip(&rel.desc.attrs).filter(|(_, a)| a.dropped) {
        *value = Datum::Null;
    }
}
