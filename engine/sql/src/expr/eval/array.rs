//! Arrays in expressions: `ARRAY[...]`, `a[1]`, `a[1:2]`, and jsonb subscripts.

use super::run::EvalRun;
use crate::catalog;
use storage::datum::Datum;
use storage::err;
use storage::error::{PgError, Result, SqlState};
use storage::fmgr::Implementation;
use storage::ids::Oid;
use storage::types::array::{Array, Element, MAXDIM};
use storage::types::{self, oid};

/// The elements of a constant array; `None` if it is TOASTed.
pub(super) fn constant_elements(d: &Datum) -> Option<Vec<Datum>> {
    match d {
        Datum::Ref(b) if b.first().is_some_and(|h| h & 3 == 0 || (h & 1 == 1 && *h != 1)) => {
            Some(Array::from_payload(types::payload(d)).values)
        }
        _ => None,
    }
}

/// Detoasts elements, as an array stores them.
pub(super) fn plain_all(
    run: &mut EvalRun<'_, '_>,
    t: Oid,
    values: Vec<Datum>,
) -> Result<Vec<Datum>> {
    values.into_iter().map(|v| if v.is_null() { Ok(v) } else { run.plain(t, v) }).collect()
}

/// How elements of the type are stored.
fn element(run: &mut EvalRun<'_, '_>, t: Oid) -> Element {
    Element::known(run.env.env(), t)
}

/// `ExecEvalArrayExpr`: builds an array; with `multi_dims` the values are arrays, and the result
/// has one dimension more.
pub(super) fn build(
    run: &mut EvalRun<'_, '_>,
    values: Vec<Datum>,
    element_type: Oid,
    multi_dims: bool,
) -> Result<Datum> {
    if !multi_dims {
        let values = plain_all(run, element_type, values)?;
        let mut a = Array::of(element_type, values);
        a.element = element(run, element_type);
        return a.to_datum();
    }
    let count = values.len();
    let mut parts = Vec::new();
    for v in values {
        if !v.is_null() {
            parts.push(Array::from_datum(run.env.env(), &v)?);
        }
    }
    let mismatch = || {
        err!(
            ARRAY_SUBSCRIPT_ERROR,
            "multidimensional arrays must have array expressions with matching dimensions"
        )
    };
    let full: Vec<&Array> = parts.iter().filter(|p| !p.dims.is_empty()).collect();
    let Some(first) = full.first() else {
        return Array::of(element_type, vec![]).to_datum();
    };
    if full.len() != count {
        return mismatch();
    }
    if first.dims.len() >= MAXDIM {
        return err!(
            PROGRAM_LIMIT_EXCEEDED,
            "number of array dimensions ({}) exceeds the maximum allowed (6)",
            first.dims.len() + 1
        );
    }
    if full.iter().any(|p| p.dims != first.dims || p.lower != first.lower) {
        return mismatch();
    }
    let mut dims = vec![full.len() as i32];
    dims.extend(&first.dims);
    let mut lower = vec![1];
    lower.extend(&first.lower);
    let element = first.element;
    let bitmap = full.iter().any(|p| p.bitmap);
    let values = parts.into_iter().flat_map(|p| p.values).collect();
    Array { element, dims, lower, values, bitmap }.to_datum()
}

/// A subscript as a number; nothing for NULL.
fn index(d: &Option<Datum>) -> Option<i32> {
    match d {
        Some(Datum::Word(w)) => Some(*w as i32),
        _ => None,
    }
}

/// `p[0]` and `p[1]`: a coordinate of a point.
pub(super) fn point_fetch(base: &Datum, upper: &[Option<Datum>]) -> Result<Datum> {
    let ([Some(i)], false) = (upper, base.is_null()) else { return Ok(Datum::Null) };
    if i.is_null() {
        return Ok(Datum::Null);
    }
    let i = usize::try_from(i.as_i32()).unwrap_or(usize::MAX);
    let found = storage::types::float::point_coordinate(base.bytes(), i);
    Ok(found.map_or(Datum::Null, Datum::f64))
}

/// Returns an element, `a[i]`, or with `slice` a slice, `a[l:u]`.
pub(super) fn fetch(
    run: &mut EvalRun<'_, '_>,
    base: Datum,
    upper: &[Option<Datum>],
    lower: &[Option<Datum>],
    slice: bool,
) -> Result<Datum> {
    if base.is_null() || upper.iter().chain(lower).any(|x| matches!(x, Some(Datum::Null))) {
        return Ok(Datum::Null);
    }
    let a = Array::from_datum(run.env.env(), &base)?;
    if !slice {
        let subs: Vec<i32> = upper.iter().filter_map(index).collect();
        return Ok(a.get(&subs).cloned().unwrap_or(Datum::Null));
    }
    let n = a.dims.len();
    let empty = |a: &Array| Array { dims: vec![], lower: vec![], values: vec![], ..a.clone() };
    if upper.len() > n || n == 0 {
        return empty(&a).to_datum();
    }
    let mut ranges = Vec::new();
    for i in 0..n {
        let (lo, hi) = (a.lower[i], a.lower[i] + a.dims[i] - 1);
        let from = lower.get(i).map_or(lo, |l| index(l).unwrap_or(lo)).max(lo);
        let to = upper.get(i).map_or(hi, |u| index(u).unwrap_or(hi)).min(hi);
        if from > to {
            return empty(&a).to_datum();
        }
        ranges.push((from - lo, to - lo));
    }
    let mut values = Vec::new();
    let mut at: Vec<i32> = ranges.iter().map(|r| r.0).collect();
    'all: loop {
        let i = at.iter().zip(&a.dims).fold(0, |n, (p, d)| n * *d + p);
        values.push(a.values.get(i as usize).cloned().unwrap_or(Datum::Null));
        for d in (0..ranges.len()).rev() {
            if at[d] < ranges[d].1 {
                at[d] += 1;
                continue 'all;
            }
            at[d] = ranges[d].0;
        }
        break;
    }
    let dims = ranges.iter().map(|r| r.1 - r.0 + 1).collect();
    Array { dims, lower: vec![1; n], values, ..a }.to_datum()
}

/// How many elements an array may have (`MaxArraySize`).
const MAX_ARRAY_SIZE: i64 = 134_217_727;

/// How many are modelled: NULLs that a far subscript leaves take memory here.
const MAX_MODELLED: i64 = 4_000_000;

/// The error of an array with more elements (`ArrayGetNItems`).
fn too_big<T>() -> Result<T> {
    err!(PROGRAM_LIMIT_EXCEEDED, "array size exceeds the maximum allowed ({MAX_ARRAY_SIZE})")
}

/// Returns an array that had no elements with these in the given bounds (`array_set_element`,
/// `array_set_slice`).
fn fill_empty(mut a: Array, ranges: &[(i32, i32)], values: Vec<Datum>) -> Result<Datum> {
    let mut total: i64 = 1;
    for (from, to) in ranges {
        let dim = to.checked_sub(*from).and_then(|d| d.checked_add(1));
        let Some(dim) = dim else { return too_big() };
        total = total.saturating_mul(i64::from(dim));
        a.dims.push(dim);
        a.lower.push(*from);
    }
    if total > MAX_ARRAY_SIZE {
        return too_big();
    }
    if (values.len() as i64) < total {
        return err!(ARRAY_SUBSCRIPT_ERROR, "source array too small");
    }
    a.values = values.into_iter().take(total.max(0) as usize).collect();
    a.to_datum()
}

/// Returns an array with an element replaced, `SET a[i] = v`, or with `slice` a slice,
/// `SET a[l:u] = v`.
pub(super) fn assign(
    run: &mut EvalRun<'_, '_>,
    base: Datum,
    upper: &[Option<Datum>],
    lower: &[Option<Datum>],
    slice: bool,
    element_type: Oid,
    new: Datum,
) -> Result<Datum> {
    if upper.iter().chain(lower).any(|x| matches!(x, Some(Datum::Null))) {
        return err!(NULL_VALUE_NOT_ALLOWED, "array subscript in assignment must not be null");
    }
    if slice && new.is_null() {
        return Ok(base);
    }
    let mut a = if base.is_null() {
        let mut a = Array::of(element_type, vec![]);
        a.element = element(run, element_type);
        a
    } else {
        Array::from_datum(run.env.env(), &base)?
    };
    let values: Vec<Datum> = if slice {
        Array::from_datum(run.env.env(), &new)?.values
    } else {
        plain_all(run, element_type, vec![new])?
    };
    let n = upper.len();
    let mut ranges: Vec<(i32, i32)> = (0..n)
        .map(|i| {
            let lo = a.lower.get(i).copied().unwrap_or(1);
            let hi = lo + a.dims.get(i).copied().unwrap_or(0) - 1;
            let to = index(&upper[i]).unwrap_or(hi);
            let from = if slice { lower.get(i).map_or(1, |l| index(l).unwrap_or(lo)) } else { to };
            (from, to)
        })
        .collect();
    if a.dims.is_empty() {
        if slice && upper.iter().chain(lower).any(Option::is_none) {
            return Err(PgError::new(
                SqlState::ARRAY_SUBSCRIPT_ERROR,
                "array slice subscript must provide both boundaries",
            )
            .detail(
                "When assigning to a slice of an empty array value, slice boundaries must be fully \
                 specified.",
            ));
        }
        return fill_empty(a, &ranges, values);
    }
    if a.dims.len() < n || !slice && a.dims.len() > n {
        return err!(ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts");
    }
    // A slice takes the dimensions that it does not name whole.
    ranges.extend((n..a.dims.len()).map(|i| (a.lower[i], a.lower[i] + a.dims[i] - 1)));
    if ranges.iter().any(|(from, to)| from > to) {
        return err!(ARRAY_SUBSCRIPT_ERROR, "upper bound cannot be less than lower bound");
    }
    if a.dims.len() == 1 {
        let (from, to) = ranges[0];
        let hi = a.lower[0] + a.dims[0] - 1;
        let last = i64::from(to.max(hi));
        if last - i64::from(from.min(a.lower[0])) >= MAX_ARRAY_SIZE {
            return too_big();
        }
        if last - i64::from(from.min(a.lower[0])) >= MAX_MODELLED {
            return err!(
                FEATURE_NOT_SUPPORTED,
                "an array of more than {MAX_MODELLED} elements is not modelled"
            );
        }
        if from < a.lower[0] {
            let more = (a.lower[0] - from) as usize;
            a.values.splice(0..0, std::iter::repeat_n(Datum::Null, more));
            a.lower[0] = from;
        }
        if to > hi {
            a.values.extend(std::iter::repeat_n(Datum::Null, (to - hi) as usize));
        }
        a.dims[0] = a.values.len() as i32;
        let count = (to - from + 1).max(0) as usize;
        if values.len() < count {
            return err!(ARRAY_SUBSCRIPT_ERROR, "source array too small");
        }
        let start = (from - a.lower[0]) as usize;
        for (i, v) in values.into_iter().take(count).enumerate() {
            a.values[start + i] = v;
        }
        return a.to_datum();
    }
    let out_of_range = ranges
        .iter()
        .enumerate()
        .any(|(i, r)| r.0 < a.lower[i] || r.1 > a.lower[i] + a.dims[i] - 1);
    if out_of_range {
        return err!(ARRAY_SUBSCRIPT_ERROR, "array subscript out of range");
    }
    let mut at: Vec<i32> = ranges.iter().map(|r| r.0).collect();
    let mut source = values.into_iter();
    'all: loop {
        let i = at.iter().zip(&a.dims).zip(&a.lower).fold(0, |n, ((p, d), l)| n * *d + (p - l));
        let Some(v) = source.next() else {
            return err!(ARRAY_SUBSCRIPT_ERROR, "source array too small");
        };
        a.values[i as usize] = v;
        for d in (0..ranges.len()).rev() {
            if at[d] < ranges[d].1 {
                at[d] += 1;
                continue 'all;
            }
            at[d] = ranges[d].0;
        }
        break;
    }
    a.to_datum()
}

/// The path of text that jsonb subscripts stand for; nothing if one is NULL.
fn path(run: &mut EvalRun<'_, '_>, keys: &[Option<Datum>], text: &[bool]) -> Result<Option<Datum>> {
    let mut parts = Vec::new();
    for (k, is_text) in keys.iter().zip(text) {
        match k {
            Some(Datum::Null) | None => return Ok(None),
            Some(d) if *is_text => parts.push(run.plain(oid::TEXT, d.clone())?),
            Some(d) => parts.push(Datum::text(&d.as_i32().to_string())),
        }
    }
    Array::of(oid::TEXT, parts).to_datum().map(Some)
}

/// The code of a built-in function.
fn scalar(name: &str, args: &[Oid]) -> Result<storage::fmgr::ScalarFn> {
    match catalog::function_exact(name, args).map(|b| b.run) {
        Some(Implementation::Scalar(f)) => Ok(f),
        _ => err!(INTERNAL_ERROR, "function {name} is missing"),
    }
}

/// `j['a']['b']`: the value at a path of subscripts.
pub(super) fn jsonb_fetch(
    run: &mut EvalRun<'_, '_>,
    base: Datum,
    keys: &[Option<Datum>],
    text: &[bool],
) -> Result<Datum> {
    if base.is_null() {
        return Ok(Datum::Null);
    }
    let Some(p) = path(run, keys, text)? else { return Ok(Datum::Null) };
    let types = [oid::JSONB, oid::TEXT_ARRAY];
    let f = scalar("jsonb_extract_path", &types)?;
    run.apply(f, &types, oid::JSONB, &[base, p])
}

/// `SET j['a'] = v`: the document with the value at a path replaced.
pub(super) fn jsonb_assign(
    run: &mut EvalRun<'_, '_>,
    base: Datum,
    keys: &[Option<Datum>],
    text: &[bool],
    new: Datum,
) -> Result<Datum> {
    let Some(p) = path(run, keys, text)? else {
        return err!(NULL_VALUE_NOT_ALLOWED, "jsonb subscript in assignment must not be null");
    };
    let new = if new.is_null() { types::jsonb::input("null")? } else { new };
    let base = if base.is_null() {
        types::jsonb::input(if text.first() == Some(&true) { "{}" } else { "[]" })?
    } else {
        base
    };
    let types = [oid::JSONB, oid::TEXT_ARRAY, oid::JSONB, oid::BOOL];
    let f = scalar("jsonb_set", &types)?;
    run.apply(f, &types, oid::JSONB, &[base, p, new])
}
