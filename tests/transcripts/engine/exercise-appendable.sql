SET toastscope.server = 'toasters';

SET toastscope.server = 'toasters';
CREATE TABLE sounds (id int, data bytea STORAGE EXTERNAL);
INSERT INTO sounds SELECT 1, repeat('s', 1000000)::bytea;

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE sounds SET data = data || 'x'::bytea;
SELECT max(length(substr(data, 1))) AS bytes FROM sounds;

-- The toaster that appends, and the value stored anew
ALTER TABLE sounds ALTER data SET TOASTER bytea_toaster;
UPDATE sounds SET data = data || '';

EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE sounds SET data = data || 'x'::bytea;
SELECT max(length(substr(data, 1))) AS bytes FROM sounds;
