export default {
  title: 'Toastscope in Docusaurus',
  url: 'https://example.org',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  scripts: [{ src: '/toastscope/toast-scope.js', type: 'module' }],
  presets: [
    [
      'classic',
      {
        docs: { routeBasePath: '/' },
        blog: false,
        theme: { customCss: './toastscope.css' },
      },
    ],
  ],
};
