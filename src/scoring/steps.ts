// Records the computation of one score line by line, for the reader.
import type { Step } from '../contract/index.ts';
import { evaluate } from './expression.ts';

export interface StepRecorder {
  readonly steps: Step[];
  /** Computes the expression, records the step and returns its value. */
  add(name: string, expression: string, inputs: Step['inputs']): number;
}

export function recordSteps(): StepRecorder {
  const steps: Step[] = [];
  return {
    steps,
    add(name, expression, inputs) {
      const value = Number(evaluate(expression, inputs));
      steps.push({ name, expression, inputs, value });
      return value;
    },
  };
}
