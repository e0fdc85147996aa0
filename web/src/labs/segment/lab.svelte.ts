// The state of the segment lab: the file, its records, which of them are listed, and which one is open.
import type { Question } from '../../engine/protocol';
import { SegmentClient } from '../../engine/segment/client';
import type { Opening } from '../../engine/segment/protocol';
import { Inspection } from '../../inspector/inspection.svelte';
import { ByteHighlight } from '../../workbench/byte-highlight.svelte';
import { LookedAt } from '../../workbench/looked-at.svelte';
import { runWorkload } from '../archive/run-workload';
import { byManager, recordAt, shown, total } from './rows';
import { SAMPLE } from './sample';

/** Reads a segment in a worker, lists its records and opens one of them. */
export class SegmentLab {
  name = $state('');
  reading = $state(false);
  error = $state('');
  opened = $state.raw<Opening | null>(null);
  hidden = $state.raw<ReadonlySet<string>>(new Set());
  images = $state(false);
  xid = $state(0);
  /** The number of the record that is open, -1 for none. */
  chosen = $state(-1);
  /** Why an image cannot be opened. */
  refused = $state('');
  /** Whether the log that is shown is one that the engine wrote to begin with. */
  sample = $state(false);
  #stopSample = () => {};
  /** How many files were opened: the answer about an earlier one is dropped. */
  #asked = 0;

  readonly client = new SegmentClient();
  readonly inspection = new Inspection(
    { ask: (question: Question) => this.#ask(question) as never },
    new ByteHighlight(),
    new LookedAt(),
  );

  types = $derived(this.opened?.view.types ?? []);
  sums = $derived(byManager(this.types));
  all = $derived(total(this.sums));
  listed = $derived.by(() => {
    const { hidden, images, xid, types } = this;
    return this.opened
      ? shown(this.opened.rows, types, { hidden, images, xid })
      : new Uint32Array();
  });

  /** Asks the worker, and keeps its refusal to be shown. */
  async #ask(question: Question) {
    this.refused = '';
    try {
      if (question.kind === 'open' || question.kind === 'more')
        return await this.client.ask(question as never);
    } catch (error) {
      this.refused = error instanceof Error ? error.message : String(error);
    }
    return null;
  }

  /** Makes the engine write a log and shows it, unless another file is opened meanwhile. */
  async openSample() {
    const { log, cancel } = runWorkload(SAMPLE, 'off', () => {});
    this.#stopSample = cancel;
    const written = await log.catch(() => null);
    const segment = written?.segments[0];
    if (segment && this.#asked === 0) this.sample = await this.open(segment.bytes, segment.name);
  }

  /** Reads a file. False if another file was opened meanwhile. */
  async open(file: Blob & { name?: string }, name: string): Promise<boolean> {
    const mine = ++this.#asked;
    this.#stopSample();
    this.sample = false;
    this.reading = true;
    this.error = '';
    try {
      const opened = await this.client.ask<'file'>({ kind: 'file', file });
      if (mine !== this.#asked) return false;
      this.name = name;
      this.opened = opened;
      this.hidden = new Set();
      this.images = false;
      this.xid = 0;
      this.chosen = -1;
      this.inspection.looked.close();
      if (opened.view.records > 0) await this.choose(0);
    } catch (error) {
      this.error = `${name}: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      this.reading = mine !== this.#asked;
    }
    return mine === this.#asked;
  }

  /** A record of the segment, by its number from 0. */
  record(index: number) {
    return this.opened ? recordAt(this.opened.rows, index) : null;
  }

  /** Opens the record at this index in the inspector; nothing happens if there is none. */
  async choose(index: number) {
    const record = this.record(index);
    if (!record) return;
    this.chosen = index;
    this.inspection.looked.start({ kind: 'record', lsn: record.lsn });
    await this.inspection.load();
  }

  /** Shows or hides a resource manager's records. */
  toggle(manager: string) {
    const next = new Set(this.hidden);
    if (!next.delete(manager)) next.add(manager);
    this.hidden = next;
  }

  /** Shows only this resource manager's records, or all again. */
  only(manager: string) {
    const others = this.sums.map((s) => s.manager).filter((m) => m !== manager);
    const alone = others.every((m) => this.hidden.has(m)) && !this.hidden.has(manager);
    this.hidden = alone ? new Set() : new Set(others);
  }

  /** Ends the worker and whatever it reads or writes. */
  close() {
    this.#stopSample();
    this.client.close();
  }
}
