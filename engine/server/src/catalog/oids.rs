//! OIDs that initdb gives, the same in every cluster.

use storage::ids::Oid;

/// The schema of the system's catalogs and functions (`pg_catalog`).
pub const PG_CATALOG: Oid = Oid(11);
/// The schema of all TOAST tables (`pg_toast`).
pub const PG_TOAST: Oid = Oid(99);
/// The schema of tables whose creator names none (`public`).
pub const PUBLIC: Oid = Oid(2200);
/// In place of a column's number, for the comment on a shared object: `pg_shdescription` knows no columns.
pub(crate) const SHARED: i16 = -1;
/// The schema of the standard's views of the catalogs (`information_schema`).
pub const INFORMATION_SCHEMA: Oid = Oid(13207);
/// The role `postgres` (`BOOTSTRAP_SUPERUSERID`).
pub const POSTGRES_ROLE: Oid = Oid(10);
/// The database `postgres`.
pub const POSTGRES_DATABASE: Oid = Oid(5);
/// The catalogs whose rows are on pages like a table's, with their indexes: `pg_largeobject` and
/// `pg_largeobject_metadata`.
pub const STORED: [Oid; 4] = [Oid(2613), Oid(2683), Oid(2995), Oid(2996)];
/// The access method heap.
pub const HEAP_AM: Oid = Oid(2);
/// The access method btree.
pub const BTREE_AM: Oid = Oid(403);
