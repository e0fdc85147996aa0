-- What is undone tells caches of the relations it was about, and of no other: where the last row of another went is
-- still known.
CREATE TABLE a (id int, v text);
CREATE TABLE b (id int, v text);
INSERT INTO a SELECT i, repeat('x', 900) FROM generate_series(1, 40) i;
INSERT INTO b SELECT i, repeat('x', 900) FROM generate_series(1, 40) i;
DELETE FROM a WHERE id % 8 = 1;
DELETE FROM b WHERE id % 8 = 1;
VACUUM a;
VACUUM b;
INSERT INTO a VALUES (100, 'first') RETURNING ctid;
INSERT INTO b VALUES (100, 'first') RETURNING ctid;
INSERT INTO a VALUES (101, repeat('y', 1500)) RETURNING ctid;
CREATE TABLE c (id int REFERENCES nowhere);
INSERT INTO a VALUES (102, 'after a failed command') RETURNING ctid;
BEGIN;
ALTER TABLE b SET (fillfactor = 90);
CREATE TABLE c (id int);
ROLLBACK;
INSERT INTO a VALUES (103, 'after ROLLBACK') RETURNING ctid;
INSERT INTO b VALUES (103, 'after ROLLBACK') RETURNING ctid;
BEGIN;
ALTER TABLE a ALTER v SET STATISTICS 5;
SAVEPOINT s;
ALTER TABLE b ALTER v SET STATISTICS 5;
INSERT INTO b VALUES (104, repeat('y', 1500)) RETURNING ctid;
INSERT INTO b VALUES (105, 'before ROLLBACK TO') RETURNING ctid;
ROLLBACK TO s;
INSERT INTO a VALUES (106, 'after ROLLBACK TO') RETURNING ctid;
INSERT INTO b VALUES (106, 'after ROLLBACK TO') RETURNING ctid;
COMMIT;
DO $$ BEGIN
  BEGIN
    EXECUTE 'ALTER TABLE b ALTER v SET STATISTICS 6';
    RAISE division_by_zero;
  EXCEPTION WHEN division_by_zero THEN NULL;
  END;
END $$;
INSERT INTO a VALUES (107, repeat('y', 700)) RETURNING ctid;
INSERT INTO b VALUES (107, repeat('y', 700)) RETURNING ctid;
INSERT INTO a VALUES (108, 'last') RETURNING ctid;
INSERT INTO b VALUES (108, 'last') RETURNING ctid;
SELECT lp, t_ctid, t_data FROM heap_page_items(get_raw_page('a', 0)) WHERE lp_len < 100;
