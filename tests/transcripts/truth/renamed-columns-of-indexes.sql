-- Columns that get a new name: those of their indexes keep the old one
CREATE TABLE src (id serial PRIMARY KEY, b text UNIQUE, c text);
CREATE INDEX src_c ON src (c, id);
ALTER TABLE src RENAME COLUMN b TO bb; 
ALTER TABLE src RENAME c TO cc; 
SELECT attrelid::regclass, attname FROM pg_attribute WHERE attrelid IN ('src_b_key'::regclass, 'src_c'::regclass) ORDER BY 1, attnum;
\d src
\d src_c
\d src_b_key
ALTER TABLE src RENAME TO "_x"; 
SELECT typname FROM pg_type WHERE typname LIKE '%\_x%' ORDER BY 1;
ALTER TYPE _x RENAME TO y;
ALTER INDEX src_c RENAME COLUMN c TO e;
ALTER INDEX src_c ALTER COLUMN 1 SET STATISTICS 10;
ALTER TABLE src_c RENAME COLUMN c TO e;
\d _x
EXPLAIN (VERBOSE, COSTS OFF) SELECT cc FROM _x WHERE cc = 'a' ORDER BY cc, id;
INSERT INTO _x VALUES (1, 'a', 'b'), (1, 'a', 'c');
INSERT INTO _x VALUES (1, 'a', 'b'), (2, 'a', 'c');
CREATE VIEW v AS SELECT id AS a FROM _x;
ALTER VIEW v RENAME COLUMN a TO b;
SELECT * FROM v;
