// Tests about the task that are not from a candidate: stored next to the candidates, and read when a run is resumed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCEPTANCE_CHECK, AUTHORED_CHECK, EXAMPLES_CHECK, type Run, TASK_AUTHOR, TEST_AUTHOR } from '../contract/index.ts';
import { compareTrees, type ObjectStore, type ResolvedCommit, snapshotPatch } from '../git/index.ts';
import type { SourceReading } from '../judge/index.ts';
import type { TestSource } from '../plan/index.ts';
import { type RunFolder, readStored, subjectFolder, writeFileAtomically, writeStored } from '../store/index.ts';

export type StoredSource = NonNullable<Run['test_sources']>[number];

export const ACCEPTANCE_SOURCE = 'acceptance';

export async function storeSource(
  folder: RunFolder,
  objects: ObjectStore,
  base: ResolvedCommit,
  name: StoredSource['name'],
  commit: ResolvedCommit,
): Promise<StoredSource> {
  const home = subjectFolder(folder, { kind: 'source', name });
  const [compared] = await compareTrees(objects, base.tree, [commit.tree]);
  if (compared === undefined) throw new Error('the trees were not compared');
  writeFileAtomically(join(home, 'diff.patch'), compared.patch);
  writeStored('diff', join(home, 'diff.json'), compared.diff);
  return { name, ...commit };
}

/** Rebuilds the commit from the stored patch: the object store is removed with the run that wrote it. */
export async function reopenSources(
  folder: RunFolder,
  objects: ObjectStore,
  { base, test_sources = [] }: Run,
): Promise<StoredSource[]> {
  return Promise.all(
    test_sources.map(async ({ name }) => {
      const patch = join(subjectFolder(folder, { kind: 'source', name }), 'diff.patch');
      return { name, ...(await snapshotPatch(objects, { commit: base.commit, tree: base.tree }, patch)) };
    }),
  );
}

/** For a run that continues with the tests of an earlier one. The examples of its task are read again. */
export async function copySources(from: RunFolder, to: RunFolder, objects: ObjectStore, run: Run): Promise<StoredSource[]> {
  const others = (run.test_sources ?? []).filter(({ name }) => name !== TASK_AUTHOR);
  const sources = await reopenSources(from, objects, { ...run, test_sources: others });
  for (const { name } of sources) {
    const [old, own] = [from, to].map((folder) => subjectFolder(folder, { kind: 'source', name }));
    for (const file of ['diff.patch', 'diff.json']) {
      if (old !== undefined && own !== undefined) writeFileAtomically(join(own, file), readFileSync(join(old, file)));
    }
  }
  return sources;
}

export function readSources(folder: RunFolder, { test_sources = [] }: Run): SourceReading[] {
  return test_sources.flatMap(({ name }) => {
    const home = subjectFolder(folder, { kind: 'source', name });
    if (!existsSync(join(home, 'diff.json'))) return [];
    const patch = readFileSync(join(home, 'diff.patch'), 'utf8');
    return [{ name, check: CHECKS[name], diff: readStored('diff', join(home, 'diff.json')), patch }];
  });
}

/** Null without acceptance tests. */
export function acceptanceSource(folder: RunFolder, { base, test_sources = [] }: Run): TestSource | null {
  const stored = test_sources.find(({ name }) => name === ACCEPTANCE_SOURCE);
  if (stored === undefined) return null;
  const { commit, tree } = stored;
  const diff = readStored('diff', join(subjectFolder(folder, { kind: 'source', name: ACCEPTANCE_SOURCE }), 'diff.json'));
  const { commit: baseCommit, tree: baseTree } = base;
  return { check: ACCEPTANCE_CHECK, base: { commit: baseCommit, tree: baseTree }, author: { commit, tree }, diff, takes: 'all' };
}

const CHECKS: Record<StoredSource['name'], string> = {
  [ACCEPTANCE_SOURCE]: ACCEPTANCE_CHECK,
  [TEST_AUTHOR]: AUTHORED_CHECK,
  [TASK_AUTHOR]: EXAMPLES_CHECK,
};
