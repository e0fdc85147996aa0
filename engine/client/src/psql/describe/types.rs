//! `\dT`: types.

use super::{Describe, DescribeRequest, ListQuery, is_system_schema};

const TYPES: &str = "List of data types";

/// Whether a type is listed: no array type, and no type of the system unless asked for.
fn keep(asked: &DescribeRequest, schema: &str, name: &str) -> bool {
    let system = is_system_schema(schema) || schema == "pg_toast";
    !name.starts_with('_') && (asked.shows_system() || !system) && asked.named(schema, name)
}

impl Describe<'_> {
    /// Lists the types: `\dT` (`describeTypes`).
    pub(super) fn list_types(&mut self) -> Option<()> {
        let list = ListQuery {
            title: TYPES,
            headers: &["Schema", "Name", "Description"],
            sql: "SELECT n.nspname, pg_catalog.format_type(t.oid, NULL), \
                  pg_catalog.obj_description(t.oid, 'pg_type'), t.typrelid, t.typname \
                  FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                  WHERE n.oid = t.typnamespace AND (t.typrelid = 0 OR \
                  (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c \
                  WHERE c.oid = t.typrelid));",
        };
        self.list(list, |asked, row| keep(asked, &row[0], &row[4]))
    }

    /// Lists the types with their sizes and elements: `\dT+`.
    pub(super) fn list_types_verbosely(&mut self) -> Option<()> {
        let list = ListQuery {
            title: TYPES,
            headers: &[
                "Schema",
                "Name",
                "Internal name",
                "Size",
                "Elements",
                "Owner",
                "Access privileges",
                "Description",
            ],
            sql: "SELECT n.nspname, pg_catalog.format_type(t.oid, NULL), t.typname, \
                  CASE WHEN t.typrelid != 0 THEN 'tuple' WHEN t.typlen < 0 THEN 'var' \
                  ELSE t.typlen::pg_catalog.text END, \
                  pg_catalog.array_to_string(ARRAY(SELECT e.enumlabel \
                  FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid \
                  ORDER BY e.enumsortorder), E'\\n'), 'postgres', '', \
                  pg_catalog.obj_description(t.oid, 'pg_type'), t.typname \
                  FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                  WHERE n.oid = t.typnamespace AND (t.typrelid = 0 OR \
                  (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c \
                  WHERE c.oid = t.typrelid));",
        };
        self.list(list, |asked, row| keep(asked, &row[0], &row[8]))
    }
}
