// "Postgres WAL files: best compression methods", 2017: what programs make of a file of the log.
const LAB = ['Archive lab', 'archive'];
/** The study's files have 16 MB; a program's level, and the megabytes that it makes of one. */
const TABLES = [
  ['gzip', 1, 4.927],
  ['gzip', 6, 4.25],
  ['gzip', 9, 4.227],
  ['bzip2', 1, 3.817],
  ['bzip2', 9, 3.541],
  ['xz', 1, 3.174],
  ['xz', 2, 3.066],
  ['xz', 3, 2.711],
  ['7z', 1, 3.182],
  ['7z', 5, 2.62],
];
const MB = 16;

/** The log of pgbench's TPC-B, as the archive lab writes it. */
async function log({ server, workload }, compression) {
  const { run, close, log } = server(true);
  run(`SET wal_compression = '${compression}';`);
  for (const line of workload.setup()) run(line);
  run('SELECT pg_switch_wal();');
  const before = log().map(({ name }) => name);
  for (const line of workload.lines()) run(line);
  const files = log().filter(({ name }) => !before.includes(name));
  close();
  return Buffer.concat(files.map(({ bytes }) => bytes));
}

export default {
  title: 'Postgres WAL files: best compression methods (2017)',
  items: async (means) => {
    const { percent, size } = means.words;
    const { compress } = means;
    const [plain, inside] = [await log(means, 'off'), await log(means, 'pglz')];
    const one = plain.subarray(0, MB << 20);
    const share = (bytes, of = one) => percent(bytes / of.length);
    const packed = (bytes) => compress('xz', 2, bytes);
    return [
      ...TABLES.map(([method, level, megabytes]) => ({
        what: `Tables 1 and 2: ${method}${method === '7z' ? 'a -mx=' : ' -'}${level}, of the log`,
        theirs: percent(megabytes / MB),
        ours: share(compress(method, level, one)),
        ...(method === 'gzip' && level === 1
          ? { note: 'a busy server’s log there, pgbench’s here' }
          : {}),
        where: LAB,
      })),
      {
        what: 'Tables 1 to 3: times, and programs that use all cores',
        theirs: '0.051 s (pigz -1) to 33 s (lrzip)',
        ours: 'measured in the browser of whoever asks; lrzip is not there',
        where: LAB,
      },
      {
        what: 'Table 4: wal_compression, of the log without',
        theirs: `${percent(81 / 208.1)} (208.1 MB to 81.0 MB)`,
        ours: `${share(inside.length, plain)} (${size(plain.length)} to ${size(inside.length)})`,
        note: 'other transactions, other pages',
        where: ['lesson “Compressing WAL, inside and outside”', 'lesson/wal-compression'],
      },
      {
        what: 'Table 4: xz -2 alone; over wal_compression',
        theirs: '8.6 MB; 9.4 MB: alone is smaller',
        ours: `${size(packed(plain))}; ${size(packed(inside))}`,
        where: LAB,
      },
    ];
  },
};
