// The score of a dimension in words. The steps of the calculation remain the exact form.
import type { Step } from '../contract/index.ts';
import { counted } from './words.ts';

/** start: what the score begins with. change: points that are added to it. part: a score of its own, with a weight in the whole. */
export interface ScoreLine {
  kind: 'start' | 'change' | 'part';
  text: string;
  points: number;
}

/** Null if the steps of the dimension have no form in words. */
export function scoreInWords(id: string, steps: readonly Step[]): ScoreLine[] | null {
  const words = WORDS[id];
  const lines = words === undefined ? null : words(new StepValues(steps));
  return lines === null || lines.length === 0 ? null : lines;
}

class StepValues {
  readonly #steps: readonly Step[];

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** Null if there is no such step. */
  value(name: string): number | null {
    return this.#steps.find((step) => step.name === name)?.value ?? null;
  }

  input(name: string, input: string): number {
    return Number(this.#steps.find((step) => step.name === name)?.inputs[input] ?? 0);
  }

  named(pattern: RegExp): Step[] {
    return this.#steps.filter(({ name }) => pattern.test(name));
  }
}

const WORDS: Readonly<Partial<Record<string, (steps: StepValues) => ScoreLine[] | null>>> = {
  build: (steps) => {
    const targets = steps.input('score', 'targets');
    const score = steps.value('score') ?? 0;
    if (targets === 0) return [start(score > 0 ? 'the build passes' : 'the build fails', score)];
    return [start(`${steps.input('score', 'passed_targets')} of ${counted(targets, 'build target')} pass`, score)];
  },
  tests: testLines,
  acceptance: (steps) => [
    start(
      `${steps.input('score', 'passed')} of ${counted(steps.input('score', 'tests'), 'acceptance test')} pass`,
      steps.value('score') ?? 0,
    ),
  ],
  cross_tests: (steps) =>
    steps
      .named(/^share_\d+ /)
      .map(({ name, inputs, value }) =>
        part(
          `${Number(inputs.passed)} of ${Number(inputs.loaded)} ${name.replace(/^share_\d+ \((.*)\)$/, '$1')} pass`,
          value * 100,
        ),
      ),
  lint: (steps) => {
    const changes = [
      ...lost(steps.input('score', 'new_errors'), 'new error', -12),
      ...lost(steps.input('score', 'new_warnings'), 'new warning', -2),
      ...lost(steps.input('score', 'resolved'), 'finding fewer than on the base', 1, 'findings fewer than on the base'),
    ];
    const first = start(changes.length === 0 ? 'no new lint findings' : 'without new findings', 100);
    return limited([first, ...changes], steps.value('score'));
  },
  diff_scope: (steps) => [
    ...sizeLine(steps, 'churn_score', 'counted line'),
    ...sizeLine(steps, 'files_score', 'file'),
    ...valueLine(steps, 'scope_violation_score', 'of the change is inside the allowed paths'),
    ...(steps.input('score', 'protected_touched') > 0 ? [part('touches a protected path, so the score is at most 30', 30)] : []),
  ],
  coverage: (steps) => [
    start(
      `tests execute ${steps.input('score', 'executed_lines')} of ${counted(steps.input('score', 'changed_lines'), 'changed line')}`,
      steps.value('score') ?? 0,
    ),
  ],
};

function testLines(steps: StepValues): ScoreLine[] {
  const passed = steps.input('pass_rate', 'A_pass');
  const executed = steps.input('pass_rate', 'executed');
  const regression = steps.input('reg_penalty', 'regression');
  const penalty = steps.value('reg_penalty') ?? 0;
  const bonus = steps.value('new_test_bonus') ?? 0;
  const lines = [
    start(`${passed} of ${counted(executed, 'test')} pass`, (steps.value('pass_rate') ?? 0) * 100),
    ...(penalty > 0
      ? [change(`${counted(regression, 'test')} that passed on the base ${regression === 1 ? 'is' : 'are'} broken`, -penalty)]
      : []),
    ...(bonus > 0 ? [change(counted(steps.input('new_test_bonus', 'new_tests'), 'new test'), bonus)] : []),
  ];
  return limited(lines, steps.value('score_after_drop') ?? steps.value('score'));
}

/** Lines as diff scope counts them: code in one layout has another number of lines than its diff. */
function sizeLine(steps: StepValues, name: string, one: string): ScoreLine[] {
  const value = steps.value(name);
  if (value === null) return [];
  return [part(`${counted(steps.input(name, 'x'), one)}, soft limit ${steps.input(name, 'soft')}`, value)];
}

function valueLine(steps: StepValues, name: string, text: string): ScoreLine[] {
  const value = steps.value(name);
  return value === null ? [] : [part(`${value.toFixed(0)}% ${text}`, value)];
}

function lost(count: number, one: string, points: number, many = `${one}s`): ScoreLine[] {
  return count === 0 ? [] : [change(`${count} ${count === 1 ? one : many}`, count * points)];
}

/** Adds the line that explains why the sum is not the score. */
function limited(lines: readonly ScoreLine[], score: number | null): ScoreLine[] {
  const sum = lines.reduce((total, { points }) => total + points, 0);
  const apart = (score ?? sum) - sum;
  if (Math.abs(apart) < 1e-9) return [...lines];
  return [
    ...lines,
    change(sum > 100 ? 'a score is at most 100' : sum < 0 ? 'a score is at least 0' : 'too many tests dropped', apart),
  ];
}

function start(text: string, points: number): ScoreLine {
  return { kind: 'start', text, points };
}

function change(text: string, points: number): ScoreLine {
  return { kind: 'change', text, points };
}

function part(text: string, points: number): ScoreLine {
  return { kind: 'part', text, points };
}
