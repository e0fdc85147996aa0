-- Records carry their pages as they are afterwards, for replay to compare (wal_consistency_checking).
CREATE TABLE checked (id int, v text);
INSERT INTO checked VALUES (0, 'the first');
CHECKPOINT;
SET wal_consistency_checking = 'all';
SHOW wal_consistency_checking;
INSERT INTO checked VALUES (1, 'a row');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO checked VALUES (2, 'another row');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) UPDATE checked SET v = v || '!' WHERE id = 1;
RESET wal_consistency_checking;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO checked VALUES (3, 'a third');
