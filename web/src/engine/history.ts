// The steps that ran, as a tree, and the marks by which the engine goes back to the end of one.
//
// A mark shares all pages with the engine until they change, so many are kept; a step without one
// is reached from the nearest mark before it by running again what lies between, at the same time
// of day and with the same seed, which gives the same bytes.
import type { Engine, Mark } from './generated/toastscope.js';
import type { StepData, StepId, StepScript } from './protocol';

/** Marks that are kept at most, and milliseconds of running that are worth one. */
const MARKS = 48;
const WORTH = 20;

interface Known {
  script: StepScript;
  mark: Mark | null;
}

/** Takes what was printed when a line was run, and returns it without the line itself. */
type Print = (line: number, text: string, printed: string) => string;

const restOf: Print = (_, text, printed) =>
  text && printed.startsWith(`${text}\n`) ? printed.slice(text.length + 1) : printed;

/** Keeps the steps that the engine ran, and brings it back to the end of any of them. */
export class History {
  #steps = new Map<StepId, Known>();
  /** The steps with a mark, in the order in which they ran. */
  #marked: Known[] = [];
  #current: StepId = 0;
  #next: StepId = 1;
  #root: Mark;
  /** The lines of the step that runs. */
  #lines: string[] = [];
  #first = 0;
  #printed = '';
  #time = 0;
  #sinceMark = 0;
  #began = 0;

  /** @param now the time of day, in milliseconds since 1970 */
  constructor(
    private readonly engine: Engine,
    private readonly now: () => number = Date.now,
  ) {
    this.#root = engine.mark();
  }

  /** The step that ran last. */
  get current(): StepId {
    return this.#current;
  }

  /** Notes a line that ran and what it printed; null for the end of the script. */
  line(number: number, text: string | null, printed: string) {
    if (this.#lines.length === 0) {
      this.#first = number;
      this.#time = this.now();
      this.#began = performance.now();
    }
    if (text !== null && (this.#lines.length > 0 || text.trim() !== '')) this.#lines.push(text);
    this.#printed += printed;
  }

  /** Makes a step of the statements since the last one; null if there are none. */
  step(): StepData | null {
    const made = this.engine.step();
    if (!made) return null;
    const script: StepScript = {
      id: this.#next,
      parent: this.#current,
      line: this.#first,
      text: this.#lines.join('\n'),
      time: this.#time,
    };
    return this.#keep(script, made);
  }

  #keep(
    script: StepScript,
    made: NonNullable<ReturnType<Engine['step']>>,
    marked = true,
  ): StepData {
    const printed = this.#printed;
    this.#lines = [];
    this.#printed = '';
    this.#next = Math.max(this.#next, script.id) + 1;
    this.#current = script.id;
    this.#sinceMark += performance.now() - this.#began;
    const known: Known = { script, mark: null };
    if (marked && (this.#sinceMark > WORTH || this.#marked.length < MARKS / 2)) {
      known.mark = this.engine.mark();
      this.#marked.push(known);
      this.#sinceMark = 0;
    }
    this.#steps.set(script.id, known);
    this.#thin();
    return {
      ...script,
      ...made,
      printed,
      transaction: made.transaction as StepData['transaction'],
      pins: this.engine.pins(),
      patch: this.engine.patch(),
      wal: this.engine.wal(),
    };
  }

  /** Drops the mark whose neighbours are nearest when there are too many; older marks first. */
  #thin() {
    const marked = this.#marked;
    if (marked.length <= MARKS) return;
    let least = Infinity;
    let victim = 0;
    for (let i = 0; i + 2 < marked.length; i++) {
      const apart = (marked[i + 2]?.script.id ?? 0) - (marked[i]?.script.id ?? 0);
      const weighed = apart / (marked.length - i);
      if (weighed < least) {
        least = weighed;
        victim = i + 1;
      }
    }
    const [gone] = marked.splice(victim, 1);
    gone?.mark?.free();
    if (gone) gone.mark = null;
  }

  /** Numbers later steps from here, at least. */
  numberFrom(next: StepId) {
    this.#next = Math.max(this.#next, next);
  }

  /** Discards a statement that was begun and not ended. */
  forget() {
    this.step();
    this.#lines = [];
    this.#printed = '';
  }

  /** Removes steps after which nothing else ran. */
  drop(steps: StepId[]) {
    for (const step of steps) {
      const known = this.#steps.get(step);
      known?.mark?.free();
      this.#marked = this.#marked.filter((marked) => marked !== known);
      this.#steps.delete(step);
    }
  }

  /** Whether the engine can go to a step: it ran here, and was not dropped. */
  has(step: StepId): boolean {
    return step === 0 || step === this.#current || this.#steps.has(step);
  }

  /**
   * Goes to the end of a step: restores the nearest mark before it, and runs the steps after that mark again. Throws
   * if the step did not run here: the next statement would then run in another database than the reader sees.
   */
  goTo(step: StepId) {
    if (step === this.#current) return;
    if (!this.has(step)) throw new Error(`The engine does not have step ${step}.`);
    const again: StepScript[] = [];
    let mark = this.#root;
    let at = step;
    while (at !== 0) {
      const known = this.#steps.get(at);
      if (!known) break;
      if (known.mark) {
        mark = known.mark;
        break;
      }
      again.unshift(known.script);
      at = known.script.parent;
    }
    this.engine.restore(mark);
    this.#current = at;
    for (const script of again) this.#run(script);
  }

  /**
   * Runs a step's lines at their recorded time, passing each printed line to `print`; all of it is then in
   * `#printed`.
   */
  #run(script: StepScript, print: Print = restOf) {
    const { engine } = this;
    engine.setTime(script.time);
    engine.begin('script.sql', script.line - 1);
    this.#began = performance.now();
    this.#printed = '';
    let number = script.line;
    for (const line of script.text.split('\n'))
      this.#printed += print(number++, line, engine.line(line));
    if (!engine.atStart()) this.#printed += print(number - 1, '', engine.finish());
    this.engine.setTime(0);
    const made = this.engine.step();
    this.#current = script.id;
    return made;
  }

  /** Runs a step of another worker again. Without `marked` no mark is kept at its end. */
  again(script: StepScript, marked = true, print?: Print): StepData | null {
    this.goTo(script.parent);
    const made = this.#run(script, print);
    return made ? this.#keep(script, made, marked) : null;
  }

  /** Calls a function with the database as it was after a step. */
  at<T>(step: StepId, look: () => T): T {
    if (step === this.#current) return look();
    const here = this.engine.mark();
    const current = this.#current;
    try {
      this.goTo(step);
      return look();
    } finally {
      this.engine.restore(here);
      here.free();
      this.#current = current;
    }
  }

  /** Calls a function, and undoes what it changed. */
  aside<T>(act: () => T): T {
    const here = this.engine.mark();
    try {
      this.engine.begin('', 0);
      return act();
    } finally {
      this.engine.restore(here);
      here.free();
    }
  }

  /** Frees the marks; the history cannot be used after that. */
  free() {
    this.#root.free();
    for (const { mark } of this.#steps.values()) mark?.free();
  }
}
