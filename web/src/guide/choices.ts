// Which parameters the configurator asks for: those of the table that matter for what is shown.
import { PARAMS, type Param, type ParamName } from '../element/params';
import type { Chosen, Size } from './snippets';

/** The views that have something to show, by lesson and step, as recorded/views.json has them. */
export type Views = Readonly<Record<string, readonly (readonly string[])[]>>;

/** Views that a step may have nothing for. */
const MAY_LACK = ['row', 'pages', 'index', 'buffers', 'log', 'inspector', 'chart'];

/** Parameters that have an effect for some views only: for which. */
const FOR: Partial<Record<ParamName, readonly string[]>> = {
  thing: ['inspector'],
  compare: ['compare'],
  lab: ['lab'],
  choose: ['lab'],
  editable: ['console'],
  caption: ['stage', 'row', 'pages', 'index', 'buffers', 'log'],
  controls: ['stage', 'row', 'pages', 'index', 'buffers', 'log', 'lesson', 'inspector', 'chart'],
};

/** Views that show no lesson. */
const ALONE = ['compare', 'lab'];

/** What a page sets by itself, or what comes from a link. */
const LEFT_OUT: readonly ParamName[] = ['origin', 'session'];

/** Whether a parameter has an effect, given what else is chosen. */
export function matters(name: ParamName, chosen: Chosen): boolean {
  if (LEFT_OUT.includes(name)) return false;
  const view = chosen.get('view') ?? 'stage';
  if (['lesson', 'script', 'step'].includes(name) && ALONE.includes(view)) return false;
  if (name === 'lesson' && chosen.has('script')) return false;
  return FOR[name]?.includes(view) ?? true;
}

/** The rows of the table of parameters that matter now. */
export const relevantParams = (chosen: Chosen): readonly Param[] =>
  PARAMS.filter(({ name }) => matters(name, chosen));

/** The views that show something for what is chosen. For the reader's own SQL, which has not run yet: all views. */
export function offeredViews(
  all: readonly string[],
  views: Views,
  chosen: Chosen,
): readonly string[] {
  const steps = chosen.has('script') ? undefined : views[chosen.get('lesson') ?? ''];
  const shown = steps?.[Math.max(1, Number(chosen.get('step') ?? 1)) - 1];
  return shown ? all.filter((view) => !MAY_LACK.includes(view) || shown.includes(view)) : all;
}

/** The chosen parameters that have an effect. */
export const effectiveChoice = (chosen: Chosen): Chosen =>
  new Map([...chosen].filter(([name]) => matters(name, chosen)));

export const SIZES: readonly { label: string; size: Size }[] = [
  { label: 'as wide as there is room, 16 : 9', size: { width: 0, height: 0 } },
  ...[
    [640, 360],
    [960, 540],
    [1280, 720],
    [1920, 1080],
  ].map(([width = 0, height = 0]) => ({ label: `${width} × ${height}`, size: { width, height } })),
];
