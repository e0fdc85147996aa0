CREATE TABLE insertconflict (key int4 UNIQUE, fruit text);
EXPLAIN (COSTS OFF) INSERT INTO insertconflict AS ii VALUES (1, 'a') ON CONFLICT (key) DO UPDATE SET fruit = excluded.fruit WHERE EXISTS (SELECT 1 FROM insertconflict cii WHERE ii.key = excluded.key);
EXPLAIN (COSTS OFF) INSERT INTO insertconflict AS ii VALUES (1, 'a') ON CONFLICT (key) DO UPDATE SET fruit = (SELECT max(fruit) FROM insertconflict);
EXPLAIN (COSTS OFF) INSERT INTO insertconflict AS ii VALUES (1, 'a') ON CONFLICT (key) DO UPDATE SET fruit = (SELECT max(fruit) FROM insertconflict x WHERE x.key < ii.key), key = (SELECT 3) WHERE ii.key IN (SELECT key FROM insertconflict);
EXPLAIN (VERBOSE, COSTS OFF) INSERT INTO insertconflict AS ii VALUES (1, 'a') ON CONFLICT (key) DO UPDATE SET (fruit, key) = (SELECT max(fruit), 3 FROM insertconflict x WHERE x.key < excluded.key) RETURNING (SELECT 4), key;
EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) INSERT INTO insertconflict AS ii VALUES (1, 'a') ON CONFLICT (key) DO UPDATE SET fruit = (SELECT max(fruit) FROM insertconflict x WHERE x.key < excluded.key);
EXPLAIN (COSTS OFF) UPDATE insertconflict SET fruit = 'x' RETURNING (SELECT count(*) FROM insertconflict x WHERE x.key <= insertconflict.key);
EXPLAIN (COSTS OFF, FORMAT json) INSERT INTO insertconflict AS ii VALUES (1, 'a') ON CONFLICT (key) DO UPDATE SET fruit = (SELECT max(fruit) FROM insertconflict x WHERE x.key < ii.key);
