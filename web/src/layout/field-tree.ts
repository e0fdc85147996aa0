// A tree of fields as rows of a list and as runs of bytes.
import type { Field } from '../engine/protocol';

/** A field's place in the tree: the index of each child on the way, joined by dots; '' for the root. */
export type Path = string;

/** A visible field as a row of the list of fields. */
export interface FieldRow {
  path: Path;
  field: Field;
  /** 1 for what is directly below the root. */
  depth: number;
  /** Which one of its parent's children, from 1, and of how many. */
  position: number;
  siblings: number;
  open: boolean;
}

/** Whether a field has children, or can ask for some. */
export const canOpen = (field: Field) => field.children.length > 0 || field.more !== undefined;

/** The path to a child. */
const join = (path: Path, child: number): Path => (path ? `${path}.${child}` : String(child));

/** The path of the parent; the root has none. */
export function parentOf(path: Path): Path | null {
  if (path === '') return null;
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : '';
}

/** All paths from below the root down to this one. */
export function ancestors(path: Path): Path[] {
  const parts = path.split('.');
  return path ? parts.map((_, i) => parts.slice(0, i + 1).join('.')) : [];
}

/** The field at a path, if there is one. */
export function fieldAt(root: Field, path: Path): Field | undefined {
  if (path === '') return root;
  let field: Field | undefined = root;
  for (const child of path.split('.')) field = field?.children[Number(child)];
  return field;
}

/** The fields that a list shows: those whose parents are all open. */
export function visibleRows(root: Field, open: ReadonlySet<Path>): FieldRow[] {
  const rows: FieldRow[] = [];
  /** Adds the rows of a field's children, and of theirs where they are expanded. */
  const walk = (field: Field, path: Path, depth: number) => {
    field.children.forEach((child, i) => {
      const at = join(path, i);
      const isOpen = open.has(at) && canOpen(child);
      rows.push({
        path: at,
        field: child,
        depth,
        position: i + 1,
        siblings: field.children.length,
        open: isOpen,
      });
      if (isOpen) walk(child, at, depth + 1);
    });
  };
  walk(root, '', 1);
  return rows;
}

/** The deepest field that contains all of these bytes, apart from bit fields; '' if only the root does. */
export function deepest(root: Field, at: number, length = 1): Path {
  let path: Path = '';
  let field = root;
  for (;;) {
    const i = field.children.findIndex(
      (c) => !c.bits && c.length > 0 && c.at <= at && at + length <= c.at + c.length,
    );
    const child = field.children[i];
    if (!child) return path;
    path = join(path, i);
    field = child;
  }
}

/** Bytes in a row that belong to the same lowest field. */
export interface Run {
  at: number;
  length: number;
  /** What they are for; '' for bytes of no field. */
  part: string;
  path: Path;
}

/** The runs between two bytes: every byte once, in order. */
export function runsBetween(root: Field, from: number, to: number): Run[] {
  const marks: Run[] = [];
  /** Adds the runs of a field's children. */
  const walk = (field: Field, path: Path) => {
    let covered = false;
    field.children.forEach((child, i) => {
      if (child.bits || child.length === 0) return;
      if (child.at >= to || child.at + child.length <= from) return;
      covered = true;
      walk(child, join(path, i));
    });
    // Bytes of a field that none of its children has are its own.
    if (path !== '' && (!covered || field.part !== 'item'))
      marks.push({ at: field.at, length: field.length, part: field.part, path });
  };
  walk(root, '');
  // Children come before their parents, so the first that claims a byte has it.
  const owner = new Int32Array(to - from).fill(-1);
  marks.forEach((mark, m) => {
    const end = Math.min(to, mark.at + mark.length);
    for (let b = Math.max(from, mark.at); b < end; b++)
      if (owner[b - from] === -1) owner[b - from] = m;
  });
  const runs: Run[] = [];
  for (let b = from; b < to;) {
    const m = owner[b - from] ?? -1;
    let end = b + 1;
    while (end < to && owner[end - from] === m) end++;
    const mark = marks[m];
    runs.push({ at: b, length: end - b, part: mark?.part ?? '', path: mark?.path ?? '' });
    b = end;
  }
  return runs;
}
