// Light or dark: the system's choice until the reader makes another.

const system = matchMedia('(prefers-color-scheme: dark)');

class Theme {
  #chosen = $state(document.documentElement.dataset.theme ?? '');
  #system = $state(system.matches);
  dark = $derived(this.#chosen ? this.#chosen === 'dark' : this.#system);

  constructor() {
    system.addEventListener('change', () => (this.#system = system.matches));
  }

  /** Sets the theme; '' means the system's. */
  choose(to: 'light' | 'dark' | '') {
    this.#chosen = to;
    if (to) document.documentElement.dataset.theme = to;
    else delete document.documentElement.dataset.theme;
  }

  /** Switches between light and dark, and keeps the choice. */
  toggle() {
    this.choose(this.dark ? 'light' : 'dark');
    try {
      localStorage.setItem('theme', this.#chosen);
    } catch {
      // Not kept, then.
    }
  }
}

export const theme = new Theme();
