// Runs the lessons that come with the page and keeps what the worker would have sent: see web/src/recorded. It needs
// the modules, but nothing that is built of the page; the engine is the one for Node.js.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fail, root } from './run-program.mjs';
import { load } from './page-modules.mjs';

const source = join(root, 'web', 'src');

/** As in the worker: `shared_buffers` in pages, the memory of all values. */
const SHARED_BUFFERS = 262_144;
const MEMORY = 1_500_000_000;
/** When every recorded statement ran, in milliseconds since 1970: the same in every build. */
const TIME = Date.UTC(2026, 0, 1, 12);

/** The engine's module that was built for Node.js. */
const builtModule = () => createRequire(import.meta.url)('../../target/node/toastscope.js');

/** Lets the engine use the zstd of the archive lab's module. */
async function provideZstd({ useZstd }) {
  const folder = join(source, 'engine', 'generated');
  const archive = await import(join(folder, 'archive.js'));
  archive.initSync({ module: readFileSync(join(folder, 'archive_bg.wasm')) });
  globalThis.toastscopeZstdCompress = archive.zstdFrame;
  globalThis.toastscopeZstdDecompress = (frame, length) =>
    archive.decompress('zstd', frame, length);
  useZstd();
}

/** The questions that the page will ask the engine when the lesson's step opens a row or page. */
function questionsOf({ look }, relations, findRelation) {
  if (!look?.relation) return [];
  const relation = findRelation(look.relation, relations)?.oid;
  if (relation === undefined) return [];
  const { block } = look;
  if (look.kind === 'row' || look.kind === 'streams')
    return [{ kind: 'row', relation, block, offset: look.item }];
  return [{ kind: 'page', relation, fork: 'main', block }];
}

/** The questions for the bytes of a row's compressed values. */
function streamsOf({ relation, block, offset }, row) {
  const columns = row?.tuple.columns ?? [];
  return columns.flatMap(({ compression }, column) =>
    compression
      ? [
          {
            kind: 'open',
            place: { kind: 'value', relation, block, item: offset, column, plain: false },
          },
        ]
      : [],
  );
}

/** The engine's answer to a question. */
function answerOf(engine, question) {
  switch (question.kind) {
    case 'lastRow':
      return engine.lastRow() ?? null;
    case 'row':
      return engine.row(question.relation, question.block, question.offset) ?? null;
    case 'open': {
      const opened = engine.openFields(question.place);
      const bytes = opened && engine.openBytes(question.place);
      if (!bytes) return null;
      // Numbers in lists, for JSON.
      const [stored, plain, tokens] = [bytes.stored(), bytes.plain(), bytes.tokens()];
      return { opened, stored: [...stored], plain: [...plain], tokens: [...tokens] };
    }
    case 'page': {
      const { relation, fork, block } = question;
      const view = engine.page(relation, fork, block);
      // Numbers in a list, for JSON; the page's own answer has them as bytes.
      const bytes = view && [...engine.pageBytes(relation, fork, block)];
      return view ? { view, bytes } : null;
    }
  }
}

/**
 * Returns a function that runs a lesson by its id, and returns the recording of each step; null for a step
 * without SQL. `bindings`: the engine's module for Node.js, if it is not the one that was built for it.
 */
export async function recorder(bindings = builtModule()) {
  Object.assign(globalThis, {
    toastscopeInterrupted: () => false,
    toastscopePanicked: (message) => fail(message),
  });
  await provideZstd(bindings);
  const { parse } = await load('lessons/parse.ts');
  const { findRelation } = await load('lessons/find-relation.ts');
  const { History } = await load('engine/history.ts');
  const { SEED } = await load('recorded/recording.ts');

  /** Runs one step, statement by statement as the worker does, and returns its recording. */
  function record(engine, history, step) {
    const recorded = { from: history.current, steps: [], pieces: [], answers: [] };
    /** Keeps the step that has ended, with the row it is about. */
    const keepStep = () => {
      const made = history.step();
      if (!made) return;
      recorded.steps.push(made);
      const question = { kind: 'lastRow' };
      recorded.answers.push({ step: made.id, question, answer: answerOf(engine, question) });
    };
    engine.begin('script.sql', 0);
    const lines = step.sql.replace(/\n$/, '').split('\n');
    for (const [i, text] of lines.entries()) {
      const printed = engine.line(text);
      const echo = printed === `${text}\n` || printed.startsWith(`${text}\n`) ? text : '';
      const rest = echo ? printed.slice(echo.length + 1) : printed;
      if (printed) recorded.pieces.push({ line: i + 1, echo, text: rest });
      history.line(i + 1, text, rest);
      if (engine.atStart()) keepStep();
    }
    const text = engine.finish();
    if (text) recorded.pieces.push({ line: lines.length, echo: '', text });
    history.line(0, null, text);
    keepStep();
    const last = recorded.steps.at(-1);
    /** Asks the engine, and keeps the answer in the recording. */
    const ask = (question) => {
      const answer = answerOf(engine, question);
      recorded.answers.push({ step: last.id, question, answer });
      return answer;
    };
    for (const question of questionsOf(step, last?.relations ?? [], findRelation)) {
      const answer = ask(question);
      if (step.look.kind === 'streams') streamsOf(question, answer).forEach(ask);
    }
    return recorded;
  }

  return (id) => {
    const file = join(source, 'lessons', id, 'lesson.md');
    if (!existsSync(file)) fail(`There is no lesson ${id}.`);
    const { lesson, faults } = parse(readFileSync(file, 'utf8'));
    if (!lesson) fail(faults.map((f) => `${file}:${f.line}: ${f.message}`).join('\n'));
    const engine = new bindings.Engine(SHARED_BUFFERS, MEMORY, SEED);
    engine.setTime(TIME);
    const history = new History(engine, () => TIME);
    const steps = lesson.steps.map((step) => (step.sql ? record(engine, history, step) : null));
    history.free();
    engine.free();
    return steps;
  };
}
