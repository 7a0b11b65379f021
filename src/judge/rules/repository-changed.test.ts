import { expect, test } from 'vitest';
import { alarms, evidenceOf } from '../../../test/evidence-builder.ts';
import type { RepositoryWrite } from '../../contract/index.ts';
import { findIntegrity } from '../integrity/index.ts';

const FILE: RepositoryWrite = { kind: 'file', name: 'notes.txt', change: 'added', evidence: 'only_agent' };

test('warns about changes that only this agent or the user can have made', () => {
  const evidence = evidenceOf({}, { repositoryWrites: [FILE] });
  expect(alarms(evidence)).toEqual(['warning repository_changed']);
  expect(findIntegrity(evidence).find(({ id }) => id === 'repository_changed')?.message).toBe(
    'your repository changed while no other agent was running: added notes.txt; it was this agent or you',
  );
});

test('leaves changes with evidence to the other rule', () => {
  expect(alarms(evidenceOf({}, { repositoryWrites: [{ ...FILE, evidence: 'named' }] }))).toEqual(['error repository_written']);
  expect(alarms(evidenceOf({}))).toEqual([]);
});
