// Writes the text that the configurator offers for copying: the element, a frame, slides or Markdown.
import { PARAMS, searchOf, type ParamName } from '../element/params';

/** The parameters that were chosen, as text. Those that have their default are left out. */
export type Chosen = ReadonlyMap<ParamName, string>;

/** The size of an embed on its page. */
export interface Size {
  /** px; 0 is as wide as there is room. */
  width: number;
  height: number;
}

/** The address of the folder with `embed.html`, with a slash at its end. */
export type Folder = string;

export const SNIPPETS = ['element', 'iframe', 'reveal.js', 'Slidev', 'Markdown'] as const;
/** A way to embed Toastscope, as `SNIPPETS` names it. */
export type SnippetKind = (typeof SNIPPETS)[number];

/** What the kinds are called where they need more than a name. */
export const NOTES: Record<SnippetKind, string> = {
  element: 'The script once a page, the element wherever there is to be one.',
  iframe: 'Where scripts are not allowed. It follows no height by itself.',
  'reveal.js': 'With the plugin, arrow keys go through the steps.',
  Slidev: 'With the component, clicks go through the steps.',
  Markdown: 'A picture that leads to the lesson: for a README, a wiki, a mail.',
};

const QUOTED: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };
/** Escapes a text so that it can stand between the quotes of an HTML attribute. */
const quoted = (text: string) => text.replace(/[&"<]/g, (sign) => QUOTED[sign] ?? sign);

/**
 * The chosen parameters as HTML attributes in the order of `PARAMS`, each with a space before it. Names in `without`
 * are left out.
 */
function attributes(chosen: Chosen, without: readonly ParamName[] = []): string {
  return PARAMS.flatMap(({ name }) => {
    const value = chosen.get(name);
    return value === undefined || without.includes(name) ? [] : [` ${name}="${quoted(value)}"`];
  }).join('');
}

/** An address's query; characters that need not be escaped in one are left readable. */
const query = (chosen: Chosen) =>
  searchOf(chosen).replaceAll('%2C', ',').replaceAll('%2F', '/').replaceAll('%3A', ':');

/** The title of an embedded frame: its lesson and step, or its view. */
export function titleOf(chosen: Chosen, lesson: string): string {
  const step = chosen.get('step') ?? '1';
  return lesson ? `${lesson}, step ${step}` : `Toastscope: ${chosen.get('view') ?? 'stage'}`;
}

/** The attribute `style` that gives the element a size in px; '' if it is to keep its own, sixteen to nine. */
const styleOf = ({ width, height }: Size) =>
  width ? ` style="width: ${width}px; height: ${height}px"` : '';

/** The text to copy; `lesson` is its title, `steps` how many it has. */
export function snippet(
  kind: SnippetKind,
  chosen: Chosen,
  { folder, size, lesson, steps }: { folder: Folder; size: Size; lesson: string; steps: number },
): string {
  const step = Number(chosen.get('step') ?? 1);
  const range = steps > step ? `${step}-${steps}` : '';
  switch (kind) {
    case 'element':
      return [
        `<script type="module" src="${folder}toast-scope.js"></script>`,
        `<toast-scope${attributes(chosen)}${styleOf(size)}></toast-scope>`,
      ].join('\n');
    case 'iframe': {
      const { width, height } = size.width ? size : { width: 960, height: 540 };
      return [
        '<iframe',
        `  src="${quoted(`${folder}embed.html?${query(chosen)}`)}"`,
        `  title="${quoted(titleOf(chosen, lesson))}"`,
        `  width="${width}" height="${height}" loading="lazy"`,
        '></iframe>',
      ].join('\n');
    }
    case 'reveal.js': {
      const named = range ? ` data-steps="${range}"` : '';
      return [
        '<section>',
        `  <toast-scope${attributes(chosen, range ? ['step', 'loading'] : ['loading'])}${named}></toast-scope>`,
        '</section>',
        '',
        '<script type="module">',
        `  import Toastscope from '${folder}reveal.js';`,
        '  Reveal.initialize({ plugins: [Toastscope] });',
        '</script>',
      ].join('\n');
    }
    case 'Slidev': {
      const named = range ? ` steps="${range}"` : '';
      return [
        '---',
        'addons:',
        '  - toastscope',
        '---',
        '',
        `<Toastscope${attributes(chosen, range ? ['step', 'loading'] : ['loading'])}${named} />`,
      ].join('\n');
    }
    case 'Markdown': {
      const name = chosen.get('lesson') ?? '';
      const dark = chosen.get('theme') === 'dark' ? 'dark' : 'light';
      const picture = `${folder}recorded/${name}/${step}.${dark}.svg`;
      return `[![${titleOf(chosen, lesson)}](${picture})](${folder}#/lesson/${name}/${step})`;
    }
  }
}
