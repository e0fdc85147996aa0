//! `\d NAME`: a relation with its columns, indexes, constraints (`describeOneTableDetails`).
//!
//! As in psql, all is asked in SQL; the queries are simpler than psql's own and the joining is
//! done here.

use super::print::{Options, Table, print};
use super::scan::escape_literal;
use super::slash::Status;
use super::{Psql, Server, put};
use server::session::Outcome;
use std::io::Write;

/// A relation as the lists need it.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub oid: String,
    pub schema: String,
    pub name: String,
    pub kind: char,
    pub persistence: char,
    pub toast: String,
    pub options: Vec<String>,
    pub visible: bool,
}

/// The `Type` column of the lists.
pub(super) fn kind_name(kind: char) -> &'static str {
    match kind {
        'r' => "table",
        'v' => "view",
        'm' => "materialized view",
        'i' => "index",
        'S' => "sequence",
        't' => "TOAST table",
        'f' => "foreign table",
        'p' => "partitioned table",
        'I' => "partitioned index",
        _ => "",
    }
}

/// A name pattern: `schema.na*e`, folded unless quoted (`processSQLNamePattern`).
pub(super) struct Pattern {
    schema: Option<Vec<Glob>>,
    name: Vec<Glob>,
}

#[derive(Clone, PartialEq)]
enum Glob {
    Char(char),
    One,
    Any,
}

impl Pattern {
    pub(super) fn new(text: &str) -> Pattern {
        let mut parts = vec![Vec::new()];
        let mut quoted = false;
        for c in text.chars() {
            let part = parts.last_mut().expect("never empty");
            match c {
                '"' => quoted = !quoted,
                '.' if !quoted => parts.push(Vec::new()),
                '*' if !quoted => part.push(Glob::Any),
                '?' if !quoted => part.push(Glob::One),
                c if quoted => part.push(Glob::Char(c)),
                c => part.extend(c.to_lowercase().map(Glob::Char)),
            }
        }
        let name = parts.pop().unwrap_or_default();
        Pattern { schema: parts.pop(), name }
    }
    pub(super) fn matches(&self, r: &Relation) -> bool {
        match &self.schema {
            Some(s) => glob(s, &r.schema) && glob(&self.name, &r.name),
            None => r.visible && glob(&self.name, &r.name),
        }
    }
    pub(super) fn matches_name(&self, schema: &str, name: &str) -> bool {
        self.schema.as_ref().is_none_or(|s| glob(s, schema)) && glob(&self.name, name)
    }
}

fn glob(pattern: &[Glob], text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    // Linear matching: at a mismatch go back to the last star and let it take one more.
    let (mut p, mut t, mut star) = (0, 0, None);
    while t < text.len() {
        match pattern.get(p) {
            Some(Glob::Any) => {
                star = Some((p, t));
                p += 1;
            }
            Some(Glob::One) => {
                p += 1;
                t += 1;
            }
            Some(Glob::Char(c)) if *c == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                Some((sp, st)) => {
                    p = sp + 1;
                    t = st + 1;
                    star = Some((sp, st + 1));
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|g| *g == Glob::Any)
}

type Rows = Vec<Vec<Option<String>>>;

fn cell(row: &[Option<String>], i: usize) -> String {
    row.get(i).cloned().flatten().unwrap_or_default()
}

/// `{a,b}` as a list.
fn array(text: &str) -> Vec<String> {
    let inner = text.trim_start_matches('{').trim_end_matches('}');
    inner.split(',').filter(|s| !s.is_empty()).map(|s| s.trim_matches('"').to_string()).collect()
}

impl Psql {
    /// A query of psql's own; an error is printed (`PSQLexec`).
    pub(super) fn query(
        &mut self,
        server: &mut dyn Server,
        sql: &str,
        out: &mut dyn Write,
    ) -> Option<Rows> {
        let mut found = Vec::new();
        for outcome in server.execute(sql) {
            match outcome {
                Outcome::Rows { rows, .. } => found = rows,
                Outcome::Error(e) => {
                    self.report(&e, sql, out);
                    return None;
                }
                _ => {}
            }
        }
        Some(found)
    }
    pub(super) fn query_one(
        &mut self,
        server: &mut dyn Server,
        sql: &str,
        out: &mut dyn Write,
    ) -> Option<String> {
        let rows = self.query(server, sql, out)?;
        Some(rows.first().map(|r| cell(r, 0)).unwrap_or_default())
    }

    /// One value; an error is psql's own, without its place in psql's query.
    fn query_quietly(
        &mut self,
        server: &mut dyn Server,
        sql: &str,
        out: &mut dyn Write,
    ) -> Option<String> {
        let mut found = String::new();
        for outcome in server.execute(sql) {
            match outcome {
                Outcome::Rows { rows, .. } => found = rows.first().map(|r| cell(r, 0))?,
                Outcome::Error(e) => {
                    self.log_error(out, &format!("ERROR:  {}", e.message));
                    return None;
                }
                _ => {}
            }
        }
        Some(found)
    }

    /// All relations, sorted by schema and name.
    pub(super) fn relations(
        &mut self,
        server: &mut dyn Server,
        out: &mut dyn Write,
    ) -> Option<Vec<Relation>> {
        let spaces =
            self.query(server, "SELECT oid, nspname FROM pg_catalog.pg_namespace;", out)?;
        let rows = self.query(
            server,
            "SELECT oid, relnamespace, relname, relkind, relpersistence, reltoastrelid, \
             reloptions, pg_catalog.pg_table_is_visible(oid) FROM pg_catalog.pg_class;",
            out,
        )?;
        let mut list: Vec<Relation> = rows
            .iter()
            .map(|r| {
                let space = spaces.iter().find(|s| cell(s, 0) == cell(r, 1));
                Relation {
                    oid: cell(r, 0),
                    schema: space.map(|s| cell(s, 1)).unwrap_or_default(),
                    name: cell(r, 2),
                    kind: cell(r, 3).chars().next().unwrap_or(' '),
                    persistence: cell(r, 4).chars().next().unwrap_or('p'),
                    toast: cell(r, 5),
                    options: array(&cell(r, 6)),
                    visible: cell(r, 7) == "t",
                }
            })
            .collect();
        list.sort_by(|a, b| (&a.schema, &a.name).cmp(&(&b.schema, &b.name)));
        Some(list)
    }

    /// `\d...`, `\l`, `\z`, `\sf`.
    pub(super) fn describe(
        &mut self,
        server: &mut dyn Server,
        command: &str,
        pattern: Option<&str>,
        out: &mut dyn Write,
    ) -> Status {
        let verbose = command.contains('+');
        let system = command.contains('S');
        let p = pattern.map(Pattern::new);
        let named =
            |schema: &str, name: &str| p.as_ref().is_none_or(|p| p.matches_name(schema, name));
        match command.trim_end_matches(['+', 'S', ';']) {
            "d" => match pattern {
                None => self.list_relations(server, "tvmsE", system, verbose, None, out),
                Some(text) => self.describe_tables(server, text, verbose, out),
            },
            "dn" if verbose => {
                let sql = "SELECT nspname, \
                           CASE WHEN nspname = 'public' THEN 'pg_database_owner' ELSE 'postgres' \
                           END, \
                           CASE WHEN nspname = 'public' THEN \
                           E'pg_database_owner=UC/pg_database_owner\\n=U/pg_database_owner' \
                           ELSE '' END, pg_catalog.obj_description(oid, 'pg_namespace') \
                           FROM pg_catalog.pg_namespace;";
                let keep = |r: &[String]| {
                    let hidden = r[0].starts_with("pg_") || r[0] == "information_schema";
                    (system || p.is_some() || !hidden) && named("", &r[0])
                };
                let headers = ["Name", "Owner", "Access privileges", "Description"];
                self.list_query(server, "List of schemas", &headers, sql, keep, out)
            }
            "dn" => {
                let sql = "SELECT nspname, \
                           CASE WHEN nspname = 'public' THEN 'pg_database_owner' ELSE 'postgres' \
                           END FROM pg_catalog.pg_namespace;";
                let keep = |r: &[String]| {
                    let hidden = r[0].starts_with("pg_") || r[0] == "information_schema";
                    (system || p.is_some() || !hidden) && named("", &r[0])
                };
                self.list_query(server, "List of schemas", &["Name", "Owner"], sql, keep, out)
            }
            "df" | "da" | "dfa" | "dfn" | "dfp" | "dft" | "dfw" if verbose => {
                let sql = "SELECT n.nspname, p.proname, \
                           pg_catalog.pg_get_function_result(p.oid), \
                           pg_catalog.pg_get_function_arguments(p.oid), \
                           CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' \
                           WHEN 'p' THEN 'proc' ELSE 'func' END, \
                           CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' \
                           ELSE 'volatile' END, 'unsafe', 'postgres', 'invoker', '', l.lanname, \
                           p.prosrc, pg_catalog.obj_description(p.oid, 'pg_proc') \
                           FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n, \
                           pg_catalog.pg_language l \
                           WHERE n.oid = p.pronamespace AND l.oid = p.prolang;";
                let keep = |r: &[String]| {
                    let hidden = r[0] == "pg_catalog" || r[0] == "information_schema";
                    (system || p.is_some() || !hidden) && named(&r[0], &r[1])
                };
                let headers = [
                    "Schema",
                    "Name",
                    "Result data type",
                    "Argument data types",
                    "Type",
                    "Volatility",
                    "Parallel",
                    "Owner",
                    "Security",
                    "Access privileges",
                    "Language",
                    "Source code",
                    "Description",
                ];
                self.list_query(server, "List of functions", &headers, sql, keep, out)
            }
            kinds @ ("df" | "dfa" | "dfn" | "dfp" | "dft" | "dfw") => {
                // A trigger's function is a kind of its own here.
                let wanted = |r: &[String]| match kinds {
                    "df" => true,
                    "dfa" => r[4] == "agg",
                    "dfp" => r[4] == "proc",
                    "dft" => r[2] == "trigger",
                    "dfw" => r[4] == "window",
                    _ => r[4] == "func" && r[2] != "trigger",
                };
                let sql = "SELECT n.nspname, p.proname, \
                           pg_catalog.pg_get_function_result(p.oid), \
                           pg_catalog.pg_get_function_arguments(p.oid), \
                           CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' \
                           WHEN 'p' THEN 'proc' ELSE 'func' END \
                           FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n \
                           WHERE n.oid = p.pronamespace;";
                let keep = |r: &[String]| {
                    let hidden = r[0] == "pg_catalog" || r[0] == "information_schema";
                    wanted(r) && (system || p.is_some() || !hidden) && named(&r[0], &r[1])
                };
                let headers = ["Schema", "Name", "Result data type", "Argument data types", "Type"];
                self.list_query(server, "List of functions", &headers, sql, keep, out)
            }
            "dx" => {
                let sql = "SELECT e.extname, e.extversion, n.nspname, \
                           pg_catalog.obj_description(e.oid, 'pg_extension') \
                           FROM pg_catalog.pg_extension e, pg_catalog.pg_namespace n \
                           WHERE n.oid = e.extnamespace;";
                let keep = |r: &[String]| named("", &r[0]);
                let headers = ["Name", "Version", "Schema", "Description"];
                self.list_query(server, "List of installed extensions", &headers, sql, keep, out)
            }
            "dr" if self.has_toasters(server, out) == Some(true) => {
                let sql = match verbose {
                    true => {
                        "SELECT tsrname, tsrhandler, \
                         pg_catalog.obj_description(oid, 'pg_toaster') \
                         FROM pg_catalog.pg_toaster ORDER BY 1;"
                    }
                    false => "SELECT tsrname FROM pg_catalog.pg_toaster ORDER BY 1;",
                };
                let keep = |r: &[String]| named("", &r[0]);
                let headers = ["Name", "Handler", "Description"];
                let headers = if verbose { &headers[..] } else { &headers[..1] };
                self.list_query(server, "List of toasters", headers, sql, keep, out)
            }
            "l" | "list" => self.list_databases(server, &|n| named("", n), out),
            "du" | "dg" => {
                let row = [
                    "postgres",
                    "Superuser, Create role, Create DB, Replication, Bypass RLS",
                    "{}",
                ];
                let rows = if named("", row[0]) {
                    vec![row.iter().map(|c| c.to_string()).collect()]
                } else {
                    Vec::new()
                };
                let headers = ["Role name", "Attributes", "Member of"];
                self.print_list("List of roles", &headers, rows, Some(Vec::new()), out);
                Status::Ok
            }
            "dp" | "z" => {
                let sql = "SELECT n.nspname, c.relname, CASE c.relkind WHEN 'r' THEN 'table' \
                           WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' \
                           WHEN 'S' THEN 'sequence' WHEN 'p' THEN 'partitioned table' END, \
                           pg_catalog.array_to_string(c.relacl, E'\\n'), '', '' \
                           FROM pg_catalog.pg_class c, pg_catalog.pg_namespace n \
                           WHERE n.oid = c.relnamespace AND c.relkind IN ('r','v','m','S','f','p');";
                let keep = |r: &[String]| {
                    let hidden = r[0] == "pg_catalog" || r[0] == "information_schema";
                    (p.is_some() || !hidden) && named(&r[0], &r[1])
                };
                let headers = [
                    "Schema",
                    "Name",
                    "Type",
                    "Access privileges",
                    "Column privileges",
                    "Policies",
                ];
                self.list_query(server, "Access privileges", &headers, sql, keep, out)
            }
            "dl" | "lo_list" => {
                let sql = "SELECT oid, 'postgres', '' FROM pg_catalog.pg_largeobject_metadata;";
                let headers = ["ID", "Owner", "Description"];
                self.list_query(server, "Large objects", &headers, sql, |_| true, out)
            }
            "db" => {
                let sql = "SELECT spcname, 'postgres', '' FROM pg_catalog.pg_tablespace;";
                let keep = |r: &[String]| named("", &r[0]);
                let headers = ["Name", "Owner", "Location"];
                self.list_query(server, "List of tablespaces", &headers, sql, keep, out)
            }
            "dD" => {
                let sql = "SELECT n.nspname, t.typname, \
                           pg_catalog.format_type(t.typbasetype, t.typtypmod), '', \
                           CASE WHEN t.typnotnull THEN 'not null' END, t.typdefault, \
                           pg_catalog.array_to_string(ARRAY(SELECT \
                           pg_catalog.pg_get_constraintdef(r.oid, true) \
                           FROM pg_catalog.pg_constraint r WHERE t.oid = r.contypid), ' ') \
                           FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                           WHERE n.oid = t.typnamespace AND t.typtype = 'd';";
                let keep = |r: &[String]| {
                    let hidden = r[0] == "pg_catalog" || r[0] == "information_schema";
                    (system || p.is_some() || !hidden) && named(&r[0], &r[1])
                };
                let headers =
                    ["Schema", "Name", "Type", "Collation", "Nullable", "Default", "Check"];
                self.list_query(server, "List of domains", &headers, sql, keep, out)
            }
            "dT" if verbose => {
                let sql = "SELECT n.nspname, pg_catalog.format_type(t.oid, NULL), t.typname, \
                           CASE WHEN t.typrelid != 0 THEN 'tuple' WHEN t.typlen < 0 THEN 'var' \
                           ELSE t.typlen::pg_catalog.text END, \
                           pg_catalog.array_to_string(ARRAY(SELECT e.enumlabel \
                           FROM pg_catalog.pg_enum e WHERE e.enumtypid = t.oid \
                           ORDER BY e.enumsortorder), E'\\n'), 'postgres', '', \
                           pg_catalog.obj_description(t.oid, 'pg_type'), t.typname \
                           FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                           WHERE n.oid = t.typnamespace AND (t.typrelid = 0 OR \
                           (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c \
                           WHERE c.oid = t.typrelid));";
                let keep = |r: &[String]| {
                    let hidden =
                        r[0] == "pg_catalog" || r[0] == "information_schema" || r[0] == "pg_toast";
                    !r[8].starts_with('_')
                        && (system || p.is_some() || !hidden)
                        && named(&r[0], &r[8])
                };
                let headers = [
                    "Schema",
                    "Name",
                    "Internal name",
                    "Size",
                    "Elements",
                    "Owner",
                    "Access privileges",
                    "Description",
                ];
                self.list_query(server, "List of data types", &headers, sql, keep, out)
            }
            "dT" => {
                let sql = "SELECT n.nspname, pg_catalog.format_type(t.oid, NULL), \
                           pg_catalog.obj_description(t.oid, 'pg_type'), t.typrelid, t.typname \
                           FROM pg_catalog.pg_type t, pg_catalog.pg_namespace n \
                           WHERE n.oid = t.typnamespace AND (t.typrelid = 0 OR \
                           (SELECT c.relkind = 'c' FROM pg_catalog.pg_class c \
                           WHERE c.oid = t.typrelid));";
                let keep = |r: &[String]| {
                    let hidden =
                        r[0] == "pg_catalog" || r[0] == "information_schema" || r[0] == "pg_toast";
                    let element = r[4].starts_with('_');
                    !element && (system || p.is_some() || !hidden) && named(&r[0], &r[4])
                };
                let headers = ["Schema", "Name", "Description"];
                self.list_query(server, "List of data types", &headers, sql, keep, out)
            }
            "sf" => {
                let text = escape_literal(pattern.unwrap_or_default());
                let sql =
                    format!("SELECT pg_catalog.pg_get_functiondef({text}::pg_catalog.regproc);");
                let found = self.query_quietly(server, &sql, out);
                match found {
                    Some(def) => {
                        put(out, &def);
                        Status::Ok
                    }
                    None => Status::Error,
                }
            }
            "sv" => {
                let text = pattern.unwrap_or_default();
                let sql = format!(
                    "SELECT pg_catalog.pg_get_viewdef({}::pg_catalog.regclass, true);",
                    escape_literal(text)
                );
                match self.query_quietly(server, &sql, out) {
                    Some(def) => {
                        let def = def.trim_end_matches(';');
                        let all = format!("CREATE OR REPLACE VIEW public.{text} AS\n{def}\n");
                        for (i, line) in all.lines().enumerate() {
                            let number =
                                if verbose { format!("{:<7} ", i + 1) } else { String::new() };
                            put(out, &format!("{number}{line}\n"));
                        }
                        Status::Ok
                    }
                    None => Status::Error,
                }
            }
            kinds if kinds.len() > 1 && kinds[1..].chars().all(|c| "tvmisE".contains(c)) => {
                self.list_relations(server, &kinds[1..], system, verbose, pattern, out)
            }
            _ => {
                self.log_error(out, &format!("invalid command \\{command}"));
                Status::Error
            }
        }
    }

    /// `describeTableDetails`
    fn describe_tables(
        &mut self,
        server: &mut dyn Server,
        text: &str,
        verbose: bool,
        out: &mut dyn Write,
    ) -> Status {
        let Some(relations) = self.relations(server, out) else { return Status::Error };
        let p = Pattern::new(text);
        let found: Vec<Relation> = relations.iter().filter(|r| p.matches(r)).cloned().collect();
        if found.is_empty() {
            self.log_error(out, &format!("Did not find any relation named \"{text}\"."));
            return Status::Error;
        }
        for r in found {
            let done = if r.kind == 'S' {
                self.describe_sequence(server, &r, &relations, out)
            } else {
                self.describe_relation(server, &r, &relations, verbose, out)
            };
            if done.is_none() {
                return Status::Error;
            }
        }
        Status::Ok
    }

    fn describe_sequence(
        &mut self,
        server: &mut dyn Server,
        r: &Relation,
        relations: &[Relation],
        out: &mut dyn Write,
    ) -> Option<()> {
        let sql = format!(
            "SELECT pg_catalog.format_type(seqtypid, NULL), seqstart, seqmin, seqmax, \
             seqincrement, CASE WHEN seqcycle THEN 'yes' ELSE 'no' END, seqcache \
             FROM pg_catalog.pg_sequence WHERE seqrelid = '{}';",
            r.oid
        );
        let rows = self.query(server, &sql, out)?;
        let mut footers = Vec::new();
        let sql = format!(
            "SELECT refobjid, refobjsubid, deptype FROM pg_catalog.pg_depend \
             WHERE objid = '{}' AND deptype IN ('a', 'i') AND refobjsubid > 0;",
            r.oid
        );
        // A server without pg_depend simply owns nothing.
        let owners = server.execute(&sql).into_iter().find_map(|o| match o {
            Outcome::Rows { rows, .. } => Some(rows),
            _ => None,
        });
        if let Some(o) = owners.as_ref().and_then(|o| o.first())
            && let Some(t) = relations.iter().find(|t| t.oid == cell(o, 0))
        {
            let sql = format!(
                "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = '{}' AND attnum = {};",
                t.oid,
                cell(o, 1)
            );
            let column = self.query_one(server, &sql, out)?;
            let what = if cell(o, 2) == "i" { "Sequence for identity column" } else { "Owned by" };
            footers.push(format!("{what}: {}.{}.{column}", t.schema, t.name));
        }
        let headers = ["Type", "Start", "Minimum", "Maximum", "Increment", "Cycles?", "Cache"];
        let unlogged = if r.persistence == 'u' { "Unlogged sequence" } else { "Sequence" };
        let table = Table {
            title: Some(format!("{unlogged} \"{}.{}\"", r.schema, r.name)),
            headers: headers.iter().map(|h| h.to_string()).collect(),
            right: vec![false, true, true, true, true, false, true],
            rows: rows
                .into_iter()
                .map(|r| r.into_iter().map(Option::unwrap_or_default).collect())
                .collect(),
            footers: Some(footers),
        };
        put(out, &print(&table, &self.options));
        Some(())
    }

    fn describe_relation(
        &mut self,
        server: &mut dyn Server,
        r: &Relation,
        relations: &[Relation],
        verbose: bool,
        out: &mut dyn Write,
    ) -> Option<()> {
        let unlogged = r.persistence == 'u';
        let what = match (r.kind, unlogged) {
            ('r', false) => "Table",
            ('r', true) => "Unlogged table",
            ('v', _) => "View",
            ('m', false) => "Materialized view",
            ('m', true) => "Unlogged materialized view",
            ('i', false) => "Index",
            ('i', true) => "Unlogged index",
            ('t', _) => "TOAST table",
            ('c', _) => "Composite type",
            _ => "Relation",
        };
        let details = matches!(r.kind, 'r' | 'v' | 'm' | 'c');
        let index = r.kind == 'i';
        let toasters = verbose && matches!(r.kind, 'r' | 'm') && self.has_toasters(server, out)?;
        let mut headers = vec!["Column", "Type"];
        if details {
            headers.extend(["Collation", "Nullable", "Default"]);
        }
        if index {
            headers.extend(["Key?", "Definition"]);
        }
        if verbose {
            headers.push("Storage");
            if toasters {
                headers.push("Toaster");
            }
            if matches!(r.kind, 'r' | 'm') {
                headers.push("Compression");
            }
            if matches!(r.kind, 'r' | 'm' | 'i') {
                headers.push("Stats target");
            }
            if details {
                headers.push("Description");
            }
        }
        let sql = format!(
            "SELECT attnum, attname, pg_catalog.format_type(atttypid, atttypmod), attcollation, \
             atttypid, attnotnull, attidentity, attgenerated, attstorage, attcompression, \
             attstattarget, pg_catalog.col_description(attrelid, attnum), atthasdef \
             FROM pg_catalog.pg_attribute \
             WHERE attrelid = '{}' AND attnum > 0 AND NOT attisdropped ORDER BY attnum;",
            r.oid
        );
        let columns = self.query(server, &sql, out)?;
        let mut defaults = Vec::new();
        if details && columns.iter().any(|c| cell(c, 12) == "t") {
            let sql = format!(
                "SELECT adnum, pg_catalog.pg_get_expr(adbin, adrelid, true) \
                 FROM pg_catalog.pg_attrdef WHERE adrelid = '{}';",
                r.oid
            );
            defaults = self.query(server, &sql, out)?;
        }
        let mut key_count = 0;
        if index {
            let sql = format!(
                "SELECT indnkeyatts FROM pg_catalog.pg_index WHERE indexrelid = '{}';",
                r.oid
            );
            key_count = self.query_one(server, &sql, out)?.parse::<i32>().unwrap_or(0);
        }
        let mut rows = Vec::new();
        for c in &columns {
            let mut row = vec![cell(c, 1), cell(c, 2)];
            if details {
                row.push(
                    match (cell(c, 3).as_str(), cell(c, 4).as_str()) {
                        ("950", "19") => "",
                        ("950", _) => "C",
                        ("951", _) => "POSIX",
                        _ => "",
                    }
                    .to_string(),
                );
                row.push(if cell(c, 5) == "t" { "not null" } else { "" }.to_string());
                let default = defaults.iter().find(|d| cell(d, 0) == cell(c, 0));
                let default = default.map(|d| cell(d, 1)).unwrap_or_default();
                row.push(match (cell(c, 6).as_str(), cell(c, 7).as_str()) {
                    ("a", _) => "generated always as identity".to_string(),
                    ("d", _) => "generated by default as identity".to_string(),
                    (_, "s") => format!("generated always as ({default}) stored"),
                    _ => default,
                });
            }
            if index {
                let number = cell(c, 0).parse::<i32>().unwrap_or(0);
                row.push(if number <= key_count { "yes" } else { "no" }.to_string());
                let sql = format!(
                    "SELECT pg_catalog.pg_get_indexdef('{}'::pg_catalog.oid, {number}, true);",
                    r.oid
                );
                row.push(self.query_one(server, &sql, out)?);
            }
            if verbose {
                row.push(
                    match cell(c, 8).as_str() {
                        "p" => "plain",
                        "m" => "main",
                        "x" => "extended",
                        "e" => "external",
                        _ => "???",
                    }
                    .to_string(),
                );
                if toasters {
                    let sql = format!(
                        "SELECT (SELECT tsrname FROM pg_toaster WHERE oid = a.atttoaster) \
                         FROM pg_catalog.pg_attribute a WHERE attrelid = '{}' AND attnum = {};",
                        r.oid,
                        cell(c, 0)
                    );
                    row.push(self.query_one(server, &sql, out)?);
                }
                if matches!(r.kind, 'r' | 'm') {
                    row.push(
                        match cell(c, 9).as_str() {
                            "p" => "pglz",
                            "l" => "lz4",
                            _ => "",
                        }
                        .to_string(),
                    );
                }
                if matches!(r.kind, 'r' | 'm' | 'i') {
                    let target = cell(c, 10);
                    row.push(if target == "-1" { String::new() } else { target });
                }
                if details {
                    row.push(cell(c, 11));
                }
            }
            rows.push(row);
        }
        let mut footers = Vec::new();
        self.footers(server, r, relations, verbose, &mut footers, out)?;
        let table = Table {
            title: Some(format!("{what} \"{}.{}\"", r.schema, r.name)),
            headers: headers.iter().map(|h| h.to_string()).collect(),
            right: vec![false; headers.len()],
            rows,
            footers: Some(footers),
        };
        let options = Options { expanded: 0, ..self.options.clone() };
        put(out, &print(&table, &options));
        Some(())
    }

    /// Whether the server has a `pg_toaster`.
    fn has_toasters(&mut self, server: &mut dyn Server, out: &mut dyn Write) -> Option<bool> {
        let sql = "SELECT 1 FROM pg_catalog.pg_class WHERE oid = 9861;";
        Some(!self.query(server, sql, out)?.is_empty())
    }

    /// `Triggers:` and the sections of those that do not simply fire.
    fn trigger_footers(
        &mut self,
        server: &mut dyn Server,
        r: &Relation,
        footers: &mut Vec<String>,
        out: &mut dyn Write,
    ) -> Option<()> {
        let sql = format!(
            "SELECT tgenabled, pg_catalog.pg_get_triggerdef(oid, true) FROM pg_catalog.pg_trigger \
             WHERE tgrelid = '{}' AND NOT tgisinternal ORDER BY tgname;",
            r.oid
        );
        let triggers = self.query(server, &sql, out)?;
        let sections = [
            ("O", "Triggers:"),
            ("D", "Disabled user triggers:"),
            ("A", "Triggers firing always:"),
            ("R", "Triggers firing on replica only:"),
        ];
        for (state, title) in sections {
            let mut title = Some(title);
            for t in triggers.iter().filter(|t| cell(t, 0) == state) {
                footers.extend(title.take().map(str::to_string));
                let text = cell(t, 1);
                let shown = text.split_once(" TRIGGER ").map_or(text.as_str(), |(_, d)| d);
                footers.push(format!("    {shown}"));
            }
        }
        Some(())
    }

    fn footers(
        &mut self,
        server: &mut dyn Server,
        r: &Relation,
        relations: &[Relation],
        verbose: bool,
        footers: &mut Vec<String>,
        out: &mut dyn Write,
    ) -> Option<()> {
        let by_oid = |oid: &str| relations.iter().find(|t| t.oid == oid);
        if r.kind == 't'
            && let Some(owner) = relations.iter().find(|t| t.toast == r.oid)
        {
            footers.push(format!("Owning table: \"{}.{}\"", owner.schema, owner.name));
        }
        match r.kind {
            'i' => self.index_footer(server, r, relations, footers, out)?,
            'r' | 'm' | 't' => {
                let sql = format!(
                    "SELECT conname, contype, conindid, pg_catalog.pg_get_constraintdef(oid, \
                     true), condeferrable, condeferred, conrelid, confrelid \
                     FROM pg_catalog.pg_constraint WHERE conrelid = '{0}' OR confrelid = '{0}';",
                    r.oid
                );
                let mut constraints =
                    if r.kind == 't' { Vec::new() } else { self.query(server, &sql, out)? };
                constraints.sort();
                self.table_indexes(server, r, relations, &constraints, footers, out)?;
                let own = |c: &&Vec<Option<String>>, kind: &str| {
                    cell(c, 6) == r.oid && cell(c, 1) == kind
                };
                let sections = [("c", "Check constraints:"), ("f", "Foreign-key constraints:")];
                for (kind, title) in sections {
                    let list: Vec<_> = constraints.iter().filter(|c| own(c, kind)).collect();
                    if !list.is_empty() {
                        footers.push(title.to_string());
                    }
                    for c in list {
                        footers.push(format!("    \"{}\" {}", cell(c, 0), cell(c, 3)));
                    }
                }
                let mut title = Some("Referenced by:");
                for c in constraints.iter().filter(|c| cell(c, 1) == "f" && cell(c, 7) == r.oid) {
                    if let Some(t) = title.take() {
                        footers.push(t.to_string());
                    }
                    let child = by_oid(&cell(c, 6)).map(|t| {
                        if t.visible { t.name.clone() } else { format!("{}.{}", t.schema, t.name) }
                    });
                    footers.push(format!(
                        "    TABLE \"{}\" CONSTRAINT \"{}\" {}",
                        child.unwrap_or_default(),
                        cell(c, 0),
                        cell(c, 3)
                    ));
                }
            }
            _ => {}
        }
        if matches!(r.kind, 'r' | 'v') {
            self.trigger_footers(server, r, footers, out)?;
        }
        if verbose && matches!(r.kind, 'v' | 'm') {
            let sql =
                format!("SELECT pg_catalog.pg_get_viewdef('{}'::pg_catalog.oid, true);", r.oid);
            footers.push("View definition:".to_string());
            footers.push(self.query_one(server, &sql, out)?);
        }
        if verbose && matches!(r.kind, 'r' | 'm' | 't') {
            footers.push("Access method: heap".to_string());
        }
        if verbose {
            let mut options = r.options.clone();
            if let Some(toast) = by_oid(&r.toast) {
                options.extend(toast.options.iter().map(|o| format!("toast.{o}")));
            }
            if !options.is_empty() {
                footers.push(format!("Options: {}", options.join(", ")));
            }
        }
        Some(())
    }

    fn index_footer(
        &mut self,
        server: &mut dyn Server,
        r: &Relation,
        relations: &[Relation],
        footers: &mut Vec<String>,
        out: &mut dyn Write,
    ) -> Option<()> {
        let sql = format!(
            "SELECT indisprimary, indisunique, indisclustered, indisvalid, indrelid, \
             indnullsnotdistinct, pg_catalog.pg_get_expr(indpred, indrelid, true), \
             pg_catalog.pg_get_indexdef(indexrelid, 0, true) FROM pg_catalog.pg_index \
             WHERE indexrelid = '{}';",
            r.oid
        );
        let rows = self.query(server, &sql, out)?;
        let Some(i) = rows.first() else { return Some(()) };
        let mut text = String::new();
        if cell(i, 0) == "t" {
            text.push_str("primary key, ");
        } else if cell(i, 1) == "t" {
            text.push_str("unique");
            if cell(i, 5) == "t" {
                text.push_str(" nulls not distinct");
            }
            text.push_str(", ");
        }
        let definition = cell(i, 7);
        let method = definition
            .split_once(" USING ")
            .and_then(|(_, d)| d.split_once(' '))
            .map_or("btree", |(m, _)| m);
        let table = relations.iter().find(|t| t.oid == cell(i, 4)).map(|t| t.name.clone());
        text.push_str(&format!(
            "{method}, for table \"{}.{}\"",
            r.schema,
            table.unwrap_or_default()
        ));
        if !cell(i, 6).is_empty() {
            text.push_str(&format!(", predicate ({})", cell(i, 6)));
        }
        if cell(i, 2) == "t" {
            text.push_str(", clustered");
        }
        if cell(i, 3) == "f" {
            text.push_str(", invalid");
        }
        footers.push(text);
        Some(())
    }

    fn table_indexes(
        &mut self,
        server: &mut dyn Server,
        r: &Relation,
        relations: &[Relation],
        constraints: &Rows,
        footers: &mut Vec<String>,
        out: &mut dyn Write,
    ) -> Option<()> {
        let sql = format!(
            "SELECT indexrelid, indisprimary, indisunique, indisclustered, indisvalid, \
             pg_catalog.pg_get_indexdef(indexrelid, 0, true) \
             FROM pg_catalog.pg_index WHERE indrelid = '{}';",
            r.oid
        );
        let mut list: Vec<(bool, String, Vec<Option<String>>)> = Vec::new();
        for i in self.query(server, &sql, out)? {
            let name = relations.iter().find(|t| t.oid == cell(&i, 0)).map(|t| t.name.clone());
            list.push((cell(&i, 1) != "t", name.unwrap_or_default(), i));
        }
        list.sort();
        if !list.is_empty() {
            footers.push("Indexes:".to_string());
        }
        for (_, name, i) in list {
            let constraint = constraints
                .iter()
                .find(|c| cell(c, 2) == cell(&i, 0) && matches!(cell(c, 1).as_str(), "p" | "u"));
            let mut text = format!("    \"{name}\"");
            if cell(&i, 1) == "t" {
                text.push_str(" PRIMARY KEY,");
            } else if cell(&i, 2) == "t" {
                text.push_str(if constraint.is_some() {
                    " UNIQUE CONSTRAINT,"
                } else {
                    " UNIQUE,"
                });
            }
            let definition = cell(&i, 5);
            let shown = definition.split_once(" USING ").map_or(definition.as_str(), |(_, d)| d);
            text.push_str(&format!(" {shown}"));
            if let Some(c) = constraint {
                if cell(c, 4) == "t" {
                    text.push_str(" DEFERRABLE");
                }
                if cell(c, 5) == "t" {
                    text.push_str(" INITIALLY DEFERRED");
                }
            }
            if cell(&i, 3) == "t" {
                text.push_str(" CLUSTER");
            }
            if cell(&i, 4) == "f" {
                text.push_str(" INVALID");
            }
            footers.push(text);
        }
        Some(())
    }
}
