// "LZ4 compression for TOAST tables", a tutorial of 2024: two tables of a thousand values of a million letters.
const ROWS = 1000;
const TOAST = "(SELECT reltoastrelid FROM pg_class WHERE relname = 't')";

/** Such a table filled: what it took, its chunks, and their relation's size. */
async function filled({ server, costOf, numbersOf }, method) {
  const { run, close } = server();
  await run(`CREATE TABLE t (a text COMPRESSION ${method});`);
  const cost = await costOf(
    run,
    `INSERT INTO t(a) SELECT lpad('a', 1000000, 'a') FROM generate_series(1, ${ROWS})`,
  );
  const [bytes] = await numbersOf(run, `SELECT pg_relation_size(${TOAST});`);
  const [chunks] = await numbersOf(run, `SELECT sum(ceil((pg_column_size(a)) / 1996.0)) FROM t;`);
  close();
  return { ms: cost.time, bytes, chunks };
}

export default {
  title: 'LZ4 compression for TOAST tables (a tutorial, 2024)',
  items: async (means) => {
    const [pglz, lz4] = [await filled(means, 'pglz'), await filled(means, 'lz4')];
    const { count, size, duration } = means.words;
    const where = ['lesson “pglz and lz4”', 'lesson/compression'];
    return [
      {
        what: 'TOAST relation of 1,000 values of a million letters, pglz; lz4',
        theirs: '12 MB; 4000 kB',
        ours: `${size(pglz.bytes)}; ${size(lz4.bytes)}`,
        live: '12 MB; 4000 kB',
        where,
      },
      {
        what: 'its chunks, pglz; lz4',
        theirs: '6000; 2000',
        ours: `${count(pglz.chunks)}; ${count(lz4.chunks)}`,
        live: '6000; 2000',
        where,
      },
      {
        what: 'the INSERT, pglz; lz4',
        theirs: '10.9 s; 0.28 s (39 times)',
        ours: `${duration(pglz.ms)}; ${duration(lz4.ms)} (${Math.round(pglz.ms / lz4.ms)} times), modelled`,
        where,
      },
    ];
  },
};
