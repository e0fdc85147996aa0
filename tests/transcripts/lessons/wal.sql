-- A value of ten thousand letters
CREATE TABLE w (id int PRIMARY KEY, a text, b text);
ALTER TABLE w ALTER a SET STORAGE EXTERNAL;
INSERT INTO w VALUES (1, repeat('a', 10000), 'small');

-- Inserting
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
INSERT INTO w VALUES (2, repeat('a', 10000), 'small');

-- Updating the small column
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET b = 'tiny' WHERE id = 1;

-- Updating the large one
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
UPDATE w SET a = a || 'x' WHERE id = 1;

-- Deleting
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF)
DELETE FROM w WHERE id = 2;
