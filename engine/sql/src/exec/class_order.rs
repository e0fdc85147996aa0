//! The order of `pg_class` where the server reads it through an index: its rows have no pages here, so no plan is made
//! for that.

use crate::expr::{BoolOp, Expr, Node};
use crate::plan::pattern;
use storage::datum::Datum;
use storage::ids::Oid;
use storage::sort::Arrange;
use storage::types::array::Array;
use storage::varlena;
use storage::versions::{ArrayScans, Release};

/// `pg_class`.
pub const CLASS: Oid = Oid(1259);
/// The first OID of objects that users make (`FirstNormalObjectId`).
const FIRST_NORMAL: u64 = 16384;
/// How many values of a list are found through an index; with more, all of the table is read, some fourteen pages.
/// From 17 on a list is one scan of the index, at a lower cost.
fn few(release: &Release) -> usize {
    if release.array_scans == ArrayScans::PerLeaf { 5 } else { 2 }
}

/// The column, counted from 0, that the rows of a condition come sorted by; `None` where the server reads the table.
///
/// - 0, the OID: for `oid >= 16384`, and for few names or OIDs, whose rows a bitmap finds in the order of their first
///   versions, which is that of the OIDs.
/// - 1, the name: for `relname LIKE 'orders%'`, unless names of the catalog itself begin so.
fn sorted_by(condition: &Expr, rows: &[Vec<Datum>], few: usize) -> Option<usize> {
    let column = |e: &Expr| match &e.node {
        Node::Var(v) if v.attno == 1 || v.attno == 2 => Some(v.attno),
        _ => None,
    };
    match &condition.node {
        Node::Bool(BoolOp::Or, either) => {
            let found = |e| sorted_by(e, rows, few) == Some(0);
            (either.len() <= few && either.iter().all(found)).then_some(0)
        }
        Node::ScalarArrayOp(any) if any.use_or => {
            column(&any.args[0])?;
            let Node::Const(Datum::Ref(values)) = &any.args[1].node else { return None };
            let values = Array::from_payload(varlena::payload(values)).values.len();
            (any.op.name == "=" && values <= few).then_some(0)
        }
        Node::Op(call) => {
            match (column(call.args.first()?)?, call.op.name, &call.args.get(1)?.node) {
                (_, "=", _) | (1, ">" | ">=", _) => Some(0),
                (2, name @ ("~~" | "~"), Node::Const(Datum::Ref(text))) => {
                    let prefix = pattern::fixed_prefix(name, varlena::payload(text)).bytes;
                    let begins = |row: &&Vec<Datum>| {
                        let own = matches!(row[0], Datum::Word(oid) if oid < FIRST_NORMAL);
                        own && matches!(&row[1], Datum::Ref(name) if name.starts_with(&prefix))
                    };
                    (!prefix.is_empty() && rows.iter().filter(begins).count() < 2).then_some(1)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Brings rows into the order of the index that the server finds them through.
#[inline(never)]
pub fn arrange(rows: &mut [Vec<Datum>], conditions: &[Expr], release: &Release) {
    match conditions.iter().find_map(|c| sorted_by(c, rows, few(release))) {
        Some(0) => rows.arrange_by_key(|row| match row[0] {
            Datum::Word(oid) => oid,
            _ => 0,
        }),
        Some(column) => rows.arrange_by(|a, b| match (&a[column], &b[column]) {
            (Datum::Ref(a), Datum::Ref(b)) => a.cmp(b),
            _ => std::cmp::Ordering::Equal,
        }),
        None => {}
    }
}
