// The statements and scripts that wait while another runs, in the order in which they were given. Each runs in the end,
// unless the one that gave it takes it back.

/** A statement or script that waits to be run. */
export interface Job {
  /** Whether it is a trial, which may be taken back. */
  trial: boolean;
  begin: () => void;
  /** It will not run. */
  drop: () => void;
}

/** The jobs that wait, the oldest first. */
export class Queue {
  #jobs: Job[] = [];
  /** How many statements or scripts wait; what is only tried out is not counted. */
  waiting = $state(0);

  /** Whether there is no job that waits. */
  get empty(): boolean {
    return this.#jobs.length === 0;
  }

  /** Puts a job after all that wait. */
  add(job: Job) {
    this.#jobs.push(job);
    this.#count();
  }

  /** Puts a job before all that wait. */
  addFirst(job: Job) {
    this.#jobs.unshift(job);
    this.#count();
  }

  /** Starts the oldest waiting job. */
  next() {
    const job = this.#jobs.shift();
    this.#count();
    job?.begin();
  }

  /** Removes the waiting jobs, or only the trials among them. */
  drop(trialsOnly: boolean) {
    const dropped = this.#jobs.filter((job) => job.trial || !trialsOnly);
    this.#jobs = this.#jobs.filter((job) => !dropped.includes(job));
    this.#count();
    for (const job of dropped) job.drop();
  }

  /** Counts the jobs that wait, trials left out. */
  #count() {
    this.waiting = this.#jobs.filter((job) => !job.trial).length;
  }
}
