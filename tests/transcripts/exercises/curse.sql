CREATE TABLE docs (jb jsonb);
ALTER TABLE docs ALTER COLUMN jb SET STORAGE EXTERNAL;
INSERT INTO docs
SELECT jsonb_build_object('id', i, 'foo',
         (SELECT jsonb_agg(0) FROM generate_series(1, 175)))
FROM generate_series(1, 300) AS i;

SELECT sum((jb->>'id')::int) FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM docs;

-- Let longer rows stay whole
ALTER TABLE docs SET (toast_tuple_target = 4096);
VACUUM FULL docs;

SELECT sum((jb->>'id')::int) FROM docs;
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF)
SELECT jb->'id' FROM docs;
