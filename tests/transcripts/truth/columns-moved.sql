-- Tables whose columns were dropped and added: what is copied, inherited by LIKE, generated, checked and indexed
CREATE EXTENSION IF NOT EXISTS pageinspect;
CREATE TABLE o (x1 int, id int GENERATED ALWAYS AS IDENTITY, x2 text, name text, x3 int, price numeric CHECK (price > 0), total numeric GENERATED ALWAYS AS (price * 2) STORED, doc jsonb DEFAULT '{"a": 1}', CHECK (length(name) < price * 100));
ALTER TABLE o ALTER doc SET STORAGE EXTERNAL;
ALTER TABLE o DROP x1, DROP x2, DROP x3;
ALTER TABLE o ADD PRIMARY KEY (id), ADD UNIQUE (name) INCLUDE (price);
CREATE INDEX o_expr ON o ((doc->>'a'), upper(name)) WHERE total > 10;
INSERT INTO o (name, price) VALUES ('one', 3), ('two', 30);
COMMENT ON COLUMN o.price IS 'the price'; COMMENT ON INDEX o_expr IS 'an index'; COMMENT ON CONSTRAINT o_pkey ON o IS 'key';
CREATE TABLE p (before int, LIKE o INCLUDING ALL, after text);
\d+ p
\d+ o
INSERT INTO p (name, price, before) VALUES ('one', 3, 1), ('two', 30, 2) RETURNING *;
INSERT INTO p (name, price) VALUES ('bad', -1);
INSERT INTO p (name, price) VALUES ('much too long for its price', 0.01);
INSERT INTO p (name, price) VALUES ('one', 5);
SET enable_seqscan = off;
EXPLAIN (COSTS OFF) SELECT id FROM p WHERE doc->>'a' = '1' AND total > 10;
SELECT id, name FROM p WHERE doc->>'a' = '1' AND total > 10;
SELECT id, name FROM o WHERE doc->>'a' = '1' AND total > 10;
SELECT obj_description('o_expr'::regclass), col_description('p'::regclass, 6), (SELECT obj_description(indexrelid) FROM pg_index WHERE indrelid = 'p'::regclass AND indexprs IS NOT NULL);
SELECT attname, attnum, attstorage, attidentity, attgenerated FROM pg_attribute WHERE attrelid = 'p'::regclass AND attnum > 0 ORDER BY attnum;
SELECT conname, conkey, pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'p'::regclass ORDER BY 1;
CREATE TABLE q (LIKE o INCLUDING CONSTRAINTS INCLUDING GENERATED EXCLUDING INDEXES);
\d q
INSERT INTO q (id, name, price) VALUES (1, 'a', 4) RETURNING *;
ALTER TABLE p DROP COLUMN before;
UPDATE p SET price = price + 1 RETURNING *;
ALTER TABLE p RENAME price TO cost;
UPDATE p SET cost = cost + 1 RETURNING total;
\d p
ALTER TABLE p ALTER cost TYPE bigint;
ALTER TABLE p ALTER after TYPE varchar(5), ADD COLUMN more int DEFAULT 7 CHECK (more < 10), ALTER name SET NOT NULL;
\d p
SELECT lp, lp_len, t_infomask2 & 2047 AS natts, t_bits FROM heap_page_items(get_raw_page('p', 0)) WHERE lp_flags = 1;
ALTER TABLE p DROP COLUMN doc CASCADE;
ALTER TABLE p DROP COLUMN total;
ALTER TABLE p ALTER cost TYPE bigint;
ALTER TABLE p ALTER cost TYPE text USING cost || ' EUR';
ALTER TABLE p DROP CONSTRAINT p_check;
\d p
SELECT * FROM p;
CREATE TABLE r AS SELECT p.*, o.doc FROM p JOIN o USING (name);
\d r
CREATE VIEW v AS SELECT id, name AS n FROM p; ALTER TABLE p RENAME name TO title; SELECT * FROM v;
\d+ v
CREATE OR REPLACE VIEW v AS SELECT id, title AS n, more FROM p; SELECT * FROM v;
ALTER TABLE p DROP COLUMN title;
ALTER TABLE p DROP COLUMN title CASCADE;
SELECT indexrelid::regclass, indkey FROM pg_index WHERE indrelid = 'p'::regclass ORDER BY 1;
ALTER TABLE o ADD COLUMN again int, DROP COLUMN name CASCADE;
SELECT indexrelid::regclass, indkey FROM pg_index WHERE indrelid = 'o'::regclass ORDER BY 1;
CREATE UNIQUE INDEX o_u ON o (again, price);
ALTER TABLE o REPLICA IDENTITY USING INDEX o_u;
ALTER TABLE o ALTER again SET NOT NULL;
DELETE FROM o;
ALTER TABLE o ALTER again SET NOT NULL, ALTER price SET NOT NULL;
ALTER TABLE o REPLICA IDENTITY USING INDEX o_u;
ALTER TABLE o DROP CONSTRAINT o_pkey;
ALTER TABLE o ADD CONSTRAINT o_new PRIMARY KEY USING INDEX o_u;
\d o
