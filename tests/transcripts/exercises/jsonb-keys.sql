CREATE TABLE orders (id int PRIMARY KEY, doc jsonb);
INSERT INTO orders
SELECT i, jsonb_build_object('state', 'state ' || i % 3, 'lines',
            (SELECT jsonb_agg(md5(i || ' ' || j))
             FROM generate_series(1, 200) AS j))
FROM generate_series(1, 100) AS i;
CREATE VIEW states AS
SELECT id, doc->>'state' AS state FROM orders;

SELECT count(*) AS orders FROM states
WHERE state = 'state ' || id % 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT state, count(*) FROM states GROUP BY state;

-- A generated column
ALTER TABLE orders ADD COLUMN state text
  GENERATED ALWAYS AS (doc->>'state') STORED;
CREATE OR REPLACE VIEW states AS SELECT id, state FROM orders;

SELECT count(*) AS orders FROM states
WHERE state = 'state ' || id % 3;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT state, count(*) FROM states GROUP BY state;
