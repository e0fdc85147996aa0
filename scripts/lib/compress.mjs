// Writes the modules compressed, each beside itself. A server that knows of such files sends them as they are, instead
// of compressing anew, and less well, for each visitor.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ways = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/** Writes `x.wasm.br` and `x.wasm.gz` beside each `x.wasm` in a folder, in parallel. */
export async function compressModules(folder) {
  const names = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.wasm'));
  const jobs = names.flatMap((name) =>
    Object.entries(ways).map(async ([ending, way]) => {
      const bytes = readFileSync(join(folder, name));
      const packed = await way(bytes);
      writeFileSync(join(folder, `${name}.${ending}`), packed);
      /** A size as text. */
      const kB = (length) => `${Math.round(length / 1000).toLocaleString('en')} kB`;
      console.log(`${name}.${ending}: ${kB(packed.length)} of ${kB(bytes.length)}`);
    }),
  );
  await Promise.all(jobs);
}
