// The script of embed.html: reads what the address asks for, and loads what that needs, and no more.
import { mount, type Component } from 'svelte';
import { readSearch, type EmbedParams, type View } from '../element/params';
import { shareEngine } from '../engine/shared-connection';
import '../styles/tokens.css';
import '../styles/base.css';
import { chooseMotion } from '../ui/reduced-motion';
import { noticeMissingParts } from '../ui/missing-part';
import { theme } from '../ui/theme.svelte';
import { whenBegun } from './begin';
import { answerOnly, tell } from './frame';
import type { Subject } from './subject';

noticeMissingParts();

const target = document.getElementById('app');
if (!target) throw new Error('embed.html has the place for the view');
const { params, faults } = readSearch(location.search);
if (params.origin) answerOnly(params.origin);
if (params.theme !== 'auto') theme.choose(params.theme);
chooseMotion(params.motion);
shareEngine();

type Shown = Component<{ subject: Subject }>;
/** Loads the stage. */
const stage = () => import('./StagePart.svelte');

/** What draws a view of a session. */
const VIEWS: Record<Exclude<View, 'compare' | 'lab'>, () => Promise<{ default: Shown }>> = {
  stage,
  row: stage,
  pages: stage,
  index: stage,
  buffers: stage,
  log: stage,
  lesson: () => import('./LessonPart.svelte'),
  console: () => import('./ConsolePart.svelte'),
  inspector: () => import('./InspectorPart.svelte'),
  chart: () => import('./ChartPart.svelte'),
};

/** What is a page by itself. */
const BESIDE: Record<'compare' | EmbedParams['lab'], () => Promise<{ default: Component }>> = {
  compare: () => import('../compare/Compare.svelte'),
  strategies: () => import('../labs/strategies/StrategiesLab.svelte'),
  compression: () => import('../labs/compression/CompressionLab.svelte'),
  text: () => import('../labs/text/TextLab.svelte'),
  append: () => import('../labs/append/AppendLab.svelte'),
  archive: () => import('../labs/archive/ArchiveLab.svelte'),
  segment: () => import('../labs/segment/SegmentLab.svelte'),
  clients: () => import('../labs/clients/ClientsLab.svelte'),
  depth: () => import('../labs/depth/DepthLab.svelte'),
  whole: () => import('../labs/whole/SixteenGigabytesLab.svelte'),
};

/** Draws the view that the address asks for. */
async function show(into: HTMLElement) {
  const { view } = params;
  if (view === 'compare' || view === 'lab') {
    const name = view === 'lab' ? params.lab : view;
    const [{ default: Beside }, { default: beside }] = await Promise.all([
      import('./Beside.svelte'),
      BESIDE[name](),
    ]);
    into.replaceChildren();
    mount(Beside, { target: into, props: { params, title: name, view: beside } });
    return;
  }
  const [{ default: Embed }, { open }, { default: shown }] = await Promise.all([
    import('./Embed.svelte'),
    import('./opened'),
    VIEWS[view](),
  ]);
  const opened = await open(params);
  into.replaceChildren();
  mount(Embed, { target: into, props: { opened, params, view: shown } });
}

/** Shows why there is nothing to see, in words. */
function failed(into: HTMLElement, error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  const notice = document.createElement('p');
  notice.className = 'failed';
  notice.setAttribute('role', 'alert');
  notice.textContent = message;
  into.replaceChildren(notice);
  tell({ type: 'error', message });
}

// A parameter that is not valid is left out, and a message tells the author of the address.
for (const message of faults) {
  console.warn(`Toastscope: ${message}`);
  tell({ type: 'error', message });
}

if (params.scale !== 1) {
  const { enlarge } = await import('./scaled');
  enlarge(target, params);
} else {
  await whenBegun(params.loading, target);
  try {
    await show(target);
  } catch (error) {
    failed(target, error);
  }
}
