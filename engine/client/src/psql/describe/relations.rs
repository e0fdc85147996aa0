//! All relations, and the lists of them: `\d` without a name, `\dt`, `\di`, `\ds`, `\dv`, `\dm`.

use super::{Describe, cell, is_system_schema, is_true};
use storage::heap::{Persistence, RelKind};
use storage::sort::Arrange;

/// A relation of `pg_class`.
#[derive(Clone, Debug)]
pub(super) struct Relation {
    pub(super) oid: String,
    pub(super) schema: String,
    pub(super) name: String,
    /// What kind of relation it is (`relkind`).
    pub(super) kind: RelKind,
    /// Whether it is permanent, unlogged or temporary (`relpersistence`).
    pub(super) persistence: Persistence,
    /// The OID of its TOAST table, 0 if it has none (`reltoastrelid`).
    pub(super) toast: String,
    /// Its storage parameters, each `name=value` (`reloptions`).
    pub(super) options: Vec<String>,
    /// Which columns identify a row to logical replication, as a letter (`relreplident`).
    pub(super) replica_identity: char,
    /// Whether its name alone finds it.
    pub(super) visible: bool,
    /// Whether all databases share it: it is in the tablespace pg_global (`reltablespace`).
    pub(super) shared: bool,
}

impl Relation {
    /// The relation's kind as the column `Type` of the lists shows it.
    fn kind_name(&self) -> &'static str {
        match self.kind {
            RelKind::Table => "table",
            RelKind::View => "view",
            RelKind::MaterializedView => "materialized view",
            RelKind::Index => "index",
            RelKind::Sequence => "sequence",
            RelKind::Toast => "TOAST table",
            RelKind::Composite => "",
        }
    }

    /// The line `Replica Identity: FULL`; `None` for the default, and if an index is marked as the
    /// replica identity.
    pub(super) fn replica_identity_line(&self, nothing_known: bool) -> Option<String> {
        let usual = if self.schema == "pg_catalog" { 'n' } else { 'd' };
        let name = match self.replica_identity {
            'i' => return None,
            identity if identity == usual => return None,
            'f' => "FULL",
            'n' if nothing_known => "NOTHING",
            _ => "???",
        };
        Some(format!("Replica Identity: {name}"))
    }

    /// What `\d+` prints under `Persistence`.
    fn persistence_name(&self) -> &'static str {
        match self.persistence {
            Persistence::Temp => "temporary",
            Persistence::Unlogged => "unlogged",
            _ => "permanent",
        }
    }

    /// What `\d+` prints under `Access method`.
    fn access_method(&self) -> &'static str {
        match self.kind {
            RelKind::Table | RelKind::MaterializedView | RelKind::Toast => "heap",
            RelKind::Index => "btree",
            _ => "",
        }
    }

    /// The letter of the command (`\dt`, `\di` ...) that lists the relation; with `toast`, TOAST
    /// tables count as tables.
    fn letter(&self, toast: bool) -> Option<char> {
        match self.kind {
            RelKind::Table => Some('t'),
            RelKind::Toast if toast => Some('t'),
            RelKind::Index => Some('i'),
            RelKind::Sequence => Some('s'),
            RelKind::View => Some('v'),
            RelKind::MaterializedView => Some('m'),
            RelKind::Toast | RelKind::Composite => None,
        }
    }

    /// Whether the relation is in a schema of the system.
    fn is_system(&self) -> bool {
        is_system_schema(&self.schema) || self.schema.starts_with("pg_toast")
    }
}

/// The relation with this OID.
pub(super) fn by_oid<'a>(relations: &'a [Relation], oid: &str) -> Option<&'a Relation> {
    relations.iter().find(|relation| relation.oid == oid)
}

/// The elements of an array as the server prints it, `{a,b}`.
fn array(text: &str) -> Vec<String> {
    let inner = text.trim_start_matches('{').trim_end_matches('}');
    inner.split(',').filter(|s| !s.is_empty()).map(|s| s.trim_matches('"').to_string()).collect()
}

impl Describe<'_> {
    /// All relations, sorted by schema and name.
    pub(super) fn relations(&mut self) -> Option<Vec<Relation>> {
        let schemas = self.query("SELECT oid, nspname FROM pg_catalog.pg_namespace;")?;
        let rows = self.query(
            "SELECT oid, relnamespace, relname, relkind, relpersistence, reltoastrelid, \
             reloptions, pg_catalog.pg_table_is_visible(oid), relreplident, reltablespace \
             FROM pg_catalog.pg_class;",
        )?;
        let mut relations: Vec<Relation> = rows
            .iter()
            .filter_map(|row| {
                let letter = |column| cell(row, column).chars().next();
                let kind = RelKind::from_char(letter(3)?)?;
                let persistence = Persistence::from_char(letter(4)?)?;
                let replica_identity = letter(8)?;
                let schema = schemas.iter().find(|schema| cell(schema, 0) == cell(row, 1));
                Some(Relation {
                    oid: cell(row, 0),
                    schema: schema.map(|schema| cell(schema, 1)).unwrap_or_default(),
                    name: cell(row, 2),
                    kind,
                    persistence,
                    toast: cell(row, 5),
                    options: array(&cell(row, 6)),
                    visible: is_true(row, 7),
                    replica_identity,
                    shared: cell(row, 9) == "1664",
                })
            })
            .collect();
        relations.arrange_by(|a, b| (&a.schema, &a.name).cmp(&(&b.schema, &b.name)));
        Some(relations)
    }

    /// Lists the relations of these kinds, each a letter as in `\dt` (`listTables`).
    pub(super) fn list_relations(&mut self, kinds: &str) -> Option<()> {
        let relations = self.relations()?;
        let found: Vec<&Relation> =
            relations.iter().filter(|relation| self.is_listed(relation, kinds)).collect();
        let named = self.server.release().lists_named;
        let what = match kinds {
            "t" if named => "tables",
            "i" if named => "indexes",
            "v" if named => "views",
            "m" if named => "materialized views",
            "s" if named => "sequences",
            "E" if named => "foreign tables",
            _ => "relations",
        };
        if found.is_empty() && !self.psql.quiet() {
            let one = if named { what } else { "relation" };
            let message = match self.asked.name {
                Some(name) => self.not_found(one, name),
                None => format!("Did not find any {what}."),
            };
            self.psql.log_error(self.out, &message);
            return Some(());
        }
        let indexes = kinds.contains('i');
        let tableam = kinds.contains(['t', 'i', 'm']) && !self.psql.is_on("HIDE_TABLEAM");
        let mut headers = vec!["Schema", "Name", "Type", "Owner"];
        if indexes {
            headers.push("Table");
        }
        if self.asked.verbose {
            headers.push("Persistence");
            if tableam {
                headers.push("Access method");
            }
            headers.extend(["Size", "Description"]);
        }
        let mut rows = Vec::new();
        for relation in found {
            let mut row: Vec<String> =
                [&relation.schema, &relation.name, relation.kind_name(), "postgres"]
                    .map(str::to_string)
                    .to_vec();
            if indexes {
                row.push(self.table_of_index(relation, &relations)?);
            }
            if self.asked.verbose {
                row.push(relation.persistence_name().to_string());
                if tableam {
                    row.push(relation.access_method().to_string());
                }
                row.extend(self.size_and_description(relation)?);
            }
            rows.push(row);
        }
        self.print_list(&format!("List of {what}"), &headers, rows, None)
    }

    /// Whether the list of these kinds has the relation: by its name, kind and schema.
    fn is_listed(&self, relation: &Relation, kinds: &str) -> bool {
        let letter = relation.letter(self.asked.shows_system());
        let shown = match &self.asked.pattern {
            Some(pattern) => {
                pattern.matches_visible(&relation.schema, &relation.name, relation.visible)
            }
            None => relation.visible && (self.asked.system || !relation.is_system()),
        };
        letter.is_some_and(|letter| kinds.contains(letter)) && shown
    }

    /// The name of the index's table; empty for what is no index.
    fn table_of_index(&mut self, index: &Relation, relations: &[Relation]) -> Option<String> {
        if index.kind != RelKind::Index {
            return Some(String::new());
        }
        let sql =
            format!("SELECT indrelid FROM pg_catalog.pg_index WHERE indexrelid = '{}';", index.oid);
        let table = self.query_value(&sql)?;
        Some(by_oid(relations, &table).map(|table| table.name.clone()).unwrap_or_default())
    }

    /// Asks for a relation's size and comment.
    fn size_and_description(&mut self, relation: &Relation) -> Option<[String; 2]> {
        let sql = format!(
            "SELECT pg_catalog.pg_size_pretty(pg_catalog.pg_table_size({0})), \
             pg_catalog.obj_description({0}, 'pg_class');",
            relation.oid
        );
        let rows = self.query(&sql)?;
        Some([0, 1].map(|i| rows.first().map(|row| cell(row, i)).unwrap_or_default()))
    }
}
