// Sentences about checkpoints, a crash, and recovery from the log.
import { count, lsnText, plural } from '../../layout/format';
import type { EventOf } from '../../model/events';
import type { Names } from '../../model/names';
import { bytes, type SentenceTable } from './shared-words';

/** Sentences about checkpoints, a crash and recovery, by the kind of event. */
export const RECOVERY = {
  checkpointDone: (e) =>
    `A checkpoint: ${plural(e.pages, 'changed page')} ${e.pages === 1 ? 'is' : 'are'} written. After a crash, replay begins at ${lsnText(e.redo)}.`,
  serverStopped: (e) => stopped(e),
  recoveryStarted: (e) =>
    e.records > 0
      ? `The server starts: it was not properly shut down, so automatic recovery is in progress. Redo starts at ${lsnText(e.redo)}: ${plural(e.records, 'record')}, ${bytes(e.bytes)}.`
      : 'The server starts: it was not properly shut down. The log has nothing since the last checkpoint.',
  recordReplayed: (e, names) => replayed(e, names),
  recoveryDone: (e) =>
    e.records > 0
      ? `Redo is done at ${e.last ? lsnText(e.last) : 'the end'}: ${plural(e.records, 'record')}. The log ends here; a checkpoint follows.`
      : 'Redo is not required.',
  serverStarted: (e) =>
    `The database system is ready to accept connections. What committed is there; what had not is dead on its pages. The next transaction is ${e.nextXid}.`,
} satisfies Partial<SentenceTable>;

/** A server that stops dead. */
function stopped(e: EventOf<'serverStopped'>): string {
  const lost = [
    e.lostPages > 0 ? `${plural(e.lostPages, 'changed page')} in shared buffers` : '',
    e.lostLog > 0 ? `${bytes(e.lostLog)} of the log that nobody had flushed` : '',
  ].filter(Boolean);
  const what = lost.length > 0 ? `Lost: ${lost.join(', and ')}.` : 'Nothing was only in memory.';
  return `The server stops dead. ${what} The files are as they were last written.`;
}

const BECAME = {
  restored: 'is put back whole from its image',
  changed: 'is changed again',
  made: 'is made anew',
  newer: 'has it already, its LSN says: skipped',
  missing: 'is gone, with its file',
};

/** A record that is replayed. */
function replayed(e: EventOf<'recordReplayed'>, names: Names): string {
  const FORK = {
    main: '',
    fsm: ' (free space map)',
    visibilityMap: ' (visibility map)',
    init: ' (init)',
  };
  const parts = e.blocks.map(
    (b) => `page ${count(b.block)} of ${names.fileName(b.file)}${FORK[b.fork]} ${BECAME[b.what]}`,
  );
  const transaction = e.xid > 0 ? ` of transaction ${e.xid}` : '';
  return `${lsnText(e.lsn)} ${e.what}${transaction}${parts.length > 0 ? `: ${parts.join('; ')}.` : '.'}`;
}
