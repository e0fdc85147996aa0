//! Small makers of datums for the system catalogs' rows.

use storage::datum::Datum;
use storage::ids::Oid;
use storage::types::oid;

pub(crate) const NULL: Datum = Datum::Null;

/// A value of type `name`.
pub(crate) fn name(s: &str) -> Datum {
    Datum::name(s)
}
/// A value of type `text`.
pub(crate) fn text(s: &str) -> Datum {
    Datum::text(s)
}
/// A value of type `text`; NULL for `None`.
pub(crate) fn opt_text(s: Option<&str>) -> Datum {
    s.map_or(Datum::Null, Datum::text)
}
/// A value of type `oid`.
pub(crate) fn id(o: Oid) -> Datum {
    Datum::u32(o.0)
}
/// A value of type `bool`.
pub(crate) fn flag(b: bool) -> Datum {
    Datum::bool(b)
}
/// A value of type `"char"`.
pub(crate) fn letter(c: char) -> Datum {
    Datum::Word(if c == '\0' { 0 } else { u64::from(c as u32) })
}
/// A value of type `int2`.
pub(crate) fn small(v: i16) -> Datum {
    Datum::i16(v)
}
/// A value of type `int4`.
pub(crate) fn int(v: i32) -> Datum {
    Datum::i32(v)
}
/// A value of type `int8`.
pub(crate) fn big(v: i64) -> Datum {
    Datum::i64(v)
}

/// A one-dimensional array without NULLs (`array.h`): ndim, dataoffset 0, element type, length,
/// lower bound, then the elements.
pub(crate) fn array(element: Oid, lower: i32, count: usize, data: &[u8]) -> Datum {
    let mut p = Vec::with_capacity(24 + data.len());
    let ndim = i32::from(count > 0 || lower == 0);
    p.extend_from_slice(&ndim.to_le_bytes());
    p.extend_from_slice(&0i32.to_le_bytes());
    p.extend_from_slice(&element.0.to_le_bytes());
    if ndim == 1 {
        p.extend_from_slice(&(count as i32).to_le_bytes());
        p.extend_from_slice(&lower.to_le_bytes());
    }
    p.extend_from_slice(data);
    Datum::varlena(&p)
}

/// Makes a `text[]` of one dimension.
pub(crate) fn text_array<S: AsRef<str>>(items: &[S]) -> Datum {
    let mut data = Vec::new();
    for s in items {
        while data.len() % 4 != 0 {
            data.push(0);
        }
        let b = s.as_ref().as_bytes();
        data.extend_from_slice(&(((b.len() + 4) as u32) << 2).to_le_bytes());
        data.extend_from_slice(b);
    }
    // The last one is padded, too (`construct_md_array`).
    data.resize(data.len().next_multiple_of(4), 0);
    array(oid::TEXT, 1, items.len(), &data)
}

/// Makes an `int2[]` of one dimension.
pub(crate) fn short_array(items: &[i16]) -> Datum {
    let data: Vec<u8> = items.iter().flat_map(|v| v.to_le_bytes()).collect();
    array(oid::INT2, 1, items.len(), &data)
}

/// Makes a `float4[]` of one dimension.
pub(crate) fn float_array(items: &[f32]) -> Datum {
    let data: Vec<u8> = items.iter().flat_map(|v| v.to_le_bytes()).collect();
    array(oid::FLOAT4, 1, items.len(), &data)
}

/// Makes an `oid[]` of one dimension.
pub(crate) fn oid_array(items: &[Oid]) -> Datum {
    let data: Vec<u8> = items.iter().flat_map(|v| v.0.to_le_bytes()).collect();
    array(oid::OID, 1, items.len(), &data)
}

/// Makes an `int2vector`: an array that is counted from 0.
pub(crate) fn short_vector(items: &[i16]) -> Datum {
    let data: Vec<u8> = items.iter().flat_map(|v| v.to_le_bytes()).collect();
    array(oid::INT2, 0, items.len(), &data)
}

/// Makes an `oidvector`: an array that is counted from 0.
pub(crate) fn oid_vector(items: &[Oid]) -> Datum {
    let data: Vec<u8> = items.iter().flat_map(|v| v.0.to_le_bytes()).collect();
    array(oid::OID, 0, items.len(), &data)
}

/// `name=value` strings; NULL if there are none.
pub(crate) fn options(given: &[(String, String)]) -> Datum {
    if given.is_empty() {
        return Datum::Null;
    }
    let items: Vec<String> = given.iter().map(|(n, v)| format!("{n}={v}")).collect();
    text_array(&items)
}

/// The value of `attmissingval`: an array of the column's type.
pub(crate) fn missing_array(element: Oid, value: &Datum) -> Datum {
    storage::types::array::Array::of(element, vec![value.clone()]).to_datum().unwrap_or(NULL)
}

/// The text in `adbin`, `conbin`, `indexprs`, `indpred` and `tgqual`, where PostgreSQL has a node tree.
/// `{EXPR d 16395}` is the default with that OID; `c` is a CHECK, `x` and `p` an index's expressions
/// and predicate, `t` a trigger's WHEN.
pub(crate) fn node_tree(kind: char, oid: Oid) -> Datum {
    Datum::text(&format!("{{EXPR {kind} {oid}}}"))
}
