//! The statements that prices are fitted on: made from a few patterns with all sizes, methods and kinds of
//! data. None of them is a statement that the fit is tested on.
//!
//! Each script stands by itself and leaves nothing behind; what it does is done several times, so every
//! statement in it is a sample: the CREATE TABLE as well as the INSERT and the SELECT.

/// Kinds of values: a name, and an expression of about `$n` bytes that differs by row `i`.
const DATA: &[(&str, &str)] = &[
    // The same few bytes again and again: pglz finds one long match after the other.
    ("repeated", "repeat('row ' || i || ', ', $n / 10)"),
    // A single letter, which is one match after the other, or one long one.
    ("letter", "repeat(chr(97 + i % 26), $n)"),
    // 32 characters of 16, again and again.
    ("digest", "repeat(md5(i::text), $n / 32)"),
    // Words in no order: many short matches.
    (
        "prose",
        "(SELECT string_agg((ARRAY['stone','river','the','of','a','light','under','mountain','was',
          'and','never','seventeen','window'])[1 + (j * j * 7 + j * i * 3 + j / 13) % 13], ' ')
          FROM generate_series(1, $n / 6) j)",
    ),
    // Nothing repeats: four bits a byte.
    (
        "noise",
        "(SELECT string_agg(md5((i * 1000003 + j)::text), '') FROM generate_series(1, $n / 32) j)",
    ),
];

/// Storage and compression of the column.
const STORED: &[(&str, &str)] = &[
    ("pglz", "STORAGE EXTENDED"),
    ("lz4", "STORAGE EXTENDED"),
    ("plain", "STORAGE EXTERNAL"),
    ("main", "STORAGE MAIN"),
];

/// Rows and bytes of a value.
const SIZES: &[(u32, u32)] = &[
    (1000, 60),
    (1000, 700),
    (500, 2500),
    (300, 9000),
    (100, 40_000),
    (20, 300_000),
    (6, 2_000_000),
];

/// A script: its name, and what psql is given.
pub type Script = (String, String);

/// All scripts that prices are fitted on.
pub fn scripts() -> Vec<Script> {
    let mut all = Vec::new();
    for (kind, value) in DATA {
        for (method, storage) in STORED {
            for (rows, bytes) in SIZES {
                // Two thirds of the grid are enough to tell the columns apart.
                let mixed = rows + bytes / 100 + kind.len() as u32 + method.len() as u32;
                let odd = mixed.is_multiple_of(3);
                if odd || *method == "main" && *bytes > 9000 {
                    continue;
                }
                all.push(values(kind, value, method, storage, *rows, *bytes));
            }
        }
    }
    for rows in [1, 30, 1000, 20_000, 100_000] {
        all.push(rows_and_indexes(rows));
        all.push(expressions(rows));
    }
    for rows in [10, 300, 3000] {
        for keys in [3, 40, 500] {
            all.push(documents(rows, keys));
        }
    }
    for (rows, width) in [(1, 10), (100, 10), (3000, 30), (30_000, 8), (200, 3000), (40, 50_000)] {
        all.push(copies(rows, width));
    }
    all.push(("single rows".into(), single_rows()));
    all.push(("definitions".into(), definitions()));
    all.push(("routines".into(), routines()));
    for rows in [100, 5000, 50_000] {
        all.push(joins(rows));
    }
    all.push(("large tables".into(), large_tables()));
    all.extend(super::short_statements::scripts());
    all.extend(super::mixed_statements::scripts());
    all
}

/// A script for values of one kind, stored in one way: inserted, read, sliced, updated, deleted.
fn values(kind: &str, value: &str, method: &str, storage: &str, rows: u32, bytes: u32) -> Script {
    let value = value.replace("$n", &bytes.to_string());
    let compression = if method == "lz4" { "lz4" } else { "pglz" };
    let (half, some) = (bytes / 2, rows.div_ceil(5));
    let sql = format!(
        "CREATE TABLE source (i int, v text);
ALTER TABLE source ALTER v SET STORAGE EXTERNAL;
INSERT INTO source SELECT i, {value} FROM generate_series(1, {rows}) i;
CREATE TABLE t (i int, v text COMPRESSION {compression});
ALTER TABLE t ALTER v SET {storage};
INSERT INTO t SELECT i, v || '' FROM source;
SELECT count(*) FROM t;
SELECT sum(length(v)) FROM t;
SELECT sum(octet_length(v)) FROM t;
SELECT max(substr(v, {half}, 20)) FROM t;
SELECT max(substr(v, 1, 5)) FROM t;
SELECT count(*) FROM t WHERE v LIKE '%zzz%';
SELECT max(md5(v)) FROM t WHERE i <= {some};
SELECT sum(pg_column_size(v)) FROM t;
SELECT v FROM t WHERE i <= {some};
UPDATE t SET i = -i WHERE i % 3 = 0;
UPDATE t SET v = v || 'x' WHERE i % 5 = 0;
SELECT sum(hashtext(upper(v))) FROM t WHERE i <= {some};
DELETE FROM t WHERE i % 2 = 0;
VACUUM t;
VACUUM FULL t;
ANALYZE t;
TRUNCATE t;
DROP TABLE t;
"
    );
    (format!("{rows} values of {bytes} bytes: {kind}, {method}"), sql)
}

/// A script for short rows: indexes, sorts, groups, updates.
fn rows_and_indexes(rows: u32) -> Script {
    let (tenth, some) = (rows / 10 + 1, rows / 100 + 1);
    let sql = format!(
        "CREATE TABLE r (id int, g int, t text, n numeric);
INSERT INTO r SELECT i, i % 100, 'name ' || (i * 7919) % {rows}, i / 7.0 FROM generate_series(1, {rows}) i;
CREATE INDEX ON r (id);
CREATE INDEX ON r (t);
ANALYZE r;
SELECT count(*) FROM r;
SELECT * FROM r WHERE id = {tenth};
SELECT count(t) FROM r WHERE id BETWEEN {some} AND {tenth};
SELECT * FROM r WHERE id <= {tenth};
SELECT t, count(*) FROM r WHERE id <= {tenth} GROUP BY t ORDER BY t LIMIT 5;
SELECT g, count(*), sum(id), max(t) FROM r GROUP BY g;
SELECT sum(n), avg(n) FROM r;
SELECT id FROM r ORDER BY g, id DESC LIMIT 10;
SELECT count(*) FROM (SELECT t FROM r ORDER BY t OFFSET 0) s;
SELECT count(*) FROM (SELECT id FROM r ORDER BY g, n OFFSET 0) s;
SELECT count(DISTINCT g) FROM r;
SELECT DISTINCT g FROM r;
UPDATE r SET g = g + 1 WHERE id <= {tenth};
UPDATE r SET id = id + {rows} WHERE id <= {some};
INSERT INTO r SELECT i, 1, 'more', 2.5 FROM generate_series(1, {tenth}) i;
DELETE FROM r WHERE g = 50;
VACUUM r;
VACUUM ANALYZE r;
EXPLAIN ANALYZE SELECT count(*) FROM r;
EXPLAIN ANALYZE SELECT * FROM r WHERE id <= {tenth} ORDER BY t;
EXPLAIN SELECT * FROM r WHERE id = 5;
ALTER TABLE r ADD PRIMARY KEY (id, t, g, n);
DROP TABLE r;
"
    );
    (format!("{rows} short rows"), sql)
}

/// A script for expressions without tables.
fn expressions(rows: u32) -> Script {
    let list = [
        "sum(i)",
        "sum(i * 2 + i % 7 - i / 3)",
        "sum(length(i::text))",
        "max(md5(i::text))",
        "count(repeat('ab', i % 50))",
        "sum((i::numeric * 1.5 + 2) / 3)",
        "max(i::text || ', ' || i::text)",
        "count(upper('abc' || i))",
        "sum(CASE WHEN i % 2 = 0 THEN 1 WHEN i % 3 = 0 THEN 2 ELSE 3 END)",
        "count(jsonb_build_object('a', i, 'b', 'text'))",
        "count(substr('abcdefghijk' || i, 3, 4))",
        "count(*) FILTER (WHERE i::text LIKE '%99%')",
        "sum(sqrt(i::float8)::int)",
        "length(string_agg(i::text, ','))",
        "count(random())",
        "array_length(array_agg(i), 1)",
    ];
    let mut sql = String::new();
    for e in list {
        sql += &format!("SELECT {e} FROM generate_series(1, {rows}) i;\n");
    }
    sql += &format!(
        "SELECT count(*) FROM generate_series(1, {rows}) a;
SELECT i, i * 2 FROM generate_series(1, {rows}) i;
SELECT md5(i::text) FROM generate_series(1, {rows}) i;
SELECT count(*) FROM (SELECT generate_series(1, {rows})) s;
"
    );
    (format!("expressions on {rows} rows"), sql)
}

/// A script for jsonb: values are built, read, changed.
fn documents(rows: u32, keys: u32) -> Script {
    let sql = format!(
        "CREATE TABLE d (i int, j jsonb);
INSERT INTO d SELECT i, (SELECT jsonb_object_agg('key' || k, k * i) FROM generate_series(1, {keys}) k)
  FROM generate_series(1, {rows}) i;
SELECT count(j -> 'key2') FROM d;
SELECT sum((j ->> 'key1')::int) FROM d;
SELECT count(*) FROM d WHERE j @> '{{\"key1\": 5}}';
SELECT count(*) FROM d WHERE j ? 'key3';
SELECT sum(length(j::text)) FROM d;
SELECT j FROM d WHERE i < 20;
UPDATE d SET j = jsonb_set(j, '{{key1}}', '7');
UPDATE d SET j = j || '{{\"new\": 1}}' WHERE i % 4 = 0;
SELECT count(*) FROM d, jsonb_each(j);
SELECT jsonb_array_length(jsonb_agg(j)) FROM d;
DROP TABLE d;
"
    );
    (format!("{rows} documents of {keys} keys"), sql)
}

/// A script for COPY in both directions.
fn copies(rows: u32, width: usize) -> Script {
    let mut sql =
        String::from("CREATE TABLE c (a int, b text, c timestamptz);\nCOPY c FROM STDIN;\n");
    for i in 0..rows {
        let word = format!("word{} ", (u64::from(i) * 7919) % 1000);
        let text: String = word.chars().cycle().take(width).collect();
        sql += &format!("{i}\t{}\t2024-01-{:02} 10:00:00+00\n", text.trim_end(), i % 28 + 1);
    }
    sql += "\\.\nSELECT count(*) FROM c;\nCOPY c TO STDOUT;\nCOPY (SELECT b FROM c WHERE a < 50) TO STDOUT;\nDROP TABLE c;\n";
    (format!("COPY of {rows} lines of {width} bytes"), sql)
}

/// A script of single-row statements, which shows what a statement and a commit cost.
fn single_rows() -> String {
    let mut sql = String::from(
        "CREATE TABLE s (id int PRIMARY KEY, v text);\nINSERT INTO s SELECT i, 'old' FROM generate_series(1, 1000) i;\n",
    );
    for (i, n) in
        [10, 100, 1000, 1900, 2100, 4000, 10_000, 50_000, 200_000, 1_000_000].iter().enumerate()
    {
        let id = 2000 + i;
        sql += &format!(
            "INSERT INTO s VALUES ({id}, repeat('x', {n}));
INSERT INTO s VALUES ({}, '{}');
SELECT length(v) FROM s WHERE id = {id};
SELECT v FROM s WHERE id = {id};
UPDATE s SET v = v || 'y' WHERE id = {id};
DELETE FROM s WHERE id = {id};
",
            id + 100,
            "0123456789abcdef".repeat(n / 16),
        );
    }
    sql += "BEGIN;\nINSERT INTO s VALUES (5001, 'a');\nSELECT count(*) FROM s;\nROLLBACK;
BEGIN;\nINSERT INTO s VALUES (5002, 'a');\nINSERT INTO s VALUES (5003, 'b');\nSAVEPOINT a;\nUPDATE s SET v = 'c' WHERE id = 5002;\nCOMMIT;
SELECT 1;\nSELECT 1 + 1 AS two, 'text' AS t;\nSHOW work_mem;\nSET work_mem = '8MB';\nRESET work_mem;
SELECT now() IS NULL;\nSELECT pg_table_size('s');\nSELECT pg_total_relation_size('s'), pg_relation_size('s');
SELECT pg_column_size(v) FROM s WHERE id = 17;
SELECT id, v FROM s WHERE id IN (1, 5, 900, 400) ORDER BY id DESC;
SELECT ctid, xmin FROM s WHERE id < 5;
VACUUM s;\nANALYZE s;\nCHECKPOINT;
SELECT pg_relation_size('s') / 8192 AS pages;\nSELECT relname, relpages FROM pg_class WHERE relname LIKE 's%';
SELECT name, setting FROM pg_settings WHERE name = 'work_mem';\nSELECT nspname FROM pg_namespace;
INSERT INTO s VALUES (5010, 'a') RETURNING id;\nUPDATE s SET v = 'b' WHERE id = 5010;\nDELETE FROM s WHERE id = 5010;
INSERT INTO s VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET v = excluded.v;
BEGIN;\nUPDATE s SET v = 'c' WHERE id = 7;\nCOMMIT;
SET synchronous_commit = off;\nINSERT INTO s VALUES (6001, 'a');\nUPDATE s SET v = 'b' WHERE id = 6001;
INSERT INTO s VALUES (6002, 'b');\nINSERT INTO s SELECT i, 'c' FROM generate_series(7000, 7020) i;\nDELETE FROM s WHERE id > 6000;
CREATE TABLE lazy (a int);\nCREATE TABLE lazy_text (a int, b text);\nALTER TABLE lazy ADD b int;
DROP TABLE lazy, lazy_text;\nRESET synchronous_commit;
EXPLAIN SELECT 1;\nEXPLAIN ANALYZE SELECT v FROM s WHERE id = 17;\nEXPLAIN (ANALYZE, BUFFERS) SELECT count(v) FROM s;
TRUNCATE s;\n";
    sql
}

/// A script that creates, alters and drops objects.
fn definitions() -> String {
    let mut sql = String::new();
    for n in 1..=4 {
        let columns: Vec<String> = (0..n * 3).map(|c| format!("c{c} text")).collect();
        sql += &format!(
            "CREATE TABLE w{n} (id int, {});
CREATE INDEX ON w{n} (id);
ALTER TABLE w{n} ADD COLUMN extra int DEFAULT 5;
ALTER TABLE w{n} ALTER c0 SET STORAGE EXTERNAL;
ALTER TABLE w{n} ALTER c1 SET COMPRESSION lz4;
ALTER TABLE w{n} SET (fillfactor = 70);
COMMENT ON TABLE w{n} IS 'wide';
CREATE VIEW u{n} AS SELECT id, c0 FROM w{n};
SELECT * FROM u{n};
INSERT INTO w{n} (id, c0) VALUES (1, 'a'), (2, 'b');
CREATE TABLE x{n} AS SELECT * FROM w{n};
CREATE SEQUENCE q{n};
SELECT nextval('q{n}');
ALTER TABLE w{n} RENAME c0 TO first;
ALTER TABLE w{n} DROP COLUMN extra;
DROP VIEW u{n};
DROP TABLE w{n}, x{n};
DROP SEQUENCE q{n};
",
            columns.join(", ")
        );
    }
    sql += "CREATE TABLE p (id serial PRIMARY KEY, name text NOT NULL UNIQUE, CHECK (name <> ''));
CREATE TABLE k (p int REFERENCES p, v int);
INSERT INTO p (name) SELECT 'n' || i FROM generate_series(1, 200) i;
INSERT INTO k SELECT 1 + i % 200, i FROM generate_series(1, 1000) i;
DELETE FROM k WHERE v < 100;
DELETE FROM p WHERE id = 10000;
DROP TABLE k, p;
CREATE TEMP TABLE tmp (a int, b text);
INSERT INTO tmp SELECT i, 'b' || i FROM generate_series(1, 2000) i;
SELECT count(*) FROM tmp;
DROP TABLE tmp;
CREATE UNLOGGED TABLE ul (a int, b text);
INSERT INTO ul SELECT i, 'b' || i FROM generate_series(1, 20000) i;
DROP TABLE ul;
";
    sql
}

/// A script for functions in SQL and PL/pgSQL, DO, and triggers.
fn routines() -> String {
    let mut sql = String::from(
        "CREATE FUNCTION twice(int) RETURNS int LANGUAGE plpgsql AS 'BEGIN RETURN $1 * 2; END';
CREATE FUNCTION thrice(int) RETURNS int LANGUAGE sql VOLATILE AS 'SELECT $1 + $1 + $1';
CREATE TABLE z (a int, b text);
",
    );
    for n in [1, 100, 3000] {
        sql += &format!(
            "SELECT sum(twice(i)) FROM generate_series(1, {n}) i;
SELECT sum(thrice(i)) FROM generate_series(1, {n}) i;
DO 'DECLARE s int := 0; BEGIN FOR i IN 1..{n} LOOP s := s + i; END LOOP; END';
DO 'BEGIN FOR i IN 1..{n} LOOP INSERT INTO z VALUES (i, repeat(''x'', 100)); END LOOP; END';
DO 'DECLARE t text := ''''; BEGIN FOR i IN 1..{n} LOOP IF i % 2 = 0 THEN t := i::text; ELSE t := ''odd''; END IF; END LOOP; END';
"
        );
    }
    sql += "CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.b := NEW.b || ''!''; RETURN NEW; END';
CREATE TRIGGER touch BEFORE INSERT OR UPDATE ON z FOR EACH ROW EXECUTE FUNCTION touched();
INSERT INTO z SELECT i, 'new' FROM generate_series(1, 1000) i;
UPDATE z SET a = a + 1 WHERE b = 'new!';
PREPARE one (int) AS SELECT count(*) FROM z WHERE a = $1;
EXECUTE one(5);\nEXECUTE one(6);
";
    sql
}

/// A script for joins, subqueries, WITH, window functions and set operations.
fn joins(rows: u32) -> Script {
    let tenth = rows / 10;
    let sql = format!(
        "CREATE TABLE a (id int PRIMARY KEY, g int, t text);
CREATE TABLE b (id int, a int, v text);
INSERT INTO a SELECT i, i % 20, 'a' || i FROM generate_series(1, {rows}) i;
INSERT INTO b SELECT i, 1 + (i * 31) % {rows}, 'b' || i FROM generate_series(1, {rows}) i;
CREATE INDEX ON b (a);
ANALYZE a;
ANALYZE b;
SELECT count(*) FROM a JOIN b ON b.a = a.id;
SELECT a.t, b.v FROM a JOIN b ON b.a = a.id WHERE a.id <= {tenth};
SELECT count(*) FROM a LEFT JOIN b ON b.a = a.id AND b.v LIKE '%7';
SELECT count(*) FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.a = a.id);
SELECT count(*) FROM a WHERE id NOT IN (SELECT a FROM b WHERE id < 50);
WITH w AS MATERIALIZED (SELECT * FROM a WHERE g < 10) SELECT count(*) FROM w;
SELECT sum(r) FROM (SELECT row_number() OVER (PARTITION BY g ORDER BY id) r FROM a) s;
SELECT count(*) FROM (SELECT id FROM a UNION SELECT a FROM b) s;
SELECT count(*) FROM (SELECT id FROM a UNION ALL SELECT id FROM b) s;
SELECT (SELECT max(v) FROM b WHERE b.a = a.id) FROM a WHERE id <= {tenth};
EXPLAIN ANALYZE SELECT count(*) FROM a JOIN b ON b.a = a.id;
UPDATE b SET v = a.t FROM a WHERE a.id = b.a AND a.g = 3;
DELETE FROM b USING a WHERE a.id = b.a AND a.g = 4;
DROP TABLE a, b;
"
    );
    (format!("joins of {rows} rows"), sql)
}

/// A script for tables larger than shared buffers.
fn large_tables() -> String {
    let mut sql = String::new();
    for (name, rows, bytes) in [("l1", 20_000, 7000), ("l2", 150, 1_200_000)] {
        sql += &format!(
            "CREATE TABLE {name} (i int, v text);
ALTER TABLE {name} ALTER v SET STORAGE EXTERNAL;
INSERT INTO {name} SELECT i, repeat(md5(i::text), {bytes} / 32) FROM generate_series(1, {rows}) i;
SELECT count(*) FROM {name};
SELECT sum(length(v)) FROM {name};
SELECT sum(length(v)) FROM {name} WHERE i % 10 = 0;
SELECT max(substr(v, 100, 10)) FROM {name};
UPDATE {name} SET v = v || '-' WHERE i % 20 = 0;
DELETE FROM {name} WHERE i % 4 = 0;
VACUUM {name};
DROP TABLE {name};
"
        );
    }
    sql
}
