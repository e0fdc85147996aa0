//! Functions of the server that are left out: a call of one says so, rather than that there is none.

use std::sync::LazyLock;
use storage::ids::Oid;
use storage::types::oid;
use storage::versions::Release;

/// Their names (`pg_proc`), sorted, one a line. `name n`: of a function that is there, those with so many
/// arguments that are not. `name*`: all that begin so.
const LEFT_OUT: &str = include_str!("left_out.txt");

/// The names of functions that are new after 15, as `pg_proc` of 16, 17 and 18 has them, each with the release that has
/// it first; `+`: a name that there was before, with other arguments.
const LATER: &str = include_str!("later.txt");

/// Functions that are there, with the number of their arguments and the release that has them first.
const SINCE: &[(&str, usize, &str)] = &[
    ("bt_index_check", 3, "17"),
    ("bt_index_parent_check", 4, "17"),
    ("bt_multi_page_stats", 3, "16"),
    ("pg_get_wal_block_info", 3, "16"),
    ("pg_logical_emit_message", 4, "17"),
    ("pg_split_walfile_name", 1, "16"),
    ("pg_stat_reset_shared", 0, "17"),
];

/// A line of [`LATER`]: the name, whether there was one before, the release.
type Later = (&'static str, bool, &'static str);

/// The lines of [`LATER`] in its order, which is that of the names without the `+`: every call looks into it.
static LINES: LazyLock<Vec<Later>> = LazyLock::new(|| {
    let line = |line: &'static str| {
        let (name, since) = line.split_once(' ')?;
        let bare = name.trim_start_matches('+');
        Some((bare, bare != name, since))
    };
    LATER.lines().filter_map(line).collect()
});

/// The lines of [`LATER`] with this name.
fn later(name: &str) -> impl Iterator<Item = &'static Later> {
    let lines: &'static [Later] = &LINES;
    let from = lines.partition_point(|(known, ..)| *known < name);
    lines[from..].iter().take_while(move |(known, ..)| *known == name)
}

/// Whether this release of PostgreSQL has a function of this name, for so many arguments, that is not modelled.
pub(super) fn is_left_out(release: &Release, name: &str, arguments: &[Oid]) -> bool {
    let named = |known: &str| match known.split_once(' ') {
        Some((known, of)) => known == name && of.parse() == Ok(arguments.len()),
        None => match known.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => known == name,
        },
    };
    // Those of 18 are of bytea, and of rows.
    let other = matches!(name, "max" | "min")
        && !matches!(arguments, [t] if matches!(*t, oid::BYTEA | oid::RECORD) || t.0 >= 16384);
    let later = || later(name).any(|(_, _, since)| release.has_since(since));
    !is_later(release, name) && LEFT_OUT.lines().any(named) || !other && later()
}

/// Whether only later releases have a function of this name.
pub(super) fn is_later(release: &Release, name: &str) -> bool {
    later(name).any(|(_, before, since)| !before && !release.has_since(since))
}

/// Whether the release has the form of a function that takes so many arguments: some forms came later than the function.
pub(super) fn is_there(release: &Release, name: &str, arguments: usize) -> bool {
    let mut same = SINCE.iter().filter(|(known, of, _)| *known == name && *of == arguments);
    same.all(|(.., since)| release.has_since(since))
}

/// Whether operands of no known type fit several operators, or functions without `binary`, because of types that are not
/// modelled; `Some(false)`: they fit one that is not modelled.
#[inline(never)]
pub(in crate::analyze) fn unknown_fits(name: &str, binary: Option<bool>) -> Option<bool> {
    let (several, one) = match binary {
        None => ("trunc unnest", ""),
        Some(false) => ("# ?- ?| @-@", "!!"),
        Some(true) => {
            ("@@@ ## && &< &<| &> -|- <-> <<| <^ >^ ?# ?-| ?| ?|| |&> |>> ~=", "@@ <<= >>= ?-")
        }
    };
    let has = |names: &str| names.split(' ').any(|n| n == name);
    if has(several) { Some(true) } else { has(one).then_some(false) }
}

/// Whether PostgreSQL has an operator of this name that is not modelled: for all types, for points, or for
/// times with a zone (`pg_operator`).
pub(in crate::analyze) fn is_operator_left_out(name: &str, left: Oid, right: Oid) -> bool {
    let of = |t: Oid| left == t || right == t;
    match name {
        "||/" | "@@" | "@@@" | "!!" | "<<=" | ">>=" | "*=" | "*<>" | "*<" | "*<=" | "*>"
        | "*>=" => true,
        "?-" if of(oid::UNKNOWN) => true,
        "+" if of(oid::TIMETZ) => of(oid::DATE) || of(oid::INTERVAL),
        "~=" | "|>>" | "<<|" | ">^" | "<^" | "?-" | "?|" | "<<" | ">>" | "<->" | "<>" | "-"
        | "+" | "*" | "/" => left == oid::POINT && right == oid::POINT,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_names_are_in_order() {
        assert!(LINES.is_sorted_by_key(|(name, ..)| *name));
        assert_eq!(LINES.len(), LATER.lines().count());
    }

    #[test]
    fn a_name_is_left_out_from_the_release_on_that_has_it() {
        let [old, new] = ["15", "17"].map(Release::of_server);
        let [one, two] = [&[oid::INT4][..], &[oid::INT4; 2]];
        assert!(is_left_out(old, "diagonal", one) && is_left_out(new, "diagonal", one));
        assert!(is_left_out(new, "pg_basetype", one) && !is_left_out(old, "pg_basetype", one));
        assert!(is_left_out(new, "random", two) && !is_later(old, "random"));
        assert!(is_later(old, "to_bin") && !is_later(new, "to_bin"));
    }

    #[test]
    fn functions_of_operators_and_types_are_known() {
        let release = Release::of_server("15");
        for name in ["texteq", "byteacmp", "array_in", "RI_FKey_check_ins"] {
            assert!(is_left_out(release, name, &[oid::INT4; 2]), "{name}");
        }
        assert!(!is_left_out(release, "int4equal", &[oid::INT4; 2]));
    }
}
