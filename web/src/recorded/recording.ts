// The recording of a lesson that comes with the page. Each step is loaded when it is needed, and only once.
import type { Answers, Question, StepId } from '../engine/protocol';
import { stepAddress } from './address';
import { unpack, type RecordedStep } from './format';

/** What seeded `random()` while it was recorded, and does again when the engine takes over. */
export const SEED = 0.5;

/** Loads and unpacks a recorded step. Throws if it cannot be loaded. */
async function fetchStep(lesson: string, index: number): Promise<RecordedStep> {
  const answer = await fetch(stepAddress(lesson, index + 1));
  if (!answer.ok || !answer.body) throw new Error(`No recording of step ${index + 1}.`);
  const plain = answer.body.pipeThrough(new DecompressionStream('gzip'));
  return unpack(new Uint8Array(await new Response(plain).arrayBuffer()));
}

/** Names a question about the database as it was after a step. */
const key = (step: StepId, question: Question) =>
  `${step} ${JSON.stringify(question, keysOf(question).toSorted())}`;

/** The names of all fields, those of a place in it among them. */
const keysOf = (question: Question) =>
  Object.keys('place' in question ? { ...question, ...question.place } : question);

/** The recorded steps of one lesson, and the answers that were recorded with them. */
export class Recording {
  #steps = new Map<number, Promise<RecordedStep | null>>();
  #answers = new Map<string, Answers[keyof Answers] | null>();

  /**
   * @param sql what each step of the lesson runs; empty for those that run nothing
   * @param read where a step comes from, if not from beside the page
   */
  constructor(
    private readonly lesson: string,
    private readonly sql: readonly string[],
    private readonly read = fetchStep,
  ) {}

  /** A step by its number from 0; null if it cannot be loaded. */
  step(index: number): Promise<RecordedStep | null> {
    let step = this.#steps.get(index);
    if (!step) {
      step = this.read(this.lesson, index).catch(() => null);
      this.#steps.set(index, step);
    }
    return step;
  }

  /** Begins to load all steps that lead to this one, and the next step. */
  expect(index: number) {
    for (let i = 0; i <= index + 1; i++) if (this.sql[i]) void this.step(i);
  }

  /** The indexes of the recorded steps: those that run something. */
  get recorded(): number[] {
    return this.sql.flatMap((sql, i) => (sql ? [i] : []));
  }

  /**
   * The recorded step that runs this SQL after the engine's step `from`; null if there is none. The step after it is
   * loaded ahead.
   */
  async find(sql: string, from: StepId): Promise<RecordedStep | null> {
    for (const index of this.recorded) {
      if (this.sql[index] !== sql) continue;
      const step = await this.step(index);
      if (step?.from !== from) continue;
      this.expect(index);
      return step;
    }
    return null;
  }

  /** Keeps what the engine has answered about a step, for later questions. */
  learn({ answers }: RecordedStep) {
    for (const { step, question, answer } of answers)
      this.#answers.set(key(step, question), answer);
  }

  /** The recorded answer to a question; undefined if there is none. */
  answer(step: StepId, question: Question): Answers[keyof Answers] | null | undefined {
    // In the empty database there is nothing to be asked about.
    if (step === 0) return null;
    return this.#answers.get(key(step, question));
  }
}
