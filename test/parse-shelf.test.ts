// Every parser that reads as the output arrives keeps its results on the shelf, so that no output, however long, fills the
// memory.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestResult } from '../src/contract/index.ts';
import { ParserPlan } from '../src/parse/engine/dispatch/parser-set.ts';
import { OutputReader, type OutputReading } from '../src/parse/engine/read-output.ts';
import { Shelf } from '../src/parse/engine/shelf.ts';
import { LINT_PARSERS } from '../src/parse/lint/index.ts';
import type { Parser } from '../src/parse/parser.ts';
import type { Section } from '../src/parse/section.ts';
import { SECURITY_PARSERS } from '../src/parse/security/index.ts';
import { TEST_PARSERS } from '../src/parse/test/index.ts';

function read(parser: Parser, log: string, shelf: Shelf, times = 1): OutputReading {
  const reader = new OutputReader(new ParserPlan([parser]), shelf);
  for (let time = 0; time < times; time += 1) reader.push(readFileSync(fixture(parser.id, log)));
  return reader.end();
}

function fixture(id: string, name: string): URL {
  return new URL(`fixtures/parse/${id}/${name}`, import.meta.url);
}

function logsOf(id: string): string[] {
  return Object.keys(JSON.parse(readFileSync(fixture(id, 'expected.json'), 'utf8')).cases);
}

function resultsIn({ channels }: OutputReading): unknown[] {
  return channels.flatMap(({ sections }) => sections.flatMap(resultsOf));
}

function resultsOf(section: Section): unknown[] {
  if (section.kind === 'test') return section.tests;
  return section.kind === 'lint' ? section.findings : section.advisories;
}

/** What each takes besides the characters of its name. */
const BYTES_OF_TEST = 160;

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

/** Without those of a single JSON document, which has a largest size. */
const parsers: Parser[] = [...TEST_PARSERS, ...LINT_PARSERS, ...SECURITY_PARSERS].filter(({ form }) => form !== 'json');
const consoleTestParsers: Parser[] = TEST_PARSERS.filter(({ form }) => form === 'lines');

/** On a console, runners tell of files and packages that broke too: those are kept as runs, and get names at the end. */
function fewestKept(parser: Parser, count: number): number {
  return consoleTestParsers.includes(parser) ? Math.floor(count / 3) : count;
}

test.each(parsers)('$id keeps all results it names', (parser) => {
  const logs = logsOf(parser.id)
    .map((log) => ({ log, fewest: fewestKept(parser, resultsIn(read(parser, log, new Shelf())).length) }))
    .filter(({ fewest }) => fewest > 0);
  const tooLarge = logs.filter(({ log, fewest }) => read(parser, log, new ShelfOfResults(fewest * BYTES_OF_TEST - 1)).oversized);
  expect(logs).not.toEqual([]);
  expect(tooLarge).toEqual(logs);
});

test.each(consoleTestParsers)('$id keeps its runs', (parser) => {
  const readTwice = (log: string, shelf: Shelf) => read(parser, log, shelf, 2);
  const logs = logsOf(parser.id).filter((log) =>
    readTwice(log, new Shelf()).channels.some(({ sections }) => sections.length > 1),
  );
  const tooLarge = logs.filter((log) => readTwice(log, new ShelfOfRuns(0)).oversized);
  expect(tooLarge).toEqual(logs);
});

function testParser(id: string): Parser {
  return consoleTestParsers.find((parser) => parser.id === id) as Parser;
}

test('nothing is made of an output with more results than fit', () => {
  const googletest = testParser('googletest');
  const results = resultsIn(read(googletest, 'green.txt', new Shelf())) as TestResult[];
  const bytes = results.reduce((sum, { id }) => sum + BYTES_OF_TEST + id.length, 0);
  expect(resultsIn(read(googletest, 'green.txt', new ShelfOfResults(bytes)))).toEqual(results);
  expect(read(googletest, 'green.txt', new ShelfOfResults(bytes - 1))).toEqual({ channels: [], oversized: true });
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
  const reader = new OutputReader(new ParserPlan([testParser(id)]));
  reader.push(new TextEncoder().encode(lines.join('\n')));
  expect(reader.end()).toEqual({ channels: [], oversized: true });
});
