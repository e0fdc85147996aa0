import { expect, test } from 'vitest';
import type { State } from '../element/client';
import { firstStep, Follower, printsFrame, type Driven, type Place } from './follow';

/** An element that writes down what it is asked, and answers at once. */
function element(attributes: Record<string, string> = { lesson: 'pointer' }) {
  const log: string[] = [];
  const state: State = { step: Number(attributes.step ?? 1), at: 0, length: 9, playing: true };
  const answer = async (what: string, change: Partial<State> = {}) => {
    log.push(what);
    return { ...Object.assign(state, change) };
  };
  const scope: Driven = {
    getAttribute: (name) => attributes[name] ?? null,
    setAttribute: (name, value) => {
      attributes[name] = value;
      log.push(`${name}=${value}`);
    },
    start: () => void log.push('start'),
    stop: () => void log.push('stop'),
    step: (step) => answer(`step ${step}`, { step }),
    play: () => answer('play', { playing: true }),
    pause: () => answer('pause', { playing: false }),
    state: () => answer('state'),
    restore: (kept) => answer(`restore ${kept.step} at ${kept.at}`, kept),
  };
  return { scope, log, state };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** What the element is asked for each place, one after the other. */
async function asked(places: Place[], { scope, log } = element()) {
  const follower = new Follower(scope);
  const all = [];
  for (const place of places) {
    log.length = 0;
    follower.go(place);
    await settled();
    all.push([...log]);
  }
  return all;
}

const far = { live: false, shown: false };
const near = { live: true, shown: false };
const here = { live: true, shown: true };

test('a slide near the one that is shown has its frame, and does not play', async () => {
  expect(await asked([{ ...near, step: 1 }])).toEqual([['start', 'pause']]);
});

test('a slide that is shown begins its step, and fragments go forwards and backwards', async () => {
  const [, begun, forwards, back] = await asked([
    { ...near, step: 1 },
    { ...here, step: 1 },
    { ...here, step: 2 },
    { ...here, step: 1 },
  ]);
  expect([begun, forwards, back]).toEqual([['step 1'], ['step 2'], ['step 1']]);
});

test('a slide that is left stops, and goes on when one comes back', async () => {
  const [, left, back] = await asked([
    { ...here, step: 1 },
    { ...near, step: 1 },
    { ...here, step: 1 },
  ]);
  expect([left, back]).toEqual([['state', 'pause'], ['play']]);
});

test('a frame that was taken away comes back where it was', async () => {
  const one = element();
  one.state.at = 5;
  const [, , gone, back] = await asked(
    [
      { ...here, step: 2 },
      { ...near, step: 2 },
      { ...far, step: 2 },
      { ...near, step: 2 },
    ],
    one,
  );
  expect([gone, back]).toEqual([
    ['step=2', 'stop'],
    ['start', 'restore 2 at 5'],
  ]);
});

test('a deck that shows another step meanwhile finds the one that was left as it was', async () => {
  const one = element();
  one.state.at = 5;
  const [, , past, , back] = await asked(
    [
      { ...here, step: 2 },
      { ...near, step: 2 },
      { ...near, step: 3 },
      { ...far, step: 3 },
      { ...here, step: 2 },
    ],
    one,
  );
  expect(past).toEqual(['step 3']);
  expect(back).toEqual(['step=2', 'start', 'restore 2 at 5', 'play']);
});

test('a step that was gone on from begins anew', async () => {
  const [, , , , back] = await asked([
    { ...here, step: 1 },
    { ...near, step: 1 },
    { ...here, step: 1 },
    { ...here, step: 2 },
    { ...here, step: 1 },
  ]);
  expect(back).toEqual(['step 1']);
});

test('as a picture it follows the steps without a frame', async () => {
  expect(await asked([{ ...far, step: 3 }])).toEqual([['step=3']]);
});

test('a frame that does not answer is taken away when nobody wants it', async () => {
  const one = element();
  const fail: ((error: Error) => void)[] = [];
  one.scope.step = () => new Promise((_, reject) => fail.push(reject));
  one.scope.stop = () => {
    one.log.push('stop');
    for (const reject of fail) reject(new Error('closed'));
  };
  const [, gone] = await asked(
    [
      { ...here, step: 1 },
      { ...far, step: 1 },
    ],
    one,
  );
  expect(gone).toEqual(['step=1', 'stop']);
});

test('a script without a step is shown to its end, and plays that when one comes to it', async () => {
  const one = element({ script: 'SELECT 1;' });
  const [near0, shown] = await asked(
    [
      { ...near, step: firstStep(one.scope) },
      { ...here, step: firstStep(one.scope) },
    ],
    one,
  );
  expect([near0, shown]).toEqual([['start', 'pause'], ['play']]);
});

test('what has no picture is a frame on paper, at the end of its step', () => {
  const script = element({ script: 'SELECT 1;' });
  expect(printsFrame(script.scope)).toBe(true);
  expect(script.log).toEqual(['autoplay=0']);
  const lesson = element({ lesson: 'pointer', step: '2' });
  expect(printsFrame(lesson.scope)).toBe(false);
  expect(lesson.log).toEqual([]);
});
