-- What DDL leaves in pg_attribute, pg_index, pg_class, pg_constraint
CREATE TABLE a (id int PRIMARY KEY, "Name" text NOT NULL, val numeric(8,2) DEFAULT 0, tags text[], at timestamptz(3), ch char(5), bi bit(4), CHECK (val >= 0), UNIQUE ("Name", val) INCLUDE (ch));
CREATE INDEX ON a (lower("Name"), (val * 2), id) INCLUDE (tags) WHERE val > 0;
CREATE INDEX a_coll ON a ("Name" COLLATE "C" text_pattern_ops DESC, at NULLS FIRST);
CREATE INDEX ON a ((tags[1])); CREATE INDEX ON a ((val::int)); CREATE INDEX ON a ((id || 'x')); CREATE INDEX ON a ((id + 1), (id + 2)); CREATE INDEX ON a ((CASE WHEN id > 1 THEN 2 END)); CREATE INDEX ON a (coalesce(val, 0), (id IS NULL));
SELECT attrelid::regclass, attnum, attname, atttypid::regtype, attlen, atttypmod, attstorage, attalign, attbyval, attndims, attcollation, attnotnull, attstattarget, attcompression FROM pg_attribute WHERE attrelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'a'::regclass) ORDER BY attrelid, attnum;
SELECT indexrelid::regclass, indnatts, indnkeyatts, indisunique, indisprimary, indimmediate, indkey, indcollation, indclass, indoption, indexprs IS NULL AS noexpr, indpred IS NULL AS nopred FROM pg_index WHERE indrelid = 'a'::regclass ORDER BY indexrelid;
SELECT conname, contype, conkey, conindid::regclass, convalidated, conislocal, connoinherit, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'a'::regclass ORDER BY oid;
ALTER TABLE a RENAME COLUMN val TO amount;
ALTER TABLE a RENAME CONSTRAINT a_val_check TO positive;
\d a
ALTER TABLE a ALTER amount TYPE numeric(12,4);
SELECT attrelid::regclass, attnum, attname, atttypid::regtype, atttypmod FROM pg_attribute WHERE attrelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'a'::regclass) AND attname ~ 'val|amount|expr|coalesce' ORDER BY attrelid, attnum;
\d a
ALTER TABLE a ALTER "Name" TYPE varchar(20);
SELECT attrelid::regclass, attnum, attname, atttypid::regtype, atttypmod FROM pg_attribute WHERE attrelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'a'::regclass) ORDER BY attrelid::regclass::text, attnum;
ALTER TABLE a DROP COLUMN at;
SELECT indexrelid::regclass, indkey FROM pg_index WHERE indrelid = 'a'::regclass ORDER BY indexrelid::regclass::text;
ALTER TABLE a DROP COLUMN amount CASCADE;
SELECT indexrelid::regclass, indkey FROM pg_index WHERE indrelid = 'a'::regclass ORDER BY indexrelid::regclass::text;
SELECT attnum, attname, attisdropped, atttypid, attlen, attstorage, attnotnull, atthasdef FROM pg_attribute WHERE attrelid = 'a'::regclass AND attnum > 0 ORDER BY attnum;
SELECT relname, relnatts, relchecks, relhasindex, relkind, relpersistence, reltoastrelid <> 0 AS toast, reloptions FROM pg_class WHERE relname ~ '^a(_|$)' ORDER BY relname;
ALTER TABLE a ADD COLUMN e int DEFAULT 5 NOT NULL, ADD COLUMN f text DEFAULT 'x' COLLATE "C", ADD CONSTRAINT e_pos CHECK (e > 0) NOT VALID;
SELECT attname, atthasmissing, attmissingval, attcollation FROM pg_attribute WHERE attrelid = 'a'::regclass AND attnum > 7 ORDER BY attnum;
SELECT conname, convalidated FROM pg_constraint WHERE conrelid = 'a'::regclass ORDER BY 1;
ALTER TABLE a VALIDATE CONSTRAINT e_pos;
SELECT conname, convalidated FROM pg_constraint WHERE conrelid = 'a'::regclass ORDER BY 1;
ALTER TABLE a ALTER e DROP DEFAULT, ALTER e DROP NOT NULL, ALTER f SET DEFAULT 'y' || 'z';
SELECT attname, atthasdef, attnotnull, pg_get_expr(adbin, adrelid) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 'a'::regclass AND attnum > 0 ORDER BY attnum;
CREATE TABLE b (LIKE a INCLUDING ALL);
CREATE TABLE c (LIKE a INCLUDING INDEXES EXCLUDING STORAGE, extra int);
\d b
\d c
CREATE TABLE d AS SELECT id, f AS ff FROM a WITH NO DATA;
SELECT attname, atttypid::regtype, attcollation, attnotnull FROM pg_attribute WHERE attrelid = 'd'::regclass AND attnum > 0;
ALTER INDEX a_pkey RENAME TO a_primary;
SELECT conname FROM pg_constraint WHERE conrelid = 'a'::regclass AND contype = 'p';
ALTER TABLE a DROP CONSTRAINT a_primary;
ALTER TABLE a ADD CONSTRAINT a_again PRIMARY KEY (id) WITH (fillfactor = 50);
\d a
ALTER INDEX a_again SET (fillfactor = 60); ALTER TABLE a SET (fillfactor = 30, autovacuum_enabled = off, toast.vacuum_truncate = off); ALTER TABLE a RESET (fillfactor);
SELECT relname, reloptions FROM pg_class WHERE relname IN ('a', 'a_again') OR oid = (SELECT reltoastrelid FROM pg_class WHERE relname = 'a') ORDER BY relname;
ALTER TABLE a ALTER f SET (n_distinct = -0.5), ALTER f SET STATISTICS 200;
SELECT attoptions, attstattarget FROM pg_attribute WHERE attrelid = 'a'::regclass AND attname = 'f';
CREATE VIEW v (x, y) AS SELECT id, f FROM a; ALTER VIEW v RENAME COLUMN x TO z; ALTER TABLE a RENAME f TO g;
\d+ v
ALTER TABLE a RENAME TO aa; ALTER TABLE aa SET SCHEMA pg_catalog; CREATE SCHEMA s; ALTER TABLE aa SET SCHEMA s;
\d s.aa
\d+ v
SELECT typname, typtype, typnamespace::regnamespace FROM pg_type WHERE typname IN ('aa', '_aa', 'v', '_v') ORDER BY 1;
DROP TABLE s.aa; DROP TABLE s.aa CASCADE; DROP SCHEMA s;
CREATE TABLE src (drop1 int, a int, drop2 text, b text, c int[]);
ALTER TABLE src DROP COLUMN drop1, DROP COLUMN drop2;
CREATE INDEX ON src (lower(b), a) WHERE c[1] > a;
CREATE INDEX ON src ((a + 1), (a + 2), b);
CREATE TABLE copy1 (x text, y int, LIKE src INCLUDING INDEXES, z int);
\d copy1
INSERT INTO copy1 (a, b, c) VALUES (5, 'B', '{7}'), (9, 'C', '{7}');
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT a FROM copy1 WHERE lower(b) = 'b' AND c[1] > a;
SELECT a FROM copy1 WHERE lower(b) = 'b' AND c[1] > a;
SELECT a FROM copy1 WHERE a + 1 = 10;
ALTER TABLE copy1 RENAME a TO aa;
ALTER TABLE copy1 ALTER aa TYPE bigint;
SELECT attrelid::regclass, attnum, attname, atttypid::regtype FROM pg_attribute WHERE attrelid IN (SELECT indexrelid FROM pg_index WHERE indrelid = 'copy1'::regclass) ORDER BY 1, 2;
