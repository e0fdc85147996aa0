//! What programs hold beyond tables, rows and vacuums: foreign keys, row locks, COPY, data-changing
//! WITH, DDL within blocks, temporary and unlogged tables, buffers as EXPLAIN counts them.
//!
//! Left out: `array_append` and its kin. Their results are expanded in the server's memory, and stay
//! with a long header when a row takes them, which is not modelled.

use super::kinds::Kind;
use super::{Column, Table, Writer, in_update};

impl Writer {
    /// Appends a random statement of one of the kinds in this file.
    pub(super) fn wide_step(&mut self) {
        match self.rng.below(22) {
            0 | 1 => self.create_child(),
            2 => self.lock(),
            3 | 4 => self.copy_from(),
            5 => self.move_rows(),
            6 => self.ddl_block(),
            7 | 8 => self.explain(),
            9 => self.create_odd_table(),
            10 => self.update_from(),
            11 => self.change_inside(),
            12 => self.drop_something(),
            13 if self.chance(50) => self.analyze(),
            13 => self.do_block(),
            14 => self.cluster(),
            15..=20 => self.wider_step(),
            _ => self.delete_some(),
        }
    }

    /// Appends a CREATE TABLE, and notes the table's columns.
    pub(super) fn add_table(
        &mut self,
        sql: String,
        name: String,
        columns: Vec<Column>,
        has_key: bool,
    ) {
        self.push(sql);
        let next_column = columns.len();
        self.tables.push(Table { name, columns, has_key, next_column });
    }

    /// A name that no table has.
    pub(super) fn new_name(&mut self) -> String {
        self.next_table += 1;
        format!("t{}", self.next_table - 1)
    }

    /// CREATE TABLE with a foreign key to another table.
    fn create_child(&mut self) {
        let Some(parent) = self.tables.iter().find(|t| t.has_key).map(|t| t.name.clone()) else {
            return;
        };
        if self.tables.len() >= 4 {
            return;
        }
        let name = self.new_name();
        let delete = *self.rng.pick(&[
            "",
            "",
            "CASCADE",
            "SET NULL",
            "SET DEFAULT",
            "RESTRICT",
            "NO ACTION",
        ]);
        let update = *self.rng.pick(&["", "CASCADE", "SET NULL"]);
        let mut rule = String::new();
        for (event, action) in [("DELETE", delete), ("UPDATE", update)] {
            if !action.is_empty() {
                rule += &format!(" ON {event} {action}");
            }
        }
        if self.chance(15) {
            rule += " DEFERRABLE INITIALLY DEFERRED";
        }
        let key = if self.chance(50) { " PRIMARY KEY" } else { "" };
        let sql =
            format!("CREATE TABLE {name} (id int{key}, p int REFERENCES {parent}{rule}, c0 text)");
        let columns = vec![
            Column { name: "id".to_owned(), kind: Kind::Int },
            Column { name: "p".to_owned(), kind: Kind::Ref },
            Column { name: "c0".to_owned(), kind: Kind::Text },
        ];
        self.add_table(sql, name.clone(), columns, !key.is_empty());
        if self.chance(40) {
            self.push(format!("CREATE INDEX ON {name} (p)"));
        }
        let wide = 10 * self.rng.below(300);
        let from = self.lines.len() * 1000;
        let most = 1 + self.rng.below(100);
        self.push(format!(
            "INSERT INTO {name} SELECT {from} + id % 900, id, repeat('c', {wide}) FROM {parent} ORDER BY id LIMIT {most}"
        ));
    }

    /// Adds a SELECT with a row lock.
    fn lock(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let strength = *self.rng.pick(&[
            "UPDATE",
            "NO KEY UPDATE",
            "SHARE",
            "KEY SHARE",
            "UPDATE SKIP LOCKED",
        ]);
        let condition = self.condition();
        let select = format!(
            "SELECT count(*) FROM (SELECT id FROM {name} WHERE {condition} FOR {strength}) s"
        );
        if self.chance(50) {
            return self.push(select);
        }
        self.push("BEGIN".to_owned());
        self.push(select);
        self.update();
        let end = *self.rng.pick(&["COMMIT", "COMMIT", "ROLLBACK"]);
        self.push(end.to_owned());
    }

    /// Adds COPY FROM with its data.
    fn copy_from(&mut self) {
        let t = self.table();
        let table = &self.tables[t];
        let kinds = [Kind::Int, Kind::Text, Kind::Bool, Kind::Date, Kind::Varchar];
        let columns: Vec<Column> =
            table.columns.iter().filter(|c| kinds.contains(&c.kind)).cloned().collect();
        let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
        let mut text = format!("COPY {} ({}) FROM stdin;", table.name, names.join(", "));
        let from = self.lines.len() * 1000;
        let wide = self.rng.below(3000);
        let to = from + 1 + self.rng.below(40);
        for i in from..to {
            let values = columns.iter().map(|c| match c.kind {
                Kind::Int => i.to_string(),
                Kind::Bool => "t".to_owned(),
                Kind::Date => "2021-05-05".to_owned(),
                _ if i % 7 == 0 => "\\N".to_owned(),
                _ => format!("{i} ").repeat(wide / (1 + i % 5) / 5),
            });
            text += &format!("\n{}", values.collect::<Vec<_>>().join("\t"));
        }
        self.lines.push(text + "\n\\.");
    }

    /// Moves rows to another table by a data-changing WITH, with the same key.
    fn move_rows(&mut self) {
        let (from, to) = (self.table(), self.table());
        if from == to {
            return;
        }
        let (source, target) = (&self.tables[from], &self.tables[to]);
        let mut names = vec!["id".to_owned()];
        let mut values = vec![format!("{} - id", self.lines.len() * 100_000)];
        for column in &target.columns[1..] {
            if let Some(same) = source.columns[1..].iter().find(|c| c.kind == column.kind) {
                names.push(column.name.clone());
                values.push(same.name.clone());
            }
        }
        let (names, values) = (names.join(", "), values.join(", "));
        let (source, target) = (source.name.clone(), target.name.clone());
        let condition = self.condition();
        self.push(format!(
            "WITH gone AS (DELETE FROM {source} WHERE {condition} RETURNING *) INSERT INTO {target} ({names}) SELECT {values} FROM gone"
        ));
    }

    /// A transaction block with DDL and changes of rows.
    fn ddl_block(&mut self) {
        self.push("BEGIN".to_owned());
        let tables = self.tables.clone();
        for _ in 0..1 + self.rng.below(3) {
            match self.rng.below(7) {
                0 => self.create_table(),
                1 => self.create_index(),
                2 | 3 => self.alter(),
                4 => {
                    let t = self.table();
                    let name = self.tables[t].name.clone();
                    self.push(format!("TRUNCATE {name} CASCADE"));
                }
                5 => {
                    let t = self.table();
                    let name = self.tables[t].name.clone();
                    self.push(format!("COMMENT ON TABLE {name} IS 'a comment'"));
                }
                _ => self.create_table_as(),
            }
            self.change();
        }
        if self.chance(60) {
            self.push("COMMIT".to_owned());
        } else {
            self.push("ROLLBACK".to_owned());
            self.tables = tables;
        }
    }

    /// Runs a statement twice, so that its pages are in shared buffers, then prints the buffers of
    /// a third run.
    fn explain(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let columns = self.tables[t].columns.clone();
        let column = self.rng.pick(&columns).clone();
        let condition = self.condition();
        let what = match column.kind {
            kind if kind.is_text() => format!("sum(length({}))", column.name),
            Kind::Bytea => format!("sum(length({}))", column.name),
            _ => format!("count({})", column.name),
        };
        let query = format!("SELECT {what} FROM {name} WHERE {condition}");
        self.push(query.clone());
        self.push(query.clone());
        self.push(format!(
            "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, COSTS OFF) {query}"
        ));
    }

    /// Adds a temporary, unlogged or otherwise odd table.
    fn create_odd_table(&mut self) {
        if self.tables.len() >= 4 {
            return;
        }
        let name = self.new_name();
        let kind = self.kind();
        let word = *self.rng.pick(&["TEMP", "UNLOGGED", "UNLOGGED"]);
        let options =
            *self.rng.pick(&["", " WITH (toast.autovacuum_enabled = off, fillfactor = 70)"]);
        let key = self.chance(50);
        let sql = format!(
            "CREATE {word} TABLE {name} (id int{}, c0 {}, c1 numeric(12,3), c2 int[]){options}",
            if key { " PRIMARY KEY" } else { "" },
            kind.sql()
        );
        let columns =
            [("id", Kind::Int), ("c0", kind), ("c1", Kind::Numeric), ("c2", Kind::IntArray)]
                .map(|(name, kind)| Column { name: name.to_owned(), kind });
        self.add_table(sql, name, columns.to_vec(), key);
    }

    /// Adds an UPDATE that takes values from another table.
    fn update_from(&mut self) {
        let (from, to) = (self.table(), self.table());
        let Some(column) = self.tables[to].columns[1..].iter().find(|c| c.kind.is_text()).cloned()
        else {
            return;
        };
        let (source, target) = (self.tables[from].name.clone(), self.tables[to].name.clone());
        self.push(format!(
            "UPDATE {target} SET {} = 'from ' || s.id FROM {source} s WHERE s.id % 1000 = {target}.id % 1000 AND s.id % 10 = 1",
            column.name
        ));
    }

    /// UPDATE with a function of the column's type.
    fn change_inside(&mut self) {
        let t = self.table();
        let columns = self.tables[t].columns.clone();
        let column = self.rng.pick(&columns).clone();
        let name = &column.name;
        let n = self.rng.below(3000);
        let value = match column.kind {
            Kind::Jsonb => format!("jsonb_set({name}, '{{name}}', to_jsonb(repeat('n', {n})))"),
            Kind::IntArray => format!("{name} || ARRAY[{n}, NULL]"),
            Kind::TextArray => format!("{name} || ARRAY[repeat('e', {n})]"),
            Kind::Numeric => format!("{name} * 1.5"),
            Kind::Text => format!("substr({name}, 2) || left({name}, {n})"),
            Kind::Bytea => format!("{name} || '\\x00ff'::bytea"),
            Kind::Date => format!("{name} + 1"),
            kind => in_update(&self.value(kind)),
        };
        if column.name == "id" {
            return;
        }
        let condition = self.condition();
        let table = self.tables[t].name.clone();
        self.push(format!("UPDATE {table} SET {name} = {value} WHERE {condition}"));
    }

    /// Adds a DROP of an index or a table.
    fn drop_something(&mut self) {
        if self.tables.len() < 3 || self.chance(50) {
            let t = self.table();
            let name = self.tables[t].name.clone();
            return self.push(format!("DROP INDEX IF EXISTS {name}_id_idx"));
        }
        let t = self.table();
        let name = self.tables.remove(t).name;
        self.push(format!("DROP TABLE {name} CASCADE"));
    }

    /// Adds a DO block.
    fn do_block(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let from = self.lines.len() * 1000 + 500;
        let to = from + self.rng.below(20);
        self.push(format!(
            "DO $$ BEGIN FOR i IN {from}..{to} LOOP INSERT INTO {name} (id) VALUES (i); END LOOP; END $$"
        ));
    }

    /// Adds ANALYZE.
    fn analyze(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let command = *self.rng.pick(&["ANALYZE", "VACUUM ANALYZE"]);
        self.push(format!("{command} {name}"));
    }

    /// Adds CLUSTER by a primary key.
    fn cluster(&mut self) {
        let Some(t) = self.tables.iter().find(|t| t.has_key) else { return };
        let name = t.name.clone();
        self.push(format!("CLUSTER {name} USING {name}_pkey"));
    }

    /// Adds a DELETE of a few rows.
    fn delete_some(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        let (from, count) = (self.rng.below(10), 1 + self.rng.below(20));
        self.push(format!(
            "DELETE FROM {name} WHERE id IN (SELECT id FROM {name} ORDER BY id LIMIT {count} OFFSET {from})"
        ));
        if self.chance(50) {
            self.push(format!("VACUUM {name}"));
        }
    }
}
