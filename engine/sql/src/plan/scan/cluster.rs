//! How CLUSTER reads a table (`plan_cluster_use_sort`): through the index, whose order it wants, or from
//! the first page to the last with a sort after it. It shows where keys are equal: an index has these rows
//! by their places, a sort leaves them in no order.

use super::index_cost::{IndexScanOf, index_path};
use super::relation::{column_width, relation_info};
use crate::host::Host;
use crate::plan::relids::Relids;
use crate::plan::root::{Planner, Rel, Root};
use storage::error::Result;
use storage::ids::Oid;

/// Whether CLUSTER is cheaper by a sequential scan and a sort than by an index scan
/// (`plan_cluster_use_sort`).
pub fn cluster_sorts(host: &mut Host<'_>, table: Oid, index: Oid) -> Result<bool> {
    let costs = crate::plan::settings(host);
    if !costs.enable_indexscan {
        return Ok(true);
    }
    let mut pl = Planner::new(host, costs);
    let mut rel = Rel { relids: Relids::single(1), ..Rel::default() };
    relation_info(&mut pl, 1, table, &mut rel)?;
    rel.rows = rel.tuples;
    let Some(info) = rel.indexes.iter().find(|i| i.rel.oid == index).cloned() else {
        return Ok(true);
    };
    let mut width = 0;
    for (a, n) in rel.relation.iter().flat_map(|r| &r.desc.attrs).zip(1..) {
        if !a.dropped {
            width += column_width(&pl, table, n, a.type_oid, a.typmod);
        }
    }
    let mut read = rel.pages * pl.costs.seq_page_cost + rel.tuples * pl.costs.cpu_tuple_cost;
    read += pl.costs.disable_cost(pl.costs.enable_seqscan);
    let mut costs = pl.costs.clone();
    let name = "maintenance_work_mem";
    let memory = pl.host.setting(name);
    if let Some(kb) = memory.and_then(|v| crate::plan::parse_amount(name, &v)) {
        costs.work_mem = kb;
    }
    let sort = costs.sort(read, rel.tuples, width, -1.0);
    let root = Root { total_pages: rel.pages, rels: vec![None, Some(rel)], ..Root::default() };
    let outer = Relids::default();
    let scan = IndexScanOf { rte: 1, index: &info, outer, loops: 1.0, only: false };
    let path = index_path(&mut pl, &root, &scan, Vec::new(), Vec::new(), false);
    Ok(sort.total < path.total)
}
