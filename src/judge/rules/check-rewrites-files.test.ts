import { expect, test } from 'vitest';
import { evidenceOf, spelled } from '../../../test/evidence-builder.ts';
import type { CandidateEvidence, CaptureFacts } from '../integrity/evidence.ts';
import { findIntegrity } from '../integrity/index.ts';

const QUIET = { ended: 'exited', outputBytes: 0, leftBehind: 0, strays: [] };
const capture = (check: string, written: Partial<CaptureFacts>): CaptureFacts => ({ ...QUIET, check, ...written });

function alarmsOf(captures: CaptureFacts[], base: CaptureFacts[] = [], changed: string[] = []): string[] {
  const diff = { files: changed.map((path) => ({ path })) } as unknown as CandidateEvidence['diff'];
  const all = findIntegrity(evidenceOf({}, { captures, baselineCaptures: base, diff })).map(spelled);
  return all.filter((alarm) => alarm.endsWith('check_rewrites_files'));
}

const TEST_FILE = 'test/parse.test.js';

test.each<[string, string, Partial<CaptureFacts>]>([
  ['a test that the build rewrites', 'build', { rewritten: [TEST_FILE] }],
  ['a test that a build target rewrites', 'build.web', { rewritten: [TEST_FILE] }],
  ['a snapshot that the tests rewrite', 'test', { rewritten: ['test/__snapshots__/a.snap'] }],
  ['settings that the pinned tests rewrite', 'pinned-test', { rewritten: ['vitest.config.ts'] }],
  ['a manifest with scripts', 'build', { rewritten: ['package.json'] }],
  ['a runner hook that the build creates', 'build', { created: ['conftest.py'] }],
  ['a test that the build creates', 'build', { created: ['test/other.test.js'] }],
  ['a dependency that the build changes', 'build', { created: ['node_modules/assert-plus/index.js'] }],
])('reports %s', (_, check, written) => {
  expect(alarmsOf([capture(check, written)])).toEqual(['error check_rewrites_files']);
});

test.each<[string, CaptureFacts[], string[]]>([
  ['a source that the build formats', [capture('build', { rewritten: ['src/parse.js'] })], ['info check_rewrites_files']],
  ['a test that the linter fixes', [capture('lint', { rewritten: [TEST_FILE] })], ['info check_rewrites_files']],
  [
    'a fixture that its own tests write',
    [capture('pinned-test', {}), capture('test', { rewritten: ['test/fixtures/out.json'] })],
    ['info check_rewrites_files'],
  ],
  ['generated code between the dependencies', [capture('build', { created: ['node_modules/.client/index.js'] })], []],
])('does not report %s as an error', (_, captures, expected) => {
  expect(alarmsOf(captures)).toEqual(expected);
});

test('accepts what the base writes too', () => {
  const written = { rewritten: [TEST_FILE], created: ['conftest.py'] };
  expect(alarmsOf([capture('build', written)], [capture('build', written)])).toEqual([]);
});

test('accepts output compiled from a test that the candidate adds, but not a hook with such a name', () => {
  const changes = ['test/more.test.ts', 'tests/conftest.ts'];
  expect(alarmsOf([capture('build', { created: ['test/more.test.js'] })], [], changes)).toEqual([]);
  expect(alarmsOf([capture('build', { created: ['tests/conftest.py'] })], [], changes)).toEqual(['error check_rewrites_files']);
});

test('accepts a package of the project that the build installs, but no path hook', () => {
  const changes = ['src/parse.py'];
  const installed = (name: string) => [capture('build', { created: [`.venv/lib/python3/site-packages/${name}`] })];
  expect(alarmsOf(installed('parse.py'), [], changes)).toEqual([]);
  expect(alarmsOf(installed('parse.pth'), [], changes)).toEqual(['error check_rewrites_files']);
});

test('a formatter may rewrite a test that the candidate changed, but not in the pinned tree', () => {
  const changes = [TEST_FILE];
  expect(alarmsOf([capture('build', { rewritten: [TEST_FILE] })], [], changes)).toEqual(['info check_rewrites_files']);
  expect(alarmsOf([capture('pinned-build', { rewritten: [TEST_FILE] })], [], changes)).toEqual(['error check_rewrites_files']);
});
