// What is used of papaparse, which brings no types.
declare module 'papaparse' {
  interface Chunk {
    data: string[][];
    errors: { code: string; message: string; row?: number }[];
    /** `cursor`: characters read so far. */
    meta: { cursor: number };
  }
  interface Options {
    delimiter: string;
    chunkSize: number;
    chunk: (results: Chunk) => void;
    complete: () => void;
    error: (error: Error) => void;
  }
  const Papa: { parse: (input: Blob, options: Options) => void };
  export default Papa;
}
