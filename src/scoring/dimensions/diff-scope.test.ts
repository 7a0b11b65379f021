import { describe, expect, test } from 'vitest';
import { changed, makeCandidate, makeFacts, makePolicy, scoreBy } from '../../../test/facts-builder.ts';
import type { ChangedFile, Policy } from '../../contract/index.ts';
import { diffScope } from './diff-scope.ts';

type Limits = Partial<Policy['scoring']['diff_scope']>;

const score = (files: ChangedFile[], limits: Limits = {}) =>
  scoreBy(diffScope, makeFacts({ candidates: [makeCandidate({ files })] }), makePolicy({ diff_scope: limits }));
const inFiles = (count: number, lines: number) =>
  Array.from({ length: count }, (_, index) => changed(`src/${index}.ts`, { lines }));

test('an empty diff scores 0', () => {
  expect(score([])).toBe(0);
});

describe('scores churn in one file with a soft limit of 800', () => {
  test.each([
    [1, 100],
    [200, 100],
    [500, 90],
    [800, 80],
    [1200, 60],
    [1600, 40],
    [2399, 0.05],
    [2400, 0],
    [9000, 0],
  ])('scores churn of %i lines as %d', (lines, churnScore) => {
    expect(score([changed('src/a.ts', { lines })])).toBeCloseTo((50 * churnScore + 25 * 100) / 75, 10);
  });
});

describe('scores files of one line each with a soft limit of 20', () => {
  test.each([
    [5, 100],
    [8, 96],
    [20, 80],
    [40, 40],
    [60, 0],
    [70, 0],
  ])('scores %i files as %d', (count, filesScore) => {
    expect(score(inFiles(count, 1))).toBeCloseTo((50 * 100 + 25 * filesScore) / 75, 10);
  });
});

test('scores the documented example: 500 lines in 5 files', () => {
  expect(score(inFiles(5, 100))).toBe((50 * 90 + 25 * 100) / 75);
});

test('removed lines count like added ones', () => {
  expect(score([changed('src/a.ts', { added: 300, removed: 200 })])).toBe((50 * 90 + 25 * 100) / 75);
});

describe('files that a reviewer does not read', () => {
  test.each(['lockfile', 'generated', 'vendored', 'binary'] as const)('a %s file adds neither churn nor a file', (fileClass) => {
    expect(score([...inFiles(5, 100), changed('big', { lines: 50_000, class: fileClass })])).toBe((50 * 90 + 25 * 100) / 75);
    expect(score([changed('big', { lines: 50_000, class: fileClass })])).toBe(100);
  });

  test('ignores white space changes, unless normalize = "none"', () => {
    const formatted = [changed('src/a.ts', { added: 4000, removed: 4000, added_normalized: 300, removed_normalized: 200 })];
    expect(score(formatted)).toBe((50 * 90 + 25 * 100) / 75);
    expect(score(formatted, { normalize: 'none' })).toBe((50 * 0 + 25 * 100) / 75);
  });
});

describe('normalize = "syntax"', () => {
  const bySyntax = (files: ChangedFile[], limits: Limits = {}) => {
    const facts = makeFacts({ candidates: [makeCandidate({ files })] });
    const policy = makePolicy({ diff_scope: { normalize: 'syntax', ...limits } });
    const assessment = diffScope.assess(facts, policy, new Set());
    const verdict = assessment.state === 'applies' && facts.candidates[0] ? assessment.score(facts.candidates[0]) : null;
    return verdict?.state === 'scored' ? verdict : null;
  };
  const reformatted = changed('src/a.ts', { added: 4000, removed: 4000, syntax: { added: 0, removed: 0, moved: 0 } });
  const edited = changed('src/b.ts', { lines: 900, syntax: { added: 300, removed: 250, moved: 100 } });
  const prose = changed('README.md', { added: 70, removed: 30, added_normalized: 40, removed_normalized: 10 });

  test('counts lines with changed tokens, moved lines once, and other files without white space', () => {
    expect(bySyntax([reformatted])?.score).toBe(100);
    const verdict = bySyntax([reformatted, edited, prose]);
    expect(verdict?.score).toBe((50 * 90 + 25 * 100) / 75);
    expect(verdict?.steps[0]).toEqual({
      name: 'churn',
      expression: 'added_token_lines + removed_token_lines - moved_lines + other_lines',
      inputs: { added_token_lines: 300, removed_token_lines: 250, moved_lines: 100, other_lines: 50 },
      value: 500,
    });
  });

  test('code that leaves a forbidden file counts there, too', () => {
    const files = [
      changed('lib/a.ts', { syntax: { added: 0, removed: 10, moved: 10 } }),
      changed('src/a.ts', { syntax: { added: 30, removed: 0, moved: 0 } }),
    ];
    const verdict = bySyntax(files, { allowed_paths: ['src/'] });
    expect(verdict?.steps.find(({ name }) => name === 'scope_violation_score')).toMatchObject({
      inputs: { allowed_lines: 30, changed_lines: 40 },
      value: 75,
    });
  });
});

describe('protected paths', () => {
  const limits = { protected_paths: ['infra/', 'scripts/release/'] };

  test.each([
    ['a change', [changed('infra/main.tf')]],
    ['a change deep inside', [changed('src/a.ts'), changed('scripts/release/ci/publish.sh')]],
    ['a file moved in', [changed('infra/a.ts', { status: 'renamed', old_path: 'src/a.ts' })]],
    ['a file moved out', [changed('src/a.ts', { status: 'renamed', old_path: 'infra/a.ts' })]],
    ['a binary file', [changed('infra/logo.png', { class: 'binary', lines: 0 })]],
    ['a deleted file', [changed('infra/main.tf', { status: 'deleted' })]],
  ])('%s caps the score at 30', (_, files) => {
    expect(score(files, limits)).toBe(30);
  });

  test('the cap never raises a score', () => {
    const huge = [...inFiles(58, 50), changed('infra/main.tf', { lines: 10 })];
    const uncapped = score(huge);
    expect(uncapped).toBeLessThan(30);
    expect(score(huge, limits)).toBe(uncapped);
  });

  test.each([
    ['a neighbour with a similar name', [changed('infrastructure/main.tf')]],
    ['the same name elsewhere', [changed('src/infra/main.ts')]],
    ['a copy, which leaves its origin alone', [changed('src/a.ts', { status: 'copied', old_path: 'infra/a.ts' })]],
  ])('%s does not cap it', (_, files) => {
    expect(score(files, limits)).toBe(100);
  });
});

describe('allowed paths', () => {
  const limits = { allowed_paths: ['src/'] };

  test.each([
    ['all inside', [changed('src/a.ts')], 100],
    ['all outside', [changed('docs/a.md')], 0],
    ['three quarters of the churn inside', [changed('src/a.ts', { lines: 30 }), changed('docs/a.md', { lines: 10 })], 75],
    ['moved out of the scope', [changed('docs/a.ts', { status: 'renamed', old_path: 'src/a.ts' })], 0],
    ['moved into the scope', [changed('src/a.ts', { status: 'renamed', old_path: 'lib/a.ts' })], 0],
    ['copied into the scope', [changed('src/a.ts', { status: 'copied', old_path: 'lib/a.ts' })], 100],
    [
      'a lockfile outside is no churn',
      [changed('src/a.ts'), changed('package-lock.json', { class: 'lockfile', lines: 900 })],
      100,
    ],
    ['no churn at all: by files', [changed('src/a.png', { class: 'binary' }), changed('docs/b.png', { class: 'binary' })], 50],
  ])('%s', (_, files, scopeScore) => {
    expect(score(files, limits)).toBe((50 * 100 + 25 * 100 + 25 * scopeScore) / 100);
  });

  test('without any, the weights of the other parts are renormalized', () => {
    expect(score([changed('docs/a.md', { lines: 500 })])).toBe((50 * 90 + 25 * 100) / 75);
    expect(score([changed('src/a.md', { lines: 500 })], limits)).toBe((50 * 90 + 25 * 100 + 25 * 100) / 100);
  });
});

test('soft limits come from the policy', () => {
  expect(score([changed('src/a.ts', { lines: 10 })], { max_churn_soft: 10 })).toBeCloseTo((50 * 80 + 25 * 100) / 75, 10);
  expect(score(inFiles(2, 1), { max_files_soft: 1 })).toBeCloseTo((50 * 100 + 25 * 40) / 75, 10);
});
