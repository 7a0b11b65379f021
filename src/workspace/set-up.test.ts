import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { createObjectStore, findRepository } from '../git/index.ts';
import { DEPENDENCY_FOLDERS, decidesSetup } from './detect-setup.ts';
import {
  copyInstalled,
  isInstalled,
  isSetUp,
  listOldSetups,
  planSetup,
  runSetup,
  type SetupPlan,
  setupCommand,
  toolStamp,
} from './set-up.ts';

const CACHE_BEFORE = process.env.XDG_CACHE_HOME;
let cache = '';
beforeAll(() => {
  cache = temporaryFolder();
  process.env.XDG_CACHE_HOME = cache;
});
afterAll(() => {
  if (CACHE_BEFORE === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = CACHE_BEFORE;
});

const ENV = { PATH: process.env.PATH ?? '' };
/** `files` are those at the root with their content hashes. */
function plan(
  setting: string | null,
  files: Record<string, string>,
  { env = ENV, run = 'run-1', packageJson = null as string | null, copied = [] as string[], tree = null as string | null } = {},
): SetupPlan | null {
  const decisive = Object.entries(files).filter(([name]) => decidesSetup(name));
  const manifests = { names: new Set(Object.keys(files)), files: decisive.sort(([a], [b]) => (a < b ? -1 : 1)), packageJson };
  return planSetup({ setting, manifests, env, run, copied, tree, isConfined: false });
}
const keyOf = (...question: Parameters<typeof plan>) => plan(...question)?.key ?? null;

describe('planning', () => {
  test('finds nothing to install', () => {
    expect(plan(null, { 'package-lock.json': 'h' })).toBeNull();
    expect(plan('auto', { 'README.md': 'h' })).toBeNull();
    expect(plan('auto', { 'package.json': 'h' }, { packageJson: '{}' })).toBeNull();
  });

  test("uses the lockfile, or the user's command", () => {
    const files = { 'package-lock.json': 'h' };
    expect(plan('auto', files)).toMatchObject({ command: 'npm ci', folders: expect.arrayContaining(['node_modules']) });
    const again = { command: 'make deps', again: 'make deps', folders: DEPENDENCY_FOLDERS };
    expect(plan('make deps', files)).toMatchObject(again);
    expect(plan('make deps', {})).toMatchObject(again);
  });

  test('uses package.json, unless the user provides the dependencies', () => {
    const packageJson = '{ "dependencies": { "a": "1" } }';
    const command = 'npm install --no-audit --no-fund --no-package-lock';
    expect(plan('auto', { 'package.json': 'h' }, { packageJson })).toMatchObject({ command, again: command });
    expect(plan('auto', { 'package.json': 'h' }, { packageJson, copied: ['node_modules'] })).toBeNull();
    expect(plan('auto', { 'package-lock.json': 'h' }, { copied: ['node_modules'] })).toMatchObject({ command: 'npm ci' });
  });

  test('has the same key in every run with a lockfile, and a new one in each run without', () => {
    const locked = { 'package-lock.json': 'h' };
    expect(keyOf('npm install', locked, { run: 'a' })).toBe(keyOf('npm install', locked, { run: 'b' }));
    const [first, second] = ['a', 'b'].map((run) => keyOf('npm install', { 'package.json': 'h' }, { run }));
    expect(first).not.toBe(second);
    expect(keyOf('npm install', { 'package.json': 'h' }, { run: 'a' })).toBe(first);
  });

  test('has equal keys for equal dependencies only', () => {
    const files = { 'package-lock.json': 'lock', 'package.json': 'json', 'README.md': 'read' };
    const key = keyOf('auto', files);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf('auto', { 'README.md': 'other', 'package.json': 'json', 'package-lock.json': 'lock' })).toBe(key);
    const others = [
      keyOf('auto', { ...files, 'package-lock.json': 'other' }),
      keyOf('auto', { ...files, 'package.json': 'other' }),
      keyOf('auto', { ...files, '.npmrc': 'x' }),
      keyOf('npm ci --foreground', files),
      keyOf('auto', files, { env: { PATH: '/nowhere' } }),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
  });

  test('identifies a tool by its path and modification time', () => {
    const folder = temporaryFolder();
    writeFiles(folder, { tool: 'x' });
    chmodSync(join(folder, 'tool'), 0o755);
    const before = toolStamp('tool', { PATH: `/nowhere::${folder}` });
    expect(before.startsWith(join(folder, 'tool'))).toBe(true);
    utimesSync(join(folder, 'tool'), 1, 1);
    expect(toolStamp('tool', { PATH: folder })).not.toBe(before);
    expect(toolStamp('none', { PATH: folder })).toBe('none is missing');
    expect(toolStamp('none', {})).toBe('none is missing');
  });
});

let keys = 0;
/** A plan with a unique key. */
function planOf(command: string, changes: Partial<SetupPlan> = {}): SetupPlan {
  keys += 1;
  return { command, again: command, key: `key${keys}`, state: `state${keys}`, folders: DEPENDENCY_FOLDERS, ...changes };
}

const KEPT_NOTHING = '/nowhere/kept';

async function install(plan: SetupPlan, workspace: string, copied: string[] = [], kept = join(temporaryFolder(), 'kept')) {
  const outputs = temporaryFolder();
  return runSetup({
    plan,
    command: setupCommand(plan, workspace),
    checkout: { store: await storeOf(workspace), folder: workspace, index: join(workspace, '.git/index') },
    confinement: null,
    kept,
    env: ENV,
    copied,
    stdoutFile: join(outputs, 'stdout'),
    stderrFile: join(outputs, 'stderr'),
    timeoutMs: 30_000,
    outputLimitBytes: 1e6,
    disk: { folder: workspace, bytes: 1e9 },
    signal: new AbortController().signal,
  });
}

async function storeOf(workspace: string) {
  return createObjectStore(await findRepository(workspace), join(temporaryFolder(), 'objects'));
}

const TREE: Files = { 'a.txt': 'a\n', '.gitignore': 'deps\n*.env\n' };
const list = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git'))
    .sort();

describe('installing once', () => {
  test('ignores installations that other users could have changed', async () => {
    const plan = planOf('mkdir deps && echo 1 > deps/one');
    await install(plan, createRepository(TREE));
    expect(isInstalled(plan)).toBe(true);
    expect(statSync(join(cache, 'hydra/set-up')).mode & 0o777).toBe(0o700);
    chmodSync(join(cache, 'hydra/set-up'), 0o775);
    expect(isInstalled(plan)).toBe(false);
    await install(plan, createRepository(TREE));
    const [place, elsewhere] = [join(cache, 'hydra/set-up', plan.key), join(temporaryFolder(), 'moved')];
    renameSync(place, elsewhere);
    symlinkSync(elsewhere, place);
    expect(isInstalled(plan)).toBe(false);
  });

  test('copies everything that the command created to the other checkouts', async () => {
    const plan = planOf(
      'mkdir -p deps/bin packages/x/deps && echo 1 > deps/one && echo 2 > packages/x/deps/two && ln -s ../one deps/bin/one',
    );
    expect(isInstalled(plan)).toBe(false);
    expect(await install(plan, createRepository(TREE))).toMatchObject({ ended: 'exited', exitCode: 0 });
    expect(isInstalled(plan)).toBe(true);
    const [first, second] = [createRepository(TREE), createRepository(TREE)];
    for (const tree of [first, second]) await copyInstalled(plan, KEPT_NOTHING, { folder: tree, confinement: null });
    expect(list(second)).toEqual([
      'a.txt',
      'deps',
      'deps/bin',
      'deps/bin/one',
      'deps/one',
      'packages',
      'packages/x',
      'packages/x/deps',
      'packages/x/deps/two',
    ]);
    expect(readlinkSync(join(second, 'deps/bin/one'))).toBe('../one');
    writeFiles(first, { 'deps/one': 'changed' });
    expect(readFileSync(join(second, 'deps/one'), 'utf8')).toBe('1\n');
  });

  test('a failed command leaves no files', async () => {
    const plan = planOf('mkdir deps; exit 3');
    expect(await install(plan, createRepository(TREE))).toMatchObject({ ended: 'exited', exitCode: 3 });
    expect(isInstalled(plan)).toBe(false);
  });

  const DEPENDENCIES = 'mkdir -p node_modules packages/a/node_modules; touch node_modules/i packages/a/node_modules/i';
  const MADE: [string, boolean, string][] = [
    ['only dependencies', true, DEPENDENCIES],
    ['nothing', true, 'true'],
    ['a lockfile that the tree has not', true, `${DEPENDENCIES}; touch package-lock.json`],
    // A script of the project built something from these sources: another checkout's output would differ.
    ['a build beside them', false, `${DEPENDENCIES}; mkdir dist; touch dist/index.js`],
    ['a folder that only sounds like them', false, 'mkdir my_node_modules; touch my_node_modules/x'],
  ];
  test.each(MADE)('%s: whether another checkout is complete: %s', async (_made, isWhole, command) => {
    const plan = planOf(command, { again: 'again' });
    const tree = createRepository({ ...TREE, 'packages/a/package.json': '{}' });
    await install(plan, tree);
    expect([isSetUp(plan, KEPT_NOTHING), setupCommand(plan, tree)]).toEqual([isWhole, 'again']);
  });

  test('copies dependencies to all checkouts, and build output only to checkouts of the same tree', async () => {
    const plan = planOf('mkdir -p node_modules dist && echo 1 > node_modules/i && cp a.txt dist/a.txt');
    const [first, second] = [join(temporaryFolder(), 'first'), join(temporaryFolder(), 'second')];
    await install(plan, createRepository(TREE), [], first);
    const same = createRepository(TREE);
    await copyInstalled(plan, first, { folder: same, confinement: null });
    expect([list(same), isSetUp(plan, first)]).toEqual([['a.txt', 'dist', 'dist/a.txt', 'node_modules', 'node_modules/i'], true]);
    const other = createRepository({ ...TREE, 'a.txt': 'b\n' });
    await copyInstalled(plan, second, { folder: other, confinement: null });
    expect(list(other)).toEqual(['a.txt', 'node_modules', 'node_modules/i']);
    expect(await install(plan, other, [], second)).toMatchObject({ exitCode: 0 });
    const otherAgain = createRepository({ ...TREE, 'a.txt': 'b\n' });
    await copyInstalled(plan, second, { folder: otherAgain, confinement: null });
    expect(readFileSync(join(otherAgain, 'dist/a.txt'), 'utf8')).toBe('b\n');
    expect(isSetUp(plan, second)).toBe(true);
  });

  test('each checkout installs once by itself if the command would skip the build', async () => {
    const plan = planOf(`${DEPENDENCIES}; mkdir dist; touch dist/index.js`, { again: null });
    const kept = join(temporaryFolder(), 'kept');
    const tree = createRepository({ ...TREE, 'packages/a/package.json': '{}' });
    await install(plan, tree, [], kept);
    expect([isInstalled(plan), isSetUp(plan, KEPT_NOTHING), isSetUp(plan, kept)]).toEqual([false, false, true]);
    expect(setupCommand(plan, tree)).toBe(plan.command);
  });

  test('files that Hydra added before are not dependencies', async () => {
    const tree = createRepository(TREE);
    writeFiles(tree, { 'secret.env': 's', 'config/local.env': 'c', 'linked/x': 'x' });
    const plan = planOf('mkdir node_modules && touch node_modules/i');
    await install(plan, tree, ['secret.env', 'config/local.env', 'linked']);
    expect(isInstalled(plan)).toBe(true);
    const other = createRepository(TREE);
    await copyInstalled(plan, KEPT_NOTHING, { folder: other, confinement: null });
    expect(list(other)).toEqual(['a.txt', 'node_modules', 'node_modules/i']);
  });
});

test('adapts a Python environment to the checkout it is copied to', async () => {
  const origin = createRepository(TREE);
  const site = '.venv/lib/python3.12/site-packages';
  writeFiles(origin, {
    '.venv/bin/tool': `#!${origin}/.venv/bin/python\nprint(1)\n`,
    [`${site}/_editable.pth`]: `${origin}/src\n`,
    [`${site}/__editable___pkg_finder.py`]: `MAPPING = {'pkg': '${origin}/src/pkg'}\n`,
    [`${site}/pkg/data.py`]: `PATH = '${origin}'\n`,
    '.venv/bin/binary': `\u0000${origin}${'\u0000'.repeat(300_000)}`,
  });
  symlinkSync('/usr/bin/env', join(origin, '.venv/bin/python'));
  const plan = planOf('true');
  await install(plan, origin);
  const other = createRepository(TREE);
  await copyInstalled(plan, KEPT_NOTHING, { folder: other, confinement: null });
  const text = (path: string) => readFileSync(join(other, path), 'latin1');
  expect(text('.venv/bin/tool')).toBe(`#!${other}/.venv/bin/python\nprint(1)\n`);
  expect(text(`${site}/_editable.pth`)).toBe(`${other}/src\n`);
  expect(text(`${site}/__editable___pkg_finder.py`)).toBe(`MAPPING = {'pkg': '${other}/src/pkg'}\n`);
  expect(readlinkSync(join(other, '.venv/bin/python'))).toBe('/usr/bin/env');
  // Files that are not scripts stay unchanged.
  expect(text(`${site}/pkg/data.py`)).toContain(origin);
  expect(text('.venv/bin/binary')).toContain(origin);
});

test('lists set-ups that were not used for long', async () => {
  const [used, unused] = [planOf('mkdir deps'), planOf('mkdir deps')];
  for (const plan of [used, unused]) await install(plan, createRepository(TREE));
  const folder = join(cache, 'hydra/set-up');
  for (const { key } of [used, unused]) utimesSync(join(folder, key), 1, 1);
  await copyInstalled(used, KEPT_NOTHING, { folder: createRepository(TREE), confinement: null });
  expect(listOldSetups(new Date('2020-01-01'))).toEqual([join(folder, unused.key)]);
});

test('ignores a cache folder that is not absolute', () => {
  process.env.XDG_CACHE_HOME = 'relative';
  try {
    expect(isInstalled(planOf('true'))).toBe(false);
    expect(existsSync('relative')).toBe(false);
  } finally {
    process.env.XDG_CACHE_HOME = cache;
  }
  mkdirSync(cache, { recursive: true });
});

describe('without a lockfile', () => {
  const HOUR = 60 * 60;
  const question = (run: string) => plan('mkdir deps', { 'package.json': 'unlocked' }, { run }) as SetupPlan;
  const age = (key: string, seconds: number) => {
    const then = Date.now() / 1000 - seconds;
    for (const path of ['complete.json', '.']) utimesSync(join(cache, 'hydra/set-up', key, path), then, then);
  };

  test('reuses a recent installation; after a day it installs again and removes the old one', async () => {
    const first = question('first');
    await install(first, createRepository(TREE));
    age(first.key, 23 * HOUR);
    expect(question('second').key).toBe(first.key);
    age(first.key, 25 * HOUR);
    const third = question('third');
    expect(third.key).not.toBe(first.key);
    // A run that started with it keeps using it.
    expect(question('second').key).toBe(first.key);
    await install(third, createRepository(TREE));
    expect([isInstalled(first), isInstalled(third)]).toEqual([false, true]);
  });
});

test('a tree whose manifests differ from the base has dependencies of its own', () => {
  const files = { 'package-lock.json': '1' };
  const keys = [null, 'tree', 'other'].map((tree) => keyOf('auto', files, { tree }));
  expect(new Set(keys).size).toBe(3);
  expect(keyOf('auto', files, { tree: 'tree' })).toBe(keys[1]);
});
