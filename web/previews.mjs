// What a link to a lesson shows where it is pasted: `lessons/NAME.html` has the title, the summary and a picture for
// those that read pages, leads people on to the lesson, and is the lesson as words and pictures without JavaScript; `lessons/NAME.json` describes the frame, as oEmbed has it.
// Both name whole addresses, so the build has to know its own: TOASTSCOPE_SITE=https://… npm run build. Without it the
// pages name their picture from where they are, and there is no oEmbed. Runs in Node.js, while Vite builds.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { noscript, plainLessons, quoted, STYLE } from './plain.mjs';

const LIST = fileURLToPath(new URL('src/lessons/list.ts', import.meta.url));
const IMAGE = new URL('../docs/images/preview.png', import.meta.url);

/** px of the frame that a page gets which asks for one. */
const SIZE = { width: 960, height: 540 };
/** The picture: `scripts/preview.mjs` makes it. */
const PICTURE = { name: 'preview.png', width: 1200, height: 630 };

/**
 * The address of the folder that the build will be served from, with a slash at its end; empty when it is not
 * known.
 */
export function siteOf(address = '') {
  if (address === '') return '';
  const { protocol, href } = new URL(address);
  if (!/^https?:$/.test(protocol))
    throw new Error(`TOASTSCOPE_SITE is no address of the web: ${address}`);
  return href.replace(/\/*$/, '/');
}

/** The oEmbed answer for a lesson: https://oembed.com, section 2.3.4. */
export function oembedOf({ id, title }, site) {
  const src = `${site}embed.html?lesson=${id}`;
  const { width, height } = SIZE;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Toastscope',
    provider_url: site,
    title,
    ...SIZE,
    html: `<iframe src="${src}" title="${quoted(title)}" width="${width}" height="${height}" loading="lazy"></iframe>`,
    thumbnail_url: `${site}${PICTURE.name}`,
    thumbnail_width: PICTURE.width,
    thumbnail_height: PICTURE.height,
  };
}

/** The meta elements that give a page's title, summary and picture to whoever shows a link to it. */
export function openGraph({ title, summary }, folder, address) {
  const lines = [
    ['og:type', 'article'],
    ['og:site_name', 'Toastscope'],
    ['og:title', title],
    ['og:description', summary],
    ['og:image', `${folder}${PICTURE.name}`],
    ['og:image:width', String(PICTURE.width)],
    ['og:image:height', String(PICTURE.height)],
    ...(address ? [['og:url', address]] : []),
  ];
  return [
    ...lines.map(([name, value]) => `<meta property="${name}" content="${quoted(value)}" />`),
    '<meta name="twitter:card" content="summary_large_image" />',
  ];
}

/** The page of a lesson that a link leads to; `text` is its body for browsers without JavaScript. */
export function pageOf(lesson, site, text = '') {
  const { id, title, summary } = lesson;
  const to = `../index.html#/lesson/${id}`;
  const described = site
    ? [
        `<link rel="alternate" type="application/json+oembed" href="${id}.json" title="${quoted(title)}" />`,
      ]
    : [];
  const head = [
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<script>location.replace('${to}')</script>`,
    `<title>${quoted(title)} · Toastscope</title>`,
    `<meta name="description" content="${quoted(summary)}" />`,
    ...openGraph(lesson, site || '../', site && `${site}lessons/${id}.html`),
    ...described,
    STYLE,
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    ...head,
    '</head>',
    `<body><main><h1><a href="${to}">${quoted(title)}</a></h1><p>${quoted(summary)}</p>`,
    text,
    '<p><a href="index.html">All lessons</a></p></main></body>',
    '</html>',
    '',
  ].join('\n');
}

/** The page that lists all lessons, for browsers without JavaScript. */
export const listOf = (lessons) =>
  [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    '<title>Lessons · Toastscope</title>',
    STYLE,
    '</head>',
    '<body><main><h1>Lessons</h1><ol>',
    ...lessons.map(
      ({ id, title, summary }) =>
        `<li><a href="${id}.html">${quoted(title)}</a><br>${quoted(summary)}</li>`,
    ),
    '</ol></main></body>',
    '</html>',
    '',
  ].join('\n');

/**
 * The Vite plugin that adds the lessons' pages to a build, and the meta elements of the picture to its first
 * page.
 */
export function previews({ site: address = process.env.TOASTSCOPE_SITE } = {}) {
  const site = siteOf(address);
  return {
    name: 'toastscope-previews',
    apply: 'build',
    transformIndexHtml(html, { path }) {
      const page = html.replace(/<noscript[\s\S]*?<\/noscript\s*>/, noscript());
      if (path !== '/index.html') return page;
      const about = {
        title: 'Toastscope',
        summary: /name="description"\s+content="([^"]*)"/.exec(page)?.[1] ?? '',
      };
      const lines = openGraph(about, site, site).join('\n    ');
      return page.replace('</title>', `</title>\n    ${lines}`);
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: PICTURE.name, source: readFileSync(IMAGE) });
      const { LESSONS } = (await runnerImport(LIST, { configFile: false })).module;
      const textOf = await plainLessons();
      this.emitFile({ type: 'asset', fileName: 'lessons/index.html', source: listOf(LESSONS) });
      for (const lesson of LESSONS) {
        const emit = (ending, source) =>
          this.emitFile({ type: 'asset', fileName: `lessons/${lesson.id}.${ending}`, source });
        emit('html', pageOf(lesson, site, textOf(lesson.id)));
        if (site) emit('json', `${JSON.stringify(oembedOf(lesson, site), null, 2)}\n`);
      }
    },
  };
}
