// How much of a choice is measured in one go: as many tasks as fit into the time budget, the quick ones first. The
// time of a task is estimated from its weight, and from the times of the tasks before it.

/** Seconds that one measurement may take, from the button to the tables. */
export const BUDGET = 50;
/** Seconds of the budget that are left to compressing, however long the log took to write. */
export const LEAST = 15;

/** Decides which tasks still fit into the time; it works in seconds. */
export class TimeBudget {
  readonly #end: number;
  /** Seconds and weight of the tasks that are done. */
  #seconds = 0;
  #weight = 0;

  /**
   * @param now seconds on a clock, which began at 0 when the measurement did
   * @param budget seconds that all of it may take
   */
  constructor(
    private readonly now: () => number,
    budget: number,
  ) {
    this.#end = Math.max(budget, now() + Math.min(LEAST, budget));
  }

  /** How many whole seconds are left at most. */
  get left(): number {
    return Math.max(0, Math.ceil(this.#end - this.now()));
  }

  /** Whether a task of this weight will end in time; the first task is always allowed. */
  allows(weight: number): boolean {
    const rate = this.#weight > 0 ? this.#seconds / this.#weight : 0;
    return this.now() + weight * rate <= this.#end;
  }

  /** Notes how many seconds a task of this weight took. */
  took(seconds: number, weight: number) {
    this.#seconds += seconds;
    this.#weight += weight;
  }
}
