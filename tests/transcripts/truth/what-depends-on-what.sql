-- pg_depend: what users' relations, types, defaults and constraints depend on.
CREATE TABLE p (id serial PRIMARY KEY, x int CHECK (x > 0), y int DEFAULT 5, z int GENERATED ALWAYS AS (x + y) STORED, i int GENERATED ALWAYS AS IDENTITY, CHECK (x < y), UNIQUE (x, y));
CREATE SEQUENCE sq;
CREATE TABLE f (a int REFERENCES p ON DELETE CASCADE, b int, c int DEFAULT nextval('sq'), FOREIGN KEY (a, b) REFERENCES p (x, y));
CREATE INDEX fi ON f ((a + b), c) WHERE b > 0;
CREATE TYPE mood AS ENUM ('a');
CREATE DOMAIN dom AS int; CREATE DOMAIN dom2 AS dom;
CREATE TABLE u (m mood, d dom, ms mood[], r p);
CREATE MATERIALIZED VIEW mv AS SELECT a FROM f;
CREATE SCHEMA s; CREATE TABLE s.t (a int, big text);
CREATE TYPE comp AS (a int, b mood);
SELECT classid::regclass, CASE WHEN classid = 'pg_class'::regclass THEN objid::regclass::text WHEN classid = 'pg_constraint'::regclass THEN (SELECT conname FROM pg_constraint WHERE oid = objid)::text WHEN classid = 'pg_type'::regclass THEN objid::regtype::text WHEN classid = 'pg_attrdef'::regclass THEN (SELECT adrelid::regclass || '.' || adnum FROM pg_attrdef WHERE oid = objid) END AS obj, objsubid AS sub, refclassid::regclass, CASE WHEN refclassid = 'pg_class'::regclass THEN refobjid::regclass::text WHEN refclassid = 'pg_constraint'::regclass THEN (SELECT conname FROM pg_constraint WHERE oid = refobjid)::text WHEN refclassid = 'pg_type'::regclass THEN refobjid::regtype::text WHEN refclassid = 'pg_namespace'::regclass THEN refobjid::regnamespace::text END AS ref, refobjsubid AS rsub, deptype FROM pg_depend WHERE objid >= 16384 AND classid IN ('pg_class'::regclass, 'pg_type'::regclass, 'pg_constraint'::regclass, 'pg_attrdef'::regclass) AND refclassid <> 'pg_rewrite'::regclass AND objid > 16500 OR objid IN (SELECT oid FROM pg_class WHERE relnamespace IN ('public'::regnamespace, 's'::regnamespace)) AND classid = 'pg_class'::regclass OR objid IN (SELECT oid FROM pg_constraint WHERE oid >= 16384) AND classid = 'pg_constraint'::regclass OR objid IN (SELECT oid FROM pg_attrdef) AND classid = 'pg_attrdef'::regclass OR objid IN (SELECT oid FROM pg_type WHERE oid >= 16384) AND classid = 'pg_type'::regclass ORDER BY 1, 2, 3, 4, 5, 6, 7;
SELECT d.refobjid::regclass AS sequence, a.adrelid::regclass AS used_by, a.adnum FROM pg_depend d JOIN pg_attrdef a ON a.oid = d.objid WHERE d.refclassid = 'pg_class'::regclass AND d.deptype = 'n' AND d.refobjsubid = 0 ORDER BY 1;
SELECT c.conname, d.refobjid::regclass, d.refobjsubid FROM pg_depend d JOIN pg_constraint c ON c.oid = d.objid WHERE c.contype = 'f' AND d.deptype = 'n' AND d.refclassid = 'pg_class'::regclass ORDER BY 1, 2, 3;
SELECT t.typname, d.objid::regclass, d.objsubid FROM pg_depend d JOIN pg_type t ON t.oid = d.refobjid WHERE d.objid >= 16384 AND d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_type'::regclass AND d.deptype = 'n' ORDER BY 1, 2, 3;
