-- The catalogs as psql describes them.
\d pg_class
\d pg_attribute
\d pg_index
\d pg_type
\d pg_proc
\d pg_namespace
\d pg_constraint
\d pg_database
\d pg_statistic
\d pg_depend
\d pg_stat_user_tables
\d pg_stat_all_indexes
\d pg_stats
SELECT attname, attcollation FROM pg_attribute WHERE attrelid = 'pg_class'::regclass AND attcollation <> 0 ORDER BY attnum;
\l
\db
