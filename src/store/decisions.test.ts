import { copyFileSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/temporary-repository.ts';
import { type MergeDecision, SCHEMA_VERSION } from '../contract/index.ts';
import { temporaryPath } from './atomic-files.ts';
import { addDecision, checkDecisions, listDecisions, refuseUnsafeDecisions, removeUnfinishedDecisions } from './decisions.ts';

const DECISION: Omit<MergeDecision, 'number' | 'previous'> = {
  schema_version: SCHEMA_VERSION,
  kind: 'merge',
  run_id: 'run',
  candidate: 'claude',
  shown: {
    ...{ rank: 1, of: 2, total: 90, winner: 'claude', mergeable: true, scorecard_sha256: 'ab' },
    ...{ order: ['codex', 'claude'], scores: [{ candidate: 'claude', total: 90, dimensions: { tests: 90 } }], blind: false },
  },
  forced: null,
  picked: [],
  strategy: 'squash',
  target: { branch: 'main', from: 'a', to: 'b' },
  checked_in: null,
  by: null,
  at: '2026-01-01T00:00:00.000Z',
};

function withTwo() {
  const run = { id: 'run', path: temporaryFolder() };
  addDecision(run, DECISION);
  addDecision(run, { ...DECISION, candidate: 'codex' });
  return { run, place: join(run.path, 'decisions'), names: readdirSync(join(run.path, 'decisions')).sort() };
}

test('numbers decisions and chains each to the previous one', () => {
  const { run, names } = withTwo();
  const [first, second] = listDecisions(run);
  expect([first, second]).toMatchObject([
    { number: 1, previous: null },
    { number: 2, candidate: 'codex' },
  ]);
  expect(second?.previous).toMatch(/^[0-9a-f]{64}$/);
  expect(second?.previous?.startsWith(names[0]?.slice(5, 21) ?? '?')).toBe(true);
  expect(checkDecisions(run)).toEqual([]);
});

test('removes the file of a decision that was not completed, and no other', () => {
  const { run, place, names } = withTwo();
  const [first = ''] = names;
  copyFileSync(join(place, first), temporaryPath(join(place, first)));
  removeUnfinishedDecisions(run);
  expect(readdirSync(place).sort()).toEqual(names);
  removeUnfinishedDecisions({ id: 'none', path: join(run.path, 'missing') });
});

test('detects a removed or moved decision', () => {
  const { run, place, names } = withTwo();
  const [first = '', second = ''] = names;
  rmSync(join(place, first));
  expect(checkDecisions(run)).toEqual([
    `decisions/${second} is decision 2, expected was 1`,
    `decisions/${second} follows another decision than the one before it`,
  ]);
  renameSync(join(place, second), join(place, '0002-0000000000000000.json'));
  expect(checkDecisions(run)[0]).toBe('decisions/0002-0000000000000000.json was changed: its hash is not the one in its name');
});

test('a run without decisions has none', () => {
  const run = { id: 'run', path: temporaryFolder() };
  expect([listDecisions(run), checkDecisions(run)]).toEqual([[], []]);
});

test('test decisions use the same chain', () => {
  const run = { id: 'run', path: temporaryFolder() };
  addDecision(run, DECISION);
  const { schema_version, run_id, candidate, by, at } = DECISION;
  const shown = { winner: null, scorecard_sha256: 'ab' };
  addDecision(run, { schema_version, run_id, candidate, by, at, kind: 'accept', tests: ['a'], shown });
  expect(listDecisions(run).map(({ kind }) => kind)).toEqual(['merge', 'accept']);
  expect(checkDecisions(run)).toEqual([]);
});

test('a blind pick uses the same chain, and a merge says what was shown', () => {
  const run = { id: 'run', path: temporaryFolder() };
  const { schema_version, run_id, candidate, by, at } = DECISION;
  const order = ['codex', 'claude'];
  addDecision(run, { schema_version, run_id, candidate, by, at, kind: 'pick', shown: { order, scorecard_sha256: 'ab' } });
  addDecision(run, DECISION);
  expect(listDecisions(run).map((decision) => Object.keys(decision.shown).sort())).toEqual([
    ['order', 'scorecard_sha256'],
    ['blind', 'mergeable', 'of', 'order', 'rank', 'scorecard_sha256', 'scores', 'total', 'winner'],
  ]);
  expect(checkDecisions(run)).toEqual([]);
});

test('reads and writes nothing through a link, and reports it', () => {
  const { run, place, names } = withTwo();
  const [first = ''] = names;
  const elsewhere = temporaryFolder();
  renameSync(join(place, first), join(elsewhere, first));
  symlinkSync(join(elsewhere, first), join(place, first));
  writeFileSync(join(place, 'note.txt'), '');
  expect(listDecisions(run)).toHaveLength(1);
  expect(checkDecisions(run)).toEqual(
    expect.arrayContaining([`decisions/${first} is not a decision`, 'decisions/note.txt is not a decision']),
  );
  rmSync(place, { recursive: true });
  symlinkSync(elsewhere, place);
  expect(() => refuseUnsafeDecisions(run)).toThrow(expect.objectContaining({ code: 'store_unsafe' }));
  expect(() => addDecision(run, DECISION)).toThrow(expect.objectContaining({ code: 'store_unsafe' }));
  expect(readdirSync(elsewhere)).toEqual([first]);
});
