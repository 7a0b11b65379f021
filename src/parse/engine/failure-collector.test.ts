import { expect, test } from 'vitest';
import type { TestStatus } from '../../contract/index.ts';
import type { FailureReports } from '../parser.ts';
import { FailureCollector } from './failure-collector.ts';
import { MemoryBudget } from './memory-budget.ts';
import { ResultBuilder } from './result-builder.ts';

/** Headings are "FAIL name"; a report ends with an empty line. */
const FORMAT: FailureReports = {
  startsWith: ['FAIL'],
  heading: (text) => (text.startsWith('FAIL ') ? { title: text.slice(5) } : null),
  open: () => (text) => {
    if (text === '') return false;
    const place = /^at (\S+):(\d+)$/.exec(text);
    return place === null ? text : { file: place[1] ?? '', line: Number(place[2]) };
  },
  titles: (id) => [id, id.slice(id.lastIndexOf(' ') + 1)],
};

type Entry = [id: string, status: TestStatus];

function read(runs: { line: number; tests: Entry[] }[], lines: string[], format = FORMAT) {
  const position = { firstLine: 0, lineNumber: 0, before: () => '' };
  const results = new ResultBuilder('test', 'tool', new MemoryBudget(), position);
  const collector = new FailureCollector(format, results as unknown as ResultBuilder);
  for (const [index, text] of lines.entries()) {
    position.firstLine = index;
    position.lineNumber = index;
    const run = runs.find(({ line }) => line === index);
    const begun = run === undefined ? null : results.beginRun();
    for (const [id, status] of run?.tests ?? []) begun?.test(id, status);
    collector.line(text);
  }
  collector.end();
  return results.sections.map(({ tests }) => tests.map(({ message, file, line }) => [message, file, line]));
}

test('gives a failed test the lines and the first place below its heading', () => {
  const tests: Entry[] = [
    ['a', 'failed'],
    ['b', 'passed'],
  ];
  const lines = ['FAIL a', 'one', '', 'foreign', 'FAIL b', 'two', 'FAIL a', 'late', 'at x.js:3', 'at y.js:4'];
  expect(read([{ line: 0, tests }], lines)).toEqual([
    [
      ['one', undefined, undefined],
      [undefined, undefined, undefined],
    ],
  ]);
  expect(read([{ line: 0, tests }], ['FAIL a', 'at x.js:3', 'one', 'at y.js:4'])[0]?.[0]).toEqual(['one', 'x.js', 3]);
});

test('assigns reports with the same title in order, and none if their number differs', () => {
  const tests: Entry[] = [
    ['x same', 'failed'],
    ['y same', 'failed'],
  ];
  const texts = (lines: string[]) => read([{ line: 0, tests }], lines)[0]?.map(([message]) => message);
  expect(texts(['FAIL same', 'one', '', 'FAIL same', 'two'])).toEqual(['one', 'two']);
  expect(texts(['FAIL same', 'one'])).toEqual([undefined, undefined]);
  expect(texts(['FAIL y same', 'one'])).toEqual([undefined, 'one']);
});

test('assigns reports to the run around them', () => {
  const run = (line: number) => ({ line, tests: [['a', 'failed']] as Entry[] });
  const lines = ['', 'FAIL a', 'one', '', '', 'FAIL a', 'two'];
  expect(read([run(0), run(4)], lines).map(([test]) => test?.[0])).toEqual(['one', 'two']);
  expect(read([run(2)], lines.slice(0, 4)).map(([test]) => test?.[0])).toEqual(['one']);
});

test('joins reports of one failure', () => {
  const lines = ['FAIL a', 'one', 'FAIL a', 'two', 'at x:1'];
  const tests: Entry[] = [['a', 'failed']];
  expect(read([{ line: 0, tests }], lines, { ...FORMAT, areJoined: true })).toEqual([[['one\ntwo', 'x', 1]]]);
});
