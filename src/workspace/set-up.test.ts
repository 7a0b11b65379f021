import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRepository, type Files, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { copyInstalled, isInstalled, listOldSetups, planSetup, runSetup, type SetupPlan, toolStamp } from './set-up.ts';

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
const topFiles = (files: Record<string, string>) => new Map(Object.entries(files));
const keyOf = (setting: string | null, files: Record<string, string>, env: Record<string, string> = ENV) =>
  planSetup(setting, topFiles(files), env)?.key ?? null;

describe('planning', () => {
  test('nothing to install', () => {
    expect(planSetup(null, topFiles({ 'package-lock.json': 'h' }), ENV)).toBeNull();
    expect(planSetup('auto', topFiles({ 'README.md': 'h' }), ENV)).toBeNull();
  });

  test('from the lockfile, or as the user says', () => {
    const files = topFiles({ 'package-lock.json': 'h' });
    expect(planSetup('auto', files, ENV)).toMatchObject({ command: 'npm ci', folders: expect.arrayContaining(['node_modules']) });
    expect(planSetup('make deps', files, ENV)).toMatchObject({ command: 'make deps', folders: null });
    expect(planSetup('make deps', topFiles({}), ENV)).toMatchObject({ command: 'make deps', folders: null });
  });

  test('equal keys for equal dependencies, others for others', () => {
    const files = { 'package-lock.json': 'lock', 'package.json': 'json', 'README.md': 'read' };
    const key = keyOf('auto', files);
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(keyOf('auto', { 'README.md': 'other', 'package.json': 'json', 'package-lock.json': 'lock' })).toBe(key);
    const others = [
      keyOf('auto', { ...files, 'package-lock.json': 'other' }),
      keyOf('auto', { ...files, 'package.json': 'other' }),
      keyOf('auto', { ...files, '.npmrc': 'x' }),
      keyOf('npm ci --foreground', files),
      keyOf('auto', files, { PATH: '/nowhere' }),
    ];
    expect(new Set([key, ...others]).size).toBe(6);
  });

  test('a tool is known by where it stands and when it was installed', () => {
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
/** A plan with a key of its own. */
function planOf(command: string, folders: readonly string[] | null = null): SetupPlan {
  keys += 1;
  return { command, key: `key-${keys}`, folders };
}

async function install(plan: SetupPlan, workspace: string, brought: string[] = []) {
  const outputs = temporaryFolder();
  return runSetup({
    plan,
    workspace,
    env: ENV,
    brought,
    stdoutFile: join(outputs, 'stdout'),
    stderrFile: join(outputs, 'stderr'),
    timeoutMs: 30_000,
    outputLimitBytes: 1e6,
    disk: { folder: workspace, bytes: 1e9 },
    signal: new AbortController().signal,
  });
}

const TREE: Files = { 'a.txt': 'a\n', '.gitignore': 'deps\n*.env\n' };
const list = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('.git'))
    .sort();

describe('installing once', () => {
  test('everything that the command made goes to the other trees, as a copy of its own', async () => {
    const plan = planOf(
      'mkdir -p deps/bin packages/x/deps && echo 1 > deps/one && echo 2 > packages/x/deps/two && ln -s ../one deps/bin/one',
    );
    expect(isInstalled(plan)).toBe(false);
    expect(await install(plan, createRepository(TREE))).toMatchObject({ ended: 'exited', exitCode: 0 });
    expect(isInstalled(plan)).toBe(true);
    const [first, second] = [createRepository(TREE), createRepository(TREE)];
    for (const tree of [first, second]) await copyInstalled(plan, tree);
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

  test('a command that fails leaves nothing', async () => {
    const plan = planOf('mkdir deps; exit 3');
    expect(await install(plan, createRepository(TREE))).toMatchObject({ ended: 'exited', exitCode: 3 });
    expect(isInstalled(plan)).toBe(false);
  });

  test.each([
    ['only dependencies', true, 'mkdir -p node_modules packages/a/node_modules; touch node_modules/i packages/a/node_modules/i'],
    ['nothing', true, 'true'],
    // A script of the project built something from this tree's sources: another tree's would differ.
    ['a build beside them', false, 'mkdir node_modules dist; touch node_modules/i dist/index.js'],
    ['a folder that only sounds like them', false, 'mkdir my_node_modules; touch my_node_modules/x'],
  ])('a known command that made %s: shared: %s', async (_made, shared, command) => {
    const plan = planOf(command, ['node_modules']);
    await install(plan, createRepository({ ...TREE, 'packages/a/package.json': '{}' }));
    expect(isInstalled(plan)).toBe(shared);
  });

  test('files that Hydra put there before are not dependencies', async () => {
    const tree = createRepository(TREE);
    writeFiles(tree, { 'secret.env': 's', 'config/local.env': 'c', 'linked/x': 'x' });
    const plan = planOf('mkdir node_modules && touch node_modules/i', ['node_modules']);
    await install(plan, tree, ['secret.env', 'config/local.env', 'linked']);
    expect(isInstalled(plan)).toBe(true);
    const other = createRepository(TREE);
    await copyInstalled(plan, other);
    expect(list(other)).toEqual(['a.txt', 'node_modules', 'node_modules/i']);
  });
});

test('a Python environment is made to fit the tree it is copied to', async () => {
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
  const plan = planOf('true', ['.venv']);
  await install(plan, origin);
  const other = createRepository(TREE);
  await copyInstalled(plan, other);
  const text = (path: string) => readFileSync(join(other, path), 'latin1');
  expect(text('.venv/bin/tool')).toBe(`#!${other}/.venv/bin/python\nprint(1)\n`);
  expect(text(`${site}/_editable.pth`)).toBe(`${other}/src\n`);
  expect(text(`${site}/__editable___pkg_finder.py`)).toBe(`MAPPING = {'pkg': '${other}/src/pkg'}\n`);
  expect(readlinkSync(join(other, '.venv/bin/python'))).toBe('/usr/bin/env');
  // What is not a script is left as it is.
  expect(text(`${site}/pkg/data.py`)).toContain(origin);
  expect(text('.venv/bin/binary')).toContain(origin);
});

test('set-ups that nobody used for long are listed', async () => {
  const [used, unused] = [planOf('mkdir deps'), planOf('mkdir deps')];
  for (const plan of [used, unused]) await install(plan, createRepository(TREE));
  const folder = join(cache, 'hydra/set-up');
  for (const { key } of [used, unused]) utimesSync(join(folder, key), 1, 1);
  await copyInstalled(used, createRepository(TREE));
  expect(listOldSetups(new Date('2020-01-01'))).toEqual([join(folder, unused.key)]);
});

test('a cache folder that is not absolute is not used', () => {
  process.env.XDG_CACHE_HOME = 'relative';
  try {
    expect(isInstalled(planOf('true'))).toBe(false);
    expect(existsSync('relative')).toBe(false);
  } finally {
    process.env.XDG_CACHE_HOME = cache;
  }
  mkdirSync(cache, { recursive: true });
});
