//! Identity columns: a column and the sequence that is its own.

use super::{change, column_of, nothing_to_drop};
use crate::backend::Backend;
use crate::catalog::Class;
use crate::catalog::stored::objects as stored;
use crate::command::{objects, sequence};
use sql::ast::{DefArg, DefElem};
use storage::err;
use storage::error::Result;

/// Gives a column an identity with a sequence of its own (`ATExecAddIdentity`). `always`: GENERATED
/// ALWAYS, not BY DEFAULT.
pub(super) fn add_identity(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    always: bool,
    options: &[DefElem],
) -> Result<()> {
    let n = column_of(class, column)?;
    let a = class.desc.attr(n).clone();
    let fault = |text: &str| -> Result<()> {
        err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "column \"{column}\" of relation \"{}\" {text}",
            class.name
        )
    };
    // The sequence is made first (`transformAlterTableStmt`).
    let q = sequence::for_column(
        b,
        &class.name,
        column,
        class.namespace,
        class.persistence,
        a.type_oid,
        options,
    )?;
    if !a.not_null {
        return fault("must be declared NOT NULL before identity can be added");
    }
    if a.identity.is_some() {
        return fault("is already an identity column");
    }
    if class.defaults.contains_key(&n) {
        return fault("already has a default value");
    }
    stored::next_command(&mut b.catalog_store());
    sequence::set_owner(b, q, Some((class.oid, n, 'i')));
    change(b, class.oid, n, |a| a.identity = Some(if always { 'a' } else { 'd' }));
    Ok(())
}

/// Changes an identity (`ATExecSetIdentity`): ALWAYS or BY DEFAULT changes the column; all other
/// options change its sequence.
pub(super) fn set_identity(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    options: &[DefElem],
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    let Some(q) = b.catalog.owned_sequence(rel, n, 'i').map(|c| c.oid) else {
        return err!(
            OBJECT_NOT_IN_PREREQUISITE_STATE,
            "column \"{column}\" of relation \"{}\" is not an identity column",
            class.name
        );
    };
    let (mine, rest): (Vec<DefElem>, Vec<DefElem>) =
        options.iter().cloned().partition(|d| d.name == "generated");
    for d in mine {
        let letter = if matches!(d.arg, Some(DefArg::Boolean(true))) { 'a' } else { 'd' };
        change(b, rel, n, |a| a.identity = Some(letter));
    }
    if rest.is_empty() { Ok(()) } else { sequence::change(b, q, &rest) }
}

/// Drops a column's identity and its sequence (`ATExecDropIdentity`). `missing_ok`: a column
/// without one gives a NOTICE.
pub(super) fn drop_identity(
    b: &mut Backend<'_>,
    class: &Class,
    column: &str,
    missing_ok: bool,
) -> Result<()> {
    let rel = class.oid;
    let n = column_of(class, column)?;
    let Some(q) = b.catalog.owned_sequence(rel, n, 'i').map(|c| c.oid) else {
        let text =
            format!("column \"{column}\" of relation \"{}\" is not an identity column", class.name);
        return nothing_to_drop(b, text, missing_ok);
    };
    change(b, rel, n, |a| a.identity = None);
    objects::drop_relation(b, q);
    Ok(())
}
