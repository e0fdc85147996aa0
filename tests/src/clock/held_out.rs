//! The statements that the clock is held to: the studies' and the recorded transcripts', none of which
//! prices are fitted on; and which of two the studies find dearer.

/// Transcripts that do what learners do: tables of all storage strategies, jsonb, bytea, vacuum, indexes.
pub const TRANSCRIPTS: &[&str] = &[
    "pg15/02-column-compression",
    "pg15/03-jsonb-curse",
    "pg15/04-jsonb-key-access",
    "pg15/05-bytea-append",
    "pg15/06-large-text",
    "workshop/02-storage-strategies",
    "workshop/06-fillfactor",
    "users/02-toast-bloat",
    "users/07-compression-compared",
    "users/15-index-bloat",
    "users/18-jsonb-keys",
    "users/33-jsonb-updates",
    "tutorials/03-json-documents",
    "tutorials/07-plans",
    "authors/08-bloat",
    "authors/16-dead-rows",
    "hands/slices",
    "hands/updates",
];

/// A script of a study: a name, and what psql is given.
pub const STUDIES: &[(&str, &str)] = &[
    (
        "lz4 and pglz: one value a thousand times",
        "CREATE TABLE t1 (a text);
CREATE TABLE t2 (a text COMPRESSION lz4);
CREATE TABLE t3 (a text);
ALTER TABLE t3 ALTER a SET STORAGE EXTERNAL;
INSERT INTO t1(a) SELECT lpad('a', 1000000, 'a') FROM generate_series(1, 100);
INSERT INTO t2(a) SELECT lpad('a', 1000000, 'a') FROM generate_series(1, 100);
INSERT INTO t3(a) SELECT lpad('a', 1000000, 'a') FROM generate_series(1, 100);
SELECT sum(length(a)) FROM t1;
SELECT sum(length(a)) FROM t2;
SELECT sum(length(a)) FROM t3;
SELECT count(*) FROM t1 WHERE a LIKE '%b%';
SELECT count(*) FROM t2 WHERE a LIKE '%b%';
SELECT count(*) FROM t3 WHERE a LIKE '%b%';
SELECT max(substr(a, 500000, 10)) FROM t1;
SELECT max(substr(a, 500000, 10)) FROM t2;
SELECT max(substr(a, 500000, 10)) FROM t3;
",
    ),
    (
        "lz4 and pglz: source text",
        "CREATE TABLE files (name text, body text);
INSERT INTO files SELECT 'f' || f, (SELECT string_agg(
  (ARRAY['if (', 'return ', 'static int ', 'x', ' = ', 'NULL', ');', 'for (i = 0; ', 'struct ', '->', '\t\t',
   'palloc(', 'Oid ', '{', '}', ' /* see above */ '])[1 + (l * l * 31 + f * 17 + l / 7) % 16] || (l * f) % 97, '')
  FROM generate_series(1, 4000) l) FROM generate_series(1, 60) f;
CREATE TABLE c1 (name text, body text COMPRESSION pglz);
CREATE TABLE c2 (name text, body text COMPRESSION lz4);
CREATE TABLE c3 (name text, body text);
ALTER TABLE c3 ALTER body SET STORAGE EXTERNAL;
INSERT INTO c1 SELECT name, body || '' FROM files;
INSERT INTO c2 SELECT name, body || '' FROM files;
INSERT INTO c3 SELECT name, body || '' FROM files;
SELECT body FROM c1;
SELECT body FROM c2;
SELECT body FROM c3;
SELECT sum(length(body)) FROM c1;
SELECT sum(length(body)) FROM c2;
SELECT sum(length(body)) FROM c3;
UPDATE c1 SET body = body || 'end';
UPDATE c2 SET body = body || 'end';
UPDATE c3 SET body = body || 'end';
",
    ),
    (
        "lz4 and pglz: what cannot be compressed",
        "CREATE TABLE raw (b bytea);
ALTER TABLE raw ALTER b SET STORAGE EXTERNAL;
INSERT INTO raw SELECT (SELECT string_agg(decode(md5((f * 7777 + l)::text), 'hex'), '') FROM generate_series(1, 5000) l)
  FROM generate_series(1, 50) f;
CREATE TABLE r1 (b bytea COMPRESSION pglz);
CREATE TABLE r2 (b bytea COMPRESSION lz4);
CREATE TABLE r3 (b bytea);
ALTER TABLE r3 ALTER b SET STORAGE EXTERNAL;
INSERT INTO r1 SELECT b || '\\x00' FROM raw;
INSERT INTO r2 SELECT b || '\\x00' FROM raw;
INSERT INTO r3 SELECT b || '\\x00' FROM raw;
",
    ),
    (
        "large text",
        "CREATE TABLE b0 (id serial, val text);
CREATE TABLE b35 (id serial, val text);
CREATE TABLE b65 (id serial, val text);
CREATE TABLE b100 (id serial, val text);
CREATE TABLE b500 (id serial, val text);
CREATE TABLE e65 (id serial, val text);
ALTER TABLE e65 ALTER val SET STORAGE EXTERNAL;
CREATE TABLE e100 (id serial, val text);
ALTER TABLE e100 ALTER val SET STORAGE EXTERNAL;
CREATE TABLE e500 (id serial, val text);
ALTER TABLE e500 ALTER val SET STORAGE EXTERNAL;
INSERT INTO b0 (val) SELECT repeat(md5(x::text), 0 + x % 25 + 1) FROM generate_series(1, 10000) x;
INSERT INTO b35 (val) SELECT repeat(md5(x::text), 35 + x % 25 + 1) FROM generate_series(1, 10000) x;
INSERT INTO b65 (val) SELECT repeat(md5(x::text), 65 + x % 25 + 1) FROM generate_series(1, 10000) x;
INSERT INTO b100 (val) SELECT repeat(md5(x::text), 100 + x % 25 + 1) FROM generate_series(1, 10000) x;
INSERT INTO b500 (val) SELECT repeat(md5(x::text), 500 + x % 25 + 1) FROM generate_series(1, 3000) x;
INSERT INTO e65 (val) SELECT repeat(md5(x::text), 65 + x % 25 + 1) FROM generate_series(1, 10000) x;
INSERT INTO e100 (val) SELECT repeat(md5(x::text), 100 + x % 25 + 1) FROM generate_series(1, 10000) x;
INSERT INTO e500 (val) SELECT repeat(md5(x::text), 500 + x % 25 + 1) FROM generate_series(1, 3000) x;
SELECT max(substring(val, 100, 30)) FROM b65;
SELECT max(substring(val, 100, 30)) FROM e65;
SELECT max(substring(val, 100, 30)) FROM b500;
SELECT max(substring(val, 100, 30)) FROM e500;
SELECT sum(length(val)) FROM b500;
SELECT sum(length(val)) FROM e500;
INSERT INTO b500 (val) VALUES (repeat(md5('one'), 510));
INSERT INTO e500 (val) VALUES (repeat(md5('one'), 510));
",
    ),
    (
        "the curse of TOAST",
        "CREATE TABLE test_toast AS SELECT i id, jsonb_build_object(
  'key1', i,
  'key2', (SELECT jsonb_agg(0) FROM generate_series(1, pow(10, 1 + 5.0 * i / 100.0)::int)),
  'key3', i,
  'key4', (SELECT jsonb_agg(0) FROM generate_series(1, pow(10, 0 + 5.0 * i / 100.0)::int))) jb
FROM generate_series(1, 80) i;
SELECT jb -> 'key1' FROM test_toast WHERE id = 20;
SELECT count(jb -> 'key1') FROM test_toast WHERE id = 40;
SELECT count(jb -> 'key1') FROM test_toast WHERE id = 80;
SELECT count(jb -> 'key3') FROM test_toast;
EXPLAIN ANALYZE SELECT jb -> 'key1' FROM test_toast;
UPDATE test_toast SET jb = jb || '{\"key3\": 5}';
",
    ),
];

/// Two statements of which a study says which is dearer, as their beginnings; the first is.
pub const ORDERINGS: &[(&str, &str, &str)] = &[
    ("pglz takes longer than lz4 to insert", "INSERT INTO t1(a)", "INSERT INTO t2(a)"),
    ("and source text, too", "INSERT INTO c1", "INSERT INTO c2"),
    ("lz4 takes longer than none on what it cannot compress", "INSERT INTO r2", "INSERT INTO r3"),
    ("pglz takes longer than none on source text", "INSERT INTO c1", "INSERT INTO c3"),
    (
        "EXTERNAL takes longer than lz4 where values compress well",
        "INSERT INTO t3(a)",
        "INSERT INTO t2(a)",
    ),
    (
        "pglz or EXTERNAL, inserting a megabyte of one letter",
        "INSERT INTO t1(a)",
        "INSERT INTO t3(a)",
    ),
    (
        "pglz takes longer than lz4 to read",
        "SELECT sum(length(body)) FROM c1",
        "SELECT sum(length(body)) FROM c2",
    ),
    (
        "pglz or EXTERNAL, reading source text",
        "SELECT sum(length(body)) FROM c1",
        "SELECT sum(length(body)) FROM c3",
    ),
    (
        "EXTERNAL or pglz, reading a megabyte of one letter",
        "SELECT sum(length(a)) FROM t3",
        "SELECT sum(length(a)) FROM t1",
    ),
    (
        "lz4 or EXTERNAL, reading a megabyte of one letter",
        "SELECT sum(length(a)) FROM t3",
        "SELECT sum(length(a)) FROM t2",
    ),
    (
        "pglz or EXTERNAL, a slice in the middle",
        "SELECT max(substr(a, 500000, 10)) FROM t1",
        "SELECT max(substr(a, 500000, 10)) FROM t3",
    ),
    ("pglz or lz4, updating source text", "UPDATE c1", "UPDATE c2"),
    ("pglz or EXTERNAL, 65 times 32 characters", "INSERT INTO e65", "INSERT INTO b65"),
    ("pglz or EXTERNAL, 100 times 32 characters", "INSERT INTO e100", "INSERT INTO b100"),
    (
        "pglz or EXTERNAL, 500 times 32 characters",
        "INSERT INTO e500 (val) SELECT",
        "INSERT INTO b500 (val) SELECT",
    ),
    (
        "substring of EXTERNAL or EXTENDED, 65",
        "SELECT max(substring(val, 100, 30)) FROM e65",
        "SELECT max(substring(val, 100, 30)) FROM b65",
    ),
    (
        "substring of EXTERNAL or EXTENDED, 500",
        "SELECT max(substring(val, 100, 30)) FROM e500",
        "SELECT max(substring(val, 100, 30)) FROM b500",
    ),
    (
        "length of EXTERNAL or EXTENDED, 500",
        "SELECT sum(length(val)) FROM e500",
        "SELECT sum(length(val)) FROM b500",
    ),
    ("inline or compressed, inserting 35 or 65 times 32", "INSERT INTO b65", "INSERT INTO b35"),
    (
        "a key of a long document or of a short one",
        "SELECT count(jb -> 'key1') FROM test_toast WHERE id = 80",
        "SELECT count(jb -> 'key1') FROM test_toast WHERE id = 40",
    ),
];
