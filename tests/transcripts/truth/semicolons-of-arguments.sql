-- Semicolons at the end of a psql command's arguments: stripped where psql strips them, unless they are quoted.
\x on;
\x off;
\x ;
\x;
\x
CREATE TABLE t (a int);
\d t;
\d t; t;
\d ';'
\d 't;'
\d t';'
\set v 't;'
\d :v
\d :v;
\d ;
\dt t;;
\t on;
SELECT 1;
\t off;
\C title;
SELECT 1;
\C ';'
SELECT 1;
\C
\pset border 2;
\f '|';
\pset fieldsep
\c postgres;
\c - postgres;
SELECT 1 a, 2 b, 3 c \crosstabview a b c;
\o ;
SELECT 1;
\l postgres;
\z t;
\sf nope;
\echo hello;
\if true;
\echo in
\endif
\unset v;
\x on; off
\x on \x off;
SELECT 1 \gset ;
