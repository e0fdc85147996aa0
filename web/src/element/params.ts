// What can be asked of an embed: one table, from which come the element's attributes, the frame's parameters, the
// configurator and the table in docs/embedding.md. An attribute and a parameter of the same name are the same.

/** What may be shown: the stage as it composes itself or one part of it, a lesson's text, or something beside it. */
export const VIEWS = [
  'stage',
  'row',
  'pages',
  'index',
  'buffers',
  'log',
  'lesson',
  'console',
  'inspector',
  'compare',
  'lab',
  'chart',
] as const;
/** What a frame shows, as the parameter `view` names it. */
export type View = (typeof VIEWS)[number];

/** Speeds that the timeline has. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16] as const;

/** How a value is written. A `flag` is on as an attribute without a value, and as `1`; off as `0`. */
type Kind =
  | { kind: 'words'; said: string }
  | { kind: 'one'; of: readonly string[] }
  /** `old`: values that earlier versions took, each with the value of `of` that it means now. */
  | { kind: 'one'; of: readonly string[]; old: Readonly<Record<string, string>> }
  | { kind: 'whole'; from: number; to: number }
  | { kind: 'number'; from: number; to: number }
  | { kind: 'amount'; of: readonly number[] }
  | { kind: 'flag' };

/** A parameter of a frame, which is also an attribute of the element. */
export interface Param {
  readonly name: string;
  readonly kind: Kind;
  /** The value that holds where the parameter is not given, as it would be written. */
  readonly otherwise: string;
  /** The first version of Toastscope that has the parameter. */
  readonly since: string;
  /** What it does, in a sentence or two of Markdown. */
  readonly words: string;
}

/** All parameters, in the order in which a person would choose them. */
export const PARAMS = [
  {
    name: 'lesson',
    kind: { kind: 'words', said: 'a name or an address' },
    otherwise: '',
    since: '0.1',
    words:
      'The lesson: the name of one that comes with Toastscope, or an address. One from an address runs nothing before the reader presses **Run it**.',
  },
  {
    name: 'script',
    kind: { kind: 'words', said: 'SQL or an address' },
    otherwise: '',
    since: '0.1',
    words:
      'SQL in the place of a lesson, each statement a step; or the address of a script (`https://…`, `./…`, `/…`), which runs once the reader presses **Run it**.',
  },
  {
    name: 'session',
    kind: { kind: 'words', said: 'what follows `#s=` in a shared link' },
    otherwise: '',
    since: '0.1',
    words: 'A session that somebody shared, with all that ran in it.',
  },
  {
    name: 'step',
    kind: { kind: 'whole', from: 0, to: 999 },
    otherwise: '0',
    since: '0.1',
    words:
      'The step that is shown, from 1, as it is after it ran; those before it run first. `0`: the first of a lesson, the last of a script or a session.',
  },
  {
    name: 'view',
    kind: { kind: 'one', of: VIEWS },
    otherwise: 'stage',
    since: '0.1',
    words:
      'What is shown: `stage`, composed of what is told; one part of it (`row`, `pages`, `index`, `buffers`, `log`); the `lesson` with its questions and charts; the `console`; the `inspector` of a thing; two settings side by side (`compare`); a `lab`; the step’s `chart` alone.',
  },
  {
    name: 'thing',
    kind: { kind: 'words', said: '`t`, `t/0`, `t/0/1`, `t toast/0`, `t toast index/0`' },
    otherwise: '',
    since: '0.1',
    words:
      'What the inspector opens: a table, its TOAST table or the index of that, a page, an item on it. Without it, what the step looks at.',
  },
  {
    name: 'compare',
    kind: { kind: 'words', said: 'the name of a comparison' },
    otherwise: 'compression',
    since: '0.1',
    words:
      'What is compared: `compression`, `storage`, `target`, `jsonb-toaster`, `jsonb-strategies`, `bytea-toaster`; of versions `upgrade-vacuum`, `upgrade-checksums`, `upgrade-explain`, `upgrade-load`, `upgrade-toast`.',
  },
  {
    name: 'lab',
    kind: {
      kind: 'one',
      of: [
        'strategies',
        'compression',
        'text',
        'append',
        'archive',
        'segment',
        'clients',
        'depth',
        'whole',
      ],
    },
    otherwise: 'strategies',
    since: '0.1',
    words: 'Which lab is shown.',
  },
  {
    name: 'choose',
    kind: { kind: 'words', said: 'names with commas between them' },
    otherwise: '',
    since: '0.1',
    words:
      'What the lab shows or is to measure: strategies in `strategies`, programs with levels (`gzip-6,zstd-3`) in `archive`.',
  },
  {
    name: 'server',
    kind: { kind: 'one', of: ['15', '16', '17', '18'] },
    otherwise: '15',
    since: '0.2',
    words:
      'Which PostgreSQL runs the lesson, the script or the console. A session from a link is on the one it was made on.',
  },
  {
    name: 'caption',
    kind: { kind: 'one', of: ['sql', 'sentence', 'none'] },
    otherwise: 'sentence',
    since: '0.1',
    words:
      'What stands below the picture: the statement that is told, a sentence on what happens, or nothing. With `controls=full` the timeline has the sentence.',
  },
  {
    name: 'scale',
    kind: { kind: 'number', from: 0.5, to: 4 },
    otherwise: '1',
    since: '0.1',
    words:
      'How many times larger everything is drawn: 1.5 or 2 for the back row. By itself a picture is as much larger as its frame is than 960 × 540.',
  },
  {
    name: 'type',
    kind: { kind: 'number', from: 12, to: 64 },
    otherwise: '12',
    since: '0.2',
    words:
      'px that the smallest words of a picture have, as far as the frame has room: more of them, less of the picture. In reveal.js and Slidev it is 24 of the 720 px that a slide is high, unless `type` or `scale` is given.',
  },
  {
    name: 'theme',
    kind: { kind: 'one', of: ['light', 'dark', 'auto'] },
    otherwise: 'auto',
    since: '0.1',
    words:
      '`auto` is as the page around: by its `color-scheme`, or by the theme that is written on its elements (`data-theme`, a class `dark`); where it says neither, and in a frame alone, as the reader’s system.',
  },
  {
    name: 'controls',
    kind: {
      kind: 'one',
      of: ['full', 'minimal', 'none'],
      old: { '1': 'full', '0': 'none' },
    },
    otherwise: 'full',
    since: '0.1',
    words:
      '`full`: steps and timeline; `minimal`: one line to play and step; `none`: the picture alone. `1` and `0`, as they were called at first, are `full` and `none`.',
  },
  {
    name: 'autoplay',
    kind: { kind: 'flag' },
    otherwise: '0',
    since: '0.1',
    words:
      'Whether a step plays by itself when it is opened or asked for; without it one sees its end, and **Show me**, playing or going to the next step plays it. On slides, and behind the button of `loading=click`, it is `1` unless it is written.',
  },
  {
    name: 'speed',
    kind: { kind: 'amount', of: SPEEDS },
    otherwise: '1',
    since: '0.1',
    words: 'How fast it plays.',
  },
  {
    name: 'motion',
    kind: { kind: 'one', of: ['full', 'reduced', 'auto'] },
    otherwise: 'auto',
    since: '0.1',
    words: '`reduced` goes from picture to picture; `auto` does so where the reader’s system asks.',
  },
  {
    name: 'loading',
    kind: { kind: 'one', of: ['eager', 'lazy', 'click', 'never'] },
    otherwise: 'lazy',
    since: '0.1',
    words:
      'When it is loaded: at once, when it is near the part of the page that is seen, or when the reader presses its button; `never` is the picture alone, until something asks for more.',
  },
  {
    name: 'editable',
    kind: { kind: 'flag' },
    otherwise: '1',
    since: '0.1',
    words: 'Whether the console takes other SQL; `0` shows the script and what it prints.',
  },
  {
    name: 'origin',
    kind: { kind: 'words', said: '`https://slides.example`' },
    otherwise: '',
    since: '0.1',
    words:
      'The origin of the page around the frame: then only that page is heard and told anything. The element and the client set it by themselves.',
  },
] as const satisfies readonly Param[];

/** The name of a parameter in the table `PARAMS`. */
export type ParamName = (typeof PARAMS)[number]['name'];

/** The values that a kind of one of several can have. */
type ValueOf<K> = K extends { kind: 'one'; of: readonly (infer V)[] }
  ? V
  : K extends { kind: 'flag' }
    ? boolean
    : K extends { kind: 'words' }
      ? string
      : number;

/** All parameters, as they are once they have been read. */
export type EmbedParams = {
  -readonly [P in (typeof PARAMS)[number] as P['name']]: ValueOf<P['kind']>;
};

/** The values that a parameter takes, in words. */
export function valuesOf({ kind }: Param): string {
  switch (kind.kind) {
    case 'words':
      return kind.said;
    case 'one':
      return kind.of.map((value) => `\`${value}\``).join(', ');
    case 'amount':
      return kind.of.map((value) => `\`${value}\``).join(', ');
    case 'flag':
      return '`1`, `0`';
    case 'whole':
      return `from ${kind.from}`;
    case 'number':
      return `${kind.from} to ${kind.to}`;
  }
}

/** The value that a text stands for; undefined if the parameter takes no such value. */
function read(kind: Kind, text: string): string | number | boolean | undefined {
  switch (kind.kind) {
    case 'words':
      return text;
    case 'one':
      if ('old' in kind && Object.hasOwn(kind.old, text)) return kind.old[text];
      return kind.of.includes(text) ? text : undefined;
    case 'amount':
      return kind.of.find((value) => String(value) === text);
    case 'flag':
      if (text === '' || text === '1' || text === 'true') return true;
      return text === '0' || text === 'false' ? false : undefined;
    case 'whole':
    case 'number': {
      const number = kind.kind === 'whole' ? /^\d{1,9}$/ : /^\d{1,9}(\.\d{1,9})?$/;
      if (!number.test(text)) return undefined;
      const value = Number(text);
      return value >= kind.from && value <= kind.to ? value : undefined;
    }
  }
}

/** The parameters, and a sentence for each value that is not valid: that parameter has its default then. */
export interface Read {
  params: EmbedParams;
  faults: string[];
}

/** Reads parameters or attributes; `get` answers null for one that is not there. */
export function readParams(get: (name: string) => string | null): Read {
  const faults: string[] = [];
  const params: Record<string, unknown> = {};
  for (const param of PARAMS as readonly Param[]) {
    const { name, kind, otherwise } = param;
    const text = get(name);
    let value = text === null ? undefined : read(kind, text.trim());
    if (text !== null && value === undefined) {
      const may = valuesOf(param).replaceAll('`', '');
      faults.push(`“${name}” is ${may}, not “${text.slice(0, 60)}”.`);
    }
    value ??= read(kind, otherwise);
    params[name] = value;
  }
  return { params: params as EmbedParams, faults };
}

/** Reads parameters from an address's query. */
export const readSearch = (search: string): Read => {
  const query = new URLSearchParams(search);
  return readParams((name) => query.get(name));
};

/**
 * What `autoplay` is in a frame that somebody asked for, by a button or by going to a slide: they want to see it happen,
 * unless it is written otherwise.
 */
export const autoplayAsked = (written: string | null | undefined): string => written ?? '1';

/** The address's query for these parameters; defaults are left out. */
export function searchOf(given: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams();
  for (const { name, otherwise } of PARAMS) {
    const value = given.get(name);
    if (value !== undefined && value !== otherwise) query.set(name, value);
  }
  return query.toString();
}
