// "One TOAST fits all", the talk of 2022: the curse, the strategies for jsonb, appends.
const SETUP = [
  'CREATE TABLE test (jb jsonb);',
  'ALTER TABLE test ALTER COLUMN jb SET STORAGE EXTERNAL;',
  `INSERT INTO test SELECT jsonb_build_object('id', i, 'foo',
    (select jsonb_agg(0) from generate_series(1, 1960/12))) jb FROM generate_series(1, 10000) i;`,
];
const READ = "SELECT jb->'id' FROM test";

async function curse({ server, costOf, numbersOf }) {
  const { run, close } = server();
  for (const statement of SETUP) await run(statement);
  await run(`${READ};`);
  const before = await costOf(run, READ);
  await run(`UPDATE test SET jb = jb || '{"bar": "baz"}';`);
  await run('VACUUM FULL test;');
  await run(`${READ};`);
  const after = await costOf(run, READ);
  const [pages] = await numbersOf(run, "SELECT pg_relation_size('test') / 8192;");
  close();
  return { before, after, pages };
}

/** The shortest and the longest of the talk's hundred documents, in memory and stored. */
async function documents({ server, numbersOf }) {
  const { run, close } = server();
  const array = (power) =>
    `(SELECT jsonb_agg(0) FROM generate_series(1, pow(10, ${power} + 5.0 * i / 100.0)::int))`;
  await run('CREATE TABLE test_toast (id int, jb jsonb);');
  await run(
    `INSERT INTO test_toast SELECT i, jsonb_build_object('key1', i, 'key2', ${array(1)}, 'key3', i, 'key4', ${array(0)}) FROM generate_series(1, 100, 99) i;`,
  );
  const stored = (id) =>
    numbersOf(run, `SELECT pg_column_size(jb) FROM test_toast WHERE id = ${id};`);
  const [short, long] = [...(await stored(1)), ...(await stored(100))];
  close();
  return { short, long };
}

export default {
  title: 'One TOAST fits all (Postgres Professional, 2022)',
  items: async (means) => {
    const { count, duration, figures } = means.words;
    const { before, after, pages } = await curse(means);
    const { short, long } = await documents(means);
    const CURSE = ['lesson “The curse of TOAST”', 'lesson/curse'];
    const STRATEGIES = ['Strategies lab', 'strategies'];
    return [
      {
        what: 'the curse: buffers to read a key of 10,000 rows; after a small update',
        theirs: '2500; 30064',
        ours: `${count(before.buffers)}; ${count(after.buffers)}`,
        live: '2500; 30064',
        where: CURSE,
      },
      {
        what: 'its time',
        theirs: '6.1 ms; 38.7 ms (6.3 times)',
        ours: `${duration(before.time)}; ${duration(after.time)} (${figures(after.time / before.time)} times), modelled`,
        where: CURSE,
      },
      {
        what: 'pages of the table then',
        theirs: '64',
        ours: count(pages),
        live: '64',
        where: CURSE,
      },
      {
        what: 'its hundred documents, stored',
        theirs: '130 B to 247 kB',
        ours: `${count(short)} bytes to ${count(Math.round(long / 1000))} kB`,
        where: STRATEGIES,
      },
      ...strategies(means),
      ...appends(means),
    ];
  },
  shipped: (means) => [...strategies(means), ...appends(means)],
};

/** What the talk says of the strategies, of its figures without numbers: what they show. */
function strategies({ points, words: { count, duration, figures } }) {
  const where = ['Strategies lab', 'strategies'];
  const last = (strategy, operation) =>
    points.filter((p) => p.strategy.id === strategy && p.operation.id === operation).at(-1);
  const buffers = (strategy, operation) => count(last(strategy, operation).buffers);
  const time = (strategy, operation) => duration(last(strategy, operation).time);
  const faster = (strategy, operation) =>
    `${figures(last('whole', operation).time / last(strategy, operation).time)} times`;
  const wal = (strategy, operation) => count(last(strategy, operation).walBytes);
  return [
    {
      what: 'access of key1 in 13 MB today: time, whatever the key',
      theirs: 'linear with size',
      ours: `${time('whole', 'get-key1')} and ${buffers('whole', 'get-key1')} buffers, modelled`,
      where,
    },
    {
      what: 'relative speed-up in 13 MB, key1: partial decompression; sorted; inline; shared',
      theirs: 'a figure without numbers',
      ours: `${['decompress', 'sorted', 'inline', 'shared'].map((s) => faster(s, 'get-key1')).join('; ')}, modelled`,
      where,
    },
    {
      what: 'access with shared TOAST',
      theirs: 'O(1), for each key',
      ours: `${buffers('shared', 'get-key1')} buffers for key1, ${buffers('shared', 'get-key2')} for key2 as a pointer that is handed on`,
      where,
    },
    {
      what: 'log of an update in 13 MB: today; in place, first element; last element',
      theirs: 'all of it; almost independent of the position',
      ours: `${['whole', 'inplace'].map((s) => wal(s, 'set-key2,0')).join('; ')}; ${wal('inplace', 'set-key2,-1')} bytes`,
      where,
    },
    {
      what: 'buffers of an update in place in 13 MB: first element; last element',
      theirs: 'none more; the whole array of JEntries',
      ours: `${buffers('inplace', 'set-key2,0')}; ${buffers('inplace', 'set-key2,-1')}`,
      where,
    },
  ];
}

function appends({ rows, words: { count, duration, figures } }) {
  const where = ['Append lab', 'append'];
  const all = rows('append');
  const one = (toaster) =>
    all.find(
      (r) =>
        r.part === 'append' &&
        r.toaster === toaster &&
        r.old_bytes === 100_000_000 &&
        r.appended_bytes === 1,
    );
  const stream = (toaster, piece) =>
    all.find((r) => r.part === 'stream' && r.toaster === toaster && r.appended_bytes === piece);
  const [today, of2021, tail] = [one('default'), one('prototype'), one('tail')];
  return [
    {
      what: 'one byte more on 100 MB: buffers today',
      theirs: '250,923 (238,260 hit, 12,663 read)',
      ours: count(today.buffers),
      live: '250,924',
      where,
    },
    {
      what: 'its log today',
      theirs: '100 MB',
      ours: `${count(today.wal_bytes)} bytes`,
      live: '109,372,939 bytes',
      where,
    },
    {
      what: 'its time today',
      theirs: '1383 ms',
      ours: `${duration(today.modelled_ms)}, modelled`,
      where,
    },
    {
      what: 'buffers with the prototype; with the proposal’s inline tail',
      theirs: '2',
      ours: `${count(of2021.buffers)}; ${count(tail.buffers)}`,
      note: 'since PostgreSQL 14 an UPDATE fetches the old row once more',
      where,
    },
    {
      what: 'log with the prototype; with the proposal’s inline tail',
      theirs: '143 bytes',
      ours: `${count(of2021.wal_bytes)}; ${count(tail.wal_bytes)} bytes`,
      note: 'the prototype’s recording has 152',
      where,
    },
    {
      what: 'speed-up',
      theirs: '2750 times',
      ours: `${figures(today.modelled_ms / of2021.modelled_ms)} times, modelled`,
      where,
    },
    {
      what: 'stream of 1,000 pieces of 1,000 bytes, log: today; appendable',
      theirs: 'a figure without numbers',
      ours: `${count(stream('default', 1000).wal_bytes)}; ${count(stream('appendable', 1000).wal_bytes)} bytes`,
      note: 'from a sample of its way; the prototype’s recording has 550,024,096 and 1,738,424',
      where,
    },
    {
      what: 'stream of pieces of 100 bytes, MB per second: today; inline tail',
      theirs: 'a figure without numbers',
      ours: `${figures(stream('default', 100).mb_per_s)}; ${figures(stream('tail', 100).mb_per_s)}, modelled`,
      where,
    },
  ];
}
