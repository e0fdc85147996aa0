// The sentence to take home from a segment: which resource manager wrote most of it, and how much of it is page images.
import { percent, size } from '../../layout/format';

/** Sums of a resource manager, or of all: bytes of records without page images, and of these. */
interface Sums {
  manager: string;
  bytes: number;
  fpiBytes: number;
}

/** The sentence to take home: whose log it is, and how much of it are full-page images. */
export function takeHome(sums: readonly Sums[]): string {
  /** The bytes of a resource manager's records, with their page images. */
  const bytesOf = ({ bytes, fpiBytes }: Sums) => bytes + fpiBytes;
  const all = sums.reduce((sum, one) => sum + bytesOf(one), 0);
  const [most] = sums.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  if (!most || all === 0) return '';
  const images = sums.reduce((sum, { fpiBytes }) => sum + fpiBytes, 0);
  return (
    `${percent(bytesOf(most) / all)} of this log’s ${size(all)} are records of ${most.manager}; ` +
    (images > 0
      ? `${percent(images / all)} of it are pages logged whole, since the first change of a page after a checkpoint logs all of it.`
      : 'no page was logged whole.')
  );
}
