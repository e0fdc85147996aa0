//! `\d` without a name, `\dt`, `\di`, `\ds`, `\dv`, `\dm`, `\dn`, `\df`, `\dx`, `\l` and other
//! lists (`describe.c`).

use super::describe::{Pattern, Relation, kind_name};
use super::slash::Status;
use super::{Psql, Server, print, put};
use std::io::Write;

impl Psql {
    /// A list with a title, as `printQuery` prints it.
    pub(super) fn print_list(
        &self,
        title: &str,
        headers: &[&str],
        rows: Vec<Vec<String>>,
        footers: Option<Vec<String>>,
        out: &mut dyn Write,
    ) {
        let table = print::Table {
            title: Some(title.to_string()),
            headers: headers.iter().map(|h| h.to_string()).collect(),
            right: vec![false; headers.len()],
            rows,
            footers,
        };
        put(out, &print::print(&table, &self.options));
    }

    /// `listTables`
    pub(super) fn list_relations(
        &mut self,
        server: &mut dyn Server,
        kinds: &str,
        system: bool,
        verbose: bool,
        pattern: Option<&str>,
        out: &mut dyn Write,
    ) -> Status {
        let Some(relations) = self.relations(server, out) else { return Status::Error };
        let p = pattern.map(Pattern::new);
        let wanted = |r: &&Relation| {
            let kind = match r.kind {
                'r' | 'p' => 't',
                't' if pattern.is_some() || system => 't',
                'i' | 'I' => 'i',
                'S' => 's',
                'v' => 'v',
                'm' => 'm',
                'f' => 'E',
                _ => return false,
            };
            let shown = match &p {
                Some(p) => p.matches(r),
                None => {
                    let hidden = r.schema == "pg_catalog"
                        || r.schema == "information_schema"
                        || r.schema.starts_with("pg_toast");
                    r.visible && (system || !hidden)
                }
            };
            kinds.contains(kind) && shown
        };
        let mut found: Vec<&Relation> = relations.iter().filter(wanted).collect();
        found.sort_by(|a, b| (&a.schema, &a.name).cmp(&(&b.schema, &b.name)));
        if found.is_empty() && !self.quiet() {
            match pattern {
                Some(p) => {
                    self.log_error(out, &format!("Did not find any relation named \"{p}\"."));
                }
                None => self.log_error(out, "Did not find any relations."),
            }
            return Status::Ok;
        }
        let indexes = kinds.contains('i');
        let only_views = !kinds.contains(['t', 'i', 'm']);
        let mut headers = vec!["Schema", "Name", "Type", "Owner"];
        if indexes {
            headers.push("Table");
        }
        if verbose {
            headers.push("Persistence");
            if !only_views {
                headers.push("Access method");
            }
            headers.extend(["Size", "Description"]);
        }
        let mut rows = Vec::new();
        for r in found {
            let mut row = vec![
                r.schema.clone(),
                r.name.clone(),
                kind_name(r.kind).to_string(),
                "postgres".to_string(),
            ];
            if indexes {
                let table = if r.kind == 'i' {
                    let sql = format!(
                        "SELECT indrelid FROM pg_catalog.pg_index WHERE indexrelid = '{}';",
                        r.oid
                    );
                    let Some(heap) = self.query_one(server, &sql, out) else {
                        return Status::Error;
                    };
                    relations.iter().find(|t| t.oid == heap).map(|t| t.name.clone())
                } else {
                    None
                };
                row.push(table.unwrap_or_default());
            }
            if verbose {
                row.push(
                    match r.persistence {
                        't' => "temporary",
                        'u' => "unlogged",
                        _ => "permanent",
                    }
                    .to_string(),
                );
                if !only_views {
                    let method = match r.kind {
                        'r' | 'm' | 't' => "heap",
                        'i' => "btree",
                        _ => "",
                    };
                    row.push(method.to_string());
                }
                let sql = format!(
                    "SELECT pg_catalog.pg_size_pretty(pg_catalog.pg_table_size({})), \
                     pg_catalog.obj_description({}, 'pg_class');",
                    r.oid, r.oid
                );
                let Some(found) = self.query(server, &sql, out) else { return Status::Error };
                for i in 0..2 {
                    let cell = found.first().and_then(|row| row.get(i)).cloned().flatten();
                    row.push(cell.unwrap_or_default());
                }
            }
            rows.push(row);
        }
        self.print_list("List of relations", &headers, rows, None, out);
        Status::Ok
    }

    /// Lists made by one query: title, headers, rows in order.
    pub(super) fn list_query(
        &mut self,
        server: &mut dyn Server,
        title: &str,
        headers: &[&str],
        sql: &str,
        keep: impl Fn(&[String]) -> bool,
        out: &mut dyn Write,
    ) -> Status {
        let Some(rows) = self.query(server, sql, out) else { return Status::Error };
        let mut rows: Vec<Vec<String>> = rows
            .into_iter()
            .map(|r| r.into_iter().map(Option::unwrap_or_default).collect())
            .filter(|r: &Vec<String>| keep(r))
            .collect();
        rows.sort();
        for r in &mut rows {
            r.truncate(headers.len());
        }
        self.print_list(title, headers, rows, None, out);
        Status::Ok
    }

    /// `\l`
    pub(super) fn list_databases(
        &mut self,
        server: &mut dyn Server,
        keep: &dyn Fn(&str) -> bool,
        out: &mut dyn Write,
    ) -> Status {
        let sql = "SELECT datname FROM pg_catalog.pg_database ORDER BY 1;";
        let Some(names) = self.query(server, sql, out) else { return Status::Error };
        let template = "=c/postgres\npostgres=CTc/postgres";
        let rows = names
            .iter()
            .filter_map(|r| r.first().cloned().flatten())
            .filter(|n| keep(n))
            .map(|n| {
                let acl = if n.starts_with("template") { template } else { "" };
                [n.as_str(), "postgres", "UTF8", "C", "C", "", "libc", acl]
                    .iter()
                    .map(|c| c.to_string())
                    .collect()
            })
            .collect();
        let headers = [
            "Name",
            "Owner",
            "Encoding",
            "Collate",
            "Ctype",
            "ICU Locale",
            "Locale Provider",
            "Access privileges",
        ];
        self.print_list("List of databases", &headers, rows, None, out);
        Status::Ok
    }
}
