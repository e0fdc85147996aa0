// "Large Text in PostgreSQL: Performance and Storage", 2020: bytes per row, loading, substrings.
const LAB = ['Large text lab', 'text'];
const MILLION = 1_000_000;
/** `base_length`, and what the study's table has: bytes per row, least, average and greatest length. */
const TABLE = [
  [0, 468.58, 32, 413.06, 800],
  [10, 808.55, 352, 739.91, 1120],
  [35, 1679.36, 1152, 1535.56, 1920],
  [45, 1386.91, 1472, 1857.41, 2240],
  [65, 119.6, 2112, 2495.78, 2880],
];

export default {
  title: 'Large Text in PostgreSQL: Performance and Storage (2020)',
  fromShipped: true,
  items: ({ rows, words: { count, duration, percent, size } }) => {
    const sampled = rows('text');
    const loaded = rows('whole');
    const all = (setting) => loaded.findLast((r) => r.part === 'whole' && r.setting === setting);
    const of = (setting, base) => sampled.find((r) => r.setting === setting && r.base === base);
    const [extended, external] = [of('EXTENDED', 500), of('EXTERNAL', 500)];
    const load = (base) => duration(of('EXTENDED', base).load_ms * MILLION);
    const faster = (base, field) =>
      percent(1 - of('EXTENDED', base)[field] / of('EXTERNAL', base)[field]);
    const sample = `from a sample of ${count(extended.rows)} rows`;
    return [
      ...TABLE.map(([base, bytes, least, mean, most]) => {
        const own = of('EXTENDED', base);
        return {
          what: `base length ${base}: bytes per row (lengths: least, average, greatest)`,
          theirs: `${bytes} (${least}, ${mean}, ${most})`,
          ours: `${count(own.bytes_per_row)} (${own.len_min}, ${own.len_avg}, ${own.len_max})`,
          ...(base === 65 ? { live: '118.8, the same rows' } : {}),
          where: LAB,
        };
      }),
      {
        what: 'base length 500: bytes per row, EXTENDED; EXTERNAL',
        theirs: '276.57; 17,164.76',
        ours: `${extended.bytes_per_row}; ${count(external.bytes_per_row)}`,
        live: 'the same rows: EXTERNAL 17,174.5',
        where: LAB,
      },
      {
        what: 'a million such rows, EXTENDED; EXTERNAL',
        theirs: '264 MB; 16 GB',
        ours: `${size(all('EXTENDED').table_bytes)}; ${size(all('EXTERNAL').table_bytes)}`,
        live: '276,660,224 and 17,165,139,968 bytes, ours to the byte',
        where: ['Sixteen gigabytes', 'whole'],
      },
      {
        what: 'loading a million rows, base length 0; 35; 65',
        theirs: '8 s; 19 s; 20 to 35 s',
        ours: `${load(0)}; ${load(35)}; ${load(65)}, modelled`,
        note: `extrapolated ${sample}; with a primary key`,
        where: LAB,
      },
      {
        what: 'one INSERT, EXTENDED before EXTERNAL, base length 100; 500',
        theirs: '24 %; 63 % slower under EXTERNAL, 20 clients',
        ours: `${faster(100, 'insert_ms')}; ${faster(500, 'insert_ms')} less time under EXTENDED, one client, modelled`,
        where: LAB,
      },
      {
        what: 'INSERTs of 20 clients: 11,398 a second at base length 0, 10,322 at 35, 9,024 at 500',
        theirs: 'as said',
        ours: 'simulated, see there',
        where: ['Clients lab', 'clients'],
      },
      {
        what: 'a substring, EXTENDED; EXTERNAL',
        theirs: '3,300; 1,600 a second (51 % slower)',
        ours: `${duration(extended.middle_ms)}; ${duration(external.middle_ms)} for 100 characters of the middle, modelled; ${extended.middle_buffers}; ${external.middle_buffers} buffers`,
        live: 'EXTERNAL 8 buffers',
        where: LAB,
      },
      {
        what: 'a lower threshold, 1 kB',
        theirs: 'would be beneficial?',
        ours: `toast_tuple_target = 1024 leaves ${count(of('target 1024', 45).bytes_per_row)} bytes per row at base length 45 as they are: the threshold is fixed`,
        where: LAB,
      },
    ];
  },
};
