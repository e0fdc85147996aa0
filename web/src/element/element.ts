// <toast-scope>: a thin shell around the frame. It shows a picture at once, puts the frame over it when that is
// wanted, and passes on the messages of the frame. Its attributes are the frame's parameters (params.ts), its methods the
// frame's messages (client.ts): it can do nothing that a frame cannot. Importing this defines nothing.
import { connect, type Frame, type Ran, type State } from './client';
import { autoplayAsked, PARAMS, readParams, searchOf, type EmbedParams } from './params';
import { FRAME_MESSAGES, type FrameMessage, type Theme } from './protocol';
import { schemeOf, watchScheme } from './scheme';
import { frame, poster, PLAY, SHEET, THEMED } from './shell';

/** Attributes beside the parameters: where the frame's page lies, and what it is called to a screen reader. */
const OWN = ['base', 'title'] as const;
const NAMES: readonly string[] = PARAMS.map(({ name }) => name);

/** px around the visible part of the page within which a lazy one is loaded. */
const NEAR = 600;

// Where there is no document, as when pages are made on a server, importing this must do no harm.
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/** The addresses of all files that a `<picture>` chooses from, as one text, to notice a change. */
const filesOf = (picture: Element) =>
  [...picture.children].map((e) => e.getAttribute('srcset') ?? e.getAttribute('src')).join();

/** Where this script lies; the frame's page lies beside it. */
const here = import.meta.url;

/** The element: a picture of its step at once, and the frame over it as soon as that is wanted. */
export class ToastScope extends Base {
  /** The folder that has `embed.html`, for all elements that do not name one by `base`. */
  static base = '';
  static readonly observedAttributes: readonly string[] = [...NAMES, ...OWN];

  #frame: Frame | null = null;
  #iframe: HTMLIFrameElement | null = null;
  #near: IntersectionObserver | null = null;
  #sheet: CSSStyleSheet | null = null;
  /** Whether attributes have changed that are not in what is shown yet. */
  #due = false;
  /** The theme that is shown, and how to hear no more of the page's. */
  #theme: Theme = 'auto';
  #unwatch = () => {};
  #step = 0;
  /** px that the frame's content would like to have; 0 before it said so. */
  #height = 0;
  /** Asked for before there was a frame. */
  #asked: ((frame: Frame) => void)[] = [];

  /**
   * Called by the browser when the element is put into a document: draws its picture, and loads the frame if
   * `loading` says so.
   */
  connectedCallback() {
    this.#theme = this.#themeNow;
    this.#unwatch = watchScheme(this, () => this.#retheme());
    this.#build();
  }

  /** Called by the browser when the element leaves a document: removes the frame. */
  disconnectedCallback() {
    this.#unwatch();
    this.#removeFrame();
  }

  /** Called by the browser when an attribute changes: applies it to the picture and the frame. */
  attributeChangedCallback(name: string, before: string | null, now: string | null) {
    if (!this.isConnected || before === now) return;
    if (name === 'theme') return this.#retheme();
    if (name === 'title') return this.#iframe?.setAttribute('title', now ?? '');
    // Several attributes that change together make one new frame, before anything is painted or printed.
    this.#due = true;
    queueMicrotask(() => {
      if (this.#due && this.isConnected) this.#build();
    });
  }

  /** What the frame is opened with: the attributes, and the page's theme. */
  get #params(): EmbedParams {
    return { ...this.#given, theme: this.#theme };
  }

  /** The parameters that the attributes give. */
  get #given(): EmbedParams {
    return readParams((name) => this.getAttribute(name)).params;
  }

  /** The theme asked for; `auto` becomes the theme of the outer page. */
  get #themeNow(): Theme {
    const { theme } = this.#given;
    return theme === 'auto' ? schemeOf(this) : theme;
  }

  /** Applies the outer page's theme after it changed. */
  #retheme() {
    const now = this.#themeNow;
    if (now === this.#theme) return;
    this.#theme = now;
    this.#style();
    if (this.#frame) this.#frame.theme(now).catch(() => undefined);
    const { shadowRoot } = this;
    if (shadowRoot) this.#picture(shadowRoot, this.#step);
  }

  /**
   * Writes the element's style sheet, with the frame's height once the frame has sent it. The outer page's rules are
   * stronger than those of `:host`.
   */
  #style() {
    const tall = this.#height ? `:host{height:${this.#height}px;aspect-ratio:auto}` : '';
    this.#sheet?.replaceSync(`${SHEET}${THEMED[this.#theme]}${tall}`);
  }

  /** The address of the frame. */
  get src(): string {
    const base = this.getAttribute('base') ?? ToastScope.base;
    const folder = new URL(base ? base.replace(/\/?$/, '/') : '.', base ? document.baseURI : here);
    const given = new Map<string, string>();
    for (const name of NAMES) {
      const value = this.getAttribute(name);
      if (value !== null) given.set(name, value);
    }
    given.set('origin', location.origin);
    if (this.#theme !== 'auto') given.set('theme', this.#theme);
    if (this.#given.loading === 'click')
      given.set('autoplay', autoplayAsked(given.get('autoplay')));
    // By the time there is a frame, the reader wanted it.
    given.set('loading', 'eager');
    return new URL(`embed.html?${searchOf(given)}`, folder).href;
  }

  /** Builds what is within the element anew, after its attributes changed. */
  #build() {
    this.#removeFrame();
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    this.#sheet = new CSSStyleSheet();
    this.#height = 0;
    this.#step = this.#params.step;
    this.#style();
    root.adoptedStyleSheets = [this.#sheet];
    const params = this.#params;
    root.replaceChildren();
    this.#picture(root, params.step);
    if (params.loading === 'eager') return this.start();
    if (params.loading === 'click') {
      const button = document.createElement('button');
      button.innerHTML = PLAY;
      button.setAttribute('aria-label', `Start ${this.#name}`);
      button.addEventListener('click', () => this.start());
      root.append(button);
      return;
    }
    if (params.loading === 'never') return;
    this.#near = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) this.start();
      },
      { rootMargin: `${NEAR}px` },
    );
    this.#near.observe(this);
  }

  /** Shows the poster of a step, below the frame or, on paper and without a frame, in its place. */
  #picture(root: ShadowRoot, step: number) {
    const [next] = poster({ ...this.#params, step }, new URL('.', this.src).href);
    const before = root.querySelector('picture');
    if (before && next && filesOf(before) === filesOf(next)) return;
    before?.remove();
    if (!next) return;
    // Far from what is seen it comes when the browser wants it: on the way there, or for paper.
    const image = next.lastElementChild as HTMLImageElement;
    if (this.#params.loading === 'lazy' && !this.#isNear) image.loading = 'lazy';
    root.prepend(next);
  }

  /** Whether the element is in view or close to it. */
  get #isNear(): boolean {
    const { top, bottom } = this.getBoundingClientRect();
    return bottom > -NEAR && top < innerHeight + NEAR;
  }

  /** The title that assistive technology reads. */
  get #name(): string {
    const { lesson, view, step } = this.#params;
    return (
      this.title ||
      ['Toastscope', lesson || view, step && `step ${step}`].filter(Boolean).join(', ')
    );
  }

  /** Loads the frame now, whatever `loading` says. */
  start() {
    this.#near?.disconnect();
    // Attributes that have just changed are in the frame's address.
    this.#due = false;
    const root = this.shadowRoot;
    if (this.#iframe || !root) return;
    const iframe = frame(this.src, this.#name);
    this.#iframe = iframe;
    root.querySelector('button')?.remove();
    iframe.classList.toggle('there', root.querySelector('picture') === null);
    root.append(iframe);
    const talk = connect(iframe);
    this.#frame = talk;
    for (const type of FRAME_MESSAGES) {
      talk.on(type, (what) => this.#heard(what));
    }
    for (const ask of this.#asked.splice(0)) ask(talk);
  }

  /** Removes the frame. If `loading` does not bring it back by itself, the step's picture stays. */
  stop() {
    this.#build();
  }

  /** Hands a message of the frame on as an event of the element. */
  #heard(what: FrameMessage) {
    const { type, ...detail } = what;
    // The picture stays below until the frame has one of its own.
    if (type === 'step' || type === 'error') this.#iframe?.classList.add('there');
    const root = this.shadowRoot;
    if (type === 'step') this.#step = (detail as { step: number }).step;
    if (root && type === 'step') this.#picture(root, this.#step);
    if (type === 'height') {
      this.#height = (detail as { height: number }).height;
      this.#style();
    }
    this.dispatchEvent(new CustomEvent(`toastscope-${type}`, { detail, bubbles: true }));
  }

  /** Removes the frame, and stops waiting for it to come into view. */
  #removeFrame() {
    this.#due = false;
    this.#near?.disconnect();
    this.#frame?.close();
    this.#iframe?.remove();
    this.#frame = null;
    this.#iframe = null;
  }

  /** Asks the frame; loads the frame first if it is not there. */
  #ask<T>(ask: (frame: Frame) => Promise<T>): Promise<T> {
    if (this.#frame) return ask(this.#frame);
    return new Promise<T>((resolve, reject) => {
      this.#asked.push((frame) => ask(frame).then(resolve, reject));
      this.start();
    });
  }

  /** Plays on; from the end, the step again. */
  play = (): Promise<State> => this.#ask((f) => f.play());
  /** Pauses the timeline where it stands. */
  pause = (): Promise<State> => this.#ask((f) => f.pause());
  /** Shows a step, counted from 1. */
  get step(): (step: number) => Promise<State> {
    return (step) => this.#ask((f) => f.step(step));
  }
  /** Sets the attribute `step`: frameworks write an attribute as the property of its name if there is one. */
  set step(to: unknown) {
    if (to === null || to === undefined) this.removeAttribute('step');
    else this.setAttribute('step', String(to));
  }
  /** Shows the next step; at the last one nothing changes. */
  next = (): Promise<State> => this.#ask((f) => f.next());
  /** Shows the step before; at the first one nothing changes. */
  back = (): Promise<State> => this.#ask((f) => f.back());
  /** Goes to a place of the timeline, in frames. */
  seek = (at: number): Promise<State> => this.#ask((f) => f.seek(at));
  /** Runs other SQL after what is shown. */
  run = async (sql: string): Promise<Ran> => {
    const ran = await this.#ask((f) => f.run(sql));
    // It has no picture.
    this.shadowRoot?.querySelector('picture')?.remove();
    return ran;
  };
  /** Where it stands, to be kept and given back. */
  state = (): Promise<State> => this.#ask((f) => f.state());
  /** Shows again what a state says; `state` returned it earlier. */
  restore = (state: State): Promise<State> => this.#ask((f) => f.restore(state));
}

/** Registers the element in the document under this name; a second call does nothing. */
export function define(name = 'toast-scope') {
  if (globalThis.customElements && !customElements.get(name)) {
    customElements.define(name, ToastScope);
  }
}
