-- The server and its statistics are older than the session and its transactions
SELECT now() > pg_postmaster_start_time() AS start, now() > pg_conf_load_time() AS load;
SELECT extract(epoch FROM now() - stats_reset)::bigint > 0 AS counted FROM pg_stat_wal;
SELECT backend_start <= now() AND backend_start > pg_postmaster_start_time() AS later FROM pg_stat_activity
WHERE pid = pg_backend_pid();
SELECT pg_stat_reset_shared('wal');
SELECT extract(epoch FROM now() - stats_reset)::bigint AS counted FROM pg_stat_wal;
SELECT pg_database_size('template0') = pg_database_size('template1') AS same,
       pg_database_size('postgres') > pg_database_size('template1') AS larger;
SELECT datid, datname, numbackends, deadlocks, checksum_failures FROM pg_stat_database;
-- Roles that are granted to roles are looked up too
GRANT nobody TO postgres;
REVOKE ADMIN OPTION FOR nobody FROM postgres;
REVOKE ADMIN OPTION FOR pg_monitor FROM nobody;
REVOKE nobody FROM postgres CASCADE;
