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
  | { kind: 'clients' }
  | { kind: 'depth' }
  | { kind: 'whole' }
  | { kind: 'segment' }
  | { kind: 'compare' }
  /** The second window of a presentation. */
  | { kind: 'notes' }
  /** The lesson that is open, presented. */
  | { kind: 'present' }
  /** A lesson that comes with the page; presented, it is shown to a room. */
  | { kind: 'lesson'; id: string; step: number; present?: boolean }
  /** A lesson at an address. */
  | { kind: 'address'; address: string; step: number; present?: boolean }
  /** A lesson that the link carries. */
  | { kind: 'carried'; packed: string; present?: boolean }
  /** A session that the link carries. */
  | { kind: 'session'; packed: string };

/** What is a page of its own, beside the workbench. */
export type PageKind =
  | 'archive'
  | 'segment'
  | 'strategies'
  | 'compression'
  | 'text'
  | 'append'
  | 'clients'
  | 'depth'
  | 'whole'
  | 'compare'
  | 'notes';
/** A route that leads to the workbench. */
export type Opening = Exclude<Route, { kind: 'start' | 'present' | PageKind }>;

const BESIDE: ReadonlySet<Route['kind']> = new Set<'start' | 'present' | PageKind>([
  'start',
  'archive',
  'segment',
  'strategies',
  'compression',
  'text',
  'append',
  'clients',
  'depth',
  'whole',
  'compare',
  'notes',
  'present',
]);

export const opensWorkbench = (route: Route): route is Opening => !BESIDE.has(route.kind);

export function routeOf(search: string, hash: string): Route {
  const fragment = hash.replace(/^#/, '');
  const carried = /^([slp])=(.*)$/s.exec(fragment);
  if (carried) {
    const [, what, packed = ''] = carried;
    if (what === 's') return { kind: 'session', packed };
    return what === 'l' ? { kind: 'carried', packed } : { kind: 'carried', packed, present: true };
  }
  const lesson = lessonOf(fragment);
  if (lesson) return { kind: 'lesson', ...lesson };
  if (fragment === '/console') return { kind: 'console' };
  if (fragment === '/archive') return { kind: 'archive' };
  if (fragment === '/strategies') return { kind: 'strategies' };
  if (fragment === '/compression') return { kind: 'compression' };
  if (fragment === '/text') return { kind: 'text' };
  if (fragment === '/append') return { kind: 'append' };
  if (fragment === '/clients') return { kind: 'clients' };
  if (fragment === '/depth') return { kind: 'depth' };
  if (fragment === '/whole') return { kind: 'whole' };
  if (fragment === '/segment') return { kind: 'segment' };
  if (fragment === '/compare') return { kind: 'compare' };
  if (fragment === '/notes') return { kind: 'notes' };
  const present = fragment === '/present';
  const query = new URLSearchParams(search);
  const asked = query.get('lesson');
  if (asked && (fragment === '' || present)) {
    const step = stepOf(query.get('step'));
    const how = present ? { step, present } : { step };
    return /^[\w-]{1,64}$/.test(asked)
      ? { kind: 'lesson', id: asked, ...how }
      : { kind: 'address', address: asked, ...how };
  }
  return { kind: present ? 'present' : 'start' };
}
