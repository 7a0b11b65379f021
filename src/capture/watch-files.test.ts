import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, temporaryFolder, writeFiles } from '../../test/temporary-repository.ts';
import type { CheckId } from '../contract/index.ts';
import { createObjectStore, findRepository, type ResolvedCommit, resolveCommit } from '../git/index.ts';
import { createWorkspace } from '../workspace/index.ts';
import { watchFiles } from './watch-files.ts';

const FILES = { 'src/a.py': 'a\n', 'test/a_test.py': 'test\n', 'test/b_test.py': 'test\n', '.gitignore': '*.ini\nconftest.py\n' };

async function written(kind: CheckId, write: (folder: string) => void) {
  const repository = await findRepository(createRepository(FILES));
  const area = temporaryFolder();
  const store = await createObjectStore(repository, join(area, 'objects'));
  const { commit } = (await resolveCommit(repository, 'main')) as ResolvedCommit;
  const request = { repository, store, commit, area, index: 0, env: {}, copied: { copy: [], link: [] }, sandbox: null };
  const workspace = await createWorkspace({ ...request, base: commit });
  writeFiles(workspace.folder, { 'pytest.ini': 'of the set-up', 'node_modules/tool/index.js': 'x', '.venv/lib/x.py': 'x' });
  const list = await watchFiles(workspace, kind);
  write(workspace.folder);
  return list(workspace);
}

test('lists tracked files that a check modifies or deletes', async () => {
  const change = (folder: string) => {
    writeFiles(folder, { 'test/a_test.py': 'weak\n', 'src/a.py': 'a\n' });
    rmSync(join(folder, 'test/b_test.py'));
  };
  expect(await written('test', change)).toEqual({ rewritten: ['test/a_test.py', 'test/b_test.py'] });
});

test('lists new files that tools load, ignored ones too; of a build also tests and dependencies', async () => {
  const change = (folder: string) => {
    writeFiles(folder, {
      ...{
        'conftest.py': 'hook',
        'src/tox.ini': 'x',
        'tmp-17/tox.ini': 'x',
        'pytest.ini': 'of the set-up',
        'test/c_test.py': 'x',
        'test/out.txt': 'x',
      },
      ...{ 'src/made.py': 'x', 'node_modules/tool/index.js': 'y', 'node_modules/.cache/x.js': 'x' },
    });
  };
  expect(await written('test', change)).toEqual({ created: ['conftest.py', 'src/tox.ini'] });
  expect(await written('build', change)).toEqual({
    created: ['conftest.py', 'src/tox.ini', 'test/c_test.py', 'tmp-17/tox.ini', 'node_modules/tool/index.js'],
  });
});

test('lists nothing for a check that only builds, and for a removed checkout', async () => {
  expect(await written('build', (folder) => mkdirSync(join(folder, 'out')))).toEqual({});
  expect(await written('build', (folder) => rmSync(folder, { recursive: true }))).toEqual({});
});
