declare module '*.md?recall' {
  import type { Recall } from '../../lessons/format';
  /** What a file in the format of a lesson asks from earlier ones. */
  const questions: readonly Recall[];
  export default questions;
}
