//! Row locks of SELECT ... FOR UPDATE and its like (`nodeLockRows.c`).

use super::state::Exec;
use crate::analyze::{LockStrength, RteKind};
use storage::datum::Datum;
use storage::error::Result;
use storage::heap;
use storage::ids::ItemPointer;

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
