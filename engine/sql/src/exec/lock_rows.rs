//! Row locks of SELECT ... FOR UPDATE and its like (`nodeLockRows.c`), and who may not lock or change rows.

use super::state::Exec;
use crate::analyze::{CommandType, LockStrength, RteKind};
use crate::host::Host;
use crate::plan::{Plan, PlanKind, PlannedStmt};
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::heap::{self, Persistence, RelKind};
use storage::ids::{FIRST_NORMAL_OID, ItemPointer, Oid};

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

/// Refuses to lock rows of what is no table (`CheckValidRowMarkRel`), and those of catalogs.
pub fn check_marks(ex: &Exec<'_, '_>, marks: &[(usize, LockStrength, usize)]) -> Result<()> {
    for (rte, ..) in marks {
        let RteKind::Relation { oid, .. } = ex.stmt.rtable[*rte - 1].kind else { continue };
        let Some(r) = ex.host.session.relation_by_oid(oid) else { continue };
        if oid.0 < FIRST_NORMAL_OID {
            let text = "locks of rows of the catalog";
            return err!(FEATURE_NOT_SUPPORTED, "{text} \"{}\" are not modelled", r.name);
        }
        let what = match r.kind {
            RelKind::Sequence => "sequence",
            RelKind::Toast => "TOAST relation",
            RelKind::MaterializedView => "materialized view",
            _ => continue,
        };
        return err!(WRONG_OBJECT_TYPE, "cannot lock rows in {what} \"{}\"", r.name);
    }
    Ok(())
}

/// Refuses a statement that changes or locks rows of a table that is not temporary, in a read-only transaction
/// (`ExecCheckXactReadOnly`).
pub fn check_read_only(stmt: &PlannedStmt, host: &Host<'_>) -> Result<()> {
    if host.session.setting("transaction_read_only").as_deref() != Some("on") {
        return Ok(());
    }
    let mut touched = Vec::new();
    touched_by(&stmt.plan, stmt, &mut touched);
    stmt.subplans.iter().for_each(|plan| touched_by(plan, stmt, &mut touched));
    let permanent =
        |oid| host.session.open_relation(oid).map_or(true, |r| r.persistence != Persistence::Temp);
    if !touched.iter().any(|t| permanent(t.0)) {
        return Ok(());
    }
    let command = match (stmt.command, touched.iter().find_map(|t| t.1)) {
        (CommandType::Insert, _) => "INSERT".to_string(),
        (CommandType::Update, _) => "UPDATE".to_string(),
        (CommandType::Delete, _) => "DELETE".to_string(),
        (CommandType::Select, None) => "SELECT".to_string(),
        (CommandType::Select, Some(lock)) => format!("SELECT {}", lock.clause()),
    };
    Err(refused_read_only(&command))
}

/// The error of a command in a read-only transaction (`PreventCommandIfReadOnly`).
pub fn refused_read_only(command: &str) -> Box<PgError> {
    let text = format!("cannot execute {command} in a read-only transaction");
    PgError::new(SqlState("25006"), text)
}

/// Adds the relations whose rows a plan changes, or locks and how.
fn touched_by(plan: &Plan, stmt: &PlannedStmt, list: &mut Vec<(Oid, Option<LockStrength>)>) {
    match &plan.kind {
        PlanKind::ModifyTable(m) => list.push((m.relation, None)),
        PlanKind::LockRows { marks } => {
            for (rte, strength, _) in marks {
                if let RteKind::Relation { oid, .. } = stmt.rtable[*rte - 1].kind {
                    list.push((oid, Some(*strength)));
                }
            }
        }
        _ => {}
    }
    plan.children().for_each(|child| touched_by(child, stmt, list));
}
