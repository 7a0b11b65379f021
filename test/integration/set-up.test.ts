// How often dependencies are installed, with the real npm. The only dependency is a folder of the project, so that nothing
// is fetched.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Capture, Facts, Scorecard } from '../../src/contract/index.ts';
import { createRepository, type Files, temporaryFolder } from '../temporary-repository.ts';
import { ensureProgram, runHydra, WITHOUT_SANDBOX } from './run-hydra.ts';

vi.setConfig({ testTimeout: 240_000 });
beforeAll(ensureProgram);

const manifest = (members: Record<string, unknown> = {}) =>
  JSON.stringify({ name: 'hall', type: 'module', dependencies: { greeter: 'file:./local/greeter' }, ...members });
const PREPARED = { scripts: { prepare: 'node build.js' } };

const BUILD = `import { mkdirSync, writeFileSync } from 'node:fs';
import { NAME } from './name.js';
mkdirSync('dist', { recursive: true });
writeFileSync('dist/name.txt', NAME);
`;

const TEST = `import assert from 'node:assert';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { greet } from 'greeter';
import { NAME } from '../name.js';
test('greets', () => assert.equal(greet(NAME), 'hello ' + NAME));
test('has a name', () => assert.ok(NAME.length > 3));
test('is built from this tree', () => {
  const built = new URL('../dist/name.txt', import.meta.url);
  if (existsSync(built)) assert.equal(readFileSync(built, 'utf8'), NAME);
});
`;

const LOCKFILE = JSON.stringify({
  name: 'hall',
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name: 'hall', dependencies: { greeter: 'file:./local/greeter' } },
    'local/greeter': { version: '1.0.0' },
    'node_modules/greeter': { resolved: 'local/greeter', link: true },
  },
});

/** `members` are those of package.json. */
function createProject(members: Record<string, unknown>, settings: string, more: Files = {}): string {
  const base: Files = {
    'package.json': manifest(members),
    'local/greeter/package.json': '{ "name": "greeter", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
    'local/greeter/index.js': "export const greet = (name) => 'hello ' + name;\n",
    'name.js': "export const NAME = 'anna';\n",
    'build.js': BUILD,
    'test/greet.test.js': TEST,
    '.gitignore': 'node_modules\ndist\n',
    'hydra.toml': `[scoring.commands]\ntest = "node --test"\n${settings}`,
    ...more,
  };
  return createRepository(base, {
    good: { 'name.js': "export const NAME = 'berta';\n" },
    // One of its tests fails, and runs again.
    short: { 'name.js': "export const NAME = 'eva';\n" },
    // It is tested a second time with the base's tests.
    tests: { 'name.js': "export const NAME = 'clara';\n", 'test/greet.test.js': `${TEST}test('more', () => {});\n` },
    manifest: { 'package.json': manifest({ ...members, version: '2.0.0' }) },
    local: {
      'local/greeter/package.json': '{ "name": "greeter", "version": "1.1.0", "type": "module", "exports": "./index.js" }',
    },
  });
}

const CANDIDATES = ['good', 'short', 'tests', 'manifest', 'local'];

/** Without a local package, npm only has to run the scripts of the project in a second checkout. */
function createPrepared(): string {
  const scripts = { postinstall: 'true', prepare: 'node build.js' };
  const files: Files = {
    'package.json': JSON.stringify({ name: 'hall', version: '1.0.0', type: 'module', scripts }),
    'package-lock.json': '{ "name": "hall", "version": "1.0.0", "lockfileVersion": 3, "packages": {} }',
    'name.js': "export const NAME = 'anna';\n",
    'build.js': BUILD,
    'test/built.test.js': `import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { NAME } from '../name.js';
test('is built from this tree', () => assert.equal(readFileSync('dist/name.txt', 'utf8'), NAME));
`,
    '.gitignore': 'dist\n',
    'hydra.toml': '[scoring.commands]\ntest = "node --test"\n',
  };
  return createRepository(files, {
    good: { 'name.js': "export const NAME = 'berta';\n" },
    other: { 'name.js': "export const NAME = 'clara';\n" },
  });
}

/** The state that every set-up found: "full" without dependencies, "again" with them. */
function countingSetup(): { marks(): string[]; settings: string } {
  const file = join(temporaryFolder(), 'marks');
  const count = `if [ -d node_modules ]; then echo again; else echo full; fi >> ${file}`;
  const settings = `[workspace]\nsetup = "${count} && npm install --offline --no-audit --no-fund"\n${WITHOUT_SANDBOX}`;
  return { settings, marks: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').sort() : []) };
}

interface Scored {
  facts: Facts;
  /** The commands of the last set-up of each tree. */
  setups: string[];
  /** How many set-ups ran: a candidate whose checkout is first installs for the base before its own. */
  count: number;
}

function score(repository: string, ...options: string[]): Promise<Scored> {
  return scoreThese(repository, [...options, ...CANDIDATES]);
}

async function scoreThese(repository: string, these: readonly string[]): Promise<Scored> {
  const args = ['score', '--json', '--jobs', '2', '--base', 'main', ...these];
  const { stdout, stderr } = await runHydra(args, repository);
  if (stdout === '') throw new Error(stderr);
  const card = JSON.parse(stdout) as Scorecard;
  const run = join(repository, '.hydra/runs', card.run_id);
  const setups = readdirSync(run, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?:^|\/)setup\/capture\.json$/.test(path),
  );
  const facts = JSON.parse(readFileSync(join(run, 'facts.json'), 'utf8')) as Facts;
  const commands = setups.map((path) => (JSON.parse(readFileSync(join(run, path), 'utf8')) as Capture).command);
  const events = readFileSync(join(run, 'events.jsonl'), 'utf8').trim().split('\n');
  const started = events.map((line) => JSON.parse(line) as { type: string; check?: string });
  const count = started.filter(({ type, check }) => type === 'check_started' && check === 'setup').length;
  return { facts, setups: commands.sort(), count };
}

/** Failed tests by tree. They need the dependency and, if there is one, the build of their own tree; `short` always fails. */
function expectMeasured({ facts }: Scored): void {
  const failed = facts.candidates.map(({ name, tests }) => [name, tests.state === 'measured' ? tests.failed : tests.state]);
  const { tests } = facts.baseline;
  const onBase = tests.state === 'measured' ? tests.failed : tests.state;
  const expected = CANDIDATES.map((name) => [name, name === 'short' ? 1 : 0]);
  expect({ base: onBase, ...Object.fromEntries(failed) }).toEqual({ base: 0, ...Object.fromEntries(expected) });
}

describe('a project without a lockfile', () => {
  test('is set up once per state of its manifests, for all checkouts of a run and for a second run', async () => {
    const { marks, settings } = countingSetup();
    const repository = createProject({}, settings);
    const first = await score(repository);
    expectMeasured(first);
    // The base and two candidates with other manifests.
    expect(marks()).toEqual(['full', 'full', 'full']);
    expect(first.count).toBe(3);
    const second = await score(repository, '--no-cache');
    expectMeasured(second);
    expect([marks().length, second.count]).toEqual([3, 0]);
  });

  test('whose set-up also builds shares its dependencies, and builds once in each checkout', async () => {
    const { marks, settings } = countingSetup();
    expectMeasured(await score(createProject(PREPARED, settings)));
    // In addition: good, short and tests, whose two trees share a checkout, and the independent run of the leader.
    expect(marks()).toEqual(['again', 'again', 'again', 'again', 'full', 'full', 'full']);
  });

  test('is set up by default', async () => {
    const scored = await score(createProject({}, ''));
    expectMeasured(scored);
    expect(scored.count).toBe(3);
  });
});

test('a lockfile and a prepare script: installs once per state, builds once in each checkout', async () => {
  const scored = await score(createProject(PREPARED, '', { 'package-lock.json': LOCKFILE }));
  expectMeasured(scored);
  const again = 'npm install --prefer-offline --no-audit --no-fund';
  // The package in the tree is covered by the lockfile alone, so `local` has the dependencies of the base.
  expect(scored.count).toBe(6);
  expect(scored.setups.filter((command) => command === again)).toHaveLength(4);
  expect(scored.setups.filter((command) => command !== again && command !== 'npm ci')).toEqual([]);
});

test('runs only the scripts of the project if the dependencies of another checkout are in place', async () => {
  const { facts, setups, count } = await scoreThese(createPrepared(), ['good', 'other']);
  const scripts = 'npm run postinstall && npm run prepare';
  expect([count, setups.slice(-2)]).toEqual([3, [scripts, scripts]]);
  const passed = [facts.baseline, ...facts.candidates].map(({ tests }) => (tests.state === 'measured' ? tests.passed : null));
  expect(passed).toEqual([1, 1, 1]);
});
