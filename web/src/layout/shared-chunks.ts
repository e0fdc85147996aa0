// The chunks of a value, each drawn once, and a line to each from every row version that reads it.
// Chunks that all read alike are drawn as one where there are many.
import type { Rect } from './page-map';

/** What is drawn of a chunk. */
export interface ChunkShape {
  seq: number;
  size: number;
  life: string;
  /** A bit for each owner. */
  owners: number;
  /** How many it stands for, itself the first. */
  run: number;
}

/** How many chunks there are; each version of a chunk counts. */
export const chunkCount = (chunks: { run: number }[]) => chunks.reduce((sum, c) => sum + c.run, 0);

/** A chunk, a version of one, or many that are read alike. */
export interface Cell extends Rect {
  /** The first of them, as an index of the list. */
  index: number;
  seq: number;
  last: number;
  count: number;
  bytes: number;
  owners: number;
  /** How many versions of the same chunk stand side by side. */
  versions: number;
  dead: boolean;
}

/** A row version, and the line that leads from it to its chunks. */
export interface OwnerLine extends Rect {
  index: number;
  /** Where its line runs: below all row versions, at a height of its own, from and to. */
  line: number;
  from: number;
  to: number;
  drops: { x: number; y: number; cell: number }[];
}

/** How many chunks the row versions share, counted by kind. */
export interface Sharing {
  /** Chunks that every owner reads. */
  shared: number;
  /** Chunks of which there are several versions. */
  rewritten: number;
  /** Chunks that some owners do not read, in one version. */
  added: number;
  /** Chunk rows that no row version reads. */
  unread: number;
}

/** Where the row versions and the chunks that they read are drawn, in px. */
export interface SharedPicture {
  width: number;
  height: number;
  /** Row versions that are drawn: the latest. */
  owners: OwnerLine[];
  /** How many older ones are not. */
  older: number;
  cells: Cell[];
  sharing: Sharing;
}

const OWNER = 40;
/** px a row version is wide, at least and at most. */
const NARROWEST = 96;
const WIDEST = 240;
/** Between two lines, and around all of them. */
const LEVEL = 7;
const LEAD = 10;
const CHUNK = 44;
const GAP = 4;
/** As many alike stand side by side before they are drawn as one. */
const ALIKE = 3;

/** How many row versions read the chunk. */
const bits = (owners: number) => {
  let n = 0;
  for (let rest = owners >>> 0; rest > 0; rest >>>= 1) n += rest & 1;
  return n;
};

/** The bits of so many row versions. */
const maskOf = (owners: number) => (owners >= 32 ? 0xffffffff : 2 ** owners - 1);

/** How many chunks are shared by several row versions, and how many by none. */
export function sharing(chunks: ChunkShape[], owners: number): Sharing {
  const all = maskOf(owners);
  const bySeq = new Map<number, ChunkShape[]>();
  for (const c of chunks) {
    const versions = bySeq.get(c.seq);
    if (versions) versions.push(c);
    else bySeq.set(c.seq, [c]);
  }
  const sum: Sharing = { shared: 0, rewritten: 0, added: 0, unread: 0 };
  for (const versions of bySeq.values()) {
    sum.unread += chunkCount(versions.filter((c) => c.owners === 0));
    const read = versions.filter((c) => c.owners !== 0);
    if (read.length > 1) sum.rewritten++;
    else if (read[0]) sum[read[0].owners >>> 0 === all ? 'shared' : 'added'] += read[0].run;
  }
  return sum;
}

type Part = Omit<Cell, keyof Rect>;

/**
 * The chunks in order as cells; neighbours that are read by the same row versions are joined if there are more
 * than `most`.
 */
function cellsOf(chunks: ChunkShape[], most: number): Part[] {
  const runs: Part[][] = [];
  const versions = new Map<number, number>();
  for (const c of chunks) versions.set(c.seq, (versions.get(c.seq) ?? 0) + 1);
  for (const [index, c] of chunks.entries()) {
    const part: Part = {
      index,
      seq: c.seq,
      last: c.seq + c.run - 1,
      count: c.run,
      bytes: c.size * c.run,
      owners: c.owners >>> 0,
      versions: versions.get(c.seq) ?? 1,
      dead: c.life === 'dead' || c.life === 'aborted',
    };
    const run = runs.at(-1);
    const before = run?.at(-1);
    const alike =
      before &&
      before.versions === 1 &&
      part.versions === 1 &&
      before.owners === part.owners &&
      before.dead === part.dead;
    if (run && alike) run.push(part);
    else runs.push([part]);
  }
  return runs.flatMap((run) => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last || run.length <= ALIKE) return run;
    /** The chunks from one place to another as one part. */
    const onePart = (from: number, to: number): Part => {
      const some = run.slice(from, to);
      return {
        ...(some[0] ?? first),
        last: some.at(-1)?.seq ?? last.seq,
        count: some.reduce((sum, c) => sum + c.count, 0),
        bytes: some.reduce((sum, c) => sum + c.bytes, 0),
      };
    };
    // The first and the last by themselves, when there is nothing else to see.
    return runs.length > 1 || most < 4
      ? [onePart(0, run.length)]
      : [first, onePart(1, run.length - 1), last];
  });
}

/** Lays out a value's chunks and their owners. */
export function sharedPicture(chunks: ChunkShape[], owners: number, width: number): SharedPicture {
  const most = Math.max(3, Math.floor(width / 92));
  let parts = cellsOf(chunks, most);
  // Where very many differ, the first and the last ones are drawn.
  const room = Math.max(4, most);
  if (parts.length > room) {
    const head = parts.slice(0, room - 3);
    const middle = parts.slice(room - 3, -2);
    const [first] = middle;
    const end = middle.at(-1);
    if (first && end) {
      parts = [
        ...head,
        {
          ...first,
          last: end.last,
          count: middle.reduce((n, c) => n + c.count, 0),
          bytes: middle.reduce((n, c) => n + c.bytes, 0),
          owners: middle.reduce((mask, c) => (mask | c.owners) >>> 0, 0),
          versions: 1,
          dead: middle.every((c) => c.dead),
        },
        ...parts.slice(-2),
      ];
    }
  }
  const drawn = Math.max(1, Math.min(owners, Math.floor(width / NARROWEST)));
  const older = owners - drawn;
  const top = OWNER + 2 * LEAD + (drawn - 1) * LEVEL;
  const weights = parts.map((c) => (c.count > 1 ? 2.2 : 1));
  const gaps = GAP * Math.max(0, parts.length - 1);
  const total = weights.reduce((a, b) => a + b, 0) || 1;
  const unit = Math.min(150, (width - gaps) / total);
  let x = 0;
  const cells = parts.map((part, i) => {
    const cell = { ...part, x, y: top, width: unit * (weights[i] ?? 1), height: CHUNK };
    x += cell.width + GAP;
    return cell;
  });
  const wide = Math.min(WIDEST, (width - GAP * (drawn - 1)) / drawn);
  const lines = Array.from({ length: drawn }, (_, i): OwnerLine => {
    const index = older + i;
    const left = i * (wide + GAP);
    const drops = cells.flatMap((cell, c) => {
      if (!((cell.owners >>> index) & 1)) return [];
      const readers = cell.owners >>> older;
      const among = bits(readers & (2 ** i - 1));
      return [{ x: cell.x + (cell.width * (among + 1)) / (bits(readers) + 1), y: top, cell: c }];
    });
    const stem = left + 16;
    const ends = [stem, ...drops.map((d) => d.x)];
    return {
      index,
      x: left,
      y: 0,
      width: wide,
      height: OWNER,
      // The leftmost runs lowest, so that fewer lines cross.
      line: OWNER + LEAD + (drawn - 1 - i) * LEVEL,
      from: Math.min(...ends),
      to: Math.max(...ends),
      drops,
    };
  });
  return {
    width,
    height: top + CHUNK + 8,
    owners: lines,
    older,
    cells,
    sharing: sharing(chunks, owners),
  };
}
