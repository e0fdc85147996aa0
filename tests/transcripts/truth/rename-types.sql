-- ALTER TYPE ... RENAME of composite types and row types.
CREATE TABLE t (id int);
ALTER TYPE t RENAME TO t9;
CREATE TYPE c AS (a int);
ALTER TYPE c RENAME TO c9;
CREATE TABLE x (v c9);
\d x
SELECT '(5)'::c9, NULL::c;
ALTER TYPE nope RENAME TO n;
