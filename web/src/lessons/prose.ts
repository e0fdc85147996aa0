// Markdown as a tree of the few things a lesson may say. HTML stays text, pictures become links, and
// links lead to the web, to a view of this page, or to a thing on the stage: a lesson may come from
// anywhere.
import { Lexer, type Token, type Tokens } from 'marked';
import { THINGS, type Thing } from '../model/things';
import { NAMES_IN_TEXT } from './names-in-text';

/** A piece of a line of text; `inner` are the pieces within it. */
export type Inline =
  | { kind: 'text'; text: string }
  /** A value that was taken from the run, by its name. */
  | { kind: 'value'; name: string }
  | { kind: 'code'; inner: Inline[] }
  /** Words about something that is drawn. */
  | { kind: 'thing'; thing: Thing; inner: Inline[] }
  | { kind: 'strong' | 'em'; inner: Inline[] }
  | { kind: 'link'; href: string; inner: Inline[] }
  | { kind: 'break' };

/** A paragraph, or another part of a text that stands by itself. */
export type Block =
  | { kind: 'paragraph' | 'heading'; inner: Inline[] }
  | { kind: 'sample'; text: string }
  | { kind: 'list'; ordered: boolean; start: number; items: Block[][] }
  | { kind: 'quote'; inner: Block[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'rule' };

/** Levels of lists, quotes and emphasis inside each other. */
const DEPTH = 12;

/** The address, if a lesson may link to it; else null. */
export function safeLink(href: string): string | null {
  if (/^#\/(console|archive|(?:lesson|versions)\/[\w-]{1,64})$/.test(href)) return href;
  try {
    const url = new URL(href);
    return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
  } catch {
    return null;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** A text with its HTML entities replaced by their characters. */
const plain = (text: string) =>
  text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** The thing that a link names; null if the stage draws no such thing. */
export function thingOf(href: string): Thing | null {
  const name = href.startsWith('#') ? href.slice(1) : '';
  return Object.hasOwn(THINGS, name) ? (name as Thing) : null;
}

/** A text in pieces: plain text, and the values named in it. */
function pieces(text: string): Inline[] {
  const found: Inline[] = [];
  let from = 0;
  for (const { 0: all, 1: name = '', index } of text.matchAll(NAMES_IN_TEXT)) {
    if (index > from) found.push({ kind: 'text', text: text.slice(from, index) });
    found.push({ kind: 'value', name });
    from = index + all.length;
  }
  if (from < text.length) found.push({ kind: 'text', text: text.slice(from) });
  return found;
}

/** What is within a line: text, emphasis, code, links. */
function inline(tokens: Token[] | undefined, depth: number): Inline[] {
  if (!tokens || depth > DEPTH) return [];
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case 'strong':
      case 'em':
        return [{ kind: token.type, inner: inline(token.tokens, depth + 1) }];
      case 'codespan':
        return [{ kind: 'code', inner: pieces(plain(token.text as string)) }];
      case 'br':
        return [{ kind: 'break' }];
      case 'link':
      case 'image': {
        const { href, text, tokens: inner } = token as Tokens.Link;
        const safe = safeLink(href);
        const said: Inline[] =
          token.type === 'image'
            ? [{ kind: 'text', text: text || 'picture' }]
            : inline(inner, depth + 1);
        const thing = thingOf(href);
        if (thing) return [{ kind: 'thing', thing, inner: said }];
        return safe ? [{ kind: 'link', href: safe, inner: said }] : said;
      }
      case 'text': {
        const text = token as Tokens.Text;
        return text.tokens ? inline(text.tokens, depth + 1) : pieces(plain(text.text));
      }
      case 'escape':
        return [{ kind: 'text', text: plain(token.text as string) }];
      default:
        return [{ kind: 'text', text: token.raw }];
    }
  });
}

/** Paragraphs, lists and tables. */
function blocks(tokens: Token[], depth: number): Block[] {
  if (depth > DEPTH) return [];
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'heading':
        return [{ kind: 'heading', inner: inline(token.tokens, depth) }];
      case 'code':
        return [{ kind: 'sample', text: token.text as string }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'blockquote':
        return [{ kind: 'quote', inner: blocks(token.tokens ?? [], depth + 1) }];
      case 'list': {
        const list = token as Tokens.List;
        const items = list.items.map((item) => blocks(item.tokens, depth + 1));
        return [{ kind: 'list', ordered: list.ordered, start: Number(list.start) || 1, items }];
      }
      case 'table': {
        const { header, rows } = token as Tokens.Table;
        /** A cell of a table. */
        const cell = (c: Tokens.TableCell) => inline(c.tokens, depth);
        return [{ kind: 'table', head: header.map(cell), rows: rows.map((row) => row.map(cell)) }];
      }
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', inner: inline(token.tokens ?? [token], depth) }];
      default:
        return [{ kind: 'paragraph', inner: [{ kind: 'text', text: token.raw.trim() }] }];
    }
  });
}

/** Parses Markdown. What it does not know stays text. */
export function prose(markdown: string): Block[] {
  try {
    return blocks(new Lexer({ gfm: true }).lex(markdown), 0);
  } catch {
    return [{ kind: 'paragraph', inner: [{ kind: 'text', text: markdown }] }];
  }
}
