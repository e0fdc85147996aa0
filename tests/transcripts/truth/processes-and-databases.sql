-- the processes of a server, its databases and its schemas
SELECT datid, datname, usesysid, usename, application_name, client_port, state, wait_event_type, wait_event,
  backend_type, query IS NULL AS q, xact_start IS NULL AS x, query_start IS NULL AS qs, state_change IS NULL AS s,
  backend_start IS NULL AS b, backend_xid, backend_xmin, leader_pid FROM pg_stat_activity ORDER BY backend_type;
SELECT state, count(*) FROM pg_stat_activity GROUP BY state;
SELECT state, count(*) FROM pg_stat_activity GROUP BY state ORDER BY count(*) DESC;
SELECT datname, count(*) FROM pg_stat_activity GROUP BY datname;
SELECT application_name, count(*) FROM pg_stat_activity GROUP BY 1;
SELECT backend_type, count(*) FROM pg_stat_activity GROUP BY backend_type ORDER BY 1;
SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
SELECT datid, datname, numbackends, deadlocks, temp_files, stats_reset FROM pg_stat_database;
SELECT pg_stat_reset();
SELECT datname, stats_reset IS NULL FROM pg_stat_database;
SELECT datname FROM pg_stat_database ORDER BY numbackends DESC;
SELECT datname, age(datfrozenxid) FROM pg_database;
SELECT schema_name, schema_owner FROM information_schema.schemata;
SELECT nspname FROM pg_namespace;
CREATE SCHEMA a;
CREATE SCHEMA b;
SELECT schema_name FROM information_schema.schemata;
SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT LIKE 'pg_%';
SELECT schema_name FROM information_schema.schemata WHERE schema_name NOT IN ('pg_catalog', 'information_schema');
SELECT nspname FROM pg_namespace;
CREATE DATABASE shop;
SELECT datname, age(datfrozenxid) FROM pg_database ORDER BY oid;
SELECT datname, numbackends FROM pg_stat_database ORDER BY datid;
\c shop
SELECT datname, state FROM pg_stat_activity WHERE pid = pg_backend_pid();
SELECT datname, numbackends FROM pg_stat_database WHERE datname = 'shop';
\c postgres
DROP DATABASE shop;
