// The messages between the page and a worker that runs statements without a stage.

/** Statements, of one line or more; the answer has the same id. */
export interface Request {
  id: number;
  statement: string;
}

/** What psql prints for the statement with this id; `failed` means that the engine broke. */
export type Reply =
  { kind: 'printed'; id: number; text: string } | { kind: 'failed'; message: string };
