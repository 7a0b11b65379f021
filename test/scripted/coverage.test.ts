// Which candidates get a run for coverage, and what its lines decide.
import { expect, test } from 'vitest';
import { createRepository, type Files } from '../temporary-repository.ts';
import type { Script } from './machine.ts';
import { nodeTest } from './node-test.ts';
import { type Scored, scoreScripted } from './score.ts';

const config = (...more: string[]) =>
  [
    '[scoring.commands]',
    'test = "node --test"',
    ...more,
    '[scoring.integrity]',
    'canary = false',
    'independent = false',
    '',
  ].join('\n');

/** `used` is tested, `unused` is not; the guard has one executed line and one that is not. */
const sourceWith = (guard: readonly string[], unused = 'n', sum = 'n + 1') =>
  [
    'export function used(n) {',
    ...guard,
    `  return ${sum};`,
    '}',
    'export function unused(n) {',
    `  return ${unused};`,
    '}',
    '',
  ].join('\n');
const REACHED = sourceWith(['  if (n < 1) {', '    return -1;', '  }']);
const MISSED = sourceWith([], 'n * 2');
const BASE: Files = {
  'hydra.toml': config(),
  'package.json': '{ "type": "module" }',
  'src/num.js': sourceWith([]),
  'test/num.test.js': `import assert from 'node:assert/strict';
import { test } from 'node:test';
import { used } from '../src/num.js';
test('adds', () => assert.equal(used(1), 2));
`,
};

/** Every line is executed but the guarded one and the second function. */
const SCRIPT: Script = async (execution) => {
  const outcome = await nodeTest()(execution);
  const source = execution.files.get('src/num.js') ?? '';
  // A module that cannot be loaded has no executed line.
  if (execution.planned.coverage === null || source.includes('function (')) return outcome;
  const lines = source.split('\n').flatMap((text, index) => {
    const isStatement = /^ +(?:return|if)/.test(text);
    return isStatement ? [`DA:${index + 1},${/return (?:-1|n|n \* 2);/.test(text) ? 0 : 1}`] : [];
  });
  return { ...outcome, coverage: { '1-lcov.info': ['TN:', 'SF:src/num.js', ...lines, 'end_of_record', ''].join('\n') } };
};

const coverageOf = ({ card }: Scored, name: string) => card.rankings.find(({ agent }) => agent === name)?.coverage;
const runsOf = ({ captures }: Scored, name: string) =>
  captures(`candidates/${name}`).filter((check) => check.endsWith('coverage'));

test('a candidate of whose changed lines no test executes any is unproven', async () => {
  const folder = createRepository(BASE, { missed: { 'src/num.js': MISSED } });
  const alone = await scoreScripted(folder, SCRIPT, ['missed']);
  expect(alone.card.verdict).toMatchObject({
    class: 'unproven',
    leaders: [],
    reason: 'no test that ran executes the changed lines of missed',
  });
  expect([runsOf(alone, 'missed'), alone.card.winner]).toEqual([['coverage'], undefined]);
});

test('measures every candidate if coverage has a weight, and none if the finding is off', async () => {
  // No test passes with `fails`; `broken` cannot be loaded.
  const fails = { 'src/num.js': sourceWith([], 'n * 2', 'n + 2') };
  const broken = { 'src/num.js': `${REACHED}export function (\n` };
  const branches = { reached: { 'src/num.js': REACHED }, fails, broken, docs: { 'README.md': 'text\n' } };
  const weighted = config('[scoring.weights]', 'coverage = 10');
  const folder = createRepository({ ...BASE, 'hydra.toml': weighted }, branches);
  const scored = await scoreScripted(folder, SCRIPT, Object.keys(branches));
  const resultOf = (name: string) => {
    const { dimensions = [] } = scored.card.rankings.find(({ agent }) => agent === name) ?? {};
    const result = dimensions.find(({ id }) => id === 'coverage')?.result;
    return result?.state === 'scored' ? result.score : result?.state;
  };
  expect(Object.keys(branches).map(resultOf)).toEqual([50, 50, 'error', 'not_applicable']);
  expect(coverageOf(scored, 'docs')).toEqual({ changed_lines: 0, executed_lines: 0, files: [] });

  const off = config('[scoring.integrity.severity]', 'change_not_tested = "off"');
  const quiet = createRepository({ ...BASE, 'hydra.toml': off }, { missed: { 'src/num.js': MISSED } });
  const unmeasured = await scoreScripted(quiet, SCRIPT, ['missed']);
  expect([runsOf(unmeasured, 'missed'), unmeasured.card.winner]).toEqual([[], 'missed']);
});
