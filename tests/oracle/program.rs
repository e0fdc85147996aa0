//! Random SQL programs about storage: tables of all kinds of columns, values from nothing to 60 kB,
//! updates, deletes, rollbacks, vacuums, columns added and dropped; at the end every page of every
//! relation is printed.
//!
//! A program follows from its seed alone, so a failure can be repeated.

use toastscope_tests::inputs::Rng;

/// One column of a table in the making.
#[derive(Clone)]
struct Column {
    name: String,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Int,
    BigInt,
    SmallInt,
    Bool,
    Float,
    Numeric,
    Text,
    Varchar,
    Char,
    Bytea,
    Jsonb,
    Uuid,
    Timestamp,
    IntArray,
}

impl Kind {
    const ALL: [Kind; 14] = [
        Kind::Int,
        Kind::BigInt,
        Kind::SmallInt,
        Kind::Bool,
        Kind::Float,
        Kind::Numeric,
        Kind::Text,
        Kind::Varchar,
        Kind::Char,
        Kind::Bytea,
        Kind::Jsonb,
        Kind::Uuid,
        Kind::Timestamp,
        Kind::IntArray,
    ];
    const LONG: [Kind; 3] = [Kind::Text, Kind::Bytea, Kind::Jsonb];

    fn sql(self) -> &'static str {
        match self {
            Kind::Int => "int",
            Kind::BigInt => "bigint",
            Kind::SmallInt => "smallint",
            Kind::Bool => "boolean",
            Kind::Float => "double precision",
            Kind::Numeric => "numeric",
            Kind::Text => "text",
            Kind::Varchar => "varchar(4000)",
            Kind::Char => "char(7)",
            Kind::Bytea => "bytea",
            Kind::Jsonb => "jsonb",
            Kind::Uuid => "uuid",
            Kind::Timestamp => "timestamp",
            Kind::IntArray => "int[]",
        }
    }

    fn is_long(self) -> bool {
        matches!(self, Kind::Text | Kind::Bytea | Kind::Jsonb | Kind::Varchar | Kind::IntArray)
    }
}

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
}

/// The statements of the program with this seed, one string each.
pub fn statements(seed: u64) -> Vec<String> {
    let mut writer = Writer { rng: Rng::new(seed), lines: vec![], tables: vec![] };
    writer.write();
    writer.lines
}

/// What is run after a program: all pages of all relations, LSN and checksum left out, as a digest
/// and, for the first pages, as bytes.
pub const PAGES: &str = "\
SELECT c.relname, f.fork, b.blk, md5(substr(get_raw_page(c.oid::regclass::text, f.fork, b.blk), 11)) AS digest
  FROM pg_class c, (VALUES ('main'), ('fsm'), ('vm')) f(fork),
       LATERAL generate_series(0, (pg_relation_size(c.oid, f.fork) / 8192)::int - 1) b(blk)
 WHERE c.oid >= 16384 AND c.relkind IN ('r', 't', 'i', 'S')
 ORDER BY c.oid, f.fork, b.blk;
SELECT oid, relname, relkind, relfilenode, reltoastrelid, relpages, reltuples, relallvisible FROM pg_class WHERE oid >= 16384 ORDER BY oid;
";

impl Writer {
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

    fn push(&mut self, statement: String) {
        self.lines.push(statement + ";");
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    fn create_table(&mut self) {
        let name = format!("t{}", self.tables.len());
        let has_key = self.chance(40);
        let mut columns = vec![Column { name: "id".to_owned(), kind: Kind::Int }];
        let mut parts = vec![if has_key { "id int PRIMARY KEY" } else { "id int" }.to_owned()];
        for i in 0..1 + self.rng.below(6) {
            let kind = if self.chance(55) {
                *self.rng.pick(&Kind::LONG)
            } else {
                *self.rng.pick(&Kind::ALL)
            };
            let name = format!("c{i}");
            let mut part = format!("{name} {}", kind.sql());
            if kind.is_long() && self.chance(25) {
                part += *self.rng.pick(&[" COMPRESSION pglz", " COMPRESSION lz4"]);
            }
            parts.push(part);
            columns.push(Column { name, kind });
        }
        let options = match self.rng.below(6) {
            0 => format!(" WITH (fillfactor = {})", 10 + self.rng.below(90)),
            1 => format!(" WITH (toast_tuple_target = {})", 128 + self.rng.below(8000)),
            _ => String::new(),
        };
        self.push(format!("CREATE TABLE {name} ({}){options}", parts.join(", ")));
        for column in columns.clone() {
            if column.kind.is_long() && self.chance(35) {
                let storage = *self.rng.pick(&["PLAIN", "MAIN", "EXTERNAL", "EXTENDED"]);
                let column = &column.name;
                self.push(format!(
                    "ALTER TABLE {name} ALTER COLUMN {column} SET STORAGE {storage}"
                ));
            }
        }
        let next_column = columns.len();
        self.tables.push(Table { name, columns, has_key, next_column });
        if self.chance(25) {
            self.create_index();
        }
    }

    fn table(&mut self) -> usize {
        self.rng.below(self.tables.len())
    }

    fn create_index(&mut self) {
        let t = self.table();
        let Table { name, columns, .. } = &self.tables[t];
        let short: Vec<&Column> =
            columns.iter().filter(|c| !c.kind.is_long() && c.kind != Kind::Char).collect();
        let column = self.rng.pick(&short).name.clone();
        let sql = format!("CREATE INDEX ON {name} ({column})");
        self.push(sql);
    }

    /// A value of about this many bytes, as SQL over the row number `i`.
    fn value(&mut self, kind: Kind) -> String {
        if self.chance(8) {
            return "NULL".to_owned();
        }
        let n = match self.rng.below(8) {
            0 => self.rng.below(8),
            1 | 2 => self.rng.below(200),
            3 | 4 => self.rng.below(3000),
            5 => self.rng.below(9000),
            6 => self.rng.below(20_000),
            _ => self.rng.below(60_000),
        };
        let k = self.rng.below(1000);
        let text = |n: usize, style: usize| match style {
            0 => format!("repeat(chr(97 + (i + {k}) % 26), {n})"),
            1 => format!("left(repeat(md5((i + {k})::text), {}), {n})", n / 32 + 1),
            2 => format!(
                "left((SELECT string_agg(md5((i * 1000 + j + {k})::text), '') FROM generate_series(1, {}) j), {n})",
                n / 32 + 1
            ),
            _ => format!("left(repeat('row ' || i || ' says {k} ', {}), {n})", n / 12 + 1),
        };
        let style = self.rng.below(4);
        match kind {
            Kind::Int => format!("i * {k}"),
            Kind::BigInt => format!("i::bigint * {k}00000007"),
            Kind::SmallInt => format!("(i + {k}) % 30000"),
            Kind::Bool => format!("(i + {k}) % 3 = 0"),
            Kind::Float => format!("(i + {k}) / 7.0::float8"),
            Kind::Numeric => format!("(i::numeric * {k}.125) ^ {}", self.rng.below(4)),
            Kind::Text => text(n, style),
            Kind::Varchar => text(n % 3900, style),
            Kind::Char => format!("left('{k}' || i, 7)"),
            Kind::Bytea => format!("convert_to({}, 'UTF8')", text(n, style)),
            Kind::Jsonb if style == 0 => {
                format!(
                    "(SELECT jsonb_agg((i + j + {k}) % 1000) FROM generate_series(1, {}) j)",
                    n / 16
                )
            }
            Kind::Jsonb => {
                let text = text(n / 2, style);
                format!("jsonb_build_object('id', i, 'name', {text}, 'ok', i % 2 = 0, 'n', null)")
            }
            Kind::Uuid => format!("md5((i + {k})::text)::uuid"),
            Kind::Timestamp => format!("timestamp '2020-01-01' + i * interval '{k} minutes'"),
            Kind::IntArray => {
                format!("(SELECT array_agg(i + j) FROM generate_series(1, {}) j)", n % 3000 / 4)
            }
        }
    }

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

    fn condition(&mut self) -> String {
        match self.rng.below(5) {
            0 => format!("id % {} = 0", 2 + self.rng.below(5)),
            1 => format!("id % 10 < {}", 1 + self.rng.below(8)),
            2 => format!("id > {}", self.rng.below(20_000)),
            3 => format!("id = {}", 1000 * self.rng.below(20) + 1 + self.rng.below(10)),
            _ => "true".to_owned(),
        }
    }

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

    fn delete(&mut self) {
        let t = self.table();
        let condition = self.condition();
        let sql = format!("DELETE FROM {} WHERE {condition}", self.tables[t].name);
        self.push(sql);
    }

    fn change(&mut self) {
        match self.rng.below(10) {
            0..=4 => self.insert(),
            5..=7 => self.update(),
            _ => self.delete(),
        }
    }

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

    fn alter(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        match self.rng.below(4) {
            0 => {
                let kind = *self.rng.pick(&[Kind::Int, Kind::Text, Kind::Bytea, Kind::Numeric]);
                let column = format!("c{}", self.tables[t].next_column);
                self.tables[t].next_column += 1;
                let default = match kind {
                    Kind::Int => " DEFAULT 42",
                    Kind::Text => " DEFAULT 'new column'",
                    _ => "",
                };
                self.push(format!(
                    "ALTER TABLE {name} ADD COLUMN {column} {}{default}",
                    kind.sql()
                ));
                self.tables[t].columns.push(Column { name: column, kind });
            }
            1 if self.tables[t].columns.len() > 2 => {
                let i = 1 + self.rng.below(self.tables[t].columns.len() - 1);
                let column = self.tables[t].columns.remove(i);
                self.push(format!("ALTER TABLE {name} DROP COLUMN {}", column.name));
            }
            2 => {
                let target = 128 + self.rng.below(4000);
                self.push(format!("ALTER TABLE {name} SET (toast_tuple_target = {target})"));
            }
            _ => self.create_index(),
        }
    }

    fn step(&mut self) {
        let t = self.table();
        let name = self.tables[t].name.clone();
        match self.rng.below(20) {
            0..=9 => self.change(),
            10..=12 => self.block(),
            13 | 14 => self.push(format!("VACUUM {name}")),
            15 => self.push(format!("VACUUM FULL {name}")),
            16 => self.push(format!("VACUUM (FREEZE) {name}")),
            17 => self.alter(),
            18 => self.push(format!("SELECT count(*) FROM {name}")),
            _ if self.chance(30) => self.push(format!("TRUNCATE {name}")),
            _ => self.push("CHECKPOINT".to_owned()),
        }
    }
}

/// The row number `i` of an INSERT as the key `id`.
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
