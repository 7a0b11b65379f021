// Dimension cross_tests: tests about the task by other authors.
import { type Facts, type Policy, TASK_AUTHOR } from '../../contract/index.ts';
import { type AuthorShare, crossTestRows, sharesOf } from '../cross-tests.ts';
import { applies, type Dimension, type Excluded, type Verdict } from '../dimension.ts';
import { recordSteps } from '../steps.ts';

export const crossTests: Dimension = {
  id: 'cross_tests',
  title: 'Cross-tests',
  purpose: 'Correctness about the task: the new tests of every author, run on every candidate.',
  equation: [
    'share = passed / loaded      for each author: its scored tests that run on the candidate',
    'score = mean(shares) * 100',
    '',
    'A test has a vote if it does not pass on the base, passes with its author, and runs on at least one other candidate.',
    'It is scored if another candidate with a different tree passes it too; it then counts for its author as well, so that all',
    'candidates are compared by the same tests. Each author counts once, however many tests it has, authors with equal trees',
    'are one author, and equal tests of several authors count once.',
    'The examples in the text of the task are one author; an example is scored if one candidate passes it that has no integrity error.',
    'Does not apply to a run without scored tests, nor to a candidate on which none of them runs.',
    'Worked example: 1 of 2 tests of one author and 1 of 1 of another: ((1 / 2) + (1 / 1)) / 2 * 100 = 75.',
  ],

  assess(facts, policy) {
    const rows = crossTestRows(facts, policy);
    if (!rows.some(({ standing }) => standing === 'scored')) return excluded(facts, policy);
    return applies(({ name }) => {
      const shares = sharesOf(name, rows, facts);
      return shares.length === 0 ? NONE_RUNS : scoreShares(shares);
    });
  },
};

function excluded({ cross_tests: facts }: Facts, { scoring }: Policy): Excluded {
  if (!scoring.cross_tests.enabled) return { state: 'not_applicable', why: 'switched off by cross_tests.enabled = false' };
  const [missing] = (facts?.authors ?? [])
    .flatMap(({ author, incomplete }) => (incomplete === null ? [] : [`the tests of ${author}: ${incomplete}`]))
    .sort();
  if (missing !== undefined) return { state: 'unavailable', why: missing };
  return { state: 'not_applicable', why: 'no new test fails on the base and passes with two candidates' };
}

const NONE_RUNS: Verdict = { state: 'not_applicable', why: 'no scored test runs with this candidate' };

function scoreShares(shares: readonly AuthorShare[]): Verdict {
  const { steps, add } = recordSteps();
  const values = shares.map(({ author, passed, loaded }, index) =>
    add(shareName(index, author), 'passed / loaded', { passed, loaded }),
  );
  const inputs = Object.fromEntries(values.map((value, index) => [`share_${index + 1}`, value]));
  const expression = `(${Object.keys(inputs).join(' + ')}) / ${values.length} * 100`;
  const score = add('score', expression, inputs);
  return { state: 'scored', score, steps };
}

function shareName(index: number, author: string): string {
  return `share_${index + 1} (${author === TASK_AUTHOR ? 'examples of the task' : `tests of ${author}`})`;
}
