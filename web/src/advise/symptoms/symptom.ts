// A symptom: what somebody sees, what it means, where the page shows it, and an estimate from the reader's own numbers.

/** A number that the reader has. */
export interface Field {
  label: string;
  /** What stands there at first. */
  value: number;
  least?: number;
}

/** A symptom as the page lists it. */
export interface Symptom {
  id: string;
  /** In the words of who sees it. */
  sees: string;
  /** Two sentences. */
  means: string;
  /** An estimate: from the fields' numbers a sentence. */
  estimate?: { fields: Field[]; says: (...values: number[]) => string };
  /** A statement to run on one's own server. */
  sql?: string;
  /** Where it is shown: a fragment, and what it is called. */
  leads: { to: string; name: string }[];
}

/** A link to a lesson, under this name. */
export const lesson = (id: string, name: string) => ({ to: `#/lesson/${id}`, name });
export const YOUR_TABLE = { to: '#/your-table', name: 'Your own table' };
