//! Functions of the server that are left out: a call of one says so, rather than that there is none.

/// Their names (`pg_proc`), sorted, one a line.
const LEFT_OUT: &str = include_str!("left_out.txt");

/// Whether PostgreSQL has a function of this name that is not modelled.
pub(super) fn is_left_out(name: &str) -> bool {
    LEFT_OUT.lines().any(|known| known == name)
}
