-- Equal aggregates are computed once, unless what they look at may differ from call to call.
SELECT setseed(0.5);
SELECT string_agg(md5(random()::text), '') = string_agg(md5(random()::text), '') AS same FROM generate_series(1, 2);
SELECT sum(random()) = sum(random()) AS same FROM generate_series(1, 2);
SELECT count(*), count(*) FROM generate_series(1, 2);
SELECT setseed(0.25);
SELECT array_agg((random() * 1000)::int), array_agg((random() * 1000)::int) FROM generate_series(1, 4);
SELECT i % 2 AS k, array_agg((random() * 1000)::int), array_agg((random() * 1000)::int) FROM generate_series(1, 4) i GROUP BY 1 ORDER BY 1;
SELECT max(random()) = max(random()), max(random()) + 1 > max(random()) FROM generate_series(1, 3);
SELECT sum(i) = sum(i), count(*) FILTER (WHERE random() < 0.5), count(*) FILTER (WHERE random() < 0.5) FROM generate_series(1, 100) i;
SELECT count(*) FROM generate_series(1, 3) HAVING sum(random()) <> sum(random());
SELECT avg(random()) - avg(random()) = 0 AS same FROM generate_series(1, 3) HAVING count(*) = 3 ORDER BY 1;
SELECT sum(random()) AS s FROM generate_series(1, 3) ORDER BY sum(random());
SELECT x, sum(random()) = sum(random()) FROM (VALUES ('a'), ('b'), ('a')) v(x) GROUP BY x ORDER BY x;
SELECT sum(now()::date - now()::date), sum(now()::date - now()::date) FROM generate_series(1, 3);
CREATE SEQUENCE s;
SELECT sum(nextval('s')), sum(nextval('s')) FROM generate_series(1, 3);
SELECT max(currval('s')), max(currval('s')), last_value FROM generate_series(1, 3), s GROUP BY last_value;
EXPLAIN (COSTS ON) SELECT sum(random()), sum(random()), sum(i), sum(i) FROM generate_series(1, 1000) i;
