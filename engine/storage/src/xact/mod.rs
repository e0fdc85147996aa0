//! Transactions of the one session: xids handed out when first needed, subtransactions, command
//! ids with combo cids, commit status, snapshots (`xact.c`, `clog.c`, `combocid.c`).

mod combo;
mod horizon;
mod manager;
mod multixact;
mod snapshot;

pub use combo::ComboCids;
pub use horizon::GlobalVis;
pub use manager::{FUNCTION_STATISTICS, RELATION_STATISTICS, Status, TransactionManager};
pub use multixact::{Member, MemberStatus, MultiXacts, NewMultiXact};
pub use snapshot::{RegisteredSnapshot, Snapshot};
