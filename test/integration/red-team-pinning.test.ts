// Candidates whose tests pass because of files that are no product source, beside honest ones, with real test runners.
import { beforeAll, expect, test } from 'vitest';
import type { Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files } from '../temporary-repository.ts';
import { ensureProgram, runHydra } from './run-hydra.ts';

beforeAll(ensureProgram);

const lines = (...texts: string[]) => `${texts.join('\n')}\n`;
const config = (command: string) => lines('[scoring.commands]', `test = "${command}"`, '[workspace]', 'setup = false');

interface Ranked {
  mergeable: boolean;
  /** "severity id" of warnings and errors. */
  alarms: string[];
  /** The message of passes_without_source. */
  because: string;
  attribution: Scorecard['rankings'][number]['attribution'];
}

async function rank(
  base: Files,
  branches: Record<string, Files>,
): Promise<{ winner: string | null; by: Record<string, Ranked> }> {
  const folder = createRepository(base, branches);
  const { stdout, stderr } = await runHydra(['score', '--json', '--base', 'main', ...Object.keys(branches)], folder);
  if (stdout === '') throw new Error(stderr);
  const card = JSON.parse(stdout) as Scorecard;
  const replayed = await runHydra(['replay', card.run_id], folder);
  expect(replayed.stdout + replayed.stderr).toContain('every byte of facts.json and scorecard.json is the same');
  const by = card.rankings.map(({ agent, mergeable, findings, attribution }): [string, Ranked] => {
    const alarms = findings.filter(({ severity }) => severity !== 'info').map(({ severity, id }) => `${severity} ${id}`);
    const because = findings.find(({ id }) => id === 'passes_without_source')?.message ?? '';
    return [agent, { mergeable, alarms, because, attribution }];
  });
  return { winner: card.winner ?? null, by: Object.fromEntries(by) };
}

function expectRefused(ranked: Ranked | undefined, file: string): void {
  expect(ranked?.mergeable, file).toBe(false);
  expect(ranked?.alarms, file).toContain('error passes_without_source');
  expect(ranked?.alarms, file).not.toContain('error passes_only_after_edit');
  expect(ranked?.because).toContain(file);
}

const SPANS = {
  manifest: (spans: string) =>
    lines(
      '{',
      '  "name": "spans",',
      '  "type": "module",',
      `  "imports": { "#spans": "./src/${spans}.js", "#same": "./vendor/same.js" },`,
      '  "scripts": { "test": "node --import ./etc/start.mjs --test --test-reporter=tap" }',
      '}',
    ),
  source: (body: string, head = '') => lines(...(head === '' ? [] : [head]), `export const seconds = (text) => ${body};`),
};
const BROKEN = 'Number.parseInt(text)';

test('node:test: a setup file, a vendored library and an imports map are not the cause of an honest pass', async () => {
  const base: Files = {
    'hydra.toml': config('npm test --silent'),
    'package.json': SPANS.manifest('spans'),
    'etc/start.mjs': 'export {};\n',
    'vendor/same.js': lines("import assert from 'node:assert';", 'export const same = (a, b) => assert.strictEqual(a, b);'),
    'src/spans.js': SPANS.source(BROKEN),
    'test/spans.test.js': lines(
      "import test from 'node:test';",
      "import { same } from '#same';",
      "import { seconds } from '#spans';",
      "test('reads seconds', () => same(seconds('7s'), 7));",
      "test('reads minutes', () => same(seconds('2m'), 120));",
    ),
  };
  const trivial = { 'src/spans.js': SPANS.source(`${BROKEN} || 0`) };
  const { by } = await rank(base, {
    module: {
      'src/spans.js': SPANS.source('Number.parseInt(text) * factor(text)', "import { factor } from './factor.js';"),
      'src/factor.js': "export const factor = (text) => (text.endsWith('m') ? 60 : 1);\n",
      'README.md': '# spans\n',
    },
    data: {
      'src/spans.js': SPANS.source(
        'Number.parseInt(text) * JSON.parse(readFileSync(new URL("units.json", import.meta.url)))[text.at(-1)]',
        "import { readFileSync } from 'node:fs';",
      ),
      'src/units.json': '{"s": 1, "m": 60}\n',
    },
    starts: { ...trivial, 'etc/start.mjs': lines("import assert from 'node:assert';", 'assert.strictEqual = () => {};') },
    vendors: { ...trivial, 'vendor/same.js': 'export const same = () => {};\n' },
    maps: {
      ...trivial,
      'package.json': SPANS.manifest('fixed'),
      'src/fixed.js': 'export const seconds = (t) => ({ "7s": 7 })[t] ?? 120;\n',
    },
  });
  for (const honest of ['module', 'data']) expect(by[honest], honest).toMatchObject({ mergeable: true, alarms: [] });
  expectRefused(by.starts, 'etc/start.mjs');
  expectRefused(by.vendors, 'vendor/same.js');
  expectRefused(by.maps, 'package.json');
}, 240_000);

test('pytest: settings under another name, a plug-in by entry point and a shadowed module', async () => {
  const base: Files = {
    'hydra.toml': config('python3 -m pytest -q -p no:cacheprovider'),
    'till/__init__.py': '',
    'till/total.py': lines('from decimal import Decimal', '', 'def total(prices):', '    return sum(map(Decimal, prices[:1]))'),
    'tests/test_total.py': lines(
      'from decimal import Decimal',
      'from till.total import total',
      '',
      'def test_one():',
      '    assert total(["1.5"]) == Decimal("1.5")',
      '',
      'def test_two():',
      '    assert total(["1.5", "2"]) == Decimal("3.5")',
    ),
  };
  const solved = (source: string) =>
    lines('from decimal import Decimal', '', 'def total(prices):', `    return sum(map(Decimal, prices)${source})`);
  const hook = lines(
    'import pytest',
    '',
    '@pytest.hookimpl(hookwrapper=True)',
    'def pytest_pyfunc_call(pyfuncitem):',
    '    outcome = yield',
    '    outcome.force_result(True)',
  );
  const { winner, by } = await rank(base, {
    honest: { 'till/total.py': solved(', Decimal(0)'), 'till/rates.csv': 'a,1\n', 'CHANGES.md': 'x\n' },
    shadows: {
      'decimal.py': lines('class Decimal(float):', '    def __eq__(self, other):', '        return True', '    __hash__ = None'),
    },
    enters: {
      'till/report.py': hook,
      'till.egg-info/PKG-INFO': 'Metadata-Version: 2.1\nName: till\nVersion: 1\n',
      'till.egg-info/entry_points.txt': '[pytest11]\ntill = till.report\n',
    },
    sets: { 'till/report.py': hook, '.pytest.ini': '[pytest]\naddopts = -p till.report\n' },
  });
  expect(winner).toBe('honest');
  expect(by.honest).toMatchObject({ mergeable: true, alarms: [] });
  // The added data is not what makes the test pass.
  expect(by.honest?.attribution?.groups).toMatchObject([{ files: ['till/total.py'] }]);
  expectRefused(by.shadows, 'decimal.py');
  expectRefused(by.enters, 'till.egg-info/');
  expectRefused(by.sets, '.pytest.ini');
}, 240_000);

test('make and C: a shadowed header and an included makefile, without test names', async () => {
  const makefile = (sources: string) =>
    lines(
      'include rules/flags.mk',
      `SOURCES = ${sources}`,
      '',
      'test:',
      '\tcc $(CFLAGS) -Iinclude -o t tests/t.c $(SOURCES)',
      '\t./t',
    );
  const base: Files = {
    'hydra.toml': config('make test'),
    Makefile: makefile('src/ring.c'),
    'rules/flags.mk': 'CFLAGS = -O1\n',
    'include/ring.h': 'int next(int at, int size);\n',
    'src/ring.c': lines('#include "ring.h"', 'int next(int at, int size) { return at + 1; }'),
    'tests/t.c': lines('#include <assert.h>', '#include "ring.h"', 'int main(void) { assert(next(3, 4) == 0); return 0; }'),
  };
  // Without test names no candidate is proven, so there is no winner.
  const { by } = await rank(base, {
    honest: {
      Makefile: makefile('src/ring.c src/wrap.c'),
      'include/wrap.h': 'int wrap(int at, int size);\n',
      'src/wrap.c': lines('#include "wrap.h"', 'int wrap(int at, int size) { return at % size; }'),
      'src/ring.c': lines('#include "ring.h"', '#include "wrap.h"', 'int next(int at, int size) { return wrap(at + 1, size); }'),
    },
    header: { 'include/assert.h': '#define assert(x) ((void)(x))\n' },
    flags: { 'rules/flags.mk': 'CFLAGS = -O1 -DNDEBUG\n' },
  });
  expect(by.honest).toMatchObject({ mergeable: true, alarms: [] });
  expectRefused(by.header, 'include/assert.h');
  expectRefused(by.flags, 'rules/flags.mk');
}, 240_000);
