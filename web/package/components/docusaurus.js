// A component for Docusaurus: <toast-scope> with the picture and the words of its step in the page that the server makes.
//
//   import Toastscope from 'toastscope/docusaurus';
//
//   <Toastscope lesson="pointer" step={1} view="row" controls="minimal" />
import useBaseUrl from '@docusaurus/useBaseUrl';
import { createElement, useEffect } from 'react';
import words from '#words';
import { attributesOf, insideOf } from '../dist/components/markup.js';

/** A component that takes all of the element's attributes as props. `children` replace the picture and the words. */
export default function Toastscope({ base, children, className, id, style, ...given }) {
  const beside = useBaseUrl('/toastscope/');
  const folder = base ?? beside;
  useEffect(() => {
    // Only browsers define elements.
    import('../dist/index.js').then(({ define }) => define());
  }, []);
  const shared = { ...attributesOf({ ...given, base: folder, id, class: className }), style };
  if (children) return createElement('toast-scope', shared, children);
  return createElement('toast-scope', {
    ...shared,
    // A browser has no words to compare with those of the server.
    suppressHydrationWarning: true,
    dangerouslySetInnerHTML: { __html: insideOf(given, folder, words) },
  });
}
