//! Random SQL programs about storage: tables of all kinds of columns, values from nothing to 60 kB,
//! updates, deletes, rollbacks, vacuums, columns added and dropped; at the end every page of every
//! relation is printed.
//!
//! ANALYZE is in the wide programs alone (`wide.rs`, and `rare_forms.rs` for what is seldom written).
//!
//! A program follows from its seed alone, so a failure can be repeated.

mod ddl;
mod kinds;
mod rare_forms;
mod wide;

use kinds::Kind;
use toastscope_tests::inputs::Rng;

/// One column of a table in the making.
#[derive(Clone)]
struct Column {
    name: String,
    kind: Kind,
}

#[derive(Clone)]
struct Table {
    name: String,
    columns: Vec<Column>,
    has_key: bool,
    next_column: usize,
}

/// A program under construction.
struct Writer {
    rng: Rng,
    lines: Vec<String>,
    tables: Vec<Table>,
    next_table: usize,
    wide: bool,
}

/// The statements of the random program with this seed; with `wide`, of the kinds in `wide.rs` as
/// well.
pub fn statements(seed: u64, wide: bool) -> Vec<String> {
    let mut writer =
        Writer { rng: Rng::new(seed), lines: vec![], tables: vec![], next_table: 0, wide };
    writer.write();
    writer.lines
}

/// What is run after a program: all pages of all relations, LSN and checksum left out, as a digest
/// and, for the first pages, as bytes.
pub const PAGES: &str = "\
SELECT c.relname, f.fork, b.blk, md5(substr(get_raw_page(c.oid::regclass::text, f.fork, b.blk), 11)) AS digest
  FROM pg_class c, (VALUES ('main'), ('fsm'), ('vm')) f(fork),
       LATERAL generate_series(0, (pg_relation_size(c.oid, f.fork) / 8192)::int - 1) b(blk)
 WHERE c.oid >= 16384 AND c.relkind IN ('r', 't', 'i', 'S', 'm')
 ORDER BY c.oid, f.fork, b.blk;
SELECT oid, relname, relkind, relfilenode, reltoastrelid, relpages, reltuples, relallvisible FROM pg_class WHERE oid >= 16384 ORDER BY oid;
";

impl Writer {
    /// Writes the whole program.
    fn write(&mut self) {
        let method = *self.rng.pick(&["pglz", "pglz", "lz4"]);
        self.push(format!("SET default_toast_compression = {method}"));
        let seed = self.rng.below(1000);
        self.push(format!("SELECT setseed(0.{seed})"));
        for _ in 0..1 + self.rng.below(2) {
            self.create_table();
        }
        for _ in 0..6 + self.rng.below(14) {
            self.step();
        }
    }

    /// Adds a statement.
    fn push(&mut self, statement: String) {
        self.lines.push(statement + ";");
    }

    /// Whether something happens that does in so many of a hundred cases.
    fn chance(&mut self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    /// The index of one of the tables.
    fn table(&mut self) -> usize {
        self.rng.below(self.tables.len())
    }

    /// Adds an INSERT of some rows.
    fn insert(&mut self) {
        let t = self.table();
        let rows = match self.rng.below(4) {
            0 => 1,
            1 => 1 + self.rng.below(10),
            2 => 1 + self.rng.below(60),
            _ => 1 + self.rng.below(200),
        };
        let columns = self.tables[t].columns.clone();
        let values: Vec<String> = columns[1..].iter().map(|c| self.value(c.kind)).collect();
        let from = self.lines.len() * 1000;
        let table = &self.tables[t];
        let names: Vec<&str> = table.columns.iter().map(|c| c.name.as_str()).collect();
        let sql = format!(
            "INSERT INTO {} ({}) SELECT i{}{} FROM generate_series({}, {}) i",
            table.name,
            names.join(", "),
            if values.is_empty() { "" } else { ", " },
            values.join(", "),
            from + 1,
            from + rows
        );
        self.push(sql);
    }

    /// INSERT ... ON CONFLICT with keys that may exist.
    fn upsert(&mut self) {
        let t = self.table();
        let columns = self.tables[t].columns.clone();
        let values: Vec<String> = columns[1..].iter().map(|c| self.value(c.kind)).collect();
        let from = 1000 * self.rng.below(self.lines.len() + 1);
        let rows = 1 + self.rng.below(60);
        let column = self.rng.pick(&columns).name.clone();
        let action = match (self.tables[t].has_key, self.rng.below(3)) {
            (true, 0) => format!(" (id) DO UPDATE SET {column} = excluded.{column}"),
            (true, 1) => " (id) DO NOTHING".to_owned(),
            _ => " DO NOTHING".to_owned(),
        };
        let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
        let sql = format!(
            "INSERT INTO {} ({}) SELECT i, {} FROM generate_series({from}, {}) i ON CONFLICT{action}",
            self.tables[t].name,
            names.join(", "),
            values.join(", "),
            from + rows,
        );
        self.push(sql);
    }

    /// INSERT ... SELECT from one table into another, by columns of one kind.
    fn copy_rows(&mut self) {
        let (from, to) = (self.table(), self.table());
        let (source, target) = (&self.tables[from], &self.tables[to]);
        let mut names = vec!["id".to_owned()];
        let mut values = vec![format!("{} - id", self.lines.len() * 100_000)];
        for column in &target.columns[1..] {
            if let Some(same) = source.columns[1..].iter().find(|c| c.kind == column.kind) {
                names.push(column.name.clone());
                values.push(same.name.clone());
            }
        }
        let sql = format!(
            "INSERT INTO {} ({}) SELECT {} FROM {}",
            target.name,
            names.join(", "),
            values.join(", "),
            source.name
        );
        self.push(sql);
    }

    /// A random condition on `id`.
    fn condition(&mut self) -> String {
        match self.rng.below(5) {
            0 => format!("id % {} = 0", 2 + self.rng.below(5)),
            1 => format!("id % 10 < {}", 1 + self.rng.below(8)),
            2 => format!("id > {}", self.rng.below(20_000)),
            3 => format!("id = {}", 1000 * self.rng.below(20) + 1 + self.rng.below(10)),
            _ => "true".to_owned(),
        }
    }

    /// Adds an UPDATE.
    fn update(&mut self) {
        let t = self.table();
        let columns = self.tables[t].columns.clone();
        let column = self.rng.pick(&columns).clone();
        let value = if column.name == "id" {
            if self.tables[t].has_key { "-id".to_owned() } else { "id + 1".to_owned() }
        } else if column.kind == Kind::Jsonb && self.chance(60) {
            format!("{} || '{{\"u\": {}}}'", column.name, self.rng.below(100))
        } else if column.kind == Kind::Text && self.chance(40) {
            format!("{} || 'x'", column.name)
        } else {
            self.value(column.kind)
        };
        // In an UPDATE the row number is the key.
        let value = in_update(&value);
        let condition = self.condition();
        let sql = format!(
            "UPDATE {} SET {} = {value} WHERE {condition}",
            self.tables[t].name, column.name
        );
        self.push(sql);
    }

    /// Adds a DELETE.
    fn delete(&mut self) {
        let t = self.table();
        let condition = self.condition();
        let sql = format!("DELETE FROM {} WHERE {condition}", self.tables[t].name);
        self.push(sql);
    }

    /// Adds a statement that changes rows.
    fn change(&mut self) {
        match self.rng.below(20) {
            0..=8 => self.insert(),
            9 => self.upsert(),
            10 => self.copy_rows(),
            11..=16 => self.update(),
            _ => self.delete(),
        }
    }

    /// Adds a transaction block, which may be rolled back.
    fn block(&mut self) {
        self.push("BEGIN".to_owned());
        for _ in 0..1 + self.rng.below(3) {
            self.change();
        }
        if self.chance(50) {
            self.push("SAVEPOINT s".to_owned());
            self.change();
            let end = *self.rng.pick(&["ROLLBACK TO s", "RELEASE s"]);
            self.push(end.to_owned());
            if self.chance(50) {
                self.change();
            }
        }
        let end = *self.rng.pick(&["COMMIT", "ROLLBACK"]);
        self.push(end.to_owned());
    }

    /// Adds whatever may come next.
    fn step(&mut self) {
        if self.wide && self.chance(45) {
            return self.wide_step();
        }
        let t = self.table();
        let name = self.tables[t].name.clone();
        match self.rng.below(26) {
            0..=10 => self.change(),
            11..=13 => self.block(),
            14 | 15 => self.push(format!("VACUUM {name}")),
            16 => self.push(format!("VACUUM FULL {name}")),
            17 => self.push(format!("VACUUM (FREEZE) {name}")),
            18..=20 => self.alter(),
            21 => self.push(format!("SELECT count(*) FROM {name}")),
            22 => self.create_table_as(),
            23 => {
                self.delete();
                self.push(format!("VACUUM {name}"));
                self.insert();
            }
            24 => {
                let command = *self.rng.pick(&["REINDEX TABLE", "VACUUM", "VACUUM (FREEZE)"]);
                self.push(format!("{command} {name}"));
            }
            _ if self.chance(30) => self.push(format!("TRUNCATE {name}")),
            _ => self.push("CHECKPOINT".to_owned()),
        }
    }
}

/// The SQL of a value for an UPDATE: the row number `i` of an INSERT becomes the key `id`.
fn in_update(value: &str) -> String {
    let bytes = value.as_bytes();
    let word =
        |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b == b'\'');
    let mut out = String::new();
    for (i, c) in value.char_indices() {
        let alone = c == 'i' && !word(bytes.get(i.wrapping_sub(1))) && !word(bytes.get(i + 1));
        if alone { out.push_str("id") } else { out.push(c) }
    }
    out
}
