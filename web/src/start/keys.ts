// The keys that work on every page, wherever one is not typing.

/** Whether this key asks for the search: `/`. */
export function opensSearch({
  key,
  target,
  ctrlKey,
  metaKey,
  altKey,
  defaultPrevented,
}: KeyboardEvent) {
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false;
  return !(target as Element).closest?.('input, textarea, select, [contenteditable], dialog');
}
