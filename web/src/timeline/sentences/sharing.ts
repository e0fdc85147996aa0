// Sentences about row versions and the chunks that they share.
import { count, plural } from '../../layout/format';
import type { Sharing } from '../../layout/shared-chunks';

/** The sentence that says how many of a value's chunks its row versions share. */
export function sharingSays(s: Sharing, owners: number): string {
  const all = [
    ...(s.shared > 0
      ? [owners > 1 ? `${plural(s.shared, 'chunk')} shared` : plural(s.shared, 'chunk')]
      : []),
    ...(s.rewritten > 0 ? [`${count(s.rewritten)} rewritten`] : []),
    ...(s.added > 0 ? [`${count(s.added)} added`] : []),
    ...(s.unread > 0 ? [`${count(s.unread)} read by nobody`] : []),
  ];
  const by = owners > 1 ? ` by ${plural(owners, 'row version')}` : '';
  return s.shared > 0 ? [`${all[0]}${by}`, ...all.slice(1)].join(', ') : all.join(', ');
}

/** The words for the state of a row version. */
export const lifeSays = (life: 'live' | 'inserting' | 'deleting' | 'dead' | 'aborted') =>
  ({
    live: 'live',
    inserting: 'not committed yet',
    deleting: 'being replaced',
    dead: 'dead',
    aborted: 'rolled back',
  })[life];
