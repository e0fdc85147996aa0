// The examples: how each is built with its own tool, where its pages come to lie, and what is looked at in them.
// The commands run in a copy of the example's folder; FRAME stands for the packed package's files.

/** @typedef {'page' | 'component' | 'reveal' | 'slidev' | 'marp'} Look */

/**
 * `tool` names the package whose version is told; `needs` what it is installed by, beside npm; `frame` the folder that
 * the package's files are copied to; `build` the commands; `site` what is served; `look` how it is looked at;
 * `tag` the page that has the tag beside a component.
 */
export const EXAMPLES = [
  { name: 'plain', tool: '', frame: 'toastscope', build: [], site: '.', look: 'page' },
  {
    name: 'reveal',
    tool: 'reveal.js',
    frame: 'toastscope',
    build: [],
    site: '.',
    look: 'reveal',
  },
  {
    name: 'slidev',
    tool: '@slidev/cli',
    frame: 'public/toastscope',
    build: [['npm', 'run', 'build', '--silent']],
    site: 'dist',
    look: 'slidev',
  },
  {
    name: 'marp',
    tool: '@marp-team/marp-cli',
    frame: 'toastscope',
    build: [['npm', 'run', 'build', '--silent']],
    site: '.',
    look: 'marp',
  },
  {
    name: 'mkdocs-material',
    tool: 'mkdocs-material',
    needs: 'pip',
    frame: 'docs/toastscope',
    build: [['venv/bin/mkdocs', 'build', '--quiet', '--strict']],
    site: 'site',
    look: 'page',
  },
  {
    name: 'vitepress',
    tool: 'vitepress',
    frame: 'public/toastscope',
    build: [['npm', 'run', 'build', '--silent']],
    site: '.vitepress/dist',
    look: 'component',
    tag: 'tag.html',
  },
  {
    name: 'docusaurus',
    tool: '@docusaurus/core',
    frame: 'static/toastscope',
    build: [['npm', 'run', 'build', '--silent']],
    site: 'build',
    look: 'component',
    tag: 'tag/',
  },
  {
    name: 'starlight',
    tool: '@astrojs/starlight',
    frame: 'public/toastscope',
    build: [['npm', 'run', 'build', '--silent']],
    site: 'dist',
    look: 'component',
    tag: 'tag/',
  },
  {
    name: 'sphinx',
    tool: 'sphinx',
    needs: 'pip',
    frame: '_static/toastscope',
    build: [['venv/bin/sphinx-build', '--quiet', '--fail-on-warning', '.', 'site']],
    site: 'site',
    look: 'page',
  },
  {
    name: 'antora',
    tool: 'antora',
    frame: 'ui/toastscope',
    // Antora reads what is committed.
    build: [
      ['git', 'init', '--quiet'],
      ['git', 'add', 'docs'],
      ['git', '-c', 'user.name=-', '-c', 'user.email=-', 'commit', '--quiet', '-m', 'docs'],
      ['npm', 'run', 'build', '--silent'],
    ],
    site: 'site',
    at: 'handbook/index.html',
    look: 'page',
  },
  {
    name: 'mdbook',
    tool: 'mdbook',
    needs: 'cargo',
    frame: 'src/toastscope',
    build: [['../cargo/bin/mdbook', 'build']],
    site: 'site',
    look: 'page',
  },
];

/** mdBook is no package of npm or PyPI: its version stands here. */
export const CARGO = { mdbook: '0.5.4' };
