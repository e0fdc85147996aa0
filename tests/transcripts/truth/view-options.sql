-- What is kept of a view's options, and how psql shows views, functions and domains.
CREATE TABLE p (id int, v text);
CREATE VIEW v WITH (security_barrier) AS SELECT id FROM p;
\d+ v
SELECT relname, reloptions FROM pg_class WHERE relname = 'v';
ALTER VIEW v SET (security_invoker = true);
SELECT relname, reloptions FROM pg_class WHERE relname = 'v';
ALTER VIEW v RESET (security_barrier);
CREATE VIEW v2 WITH (check_option = local) AS SELECT id FROM p WHERE id > 1;
CREATE VIEW v3 WITH (nonsense = local) AS SELECT id FROM p WHERE id > 1;
CREATE VIEW v3 WITH (fillfactor = 50) AS SELECT id FROM p WHERE id > 1;
CREATE VIEW v3 WITH (security_barrier = maybe) AS SELECT id FROM p;
CREATE VIEW v3 WITH (check_option = some) AS SELECT id FROM p;
CREATE VIEW v4 AS SELECT id FROM p WHERE id > 1 WITH CHECK OPTION;
CREATE VIEW v5 AS SELECT id FROM p WHERE id > 1 WITH LOCAL CHECK OPTION;
SELECT relname, reloptions FROM pg_class WHERE relname ~ '^v\d?$' ORDER BY 1;
CREATE OR REPLACE VIEW v5 AS SELECT id FROM p WHERE id > 2;
SELECT relname, reloptions FROM pg_class WHERE relname = 'v5';
\dv
\dv+
CREATE FUNCTION add(a int, b int DEFAULT 2) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT a + b';
CREATE PROCEDURE pr(n int) LANGUAGE plpgsql AS $$ BEGIN NULL; END $$;
CREATE FUNCTION tg() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN new; END $$;
\df add
\df+ add
\dft
\dft+
\dfp
\dfp+
CREATE DOMAIN posint AS int CHECK (VALUE > 0);
CREATE DOMAIN email AS text NOT NULL DEFAULT 'x' CONSTRAINT has_at CHECK (VALUE ~ '@');
\dT
\dT+ posint
