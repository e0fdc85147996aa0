// Measures a job of a study for callers outside the page: the command that makes the shipped rows, and the test that
// checks them.
import type { Run } from './run-statement';
import type { Job, Row } from './study';

/** Runs a job and returns its rows. Throws if it has not as many steps as it says. */
export async function rowsBy(job: Job, run: Run): Promise<Row[]> {
  const rows: Row[] = [];
  let steps = 0;
  for await (const row of job.measure(run)) {
    steps++;
    if (row) rows.push(row);
  }
  if (steps !== job.steps) throw new Error(`${job.name} has ${steps} steps, not ${job.steps}.`);
  return rows;
}
