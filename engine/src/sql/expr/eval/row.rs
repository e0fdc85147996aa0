//! Composite values: building, taking apart, changing.

use super::run::Run;
use crate::datum::Datum;
use crate::err;
use crate::error::Result;
use crate::ids::Oid;
use crate::tuple::{Attribute, Storage, TupleDesc, composite, composite_deform, composite_type};
use crate::types::{self, oid};
use std::cell::OnceCell;
use std::rc::Rc;

/// A column's description from its type, for rows without a name.
fn attribute(run: &mut Run<'_, '_>, name: &str, t: Oid, typmod: i32, sample: &Datum) -> Attribute {
    let (len, by_val, align, storage) = match types::info(t) {
        Some(i) => (i.len, i.by_val, i.align, i.storage),
        None if run.env.env().row_type(t, -1).is_some() => (-1, false, 8, Storage::Extended),
        // An enum is its OID; a domain over a varlena is one.
        None => match sample {
            Datum::Ref(_) => (-1, false, 4, Storage::Extended),
            _ => (4, true, 4, Storage::Plain),
        },
    };
    Attribute {
        name: name.to_string(),
        type_oid: t,
        typmod,
        len,
        by_val,
        align,
        storage,
        compression: None,
        not_null: false,
        dropped: false,
        missing: None,
        identity: None,
        generated: None,
        ndims: 0,
        collation: Oid::INVALID,
        stat_target: -1,
    }
}

/// Builds a composite value.
pub(super) fn build(
    run: &mut Run<'_, '_>,
    values: Vec<Datum>,
    columns: &[(String, Oid, i32)],
    type_oid: Oid,
    cache: &OnceCell<(Rc<TupleDesc>, i32)>,
) -> Result<Datum> {
    let mut plain = Vec::with_capacity(values.len());
    for (v, c) in values.into_iter().zip(columns) {
        plain.push(if v.is_null() { v } else { run.plain(c.1, v)? });
    }
    let (desc, typmod) = match cache.get() {
        Some((d, m)) => (Rc::clone(d), *m),
        None => {
            let known =
                if type_oid == oid::RECORD { None } else { run.env.env().row_type(type_oid, -1) };
            let made = match known {
                Some(d) => (d, -1),
                None => {
                    let attrs = columns
                        .iter()
                        .zip(&plain)
                        .map(|((n, t, m), v)| attribute(run, n, *t, *m, v))
                        .collect();
                    let d = TupleDesc { attrs };
                    let m = run.env.env().register_row_type(&d);
                    (Rc::new(d), m)
                }
            };
            let _ = cache.set(made.clone());
            made
        }
    };
    Ok(composite(&desc, &plain, type_oid, typmod))
}

/// All columns of a composite value, dropped ones included.
pub(super) fn all_columns(run: &mut Run<'_, '_>, d: &Datum) -> Result<Vec<Datum>> {
    let (whole, desc) = open(run, d)?;
    composite_deform(&desc, whole.bytes())
}

fn open(run: &mut Run<'_, '_>, d: &Datum) -> Result<(Datum, Rc<TupleDesc>)> {
    let whole = Datum::varlena(&types::detoast(run.env.env(), d)?);
    let (t, m) = composite_type(whole.bytes())?;
    match run.env.env().row_type(t, m) {
        Some(desc) => Ok((whole, desc)),
        None => err!(INTERNAL_ERROR, "record type has not been registered"),
    }
}

/// The columns that are there.
pub(super) fn columns(run: &mut Run<'_, '_>, d: &Datum) -> Result<Vec<Datum>> {
    let (whole, desc) = open(run, d)?;
    let values = composite_deform(&desc, whole.bytes())?;
    Ok(values.into_iter().zip(&desc.attrs).filter(|(_, a)| !a.dropped).map(|(v, _)| v).collect())
}

/// A composite value with some columns replaced.
pub(super) fn store(
    run: &mut Run<'_, '_>,
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
        let t = desc.attrs[n as usize - 1].type_oid;
        values[n as usize - 1] = if v.is_null() { v } else { run.plain(t, v)? };
    }
    Ok(composite(&desc, &values, type_oid, -1))
}
