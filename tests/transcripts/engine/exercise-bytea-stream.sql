SET toastscope.server = 'toasters';

CREATE TABLE recording (id int, data bytea STORAGE EXTERNAL);
INSERT INTO recording
SELECT 1, string_agg(decode(md5(i::text), 'hex'), ''::bytea)
FROM generate_series(1, 6000) AS i;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE recording SET data = data || repeat('b', 1000)::bytea;
SELECT length(data) AS bytes FROM recording;

-- A toaster that appends, for the value that is there too
ALTER TABLE recording ALTER data SET TOASTER bytea_toaster;
UPDATE recording SET data = data || '';

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE recording SET data = data || repeat('b', 1000)::bytea;
SELECT length(data) AS bytes FROM recording;
