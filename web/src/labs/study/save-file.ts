// Saves what a lab has as a file.
/** Offers a file for download. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Downloads a table as a CSV file. */
export function saveCsv(name: string, csv: string) {
  saveFile(name, new Blob([csv], { type: 'text/csv' }));
}
