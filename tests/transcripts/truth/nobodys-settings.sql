-- Custom parameters that nothing set, the seed, the modes of chained transactions, and pg_temp first in the search path.
RESET x.y; SHOW x.y; RESET "x y.z"; SET v.w TO DEFAULT; SHOW v.w;
SELECT set_config('u.w', NULL, false), current_setting('u.w'); BEGIN; SET m.q = 'a'; ROLLBACK; SHOW m.q;
SET SEED TO 2; SET SEED TO 'abc'; SET SEED TO 0.5; SELECT set_config('seed', '0.5', false); SELECT setseed(2); RESET seed;
BEGIN ISOLATION LEVEL SERIALIZABLE, READ ONLY, DEFERRABLE; COMMIT AND CHAIN; SHOW transaction_isolation; SHOW transaction_read_only; SELECT 1/0; ROLLBACK AND CHAIN; SHOW transaction_deferrable; ROLLBACK; SHOW transaction_isolation;
SET search_path = public, pg_catalog; SELECT current_schemas(false), current_schemas(true);
SET search_path = pg_temp, public; CREATE TABLE here (a int); CREATE UNLOGGED TABLE there (a int); RESET search_path;
SELECT relpersistence FROM pg_class WHERE relname = 'here'; CREATE UNLOGGED TABLE pg_temp.there (a int);
CREATE FUNCTION pg_temp.tf() RETURNS int LANGUAGE sql AS 'SELECT 7'; SELECT tf(); SELECT pg_temp.tf(); CREATE TYPE pg_temp.mood AS ENUM ('a'); SELECT 'a'::mood; DISCARD TEMP; SELECT * FROM here;
