// Coverage of the change with real runners, and the findings if tests execute none of it. Which runs measure it, and what follows
// for a verdict, is in test/scripted/coverage.test.ts.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ChangeCoverage, Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import { warmGoCache } from './installed-runners.ts';
import { ensureProgram, PROJECT, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram, 120_000);
beforeAll(warmGoCache, 240_000);

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;
const config = (command: string, ...more: string[]) =>
  lines(
    ...['[scoring.commands]', `test = ${JSON.stringify(command)}`, ...more],
    ...['[scoring.integrity]', 'canary = false', 'independent = false', '[workspace]', 'setup = false'],
  );
const linked = (command: string, ...more: string[]) => `${config(command, ...more)}link = ["node_modules"]\n`;

interface Project {
  name: string;
  needs: [program: string, ...args: string[]];
  /** Uses packages of this project. */
  packages?: boolean;
  base: Files;
  path: string;
  /** `reached`: one executed line and one that is not, next to the tested code. `missed`: one line in untested code. */
  reached: string;
  missed: string;
  /** A test that fails on the base and executes both lines of `reached`. */
  test: Files;
}

const script =
  (head: string, tail = '') =>
  (used: readonly string[], unused: string) =>
    lines(`${head} used(n${tail}) {`, ...used, '  return n + 1;', '}', `${head} unused(n${tail}) {`, `  return ${unused};`, '}');
const GUARD = ['  if (n < 1) {', '    return -1;', '  }'];

const esm = script('export function');
const cjs = script('exports.used = used; exports.unused = unused; function');
const typed = script('export function', ': number');
const python = (used: readonly string[], unused: string) =>
  lines('"""Numbers."""', 'def used(n):', ...used, '    return n + 1', '', '', 'def unused(n):', `    return ${unused}`);
const go = (used: readonly string[], unused: string) =>
  lines(
    ...['package num', '', 'func Used(n int) int {', ...used, '\treturn n + 1', '}', ''],
    ...['func Unused(n int) int {', `\treturn ${unused}`, '}'],
  );

const nodeTest = (from: string, name: string, call: string, value: number) =>
  lines(
    "import assert from 'node:assert/strict';",
    "import { test } from 'node:test';",
    `import { used } from '${from}';`,
    `test('${name}', () => assert.equal(${call}, ${value}));`,
  );
const jestTest = (name: string, call: string, value: number) =>
  lines("const { used } = require('../src/num.js');", `test('${name}', () => expect(${call}).toBe(${value}));`);
const pyTest = (name: string, call: string, value: number) =>
  lines('from num import used', '', '', `def test_${name}():`, `    assert ${call} == ${value}`);
const unitTest = (name: string, call: string, value: number) =>
  lines(
    ...['import unittest', 'from num import used', '', '', `class ${name}(unittest.TestCase):`],
    ...[`    def test_${name}(self):`, `        self.assertEqual(${call}, ${value})`],
  );
const goTest = (name: string, call: string, value: number) =>
  lines(
    ...['package num', '', 'import "testing"', '', `func Test${name}(t *testing.T) {`],
    ...[`\tif ${call} != ${value} {`, '\t\tt.Fatal("wrong")', '\t}', '}'],
  );

const PYTHON_GUARD = ['    if n < 1:', '        return -1'];
const PROJECTS: Project[] = [
  {
    name: 'node:test',
    needs: ['node', '--version'],
    base: {
      'hydra.toml': config('node --test'),
      'package.json': '{ "type": "module" }',
      'src/num.js': esm([], 'n'),
      'test/num.test.js': nodeTest('../src/num.js', 'adds', 'used(1)', 2),
    },
    path: 'src/num.js',
    reached: esm(GUARD, 'n'),
    missed: esm([], 'n * 2'),
    test: { 'test/low.test.js': nodeTest('../src/num.js', 'low', 'used(0)', -1) },
  },
  {
    name: 'node:test on what tsc builds, through source maps',
    needs: ['node', '--version'],
    packages: true,
    base: {
      'hydra.toml': linked('node --test test', 'build = "node_modules/.bin/tsc -p ."'),
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify({
        compilerOptions: { outDir: 'dist', rootDir: 'src', sourceMap: true, module: 'nodenext', target: 'es2022', types: [] },
        include: ['src'],
      }),
      '.gitignore': 'dist\nnode_modules\n',
      'src/num.ts': `interface Unseen {\n  size: number;\n}\n${typed([], 'n')}`,
      'test/num.test.js': nodeTest('../dist/num.js', 'adds', 'used(1)', 2),
    },
    path: 'src/num.ts',
    reached: `interface Unseen {\n  size: number;\n}\n${typed(GUARD, 'n')}`,
    missed: `interface Unseen {\n  size: number;\n}\n${typed([], 'n * 2')}`,
    test: { 'test/low.test.js': nodeTest('../dist/num.js', 'low', 'used(0)', -1) },
  },
  {
    name: 'jest',
    needs: ['node', '--version'],
    packages: true,
    base: {
      'hydra.toml': linked('node_modules/.bin/jest'),
      'package.json': '{ "jest": { "transform": {} } }',
      '.gitignore': 'node_modules\n',
      'src/num.js': cjs([], 'n'),
      'test/num.test.js': jestTest('adds', 'used(1)', 2),
    },
    path: 'src/num.js',
    reached: cjs(GUARD, 'n'),
    missed: cjs([], 'n * 2'),
    test: { 'test/low.test.js': jestTest('low', 'used(0)', -1) },
  },
  {
    name: 'pytest',
    needs: ['python3', '-m', 'pytest', '--version'],
    base: {
      'hydra.toml': config('PYTHONPATH=src python3 -m pytest -q -p no:cacheprovider'),
      'src/num.py': python([], 'n'),
      'tests/test_num.py': pyTest('adds', 'used(1)', 2),
    },
    path: 'src/num.py',
    reached: python(PYTHON_GUARD, 'n'),
    missed: python([], 'n * 2'),
    test: { 'tests/test_low.py': pyTest('low', 'used(0)', -1) },
  },
  {
    name: 'unittest',
    needs: ['python3', '--version'],
    base: {
      'hydra.toml': config('python3 -m unittest -v'),
      'num.py': python([], 'n'),
      'test_num.py': unitTest('Adds', 'used(1)', 2),
    },
    path: 'num.py',
    reached: python(PYTHON_GUARD, 'n'),
    missed: python([], 'n * 2'),
    test: { 'test_low.py': unitTest('Low', 'used(0)', -1) },
  },
  {
    name: 'go test',
    needs: ['go', 'version'],
    base: {
      'hydra.toml': config('go test ./...'),
      'go.mod': 'module example.com/num\n\ngo 1.19\n',
      'num/num.go': go([], 'n'),
      'num/num_test.go': goTest('Adds', 'Used(1)', 2),
    },
    path: 'num/num.go',
    reached: go(['\tif n < 1 {', '\t\treturn -1', '\t}'], 'n'),
    missed: go([], 'n * 2'),
    test: { 'num/low_test.go': goTest('Low', 'Used(0)', -1) },
  },
];

function starts([program, ...args]: [string, ...string[]]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

interface Scored {
  card: Scorecard;
  home: string;
  exitCode: number;
  coverage(name: string): ChangeCoverage | undefined;
  /** Captures of a candidate for coverage. */
  runs(name: string): string[];
}

async function score(folder: string, ...names: string[]): Promise<Scored> {
  const { stdout, stderr, exitCode } = await runHydra(['score', '--json', '--base', 'main', ...names], folder);
  if (stdout === '') throw new Error(stderr);
  const card = JSON.parse(stdout) as Scorecard;
  const home = join(folder, '.hydra/runs', card.run_id);
  return {
    ...{ card, home, exitCode },
    coverage: (name) => card.rankings.find(({ agent }) => agent === name)?.coverage,
    runs: (name) => readdirSync(join(home, 'candidates', name)).filter((check) => check.endsWith('coverage')),
  };
}

function findingsOf({ rankings }: Scorecard): string[] {
  return rankings.flatMap(({ agent, findings }) =>
    findings.filter(({ id }) => id === 'change_not_tested').map(({ severity, message }) => `${agent} ${severity}: ${message}`),
  );
}

/** `missed` is the only changed line that no test executes, as a part of its text. */
const counts = (path: string, executed: number, changed: number, source = '', missed = ''): ChangeCoverage => {
  const line = source.split('\n').findIndex((text) => text.includes(missed)) + 1;
  const file = { path, changed_lines: changed, executed_lines: executed, ...(missed === '' ? {} : { missed_lines: [line] }) };
  return { changed_lines: changed, executed_lines: executed, files: [file] };
};

describe('changed lines that tests execute', () => {
  for (const { name, needs, packages = false, base, path, reached, missed, test: added } of PROJECTS) {
    const isThere = starts(needs);
    test.skipIf(!isThere)(isThere ? name : `${name}: ${needs[0]} is not installed`, { timeout: 400_000 }, async () => {
      const branches = { reached: { [path]: reached }, missed: { [path]: missed }, tested: { [path]: reached, ...added } };
      const folder = createRepository(base, branches);
      if (packages) symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'));

      const both = await score(folder, 'reached', 'missed');
      const [some, none] = [counts(path, 1, 2, reached, 'return -1'), counts(path, 0, 1, missed, 'n * 2')];
      expect([both.coverage('reached'), both.coverage('missed')]).toEqual([some, none]);
      expect([both.runs('reached'), both.runs('missed')]).toEqual([['coverage'], ['coverage']]);
      expect(findingsOf(both.card)).toEqual([`missed warning: no test executes any of 1 changed line: ${path}`]);
      expect(both.card.verdict).toMatchObject({ class: 'level', leaders: ['missed', 'reached'] });
      expect(both.card.verdict.reason).toContain('no test executes the changed lines of missed');
      for (const command of ['replay', 'verify']) expect((await runHydra([command], folder)).exitCode).toBe(0);

      const tested = await score(folder, 'tested', 'missed');
      expect(tested.card.verdict.leaders).toEqual(['tested', 'missed']);
      expect(tested.coverage('tested')).toEqual({ ...counts(path, 2, 2), only_task_tests: true });
      expect(tested.runs('tested')).toEqual([expect.stringMatching(/^(?:pinned-)?selected1-coverage$/)]);
    });
  }
});

const NODE = PROJECTS[0];

test('shows the lines on a terminal, in Markdown and in an explanation', async () => {
  const folder = createRepository(NODE?.base ?? {}, { reached: { 'src/num.js': NODE?.reached ?? '' } });
  const { stdout } = await runHydra(['score', '--base', 'main', 'reached'], folder);
  expect(stdout).toContain('\nreached: tests execute 1 of 2 changed lines');
  const verbose = await runHydra(['show', '--verbose'], folder);
  expect(verbose.stdout).toContain('Coverage of the change\n  reached: tests execute 1 of 2 changed lines\n');
  const [explained, reported] = await Promise.all([
    runHydra(['explain', '--verbose', 'reached'], folder),
    runHydra(['report', '--markdown'], folder),
  ]);
  expect(explained.stdout).toContain(
    'Coverage of the change: tests execute 1 of 2 changed lines\n  src/num.js: 1 of 2 changed lines; not executed: line 3\n',
  );
  expect(reported.stdout).toContain('\n- `reached`: tests execute 1 of 2 changed lines\n');
}, 120_000);

test('uses a report that the test command writes anyway, without a further run', async () => {
  const report = lines(
    "import { mkdirSync, writeFileSync } from 'node:fs';",
    "mkdirSync('coverage');",
    String.raw`writeFileSync('coverage/lcov.info', 'TN:\nSF:src/num.js\nDA:2,1\nDA:3,0\nDA:5,1\nend_of_record\n');`,
  );
  const base = {
    ...NODE?.base,
    'hydra.toml': config('node --test && node tools/report.js'),
    '.gitignore': 'coverage\n',
    'tools/report.js': report,
  };
  const folder = createRepository(base, { reached: { 'src/num.js': NODE?.reached ?? '' } });
  const { coverage, runs, home } = await score(folder, 'reached');
  expect(coverage('reached')).toEqual(counts('src/num.js', 1, 2, NODE?.reached, 'return -1'));
  expect(runs('reached')).toEqual([]);
  expect(existsSync(join(home, 'candidates/reached/test/coverage/tree/coverage/lcov.info'))).toBe(true);
}, 120_000);

describe('does not count a report', () => {
  const FORGED = 'SF:src/num.js\\nDA:5,1\\nend_of_record\\n';
  /** A test that passes everywhere and writes a file when it runs. */
  const writing = (path: string, text: string) =>
    lines(
      "import { mkdirSync, writeFileSync } from 'node:fs';",
      "import { dirname, join } from 'node:path';",
      "import { test } from 'node:test';",
      `test('writes', () => { const file = ${path}; mkdirSync(dirname(file), { recursive: true }); writeFileSync(file, ${text}); });`,
    );
  const dump =
    "JSON.stringify({ result: [{ scriptId: '1', url: 'file://' + process.cwd() + '/src/num.js', functions: [{ functionName: '', isBlockCoverage: true, ranges: [{ startOffset: 0, endOffset: SIZE, count: 1 }] }] }] })";
  const missed = NODE?.missed ?? '';
  const V8_NAME = 'coverage-1-1-0.json';

  test.each<[string, Files]>([
    ['that the candidate commits', { 'lcov.info': FORGED.replaceAll('\\n', '\n') }],
    ['that its tests write where the base leaves none', { 'test/w.test.js': writing("'lcov.info'", `'${FORGED}'`) }],
    [
      'that its tests write to a path they can guess',
      {
        'test/w.test.js': writing(
          `join(process.env.TMPDIR, '../reports/coverage/v8/${V8_NAME}')`,
          dump.replace('SIZE', String(missed.length)),
        ),
      },
    ],
  ])(
    '%s',
    async (_, files) => {
      const folder = createRepository(NODE?.base ?? {}, { forged: { 'src/num.js': missed, ...files } });
      const { card, coverage } = await score(folder, 'forged');
      expect(coverage('forged')).toEqual(counts('src/num.js', 0, 1, missed, 'n * 2'));
      expect(card.verdict.class).toBe('unproven');
    },
    120_000,
  );
});

test('reports no coverage if its run differs from the test results', async () => {
  const sensitive = lines(
    "import { test } from 'node:test';",
    'if (process.env.NODE_V8_COVERAGE) process.exit(1);',
    "test('x', () => {});",
  );
  const base = { ...NODE?.base, 'test/sensitive.test.js': sensitive };
  const folder = createRepository(base, { missed: { 'src/num.js': NODE?.missed ?? '' } });
  const { card, coverage, runs } = await score(folder, 'missed');
  expect([runs('missed'), coverage('missed'), card.winner]).toEqual([['coverage'], undefined, 'missed']);
}, 120_000);

/** Other installed versions of Python: tracing differs before and after 3.12. */
const PYTHONS = ['python3.9', 'python3.12', 'python3.13'].filter((name) => starts([name, '-c', 'import unittest']));

test.each(PYTHONS)('unittest with %s', { timeout: 240_000 }, async (name) => {
  const project = PROJECTS.find((each) => each.name === 'unittest');
  if (project === undefined) throw new Error('no such project');
  const base = { ...project.base, 'hydra.toml': config(`${name} -m unittest -v`) };
  const folder = createRepository(base, { reached: { 'num.py': project.reached }, missed: { 'num.py': project.missed } });
  const { coverage } = await score(folder, 'reached', 'missed');
  const { reached, missed } = project;
  const expected = [counts('num.py', 1, 2, reached, 'return -1'), counts('num.py', 0, 1, missed, 'n * 2')];
  expect([coverage('reached'), coverage('missed')]).toEqual(expected);
});
