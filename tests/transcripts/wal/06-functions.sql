-- Procedures and prepared statements: who writes how much.
CREATE TABLE log_t (id int GENERATED ALWAYS AS IDENTITY, msg text, at int DEFAULT 0);
CREATE FUNCTION add_log(m text) RETURNS int LANGUAGE plpgsql AS $$
DECLARE r int;
BEGIN
  INSERT INTO log_t (msg) VALUES (m) RETURNING id INTO r;
  IF length(m) > 20 THEN RAISE EXCEPTION 'too long: %', length(m); END IF;
  RETURN r;
EXCEPTION WHEN raise_exception THEN
  RAISE NOTICE 'caught: %', SQLERRM;
  INSERT INTO log_t (msg) VALUES (left(m, 20)) RETURNING id INTO r;
  RETURN r;
END $$;
CREATE PROCEDURE fill(n int) LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1..n LOOP
    INSERT INTO log_t (msg, at) VALUES ('row ' || i, i);
    IF i % 4 = 0 THEN COMMIT; END IF;
  END LOOP;
END $$;
SELECT pg_current_wal_insert_lsn() AS a \gset
SELECT add_log('short');
SELECT add_log('something that is far too long');
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, record_length, CASE WHEN resource_manager = 'Transaction' THEN regexp_replace(description, '^[^;]*\+00', 'T') ELSE description END AS description FROM pg_get_wal_records_info(:'a', :'b') WHERE block_ref !~ 'rel 1663/5/[0-9]{4} ' ORDER BY start_lsn;
SELECT pg_current_wal_insert_lsn() AS a \gset
CALL fill(10);
SELECT pg_current_wal_insert_lsn() AS b \gset
SELECT resource_manager, record_type, count(*), sum(record_length), count(DISTINCT xid) AS xacts FROM pg_get_wal_records_info(:'a', :'b') GROUP BY 1, 2 ORDER BY 1, 2;
PREPARE ins(text, int) AS INSERT INTO log_t (msg, at) VALUES ($1, $2);
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE ins('prepared', 1);
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE ins(repeat('p', 500), 2);
PREPARE upd AS UPDATE log_t SET at = at + 1 WHERE id = $1;
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) EXECUTE upd(3);
DEALLOCATE ALL;
CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.at := 99; RETURN NEW; END $$;
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON log_t FOR EACH ROW EXECUTE FUNCTION stamp();
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO log_t (msg) VALUES ('with a trigger'), ('again');
EXPLAIN (ANALYZE, WAL, COSTS OFF, TIMING OFF, SUMMARY OFF) WITH gone AS (DELETE FROM log_t WHERE at BETWEEN 2 AND 4 RETURNING *) INSERT INTO log_t (msg) SELECT msg || ' moved' FROM gone;
DO $$
DECLARE l pg_lsn := pg_current_wal_insert_lsn();
BEGIN
  FOR i IN 1..5 LOOP
    BEGIN
      INSERT INTO log_t (msg) VALUES ('sub');
      IF i % 2 = 0 THEN PERFORM 1 / 0; END IF;
    EXCEPTION WHEN division_by_zero THEN NULL;
    END;
  END LOOP;
  RAISE NOTICE '% bytes', pg_wal_lsn_diff(pg_current_wal_insert_lsn(), l);
END $$;
SELECT count(*), max(id) FROM log_t;
