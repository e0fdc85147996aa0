// Whether motion is to be reduced: the system's choice, unless the page around an embed says otherwise.

const system = matchMedia('(prefers-reduced-motion: reduce)');

/** Whether motion is reduced; `auto` follows the system. */
export type Motion = 'full' | 'reduced' | 'auto';

/** Sets whether motion is reduced from now on; the style sheet reads it too. */
export function chooseMotion(motion: Motion) {
  if (motion === 'auto') delete document.documentElement.dataset.motion;
  else document.documentElement.dataset.motion = motion;
}

export const reducedMotion = {
  /** Whether things go from picture to picture instead of gliding. */
  get matches(): boolean {
    const chosen = document.documentElement.dataset.motion;
    return chosen ? chosen === 'reduced' : system.matches;
  },
};
