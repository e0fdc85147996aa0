// A segment that another part of the page hands over to the segment lab: dropped on the start view, or written in the
// archive lab.

/** A segment of the log by the name of its file. */
export interface DroppedSegment {
  name: string;
  bytes: Blob;
}

let waiting: DroppedSegment | null = null;

/** Keeps a dropped segment until the lab opens and takes it. */
export function handOverSegment(segment: DroppedSegment) {
  waiting = segment;
}

/** Takes the dropped segment; null if there is none or it was taken before. */
export function takeSegment(): DroppedSegment | null {
  const taken = waiting;
  waiting = null;
  return taken;
}

/** Whether a file is a segment: by the name that the server gives it, or by its first bytes. */
export async function looksLikeSegment(file: Blob & { name: string }): Promise<boolean> {
  if (/^[0-9A-F]{24}(\.partial)?$/.test(file.name)) return true;
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  // XLOG_PAGE_MAGIC, D1xx in all versions of late, with XLP_LONG_HEADER.
  return head[1] === 0xd1 && ((head[2] ?? 0) & 2) !== 0 && head[3] === 0;
}
