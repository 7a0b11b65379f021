import { expect, test } from 'vitest';
import { IN_FORCE } from '../../test/simulated-user.ts';
import type { Tuning } from '../contract/index.ts';
import { renderTuning } from './render-tuning.ts';

const PLAIN = { colour: false, appliedTo: null };

const TUNING: Tuning = {
  choices: { total: 21, not_first: 6, blind: 1 },
  left_out: [
    { run_id: 'a', reason: 'forced' },
    { run_id: 'b', reason: 'level' },
    { run_id: 'c', reason: 'level' },
  ],
  weights: { current: IN_FORCE, learned: { ...IN_FORCE, lint: 20.5, diff_scope: 9.5 } },
  learnable: ['tests', 'lint', 'diff_scope', 'speed'],
  fit: { first_shown: 1.25, sharpness: 0.2 },
  held_out: { choices: 11, log_loss: { current: 0.7, learned: 0.55 }, better: 11, worse: 0, p_value: 1 / 2048 },
  predictions: [
    { run_id: 'r0', merged: 'a', shown_first: true, blind: false, probability: null },
    { run_id: 'r1', merged: 'a\u001b[31m', shown_first: false, blind: false, probability: { current: 0.25, learned: 0.5 } },
    { run_id: 'r2', merged: 'b', shown_first: true, blind: true, probability: { current: 0.5, learned: 0.75 } },
  ],
  past_runs: {
    compared: 30,
    changes: [
      { run_id: 'r1', current: 'a', learned: 'b', merged: 'b' },
      { run_id: 'r2', current: null, learned: 'c', merged: null },
    ],
  },
  missing: [],
};

test('renders choices, weights, held-out choices, predictions, past runs and the proposal', () => {
  expect(renderTuning(TUNING, PLAIN)).toBe(`21 choices: 6 not the first candidate shown, 1 blind.
Left out: 1 forced merge, 2 level runs.

dimension   current  learned  change
build          30.0     30.0
tests          30.0     30.0
lint           15.0     20.5    +5.5
diff_scope     15.0      9.5    -5.5
speed          10.0     10.0
Never different between the candidates of a choice: build.

Held-out choices, each predicted from earlier ones
  log-loss of 11: 0.700 with the current weights, 0.550 with learned ones
  learned weights better in 11, worse in 0: sign test p < 0.001
  first-shown term 1.25, 0.200 per point of the total

Predicted probability of the merged candidate
run  merged       shown      current  learned
r1   a\\u001b[31m  not first     0.25     0.50
r2   b            blind         0.50     0.75

Past runs: the winner changes in 2 of 30
  r1  b instead of a (merged: b)
  r2  c instead of no winner

Proposal: \`hydra tune --apply\` writes the learned weights into the configuration
  file.
`);
});

test('names the file that was written, and the next step', () => {
  expect(renderTuning(TUNING, { colour: false, appliedTo: 'sub/hydra.toml' })).toMatch(
    /\n\nWrote the learned weights to sub\/hydra\.toml\. Commit it: a run uses the file of\n {2}its base\.\n$/,
  );
});

test('says what is missing, and shows no weights without learned ones', () => {
  const none = { ...TUNING, weights: { current: IN_FORCE, learned: null }, fit: null, held_out: null };
  const missing = ['14 of 20 choices: a choice is a merge.', 'More.'];
  expect(renderTuning({ ...none, left_out: [], past_runs: { compared: 0, changes: [] }, missing }, PLAIN)).toBe(
    `21 choices: 6 not the first candidate shown, 1 blind.

No proposal. What is missing:
  14 of 20 choices: a choice is a merge.
  More.
`,
  );
});

test('shows the last 20 predictions and changes, and says how many more there are', () => {
  const many = <Entry>(entry: Entry) => Array.from({ length: 25 }, () => entry);
  const [, prediction] = TUNING.predictions;
  const [change] = TUNING.past_runs.changes;
  if (prediction === undefined || change === undefined) throw new Error('no samples');
  const text = renderTuning(
    { ...TUNING, predictions: many(prediction), past_runs: { compared: 30, changes: many(change) } },
    PLAIN,
  );
  expect(text.split('\n').filter((line) => line.startsWith('r1 '))).toHaveLength(20);
  expect(text.match(/and 5 earlier ones: `hydra tune --json` has them all/g)).toHaveLength(2);
});
