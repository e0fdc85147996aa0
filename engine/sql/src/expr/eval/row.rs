//! Composite values: building, taking apart, changing.

use super::Side;
use super::run::EvalRun;
use std::cell::OnceCell;
use std::rc::Rc;
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{Builtin, FnCtx};
use storage::ids::Oid;
use storage::tuple::{TupleDesc, composite, composite_deform, composite_type};
use storage::types::{self, oid, record};
use storage::varlena;

/// The row of a function that returns one row, as a composite value.
pub(super) fn first(
    run: &mut EvalRun<'_, '_>,
    function: &'static Builtin,
    args: &[Datum],
    types: &[Oid],
) -> Result<Datum> {
    let env = run.env.env();
    let mut ctx = FnCtx { env, arg_types: types, ret_type: function.ret };
    let Some(rows) = function.run.open(&mut ctx, args) else {
        return err!(INTERNAL_ERROR, "function {} gives no row", function.name);
    };
    let Some(row) = rows?.next(&mut ctx)? else { return Ok(Datum::Null) };
    let columns = function.out.iter().map(|(n, t)| (*n, *t, -1));
    let (desc, typmod) = record::anonymous(ctx.env, columns);
    record::build(ctx.env, &desc, &row, oid::RECORD, typmod)
}

/// A table's row as a composite value (`ExecEvalWholeRowVar`). External values are fetched each time.
pub(super) fn whole(run: &mut EvalRun<'_, '_>, side: Side, type_oid: Oid) -> Result<Datum> {
    let Some(desc) = run.env.env().row_type(type_oid, -1) else {
        return err!(INTERNAL_ERROR, "a row of type {type_oid} that is not known");
    };
    let row = run.rows.of(side);
    let mut values = row[..row.len().min(desc.attrs.len())].to_vec();
    fetch_external(run, &desc, &mut values)?;
    Ok(composite(&desc, &values, type_oid, -1))
}

/// Fetches the external values of a row, which stay compressed (`toast_build_flattened_tuple`).
fn fetch_external(run: &mut EvalRun<'_, '_>, desc: &TupleDesc, values: &mut [Datum]) -> Result<()> {
    for (a, d) in desc.attrs.iter().zip(values) {
        if a.len == -1 && matches!(d, Datum::Ref(b) if varlena::is_external(b)) {
            *d = run.env.env().fetch(d)?;
        }
    }
    Ok(())
}

/// Builds a composite value. `whole`: of the row that a scan reads, whose compressed values stay so.
pub(super) fn build(
    run: &mut EvalRun<'_, '_>,
    mut values: Vec<Datum>,
    columns: &[(String, Oid, i32)],
    type_oid: Oid,
    whole: bool,
    cache: &OnceCell<(Rc<TupleDesc>, i32)>,
) -> Result<Datum> {
    let (desc, typmod) = match cache.get() {
        Some((d, m)) => (Rc::clone(d), *m),
        None => {
            let known =
                if type_oid == oid::RECORD { None } else { run.env.env().row_type(type_oid, -1) };
            let made = match known {
                Some(d) => (d, -1),
                None => {
                    let columns = columns.iter().map(|(n, t, m)| (n.as_str(), *t, *m));
                    record::anonymous(run.env.env(), columns)
                }
            };
            cache.get_or_init(|| made.clone());
            made
        }
    };
    if whole {
        fetch_external(run, &desc, &mut values)?;
    }
    record::build(run.env.env(), &desc, &values, type_oid, typmod)
}

/// All columns of a composite value, dropped ones included.
pub(super) fn all_columns(run: &mut EvalRun<'_, '_>, d: &Datum) -> Result<Vec<Datum>> {
    let (whole, desc) = open(run, d)?;
    composite_deform(&desc, whole.bytes())
}

/// The composite value with the descriptor of its columns.
fn open(run: &mut EvalRun<'_, '_>, d: &Datum) -> Result<(Datum, Rc<TupleDesc>)> {
    let whole = Datum::varlena(&types::detoast(run.env.env(), d)?);
    let (t, m) = composite_type(whole.bytes())?;
    match run.env.env().row_type(t, m) {
        Some(desc) => Ok((whole, desc)),
        None => err!(INTERNAL_ERROR, "record type has not been registered"),
    }
}

/// The columns that are not dropped.
pub(super) fn columns(run: &mut EvalRun<'_, '_>, d: &Datum) -> Result<Vec<Datum>> {
    let (whole, desc) = open(run, d)?;
    let values = composite_deform(&desc, whole.bytes())?;
    Ok(values.into_iter().zip(&desc.attrs).filter(|(_, a)| !a.dropped).map(|(v, _)| v).collect())
}

/// A composite value with some columns replaced.
pub(super) fn store(
    run: &mut EvalRun<'_, '_>,
    d: &Datum,
    changes: Vec<(i16, Datum)>,
    type_oid: Oid,
) -> Result<Datum> {
    let Some(desc) = run.env.env().row_type(type_oid, -1) else {
        return err!(INTERNAL_ERROR, "a field of a type that is not composite");
    };
    let mut values =
        if d.is_null() { vec![Datum::Null; desc.attrs.len()] } else { all_columns(run, d)? };
    for (n, v) in changes {
        values[n as usize - 1] = v;
    }
    record::build(run.env.env(), &desc, &values, type_oid, -1)
}
