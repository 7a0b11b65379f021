import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRepository, git, temporaryFolder } from '../../test/temporary-repository.ts';
import { listLeftBranches } from './agent-branches.ts';

test('settings of a clone never start a program', async () => {
  const folder = createRepository({ 'a.txt': 'a\n' }, { attempt: { 'a.txt': 'b\n' } });
  const [commit, tree] = [git(folder, 'rev-parse', 'main').trim(), git(folder, 'rev-parse', 'main^{tree}').trim()];
  const attempt = { name: 'attempt', commit: git(folder, 'rev-parse', 'attempt').trim() };
  expect(await listLeftBranches(folder, { commit, tree })).toEqual([attempt]);
  const trace = join(temporaryFolder(), 'trace');
  // A branch whose commit is missing, to be fetched from a remote that is a command.
  for (const [key = '', value = ''] of [
    ['core.repositoryFormatVersion', '1'],
    ['extensions.partialClone', 'origin'],
    ['remote.origin.promisor', 'true'],
    ['remote.origin.url', `ext::touch ${trace}`],
    ['protocol.ext.allow', 'always'],
  ])
    git(folder, 'config', key, value);
  writeFileSync(join(folder, '.git/refs/heads/ghost'), `${'1'.repeat(40)}\n`);
  expect(await listLeftBranches(folder, { commit, tree })).toEqual([]);
  expect(existsSync(trace)).toBe(false);
});
