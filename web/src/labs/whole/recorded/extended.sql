CREATE TABLE big_text (id bigint PRIMARY KEY, val text);
ALTER TABLE big_text ALTER COLUMN val SET STORAGE EXTENDED;
SELECT setseed(0.5);
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(1, 10000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(10001, 20000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(20001, 30000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(30001, 40000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(40001, 50000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(50001, 60000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(60001, 70000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(70001, 80000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(80001, 90000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(90001, 100000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 50000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(100001, 110000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(110001, 120000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(120001, 130000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(130001, 140000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(140001, 150000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(150001, 160000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(160001, 170000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(170001, 180000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(180001, 190000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(190001, 200000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 100000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(200001, 210000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(210001, 220000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(220001, 230000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(230001, 240000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(240001, 250000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(250001, 260000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(260001, 270000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(270001, 280000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(280001, 290000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(290001, 300000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 150000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(300001, 310000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(310001, 320000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(320001, 330000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(330001, 340000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(340001, 350000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(350001, 360000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(360001, 370000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(370001, 380000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(380001, 390000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(390001, 400000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 200000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(400001, 410000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(410001, 420000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(420001, 430000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(430001, 440000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(440001, 450000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(450001, 460000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(460001, 470000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(470001, 480000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(480001, 490000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(490001, 500000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 250000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(500001, 510000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(510001, 520000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(520001, 530000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(530001, 540000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(540001, 550000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(550001, 560000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(560001, 570000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(570001, 580000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(580001, 590000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(590001, 600000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 300000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(600001, 610000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(610001, 620000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(620001, 630000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(630001, 640000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(640001, 650000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(650001, 660000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(660001, 670000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(670001, 680000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(680001, 690000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(690001, 700000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 350000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(700001, 710000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(710001, 720000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(720001, 730000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(730001, 740000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(740001, 750000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(750001, 760000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(760001, 770000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(770001, 780000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(780001, 790000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(790001, 800000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 400000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(800001, 810000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(810001, 820000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(820001, 830000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(830001, 840000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(840001, 850000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(850001, 860000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(860001, 870000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(870001, 880000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(880001, 890000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(890001, 900000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 450000;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(900001, 910000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(910001, 920000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(920001, 930000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(930001, 940000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(940001, 950000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(950001, 960000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(960001, 970000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(970001, 980000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(980001, 990000) i;
INSERT INTO big_text SELECT i, repeat(md5(random()::text), 500 + ceil(random() * 25)::int) FROM generate_series(990001, 1000000) i;
SELECT pg_relation_size(c.oid), pg_relation_size(c.reltoastrelid), pg_relation_size(i.indexrelid),
  pg_relation_size('big_text_pkey'), pg_table_size(c.oid)
  FROM pg_class c JOIN pg_index i ON i.indrelid = c.reltoastrelid WHERE c.relname = 'big_text';
EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT substring(val, 8000, 100) FROM big_text WHERE id = 500000;
