// A course: what a teacher writes, as the workshop's pages understand it. A Markdown file like a lesson's, whose parts
// each are a lesson, an exercise, a break or a talk. `docs/workshop.md` shows the text form. Nothing here trusts the
// text: every fault is reported with its line.
import { BlockError, entries } from '../lessons/blocks';
import type { Fault } from '../lessons/format';
import { LESSONS } from '../lessons/list';
import { prose, type Block } from '../lessons/prose';

export const KINDS = ['lesson', 'exercise', 'break', 'talk'] as const;
/** What a part of a course is, as `KINDS` names it. */
export type Kind = (typeof KINDS)[number];

/** A part of a course, which takes some minutes. */
export interface Part {
  line: number;
  title: string;
  kind: Kind;
  /** The lesson, or the one whose exercise it is: a name, or an address; empty for breaks and talks. */
  lesson: string;
  minutes: number;
  /** What everybody reads. */
  words: Block[];
  /** What the teacher says, and what goes wrong. */
  say: Block[];
  trouble: Block[];
}

/** A course as it was read from its text. */
export interface Course {
  title: string;
  summary: string;
  /** Minutes after midnight at which it begins, unless the reader sets another time. */
  starts: number;
  parts: Part[];
}

/** A course, or the faults in its text for which there is none. */
export type Read = { course: Course; faults: [] } | { course: null; faults: Fault[] };

export const LIMITS = { source: 100_000, parts: 60, minutes: 240 } as const;

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;
/** `9:30` as minutes after midnight; null when it is no time of day. */
export function minutesOf(time: string): number | null {
  const found = TIME.exec(time.trim());
  return found && Number(found[1]) * 60 + Number(found[2]);
}

type Tell = (line: number, message: string) => void;

/** Parses a course. Returns the course, or all faults that were found. */
export function parseCourse(source: string): Read {
  const faults: Fault[] = [];
  const fault: Tell = (line, message) => void faults.push({ line, message });
  if (source.length > LIMITS.source) {
    fault(1, `the course has ${source.length} characters; ${LIMITS.source} are allowed`);
    return { course: null, faults };
  }
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const { head, next } = readHead(lines, fault);
  const parts = readParts(lines, next, fault);
  if (parts.length === 0)
    fault(lines.length, 'a course has parts: each starts with ## and its title');
  const extra = parts[LIMITS.parts];
  if (extra) fault(extra.line, `a course has at most ${LIMITS.parts} parts`);
  if (faults.length > 0) return { course: null, faults };
  return { course: { ...head, parts }, faults: [] };
}

/** Reads the head: title, summary and time of day. */
function readHead(lines: string[], fault: Tell) {
  const head = { title: '', summary: '', starts: 9 * 60 };
  const end = lines.findIndex((line, i) => i > 0 && line.trim() === '---');
  if (lines[0]?.trim() !== '---' || end < 0) {
    fault(1, 'a course starts with a line ---, then title:, summary: and starts:, then ---');
    return { head, next: lines.length };
  }
  for (let i = 1; i < end; i++) {
    const text = lines[i]?.trim() ?? '';
    if (!text) continue;
    const [, key = '', value = ''] = /^([a-z]+):\s*(.*)$/.exec(text) ?? [];
    const starts = key === 'starts' ? minutesOf(value) : null;
    if (key === 'title' || key === 'summary') head[key] = value.slice(0, 400);
    else if (starts !== null) head.starts = starts;
    else if (key === 'starts') fault(i + 1, '“starts:” is a time of day, as in starts: 9:30');
    else fault(i + 1, 'the head knows title, summary and starts, as in starts: 9:30');
  }
  if (!head.title) fault(1, 'the head has no “title:”');
  return { head, next: end + 1 };
}

/** Reads the parts, from this line on. */
function readParts(lines: string[], from: number, fault: Tell): Part[] {
  const parts: Part[] = [];
  let part: Part | null = null;
  let text: string[] = [];
  /** Puts the text gathered so far into its part. */
  const flushText = () => {
    const said = text.join('\n').trim();
    text = [];
    if (part && said) part.words = prose(said);
    if (part && part.minutes === 0)
      fault(part.line, `“${part.title}” has no block that says what it is: ${KINDS.join(', ')}`);
  };
  for (let i = from; i < lines.length; i++) {
    const line = lines[i] ?? '';
    const heading = /^##\s+(.+?)\s*#*$/.exec(line);
    const fence = /^```\s*([a-z]+)\s*$/.exec(line);
    if (heading) {
      flushText();
      part = {
        ...{ line: i + 1, title: (heading[1] ?? '').slice(0, 120), kind: 'talk', lesson: '' },
        ...{ minutes: 0, words: [], say: [], trouble: [] },
      };
      parts.push(part);
    } else if (fence && part) {
      const end = lines.findIndex((l, k) => k > i && /^```\s*$/.test(l));
      if (end < 0) {
        fault(i + 1, 'the block that starts here is not closed with ```');
        break;
      }
      putBlock(part, fence[1] ?? '', i + 1, lines.slice(i + 1, end), fault);
      i = end;
    } else if (part) text.push(line);
    else if (line.trim()) {
      fault(i + 1, 'text stands before the first part; a part starts with ## and its title');
      break;
    }
  }
  flushText();
  return parts;
}

/** Reads a fenced block into its part. */
function putBlock(part: Part, kind: string, line: number, lines: string[], fault: Tell) {
  if (kind === 'say' || kind === 'trouble') {
    if (part[kind].length > 0) fault(line, `a part has one ${kind} block`);
    part[kind] = prose(lines.join('\n'));
    return;
  }
  const found = KINDS.find((known) => known === kind);
  if (!found) return fault(line, `a block is ${KINDS.join(', ')}, say or trouble, not “${kind}”`);
  if (part.minutes > 0) return fault(line, 'a part is one thing; start another with ##');
  try {
    readKind(part, found, lines);
  } catch (error) {
    if (!(error instanceof BlockError)) throw error;
    fault(line + 1 + error.at, error.message);
    part.minutes ||= 1;
  }
}

/** Reads the block that says what a part is. Throws a `BlockError` if it is not valid. */
function readKind(part: Part, kind: Kind, lines: string[]) {
  const { other, onlyLine } = entries(lines, ['lesson', 'minutes'], kind);
  if (other[0]) throw new BlockError(other[0].at, `a ${kind} block has lines as in minutes: 10`);
  const minutes = onlyLine('minutes');
  part.kind = kind;
  part.minutes = Number(/^\d{1,3}$/.exec(minutes?.value ?? '')?.[0] ?? 0);
  if (part.minutes < 1 || part.minutes > LIMITS.minutes)
    throw new BlockError(minutes?.at ?? 0, `“minutes:” is a number up to ${LIMITS.minutes}`);
  const lesson = onlyLine('lesson');
  if (kind === 'break' || kind === 'talk') {
    if (lesson) throw new BlockError(lesson.at, `a ${kind} has no lesson`);
    return;
  }
  if (!lesson) throw new BlockError(0, `a ${kind} block needs “lesson:”, as in lesson: curse`);
  part.lesson = lesson.value;
  const shipped = LESSONS.some(({ id }) => id === part.lesson);
  if (!shipped && !/^https:\/\/\S+$/.test(part.lesson)) {
    const names = LESSONS.map(({ id }) => id).join(', ');
    throw new BlockError(lesson.at, `there is no lesson “${part.lesson}”; there are ${names}`);
  }
}

/** A part with the times of day at which it begins and ends, in minutes after midnight. */
export interface Timed extends Part {
  from: number;
  to: number;
}

/** The parts with their times of day, one after the other; `starts` is in minutes after midnight. */
export function timed(course: Course, starts: number): Timed[] {
  let at = starts;
  return course.parts.map((part) => ({ ...part, from: at, to: (at += part.minutes) }));
}

/** A time of day, given in minutes after midnight: 545 is `9:05`. */
export const timeOf = (minutes: number) =>
  `${Math.floor(minutes / 60) % 24}:${String(minutes % 60).padStart(2, '0')}`;
