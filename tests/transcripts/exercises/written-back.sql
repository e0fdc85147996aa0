CREATE TABLE profiles (id int PRIMARY KEY, visits int, about text);
ALTER TABLE profiles ALTER about SET STORAGE EXTERNAL;
INSERT INTO profiles
SELECT i, 0, repeat('about ', 1000) FROM generate_series(1, 10) AS i;
CREATE PROCEDURE save() LANGUAGE plpgsql AS $$
DECLARE
  p profiles;
BEGIN
  FOR p IN SELECT * FROM profiles LOOP
    UPDATE profiles SET visits = p.visits + 1, about = p.about || ''
    WHERE id = p.id;
  END LOOP;
END $$;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'profiles' \gset
SELECT coalesce(max(chunk_id)::int, 0) AS last FROM :toast \gset
SELECT sum(visits) AS had FROM profiles \gset
CALL save();
SELECT count(*) FILTER (WHERE chunk_id::int > :last) AS written
FROM :toast;
SELECT sum(visits) - :had AS visits, sum(length(about)) AS letters
FROM profiles;

-- The program sends what changed
CREATE OR REPLACE PROCEDURE save() LANGUAGE plpgsql AS $$
BEGIN
  UPDATE profiles SET visits = visits + 1;
END $$;

SELECT reltoastrelid::regclass AS toast
FROM pg_class WHERE relname = 'profiles' \gset
SELECT coalesce(max(chunk_id)::int, 0) AS last FROM :toast \gset
SELECT sum(visits) AS had FROM profiles \gset
CALL save();
SELECT count(*) FILTER (WHERE chunk_id::int > :last) AS written
FROM :toast;
SELECT sum(visits) - :had AS visits, sum(length(about)) AS letters
FROM profiles;
