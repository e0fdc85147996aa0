// Amounts that are compared: each of one part or several, with the colour that it is drawn in.

/** A part of an amount, with the colour that it is drawn in. */
export interface Part {
  label: string;
  amount: number;
  /** A token of `tokens.css`. */
  hue: string;
}

/** An amount as the sum of its parts. */
export interface Amount {
  label: string;
  parts: readonly Part[];
}

/** The colours of an amount's parts: alone it has one, else table, TOAST and index have theirs. */
const PARTS = ['heap-3', 'toast-3', 'index-3', 'wal-3'];

/** An amount made of these parts. */
export function amountOf(
  label: string,
  parts: readonly { label: string; amount: number }[],
  unit: string,
): Amount {
  const alone = unit === 'bytes of log' ? 'wal-3' : unit === 'buffers' ? 'heap-3' : 'toast-3';
  return {
    label,
    parts: parts.map((p, i) => ({
      ...p,
      hue: parts.length === 1 ? alone : (PARTS[i % PARTS.length] ?? alone),
    })),
  };
}

/** A share of an amount, part by part; a part that is not 0 stays at least 1. */
export const shareOf = ({ parts }: Amount, share: number) =>
  parts.map(({ amount }) =>
    share === 1 ? amount : amount > 0 ? Math.max(1, Math.round(amount * share)) : 0,
  );
