//! The lists of other objects, which take one query each: `\l`, `\dn`, `\db`, `\dx`, `\du`, `\dp`,
//! `\dr`, `\dl`.

use super::{Describe, DescribeRequest, ListQuery, is_system_schema};
use storage::versions::DatabaseColumns;

/// What the databases of a fresh cluster that are templates grant.
const TEMPLATE_PRIVILEGES: &str = "=c/postgres\npostgres=CTc/postgres";

impl Describe<'_> {
    /// Lists the schemas: `\dn` (`listSchemas`).
    pub(super) fn list_schemas(&mut self) -> Option<()> {
        let keep = |asked: &DescribeRequest, row: &[String]| {
            let system = row[0].starts_with("pg_") || row[0] == "information_schema";
            (asked.shows_system() || !system) && asked.named("", &row[0])
        };
        let title = "List of schemas";
        if self.asked.verbose {
            let headers = &["Name", "Owner", "Access privileges", "Description"];
            let sql = "SELECT nspname, \
                       CASE WHEN nspname = 'public' THEN 'pg_database_owner' ELSE 'postgres' \
                       END, \
                       CASE WHEN nspname = 'public' THEN \
                       E'pg_database_owner=UC/pg_database_owner\\n=U/pg_database_owner' \
                       ELSE '' END, pg_catalog.obj_description(oid, 'pg_namespace') \
                       FROM pg_catalog.pg_namespace;";
            return self.list(ListQuery { title, headers, sql }, keep);
        }
        let headers = &["Name", "Owner"];
        let sql = "SELECT nspname, \
                   CASE WHEN nspname = 'public' THEN 'pg_database_owner' ELSE 'postgres' \
                   END FROM pg_catalog.pg_namespace;";
        self.list(ListQuery { title, headers, sql }, keep)
    }

    /// Lists the extensions: `\dx` (`listExtensions`).
    pub(super) fn list_extensions(&mut self) -> Option<()> {
        let title = "List of installed extensions";
        if self.server.release().default_versions_listed {
            let list = ListQuery {
                title,
                headers: &["Name", "Version", "Default version", "Schema", "Description"],
                sql: "SELECT e.extname, e.extversion, ae.default_version, n.nspname, \
                      pg_catalog.obj_description(e.oid, 'pg_extension') \
                      FROM pg_catalog.pg_extension e, pg_catalog.pg_namespace n, \
                      pg_catalog.pg_available_extensions ae \
                      WHERE n.oid = e.extnamespace AND ae.name = e.extname;",
            };
            return self.list(list, |asked, row| asked.named("", &row[0]));
        }
        let list = ListQuery {
            title,
            headers: &["Name", "Version", "Schema", "Description"],
            sql: "SELECT e.extname, e.extversion, n.nspname, \
                  pg_catalog.obj_description(e.oid, 'pg_extension') \
                  FROM pg_catalog.pg_extension e, pg_catalog.pg_namespace n \
                  WHERE n.oid = e.extnamespace;",
        };
        self.list(list, |asked, row| asked.named("", &row[0]))
    }

    /// Lists the toasters, as the prototypes of pluggable TOAST do: `\dr`.
    pub(super) fn list_toasters(&mut self) -> Option<()> {
        let title = "List of toasters";
        let list = match self.asked.verbose {
            true => ListQuery {
                title,
                headers: &["Name", "Handler", "Description"],
                sql: "SELECT tsrname, tsrhandler, \
                      pg_catalog.obj_description(oid, 'pg_toaster') \
                      FROM pg_catalog.pg_toaster ORDER BY 1;",
            },
            false => ListQuery {
                title,
                headers: &["Name"],
                sql: "SELECT tsrname FROM pg_catalog.pg_toaster ORDER BY 1;",
            },
        };
        self.list(list, |asked, row| asked.named("", &row[0]))
    }

    /// Lists the roles, of which there is one: `\du` (`describeRoles`).
    pub(super) fn list_roles(&mut self) -> Option<()> {
        let role = ["postgres", "Superuser, Create role, Create DB, Replication, Bypass RLS", "{}"];
        let columns = if self.server.release().memberships_listed { 3 } else { 2 };
        let mut headers = ["Role name", "Attributes", "Member of"][..columns].to_vec();
        let mut row: Vec<String> = role[..columns].iter().map(|word| word.to_string()).collect();
        let description = self.query_value(
            "SELECT pg_catalog.shobj_description(\
             'postgres'::pg_catalog.regrole, 'pg_authid');",
        )?;
        if self.asked.verbose {
            headers.push("Description");
            row.push(description);
        }
        let shown = self.asked.named("", role[0]);
        let rows = shown.then_some(row).into_iter().collect();
        self.print_list("List of roles", &headers, rows, Some(Vec::new()))
    }

    /// Lists the privileges on relations: `\dp`, `\z` (`permissionsList`).
    pub(super) fn list_privileges(&mut self) -> Option<()> {
        let list = ListQuery {
            title: "Access privileges",
            headers: &[
                "Schema",
                "Name",
                "Type",
                "Access privileges",
                "Column privileges",
                "Policies",
            ],
            sql: "SELECT n.nspname, c.relname, CASE c.relkind WHEN 'r' THEN 'table' \
                  WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' \
                  WHEN 'S' THEN 'sequence' WHEN 'p' THEN 'partitioned table' END, \
                  pg_catalog.array_to_string(c.relacl, E'\\n'), '', '' \
                  FROM pg_catalog.pg_class c, pg_catalog.pg_namespace n \
                  WHERE n.oid = c.relnamespace AND c.relkind IN ('r','v','m','S','f','p');",
        };
        self.list(list, |asked, row| {
            (asked.pattern.is_some() || !is_system_schema(&row[0])) && asked.named(&row[0], &row[1])
        })
    }

    /// Lists the large objects: `\dl` (`listLargeObjects`).
    pub(super) fn list_large_objects(&mut self) -> Option<()> {
        let sql =
            "SELECT oid, 'postgres', '' FROM pg_catalog.pg_largeobject_metadata ORDER BY oid;";
        let text =
            |row: Vec<Option<String>>| row.into_iter().map(Option::unwrap_or_default).collect();
        let rows = self.query(sql)?.into_iter().map(text).collect();
        let headers = ["ID", "Owner", "Description"];
        self.print_table("Large objects".into(), &headers, vec![true, false, false], rows, None);
        Some(())
    }

    /// Lists the tablespaces: `\db` (`describeTablespaces`).
    pub(super) fn list_tablespaces(&mut self) -> Option<()> {
        let list = ListQuery {
            title: "List of tablespaces",
            headers: &["Name", "Owner", "Location"],
            sql: "SELECT spcname, 'postgres', '' FROM pg_catalog.pg_tablespace;",
        };
        self.list(list, |asked, row| asked.named("", &row[0]))
    }

    /// Lists the databases: `\l` (`listAllDbs`).
    pub(super) fn list_databases(&mut self) -> Option<()> {
        let columns = self.server.release().database_columns;
        let count = if columns == DatabaseColumns::ProviderLast { 4 } else { 5 };
        let names = self.query("SELECT datname FROM pg_catalog.pg_database ORDER BY 1;")?;
        let rows = names
            .iter()
            .filter_map(|row| row.first().cloned().flatten())
            .filter(|name| self.asked.named("", name))
            .map(|name| {
                let template = name.starts_with("template");
                let privileges = if template { TEMPLATE_PRIVILEGES } else { "" };
                let locale = match columns {
                    DatabaseColumns::ProviderLast => ["C", "C", "", "libc", ""],
                    _ => ["libc", "C", "C", "", ""],
                };
                let mut row = vec![name.as_str(), "postgres", "UTF8"];
                row.extend(&locale[..count]);
                row.push(privileges);
                row.into_iter().map(str::to_string).collect()
            })
            .collect();
        let locale = match columns {
            DatabaseColumns::ProviderLast => {
                ["Collate", "Ctype", "ICU Locale", "Locale Provider", ""]
            }
            DatabaseColumns::WithRules => {
                ["Locale Provider", "Collate", "Ctype", "ICU Locale", "ICU Rules"]
            }
            DatabaseColumns::Builtin => {
                ["Locale Provider", "Collate", "Ctype", "Locale", "ICU Rules"]
            }
        };
        let mut headers = vec!["Name", "Owner", "Encoding"];
        headers.extend(&locale[..count]);
        headers.push("Access privileges");
        self.print_list("List of databases", &headers, rows, None)
    }
}
