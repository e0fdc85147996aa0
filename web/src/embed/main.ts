import { mount } from 'svelte';
import { entryOf } from '../start/entry';
import '../styles/tokens.css';
import '../styles/base.css';
import { theme } from '../ui/theme.svelte';
import Embed from './Embed.svelte';
import { tell } from './frame';
import { embedParams } from './params';

const target = document.getElementById('app');
if (!target) throw new Error('embed.html has the place for the stage');
const params = embedParams(location.search);
if (params.theme !== 'auto') theme.choose(params.theme);

try {
  const own = /^[\w-]{1,64}$/.test(params.lesson);
  const { step, lesson: asked } = params;
  if (!asked) throw new Error('The address names no lesson: embed.html?lesson=curse');
  const entry = await entryOf(
    own ? { kind: 'lesson', id: asked, step } : { kind: 'address', address: asked, step },
  );
  if (entry.kind !== 'lesson') throw new Error('This is no lesson.');
  target.replaceChildren();
  mount(Embed, {
    target,
    props: { lesson: entry.lesson, connect: entry.connect, trusted: own, params },
  });
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const told = document.createElement('p');
  told.className = 'failed';
  told.setAttribute('role', 'alert');
  told.textContent = message;
  target.replaceChildren(told);
  tell({ type: 'error', message });
}
