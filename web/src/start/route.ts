// Reads from the page's address what is to be opened.
import { lessonOf, stepOf } from '../lessons/lesson-entry';

/** What is a page of its own, beside the workbench: labs, the comparison, a review, a presentation's second window. */
const PAGES = [
  ...(['archive', 'segment', 'strategies', 'compression', 'text', 'append', 'clients'] as const),
  ...([
    'depth',
    'whole',
    'compare',
    'review',
    'notes',
    'your-table',
    'symptoms',
    'versions',
  ] as const),
];
/** A page of its own beside the workbench, by its name in the address. */
export type PageKind = (typeof PAGES)[number];

/** What an address leads to. */
export type Route =
  | { kind: 'start' }
  | { kind: 'console' }
  | { kind: PageKind }
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

/** A route that leads to the workbench. */
export type Opening = Exclude<Route, { kind: 'start' } | { kind: 'present' } | { kind: PageKind }>;

const BESIDE: ReadonlySet<Route['kind']> = new Set<Route['kind']>(['start', 'present', ...PAGES]);

/** Whether a route opens the workbench; other routes have pages of their own. */
export const opensWorkbench = (route: Route): route is Opening => !BESIDE.has(route.kind);

/** The route that an address names. */
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
  const page = PAGES.find((name) => `${fragment}/`.startsWith(`/${name}/`));
  if (page) return { kind: page };
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
