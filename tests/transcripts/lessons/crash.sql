-- Two accounts
CREATE TABLE accounts (owner text PRIMARY KEY, balance int);
INSERT INTO accounts VALUES ('Ada', 100), ('Ben', 100);
CHECKPOINT;
SELECT * FROM accounts ORDER BY owner;

-- It committed
BEGIN;
UPDATE accounts SET balance = balance - 30 WHERE owner = 'Ada';
UPDATE accounts SET balance = balance + 30 WHERE owner = 'Ben';
COMMIT;
\crash
SELECT * FROM accounts ORDER BY owner;

-- It did not
BEGIN;
UPDATE accounts SET balance = balance - 30 WHERE owner = 'Ada';
\crash
SELECT * FROM accounts ORDER BY owner;

-- Numbers that are lost
CREATE TABLE tickets (id serial PRIMARY KEY, who text);
INSERT INTO tickets (who) VALUES ('Ada'), ('Ben'), ('Cleo');
\crash
INSERT INTO tickets (who) VALUES ('Dan') RETURNING id;

-- What is not logged at all
CREATE UNLOGGED TABLE visits (id int, page text);
INSERT INTO visits
SELECT i, '/page/' || i FROM generate_series(1, 1000) AS i;
\crash
SELECT count(*) AS rows FROM visits;

-- Exercise: baskets that come back
CREATE UNLOGGED TABLE baskets (id int, goods text);
INSERT INTO baskets
SELECT i, 'goods ' || i FROM generate_series(1, 100) AS i;
