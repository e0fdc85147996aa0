//! Rows from one place of a table to another (`nodeTidrangescan.c`): `WHERE ctid < '(10,0)'` reads ten pages,
//! however many there are.

use super::node::{NodeRun, NodeState};
use super::scan::RowMaker;
use super::state::Exec;
use crate::analyze::RteKind;
use crate::expr::{self, Compiled, Expr, Node, Rows};
use crate::plan::Plan;
use std::rc::Rc;
use storage::error::Result;
use storage::heap::{HeapScan, Relation};
use storage::ids::{BlockNumber, ItemPointer};
use storage::tuple::header;

/// One end of the range (`TidOpExpr`).
struct Bound {
    value: Compiled,
    lower: bool,
    inclusive: bool,
}

/// A scan of a range of places.
pub struct TidRangeRun {
    maker: RowMaker,
    bounds: Vec<Bound>,
    /// Begun with the first row: `None` inside where the range is empty.
    scan: Option<Option<HeapScan>>,
}

impl TidRangeRun {
    /// Prepares a TID range scan to run; the bounds are computed at the first row.
    pub fn new(ex: &mut Exec<'_, '_>, plan: &Plan, rte: usize, quals: &[Expr]) -> Result<Self> {
        let RteKind::Relation { oid, .. } = ex.stmt.rtable[rte - 1].kind else {
            return storage::err!(INTERNAL_ERROR, "a TID range scan reads a relation");
        };
        let rel = ex.host.open_relation(oid)?;
        let mut bounds = Vec::new();
        for q in quals {
            let Node::Op(o) = &q.node else { continue };
            let on_left = matches!(&o.args[0].node, Node::Var(_));
            let value = expr::compile(&o.args[usize::from(on_left)], &mut |_| None)?;
            bounds.push(Bound {
                value,
                lower: o.op.name.starts_with('>') == on_left,
                inclusive: o.op.name.ends_with('='),
            });
        }
        Ok(TidRangeRun { maker: RowMaker::new(rel, plan, false), bounds, scan: None })
    }
    /// The scanned table.
    pub fn heap(&self) -> &Rc<Relation> {
        &self.maker.rel
    }
    /// Unpins the page; the next call starts from the first row again.
    pub fn end(&mut self, ex: &mut Exec<'_, '_>) {
        if let Some(Some(mut scan)) = self.scan.take() {
            scan.end(ex.host.store());
        }
    }

    /// The range of TIDs that all conditions leave, both ends included (`TidRangeEval`); `None` if
    /// it is empty, as with a NULL.
    fn range(&self, ex: &mut Exec<'_, '_>) -> Result<Option<(ItemPointer, ItemPointer)>> {
        let mut low = ItemPointer::new(0, 1);
        let mut high = ItemPointer::new(BlockNumber::INVALID.0, u16::MAX);
        for bound in &self.bounds {
            let place = bound.value.eval(ex, Rows::default())?;
            if place.is_null() {
                return Ok(None);
            }
            let Ok(six) = <[u8; 6]>::try_from(&place.bytes()[..]) else { return Ok(None) };
            let place = ItemPointer::from_bytes(six);
            match (bound.lower, bound.inclusive) {
                (true, true) => low = low.max(place),
                (true, false) => low = low.max(after(place)),
                (false, true) => high = high.min(place),
                (false, false) => high = high.min(before(place)),
            }
        }
        Ok((low <= high).then_some((low, high)))
    }

    /// Begins the scan of the range; nothing if it is empty.
    fn begin(&self, ex: &mut Exec<'_, '_>) -> Result<Option<HeapScan>> {
        let Some((low, high)) = self.range(ex)? else { return Ok(None) };
        let snapshot = ex.snapshot;
        Ok(Some(HeapScan::begin(ex.host.store(), &self.maker.rel, snapshot).within(low, high)))
    }
}

/// The next TID (`ItemPointerInc`); the last one stays.
fn after(tid: ItemPointer) -> ItemPointer {
    match (tid.offset.0, tid.block.0) {
        (u16::MAX, u32::MAX) => tid,
        (u16::MAX, block) => ItemPointer::new(block + 1, 0),
        (offset, block) => ItemPointer::new(block, offset + 1),
    }
}

/// The previous TID (`ItemPointerDec`); the first one stays.
fn before(tid: ItemPointer) -> ItemPointer {
    match (tid.offset.0, tid.block.0) {
        (0, 0) => tid,
        (0, block) => ItemPointer::new(block - 1, u16::MAX),
        (offset, block) => ItemPointer::new(block, offset - 1),
    }
}

/// Puts the next row of a TID range scan into `node.row`; false at the end.
#[inline(never)]
pub fn next<'p>(node: &mut NodeState<'p>, ex: &mut Exec<'_, 'p>) -> Result<bool> {
    loop {
        let NodeRun::TidRange(run) = &mut node.kind else { return Ok(false) };
        if run.scan.is_none() {
            run.scan = Some(run.begin(ex)?);
        }
        let Some(Some(scan)) = &mut run.scan else { return Ok(false) };
        let st = ex.host.store();
        let Some(tid) = scan.advance(st)? else { return Ok(false) };
        let bytes = scan.current(st).to_vec();
        st.statistics.returned(run.maker.rel.oid, 1);
        run.maker.fill(tid, &bytes)?;
        let row = std::mem::take(&mut run.maker.row);
        let found = node.emit(ex, Rows::scan(&row))?;
        if let NodeRun::TidRange(run) = &mut node.kind {
            run.maker.row = row;
        }
        if found {
            node.cut_to_stored(header::natts(&bytes));
            return Ok(true);
        }
    }
}
