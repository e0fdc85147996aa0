// What the document of the studies is made with: the labs' rows, words for numbers, servers, compressors.
import { archiver, server } from '../lib/engine.mjs';
import { load } from '../lib/web.mjs';

/** Without compressors: what the shipped rows need. */
export async function shippedMeans() {
  const { SHIPPED } = await load('labs/study/all.ts');
  const { unpack } = await load('labs/study/shipped.ts');
  const { recorded } = await load('labs/strategies/recorded.ts');
  const format = await load('layout/format.ts');
  const own = await load('labs/study/words.ts');
  return {
    rows: (id) => unpack(SHIPPED[id]),
    points: recorded(),
    words: { ...format, ...own },
  };
}

export async function means() {
  const { costOf, numbersOf } = await load('labs/study/run.ts');
  const { WORKLOADS } = await load('labs/archive/workloads.ts');
  const archive = await archiver();
  return {
    ...(await shippedMeans()),
    server,
    costOf,
    numbersOf,
    workload: WORKLOADS[0],
    /** Bytes that a method makes at a level. */
    compress: (method, level, bytes) => archive.compress(method, level, undefined, bytes).length,
  };
}
