-- What the three scripts work on.
CREATE TABLE stored (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body text);
ALTER TABLE stored ALTER body SET STORAGE EXTERNAL;
CREATE TABLE counters (id int PRIMARY KEY, n int NOT NULL);
INSERT INTO counters SELECT g, 0 FROM generate_series(1, 4) g;
CREATE TABLE documents (id int PRIMARY KEY, body text);
INSERT INTO documents
  SELECT d, (SELECT string_agg(md5((d * 1000 + i)::text) || repeat(' toast', 4), ' ') FROM generate_series(1, 700) i)
    FROM generate_series(1, 100) d;
VACUUM ANALYZE;
CHECKPOINT;
