-- A function of another schema is shown with it; a table that is referenced from one with capitals is quoted twice.
CREATE SCHEMA audit;
CREATE FUNCTION audit.seen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE FUNCTION here() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE FUNCTION audit."Big"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TABLE "User" (id int PRIMARY KEY);
CREATE TABLE "Post" (id int REFERENCES "User");
CREATE TABLE audit."Log" (id int REFERENCES "User");
CREATE TABLE plain (id int REFERENCES "User");
CREATE TRIGGER a AFTER INSERT ON plain FOR EACH ROW EXECUTE FUNCTION audit.seen('x', '1');
CREATE TRIGGER b AFTER UPDATE ON plain FOR EACH ROW EXECUTE FUNCTION here();
CREATE TRIGGER c AFTER DELETE ON plain FOR EACH ROW EXECUTE FUNCTION audit."Big"();
\d plain
\d "User"
SELECT tgname, pg_get_triggerdef(oid), pg_get_triggerdef(oid, true) FROM pg_trigger WHERE tgrelid = 'plain'::regclass AND NOT tgisinternal ORDER BY tgname;
SELECT trigger_name, action_statement FROM information_schema.triggers ORDER BY 1;
DROP FUNCTION audit.seen();
DROP FUNCTION here();
SET search_path = audit, public;
\d plain
DROP FUNCTION seen();
RESET search_path;
DROP FUNCTION audit.seen() CASCADE;
