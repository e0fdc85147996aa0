-- pg_settings.source of the modes of a transaction: what a command names becomes the session's.
\set modes 'SELECT name, setting, source FROM pg_settings WHERE name LIKE $$transaction%$$ AND name <> $$transaction_timeout$$ ORDER BY name;'
:modes
BEGIN ISOLATION LEVEL REPEATABLE READ;
:modes
COMMIT;
:modes
BEGIN;
:modes
SET TRANSACTION READ ONLY;
:modes
ROLLBACK;
:modes
BEGIN;
SET LOCAL transaction_deferrable = on;
:modes
COMMIT;
:modes
START TRANSACTION READ ONLY, DEFERRABLE;
:modes
COMMIT AND CHAIN;
:modes
COMMIT;
:modes
SET default_transaction_isolation = 'serializable';
:modes
BEGIN;
:modes
COMMIT;
BEGIN;
SET TRANSACTION READ WRITE;
COMMIT;
:modes
SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
:modes
RESET ALL;
:modes
