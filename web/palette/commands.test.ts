import { expect, test } from 'vitest';
import type { RunDetail, RunEntry } from '../../src/contract/index.ts';
import { findCommands, listCommands } from './commands.ts';

const entry = {
  ...{ id: 'r1', task: '\nFix the sum\nand more', started_at: null, winner: 'good', verdict: null },
  candidates: [{ name: 'good' }, { name: 'bad' }],
} as unknown as RunEntry;
const candidate = (name: string, kind: string) => ({ name, source: { kind, value: name } });
const detail = {
  ...{ id: 'r1', run: { candidates: [candidate('bad', 'agent'), candidate('good', 'ref')] } },
  scorecard: { rankings: [{ agent: 'good' }, { agent: 'bad' }] },
} as unknown as RunDetail;
const context = { entries: [entry], detail: null, canChange: true, actions: [] };
const titles = (commands: readonly { title: string }[]) => commands.map(({ title }) => title);

test('lists views, actions and runs, and the candidates and exports of the run that is shown', () => {
  expect(titles(listCommands(context))).toEqual(['Runs', 'New race', 'Fix the sum']);
  const actions = [{ title: 'Show shortcuts', call: () => {} }];
  expect(titles(listCommands({ ...context, detail, actions }))).toEqual([
    ...['good: diff', 'good: score details', 'good: logs', 'good: merge'],
    ...['bad: diff', 'bad: score details', 'bad: logs', 'bad: agent', 'bad: merge'],
    ...['Race again', 'Export as HTML', 'Export as Markdown', 'Export as JSON', 'Export as JUnit', 'Export as SARIF'],
    ...['Runs', 'New race', 'Show shortcuts', 'Fix the sum'],
  ]);
});

test('a report file has no command that needs a server', () => {
  expect(titles(listCommands({ ...context, detail, canChange: false }))).toEqual([
    ...['good: diff', 'good: score details', 'good: logs', 'bad: diff', 'bad: score details', 'bad: logs', 'bad: agent'],
    ...['Runs', 'Fix the sum'],
  ]);
});

test('an unfinished run has only logs', () => {
  expect(titles(listCommands({ ...context, entries: [], detail: { ...detail, scorecard: null } }))).toEqual([
    ...['bad: logs', 'good: logs', 'Runs', 'New race'],
  ]);
});

test('finds commands by every word, those that begin with the first word first', () => {
  const commands = listCommands({ ...context, detail });
  expect(titles(findCommands(commands, 'DIFF good'))).toEqual(['good: diff']);
  expect(titles(findCommands(commands, 'good'))).toEqual([
    ...['good: diff', 'good: score details', 'good: logs', 'good: merge', 'Fix the sum'],
  ]);
  expect(titles(findCommands(commands, 'race'))).toEqual(['Race again', 'New race']);
  expect(findCommands(commands, 'nothing like it')).toEqual([]);
});
