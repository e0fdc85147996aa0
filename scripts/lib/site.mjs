// Serves a folder as a static host does: files as they are, `index.html` for a folder, and nothing else.
import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The path of the file that a request's path names. Throws if there is none, or it is not in the folder. */
async function fileOf(folder, path) {
  const file = normalize(join(folder, decodeURIComponent(path)));
  if (file !== normalize(folder) && !file.startsWith(normalize(folder + sep)))
    throw new Error('beside the folder');
  return (await stat(file)).isDirectory() ? join(file, 'index.html') : file;
}

/** Serves a folder; returns the address, with a slash at its end, and a function that stops the server. */
export async function serveFolder(folder) {
  const server = createServer(async (request, answer) => {
    try {
      const file = await fileOf(folder, new URL(request.url, 'http://host').pathname);
      const bytes = await readFile(file);
      answer.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      answer.end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, 'localhost', listening));
  return {
    address: `http://localhost:${server.address().port}/`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
