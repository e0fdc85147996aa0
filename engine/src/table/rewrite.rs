//! VACUUM FULL and CLUSTER (`cluster.c`, `heapam_relation_copy_for_cluster`).

use super::{IndexExprs, MaintenanceHost};
use crate::error::Result;
use crate::heap::Relation;
use crate::ids::{Oid, RelFileNode};
use crate::store::Store;
use std::rc::Rc;

/// The files a rewritten table has now. The catalog takes them over and unlinks the old ones when
/// the transaction commits.
#[derive(Clone, Debug, Default)]
pub struct Rewritten {
    /// New file of each relation, by OID: the table, its TOAST relation and that one's index, the
    /// table's indexes.
    pub files: Vec<(Oid, RelFileNode)>,
}

/// Writes the table anew without its dead rows, in the order of `order` (an index of it) or as it
/// is. Runs inside a transaction of its own. OIDs are used as the server does: for the transient
/// table, its types, TOAST relation and index, then one a rebuilt index.
pub fn vacuum_full(
    _st: &mut Store,
    _rel: &Rc<Relation>,
    _order: Option<&Rc<Relation>>,
    _verbose: bool,
    _exprs: &mut dyn IndexExprs,
    _host: &mut dyn MaintenanceHost,
) -> Result<Rewritten> {
    todo!("vacuum_full")
}
