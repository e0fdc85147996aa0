//! `\d` of a sequence: its numbers, and the column that owns it.

use super::relations::{Relation, by_oid};
use super::{Describe, cell};
use server::session::Reply;
use storage::heap::Persistence;

impl Describe<'_> {
    /// Prints the numbers of a sequence, and the column that owns it.
    pub(super) fn describe_sequence(
        &mut self,
        sequence: &Relation,
        relations: &[Relation],
    ) -> Option<()> {
        let sql = format!(
            "SELECT pg_catalog.format_type(seqtypid, NULL), seqstart, seqmin, seqmax, \
             seqincrement, CASE WHEN seqcycle THEN 'yes' ELSE 'no' END, seqcache \
             FROM pg_catalog.pg_sequence WHERE seqrelid = '{}';",
            sequence.oid
        );
        let rows = self.query(&sql)?;
        let rows = rows
            .into_iter()
            .map(|row| row.into_iter().map(Option::unwrap_or_default).collect())
            .collect();
        let footers = self.owner(sequence, relations)?;
        let what = if sequence.persistence == Persistence::Unlogged {
            "Unlogged sequence"
        } else {
            "Sequence"
        };
        let title = format!("{what} \"{}.{}\"", sequence.schema, sequence.name);
        let headers = ["Type", "Start", "Minimum", "Maximum", "Increment", "Cycles?", "Cache"];
        let right = vec![false, true, true, true, true, false, true];
        self.print_table(title, &headers, right, rows, Some(footers));
        Some(())
    }

    /// The line that names the column that owns the sequence, if there is one.
    fn owner(&mut self, sequence: &Relation, relations: &[Relation]) -> Option<Vec<String>> {
        let sql = format!(
            "SELECT refobjid, refobjsubid, deptype FROM pg_catalog.pg_depend \
             WHERE objid = '{}' AND deptype IN ('a', 'i') AND refobjsubid > 0;",
            sequence.oid
        );
        // On a server without pg_depend nobody owns it.
        let rows = self.server.execute(&sql).into_iter().find_map(|outcome| match outcome {
            Reply::Rows { rows, .. } => Some(rows),
            _ => None,
        });
        let Some(owner) = rows.as_ref().and_then(|rows| rows.first()) else {
            return Some(Vec::new());
        };
        let Some(table) = by_oid(relations, &cell(owner, 0)) else { return Some(Vec::new()) };
        let column = self.query_value(&format!(
            "SELECT attname FROM pg_catalog.pg_attribute WHERE attrelid = '{}' AND attnum = {};",
            table.oid,
            cell(owner, 1)
        ))?;
        let what = if cell(owner, 2) == "i" { "Sequence for identity column" } else { "Owned by" };
        Some(vec![format!("{what}: {}.{}.{column}", table.schema, table.name)])
    }
}
