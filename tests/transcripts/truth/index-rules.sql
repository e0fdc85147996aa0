-- Which expressions and columns an index takes, and what it is called.
CREATE TABLE t (ts timestamptz, tt timestamp, x text, u int);
CREATE INDEX ON t ((ts + interval '1 day'));
CREATE INDEX ON t ((ts - interval '1 day'));
CREATE INDEX ON t ((tt + interval '1 day'));
CREATE INDEX ON t ((ts - ts));
CREATE INDEX ON t ((ts::text));
CREATE INDEX ON t ((tt::text));
CREATE INDEX ON t ((ts = tt));
CREATE INDEX ON t ((tt::date));
CREATE INDEX ON t ((concat(x, u)));
CREATE INDEX ON t ((u::text));
CREATE INDEX ON t ((x::int));
CREATE INDEX ON t ((x::date));
CREATE INDEX ON t (to_char(tt, 'YYYY'));
CREATE INDEX ON t (age(tt));
CREATE INDEX ON t (extract(year from ts));
CREATE INDEX ON t (extract(epoch from tt));
CREATE INDEX ON t ((array[x]::text));
CREATE INDEX ON t ((row(u)));
CREATE INDEX ON t (format('%s', u));
CREATE INDEX ON t (quote_literal(u));
CREATE INDEX ON t ((x || u));
CREATE INDEX ON t (((x, u)::text));
CREATE INDEX ON t ((CASE WHEN u > 1 THEN x ELSE left(x, 1) END));
CREATE INDEX ON t ((nullif(x, 'a')));
CREATE INDEX ON t ((-u));
CREATE INDEX ON t ((u::bigint));
CREATE INDEX ON t ((x is null));
CREATE INDEX ON t ((x like 'a%'));
CREATE INDEX ON t ((t));
CREATE INDEX ON t ((array[u, 1]));
CREATE INDEX ON t ((array_append(array[1,2], u)));
CREATE INDEX ON t (ctid);
CREATE INDEX ON t (u) INCLUDE (x text_pattern_ops);
CREATE INDEX ON t (u) INCLUDE (x COLLATE "C");
CREATE INDEX ON t (u) INCLUDE (x NULLS FIRST);
CREATE INDEX ON t (u) INCLUDE (x DESC);
CREATE INDEX ON t (u) INCLUDE (tableoid);
CREATE INDEX ON t (nosuch);
CREATE INDEX ON t ((tableoid));
CREATE INDEX ON t (u) WHERE tableoid > 0;
\d t
SELECT attname FROM pg_attribute a JOIN pg_class c ON c.oid = attrelid WHERE relkind = 'i' AND relname LIKE 't\_%' ORDER BY c.oid, attnum;
ALTER TABLE t ALTER u TYPE text;
ALTER TABLE t ALTER x TYPE int USING length(x);
CREATE TABLE c (a text CHECK (left(a, 1) = 'x'), b text GENERATED ALWAYS AS (a) STORED);
ALTER TABLE c ALTER a TYPE int USING 1;
CREATE TABLE o (a oid, b int, c regclass, d bigint, e "char", f varchar(10), g text, h bit(3));
SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER a TYPE int; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER b TYPE oid; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER c TYPE oid; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER c TYPE regtype; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER c TYPE int; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER d TYPE oid; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER f TYPE text; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER f TYPE varchar; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER g TYPE bytea USING g::bytea; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
ALTER TABLE o ALTER h TYPE varbit; SELECT pg_relation_filenode('o') = :n; SELECT pg_relation_filenode('o') AS n \gset
