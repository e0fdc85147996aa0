//! `\df` and its kinds, `\sf`: functions, aggregates, procedures, window functions.

use super::super::print_text;
use super::super::scan::escape_literal;
use super::{Describe, DescribeRequest, ListQuery, cell, is_system_schema};
use storage::versions::FunctionColumns;

const TITLE: &str = "List of functions";

/// Whether a function is shown; the first two columns of its row are schema and name.
fn keep(asked: &DescribeRequest, row: &[String]) -> bool {
    (asked.shows_system() || !is_system_schema(&row[0])) && asked.finds(&row[0], &row[1], row)
}

/// The condition on `pg_proc` that leaves out the functions of extensions that the engine has built in.
const NO_EXTENSIONS: &str = "(p.oid >= 16384 OR n.nspname = 'pg_catalog')";

/// Whether a row is of a kind that the letters of the command ask for; functions of triggers are a kind of their own.
fn is_of_kind(letters: &str, row: &[String]) -> bool {
    let letter = match row[4].as_str() {
        "agg" => 'a',
        "proc" => 'p',
        "window" => 'w',
        _ if row[2] == "trigger" => 't',
        _ => 'n',
    };
    !letters.contains(['a', 'n', 'p', 't', 'w']) || letters.contains(letter)
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

    /// Lists the functions: `\df`, or those of some kinds: `\dfa`, `\dfn`, `\dfp`, `\dft`, `\dfw` (`describeFunctions`).
    pub(super) fn list_functions(&mut self, letters: &str) -> Option<()> {
        let known = if self.psql.release.lists_expand { "anptwSx+" } else { "anptwS+" };
        if !letters.chars().all(|letter| known.contains(letter)) {
            let text = format!("\\df only takes [{known}] as options");
            self.psql.log_error(self.out, &text);
            return Some(());
        }
        match self.asked.verbose {
            true => self.list_functions_verbosely(letters),
            false => self.list_functions_briefly(letters),
        }
    }

    /// Lists functions, with their arguments (`describeFunctions`).
    fn list_functions_briefly(&mut self, letters: &str) -> Option<()> {
        self.refuse_built_in_functions()?;
        let sql = format!(
            "SELECT n.nspname, p.proname, \
             pg_catalog.pg_get_function_result(p.oid), \
             pg_catalog.pg_get_function_arguments(p.oid), \
             CASE p.prokind WHEN 'a' THEN 'agg' WHEN 'w' THEN 'window' \
             WHEN 'p' THEN 'proc' ELSE 'func' END, pg_catalog.pg_function_is_visible(p.oid) \
             FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n \
             WHERE n.oid = p.pronamespace AND {NO_EXTENSIONS};"
        );
        let headers = &["Schema", "Name", "Result data type", "Argument data types", "Type"];
        let list = ListQuery { title: TITLE, headers, sql: &sql };
        self.list(list, |asked, row| is_of_kind(letters, row) && keep(asked, row))?;
        self.note_extensions(letters)
    }

    /// Says that the list lacks functions of extensions, if there are any that it should have: what their arguments are
    /// called is not kept.
    fn note_extensions(&mut self, letters: &str) -> Option<()> {
        if letters.contains(['a', 'p', 't', 'w']) && !letters.contains('n') {
            return Some(());
        }
        let sql = format!(
            "SELECT n.nspname, p.proname FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n \
             WHERE n.oid = p.pronamespace AND NOT {NO_EXTENSIONS};"
        );
        let found = self.query(&sql)?;
        if found.iter().any(|row| self.asked.named(&cell(row, 0), &cell(row, 1))) {
            let text = "functions of extensions are left out: what their arguments are called is not modelled";
            self.psql.log_error(self.out, &format!("\\df: {text}"));
        }
        Some(())
    }

    /// Lists the functions with their properties and source: `\df+`, or those of one kind.
    fn list_functions_verbosely(&mut self, letters: &str) -> Option<()> {
        self.refuse_built_in_functions()?;
        let columns = self.server.release().function_columns;
        let (source, text) = match columns {
            FunctionColumns::Source => {
                ("Source code", "COALESCE(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc)")
            }
            _ => (
                "Internal name",
                "CASE WHEN l.lanname IN ('internal', 'c') THEN p.prosrc ELSE '' END",
            ),
        };
        let (leakproof, whether) = match columns {
            FunctionColumns::Leakproof => {
                (&["Leakproof?"][..], "CASE WHEN p.proleakproof THEN 'yes' ELSE 'no' END, ")
            }
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
             WHEN 'r' THEN 'restricted' ELSE 'unsafe' END, 'postgres', \
             CASE WHEN p.prosecdef THEN 'definer' ELSE 'invoker' END, {whether}'', l.lanname, \
             {text}, pg_catalog.obj_description(p.oid, 'pg_proc'), \
             pg_catalog.pg_function_is_visible(p.oid) \
             FROM pg_catalog.pg_proc p, pg_catalog.pg_namespace n, pg_catalog.pg_language l \
             WHERE n.oid = p.pronamespace AND l.oid = p.prolang AND {NO_EXTENSIONS};"
        );
        let mut headers = vec!["Schema", "Name", "Result data type", "Argument data types", "Type"];
        headers.extend(["Volatility", "Parallel", "Owner", "Security"]);
        headers.extend(leakproof);
        headers.extend(["Access privileges", "Language", source, "Description"]);
        let list = ListQuery { title: TITLE, headers: &headers, sql: &sql };
        self.list(list, |asked, row| is_of_kind(letters, row) && keep(asked, row))?;
        self.note_extensions(letters)
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
