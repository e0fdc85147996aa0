// A study measured by whoever has a server for each of its jobs: the command that makes what is shipped, and the test
// that holds it.
import type { Run } from './run-statement';
import type { Job, Row } from './study';

/** A job's rows. */
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
