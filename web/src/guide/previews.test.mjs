// The words and pictures with which a link to a lesson is previewed elsewhere: web/previews.mjs.
import { expect, test } from 'vitest';
import { htmlOf, plainLessons } from '../../plain.mjs';
import { listOf, oembedOf, openGraph, pageOf, siteOf } from '../../previews.mjs';
import { LESSONS } from '../lessons/list';

const lesson = { id: 'curse', title: 'The curse of "TOAST"', summary: 'Before & after.' };
const site = 'https://toast.example/';

test('the site is a folder on the web', () => {
  expect(siteOf('https://toast.example/here')).toBe('https://toast.example/here/');
  expect(siteOf()).toBe('');
  expect(() => siteOf('file:///tmp')).toThrow('no address of the web');
});

test('oEmbed has what its specification asks of a rich one', () => {
  const said = oembedOf(lesson, site);
  expect(said).toMatchObject({ version: '1.0', type: 'rich', width: 960, height: 540 });
  expect(said.html).toContain('<iframe src="https://toast.example/embed.html?lesson=curse"');
  expect(said.html).toContain('title="The curse of &quot;TOAST&quot;"');
});

test('a page leads on, and names its description where it is', () => {
  const page = pageOf(lesson, site);
  expect(page).toContain("<script>location.replace('../index.html#/lesson/curse')</script>");
  expect(page).toContain('type="application/json+oembed" href="curse.json"');
  expect(page).toContain('og:image" content="https://toast.example/preview.png"');
  expect(page).toContain('og:description" content="Before &amp; after."');
});

test('without JavaScript a page is the lesson: words with their numbers, and a picture a step', async () => {
  const textOf = await plainLessons();
  for (const { id } of LESSONS) {
    const text = textOf(id);
    expect(text.match(/<section>/g).length).toBeGreaterThan(3);
    expect(text).toContain(`../recorded/${id}/1.light.svg`);
    expect(text, id).not.toMatch(/<b>–<\/b>|\{[a-z_]+\}<|undefined/);
  }
  expect(textOf('curse')).toContain('<b>30,064</b> instead of <b>2,500</b>');
  expect(listOf(LESSONS)).toContain('<a href="curse.html">The curse of TOAST</a>');
});

test('what is written in a lesson stays text', () => {
  const blocks = [
    {
      kind: 'paragraph',
      inner: [
        { kind: 'text', text: '<b>' },
        { kind: 'value', name: 'x' },
      ],
    },
  ];
  expect(htmlOf(blocks, () => '"1"')).toBe('<p>&lt;b&gt;<b>&quot;1&quot;</b></p>');
});

test('a build that does not know its address names none', () => {
  expect(pageOf(lesson, '')).not.toContain('oembed');
  expect(openGraph(lesson, '', '').join()).not.toMatch(/og:url|https:/);
});
