-- All arguments are evaluated, also beside a NULL; ids as text; what takes a transaction id; which error comes first.
CREATE TABLE t (x int, y int);
INSERT INTO t VALUES (NULL, 0);
SELECT x + 1/y FROM t;
SELECT power(x, 1/y) FROM t;
SELECT x IN (1/y, 2) FROM t;
SELECT substr(x::text, 1/y, 2) FROM t;
SELECT (NULL::int[])[1/y] FROM t;
SELECT x BETWEEN 1 AND 1/y FROM t;
SELECT x > 0 AND 1/y > 0 FROM t;
SELECT coalesce(x, 1/y) FROM t;
SELECT make_date(x, 1/y, 1) FROM t;
SELECT txid_current_if_assigned() = txid_current() AS both, txid_current_if_assigned() IS NULL AS taken;

-- Texts as xid, cid, xid8 and oid.
SELECT '1x'::xid;
SELECT ''::xid;
SELECT ' 12 '::xid, '-1'::xid, '0x10'::xid, '010'::xid, '4294967295'::xid;
SELECT '4294967296'::xid;
SELECT '-2147483649'::xid;
SELECT '99999999999999999999'::xid;
SELECT '08'::xid;
SELECT 'x'::cid;
SELECT '4294967296'::cid;
SELECT 'x'::xid8;
SELECT '18446744073709551616'::xid8;
SELECT '-1'::xid8, '0x1f'::xid8, '017'::xid8;
SELECT '0x10'::oid;
SELECT '010'::oid;
SELECT '{1,2x}'::xid[];

-- What takes a transaction id.
SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS x \gset
DROP FUNCTION IF EXISTS nosuch(int, text[]);
DROP TYPE IF EXISTS nosuch;
DROP SCHEMA IF EXISTS nosuch;
DROP PROCEDURE IF EXISTS nosuch(int);
DROP DOMAIN IF EXISTS nosuch;
SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint - :x AS taken;
BEGIN;
ANALYZE;
ROLLBACK;
SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint - :x AS taken;

-- What a trigger's WHEN may have.
CREATE FUNCTION tg() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW WHEN (NEW.x > (SELECT 1)) EXECUTE FUNCTION tg();
CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW WHEN (count(NEW.x) > 1) EXECUTE FUNCTION tg();
CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW WHEN (row_number() OVER () > 1) EXECUTE FUNCTION tg();
CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW WHEN (generate_series(1, 2) > 1) EXECUTE FUNCTION tg();
CREATE TRIGGER g BEFORE UPDATE ON t FOR EACH ROW WHEN (NEW.ctid > '(0,1)') EXECUTE FUNCTION tg();
CREATE TRIGGER g AFTER UPDATE ON t FOR EACH ROW WHEN (NEW.ctid > '(0,1)') EXECUTE FUNCTION tg();

-- An index's expressions come before its columns.
CREATE INDEX b_tt ON t (p1) WHERE x;
CREATE INDEX b_tt ON t (p1) WHERE nosuch;
CREATE INDEX b_tt ON t ((p1 + 1)) WHERE nosuch;
CREATE INDEX b_tt ON t (p1, (x + 'a'));
CREATE INDEX ON t (p1) WITH (fillfactor = 1);
CREATE INDEX ON t (x) INCLUDE (nosuch);

-- Other errors: where a body is shown, elements of arrays, signs in paths.
DO '\n';
DO E'\\n';
DO 'x';
SELECT trim_array('{a}'::text[], 1) = ANY ('{1,2}');
SELECT '-($)''$.ceiling()'::jsonpath;
SELECT '''$'::jsonpath;
SELECT '$.a''b'::jsonpath;
SELECT '$.a;b^c~'::jsonpath;
