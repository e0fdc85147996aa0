// The servers that one can choose: PostgreSQL 15 to 18. A session's first statement says which it is, so that links,
// reloads and branches carry it as they carry any statement.

/** The release that is modelled of each (docs/versions.json). */
export const RELEASES = { '15': '15.18', '16': '16.14', '17': '17.10', '18': '18.6' } as const;

/** A PostgreSQL that can be chosen, as `RELEASES` names it. */
export type Server = keyof typeof RELEASES;

/** The statement that makes an empty database one of this server's version. */
export const chooseServer = (server: Server): string => `SET toastscope.server = '${server}';`;

const CHOICE = /^\s*SET\s+toastscope\.server\s*=\s*'(1[5-8])'\s*;?\s*$/i;

/** The server that a statement chooses; null if it is another statement. */
export function serverOf(statement: string): Server | null {
  return (CHOICE.exec(statement)?.[1] as Server | undefined) ?? null;
}

/**
 * The server of a session whose first statement is `first`: the one that it chooses, else 15. A session without
 * statements has `empty`.
 */
export const serverAfter = (first: string | undefined, empty: Server): Server =>
  first === undefined ? empty : (serverOf(first) ?? '15');

const KEY = 'toastscope server';

/** The server that was chosen last in this browser. */
export function rememberedServer(): Server {
  try {
    const kept = localStorage.getItem(KEY) ?? '';
    return kept in RELEASES ? (kept as Server) : '15';
  } catch {
    // No storage: nothing is remembered.
    return '15';
  }
}

/** Remembers the server for the next visit. */
export function rememberServer(server: Server) {
  try {
    localStorage.setItem(KEY, server);
  } catch {
    // No storage: it holds for this session.
  }
}

/** The server that an address asks for: `?server=18`. */
export function askedServer(search: string): Server | null {
  const asked = new URLSearchParams(search).get('server') ?? '';
  return asked in RELEASES ? (asked as Server) : null;
}
