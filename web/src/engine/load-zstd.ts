// zstd for `wal_compression`: the engine's module does without it, and takes the archive lab's when a
// script names it. Loaded once, before the script runs.
import { useZstd } from './generated/toastscope.js';

declare global {
  var toastscopeZstdCompress: (payload: Uint8Array) => Uint8Array;
  var toastscopeZstdDecompress: (frame: Uint8Array, length: number) => Uint8Array;
}

let loading: Promise<void> | null = null;

/** Loads the module with zstd and gives it to the engine. */
async function load() {
  const [archive, { default: url }] = await Promise.all([
    import('./generated/archive.js'),
    import('./generated/archive_bg.wasm?url'),
  ]);
  await archive.default({ module_or_path: url });
  globalThis.toastscopeZstdCompress = archive.zstdFrame;
  globalThis.toastscopeZstdDecompress = (frame, length) =>
    archive.decompress('zstd', frame, length);
  useZstd();
}

/** Loads the zstd encoder if one of these texts may need it. */
export async function readyFor(texts: string[]): Promise<void> {
  if (texts.some((text) => /zstd/i.test(text))) await (loading ??= load());
}
