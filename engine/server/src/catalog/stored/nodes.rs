//! Expressions as the catalog keeps them (`nodeToString`, `outfuncs.c`): what `adbin` holds.
//!
//! ```text
//! DEFAULT 42   {CONST :consttype 23 :consttypmod -1 :constcollid 0 :constlen 4 :constbyval true
//!               :constisnull false :location 30 :constvalue 4 [ 42 0 0 0 0 0 0 0 ]}
//! ```
//!
//! Modelled are constants, casts and the calls that most defaults consist of ([`FUNCTIONS`]); another call needs the
//! function's OID, which is not known here.

use sql::expr::{CoercionForm, Expr, FuncRef, Node};
use std::fmt::Write;
use storage::datum::Datum;
use storage::types;

/// Functions that defaults call, with their OIDs (`pg_proc`).
const FUNCTIONS: [(&str, u32); 5] = [
    ("nextval", 1574),
    ("now", 1299),
    ("gen_random_uuid", 3432),
    ("random", 1598),
    ("clock_timestamp", 2649),
];

/// Casts between numbers, and of times (`pg_cast`): from, to, function.
const CASTS: [(u32, u32, u32); 12] = [
    (20, 21, 714),
    (20, 23, 480),
    (20, 1700, 1781),
    (21, 23, 313),
    (21, 1700, 1782),
    (23, 20, 481),
    (23, 21, 314),
    (23, 701, 316),
    (23, 1700, 1740),
    (701, 1700, 1743),
    (1184, 1082, 1178),
    (1184, 1114, 2027),
];

/// The numbers of `CURRENT_DATE` and its kin (`SQLValueFunctionOp`), each without a precision.
const SQL_VALUES: [u32; 11] = [0, 1, 3, 5, 7, 9, 10, 11, 12, 13, 14];

/// The node tree's text, if all nodes of the expression are modelled. `places`: it says where in the statement
/// each was.
pub(super) fn text(e: &Expr, places: bool) -> Option<String> {
    let mut out = String::new();
    node(e, places, &mut out)?;
    Some(out)
}

/// Appends one node of an expression; nothing is returned if it is not modelled.
fn node(e: &Expr, places: bool, out: &mut String) -> Option<()> {
    let place = if places { e.location } else { -1 };
    match &e.node {
        Node::Const(value) => constant(e, value, place, out),
        Node::SqlValue(k) => {
            let (op, typmod) = (SQL_VALUES[*k as usize] + u32::from(e.typmod >= 0), e.typmod);
            let _ = write!(
                out,
                "{{SQLVALUEFUNCTION :op {op} :type {} :typmod {typmod} :location {place}}}",
                e.type_oid
            );
            Some(())
        }
        Node::Func(f) => {
            let (oid, format) = match (&f.func, &f.args[..]) {
                (FuncRef::Builtin(b), [] | [_]) => (FUNCTIONS.iter().find(|f| f.0 == b.name)?.1, 0),
                (FuncRef::Cast(..), [from]) => {
                    let mut casts = CASTS.iter();
                    let cast = casts.find(|c| (c.0, c.1) == (from.type_oid.0, e.type_oid.0))?;
                    (cast.2, if f.form == CoercionForm::ExplicitCast { 1 } else { 2 })
                }
                _ => return None,
            };
            let _ = write!(
                out,
                "{{FUNCEXPR :funcid {oid} :funcresulttype {} :funcretset false :funcvariadic false \
                 :funcformat {format} :funccollid 0 :inputcollid 0 :args ",
                e.type_oid
            );
            match f.args.first() {
                None => out.push_str("<>"),
                Some(a) => {
                    out.push('(');
                    node(a, places, out)?;
                    out.push(')');
                }
            }
            let _ = write!(out, " :location {place}}}");
            Some(())
        }
        _ => None,
    }
}

/// Writes a constant as a node's text (`_outConst`, `outDatum`); `None` if its type has no such
/// text.
fn constant(e: &Expr, value: &Datum, place: i32, out: &mut String) -> Option<()> {
    let info = types::info(e.type_oid)?;
    let _ = write!(
        out,
        "{{CONST :consttype {} :consttypmod {} :constcollid {} :constlen {} :constbyval {} \
         :constisnull {} :location {place} :constvalue ",
        e.type_oid,
        e.typmod,
        e.collation,
        info.len,
        info.by_val,
        value.is_null(),
    );
    let mut bytes = |length: i64, all: &[u8]| {
        let _ = write!(out, "{length} [ ");
        for b in all {
            let _ = write!(out, "{} ", *b as i8);
        }
        out.push_str("]}");
    };
    match value {
        Datum::Null => out.push_str("<>}"),
        Datum::Word(w) => bytes(i64::from(info.len), &w.to_le_bytes()),
        Datum::Ref(v) => bytes(v.len() as i64, v),
    }
    Some(())
}
