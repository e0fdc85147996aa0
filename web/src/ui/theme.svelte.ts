// Light or dark: the system's choice until somebody says otherwise.

const system = matchMedia('(prefers-color-scheme: dark)');

class Theme {
  #chosen = $state(document.documentElement.dataset.theme ?? '');
  #system = $state(system.matches);
  dark = $derived(this.#chosen ? this.#chosen === 'dark' : this.#system);

  constructor() {
    system.addEventListener('change', () => (this.#system = system.matches));
  }

  /** Changes to the other one and keeps it. */
  toggle() {
    this.#chosen = this.dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = this.#chosen;
    try {
      localStorage.setItem('theme', this.#chosen);
    } catch {
      // Not kept, then.
    }
  }
}

export const theme = new Theme();
