// Markdown as a tree of the few things a lesson may say. HTML stays text, pictures become links, and
// links lead to the web or to a view of this page: a lesson may come from anywhere.
import { Lexer, type Token, type Tokens } from 'marked';
import { shown, type Values } from './answer';
import { NAMES_IN_TEXT } from './format';

export type Inline =
  | { kind: 'text'; text: string }
  /** A value that was taken from the run. */
  | { kind: 'value'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'strong' | 'em'; inner: Inline[] }
  | { kind: 'link'; href: string; inner: Inline[] }
  | { kind: 'break' };

export type Block =
  | { kind: 'paragraph' | 'heading'; inner: Inline[] }
  | { kind: 'sample'; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; inner: Block[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

/** Levels of lists, quotes and emphasis inside each other. */
const DEPTH = 12;

/** The address, if it is one that a lesson may link to. */
export function safeLink(href: string): string | null {
  if (/^#\/(console|archive|lesson\/[\w-]{1,64})$/.test(href)) return href;
  try {
    const url = new URL(href);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** Text with values in it, in pieces. */
function filled(text: string, values: Values): Inline[] {
  const pieces: Inline[] = [];
  let from = 0;
  for (const found of text.matchAll(NAMES_IN_TEXT)) {
    const value = values.get(found[1] ?? '');
    if (found.index > from) pieces.push({ kind: 'text', text: text.slice(from, found.index) });
    pieces.push({ kind: 'value', text: value === undefined ? '…' : shown(value) });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push({ kind: 'text', text: text.slice(from) });
  return pieces;
}

function inline(tokens: Token[] | undefined, values: Values, depth: number): Inline[] {
  if (!tokens || depth > DEPTH) return [];
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return [{ kind: token.type, inner: inline(token.tokens, values, depth + 1) }];
      case 'codespan':
        return [{ kind: 'code', text: plain(token.text as string) }];
      case 'br':
        return [{ kind: 'break' }];
      case 'link':
      case 'image': {
        const { href, text, tokens: inner } = token as Tokens.Link;
        const safe = safeLink(href);
        const said: Inline[] =
          token.type === 'image'
            ? [{ kind: 'text', text: text || 'picture' }]
            : inline(inner, values, depth + 1);
        return safe ? [{ kind: 'link', href: safe, inner: said }] : said;
      }
      case 'text': {
        const text = token as Tokens.Text;
        return text.tokens
          ? inline(text.tokens, values, depth + 1)
          : filled(plain(text.text), values);
      }
      case 'escape':
        return [{ kind: 'text', text: plain(token.text as string) }];
      default:
        return [{ kind: 'text', text: token.raw }];
    }
  });
}

function blocks(tokens: Token[], values: Values, depth: number): Block[] {
  if (depth > DEPTH) return [];
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [{ kind: 'heading', inner: inline(token.tokens, values, depth) }];
      case 'code':
        return [{ kind: 'sample', text: token.text as string }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'blockquote':
        return [{ kind: 'quote', inner: blocks(token.tokens ?? [], values, depth + 1) }];
      case 'list': {
        const list = token as Tokens.List;
        const items = list.items.map((item) => blocks(item.tokens, values, depth + 1));
        return [{ kind: 'list', ordered: list.ordered, start: Number(list.start) || 1, items }];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        const cell = (c: Tokens.TableCell) => inline(c.tokens, values, depth);
        return [{ kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }];
      }
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', inner: inline(token.tokens ?? [token], values, depth) }];
      default:
        return [{ kind: 'paragraph', inner: [{ kind: 'text', text: token.raw.trim() }] }];
    }
  });
}

/** Reads Markdown. What cannot be read is shown as it stands. */
export function prose(markdown: string, values: Values = new Map()): Block[] {
  try {
    return blocks(new Lexer({ gfm: true }).lex(markdown), values, 0);
  } catch {
    return [{ kind: 'paragraph', inner: [{ kind: 'text', text: markdown }] }];
  }
}
