// The few operations that formulas are made of. Only + - * / min max and comparisons,
// so that every machine computes the same bits.
import type { Step } from '../contract/index.ts';

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/**
 * One decimal, half up: 91.25 -> 91.3.
 * The billionth lifts (23 / 80) * 100 = 28.749999999999996 to the 28.75 a person computes.
 */
export function roundHalfUp(value: number): number {
  return Math.floor(value * 10 + 0.5 + 1e-9) / 10;
}

/** Collects the arithmetic of one score so that a person can follow it line by line. */
export interface StepRecorder {
  readonly steps: Step[];
  /** Records the line and hands its value on. */
  add(name: string, expression: string, inputs: Step['inputs'], value: number): number;
}

export function recordSteps(): StepRecorder {
  const steps: Step[] = [];
  return {
    steps,
    add(name, expression, inputs, value) {
      steps.push({ name, expression, inputs, value });
      return value;
    },
  };
}
