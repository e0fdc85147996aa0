//! Bitmap scans and TID scans.

use super::index_quals::{compile_quals, scan_keys};
use super::node::{NodeRun, NodeState};
use super::scan::RowMaker;
use super::state::Exec;
use crate::analyze::RteKind;
use crate::expr::{self, Compiled, Expr, Node, Rows};
use crate::plan::{Plan, PlanKind};
use std::collections::BTreeMap;
use std::rc::Rc;
use storage::btree::{BtScan, Direction};
use storage::buffer::{BufferTag, ReadStream};
use storage::bytes::Bytes;
use storage::error::Result;
use storage::heap::{IndexFetch, Relation, fetch};
use storage::ids::{ForkNumber, ItemPointer, Oid};
use storage::map::SortedSet;
use storage::sort::Arrange;
use storage::store::Store;
use storage::tuple::header;
use storage::types::oid;
use storage::xact::Snapshot;

type Bitmap = BTreeMap<u32, SortedSet<u16>>;

/// A bitmap heap scan.
pub struct BitmapRun {
    /// How rows are made.
    pub maker: RowMaker,
    tids: Option<Vec<ItemPointer>>,
    at: usize,
    /// Up to here `tids` has rows that were looked for on their page: the invalid ones are not visible.
    located: usize,
    fetch: IndexFetch,
    stream: Option<ReadStream>,
    /// The first row of the block that the stream asks for next.
    ahead: usize,
    /// Pages visited, for EXPLAIN.
    pub exact: u64,
}

impl BitmapRun {
    /// Prepares a bitmap heap scan to run.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan, rte: usize) -> Result<BitmapRun> {
        let RteKind::Relation { oid, .. } = ex.stmt.rtable[rte - 1].kind else {
            return storage::err!(INTERNAL_ERROR, "a bitmap scan reads a relation");
        };
        let rel = ex.host.open_relation(oid)?;
        let st = ex.host.store();
        let ahead = st.release.bitmap_look_ahead;
        let stream = ahead.then(|| ReadStream::new(st.release, &st.pool, rel.file, None));
        Ok(BitmapRun {
            maker: RowMaker::new(rel, plan, false),
            tids: None,
            at: 0,
            located: 0,
            fetch: IndexFetch::new(),
            stream: stream.flatten(),
            ahead: 0,
            exact: 0,
        })
    }
    /// Makes the next call start from the first row again.
    pub fn rescan(&mut self, ex: &mut Exec<'_, '_>) -> Result<()> {
        self.tids = None;
        self.at = 0;
        self.located = 0;
        self.ahead = 0;
        self.end(ex);
        Ok(())
    }
    /// Unpins the pages.
    pub fn end(&mut self, ex: &mut Exec<'_, '_>) {
        let st = ex.host.store();
        self.fetch.reset(st);
        if let Some(stream) = &mut self.stream {
            stream.reset(&mut st.pool);
        }
    }
    /// Comes to the next page of the bitmap, if there is one, and looks for all its rows
    /// (`heapam_scan_bitmap_next_block`).
    fn turn_page(&mut self, st: &mut Store, snapshot: &Snapshot) -> Result<()> {
        let (rel, ahead, Some(tids)) = (&self.maker.rel, &mut self.ahead, &mut self.tids) else {
            return Ok(());
        };
        let Some(&ItemPointer { block, .. }) = tids.get(self.at) else { return Ok(()) };
        self.exact += 1;
        if let Some(stream) = &mut self.stream {
            let mut blocks = || {
                let block = tids.get(*ahead)?.block;
                *ahead += tids[*ahead..].iter().take_while(|t| t.block == block).count();
                Some(BufferTag { file: rel.file, fork: ForkNumber::Main, block })
            };
            if let Some(buffer) = stream.next(&mut st.pool, None, &mut blocks)? {
                self.fetch.go_to(st, rel, buffer)?;
            }
        }
        while let Some(tid) = tids.get_mut(self.located).filter(|t| t.block == block) {
            let (found, _) = self.fetch.locate(st, rel, *tid, snapshot)?;
            *tid = found.unwrap_or(ItemPointer::INVALID);
            self.located += 1;
        }
        Ok(())
    }
}

/// The bitmap of the index scans below the node (`MultiExecProcNode`).
fn collect<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<Bitmap> {
    let before = ex.usage();
    node.instrument.begin_loop();
    let mut map = Bitmap::new();
    match &node.plan.kind {
        PlanKind::BitmapIndexScan(s) => {
            let index = ex.host.open_relation(s.index)?;
            let quals = compile_quals(s)?;
            if let Some(keys) = scan_keys(ex, &index, &quals)? {
                let mut scan = BtScan::begin(&index, &ex.snapshot, false);
                let st = ex.host.store();
                let before = node.instrument.tuples;
                scan.rescan(st, keys)?;
                while let Some(tid) = scan.next(st, Direction::Forward)? {
                    node.instrument.tuples += 1.0;
                    map.entry(tid.block.0).or_default().insert(tid.offset.0);
                }
                // Each descent counts as a scan (`_bt_first`).
                st.statistics.scans(index.oid, scan.searches.max(1));
                st.statistics.returned(index.oid, (node.instrument.tuples - before) as u64);
                node.instrument.searches += scan.searches;
                scan.end(st)?;
            }
        }
        PlanKind::BitmapAnd(_) => {
            for (i, m) in node.members.iter_mut().enumerate() {
                let other = collect(m, ex)?;
                if i == 0 {
                    map = other;
                } else {
                    map.retain(|b, set| match other.get(b) {
                        Some(o) => {
                            set.retain(|x| o.contains(x));
                            !set.is_empty()
                        }
                        None => false,
                    });
                }
            }
        }
        PlanKind::BitmapOr(_) => {
            for m in &mut node.members {
                for (b, set) in collect(m, ex)? {
                    map.entry(b).or_default().extend(set);
                }
            }
        }
        _ => {}
    }
    let after = ex.usage();
    node.instrument.count(before, after);
    Ok(map)
}

/// Puts the next row of a bitmap heap scan into `node.row`; false at the end. Nothing is checked again, since
/// no page of the bitmap is lossy (`BitmapHeapNext`).
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    loop {
        let NodeRun::Bitmap(run) = &mut node.kind else { return Ok(false) };
        if run.tids.is_none() {
            let Some(source) = &mut node.outer else { return Ok(false) };
            let map = collect(source, ex)?;
            run.tids = Some(
                map.into_iter()
                    .flat_map(|(b, set)| set.into_iter().map(move |o| ItemPointer::new(b, o)))
                    .collect(),
            );
            run.at = 0;
        }
        if run.at == run.located {
            let snapshot = ex.snapshot;
            run.turn_page(ex.host.store(), &snapshot)?;
        }
        let Some(&tid) = run.tids.as_ref().and_then(|tids| tids.get(run.at)) else {
            return Ok(false);
        };
        run.at += 1;
        if tid == ItemPointer::INVALID {
            continue;
        }
        let bytes = Bytes::from(run.fetch.bytes(ex.host.store(), tid));
        run.maker.fill(tid, &bytes)?;
        ex.host.store().statistics.fetched(run.maker.rel.oid, 1);
        let row = std::mem::take(&mut run.maker.row);
        let found = node.emit(ex, Rows::scan(&row))?;
        if let NodeRun::Bitmap(run) = &mut node.kind {
            run.maker.row = row;
        }
        if found {
            node.cut_to_stored(header::natts(&bytes));
            return Ok(true);
        }
    }
}

/// A TID scan.
pub struct TidRun {
    maker: RowMaker,
    values: Vec<(Compiled, Oid)>,
    tids: Option<Vec<ItemPointer>>,
    at: usize,
}

impl TidRun {
    /// Prepares a TID scan to run.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan, rte: usize, quals: &[Expr]) -> Result<TidRun> {
        let RteKind::Relation { oid, .. } = ex.stmt.rtable[rte - 1].kind else {
            return storage::err!(INTERNAL_ERROR, "a TID scan reads a relation");
        };
        let rel = ex.host.open_relation(oid)?;
        let mut values = Vec::new();
        let arms = quals.iter().flat_map(|q| match &q.node {
            Node::Bool(_, arms) => &arms[..],
            _ => std::slice::from_ref(q),
        });
        for q in arms {
            let value = match &q.node {
                Node::Op(o) if matches!(&o.args[0].node, Node::Var(_)) => &o.args[1],
                Node::Op(o) => &o.args[0],
                Node::ScalarArrayOp(s) => &s.args[1],
                _ => continue,
            };
            values.push((expr::compile(value, &mut |_| None)?, value.type_oid));
        }
        Ok(TidRun { maker: RowMaker::new(rel, plan, false), values, tids: None, at: 0 })
    }
    /// The scanned table.
    pub fn heap(&self) -> &Rc<Relation> {
        &self.maker.rel
    }
    /// Makes the next call start from the first row again.
    pub fn reset(&mut self) {
        self.tids = None;
        self.at = 0;
    }
}

/// Puts the next row of a TID scan into `node.row`; false at the end.
#[inline(never)]
pub fn tid_next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    loop {
        let NodeRun::Tid(run) = &mut node.kind else { return Ok(false) };
        if run.tids.is_none() {
            let mut all: Vec<ItemPointer> = Vec::new();
            for (c, t) in &run.values {
                let d = c.eval(ex, Rows::default())?;
                if d.is_null() {
                    continue;
                }
                let mut add = |b: &[u8]| {
                    if let Ok(six) = <[u8; 6]>::try_from(b) {
                        all.push(ItemPointer::from_bytes(six));
                    }
                };
                if *t == oid::TID {
                    add(d.bytes());
                } else {
                    let bytes = ex.host.detoast(&d)?;
                    for v in storage::types::array::Array::from_payload(&bytes).values {
                        if !v.is_null() {
                            add(v.bytes());
                        }
                    }
                }
            }
            all.arrange();
            all.dedup();
            run.tids = Some(all);
        }
        let Some(&tid) = run.tids.as_ref().and_then(|t| t.get(run.at)) else { return Ok(false) };
        run.at += 1;
        let snapshot = ex.snapshot;
        let Some(t) = fetch(ex.host.store(), &run.maker.rel, tid, &snapshot)? else { continue };
        run.maker.fill(t.tid, &t.bytes)?;
        let row = std::mem::take(&mut run.maker.row);
        let found = node.emit(ex, Rows::scan(&row))?;
        if let NodeRun::Tid(run) = &mut node.kind {
            run.maker.row = row;
        }
        if found {
            node.cut_to_stored(header::natts(&t.bytes));
            return Ok(true);
        }
    }
}
