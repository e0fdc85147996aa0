//! Scans of tables, indexes and functions.

use super::class_order;
use super::index_quals::{CompiledQual, compile_quals, scan_keys};
use super::node::{NodeRun, NodeState};
use super::state::Exec;
use super::tuple_shortener::TupleShortener;
use super::work_memory::{WorkMemory, work_mem};
use crate::analyze::{RangeTblFunction, RteKind};
use crate::expr::{self, Compiled, EvalEnv, Expr, FuncRef, Node, Param, Rows};
use crate::functions::json::record::{columns as object_columns, gives_objects};
use crate::plan::{IndexScan, Plan, PlanKind};
use std::rc::Rc;
use storage::btree::{BtScan, Direction};
use storage::buffer::BufferId;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::error::Result;
use storage::fmgr::{FnCtx, RowSource};
use storage::heap::{HeapScan, IndexFetch, Relation, visibility_map};
use storage::ids::{ItemPointer, Oid};
use storage::tuple::{self, header};
use storage::types;

/// The relation that a scan reads, as its number in the range table.
fn rte_of(plan: &Plan) -> Option<usize> {
    match &plan.kind {
        PlanKind::SeqScan { rte }
        | PlanKind::BitmapHeapScan { rte, .. }
        | PlanKind::TidScan { rte, .. }
        | PlanKind::TidRangeScan { rte, .. } => Some(*rte),
        PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s) => Some(s.rte),
        _ => None,
    }
}

/// How many columns the scanned relation has; the slots of its system columns follow.
pub fn natts_of(ex: &mut Exec<'_, '_>, plan: &Plan) -> Result<usize> {
    let rte = match (rte_of(plan), &plan.kind) {
        (Some(r), _) => r,
        (
            None,
            PlanKind::SubqueryScan { rte, .. }
            | PlanKind::FunctionScan { rte, .. }
            | PlanKind::ValuesScan { rte, .. }
            | PlanKind::CteScan { rte, .. }
            | PlanKind::WorkTableScan { rte, .. },
        ) => *rte,
        _ => return Ok(0),
    };
    Ok(match &ex.stmt.rtable[rte - 1].kind {
        RteKind::Relation { oid, .. } => {
            let oid = *oid;
            match ex.host.relation_by_oid(oid) {
                Some(r) => r.desc.attrs.len(),
                None => ex.host.open_relation(oid)?.desc.attrs.len(),
            }
        }
        _ => ex.stmt.rtable[rte - 1].eref.columns.len(),
    })
}

/// Makes a scan row of a stored tuple.
pub struct RowMaker {
    pub rel: Rc<Relation>,
    natts: usize,
    system: bool,
    pub row: Vec<Datum>,
}

/// Calls `f` for the expressions that the scan evaluates.
fn each_expr(plan: &Plan, f: &mut dyn FnMut(&Expr)) {
    plan.target.iter().for_each(|t| f(&t.expr));
    plan.qual.iter().for_each(f);
}

impl RowMaker {
    /// Determines which columns of the table the plan needs, or with `all` takes all of them.
    pub fn new(rel: Rc<Relation>, plan: &Plan, all: bool) -> RowMaker {
        let mut max = 0i16;
        let mut system = false;
        let mut whole = false;
        each_expr(plan, &mut |e| {
            crate::plan::tree::walk(e, 0, &mut |e, _| {
                if let Node::Var(v) = &e.node
                    && v.rte < crate::expr::Var::INNER
                {
                    if v.attno == 0 {
                        whole = true;
                    } else if v.attno < 0 {
                        system = true;
                    } else {
                        max = max.max(v.attno);
                    }
                }
                true
            });
        });
        let natts = if whole || all { rel.desc.attrs.len() } else { max as usize };
        RowMaker { rel, natts, system, row: Vec::new() }
    }

    /// Sets `row` to the columns of a stored tuple, followed by its system columns when the plan
    /// uses them.
    pub fn fill(&mut self, tid: ItemPointer, bytes: &[u8]) -> Result<()> {
        tuple::deform(&self.rel.desc, bytes, self.natts, &mut self.row)?;
        if self.system {
            self.row.resize(self.rel.desc.attrs.len(), Datum::Null);
            self.row.push(Datum::Ref(tid.to_bytes().to_vec().into()));
            self.row.push(Datum::u32(header::raw_xmin(bytes).0));
            self.row.push(Datum::u32(header::raw_command_id(bytes)));
            self.row.push(Datum::u32(header::raw_xmax(bytes).0));
            self.row.push(Datum::u32(header::raw_command_id(bytes)));
            self.row.push(Datum::u32(self.rel.oid.0));
        }
        Ok(())
    }
}

enum Source {
    Heap(RowMaker, HeapScan, u64),
    Virtual { oid: Oid, rows: Vec<Vec<Datum>>, at: usize, natts: usize },
}

/// The first OID of the objects that initdb makes by SQL, such as the views (`FirstUnpinnedObjectId`).
const FIRST_UNPINNED: Oid = Oid(12_000);

/// A sequential scan.
pub struct ScanRun {
    source: Source,
}

impl ScanRun {
    /// Prepares a sequential scan to run.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan, rte: usize) -> Result<ScanRun> {
        let RteKind::Relation { oid, .. } = ex.stmt.rtable[rte - 1].kind else {
            return storage::err!(INTERNAL_ERROR, "a sequential scan reads a relation");
        };
        let source = match ex.host.virtual_rows(oid)? {
            Some(mut rows) => {
                if oid == class_order::CLASS {
                    class_order::arrange(&mut rows, &plan.qual, ex.host.store().release);
                }
                let view = oid >= FIRST_UNPINNED;
                let kind = if view { Kind::ViewRow } else { Kind::CatalogScanned };
                clock::add(kind, rows.len() as u64);
                let desc = ex.host.relation_by_oid(oid).map(|r| Rc::clone(&r.desc));
                Source::Virtual { oid, rows, at: 0, natts: desc.map_or(0, |d| d.attrs.len()) }
            }
            None => {
                let rel = ex.host.open_relation(oid)?;
                let snapshot = ex.snapshot;
                let scan = HeapScan::begin(ex.host.store(), &rel, snapshot);
                Source::Heap(RowMaker::new(rel, plan, false), scan, 0)
            }
        };
        Ok(ScanRun { source })
    }
    /// Makes the next call start from the first row again.
    pub fn rescan(&mut self, ex: &mut Exec<'_, '_>) -> Result<()> {
        match &mut self.source {
            Source::Heap(maker, scan, _) => {
                let st = ex.host.store();
                st.statistics.scan(maker.rel.oid);
                scan.rescan(st);
            }
            Source::Virtual { at, .. } => *at = 0,
        }
        Ok(())
    }
    /// The table, if it is stored.
    pub fn heap(&self) -> Option<&Rc<Relation>> {
        match &self.source {
            Source::Heap(maker, ..) => Some(&maker.rel),
            Source::Virtual { .. } => None,
        }
    }
    /// Unpins the page.
    pub fn end(&mut self, ex: &mut Exec<'_, '_>) {
        if let Source::Heap(maker, scan, returned) = &mut self.source {
            let st = ex.host.store();
            st.statistics.returned(maker.rel.oid, std::mem::take(returned));
            scan.end(st);
        }
    }
}

/// Puts the next row of a sequential scan into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    loop {
        let NodeRun::Scan(run) = &mut node.kind else { return Ok(false) };
        let mut natts = usize::MAX;
        let row = match &mut run.source {
            Source::Heap(maker, scan, returned) => {
                let st = ex.host.store();
                st.pool.release_kept();
                if *returned == 0 && !scan.is_started() {
                    st.statistics.scan(maker.rel.oid);
                }
                let Some(tid) = scan.advance(st)? else { return Ok(false) };
                *returned += 1;
                natts = header::natts(scan.current(st));
                if maker.system {
                    let bytes = scan.current(st).to_vec();
                    maker.fill(tid, &bytes)?;
                } else {
                    tuple::deform(&maker.rel.desc, scan.current(st), maker.natts, &mut maker.row)?;
                }
                std::mem::take(&mut maker.row)
            }
            Source::Virtual { oid, rows, at, natts } => {
                let Some(row) = rows.get(*at) else { return Ok(false) };
                *at += 1;
                let mut row = row.clone();
                if *natts > 0 {
                    row.resize(*natts, Datum::Null);
                    row.extend([
                        Datum::Ref(ItemPointer::new(0, *at as u16).to_bytes().to_vec().into()),
                        Datum::u32(2),
                        Datum::u32(0),
                        Datum::u32(0),
                        Datum::u32(0),
                        Datum::u32(oid.0),
                    ]);
                }
                row
            }
        };
        let found = node.emit(ex, Rows::scan(&row))?;
        if let NodeRun::Scan(run) = &mut node.kind
            && let Source::Heap(maker, ..) = &mut run.source
        {
            maker.row = row;
        }
        if found {
            node.cut_to_stored(natts);
            return Ok(true);
        }
        ex.host.check_cancel()?;
    }
}

/// An index scan or an index-only scan.
pub struct IndexRun {
    maker: RowMaker,
    scan: BtScan,
    quals: Vec<CompiledQual>,
    fetch: IndexFetch,
    started: bool,
    only: bool,
    direction: Direction,
    vm: Option<BufferId>,
    index: Oid,
    /// Entries read, rows fetched.
    counted: (u64, u64),
    /// How often it began anew since then.
    starts: u64,
}

impl IndexRun {
    /// Prepares an index scan to run. `only`: it is an index-only scan.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan, s: &IndexScan, only: bool) -> Result<IndexRun> {
        let index = ex.host.open_relation(s.index)?;
        let heap = index.index.as_ref().map_or(Oid::INVALID, |i| i.heap);
        let rel = ex.host.open_relation(heap)?;
        Ok(IndexRun {
            maker: RowMaker::new(rel, plan, false),
            scan: BtScan::begin(&index, &ex.snapshot, only),
            quals: compile_quals(s)?,
            fetch: IndexFetch::new(),
            started: false,
            only,
            direction: if s.backward { Direction::Backward } else { Direction::Forward },
            vm: None,
            index: index.oid,
            counted: (0, 0),
            starts: 0,
        })
    }
    /// How many times the index was searched.
    pub fn searches(&self) -> u64 {
        self.scan.searches
    }
    /// The table, when the scan reads its rows.
    pub fn heap(&self) -> Option<&Rc<Relation>> {
        (!self.only).then_some(&self.maker.rel)
    }
    /// Makes the next call search the index again, with the params' new values.
    pub fn rescan(&mut self, ex: &mut Exec<'_, '_>) -> Result<()> {
        self.started = false;
        self.fetch.reset(ex.host.store());
        Ok(())
    }
    /// Unpins the pages.
    pub fn end(&mut self, ex: &mut Exec<'_, '_>) -> Result<()> {
        let st = ex.host.store();
        // Each descent counts as a scan, a scan that finds its keys to contradict each other too (`_bt_first`).
        if self.starts > 0 {
            st.statistics.scans(self.index, self.starts.max(self.scan.searches));
        }
        self.starts = 0;
        let (read, fetched) = std::mem::take(&mut self.counted);
        st.statistics.returned(self.index, read);
        st.statistics.fetched(self.index, fetched);
        self.fetch.reset(st);
        if let Some(b) = self.vm.take() {
            st.pool.release(b);
        }
        self.scan.end(st)
    }
}

/// Puts the next row of an index scan into `node.row`; false at the end.
#[inline(never)]
pub fn index_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    let (PlanKind::IndexScan(s) | PlanKind::IndexOnlyScan(s)) = &node.plan.kind else {
        return Ok(false);
    };
    loop {
        let NodeRun::Index(run) = &mut node.kind else { return Ok(false) };
        if !run.started {
            let index = ex.host.open_relation(s.index)?;
            let Some(keys) = scan_keys(ex, &index, &run.quals)? else { return Ok(false) };
            run.scan.rescan(ex.host.store(), keys)?;
            (run.started, run.starts) = (true, run.starts + 1);
        }
        let st = ex.host.store();
        st.pool.release_kept();
        let Some(tid) = run.scan.next(st, run.direction)? else {
            run.fetch.reset(ex.host.store());
            return Ok(false);
        };
        run.counted.0 += 1;
        let snapshot = ex.snapshot;
        let row;
        let mut natts = usize::MAX;
        if run.only {
            let st = ex.host.store();
            let status = visibility_map::get_status(st, &run.maker.rel, tid.block, &mut run.vm)?;
            if status & 1 == 0 {
                node.instrument.tuples2 += 1.0;
                let found = run.fetch.fetch(st, &run.maker.rel, tid, &snapshot)?;
                if found.all_dead {
                    run.scan.kill_prior();
                }
                if found.tuple.is_none() {
                    continue;
                }
                run.counted.1 += 1;
            }
            row = run.scan.tuple();
        } else {
            let found = run.fetch.fetch(ex.host.store(), &run.maker.rel, tid, &snapshot)?;
            if found.all_dead {
                run.scan.kill_prior();
            }
            let Some(t) = found.tuple else { continue };
            run.fetch.fill_slot(ex.host.store());
            run.counted.1 += 1;
            natts = header::natts(&t.bytes);
            run.maker.fill(t.tid, &t.bytes)?;
            row = std::mem::take(&mut run.maker.row);
        }
        let found = node.emit(ex, Rows::scan(&row))?;
        if let NodeRun::Index(run) = &mut node.kind {
            run.maker.row = row;
        }
        if found {
            node.cut_to_stored(natts);
            return Ok(true);
        }
    }
}

enum FnRows {
    Stream(Box<dyn RowSource>, Vec<Oid>, Oid),
    /// All rows, and how many were read.
    List(Vec<Vec<Datum>>, usize),
}

/// A function being scanned.
pub struct FunctionRun {
    functions: Vec<(RangeTblFunction, Vec<Compiled>, Compiled0)>,
    /// What each function gave, once it was called.
    rows: Vec<Option<FnRows>>,
    /// Rows come out of a tuplestore.
    former: TupleShortener,
    ordinality: bool,
    number: i64,
    /// The columns' types.
    types: Box<[Oid]>,
    /// The memory that the rows take, as the server keeps all of them: counted for EXPLAIN only.
    pub space: Option<WorkMemory>,
}

/// The compiled expression of a function that returns no set; `None` for one that does.
pub type Compiled0 = Option<Compiled>;

impl FunctionRun {
    /// Prepares a function scan to run. `ordinality`: WITH ORDINALITY adds a column with the row's
    /// number.
    pub fn new(
        ex: &mut Exec<'_, '_>,
        functions: &[RangeTblFunction],
        ordinality: bool,
    ) -> Result<FunctionRun> {
        let mut list = Vec::new();
        for f in functions {
            let (args, whole) = match &f.expr.node {
                Node::Func(c) if c.returns_set => {
                    (super::node::compile_all(&c.args, &mut |_| None)?, None)
                }
                _ => (Vec::new(), Some(expr::compile(&f.expr, &mut |_| None)?)),
            };
            list.push((f.clone(), args, whole));
        }
        let columns = functions.iter().flat_map(|f| f.columns.iter());
        let types: Box<[Oid]> = columns.map(|c| c.type_oid).collect();
        let former = TupleShortener::new(ex.env(), types.iter().copied());
        let release = ex.host.store().release;
        let space = ex.instrument.then(|| WorkMemory::of_store(release, work_mem(ex)));
        let rows = list.iter().map(|_| None).collect();
        Ok(FunctionRun { functions: list, rows, former, ordinality, number: 0, types, space })
    }
    /// Restarts the scan: rows that are kept are read again, unless `changed` says that a parameter which their function
    /// reads has changed (`ExecReScanFunctionScan`).
    pub fn reset(&mut self, changed: &dyn Fn(Option<usize>) -> bool) {
        for (rows, (f, ..)) in self.rows.iter_mut().zip(&self.functions) {
            let mut anew = false;
            crate::analyze::visit(&f.expr, &mut |e| match &e.node {
                Node::Param(Param::Exec(n)) => anew |= changed(Some(*n)),
                Node::SubPlan(_) => anew |= changed(None),
                _ => {}
            });
            match rows {
                Some(FnRows::List(_, at)) if !anew => *at = 0,
                _ => *rows = None,
            }
        }
        self.number = 0;
    }
}

/// Calls a set-returning function, and returns its rows and the number of their columns; `None` if
/// it is strict and an argument is NULL.
pub fn open_set(
    ex: &mut Exec<'_, '_>,
    call: &Expr,
    args: &[Compiled],
    rows: Rows<'_>,
) -> Result<Option<(SetSource, usize)>> {
    let Node::Func(f) = &call.node else { return Ok(None) };
    let mut values = Vec::with_capacity(args.len());
    for a in args {
        values.push(a.eval(ex, rows)?);
    }
    let types: Vec<Oid> = f.args.iter().map(|a| a.type_oid).collect();
    match &f.func {
        FuncRef::Builtin(b) => {
            if b.strict && values.iter().any(Datum::is_null) {
                return Ok(None);
            }
            let mut ctx = FnCtx { env: ex.env(), arg_types: &types, ret_type: call.type_oid };
            let Some(source) = b.run.open(&mut ctx, &values) else { return Ok(None) };
            Ok(Some((SetSource::Stream(source?, types, call.type_oid), b.out.len())))
        }
        FuncRef::Sql(s) => {
            let out = s.out.len();
            if s.strict && values.iter().any(Datum::is_null) {
                return Ok(None);
            }
            if out == 0 && call.type_oid == types::oid::RECORD && s.language == "sql" {
                return s.refuse_record();
            }
            let mut rows = ex.host.run_created_function(s, &values, &types)?;
            let columns = match out {
                0 => vec![call.type_oid],
                _ => s.out.iter().map(|c| c.1).collect(),
            };
            let former = TupleShortener::new(ex.env(), columns);
            rows.iter_mut().for_each(|row| former.form(row));
            Ok(Some((SetSource::List(rows.into_iter()), out)))
        }
        FuncRef::Cast(..) => Ok(None),
    }
}

/// Rows of a running set-returning function.
pub enum SetSource {
    /// One at a time.
    Stream(Box<dyn RowSource>, Vec<Oid>, Oid),
    /// All known.
    List(std::vec::IntoIter<Vec<Datum>>),
}

impl SetSource {
    /// The next row that the function returns.
    pub fn next(&mut self, ex: &mut Exec<'_, '_>) -> Result<Option<Vec<Datum>>> {
        match self {
            SetSource::Stream(s, types, ret) => {
                let mut ctx = FnCtx { env: ex.env(), arg_types: types, ret_type: *ret };
                s.next(&mut ctx)
            }
            SetSource::List(l) => Ok(l.next()),
        }
    }
}

/// Puts the next row of a function scan into `node.row`; false at the end.
#[inline(never)]
pub fn function_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    loop {
        let NodeRun::Function(run) = &mut node.kind else { return Ok(false) };
        for (rows, (f, args, whole)) in run.rows.iter_mut().zip(&run.functions) {
            if rows.is_none() {
                ex.host.expect_columns(f.column_definitions.then(|| definitions(f)));
                let value = whole.as_ref().map(|c| c.eval(ex, Rows::default()));
                let set = match whole {
                    None => open_set(ex, &f.expr, args, Rows::default()),
                    Some(_) => Ok(None),
                };
                ex.host.expect_columns(None);
                *rows = Some(match value {
                    None => match set? {
                        Some((SetSource::Stream(s, t, r), _)) => FnRows::Stream(s, t, r),
                        Some((SetSource::List(l), _)) => FnRows::List(l.collect(), 0),
                        None => FnRows::List(Vec::new(), 0),
                    },
                    Some(d) => {
                        let d = d?;
                        let row = if f.returns_row {
                            match expand(ex, &f.expr, &d, f.columns.len())? {
                                Some(r) => r,
                                None => vec![Datum::Null; f.columns.len()],
                            }
                        } else {
                            vec![d]
                        };
                        FnRows::List(vec![row], 0)
                    }
                });
            }
        }
        let mut row = Vec::new();
        let mut any = false;
        for (s, (f, ..)) in run.rows.iter_mut().flatten().zip(&run.functions) {
            let next = match s {
                FnRows::Stream(s, types, ret) => {
                    let mut ctx = FnCtx { env: ex.host.as_env(), arg_types: types, ret_type: *ret };
                    s.next(&mut ctx)?
                }
                FnRows::List(all, at) => {
                    *at += 1;
                    all.get(*at - 1).cloned()
                }
            };
            match next {
                Some(r) => {
                    any = true;
                    let at = row.len();
                    if f.column_definitions
                        && let Node::Func(c) = &f.expr.node
                        && gives_objects(&c.func.name())
                    {
                        row.extend(object_columns(ex.host.as_env(), &r[0], &definitions(f))?);
                    } else if f.returns_row && r.len() == 1 && f.columns.len() != 1 {
                        let full = expand(ex, &f.expr, &r[0], f.columns.len())?;
                        row.extend(full.unwrap_or_else(|| vec![Datum::Null; f.columns.len()]));
                    } else {
                        row.extend(r);
                    }
                    if f.returns_row && f.expr.type_oid.0 >= storage::ids::FIRST_NORMAL_OID {
                        keep_columns(ex, f, &mut row, at);
                    }
                }
                None => row.extend(std::iter::repeat_n(Datum::Null, f.columns.len())),
            }
        }
        if !any {
            return Ok(false);
        }
        run.former.form(&mut row);
        run.number += 1;
        if let Some(space) = &mut run.space {
            space.put(&row, &run.types, run.number);
        }
        if run.ordinality {
            row.push(Datum::i64(run.number));
        }
        if node.emit(ex, Rows::scan(&row))? {
            return Ok(true);
        }
        // A row that a condition removes was kept by the server, too (`ExecMakeTableFunctionResult`).
        ex.host.check_cancel()?;
        clock::add(Kind::RowSource, 1);
    }
}

/// The names, types and type modifiers of a function's columns as its column definition list has them.
fn definitions(f: &RangeTblFunction) -> Vec<(String, Oid, i32)> {
    f.columns.iter().map(|c| (c.name.clone(), c.type_oid, c.typmod)).collect()
}

/// Gives the values from `at` on the places of the columns that the query was made with: the table whose rows the
/// function returns may have lost columns since, which are NULL.
#[inline(never)]
fn keep_columns(ex: &mut Exec<'_, '_>, f: &RangeTblFunction, row: &mut Vec<Datum>, at: usize) {
    let Some(desc) = ex.host.as_env().row_type(f.expr.type_oid, -1) else { return };
    let live = || desc.attrs.iter().filter(|a| !a.dropped).map(|a| &a.name);
    let lost = live().count() < desc.attrs.len();
    if !lost || live().eq(f.columns.iter().map(|c| &c.name)) {
        return;
    }
    let values = row.split_off(at);
    // A column with another name was renamed, or came later and is not read.
    let named = |name: &String| f.columns.iter().any(|c| c.name == *name);
    let mut renamed = live().enumerate().filter(|(_, name)| !named(name));
    row.extend(f.columns.iter().map(|c| {
        let same = live().position(|name| *name == c.name);
        let place = same.or_else(|| renamed.next().map(|(i, _)| i));
        place.and_then(|i| values.get(i)).cloned().unwrap_or(Datum::Null)
    }));
}

/// The columns that a value gives a function scan: the fields of a row, or the value itself if it is
/// of another type; `None` for NULL.
fn expand(
    ex: &mut Exec<'_, '_>,
    e: &Expr,
    d: &Datum,
    columns: usize,
) -> Result<Option<Vec<Datum>>> {
    if d.is_null() {
        return Ok(None);
    }
    if storage::types::info(e.type_oid).is_some_and(|t| t.kind != 'p') {
        return Ok(Some(vec![d.clone(); columns.min(1)]));
    }
    let values = storage::types::record::fields(ex.host.as_env(), d)?;
    Ok(Some(values.into_iter().map(|(_, _, value)| value).collect()))
}
