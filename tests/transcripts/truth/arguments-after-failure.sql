-- a command that fails reads no more arguments, and what it does not read itself is read after it is done
CREATE TABLE t (a int);
\d missing -- it's not there
\d+ missing -- more's the pity
\d t -- it's there
\d t extra
\dt missing* -- it's
\dt t extra
\di+ missing extra -- 'x
\dn missing extra
\du nobody extra
\l nothing extra
\sf missing extra
\x maybe extra
\x off -- it's
\timing maybe -- it's
\pset nothing else it's
\pset border x it's
\pset null NULL it's
\unset a b
\encoding nothing extra
\encoding UTF8 it's
SELECT 1 AS one \gset
\gdesc
\dx missing extra
\dx missing 'x
\dt t 'x
\d 'x
