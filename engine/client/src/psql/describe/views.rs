//! `\sv`: the command that would make a view again, with `+` its lines numbered.

use super::super::print_text;
use super::super::scan::escape_literal;
use super::Describe;

impl Describe<'_> {
    pub(super) fn show_view(&mut self) -> Option<()> {
        let name = self.asked.name.unwrap_or_default();
        let sql = format!(
            "SELECT pg_catalog.pg_get_viewdef({}::pg_catalog.regclass, true);",
            escape_literal(name)
        );
        let definition = self.query_value_plainly(&sql)?;
        let definition = definition.trim_end_matches(';');
        let command = format!("CREATE OR REPLACE VIEW public.{name} AS\n{definition}\n");
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
