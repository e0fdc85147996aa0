import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lessonOf } from '../lessons/testing.mjs';
import { TERMS } from './entries';

test('each form belongs to one entry', () => {
  const forms = TERMS.flatMap((term) => term.forms);
  expect(new Set(forms).size).toBe(forms.length);
});

test.each(TERMS)(
  '$term is told in a sentence or three, and shown by a step of a lesson',
  (term) => {
    expect(term.says).toMatch(/^[A-Z].*\.$/);
    expect(term.says.split(/\. /).length).toBeLessThanOrEqual(3);
    const [id, step] = term.see.split('/');
    expect(existsSync(new URL(`../lessons/${id}/lesson.md`, import.meta.url)), id).toBe(true);
    const shown = lessonOf(id).steps[Number(step) - 1];
    const said = JSON.stringify([
      shown?.title,
      shown?.sql,
      shown?.prose.before,
      shown?.prose.after,
    ]);
    expect(
      term.forms.some((form) => said.includes(form)),
      `${term.see} says nothing of it`,
    ).toBe(true);
  },
);
