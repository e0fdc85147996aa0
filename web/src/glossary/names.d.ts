declare module 'virtual:glossary-names' {
  /** How each term stands in texts, by the place of its entry. */
  const names: string[][];
  export default names;
}
