// Chooses what runs the SQL of a lesson that comes with the page: the recording, or the engine.
import { startEngine, type Connect } from '../engine/client';
import { RECORDED } from './address';
import { RecordedClient } from './client';
import { Recording } from './recording';

/**
 * Connects to the recording of a lesson; what is not recorded goes to the engine. Undefined if the build has no
 * recording, so that the engine runs everything.
 *
 * @param sql what each step runs; null or empty if it runs nothing
 * @param first the index of the step that is opened first
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
