-- A log in one value
SET toastscope.server = 'toasters';
CREATE TABLE def (id int, data bytea STORAGE EXTERNAL);
CREATE TABLE app (
  id int, data bytea STORAGE EXTERNAL TOASTER bytea_toaster);
CREATE TABLE tail (
  id int, data bytea STORAGE EXTERNAL TOASTER bytea_toaster);
CREATE TABLE appends (name text, piece int, bytes int,
                      buffers int, log int, ms numeric);
CREATE PROCEDURE grow(name regclass, piece int, pieces int)
LANGUAGE plpgsql AS $$
DECLARE
  line text;
  plan text;
BEGIN
  EXECUTE format('TRUNCATE %s', name);
  EXECUTE format('INSERT INTO %s VALUES (1, '''')', name);
  FOR i IN 1..pieces LOOP
    plan := '';
    FOR line IN EXECUTE format(
      'EXPLAIN (ANALYZE, BUFFERS, WAL, COSTS OFF)
       UPDATE %s SET data = data || repeat(''a'', %s)::bytea',
      name, piece)
    LOOP
      plan := plan || line;
    END LOOP;
    INSERT INTO appends VALUES (name, piece, i * piece,
      substring(plan from 'hit=(\d+)')::int,
      substring(plan from 'bytes=(\d+)')::int,
      substring(plan from 'Execution Time: ([\d.]+)')::numeric);
    COMMIT;
  END LOOP;
END $$;
CALL grow('def', 1000, 50);
SELECT count(*) AS appends, sum(log) AS log_bytes
FROM appends WHERE name = 'def';

-- Only the last chunk
CALL grow('app', 1000, 50);
SELECT count(*) AS appends, sum(log) AS log_bytes
FROM appends WHERE name = 'app';
SELECT bytes, max(log) FILTER (WHERE name = 'def') AS def,
  max(log) FILTER (WHERE name = 'app') AS app
FROM appends GROUP BY bytes ORDER BY bytes;

-- Beside the pointer
SET bytea_toaster.inline_tail = on;
CALL grow('tail', 1000, 50);
SELECT min(buffers) AS cheapest, max(buffers) AS dearest
FROM appends WHERE name = 'tail' AND bytes > 4000;
SELECT sum(log) AS log_bytes FROM appends WHERE name = 'tail';
SELECT bytes, max(buffers) FILTER (WHERE name = 'def') AS def,
  max(buffers) FILTER (WHERE name = 'app') AS app,
  max(buffers) FILTER (WHERE name = 'tail') AS tail
FROM appends GROUP BY bytes ORDER BY bytes;

-- How long it takes
SELECT sum(ms) FILTER (WHERE name = 'def') AS def_ms,
  sum(ms) FILTER (WHERE name = 'app') AS app_ms,
  sum(ms) FILTER (WHERE name = 'tail') AS tail_ms FROM appends;
SELECT bytes, max(ms) FILTER (WHERE name = 'def') AS def,
  max(ms) FILTER (WHERE name = 'app') AS app,
  max(ms) FILTER (WHERE name = 'tail') AS tail
FROM appends GROUP BY bytes ORDER BY bytes;

-- Pieces of every size
TRUNCATE appends;
SET bytea_toaster.inline_tail = off;
CALL grow('def', 200, 250); CALL grow('def', 1000, 50);
CALL grow('def', 10000, 5); CALL grow('def', 50000, 1);
CALL grow('app', 200, 250); CALL grow('app', 1000, 50);
CALL grow('app', 10000, 5); CALL grow('app', 50000, 1);
SET bytea_toaster.inline_tail = on;
CALL grow('tail', 200, 250); CALL grow('tail', 1000, 50);
CALL grow('tail', 10000, 5); CALL grow('tail', 50000, 1);
CREATE TABLE totals AS
SELECT piece, sum(log) FILTER (WHERE name = 'def') AS def,
  sum(log) FILTER (WHERE name = 'app') AS app,
  sum(log) FILTER (WHERE name = 'tail') AS tail
FROM appends GROUP BY piece;
SELECT piece AS alike FROM totals
WHERE def < 1.1 * app AND tail < 1.1 * app;
SELECT * FROM totals ORDER BY piece;

-- Exercise: a second more of sound
CREATE TABLE recording (id int, data bytea STORAGE EXTERNAL);
INSERT INTO recording
SELECT 1, string_agg(decode(md5(i::text), 'hex'), ''::bytea)
FROM generate_series(1, 6000) AS i;
