// What came of a step: its results and answers are read from what psql printed.
import { NoAnswer, takeValue, type Value } from './answer';
import { knobValues, type Chosen } from './knobs';
import { inOrder, type Guess, type Step } from './format';
import { readResults, type Results } from './psql-output';

/** What came of a step. */
export interface Outcome {
  /** What psql printed. */
  printed: string;
  results: Results;
  /** By guess; null where no answer could be taken, and why. */
  answers: Map<Guess, { value: Value } | { missing: string }>;
}

/** Reads a step's values from its output, and adds those with names to `values`. */
export function readOutcome(
  step: Step,
  printed: string,
  values: Map<string, Value>,
  chosen: Chosen = new Map(),
): Outcome {
  for (const [name, value] of knobValues(step.knobs, chosen)) values.set(name, value);
  const results = readResults(printed);
  const answers: Outcome['answers'] = new Map();
  for (const item of inOrder(step)) {
    try {
      const value = takeValue(item.take, results, values);
      if (item.name) values.set(item.name, value);
      if ('question' in item) answers.set(item as Guess, { value });
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      if ('question' in item) answers.set(item as Guess, { missing: error.message });
    }
  }
  return { printed, results, answers };
}
