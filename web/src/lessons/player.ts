// What a lesson needs of the session that runs its SQL and plays the frames.
import type { Scene } from '../timeline/scene';
import type { Placed } from '../timeline/tape';
import type { Relation } from './find-relation';

/** What a lesson needs of a session and its timeline. `Session` is one. */
export interface Player {
  readonly status: string;
  readonly timeline: {
    readonly tape: { placed: readonly Placed[] };
    readonly scene: Scene;
    /** Whether a passage is not over yet. */
    readonly passing: boolean;
    showStep(id: number): void;
    seek(to: number): void;
    playPassage(from: number, to: number, then: () => void): void;
    endPassage(): void;
    pause(): void;
  };
  /** Runs SQL after a step of the engine; where the stage `stays`, the caller goes to a place of what ran. */
  runSql(
    sql: string,
    options: { from?: number; firstLine?: number; stays?: boolean },
  ): Promise<Ran | null>;
  /** Runs SQL as a trial, which replaces the trial before it and is not kept. */
  tryOut(sql: string, from: number, shown?: boolean): Promise<Ran | null>;
  cancelTrial(): void;
  endTrial(): void;
}

/** What came of SQL that a lesson ran: its steps, and what psql printed. */
export interface Ran {
  steps: { id: number; line: number; printed: string; relations: Relation[] }[];
  printed: string;
  failed: boolean;
  cancelled: boolean;
}
