// The first view's row: its letters, how it is stored, how long it is, and what the engine made of it. The recording
// answers at once; the engine is loaded when somebody takes hold of the row, and answers the same.
import { untrack } from 'svelte';
import { GlidingNumber } from './gliding-number.svelte';
import type { RowEngine } from './engine-row';
import packed from './recorded.json';
import { Recording, type Stored } from './recorded-row';
import { LETTERS, MOST, STORAGES, type SampleValue, type Storage } from './sample-values';

/** Where the row begins to grow by itself, where it stops, and in how many milliseconds. */
const FIRST = 300;
const RESTS = 5000;
const GROWS = 3600;
const SNAPS = 320;

const recording = new Recording(packed);

/** The row of the first view, which the reader makes longer and shorter. */
export class LiveRow {
  letters = $state.raw<SampleValue>(LETTERS[0] as SampleValue);
  storage = $state.raw<Storage>(STORAGES[0] as Storage);
  readonly #length = new GlidingNumber(FIRST, GROWS);
  length = $derived(Math.round(this.#length.now));

  #key = $derived(`${this.letters.id} ${this.storage.id} ${this.length}`);
  #answer = $state.raw<{ key: string; stored: Stored } | null>(null);
  /** Whether what is shown is the engine's answer. */
  live = $derived(this.#answer?.key === this.#key);
  stored = $derived(
    this.#answer?.key === this.#key
      ? this.#answer.stored
      : recording.at(this.letters.id, this.storage.id, this.length),
  );

  /** How far the value is out of the row, and how far it is squeezed: 0 to 1. */
  readonly left = new GlidingNumber(0, SNAPS);
  readonly squeezed = new GlidingNumber(0, SNAPS);

  #engine: Promise<RowEngine> | null = null;
  #asking = false;
  #closed = false;

  constructor() {
    $effect(() => {
      this.left.go(this.stored.out ? 1 : 0);
      this.squeezed.go(this.stored.method ? 1 : 0);
    });
    $effect(() => {
      // Whatever changes is asked about anew.
      if (this.#key) untrack(() => void this.#ask());
    });
    this.#length.go(RESTS);
  }

  /** The reader has taken hold of the row: its motion ends, and the engine is loaded. */
  take() {
    this.#length.stop();
    this.#engine ??= import('./engine-row').then(({ RowEngine }) => new RowEngine());
    void this.#ask();
  }

  /** Sets the length of the value in bytes. */
  set(length: number) {
    this.take();
    this.#length.jump(Math.min(MOST, Math.max(1, Math.round(length))));
  }

  /** Asks the engine for the length that is shown, one at a time. */
  async #ask() {
    if (this.#asking || this.#closed || !this.#engine || this.live) return;
    this.#asking = true;
    try {
      const engine = await this.#engine;
      while (!this.live && !this.#closed) {
        const { letters, storage, length } = this;
        const key = this.#key;
        const [plain, line] = await engine.store(letters, storage, length);
        const [, stored, row, method] = line;
        const head = plain[2] - plain[1];
        const out = row - stored !== head;
        this.#answer = {
          key,
          stored: { length, head, formed: plain[2], row, stored, method, out },
        };
      }
    } catch {
      // Without the engine, the recording goes on answering.
      this.#engine = null;
    } finally {
      this.#asking = false;
    }
  }

  /** Ends the engine and the motion. */
  close() {
    this.#closed = true;
    for (const glide of [this.#length, this.left, this.squeezed]) glide.stop();
    void this.#engine?.then((engine) => engine.close()).catch(() => {});
  }
}
