// Dimension tests: whether tests that passed still pass, and the share that passes.

import { contestedRule } from '../contested-tests.ts';
import { applies, candidateUnmeasured, type Dimension, excludedByBaseline } from '../dimension.ts';
import { recordSteps, type StepRecorder } from '../steps.ts';
import { compareTests, type TestComparison } from '../test-regression.ts';

export const tests: Dimension = {
  id: 'tests',
  title: 'Tests',
  purpose: 'Correctness and regression control: breaking a passing test costs more than adding no tests.',
  equation: [
    'executed       = A_total - excused_failed + dropped   by identity: the tests that either side ran',
    '                 max(A_total, B_total)                by count',
    '                 without dropped and B_total with [scoring.tests] dropped = "ignore"',
    'pass_rate      = if executed == 0 then 0 else A_pass / executed',
    '                 1 if executed == 0 because every test of the base is excused',
    'regression     = regressed - excused                  by identity',
    '                 max(0, B_pass - A_pass)              by count',
    'reg_penalty    = if B_pass == 0 then 0 else (regression / B_pass) * 60',
    'new_test_bonus = if new_tests > 0 then min(10, new_tests * 0.5) else 0',
    'score          = clamp((pass_rate * 100) - reg_penalty + new_test_bonus, 0, 100)',
    '',
    'A is the candidate, B the base; totals count executed tests, not skipped ones.',
    'Contested tests are excused: they count neither as passed nor as a regression. A test is contested if it passes on the',
    'base, fails with the candidate as the base has it, and passes as the candidate changed it.',
    'A deleted or skipped test is excused only by consensus or `may_change`, a rejected one never.',
    'Worked example: base 10 of 10, candidate 8 of 10: 0.8 * 100 - (2 / 10) * 60 + 0 = 68.',
  ],

  assess(facts, policy) {
    const baseline = facts.baseline.tests;
    if (baseline.state !== 'measured') return excludedByBaseline(baseline, 'test');
    const contestedIn = contestedRule(facts, policy);
    const { dropped, fail_on_drop_percent: maxDrop } = policy.scoring.tests;

    return applies(({ tests: candidate }) => {
      if (candidate.state !== 'measured') return candidateUnmeasured(candidate, 'test');
      const recorder = recordSteps();
      const comparison = compareTests(baseline, candidate, contestedIn, policy);
      const formula = scoreComparison(comparison, dropped === 'count_as_failed', recorder);
      const score = maxDrop === null ? formula : zeroOnDrop(formula, comparison, maxDrop, recorder);
      return { state: 'scored', score, steps: recorder.steps };
    });
  },
};

function scoreComparison(comparison: TestComparison, countDropped: boolean, recorder: StepRecorder): number {
  const { passed: A_pass, basePassed: B_pass } = comparison;
  const executed = countExecuted(comparison, countDropped, recorder);
  const { add } = recorder;
  const ofNone = comparison.excused > 0 ? 1 : 0;
  const passRate = add('pass_rate', `if executed == 0 then ${ofNone} else A_pass / executed`, { A_pass, executed });
  const regression = countRegression(comparison, recorder);
  const penalty = add('reg_penalty', 'if B_pass == 0 then 0 else (regression / B_pass) * 60', { regression, B_pass });
  const newTests = comparison.added;
  const bonus = add('new_test_bonus', 'if new_tests > 0 then min(10, new_tests * 0.5) else 0', { new_tests: newTests });
  return add('score', 'clamp((pass_rate * 100) - reg_penalty + new_test_bonus, 0, 100)', {
    pass_rate: passRate,
    reg_penalty: penalty,
    new_test_bonus: bonus,
  });
}

/** The denominator keeps the tests that ran on the base, so that deleting a failing test gains nothing. */
function countExecuted(comparison: TestComparison, countDropped: boolean, { add }: StepRecorder): number {
  const { total: A_total, baseTotal: B_total, dropped, excusedFailed: excused_failed } = comparison;
  if (comparison.by === 'count') {
    if (!countDropped) return add('executed', 'A_total', { A_total });
    return add('executed', 'max(A_total, B_total)', { A_total, B_total });
  }
  if (!countDropped) return add('executed', 'A_total - excused_failed', { A_total, excused_failed });
  return add('executed', 'A_total - excused_failed + dropped', { A_total, excused_failed, dropped });
}

function countRegression(comparison: TestComparison, { add }: StepRecorder): number {
  const { regression, excused, basePassed: B_pass, passed: A_pass } = comparison;
  if (comparison.by === 'count') return add('regression', 'max(0, B_pass - A_pass)', { B_pass, A_pass });
  return add('regression', 'regressed - excused', { regressed: regression + excused, excused });
}

function zeroOnDrop(score: number, comparison: TestComparison, maxDrop: number, { add }: StepRecorder): number {
  const { dropped, baseTotal: B_total } = comparison;
  const drop = add('drop_percent', 'if B_total == 0 then 0 else (dropped * 100) / B_total', { dropped, B_total });
  return add('score_after_drop', 'if drop_percent > fail_on_drop_percent then 0 else score', {
    drop_percent: drop,
    fail_on_drop_percent: maxDrop,
    score,
  });
}
