// Sentences about statements, transactions, and the files that they make, read and cut.
import { count, plural } from '../../layout/format';
import type { Names } from '../../model/names';
import { bytes, type SentenceTable } from './shared-words';

/** Sentences about statements, transactions and files, by the kind of event. */
export const STATEMENT = {
  statementStarted: (e) => `The server gets ${quote(e.sql)}.`,
  statementFinished: (e) => (e.tag ? `Done: ${e.tag}.` : 'Done.'),
  statementFailed: (e) => `ERROR: ${e.message}.`,
  relationCreated: (e) => `${e.name} is created: an empty file.`,
  relationDropped: () => 'A relation is dropped; its file goes at commit.',
  relationExtended: (e, names) =>
    `${names.fileName(e.file)} grows by a page, number ${count(e.block)}.`,
  relationTruncated: (e, names) =>
    `${names.fileName(e.file)} is cut to ${plural(e.blocks, 'page')}: the space goes back to the system.`,
  bufferHit: (e, names) => `${pageOf(e, names)} is found in shared buffers.`,
  bufferRead: (e, names) => `${pageOf(e, names)} is read from its file into shared buffers.`,
  bufferDirtied: (e, names) =>
    `${pageOf(e, names)} is dirty: its file does not have the change yet.`,
  bufferWritten: (e, names) => `${pageOf(e, names)} is written to its file.`,
  walInserted: (e) => `${bytes(e.length)} are logged.`,
  transactionStarted: (e) => `Transaction ${e.xid} begins.`,
  transactionCommitted: (e) =>
    `Transaction ${e.xid} commits: what it wrote is visible, what it deleted is dead.`,
  transactionAborted: (e) => `Transaction ${e.xid} is rolled back: what it wrote is dead.`,
} satisfies Partial<SentenceTable>;

/** A statement on one line, cut where it is long. */
function quote(sql: string): string {
  const line = sql.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 88)}…` : line;
}

/** A page and its file. */
const pageOf = (e: { file: number; block: number }, names: Names) =>
  `Page ${count(e.block)} of ${names.fileName(e.file)}`;
