// What a harness gets and returns.
import type { Probe } from '../../contract/index.ts';

/** A call, and what must be in scope. */
export interface CallToMake {
  probe: Pick<Probe, 'id' | 'call'>;
  /** Import statements of the language; empty when the call needs none. */
  imports: string;
  /** The file that the imports are from: relative ones are resolved from its folder. Null for the root of the tree. */
  importsPath: string | null;
  /** Statements between the imports and the call; usually empty. */
  setup?: string;
}

/** One test that never fails. */
export interface AnswersTest {
  /** What the file declares before the test. */
  support: string;
  /** The statements of the test, without indentation. */
  body: string;
  /** Whether the body contains `await`. */
  isAsync: boolean;
}
