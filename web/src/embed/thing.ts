// The name of a thing as an address has it: `t`, `t/0`, `t/0/1`, `t toast/0`, `t toast index/0`.
import type { RelationRef } from '../lessons/format';

/** A relation, page or item that an address names; its block is counted from 0. */
export interface Named {
  relation: RelationRef;
  block: number;
  /** From 1; 0 for the whole page. */
  item: number;
}

/** The thing that a text names; null if the text is no such name. */
export function thingOf(text: string): Named | null {
  const found =
    /^(?<name>[^/]+?)(?: (?<part>toast|toast index))?(?:\/(?<block>\d{1,9})(?:\/(?<item>\d{1,4}))?)?$/.exec(
      text.trim(),
    )?.groups;
  if (!found?.name) return null;
  const part = found.part === 'toast' || found.part === 'toast index' ? found.part : 'itself';
  return {
    relation: { name: found.name, part },
    block: Number(found.block ?? 0),
    item: Number(found.item ?? 0),
  };
}
