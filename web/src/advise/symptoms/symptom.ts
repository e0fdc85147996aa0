// A symptom: what somebody sees, what it means, where the page shows it, and an estimate from the reader's own numbers.

/** A number of the reader's own table, which an estimate needs. */
export interface Field {
  label: string;
  /** The number that the field has until the reader changes it. */
  value: number;
  least?: number;
}

/** A symptom as the page lists it. */
export interface Symptom {
  id: string;
  /** The symptom, in the words of somebody who sees it. */
  sees: string;
  /** What causes it, in two sentences. */
  means: string;
  /** An estimate: `says` makes a sentence of the fields' numbers. */
  estimate?: { fields: Field[]; says: (...values: number[]) => string };
  /** A statement to run on one's own server. */
  sql?: string;
  /** Where the page shows it: a fragment of the address, and its name. */
  leads: { to: string; name: string }[];
}

/** A link to a lesson, under this name. */
export const lesson = (id: string, name: string) => ({ to: `#/lesson/${id}`, name });
export const YOUR_TABLE = { to: '#/your-table', name: 'Your own table' };
