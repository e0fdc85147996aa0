//! What stands below a relation's columns, one function a section, in psql's order.
//!
//! ```text
//! Indexes:
//!     "t_pkey" PRIMARY KEY, btree (a)
//! Check constraints:
//!     "t_a_check" CHECK (a > 0)
//! Foreign-key constraints: ...
//! Referenced by: ...
//! Not-null constraints: ...                 with +, of a release that has them
//! Triggers: ...
//! Access method: heap                       with +
//! Options: toast_tuple_target=128           with +
//! ```

use super::relations::{Relation, by_oid};
use super::{Describe, Row, cell, is_true};
use sql::expr::quote_identifier;
use storage::heap::RelKind;
use storage::sort::Arrange;

/// The places of what the query for constraints selects.
const NAME: usize = 0;
const KIND: usize = 1;
const INDEX: usize = 2;
const DEFINITION: usize = 3;
const DEFERRABLE: usize = 4;
const DEFERRED: usize = 5;
const TABLE: usize = 6;
const REFERENCED: usize = 7;
const COLUMN: usize = 8;

impl Describe<'_> {
    /// All sections that a relation of this kind has.
    pub(super) fn footers(
        &mut self,
        relation: &Relation,
        relations: &[Relation],
    ) -> Option<Vec<String>> {
        let mut footers = Vec::new();
        let verbose = self.asked.verbose;
        match relation.kind {
            RelKind::Index => footers.extend(self.index(relation, relations)?),
            RelKind::Toast => {
                footers.extend(owning_table(relation, relations));
                footers.extend(self.indexes(relation, relations, &[])?);
            }
            RelKind::Table | RelKind::MaterializedView => {
                let constraints = self.constraints(relation)?;
                footers.extend(self.indexes(relation, relations, &constraints)?);
                footers.extend(checks_and_foreign_keys(relation, &constraints));
                footers.extend(referenced_by(relation, relations, &constraints));
                if verbose {
                    footers.extend(not_nulls(&constraints));
                }
            }
            _ => {}
        }
        if matches!(relation.kind, RelKind::Table | RelKind::View) {
            footers.extend(self.triggers(relation)?);
        }
        if verbose && matches!(relation.kind, RelKind::View | RelKind::MaterializedView) {
            footers.extend(self.view_definition(relation)?);
        }
        if verbose && matches!(relation.kind, RelKind::Table | RelKind::MaterializedView) {
            footers.extend(
                relation.replica_identity_line(self.server.release().identity_nothing_known),
            );
        }
        if relation.shared && relation.kind != RelKind::View {
            footers.push("Tablespace: \"pg_global\"".to_string());
        }
        let tableam = verbose && !self.psql.is_on("HIDE_TABLEAM");
        if tableam && relation.kind.has_table_am() {
            footers.push("Access method: heap".to_string());
        }
        if verbose {
            footers.extend(options(relation, relations));
        }
        Some(footers)
    }

    /// The line that says what an index is and of which table; `None` for what is no index.
    fn index(&mut self, relation: &Relation, relations: &[Relation]) -> Option<Option<String>> {
        let sql = format!(
            "SELECT indisprimary, indisunique, indisclustered, indisvalid, indrelid, \
             indnullsnotdistinct, pg_catalog.pg_get_expr(indpred, indrelid, true), \
             pg_catalog.pg_get_indexdef(indexrelid, 0, true), indisreplident FROM pg_catalog.pg_index \
             WHERE indexrelid = '{}';",
            relation.oid
        );
        let rows = self.query(&sql)?;
        Some(rows.first().map(|index| describe_index(index, relation, relations)))
    }

    /// `Indexes:`, the primary key first, then by name.
    fn indexes(
        &mut self,
        relation: &Relation,
        relations: &[Relation],
        constraints: &[Row],
    ) -> Option<Vec<String>> {
        let sql = format!(
            "SELECT indexrelid, indisprimary, indisunique, indisclustered, indisvalid, \
             pg_catalog.pg_get_indexdef(indexrelid, 0, true), indisreplident \
             FROM pg_catalog.pg_index WHERE indrelid = '{}';",
            relation.oid
        );
        let mut indexes: Vec<(bool, String, Row)> = Vec::new();
        for index in self.query(&sql)? {
            let name = by_oid(relations, &cell(&index, 0)).map(|found| found.name.clone());
            indexes.push((!is_true(&index, 1), name.unwrap_or_default(), index));
        }
        indexes.arrange();
        let lines = indexes.iter().map(|(_, name, index)| {
            let constraint = constraints.iter().find(|constraint| {
                cell(constraint, INDEX) == cell(index, 0)
                    && matches!(cell(constraint, KIND).as_str(), "p" | "u")
            });
            let mut line = index_line(name, index, constraint);
            // initdb makes a constraint of each unique index of a catalog; these have no rows here.
            if relation.schema == "pg_catalog" {
                line = line.replacen(" UNIQUE, ", " UNIQUE CONSTRAINT, ", 1);
            }
            line.push_str(if relation.shared { ", tablespace \"pg_global\"" } else { "" });
            line
        });
        Some(section("Indexes:", lines.collect()))
    }

    /// The constraints of a table and those that refer to it, sorted by name.
    fn constraints(&mut self, relation: &Relation) -> Option<Vec<Row>> {
        let sql = format!(
            "SELECT conname, contype, conindid, pg_catalog.pg_get_constraintdef(oid, \
             true), condeferrable, condeferred, conrelid, confrelid, conkey[1] \
             FROM pg_catalog.pg_constraint WHERE conrelid = '{0}' OR confrelid = '{0}';",
            relation.oid
        );
        let mut constraints = self.query(&sql)?;
        constraints.arrange();
        Some(constraints)
    }

    /// The section `Triggers:`, and the sections of triggers that are disabled or fire only in some
    /// replication roles.
    fn triggers(&mut self, relation: &Relation) -> Option<Vec<String>> {
        let sql = format!(
            "SELECT tgenabled, pg_catalog.pg_get_triggerdef(oid, true) FROM pg_catalog.pg_trigger \
             WHERE tgrelid = '{}' AND NOT tgisinternal ORDER BY tgname;",
            relation.oid
        );
        let triggers = self.query(&sql)?;
        let sections = [
            ("O", "Triggers:"),
            ("D", "Disabled user triggers:"),
            ("A", "Triggers firing always:"),
            ("R", "Triggers firing on replica only:"),
        ];
        let lines = |state: &str| -> Vec<String> {
            let triggers = triggers.iter().filter(|trigger| cell(trigger, 0) == state);
            triggers
                .map(|trigger| format!("    {}", text_after(&cell(trigger, 1), " TRIGGER ")))
                .collect()
        };
        let all = sections.iter().flat_map(|(state, title)| section(title, lines(state)));
        Some(all.collect())
    }

    /// The section `View definition`.
    fn view_definition(&mut self, relation: &Relation) -> Option<[String; 2]> {
        let sql =
            format!("SELECT pg_catalog.pg_get_viewdef('{}'::pg_catalog.oid, true);", relation.oid);
        Some(["View definition:".to_string(), self.query_value(&sql)?])
    }
}

/// A title above its lines; nothing if there are no lines.
fn section(title: &str, lines: Vec<String>) -> Vec<String> {
    match lines.is_empty() {
        true => lines,
        false => std::iter::once(title.to_string()).chain(lines).collect(),
    }
}

/// The text after the first `mark`; all of it if there is none.
fn text_after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).map_or(text, |(_, rest)| rest)
}

/// The line that names the table of a TOAST relation.
fn owning_table(toast: &Relation, relations: &[Relation]) -> Option<String> {
    let owner = relations.iter().find(|relation| relation.toast == toast.oid)?;
    Some(format!("Owning table: \"{}.{}\"", owner.schema, owner.name))
}

/// The footer of an index: `unique, btree, for table "public.t"`.
fn describe_index(index: &Row, relation: &Relation, relations: &[Relation]) -> String {
    let mut text = String::new();
    if is_true(index, 0) {
        text.push_str("primary key, ");
    } else if is_true(index, 1) {
        text.push_str("unique");
        if is_true(index, 5) {
            text.push_str(" nulls not distinct");
        }
        text.push_str(", ");
    }
    let definition = cell(index, 7);
    let method = definition.split_once(" USING ").and_then(|(_, rest)| rest.split_once(' '));
    let method = method.map_or("btree", |(method, _)| method);
    let table = by_oid(relations, &cell(index, 4)).map_or("", |table| table.name.as_str());
    text.push_str(&format!("{method}, for table \"{}.{table}\"", relation.schema));
    if !cell(index, 6).is_empty() {
        text.push_str(&format!(", predicate ({})", cell(index, 6)));
    }
    if is_true(index, 2) {
        text.push_str(", clustered");
    }
    if cell(index, 3) == "f" {
        text.push_str(", invalid");
    }
    if is_true(index, 8) {
        text.push_str(", replica identity");
    }
    text
}

/// A line of `Indexes:`.
fn index_line(name: &str, index: &Row, constraint: Option<&Row>) -> String {
    let mut text = format!("    \"{name}\"");
    if is_true(index, 1) {
        text.push_str(" PRIMARY KEY,");
    } else if is_true(index, 2) {
        text.push_str(if constraint.is_some() { " UNIQUE CONSTRAINT," } else { " UNIQUE," });
    }
    text.push_str(&format!(" {}", text_after(&cell(index, 5), " USING ")));
    if constraint.is_some_and(|constraint| is_true(constraint, DEFERRABLE)) {
        text.push_str(" DEFERRABLE");
    }
    if constraint.is_some_and(|constraint| is_true(constraint, DEFERRED)) {
        text.push_str(" INITIALLY DEFERRED");
    }
    if is_true(index, 3) {
        text.push_str(" CLUSTER");
    }
    if cell(index, 4) == "f" {
        text.push_str(" INVALID");
    }
    if is_true(index, 6) {
        text.push_str(" REPLICA IDENTITY");
    }
    text
}

/// The sections of CHECK constraints and of foreign keys.
fn checks_and_foreign_keys(relation: &Relation, constraints: &[Row]) -> Vec<String> {
    let lines = |kind: &str| {
        let own = constraints.iter().filter(|constraint| {
            cell(constraint, TABLE) == relation.oid && cell(constraint, KIND) == kind
        });
        own.map(|own| format!("    \"{}\" {}", cell(own, NAME), cell(own, DEFINITION))).collect()
    };
    let mut footers = section("Check constraints:", lines("c"));
    footers.extend(section("Foreign-key constraints:", lines("f")));
    footers
}

/// The section of NOT NULL constraints, in the order of the columns.
fn not_nulls(constraints: &[Row]) -> Vec<String> {
    let own = constraints.iter().filter(|constraint| cell(constraint, KIND) == "n");
    let mut own: Vec<(u16, String)> = own
        .map(|own| {
            let column = cell(own, DEFINITION).replacen("NOT NULL ", "", 1);
            let line = format!("    \"{}\" NOT NULL \"{}\"", cell(own, NAME), bare(&column));
            (cell(own, COLUMN).parse().unwrap_or(0), line)
        })
        .collect();
    own.arrange();
    section("Not-null constraints:", own.into_iter().map(|(_, line)| line).collect())
}

/// A name without the quotes that it needs in SQL.
fn bare(name: &str) -> String {
    match name.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(inner) => inner.replace("\"\"", "\""),
        None => name.to_string(),
    }
}

/// The section of foreign keys that refer to the relation.
fn referenced_by(relation: &Relation, relations: &[Relation], constraints: &[Row]) -> Vec<String> {
    let referring = constraints.iter().filter(|constraint| {
        cell(constraint, KIND) == "f" && cell(constraint, REFERENCED) == relation.oid
    });
    let lines = referring.map(|constraint| {
        let table = by_oid(relations, &cell(constraint, TABLE)).map(|table| match table.visible {
            true => quote_identifier(&table.name),
            false => {
                format!("{}.{}", quote_identifier(&table.schema), quote_identifier(&table.name))
            }
        });
        // psql puts quotes around what the server may have quoted.
        format!(
            "    TABLE \"{}\" CONSTRAINT \"{}\" {}",
            table.unwrap_or_default(),
            cell(constraint, NAME),
            cell(constraint, DEFINITION)
        )
    });
    section("Referenced by:", lines.collect())
}

/// The section `Options:`; the options of the TOAST table have `toast.` in front.
fn options(relation: &Relation, relations: &[Relation]) -> Option<String> {
    let mut options = relation.options.clone();
    if let Some(toast) = by_oid(relations, &relation.toast) {
        options.extend(toast.options.iter().map(|option| format!("toast.{option}")));
    }
    (!options.is_empty()).then(|| format!("Options: {}", options.join(", ")))
}
