-- Hash joins whose sides are searched anew for each row of a table outside of them.
CREATE TABLE c(id int primary key, f text); INSERT INTO c SELECT g, 'x'||g%5 FROM generate_series(1,500) g;
CREATE TABLE o(id int primary key, cid int); INSERT INTO o SELECT g, 1+(g*7)%400 FROM generate_series(1,4000) g; CREATE INDEX ON o(cid);
CREATE TABLE t(k int); INSERT INTO t SELECT g FROM generate_series(1,100) g; VACUUM ANALYZE c; VACUUM ANALYZE o; VACUUM ANALYZE t;
EXPLAIN SELECT * FROM t WHERE EXISTS (SELECT 1 FROM o JOIN c ON c.id=o.cid WHERE c.f='x1' AND o.cid=t.k);
SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM o JOIN c ON c.id=o.cid WHERE c.f='x1' AND o.cid=t.k);
EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, COSTS OFF) SELECT * FROM t WHERE EXISTS (SELECT 1 FROM o JOIN c ON c.id=o.cid WHERE c.f='x1' AND o.cid=t.k);
EXPLAIN SELECT * FROM o LEFT JOIN (c a JOIN c b ON a.f=b.f) ON b.id > o.id WHERE o.id < 1;
EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, SUMMARY OFF, COSTS OFF) SELECT count(a.id) FROM o LEFT JOIN (c a JOIN c b ON a.f=b.f) ON b.id > o.id WHERE o.id < 3;
EXPLAIN (VERBOSE) SELECT o.id, a.f FROM o LEFT JOIN (c a JOIN c b ON a.f=b.f) ON b.id > o.id AND a.id < o.cid WHERE o.id < 3;
SELECT o.id, count(a.f) FROM o LEFT JOIN (c a JOIN c b ON a.f=b.f) ON b.id > o.id AND a.id < o.cid WHERE o.id < 3 GROUP BY 1 ORDER BY 1;
EXPLAIN SELECT * FROM t JOIN LATERAL (SELECT o.id FROM o JOIN c ON o.cid = c.id WHERE c.id = t.k OFFSET 0) s ON true;
EXPLAIN SELECT * FROM t WHERE k IN (SELECT o.cid FROM o JOIN c ON o.cid = c.id JOIN c d ON d.f = c.f WHERE d.id = t.k);
