-- What a statement that is its own transaction has locked.
CREATE TABLE t (id int);
SELECT locktype, relation::regclass, page, tuple, virtualxid IS NULL AS no_xid, transactionid, mode, granted, fastpath FROM pg_locks;
SELECT count(*) FROM pg_locks WHERE relation = 't'::regclass;
SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'relation';
