// The lessons that come with the page, run: the engine prints what the recorded PostgreSQL 15 printed, and
// both give the same answers. `UPDATE_LESSONS=1 npx vitest run shipped` writes the scripts to be recorded.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fill, judge, valueText } from './answer';
import { contrastOf } from './contrast';
import { LIMITS, script } from './bounds';
import { LESSONS } from './list';
import {
  engineModule,
  lessonOf,
  playedOn,
  recordedAt,
  recordedSteps,
  settled,
  shippedIds as ids,
} from './testing.mjs';

const read = (url) => readFileSync(url, 'utf8');

test('the list names every lesson, as the texts do', () => {
  expect(LESSONS.map((l) => l.id).toSorted()).toEqual(ids.toSorted());
  for (const { id, ...entry } of LESSONS) {
    const { title, summary, minutes } = lessonOf(id);
    expect({ title, summary, minutes }).toEqual(entry);
  }
});

describe.each(ids)('%s', (id) => {
  const lesson = lessonOf(id);
  const sql = recordedAt(id, 'sql');
  const out = recordedAt(id, 'out');

  test('is recorded as it stands', () => {
    if (process.env.UPDATE_LESSONS) writeFileSync(sql, script(lesson));
    expect(
      existsSync(sql) && read(sql) === script(lesson),
      `${id}.sql is not what the lesson runs`,
    ).toBe(true);
    const titles = lesson.steps.map((step) => step.title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(lesson.source.length).toBeLessThan(LIMITS.source / 10);
  });

  const server = existsSync(out) ? settled(lesson, recordedSteps(lesson, read(out))) : null;

  test('every answer is there, and among its choices', () => {
    expect(server).not.toBeNull();
    for (const outcome of server?.outcomes ?? []) {
      for (const [guess, answer] of outcome.answers) {
        expect(answer, `line ${guess.line}`).toHaveProperty('value');
        if (!('value' in answer)) continue;
        if (process.env.SHOW_ANSWERS)
          console.log(`${id}:${guess.line} ${guess.question} → ${answer.value}`);
        expect(judge(guess, valueText(answer.value), answer.value)).toBe('exact');
        if (guess.choices.length > 0) expect(guess.choices).toContain(String(answer.value));
      }
    }
    for (const step of lesson.steps) {
      const text = fill(step.after, server?.values ?? new Map());
      expect(text, step.title).not.toContain('…');
      const drawn = contrastOf(step.contrast, server?.values ?? new Map());
      expect(drawn !== null, `${step.title}: what is compared is known`).toBe(!!step.contrast);
      if (process.env.SHOW_ANSWERS) console.log(text);
    }
  });

  test('the engine gives the answers of the server', { timeout: 300_000 }, () => {
    expect(engineModule(), 'the module is not built: npm run build').toBe(true);
    const own = settled(lesson, playedOn(lesson));
    const answers = (step) => step?.outcomes.map((o) => [...o.answers.values()]);
    expect(answers(own)).toEqual(answers(server));
    expect([...own.values]).toEqual([...(server?.values ?? [])]);
  });
});
