//! Functions of the server that are left out: a call of one says so, rather than that there is none.

use storage::versions::Release;

/// Their names (`pg_proc`), sorted, one a line.
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

/// Whether this release of PostgreSQL has a function of this name that is not modelled.
pub(super) fn is_left_out(release: &Release, name: &str) -> bool {
    LEFT_OUT.lines().any(|known| known == name)
        || later().any(|(known, _, since)| known == name && release.has_since(since))
}

/// Whether only later releases have a function of this name.
pub(super) fn is_later(release: &Release, name: &str) -> bool {
    later().any(|(known, before, since)| known == name && !before && !release.has_since(since))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_left_out_from_the_release_on_that_has_it() {
        let [old, new] = ["15", "17"].map(Release::of_server);
        assert!(is_left_out(old, "diagonal") && is_left_out(new, "diagonal"));
        assert!(is_left_out(new, "pg_basetype") && !is_left_out(old, "pg_basetype"));
        assert!(is_left_out(new, "random") && !is_later(old, "random"));
        assert!(is_later(old, "to_bin") && !is_later(new, "to_bin"));
    }
}
