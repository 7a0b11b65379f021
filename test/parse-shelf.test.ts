// Every console parser keeps its results on the shelf, so that no output, however long, fills the memory.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestResult } from '../src/contract/index.ts';
import type { Parser } from '../src/parse/parser.ts';
import { OutputReader, type OutputReading, ParserPlan } from '../src/parse/read-output.ts';
import { Shelf } from '../src/parse/shelf.ts';
import { TEST_PARSERS } from '../src/parse/test/index.ts';

function readerOf(id: string, shelf: Shelf): OutputReader {
  return new OutputReader(new ParserPlan(TEST_PARSERS.filter((parser) => parser.id === id)), shelf);
}

function read({ id }: Parser, log: string, shelf: Shelf, times = 1): OutputReading {
  const reader = readerOf(id, shelf);
  for (let time = 0; time < times; time += 1) reader.push(readFileSync(fixture(id, log)));
  return reader.end();
}

function fixture(id: string, name: string): URL {
  return new URL(`fixtures/parse/${id}/${name}`, import.meta.url);
}

function logsOf(id: string): string[] {
  return Object.keys(JSON.parse(readFileSync(fixture(id, 'expected.json'), 'utf8')).cases);
}

function testsIn({ channels }: OutputReading): TestResult[] {
  return channels.flatMap(({ sections }) => sections.flatMap((section) => (section.kind === 'test' ? section.tests : [])));
}

const consoleParsers = TEST_PARSERS.filter(({ form }) => form === 'lines');

/** Fewer may be what a parser says in its own words, such as that a build broke. */
const LEAST_RESULTS = 3;

/** Counts nothing but results. */
class ShelfOfResults extends Shelf {
  override keepRun<Run>(list: Run[], run: Run): void {
    list.push(run);
  }
}

/** Counts nothing but runs. */
class ShelfOfRuns extends Shelf {
  override keep<Entry>(list: Entry[], entry: Entry): void {
    list.push(entry);
  }

  override keepAtOnce<Entry>(list: Entry[], entry: Entry): void {
    list.push(entry);
  }
}

test.each(consoleParsers)('$id keeps all results it names', (parser) => {
  const all = logsOf(parser.id).map((log) => ({ log, results: testsIn(read(parser, log, new Shelf())).length }));
  const logs = all.filter(({ results }) => results >= LEAST_RESULTS);
  expect(logs).not.toEqual([]);
  // There may be one more for each file or package that broke, and those are kept as runs.
  const tooLarge = logs.filter(({ log, results }) => read(parser, log, new ShelfOfResults(Math.ceil(results / 3) - 1)).oversized);
  expect(tooLarge).toEqual(logs);
});

test.each(consoleParsers)('$id keeps its runs', (parser) => {
  const readTwice = (log: string, shelf: Shelf) => read(parser, log, shelf, 2);
  const logs = logsOf(parser.id).filter((log) =>
    readTwice(log, new Shelf()).channels.some(({ sections }) => sections.length > 1),
  );
  const tooLarge = logs.filter((log) => readTwice(log, new ShelfOfRuns(0)).oversized);
  expect(tooLarge).toEqual(logs);
});

test('nothing is made of an output with more results than fit', () => {
  const [googletest] = consoleParsers.filter(({ id }) => id === 'googletest') as [Parser];
  const { length } = testsIn(read(googletest, 'green.txt', new Shelf()));
  expect(testsIn(read(googletest, 'green.txt', new ShelfOfResults(length)))).toHaveLength(length);
  expect(read(googletest, 'green.txt', new ShelfOfResults(length - 1))).toEqual({ channels: [], oversized: true });
});

test.each([
  ['rspec', ['Finished in 1 second', '1 example, 0 failures, 999999999 errors occurred outside of examples']],
  [
    'playwright',
    [
      'Running 1 test using 1 worker',
      '  1 failed',
      '    a.spec.ts:1:1 › a',
      '  999999999 errors were not a part of any test, see above for details',
    ],
  ],
  ['prove', ['Test Summary Report', 't/a.t (Wstat: 0 Tests: 999999999 Failed: 999999999)', '  Failed tests:  1-999999999']],
])('a number in a line of %s makes no more results than fit', (id, lines) => {
  const reader = readerOf(id, new Shelf());
  reader.push(new TextEncoder().encode(lines.join('\n')));
  expect(reader.end()).toEqual({ channels: [], oversized: true });
});
