// Says that a part of the page could not be loaded. A page that is open while its host gets a newer release asks for
// files that are gone; without a network, for files that do not come.

const SENTENCE = 'A part of this page did not load: no network, or a newer release replaced it. ';

/** Shows a notice, with a button that loads the page again, as soon as a part of it cannot be loaded. */
export function noticeMissingParts() {
  let notice: HTMLElement | undefined;
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error };
    // Whoever asked for the part says why there is none: in these words, not in the browser's.
    payload.message = SENTENCE;
    if (notice) return;
    notice = document.createElement('p');
    notice.className = 'fault';
    notice.role = 'alert';
    const reload = document.createElement('button');
    reload.textContent = 'Reload';
    reload.onclick = () => location.reload();
    notice.append(SENTENCE, reload);
    document.body.append(notice);
  });
}
