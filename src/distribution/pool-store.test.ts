import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capture } from '../../test/readings-builder.ts';
import { temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import { canonicalJson, inputsOf, type PlannedCapture, parseCheckRun } from '../contract/index.ts';
import { describeFile, openSharedStore, type Subject } from '../store/index.ts';
import { jobLabel, openPoolStore } from './pool-store.ts';

const RUN = '20260102-030405-123abcd';

function planned(subject: Subject, check: string): PlannedCapture {
  const base = {
    kind: 'test',
    command: 'true',
    timeoutSeconds: 1,
    alone: false,
    canaries: [],
    varied: [],
    probes: null,
    commit: null,
  } as const;
  const rest = {
    asksForReport: false,
    coverage: null,
    independent: null,
    leftOut: null,
    authors: null,
    usesCache: true,
  };
  return { ...base, ...rest, subject, run: parseCheckRun(check), reason: '' };
}

test('labels a job with its tree, its checks in order and its run', () => {
  const claude: Subject = { kind: 'candidate', name: 'claude' };
  const pinned: PlannedCapture = { ...planned(claude, 'test'), run: { check: 'test', tree: 'pinned', attempt: null } };
  expect(jobLabel(RUN, [planned({ kind: 'baseline' }, 'build')])).toBe(`base: build (run ${RUN})`);
  expect(jobLabel(RUN, [planned(claude, 'build'), pinned])).toBe(`claude: build, pinned-test (run ${RUN})`);
});

test('keeps a label with long names within 200 characters, and the run in it', () => {
  const long: Subject = { kind: 'candidate', name: 'n'.repeat(500) };
  const label = jobLabel(
    RUN,
    Array.from({ length: 90 }, () => planned(long, 'cross.somebody')),
  );
  expect(label.length).toBeLessThanOrEqual(200);
  expect(label).toMatch(/^n{60}\.\.\.: cross\.somebody, .*\.\.\. \(run 20260102-030405-123abcd\)$/);
});

/** A store in a folder with the captures of two trees, and what was said about it. */
async function storeWithTwo() {
  const path = join(temporaryFolder(), 'store');
  mkdirSync(path);
  const refused: string[] = [];
  const open = () =>
    openPoolStore(openSharedStore(path, {}), temporaryFolder(), (text) => refused.push(text.replace(path, 'STORE')));
  const [good, bad] = [captured('good', 'passed\n'), captured('bad', 'failed\n')];
  for (const { key, folder } of [good, bad]) await open().publish(key, folder, async () => {});
  const find = async ({ inputs }: typeof good) => {
    const folder = await open().find(inputs);
    return folder === null ? null : readFileSync(join(folder, 'stdout.log'), 'utf8');
  };
  return { path, refused, open, find, good, bad };
}

function captured(tree: string, text: string) {
  const folder = temporaryFolder();
  const key = `key-of-${tree}`;
  writeFiles(folder, { 'stdout.log': text, 'stderr.log': '' });
  const described = (name: string) => describeFile(join(folder, name), name);
  const value = capture({ key, tree, stdout: described('stdout.log'), stderr: described('stderr.log'), reports: [] });
  writeFileSync(join(folder, 'capture.json'), canonicalJson(value));
  return { key, folder, inputs: inputsOf(value) };
}

test('finds what was published under the key', async () => {
  const { find, good, bad, refused } = await storeWithTwo();
  expect([await find(good), await find(bad), refused]).toEqual(['passed\n', 'failed\n', []]);
});

test('refuses exchanged entries by name, and takes the capture that replaces one', async () => {
  const { path, open, find, good, bad, refused } = await storeWithTwo();
  const [one, other] = [good, bad].map(({ key }) => join(path, 'captures', key)) as [string, string];
  renameSync(one, `${one}-moved`);
  renameSync(other, one);
  renameSync(`${one}-moved`, other);
  expect([await find(good), await find(bad)]).toEqual([null, null]);
  expect(refused).toEqual([
    'The entry captures/key-of-good of STORE is not used: it has another tree.',
    'The entry captures/key-of-bad of STORE is not used: it has another tree.',
  ]);
  await open().publish(bad.key, bad.folder, async () => {});
  expect(await find(bad)).toBe('failed\n');
});

test('refuses an entry that names the content of another capture', async () => {
  const { path, find, good, bad, refused } = await storeWithTwo();
  const files = [good, bad].map(({ key }) => join(path, 'captures', key)) as [string, string];
  const [one, other] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  writeFileSync(files[1], canonicalJson({ ...one, inputs: other?.inputs }));
  expect([await find(bad), refused]).toEqual([
    null,
    [`The entry captures/key-of-bad of STORE is not used: ${one?.path}: it has another tree.`],
  ]);
  expect(await find(good)).toBe('passed\n');
});

test.each([
  ['damaged', (file: string) => writeFileSync(file, 'damaged')],
  ['empty', (file: string) => writeFileSync(file, '')],
  ['another content', (file: string) => copyFileSync(join(file, '../..', 'hydra-store.json'), file)],
])('publishes a capture again whose content is %s', async (_what, damage) => {
  const { path, open, find, good, refused } = await storeWithTwo();
  for (const name of readdirSync(join(path, 'content'))) damage(join(path, 'content', name));
  expect(await find(good)).toBeNull();
  expect(refused).toHaveLength(1);
  await open().publish(good.key, good.folder, async () => {});
  expect(await find(good)).toBe('passed\n');
});

test.each(['', '{', '[]', 'null', '{"path":"../../etc/passwd","sha256":"","inputs":{}}'])(
  'an entry %j is of no use, and not an error',
  async (text) => {
    const { path, open, find, good } = await storeWithTwo();
    writeFileSync(join(path, 'captures', good.key), text);
    expect(await find(good)).toBeNull();
    await open().publish(good.key, good.folder, async () => {});
    expect(await find(good)).toBe('passed\n');
  },
);
