//! `\sv`: the command that would make a view again, with `+` its lines numbered.

use super::super::print_text;
use super::super::scan::escape_literal;
use super::Describe;

impl Describe<'_> {
    /// Prints the statement that would create the view.
    pub(super) fn show_view(&mut self) -> Option<()> {
        let name = self.asked.name.unwrap_or_default();
        let other = format!(
            "SELECT CASE WHEN c.relkind = 'v' THEN '' ELSE \
             pg_catalog.format('\"%s.%s\" is not a view', n.nspname, c.relname) END \
             FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.oid = {}::pg_catalog.regclass;",
            escape_literal(name)
        );
        let other = self.query_value_plainly(&other)?;
        if !other.is_empty() {
            self.psql.log_error(self.out, &other);
            return None;
        }
        let sql = format!(
            "SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) \
             || coalesce((SELECT '\n WITH (' || pg_catalog.string_agg(name || '=' || CASE \
                WHEN pg_catalog.quote_ident(v) = v THEN v ELSE pg_catalog.quote_literal(v) END, ', ') || ')' \
                FROM (SELECT pg_catalog.split_part(o, '=', 1) AS name, pg_catalog.split_part(o, '=', 2) AS v \
                FROM pg_catalog.unnest(c.reloptions) o) s WHERE name <> 'check_option'), '') || ' AS\n' \
             || pg_catalog.rtrim(pg_catalog.pg_get_viewdef(c.oid, true), ';') \
             || CASE WHEN 'check_option=local' = ANY (c.reloptions) THEN '\n WITH LOCAL CHECK OPTION' \
                WHEN 'check_option=cascaded' = ANY (c.reloptions) \
                THEN '\n WITH CASCADED CHECK OPTION' ELSE '' END FROM pg_catalog.pg_class c \
             JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace \
             WHERE c.oid = {}::pg_catalog.regclass;",
            escape_literal(name)
        );
        let definition = self.query_value_plainly(&sql)?;
        let command = format!("CREATE OR REPLACE VIEW {definition}\n");
        for (i, line) in command.lines().enumerate() {
            let number = match self.asked.verbose {
                true => format!("{:<7} ", i + 1),
                false => String::new(),
            };
            print_text(self.out, &format!("{number}{line}\n"));
        }
        Some(())
    }
}
