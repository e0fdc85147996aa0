// How much memory the engine's module reserves: little when it starts, and after large statements not much more than
// what it keeps.
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { freshModule } from './fresh-module.mjs';

const scripts = new URL('../../../tests/transcripts/pg15/', import.meta.url);

const { Instance } = WebAssembly;
afterEach(() => (WebAssembly.Instance = Instance));

/** A fresh engine, and its module's memory in megabytes. */
function fresh() {
  let memory;
  // The bindings keep the memory to themselves. The parts that come later bring none.
  WebAssembly.Instance = class extends Instance {
    constructor(...given) {
      super(...given);
      memory ??= this.exports.memory;
    }
  };
  const { Engine } = freshModule();
  const engine = new Engine(262_144, 1_500_000_000, 1);
  engine.begin('memory.sql', 0);
  return { engine, megabytes: () => memory.buffer.byteLength / 1e6 };
}

test('an engine with an empty database reserves less than 40 MB', () => {
  const { engine, megabytes } = fresh();
  engine.line('SELECT 1;');
  expect(megabytes()).toBeLessThan(40);
});

test('the curse, with a tape and a way back to each statement, reserves less than 200 MB', () => {
  const { engine, megabytes } = fresh();
  const marks = [];
  for (const line of readFileSync(new URL('03-jsonb-curse.sql', scripts), 'utf8').split('\n')) {
    engine.line(line);
    if (engine.atStart()) {
      engine.step();
      marks.push(engine.mark());
    }
  }
  expect(marks.length).toBeGreaterThan(15);
  expect(megabytes()).toBeLessThan(200);
}, 60_000);
