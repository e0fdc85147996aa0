//! Rows as a release has them.
//!
//! The rows of catalogs and views are made, compared and searched with the columns of 15 ([`super::super::system`]). Later
//! releases have moved some of these, left some out and added others; a row is given their shape where it is stored or
//! shown, and the shape of 15 where it is read.

use super::relation::ATTRIBUTE;
use crate::catalog::system::first_columns;
use crate::catalog::system::row::{NULL, flag, int, small};
use crate::catalog::{Catalog, Class};
use std::borrow::Cow;
use storage::datum::Datum;
use storage::error::Result;
use storage::heap::Relation;
use storage::ids::Oid;
use storage::tuple::{self, Attribute};
use storage::types::oid;
use storage::versions::Release;

/// The places of `attnum`, of the statistics target (`attstattarget`) and of `attisdropped` in a row of `pg_attribute`.
const NUMBER: usize = 5;
const TARGET: usize = 3;
const DROPPED: usize = 18;

/// What a release's rows of a catalog or view have of a row of 15.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// Where a row of 15 has each column, `None` for one that 15 lacks.
    places: Vec<Option<usize>>,
    /// How many columns a row of 15 has.
    width: usize,
    /// `attstattarget` is NULL where no target was set.
    null_targets: bool,
}

/// Returns a row of a catalog as it is stored.
pub(super) fn stored<'a>(catalog: &Catalog, rel: &Relation, row: &'a [Datum]) -> Cow<'a, [Datum]> {
    match catalog.stored.shapes.get(&rel.oid) {
        Some(shape) => {
            shape.of_release(&rel.desc.attrs, row, &|column| added(catalog, column, row)).into()
        }
        None => row.into(),
    }
}

/// Reads a stored row, with the columns of 15.
pub(super) fn read(catalog: &Catalog, rel: &Relation, tuple: &[u8]) -> Result<Vec<Datum>> {
    let mut row = Vec::new();
    tuple::deform(&rel.desc, tuple, rel.desc.attrs.len(), &mut row)?;
    Ok(of_first(catalog, rel, row))
}

/// Returns a stored row's values with the columns of 15.
pub(super) fn of_first(catalog: &Catalog, rel: &Relation, row: Vec<Datum>) -> Vec<Datum> {
    match catalog.stored.shapes.get(&rel.oid) {
        Some(shape) => shape.of_first(row),
        None => row,
    }
}

impl Shape {
    /// The shape of a catalog's or view's rows, `None` if they are as in 15.
    pub(crate) fn of(class: &Class, release: &Release) -> Option<Shape> {
        let first = first_columns(release, &class.name)?.attrs;
        let place = |name: &str| match name {
            // The column of the toasters is the last of a row.
            "atttoaster" | "reltoasterids" => Some(first.len()),
            _ => first.iter().position(|a| a.name == name),
        };
        let places: Vec<_> = class.desc.attrs.iter().map(|a| place(&a.name)).collect();
        let width = first.len() + usize::from(places.contains(&Some(first.len())));
        let null_targets = class.oid == ATTRIBUTE && release.statistics_target_null;
        Some(Shape { places, width, null_targets })
    }

    /// The row with the columns of the release. `added` gives the value of one that 15 lacks, by its name.
    #[inline(never)]
    pub(crate) fn of_release(
        &self,
        columns: &[Attribute],
        row: &[Datum],
        added: &dyn Fn(&str) -> Datum,
    ) -> Vec<Datum> {
        let value = |(a, place): (&Attribute, &Option<usize>)| match *place {
            Some(TARGET)
                if self.null_targets
                    && (row[NUMBER].as_i32() < 0
                        || row[TARGET].as_i32() < 0
                        || row[DROPPED].as_bool()) =>
            {
                NULL
            }
            // What became a smallint: counts of dimensions and parents, statistics targets.
            Some(at) if a.type_oid == oid::INT2 && !row[at].is_null() => {
                small(row[at].as_i32() as i16)
            }
            Some(at) => row[at].clone(),
            None => added(&a.name),
        };
        columns.iter().zip(&self.places).map(value).collect()
    }

    /// The row with the columns of 15.
    #[inline(never)]
    fn of_first(&self, row: Vec<Datum>) -> Vec<Datum> {
        // What is in no row of the release: a column's offset, as far as it is known (`attcacheoff`).
        let mut out = vec![int(-1); self.width];
        for (value, place) in row.into_iter().zip(&self.places) {
            if let Some(at) = *place {
                out[at] = value;
            }
        }
        if self.null_targets && out[TARGET].is_null() {
            out[TARGET] = int(-1);
        }
        out
    }
}

/// The value of a column that a later release added to a catalog.
pub(crate) fn added(catalog: &Catalog, column: &str, row: &[Datum]) -> Datum {
    match column {
        "relallfrozen" => {
            let class = catalog.class(Oid(row[0].as_u32()));
            int(class.map_or(0, |c| c.state.relallfrozen.get() as i32))
        }
        "conenforced" => flag(true),
        "conperiod" => flag(false),
        _ => NULL,
    }
}
