import { expect, test } from 'vitest';
import { changed, finding, makePolicy, type PolicyParts } from '../../test/facts-builder.ts';
import { integrityRule } from './integrity.ts';

const findings = [
  finding('test_weakened', 'error', 'test/login.test.ts'),
  finding('test_weakened', 'error', 'test/legacy/old.test.ts'),
  finding('ci_changed', 'warning', '.github/workflows/ci.yml'),
  finding('reads_grader', 'error'),
];

const seen = (integrity: PolicyParts['integrity']) =>
  integrityRule(makePolicy({ integrity: integrity ?? {} }))({ integrity: findings, diff: { files: [] } }).map(
    ({ id, severity, place }) => [id, severity, place?.path ?? null],
  );

const weakened = ['test_weakened', 'error', 'test/login.test.ts'];
const weakenedLegacy = ['test_weakened', 'error', 'test/legacy/old.test.ts'];
const ci = ['ci_changed', 'warning', '.github/workflows/ci.yml'];
const grader = ['reads_grader', 'error', null];

test.each([
  ['as found', {}, [weakened, weakenedLegacy, ci, grader]],
  ['switched off as a whole', { enabled: false }, []],
  [
    'one id made an error',
    { severity: { ci_changed: 'error' } },
    [weakened, weakenedLegacy, ['ci_changed', 'error', ci[2]], grader],
  ],
  [
    'one id made harmless',
    { severity: { reads_grader: 'info' } },
    [weakened, weakenedLegacy, ci, ['reads_grader', 'info', null]],
  ],
  ['one id turned off', { severity: { test_weakened: 'off' } }, [ci, grader]],
  ['allowed in one folder', { allow: { test_weakened: ['test/legacy/'] } }, [weakened, ci, grader]],
  ['allowed for another id only', { allow: { ci_changed: ['test/'] } }, [weakened, weakenedLegacy, ci, grader]],
  ['a finding without a place is in no folder', { allow: { reads_grader: ['**'] } }, [weakened, weakenedLegacy, ci, grader]],
  ['ids of Object.prototype are ids like others', { severity: { constructor: 'off' } }, [weakened, weakenedLegacy, ci, grader]],
] as const)('%s', (_, integrity, expected) => {
  expect(seen(integrity as PolicyParts['integrity'])).toEqual(expected);
});

test('changes only the severity, and does not modify the facts', () => {
  const [first] = integrityRule(makePolicy({ integrity: { severity: { test_weakened: 'warning' } } }))({
    integrity: findings,
    diff: { files: [] },
  });
  expect(first).toEqual({ ...findings[0], severity: 'warning' });
  expect(findings[0]?.severity).toBe('error');
});

test.each([
  ['a protected file', ['infra/a.tf'], {}, ['infra/a.tf warning']],
  ['moved away from there', [['infra/a.tf', 'src/a.tf'] as const], {}, ['src/a.tf warning']],
  ['another file', ['src/a.ts'], {}, []],
  ['made an error', ['infra/a.tf'], { severity: { protected_path: 'error' } }, ['infra/a.tf error']],
  ['turned off', ['infra/a.tf'], { enabled: false }, []],
] as const)('protected paths: %s', (_, paths, integrity, expected) => {
  const files = paths.map((path) => {
    const [old_path, now] = typeof path === 'string' ? [null, path] : path;
    return changed(now, { old_path, status: old_path === null ? 'modified' : 'renamed' });
  });
  const policy = makePolicy({
    integrity: integrity as PolicyParts['integrity'] & {},
    diff_scope: { protected_paths: ['infra/'] },
  });
  const found = integrityRule(policy)({ integrity: [], diff: { files } });
  expect(found.map(({ id, severity, place }) => [id, `${place?.path} ${severity}`])).toEqual(
    expected.map((text) => ['protected_path', text]),
  );
});
