// Usual wrong tries in exercises: by lesson, the SQL of a try and the measure that shows the mistake.
// `exercises.test.mjs` runs each of them: it must not reach the goal, and the reader must be told the sentence of its
// `mistake: MEASURE …`.

/** By lesson: a try, and the measure by which it is recognised. */
export const WRONG_TRIES = {
  altered: [
    ['ALTER TABLE old_notes ALTER body SET COMPRESSION lz4;\nVACUUM FULL old_notes;', 'lz4'],
    ["UPDATE old_notes SET body = 'note' WHERE id > 39;", 'lz4'],
    [
      "ALTER TABLE old_notes ALTER body SET COMPRESSION lz4;\nUPDATE old_notes SET body = left(body, 3000) || '';",
      'letters',
    ],
  ],
  appendable: [['ALTER TABLE sounds ALTER data SET TOASTER bytea_toaster;', 'logged']],
  bloat: [
    [
      "INSERT INTO rest SELECT i, repeat('x', 20000) FROM generate_series(1, 40) AS i;\nDELETE FROM rest WHERE id < 40;",
      'dead',
    ],
    [
      "INSERT INTO rest SELECT i, repeat('x', 20000) FROM generate_series(1, 40) AS i;\nDELETE FROM rest WHERE id > 0;\nVACUUM rest;",
      'pages',
    ],
    ["INSERT INTO rest SELECT i, repeat('x', 20000) FROM generate_series(1, 40) AS i;", 'free'],
  ],
  'bytea-stream': [
    ['ALTER TABLE recording ALTER data SET TOASTER bytea_toaster;', 'logged'],
    [
      "ALTER TABLE recording ALTER data SET TOASTER bytea_toaster;\nUPDATE recording SET data = substr(data, 1, 1000) || '';",
      'bytes',
    ],
  ],
  checkpoints: [
    ['CREATE INDEX ON meters (customer);', 'images'],
    ['VACUUM FULL meters;', 'images'],
    ['DELETE FROM meters WHERE id > 5000;', 'meters'],
  ],
  'compressed-data': [
    [
      "ALTER TABLE pictures ALTER image SET COMPRESSION lz4;\nUPDATE pictures SET image = image || '';\nVACUUM FULL pictures;",
      'total',
    ],
  ],
  compression: [
    ['ALTER TABLE forms ALTER body SET COMPRESSION lz4;', 'bytes'],
    [
      "ALTER TABLE forms ALTER body SET COMPRESSION lz4;\nUPDATE forms SET body = body || '';",
      'bytes',
    ],
    ['DELETE FROM forms WHERE id > 20;\nVACUUM FULL forms;', 'letters'],
  ],
  counting: [
    [
      'CREATE OR REPLACE VIEW kinds AS SELECT count(DISTINCT md5(body)) AS n FROM texts;',
      'buffers',
    ],
  ],
  crash: [['CHECKPOINT;', 'baskets']],
  curse: [
    ['ALTER TABLE docs SET (toast_tuple_target = 4096);', 'buffers'],
    ['ALTER TABLE docs ALTER jb SET STORAGE EXTENDED;', 'buffers'],
    ["DELETE FROM docs WHERE jb->>'id' > '2';\nVACUUM FULL docs;", 'sum'],
  ],
  'four-billion': [["UPDATE parts SET b = '', c = '';", 'letters']],
  'jsonb-keys': [["CREATE INDEX ON orders ((doc->>'state'));", 'buffers']],
  'jsonb-toaster': [
    ['ALTER TABLE orders ALTER jb SET TOASTER jsonb_toaster;', 'buffers'],
    ["UPDATE orders SET jb = jb - 'lines';", 'orders'],
  ],
  'large-text': [['SET wal_compression = pglz;', 'logged']],
  limits: [
    [
      "CREATE OR REPLACE VIEW sent AS\nSELECT id, start AS part, encode(substr(data, start, 1000), 'hex') AS piece\nFROM scans, generate_series(1, octet_length(data), 1000) AS start;",
      'longest',
    ],
    [
      "CREATE OR REPLACE VIEW sent AS\nSELECT id, start AS part, encode(substr(data, start, 500), 'hex') AS piece\nFROM scans, generate_series(1, octet_length(data), 1000) AS start;",
      'whole',
    ],
  ],
  'missing-chunk': [['DELETE FROM papers WHERE id = 2;', 'papers']],
  pages: [
    ['CREATE TABLE tight AS SELECT a, b, c, d, e, f FROM loose ORDER BY b;', 'pages'],
    ['CREATE TABLE tight AS SELECT a, c, b, d, e, f FROM loose;', 'pages'],
    ['CREATE TABLE tight AS SELECT b, d, f, a, c, e FROM loose LIMIT 900;', 'sum'],
  ],
  pointer: [["INSERT INTO heavy VALUES (1, repeat('x', 100000));", 'toast']],
  releases: [
    ['ALTER TABLE letters ALTER body SET COMPRESSION pglz;\nVACUUM FULL letters;', 'buffers'],
    ['UPDATE letters SET body = left(body, 20);', 'letters'],
  ],
  replication: [
    ['ALTER TABLE orders REPLICA IDENTITY FULL;', 'missed'],
    ['INSERT INTO notes SELECT id, note FROM orders;', 'missed'],
    ['UPDATE orders SET note = NULL WHERE id > 1;', 'letters'],
  ],
  rounds: [
    ['ALTER TABLE cards ALTER body SET STORAGE MAIN;', 'chunks'],
    ['UPDATE cards SET body = left(body, 1000);', 'letters'],
  ],
  'select-star': [
    [
      'CREATE OR REPLACE VIEW list AS SELECT id, substr(body, 1, 40) AS teaser FROM posts;',
      'buffers',
    ],
  ],
  sizes: [['VACUUM notes;', 'total']],
  slices: [
    ['ALTER TABLE long ALTER body SET STORAGE EXTERNAL;', 'buffers'],
    [
      "ALTER TABLE long ALTER body SET STORAGE EXTERNAL;\nUPDATE long SET body = body || '';\nVACUUM FULL long;",
      'buffers',
    ],
    ["ALTER TABLE long ALTER body TYPE bytea USING convert_to(body, 'UTF8');", 'buffers'],
    ['UPDATE long SET body = left(body, 200000);', 'bytes'],
  ],
  strategies: [['SET jsonb_toaster.toast_fields = on;', 'buffers']],
  target: [
    ["UPDATE pairs SET a = a || '', b = b || '';", 'heap'],
    ['ALTER TABLE pairs SET (toast_tuple_target = 128);', 'heap'],
  ],
  threshold: [['ALTER TABLE wide ALTER body SET STORAGE PLAIN;', 'chunks']],
  'toaster-api': [['ALTER TABLE films ALTER data SET TOASTER bytea_toaster;', 'appending']],
  'too-big': [
    ['UPDATE letters SET body = left(body, 2000);\nCREATE INDEX ON letters (body);', 'letters'],
  ],
  updates: [
    ['VACUUM letters;', 'growth'],
    ["UPDATE letters SET body = body || '';", 'growth'],
    ['UPDATE letters SET body = NULL WHERE id > 40;\nVACUUM letters;', 'letters'],
  ],
  'vacuum-toast': [
    ['VACUUM shrunk;', 'bytes'],
    ["UPDATE shrunk SET body = body || '';", 'bytes'],
    ['DELETE FROM shrunk WHERE id > 55;\nVACUUM shrunk;', 'letters'],
  ],
  versions: [
    [
      "CREATE OR REPLACE PROCEDURE save() LANGUAGE plpgsql AS $$\nBEGIN\n  UPDATE drafts SET body = body || 'moremore';\n  UPDATE drafts SET body = body || 'moremore';\nEND $$;",
      'chunks',
    ],
  ],
  wal: [
    ['SET wal_compression = lz4;', 'logged'],
    ['DELETE FROM diary WHERE id > 10;', 'whole'],
  ],
  'wal-compression': [['VACUUM FULL counters;', 'logged']],
  where: [["INSERT INTO places VALUES (1, repeat('x', 1500)), (2, repeat('y', 1900));", 'plain']],
  'written-back': [
    ['ALTER TABLE profiles ALTER visits SET NOT NULL;', 'written'],
    [
      'CREATE OR REPLACE PROCEDURE save() LANGUAGE plpgsql AS $$\nBEGIN\n  NULL;\nEND $$;',
      'visits',
    ],
  ],
};
