// What is used of papaparse, which brings no types.
declare module 'papaparse' {
  interface Results {
    data: string[][];
    errors: { code: string; message: string; row?: number }[];
    /** `cursor`: characters read so far; how values and lines are delimited. */
    meta: { cursor: number; delimiter: string; linebreak: string };
  }
  interface Parser {
    /** Parses a text; the last row is left out if `ignoreLastRow`, since it may go on. */
    parse: (text: string, baseIndex: number, ignoreLastRow: boolean) => Results;
    abort: () => void;
  }
  const Papa: {
    parse: (text: string, options: { delimiter: string; preview: number }) => Results;
    /** `step` gets the rows one by one. */
    Parser: new (options: {
      delimiter: string;
      newline: string;
      step: (results: Results) => void;
    }) => Parser;
  };
  export default Papa;
}
