// Saves what a lab has as a file.
import { RELEASES } from '../../engine/releases';
import { saveFile } from '../../ui/save-file';

/** The release that labs measure on: the engine's first server. */
export const MEASURED_ON = RELEASES['15'];

/** Downloads a table as a CSV file, whose name ends with the server that the table was measured on. */
export function saveCsv(name: string, csv: string) {
  const file = `${name}-postgresql-${MEASURED_ON}.csv`;
  saveFile(file, new Blob([csv], { type: 'text/csv' }));
}
