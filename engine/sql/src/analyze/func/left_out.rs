//! Functions of the server that are left out: a call of one says so, rather than that there is none.

use storage::ids::Oid;
use storage::types::oid;
use storage::versions::Release;

/// Their names (`pg_proc`), sorted, one a line. `name n`: of a function that is there, those with so many
/// arguments that are not. `name*`: all that begin so.
const LEFT_OUT: &str = include_str!("left_out.txt");

/// The names of functions that are new after 15, as `pg_proc` of 16, 17 and 18 has them, each with the release that has
/// it first; `+`: a name that there was before, with other arguments.
const LATER: &str = include_str!("later.txt");

/// The lines of [`LATER`]: the name, whether there was one before, the release.
fn later() -> impl Iterator<Item = (&'static str, bool, &'static str)> {
    LATER.lines().filter_map(|line| {
        let (name, since) = line.split_once(' ')?;
        let bare = name.trim_start_matches('+');
        Some((bare, bare != name, since))
    })
}

/// Whether this release of PostgreSQL has a function of this name, for so many arguments, that is not modelled.
pub(super) fn is_left_out(release: &Release, name: &str, arguments: usize) -> bool {
    let named = |known: &str| match known.split_once(' ') {
        Some((known, of)) => known == name && of.parse() == Ok(arguments),
        None => match known.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => known == name,
        },
    };
    LEFT_OUT.lines().any(named)
        || later().any(|(known, _, since)| known == name && release.has_since(since))
}

/// Whether only later releases have a function of this name.
pub(super) fn is_later(release: &Release, name: &str) -> bool {
    later().any(|(known, before, since)| known == name && !before && !release.has_since(since))
}

/// Whether PostgreSQL has an operator of this name that is not modelled: for all types, for points, or for
/// times with a zone (`pg_operator`).
pub(in crate::analyze) fn is_operator_left_out(name: &str, left: Oid, right: Oid) -> bool {
    let of = |t: Oid| left == t || right == t;
    match name {
        "||/" | "@@" | "@@@" | "*=" | "*<>" | "*<" | "*<=" | "*>" | "*>=" => true,
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
    fn a_name_is_left_out_from_the_release_on_that_has_it() {
        let [old, new] = ["15", "17"].map(Release::of_server);
        assert!(is_left_out(old, "diagonal", 1) && is_left_out(new, "diagonal", 1));
        assert!(is_left_out(new, "pg_basetype", 1) && !is_left_out(old, "pg_basetype", 1));
        assert!(is_left_out(new, "random", 2) && !is_later(old, "random"));
        assert!(is_later(old, "to_bin") && !is_later(new, "to_bin"));
    }
}
