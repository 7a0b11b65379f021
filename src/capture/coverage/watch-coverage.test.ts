import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder, writeFiles } from '../../../test/temporary-repository.ts';
import { firstCapture } from '../../contract/index.ts';
import { createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from '../../git/index.ts';
import { BASELINE } from '../../store/index.ts';
import { createWorkspace } from '../../workspace/index.ts';
import { watchCoverage } from './watch-coverage.ts';

const LCOV = 'SF:a.js\nDA:1,1\nend_of_record\n';
const CHECK = { id: 'test', kind: 'test' as const, command: 'node --test', timeoutSeconds: 60, alone: false };

async function openRun() {
  const repository = await findRepository(createRepository({ 'a.js': 'one();\n', 'lcov.info': LCOV }));
  const area = temporaryFolder();
  const store = await createObjectStore(repository, join(area, 'objects'));
  const { commit, tree } = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const request = { repository, store, commit, area, index: 0, env: {}, copied: { copy: [], link: [] }, sandbox: null };
  const workspace = await createWorkspace({ ...request, base: commit });
  return { workspace, tree, scripts: ['node --test'], env: {} };
}

test('a committed report does not count, even if the run writes it again', async () => {
  const run = await openRun();
  const { collect } = watchCoverage(firstCapture(CHECK, BASELINE, 'own', 'test'), run);
  writeFiles(run.workspace.folder, { 'lcov.info': LCOV, 'coverage/lcov.info': LCOV });
  expect((await collect(run.workspace.folder)).map(({ place }) => place)).toEqual(['coverage/lcov.info']);
});

test('each run has its own folder for requested reports', async () => {
  const run = await openRun();
  const check = { ...firstCapture(CHECK, BASELINE, 'own', 'test'), coverage: ['a.js'] };
  const folders = [1, 2].map(() => watchCoverage(check, run).variables.NODE_V8_COVERAGE ?? '');
  expect(new Set(folders).size).toBe(2);
  for (const folder of folders) expect(folder.slice(run.workspace.reports.length)).toMatch(/^\/[0-9a-f]{32}\/v8$/);
});
