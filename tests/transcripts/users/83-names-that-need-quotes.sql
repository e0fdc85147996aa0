-- Types whose names need quotes, in errors; a view replaced by one with fewer columns.
CREATE TYPE "My Enum" AS ENUM ('a');
CREATE SCHEMA "S";
CREATE TYPE "S".e2 AS ENUM ('a');
SELECT 'x'::"My Enum";
SELECT 'x'::"S".e2;
SELECT ''::"My Enum";
CREATE TABLE et (e "My Enum", s "S".e2);
INSERT INTO et VALUES ('a', 'b');
COPY et FROM stdin;
b	a
\.
DROP TYPE "My Enum";
DROP TYPE "S".e2;
CREATE TABLE base (id int, a text);
CREATE VIEW v1 AS SELECT id, a FROM base;
CREATE OR REPLACE VIEW v1 AS SELECT a FROM base;
CREATE OR REPLACE VIEW v1 AS SELECT a, id FROM base;
CREATE OR REPLACE VIEW v1 AS SELECT id::text, a FROM base;
