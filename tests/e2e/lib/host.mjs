// Serves a page of another origin with embeds on it, since the engine's page cannot reach into such a page.
import { createServer } from 'node:http';
import { visit } from './page.mjs';

/** The host's page, which keeps the messages that it hears. */
const html = (body) => `<!doctype html><html lang="en"><title>A host</title><body>
  <script>
    received = [];
    addEventListener('message', ({ data }) => received.push(data));
  </script>
  <main><h1>A host</h1>${body}</main></html>`;

/**
 * Serves a page with this body, opens it in Chromium, and calls `work` with the open page.
 */
export async function hosting(place, body, work) {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(html(body));
  });
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const address = `http://localhost:${server.address().port}/`;
  try {
    const { page, complaints } = await visit({ ...place, address });
    await work(page, address, complaints);
  } finally {
    server.close();
  }
}

/** Waits until a frame has posted a message with these properties. */
export const heard = (page, what) =>
  page.waitForFunction(
    (wanted) =>
      globalThis.received.some((t) =>
        Object.entries(wanted).every(([key, value]) => t[key] === value),
      ),
    what,
    { timeout: 60_000 },
  );
