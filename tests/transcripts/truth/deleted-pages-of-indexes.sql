-- Deleted pages of an index.
CREATE TABLE b (k int);
INSERT INTO b SELECT i FROM generate_series(1, 1500) i;
CREATE INDEX bk ON b (k);
DELETE FROM b WHERE k BETWEEN 300 AND 1400;
VACUUM b;
SELECT p, type, live_items FROM generate_series(1, 5) p, bt_page_stats('bk', p) WHERE type = 'd';
SELECT * FROM bt_page_items('bk', 2);
SELECT count(*) FROM bt_page_items(get_raw_page('bk', 2));
