//! The conditions of an index scan as they run: compiled once, and made scan keys with the present values of their
//! parameters (`ExecIndexBuildScanKeys`, `ExecIndexEvalRuntimeKeys`).

use super::state::Exec;
use crate::expr::{self, Compiled, Expr, Node, Rows};
use crate::plan::{IndexQualOp, IndexScan};
use storage::btree::{RowMember, ScanKey, ScanStrategy, ScanTest};
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::Relation;
use storage::ids::{AttrNumber, Oid};
use storage::sort::Arrange;
use storage::types;
use storage::types::array::{self, Array};

/// A value that an index column is compared with.
pub struct CompiledValue {
    /// The index column, from 0.
    column: usize,
    value: Compiled,
    type_oid: Oid,
}

impl CompiledValue {
    fn new(column: usize, value: &Expr) -> Result<CompiledValue> {
        let type_oid = value.type_oid;
        Ok(CompiledValue { column, value: expr::compile(value, &mut |_| None)?, type_oid })
    }
    /// The column's number, and its type.
    fn key(&self, index: &Relation) -> (AttrNumber, Oid) {
        let key_type = index.index.as_ref().map_or(self.type_oid, |i| i.keys[self.column].type_oid);
        (AttrNumber(self.column as i16 + 1), key_type)
    }
}

/// A condition of an index scan.
pub struct CompiledQual {
    op: IndexQualOp,
    first: CompiledValue,
    /// The further members, when rows are compared.
    rest: Vec<CompiledValue>,
}

/// Compiles the conditions of an index scan.
pub fn compile_quals(s: &IndexScan) -> Result<Vec<CompiledQual>> {
    s.quals
        .iter()
        .map(|q| {
            let first = match q.op {
                IndexQualOp::IsNull | IndexQualOp::IsNotNull => {
                    let null = Expr { node: Node::Const(Datum::Null), ..q.value.clone() };
                    CompiledValue::new(q.column, &null)?
                }
                _ => CompiledValue::new(q.column, &q.value)?,
            };
            let rest = q.rest.iter().map(|(column, e)| CompiledValue::new(*column, e));
            Ok(CompiledQual { op: q.op, first, rest: rest.collect::<Result<_>>()? })
        })
        .collect()
}

/// The scan keys of an index scan, with the present values of its conditions; `None` if no entry
/// can match, since a value is NULL.
pub fn scan_keys(
    ex: &mut Exec<'_, '_>,
    index: &Relation,
    quals: &[CompiledQual],
) -> Result<Option<Vec<ScanKey>>> {
    let mut keys = Vec::new();
    for CompiledQual { op, first, rest } in quals {
        let (attno, key_type) = first.key(index);
        let value_type = first.type_oid;
        let mut arg_type = argument_type(value_type, key_type);
        let strategy = match op {
            IndexQualOp::Lt => ScanStrategy::Less,
            IndexQualOp::Le => ScanStrategy::LessEqual,
            IndexQualOp::Ge => ScanStrategy::GreaterEqual,
            IndexQualOp::Gt => ScanStrategy::Greater,
            _ => ScanStrategy::Equal,
        };
        let test = match op {
            IndexQualOp::IsNull => ScanTest::IsNull,
            IndexQualOp::IsNotNull => ScanTest::IsNotNull,
            IndexQualOp::EqAny => {
                let d = first.value.eval(ex, Rows::default())?;
                if d.is_null() {
                    return Ok(None);
                }
                let bytes = ex.host.detoast(&d)?;
                let array = Array::from_payload(&bytes);
                arg_type = Oid::INVALID;
                ScanTest::EqualAny(array.values)
            }
            _ if !rest.is_empty() => {
                arg_type = Oid::INVALID;
                ScanTest::Row(strategy, row_members(ex, index, first, rest)?)
            }
            _ => {
                let mut d = first.value.eval(ex, Rows::default())?;
                // A name has elements too, but is no list of them.
                let fixed = types::info(value_type).is_some_and(|i| i.len != -1);
                let element = if fixed { Oid::INVALID } else { array::element_type(value_type) };
                if element.is_valid() && value_type != key_type && !d.is_null() {
                    d = extreme_element(&ex.host.detoast(&d)?, strategy);
                    arg_type = argument_type(element, key_type);
                }
                if d.is_null() {
                    return Ok(None);
                }
                let d = ex.flat(value_type, &d)?;
                ScanTest::Compare(strategy, d)
            }
        };
        keys.push(ScanKey { attno, test, arg_type });
    }
    keys.arrange_by_key(|k| k.attno);
    Ok(Some(keys))
}

/// The members of a row with their present values, which may be NULL.
#[inline(never)]
fn row_members(
    ex: &mut Exec<'_, '_>,
    index: &Relation,
    first: &CompiledValue,
    rest: &[CompiledValue],
) -> Result<Vec<RowMember>> {
    let mut members = Vec::new();
    for member in std::iter::once(first).chain(rest) {
        let (attno, key_type) = member.key(index);
        let d = member.value.eval(ex, Rows::default())?;
        let arg = if d.is_null() { d } else { ex.flat(member.type_oid, &d)? };
        members.push(RowMember { attno, arg, arg_type: argument_type(member.type_oid, key_type) });
    }
    Ok(members)
}

/// The type of a value for a scan key: 0 if it compares as the key's own.
fn argument_type(value_type: Oid, key_type: Oid) -> Oid {
    if same_family(value_type, key_type) { Oid::INVALID } else { value_type }
}

/// The one element that decides a comparison with any element of an array: for `< ANY (array)` the greatest, for
/// `> ANY (array)` the least (`_bt_find_extreme_element`).
fn extreme_element(payload: &[u8], strategy: ScanStrategy) -> Datum {
    let array = Array::from_payload(payload);
    let element = array.element.oid;
    let found = array.values.into_iter().filter(|d| !d.is_null()).reduce(|a, b| {
        let order = types::compare(element, Oid::INVALID, &a, &b);
        let least = matches!(strategy, ScanStrategy::Greater | ScanStrategy::GreaterEqual);
        if order.is_gt() == least { b } else { a }
    });
    found.unwrap_or(Datum::Null)
}

/// Whether values of the two types compare as they are: varchar is text.
fn same_family(a: Oid, b: Oid) -> bool {
    use storage::types::oid;
    let text = |t: Oid| matches!(t, oid::TEXT | oid::VARCHAR);
    a == b || (text(a) && text(b))
}
