export default {
  title: 'Toastscope in Docusaurus',
  url: 'https://example.org',
  baseUrl: '/',
  onBrokenLinks: 'throw',
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false }]],
};
