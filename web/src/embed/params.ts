// What an embedding page asks for in the address: embed.html?lesson=curse&step=4&theme=dark&controls=0

export interface EmbedParams {
  /** The id of a lesson that comes with the page, or an address. */
  lesson: string;
  /** From 0; the stage shows it after it ran. */
  step: number;
  theme: 'light' | 'dark' | 'auto';
  controls: boolean;
}

export function embedParams(search: string): EmbedParams {
  const query = new URLSearchParams(search);
  const step = query.get('step') ?? '';
  const theme = query.get('theme');
  return {
    lesson: query.get('lesson') ?? '',
    step: /^\d{1,3}$/.test(step) ? Math.max(0, Number(step) - 1) : 0,
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    controls: query.get('controls') !== '0',
  };
}

/** What the frame tells the page around it; each has `source: 'toastscope'`. */
export type Told =
  | { type: 'ready'; title: string; steps: string[] }
  | { type: 'step'; step: number; title: string }
  | {
      type: 'key';
      key: string;
      code: string;
      shiftKey: boolean;
      altKey: boolean;
      ctrlKey: boolean;
      metaKey: boolean;
    }
  | { type: 'error'; message: string };

/** What the page around it may ask; each has `target: 'toastscope'`. */
export type Asked =
  | { type: 'step'; step: number }
  | { type: 'next' | 'back' | 'play' | 'pause' }
  | { type: 'theme'; theme: 'light' | 'dark' | 'auto' };

/** A message that is one of ours and well formed, or null. */
export function asked(data: unknown): Asked | null {
  if (typeof data !== 'object' || data === null) return null;
  const { target, type, step, theme } = data as Record<string, unknown>;
  if (target !== 'toastscope') return null;
  if (type === 'next' || type === 'back' || type === 'play' || type === 'pause') return { type };
  if (
    type === 'step' &&
    Number.isInteger(step) &&
    (step as number) >= 1 &&
    (step as number) < 1000
  ) {
    return { type, step: step as number };
  }
  if (type === 'theme' && (theme === 'light' || theme === 'dark' || theme === 'auto')) {
    return { type, theme };
  }
  return null;
}
