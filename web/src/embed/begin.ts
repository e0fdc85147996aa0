// When a frame begins to load its content: at once, when it is in view, or when the reader presses a button.
import type { EmbedParams } from '../element/params';

/** Resolves when the embed is to begin; where a button is needed for that, it is put into `target`. */
export function whenBegun(loading: EmbedParams['loading'], target: HTMLElement): Promise<void> {
  if (loading === 'eager') return Promise.resolve();
  if (loading === 'lazy') return whenInView();
  return new Promise((resolve) => {
    const button = document.createElement('button');
    button.className = 'begin';
    button.textContent = 'Start';
    button.addEventListener('click', () => {
      button.remove();
      resolve();
    });
    target.replaceChildren(button);
  });
}

/** Resolves when the frame is in view. */
const whenInView = () =>
  new Promise<void>((resolve) => {
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(document.documentElement);
  });
