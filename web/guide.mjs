// docs/embedding.md as a page: put into embedding.html while Vite builds or serves. A code block marked `html live`
// stands there twice, as it works and as it is written; the place of the configurator is a comment in the text.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Marked } from 'marked';

const TEXT = fileURLToPath(new URL('../docs/embedding.md', import.meta.url));
const PAGE = /\/embedding\.html$/;

/** Where the text and its contents go. */
const PLACES = {
  text: '<!-- docs/embedding.md -->',
  contents: '<!-- contents of docs/embedding.md -->',
};

/** The comment in whose place the configurator is. */
const CONFIGURATOR = '<!-- configurator -->';

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const plain = (html) => html.replace(/<[^>]+>/g, '');
const anchor = (words) =>
  plain(words)
    .toLowerCase()
    .replace(/&\w+;/g, '')
    .replace(/[^\w]+/g, '-')
    .replace(/^-|-$/g, '');

/** The elements of a piece of HTML; a script of it is the page's own affair. */
const elements = (html) => html.match(/<toast-scope[\s\S]*?<\/toast-scope>/g)?.join('\n') ?? '';

/** A text in Markdown as HTML, and a list of links to its headings. */
function rendered(text) {
  const headings = [];
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const words = this.parser.parseInline(tokens);
        const id = anchor(words);
        if (depth === 2) headings.push(`<li><a href="#${id}">${plain(words)}</a></li>`);
        return `<h${depth} id="${id}">${words}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        // What lies beside this text in the source is not beside the page.
        if (/^\.\.\/|\.md$/.test(href))
          return `<code>${escaped(href.replace(/^(\.\.\/)+/, ''))}</code>`;
        return `<a href="${escaped(href)}">${words}</a>`;
      },
      code({ text: code, lang = '' }) {
        const [kind, live] = lang.split(' ');
        const shown = live === 'live' ? `<div class="live">${elements(code)}</div>\n` : '';
        return `${shown}<pre class="${escaped(kind)}" tabindex="0"><code>${escaped(code)}</code></pre>\n`;
      },
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="wide" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text).replace(CONFIGURATOR, '<div id="configurator"></div>');
  return { html, contents: `<ol>${headings.join('')}</ol>` };
}

/** The Vite plugin that puts the text and its table of contents into embedding.html. */
export function guide() {
  return {
    name: 'toastscope-guide',
    configureServer(server) {
      server.watcher.add(TEXT);
    },
    transformIndexHtml: {
      order: 'pre',
      handler(page, { path }) {
        if (!PAGE.test(path)) return undefined;
        const { html, contents } = rendered(readFileSync(TEXT, 'utf8'));
        return page.replace(PLACES.text, () => html).replace(PLACES.contents, () => contents);
      },
    },
  };
}
