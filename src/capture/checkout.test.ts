import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makePolicy } from '../../test/facts-builder.ts';
import { SAMPLE_FINGERPRINT } from '../../test/sample-fingerprint.ts';
import { createRepository, temporaryFolder } from '../../test/temporary-repository.ts';
import { type Capture, crossCheck, firstCapture } from '../contract/index.ts';
import { createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import { CaptureSeals, openStore, type Subject } from '../store/index.ts';
import { readManifests } from '../workspace/index.ts';
import { Checkout } from './checkout.ts';
import { openEventLog } from './event-log.ts';
import { Installations } from './installations.ts';
import { createMasker } from './mask-secrets.ts';
import type { Task } from './schedule.ts';

interface Commands {
  setup?: string | null;
  /** All of them run the command. */
  checks?: string[];
  command?: string;
}

/** Checkouts of branches with equal manifests. MARK in a command counts its runs. */
async function openCheckouts({ setup = null, checks = ['test'], command = 'true' }: Commands, ...branches: string[]) {
  const root = createRepository(
    { 'package.json': '{}\n', '.gitignore': 'node_modules\n' },
    Object.fromEntries(branches.map((name) => [name, { 'a.txt': `${name}\n` }])),
  );
  const [area, folder] = [temporaryFolder(), temporaryFolder()];
  const marks = join(folder, 'marks');
  const repository = await findRepository(root);
  const objects = await createObjectStore(repository, join(area, 'objects'));
  const policy = makePolicy();
  const marked = (text: string) => text.replace('MARK', `echo x >> ${marks}`);
  const stage = {
    sandbox: null,
    ...{ repository, objects, area, store: openStore(root, repository.commonDir), run: { id: 'r', path: join(folder, 'run') } },
    ...{
      policy: { ...policy, workspace: { ...policy.workspace, setup: setup && marked(setup) } },
      jobs: 2,
    },
    ...{ useCache: false, knownDurations: new Map(), events: openEventLog(join(folder, 'events'), () => {}) },
    fingerprint: SAMPLE_FINGERPRINT,
    ...{ shared: null, remote: null, copied: null, plantedFailure: () => 'not_reported' as const },
    ...{ environment: 'clean' as const, signal: new AbortController().signal },
  };
  const common = { env: { PATH: process.env.PATH ?? '' }, mask: createMasker({}), copied: '', builds: [] };
  const shared = { installations: new Installations(), unshared: new Set<string>(), seals: new CaptureSeals(), elsewhere: null };
  const test = { kind: 'test' as const, command: marked(command), timeoutSeconds: 60, alone: false };
  const installsFrom = (await resolveCommit(repository, branches[0] ?? '')) as ResolvedCommit;
  const tasks: Task[][] = [];
  for (const [index, name] of branches.entries()) {
    const own = (await resolveCommit(repository, name)) as ResolvedCommit;
    const manifests = await readManifests(objects, own.tree, new Map());
    const subject: Subject = { kind: 'candidate', name };
    const checkout = new Checkout(stage, {
      ...common,
      ...shared,
      subject,
      trees: [],
      commits: { own },
      manifests,
      installsFrom,
      purpose: 'checks',
      index,
    });
    const captures = checks.map((id) => firstCapture({ ...test, id }, subject, 'own', 'test'));
    tasks.push(await checkout.plan(captures, true));
  }
  const countMarks = () => (existsSync(marks) ? readFileSync(marks, 'utf8').split('\n').length - 1 : 0);
  const hasDependency = (index: number) => existsSync(join(area, `w${index}/tree/node_modules/made`));
  const runAll = (title: string) => Promise.all(tasks.map((each) => each.find(({ id }) => id.endsWith(` ${title}`))?.run()));
  const captureOf = (name: string, check: string) =>
    JSON.parse(readFileSync(join(stage.run.path, 'candidates', name, check, 'capture.json'), 'utf8')) as Capture;
  return { tasks, runAll, countMarks, hasDependency, captureOf };
}

test.each([
  ['installs once for trees that start in the same tick', 'MARK && mkdir node_modules && touch node_modules/made', 1],
  [
    'installs in each tree what depends on its other files',
    'MARK && mkdir -p node_modules out && touch node_modules/made out/b',
    3,
  ],
])('%s', async (_, setup, expected) => {
  vi.stubEnv('XDG_CACHE_HOME', temporaryFolder());
  const { runAll, countMarks, hasDependency } = await openCheckouts({ setup }, 'a', 'b', 'c');
  await runAll('open');
  await runAll('set up');
  expect([countMarks(), [0, 1, 2].map(hasDependency)]).toEqual([expected, [true, true, true]]);
  await runAll('close');
});

test('runs equal tests of two authors once on a tree', async () => {
  const checks = ['test', crossCheck('x'), crossCheck('y')];
  const { tasks, countMarks, captureOf } = await openCheckouts({ command: 'MARK', checks }, 'a');
  for (const task of tasks.flat()) await task.run();
  expect(countMarks()).toBe(2);
  expect(checks.map((check) => captureOf('a', check)).map(({ check, from_cache }) => [check, from_cache])).toEqual([
    ['test', false],
    [crossCheck('x'), false],
    [crossCheck('y'), true],
  ]);
});
