//! Gives values the short headers that they have in a tuple. A node passes values on as they were
//! computed. A row that is kept in a sort, a hash table or a tuplestore, or that is to be stored, has
//! been a tuple in between (`heap_form_tuple`, `heap_form_minimal_tuple`), and in a tuple a short
//! value has a header of one byte. Compressed values and pointers stay as they are; an expanded array becomes a flat
//! one, whose header stays.
//!
//! ```text
//!  'abc'::text   10 00 00 00 61 62 63   computed
//!                      09 61 62 63      in a tuple
//! ```

use storage::datum::Datum;
use storage::fmgr::Env;
use storage::ids::Oid;
use storage::tuple::{Attribute, Storage};
use storage::types;
use storage::varlena;

/// Which columns of a row a tuple may shorten.
pub struct TupleShortener(Box<[usize]>);

/// Whether values of a column get a short header in a tuple (`VARLENA_ATT_IS_PACKABLE`).
fn packable(a: &Attribute) -> bool {
    a.len == -1 && a.storage != Storage::Plain
}

/// Gives a value a short header if it fits one, as in a tuple. An expanded one stays what it is.
fn shorten(d: &mut Datum) {
    if let Datum::Ref(b) = d
        && !b.is_expanded()
        && let Some(short) = varlena::make_short(b)
    {
        *d = Datum::Ref(short.into());
    }
}

/// Gives a value the form that it has in a tuple.
fn form(d: &mut Datum) {
    shorten(d);
    d.flatten();
}

impl TupleShortener {
    /// A shortener for rows with columns of these types.
    pub fn new(env: &dyn Env, types: impl IntoIterator<Item = Oid>) -> TupleShortener {
        let columns = types.into_iter().enumerate();
        TupleShortener(
            columns.filter(|(_, t)| packable(&env.column_of("", *t, -1))).map(|c| c.0).collect(),
        )
    }
    /// Gives a value the form that it has in a tuple: with a short header if it fits one.
    pub fn form_column(&self, column: usize, d: &mut Datum) {
        if self.0.contains(&column) {
            form(d);
        }
    }
    /// Gives all values of a row the form that they have in a tuple. The row may have fewer
    /// columns.
    pub fn form(&self, row: &mut [Datum]) {
        for &i in &self.0 {
            if let Some(d) = row.get_mut(i) {
                form(d);
            }
        }
    }
}

/// Gives the values of a table's row the form that they have in its tuple before TOAST.
pub fn form_stored(attrs: &[Attribute], row: &mut [Datum]) {
    attrs.iter().zip(row).filter(|(a, _)| packable(a)).for_each(|(_, d)| shorten(d));
}

/// Gives the values of an inserted row the form that they have in the executor's slot
/// (`ExecGetInsertNewTuple`): there a tuple is formed by the columns' types, so that short values
/// of PLAIN columns have a 1-byte header too.
pub fn form_given(attrs: &[Attribute], row: &mut [Datum]) {
    let by_type = |a: &Attribute| {
        let may_be_long = || types::info(a.type_oid).is_none_or(|t| t.storage != Storage::Plain);
        packable(a) || a.len == -1 && may_be_long()
    };
    attrs.iter().zip(row).filter(|(a, _)| by_type(a)).for_each(|(_, d)| shorten(d));
}
