// Simulated users with known weights. The seeds are fixed, so every number here is reproducible.
import { expect, test } from 'vitest';
import { agreement, IN_FORCE, mergeOf, type SimulatedUser, simulateRuns, weightsOf } from '../../test/simulated-user.ts';
import type { Weights } from '../contract/index.ts';
import { toChoice } from './choice.ts';
import { type ChoiceRow, toRow } from './choice-model.ts';
import { fitWeights } from './fit-weights.ts';
import { type LearnedWeights, tuneWeights } from './tune-weights.ts';

/** A user who wants fast agents and clean code. */
const WANTED = weightsOf({ build: 5, tests: 5, lint: 20, diff_scope: 5, speed: 65 });
const SEEDS = [1, 2, 3, 4];

const tune = (count: number, seed: number, user: Partial<SimulatedUser>) =>
  tuneWeights(simulateRuns(count, seed, user), [], IN_FORCE);
const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
const isProposed = ({ missing }: LearnedWeights) => missing.length === 0;

/** How many points of weight moved from one dimension to another. */
function moved(learned: Weights | null): number {
  if (learned === null) return 0;
  return Object.entries(IN_FORCE).reduce((sum, [id, weight]) => sum + Math.abs((learned[id] ?? 0) - weight), 0) / 2;
}

test('recovers known weights from blind choices, and proposes them', () => {
  const tunings = SEEDS.map((seed) => tune(40, seed, { wants: WANTED, blind: true }));
  expect(agreement(IN_FORCE, WANTED)).toBeCloseTo(0.598, 3);
  for (const tuning of tunings) {
    const learned = tuning.weights.learned ?? IN_FORCE;
    expect(agreement(learned, WANTED)).toBeGreaterThan(0.87);
    expect(learned.speed).toBeGreaterThan(25);
    expect(Object.values(learned).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(100, 9);
    expect(isProposed(tuning)).toBe(true);
  }
});

/** Only the fit, with and without the first-shown term. */
function learnedFrom(user: Partial<SimulatedUser>, change: (row: ChoiceRow) => ChoiceRow): number {
  const learnable = ['tests', 'lint', 'diff_scope', 'speed'] as const;
  const inForce = learnable.map((id) => IN_FORCE[id]);
  return mean(
    SEEDS.map((seed) => {
      const choices = simulateRuns(80, seed, user).flatMap((record) => {
        const choice = toChoice(record, IN_FORCE);
        return choice === null || typeof choice === 'string' ? [] : [choice];
      });
      const fit = fitWeights(
        choices.map((choice) => change(toRow(choice, learnable, IN_FORCE))),
        inForce,
        false,
      );
      const found = Object.fromEntries(learnable.map((id, index) => [id, fit.weights[index] ?? 0]));
      return agreement({ ...IN_FORCE, ...found }, WANTED);
    }),
  );
}

test('the first-shown term matters if 80% of the merges follow the ranking', () => {
  const following = { wants: WANTED, follows: 0.8 };
  const without = learnedFrom(following, (row) => ({ ...row, first: null }));
  const withTerm = learnedFrom(following, (row) => row);
  const blind = learnedFrom({ wants: WANTED, blind: true }, (row) => row);
  expect([without, withTerm, blind].map((share) => share.toFixed(2))).toEqual(['0.64', '0.75', '0.92']);
});

test('does not drift on noise', () => {
  for (const user of [{ wants: null }, { wants: null, follows: 0.5 }]) {
    const tunings = SEEDS.map((seed) => tune(50, seed, user));
    expect(mean(tunings.map(({ weights }) => moved(weights.learned)))).toBeLessThan(8);
    expect(tunings.filter(isProposed)).toHaveLength(0);
  }
});

test('leaves a content user alone', () => {
  for (const user of [{ follows: 0 }, { follows: 0.8 }, { blind: true }]) {
    const tunings = SEEDS.map((seed) => tune(50, seed, user));
    expect(mean(tunings.map(({ weights }) => moved(weights.learned)))).toBeLessThan(8);
    expect(tunings.filter(isProposed)).toHaveLength(0);
  }
});

test('proposes nothing more once the learned weights are in force', () => {
  const runs = simulateRuns(60, 1, { wants: WANTED, blind: true });
  const first = tuneWeights(runs, [], IN_FORCE);
  const second = tuneWeights(runs, [], first.weights.learned ?? IN_FORCE);
  expect([isProposed(first), isProposed(second)]).toEqual([true, false]);
});

test('says how many choices are missing, and learns nothing before', () => {
  const tuning = tune(19, 1, { wants: WANTED, follows: 0.9 });
  expect(tuning).toMatchObject({
    choices: { total: 19, not_first: 1, blind: 0 },
    weights: { current: IN_FORCE, learned: null },
    fit: null,
    held_out: null,
    missing: [
      '19 of 20 choices: a choice is a merge from a run with two or more mergeable candidates.',
      '1 of 5 choices that were not the first candidate shown: without them, agreement and habit look the same.',
    ],
  });
  expect(tuning.predictions.map(({ probability }) => probability)).toEqual(Array(19).fill(null));
});

test('a dimension that never differs, and one without a weight, keep their weight', () => {
  const { learnable, weights } = tuneWeights(simulateRuns(40, 1, { wants: WANTED, blind: true }), [], { ...IN_FORCE, lint: 0 });
  expect(learnable).toEqual(['tests', 'diff_scope', 'speed']);
  expect([weights.learned?.build, weights.learned?.lint, weights.learned?.cost]).toEqual([30, 0, 0]);
});

test('predicts from the eleventh choice on, in the order of the decisions', () => {
  const runs = simulateRuns(30, 1, { wants: WANTED, blind: true });
  const { predictions, held_out } = tuneWeights([...runs].reverse(), [], IN_FORCE);
  expect(predictions.map(({ run_id }) => run_id)).toEqual(runs.map(({ runId }) => runId));
  expect(predictions.map(({ probability }) => probability !== null)).toEqual([...Array(10).fill(false), ...Array(20).fill(true)]);
  expect(held_out).toMatchObject({ choices: 20 });
  expect((held_out?.better ?? 0) + (held_out?.worse ?? 0)).toBe(20);
});

test('lists what was left out, also what the caller could not read', () => {
  const [run] = simulateRuns(1, 1, {});
  if (run === undefined) throw new Error('no run');
  const forced = { ...mergeOf(run.runId, 0, 'candidate-0', {}), forced: { reason: 'urgent', failed_gates: [] } };
  const tuning = tuneWeights([{ ...run, decisions: [forced] }], [{ run_id: 'broken', reason: 'unreadable' }], IN_FORCE);
  expect(tuning.left_out).toEqual([
    { run_id: 'broken', reason: 'unreadable' },
    { run_id: run.runId, reason: 'forced' },
  ]);
});
