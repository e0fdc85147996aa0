CREATE UNLOGGED TABLE baskets (id int, goods text);
INSERT INTO baskets
SELECT i, 'goods ' || i FROM generate_series(1, 100) AS i;

INSERT INTO baskets (id, goods)
SELECT i, 'goods ' || i FROM generate_series(101, 200) AS i;
\crash
SELECT count(*) AS baskets, count(DISTINCT goods) AS goods
FROM baskets WHERE id > 100;

-- Log it from now on, and all that is there at once
ALTER TABLE baskets SET LOGGED;

INSERT INTO baskets (id, goods)
SELECT i, 'goods ' || i FROM generate_series(101, 200) AS i;
\crash
SELECT count(*) AS baskets, count(DISTINCT goods) AS goods
FROM baskets WHERE id > 100;
