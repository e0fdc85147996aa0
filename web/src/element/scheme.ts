// Whether the page around an element is light or dark: by the CSS `color-scheme` that the element inherits, by what
// documentation tools write on their elements, and without either by the reader's system.
import type { Theme } from './protocol';

/** What generators of documentation name their theme by, with their words for one that is dark. */
const NAMES = ['data-theme', 'data-bs-theme', 'data-color-mode', 'data-md-color-scheme', 'class'];
const DARK = /(^|[\s_-])(dark|slate|night)($|[\s_-])/i;
const LIGHT = /(^|[\s_-])(light|default|day)($|[\s_-])/i;

/** The theme that one element names; null if it names none. Only its classes `dark` and `light` count. */
function namedBy(element: Element): 'light' | 'dark' | null {
  for (const name of NAMES) {
    if (name === 'class') {
      if (element.classList.contains('dark')) return 'dark';
      if (element.classList.contains('light')) return 'light';
      continue;
    }
    const value = element.getAttribute(name) ?? '';
    if (DARK.test(value)) return 'dark';
    if (LIGHT.test(value)) return 'light';
  }
  return null;
}

/** The ancestors of an element, the nearest first; a shadow tree continues with its host. */
function* around(element: Element): Generator<Element> {
  for (
    let at: Node | null = element.parentNode;
    at;
    at = at.parentNode ?? (at as ShadowRoot).host
  ) {
    if (at instanceof Element) yield at;
    if (at instanceof Document) return;
  }
}

/** Light or dark if the page says which; else `auto`, the reader's system setting. */
export function schemeOf(element: Element): Theme {
  const schemes = getComputedStyle(element).colorScheme.split(/\s+/);
  const [light, dark] = [schemes.includes('light'), schemes.includes('dark')];
  if (light !== dark) return dark ? 'dark' : 'light';
  for (const at of around(element)) {
    const named = namedBy(at);
    if (named) return named;
  }
  return 'auto';
}

/** Calls back when the outer page may have another theme; returns a function that ends it. */
export function watchScheme(element: Element, changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const seen = new MutationObserver(changed);
  for (const at of [element, ...around(element)]) {
    seen.observe(at, { attributeFilter: ['style', ...NAMES] });
  }
  // A style sheet that is exchanged, or comes late.
  seen.observe(document.head, { childList: true, subtree: true, attributes: true });
  addEventListener('load', changed);
  system.addEventListener('change', changed);
  return () => {
    seen.disconnect();
    removeEventListener('load', changed);
    system.removeEventListener('change', changed);
  };
}
