//! How functions, operators, casts and aggregates are declared and called (`fmgr.h`).
//!
//! Every module that brings functions has a `pub static` table of [`Builtin`]s; `sql::catalog` joins
//! the tables and resolves names against them with PostgreSQL's rules. A function gets its
//! arguments as raw [`Datum`]s: whatever wants the bytes of a varlena asks [`Env::detoast`] for
//! them, so that a function which does not (`pg_column_size`) leaves a TOAST pointer a pointer, and
//! one which needs a prefix (`substr`) fetches only the chunks it must.

use crate::bytes::Bytes;
use crate::datum::Datum;
use crate::error::Result;
use crate::ids::Oid;
use crate::tuple::{Attribute, TupleDesc};
use crate::types::jsonb::{JsonbEdit, LookupResult, PathStep};
use crate::types::oid::TIMESTAMPTZ;
use crate::versions::Release;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// What a function can ask of its session without the store.
pub trait EnvSession {
    /// A setting's current value as text (`bytea_output`, `extra_float_digits`, `DateStyle` ...).
    fn setting(&self, name: &str) -> Option<String>;
    /// The value of a setting, by its name as `pg_settings` spells it, if it was set to anything since the server started;
    /// `None` while it has the value of the recorded cluster.
    fn changed_setting(&self, _name: &str) -> Option<&str> {
        None
    }
    /// The session's random generator for `random()`: a double in [0,1).
    fn random(&mut self) -> f64;
    /// Seeds the session's random generator with a number from -1 to 1 (`setseed`); others are
    /// refused with 22023.
    fn set_seed(&mut self, seed: f64) -> Result<()>;
    /// Start of the transaction, µs since 2000-01-01 UTC.
    fn transaction_timestamp(&self) -> i64;
    /// Arrival of the client's message, µs since 2000-01-01 UTC.
    fn statement_timestamp(&self) -> i64;
    /// The wall clock, µs since 2000-01-01 UTC.
    fn clock_timestamp(&self) -> i64;
    /// Checks whether the user cancelled, or the statement's time is over (`statement_timeout`); long loops call it.
    ///
    /// # Errors
    ///
    /// 57014 when one of them is so.
    fn check_cancel(&self) -> Result<()>;
    /// Sends a notice or warning to the client.
    fn notice(&mut self, report: Box<crate::error::PgError>);
    /// The columns of a row type (`lookup_rowtype_tupdesc`): a table's or composite type's, or for
    /// RECORD those that the number in `typmod` stands for.
    fn row_type(&self, _type_oid: Oid, _typmod: i32) -> Option<Rc<TupleDesc>> {
        None
    }
    /// Gives an anonymous row type the number that its values carry (`assign_record_type_typmod`).
    fn register_row_type(&mut self, _desc: &TupleDesc) -> i32 {
        -1
    }
    /// A nameless column of a type, with the type's length, alignment and storage
    /// (`TupleDescInitEntry`).
    fn column_of(&self, name: &str, type_oid: Oid, typmod: i32) -> Attribute {
        crate::types::record::column(name, type_oid, typmod)
    }
    /// The element type of an array type, or none.
    fn element_type(&self, type_oid: Oid) -> Oid {
        crate::types::array::element_type(type_oid)
    }
    /// The type beneath a domain, or the type itself (`getBaseType`).
    fn base_type(&self, type_oid: Oid) -> Oid {
        type_oid
    }
}

/// What a function can reach beyond its arguments: stored values and its session, to which it dereferences.
pub trait Env {
    /// The session.
    fn session(&self) -> &(dyn EnvSession + 'static);
    /// The session, to change it.
    fn session_mut(&mut self) -> &mut (dyn EnvSession + 'static);
    /// The payload of a varlena in any form (`PG_DETOAST_DATUM_PACKED`, then `VARDATA_ANY`): TOAST
    /// pointers are fetched, compressed values decompressed.
    fn detoast(&mut self, datum: &Datum) -> Result<Bytes>;
    /// A part of a varlena's payload: `length` bytes from `offset`, or to the end if `length` is
    /// negative (`PG_DETOAST_DATUM_SLICE`). It is shorter where the value ends.
    fn detoast_slice(&mut self, datum: &Datum, offset: usize, length: i64) -> Result<Bytes>;
    /// The value without an external pointer; a compressed value stays compressed
    /// (`detoast_external_attr`).
    fn fetch(&mut self, datum: &Datum) -> Result<Datum> {
        Ok(datum.clone())
    }
    /// The stored value with bytes appended, if its toaster can append without fetching the value;
    /// else `None`.
    fn append(&mut self, _stored: &Datum, _tail: &[u8]) -> Result<Option<Datum>> {
        Ok(None)
    }
    /// The value at the end of a path in a stored document, if its toaster can find it without
    /// fetching all. With an empty path: the whole document, if the toaster reads it in its own
    /// way.
    fn jsonb_get(&mut self, _stored: &Datum, _path: &[PathStep]) -> Result<LookupResult> {
        Ok(LookupResult::NoShortcut)
    }
    /// The header word of a stored document's root, an array or object, if its toaster can read it
    /// without fetching all.
    fn jsonb_head(&mut self, _stored: &Datum) -> Result<Option<u32>> {
        Ok(None)
    }
    /// The stored document with a change, if its toaster can make it without fetching all; else
    /// `None`.
    fn jsonb_edit(&mut self, _stored: &Datum, _edit: &JsonbEdit<'_>) -> Result<Option<Datum>> {
        Ok(None)
    }
    /// The modelled release.
    fn release(&self) -> &'static Release {
        Default::default()
    }
    /// Checks an allocation of `bytes` bytes.
    ///
    /// # Errors
    ///
    /// 53200 when it would exceed the memory allowed; 54000 "invalid memory alloc request size N"
    /// above 1 GB - 1.
    fn check_alloc(&self, bytes: usize) -> Result<()>;
    /// The text of a value by its type's output function, for polymorphic functions.
    fn output(&mut self, type_oid: Oid, datum: &Datum) -> Result<String>;
    /// The value of a text by its type's input function.
    fn input(&mut self, type_oid: Oid, text: &str, typmod: i32) -> Result<Datum>;
    /// NULL by a type's input function, which a domain may refuse (`domain_in`).
    fn input_null(&mut self, _type_oid: Oid) -> Result<Datum> {
        Ok(Datum::Null)
    }
    /// Calls a function of the server's ([`Implementation::Server`]), with the types of its arguments.
    fn call_server(&mut self, number: u16, _types: &[Oid], _args: &[Datum]) -> Result<Datum> {
        crate::err!(INTERNAL_ERROR, "function {number} of the server is called without a server")
    }
    /// Starts a set-returning function of the server's ([`Implementation::ServerSet`]).
    fn open_server_set(
        &mut self,
        number: u16,
        _types: &[Oid],
        _args: &[Datum],
    ) -> Result<Box<dyn RowSource>> {
        crate::err!(INTERNAL_ERROR, "function {number} of the server is called without a server")
    }
}

impl Deref for dyn Env + '_ {
    type Target = dyn EnvSession;
    fn deref(&self) -> &Self::Target {
        self.session()
    }
}

impl DerefMut for dyn Env + '_ {
    fn deref_mut(&mut self) -> &mut Self::Target {
        self.session_mut()
    }
}

/// The call frame of a function.
pub struct FnCtx<'a> {
    /// What it can reach.
    pub env: &'a mut dyn Env,
    /// The types of the arguments as resolved (needed by polymorphic functions).
    pub arg_types: &'a [Oid],
    /// The resolved result type.
    pub ret_type: Oid,
}

/// A scalar function. Strict functions are never called with a NULL.
pub type ScalarFn = fn(&mut FnCtx<'_>, &[Datum]) -> Result<Datum>;

/// The rows of a set-returning function, one at a time.
pub trait RowSource {
    /// The next row (one datum for a scalar function), or `None` at the end.
    fn next(&mut self, ctx: &mut FnCtx<'_>) -> Result<Option<Vec<Datum>>>;
}

/// A set-returning function.
pub type SetFn = fn(&mut FnCtx<'_>, &[Datum]) -> Result<Box<dyn RowSource>>;

/// An aggregate's running state. `DISTINCT`, `ORDER BY` and `FILTER` are the executor's work.
pub trait AggState {
    /// Takes the arguments of one row. Strict aggregates are not called for a row with a NULL
    /// argument.
    fn step(&mut self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Result<()>;
    /// The result over all rows taken; called once.
    fn finish(&mut self, ctx: &mut FnCtx<'_>) -> Result<Datum>;
    /// How many bytes of values the state keeps, and whether it let go of as many before: the memory of a hash
    /// aggregation grows with them.
    fn kept(&self) -> (usize, bool) {
        (0, false)
    }
}

/// An aggregate's constructor.
pub type AggFn = fn(&FnCtx<'_>) -> Box<dyn AggState>;

/// When a function's result may change (`provolatile`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Volatility {
    /// Folded at planning time when its arguments are constants.
    Immutable,
    /// Constant within a statement.
    Stable,
    /// Evaluated for every row.
    Volatile,
}

/// The kinds of functions.
#[derive(Clone, Copy)]
pub enum Implementation {
    /// One value.
    Scalar(ScalarFn),
    /// A set of rows; `out` columns in [`Builtin::out`] when it returns records.
    Set(SetFn),
    /// An aggregate.
    Aggregate(AggFn),
    /// One value, by a function that looks at the catalog, at files or at pages: its number in the
    /// server's table, which [`Env::call_server`] knows.
    Server(u16),
    /// A set of rows by such a function ([`Env::open_server_set`]).
    ServerSet(u16),
}

impl Implementation {
    /// Whether the function returns a set.
    pub const fn is_set(&self) -> bool {
        matches!(self, Implementation::Set(_) | Implementation::ServerSet(_))
    }
    /// Calls a function that returns one value; `None` for any other.
    pub fn call(&self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Option<Result<Datum>> {
        match self {
            Implementation::Scalar(run) => Some(run(ctx, args)),
            Implementation::Server(number) => {
                Some(ctx.env.call_server(*number, ctx.arg_types, args))
            }
            _ => None,
        }
    }
    /// Starts a function that returns a set; `None` for any other.
    pub fn open(&self, ctx: &mut FnCtx<'_>, args: &[Datum]) -> Option<Result<Box<dyn RowSource>>> {
        match self {
            Implementation::Set(open) => Some(open(ctx, args)),
            Implementation::ServerSet(number) => {
                Some(ctx.env.open_server_set(*number, ctx.arg_types, args))
            }
            _ => None,
        }
    }
}

/// One row of `pg_proc`.
#[derive(Clone, Copy)]
pub struct Builtin {
    /// The function's name (`proname`).
    pub name: &'static str,
    /// `proargtypes`: may be pseudo-types (`ANYELEMENT`, `ANYARRAY`, `ANY`).
    pub args: &'static [Oid],
    /// Names of the arguments where the server has them (for `name => value`), else empty.
    pub arg_names: &'static [&'static str],
    /// SQL text of the defaults of the last arguments, in order.
    pub defaults: &'static [&'static str],
    /// `provariadic`: the last argument is repeated; `ANY` for `VARIADIC "any"`.
    pub variadic: Option<Oid>,
    /// The type of the result (`prorettype`).
    pub ret: Oid,
    /// OUT columns of a function that returns records.
    pub out: &'static [(&'static str, Oid)],
    /// Whether it is not called, and NULL the result, when an argument is NULL (`proisstrict`).
    pub strict: bool,
    /// Whether equal arguments give equal results always, in one statement or never
    /// (`provolatile`).
    pub volatility: Volatility,
    /// What runs.
    pub run: Implementation,
    /// For a function that gives rows: whether it gives exactly one row, as a value (not `proretset`).
    pub single: bool,
}

/// Declares an immutable strict function that returns one value.
pub const fn scalar(name: &'static str, args: &'static [Oid], ret: Oid, run: ScalarFn) -> Builtin {
    Builtin {
        name,
        args,
        arg_names: &[],
        defaults: &[],
        variadic: None,
        ret,
        out: &[],
        strict: true,
        volatility: Volatility::Immutable,
        run: Implementation::Scalar(run),
        single: false,
    }
}

impl Builtin {
    /// Makes the function stable.
    pub const fn stable(mut self) -> Builtin {
        self.volatility = Volatility::Stable;
        self
    }
    /// Makes the function volatile.
    pub const fn volatile(mut self) -> Builtin {
        self.volatility = Volatility::Volatile;
        self
    }
    /// Makes the function one that is called with NULL arguments too.
    pub const fn not_strict(mut self) -> Builtin {
        self.strict = false;
        self
    }
    /// Makes the last argument variadic.
    pub const fn variadic(mut self, element: Oid) -> Builtin {
        self.variadic = Some(element);
        self
    }
    /// Says that the function returns exactly one row.
    pub const fn one_row(mut self) -> Builtin {
        self.single = true;
        self
    }
    /// Names the arguments.
    pub const fn named(mut self, names: &'static [&'static str]) -> Builtin {
        self.arg_names = names;
        self
    }
    /// Gives defaults to the last arguments.
    pub const fn defaults(mut self, defaults: &'static [&'static str]) -> Builtin {
        self.defaults = defaults;
        self
    }
}

/// Declares an immutable strict set-returning function; `out` are its columns, empty if it returns
/// plain values.
pub const fn set(
    name: &'static str,
    args: &'static [Oid],
    ret: Oid,
    out: &'static [(&'static str, Oid)],
    run: SetFn,
) -> Builtin {
    let mut b = scalar(name, args, ret, |_, _| unreachable!());
    b.out = out;
    b.run = Implementation::Set(run);
    b
}

/// Declares an aggregate; a `strict` one skips rows with NULL arguments.
pub const fn aggregate(
    name: &'static str,
    args: &'static [Oid],
    ret: Oid,
    strict: bool,
    run: AggFn,
) -> Builtin {
    let mut b = scalar(name, args, ret, |_, _| unreachable!());
    b.strict = strict;
    b.run = Implementation::Aggregate(run);
    b
}

/// Which selectivity and planner knowledge an operator carries (`oprrest`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectivityEstimator {
    /// The operator has none.
    No,
    /// That of `=` (`eqsel`).
    Eq,
    /// That of `<>` (`neqsel`).
    Ne,
    /// That of `<` (`scalarltsel`).
    Lt,
    /// That of `<=` (`scalarlesel`).
    Le,
    /// That of `>` (`scalargtsel`).
    Gt,
    /// That of `>=` (`scalargesel`).
    Ge,
    /// `likesel` and other pattern matches
    Like,
    /// `contsel`, `matchingsel` and the rest
    Cont,
}

/// One row of `pg_operator`.
#[derive(Clone, Copy)]
pub struct Operator {
    /// The operator's name (`oprname`).
    pub name: &'static str,
    /// Left type; `Oid(0)` for a prefix operator.
    pub left: Oid,
    /// Right type.
    pub right: Oid,
    /// Result type.
    pub ret: Oid,
    /// Name of the operator that gives the same with sides swapped, or "".
    pub commutator: &'static str,
    /// Name of the operator that gives the opposite, or "".
    pub negator: &'static str,
    /// Selectivity estimator.
    pub restrict: SelectivityEstimator,
    /// Whether NULL in gives NULL out without a call.
    pub strict: bool,
    /// Volatility of its function.
    pub volatility: Volatility,
    /// What runs.
    pub run: ScalarFn,
}

/// Declares a strict operator, without commutator, negator and selectivity estimator. It is immutable, but for one
/// that takes a `timestamptz` and a value of another type: its result depends on the time zone (`provolatile` in
/// `pg_proc.dat`).
pub const fn operator(
    name: &'static str,
    left: Oid,
    right: Oid,
    ret: Oid,
    run: ScalarFn,
) -> Operator {
    let zoned = left.0 != right.0 && (left.0 == TIMESTAMPTZ.0 || right.0 == TIMESTAMPTZ.0);
    Operator {
        name,
        left,
        right,
        ret,
        commutator: "",
        negator: "",
        restrict: SelectivityEstimator::No,
        strict: true,
        volatility: if zoned { Volatility::Stable } else { Volatility::Immutable },
        run,
    }
}

impl Operator {
    /// Adds commutator, negator and selectivity estimator, which the planner uses.
    pub const fn known(
        mut self,
        commutator: &'static str,
        negator: &'static str,
        restrict: SelectivityEstimator,
    ) -> Operator {
        self.commutator = commutator;
        self.negator = negator;
        self.restrict = restrict;
        self
    }
}

/// When a cast applies by itself (`pg_cast.castcontext`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CastContext {
    /// Anywhere in an expression.
    Implicit,
    /// Also when storing into a column.
    Assignment,
    /// Only when written.
    Explicit,
}

/// How a cast is done (`pg_cast.castmethod`).
#[derive(Clone, Copy)]
pub enum CastMethod {
    /// By a function of (value), or of (value, typmod int4, is_explicit bool) for length coercions,
    /// which get all three always and may ignore the last two.
    Function(ScalarFn),
    /// The bytes are the same (`text` and `varchar`).
    Binary,
    /// Through the output and input functions.
    InOut,
}

/// One row of `pg_cast`.
#[derive(Clone, Copy)]
pub struct Cast {
    /// The type it is from (`castsource`).
    pub source: Oid,
    /// The type it is to; equal to `source` for a length coercion (`casttarget`).
    pub target: Oid,
    /// When it is done without being written (`castcontext`).
    pub context: CastContext,
    /// How it is done (`castmethod`).
    pub method: CastMethod,
}

impl fmt::Debug for Builtin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.name, self.args)
    }
}

impl fmt::Debug for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.left, self.name, self.right)
    }
}

impl fmt::Debug for Cast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as {}", self.source, self.target)
    }
}
