import { expect, test } from 'vitest';
import { evidenceOf } from '../../../test/evidence-builder.ts';
import type { RepositoryWrite } from '../../contract/index.ts';
import { findIntegrity } from '../integrity/index.ts';

const messages = (repositoryWrites: readonly RepositoryWrite[]) =>
  findIntegrity(evidenceOf({}, { repositoryWrites }))
    .filter(({ id }) => id.startsWith('repository_'))
    .map(({ id, severity, message }) => [id, severity, message]);

test('reports the branches, files and settings that an agent changed, and the evidence', () => {
  const evidence = 'git_command';
  expect(
    messages([
      { kind: 'file', name: 'notes.txt', change: 'added', evidence },
      { kind: 'file', name: 'src/a.js', change: 'changed', evidence },
      { kind: 'branch', name: 'attempt', change: 'added', evidence },
      { kind: 'stash', name: 'refs/stash', change: 'added', evidence },
      { kind: 'git_file', name: 'hooks/pre-commit', change: 'deleted', evidence },
    ]),
  ).toEqual([
    [
      'repository_written',
      'error',
      'added branch attempt, a stash, notes.txt; changed src/a.js; deleted .git/hooks/pre-commit in your repository (it ran git commands there)',
    ],
  ]);
  expect(messages([{ kind: 'file', name: 'notes.txt', change: 'added', evidence: 'named' }])).toEqual([
    ['repository_written', 'error', 'added notes.txt in your repository (its output or command line names the path)'],
  ]);
});

test('accepts an agent that stayed in its clone', () => {
  expect(messages([])).toEqual([]);
});

test('names at most ten changes of a kind', () => {
  const many = Array.from({ length: 12 }, (_none, index): RepositoryWrite => {
    return { kind: 'tag', name: `v${index}`, change: 'added', evidence: 'git_command' };
  });
  expect(messages(many)[0]?.[2]).toMatch(/tag v9 and 2 more in your repository \(/);
});
