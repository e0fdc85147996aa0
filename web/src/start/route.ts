// What the page's address asks for.

export type Route =
  | { kind: 'start' }
  | { kind: 'console' }
  | { kind: 'archive' }
  | { kind: 'strategies' }
  | { kind: 'segment' }
  | { kind: 'compare' }
  /** A lesson that comes with the page. */
  | { kind: 'lesson'; id: string; step: number }
  /** A lesson at an address. */
  | { kind: 'address'; address: string; step: number }
  /** A lesson that the link carries. */
  | { kind: 'carried'; packed: string }
  /** A session that the link carries. */
  | { kind: 'session'; packed: string };

/** Steps are numbered from 1 in addresses, from 0 inside. */
const stepOf = (text: string | null | undefined) =>
  text && /^\d{1,3}$/.test(text) ? Math.max(0, Number(text) - 1) : 0;

export function routeOf(search: string, hash: string): Route {
  const fragment = hash.replace(/^#/, '');
  const packed = /^(s|l)=(.*)$/s.exec(fragment);
  if (packed) {
    return { kind: packed[1] === 's' ? 'session' : 'carried', packed: packed[2] ?? '' };
  }
  const lesson = /^\/lesson\/([\w-]{1,64})(?:\/(\d+))?$/.exec(fragment);
  if (lesson) return { kind: 'lesson', id: lesson[1] ?? '', step: stepOf(lesson[2]) };
  if (fragment === '/console') return { kind: 'console' };
  if (fragment === '/archive') return { kind: 'archive' };
  if (fragment === '/strategies') return { kind: 'strategies' };
  if (fragment === '/segment') return { kind: 'segment' };
  if (fragment === '/compare') return { kind: 'compare' };
  const query = new URLSearchParams(search);
  const asked = query.get('lesson');
  if (asked && fragment === '') {
    const step = stepOf(query.get('step'));
    return /^[\w-]{1,64}$/.test(asked)
      ? { kind: 'lesson', id: asked, step }
      : { kind: 'address', address: asked, step };
  }
  return { kind: 'start' };
}

export const lessonHash = (id: string, step = 0) =>
  step > 0 ? `#/lesson/${id}/${step + 1}` : `#/lesson/${id}`;
