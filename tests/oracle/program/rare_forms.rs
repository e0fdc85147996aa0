//! More of what wide programs do: ways in which values are formed, compared and frozen that are seldom
//! taken, each of which the engine once got wrong.

use super::kinds::Kind;
use super::{Column, Writer};

impl Writer {
    /// Appends a random statement of one of the kinds in this file.
    pub(super) fn wider_step(&mut self) {
        match self.rng.below(7) {
            0 => self.copy_frozen(),
            1 => self.compare_values(),
            2 => self.insert_returning(),
            3 => self.insert_set(),
            4 => self.whole_rows(),
            5 => self.materialized_view(),
            _ => self.refused_upsert(),
        }
    }

    /// COPY FREEZE into a table made by the same transaction.
    fn copy_frozen(&mut self) {
        if self.tables.len() >= 4 {
            return;
        }
        let name = self.new_name();
        let key = self.chance(30);
        let target = 128 + self.rng.below(2000);
        let most = *self.rng.pick(&[100, 6000]);
        let n = self.rng.below(most);
        let rows: String = (1..1 + self.rng.below(300))
            .map(|i| format!("\n{i}\t{}", format!("{i} frozen ").repeat(n / 10)))
            .collect();
        self.push("BEGIN".to_owned());
        let columns = [("id", Kind::Int), ("c0", Kind::Text)]
            .map(|(name, kind)| Column { name: name.to_owned(), kind });
        self.add_table(
            format!(
                "CREATE TABLE {name} (id int{}, c0 text) WITH (toast_tuple_target = {target})",
                if key { " PRIMARY KEY" } else { "" }
            ),
            name.clone(),
            columns.to_vec(),
            key,
        );
        self.lines.push(format!("COPY {name} (id, c0) FROM stdin (FREEZE);{rows}\n\\."));
        self.push("COMMIT".to_owned());
    }

    /// Queries that compare values, and the buffers that they read.
    fn compare_values(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let columns = self.tables[t].columns.clone();
        let column = self.rng.pick(&columns).clone();
        if column.kind == Kind::Json {
            return;
        }
        let c = &column.name;
        let query = match self.rng.below(4) {
            0 => format!("SELECT count(*) FROM (SELECT {c} FROM {name} GROUP BY {c}) s"),
            1 => format!("SELECT count(*) FROM (SELECT DISTINCT {c} FROM {name}) s"),
            2 => format!("SELECT count(DISTINCT {c}) FROM {name}"),
            _ => format!(
                "SELECT count(*) FROM (SELECT {c} FROM {name} UNION SELECT {c} FROM {name}) s"
            ),
        };
        self.push(query.clone());
        self.push(format!(
            "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, COSTS OFF) {query}"
        ));
    }

    /// INSERT ... RETURNING sizes, compared with those of the stored values.
    fn insert_returning(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let columns = self.tables[t].columns.clone();
        let column = self.rng.pick(&columns[1..]).clone();
        let value = self.value(column.kind);
        let id = self.lines.len() * 1000 + 700;
        let c = &column.name;
        let insert = match self.rng.below(2) {
            0 => format!(
                "INSERT INTO {name} (id, {c}) SELECT i, {value} FROM generate_series({id}, {id} + 2) i"
            ),
            _ => format!(
                "INSERT INTO {name} (id, {c}) VALUES ({id}, (SELECT {value} FROM generate_series({id}, {id}) i))"
            ),
        };
        self.push(format!("{insert} RETURNING id, pg_column_size({c})"));
    }

    /// INSERT of a VALUES row that contains a set-returning function.
    fn insert_set(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let from = self.lines.len() * 1000 + 800;
        let to = from + self.rng.below(40);
        self.push(format!("INSERT INTO {name} (id) VALUES (generate_series({from}, {to}))"));
    }

    /// A query that casts whole rows to text.
    fn whole_rows(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let condition = self.condition();
        self.push(format!("SELECT sum(length({name}::text)) FROM {name} WHERE {condition}"));
    }

    /// Adds a materialized view, and a REFRESH.
    fn materialized_view(&mut self) {
        let t = self.table();
        let source = self.tables[t].name.clone();
        let names: Vec<String> = self.tables[t].columns.iter().map(|c| c.name.clone()).collect();
        let condition = self.condition();
        let view = format!("m{}", self.next_table);
        self.next_table += 1;
        let names = names.join(", ");
        self.push(format!(
            "CREATE MATERIALIZED VIEW {view} AS SELECT {names} FROM {source} WHERE {condition}"
        ));
        self.change();
        self.push(format!("REFRESH MATERIALIZED VIEW {view}"));
        // While it is there, its columns stay as they are.
        if self.chance(70) {
            self.push(format!("DROP MATERIALIZED VIEW {view}"));
        }
    }

    /// INSERT ... ON CONFLICT on a table with a second unique index, which may refuse rows that the
    /// first lets pass.
    fn refused_upsert(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        if self.tables[t].has_key {
            let modulus = 1000 + self.rng.below(3) * 1000;
            self.push(format!("CREATE UNIQUE INDEX ON {name} ((id % {modulus}))"));
        }
        self.upsert();
        self.upsert();
    }
}
