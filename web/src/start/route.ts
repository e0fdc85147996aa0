// What the page's address asks for.
import { lessonOf, stepOf } from '../lessons/entry';

export type Route =
  | { kind: 'start' }
  | { kind: 'console' }
  | { kind: 'archive' }
  | { kind: 'strategies' }
  | { kind: 'compression' }
  | { kind: 'text' }
  | { kind: 'append' }
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

/** What is a page of its own, beside the workbench. */
export type PageKind =
  'archive' | 'segment' | 'strategies' | 'compression' | 'text' | 'append' | 'compare';
/** A route that leads to the workbench. */
export type Opening = Exclude<Route, { kind: 'start' | PageKind }>;

const BESIDE: ReadonlySet<Route['kind']> = new Set<'start' | PageKind>([
  'start',
  'archive',
  'segment',
  'strategies',
  'compression',
  'text',
  'append',
  'compare',
]);

export const opensWorkbench = (route: Route): route is Opening => !BESIDE.has(route.kind);

export function routeOf(search: string, hash: string): Route {
  const fragment = hash.replace(/^#/, '');
  const packed = /^(s|l)=(.*)$/s.exec(fragment);
  if (packed) {
    return { kind: packed[1] === 's' ? 'session' : 'carried', packed: packed[2] ?? '' };
  }
  const lesson = lessonOf(fragment);
  if (lesson) return { kind: 'lesson', ...lesson };
  if (fragment === '/console') return { kind: 'console' };
  if (fragment === '/archive') return { kind: 'archive' };
  if (fragment === '/strategies') return { kind: 'strategies' };
  if (fragment === '/compression') return { kind: 'compression' };
  if (fragment === '/text') return { kind: 'text' };
  if (fragment === '/append') return { kind: 'append' };
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
