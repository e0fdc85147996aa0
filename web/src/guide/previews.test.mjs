// What links to lessons say of them: web/previews.mjs.
import { expect, test } from 'vitest';
import { oembedOf, openGraph, pageOf, siteOf } from '../../previews.mjs';

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
  expect(page).toContain('content="0; url=../index.html#/lesson/curse"');
  expect(page).toContain('type="application/json+oembed" href="curse.json"');
  expect(page).toContain('og:image" content="https://toast.example/preview.png"');
  expect(page).toContain('og:description" content="Before &amp; after."');
});

test('a build that does not know its address names none', () => {
  expect(pageOf(lesson, '')).not.toContain('oembed');
  expect(openGraph(lesson, '', '').join()).not.toMatch(/og:url|https:/);
});
