//! `\d NAME`: a relation with its columns and what stands below them (`describeOneTableDetails`).
//!
//! ```text
//!                 Table "public.t"                 <- title: what it is
//!  Column |  Type   | Collation | Nullable | Default
//! --------+---------+-----------+----------+---------
//!  a      | integer |           | not null |         <- `columns`
//! Indexes:                                           <- `footers`, section by section
//!     "t_pkey" PRIMARY KEY, btree (a)
//! ```

use super::Describe;
use super::pattern::Pattern;
use super::relations::Relation;
use storage::heap::{Persistence, RelKind};

/// What a relation's table has of columns and footers follows from its kind.
impl Relation {
    /// Whether the relation is a table or materialized view, with storage and columns of its own.
    pub(super) fn stores_rows(&self) -> bool {
        matches!(self.kind, RelKind::Table | RelKind::MaterializedView)
    }

    /// Whether its columns have collations, defaults and descriptions.
    pub(super) fn has_column_details(&self) -> bool {
        matches!(
            self.kind,
            RelKind::Table | RelKind::View | RelKind::MaterializedView | RelKind::Composite
        )
    }

    /// The words for this kind of relation in the title of `\d`.
    fn title(&self) -> &'static str {
        match (self.kind, self.persistence == Persistence::Unlogged) {
            (RelKind::Table, false) => "Table",
            (RelKind::Table, true) => "Unlogged table",
            (RelKind::View, _) => "View",
            (RelKind::MaterializedView, false) => "Materialized view",
            (RelKind::MaterializedView, true) => "Unlogged materialized view",
            (RelKind::Index, false) => "Index",
            (RelKind::Index, true) => "Unlogged index",
            (RelKind::Toast, _) => "TOAST table",
            (RelKind::Composite, _) => "Composite type",
            _ => "Relation",
        }
    }
}

impl Describe<'_> {
    /// The error that no relation matches this name. If the creation of one was refused as not
    /// modelled, the error says so.
    pub(super) fn not_found(&self, kind: &str, name: &str) -> String {
        let message = format!("Did not find any {kind} named \"{name}\"");
        let cause = self.psql.refused.cause(&message).unwrap_or_default();
        format!("{message}{cause}.")
    }

    /// Describes all relations whose name matches (`describeTableDetails`).
    pub(super) fn describe_named(&mut self, name: &str) -> Option<()> {
        let relations = self.relations()?;
        let pattern = Pattern::new(name);
        let found = relations
            .iter()
            .filter(|found| pattern.matches_visible(&found.schema, &found.name, found.visible));
        let found: Vec<&Relation> = found.collect();
        if found.is_empty() {
            let message = self.not_found("relation", name);
            self.psql.log_error(self.out, &message);
            return None;
        }
        for relation in found {
            match relation.kind {
                RelKind::Sequence => self.describe_sequence(relation, &relations)?,
                _ => self.describe_relation(relation, &relations)?,
            }
        }
        Some(())
    }

    /// Prints one relation: its title, columns and footers.
    fn describe_relation(&mut self, relation: &Relation, relations: &[Relation]) -> Option<()> {
        let (headers, rows) = self.columns(relation)?;
        let footers = self.footers(relation, relations)?;
        let title = format!("{} \"{}.{}\"", relation.title(), relation.schema, relation.name);
        self.print_details(title, &headers, rows, footers);
        Some(())
    }
}
