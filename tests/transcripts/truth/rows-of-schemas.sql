-- What CREATE SCHEMA and its kin log of pg_namespace, and what the first temporary table of a session makes.
CREATE EXTENSION IF NOT EXISTS pg_walinspect;

SELECT pg_current_wal_insert_lsn() AS l \gset
CREATE SCHEMA s;
ALTER SCHEMA s RENAME TO s2;
DROP SCHEMA s2;
SELECT pg_current_wal_insert_lsn() AS m \gset
SELECT xid > 0 AS has_xid, resource_manager, record_type, count(*) FROM pg_get_wal_records_info(:'l', :'m') GROUP BY 1, 2, 3 ORDER BY min(start_lsn);

-- Two schemas, of the table and of its TOAST table, which needs no row of pg_depend.
CREATE TEMP TABLE a (id int, c text);
SELECT pg_current_wal_insert_lsn() AS l \gset
SELECT resource_manager, record_type, split_part(block_ref, '/', 3) AS relation, count(*)
  FROM pg_get_wal_records_info(:'m', :'l') WHERE block_ref ~ '/(2615|2684|2685) ' OR resource_manager = 'XLOG'
 GROUP BY 1, 2, 3 ORDER BY min(start_lsn);
SELECT pg_current_wal_insert_lsn() AS l \gset
CREATE TEMP TABLE b (id int, c text);
SELECT pg_current_wal_insert_lsn() AS m \gset
SELECT record_type, split_part(split_part(block_ref, '/', 3), ' ', 1) AS relation, count(*)
  FROM pg_get_wal_records_info(:'l', :'m') WHERE block_ref ~ '/2608 ' GROUP BY 1, 2 ORDER BY 1, 2;

-- The schema is there for what is made in it, and goes with the transaction.
BEGIN;
CREATE SCHEMA s3;
CREATE TABLE s3.t (id int);
INSERT INTO s3.t VALUES (1);
SELECT cmin FROM s3.t;
ALTER SCHEMA s3 RENAME TO s4;
INSERT INTO s4.t VALUES (2);
SELECT cmin FROM s4.t;
ROLLBACK;
SELECT nspname, nspowner FROM pg_namespace WHERE nspname LIKE 's_' ORDER BY 1;
