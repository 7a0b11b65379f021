import { expect, test } from 'vitest';
import { MemoryBudget } from './memory-budget.ts';
import { ResultBuilder } from './result-builder.ts';

function open() {
  const position = { firstLine: 3, lineNumber: 5, before: (distance: number) => `line ${position.lineNumber - distance}` };
  return { position, results: new ResultBuilder('test', 'tool', new MemoryBudget(), position) };
}

test('starts a run at the first line of the document and extends it with every result', () => {
  const { position, results } = open();
  const run = results.beginRun({ hasHeader: true });
  position.lineNumber = 7;
  run.test('a', 'passed');
  position.lineNumber = 9;
  run.close({ passed: 1, failed: 0, skipped: 0 });
  expect(results.sections.map((section) => ({ ...section }))).toEqual([
    {
      ...{ kind: 'test', parser: 'tool', scope: null, hasHeader: true, hasFooter: true, problems: [] },
      ...{ firstLine: 3, lastLine: 9, tests: [{ id: 'a', status: 'passed' }] },
      totals: { passed: 1, failed: 0, skipped: 0 },
    },
  ]);
});

test('adds a draft only when asked to', () => {
  const { results } = open();
  const draft = results.draftRun();
  expect(results.sections).toEqual([]);
  results.add(draft);
  expect(results.sections).toHaveLength(1);
});

test('closes a run without totals and keeps earlier ones', () => {
  const { results } = open();
  const run = results.beginRun({ totals: { passed: 2, failed: 0, skipped: null } });
  run.close();
  expect([run.hasFooter, run.totals]).toEqual([true, { passed: 2, failed: 0, skipped: null }]);
});

test('gives access to earlier lines', () => {
  expect(open().results.before(2)).toBe('line 3');
});
