// Shell commands that archive a server's log, and restore it, with a choice that was measured here.
import { LONG, type Choice } from './choices';

const FOLDER = '/mnt/archive';
const ENDING = { gzip: 'gz', bzip2: 'bz2', xz: 'xz', '7z': '7z', lz4: 'lz4', zstd: 'zst' } as const;

/** The shell commands that archive and restore with a choice. */
export interface Commands {
  archive: string;
  restore: string;
  /** What to know before using them. */
  note: string;
}

/** The command that compresses standard input, or the file `%p`, to standard output. */
function compressing({ method, level, way }: Choice, workers: number, block: number): string {
  const megabytes = block / (1 << 20);
  switch (way === 'blocks' ? `blocks ${method}` : method) {
    case 'blocks gzip':
      return `pigz -${level} -p ${workers} < "%p"`;
    case 'blocks bzip2':
      return `lbzip2 -${level} -n ${workers} < "%p"`;
    case 'blocks xz':
      return `xz -${level} -T ${workers} --block-size=${megabytes}MiB < "%p"`;
    case 'blocks zstd':
      return `zstd -${level} -q -T${workers} < "%p"`;
    default:
      return `${method} -${level}${method === 'lz4' || method === 'zstd' ? ' -q' : ''} < "%p"`;
  }
}

/**
 * The shell commands for a result. They never overwrite a file, and never leave half a file under its final
 * name.
 */
export function commandsFor(choice: Choice, workers: number, block: number): Commands {
  const { method, level, way } = choice;
  const file = `${FOLDER}/%f.${ENDING[method]}`;
  if (way === 'long') {
    const all = `tar -c ${FOLDER}/wal | zstd -${level} --long=${LONG} -o ${FOLDER}/wal.tar.zst`;
    return {
      archive: all,
      restore: `zstd -d --long=${LONG} < ${FOLDER}/wal.tar.zst | tar -x`,
      note:
        'Not an archive_command: the server hands over one segment at a time, and within 16 MB a longer ' +
        'window finds nothing more. This is for putting away segments that are archived already.',
    };
  }
  if (method === '7z') {
    return {
      archive: `test ! -f ${file} && 7z a -bd -mx=${level} ${file}.part "%p" > /dev/null && mv ${file}.part ${file}`,
      restore: `7z x -so ${file} > "%p"`,
      note: '7z makes archives with a file in them rather than compressed files; otherwise it is LZMA, as in xz.',
    };
  }
  const part = `${file}.part`;
  const restore = {
    gzip: 'gunzip',
    bzip2: 'bunzip2',
    xz: 'xz -d',
    lz4: 'lz4 -dq',
    zstd: 'zstd -dq',
  };
  const parallel =
    way === 'blocks'
      ? 'Each block starts with nothing to look back to, so the file grows a little with every block.'
      : '';
  return {
    archive: `test ! -f ${file} && ${compressing(choice, workers, block)} > ${part} && sync ${part} && mv ${part} ${file}`,
    restore: `${restore[method]} < ${file} > "%p"`,
    note: parallel,
  };
}
