//! The tables that random queries read: a shop with keys, indexes of several kinds, columns that are
//! NULL, skewed or correlated, and a table of events with documents.

use super::kinds::Kind;

/// A column of a table, with literals that are worth comparing it to: some occur, some do not.
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub literals: &'static [&'static str],
}

/// A table: its name, its columns, and its columns that others are joined to.
pub struct Table {
    pub name: &'static str,
    pub columns: &'static [Column],
    pub joins: &'static [Join],
}

/// A column that joins a table with another one's column.
pub struct Join {
    pub column: &'static str,
    pub table: &'static str,
    pub other: &'static str,
}

const fn column(name: &'static str, kind: Kind, literals: &'static [&'static str]) -> Column {
    Column { name, kind, literals }
}

const fn join(column: &'static str, table: &'static str, other: &'static str) -> Join {
    Join { column, table, other }
}

const IDS: &[&str] = &["1", "2", "3", "7", "20", "100", "350", "1200", "3999", "5000"];
const SMALL: &[&str] = &["1", "2", "3", "5", "9", "12"];
const AMOUNTS: &[&str] = &["10", "99.5", "500", "50", "0.5", "120.25"];
const DAYS: &[&str] =
    &["'2020-06-01'", "'2023-03-01'", "'2023-12-30'", "'2021-02-03'", "'2019-01-01'"];
const TIMES: &[&str] =
    &["'2024-01-01 10:00'", "'2024-01-20'", "'2024-02-11 03:30'", "'2025-01-01'"];
const STATES: &[&str] = &["'new'", "'paid'", "'sent'", "'odd'"];
const REGIONS: &[&str] = &["'north'", "'south'", "'nowhere'"];
const NAMES: &[&str] = &["'name 1'", "'name 77'", "'product 7'", "'x'"];
const LABELS: &[&str] = &["'label 3'", "'label 30'", "'label'"];
const KINDS: &[&str] = &["'open'", "'click'", "'close'", "'none'"];
const CLOCKS: &[&str] =
    &["'2024-01-01 00:00+00'", "'2024-01-05 06:00+00'", "'2024-01-19 12:00+01'", "'2025-01-01'"];
const CODES: &[&str] = &["'code 5'", "'code 105'", "'CODE 7'", "'code'"];
const SHORTS: &[&str] = &["'short 1'", "'Short 12'", "'short'"];
const COMMON: &[&str] = &["'common'", "'rare 3'", "'rare 30'", "'none'"];
const NONE: &[&str] = &[];

/// All tables.
pub const TABLES: &[Table] = &[
    Table {
        name: "k",
        columns: &[
            column("id", Kind::Int, SMALL),
            column("label", Kind::Text, LABELS),
            column("parent", Kind::Int, SMALL),
        ],
        joins: &[join("id", "p", "cat"), join("id", "k", "parent"), join("parent", "k", "id")],
    },
    Table {
        name: "p",
        columns: &[
            column("id", Kind::Int, IDS),
            column("name", Kind::Text, NAMES),
            column("cat", Kind::Int, SMALL),
            column("price", Kind::Numeric, AMOUNTS),
        ],
        joins: &[join("cat", "k", "id"), join("id", "l", "p")],
    },
    Table {
        name: "c",
        columns: &[
            column("id", Kind::Int, IDS),
            column("name", Kind::Text, NAMES),
            column("region", Kind::Text, REGIONS),
            column("vip", Kind::Bool, &["true", "false"]),
            column("since", Kind::Date, DAYS),
        ],
        joins: &[join("id", "o", "c")],
    },
    Table {
        name: "o",
        columns: &[
            column("id", Kind::Int, IDS),
            column("c", Kind::Int, IDS),
            column("total", Kind::Numeric, AMOUNTS),
            column("status", Kind::Text, STATES),
            column("placed", Kind::Date, DAYS),
        ],
        joins: &[
            join("c", "c", "id"),
            join("id", "l", "o"),
            join("id", "e", "o"),
            join("id", "w", "o"),
            join("c", "s", "a"),
        ],
    },
    Table {
        name: "l",
        columns: &[
            column("o", Kind::Int, IDS),
            column("line", Kind::Int, SMALL),
            column("p", Kind::Int, IDS),
            column("qty", Kind::Int, SMALL),
            column("price", Kind::Numeric, AMOUNTS),
        ],
        joins: &[join("o", "o", "id"), join("p", "p", "id")],
    },
    Table {
        name: "e",
        columns: &[
            column("id", Kind::Int, IDS),
            column("o", Kind::Int, IDS),
            column("at", Kind::Timestamp, TIMES),
            column("kind", Kind::Text, KINDS),
            column("doc", Kind::Jsonb, NONE),
            column("tags", Kind::TextArray, NONE),
        ],
        joins: &[join("o", "o", "id")],
    },
    Table {
        name: "w",
        columns: &[
            column("id", Kind::Int, IDS),
            column("o", Kind::Int, IDS),
            column("n", Kind::Numeric, AMOUNTS),
            column("f", Kind::Float, NONE),
            column("z", Kind::TimestampTz, CLOCKS),
            column("u", Kind::Uuid, NONE),
            column("code", Kind::Text, CODES),
            column("ch", Kind::Char, NONE),
            column("vc", Kind::Text, SHORTS),
            column("b", Kind::Bool, NONE),
            column("raw", Kind::Bytea, NONE),
            column("ia", Kind::IntArray, NONE),
            column("m", Kind::Mood, NONE),
            column("g", Kind::Int, SMALL),
            column("big", Kind::Text, NONE),
        ],
        joins: &[join("o", "o", "id"), join("g", "k", "id"), join("id", "s", "b")],
    },
    Table {
        name: "s",
        columns: &[
            column("id", Kind::Int, IDS),
            column("a", Kind::Int, IDS),
            column("b", Kind::Int, SMALL),
            column("t", Kind::Text, COMMON),
        ],
        joins: &[join("a", "c", "id"), join("b", "k", "id"), join("id", "y", "s")],
    },
    Table {
        name: "y",
        columns: &[
            column("s", Kind::Int, IDS),
            column("t", Kind::Text, COMMON),
            column("m", Kind::Mood, NONE),
        ],
        joins: &[join("s", "s", "id"), join("s", "z", "id")],
    },
    Table {
        name: "z",
        columns: &[
            column("id", Kind::Int, IDS),
            column("d", Kind::Date, DAYS),
            column("t", Kind::Text, LABELS),
        ],
        joins: &[join("id", "y", "s"), join("id", "k", "id")],
    },
    Table {
        name: "vo",
        columns: &[
            column("id", Kind::Int, IDS),
            column("total", Kind::Numeric, AMOUNTS),
            column("region", Kind::Text, REGIONS),
            column("vip", Kind::Bool, NONE),
        ],
        joins: &[join("id", "l", "o"), join("id", "w", "o")],
    },
    Table {
        name: "ml",
        columns: &[
            column("p", Kind::Int, IDS),
            column("n", Kind::Int, SMALL),
            column("dear", Kind::Numeric, AMOUNTS),
        ],
        joins: &[join("p", "p", "id")],
    },
];

/// The table with this name.
pub fn table(name: &str) -> &'static Table {
    TABLES.iter().find(|t| t.name == name).expect("joins name tables that are there")
}

/// Makes the tables and fills them. Rows are sorted in memory: spilling is not modelled.
pub const SETUP: &str = "\
CREATE TABLE k (id int PRIMARY KEY, label text, parent int REFERENCES k);
CREATE TABLE p (id int PRIMARY KEY, name text, cat int REFERENCES k, price numeric(8,2));
CREATE TABLE c (id int PRIMARY KEY, name text NOT NULL, region text, vip boolean, since date);
CREATE TABLE o (id int PRIMARY KEY, c int REFERENCES c, total numeric(10,2), status text, placed date);
CREATE TABLE l (o int REFERENCES o, line int, p int, qty int, price numeric(8,2), PRIMARY KEY (o, line));
CREATE TABLE e (id bigint, o int, at timestamp, kind text, doc jsonb, tags text[]);
INSERT INTO k SELECT g, 'label ' || g, nullif(g / 3, 0) FROM generate_series(1, 30) g;
INSERT INTO p SELECT g, 'product ' || g, 1 + g % 30, (g * 7 % 500) / 4.0 FROM generate_series(1, 400) g;
INSERT INTO c SELECT g, 'name ' || g * 7919 % 1000, (ARRAY['north', 'south', 'east', 'west'])[1 + g % 4], nullif(g % 9, 4) = 0, date '2020-01-01' + g * 3 FROM generate_series(1, 700) g;
INSERT INTO o SELECT g, 1 + g * 37 % 700, nullif(g * 13 % 1000, 5) + 0.5, (ARRAY['new', 'paid', 'sent', 'late'])[1 + g * g % 4], date '2023-01-01' + g % 365 FROM generate_series(1, 4000) g;
INSERT INTO l SELECT 1 + g / 3, 1 + g % 3, 1 + g * 31 % 400, 1 + g % 9, (g % 300) / 3.0 FROM generate_series(0, 11999) g;
INSERT INTO e SELECT g, nullif(1 + g * 11 % 2000, 12), timestamp '2024-01-01' + g * interval '17 minutes', (ARRAY['open', 'click', 'click', 'close'])[1 + g % 4], jsonb_build_object('n', g % 50, 'who', 'name ' || g % 90), CASE g % 3 WHEN 0 THEN NULL WHEN 1 THEN ARRAY['a', 'b' || g % 7] ELSE '{}' END FROM generate_series(1, 3000) g;
CREATE INDEX o_c ON o (c);
CREATE INDEX o_placed ON o (placed, status);
CREATE INDEX l_p ON l (p) INCLUDE (qty);
CREATE INDEX c_region_name ON c (region, name DESC);
CREATE INDEX p_cat ON p (cat) WHERE price > 50;
CREATE UNIQUE INDEX e_id ON e (id);
CREATE INDEX e_at ON e (at DESC, kind);
CREATE INDEX e_n ON e ((doc ->> 'who'));
CREATE INDEX c_lower ON c (lower(name));
CREATE TYPE mood AS ENUM ('sad', 'ok', 'fine', 'glad');
CREATE TABLE w (id int PRIMARY KEY, o int, n numeric, f float8, z timestamptz, u uuid UNIQUE, code text COLLATE \"C\", ch char(8), vc varchar(20), b boolean NOT NULL, raw bytea, ia int[], m mood, g int GENERATED ALWAYS AS (id % 10) STORED, big text);
INSERT INTO w (id, o, n, f, z, u, code, ch, vc, b, raw, ia, m, big) SELECT g, nullif(g * 17 % 2500, 51), nullif(g * 7 % 300, 8) / 8.0, CASE g % 50 WHEN 0 THEN 'NaN' WHEN 1 THEN NULL ELSE (g % 40) / 4.0 END, timestamptz '2024-01-01 00:00+00' + (g * g % 1500) * interval '20 minutes', CASE WHEN g % 6 > 0 THEN md5(g::text)::uuid END, 'code ' || g * 3, 'ch ' || g % 30, CASE g % 4 WHEN 0 THEN NULL WHEN 1 THEN 'Short ' || g ELSE 'short ' || g % 60 END, g % 11 = 3, CASE WHEN g % 5 > 0 THEN decode(md5(g::text), 'hex') END, CASE g % 4 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE ARRAY[g % 5, g % 9] END, ('{sad,sad,ok,fine}'::mood[])[1 + g % 5], CASE WHEN g % 40 = 0 THEN repeat(md5(g::text), 400) WHEN g % 3 = 0 THEN repeat('big ', g % 90) END FROM generate_series(1, 1500) g;
CREATE INDEX w_o ON w (o DESC NULLS FIRST, n);
CREATE INDEX w_m ON w (m, b) WHERE n IS NOT NULL;
CREATE INDEX w_z ON w (z) WHERE b;
CREATE UNIQUE INDEX w_code ON w (code) INCLUDE (f);
CREATE INDEX w_vc ON w (lower(vc), ch);
CREATE INDEX w_g ON w (g, f DESC NULLS LAST);
CREATE INDEX w_n ON w ((n::int));
CREATE INDEX w_raw ON w (raw);
CREATE TABLE s (id bigint PRIMARY KEY, a int NOT NULL, b int, t text);
INSERT INTO s SELECT g, g / 8, g / 80, CASE WHEN g % 10 > 0 THEN 'common' WHEN g % 3 > 0 THEN 'rare ' || g % 40 END FROM generate_series(1, 5000) g;
CREATE INDEX s_a ON s (a, b, t);
CREATE INDEX s_t ON s (t NULLS FIRST) WHERE t <> 'common';
CREATE TABLE z (id int PRIMARY KEY, d date, t text);
CREATE VIEW vo AS SELECT o.id, o.total, c.region, c.vip FROM o LEFT JOIN c ON o.c = c.id WHERE o.status <> 'late';
CREATE MATERIALIZED VIEW ml AS SELECT p, count(*)::int AS n, max(price) AS dear FROM l GROUP BY p;
CREATE UNIQUE INDEX ml_p ON ml (p);
ANALYZE;
CREATE TABLE y (s int, t text, m mood);
CREATE INDEX y_s ON y (s);
INSERT INTO y SELECT g * 5, CASE WHEN g % 3 = 0 THEN 'common' ELSE 'rare ' || g END, ('{ok,fine}'::mood[])[1 + g % 2] FROM generate_series(1, 300) g;
SET work_mem = '64MB';
";
