// The SQL with which a real server shows, by pageinspect, what the inspector has open.
import type { Opened } from '../engine/protocol';

/** A text as a literal of SQL. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** SQL statements that print what is open; `item` is the open line pointer, or 0. */
export function statementsFor(opened: Opened, item: number): string[] {
  const { place, qualified, what, value } = opened;
  const name = literal(qualified);
  if (place.kind === 'record') return [`SELECT * FROM pg_get_wal_record_info(${name});`];
  if (place.kind === 'image') return [];
  if (place.kind === 'value') {
    if (!value) return [];
    const column = /^[a-z_][a-z0-9_]*$/.test(value.column)
      ? value.column
      : `"${value.column.replaceAll('"', '""')}"`;
    const found = [
      `SELECT pg_column_size(${column}), pg_column_compression(${column}) FROM ${qualified} WHERE ctid = '(${place.block},${place.item})';`,
    ];
    if (value.toast) {
      found.push(
        `SELECT chunk_seq, length(chunk_data), chunk_data FROM ${value.toast} WHERE chunk_id = ${value.valueId} ORDER BY chunk_seq;`,
      );
    }
    return found;
  }
  const { block, fork } = place;
  const raw = `get_raw_page(${name}, ${fork === 'main' ? '' : `${literal(fork)}, `}${block})`;
  const header = `SELECT * FROM page_header(${raw});`;
  switch (what) {
    case 'heap':
    case 'toast': {
      const items = `SELECT * FROM heap_page_items(${raw})${item ? ` WHERE lp = ${item}` : ''};`;
      if (!item) return [header, items];
      return [
        items,
        `SELECT t_attrs FROM heap_page_item_attrs(${raw}, ${name}) WHERE lp = ${item};`,
        `SELECT f.* FROM heap_page_items(${raw}), heap_tuple_infomask_flags(t_infomask, t_infomask2) f WHERE lp = ${item};`,
      ];
    }
    case 'btreeMeta':
      return [`SELECT * FROM bt_metap(${name});`];
    case 'btree':
      return [
        `SELECT * FROM bt_page_stats(${name}, ${block});`,
        `SELECT * FROM bt_page_items(${name}, ${block})${item ? ` WHERE itemoffset = ${item}` : ''};`,
      ];
    case 'fsm':
      return [`SELECT fsm_page_contents(${raw});`];
    case 'vm':
      return [header, `SELECT ${raw};`];
    default:
      return [header];
  }
}
