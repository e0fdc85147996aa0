CREATE TABLE drafts (id int, body text);
ALTER TABLE drafts ALTER body SET STORAGE EXTERNAL;
INSERT INTO drafts VALUES (1, repeat('a', 6000));
CREATE PROCEDURE save() LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1..4 LOOP
    UPDATE drafts SET body = body || 'more';
  END LOOP;
END $$;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'drafts' \gset
CREATE OR REPLACE VIEW versions AS
SELECT count(*) AS chunks,
       (SELECT length(body) FROM drafts) AS letters
FROM generate_series(0, pg_relation_size(:'toast') / 8192 - 1) p,
     heap_page_items(get_raw_page(:'toast', p::int))
WHERE lp_flags = 1;
SELECT chunks AS had, letters AS was FROM versions \gset
CALL save();
SELECT chunks - :had AS chunks, letters - :was AS letters
FROM versions;

-- One update of all that is to be added
CREATE OR REPLACE PROCEDURE save() LANGUAGE plpgsql AS $$
BEGIN
  UPDATE drafts SET body = body || repeat('more', 4);
END $$;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'drafts' \gset
CREATE OR REPLACE VIEW versions AS
SELECT count(*) AS chunks,
       (SELECT length(body) FROM drafts) AS letters
FROM generate_series(0, pg_relation_size(:'toast') / 8192 - 1) p,
     heap_page_items(get_raw_page(:'toast', p::int))
WHERE lp_flags = 1;
SELECT chunks AS had, letters AS was FROM versions \gset
CALL save();
SELECT chunks - :had AS chunks, letters - :was AS letters
FROM versions;
