// The parts of the element: its styles, the picture that it shows at once, and the frame over the picture.
import type { EmbedParams, View } from './params';

/** Sixteen to nine until the page around says otherwise, or the frame says how tall its content is. */
export const SHEET = `
:host{display:block;width:100%;position:relative;overflow:hidden;aspect-ratio:16/9;background:#f8f4ec}
:host([hidden]){display:none}
iframe,img,picture{position:absolute;inset:0;width:100%;height:100%;border:0}
img{object-fit:contain}
iframe{opacity:0;color-scheme:light}
iframe.there{opacity:1}
button{position:absolute;inset:0;width:100%;border:0;background:none;cursor:pointer}
button svg{width:72px;height:72px}
button:hover svg,button:focus-visible svg{transform:scale(1.06)}
button:focus-visible{outline:3px solid #1b5fc1;outline-offset:-3px}
@media print{
.paper+iframe{display:none}
}
@media(prefers-reduced-motion:reduce){
button:hover svg,button:focus-visible svg{transform:none}
}`;

const DARK = ':host{background:#15171b}iframe{color-scheme:dark}';

/** The rules of a theme, after the others. */
export const THEMED: Readonly<Record<EmbedParams['theme'], string>> = {
  light: '',
  dark: DARK,
  auto: `@media(prefers-color-scheme:dark){${DARK}}`,
};

/** The sign on the button that loads it. */
export const PLAY =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#9c5806"/><path d="M10 8v8l6-4z" fill="#fffdf8"/></svg>';

/** The address of a step's poster, which the build makes. */
export const posterOf = (folder: string, lesson: string, step: number, theme: 'light' | 'dark') =>
  `${folder}recorded/${lesson}/${step}.${theme}.svg`;

/** Views for which the picture of the step stands: the stage, of which it is, and its parts. */
const PICTURED: readonly View[] = ['stage', 'row', 'pages', 'index', 'buffers', 'log'];

/** Views drawn in part by pixels, in whose place the picture is printed: it is all vectors. */
const PIXELS: readonly View[] = ['stage', 'pages', 'index'];

/** Whether there is a poster for these parameters: only steps of lessons that come with Toastscope have one. */
export const hasPicture = ({ lesson, view, scale }: EmbedParams): boolean =>
  PICTURED.includes(view) && scale === 1 && /^[\w-]{1,64}$/.test(lesson);

/**
 * The picture shown until the frame is loaded, in a list; the list is empty if there is no picture of what is shown.
 */
export function poster(params: EmbedParams, folder: string): HTMLElement[] {
  if (!hasPicture(params)) return [];
  const { lesson, step, view, theme } = params;
  const picture = document.createElement('picture');
  picture.classList.toggle('paper', PIXELS.includes(view));
  const image = document.createElement('img');
  image.alt = '';
  image.src = posterOf(folder, lesson, step || 1, theme === 'dark' ? 'dark' : 'light');
  image.addEventListener('error', () => picture.remove());
  if (theme === 'auto') {
    const dark = document.createElement('source');
    dark.media = '(prefers-color-scheme: dark)';
    dark.srcset = posterOf(folder, lesson, step || 1, 'dark');
    picture.append(dark);
  }
  picture.append(image);
  return [picture];
}

/** Makes the element's `<iframe>`, which loads the page at `src`. */
export function frame(src: string, title: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe');
  iframe.src = src;
  iframe.title = title;
  iframe.allow = 'fullscreen; clipboard-write';
  return iframe;
}
