import { expect, test } from 'vitest';
import { parse } from '../lessons/parse';
import { beatsOf, neighbour, type BeatPosition } from './beats';

const SQL = '```sql\nSELECT 1 AS a;\n```\n';
const { lesson } = parse(
  `---\ntitle: T\n---\n\n## Words\n\nText.\n\n## Seen\n\n${SQL}\n## Ran\n\n${SQL}\nAfter.\n`,
);
const steps = lesson?.steps ?? [];

test('a step is asked, seen and told, as far as it has something for each', () => {
  expect(steps.map(beatsOf)).toEqual([['ask'], ['ask', 'show'], ['ask', 'show', 'tell']]);
});

test('one goes through all beats, and back the same way', () => {
  const ways = (from: BeatPosition, by: 1 | -1) => {
    const all: string[] = [];
    for (let at: BeatPosition | null = from; at; at = neighbour(steps, at, by))
      all.push(`${at.step} ${at.beat}`);
    return all;
  };
  const on = ways({ step: 0, beat: 'ask' }, 1);
  expect(on).toEqual(['0 ask', '1 ask', '1 show', '2 ask', '2 show', '2 tell']);
  expect(ways({ step: 2, beat: 'tell' }, -1)).toEqual(on.toReversed());
});
