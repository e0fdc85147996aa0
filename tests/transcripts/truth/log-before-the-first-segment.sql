-- The log of a fresh server begins in its second segment: a position before that has no file
SELECT * FROM pg_get_wal_records_info('0/1F00178', '0/1F00278');
SELECT * FROM pg_get_wal_record_info('0/1F00178');
SELECT * FROM pg_get_wal_stats('0/1000000', pg_current_wal_lsn());
SELECT * FROM pg_get_wal_stats('0/178', pg_current_wal_lsn());
SELECT * FROM pg_get_wal_stats(pg_current_wal_lsn() - 1048576::numeric, pg_current_wal_lsn());
