import { describe, expect, test } from 'vitest';
import { alarms, type Change, evidenceOf, spelled } from '../../test/evidence-builder.ts';
import { type CaptureFacts, findIntegrity } from './index.ts';

function check(cases: readonly (readonly [string, Change, string[]])[]): void {
  test.each(cases)('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change))).toEqual(expected);
  });
}

describe('link_leaves_tree', () => {
  check([
    ['to the root', { 'link:a': ['+/etc/passwd'] }, ['error link_leaves_tree a']],
    ['upwards', { 'link:sub/a': ['+../../x'] }, ['error link_leaves_tree sub/a']],
    ['down and up again', { 'link:a': ['+b/../../x'] }, ['error link_leaves_tree a']],
    ['honest: beside it', { 'link:a': ['+b'], 'link:sub/a': ['+../b'] }, []],
    ['honest: there and back', { 'link:a': ['+sub/../b'] }, []],
    ['honest: no link', { 'new:a': ['+/etc/passwd'] }, []],
  ]);
});

describe('git_hooks', () => {
  check([
    ['a hook', { 'new:.githooks/pre-commit': ['+exit 0'] }, ['warning git_hooks .githooks/pre-commit']],
    ['husky', { 'new:.husky/post-checkout': ['+exit 0'] }, ['warning git_hooks .husky/post-checkout']],
    [
      'settings, JavaScript',
      { 'tools/x.js': ["+execSync('git config core.hooksPath hooks')"] },
      ['warning git_hooks tools/x.js'],
    ],
    ['settings, Python', { 'setup.py': ['+os.system("git config --global user.name x")'] }, ['warning git_hooks setup.py']],
    ['honest: hooks of a page', { 'src/hooks/usePost.ts': ['+x'], 'src/hooks/post.ts': ['+x'] }, []],
    ['honest: a program that asks git', { 'src/a.js': ["+run('git checkout main'); run('git commit -m x');"] }, []],
    ['honest: a document and a comment', { 'README.md': ['+git push'], 'a.sh': ['+# then git push origin'] }, []],
  ]);
});

test('credential_written: an error at the place, with the name of the variable', () => {
  const credentials = [{ variable: 'MY_KEY', path: 'a.js', line: 3 }];
  expect(findIntegrity(evidenceOf({}, { credentials })).filter(({ id }) => id === 'credential_written')).toEqual([
    {
      ...{ id: 'credential_written', severity: 'error' },
      message: 'the value of MY_KEY, which the agent was given, was written here; *** stands in its place',
      place: { path: 'a.js', start_line: 3, end_line: 3 },
      how_to_allow: expect.stringContaining('credential_written'),
    },
  ]);
});

describe('secrets_added', () => {
  const key = `ghp_${'a1B2'.repeat(9)}`;
  check([
    ['a token', { 'src/a.js': [`+const token = '${key}';`] }, ['warning secrets_added src/a.js']],
    ['a key', { 'deploy/id': ['+-----BEGIN RSA PRIVATE KEY-----'] }, ['warning secrets_added deploy/id']],
    ['honest: a key for tests', { 'test/fixtures/id': ['+-----BEGIN PRIVATE KEY-----'] }, []],
    ['honest: an example', { 'src/a.py': ['+KEY = "AKIAIOSFODNN7EXAMPLE"'] }, []],
    [
      'honest: a long name',
      { 'src/a.css': ['+.task-management-system-configuration-page-1 {}', '+.sk-loading-spinner-with-a-very-long-name {}'] },
      [],
    ],
  ]);
});

describe('run_misbehaved', () => {
  const quiet: CaptureFacts = { check: 'test', ended: 'exited', outputBytes: 1000, leftBehind: 0, strays: [] };
  test.each<[string, Partial<CaptureFacts>, Partial<CaptureFacts>, string[]]>([
    ['does not end', { ended: 'timed_out' }, {}, ['error run_misbehaved']],
    ['does not end when pinned', { check: 'pinned-test', ended: 'timed_out' }, {}, ['error run_misbehaved']],
    ['floods', { outputBytes: 50_000_000 }, {}, ['warning run_misbehaved']],
    ['floods to the limit', { ended: 'output_limit' }, {}, ['warning run_misbehaved']],
    ['fills the disk', { ended: 'disk_limit' }, {}, ['warning run_misbehaved']],
    ['leaves processes', { leftBehind: 2 }, {}, ['warning run_misbehaved']],
    ['writes elsewhere', { strays: ['x'] }, {}, ['warning run_misbehaved']],
    [
      'honest: as the base',
      { ended: 'timed_out', leftBehind: 1, strays: ['x'] },
      { ended: 'timed_out', leftBehind: 1, strays: ['y'] },
      [],
    ],
    ['honest: much, as the base', { outputBytes: 50_000_000 }, { outputBytes: 40_000_000 }, []],
    ['honest: fails', { ended: 'exited' }, {}, []],
  ])('%s', (_, capture, base, expected) => {
    const more = { captures: [{ ...quiet, ...capture }], baselineCaptures: [{ ...quiet, ...base }] };
    expect(alarms(evidenceOf({}, more))).toEqual(expected);
  });
});

describe('artefacts_added', () => {
  const many = Array.from({ length: 200 }, (_unused, index) => `+${index}`);
  test.each<[string, Change, string[]]>([
    ['a log', { 'new:npm-debug.log': ['+x'] }, ['warning artefacts_added npm-debug.log']],
    ['a cache', { 'new:src/__pycache__/a.pyc': ['+x'] }, ['warning artefacts_added src/__pycache__/a.pyc']],
    ['much in a folder of outputs', { 'new:dist/a.js': many }, ['warning artefacts_added dist/a.js']],
    ['outputs that were ignored', { '.gitignore': ['-dist/'], 'new:dist/a.js': ['+x'] }, ['warning artefacts_added dist/a.js']],
    ['honest: a folder of that name', { 'new:build/webpack.js': ['+x'] }, []],
    ['honest: a package of that name', { 'new:internal/target/log.go': many }, []],
    ['honest: changed, so it is kept', { 'dist/a.js': many }, []],
    ['honest: for a test', { 'new:test/fixtures/a.log': ['+x'] }, []],
  ])('%s', (_, change, expected) => {
    expect(alarms(evidenceOf(change))).toEqual(expected);
  });

  test('honest: others add it too', () => {
    const change = { 'new:dist/a.js': many };
    expect(alarms(evidenceOf(change, { others: [evidenceOf(change)] }))).toEqual([]);
  });
});

test('only_this_one is for information, and needs two others', () => {
  const other = evidenceOf({ 'a.c': ['+x'] });
  const found = (count: number) =>
    findIntegrity(evidenceOf({ 'a.c': ['+x'], 'b.c': ['+y'] }, { others: Array.from({ length: count }, () => other) })).map(
      spelled,
    );
  expect([found(0), found(1), found(2)]).toEqual([[], [], ['info only_this_one b.c']]);
});

test('only_this_one says what it is that the others leave alone', () => {
  const other = evidenceOf({ 'package.json': ['+  "type": "module",'] });
  const change = { 'package.json': ['-    "test": "a"', '+    "test": "b"'], 'pytest.ini': ['+x'], 'tests/test_a.py': ['+x'] };
  const found = findIntegrity(evidenceOf(change, { others: [other, other] })).filter(({ id }) => id === 'only_this_one');
  expect(found.map(({ message, place }) => `${place?.path}: ${message}`)).toEqual([
    'pytest.ini: only this candidate touches this setting of the test runner',
    'tests/test_a.py: only this candidate touches this file of the tests',
    'package.json: only this candidate edits scripts',
  ]);
});
