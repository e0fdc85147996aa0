// What the page and a server without a stage say to each other.

/** Statements, of one line or more; the answer has the same id. */
export interface Request {
  id: number;
  statement: string;
}

export type Reply =
  { kind: 'printed'; id: number; text: string } | { kind: 'failed'; message: string };
