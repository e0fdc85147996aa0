/** Offers a file for download. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Hands over a table. */
export function saveCsv(name: string, csv: string) {
  saveFile(name, new Blob([csv], { type: 'text/csv' }));
}
