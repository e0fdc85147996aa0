// The labs, by their names in the address, with a line of what each shows: for the start page and the search.

/** A lab as the start page lists it. */
export interface Lab {
  /** `#/depth` leads to the lab that is called `depth`. */
  at: string;
  name: string;
  shows: string;
}

export const LABS: readonly Lab[] = [
  {
    at: 'depth',
    name: 'Index depth',
    shows: 'How TOAST’s index grows with the number of values, to terabytes',
  },
  {
    at: 'compression',
    name: 'Compression lab',
    shows: 'What pglz and lz4 save of each kind of data, and what that costs',
  },
  {
    at: 'text',
    name: 'Large text lab',
    shows: 'What a row takes as its text grows, EXTENDED beside EXTERNAL',
  },
  { at: 'whole', name: 'Sixteen gigabytes', shows: 'A million long texts, loaded in full' },
  {
    at: 'clients',
    name: 'Clients lab',
    shows: 'pgbench with many clients, and what they wait for',
  },
  { at: 'archive', name: 'Archive lab', shows: 'What to compress the write-ahead log with' },
  {
    at: 'segment',
    name: 'Log reader',
    shows: 'A file of a server’s write-ahead log, record by record',
  },
  { at: 'append', name: 'Append lab', shows: 'What one byte more costs, and a stream of them' },
  {
    at: 'strategies',
    name: 'Strategies lab',
    shows: 'What reading and updating a document costs as it grows',
  },
];
