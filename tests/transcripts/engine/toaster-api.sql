-- A catalog of toasters
CREATE EXTENSION bytea_toaster;
CREATE EXTENSION jsonb_toaster;
SELECT tsrname, tsrhandler FROM pg_toaster ORDER BY oid;

-- A name for a handler
CREATE TOASTER appender HANDLER bytea_toaster_handler;
\dr+

-- Which columns it takes
CREATE TABLE of_jsonb (data jsonb TOASTER appender);
CREATE TABLE of_bytea (data bytea TOASTER appender);
CREATE TABLE of_plain_bytea (
  data bytea STORAGE EXTERNAL TOASTER appender);
SELECT count(*) AS made
FROM pg_class WHERE relname LIKE 'of_%' AND relkind = 'r';
CREATE TABLE of_int (data int TOASTER appender);
ALTER TABLE of_plain_bytea ALTER data SET STORAGE EXTENDED;
ALTER TABLE of_plain_bytea ALTER data SET TOASTER jsonb_toaster;

-- Two toasters in one column
CREATE TABLE log (id int, data bytea STORAGE EXTERNAL);
INSERT INTO log VALUES (1, repeat('a', 10000)::bytea);
ALTER TABLE log ALTER COLUMN data SET TOASTER appender;
INSERT INTO log VALUES (2, repeat('b', 10000)::bytea);
SELECT lp, lp_len, t_data
FROM heap_page_items(get_raw_page('log', 0));
SELECT id, length(data), substr(data, 9999, 5) FROM log ORDER BY id;
\d+ log

-- A toaster in use
ALTER TABLE log ALTER COLUMN data SET TOASTER deftoaster;
DROP TABLE of_plain_bytea;
DROP TOASTER appender;
SELECT CASE count(*) WHEN 0 THEN 'dropped'
                     ELSE 'refused' END AS course
FROM pg_toaster WHERE tsrname = 'appender';

-- When nobody is left
DROP TABLE log;
DROP TOASTER appender;
DROP EXTENSION bytea_toaster;
DROP EXTENSION jsonb_toaster;
DROP TOASTER deftoaster;
SELECT count(*) AS toasters FROM pg_toaster;

-- Exercise: a toaster of its own
SET toastscope.server = 'toasters';
CREATE EXTENSION IF NOT EXISTS bytea_toaster;
CREATE TABLE films (id int, data bytea);
INSERT INTO films SELECT 1, repeat('f', 9000)::bytea;
