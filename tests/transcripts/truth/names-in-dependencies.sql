-- Names that need quotes, in the words of DROP; what DROP SCHEMA says of objects in other schemas; an invalid index as a constraint.
CREATE SCHEMA "My Shop";
CREATE TABLE "My Shop"."Customer" (id int PRIMARY KEY, name text);
CREATE TABLE "order" (id int PRIMARY KEY, customer int REFERENCES "My Shop"."Customer");
CREATE TABLE "My Shop".item (id int PRIMARY KEY, "order" int REFERENCES "order");
CREATE VIEW "All Orders" AS SELECT o.id, c.name FROM "order" o JOIN "My Shop"."Customer" c ON c.id = o.customer;
CREATE VIEW above AS SELECT * FROM "All Orders";
DROP TABLE "order";
DROP TABLE "My Shop"."Customer";
DROP TABLE "order", "My Shop"."Customer";
DROP INDEX order_pkey;
ALTER TABLE "order" ALTER COLUMN id TYPE bigint;
DROP VIEW "All Orders";
DROP SCHEMA "My Shop";
SET search_path TO "My Shop", public;
DROP SCHEMA "My Shop";
DROP TABLE "Customer";
RESET search_path;
CREATE SEQUENCE "My Seq";
CREATE TABLE t (id int DEFAULT nextval('"My Seq"'), "Key" int GENERATED ALWAYS AS IDENTITY);
DROP SEQUENCE "My Seq";
DROP SEQUENCE "t_Key_seq";
DROP SCHEMA "My Shop" CASCADE;
SELECT relname, relkind FROM pg_class WHERE relname IN ('order', 'item', 'Customer', 'All Orders', 'above') ORDER BY 1;
\d "order"
DROP TABLE "order" CASCADE;
CREATE TABLE dup (a int);
INSERT INTO dup VALUES (1), (1);
CREATE UNIQUE INDEX CONCURRENTLY dup_a ON dup (a);
ALTER TABLE dup ADD CONSTRAINT dup_key UNIQUE USING INDEX dup_a;
ALTER TABLE dup ADD PRIMARY KEY USING INDEX dup_a;
\d dup
