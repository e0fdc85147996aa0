// The glossary for a lesson's text. The component that draws a text with its terms is loaded as soon as somebody uses
// the page.
import type { Component } from 'svelte';

/** A piece of text, and the prose that it is part of: a term is marked where it first stands there. */
interface InProse {
  piece: { text: string };
  prose: object;
}

class Glossary {
  /** Draws a text in which terms open their entries; null until it is loaded. */
  Terms = $state.raw<Component<InProse> | null>(null);
  #asked = false;

  /** Loads the component with the terms at the first movement of the pointer or press of a key. */
  expect() {
    if (this.#asked) return;
    this.#asked = true;
    const heard = new AbortController();
    /** Loads the component, once. */
    const load = () => {
      heard.abort();
      void import('./Terms.svelte').then((loaded) => (this.Terms = loaded.default));
    };
    for (const kind of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(kind, load, heard);
  }
}

export const glossary = new Glossary();
