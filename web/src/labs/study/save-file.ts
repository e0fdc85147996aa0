// Saves what a lab has as a file.
import { RELEASES } from '../../engine/releases';

/** The release that labs measure on: the engine's first server. */
export const MEASURED_ON = RELEASES['15'];

/** Offers a file for download. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Downloads a table as a CSV file, whose name ends with the server that the table was measured on. */
export function saveCsv(name: string, csv: string) {
  const file = `${name}-postgresql-${MEASURED_ON}.csv`;
  saveFile(file, new Blob([csv], { type: 'text/csv' }));
}
