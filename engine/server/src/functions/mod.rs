//! Functions that look at the catalog, at relations' files, and at pages.
//!
//! | module | functions |
//! |---|---|
//! | [`reg`] | regclass and its kin in and out, `to_regclass`, quoting |
//! | [`size`] | `pg_relation_size` and friends, file names |
//! | [`define`] | `pg_get_expr`, `pg_get_indexdef`, `pg_get_constraintdef`, `pg_get_viewdef` |
//! | [`info`] | the session, settings, sequences, transactions |
//! | [`privileges`] | what a role may do |
//! | [`pageinspect`], [`inspect`] | pages as rows: pageinspect, pg_visibility, pg_freespacemap |
//! | [`large_objects`] | large objects |
//! | [`statements`] | pg_stat_statements |
//! | [`stattuple`] | live, dead and free space: pgstattuple |
//! | [`wal`] | the log: where it stands, its records |
//! | [`snapshots`] | `pg_current_snapshot`, `pg_xact_status`, `age` |

mod define;
mod deparse;
mod enums;
pub(crate) mod info;
mod inspect;
pub(crate) mod large_objects;
mod log_files;
mod pageinspect;
mod privileges;
pub(crate) mod reg;
mod size;
mod snapshots;
mod statements;
mod stattuple;
pub(crate) mod wal;

pub(crate) use privileges::check_database;

use crate::backend::Backend;
use sql::catalog::ExtraTables;
use std::ops::Deref;
use std::rc::Rc;
use storage::clock::{self, Kind};
use storage::datum::Datum;
use storage::err;
use storage::error::Result;
use storage::fmgr::{self, Builtin, FnCtx, Implementation, RowSource};
use storage::ids::Oid;

/// The arguments of a call, with their types as resolved.
pub(crate) struct Args<'a> {
    values: &'a [Datum],
    types: &'a [Oid],
}

impl Deref for Args<'_> {
    type Target = [Datum];
    fn deref(&self) -> &[Datum] {
        self.values
    }
}

type ScalarFn = fn(&mut Backend<'_>, &Args<'_>) -> Result<Datum>;
type RowsFn = fn(&mut Backend<'_>, &Args<'_>) -> Result<Vec<Vec<Datum>>>;

/// What runs.
#[derive(Clone, Copy)]
enum FunctionBody {
    Scalar(ScalarFn),
    Rows(RowsFn),
}

/// A function of these modules: how it is declared, and what runs.
#[derive(Clone, Copy)]
pub(crate) struct ServerFunction {
    builtin: Builtin,
    run: FunctionBody,
}

/// Declares an immutable strict function with one value.
const fn scalar(
    name: &'static str,
    args: &'static [Oid],
    ret: Oid,
    run: ScalarFn,
) -> ServerFunction {
    let builtin = fmgr::scalar(name, args, ret, |_, _| unreachable!());
    ServerFunction { builtin, run: FunctionBody::Scalar(run) }
}

/// Declares a function that returns rows; `out` is empty for a set of plain values.
const fn set(
    name: &'static str,
    args: &'static [Oid],
    ret: Oid,
    out: &'static [(&'static str, Oid)],
    run: RowsFn,
) -> ServerFunction {
    let mut builtin = fmgr::scalar(name, args, ret, |_, _| unreachable!());
    builtin.out = out;
    ServerFunction { builtin, run: FunctionBody::Rows(run) }
}

impl ServerFunction {
    /// Makes the function stable.
    const fn stable(mut self) -> ServerFunction {
        self.builtin = self.builtin.stable();
        self
    }
    /// Makes the function volatile.
    const fn volatile(mut self) -> ServerFunction {
        self.builtin = self.builtin.volatile();
        self
    }
    /// Makes the function one that is called with NULL arguments too.
    const fn not_strict(mut self) -> ServerFunction {
        self.builtin = self.builtin.not_strict();
        self
    }
    /// Says that the function returns exactly one row.
    const fn one_row(mut self) -> ServerFunction {
        self.builtin = self.builtin.one_row();
        self
    }
    /// Names the arguments.
    const fn named(mut self, names: &'static [&'static str]) -> ServerFunction {
        self.builtin = self.builtin.named(names);
        self
    }
    /// Gives defaults to the last arguments.
    const fn defaults(mut self, defaults: &'static [&'static str]) -> ServerFunction {
        self.builtin = self.builtin.defaults(defaults);
        self
    }
}

/// The tables of these modules, in the order in which ambiguous names are listed.
const FUNCTIONS: &[&[ServerFunction]] = &[
    define::FUNCTIONS,
    enums::FUNCTIONS,
    info::FUNCTIONS,
    large_objects::FUNCTIONS,
    log_files::FUNCTIONS,
    inspect::FUNCTIONS,
    pageinspect::FUNCTIONS,
    privileges::FUNCTIONS,
    reg::FUNCTIONS,
    size::FUNCTIONS,
    snapshots::FUNCTIONS,
    statements::FUNCTIONS,
    stattuple::FUNCTIONS,
    wal::FUNCTIONS,
];

const COUNT: usize = {
    let (mut count, mut table) = (0, 0);
    while table < FUNCTIONS.len() {
        count += FUNCTIONS[table].len();
        table += 1;
    }
    count
};

/// All functions in one table, where each has its number.
static NUMBERED: [ServerFunction; COUNT] = {
    let mut all = [FUNCTIONS[0][0]; COUNT];
    let (mut number, mut table) = (0, 0);
    while table < FUNCTIONS.len() {
        let mut at = 0;
        while at < FUNCTIONS[table].len() {
            let mut f = FUNCTIONS[table][at];
            f.builtin.run = match f.run {
                FunctionBody::Scalar(_) => Implementation::Server(number as u16),
                FunctionBody::Rows(_) => Implementation::ServerSet(number as u16),
            };
            all[number] = f;
            number += 1;
            at += 1;
        }
        table += 1;
    }
    all
};

/// Their declarations, by number.
static BUILTINS: [Builtin; COUNT] = {
    let mut all = [NUMBERED[0].builtin; COUNT];
    let mut number = 0;
    while number < COUNT {
        all[number] = NUMBERED[number].builtin;
        number += 1;
    }
    all
};

/// The tables of these modules, as [`sql::catalog`] takes them.
pub const EXTRA_TABLES: ExtraTables =
    ExtraTables { functions: &[&BUILTINS], operators: &[wal::OPERATORS] };

/// Calls the function with this number.
pub(crate) fn call(
    b: &mut Backend<'_>,
    number: u16,
    types: &[Oid],
    values: &[Datum],
) -> Result<Datum> {
    clock::add(Kind::CallServer, 1);
    match NUMBERED[number as usize].run {
        FunctionBody::Scalar(run) => run(b, &Args { values, types }),
        FunctionBody::Rows(_) => err!(INTERNAL_ERROR, "function {number} gives rows"),
    }
}

/// Starts the set-returning function with this number.
pub(crate) fn open(
    b: &mut Backend<'_>,
    number: u16,
    types: &[Oid],
    values: &[Datum],
) -> Result<Box<dyn RowSource>> {
    clock::add(Kind::CallServerSet, 1);
    match NUMBERED[number as usize].run {
        FunctionBody::Rows(run) => {
            Ok(Box::new(AllRows(run(b, &Args { values, types })?.into_iter())))
        }
        FunctionBody::Scalar(_) => err!(INTERNAL_ERROR, "function {number} gives one value"),
    }
}

/// Rows made all at once.
struct AllRows(std::vec::IntoIter<Vec<Datum>>);

impl RowSource for AllRows {
    fn next(&mut self, _ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>> {
        Ok(self.0.next())
    }
}

/// The relation that a text names (`makeRangeVarFromNameList(textToQualifiedNameList())`).
pub(crate) fn relation_named(b: &mut Backend<'_>, text: &str) -> Result<Rc<crate::catalog::Class>> {
    let oid = crate::backend::reg::class_oid(b, text)?;
    relation_of(b, oid)
}

/// The relation with this OID.
pub(crate) fn relation_of(b: &Backend<'_>, oid: Oid) -> Result<Rc<crate::catalog::Class>> {
    match b.catalog.class(oid) {
        Some(c) => {
            c.opened();
            Ok(Rc::clone(c))
        }
        None => err!(INTERNAL_ERROR, "could not open relation with OID {oid}"),
    }
}

/// The text of an argument.
pub(crate) fn text_of(b: &mut Backend<'_>, d: &Datum) -> Result<String> {
    let bytes = b.detoast(d)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use storage::map::SortedSet;

    #[test]
    fn no_function_of_all_tables_is_there_twice() {
        sql::catalog::hand_down(super::EXTRA_TABLES);
        let mut seen = SortedSet::new();
        for f in sql::catalog::functions() {
            assert!(seen.insert((f.name, f.args)), "{} {:?}", f.name, f.args);
        }
        assert!(seen.iter().any(|f| f.0 == "pg_relation_size"), "the tables were handed down");
    }
}
