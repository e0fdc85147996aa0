//! A session that answers the advisor: a server of its own with one psql.

use advise::load::{Loader, Refused};
use advise::printed::{self, PLAIN};
use advise::sample::{Sample, quoted};
use client::psql::Psql;
use server::session::{Config, Session};
use std::path::Path;

/// The session and its psql.
pub struct Talk {
    session: Session,
    psql: Psql,
}

impl Talk {
    /// A psql session on a fresh server, of this version if one is named.
    pub fn new(server: Option<&str>) -> Talk {
        let mut session =
            Session::new(Config { clock: Box::new(crate::clock), ..Config::default() });
        if let Some(server) = server {
            session.execute(&format!("SET toastscope.server = '{server}'"));
        }
        Talk { session, psql: Psql::new(Some("advise"), false) }
    }

    /// Runs a script and returns what psql printed for it.
    pub fn ask(&mut self, script: &str) -> String {
        let mut out = Vec::new();
        for line in script.lines() {
            self.psql.line(&mut self.session, line, &mut out);
        }
        String::from_utf8_lossy(&out).into_owned()
    }

    /// Makes a table of a sample's rows, and returns the rows that the server refused.
    pub fn load(&mut self, sample: &Sample, table: &str) -> Result<Vec<Refused>, String> {
        let made = self.ask(&sample.create_table(table));
        if let Some(error) = printed::error(&made) {
            return Err(error);
        }
        let mut loader = Loader::new(table, sample.rows());
        while let Some(script) = loader.next_script() {
            let said = self.ask(&script);
            loader.answer(&said)?;
        }
        Ok(loader.refused().to_vec())
    }

    /// Runs the text of a user's SQL file, prints its first errors, and returns the name of the table to advise on,
    /// quoted as SQL wants it: `table`, which the user named, or else the largest table that the file made.
    pub fn run_file(
        &mut self,
        file: &Path,
        text: &str,
        table: Option<&str>,
    ) -> Result<String, String> {
        let name = file.to_string_lossy();
        let mut errors = 0;
        self.psql.begin(&name, 0);
        for line in text.lines() {
            let mut out = Vec::new();
            self.psql.line(&mut self.session, line, &mut out);
            let said = String::from_utf8_lossy(&out);
            for error in said.lines().filter(|l| l.starts_with("psql:") && l.contains("ERROR:")) {
                errors += 1;
                if errors <= super::NAMED {
                    eprintln!("{error}");
                }
            }
        }
        // pg_dump empties it, and the advisor's own tables need a schema to be made in.
        self.ask("RESET search_path;");
        if let Some(table) = table {
            return Ok(if table.contains(['.', '"']) { table.to_owned() } else { quoted(table) });
        }
        let largest = self.ask(&format!(
            "{PLAIN}\\echo @@ largest\nSELECT quote_ident(n.nspname) || '.' || quote_ident(c.relname) \
             FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') \
             ORDER BY pg_table_size(c.oid) DESC, 1 LIMIT 1;\n"
        ));
        let sections = printed::sections(&largest);
        let first = sections.first().and_then(|(_, lines)| lines.first());
        first.map(|line| (*line).to_owned()).ok_or_else(|| format!("{name}: it makes no table"))
    }
}
