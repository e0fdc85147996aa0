-- An error's constraint by name, in a handler of PL/pgSQL.
CREATE TABLE parent (id int PRIMARY KEY);
CREATE TABLE stock (sku text PRIMARY KEY, qty int NOT NULL CHECK (qty >= 0), p int CONSTRAINT "to parent" REFERENCES parent);
INSERT INTO parent VALUES (1);
INSERT INTO stock VALUES ('a', 10, 1);
CREATE DOMAIN small AS int CONSTRAINT "under ten" CHECK (VALUE < 10);
CREATE FUNCTION try(text) RETURNS text LANGUAGE plpgsql AS $$
#variable_conflict error
#print_strict_params off
DECLARE c text;
BEGIN
  EXECUTE $1;
  RETURN 'ok';
EXCEPTION WHEN OTHERS THEN
  GET STACKED DIAGNOSTICS c = CONSTRAINT_NAME;
  RETURN format('%s / %s', SQLSTATE, c);
END $$;
SELECT try($q$INSERT INTO stock VALUES ('a', 1)$q$);
SELECT try($q$UPDATE stock SET qty = -1$q$);
SELECT try($q$UPDATE stock SET qty = NULL$q$);
SELECT try($q$UPDATE stock SET p = 2$q$);
SELECT try($q$DELETE FROM parent$q$);
SELECT try($q$SELECT 11::small$q$);
SELECT try($q$SELECT 1/0$q$);
SELECT try($q$SELECT * FROM nosuch$q$);
SELECT try($q$SELECT 1$q$);
