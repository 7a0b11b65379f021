// An example in the text of a task: a call or command, and what the text says it gives.

export type ExampleLanguage = 'python' | 'javascript' | 'typescript' | 'go' | 'rust' | 'shell';

/**
 * How the text states it.
 * doctest: `>>> call` and its output. comment: `call // => value`. equation: `f(x) = y`, `f(x) -> y`. assertion: a statement that
 * must hold. test: a whole test in a runner's form. report: code followed by "Expected ... Actual ...". sentence: code, verb, code.
 * transcript: `$ command` and its output.
 */
export type ExampleForm = 'doctest' | 'comment' | 'equation' | 'assertion' | 'test' | 'report' | 'sentence' | 'transcript';

export type ExpectedResult =
  /** Source code of a value. */
  | { kind: 'value'; code: string }
  /** What the call prints. */
  | { kind: 'output'; text: string }
  /** The class of the error if the text names one. */
  | { kind: 'error'; name: string | null }
  /** The code is an assertion or a whole test: it must not fail. */
  | { kind: 'holds' };

export interface TaskExample {
  /** 1, 2, 3, ... in the order of the text. */
  number: number;
  language: ExampleLanguage;
  form: ExampleForm;
  /** The first and last line in the text, from 1. */
  lines: readonly [number, number];
  /** Imports of the example itself; empty when it has none. */
  imports: string;
  /** Statements that run before the call; empty when there are none. */
  setup: string;
  /** The expression, the assertion, the whole test or the command. */
  call: string;
  expected: ExpectedResult;
}
