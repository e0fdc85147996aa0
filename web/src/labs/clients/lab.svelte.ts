// The state of the clients lab: what is to be run, what was run, and which run is looked at.
import type { Reply, Report, Request } from '../../engine/clients/protocol';
import { unpack } from '../study/shipped';
import type { Row } from '../study/study';
import { COUNTS, ROUNDS, SECONDS, rowOf } from './rows';
import { PRESETS } from './scripts';
import { LENGTHS, workOf, type TextAction, type Method } from './texts';
import lanes from './lanes.json';
import { LANES_OF, SHIPPED_MACHINE, unpackLanes, type Lanes } from './shipped';
import csv from './shipped.csv?raw';
import { watchLife } from '../../engine/watch-life';

export const CORES = [1, 2, 4, 8, 16] as const;
export const FLUSHES = [0.05, 0.2, 1, 4] as const;

/** Runs a script with several numbers of clients, and keeps the results of each. */
export class ClientsLab {
  /** The script shown: a preset's id, `texts` or `own`. */
  script = $state<string>(PRESETS[0]!.id);
  own = $state(PRESETS[0]!.script);
  act = $state<TextAction>('insert');
  method = $state<Method>('pglz');
  letters = $state<number>(LENGTHS[3]);
  ofTexts = $derived(workOf(this.act, this.method, this.letters));
  cores = $state<number>(SHIPPED_MACHINE.cores);
  flushMs = $state<number>(SHIPPED_MACHINE.flushMs);
  results = $state.raw<readonly Row[]>(unpack(csv));
  lanes = $state.raw<readonly Lanes[]>(unpackLanes(lanes));
  /** pgbench's lines of the run looked at, of runs made here. */
  texts = $state.raw<Readonly<Record<string, string>>>({});
  shipped = $state(true);
  /** The run looked at. */
  clients = $state<number>(LANES_OF);

  busy = $state(false);
  share = $state(0);
  doing = $state('');
  error = $state('');
  #worker: Worker | null = null;

  shown = $derived(this.results.filter((row) => row.script === this.script));
  looked = $derived(
    this.lanes.find((l) => l.script === this.script && l.clients === this.clients) ?? null,
  );
  text = $derived(this.texts[`${this.script} ${this.clients}`] ?? '');

  /** Chooses the number of clients whose lanes are shown. */
  look(clients: number) {
    this.clients = clients;
  }

  /** Shows the recorded results again. */
  clear() {
    this.results = unpack(csv);
    this.lanes = unpackLanes(lanes);
    this.texts = {};
    this.cores = SHIPPED_MACHINE.cores;
    this.flushMs = SHIPPED_MACHINE.flushMs;
    this.shipped = true;
    this.error = '';
    if (this.script === 'own' || this.script === 'texts') this.script = PRESETS[0]!.id;
  }

  /** Runs all presets, and the reader's own script if that is chosen. After a failure the old results stay. */
  async run() {
    if (this.busy) return;
    const own = { ...PRESETS[0]!, id: 'own', script: this.own };
    const texts = { ...this.ofTexts, id: 'texts', name: 'texts', about: '' };
    const chosen = { own, texts }[this.script];
    const work = chosen ? [chosen] : [...PRESETS];
    const made = {
      results: [] as Row[],
      lanes: [] as Lanes[],
      texts: {} as Record<string, string>,
    };
    this.busy = true;
    this.error = '';
    this.share = 0;
    try {
      for (const [i, preset] of work.entries()) {
        this.doing = preset.id === 'own' ? 'your own script' : preset.name;
        await this.#simulate(
          {
            work: { setUp: preset.setUp, script: preset.script },
            machine: { cores: this.cores, flushMs: this.flushMs },
            counts: COUNTS,
            rounds: ROUNDS,
            seconds: SECONDS,
          },
          (share) => (this.share = (i + share) / work.length),
          (report) => {
            made.results.push(rowOf(preset.id, report));
            made.lanes.push({ script: preset.id, clients: report.clients, spans: report.spans });
            made.texts[`${preset.id} ${report.clients}`] = report.text;
          },
        );
      }
      Object.assign(this, made, { shipped: false });
    } catch (error) {
      if (error instanceof Error && error.message) this.error = error.message;
    } finally {
      this.busy = false;
      this.doing = '';
    }
  }

  /** Cancels the run; its results are dropped. */
  cancel() {
    this.#worker?.terminate();
    this.#worker?.dispatchEvent(new Event('cancelled'));
    this.#worker = null;
  }

  /**
   * Runs one script for every number of clients, in a worker of its own. `share` is called with the share that is done,
   * `report` with the result of each number of clients. Rejects if the engine fails, or when `cancel` was called.
   */
  #simulate(request: Request, share: (share: number) => void, report: (report: Report) => void) {
    const worker = watchLife(
      new Worker(new URL('../../engine/clients/worker.ts', import.meta.url), { type: 'module' }),
    );
    this.#worker = worker;
    return new Promise<void>((resolve, reject) => {
      worker.addEventListener('cancelled', () => reject(new Error()));
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'The engine could not be started.'));
      };
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.kind === 'share') share(data.share);
        else if (data.kind === 'report') report(data.report);
        else if (data.kind === 'failed') reject(new Error(data.message));
        else resolve();
      };
      worker.postMessage(request);
    }).finally(() => worker.terminate());
  }
}
