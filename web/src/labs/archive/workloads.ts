// The SQL that the engine runs to have a log to archive. It is the same on every run, and psql takes it as it is.

/** A workload that can be chosen: its set-up, and the statements whose log is compressed. */
export interface Workload {
  name: string;
  title: string;
  about: string;
  /** Not measured: what it writes comes before the first segment. */
  setup: () => string[];
  lines: () => string[];
}

/** Pseudorandom numbers from 0 to below 1, always the same for a seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A random whole number from the first to the last. */
const between = (random: () => number, first: number, last: number) =>
  first + Math.floor(random() * (last - first + 1));

/** A tenth of pgbench's scale 1, so that pages come back while xz still remembers them. */
const ACCOUNTS = 10_000;
const CHECKPOINTS = 20;
const TRANSACTIONS = 500;

/** The transactions of pgbench's own script. */
function tpcbLines(): string[] {
  const random = randomNumbers(42);
  const lines: string[] = [];
  for (let round = 0; round < CHECKPOINTS; round++) {
    for (let i = 0; i < TRANSACTIONS; i++) {
      const aid = between(random, 1, ACCOUNTS);
      const tid = between(random, 1, 10);
      const delta = between(random, -5000, 5000);
      lines.push(
        `BEGIN; UPDATE pgbench_accounts SET abalance = abalance + ${delta} WHERE aid = ${aid}; ` +
          `SELECT abalance FROM pgbench_accounts WHERE aid = ${aid}; ` +
          `UPDATE pgbench_tellers SET tbalance = tbalance + ${delta} WHERE tid = ${tid}; ` +
          `UPDATE pgbench_branches SET bbalance = bbalance + ${delta} WHERE bid = 1; ` +
          'INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) ' +
          `VALUES (${tid}, 1, ${aid}, ${delta}, CURRENT_TIMESTAMP); END;`,
      );
    }
    lines.push('CHECKPOINT;');
  }
  return lines;
}

/** Words with the frequencies of a language, so that text compresses as text does. */
const WORDS = `SELECT string_agg(('{the,of,and,to,in,a,is,that,for,it,as,was,with,be,by,on,not,he,his,but,at,are,this,have,from,or,one,had,word,all,page,table,value,index,chunk,tuple,block,buffer,server,record,segment,archive,recovery,checkpoint,transaction,visibility,compression,replication}'::text[])[1 + floor(48 * power(random(), 2))::int]`;

export const WORKLOADS: readonly Workload[] = [
  {
    name: 'tpcb',
    title: 'pgbench’s TPC-B',
    about: `${ACCOUNTS.toLocaleString('en-US')} accounts, ${(CHECKPOINTS * TRANSACTIONS).toLocaleString('en-US')} transactions, a checkpoint every ${TRANSACTIONS}`,
    setup: () => [
      'CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));',
      'CREATE TABLE pgbench_tellers (tid int NOT NULL, bid int, tbalance int, filler char(84)) WITH (fillfactor = 100);',
      'CREATE TABLE pgbench_accounts (aid int NOT NULL, bid int, abalance int, filler char(84)) WITH (fillfactor = 100);',
      'CREATE TABLE pgbench_branches (bid int NOT NULL, bbalance int, filler char(88)) WITH (fillfactor = 100);',
      'INSERT INTO pgbench_branches (bid, bbalance) VALUES (1, 0);',
      'INSERT INTO pgbench_tellers (tid, bid, tbalance) SELECT i, 1, 0 FROM generate_series(1, 10) i;',
      `INSERT INTO pgbench_accounts SELECT i, 1, 0, '' FROM generate_series(1, ${ACCOUNTS}) i;`,
      'VACUUM pgbench_accounts;',
      'ALTER TABLE pgbench_branches ADD PRIMARY KEY (bid);',
      'ALTER TABLE pgbench_tellers ADD PRIMARY KEY (tid);',
      'ALTER TABLE pgbench_accounts ADD PRIMARY KEY (aid);',
      'CHECKPOINT;',
    ],
    lines: tpcbLines,
  },
  {
    name: 'text',
    title: 'Bulk load of large text',
    about: '120 texts of about 50 kB, which TOAST compresses before they are logged',
    setup: () => [
      'CREATE TABLE texts (id int PRIMARY KEY, body text);',
      'SELECT setseed(0.42);',
      'CHECKPOINT;',
    ],
    lines: () =>
      Array.from(
        { length: 30 },
        (_, i) =>
          `INSERT INTO texts SELECT i, (${WORDS}, ' ') FROM generate_series(1, 10000) w WHERE i > 0) FROM generate_series(${4 * i + 1}, ${4 * i + 4}) i;`,
      ),
  },
  {
    name: 'jsonb',
    title: 'Updates of jsonb',
    about: '300 documents of about 6 kB; one key of each changes, again and again',
    setup: () => [
      'CREATE TABLE docs (id int PRIMARY KEY, doc jsonb);',
      "INSERT INTO docs SELECT i, jsonb_build_object('id', i, 'views', 0, 'tags', (SELECT jsonb_agg(md5((i * 200 + t)::text)) FROM generate_series(1, 150) t)) FROM generate_series(1, 300) i;",
      'VACUUM docs;',
      'CHECKPOINT;',
    ],
    lines: () => {
      const random = randomNumbers(7);
      return Array.from({ length: 2000 }, (_, i) =>
        (i + 1) % 400 === 0
          ? 'CHECKPOINT;'
          : `UPDATE docs SET doc = jsonb_set(doc, '{views}', '${i}') WHERE id = ${between(random, 1, 300)};`,
      );
    },
  },
];
