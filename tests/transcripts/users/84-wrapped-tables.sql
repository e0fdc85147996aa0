-- psql's format wrapped, and \x auto with a width.
\pset format wrapped
\pset columns 40
SELECT repeat('word ', 20) AS text, 1 AS n;
SELECT 'a' AS x, repeat('ab', 30) AS y, repeat('1234 ', 10) AS z;
SELECT E'line one\nline two is a long line that must be wrapped' AS t, 12345 AS num;
SELECT repeat('日本語', 20) AS wide, 'x' AS y;
SELECT repeat('x', 10) AS "a header that is much longer than its value is", repeat('y', 30) AS "b";
\pset columns 20
SELECT repeat('x', 10) AS a, repeat('y', 30) AS b, repeat('z', 5) AS c, 1 AS d, 2 AS e, 3 AS f, 4 AS g;
\x auto
SELECT repeat('word ', 20) AS text, 1 AS n;
\x off
\pset columns 60
\pset border 2
SELECT repeat('word ', 20) AS text, 1 AS n;
\pset border 0
SELECT repeat('word ', 20) AS text, 1 AS n, 'k' AS k;
\pset border 1
\pset linestyle unicode
SELECT repeat('word ', 20) AS text, 1 AS n;
\pset linestyle ascii
\pset columns 0
SELECT repeat('word ', 20) AS text, 1 AS n;
\pset format aligned
\pset columns 30
\x auto
SELECT repeat('word ', 20) AS text, 1 AS n;
\pset columns 200
SELECT repeat('word ', 20) AS text, 1 AS n;
