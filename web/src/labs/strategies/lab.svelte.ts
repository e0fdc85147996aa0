// The state of the strategies lab: what is to be measured, what was measured, and which point is looked at.
import { Server } from '../../engine/server/client';
import { RECORDED_STEP, recorded } from './recorded';
import { STRATEGIES, type Strategy } from './strategies';
import { statementCount, sweep, type Measured } from './sweep';
import { totalsOf } from './totals';

/** A point of the charts: one strategy's statement on one document. */
export interface ChartPlace {
  strategy: string;
  operation: string;
  id: number;
}

/** Every how many documents one is measured, and what that is called. */
export const STEPS = [
  { step: 20, title: '6 sizes' },
  { step: 10, title: '11 sizes' },
  { step: 5, title: '21 sizes' },
] as const;

/** Strategies measured at once: each is a server of its own, and the largest documents take their memory. */
const AT_ONCE = Math.min(3, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

class Cancelled extends Error {}

/** Measures the chosen strategies and keeps the results. */
export class Lab {
  step = $state<number>(RECORDED_STEP);
  /** Strategies measured and drawn. */
  chosen = $state.raw<ReadonlySet<string>>(new Set(STRATEGIES.map(({ id }) => id)));
  results = $state.raw<readonly Measured[]>(recorded());
  /** Whether what is shown was measured when the page was made, not here. */
  recorded = $state(true);
  /** The point looked at: the one under the pointer, else the one chosen. */
  hovered = $state.raw<ChartPlace | null>(null);
  selected = $state.raw<ChartPlace | null>(null);

  busy = $state(false);
  /** What is being measured, and how much of it is done, 0 to 1. */
  doing = $state('');
  share = $state(0);
  error = $state('');
  #servers = new Set<Server>();

  shown = $derived(STRATEGIES.filter(({ id }) => this.chosen.has(id)));
  /** The measurements that are shown, by strategy, then by operation, sizes ascending. */
  drawn = $derived.by(() => {
    const drawn = new Map<string, Map<string, Measured[]>>();
    for (const point of this.results) {
      if (!this.chosen.has(point.strategy.id)) continue;
      const own = drawn.get(point.strategy.id) ?? new Map<string, Measured[]>();
      drawn.set(point.strategy.id, own);
      own.set(point.operation.id, [...(own.get(point.operation.id) ?? []), point]);
    }
    return drawn;
  });
  /** The sizes measured, in bytes, by document. */
  sizes = $derived(new Map(this.results.map(({ id, bytes }) => [id, bytes])));
  readonly #whole = $derived(
    new Map(
      this.results
        .filter(({ strategy }) => strategy === STRATEGIES[0])
        .map((point) => [`${point.operation.id} ${point.id}`, point]),
    ),
  );
  missing = $derived(
    this.shown.filter(({ id }) => !this.results.some((r) => r.strategy.id === id)),
  );
  totals = $derived(totalsOf(this.shown, this.results));
  looked = $derived.by(() => {
    const place = this.hovered ?? this.selected;
    return place && this.at(place);
  });

  /** The measurement at a place of the chart, if there is one. */
  at({ strategy, operation, id }: ChartPlace): Measured | undefined {
    return this.drawn
      .get(strategy)
      ?.get(operation)
      ?.find((point) => point.id === id);
  }

  /** The measurement of the same statement and document under today's TOAST; null if there is none. */
  wholeOf({ operation, id }: Measured): Measured | null {
    return this.#whole.get(`${operation.id} ${id}`) ?? null;
  }

  /** Chooses a strategy, or drops it. */
  toggle(id: string) {
    const next = new Set(this.chosen);
    if (!next.delete(id)) next.add(id);
    this.chosen = next;
  }

  /** Chooses other sizes, and forgets the measurements. */
  use(step: number) {
    if (this.busy || step === this.step) return;
    this.step = step;
    this.clear();
  }

  /** Shows the recorded measurements again. */
  clear() {
    this.results = [];
    this.recorded = false;
    this.hovered = null;
    this.selected = null;
    this.error = '';
  }

  /** Measures the strategies chosen that are not measured yet. */
  async run() {
    if (this.busy) return;
    const waiting = [...this.missing];
    const all = waiting.reduce((sum, strategy) => sum + statementCount(strategy, this.step), 0);
    let done = 0;
    this.busy = true;
    this.error = '';
    this.share = 0;
    const under = new Set<string>();
    /** Measures one strategy after the other. */
    const next = async () => {
      for (let strategy = waiting.shift(); strategy; strategy = waiting.shift()) {
        under.add(strategy.name);
        this.doing = [...under].join(', ');
        await this.#measureStrategy(strategy, () => (this.share = ++done / all));
        under.delete(strategy.name);
        this.doing = [...under].join(', ');
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, next));
    } catch (error) {
      waiting.length = 0;
      this.cancel();
      if (!(error instanceof Cancelled)) {
        this.error = error instanceof Error ? error.message : String(error);
      }
    } finally {
      this.busy = false;
      this.doing = '';
    }
  }

  /** Cancels the measuring; finished measurements stay. */
  cancel() {
    for (const server of this.#servers) server.close(new Cancelled());
    this.#servers.clear();
  }

  /**
   * Measures a strategy on a server of its own, size by size, and adds its points to the results; `done` is called
   * after each. If it fails or is cancelled, its points are removed again.
   */
  async #measureStrategy(strategy: Strategy, done: () => void) {
    const server = new Server();
    this.#servers.add(server);
    try {
      for await (const point of sweep(strategy, this.step, (sql) => server.run(sql))) {
        if (point) this.results = [...this.results, point];
        done();
      }
    } catch (error) {
      // Half a curve would be called flat.
      this.results = this.results.filter((point) => point.strategy !== strategy);
      throw error;
    } finally {
      server.close(new Cancelled());
      this.#servers.delete(server);
    }
  }
}
