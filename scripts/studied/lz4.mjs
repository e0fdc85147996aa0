// "What is the new LZ4 TOAST compression in PostgreSQL 14, and how fast is it?": sizes and times by kind of data.
const LAB = ['Compression lab', 'compression'];

const mean = (numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length;

export default {
  title: 'What is the new LZ4 TOAST compression in PostgreSQL 14, and how fast is it? (2021)',
  fromShipped: true,
  items: ({ rows, words: { figures, percent } }) => {
    const all = rows('compression');
    const of = (operation, method, field) =>
      all
        .filter((row) => row.operation === operation && row.method === method)
        .map((row) => row[field]);
    const time = (operation, method) =>
      of(operation, method, 'modelled_ms').reduce((a, b) => a + b, 0);
    const ratio = (method) => mean(of('insert', method, 'ratio'));
    const saves = (operation) =>
      `${percent(1 - time(operation, 'lz4') / time(operation, 'pglz'))}, modelled`;
    const times = (operation, method) =>
      `${figures(time(operation, method) / time(operation, 'none'))} times none’s, modelled`;
    const stored = (method) => of('insert', method, 'stored_bytes').reduce((a, b) => a + b, 0);
    const xray = (method) =>
      all.find((r) => r.kind === 'X-ray' && r.method === method && r.operation === 'insert').ratio;
    return [
      {
        what: 'Figure 1: ratio, average of all kinds, pglz; lz4',
        theirs: '2.23; 2.07',
        ours: `${figures(ratio('pglz'))}; ${figures(ratio('lz4'))}`,
        note: 'the kinds are made by rule and stand for its corpus',
        where: LAB,
      },
      {
        what: 'Figure 1: disk that pglz saves over lz4',
        theirs: '7 %',
        ours: percent(1 - stored('pglz') / stored('lz4')),
        where: LAB,
      },
      {
        what: 'the rule: pglz must save a quarter, lz4 anything (X-ray, pglz; lz4)',
        theirs: 'not compressed; compressed',
        ours: `${figures(xray('pglz'))} : 1; ${figures(xray('lz4'))} : 1`,
        where: ['lesson “pglz and lz4”', 'lesson/compression'],
      },
      {
        what: 'Figure 2: INSERT, time that lz4 saves over pglz',
        theirs: '20 % (“80 % faster” in its conclusion)',
        ours: saves('insert'),
        note: 'its clients send the values, which is in its times and not in these',
        where: LAB,
      },
      {
        what: 'Figure 2: INSERT with lz4 beside none',
        theirs: 'a little dearer',
        ours: times('insert', 'lz4'),
        where: LAB,
      },
      {
        what: 'Figure 3: SELECT, time that lz4 saves over pglz',
        theirs: '20 %',
        ours: saves('read'),
        where: LAB,
      },
      {
        what: 'Figure 3: SELECT with lz4 beside none',
        theirs: 'no great difference',
        ours: times('read', 'lz4'),
        where: LAB,
      },
      {
        what: 'Figures 4 and 5: sixteen clients',
        theirs: 'INSERT of large files 60 to 70 % faster with lz4 than with pglz',
        ours: 'simulated, see there',
        where: ['Clients lab', 'clients'],
      },
      {
        what: 'Figure 6: string functions (LIKE), lz4 beside none; pglz',
        theirs: 'almost the same; dearer',
        ours: `${times('search', 'lz4')}; ${times('search', 'pglz')}`,
        where: LAB,
      },
      {
        what: 'UPDATE of text, time that lz4 saves over pglz',
        theirs: 'faster in all cases',
        ours: saves('append'),
        where: LAB,
      },
      {
        what: 'the future: zstd’s ratio beside pglz’s',
        theirs: 'better',
        ours: `${figures(ratio('zstd'))} beside ${figures(ratio('pglz'))}, a proposal`,
        where: LAB,
      },
    ];
  },
};
