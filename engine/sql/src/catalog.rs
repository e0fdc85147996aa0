//! Functions, operators and casts by name: the tables of all modules joined, and sorted.

use super::functions;
use std::sync::{LazyLock, OnceLock};
use storage::fmgr::{Builtin, Cast, Implementation, Operator, Volatility};
use storage::ids::Oid;
use storage::sort::Arrange;
use storage::types;
use storage::types::oid;

/// The joined tables: functions and operators by name, casts by their target. What is equal in that stays in the
/// order of the tables.
struct FunctionTables {
    functions: Vec<&'static Builtin>,
    operators: Vec<&'static Operator>,
    casts: Vec<&'static Cast>,
}

/// The part of a sorted list whose keys equal `sought`.
fn range<T, K: Ord>(sorted: &[T], key: impl Fn(&T) -> K, sought: K) -> &[T] {
    let from = sorted.partition_point(|t| key(t) < sought);
    let count = sorted[from..].iter().take_while(|t| key(t) == sought).count();
    &sorted[from..from + count]
}

/// Tables of functions and operators that belong to modules above this one: what looks at the catalog, at
/// files and at pages.
pub struct ExtraTables {
    /// The function tables, in the order in which ambiguous names are listed.
    pub functions: &'static [&'static [Builtin]],
    /// The operator tables.
    pub operators: &'static [&'static [Operator]],
}

static HANDED_DOWN: OnceLock<ExtraTables> = OnceLock::new();

/// Registers the functions, operators and casts that the server crate defines. Call it once, before the
/// first name is looked up.
pub fn hand_down(tables: ExtraTables) {
    HANDED_DOWN.get_or_init(|| tables);
}

static TABLES: LazyLock<FunctionTables> = LazyLock::new(|| {
    let above = HANDED_DOWN.get().map_or(&[][..], |r| r.operators);
    let operators = functions::OPERATORS.iter().chain(above).flat_map(|table| table.iter());
    let mut t = FunctionTables {
        functions: functions().chain(functions::window::FUNCTIONS).collect(),
        operators: operators.collect(),
        casts: functions::CASTS.iter().flat_map(|table| table.iter()).collect(),
    };
    t.functions.arrange_by_key(|f| f.name);
    t.operators.arrange_by_key(|o| o.name);
    t.casts.arrange_by_key(|c| c.target);
    t
});

/// All functions but window functions, in the order in which ambiguous names are listed.
pub fn functions() -> impl Iterator<Item = &'static Builtin> {
    let above = HANDED_DOWN.get().map_or(&[][..], |r| r.functions);
    functions::FUNCTIONS.iter().chain(above).flat_map(|table| table.iter())
}

/// The built-in functions with this name.
pub fn functions_named(name: &str) -> &'static [&'static Builtin] {
    range(&TABLES.functions, |f| f.name, name)
}

/// The built-in operators with this name.
pub fn operators_named(name: &str) -> &'static [&'static Operator] {
    range(&TABLES.operators, |o| o.name, name)
}

/// The operator with exactly these operand types (left 0 for a prefix operator).
pub fn operator_exact(name: &str, left: Oid, right: Oid) -> Option<&'static Operator> {
    operators_named(name).iter().copied().find(|o| o.left == left && o.right == right)
}

/// The function with exactly these argument types.
pub fn function_exact(name: &str, args: &[Oid]) -> Option<&'static Builtin> {
    functions_named(name).iter().copied().find(|f| f.args == args)
}

/// The cast from one type to another; from a type to itself, its length coercion (`varchar(3)`).
pub fn cast(source: Oid, target: Oid) -> Option<&'static Cast> {
    casts_to(target).iter().copied().find(|c| c.source == source)
}

/// All casts to a type.
pub fn casts_to(target: Oid) -> &'static [&'static Cast] {
    range(&TABLES.casts, |c| c.target, target)
}

/// Whether a function can only be called as a window function.
pub fn is_window_function(f: &Builtin) -> bool {
    functions::window::FUNCTIONS.iter().any(|w| std::ptr::eq(w, f))
}

/// Whether a function is an aggregate.
pub fn is_aggregate(f: &Builtin) -> bool {
    matches!(f.run, Implementation::Aggregate(_))
}

/// How many direct arguments an ordered-set aggregate of this name has; `None` for other functions.
pub fn direct_arguments(name: &str) -> Option<usize> {
    match name {
        "percentile_cont" | "percentile_disc" => Some(1),
        "mode" => Some(0),
        _ => None,
    }
}

/// Whether a function returns a set.
pub fn returns_set(f: &Builtin) -> bool {
    f.run.is_set() && !f.single
}

/// The name of a built-in type (`typname`).
pub fn type_name(type_oid: Oid) -> &'static str {
    types::info(type_oid).map_or("???", |t| t.name)
}

/// The volatility of a cast's function (`provolatile` of `castfunc`): casts between types with and
/// without time zone depend on the session's zone.
pub fn cast_volatility(cast: &Cast) -> Volatility {
    let zoned = |t: Oid| t == oid::TIMESTAMPTZ || t == oid::TIMETZ;
    let date = |t: Oid| zoned(t) || t == oid::TIMESTAMP || t == oid::DATE || t == oid::TIME;
    if cast.source == oid::TIMETZ && cast.target == oid::TIME {
        return Volatility::Immutable;
    }
    if cast.source != cast.target
        && date(cast.source)
        && date(cast.target)
        && (zoned(cast.source) || zoned(cast.target))
        || cast.target == oid::REGCLASS
            && !types::is_reg_type(cast.source)
            && cast.source == oid::TEXT
    {
        Volatility::Stable
    } else {
        Volatility::Immutable
    }
}

/// Whether a type's input function is immutable (`textin` is, `timestamptz_in` is not).
pub fn input_is_immutable(type_oid: Oid) -> bool {
    io_is_immutable(type_oid) && type_oid != oid::TIME && type_oid != oid::TIMETZ
}

/// Whether a type's output function is immutable.
pub fn output_is_immutable(type_oid: Oid) -> bool {
    io_is_immutable(type_oid)
}

/// Whether a type's input and output depend on nothing but the value.
fn io_is_immutable(type_oid: Oid) -> bool {
    match types::info(type_oid) {
        Some(t) => {
            t.kind != 'p'
                && t.category != 'A'
                && !types::is_reg_type(type_oid)
                && !matches!(
                    type_oid,
                    oid::DATE | oid::TIMESTAMP | oid::TIMESTAMPTZ | oid::INTERVAL | oid::MONEY
                )
                || type_oid == oid::CSTRING
        }
        None => false,
    }
}
