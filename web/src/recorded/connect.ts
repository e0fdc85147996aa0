// Who runs the SQL of a lesson that comes with the page.
import { startEngine, type Connect } from '../engine/client';
import { RECORDED } from './address';
import { RecordedClient } from './client';
import { Recording } from './recording';

/**
 * A recording of the lesson, which gives way to the engine when something is asked that it does not know; undefined
 * where the build has none, and the engine is to run it all.
 *
 * @param sql what each step runs; null or empty for those that run nothing
 * @param first the step that is opened first, from 0
 */
export function connectRecorded(
  lesson: string,
  sql: readonly (string | null)[],
  first: number,
): Connect | undefined {
  if (!RECORDED) return undefined;
  const recording = new Recording(
    lesson,
    sql.map((text) => text ?? ''),
  );
  recording.expect(first);
  return (tell) => new RecordedClient(recording, tell, startEngine);
}
