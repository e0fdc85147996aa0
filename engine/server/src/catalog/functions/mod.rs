//! Functions that look at the catalog, at relations' files, and at pages.
//!
//! | room | functions |
//! |---|---|
//! | [`reg`] | regclass and its kin in and out, `to_regclass`, quoting |
//! | [`size`] | `pg_relation_size` and friends, file names |
//! | [`define`] | `pg_get_expr`, `pg_get_indexdef`, `pg_get_constraintdef`, `pg_get_viewdef` |
//! | [`info`] | the session, settings, sequences, transactions, privileges |
//! | [`pageinspect`], [`inspect`] | pages as rows: pageinspect, pg_visibility, pg_freespacemap |
//! | [`large`] | large objects |
//! | [`stattuple`] | live, dead and free space: pgstattuple |
//! | [`wal`] | the log: where it stands, its records |
//! | [`snapshots`] | `pg_current_snapshot`, `pg_xact_status`, `age` |

mod define;
mod deparse;
mod enums;
mod info;
mod inspect;
pub(crate) mod large;
mod pageinspect;
pub(crate) mod reg;
mod size;
mod snapshots;
mod stattuple;
pub(crate) mod wal;

pub(crate) use define::node_tree;
pub use reg::{quote_identifier, reg_in, reg_out};

/// The tables of these rooms, as [`sql::catalog`] takes them.
pub const ROOMS: Rooms = Rooms {
    functions: &[
        define::FUNCTIONS,
        enums::FUNCTIONS,
        info::FUNCTIONS,
        large::FUNCTIONS,
        inspect::FUNCTIONS,
        pageinspect::FUNCTIONS,
        reg::FUNCTIONS,
        size::FUNCTIONS,
        snapshots::FUNCTIONS,
        stattuple::FUNCTIONS,
        wal::FUNCTIONS,
    ],
    operators: &[wal::OPERATORS],
};

use crate::session::Backend;
use sql::catalog::Rooms;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{FnCtx, RowSource};
use storage::ids::Oid;

/// Rows made all at once.
pub(crate) struct AllRows(std::vec::IntoIter<Vec<Datum>>);

impl AllRows {
    pub(crate) fn of(rows: Vec<Vec<Datum>>) -> Box<dyn RowSource> {
        Box::new(AllRows(rows.into_iter()))
    }
}

impl RowSource for AllRows {
    fn next(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        Ok(self.0.next())
    }
}

/// The relation a text names (`makeRangeVarFromNameList(textToQualifiedNameList())`).
pub(crate) fn relation_named(b: &mut Backend, text: &str) -> Result<Rc<crate::catalog::Class>> {
    let oid = reg::class_oid(b, text)?;
    relation_of(b, oid)
}

/// The relation with this OID.
pub(crate) fn relation_of(b: &Backend, oid: Oid) -> Result<Rc<crate::catalog::Class>> {
    match b.catalog.class(oid) {
        Some(c) => Ok(Rc::clone(c)),
        None => err!(UNDEFINED_TABLE, "could not open relation with OID {oid}"),
    }
}

/// The text of an argument.
pub(crate) fn text_of(ctx: &mut FnCtx<'_>, d: &Datum) -> Result<String> {
    let bytes = ctx.env.detoast(d)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn no_function_of_all_rooms_is_there_twice() {
        sql::catalog::hand_down(super::ROOMS);
        let mut seen = BTreeSet::new();
        for f in sql::catalog::functions() {
            assert!(seen.insert((f.name, f.args)), "{} {:?}", f.name, f.args);
        }
        assert!(seen.iter().any(|f| f.0 == "pg_relation_size"), "the rooms were handed down");
    }
}
