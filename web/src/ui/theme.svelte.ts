// Light or dark: the system's choice until somebody says otherwise.

const system = matchMedia('(prefers-color-scheme: dark)');

class Theme {
  #chosen = $state(document.documentElement.dataset.theme ?? '');
  #system = $state(system.matches);
  dark = $derived(this.#chosen ? this.#chosen === 'dark' : this.#system);

  constructor() {
    system.addEventListener('change', () => (this.#system = system.matches));
  }

  /** Shows this one from now on; '' is the system's. */
  choose(to: 'light' | 'dark' | '') {
    this.#chosen = to;
    if (to) document.documentElement.dataset.theme = to;
    else delete document.documentElement.dataset.theme;
  }

  /** Changes to the other one and keeps it. */
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
