//! Expressions as the catalog keeps them (`nodeToString`, `outfuncs.c`): what `adbin` holds.
//!
//! ```text
//! DEFAULT 42   {CONST :consttype 23 :consttypmod -1 :constcollid 0 :constlen 4 :constbyval true
//!               :constisnull false :location 30 :constvalue 4 [ 42 0 0 0 0 0 0 0 ]}
//! ```
//!
//! Constants, casts of numbers and `nextval`, what defaults mostly are; another call needs the function's OID, which is not
//! known here.

use sql::expr::{CoercionForm, Expr, FuncRef, Node};
use std::fmt::Write;
use storage::datum::Datum;
use storage::types;

/// The OID of the function `nextval`.
const NEXTVAL: u32 = 1574;

/// Casts between numbers (`pg_cast`): from, to, function.
const CASTS: [(u32, u32, u32); 10] = [
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
];

/// The node tree's text, if all nodes of the expression are modelled.
pub(super) fn text(e: &Expr) -> Option<String> {
    let mut out = String::new();
    node(e, &mut out)?;
    Some(out)
}

/// Appends one node of an expression; nothing is returned if it is not modelled.
fn node(e: &Expr, out: &mut String) -> Option<()> {
    match &e.node {
        Node::Const(value) => constant(e, value, out),
        Node::Func(f) => {
            let (oid, format) = match (&f.func, &f.args[..]) {
                (FuncRef::Builtin(b), _) if b.name == "nextval" => (NEXTVAL, 0),
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
                 :funcformat {format} :funccollid 0 :inputcollid 0 :args (",
                e.type_oid
            );
            f.args.iter().try_for_each(|a| node(a, out))?;
            let _ = write!(out, ") :location {}}}", e.location);
            Some(())
        }
        _ => None,
    }
}

/// Writes a constant as a node's text (`_outConst`, `outDatum`); `None` if its type has no such
/// text.
fn constant(e: &Expr, value: &Datum, out: &mut String) -> Option<()> {
    let info = types::info(e.type_oid)?;
    let _ = write!(
        out,
        "{{CONST :consttype {} :consttypmod {} :constcollid {} :constlen {} :constbyval {} \
         :constisnull {} :location {} :constvalue ",
        e.type_oid,
        e.typmod,
        e.collation,
        info.len,
        info.by_val,
        value.is_null(),
        e.location
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
