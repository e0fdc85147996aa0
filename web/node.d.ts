// What the modules that are checked here use of Node.js, so that its types need no package.
declare module 'node:crypto' {
  export function createHash(algorithm: string): {
    update(text: string): { digest(encoding: 'base64url'): string };
  };
}
declare module 'node:fs' {
  export function existsSync(path: string): boolean;
  export function readFileSync(path: string, encoding: 'utf8'): string;
}
declare module 'node:path' {
  export function basename(path: string): string;
  export function dirname(path: string): string;
}
declare module 'node:url' {
  export function fileURLToPath(url: URL): string;
}
