// A frame drawn larger: an inner frame with the same page, smaller by the scale, is enlarged by CSS. Code in it
// that measures pixels needs no change. Messages pass through.
import type { EmbedParams } from '../element/params';
import { readFrameMessage } from '../element/protocol';
import { fromHost, tell } from './frame';
import { ENLARGED, largerIn } from './large';

/** Puts the page into `target`, drawn larger by the parameters' factor. */
export function enlarge(target: HTMLElement, { view, scale: times, type }: EmbedParams) {
  const address = new URL(location.href);
  address.searchParams.delete('scale');
  address.searchParams.set('origin', location.origin);
  const inner = document.createElement('iframe');
  inner.name = ENLARGED;
  inner.src = address.href;
  inner.title = document.title;
  inner.allow = 'fullscreen; clipboard-write';
  let scale = times;
  /** Gives the inner frame the size that fills the outer one when it is enlarged. */
  const draw = () => {
    scale = times * largerIn(view, innerWidth, innerHeight, type);
    Object.assign(inner.style, {
      width: `${100 / scale}%`,
      height: `${100 / scale}%`,
      transform: `scale(${scale})`,
    });
  };
  Object.assign(inner.style, {
    position: 'fixed',
    inset: '0 auto auto 0',
    border: '0',
    transformOrigin: '0 0',
  });
  draw();
  addEventListener('resize', draw);
  target.replaceChildren(inner);
  addEventListener('message', (event: MessageEvent<unknown>) => {
    const { source, data } = event;
    if (source === inner.contentWindow) {
      const what = readFrameMessage(data);
      if (!what) return;
      const larger = what.type === 'height' ? { height: Math.ceil(what.height * scale) } : {};
      tell({ ...what, ...larger }, what.id);
    } else if (fromHost(event)) {
      inner.contentWindow?.postMessage(data, location.origin === 'null' ? '*' : location.origin);
    }
  });
}
