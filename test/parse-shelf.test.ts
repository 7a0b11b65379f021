// Every console parser keeps its results on the shelf, so that no output, however long, fills the memory.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TestResult } from '../src/contract/index.ts';
import type { Parser } from '../src/parse/parser.ts';
import { OutputReader, type OutputReading, ParserPlan } from '../src/parse/read-output.ts';
import { Shelf } from '../src/parse/shelf.ts';
import { TEST_PARSERS } from '../src/parse/test/index.ts';

/** Not converted yet. */
const OPEN = new Set<string>([
  'ava',
  'bats',
  'bun-test',
  'cargo-test',
  'catch2',
  'ctest',
  'deno-test',
  'doctest',
  'dotnet-test',
  'ex-unit',
  'go-test',
  'gotestsum',
  'gradle',
  'jasmine',
  'jest',
  'maven',
  'minitest',
  'mocha',
  'nextest',
  'node-test',
  'pest',
  'phpunit',
  'phpunit-events',
  'playwright',
  'prove',
  'pytest',
  'rspec',
  'scalatest',
  'swift-testing',
  'tap',
  'teamcity',
  'test-unit',
  'unittest',
  'vitest',
  'xctest',
]);

function read({ id }: Parser, log: string, shelf: Shelf): OutputReading {
  const reader = new OutputReader(new ParserPlan(TEST_PARSERS.filter((parser) => parser.id === id)), shelf);
  reader.push(readFileSync(fixture(id, log)));
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

test.each(consoleParsers.filter(({ id }) => !OPEN.has(id)))('$id keeps all results it names', (parser) => {
  const logs = logsOf(parser.id).filter((log) => testsIn(read(parser, log, new Shelf())).length > 0);
  const tooLarge = logs.filter((log) => read(parser, log, new Shelf(0)).oversized);
  expect(tooLarge).toEqual(logs);
});

test('nothing is made of an output with more results than fit', () => {
  const [googletest] = consoleParsers.filter(({ id }) => id === 'googletest') as [Parser];
  const { length } = testsIn(read(googletest, 'green.txt', new Shelf()));
  expect(testsIn(read(googletest, 'green.txt', new Shelf(length)))).toHaveLength(length);
  expect(read(googletest, 'green.txt', new Shelf(length - 1))).toEqual({ channels: [], oversized: true });
});
