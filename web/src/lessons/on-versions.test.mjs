// The lessons on PostgreSQL 16, 17 and 18: every answer is there, and where what a step shows differs from 15's, the
// step says why in its block `versions`, or it stands below why its sentences are true all the same.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fill, valueText } from './answer';
import { contrastOf } from './contrast';
import { choosesServer, withVersionNotes } from './version-notes';
import {
  engineModule,
  lessonOf,
  playedOn,
  recordedAt,
  recordedSteps,
  settled,
  shippedIds,
} from './testing.mjs';
import { RELEASES } from '../engine/releases';

/** By lesson and step, from 1: why the sentences of a step are true although a number in them differs from 15's. */
const TRUE_ALL_THE_SAME = {
  'jsonb-keys': {
    3: 'two buffers more: step 2 says so of it',
    4: 'two buffers more: step 2 says so of it',
  },
  'missing-chunk': { 2: 'a value’s number is one higher on 18', 3: 'that number' },
  releases: { 5: 'the step is about the version that is chosen, and names it' },
};

const plain = (number) => number.replaceAll(',', '');
const numbersIn = (text) => text.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
const lessons = shippedIds.map((id) => ({ id, lesson: { ...lessonOf(id), id } }));
const ordinary = lessons.filter(({ lesson }) => !choosesServer(lesson));

/** What a server of this version printed for a lesson; null where that was not recorded. */
function recordingOf(id, server) {
  const folder = `transcripts/pg${server}/`;
  const file = new URL(recordedAt(id, 'out').href.replace('transcripts/', folder));
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
/** The lessons whose values were compared with such a recording. */
const compared = [];

/** What a reader is shown of each step's values: the texts of the answers and of the named values. */
function shownOf(lesson, printed) {
  const { outcomes, values } = settled(lesson, printed);
  const steps = lesson.steps.map((step, i) => {
    const named = [...step.takes, ...step.guesses].map(({ name }) => values.get(name));
    const answers = [...outcomes[i].answers.values()].map((answer) => answer.value);
    return [...named, ...answers].filter((value) => value !== undefined).map(valueText);
  });
  return { steps, outcomes, values };
}

describe.each(ordinary)('$id', ({ id, lesson }) => {
  const recorded = recordedSteps(lesson, readFileSync(recordedAt(id, 'out'), 'utf8'));
  const on15 = shownOf(lesson, recorded);
  const excused = TRUE_ALL_THE_SAME[id] ?? {};
  const used = new Set();

  test.each(['16', '17', '18'])('on %s', { timeout: 300_000 }, (server) => {
    expect(engineModule(), 'the module is not built: npm run build').toBe(true);
    const printed = playedOn(lesson, server);
    const here = shownOf(lesson, printed);
    const served = recordingOf(id, server);
    if (served) {
      compared.push(id);
      expect(here.steps).toEqual(shownOf(lesson, recordedSteps(lesson, served)).steps);
    }
    for (const outcome of here.outcomes) {
      expect(outcome.printed).not.toMatch(/not modelled/);
      for (const [guess, answer] of outcome.answers) {
        expect(answer, guess.question).toHaveProperty('value');
        if (guess.choices.length > 0) expect(guess.choices).toContain(String(answer.value));
      }
    }
    for (const [i, step] of lesson.steps.entries()) {
      const at = `step ${i + 1}, “${step.title}”`;
      expect(fill(step.after, here.values), at).not.toContain('…');
      expect(contrastOf(step.contrast, here.values) !== null, at).toBe(!!step.contrast);
      const notes = (step.versions ?? []).filter(
        ({ from, to }) => from <= Number(server) && Number(server) <= to,
      );
      const differs = here.steps[i].some((text, k) => text !== on15.steps[i][k]);
      // A chart has rows and no values with names.
      const redrawn = step.chart !== null && printed[i] !== recorded[i];
      if (differs && excused[i + 1]) used.add(i + 1);
      expect(
        notes.length > 0 || !differs || i + 1 in excused,
        `${at} shows ${here.steps[i]} and on 15 ${on15.steps[i]}: its block versions says why`,
      ).toBe(true);
      expect(notes.length > 0 && !differs && !redrawn, `${at}: nothing differs`).toBe(false);
      // A number in such a sentence is one that the step printed, there or on 15, or a constant.
      const given = new Set(numbersIn(`${printed[i]} ${recorded[i]} 8,192 8 15 18`).map(plain));
      for (const text of here.steps[i].concat(on15.steps[i])) given.add(plain(text));
      for (const { text } of notes) {
        const typed = numbersIn(fill(text, new Map())).map(plain);
        expect(
          typed.filter((number) => !given.has(number)),
          at,
        ).toEqual([]);
      }
    }
  });

  test('each excuse is needed', () =>
    expect([...used].map(String).toSorted()).toEqual(Object.keys(excused).toSorted()));
});

test('most lessons were compared with a recording of 17 or 18', () =>
  expect(compared.length).toBeGreaterThan(40));

describe('what a reader is told', () => {
  const shipped = (id) => lessons.find((one) => one.id === id).lesson;
  /** The texts of a lesson's step on a server, before and after its answer. */
  const told = async (lesson, server, step) => {
    const { before, after } = (await withVersionNotes(lesson, server)).steps[step].prose;
    return [JSON.stringify(before), JSON.stringify(after)];
  };

  test('a lesson says at its beginning which steps differ, and they say how', async () => {
    const pages = shipped('pages');
    const [before] = await told(pages, '18', 0);
    expect(before).toContain(`PostgreSQL ${RELEASES['18']}:`);
    expect(before).toContain('step 4 says');
    expect((await told(pages, '18', 3))[1]).toContain('grows by several pages');
    const [sizes, after] = await told(shipped('sizes'), '17', 0);
    expect(sizes).toContain('holds here too');
    expect(after).not.toContain(RELEASES['17']);
  });

  test('a sentence is shown on its versions alone', async () => {
    const lesson = shipped('wal');
    expect((await told(lesson, '17', 1))[1]).not.toContain('free space map');
    expect((await told(lesson, '18', 1))[1]).toContain('free space map');
  });

  test('a lesson of a proposal’s server, and one from elsewhere, is left as it is', async () => {
    const [{ lesson }] = lessons.filter((one) => choosesServer(one.lesson));
    expect((await told(lesson, '18', 0))[0]).not.toContain('PostgreSQL 18');
    expect((await told(lessonOf('sizes'), '18', 0))[0]).not.toContain('18.6');
  });
});
