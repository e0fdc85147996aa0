SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS empty;
CREATE TABLE s (id serial);
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS table_empty_serial;
CREATE TABLE s2 (id int primary key);
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS pk;
CREATE TABLE s3 (id int references s2);
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS fk;
CREATE TYPE e AS ENUM ('a');
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS enum;
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS lo;
SELECT txid_current() AS x \gset
ANALYZE;
CREATE VIEW v AS SELECT 1;
COMMENT ON TABLE s IS 'x';
CREATE EXTENSION pgstattuple;
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS view;
INSERT INTO s DEFAULT VALUES;
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x - 1 AS s_has_row;
INSERT INTO s2 VALUES (1);
SELECT txid_current() AS x \gset
VACUUM ANALYZE;
SELECT txid_current() - :x - 1 AS va;
BEGIN;
SELECT txid_current() AS x \gset
ANALYZE;
SELECT txid_current() - :x  AS in_block;
COMMIT;
SELECT txid_current() - :x - 1 AS va;
SELECT txid_current() AS x \gset
ANALYZE s, s2;
SELECT txid_current() - :x - 1 AS two;
