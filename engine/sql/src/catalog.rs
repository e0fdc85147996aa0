//! Functions, operators and casts by name: the tables of all rooms joined, with an index.

use super::functions;
use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};
use storage::fmgr::{Builtin, Cast, Implementation, Operator, Volatility};
use storage::ids::Oid;
use storage::types;
use storage::types::oid;

/// The joined tables with their indexes. Lists keep the order of the tables, so that nothing
/// depends on hashing.
struct Tables {
    functions: HashMap<&'static str, Vec<&'static Builtin>>,
    operators: HashMap<&'static str, Vec<&'static Operator>>,
    casts: HashMap<(Oid, Oid), &'static Cast>,
    casts_to: HashMap<Oid, Vec<&'static Cast>>,
}

/// Tables of functions and operators that belong to rooms above this one: what looks at the catalog, at
/// files and at pages.
pub struct Rooms {
    /// The function tables, in the order in which ambiguous names are listed.
    pub functions: &'static [&'static [Builtin]],
    /// The operator tables.
    pub operators: &'static [&'static [Operator]],
}

static HANDED_DOWN: OnceLock<Rooms> = OnceLock::new();

/// Hands the tables of the rooms above down, before the first name is looked up; once is enough.
pub fn hand_down(rooms: Rooms) {
    HANDED_DOWN.get_or_init(|| rooms);
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut t = Tables {
        functions: HashMap::new(),
        operators: HashMap::new(),
        casts: HashMap::new(),
        casts_to: HashMap::new(),
    };
    let above = HANDED_DOWN.get().map_or(&[][..], |r| r.operators);
    for f in functions() {
        t.functions.entry(f.name).or_default().push(f);
    }
    for f in functions::window::FUNCTIONS {
        t.functions.entry(f.name).or_default().push(f);
    }
    for o in functions::OPERATORS.iter().chain(above).flat_map(|room| room.iter()) {
        t.operators.entry(o.name).or_default().push(o);
    }
    for c in functions::CASTS.iter().flat_map(|room| room.iter()) {
        t.casts.entry((c.source, c.target)).or_insert(c);
        t.casts_to.entry(c.target).or_default().push(c);
    }
    t
});

/// All functions but window functions, in the order in which ambiguous names are listed.
pub fn functions() -> impl Iterator<Item = &'static Builtin> {
    let above = HANDED_DOWN.get().map_or(&[][..], |r| r.functions);
    functions::FUNCTIONS.iter().chain(above).flat_map(|room| room.iter())
}

/// The built-in functions of a name.
pub fn functions_named(name: &str) -> &'static [&'static Builtin] {
    TABLES.functions.get(name).map_or(&[], |v| v.as_slice())
}

/// The built-in operators of a name.
pub fn operators_named(name: &str) -> &'static [&'static Operator] {
    TABLES.operators.get(name).map_or(&[], |v| v.as_slice())
}

/// The operator with exactly these operand types (left 0 for a prefix operator).
pub fn operator_exact(name: &str, left: Oid, right: Oid) -> Option<&'static Operator> {
    operators_named(name).iter().copied().find(|o| o.left == left && o.right == right)
}

/// The function with exactly these argument types.
pub fn function_exact(name: &str, args: &[Oid]) -> Option<&'static Builtin> {
    functions_named(name).iter().copied().find(|f| f.args == args)
}

/// The cast from one type to another; of a type to itself: its length coercion.
pub fn cast(source: Oid, target: Oid) -> Option<&'static Cast> {
    TABLES.casts.get(&(source, target)).copied()
}

/// All casts to a type.
pub fn casts_to(target: Oid) -> &'static [&'static Cast] {
    TABLES.casts_to.get(&target).map_or(&[], |v| v.as_slice())
}

/// Whether a function can only be called as a window function.
pub fn is_window_function(f: &Builtin) -> bool {
    functions::window::FUNCTIONS.iter().any(|w| std::ptr::eq(w, f))
}

/// Whether a function is an aggregate.
pub fn is_aggregate(f: &Builtin) -> bool {
    matches!(f.run, Implementation::Aggregate(_))
}

/// Whether a function returns a set.
pub fn returns_set(f: &Builtin) -> bool {
    f.run.is_set() && !f.single
}

/// The name of a built-in type (`typname`).
pub fn type_name(type_oid: Oid) -> &'static str {
    types::info(type_oid).map_or("???", |t| t.name)
}

/// How volatile a cast's function is (`provolatile` of `castfunc`): what crosses between zoned and
/// unzoned times depends on the time zone.
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
