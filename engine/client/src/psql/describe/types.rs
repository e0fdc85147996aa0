//! `\dT`: types.

use super::{Describe, DescribeRequest, ListQuery, is_system_schema};

const TYPES: &str = "List of data types";

/// Whether a type is listed: no array type, and no type of the system unless asked for.
fn keep(asked: &DescribeRequest, row: &[String], name: &str) -> bool {
    let schema = row[0].as_str();
    let system = is_system_schema(schema) || schema == "pg_toast";
    !name.starts_with('_') && (asked.shows_system() || !system) && asked.finds(schema, name, row)
}

impl Describe<'_> {
    /// Lists the types: `\dT` (`describeTypes`).
    pub(super) fn list_types(&mut self) -> Option<()> {
        let list = ListQuery {
            title: TYPES,
            headers: &["Schema", "Name", "Description"],
            sql: "SELECT n.nspname, pg_catalog.format_type(t.oid, NULL), \
                  pg_catalog.obj_description(t.oid, 'pg_type'), t.typname, \
                  pg_catalog.pg_type_is_visible(t.oid) \
                  FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                  WHERE n.oid = t.typnamespace AND (t.typrelid = 0 OR \
                  (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c \
                  WHERE c.oid = t.typrelid));",
        };
        self.list(list, |asked, row| keep(asked, row, &row[3]))
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
                  pg_catalog.obj_description(t.oid, 'pg_type'), t.typname, \
                  pg_catalog.pg_type_is_visible(t.oid) \
                  FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                  WHERE n.oid = t.typnamespace AND (t.typrelid = 0 OR \
                  (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c \
                  WHERE c.oid = t.typrelid));",
        };
        self.list(list, |asked, row| keep(asked, row, &row[8]))
    }

    /// Lists the domains: `\dD` (`listDomains`).
    pub(super) fn list_domains(&mut self) -> Option<()> {
        let all = ["Schema", "Name", "Type", "Collation", "Nullable", "Default", "Check"];
        let mut headers = all.to_vec();
        let mut more = "";
        if self.asked.verbose {
            headers.extend(["Access privileges", "Description"]);
            more = ", '', pg_catalog.obj_description(t.oid, 'pg_type')";
        }
        let order = if self.psql.release.domain_checks_sorted { "r.conname" } else { "r.oid" };
        let sql = format!(
            "SELECT n.nspname, t.typname, pg_catalog.format_type(t.typbasetype, t.typtypmod), \
             (SELECT c.collname FROM pg_catalog.pg_collation c, pg_catalog.pg_type bt \
             WHERE c.oid = t.typcollation AND bt.oid = t.typbasetype \
             AND t.typcollation <> bt.typcollation), \
             CASE WHEN t.typnotnull THEN 'not null' END, t.typdefault, \
             pg_catalog.array_to_string(ARRAY(SELECT pg_catalog.pg_get_constraintdef(r.oid, true) \
             FROM pg_catalog.pg_constraint r WHERE t.oid = r.contypid AND r.contype = 'c' \
             ORDER BY {order}), ' '){more}, pg_catalog.pg_type_is_visible(t.oid) \
             FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
             WHERE n.oid = t.typnamespace AND t.typtype = 'd';"
        );
        let list = ListQuery { title: "List of domains", headers: &headers, sql: &sql };
        self.list(list, |asked, row| keep(asked, row, &row[1]))
    }
}
