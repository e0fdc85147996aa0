// A frame drawn larger: the same page in a frame of its own that is smaller by the scale, and enlarged by it. So
// whatever measures in pixels measures true. What is said passes through.
import { fromHost, tell } from './frame';
import { told } from '../element/protocol';

/** Puts the same page into `target`, at this scale. */
export function enlarge(target: HTMLElement, scale: number) {
  const address = new URL(location.href);
  address.searchParams.delete('scale');
  address.searchParams.set('origin', location.origin);
  const inner = document.createElement('iframe');
  inner.src = address.href;
  inner.title = document.title;
  inner.allow = 'fullscreen; clipboard-write';
  Object.assign(inner.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    width: `${100 / scale}%`,
    height: `${100 / scale}%`,
    border: '0',
    transform: `scale(${scale})`,
    transformOrigin: '0 0',
  });
  target.replaceChildren(inner);
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { source, data } = event;
    if (source === inner.contentWindow) {
      const what = told(data);
      if (!what) return;
      const larger = what.type === 'height' ? { height: what.height * scale } : {};
      tell({ ...what, ...larger }, what.id);
    } else if (fromHost(event)) {
      inner.contentWindow?.postMessage(data, location.origin === 'null' ? '*' : location.origin);
    }
  });
}
