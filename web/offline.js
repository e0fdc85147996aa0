/* global __NAME__, __FILES__ */
// The service worker: keeps all files of one build when it is installed, and answers with them. What is kept is never
// stale: files with a hash in their names are what they were, and the others are asked for anew while there is a
// network. The build puts in the two names in capitals.
const NAME = __NAME__;
const FILES = __FILES__;

const scope = self.registration.scope;

async function keep() {
  const cache = await caches.open(NAME);
  // Past the browser's own cache: a file without a hash might be of an older build there.
  await cache.addAll(FILES.map((name) => new Request(new URL(name, scope), { cache: 'no-cache' })));
  await self.skipWaiting();
}

/**
 * Deletes the caches of older builds but for the last one, and takes over the open pages: one that was opened before
 * the new build was there still loads parts of its own build, which the server may no longer have.
 */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith('toastscope '));
  const old = names.filter((name) => name !== NAME).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

const kept = (request) => caches.match(request, { ignoreSearch: true, ignoreVary: true });

/**
 * Answers a request from the network, or from the cache when there is none; for the folder itself, from its
 * index.html.
 */
async function fresh(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const page = new URL(request.url).href.replace(/[?#].*$/, '');
    const found =
      (await kept(request)) ?? (page === scope ? await kept(`${scope}index.html`) : null);
    if (found) return found;
    throw error;
  }
}

/** Answers a request for a recorded step from the cache; a step that is fetched is put into it. */
async function recorded(request) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(NAME)).put(request, answer.clone());
  return answer;
}

self.addEventListener('install', (event) => event.waitUntil(keep()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const path = request.url.slice(scope.length).replace(/[?#].*$/, '');
  if (path.startsWith('recorded/')) event.respondWith(recorded(request));
  else if (path.startsWith('assets/'))
    event.respondWith(kept(request).then((found) => found ?? fetch(request)));
  else event.respondWith(fresh(request));
});
