-- A look back
CREATE TABLE notes (id int, body text);
ALTER TABLE notes ALTER body SET STORAGE EXTERNAL;
INSERT INTO notes VALUES (1, repeat('a', 5000));
SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'notes' \gset
CREATE VIEW stored AS
SELECT p AS page, lp, t_xmin, t_xmax
FROM generate_series(0, pg_relation_size(:'toast') / 8192 - 1) p,
     heap_page_items(get_raw_page(:'toast', p::int))
WHERE lp_flags = 1;
BEGIN;
DECLARE earlier CURSOR FOR
SELECT left(body, 3) AS start, length(body) AS seen FROM notes;
UPDATE notes SET body = repeat('b', 7000);
FETCH earlier;
SELECT left(body, 3) AS start, length(body) AS now FROM notes;
SELECT * FROM stored;
SELECT count(*) AS chunks FROM stored;

-- Who still needs them?
COMMIT;
VACUUM notes;
SELECT count(*) AS chunks FROM stored;

-- Changed one's mind
BEGIN;
UPDATE notes SET body = repeat('c', 9000);
ROLLBACK;
SELECT count(*) AS chunks FROM stored;
SELECT left(body, 3) AS start, length(body) AS now FROM notes;
SELECT count(*) AS later FROM stored;

-- Twice in one transaction
VACUUM notes;
BEGIN;
UPDATE notes SET body = repeat('d', 5000);
UPDATE notes SET body = repeat('e', 5000);
COMMIT;
SELECT t_xmin = t_xmax AS never_seen, count(*) FROM stored
GROUP BY 1 ORDER BY 1;
SELECT count(*) AS chunks FROM stored;
VACUUM notes;
SELECT count(*) AS vacuumed FROM stored;

-- Both in one statement
WITH changed AS (
  UPDATE notes SET body = repeat('f', 8000) RETURNING body)
SELECT length(notes.body) AS seen, left(notes.body, 3) AS start,
       length(changed.body) AS written
FROM notes, changed;
SELECT count(*) AS chunks FROM stored;

-- Exercise: small steps, one transaction
CREATE TABLE drafts (id int, body text);
ALTER TABLE drafts ALTER body SET STORAGE EXTERNAL;
INSERT INTO drafts VALUES (1, repeat('a', 6000));
CREATE PROCEDURE save() LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1..4 LOOP
    UPDATE drafts SET body = body || 'more';
  END LOOP;
END $$;
