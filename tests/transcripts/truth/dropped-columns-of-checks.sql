-- DROP COLUMN takes each index and constraint that uses the column with it, also those of several columns
CREATE TABLE o (x1 int, name text, price numeric, CHECK (length(name) < price * 100));
ALTER TABLE o DROP COLUMN name;
\d o
CREATE TABLE o2 (x1 int, name text, price numeric, CHECK (length(name) < price * 100));
ALTER TABLE o2 DROP COLUMN x1;
ALTER TABLE o2 DROP COLUMN name;
\d o2
CREATE TABLE o3 (x1 int, name text, price numeric, CHECK (length(name) < price * 100));
ALTER TABLE o3 DROP COLUMN name CASCADE;
\d o3
CREATE TABLE o4 (x1 int, name text UNIQUE, price numeric, CHECK (length(name) < price * 100));
ALTER TABLE o4 ADD COLUMN again int, DROP COLUMN name CASCADE;
\d o4
CREATE TABLE o5 (x1 int, name text, price numeric, CHECK (length(name) < price * 100));
CREATE INDEX ON o5 (lower(name)) WHERE price > 0;
CREATE TABLE p5 (LIKE o5 INCLUDING ALL);
ALTER TABLE o5 DROP COLUMN name;
\d o5
CREATE TABLE o6 (x1 int, name text, price numeric, CHECK (length(name) < price * 100));
ALTER TABLE o6 ADD PRIMARY KEY (price);
CREATE TABLE p6 AS SELECT * FROM o6;
CREATE VIEW v6 AS SELECT name FROM p6;
ALTER TABLE o6 DROP COLUMN name CASCADE;
\d o6
CREATE TABLE o7 (id int, name text, price numeric CHECK (price > 0), total numeric GENERATED ALWAYS AS (price * 2) STORED, CHECK (length(name) < price * 100));
ALTER TABLE o7 DROP COLUMN name;
\d o7
