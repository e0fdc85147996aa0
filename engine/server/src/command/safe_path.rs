//! The search path of maintenance. From 17 on the functions of indexes and of materialized views see `pg_catalog` and
//! `pg_temp` alone while VACUUM, ANALYZE, CLUSTER, REINDEX, CREATE INDEX or REFRESH calls them
//! (`RestrictSearchPath`).

use crate::backend::Backend;
use storage::error::Result;

/// Runs a piece of maintenance with the path of the release, and gives the session its own path back.
pub(super) fn with_safe_path<T>(
    b: &mut Backend<'_>,
    run: impl FnOnce(&mut Backend<'_>) -> Result<T>,
) -> Result<T> {
    if !b.store.release.safe_search_path {
        return run(b);
    }
    let before = b.settings.clone();
    b.settings.put("search_path", "pg_catalog, pg_temp", true);
    let done = run(b);
    b.settings = before;
    done
}
