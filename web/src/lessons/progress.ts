// Which lessons this browser has seen to their end.

const KEY = 'toastscope finished';

export function finished(): ReadonlySet<string> {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

export function finish(id: string) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...finished(), id])]));
  } catch {
    // Not kept, then.
  }
}
