// Scripts, which make their own tables: SQL, and dumps, plain or in custom format.
import { unpacked } from './read';
import { encodingOf } from './text';
import type { Source } from './protocol';

const SCRIPT = /\.(sql|dump|pgdump|backup)(\.gz)?$/i;
/** What an archive of `pg_dump -Fc` begins with, and a plain dump. */
const [ARCHIVE, PLAIN] = ['PGDMP', '--\n-- PostgreSQL database dump'];

/** The name of a source that is a pasted text or a single file. */
const nameOf = (source: Source) =>
  source.kind === 'text'
    ? source.name
    : source.kind === 'files' && source.files.length === 1
      ? source.files[0]!.name
      : '';

/** The first characters of a file, a byte each. */
const beginning = async (file: Blob) =>
  String.fromCharCode(...new Uint8Array(await file.slice(0, PLAIN.length).arrayBuffer()));

/** Whether a source is a script, by its name; or an archive, by what it begins with. */
export async function isScript(source: Source): Promise<boolean> {
  if (SCRIPT.test(nameOf(source))) return true;
  if (source.kind !== 'files' || source.files.length !== 1) return false;
  return (await beginning(source.files[0]!)).startsWith(ARCHIVE);
}

/**
 * The text of a script. `ofArchive` makes one of a dump in custom format. Throws if it is damaged or not UTF-8, with the
 * place.
 */
export async function scriptOf(
  source: Source,
  ofArchive: (archive: Uint8Array) => Promise<Uint8Array>,
): Promise<string> {
  if (source.kind === 'text') return source.text;
  if (source.kind !== 'files') return '';
  const name = nameOf(source);
  const file = await unpacked(source.files[0]!, name);
  const start = await beginning(file);
  let bytes = new Uint8Array(await file.arrayBuffer());
  if (file.size === 0) throw new Error(`${name} is empty.`);
  if (start.startsWith(ARCHIVE) || !(/\.sql/i.test(name) || start === PLAIN)) {
    bytes = new Uint8Array(await ofArchive(bytes));
  }
  return decoded(bytes);
}

/** Bytes as text: UTF-8, or UTF-16 with its mark. Throws with the line and the byte if they are not UTF-8. */
function decoded(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // What is left of a text that is cut there, and decodes, is as long as the valid bytes.
    let [valid, end] = [0, bytes.length];
    while (valid < end) {
      const middle = Math.ceil((valid + end) / 2);
      if (decodes(bytes.subarray(0, middle))) valid = middle;
      else end = middle - 1;
    }
    let line = 1;
    for (const byte of bytes.subarray(0, valid)) if (byte === 10) line++;
    throw new Error(`Line ${line}, byte ${valid}: not UTF-8. Save the file as UTF-8.`);
  }
}

/** Whether bytes are UTF-8, or begin so: a last character may be cut. */
function decodes(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
