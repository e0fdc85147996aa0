//! `\df` and its kinds, `\sf`: functions, aggregates, procedures, window functions.

use super::super::print_text;
use super::super::scan::escape_literal;
use super::{Describe, DescribeRequest, ListQuery, cell, is_system_schema};
use storage::versions::FunctionColumns;

const TITLE: &str = "List of functions";

/// Whether a function is shown; the first two columns of its row are schema and name.
fn keep(asked: &DescribeRequest, row: &[String]) -> bool {
    (asked.shows_system() || !is_system_schema(&row[0])) && asked.named(&row[0], &row[1])
}

/// The condition on `pg_proc` that leaves out the functions of extensions that the engine has built in.
const NO_EXTENSIONS: &str = "(p.oid >= 16384 OR n.nspname = 'pg_catalog')";

/// Whether a row is of the kind that the command lists; functions of triggers are a kind of their
/// own.
fn is_of_kind(command: &str, row: &[String]) -> bool {
    match command {
        "df" => true,
        "dfa" => row[4] == "agg",
        "dfp" => row[4] == "proc",
        "dft" => row[2] == "trigger",
        "dfw" => row[4] == "window",
        _ => row[4] == "func" && row[2] != "trigger",
    }
}

impl Describe<'_> {
    /// Refuses a list with built-in functions: the names of their arguments are not kept. Returns `None` if it does.
    fn refuse_built_in_functions(&mut self) -> Option<()> {
        if !self.asked.shows_system() {
            return Some(());
        }
        let sql = "SELECT n.nspname, p.proname FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n \
                   WHERE n.oid = p.pronamespace AND n.nspname = 'pg_catalog';";
        let found = self.query(sql)?;
        if !found.iter().any(|row| self.asked.named(&cell(row, 0), &cell(row, 1))) {
            return Some(());
        }
        let text = "\\df: what the arguments of built-in functions are called is not modelled";
        self.psql.log_error(self.out, text);
        None
    }

    /// Lists the functions: `\df`, or those of one kind: `\dfa`, `\dfn`, `\dfp`, `\dft`, `\dfw` (`describeFunctions`).
    pub(super) fn list_functions(&mut self, command: &str) -> Option<()> {
        self.refuse_built_in_functions()?;
        let sql = format!(
            "SELECT n.nspname, p.proname, \
             pg_catalog.pg_get_function_result(p.oid), \
             pg_catalog.pg_get_function_arguments(p.oid), \
             CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' \
             WHEN 'p' THEN 'proc' ELSE 'func' END \
             FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n \
             WHERE n.oid = p.pronamespace AND {NO_EXTENSIONS};"
        );
        let headers = &["Schema", "Name", "Result data type", "Argument data types", "Type"];
        let list = ListQuery { title: TITLE, headers, sql: &sql };
        self.list(list, |asked, row| is_of_kind(command, row) && keep(asked, row))?;
        self.note_extensions(command)
    }

    /// Says that the list lacks functions of extensions, if there are any that it should have: what their arguments are
    /// called is not kept.
    fn note_extensions(&mut self, command: &str) -> Option<()> {
        if !matches!(command, "df" | "dfn") {
            return Some(());
        }
        let sql = format!(
            "SELECT n.nspname, p.proname FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n \
             WHERE n.oid = p.pronamespace AND NOT {NO_EXTENSIONS};"
        );
        let found = self.query(&sql)?;
        if found.iter().any(|row| self.asked.named(&cell(row, 0), &cell(row, 1))) {
            let text = "functions of extensions are left out: what their arguments are called is not modelled";
            self.psql.log_error(self.out, &format!("\\{command}: {text}"));
        }
        Some(())
    }

    /// Lists the functions with their properties and source: `\df+`, or those of one kind.
    pub(super) fn list_functions_verbosely(&mut self, command: &str) -> Option<()> {
        self.refuse_built_in_functions()?;
        let columns = self.server.release().function_columns;
        let (source, text) = match columns {
            FunctionColumns::Source => ("Source code", "p.prosrc"),
            _ => (
                "Internal name",
                "CASE WHEN l.lanname IN ('internal', 'c') THEN p.prosrc ELSE '' END",
            ),
        };
        let (leakproof, whether) = match columns {
            FunctionColumns::Leakproof => (&["Leakproof?"][..], "'no', "),
            _ => (&[][..], ""),
        };
        let sql = format!(
            "SELECT n.nspname, p.proname, \
             pg_catalog.pg_get_function_result(p.oid), \
             pg_catalog.pg_get_function_arguments(p.oid), \
             CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' \
             WHEN 'p' THEN 'proc' ELSE 'func' END, \
             CASE p.provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' \
             ELSE 'volatile' END, CASE p.proparallel WHEN 's' THEN 'safe' \
             WHEN 'r' THEN 'restricted' ELSE 'unsafe' END, 'postgres', 'invoker', {whether}'', l.lanname, \
             {text}, pg_catalog.obj_description(p.oid, 'pg_proc') \
             FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n, pg_catalog.pg_language l \
             WHERE n.oid = p.pronamespace AND l.oid = p.prolang AND {NO_EXTENSIONS};"
        );
        let mut headers = vec!["Schema", "Name", "Result data type", "Argument data types", "Type"];
        headers.extend(["Volatility", "Parallel", "Owner", "Security"]);
        headers.extend(leakproof);
        headers.extend(["Access privileges", "Language", source, "Description"]);
        let list = ListQuery { title: TITLE, headers: &headers, sql: &sql };
        self.list(list, |asked, row| is_of_kind(command, row) && keep(asked, row))?;
        self.note_extensions(command)
    }

    /// `\sf`: the CREATE statement of a function.
    pub(super) fn show_function(&mut self) -> Option<()> {
        let name = self.asked.name.unwrap_or_default();
        let kind = if name.contains('(') { "regprocedure" } else { "regproc" };
        let name = escape_literal(name);
        let sql = format!("SELECT pg_catalog.pg_get_functiondef({name}::pg_catalog.{kind});");
        let definition = self.query_value_plainly(&sql)?;
        if !self.asked.verbose {
            print_text(self.out, &definition);
            return Some(());
        }
        // Numbers count the lines of the body (`print_with_linenumbers`).
        let mut number = 0;
        for line in definition.lines() {
            let begins = ["AS ", "BEGIN ", "RETURN "].iter().any(|word| line.starts_with(word));
            number += usize::from(number > 0 || begins);
            let shown = if number > 0 { number.to_string() } else { String::new() };
            print_text(self.out, &format!("{shown:<7} {line}\n"));
        }
        Some(())
    }
}
