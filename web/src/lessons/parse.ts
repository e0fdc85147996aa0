// Reads a lesson's text into steps. Nothing here trusts the text: every fault is reported with its line.
import { THINGS } from '../model/things';
import { parseExercise } from './block-exercise';
import { parseGuess } from './block-guess';
import { parseChoice, parseSlider } from './block-knob';
import { parseRecall } from './block-recall';
import { parseVersions } from './block-versions';
import {
  BlockError,
  isDrawn,
  parseChart,
  parseContrast,
  parseLook,
  parseSketch,
  parseTakes,
} from './blocks';
import { LIMITS, newStep } from './bounds';
import { inOrder, type Fault, type Lesson, type Step, type Take } from './format';
import { NAMES_IN_TEXT } from './names-in-text';
import { sqlWith } from './knobs';
import { prose, thingOf } from './prose';
import { namesIn } from './arithmetic';
import { parseStage } from './block-stage';
import { measuringIn } from './measuring-statements';

/** A lesson, or the faults in its text for which there is none. */
export type Parsed = { lesson: Lesson; faults: [] } | { lesson: null; faults: Fault[] };

interface Block {
  kind: string;
  /** The line of the opening fence, from 1. */
  line: number;
  lines: string[];
}

const KINDS = [
  ...['sql', 'guess', 'take', 'look', 'stage', 'chart', 'contrast'],
  ...['slider', 'choice', 'exercise', 'check', 'solution', 'notes'],
  ...['recall', 'proof', 'versions'],
];
/** Fences of these kinds stay in the text: samples that are not run. */
const SAMPLES = ['', 'text', 'bytes', 'example'];
const HEAD = ['title', 'summary', 'minutes'] as const;

/** Parses a lesson. Returns the lesson, or all faults that were found. */
export function parse(source: string): Parsed {
  const faults: Fault[] = [];
  /** Reports a fault in a line. */
  const fault = (line: number, message: string) => void faults.push({ line, message });
  if (source.length > LIMITS.source) {
    fault(1, `the lesson has ${source.length} characters; ${LIMITS.source} are allowed`);
    return { lesson: null, faults };
  }
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const { head, next } = readHead(lines, fault);
  const steps = readSteps(lines, next, fault);
  checkNames(steps, fault);
  checkThings(steps, fault);
  for (const step of steps) {
    const { before, after, notes } = step;
    step.prose = { before: prose(before), after: prose(after), notes: prose(notes) };
  }
  if (faults.length > 0) {
    return { lesson: null, faults: faults.sort((a, b) => a.line - b.line) };
  }
  return { lesson: { ...head, steps, source }, faults: [] };
}

type Tell = (line: number, message: string) => void;

/** Parses the front matter: `---`, lines of `key: value`, `---`. */
function readHead(lines: string[], fault: Tell) {
  const head = { title: '', summary: '', minutes: 0 };
  if (lines[0]?.trim() !== '---') {
    fault(1, 'a lesson starts with a line ---, then title: and summary:, then ---');
    return { head, next: 0 };
  }
  const end = lines.findIndex((line, i) => i > 0 && line.trim() === '---');
  if (end < 0) {
    fault(1, 'the --- that ends the lesson’s head is missing');
    return { head, next: lines.length };
  }
  for (let i = 1; i < end; i++) {
    const text = lines[i]?.trim() ?? '';
    if (!text) continue;
    const [, key = '', value = ''] = /^([a-z]+):\s*(.*)$/.exec(text) ?? [];
    if (!HEAD.includes(key as (typeof HEAD)[number])) {
      fault(i + 1, `the head knows ${HEAD.join(', ')}, as in title: The 2 kB threshold`);
    } else if (value.length > LIMITS.value) {
      fault(i + 1, `“${key}:” has ${value.length} characters; ${LIMITS.value} are allowed`);
    } else if (key === 'minutes') {
      if (/^\d{1,3}$/.test(value)) head.minutes = Number(value);
      else fault(i + 1, '“minutes:” is a whole number');
    } else {
      head[key as 'title' | 'summary'] = value;
    }
  }
  if (!head.title) fault(1, 'the head has no “title:”');
  return { head, next: end + 1 };
}

/** Reads the steps, from this line on. */
function readSteps(lines: string[], from: number, fault: Tell): Step[] {
  const steps: Step[] = [];
  let step: Step | null = null;
  let text: string[] = [];
  /** Puts the text gathered so far before or after the step's SQL. */
  const flushText = () => {
    const prose = text.join('\n').trim();
    text = [];
    if (!step || !prose) return;
    if (step.sql) step.after = [step.after, prose].filter(Boolean).join('\n\n');
    else step.before = [step.before, prose].filter(Boolean).join('\n\n');
  };
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const heading = /^##\s+(.+?)\s*#*$/.exec(line);
    const fence = /^ {0,3}(`{3,}|~{3,})\s*(\S*)(.*)$/.exec(line);
    if (heading) {
      flushText();
      step = newStep(i + 1, heading[1] ?? '');
      steps.push(step);
    } else if (fence) {
      const { block, end } = readBlock(lines, i, fence, fault);
      if (SAMPLES.includes(block.kind)) {
        text.push(...lines.slice(i, end + 1));
      } else if (!KINDS.includes(block.kind)) {
        fault(i + 1, `a block is ${KINDS.join(', ')} or text, not “${block.kind}”`);
      } else if (!step) {
        fault(
          i + 1,
          'this block stands before the first step; a step starts with ## and its title',
        );
      } else {
        if (block.kind === 'sql') flushText();
        putBlock(step, block, fault);
      }
      i = end;
    } else if (step) {
      if (line.trim() && !text.some((l) => l.trim())) {
        if (step.sql) step.afterLine ||= i + 1;
        else step.beforeLine ||= i + 1;
      }
      text.push(line);
    } else if (line.trim()) {
      fault(i + 1, 'text stands before the first step; a step starts with ## and its title');
      text = [];
      while (i + 1 < lines.length && !/^(##\s|`{3}|~{3})/.test(lines[i + 1] ?? '')) i++;
    }
  }
  flushText();
  if (steps.length === 0)
    fault(lines.length, 'the lesson has no step; a step starts with ## and its title');
  const extra = steps[LIMITS.steps];
  if (extra) fault(extra.line, `a lesson has at most ${LIMITS.steps} steps`);
  for (const s of steps) {
    if (!s.sql && !s.before && !s.recall) fault(s.line, `the step “${s.title}” is empty`);
    const need = s.guesses[0]?.line ?? s.takes[0]?.line;
    if (!s.sql && (need || s.chart))
      fault(need ?? s.line, 'this step has no sql block to take from');
    if (s.sketch && !s.chart) fault(s.sketch.line, 'a line is drawn where the step has a chart');
    for (const { line, name } of s.knobs) {
      if (!s.template.includes(`{${name}}`)) fault(line, `the step’s SQL does not have {${name}}`);
    }
    if (s.recall && !s.recall.proof)
      fault(s.recall.line, 'a recall has a proof block: SQL that prints its answer');
    if (s.exercise && !s.sql) fault(s.exercise.line, 'an exercise has an sql block: its start');
    if (s.exercise && !s.exercise.check) {
      fault(s.exercise.line, 'an exercise has a check block: SQL that prints what is measured');
    }
  }
  return steps;
}

/** Reads the lines of a fenced block, up to the closing fence. */
function readBlock(lines: string[], at: number, fence: RegExpExecArray, fault: Tell) {
  const [, mark = '```', kind = '', rest = ''] = fence;
  if (rest.trim()) fault(at + 1, `nothing may follow “${kind}” on this line`);
  const closes = new RegExp(`^ {0,3}${mark[0]}{${mark.length},}\\s*$`);
  let end = at + 1;
  while (end < lines.length && !closes.test(lines[end] ?? '')) end++;
  if (end >= lines.length) fault(at + 1, `the block that starts here is not closed with ${mark}`);
  const block: Block = { kind: kind.toLowerCase(), line: at + 1, lines: lines.slice(at + 1, end) };
  return { block, end };
}

/** Reads a fenced block into its step. */
function putBlock(step: Step, block: Block, fault: Tell) {
  try {
    switch (block.kind) {
      case 'sql': {
        const sql = block.lines.join('\n').trim();
        if (step.sql) fault(block.line, 'a step has one sql block; start another step with ##');
        else if (!sql) fault(block.line, 'this sql block is empty');
        else if (sql.length > LIMITS.sql) {
          fault(block.line, `this SQL has ${sql.length} characters; ${LIMITS.sql} are allowed`);
        }
        step.template = sql;
        step.measuring = measuringIn(sql);
        step.sql = sqlWith(step, new Map());
        step.sqlLine = block.line + 1;
        break;
      }
      case 'slider':
      case 'choice': {
        if (step.sql) fault(block.line, `a ${block.kind} stands before the sql block: move it up`);
        if (step.knobs.length === LIMITS.knobs) {
          fault(block.line, `a step has at most ${LIMITS.knobs} sliders and choices`);
        }
        const knob = (block.kind === 'slider' ? parseSlider : parseChoice)(block.lines);
        step.knobs.push({ line: block.line, ...knob });
        break;
      }
      case 'exercise':
        if (step.exercise) fault(block.line, 'a step has one exercise block');
        step.exercise = {
          line: block.line,
          check: '',
          solutions: [],
          ...parseExercise(block.lines),
        };
        break;
      case 'check':
      case 'solution': {
        const sql = block.lines.join('\n').trim();
        const { exercise } = step;
        if (!exercise) fault(block.line, `a ${block.kind} block follows an exercise block`);
        else if (sql.length > LIMITS.sql) {
          fault(block.line, `this SQL has ${sql.length} characters; ${LIMITS.sql} are allowed`);
        } else if (block.kind === 'check') exercise.check = sql;
        else if (exercise.solutions.push(sql) > LIMITS.solutions) {
          fault(block.line, `an exercise has at most ${LIMITS.solutions} solutions`);
        }
        break;
      }
      case 'recall':
        if (step.recall) fault(block.line, 'a step has one recall block');
        step.recall = { line: block.line, proof: '', ...parseRecall(block.lines) };
        break;
      case 'proof':
        if (!step.recall) fault(block.line, 'a proof block follows a recall block');
        else step.recall.proof = block.lines.join('\n').trim();
        break;
      case 'guess':
        if (step.sql) fault(block.line, 'a guess is asked before the sql block: move it up');
        if (isDrawn(block.lines)) {
          if (step.sketch) fault(block.line, 'a step has one guess that is drawn');
          step.sketch = { line: block.line, ...parseSketch(block.lines) };
          break;
        }
        if (step.guesses.length === LIMITS.guesses) {
          fault(block.line, `a step asks at most ${LIMITS.guesses} questions`);
        }
        step.guesses.push({ line: block.line, ...parseGuess(block.lines) });
        break;
      case 'take':
        for (const { at, name, take } of parseTakes(block.lines)) {
          step.takes.push({ line: block.line + 1 + at, name, take });
        }
        break;
      case 'versions':
        if (step.versions) fault(block.line, 'a step has one versions block');
        step.versions = parseVersions(block.lines, block.line).map((note) => ({
          ...note,
          prose: prose(note.text),
        }));
        break;
      case 'notes': {
        const notes = block.lines.join('\n').trim();
        if (step.notesLine) fault(block.line, 'a step has one notes block');
        else if (notes.length > LIMITS.notes) {
          fault(
            block.line,
            `these notes have ${notes.length} characters; ${LIMITS.notes} are allowed`,
          );
        }
        step.notes = notes;
        step.notesLine = block.line + 1;
        break;
      }
      case 'look':
        if (step.look) fault(block.line, 'a step has one look block');
        step.look = parseLook(block.lines);
        break;
      case 'stage':
        if (step.stage) fault(block.line, 'a step has one stage block');
        step.stage = parseStage(block.lines);
        break;
      case 'chart':
        if (step.chart) fault(block.line, 'a step has one chart block');
        step.chart = parseChart(block.lines);
        break;
      case 'contrast':
        if (step.contrast) fault(block.line, 'a step has one contrast block');
        step.contrast = { line: block.line, ...parseContrast(block.lines) };
    }
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    fault(block.line + 1 + error.at, error.message);
  }
}

/** Reports each name that is used before it is defined, or defined twice. */
function checkNames(steps: Step[], fault: Tell) {
  const known = new Set<string>();
  /** Reports a value that nothing before takes. */
  const use = (line: number, name: string) => {
    if (!known.has(name)) fault(line, `nothing before this takes a value named “${name}”`);
  };
  /** Reports the values that a computed one needs and that nothing takes. */
  const uses = (line: number, take: Take) => {
    if (take.kind !== 'computed') return;
    for (const side of [take.left, take.right]) if ('name' in side) use(line, side.name);
  };
  /** Looks for names of values in a text. */
  const read = (line: number, text: string) => {
    for (const [i, row] of text.split('\n').entries()) {
      for (const found of row.matchAll(NAMES_IN_TEXT)) use(line + i, found[1] ?? '');
    }
  };
  /** Notes that a value is taken. */
  const define = (line: number, name: string) => {
    if (known.has(name)) fault(line, `“${name}” is taken twice`);
    known.add(name);
  };
  for (const step of steps) {
    for (const { line, name } of step.knobs) define(line, name);
    read(step.beforeLine || step.line, step.before);
    for (const { line, name, take } of inOrder(step)) {
      uses(line, take);
      if (name) define(line, name);
    }
    if (step.contrast) {
      const { line, bars, rows } = step.contrast;
      for (const { name } of bars.flatMap((bar) => bar.parts)) use(line, name);
      if ('name' in rows) use(line, rows.name);
    }
    for (const { line, mistakes = [], choices } of step.guesses) {
      for (const { value, why } of mistakes) {
        const names = choices.length > 0 ? [] : (namesIn(value) ?? []);
        for (const name of names) if (name !== 'answer') use(line, name);
        read(line, why);
      }
    }
    read(step.afterLine || step.line, step.after);
    for (const { line, text } of step.versions ?? []) read(line, text);
    read(step.notesLine, step.notes);
  }
}

/** Reports each link to a thing that does not exist. */
function checkThings(steps: Step[], fault: Tell) {
  /** Looks for links in a text that lead to no thing. */
  const read = (line: number, text: string) => {
    for (const [i, row] of text.split('\n').entries()) {
      for (const [, href = ''] of row.matchAll(/\]\((#[^/)\s][^)\s]*)\)/g)) {
        if (thingOf(href)) continue;
        fault(
          line + i,
          `no thing is called “${href}”; there are ${Object.keys(THINGS).join(', ')}`,
        );
      }
    }
  };
  for (const step of steps) {
    read(step.beforeLine || step.line, step.before);
    read(step.afterLine || step.line, step.after);
    for (const { line, text } of step.versions ?? []) read(line, text);
    read(step.notesLine, step.notes);
  }
}
