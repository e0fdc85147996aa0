//! Training scripts of short statements: what a message, a statement and a transaction cost, and how
//! much dearer it is to use a table for the first time, when the session has to read its description
//! from the catalog. Each statement that can be cold comes at least twice.

use super::training::Script;

/// All scripts of this module.
pub fn scripts() -> Vec<Script> {
    let mut all = vec![
        ("messages".into(), messages()),
        ("again and again".into(), again_and_again()),
        ("looking around".into(), looking_around()),
        ("pages".into(), pages()),
    ];
    for columns in [1, 3, 12] {
        for indexes in [0, 1, 4] {
            for toast in [false, true] {
                all.push(first_uses(columns, indexes, toast));
            }
        }
    }
    for (rows, elements) in [(200, 30), (40, 3000), (8, 100_000)] {
        all.push(arrays(rows, elements));
    }
    for (rows, bytes) in [(300, 1000), (60, 60_000), (4, 5_000_000)] {
        all.push(bytes_of_bytea(rows, bytes));
    }
    for rows in [10, 3000] {
        all.push(rows_of_tables(rows));
    }
    all
}

/// A script with many statements in one message, and many messages in one transaction.
fn messages() -> String {
    // As pgbench does: one client, the same short statement again and again.
    let mut sql = "SELECT 1;\n".repeat(20);
    for n in [1, 2, 5, 20] {
        sql += &"SELECT 1\\; ".repeat(n - 1);
        sql += "SELECT 1;\n";
        sql += &"SELECT 'a' || 'b', 3 * 4\\; ".repeat(n - 1);
        sql += "SELECT 'a' || 'b', 3 * 4;\n";
    }
    sql += "CREATE TABLE m (id int PRIMARY KEY, v text);\nINSERT INTO m SELECT i, 'v' FROM generate_series(1, 100) i;\n";
    sql += "SELECT v FROM m WHERE id = 5;\nSELECT v FROM m WHERE id = 6;\n";
    for n in [2, 10] {
        sql += &"SELECT v FROM m WHERE id = 7\\; ".repeat(n - 1);
        sql += "SELECT v FROM m WHERE id = 7;\n";
    }
    sql += "BEGIN;\nSELECT 1;\nSELECT 1;\nSELECT v FROM m WHERE id = 8;\nSELECT v FROM m WHERE id = 9;\n";
    sql += "UPDATE m SET v = 'w' WHERE id = 8;\nUPDATE m SET v = 'x' WHERE id = 8;\nINSERT INTO m VALUES (200, 'b');\n";
    sql += "INSERT INTO m VALUES (201, 'b');\nDELETE FROM m WHERE id = 201;\nSAVEPOINT s;\nSELECT 2;\nRELEASE s;\nCOMMIT;\n";
    sql += "BEGIN;\nROLLBACK;\nBEGIN;\nSELECT 1;\nCOMMIT;\nBEGIN;\nSHOW work_mem;\nSET work_mem = '9MB';\nRESET work_mem;\nROLLBACK;\n";
    sql
}

/// A script that runs one statement many times, then a few statements in turn, as applications do.
fn again_and_again() -> String {
    let mut sql = String::from(
        "CREATE TABLE short (id int PRIMARY KEY, n int);
INSERT INTO short SELECT i, 0 FROM generate_series(1, 50) i;
CREATE TABLE long (id serial PRIMARY KEY, v text);
INSERT INTO long (v) SELECT (SELECT string_agg(md5((k * i)::text) || ' and ', '') FROM generate_series(1, 900) k)
  FROM generate_series(1, 20) i;
CREATE TABLE outside (id serial PRIMARY KEY, v text);
ALTER TABLE outside ALTER v SET STORAGE EXTERNAL;
VACUUM ANALYZE;
",
    );
    let statements = [
        "SELECT n FROM short WHERE id = 7;",
        "SELECT length(v) FROM long WHERE id = 7;",
        "UPDATE short SET n = n + 2 WHERE id = 7;",
        "INSERT INTO outside (v) VALUES (repeat('another ', 700));",
        "SELECT count(*) FROM short;",
        "SELECT substr(v, 9, 9) FROM outside WHERE id = 3;",
        "DELETE FROM short WHERE id = 7;",
        "INSERT INTO short VALUES (7, 7) ON CONFLICT DO NOTHING;",
    ];
    statements.iter().for_each(|s| sql += &format!("{s}\n").repeat(12));
    for turns in [&statements[..2], &statements[2..5], &statements[..]] {
        sql += &format!("{}\n", turns.join("\n")).repeat(10);
    }
    sql + "DROP TABLE short, long, outside;\n"
}

/// A script in which a table with `columns` columns is used for the first time by each kind of
/// statement, then again. `toast`: its columns can be TOASTed.
fn first_uses(columns: usize, indexes: usize, toast: bool) -> Script {
    let kind = if toast { "text" } else { "int" };
    let value = if toast { "'abc'" } else { "7" };
    let listed = |f: &dyn Fn(usize) -> String| (0..columns).map(f).collect::<Vec<_>>().join(", ");
    let (made, values) = (listed(&|c| format!("c{c} {kind}")), listed(&|_| value.to_string()));
    let mut sql = format!("CREATE TABLE u (id int, {made});\n");
    for i in 0..indexes {
        sql += &format!("CREATE INDEX ON u ({});\n", ["id", "c0", "id, c0", "c0, id"][i]);
    }
    let twice = |sql: &mut String, statement: &str| {
        sql.push_str(&format!("{statement}\n{statement}\n"));
    };
    twice(&mut sql, "SELECT * FROM u;");
    twice(&mut sql, &format!("INSERT INTO u VALUES (1, {values});"));
    twice(&mut sql, "SELECT count(*) FROM u;");
    twice(&mut sql, "SELECT c0 FROM u WHERE id = 1;");
    sql += "ALTER TABLE u SET (fillfactor = 90);\n";
    twice(&mut sql, &format!("INSERT INTO u VALUES (2, {values});"));
    twice(&mut sql, "SELECT id, c0 FROM u ORDER BY c0, id;");
    sql += "ANALYZE u;\n";
    twice(&mut sql, "SELECT id, count(*) FROM u GROUP BY id;");
    sql += "VACUUM u;\n";
    twice(&mut sql, &format!("UPDATE u SET c0 = {value} WHERE id = 1;"));
    twice(&mut sql, "SELECT pg_table_size('u');");
    twice(&mut sql, "SELECT pg_total_relation_size('u'), pg_relation_size('u');");
    sql += "ALTER TABLE u SET (fillfactor = 80);\n";
    twice(&mut sql, "SELECT pg_size_pretty(pg_table_size('u'));");
    sql += "ALTER TABLE u SET (fillfactor = 70);\n";
    twice(&mut sql, "EXPLAIN SELECT * FROM u WHERE id = 1;");
    sql += "ALTER TABLE u SET (fillfactor = 60);\n";
    twice(&mut sql, "EXPLAIN (ANALYZE, BUFFERS) SELECT id FROM u WHERE c0 IS NOT NULL;");
    twice(&mut sql, "SELECT 'u'::regclass, relpages FROM pg_class WHERE relname = 'u';");
    sql += "VACUUM FULL u;\n";
    twice(&mut sql, "DELETE FROM u WHERE id = 2;");
    if toast {
        sql += "VACUUM u;\n";
        twice(
            &mut sql,
            "INSERT INTO u SELECT 3, string_agg(md5(i::text), '') FROM generate_series(1, 400) i;",
        );
        sql += "VACUUM u;\n";
        twice(&mut sql, "SELECT max(length(c0)) FROM u;");
        sql += "ALTER TABLE u SET (fillfactor = 50);\n";
        twice(&mut sql, "SELECT sum(length(c0)), max(pg_column_size(c0)) FROM u WHERE id = 3;");
    }
    sql += "TRUNCATE u;\nTRUNCATE u;\nDROP TABLE u;\n";
    let kind = if toast { "with TOAST" } else { "without TOAST" };
    (format!("first uses: {columns} columns, {indexes} indexes, {kind}"), sql)
}

/// A script of queries on sizes and catalogs, as people run them between two steps.
fn looking_around() -> String {
    let mut sql = String::from(
        "CREATE TABLE around (id int PRIMARY KEY, a text, b numeric);
INSERT INTO around SELECT i, 'text ' || i, i * 1.5 FROM generate_series(1, 500) i;
ANALYZE around;
",
    );
    let looks = [
        "SELECT relname, relkind, relpages, reltuples FROM pg_class WHERE relname = 'around';",
        "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relname LIKE 'around%' ORDER BY relname;",
        "SELECT oid, relname, reltoastrelid::regclass FROM pg_class WHERE oid = 'around'::regclass;",
        "SELECT attname, atttypid, attstorage, attcompression FROM pg_attribute WHERE attrelid = 'around'::regclass AND attnum > 0;",
        "SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute WHERE attrelid = 'around'::regclass AND attnum > 0 ORDER BY attnum;",
        "SELECT conname, contype FROM pg_constraint WHERE conrelid = 'around'::regclass;",
        "SELECT indexrelid::regclass, indisunique FROM pg_index WHERE indrelid = 'around'::regclass;",
        "SELECT nspname, oid FROM pg_namespace ORDER BY nspname;",
        "SELECT name, setting FROM pg_settings WHERE name = 'block_size';",
        "SELECT name, setting, unit FROM pg_settings WHERE name LIKE 'autovacuum%';",
        "SELECT relname, n_live_tup, n_dead_tup FROM pg_stat_user_tables WHERE relname = 'around';",
        "SELECT relname, heap_blks_read, heap_blks_hit FROM pg_statio_user_tables WHERE relname = 'around';",
        "SELECT table_name, table_type FROM information_schema.tables WHERE table_name = 'around';",
        "SELECT column_name, data_type FROM information_schema.columns WHERE table_name = 'around';",
        "SELECT attname, n_distinct, correlation FROM pg_stats WHERE tablename = 'around';",
        "SELECT pg_size_pretty(pg_total_relation_size('around'));",
        "SELECT version();",
        "SELECT current_setting('work_mem'), current_schema();",
        "SHOW shared_buffers;",
        "SELECT id, round(b / 7, 2), row_number() OVER (ORDER BY id) FROM around WHERE id < 6;",
        "SELECT round(b::numeric / min(b) OVER (), 1) FROM around WHERE id < 9;",
        "SELECT CASE WHEN i % 2 = 0 THEN 'even' ELSE 'odd' END || i FROM generate_series(1, 9) i;",
        "EXPLAIN SELECT * FROM around WHERE id = 3;",
        "EXPLAIN ANALYZE SELECT * FROM around WHERE a = 'text 9';",
    ];
    for look in looks {
        sql += &format!("{look}\n{look}\n");
    }
    sql + "DROP TABLE around;\n"
}

/// A script that calls pageinspect and related extensions.
fn pages() -> String {
    let mut sql = String::from(
        "CREATE TABLE shown (id int PRIMARY KEY, a text);
INSERT INTO shown SELECT i, repeat('shown ', 3) FROM generate_series(1, 3000) i;
VACUUM shown;
",
    );
    let looks = [
        "SELECT lp, lp_off, lp_len, t_xmin, t_xmax FROM heap_page_items(get_raw_page('shown', 0));",
        "SELECT lp, t_infomask::bit(16), t_data FROM heap_page_items(get_raw_page('shown', 1)) LIMIT 9;",
        "SELECT * FROM page_header(get_raw_page('shown', 0));",
        "SELECT * FROM bt_metap('shown_pkey');",
        "SELECT * FROM bt_page_stats('shown_pkey', 1);",
        "SELECT itemoffset, ctid, data FROM bt_page_items('shown_pkey', 1) LIMIT 5;",
        "SELECT * FROM pgstattuple('shown');",
        "SELECT * FROM pgstatindex('shown_pkey');",
        "SELECT * FROM pg_visibility_map('shown', 0);",
        "SELECT * FROM pg_visibility_map_summary('shown');",
    ];
    for look in looks {
        sql += &format!("{look}\n{look}\n");
    }
    sql + "DROP TABLE shown;\n"
}

/// A script of documents with long arrays in which short numbers repeat.
fn arrays(rows: u32, elements: u32) -> Script {
    let sql = format!(
        "CREATE TABLE arr (i int, j jsonb);
INSERT INTO arr SELECT i, jsonb_build_object('first', i, 'list',
  (SELECT jsonb_agg(k % 3) FROM generate_series(1, {elements}) k), 'last', -i) FROM generate_series(1, {rows}) i;
SELECT count(j -> 'first') FROM arr;
SELECT sum((j ->> 'last')::int) FROM arr;
SELECT max(jsonb_array_length(j -> 'list')) FROM arr;
SELECT j -> 'list' -> 5 FROM arr WHERE i <= 3;
SELECT j -> 'first' FROM arr WHERE i = 2;
EXPLAIN ANALYZE SELECT j -> 'first' FROM arr;
UPDATE arr SET j = j || '{{\"more\": 1}}';
UPDATE arr SET j = j || '{{\"more\": 2}}' WHERE i % 2 = 0;
SELECT sum(length(j::text)) FROM arr;
ALTER TABLE arr ALTER j SET STORAGE EXTERNAL;
CREATE TABLE arr2 (j jsonb);
ALTER TABLE arr2 ALTER j SET STORAGE EXTERNAL;
INSERT INTO arr2 SELECT (SELECT jsonb_agg(k) FROM generate_series(1, {elements}) k) FROM generate_series(1, {rows}) i;
SELECT count(j -> 3) FROM arr2;
UPDATE arr2 SET j = j || '[1]';
DROP TABLE arr, arr2;
"
    );
    (format!("{rows} documents of {elements} elements"), sql)
}

/// A script that converts, concatenates and slices bytea.
fn bytes_of_bytea(rows: u32, bytes: u32) -> Script {
    let sql = format!(
        "CREATE TABLE raw (i int, b bytea);
ALTER TABLE raw ALTER b SET STORAGE EXTERNAL;
INSERT INTO raw SELECT i, repeat('b', {bytes})::bytea FROM generate_series(1, {rows}) i;
INSERT INTO raw SELECT -i, (SELECT string_agg(decode(md5((k + i)::text), 'hex'), '') FROM generate_series(1, {bytes} / 16) k)
  FROM generate_series(1, {rows}) i;
SELECT sum(length(b)) FROM raw;
SELECT max(substr(b, 500, 20)) FROM raw;
SELECT sum(length(b::text)) FROM raw WHERE i < 5;
UPDATE raw SET b = b || '\\x00' WHERE i % 3 = 0;
SELECT max(md5(b)) FROM raw;
DELETE FROM raw WHERE i > 0;
VACUUM raw;
DROP TABLE raw;
"
    );
    (format!("{rows} bytea of {bytes} bytes"), sql)
}

/// A script that makes, fills, changes and drops small tables, as lessons do.
fn rows_of_tables(rows: u32) -> Script {
    let mut sql = format!(
        "CREATE TABLE acc (id int, v int, t text);
INSERT INTO acc SELECT i, 100, repeat('x', 3000) FROM generate_series(1, {rows}) i;
CREATE TABLE kept AS SELECT 0 AS n, pg_table_size('acc') AS bytes;
"
    );
    for n in 1..4 {
        sql += &format!(
            "UPDATE acc SET t = t || 'z';
INSERT INTO kept SELECT {n}, pg_table_size('acc');
UPDATE acc SET v = v - 5 WHERE id = 1;
SELECT count(*), sum(v) FROM acc;
VACUUM acc;
INSERT INTO kept SELECT {n}, pg_table_size('acc');
SELECT sum(pg_column_size(t)), sum(pg_column_size(acc.*)) FROM acc;
SELECT n, bytes / 1000 AS kb, round(bytes::numeric / max(bytes) OVER (), 2) FROM kept ORDER BY n;
SELECT n, bytes / 1000 AS kb, round(bytes::numeric / max(bytes) OVER (), 2) FROM kept ORDER BY n;
"
        );
    }
    sql += "TRUNCATE kept;\nDROP TABLE kept;\nDROP TABLE acc;\n";
    (format!("a table of {rows} rows that is kept"), sql)
}
