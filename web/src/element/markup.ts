// An embed as HTML, for pages that are made on a server: the element's attributes, and what stands within it until the
// frame is there, or for good where there is no JavaScript. The components for documentation tools are made of this.
import { readParams, type EmbedParams } from './params';
import { hasPicture, posterOf } from './shell';

/** Properties as a component has them: attributes of the element. */
export type ElementProperties = Readonly<Record<string, unknown>>;

/** The title of each step of each lesson, and its words as HTML. */
export type LessonWords = Readonly<Record<string, readonly (readonly [string, string])[]>>;

/** The beginning of the links in a step's words: it is replaced by the address of the folder with the lessons' pages. */
export const LESSONS = 'toastscope-lessons:';

const QUOTED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
};
/** Escapes a text so that it can stand between the quotes of an HTML attribute. */
const quoted = (text: string) => text.replace(/[&"<>]/g, (sign) => QUOTED[sign] ?? sign);

/**
 * The element's attributes as they are written in HTML: yes is 1, no is 0, parameters that are not set are left
 * out.
 */
export function attributesOf(given: ElementProperties): Record<string, string> {
  const written = Object.entries(given)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [
      name,
      typeof value === 'boolean' ? String(Number(value)) : String(value),
    ]);
  return Object.fromEntries(written) as Record<string, string>;
}

/** The HTML of the step's picture. If the theme is the reader's, there are a light and a dark one. */
function pictureOf({ lesson, step, theme }: EmbedParams, base: string, alt: string): string {
  /** The address of the step's poster in a theme. */
  const poster = (theme: 'light' | 'dark') => quoted(posterOf(base, lesson, step || 1, theme));
  const dark =
    theme === 'auto'
      ? `<source srcset="${poster('dark')}" media="(prefers-color-scheme: dark)">`
      : '';
  const size = 'width="960" height="540" style="display:block;width:100%;height:auto"';
  return `<picture>${dark}<img src="${poster(theme === 'dark' ? 'dark' : 'light')}" alt="${quoted(alt)}" ${size}></picture>`;
}

/** The HTML of the step's words, or of the SQL; empty if neither is known. */
function wordsOf({ lesson, script, step }: EmbedParams, base: string, words: LessonWords): string {
  const [title, prose] = words[lesson]?.[(step || 1) - 1] ?? ['', ''];
  if (title)
    return `<p><strong>${quoted(title)}</strong></p>${prose.replaceAll(LESSONS, quoted(`${base}lessons/`))}`;
  const address = /^(https?:|\.{0,2}\/)/.test(script);
  return script && !address ? `<pre>${quoted(script)}</pre>` : '';
}

/**
 * The HTML inside the element: the step's picture with a link to the lesson's page, and the step's words for
 * browsers without JavaScript. `base` is the folder of `embed.html`. `words` has the words of all lessons on a
 * server; in a browser, which runs JavaScript, it is empty.
 */
export function insideOf(given: ElementProperties, base: string, words: LessonWords): string {
  const attributes = attributesOf(given);
  const { params } = readParams((name) => attributes[name] ?? null);
  const folder = base.replace(/\/?$/, '/');
  const title = words[params.lesson]?.[(params.step || 1) - 1]?.[0];
  const pictured = hasPicture({ ...params, scale: 1 });
  const alt = title ? `The stage after “${title}”` : `The stage after step ${params.step || 1}`;
  const page = pictured ? `${params.lesson}.html` : 'index.html';
  const seen = pictured ? pictureOf(params, folder, alt) : 'Lessons of Toastscope';
  const link = `<a href="${quoted(`${folder}lessons/${page}`)}">${seen}</a>`;
  const text = wordsOf(params, folder, words);
  const without = pictured ? text : text + link;
  return (pictured ? link : '') + (without ? `<noscript>${without}</noscript>` : '');
}
