// Which file of the page imports which, from the parse tree of each: TypeScript's parser for `.ts`, Svelte's for the scripts
// of a component. For tests.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** The sources below a folder, tests and generated files left out; paths from that folder. */
export const sourcesIn = (root) =>
  readdirSync(root, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.(ts|svelte)$/.test(name))
    .filter((name) => !name.includes('.test.') && !name.startsWith('engine/generated/'));

/** The TypeScript of a file: all of it, or the scripts of a component. */
function scriptsOf(name, text) {
  if (!name.endsWith('.svelte')) return [text];
  const { module, instance } = parse(text, { modern: true });
  return [module, instance]
    .filter(Boolean)
    .map(({ content }) => text.slice(content.start, content.end));
}

/** Code in the markup of a component that loads another part of the page: `{#await import('…')}`. */
const LOADED_IN_MARKUP = /\{[#@][^{}]*\bimport\('([^']+)'\)/g;

/** Whether an `import` or `export … from` takes only types. */
function isTypeOnly(node) {
  const clause = node.importClause;
  if (node.isTypeOnly || clause?.isTypeOnly) return true;
  const named = clause?.namedBindings ?? node.exportClause;
  const all = named && ts.isNamespaceImport(named) ? undefined : named?.elements;
  return !clause?.name && all !== undefined && all.length > 0 && all.every((e) => e.isTypeOnly);
}

/** The imports of one script, as written: `{ to, typeOnly }`. */
function importsIn(script) {
  const found = [];
  /** Notes an import, if what is imported is written as a text. */
  const add = (to, typeOnly = false) => {
    if (to && ts.isStringLiteral(to)) found.push({ to: to.text, typeOnly });
  };
  /** Looks for imports in a node of the tree and in its children. */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
      add(node.moduleSpecifier, isTypeOnly(node));
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0]);
    else if (ts.isImportTypeNode(node)) add(node.argument.literal, true);
    else if (ts.isNewExpression(node) && node.expression.getText() === 'URL')
      add(node.arguments?.[0]);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('script.ts', script, ts.ScriptTarget.Latest, true));
  return found;
}

/** The imports of a file; those of the page itself as paths from `root`. */
export function importsOf(root, name) {
  const text = readFileSync(join(root, name), 'utf8');
  const written = scriptsOf(name, text).flatMap(importsIn);
  if (name.endsWith('.svelte'))
    for (const [, to] of text.matchAll(LOADED_IN_MARKUP)) written.push({ to, typeOnly: false });
  return written.map(({ to, typeOnly }) => ({
    from: name,
    to: to.startsWith('.') ? normalize(join(dirname(name), to)).replaceAll('\\', '/') : to,
    typeOnly,
  }));
}

/** The circles among files, each as a path of files; imports of types count like those at run time. */
export function circlesIn(files, imports) {
  const known = new Set(files);
  /** The file that a path without its ending means. */
  const fileOf = (to) =>
    [to, `${to}.ts`, `${to}.svelte`].find((path) => known.has(path.replace(/\?.*$/, '')));
  const next = new Map(files.map((name) => [name, new Set()]));
  for (const { from, to } of imports) {
    const file = fileOf(to.replace(/\?.*$/, ''));
    if (file && file !== from) next.get(from)?.add(file);
  }
  const circles = [];
  const left = new Set();
  const way = [];
  /** Follows the imports of a file, and notes each way that comes back to where it was. */
  const walk = (name) => {
    const at = way.indexOf(name);
    if (at >= 0) circles.push([...way.slice(at), name].join(' -> '));
    if (at >= 0 || left.has(name)) return;
    way.push(name);
    for (const other of next.get(name)) walk(other);
    way.pop();
    left.add(name);
  };
  for (const name of files) walk(name);
  return circles;
}
